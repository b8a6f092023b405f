//! The independent check: is a profile an equilibrium, and if not, how far from one is it?
//!
//! A profile is a Nash equilibrium exactly if no player gains by a deviation to a pure action (Nash 1951). The gains
//! are computed here from the definition, one product of probabilities a profile, with nothing of the solvers.
//! Approximate profiles are rounded to rationals first, so that their bound is a fact, too: no player can gain more.

use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// A player's deviation from a profile and what it gains by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// Who deviates.
    pub player: PlayerId,
    /// The action it turns to.
    pub action: usize,
    /// What it gains over its payoff in the profile, in the game's unit of payoff.
    pub gain: Rational,
}

/// The deviation that gains most; the first of those by player and action. Its gain is never negative, and zero exactly
/// in an equilibrium.
///
/// # Errors
/// If the profile is of another game's shape.
///
/// # Examples
/// ```
/// use comity::equilibrium::profile::Profile;
/// use comity::equilibrium::verify::best_deviation;
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let dilemma = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
/// assert_eq!(best_deviation(&dilemma, &Profile::pure(&dilemma, 0)).unwrap().gain, q(2));
/// assert_eq!(best_deviation(&dilemma, &Profile::pure(&dilemma, 3)).unwrap().gain, q(0));
/// ```
pub fn best_deviation(game: &NormalForm, profile: &Profile) -> Result<Deviation, Diagnostic> {
    Profile::new(game, profile.strategies().to_vec())?;
    let mut best: Option<Deviation> = None;
    for player in game.player_ids() {
        let mut by_action = vec![Rational::zero(); game.action_count(player)];
        for pure in game.profiles() {
            let mut chance = Rational::one();
            for (strategy, (k, action)) in profile.strategies().iter().zip(pure.iter().enumerate()) {
                if k != player.index() {
                    chance *= &strategy.probabilities()[*action];
                }
            }
            by_action[pure[player.index()]] += &(&chance * game.payoff(&pure, player));
        }
        let played = profile.strategy(player).probabilities().iter().zip(&by_action);
        let payoff: Rational = played.map(|(p, value)| p * value).sum();
        for (action, value) in by_action.into_iter().enumerate() {
            let gain = value - payoff.clone();
            if best.as_ref().is_none_or(|best| gain > best.gain) {
                best = Some(Deviation { player, action, gain });
            }
        }
    }
    Ok(best.expect("a game has players with actions"))
}

/// Whether the profile is a Nash equilibrium, exactly.
///
/// # Errors
/// If the profile is of another game's shape.
pub fn is_nash(game: &NormalForm, profile: &Profile) -> Result<bool, Diagnostic> {
    Ok(best_deviation(game, profile)?.gain.is_zero())
}

/// The exact profile that floats stand for: each probability at its binary value, negative ones as zero, and the greatest
/// one what is missing to one.
///
/// # Errors
/// If the shape is not the game's, or some player's probabilities are not finite or too far from a distribution: they
/// must sum to 1 within 1e-6.
pub fn rounded(game: &NormalForm, floats: &[Vec<f64>]) -> Result<Profile, Diagnostic> {
    let strategy = |probabilities: &Vec<f64>| {
        let sum: f64 = probabilities.iter().map(|p| p.max(0.0)).sum();
        if !((sum - 1.0).abs() <= 1e-6 && probabilities.iter().all(|p| p.is_finite() && *p >= -1e-6)) {
            let found = format!("probabilities {probabilities:?}");
            return Err(Diagnostic::new("not-a-strategy", found, "numbers of at least 0 that sum to 1"));
        }
        let exact = |p: &f64| Rational::from_f64_exact(p.max(0.0)).expect("a finite number");
        let mut exact: Vec<Rational> = probabilities.iter().map(exact).collect();
        let (greatest, _) = exact.iter().enumerate().max_by_key(|(_, p)| *p).expect("a sum near one has terms");
        exact[greatest] = Rational::zero();
        exact[greatest] = Rational::one() - exact.iter().sum();
        MixedStrategy::new(exact)
    };
    Profile::new(game, floats.iter().map(strategy).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chicken() -> NormalForm {
        let q = |n: i64| Rational::from(n);
        NormalForm::symmetric("chicken", ["C", "D"], &[vec![q(6), q(2)], vec![q(7), q(0)]]).expect("a game")
    }

    #[test]
    fn floats_get_an_exact_bound() {
        let game = chicken();
        let third = 1.0 / 3.0;
        let near = rounded(&game, &[vec![1.0 - third, third], vec![1.0 - third, third]]).expect("a profile");
        let gain = best_deviation(&game, &near).expect("fits").gain;
        assert!(gain.is_positive(), "one third is no float");
        assert!(gain.to_f64() < 1e-15, "{gain}");
        assert!(!is_nash(&game, &near).expect("fits"));
    }

    #[test]
    fn the_best_deviation_is_named() {
        let game = chicken();
        let deviation = best_deviation(&game, &Profile::pure(&game, 3)).expect("fits");
        assert_eq!(deviation, Deviation { player: PlayerId(0), action: 0, gain: Rational::from(2i64) });
    }

    #[test]
    fn what_is_no_profile_of_the_game_is_refused() {
        let game = chicken();
        for floats in [vec![vec![1.0]], vec![vec![0.5, 0.6], vec![1.0, 0.0]], vec![vec![f64::NAN, 1.0], vec![1.0, 0.0]]]
        {
            assert!(rounded(&game, &floats).is_err(), "{floats:?}");
        }
        let other = NormalForm::symmetric("one", ["a"], &[vec![Rational::one()]]).expect("a game");
        assert!(best_deviation(&game, &Profile::pure(&other, 0)).is_err());
    }
}
