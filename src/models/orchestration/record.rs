//! Turns what was counted into rows.

use super::campaign::Tally;
use super::setting::{Cast, Condition, Rule};
use super::solve::{Theory, Threshold};
use super::sweep::{Crossing, Swept};
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;
use crate::table::Cell;

/// How many rounds are recorded one by one.
const ROUNDS: usize = 1000;

/// A stream of one number a repetition.
pub(super) fn stream(tallies: &[Tally], value: impl Fn(&Tally) -> Option<f64>) -> Running {
    let mut running = Running::default();
    tallies.iter().filter_map(value).for_each(|value| running.push(value));
    running
}

#[expect(clippy::cast_precision_loss, reason = "counts of rounds")]
pub(super) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A sum of payoffs over all rounds as one a round.
pub(super) fn per_round(condition: &Condition, sum: i128) -> f64 {
    condition.unscaled(sum) / f64::from(condition.clock.rounds)
}

pub(super) fn welfare(condition: &Condition, tally: &Tally) -> f64 {
    let total = (0..condition.game.player_count()).map(|player| tally.payoff(condition, player)).sum();
    per_round(condition, total)
}

pub(super) fn obedience(tally: &Tally) -> Option<f64> {
    let told = (0..tally.obeyed.len()).map(|player| tally.told_times(player)).sum();
    ratio(tally.obeyed.iter().sum(), told)
}

/// Records what a condition came to.
pub(super) fn condition(
    condition: &Condition,
    cast: &Cast,
    tallies: &[Tally],
    theory: &Theory,
    recorder: &mut dyn Recorder,
) {
    let name = condition.name.as_str();
    let rounds = u64::from(condition.clock.rounds);
    let [sum, low, high] = estimate(&stream(tallies, |tally| Some(welfare(condition, tally))));
    let [rate, rate_low, rate_high] = estimate(&stream(tallies, obedience));
    let pays = theory.obedience_pays.map_or("", |pays| if pays { "yes" } else { "no" });
    recorder.row(
        "orchestration",
        &[
            name.into(),
            sum,
            low,
            high,
            rate,
            rate_low,
            rate_high,
            pays.into(),
            theory.obedient_welfare.into(),
            theory.alone_welfare.into(),
            theory.worst_nash.into(),
            theory.best_nash.into(),
            theory.best_mediated.into(),
            theory.optimum.into(),
            theory.largest_noise.into(),
            theory.largest_leak.into(),
            mean(&stream(tallies, |tally| ratio(tally.messages, rounds))),
            mean(&stream(tallies, |tally| ratio(tally.delay_us, rounds))),
        ],
    );
    for (player, agent) in cast.agents.iter().enumerate() {
        let [payoff, low, high] =
            estimate(&stream(tallies, |tally| Some(per_round(condition, tally.payoff(condition, player)))));
        recorder.row(
            "agents",
            &[
                name.into(),
                (&agent.name).into(),
                (&agent.kind).into(),
                payoff,
                low,
                high,
                mean(&stream(tallies, |tally| ratio(tally.obeyed[player], tally.told_times(player)))),
                mean(&stream(tallies, |tally| Some(regret(condition, tally, player)))),
                match condition.rule {
                    Rule::Mediator | Rule::Supervisor => {
                        mean(&stream(tallies, |tally| ratio(tally.forged[player], rounds)))
                    }
                    _ => Cell::Null,
                },
            ],
        );
        signals(condition, player, &agent.name, tallies, recorder);
    }
    by_round(condition, tallies, recorder);
    device(condition, recorder);
}

/// The most that a player would have gained a round by one other action at one signal, always.
fn regret(condition: &Condition, tally: &Tally, player: usize) -> f64 {
    let actions = condition.game.dimensions()[player];
    let gains = (0..=actions).flat_map(|told| (0..actions).map(move |instead| (told, instead)));
    let best = gains.map(|(told, instead)| tally.gain(condition, player, told, instead)).max().unwrap_or(0);
    per_round(condition, best.max(0))
}

