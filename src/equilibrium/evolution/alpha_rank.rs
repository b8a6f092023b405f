//! Alpha-rank: the ranking of strategies, or of profiles, by how long evolution with rare mutants stays in each.
//!
//! Source: Omidshafiei et al. 2019 (Scientific Reports 9:9937); OpenSpiel's implementation names the variants. All are
//! [`small_mutation`](super::small_mutation) limits and differ in whose payoffs are compared:
//!
//! - [`single`]: one population, payoffs from the whole population (Traulsen's pairwise comparison).
//! - [`local`]: one population, payoffs of a mutant and a resident from meeting each other alone,
//!   `u = alpha (A_rs - A_sr)`; [`local_limit`] is its limit of infinite intensity.
//! - [`multi`]: a population a player, states are profiles of residents, and a mutant's gain is its player's.
//!
//! With a constant difference the fixation probability is `(1 - e^-u) / (1 - e^-mu)`, `1/m` at `u = 0`.

use super::chain::stationary;
use super::payoffs::{EvolutionError, Payoffs, check_intensity, check_population};
use super::semifield::{LogNumber, Semifield};
use super::small_mutation::{Process, of_invasions, small_mutation};
use crate::exact::Rational;
use crate::game::NormalForm;

/// The ranking of one population with payoffs from the whole of it: [`small_mutation`] under the Fermi rule.
///
/// # Errors
/// As [`small_mutation`].
pub fn single(payoffs: &Payoffs, population: u32, alpha: f64) -> Result<Vec<LogNumber>, EvolutionError> {
    small_mutation(payoffs, &Process::Fermi { population, beta: alpha })
}

/// The ranking of one population in which a mutant and a resident compare what they get from each other.
///
/// # Errors
/// If a parameter is out of range, or there are more than 256 strategies.
pub fn local(payoffs: &Payoffs, population: u32, alpha: f64) -> Result<Vec<LogNumber>, EvolutionError> {
    payoffs.at_most(LIMIT)?;
    check(population, alpha)?;
    of_invasions(payoffs.strategies(), |invader, resident| {
        let gain = payoffs.exact(invader, resident) - payoffs.exact(resident, invader);
        Ok(constant_gain(alpha * gain.to_f64(), population))
    })
}

/// The limit of [`local`] for infinite intensity, exactly: a mutant that gets more takes over with probability
/// `1 - epsilon`, one that gets less with `epsilon`, and with one half at a tie.
///
/// # Errors
/// If `epsilon` is not between 0 and 1 (neither of them), or there are more than 64 strategies.
pub fn local_limit(payoffs: &Payoffs, epsilon: &Rational) -> Result<Vec<Rational>, EvolutionError> {
    payoffs.at_most(EXACT_LIMIT)?;
    if !epsilon.is_positive() || *epsilon >= 1 {
        let expected = "a number greater than 0 and less than 1";
        return Err(EvolutionError::OutOfRange { name: "epsilon", found: epsilon.to_string(), expected });
    }
    of_invasions(payoffs.strategies(), |invader, resident| {
        Ok(match payoffs.exact(invader, resident).cmp(payoffs.exact(resident, invader)) {
            std::cmp::Ordering::Greater => Rational::one() - epsilon.clone(),
            std::cmp::Ordering::Equal => Rational::new(1, 2),
            std::cmp::Ordering::Less => epsilon.clone(),
        })
    })
}

/// The ranking of the pure profiles of a game, one population a player, by number of profile
/// ([`NormalForm::profile`]). The residents of one population change at a time; rates share the factor
/// `1 / sum_k (n_k - 1)`.
///
/// # Errors
/// If a parameter is out of range, a payoff too large, or there are more than 512 profiles.
pub fn multi(game: &NormalForm, population: u32, alpha: f64) -> Result<Vec<LogNumber>, EvolutionError> {
    let profiles = game.profile_count();
    if profiles > PROFILES {
        return Err(EvolutionError::TooMany { what: "profiles", found: profiles, limit: PROFILES });
    }
    let found = game.payoffs_f64().into_iter().fold(0.0f64, |most, payoff| most.max(payoff.abs()));
    if found > Payoffs::MAX_MAGNITUDE {
        return Err(EvolutionError::PayoffTooLarge { found });
    }
    check(population, alpha)?;
    let mut rates = vec![vec![LogNumber::zero(); profiles]; profiles];
    for (from, row) in rates.iter_mut().enumerate() {
        for player in game.player_ids() {
            let stride = game.stride(player);
            let first = from - game.action_in(from, player) * stride;
            let others = (0..game.action_count(player)).map(|action| first + action * stride);
            for to in others.filter(|to| *to != from) {
                let gain = game.payoff_at(to, player) - game.payoff_at(from, player);
                row[to] = constant_gain(alpha * gain.to_f64(), population);
            }
        }
    }
    Ok(stationary(rates).expect("every player's deviations have positive rates both ways"))
}

/// The greatest number of strategies of a ranking over logarithms ...
const LIMIT: usize = 256;
/// ... of one over rationals ...
const EXACT_LIMIT: usize = 64;
/// ... and of profiles.
const PROFILES: usize = 512;

fn check(population: u32, alpha: f64) -> Result<(), EvolutionError> {
    check_population(population)?;
    check_intensity(alpha)
}

/// `(1 - e^-u) / (1 - e^-mu)`, without cancellation or overflow on either side of 0.
fn constant_gain(u: f64, population: u32) -> LogNumber {
    let m = f64::from(population);
    let size = u.abs();
    if size == 0.0 {
        return LogNumber::from_ln(-libm::log(m));
    }
    // ln(1 - e^-x) for x > 0.
    let ln_rest = |x: f64| libm::log(-libm::expm1(-x));
    let upwards = ln_rest(size) - ln_rest(m * size);
    LogNumber::from_ln(if u > 0.0 { upwards } else { upwards - (m - 1.0) * size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_gain_is_morans_closed_form_on_both_sides() {
        for (u, m) in [(0.5, 10u32), (-0.5, 10), (1e-9, 50), (-1e-9, 50), (3.0, 20), (-3.0, 20)] {
            let ratios = (1..m).map(|_| -u);
            let by_sum = super::super::Fixation::of_ratios(ratios).ln_rho;
            assert!((constant_gain(u, m).logarithm() - by_sum).abs() < 1e-12, "{u} {m}");
        }
        assert_eq!(constant_gain(0.0, 50).logarithm(), -libm::log(50.0));
        // Where e^-mu underflows.
        assert!((constant_gain(-100.0, 1000).logarithm() + 99900.0).abs() < 1e-9);
    }
}
