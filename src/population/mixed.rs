//! A well-mixed population: everybody meets everybody, so that counts by strategy say all.
//!
//! A member's payoff comes from all others, without itself: with n_j members of strategy j among N,
//! `pi_i = (sum_j n_j A_ij - A_ii) / (N - 1)` (or that sum, not divided). A step costs as much for a million members as for
//! ten. Invariant: counts sum to the population.

use super::matrix::{Fitness, Matrix, Pooling};
use super::rules::{Compare, Replaced, mutate};
use crate::sim::Draws;

/// The sums are computed anew after so many changes, so that rounding does not add up.
const REFRESH: u32 = 4096;

/// A well-mixed population by counts.
#[derive(Clone, Debug)]
pub struct Mixed<'a> {
    matrix: &'a Matrix,
    pooling: Pooling,
    counts: Vec<u64>,
    population: u64,
    /// `sums[i] = sum_j n_j A_ij`.
    sums: Vec<f64>,
    changes: u32,
    weights: Vec<f64>,
}

#[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
fn float(n: u64) -> f64 {
    n as f64
}

impl<'a> Mixed<'a> {
    /// A population with so many members of each strategy.
    ///
    /// # Panics
    /// If there are not as many counts as strategies, or fewer than two members.
    pub fn new(matrix: &'a Matrix, pooling: Pooling, counts: Vec<u64>) -> Self {
        assert_eq!(counts.len(), matrix.strategies(), "one count a strategy");
        let population = counts.iter().sum();
        assert!(population >= 2, "members meet others");
        let strategies = counts.len();
        let mut new =
            Self { matrix, pooling, counts, population, sums: Vec::new(), changes: 0, weights: vec![0.0; strategies] };
        new.refresh();
        new
    }

    /// How many members each strategy has.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The strategy of all members, if all have one.
    pub fn fixed(&self) -> Option<usize> {
        self.counts.iter().position(|count| *count == self.population)
    }

    /// The payoff of a member of a strategy.
    #[inline]
    pub fn payoff(&self, strategy: usize) -> f64 {
        let sum = self.sums[strategy] - self.matrix.at(strategy, strategy);
        if self.pooling == Pooling::Mean { sum / float(self.population - 1) } else { sum }
    }

    /// One step of the Moran process (Moran 1958): a parent is drawn in proportion to fitness, its offspring may mutate, and
    /// replaces a member drawn at random. If nobody is fit at all, parents are drawn at random.
    ///
    /// Order does not matter here but for who may be replaced: see [`Replaced`].
    pub fn moran(&mut self, fitness: Fitness, replaced: Replaced, mutation: f64, draws: &mut Draws) {
        let mut total = 0.0;
        for strategy in 0..self.counts.len() {
            let weight = float(self.counts[strategy]) * fitness.of(self.payoff(strategy));
            self.weights[strategy] = weight;
            total += weight;
        }
        let parent = if total > 0.0 {
            let mut left = draws.uniform() * total;
            let mut last = 0;
            let mut found = None;
            for (strategy, weight) in self.weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                last = strategy;
                if left < *weight {
                    found = Some(strategy);
                    break;
                }
                left -= weight;
            }
            found.unwrap_or(last)
        } else {
            self.member(None, draws)
        };
        let child = mutate(parent, self.counts.len(), mutation, draws);
        let dead = self.member((replaced == Replaced::Other).then_some(parent), draws);
        self.replace(dead, child);
    }

    /// One comparison: a random member looks at a random other one and takes over its strategy with the probability that the
    /// rule gives; or, with the mutation probability, takes a random other strategy.
    pub fn compare(&mut self, rule: Compare, mutation: f64, draws: &mut Draws) {
        let focal = self.member(None, draws);
        if draws.chance(mutation) {
            let child = mutate(focal, self.counts.len(), 1.0, draws);
            self.replace(focal, child);
            return;
        }
        let model = self.member(Some(focal), draws);
        if model != focal && draws.chance(rule.probability(self.payoff(focal), self.payoff(model))) {
            self.replace(focal, model);
        }
    }

    /// The strategy of a random member; not of one member of `but`, if that is given.
    fn member(&self, but: Option<usize>, draws: &mut Draws) -> usize {
        let mut left = draws.below(self.population - u64::from(but.is_some()));
        for (strategy, count) in self.counts.iter().enumerate() {
            let count = count - u64::from(but == Some(strategy));
            if left < count {
                return strategy;
            }
            left -= count;
        }
        unreachable!("counts sum to the population")
    }

    fn replace(&mut self, old: usize, new: usize) {
        if old == new {
            return;
        }
        self.counts[old] -= 1;
        self.counts[new] += 1;
        self.changes += 1;
        if self.changes >= REFRESH {
            self.refresh();
            return;
        }
        for (own, sum) in self.sums.iter_mut().enumerate() {
            *sum += self.matrix.at(own, new) - self.matrix.at(own, old);
        }
    }

    fn refresh(&mut self) {
        self.changes = 0;
        let sum = |own: usize| self.matrix.row(own).iter().zip(&self.counts).map(|(a, n)| a * float(*n)).sum();
        self.sums = (0..self.counts.len()).map(sum).collect();
    }
}
