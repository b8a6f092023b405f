//! How far a distribution of play is from the equilibria: by what players would gain, and by the distance to the set.
//!
//! Play that minimises regret comes near to the coarse equilibria, play that minimises it for each action apart near to
//! the correlated ones (Hart & Mas-Colell 2000). The greatest gain is cheap and, in [`FloatGains`], fit for each round of
//! a learner; the distance is a linear programme.

use super::problem::{check_distribution, expected_gain};
use super::{Concept, CorrelatedError, Deviation, Objective, Problem};
use crate::exact::Rational;
use crate::game::NormalForm;

/// The deviations that gain, with what they gain in expectation over all signals: in the order of [`Deviation::all`].
/// None exactly in an equilibrium.
///
/// # Errors
/// If the numbers are no distribution over the profiles.
pub fn violations(
    game: &NormalForm,
    concept: Concept,
    distribution: &[Rational],
) -> Result<Vec<(Deviation, Rational)>, CorrelatedError> {
    check_distribution(game, distribution)?;
    let gains = Deviation::all(game, concept).into_iter().map(|d| (d, expected_gain(game, distribution, d)));
    Ok(gains.filter(|(_, gain)| gain.is_positive()).collect())
}

/// The distance to the nearest equilibrium: the sum of absolute differences of probabilities, from 0 to 2.
///
/// # Errors
/// If the numbers are no distribution over the profiles, or the game is too large.
pub fn distance(game: &NormalForm, concept: Concept, distribution: &[Rational]) -> Result<Rational, CorrelatedError> {
    Ok(Problem::new(game, concept, Objective::Nearest(distribution.to_vec())).solve()?.value)
}

/// The distance of floats, which are rounded to multiples of `2^-40` and scaled to sum to one: within `1e-11` a profile.
///
/// # Errors
/// As for [`distance`]; numbers that are negative or not finite, or sum to nothing, are no distribution.
pub fn distance_f64(game: &NormalForm, concept: Concept, distribution: &[f64]) -> Result<f64, CorrelatedError> {
    let scale = (1u64 << 40) as f64;
    let whole: Vec<Rational> = distribution
        .iter()
        .map(|p| {
            Rational::from_f64_exact((p * scale).round()).ok_or(CorrelatedError::NotADistribution(Rational::zero()))
        })
        .collect::<Result<_, _>>()?;
    let sum: Rational = whole.iter().sum();
    if !sum.is_positive() {
        return Err(CorrelatedError::NotADistribution(sum));
    }
    let rounded: Vec<Rational> = whole.iter().map(|p| p / &sum).collect();
    Ok(distance(game, concept, &rounded)?.to_f64())
}

/// The gains of deviations in floats, prepared once for many distributions.
#[derive(Clone, Debug)]
pub struct FloatGains {
    profiles: usize,
    /// For each deviation where its gains begin in the lists.
    starts: Vec<usize>,
    places: Vec<u32>,
    gains: Vec<f64>,
}

impl FloatGains {
    /// Prepares the deviations of a concept.
    pub fn of(game: &NormalForm, concept: Concept) -> Self {
        let mut prepared =
            Self { profiles: game.profile_count(), starts: vec![0], places: Vec::new(), gains: Vec::new() };
        for deviation in Deviation::all(game, concept) {
            for (profile, gain) in deviation.gains(game) {
                prepared.places.push(u32::try_from(profile).expect("the limit of payoffs bounds the profiles"));
                prepared.gains.push(gain.to_f64());
            }
            prepared.starts.push(prepared.gains.len());
        }
        prepared
    }

    /// The greatest expected gain of a deviation, and no less than zero: how much equilibrium is violated.
    ///
    /// # Panics
    /// If there is not one number a profile.
    pub fn greatest(&self, distribution: &[f64]) -> f64 {
        assert_eq!(distribution.len(), self.profiles, "one probability a profile");
        self.starts.windows(2).fold(0.0, |greatest, ends| {
            let part = ends[0]..ends[1];
            let terms = self.places[part.clone()].iter().zip(&self.gains[part]);
            terms.map(|(place, gain)| gain * distribution[*place as usize]).sum::<f64>().max(greatest)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chicken_is_violated_where_both_yield() {
        let q = |text: &str| -> Rational { text.parse().expect("a number") };
        let rows = [vec![q("6"), q("2")], vec![q("7"), q("0")]];
        let game = NormalForm::symmetric("chicken", ["C", "D"], &rows).expect("a game");
        let both = ["1", "0", "0", "0"].map(q);
        let found = violations(&game, Concept::Correlated, &both).expect("a distribution");
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|(deviation, gain)| *gain == 1 && deviation.told == Some(0)));
        // The nearest equilibrium is (1/2, 1/4, 1/4, 0): half has to move, and counts twice.
        assert_eq!(distance(&game, Concept::Correlated, &both).expect("small"), q("1"));
        assert_eq!(distance_f64(&game, Concept::Correlated, &[1.0, 0.0, 0.0, 0.0]).expect("small"), 1.0);
        let device = ["1/3", "1/3", "1/3", "0"].map(q);
        for concept in [Concept::Correlated, Concept::Coarse] {
            assert_eq!(violations(&game, concept, &device).expect("a distribution"), []);
            assert_eq!(distance(&game, concept, &device).expect("small"), q("0"));
            assert_eq!(FloatGains::of(&game, concept).greatest(&[1.0, 0.0, 0.0, 0.0]), 1.0);
            assert!(FloatGains::of(&game, concept).greatest(&device.each_ref().map(Rational::to_f64)) < 1e-15);
            assert!(distance_f64(&game, concept, &[f64::NAN, 0.0, 0.0, 1.0]).is_err());
            assert!(distance_f64(&game, concept, &[0.0; 4]).is_err());
            assert!(distance_f64(&game, concept, &[-1.0, 2.0, 0.0, 0.0]).is_err());
        }
    }
}
