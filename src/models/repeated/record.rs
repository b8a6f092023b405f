//! Turns what was counted into rows.

use super::campaign::Campaign;
use super::setting::Condition;
use super::tally::{KindSummary, Score};
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean, ranking};
use crate::stats::Running;
use crate::table::Cell;

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
                summary.matches.into(),
                mean(&summary.rounds),
                score,
                low,
                high,
                mean(&summary.per_round),
                mean(&summary.cooperation),
                penalty(plan.condition, &summary.penalty),
            ],
        );
    }
    strategies(campaign, recorder);
    if plan.condition.network.is_some() {
        let sum = &campaign.tally.delivery;
        let counts = [sum.messages, sum.lost, sum.duplicated, sum.late, sum.unheard, sum.moves, sum.missing_moves];
        let row: Vec<Cell<'_>> = std::iter::once(name.into()).chain(counts.map(Cell::from)).collect();
        recorder.row("deliveries", &row);
    }
    let shown = campaign.shown.count();
    for (kind, strategy) in plan.cast.kinds.iter().enumerate() {
        for (slot, round) in campaign.shown.shown_from(1) {
            let summary = &campaign.tally.rounds[kind * shown + slot];
            if summary.observations == 0 {
                continue;
            }
            let [rate, low, high] = estimate(&summary.cooperation);
            let payoff = mean(&summary.payoff);
            let row = [name.into(), (&strategy.name).into(), round.into(), rate, low, high, payoff];
            recorder.row("rounds", &[&row[..], &[summary.observations.into()]].concat());
        }
        for (other, opponent) in plan.cast.kinds.iter().enumerate() {
            let summary = &campaign.tally.pairs[kind * plan.cast.kinds.len() + other];
            if summary.matches > 0 {
                let (score, rate) = (mean(&summary.per_round), mean(&summary.cooperation));
                let row = [name.into(), (&strategy.name).into(), (&opponent.name).into(), score, rate];
                recorder.row("pairs", &[&row[..], &[summary.matches.into()]].concat());
            }
        }
        for (Score(score), matches) in &campaign.tally.scores[kind] {
            let row = [name.into(), (&strategy.name).into(), (*score).into(), (*matches).into()];
            recorder.row("score_distribution", &row);
        }
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
                in_round(0),
                last,
                penalty(plan.condition, &summary.penalty),
            ],
        );
    }
}
