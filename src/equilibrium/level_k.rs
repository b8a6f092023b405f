//! Models of the other: agents that reason a bounded number of steps, and what it costs to misjudge them.
//!
//! An agent of level 0 does not reason: it plays a given strategy, all actions alike unless said otherwise. An agent of
//! *level k* takes all others for level k - 1 and plays a best reply (Nagel 1995, American Economic Review 85:1313; Stahl &
//! Wilson 1995, Games and Economic Behavior 10:218). In the *cognitive hierarchy* an agent of level k takes the others for
//! levels 0 to k - 1 in the proportions of a Poisson distribution (Camerer, Ho & Chong 2004, Quarterly J. of Economics
//! 119:861). Of best replies that are equally good the first is played. Nothing here says how anybody comes by its level.

use super::profile::{MixedStrategy, Profile};
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// What everybody plays at each level, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    profiles: Vec<Profile>,
}

impl Levels {
    /// Levels 0 to `depth`, each of which takes the others for the level below; level 0 plays `naive`, or all actions alike.
    pub fn level_k(game: &NormalForm, naive: Option<Profile>, depth: usize) -> Self {
        let mut profiles = vec![naive.unwrap_or_else(|| uniform(game))];
        while profiles.len() <= depth {
            let others = profiles.last().expect("there is level 0");
            profiles.push(reply(game, others));
        }
        Self { profiles }
    }

    /// Levels 0 to `depth` of a cognitive hierarchy with this mean level: each takes the others for lower levels in
    /// Poisson proportions.
    ///
    /// # Panics
    /// If `mean` is negative or not finite.
    pub fn hierarchy(game: &NormalForm, naive: Option<Profile>, mean: f64, depth: usize) -> Self {
        let shares = poisson(mean, depth);
        let mut profiles = vec![naive.unwrap_or_else(|| uniform(game))];
        while profiles.len() <= depth {
            let others = mixture(game, &profiles, &shares);
            profiles.push(reply(game, &others));
        }
        Self { profiles }
    }

    /// What everybody plays at a level.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn at(&self, level: usize) -> &Profile {
        &self.profiles[level]
    }

    /// The profiles by level.
    pub fn profiles(&self) -> &[Profile] {
        &self.profiles
    }

    /// What a population plays on average whose levels have these shares, which need not sum to one.
    ///
    /// # Panics
    /// If there are not as many shares as levels, one is negative or not finite, or all are zero.
    pub fn average(&self, game: &NormalForm, shares: &[f64]) -> Profile {
        assert_eq!(shares.len(), self.profiles.len(), "one share a level");
        mixture(game, &self.profiles, shares)
    }

    /// What a player gets that takes the others for level `believed` and plays a best reply to that, while they are of
    /// level `actual`.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn payoff(&self, game: &NormalForm, player: PlayerId, believed: usize, actual: usize) -> Rational {
        let own = best(game, self.at(believed), player);
        self.at(actual).action_payoffs(game, player).swap_remove(own)
    }

    /// What the wrong model costs: what a best reply to level `actual` would have got more. It is never negative.
    ///
    /// # Panics
    /// If there is no such level.
    pub fn cost(&self, game: &NormalForm, player: PlayerId, believed: usize, actual: usize) -> Rational {
        self.payoff(game, player, actual, actual) - self.payoff(game, player, believed, actual)
    }
}

