//! Rare mutants: before one appears, the last has fixated or gone, so that the population is of one strategy nearly
//! always and moves between strategies at the rates of fixation.
//!
//! Source: Fudenberg & Imhof 2006 (the limit); Imhof, Fudenberg & Nowak 2005 (its use). The chain goes from resident r
//! to invader i at rate `rho_{i invades r} / (n-1)`. It is solved without subtraction over logarithms, so that it
//! has an answer even where every rate is below 1e-300.

use super::chain::stationary;
use super::fixation::Invasion;
use super::payoffs::{EvolutionError, Payoffs};
use super::semifield::{LogNumber, Semifield};
use crate::exact::Rational;

/// How a finite population changes.
#[derive(Clone, Debug, PartialEq)]
pub enum Process {
    /// Pairwise comparison with the Fermi rule ([`Invasion::fermi`]).
    Fermi {
        /// The size of the population, from 2.
        population: u32,
        /// The intensity of selection, from 0, per unit of payoff.
        beta: f64,
    },
    /// The Moran process with fitness linear in payoff ([`Invasion::moran_linear`]).
    MoranLinear {
        /// The size of the population, from 2.
        population: u32,
        /// The weight of payoffs in fitness, from 0 to 1.
        w: Rational,
    },
}

/// The greatest number of strategies; the chain costs its cube.
const LIMIT: usize = 256;

/// The share of time that a population spends in each strategy when mutants are rare, by strategy.
///
/// # Errors
/// If a parameter is out of range, there are more than 256 strategies, or a fitness is not positive.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Payoffs, Process, small_mutation};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let stag_hunt = Payoffs::new(&[vec![q(4), q(0)], vec![q(3), q(2)]]).unwrap();
/// let share = small_mutation(&stag_hunt, &Process::Fermi { population: 100, beta: 1.0 }).unwrap();
/// // Hare is risk-dominant: exp(52) to 1 against stag, though each fixates with a probability below 1e-7.
/// assert!((share[0].logarithm() + 52.0).abs() < 1e-9);
/// ```
pub fn small_mutation(payoffs: &Payoffs, process: &Process) -> Result<Vec<LogNumber>, EvolutionError> {
    payoffs.at_most(LIMIT)?;
    of_invasions(payoffs.strategies(), |invader, resident| {
        let invasion = Invasion::of(payoffs, invader, resident);
        let fixation = match process {
            Process::Fermi { population, beta } => invasion.fermi(*population, *beta)?,
            Process::MoranLinear { population, w } => invasion
                .moran_linear(*population, w)?
                .ok_or(EvolutionError::FitnessNotPositive { invader, resident })?,
        };
        Ok(LogNumber::from_ln(fixation.ln_rho))
    })
}

/// The stationary distribution of the chain in which `rho(invader, resident)` is the rate from resident to invader; all
/// are positive. A common factor of the rates, such as the mutant's chance `1 / (n-1)`, changes nothing.
pub(super) fn of_invasions<T: Semifield>(
    strategies: usize,
    rho: impl Fn(usize, usize) -> Result<T, EvolutionError>,
) -> Result<Vec<T>, EvolutionError> {
    let rate = |from: usize, to: usize| if from == to { Ok(T::zero()) } else { rho(to, from) };
    let rates = (0..strategies)
        .map(|from| (0..strategies).map(|to| rate(from, to)).collect())
        .collect::<Result<Vec<Vec<T>>, EvolutionError>>()?;
    Ok(stationary(rates).expect("every rate is positive, so that every state can be left"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_of_dominance_spend_equal_times() {
        let q = |n: i64| Rational::from(n);
        let cycle = [vec![q(0), q(-1), q(1)], vec![q(1), q(0), q(-1)], vec![q(-1), q(1), q(0)]];
        let payoffs = Payoffs::new(&cycle).expect("a table");
        for process in [
            Process::Fermi { population: 100, beta: 50.0 },
            Process::MoranLinear { population: 30, w: Rational::new(1, 3) },
        ] {
            for share in small_mutation(&payoffs, &process).expect("in range") {
                assert!((share.value() - 1.0 / 3.0).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn a_fitness_that_is_not_positive_is_named() {
        let q = |n: i64| Rational::from(n);
        let payoffs = Payoffs::new(&[vec![q(1), q(-5)], vec![q(1), q(1)]]).expect("a table");
        let error = small_mutation(&payoffs, &Process::MoranLinear { population: 10, w: Rational::one() });
        assert_eq!(error, Err(EvolutionError::FitnessNotPositive { invader: 1, resident: 0 }));
    }
}
