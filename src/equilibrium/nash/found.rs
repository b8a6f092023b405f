//! An equilibrium with what is known of it: exact, proven to be near, or only close to one.

use crate::equilibrium::float_game::FloatGame;
use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::equilibrium::verify::rounded;
use crate::exact::Rational;
use crate::game::NormalForm;

/// A profile that a solver gives out, with the proof of how good it is.
///
/// The regret is computed exactly from the profile as it stands, whatever method found it: no player can gain more by
/// any deviation.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The profile, in exact numbers.
    pub profile: Profile,
    /// Each player's expected payoff in it.
    pub payoffs: Vec<Rational>,
    /// The most that a player gains by deviating: zero exactly if the profile is an equilibrium.
    pub regret: Rational,
    /// Within this of each probability there is proven to be an equilibrium, the only one with the same support nearby:
    /// 0 for an exact one. Nothing where no proof was found; then only `regret` bounds the profile.
    pub radius: Option<f64>,
}

impl Equilibrium {
    /// The profile with its payoffs and regret.
    pub fn of(game: &NormalForm, profile: Profile) -> Self {
        let regret = game.player_ids().map(|player| profile.regret(game, player)).max().expect("a game has players");
        let radius = regret.is_zero().then_some(0.0);
        Self { payoffs: profile.payoffs(game), profile, regret, radius }
    }

    /// A pure equilibrium, by number of profile: nothing is left to compute.
    pub(super) fn pure(game: &NormalForm, profile: usize) -> Self {
        Self {
            payoffs: game.player_ids().map(|player| game.payoff_at(profile, player).clone()).collect(),
            profile: Profile::pure(game, profile),
            regret: Rational::zero(),
            radius: Some(0.0),
        }
    }

    /// Whether the profile is an equilibrium, exactly.
    pub fn is_exact(&self) -> bool {
        self.regret.is_zero()
    }

    /// The better founded of a float profile's two readings: simple fractions if they make an equilibrium, else the
    /// floats themselves. Nothing if the floats are no profile.
    pub(super) fn near(game: &NormalForm, floats: &FloatGame, flat: &[f64]) -> Option<Self> {
        let by_player = floats.split(flat);
        let simple = simple_profile(game, &by_player).map(|profile| Self::of(game, profile));
        if let Some(exact) = simple.filter(Self::is_exact) {
            return Some(exact);
        }
        rounded(game, &by_player).ok().map(|profile| Self::of(game, profile))
    }
}

/// The profile of the simplest fractions near the floats, if they sum to one.
fn simple_profile(game: &NormalForm, floats: &[Vec<f64>]) -> Option<Profile> {
    let strategy = |probabilities: &Vec<f64>| {
        let fractions: Option<Vec<Rational>> = probabilities.iter().map(|p| simplest(*p)).collect();
        MixedStrategy::new(fractions?).ok()
    };
    Profile::new(game, floats.iter().map(strategy).collect::<Option<_>>()?).ok()
}

/// The first convergent of the continued fraction within 1e-11 of a probability, if its denominator is below 1e5: such a
/// fraction is not near by chance.
fn simplest(p: f64) -> Option<Rational> {
    const NEAR: f64 = 1e-11;
    const GREATEST: i64 = 100_000;
    if !(-NEAR..=1.0 + NEAR).contains(&p) {
        return None;
    }
    let (mut before, mut now) = ((0i64, 1i64), (1i64, 0i64));
    let mut rest = p;
    loop {
        let whole = rest.floor();
        let term = whole as i64;
        let next = (term.checked_mul(now.0)?.checked_add(before.0)?, term.checked_mul(now.1)?.checked_add(before.1)?);
        (before, now) = (now, next);
        if now.1 > GREATEST {
            return None;
        }
        if (now.0 as f64 / now.1 as f64 - p).abs() <= NEAR {
            return Some(Rational::new(now.0, now.1));
        }
        rest = 1.0 / (rest - whole);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_fractions_are_recognised_and_others_are_not() {
        for (p, q) in [(0, 1), (1, 1), (1, 3), (2, 7), (355, 1130), (99_999, 100_000)] {
            assert_eq!(simplest(p as f64 / q as f64), Some(Rational::new(p, q)));
        }
        assert_eq!(simplest(1.0 - 1e-13), Some(Rational::one()));
        assert_eq!(simplest(-1e-13), Some(Rational::zero()));
        assert_eq!(simplest(0.5f64.sqrt()), None);
        assert_eq!(simplest(f64::NAN), None);
        assert_eq!(simplest(2.0), None);
    }
}
