//! What is remembered of agents: ratings, as any model of the trust catalogue takes them, and whom a manager will not deal
//! with again.
//!
//! Who remembers is not said here: a manager for itself, of its own deals alone, or the registry for all. Periods are those
//! in which a manager announces; a model that computes for all agents at once does so at the first question of a period.

use super::name::{Name, Names};
use crate::ids::Tick;
use crate::reputation::{Grade, Rating, RatingKind, Reputation, Weight};
use crate::sim::Draws;
use std::collections::BTreeSet;

/// Ratings under a model of trust.
pub(super) struct Ratings {
    model: Box<dyn Reputation>,
    draws: Draws,
    period_us: u64,
    settled: Option<u64>,
}

impl Ratings {
    /// Nobody has been rated; `names` are there.
    pub(super) fn new(mut model: Box<dyn Reputation>, names: Names, draws: Draws, period_us: u64) -> Self {
        model.join(Name(names.first() - 1).id());
        Self { model, draws, period_us, settled: None }
    }

    fn settle(&mut self, now: Tick) -> u64 {
        let period = now.0 / self.period_us;
        if self.settled != Some(period) {
            self.settled = Some(period);
            self.model.settle(period);
        }
        period
    }

    /// Takes a rating of a deal of a size, small ones being 1.
    pub(super) fn rate(&mut self, now: Tick, rater: Name, ratee: Name, grade: Grade, size: f64) {
        let tick = self.settle(now);
        let weight = Weight::new(size).unwrap_or(Weight::ONE);
        let (rater, ratee) = (rater.id(), ratee.id());
        let rating = Rating { tick, rater, ratee, grade, weight, kind: RatingKind::Interaction };
        self.model.observe(&rating, &mut self.draws);
    }

    /// How `asker` sees an agent, on the model's own scale.
    pub(super) fn score(&mut self, now: Tick, asker: Name, ratee: Name) -> f64 {
        self.settle(now);
        self.model.score(asker.id(), ratee.id())
    }

    /// The score of who was never rated.
    pub(super) fn newcomer(&mut self, now: Tick) -> f64 {
        self.settle(now);
        self.model.newcomer()
    }

    /// Hears that a name is there.
    pub(super) fn join(&mut self, name: Name) {
        self.model.join(name.id());
    }
}

/// What a manager thinks of whom it knows nothing about.
pub(super) const UNKNOWN: f64 = 0.5;

/// A manager's book.
#[derive(Default)]
pub(super) struct Book {
    /// Its own ratings, if it keeps any.
    pub(super) ratings: Option<Ratings>,
    /// Whether scores only order agents, and are no probabilities.
    pub(super) orders: bool,
    /// Whether who cheated once is never contacted again.
    pub(super) boycott: bool,
    pub(super) banned: BTreeSet<Name>,
}

impl Book {
    /// Scores of those whose bids are compared, as probabilities that they deliver. Where scores only order, the best of
    /// them counts 1, the worst 0, and equals 1/2.
    pub(super) fn compared(&self, scores: &mut [f64]) {
        if !self.orders {
            scores.iter_mut().for_each(|score| *score = score.clamp(0.0, 1.0));
            return;
        }
        let least = scores.iter().copied().fold(f64::INFINITY, f64::min);
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for score in scores {
            *score = if most > least { (*score - least) / (most - least) } else { UNKNOWN };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_that_only_order_are_spread_among_those_compared() {
        let book = Book { orders: true, ..Book::default() };
        let mut scores = [0.02, 0.05, 0.035];
        book.compared(&mut scores);
        assert_eq!([scores[0], scores[1]], [0.0, 1.0]);
        assert!((scores[2] - 0.5).abs() < 1e-12);
        let mut same = [7.0, 7.0];
        book.compared(&mut same);
        assert_eq!(same, [0.5, 0.5]);
        let mut chances = [0.25, 1.5];
        Book::default().compared(&mut chances);
        assert_eq!(chances, [0.25, 1.0]);
    }
}
