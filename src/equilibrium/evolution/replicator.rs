//! The replicator dynamics as a flow on the simplex, with or without mutation.
//!
//! `x_i' = sum_j x_j (A x)_j q_ji - x_i (x . A x)`, where `q_ji` is the probability that an offspring of j is an i
//! (replicator-mutator, Hadeler 1981; Nowak 2006, ch. 4). Without mutation it is `x_i' = x_i ((A x)_i - x . A x)` (Taylor &
//! Jonker 1978). Time is in units of 1 / payoff.
//!
//! Two integrators: classical Runge-Kutta of fixed steps, and a Taylor series of adaptive order of magnitude of step
//! ([`Flow::at`]). Both divide by the sum of the shares after each step: where the mean payoff is negative, the sum 1
//! is unstable, and rounding would grow like `exp(|x . A x| t)`.

use super::payoffs::{EvolutionError, Payoffs};
use super::taylor;
use crate::exact::Rational;

/// The replicator dynamics of a game.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Flow, Payoffs};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// // Strategy 0 always gets 1 more: its odds grow like e^t.
/// let flow = Flow::replicator(&Payoffs::new(&[vec![q(1), q(1)], vec![q(0), q(0)]]).unwrap());
/// let path = flow.at(&[0.5, 0.5], &[3.0]).unwrap();
/// assert!((path[0][0] / path[0][1] - libm::exp(3.0)).abs() < 1e-11);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Flow {
    strategies: usize,
    /// `[own * n + other]`.
    payoffs: Vec<f64>,
    /// `[parent * n + offspring]`, if there is mutation.
    mutation: Option<Vec<f64>>,
}

impl Flow {
    /// The flow without mutation.
    pub fn replicator(payoffs: &Payoffs) -> Self {
        let n = payoffs.strategies();
        let cells = (0..n).flat_map(|own| (0..n).map(move |other| payoffs.float(own, other)));
        Self { strategies: n, payoffs: cells.collect(), mutation: None }
    }

    /// The flow in which an offspring of strategy j is an i with probability `mutation[j][i]`.
    ///
    /// # Errors
    /// If a row is no distribution over the strategies, or their number is wrong.
    pub fn with_mutation(payoffs: &Payoffs, mutation: &[Vec<Rational>]) -> Result<Self, EvolutionError> {
        let n = payoffs.strategies();
        if mutation.len() != n {
            let found = format!("mutation from {} of {n} strategies", mutation.len());
            return Err(EvolutionError::NotAState { found });
        }
        if let Some(bad) = mutation.iter().position(|row| !is_distribution(row, n)) {
            return Err(EvolutionError::NotAState { found: format!("row {bad} of the mutation matrix") });
        }
        let cells = mutation.iter().flatten().map(Rational::to_f64).collect();
        Ok(Self { mutation: Some(cells), ..Self::replicator(payoffs) })
    }

    /// The flow in which an offspring is of another strategy with probability `mu`, each of them equally likely.
    ///
    /// # Errors
    /// If `mu` is not from 0 to 1, or there is no other strategy to mutate to.
    pub fn with_uniform_mutation(payoffs: &Payoffs, mu: &Rational) -> Result<Self, EvolutionError> {
        let n = payoffs.strategies();
        if mu.is_negative() || *mu > 1 || n < 2 {
            let expected = "a number from 0 to 1, and at least two strategies";
            return Err(EvolutionError::OutOfRange {
                name: "the mutation probability",
                found: mu.to_string(),
                expected,
            });
        }
        let others = Rational::from(i64::try_from(n - 1).expect("a table of payoffs is small"));
        let cell = |from: usize, to: usize| if from == to { Rational::one() - mu.clone() } else { mu / &others };
        let matrix: Vec<Vec<Rational>> = (0..n).map(|from| (0..n).map(|to| cell(from, to)).collect()).collect();
        Self::with_mutation(payoffs, &matrix)
    }

    /// The velocity `x'` at a state.
    pub fn velocity(&self, shares: &[f64]) -> Vec<f64> {
        let mut velocity = vec![0.0; shares.len()];
        self.velocity_into(shares, &mut vec![0.0; shares.len()], &mut velocity);
        velocity
    }

    fn velocity_into(&self, shares: &[f64], gains: &mut [f64], velocity: &mut [f64]) {
        let mut mean = 0.0;
        for ((gain, row), share) in gains.iter_mut().zip(self.rows()).zip(shares) {
            *gain = share * dot(row, shares);
            mean += *gain;
        }
        self.offspring(gains, velocity);
        for (velocity, share) in velocity.iter_mut().zip(shares) {
            *velocity -= share * mean;
        }
    }

