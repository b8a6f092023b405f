//! Measures at which noise obeying ceases to pay.
//!
//! At each amount of noise the condition is played twice on the same random numbers: by the agents of the scenario, and
//! by agents that all obey. Where everybody obeys, what a player would have gained by another action at a signal is
//! counted exactly; its mean crosses zero where obedience ends, which the closed form says too.

use super::campaign::{Tally, tallies};
use super::follower::Follower;
use super::record::{obedience, per_round, stream, welfare};
use super::setting::{Cast, Condition};
use super::solve::Threshold;
use crate::equilibrium::correlated::{Concept, Deviation};
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::models::estimates::LEVEL;
use crate::stats::{Running, mean_interval};

/// What was measured at one amount of noise.
pub(super) struct Swept {
    pub(super) eta: Rational,
    /// Of the scenario's agents.
    pub(super) obedience: Running,
    pub(super) welfare: Running,
    /// In closed form where everybody obeys.
    pub(super) obedient_welfare: Rational,
    pub(super) slack: Option<Rational>,
    /// The measured gain of obeying where it is least.
    pub(super) least: Running,
    /// The measured gain of obeying `[player][told][instead]`, by repetition.
    gains: Vec<Vec<Vec<Running>>>,
}

/// Where a measured curve crosses zero, and where the ends of its interval do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossing {
    pub(super) at: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// Measures one amount of noise.
pub(super) fn measure(
    condition: &Condition,
    eta: &Rational,
    cast: &Cast,
    obedient: &dyn Follower,
    (key, repetitions): (&RunKey, u64),
) -> Swept {
    let condition = condition.with_noise(eta);
    let own = tallies(&condition, cast, key, repetitions);
    let all_obey = tallies(&condition, &cast.all_with("obedient", obedient), key, repetitions);
    let mediator = condition.mediator().expect("a mediator has a device");
    let dimensions = condition.game.dimensions();
    let gain = |tally: &Tally, player: usize, told: usize, instead: usize| {
        per_round(&condition, -tally.gain(&condition, player, told, instead))
    };
    let gains = dimensions
        .iter()
        .enumerate()
        .map(|(player, actions)| {
            let of = |told, instead| stream(&all_obey, |tally| Some(gain(tally, player, told, instead)));
            (0..*actions).map(|told| (0..*actions).map(|instead| of(told, instead)).collect()).collect()
        })
        .collect();
    // The deviation that theory says is the most tempting is the one whose measured gain is shown.
    let slack = Deviation::all(&condition.game, Concept::Correlated)
        .into_iter()
        .map(|deviation| (mediator.slack_by_noise(deviation).at(eta), deviation))
        .min();
    let least = slack.as_ref().map_or_else(Running::default, |(_, at)| {
        let told = at.told.expect("a deviation from a recommendation");
        stream(&all_obey, |tally| Some(gain(tally, at.player.index(), told, at.to)))
    });
    let payoffs = mediator.payoffs(eta).expect("the grid holds probabilities");
    Swept {
        eta: eta.clone(),
        obedience: stream(&own, obedience),
        welfare: stream(&own, |tally| Some(welfare(&condition, tally))),
        obedient_welfare: payoffs.iter().sum(),
        slack: slack.map(|(slack, _)| slack),
        least,
        gains,
    }
}

/// Where the measured gain of a threshold's deviation crosses zero, by straight lines between the amounts that were tried.
pub(super) fn crossing(swept: &[Swept], threshold: &Threshold) -> Crossing {
    let curve = |end: fn(f64, f64, f64) -> f64| -> Vec<(f64, f64)> {
        swept
            .iter()
            .filter_map(|swept| {
                let running = &swept.gains[threshold.player][threshold.told][threshold.instead];
                let summary = running.summary()?;
                let (low, high) =
                    mean_interval(&summary, LEVEL).map_or((summary.mean, summary.mean), |i| (i.low, i.high));
                Some((swept.eta.to_f64(), end(summary.mean, low, high)))
            })
            .collect()
    };
    Crossing {
        at: zero(&curve(|mean, _, _| mean)),
        low: zero(&curve(|_, low, _| low)),
        high: zero(&curve(|_, _, high| high)),
    }
}

/// Where a curve of points in the order of x falls below zero first.
fn zero(curve: &[(f64, f64)]) -> Option<f64> {
    curve.windows(2).find_map(|pair| {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        (y0 >= 0.0 && y1 < 0.0).then(|| x0 + (x1 - x0) * y0 / (y0 - y1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_crosses_zero_on_a_straight_line() {
        assert_eq!(zero(&[(0.0, 3.0), (0.5, 1.0), (1.0, -1.0)]), Some(0.75));
        assert_eq!(zero(&[(0.0, 3.0), (1.0, 0.0)]), None);
        assert_eq!(zero(&[(0.0, -1.0), (1.0, 2.0)]), None);
    }
}
