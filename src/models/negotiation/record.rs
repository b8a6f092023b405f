//! Turns negotiations into rows.

use super::campaign::{Talk, TalkEnd};
use super::setting::{Cast, Condition, Pair};
use crate::contract::negotiation::Side;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;

/// How many turns are recorded one by one.
const TURNS: usize = 1000;

fn stream(talks: &[Talk], value: impl Fn(&Talk) -> Option<f64>) -> Running {
    let mut running = Running::default();
    talks.iter().filter_map(value).for_each(|value| running.push(value));
    running
}

fn indicator(truth: bool) -> Option<f64> {
    Some(if truth { 1.0 } else { 0.0 })
}

fn price(talk: &Talk) -> Option<f64> {
    match talk.end {
        TalkEnd::Agreed(price) => Some(price),
        TalkEnd::Withdrawn(_) | TalkEnd::GivenUp => None,
    }
}

/// What both could gain: the zone of agreement, if there is one.
fn zone(talk: &Talk) -> f64 {
    (talk.stances[0].reservation - talk.stances[1].reservation).max(0.0)
}

/// Records what a pair came to.
pub(super) fn pair(condition: &Condition, cast: &Cast, pair: &Pair, talks: &[Talk], recorder: &mut dyn Recorder) {
    let [buyer, seller] = cast.names(pair);
    let gain =
        |side: usize| stream(talks, |talk| Some(price(talk).map_or(0.0, |price| talk.stances[side].gain(price))));
    let [rate, rate_low, rate_high] = estimate(&stream(talks, |talk| indicator(price(talk).is_some())));
    let [agreed, agreed_low, agreed_high] = estimate(&stream(talks, price));
    let [bought, bought_low, bought_high] = estimate(&gain(0));
    let [sold, sold_low, sold_high] = estimate(&gain(1));
    let withdrawn = |side: Side| mean(&stream(talks, |talk| indicator(talk.end == TalkEnd::Withdrawn(side))));
    let possible: f64 = talks.iter().map(zone).sum();
    let reached: f64 = talks.iter().filter(|talk| price(talk).is_some()).map(zone).sum();
    let lost = |talk: &Talk| {
        indicator(price(talk).is_some_and(|price| talk.stances.iter().any(|stance| stance.gain(price) < -1e-9)))
    };
    // Utilities are linear in the price: the Nash and the Kalai-Smorodinsky point are half way between reservations.
    let from_nash = |talk: &Talk| {
        let middle = 0.5 * (talk.stances[0].reservation + talk.stances[1].reservation);
        price(talk).filter(|_| zone(talk) > 0.0).map(|price| (price - middle).abs())
    };
    recorder.row(
        "negotiations",
        &[
            condition.name.as_str().into(),
            buyer.into(),
            seller.into(),
            rate,
            rate_low,
            rate_high,
            agreed,
            agreed_low,
            agreed_high,
            bought,
            bought_low,
            bought_high,
            sold,
            sold_low,
            sold_high,
            (possible > 0.0).then(|| reached / possible).into(),
            mean(&stream(talks, from_nash)),
            mean(&stream(talks, |talk| Some(f64::from(talk.turn)))),
            withdrawn(Side::Buyer),
            withdrawn(Side::Seller),
            mean(&stream(talks, |talk| indicator(talk.end == TalkEnd::GivenUp))),
            mean(&stream(talks, lost)),
            #[expect(clippy::cast_precision_loss, reason = "a count of messages")]
            mean(&stream(talks, |talk| Some(talk.messages as f64))),
        ],
    );
    offers(condition, pair, talks, recorder);
}

/// Offers by turn, in means of the negotiations that came so far.
fn offers(condition: &Condition, pair: &Pair, talks: &[Talk], recorder: &mut dyn Recorder) {
    for (k, side) in [Side::Buyer, Side::Seller].into_iter().enumerate() {
        let longest = talks.iter().map(|talk| talk.offers[k].len()).max().unwrap_or(0);
        for offer in 0..longest.min(TURNS / 2) {
            let turn = 2 * offer + usize::from(condition.first != side);
            let [price, low, high] = estimate(&stream(talks, |talk| talk.offers[k].get(offer).copied()));
            let still = stream(talks, |talk| indicator(talk.offers[k].len() > offer));
            let row = [
                condition.name.as_str().into(),
                pair.place.as_str().into(),
                side.name().into(),
                turn.into(),
                price,
                low,
                high,
                mean(&still),
            ];
            recorder.row("offers", &row);
        }
    }
}

/// The limit that a watcher infers from an agent's last three offers, if their steps shrink: that of a geometric series (Aitken
/// 1926). Nothing of steps that do not shrink: they say nothing of where they end.
pub(super) fn inferred_limit(offers: &[f64]) -> Option<f64> {
    let [.., first, second, third] = offers else { return None };
    let (before, now) = (second - first, third - second);
    let ratio = now / before;
    (ratio > 0.0 && ratio < 1.0).then(|| third + now * ratio / (1.0 - ratio))
}

/// What agents' concessions tell of their limits, by agent.
pub(super) struct Limits {
    /// Whether the steps shrank at the end, and how far the inferred limit was from the true one.
    agents: Vec<(Running, Running)>,
}

impl Limits {
    pub(super) fn new(agents: usize) -> Self {
        Self { agents: vec![<(Running, Running)>::default(); agents] }
    }

    pub(super) fn add(&mut self, pair: &Pair, talks: &[Talk]) {
        for (k, agent) in [pair.buyer, pair.seller].into_iter().enumerate() {
            for talk in talks.iter().filter(|talk| talk.offers[k].len() > 2) {
                let inferred = inferred_limit(&talk.offers[k]);
                let (shrank, error) = &mut self.agents[agent];
                shrank.push(if inferred.is_some() { 1.0 } else { 0.0 });
                if let Some(limit) = inferred {
                    error.push((limit - talk.stances[k].reservation).abs());
                }
            }
        }
    }

    pub(super) fn record(&self, condition: &Condition, cast: &Cast, recorder: &mut dyn Recorder) {
        for (agent, (shrank, error)) in cast.agents.iter().zip(&self.agents) {
            let [error, low, high] = estimate(error);
            let row = [
                condition.name.as_str().into(),
                agent.name.as_str().into(),
                agent.kind.as_str().into(),
                agent.stance.side.name().into(),
                mean(shrank),
                error,
                low,
                high,
            ];
            recorder.row("limits", &row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_steps_tell_their_limit_and_others_do_not() {
        // 100 - 64, then each step half the last: the limit is 100.
        assert_eq!(inferred_limit(&[36.0, 68.0, 84.0, 92.0]), Some(100.0));
        assert_eq!(inferred_limit(&[10.0, 12.0, 14.0]), None);
        assert_eq!(inferred_limit(&[10.0, 11.0, 13.0]), None);
        assert_eq!(inferred_limit(&[10.0, 10.0, 10.0]), None);
        assert_eq!(inferred_limit(&[10.0, 12.0]), None);
    }
}