    /// The state after so many steps of length `dt` of the classical Runge-Kutta method (Kutta 1901), divided by its sum
    /// after each step. The error of a step is of order `dt^5`.
    ///
    /// # Errors
    /// If `start` is no distribution over the strategies, or a step is so long for these payoffs that floats overflow.
    pub fn runge_kutta(&self, start: &[f64], dt: f64, steps: usize) -> Result<Vec<f64>, EvolutionError> {
        self.check(start)?;
        let n = self.strategies;
        let mut state = start.to_vec();
        let (mut gains, mut at) = (vec![0.0; n], vec![0.0; n]);
        let (mut slope, mut total) = (vec![0.0; n], vec![0.0; n]);
        for _ in 0..steps {
            // Each slope's weight in the mean of the four, and how far along it the next one is taken.
            let stages = [(1.0, 0.5 * dt), (2.0, 0.5 * dt), (2.0, dt), (1.0, 0.0)];
            at.copy_from_slice(&state);
            total.fill(0.0);
            for (weight, ahead) in stages {
                self.velocity_into(&at, &mut gains, &mut slope);
                for i in 0..n {
                    total[i] += weight * slope[i];
                    at[i] = state[i] + ahead * slope[i];
                }
            }
            for (x, total) in state.iter_mut().zip(&total) {
                *x += dt / 6.0 * total;
            }
            normalise(&mut state);
        }
        if !state.iter().all(|x| x.is_finite()) {
            let expected = "a step that is short for these payoffs";
            return Err(EvolutionError::OutOfRange { name: "the step", found: dt.to_string(), expected });
        }
        Ok(state)
    }

    /// The states at the given times (from 0, ascending) of the path that starts in `start`, to a relative error of each
    /// share of about 1e-12 as long as the flow does not spread errors.
    ///
    /// # Errors
    /// If `start` is no distribution over the strategies, the times do not ascend, or a path is too long to follow.
    pub fn at(&self, start: &[f64], times: &[f64]) -> Result<Vec<Vec<f64>>, EvolutionError> {
        self.check(start)?;
        let ascending = times.windows(2).all(|pair| pair[0] <= pair[1]);
        if !(ascending && times.iter().all(|t| t.is_finite() && *t >= 0.0)) {
            let expected = "finite times from 0 in ascending order";
            return Err(EvolutionError::OutOfRange {
                name: "the list of times",
                found: format!("{times:?}"),
                expected,
            });
        }
        taylor::follow(self, start, times)
    }

    /// The number of strategies.
    pub fn strategies(&self) -> usize {
        self.strategies
    }

    /// Whether an absent strategy stays absent.
    pub(super) fn keeps_faces(&self) -> bool {
        self.mutation.is_none()
    }

    /// What each strategy gets against each: a row a strategy.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.payoffs.chunks_exact(self.strategies)
    }

    /// The strategies of the offspring, from how many each strategy has.
    pub(super) fn offspring(&self, gains: &[f64], born: &mut [f64]) {
        let Some(mutation) = &self.mutation else { return born.copy_from_slice(gains) };
        born.fill(0.0);
        for (gain, row) in gains.iter().zip(mutation.chunks_exact(self.strategies)) {
            for (born, chance) in born.iter_mut().zip(row) {
                *born += gain * chance;
            }
        }
    }

    fn check(&self, start: &[f64]) -> Result<(), EvolutionError> {
        let sum: f64 = start.iter().sum();
        if start.len() == self.strategies && start.iter().all(|x| *x >= 0.0) && (sum - 1.0).abs() <= 1e-9 {
            return Ok(());
        }
        Err(EvolutionError::NotAState { found: format!("the start {start:?} for {} strategies", self.strategies) })
    }
}

