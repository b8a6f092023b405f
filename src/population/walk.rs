//! Two strategies in a well-mixed population without mutation: a walk on the number of members of the first.
//!
//! The walk is known beforehand: with k members it goes up with probability `T+(k)` in a step and down with `T-(k)`. So it is
//! played jump by jump (steps that change nothing are not drawn, but counted by their expectation `1 / (T+ + T-)`), and
//! solved exactly: the probability of ending at N, by the products of `T-/T+` (Karlin & Taylor 1975, ch. 4), and the mean
//! number of steps, by the same sums.

use super::matrix::{Fitness, Matrix, Pooling};
use super::rules::{Compare, Replaced};
use crate::sim::{Chance, Draws};

/// The walk of a population of two strategies.
#[derive(Clone, Debug)]
pub struct Walk {
    /// For k = 1 .. N-1: `[T+, T-]`.
    steps: Vec<[f64; 2]>,
    /// For k = 1 .. N-1: the chance that a jump goes up.
    up: Vec<Chance>,
}

/// Where a walk ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ended {
    /// Whether the first strategy took over; nothing if neither had when the walk was broken off.
    pub first: Option<bool>,
    /// The number of steps that the jumps of this walk take in expectation.
    pub steps: f64,
}

impl Walk {
    /// The walk of the Moran process. Nothing if a step's probabilities are both 0, so that the walk may stand still for ever.
    pub fn moran(
        matrix: &Matrix,
        population: u32,
        pooling: Pooling,
        fitness: Fitness,
        replaced: Replaced,
    ) -> Option<Self> {
        let n = f64::from(population);
        let whom = if replaced == Replaced::Other { n - 1.0 } else { n };
        Self::of(population, |k| {
            let (first, second) = payoffs(matrix, population, pooling, k);
            let weights = [k * fitness.of(first), (n - k) * fitness.of(second)];
            let total = weights[0] + weights[1];
            // If nobody is fit, parents are drawn at random.
            let [born_first, born_second] =
                if total > 0.0 { weights.map(|weight| weight / total) } else { [k / n, (n - k) / n] };
            [born_first * (n - k) / whom, born_second * k / whom]
        })
    }

    /// The walk of pairwise comparisons.
    pub fn compare(matrix: &Matrix, population: u32, pooling: Pooling, rule: Compare) -> Option<Self> {
        let n = f64::from(population);
        Self::of(population, |k| {
            let (first, second) = payoffs(matrix, population, pooling, k);
            let meet = k * (n - k) / (n * (n - 1.0));
            [meet * rule.probability(second, first), meet * rule.probability(first, second)]
        })
    }

    fn of(population: u32, step: impl Fn(f64) -> [f64; 2]) -> Option<Self> {
        let steps: Vec<[f64; 2]> = (1..population).map(|k| step(f64::from(k))).collect();
        // Between a state that never goes down and a later one that never goes up, it would walk for ever.
        let floor = steps.iter().position(|[_, down]| *down <= 0.0).unwrap_or(steps.len());
        let ceiling = steps.iter().rposition(|[up, _]| *up <= 0.0).unwrap_or(0);
        let moves = steps.iter().all(|[up, down]| up + down > 0.0) && (floor >= ceiling || steps[ceiling][0] > 0.0);
        let up: Vec<Chance> = steps.iter().map(|[up, down]| Chance::of(up / (up + down))).collect();
        moves.then_some(Self { up, steps })
    }

    /// Walks from `k` members of the first strategy to 0 or all, or until about so many steps are taken.
    ///
    /// # Panics
    /// If `k` is above the population.
    pub fn walk(&self, k: u32, most_steps: f64, draws: &mut Draws) -> Ended {
        let all = self.steps.len() + 1;
        let mut at = k as usize;
        assert!(at <= all, "members are part of the population");
        let mut steps = 0.0;
        while at > 0 && at < all && steps < most_steps {
            let [up, down] = self.steps[at - 1];
            steps += 1.0 / (up + down);
            if draws.happens(self.up[at - 1]) { at += 1 } else { at -= 1 }
        }
        Ended { first: (at == 0 || at == all).then_some(at == all), steps }
    }

    /// The probability that the first strategy takes over from `k` members.
    ///
    /// `(1 + sum_{l=1}^{k-1} p_l) / (1 + sum_{l=1}^{N-1} p_l)` with `p_l = prod_{i=1}^{l} T-(i) / T+(i)`, summed with the
    /// greatest term as the unit.
    pub fn fixation(&self, k: u32) -> f64 {
        // Below the last state that never goes up, the first strategy is doomed: that state is as good as 0.
        let wall = self.steps.iter().rposition(|[up, _]| *up <= 0.0).map_or(0, |at| at + 1);
        let Some(k) = (k as usize).checked_sub(wall).filter(|k| *k > 0) else { return 0.0 };
        let (mut logs, mut product) = (vec![0.0], 0.0);
        for [up, down] in &self.steps[wall..] {
            product += libm::log(*down) - libm::log(*up);
            logs.push(product);
        }
        let unit = logs.iter().fold(f64::NEG_INFINITY, |most, log| most.max(*log));
        let sum = |logs: &[f64]| logs.iter().map(|log| libm::exp(log - unit)).sum::<f64>();
        sum(&logs[..k.min(logs.len())]) / sum(&logs)
    }

