//! Turns what was counted into rows.

use super::campaign::Campaign;
use super::setting::{Condition, Matching};
use super::tally::{KindSummary, Score};
use crate::ids::PlayerId;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean, ranking};
use crate::models::rescues::row;
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
    if recorder.wants("strategies") {
        strategies(campaign, recorder);
    }
    if plan.condition.network.is_some() {
        let sum = &campaign.tally.delivery;
        let counts = [sum.messages, sum.lost, sum.duplicated, sum.late, sum.unheard, sum.moves, sum.missing_moves];
        let row: Vec<Cell<'_>> = std::iter::once(name.into()).chain(counts.map(Cell::from)).collect();
        recorder.row("deliveries", &row);
    }
    rescues(campaign, recorder);
    let shown = campaign.shown.count();
    if !["rounds", "pairs", "score_distribution"].iter().any(|table| recorder.wants(table)) {
        return;
    }
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

/// What contracts and records came to, where there are any.
fn rescues(campaign: &Campaign<'_>, recorder: &mut dyn Recorder) {
    let condition = campaign.plan.condition;
    if condition.compared {
        let both = [0, 1].map(|player| condition.game().two_by_two(PlayerId(player)));
        let game = both[0].as_ref().filter(|_| both[0] == both[1]);
        let rounds = condition.fixed_rounds().filter(|_| condition.matching == Matching::Strangers);
        let signed = if condition.contract.is_some() { estimate(&campaign.tally.signed) } else { [Cell::Null; 3] };
        let shares = [signed, estimate(&campaign.tally.well)];
        let switches = (condition.contract.as_ref(), condition.records.as_ref());
        recorder.row("commitments", &row(&condition.name, switches, (game, rounds), shares));
    }
    let Some(contract) = &condition.contract else { return };
    for (agent, summary) in campaign.plan.cast.agents.iter().zip(&campaign.tally.agents) {
        let utility = |running: &Running| running.summary().map(|summary| summary.mean * contract.bond());
        let name = condition.name.as_str();
        let money = [mean(&summary.locked), mean(&summary.penalty), utility(&summary.bonds).into()];
        recorder.row("pledges", &[&[name.into(), (&agent.name).into()][..], &money].concat());
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