fn is_distribution(row: &[Rational], size: usize) -> bool {
    row.len() == size && row.iter().all(|x| !x.is_negative()) && row.iter().sum::<Rational>() == 1
}

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Brings shares back to the sum 1; what rounding made negative is 0. What is no number stays none.
pub(super) fn normalise(state: &mut [f64]) {
    for x in &mut *state {
        if *x < 0.0 {
            *x = 0.0;
        }
    }
    let sum: f64 = state.iter().sum();
    for x in state {
        *x /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::evolution::payoffs::game;

    #[test]
    fn a_zero_sum_cycle_keeps_the_product_of_its_shares() {
        // Hofbauer & Sigmund 1998, sec. 7.7: x y z is a constant of motion of zero-sum rock-paper-scissors.
        let flow = Flow::replicator(&game(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]]));
        let start = [0.5, 0.3, 0.2];
        let product = |x: &[f64]| x[0] * x[1] * x[2];
        for state in flow.at(&start, &[1.0, 10.0, 100.0, 1000.0]).expect("a path") {
            assert!((product(&state) / product(&start) - 1.0).abs() < 1e-11, "{state:?}");
        }
    }

    #[test]
    fn tiny_shares_keep_their_digits() {
        // Constant payoffs 2, 1, -3: shares grow like e^2t, e^t, e^-3t before they are divided by their sum.
        let flow = Flow::replicator(&game(&[&[2, 2, 2], &[1, 1, 1], &[-3, -3, -3]]));
        let state = &flow.at(&[0.2, 0.3, 0.5], &[40.0]).expect("a path")[0];
        let weights = [0.2 * libm::exp(80.0), 0.3 * libm::exp(40.0), 0.5 * libm::exp(-120.0)];
        let sum: f64 = weights.iter().sum();
        for (x, weight) in state.iter().zip(weights) {
            assert!((x / (weight / sum) - 1.0).abs() < 1e-11, "{state:?}");
        }
    }

    #[test]
    fn negative_mean_payoffs_do_not_blow_rounding_up() {
        // Everyone gets -30 but for a difference of 1: the same odds as without the 30.
        let flow = Flow::replicator(&game(&[&[-29, -29], &[-30, -30]]));
        let state = &flow.at(&[0.5, 0.5], &[5.0]).expect("a path")[0];
        assert!((state[0] / state[1] / libm::exp(5.0) - 1.0).abs() < 1e-11);
        let state = flow.runge_kutta(&[0.5, 0.5], 0.01, 500).expect("a path");
        assert!((state[0] / state[1] / libm::exp(5.0) - 1.0).abs() < 1e-5);
    }

    #[test]
    fn the_unit_of_payoffs_is_a_unit_of_time() {
        let cells = [[0i64, 2, -1], [1, 0, 3], [2, -1, 0]];
        let scaled = |factor: &str| {
            let factor: Rational = factor.parse().expect("a number");
            let table: Vec<Vec<Rational>> =
                cells.iter().map(|row| row.iter().map(|x| &factor * &Rational::from(*x)).collect()).collect();
            Flow::replicator(&Payoffs::new(&table).expect("a table"))
        };
        let start = [0.5, 0.3, 0.2];
        let expected = &scaled("1").at(&start, &[8.0]).expect("a path")[0];
        for (factor, time) in [("1e90", 8e-90), ("1e-90", 8e90), ("3e-14", 8.0 / 3e-14)] {
            let state = &scaled(factor).at(&start, &[time]).expect("a path")[0];
            for (x, y) in state.iter().zip(expected) {
                assert!((x / y - 1.0).abs() < 1e-10, "{factor}: {state:?} {expected:?}");
            }
        }
        // A step of Runge-Kutta cannot follow the first of these.
        assert!(matches!(scaled("1e90").runge_kutta(&start, 0.01, 10), Err(EvolutionError::OutOfRange { .. })));
        assert!(scaled("1e90").at(&start, &[1e300]).is_err());
    }

    #[test]
    fn mutation_alone_mixes_evenly_and_selection_balances_it() {
        let neutral = Flow::with_uniform_mutation(&game(&[&[1, 1], &[1, 1]]), &Rational::new(1, 10)).expect("a flow");
        let state = &neutral.at(&[1.0, 0.0], &[2.0]).expect("a path")[0];
        // x' = -mu x + mu (1 - x) with fitness 1.
        assert!((state[0] - (0.5 + 0.5 * libm::exp(-0.4))).abs() < 1e-13);
        // Fitness 2 against 1, one-way mutation u: the fit settle at 1 - 2u + ... = (1 - 2u), Eigen's quasispecies.
        let u = Rational::new(1, 10);
        let matrix = [vec![Rational::one() - u.clone(), u], vec![Rational::zero(), Rational::one()]];
        let flow = Flow::with_mutation(&game(&[&[2, 2], &[1, 1]]), &matrix).expect("a flow");
        let state = &flow.at(&[0.5, 0.5], &[200.0]).expect("a path")[0];
        assert!((state[0] - 0.8).abs() < 1e-12, "{state:?}");
    }

    #[test]
    fn what_is_no_state_is_refused() {
        let game = game(&[&[1, 0], &[0, 1]]);
        let flow = Flow::replicator(&game);
        for start in [&[1.0][..], &[0.7, 0.7], &[1.5, -0.5], &[f64::NAN, 1.0]] {
            assert!(matches!(flow.at(start, &[1.0]), Err(EvolutionError::NotAState { .. })), "{start:?}");
            assert!(flow.runge_kutta(start, 0.1, 1).is_err());
        }
        for times in [&[2.0, 1.0][..], &[-1.0], &[f64::INFINITY]] {
            assert!(matches!(flow.at(&[0.5, 0.5], times), Err(EvolutionError::OutOfRange { .. })), "{times:?}");
        }
        assert!(matches!(flow.at(&[0.4, 0.6], &[1e12]), Ok(_) | Err(EvolutionError::TooManySteps { .. })));
        let half = Rational::new(1, 2);
        for matrix in
            [vec![vec![half.clone(), half.clone()]], vec![vec![half.clone(), half.clone()], vec![half.clone()]]]
        {
            assert!(Flow::with_mutation(&game, &matrix).is_err());
        }
        assert!(Flow::with_uniform_mutation(&game, &Rational::from(2i64)).is_err());
    }
}