    /// The mean number of steps from `k` members until one strategy is left, by elimination in the equations
    /// `(T+ + T-) t_k = 1 + T+ t_{k+1} + T- t_{k-1}`, `t_0 = t_N = 0`.
    pub fn mean_steps(&self, k: u32) -> f64 {
        // t_k = a_k t_{k+1} + b_k; no term is subtracted but in 1 - down a, which is at least up.
        let mut forward: Vec<[f64; 2]> = Vec::with_capacity(self.steps.len());
        let mut last = [0.0, 0.0];
        for [up, down] in &self.steps {
            let rate = up + down * (1.0 - last[0]);
            last = [up / rate, (1.0 + down * last[1]) / rate];
            forward.push(last);
        }
        let mut next = 0.0;
        for (at, [a, b]) in forward.iter().enumerate().rev() {
            next = a * next + b;
            if at + 1 == k as usize {
                return next;
            }
        }
        0.0
    }
}

/// The payoffs of a member of either strategy with `k` of the first.
fn payoffs(matrix: &Matrix, population: u32, pooling: Pooling, k: f64) -> (f64, f64) {
    let n = f64::from(population);
    let first = (k - 1.0) * matrix.at(0, 0) + (n - k) * matrix.at(0, 1);
    let second = k * matrix.at(1, 0) + (n - k - 1.0) * matrix.at(1, 1);
    if pooling == Pooling::Mean { (first / (n - 1.0), second / (n - 1.0)) } else { (first, second) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::population::Mixed;
    use crate::sim::{Purpose, Who};

    fn draws(repetition: u64) -> Draws {
        RunKey::derive(Seed(3), 0, "").draws(Who::place("walk", repetition), Purpose::Selection)
    }

    fn matrix(cells: [[f64; 2]; 2]) -> Matrix {
        Matrix::new(&cells.map(|row| row.to_vec())).expect("a table")
    }

    #[test]
    fn constant_fitness_has_morans_closed_form() {
        let advantage = matrix([[1.1, 1.1], [1.0, 1.0]]);
        let fitness = Fitness::Linear { weight: 1.0 };
        let walk = Walk::moran(&advantage, 100, Pooling::Mean, fitness, Replaced::Anyone).expect("it moves");
        for k in [1, 7, 60] {
            let r: f64 = 1.1;
            let expected = (1.0 - r.powi(-k)) / (1.0 - r.powi(-100));
            assert!((walk.fixation(k.unsigned_abs()) - expected).abs() < 1e-13);
        }
        let runs = 40_000;
        let fixed = (0..runs).filter(|run| walk.walk(1, f64::INFINITY, &mut draws(*run)).first == Some(true)).count()
            as f64
            / runs as f64;
        assert!((fixed - 0.090916).abs() < 4.5 * (0.0909f64 * 0.9091 / runs as f64).sqrt(), "{fixed}");
    }

    #[test]
    fn neutral_walks_take_their_known_time() {
        // Neutral Moran process: t_k = N (sum_{j=1}^{k} (N-k)/(N-j) + sum_{j=k+1}^{N-1} k/j) (Ewens 2004, eq. 3.6).
        let neutral = matrix([[1.0, 1.0], [1.0, 1.0]]);
        let fitness = Fitness::Exponential { intensity: 2.0 };
        let walk = Walk::moran(&neutral, 30, Pooling::Mean, fitness, Replaced::Anyone).expect("it moves");
        for k in [1u32, 12, 29] {
            let (n, k_) = (30.0, f64::from(k));
            let low: f64 = (1..=k).map(|j| (n - k_) / (n - f64::from(j))).sum();
            let high: f64 = (k + 1..30).map(|j| k_ / f64::from(j)).sum();
            assert!((walk.mean_steps(k) / (n * (low + high)) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn jumps_and_single_steps_agree() {
        let hunt = matrix([[4.0, 0.0], [3.0, 2.0]]);
        let rule = Compare::Fermi { intensity: 0.3 };
        let walk = Walk::compare(&hunt, 12, Pooling::Mean, rule).expect("it moves");
        let (runs, mut fixed, mut steps) = (20_000u32, 0u32, 0u64);
        for run in 0..runs {
            let mut draws = draws(u64::from(run));
            let mut mixed = Mixed::new(&hunt, Pooling::Mean, vec![7, 5]);
            while mixed.fixed().is_none() {
                mixed.compare(rule, 0.0, &mut draws);
                steps += 1;
            }
            fixed += u32::from(mixed.fixed() == Some(0));
        }
        let (rho, mean) = (walk.fixation(7), walk.mean_steps(7));
        let se = (rho * (1.0 - rho) / f64::from(runs)).sqrt();
        assert!((f64::from(fixed) / f64::from(runs) - rho).abs() < 4.5 * se);
        // The times of such walks spread about as widely as their mean.
        assert!((steps as f64 / f64::from(runs) / mean - 1.0).abs() < 4.5 / f64::from(runs).sqrt());
    }

    #[test]
    fn a_strategy_that_never_breeds_is_doomed_unless_it_is_alone() {
        let doomed = matrix([[0.0, 0.0], [1.0, 1.0]]);
        let walk = Walk::moran(&doomed, 5, Pooling::Mean, Fitness::Linear { weight: 1.0 }, Replaced::Anyone)
            .expect("it moves");
        assert_eq!([0, 1, 4, 5].map(|k| walk.fixation(k)), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(walk.walk(4, f64::INFINITY, &mut draws(0)).first, Some(false));
        assert_eq!(walk.walk(4, 0.5, &mut draws(0)).first, None);
    }
}
