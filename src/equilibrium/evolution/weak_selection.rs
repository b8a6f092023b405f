//! What decides between two strategies when selection is weak or mutants are rare: the one-third rule, the ratio of the
//! two fixation probabilities, and risk dominance. All exact.

use super::payoffs::{EvolutionError, Payoffs, check_population};
use crate::exact::Rational;
use crate::game::TwoByTwo;

/// Both sides of the one-third rule (Nowak, Sasaki, Taylor & Fudenberg 2004): in a large population under weak
/// selection, strategy 0 is favoured to take over (`rho_0 > 1/N`) if `A00 + 2 A01 > A10 + 2 A11`, that is, if
/// strategy 0 does better where a third of the population plays it.
///
/// # Errors
/// If there are not two strategies.
pub fn one_third(payoffs: &Payoffs) -> Result<[Rational; 2], EvolutionError> {
    payoffs.two()?;
    let side = |own: usize| payoffs.exact(own, 0) + &(&Rational::from(2i64) * payoffs.exact(own, 1));
    Ok([side(0), side(1)])
}

/// Both sides of the same rule for a population of N (their eq. 8 and its like):
/// `A00 (N-2) + A01 (2N-1) > A10 (N+1) + A11 (2N-4)`.
///
/// # Errors
/// If there are not two strategies, or the population is not from 2.
pub fn one_third_finite(payoffs: &Payoffs, population: u32) -> Result<[Rational; 2], EvolutionError> {
    payoffs.two()?;
    check_population(population)?;
    let n = i64::from(population);
    let term = |weight: i64, own: usize, other: usize| &Rational::from(weight) * payoffs.exact(own, other);
    Ok([term(n - 2, 0, 0) + term(2 * n - 1, 0, 1), term(n + 1, 1, 0) + term(2 * n - 4, 1, 1)])
}

/// The R with `ln(rho_01 / rho_10) = beta R` under the Fermi rule, at any intensity beta:
/// `R = (N/2-1) A00 + (N/2) A01 - (N/2) A10 - (N/2-1) A11`.
///
/// With rare mutants, the population spends `exp(beta R)` times as long in strategy 0 as in strategy 1. For large N the
/// sign of R is risk dominance.
///
/// # Errors
/// If there are not two strategies, or the population is not from 2.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Payoffs, weak_selection::log_rho_ratio};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let dilemma = Payoffs::new(&[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
/// assert_eq!(log_rho_ratio(&dilemma, 10).unwrap(), q(-17));
/// ```
pub fn log_rho_ratio(payoffs: &Payoffs, population: u32) -> Result<Rational, EvolutionError> {
    payoffs.two()?;
    check_population(population)?;
    let half = Rational::new(i64::from(population), 2);
    let less = &half - &Rational::one();
    let gain = |other: usize| payoffs.exact(0, other).clone();
    let loss = |other: usize| payoffs.exact(1, other).clone();
    Ok(&less * &(gain(0) - loss(1)) + &half * &(gain(1) - loss(0)))
}

/// The risk-dominant strategy of a strict coordination game (Harsanyi & Selten 1988): the better reply to an even mix.
/// Nothing if the game is another, or at a tie.
///
/// # Errors
/// If there are not two strategies.
pub fn risk_dominant(payoffs: &Payoffs) -> Result<Option<usize>, EvolutionError> {
    payoffs.two()?;
    let at = |own: usize, other: usize| payoffs.exact(own, other).clone();
    let game = TwoByTwo::new(at(0, 0), at(0, 1), at(1, 0), at(1, 1));
    if !game.wants_to_match() {
        return Ok(None);
    }
    Ok(match (game.first_is_risk_dominant(), game.renamed().first_is_risk_dominant()) {
        (true, _) => Some(0),
        (_, true) => Some(1),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixation::Invasion;
    use super::*;

    fn game(cells: [[i64; 2]; 2]) -> Payoffs {
        Payoffs::new(&cells.map(|row| row.map(Rational::from).to_vec())).expect("a table")
    }

    #[test]
    fn tit_for_tat_of_four_rounds_passes_the_one_third_rule_and_of_three_does_not() {
        // Nowak et al. 2004: tit-for-tat against always-defect in n rounds of 3/0/5/1, threshold 1/(2(n-2)) + ...: the
        // interior equilibrium is at 1/3 for n = 3 and 1/5 for n = 4.
        for (rounds, favoured) in [(3i64, false), (4, true), (10, true)] {
            let payoffs = game([[3 * rounds, rounds - 1], [5 + rounds - 1, rounds]]);
            let [left, right] = one_third(&payoffs).expect("two");
            assert_eq!(left > right, favoured, "{rounds}");
        }
    }

    #[test]
    fn the_finite_rule_says_who_beats_drift_under_weak_selection() {
        for (cells, n) in
            [([[4, 0], [3, 2]], 20u32), ([[30, 9], [14, 10]], 10), ([[3, 0], [5, 1]], 50), ([[1, 5], [2, 3]], 12)]
        {
            let payoffs = game(cells);
            let [left, right] = one_third_finite(&payoffs, n).expect("two");
            let rho = Invasion::of(&payoffs, 0, 1).fermi(n, 1e-6).expect("in range").rho;
            assert_ne!(left, right);
            assert_eq!(left > right, rho * f64::from(n) > 1.0, "{cells:?}");
        }
    }

    #[test]
    fn risk_dominance_is_of_strict_coordination_alone() {
        for (cells, expected) in [
            ([[4, 0], [3, 2]], Some(1)),
            ([[4, 0], [2, 1]], Some(0)),
            ([[2, 0], [0, 2]], None),
            ([[3, 0], [5, 1]], None),
            ([[4, 2], [4, 3]], None),
        ] {
            assert_eq!(risk_dominant(&game(cells)), Ok(expected), "{cells:?}");
        }
        let three = Payoffs::new(&vec![vec![Rational::zero(); 3]; 3]).expect("a table");
        assert_eq!(risk_dominant(&three), Err(EvolutionError::NotTwo { found: 3 }));
        assert!(
            one_third(&three).is_err() && one_third_finite(&three, 5).is_err() && log_rho_ratio(&three, 5).is_err()
        );
    }
}
