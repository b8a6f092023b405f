//! Turns what was counted into rows.

use super::campaign::Campaign;
use super::setting::Condition;
use super::tally::KindSummary;
use crate::game::{Benchmarks, GroupGame, GroupOutcome, Stage};
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean, ranking};
use crate::stats::Running;
use crate::table::Cell;

/// The most equilibria that are listed.
const EQUILIBRIA: usize = 20;

/// The mean of penalties; nothing where there are no audits.
fn penalty(condition: &Condition, penalties: &Running) -> Cell<'static> {
    if condition.audited { mean(penalties) } else { Cell::Null }
}

/// Records the rows of a condition whose matches have been played.
pub(super) fn condition(campaign: &Campaign<'_>, recorder: &mut dyn Recorder) {
    let plan = &campaign.plan;
    let name = plan.condition.name.as_str();
    for (agent, summary) in plan.cast.agents.iter().zip(&campaign.tally.agents) {
        let [score, low, high] = estimate(&summary.score);
        recorder.row(
            "agents",
            &[
                name.into(),
                (&agent.name).into(),
                (&plan.cast.kinds[agent.kind].name).into(),
                mean(&summary.rounds),
                score,
                low,
                high,
                mean(&summary.per_round),
                penalty(plan.condition, &summary.penalty),
                mean(&summary.cooperation),
                mean(&summary.level),
            ],
        );
    }
    strategies(campaign, recorder);
    groups(campaign, recorder);
    if let (Stage::Group(game), Some(marks)) = (plan.condition.stage(), &plan.condition.benchmarks) {
        benchmarks(name, game, marks, recorder);
    }
    let shown = campaign.shown.count();
    for (kind, strategy) in plan.cast.kinds.iter().enumerate() {
        for (slot, round) in campaign.shown.shown_from(1) {
            let summary = &campaign.tally.rounds[kind * shown + slot];
            if summary.observations == 0 {
                continue;
            }
            let [rate, low, high] = estimate(&summary.cooperation);
            let (level, payoff) = (mean(&summary.level), mean(&summary.payoff));
            let row = [name.into(), (&strategy.name).into(), round.into(), rate, low, high, level, payoff];
            recorder.row("rounds", &[&row[..], &[summary.observations.into()]].concat());
        }
    }
    for (firsts, rounds) in campaign.tally.firsts.iter().enumerate().filter(|(_, rounds)| **rounds > 0) {
        recorder.row("cooperators", &[name.into(), firsts.into(), (*rounds).into()]);
    }
}

/// One row a strategy, best first; equals by rounding to twelve digits share a rank.
fn strategies(campaign: &Campaign<'_>, recorder: &mut dyn Recorder) {
    let (plan, tally) = (&campaign.plan, &campaign.tally);
    let shown = campaign.shown.count();
    let score = |kind: &KindSummary| kind.per_round.summary().map_or(f64::NEG_INFINITY, |summary| summary.mean);
    let scores: Vec<f64> = tally.kinds.iter().map(score).collect();
    for (kind, rank) in ranking(&scores) {
        let summary = &tally.kinds[kind];
        let [per_round, low, high] = estimate(&summary.per_round);
        let [rate, rate_low, rate_high] = estimate(&summary.cooperation);
        let in_round = |slot: usize| mean(&tally.rounds[kind * shown + slot].cooperation);
        let last = plan.condition.fixed_rounds().map_or(Cell::Null, |_| in_round(shown - 1));
        recorder.row(
            "strategies",
            &[
                plan.condition.name.as_str().into(),
                (&plan.cast.kinds[kind].name).into(),
                rank.into(),
                plan.cast.kinds[kind].agents.into(),
                per_round,
                low,
                high,
                rate,
                rate_low,
                rate_high,
                mean(&summary.level),
                penalty(plan.condition, &summary.penalty),
                in_round(0),
                last,
            ],
        );
    }
}

/// The greatest welfare of a player, and the least in a pure equilibrium.
fn bounds(condition: &Condition) -> [Option<f64>; 2] {
    let (Stage::Group(game), Some(marks)) = (condition.stage(), &condition.benchmarks) else { return [None; 2] };
    let each = |outcome: &GroupOutcome| game.unscaled(outcome.welfare) / condition.size as f64;
    [Some(each(&marks.optimum)), marks.equilibria.iter().map(each).min_by(f64::total_cmp)]
}

fn groups(campaign: &Campaign<'_>, recorder: &mut dyn Recorder) {
    let condition = campaign.plan.condition;
    let summary = &campaign.tally.group;
    let [best, selfish] = bounds(condition);
    let welfare = summary.welfare.summary().map(|summary| summary.mean);
    let efficiency = match (welfare, best, selfish) {
        (Some(welfare), Some(best), Some(selfish)) if best - selfish > 1e-12 => {
            Some((welfare - selfish) / (best - selfish))
        }
        _ => None,
    };
    let mut row: Vec<Cell<'_>> = vec![condition.name.as_str().into(), summary.matches.into(), condition.size.into()];
    row.extend(estimate(&summary.welfare));
    row.extend([best, selfish, efficiency].map(Cell::from));
    row.extend(estimate(&summary.cooperation));
    row.extend([
        mean(&summary.first),
        mean(&summary.last),
        mean(&summary.level),
        mean(&summary.gini),
        mean(&summary.spread),
    ]);
    row.extend(estimate(&summary.seconds));
    row.extend(estimate(&summary.volatility));
    recorder.row("groups", &row);
}

fn benchmarks(name: &str, game: &GroupGame, marks: &Benchmarks, recorder: &mut dyn Recorder) {
    let players = game.players() as f64;
    let mut pure = |what: &str, outcome: &GroupOutcome| {
        let taken = outcome.counts.iter().zip(game.actions()).filter(|(n, _)| **n > 0);
        let profile = taken.map(|(n, action)| format!("{n} {action}")).collect::<Vec<_>>().join(", ");
        let [lowest, highest] = [outcome.lowest, outcome.highest].map(|payoff| game.unscaled(payoff));
        recorder.row(
            "benchmarks",
            &[
                name.into(),
                what.into(),
                profile.as_str().into(),
                (game.unscaled(outcome.welfare) / players).into(),
                lowest.into(),
                highest.into(),
                (f64::from(outcome.counts[0]) / players).into(),
            ],
        );
    };
    pure("greatest welfare", &marks.optimum);
    for (k, outcome) in marks.equilibria.iter().take(EQUILIBRIA).enumerate() {
        pure(&format!("equilibrium {}", k + 1), outcome);
    }
    for (k, first) in marks.mixed.iter().enumerate() {
        let what = format!("mixed equilibrium {}", k + 1);
        let profile = format!("each {} with {first:.6}", game.actions()[0]);
        let worth = game.mixed_payoff(*first);
        recorder.row(
            "benchmarks",
            &[
                name.into(),
                what.as_str().into(),
                profile.as_str().into(),
                worth.into(),
                Cell::Null,
                Cell::Null,
                (*first).into(),
            ],
        );
    }
}