/// The shares of levels 0 to `depth` under a Poisson distribution with this mean, cut off and made to sum to one.
///
/// # Panics
/// If `mean` is negative or not finite.
pub fn poisson(mean: f64, depth: usize) -> Vec<f64> {
    assert!(mean.is_finite() && mean >= 0.0, "a mean level is a number from 0");
    let mut weights = vec![1.0];
    for level in 1..=depth {
        #[expect(clippy::cast_precision_loss, reason = "few levels")]
        let next = weights[level - 1] * mean / level as f64;
        weights.push(next);
    }
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

/// The guesses of levels 0 to `depth` in the beauty contest: guess `p` times the mean of all guesses, of very many players;
/// level 0 guesses `naive` on average, and level k replies to the mean guess of `beliefs(k)`, shares of the levels below
/// (Nagel 1995; Camerer, Ho & Chong 2004, section III.A).
pub fn beauty_contest(p: f64, naive: f64, depth: usize, beliefs: impl Fn(usize) -> Vec<f64>) -> Vec<f64> {
    let mut guesses = vec![naive];
    for level in 1..=depth {
        let shares = beliefs(level);
        let (mut sum, mut total) = (0.0, 0.0);
        for (guess, share) in guesses.iter().zip(&shares) {
            sum += guess * share;
            total += share;
        }
        guesses.push(p * sum / total);
    }
    guesses
}

fn uniform(game: &NormalForm) -> Profile {
    let strategies = game.dimensions().into_iter().map(MixedStrategy::uniform).collect();
    Profile::new(game, strategies).expect("a strategy for each player's actions")
}

/// The first best reply of a player to what the others play.
fn best(game: &NormalForm, others: &Profile, player: PlayerId) -> usize {
    others.best_responses(game, player)[0]
}

/// Everybody's best reply.
fn reply(game: &NormalForm, others: &Profile) -> Profile {
    let replies = game
        .player_ids()
        .map(|player| MixedStrategy::pure(best(game, others, player), game.action_count(player)))
        .collect();
    Profile::new(game, replies).expect("a strategy for each player's actions")
}

/// What others play on average when their levels have these shares; those beyond the profiles count for nothing.
fn mixture(game: &NormalForm, profiles: &[Profile], shares: &[f64]) -> Profile {
    let shares: Vec<Rational> = shares
        .iter()
        .take(profiles.len())
        .map(|share| Rational::from_f64_exact(*share).expect("shares are finite"))
        .collect();
    let total: Rational = shares.iter().sum();
    let strategies = game
        .player_ids()
        .map(|player| {
            let probability = |action: usize| {
                let of =
                    |(profile, share): (&Profile, &Rational)| &profile.strategy(player).probabilities()[action] * share;
                let sum: Rational = profiles.iter().zip(&shares).map(of).sum();
                sum.checked_div(&total).expect("a share is positive")
            };
            let probabilities = (0..game.action_count(player)).map(probability).collect();
            MixedStrategy::new(probabilities).expect("shares of strategies make one")
        })
        .collect();
    Profile::new(game, strategies).expect("a strategy for each player's actions")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 11-20 money request game (Arad & Rubinstein 2012, American Economic Review 102:3561): a player gets what it asks
    /// for, and 20 more if it asks for exactly one less than the other.
    fn money_request() -> NormalForm {
        let q = |n: usize| Rational::from(n as i64);
        let names: Vec<String> = (11..=20).map(|n: usize| n.to_string()).collect();
        let table: Vec<Vec<Rational>> = (11..=20)
            .map(|own| (11..=20).map(|other| q(own) + if own + 1 == other { q(20) } else { q(0) }).collect())
            .collect();
        NormalForm::symmetric("money request", names.iter().map(String::as_str), &table).expect("a game")
    }

    /// Level 0 asks for 20, level k for 20 - k.
    #[test]
    fn each_level_asks_for_one_less() {
        let game = money_request();
        let naive = Profile::pure(&game, 9 * 10 + 9);
        let levels = Levels::level_k(&game, Some(naive), 9);
        for level in 0..=9 {
            assert_eq!(levels.at(level).pure_profile(&game), Some((9 - level) * 11), "level {level}");
        }
        // To take a level-2 player for level 1 is to ask for 18 where 17 wins the bonus.
        assert_eq!(levels.cost(&game, PlayerId(0), 1, 2), Rational::from(37i64 - 18));
        assert!((0..9).all(|k| levels.cost(&game, PlayerId(1), k, k).is_zero()));
    }

    /// Camerer, Ho & Chong 2004, table II and figure I: the mean guess for p = 2/3 falls with the mean level.
    #[test]
    fn mean_guesses_of_the_hierarchy_are_as_published() {
        for (mean, guess) in [(0.5, 43.1), (1.0, 37.8), (1.5, 33.5), (1.61, 32.6), (2.0, 29.8), (3.0, 23.8)] {
            let shares = poisson(mean, 10);
            let guesses = beauty_contest(2.0 / 3.0, 50.0, 10, |level| shares[..level].to_vec());
            let average: f64 = guesses.iter().zip(&shares).map(|(guess, share)| guess * share).sum();
            assert!((average - guess).abs() < 0.05, "mean level {mean}: {average}");
        }
    }

    /// A mixture of lower levels in Poisson proportions; level 1 is the same in both models.
    #[test]
    fn the_hierarchy_starts_as_level_k_does() {
        let game = money_request();
        let (steps, hierarchy) = (Levels::level_k(&game, None, 3), Levels::hierarchy(&game, None, 1.5, 3));
        assert_eq!(steps.at(1), hierarchy.at(1));
        let average = hierarchy.average(&game, &poisson(1.5, 3));
        assert_eq!(average.strategy(PlayerId(0)).probabilities().iter().sum::<Rational>(), Rational::one());
    }
}
