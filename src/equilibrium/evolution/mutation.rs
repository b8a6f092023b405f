//! Two strategies under selection and mutation at every step: the whole distribution over the population's states.
//!
//! Pairwise comparison with mutation (Traulsen, Nowak & Pacheco 2006; Sigmund et al. 2010): in a step, one random
//! member either mutates to the other strategy (probability `mu`) or compares its payoff with a random other member's
//! and imitates it by the Fermi rule. With k members of strategy 0 among N and payoffs as in
//! [`Invasion`](super::Invasion):
//!
//! `T+(k) = (1-mu) k(N-k) / (N(N-1)) / (1 + exp(-beta (pi_0 - pi_1))) + mu (N-k)/N`,
//! `T-(k) = (1-mu) k(N-k) / (N(N-1)) / (1 + exp(+beta (pi_0 - pi_1))) + mu k/N`.

use super::birth_death::BirthDeath;
use super::payoffs::{EvolutionError, Payoffs, check_intensity, check_population};
use super::semifield::LogNumber;

/// The greatest population.
const LIMIT: u32 = 1_000_000;

/// The chain on k, the number of members with strategy 0, from 0 to N.
///
/// # Errors
/// If there are not two strategies, the population is not from 2 to a million, `beta` not from 0, or `mu` not from
/// 1e-300 to 1: without mutation the chain ends in one of two states.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Payoffs, with_mutation};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let neutral = Payoffs::new(&[vec![q(1), q(1)], vec![q(1), q(1)]]).unwrap();
/// let pi = with_mutation(&neutral, 50, 1.0, 1.0).unwrap().stationary();
/// // Mutation alone is Ehrenfest's urn: binomial(50, 1/2).
/// assert!((pi[0].logarithm() - 50.0 * libm::log(0.5)).abs() < 1e-12);
/// ```
pub fn with_mutation(
    payoffs: &Payoffs,
    population: u32,
    beta: f64,
    mu: f64,
) -> Result<BirthDeath<LogNumber>, EvolutionError> {
    payoffs.two()?;
    check_population(population)?;
    check_intensity(beta)?;
    if population > LIMIT {
        return Err(EvolutionError::TooMany {
            what: "members of a population",
            found: population as usize,
            limit: LIMIT as usize,
        });
    }
    if !(1e-300..=1.0).contains(&mu) {
        let expected = "a number from 1e-300 to 1";
        return Err(EvolutionError::OutOfRange { name: "the mutation probability", found: mu.to_string(), expected });
    }
    let (slope, at_zero) = payoffs.difference(0, 1, population);
    let n = f64::from(population);
    let steps = |k: u32| -> (f64, f64) {
        let k = f64::from(k);
        let meet = (1.0 - mu) * k * (n - k) / (n * (n - 1.0));
        let x = beta * (slope * k + at_zero);
        // Both Fermi probabilities from one exponential that cannot overflow.
        let e = libm::exp(-x.abs());
        let (winner, loser) = (1.0 / (1.0 + e), e / (1.0 + e));
        let (up, down) = if x >= 0.0 { (winner, loser) } else { (loser, winner) };
        (meet * up + mu * (n - k) / n, meet * down + mu * k / n)
    };
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for k in 0..=population {
        let (rise, fall) = steps(k);
        if k < population {
            up.push(LogNumber::from_value(rise));
        }
        if k > 0 {
            down.push(LogNumber::from_value(fall));
        }
    }
    Ok(BirthDeath::new(up, down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::evolution::chain::stationary;
    use crate::equilibrium::evolution::{Process, Semifield, small_mutation};
    use crate::exact::Rational;

    fn stag_hunt() -> Payoffs {
        let q = |n: i64| Rational::from(n);
        Payoffs::new(&[vec![q(4), q(0)], vec![q(3), q(2)]]).expect("a table")
    }

    #[test]
    fn the_whole_matrix_has_the_same_stationary_distribution() {
        // The transition matrix built step by step from the definition, solved as any chain.
        let (n, beta, mu) = (20usize, 0.7, 0.02);
        let payoffs = stag_hunt();
        let (a, b, c, d) = (4.0, 0.0, 3.0, 2.0);
        let mut rates = vec![vec![LogNumber::zero(); n + 1]; n + 1];
        let count = |x: usize| x as f64;
        for k in 0..=n {
            let (zeros, ones, others) = (count(k), count(n - k), count(n - 1));
            let lead = ((zeros - 1.0) * a + ones * b - zeros * c - (ones - 1.0) * d) / others;
            let pick = (1.0 - mu) * zeros / count(n) * ones / others;
            if k < n {
                let up = pick / (1.0 + (-beta * lead).exp()) + mu * ones / count(n);
                rates[k][k + 1] = LogNumber::from_value(up);
            }
            if k > 0 {
                let down = pick / (1.0 + (beta * lead).exp()) + mu * zeros / count(n);
                rates[k][k - 1] = LogNumber::from_value(down);
            }
        }
        let expected = stationary(rates).expect("irreducible");
        let found = with_mutation(&payoffs, 20, beta, mu).expect("in range").stationary();
        for (a, b) in found.iter().zip(&expected) {
            assert!((a.logarithm() - b.logarithm()).abs() < 1e-11);
        }
    }

    #[test]
    fn rare_mutation_is_the_limit_of_rare_mutants() {
        let payoffs = stag_hunt();
        let pi = with_mutation(&payoffs, 30, 0.5, 1e-12).expect("in range").stationary();
        let limit = small_mutation(&payoffs, &Process::Fermi { population: 30, beta: 0.5 }).expect("in range");
        assert!(
            (pi[30].logarithm() - limit[0].logarithm()).abs() < 1e-9
                && (pi[0].logarithm() - limit[1].logarithm()).abs() < 1e-9
        );
    }

    #[test]
    fn a_chain_without_mutation_is_refused() {
        assert!(with_mutation(&stag_hunt(), 10, 1.0, 0.0).is_err());
        assert!(with_mutation(&stag_hunt(), 10, 1.0, f64::NAN).is_err());
        assert!(with_mutation(&stag_hunt(), 2_000_000, 1.0, 0.1).is_err());
        // Extremes stay chains: no probability is rounded to zero.
        let pi = with_mutation(&stag_hunt(), 100, 1e100, 1e-300).expect("in range").stationary();
        assert!(pi.iter().all(|p| !p.logarithm().is_nan()));
    }
}
