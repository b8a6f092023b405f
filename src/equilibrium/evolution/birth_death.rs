//! Birth-death chains: states 0 to N in a row, steps by one.
//!
//! Source: Karlin & Taylor 1975, ch. 4. Stationary weights are products of ratios; mean first passage times follow a
//! recursion with positive terms alone, so that over logarithms a waiting time of 1e400 steps is as good as one of 4.

use super::semifield::Semifield;

/// A birth-death chain by its probabilities (or rates) of going up and down.
#[derive(Clone, Debug, PartialEq)]
pub struct BirthDeath<T> {
    up: Vec<T>,
    down: Vec<T>,
}

impl<T: Semifield> BirthDeath<T> {
    /// The chain in which `up[k]` leads from `k` to `k + 1` and `down[k]` from `k + 1` to `k`.
    ///
    /// # Panics
    /// If the two have different lengths, or a probability is zero: a chain that can be absorbed has no stationary
    /// distribution to ask for.
    pub fn new(up: Vec<T>, down: Vec<T>) -> Self {
        assert_eq!(up.len(), down.len(), "each step up has its step down");
        assert!(up.iter().chain(&down).all(|step| !step.is_zero()), "every step can be taken");
        Self { up, down }
    }

    /// The number of states, N + 1.
    pub fn states(&self) -> usize {
        self.up.len() + 1
    }

    /// The stationary distribution by state: `pi[k + 1] / pi[k] = up[k] / down[k]`.
    pub fn stationary(&self) -> Vec<T> {
        let mut weights = Vec::with_capacity(self.states());
        let mut weight = T::one();
        for (up, down) in self.up.iter().zip(&self.down) {
            let next = weight.times(up).over(down);
            weights.push(weight);
            weight = next;
        }
        weights.push(weight);
        T::normalised(weights)
    }

    /// The mean number of steps until the chain that starts in `from` is first in `to`.
    ///
    /// Upwards, `h[k] = (1 + down[k-1] h[k-1]) / up[k]` is the mean time from `k` to `k + 1`; the sum from `from` to
    /// `to - 1` is the answer. Downwards it is the mirror image.
    ///
    /// # Panics
    /// If a state is beyond the last one.
    pub fn mean_passage(&self, from: usize, to: usize) -> T {
        assert!(from.max(to) < self.states(), "both are states of the chain");
        if from <= to {
            climb(&self.up[..to], &self.down, from)
        } else {
            let top = self.up.len();
            let mirror = |steps: &[T]| -> Vec<T> { steps.iter().rev().cloned().collect() };
            climb(&mirror(&self.down)[..top - to], &mirror(&self.up), top - from)
        }
    }
}

/// The sum of the mean times of the steps from `from` on, to the end of `up`.
fn climb<T: Semifield>(up: &[T], down: &[T], from: usize) -> T {
    let (mut total, mut last) = (T::zero(), T::zero());
    for (k, up) in up.iter().enumerate() {
        let back = if k == 0 { T::zero() } else { down[k - 1].times(&last) };
        last = T::one().plus(&back).over(up);
        if k >= from {
            total = total.plus(&last);
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::super::chain::stationary;
    use super::super::semifield::LogNumber;
    use super::*;
    use crate::exact::Rational;

    fn q(n: i64, d: i64) -> Rational {
        Rational::new(n, d)
    }

    #[test]
    fn a_fair_walk_takes_the_square_of_its_length() {
        // Reflected at 0 and stepping up or down with 1/2 elsewhere, from 0 to n it takes n^2 steps (Feller 1968, XIV).
        let up: Vec<Rational> = (0..10).map(|k| if k == 0 { q(1, 1) } else { q(1, 2) }).collect();
        let walk = BirthDeath::new(up, vec![q(1, 2); 10]);
        for n in 0..=10i64 {
            assert_eq!(walk.mean_passage(0, n as usize), q(n * n, 1));
        }
        assert_eq!(walk.mean_passage(3, 7), q(49 - 9, 1));
    }

    #[test]
    fn ehrenfests_urn_is_binomial_and_rarely_full() {
        // N balls, one is moved a step: stationary binomial(N, 1/2); from empty to full is a symmetric passage.
        let n = 12i64;
        let up: Vec<Rational> = (0..n).map(|k| q(n - k, n)).collect();
        let down: Vec<Rational> = (0..n).map(|k| q(k + 1, n)).collect();
        let urn = BirthDeath::new(up, down);
        let mut choose = 1i64;
        for (k, share) in urn.stationary().into_iter().enumerate() {
            assert_eq!(share, q(choose, 1 << n));
            choose = choose * (n - k as i64) / (k as i64 + 1);
        }
        assert_eq!(urn.mean_passage(0, 12), urn.mean_passage(12, 0));
        // Kac 1947: a state of weight p is seen again after 1/p steps; from full, the first step is down.
        assert_eq!(urn.mean_passage(11, 12), q((1 << n) - 1, 1));
    }

    #[test]
    fn logarithms_say_what_rationals_say() {
        let up = [q(1, 3), q(1, 50), q(2, 7), q(1, 1000)];
        let down = [q(1, 2), q(1, 9), q(3, 5), q(1, 4)];
        let exact = BirthDeath::new(up.to_vec(), down.to_vec());
        let of = |steps: &[Rational]| steps.iter().map(LogNumber::of).collect::<Vec<_>>();
        let logs = BirthDeath::new(of(&up), of(&down));
        for (from, to) in [(0, 4), (4, 0), (1, 3), (3, 1), (2, 2)] {
            let (a, b) = (exact.mean_passage(from, to).to_f64(), logs.mean_passage(from, to).value());
            assert!((a - b).abs() <= 1e-12 * a, "{from} {to}");
        }
        let mut rates = vec![vec![Rational::zero(); 5]; 5];
        for k in 0..4 {
            rates[k][k + 1] = up[k].clone();
            rates[k + 1][k] = down[k].clone();
        }
        assert_eq!(stationary(rates), Some(exact.stationary()));
    }
}