fn signals(condition: &Condition, player: usize, agent: &str, tallies: &[Tally], recorder: &mut dyn Recorder) {
    let actions = &condition.game.players()[player].actions;
    let dimensions = condition.game.dimensions();
    let id = crate::ids::PlayerId::at(player);
    let stride = condition.game.stride(id);
    let all = u64::from(condition.clock.rounds) * tallies.len() as u64;
    for told in 0..=actions.len() {
        let counts = |profile: usize| tallies.iter().map(|tally| tally.counts[player][told][profile]).sum::<u64>();
        let (mut times, mut obeyed, mut payoff) = (0, 0, 0_i128);
        for profile in 0..condition.game.profile_count() {
            let count = counts(profile);
            times += count;
            if profile / stride % dimensions[player] == told {
                obeyed += count;
            }
            payoff += i128::from(count) * i128::from(condition.scaled_payoff(profile, player));
        }
        if times == 0 {
            continue;
        }
        let name = actions.get(told);
        #[expect(clippy::cast_precision_loss, reason = "a count of rounds")]
        let mean_payoff = condition.unscaled(payoff) / times as f64;
        recorder.row(
            "signals",
            &[
                condition.name.as_str().into(),
                agent.into(),
                name.map_or(Cell::Text("no_signal"), Cell::from),
                ratio(times, all).into(),
                name.and_then(|_| ratio(obeyed, times)).into(),
                mean_payoff.into(),
            ],
        );
    }
}

fn by_round(condition: &Condition, tallies: &[Tally], recorder: &mut dyn Recorder) {
    for round in 0..(condition.clock.rounds as usize).min(ROUNDS) {
        let welfare = |tally: &Tally| {
            let payoff = |player| i128::from(condition.scaled_payoff(tally.profiles[round], player));
            Some(condition.unscaled((0..condition.game.player_count()).map(payoff).sum()))
        };
        let [sum, low, high] = estimate(&stream(tallies, welfare));
        let (told, obeyed) = tallies
            .iter()
            .map(|tally| tally.told[round])
            .fold((0, 0), |(told, obeyed), (t, o)| (told + u64::from(t), obeyed + u64::from(o)));
        let row = [condition.name.as_str().into(), (round + 1).into(), sum, low, high, ratio(obeyed, told).into()];
        recorder.row("rounds", &row);
    }
}

fn device(condition: &Condition, recorder: &mut dyn Recorder) {
    for (_, actions, probability) in condition.device.iter().flat_map(|device| device.lottery()) {
        let names: Vec<&str> = actions
            .iter()
            .enumerate()
            .map(|(player, action)| condition.game.players()[player].actions[*action].as_str())
            .collect();
        let (profile, exact) = (names.join(" / "), probability.to_string());
        let row = [
            condition.name.as_str().into(),
            profile.as_str().into(),
            probability.to_f64().into(),
            exact.as_str().into(),
        ];
        recorder.row("device", &row);
    }
}

/// Records what was measured at one amount of noise.
pub(super) fn noise(condition: &Condition, swept: &Swept, recorder: &mut dyn Recorder) {
    let [rate, rate_low, rate_high] = estimate(&swept.obedience);
    let [sum, low, high] = estimate(&swept.welfare);
    let [slack, slack_low, slack_high] = estimate(&swept.least);
    recorder.row(
        "noise",
        &[
            condition.name.as_str().into(),
            swept.eta.to_f64().into(),
            rate,
            rate_low,
            rate_high,
            sum,
            low,
            high,
            swept.obedient_welfare.to_f64().into(),
            swept.slack.as_ref().map(crate::exact::Rational::to_f64).into(),
            slack,
            slack_low,
            slack_high,
        ],
    );
}

/// Records the noise at which obedience ends.
pub(super) fn thresholds(
    condition: &Condition,
    cast: &Cast,
    thresholds: &[(Threshold, Crossing)],
    recorder: &mut dyn Recorder,
) {
    for (threshold, measured) in thresholds {
        let actions = &condition.game.players()[threshold.player].actions;
        recorder.row(
            "thresholds",
            &[
                condition.name.as_str().into(),
                (&cast.agents[threshold.player].name).into(),
                (&actions[threshold.told]).into(),
                (&actions[threshold.instead]).into(),
                measured.at.into(),
                measured.low.into(),
                measured.high.into(),
                threshold.noise.into(),
                if threshold.binding { "yes".into() } else { "no".into() },
            ],
        );
    }
}
