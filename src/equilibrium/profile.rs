//! Mixed strategies and profiles of them, exactly (Nash 1951; Osborne & Rubinstein 1994, ch. 3).
//!
//! A [`MixedStrategy`] holds probabilities that are not negative and sum to one: its type is the proof. A [`Profile`]
//! holds one for each player of a game. Expected payoffs are those of players that draw independently. Correlated play
//! is another module's.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::error::Diagnostic;
use crate::exact::{Rational, over_common_denominator};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// Probabilities of a player's actions.
///
/// # Examples
/// ```
/// use comity::equilibrium::profile::MixedStrategy;
/// use comity::exact::Rational;
/// let half = Rational::new(1, 2);
/// assert!(MixedStrategy::new(vec![half.clone(), half.clone()]).is_ok());
/// assert!(MixedStrategy::new(vec![half]).is_err(), "sums to one half");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MixedStrategy(Vec<Rational>);

impl std::fmt::Debug for MixedStrategy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl MixedStrategy {
    /// The strategy with these probabilities.
    ///
    /// # Errors
    /// If one is negative, or they do not sum to one.
    pub fn new(probabilities: Vec<Rational>) -> Result<Self, Diagnostic> {
        if let Some((k, bad)) = probabilities.iter().enumerate().find(|(_, p)| p.is_negative()) {
            let found = format!("action {} has probability {bad}", k + 1);
            return Err(Diagnostic::new("not-a-strategy", found, "probabilities of at least 0"));
        }
        let sum: Rational = probabilities.iter().sum();
        if sum != Rational::one() {
            let found = format!("the probabilities of a strategy sum to {sum}");
            return Err(Diagnostic::new("not-a-strategy", found, "probabilities that sum to 1"));
        }
        Ok(Self(probabilities))
    }

    /// One action for sure.
    ///
    /// # Panics
    /// If there is no such action.
    pub fn pure(action: usize, actions: usize) -> Self {
        assert!(action < actions, "action {action} of {actions}");
        Self((0..actions).map(|k| if k == action { Rational::one() } else { Rational::zero() }).collect())
    }

    /// All actions alike.
    ///
    /// # Panics
    /// If there is no action.
    pub fn uniform(actions: usize) -> Self {
        let share = Rational::new(1, i64::try_from(actions).expect("actions are stored one by one"));
        Self(vec![share; actions])
    }

    /// Probabilities in proportion to weights, of which none is negative and one is not zero.
    pub(super) fn in_proportion(weights: &[BigInt]) -> Self {
        let total: BigInt = weights.iter().sum();
        assert!(total > BigInt::zero(), "a strategy's weights have a positive sum");
        let total = Rational::from(total);
        Self(weights.iter().map(|weight| &Rational::from(weight.clone()) / &total).collect())
    }

    /// The probabilities by action.
    pub fn probabilities(&self) -> &[Rational] {
        &self.0
    }

    /// The number of actions.
    pub fn action_count(&self) -> usize {
        self.0.len()
    }

    /// The actions of positive probability, ascending.
    pub fn support(&self) -> Vec<usize> {
        (0..self.0.len()).filter(|action| !self.0[*action].is_zero()).collect()
    }

    /// The action that is played for sure, if one is.
    pub fn pure_action(&self) -> Option<usize> {
        self.0.iter().position(|p| *p == Rational::one())
    }

    /// The probabilities as floats.
    pub fn to_f64(&self) -> Vec<f64> {
        self.0.iter().map(Rational::to_f64).collect()
    }
}

/// A mixed strategy for each player, by player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Profile(Vec<MixedStrategy>);

impl std::fmt::Debug for Profile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Profile {
    /// The profile of these strategies in a game.
    ///
    /// # Errors
    /// If there is not one strategy a player, with one probability for each of its actions.
    pub fn new(game: &NormalForm, strategies: Vec<MixedStrategy>) -> Result<Self, Diagnostic> {
        let found: Vec<usize> = strategies.iter().map(MixedStrategy::action_count).collect();
        let wanted = game.dimensions();
        if found != wanted {
            let found = format!("a profile with {found:?} actions");
            return Err(Diagnostic::new("not-a-profile", found, format!("strategies for {wanted:?} actions")));
        }
        Ok(Self(strategies))
    }

    /// The profile in which everyone plays one action for sure, by number of profile.
    pub fn pure(game: &NormalForm, profile: usize) -> Self {
        let strategy = |player| MixedStrategy::pure(game.action_in(profile, player), game.action_count(player));
        Self(game.player_ids().map(strategy).collect())
    }

    /// The profile in which everyone plays all actions alike.
    pub fn uniform(game: &NormalForm) -> Self {
        Self(game.player_ids().map(|player| MixedStrategy::uniform(game.action_count(player))).collect())
    }

    /// Strategies that fit their game by construction.
    pub(super) fn from_solver(strategies: Vec<MixedStrategy>) -> Self {
        Self(strategies)
    }

    /// The strategies by player.
    pub fn strategies(&self) -> &[MixedStrategy] {
        &self.0
    }

    /// A player's strategy.
    pub fn strategy(&self, player: PlayerId) -> &MixedStrategy {
        &self.0[player.index()]
    }

    /// The pure profile by number, if everyone plays one action for sure.
    pub fn pure_profile(&self, game: &NormalForm) -> Option<usize> {
        let actions: Option<Vec<usize>> = self.0.iter().map(MixedStrategy::pure_action).collect();
        actions.map(|actions| game.profile_index(&actions))
    }

    /// The probabilities as floats, by player and action.
    pub fn to_f64(&self) -> Vec<Vec<f64>> {
        self.0.iter().map(MixedStrategy::to_f64).collect()
    }

    /// What each of a player's actions pays it against the others' strategies, by action.
    ///
    /// Linear in the number of profiles: the others are summed out one after another.
    ///
    /// # Panics
    /// If the profile is of another game's shape.
    pub fn action_payoffs(&self, game: &NormalForm, player: PlayerId) -> Vec<Rational> {
        self.assert_fits(game);
        let own = (0..game.profile_count()).map(|profile| game.payoff_at(profile, player));
        let (mut denominator, mut values) = over_common_denominator(own.collect::<Vec<_>>().iter().copied());
        // The values form a table with one axis for each player not yet summed out, the last one's inmost; once the
        // inner axes are gone, the player's own stays as the inmost block.
        let mut block = 1;
        for other in game.player_ids().collect::<Vec<_>>().into_iter().rev() {
            if other == player {
                block = game.action_count(player);
                continue;
            }
            let (scale, weights) = over_common_denominator(&self.strategy(other).0);
            denominator *= scale;
            values = values.chunks_exact(block * weights.len()).flat_map(|chunk| contract(chunk, &weights)).collect();
        }
        let denominator = Rational::from(denominator);
        values.into_iter().map(|value| &Rational::from(value) / &denominator).collect()
    }

    /// Each player's expected payoff.
    ///
    /// # Panics
    /// If the profile is of another game's shape.
    pub fn payoffs(&self, game: &NormalForm) -> Vec<Rational> {
        game.player_ids().map(|player| self.payoff(game, player)).collect()
    }

    /// A player's expected payoff.
    ///
    /// # Panics
    /// If the profile is of another game's shape.
    pub fn payoff(&self, game: &NormalForm, player: PlayerId) -> Rational {
        self.mean(player, &self.action_payoffs(game, player))
    }

    fn mean(&self, player: PlayerId, values: &[Rational]) -> Rational {
        self.strategy(player).0.iter().zip(values).filter(|(p, _)| !p.is_zero()).map(|(p, u)| p * u).sum()
    }

    /// The player's pure best responses to the others' strategies, ascending.
    ///
    /// # Panics
    /// If the profile is of another game's shape.
    pub fn best_responses(&self, game: &NormalForm, player: PlayerId) -> Vec<usize> {
        let values = self.action_payoffs(game, player);
        let best = values.iter().max().expect("a player has an action");
        (0..values.len()).filter(|action| values[*action] == *best).collect()
    }

    /// How much the player gains by its best deviation; zero exactly if its strategy is a best response.
    ///
    /// # Panics
    /// If the profile is of another game's shape.
    pub fn regret(&self, game: &NormalForm, player: PlayerId) -> Rational {
        let values = self.action_payoffs(game, player);
        let best = values.iter().max().expect("a player has an action");
        best - &self.mean(player, &values)
    }

    fn assert_fits(&self, game: &NormalForm) {
        let shape = self.0.iter().map(MixedStrategy::action_count);
        assert!(shape.eq(game.dimensions()), "the profile is of a game of this shape");
    }
}

/// Sums out the outer axis of a table: `sum over k of weights[k] * table[k][..]`.
fn contract(table: &[BigInt], weights: &[BigInt]) -> Vec<BigInt> {
    let block = table.len() / weights.len();
    let mut sums = vec![BigInt::zero(); block];
    for (row, weight) in table.chunks_exact(block).zip(weights).filter(|(_, weight)| !weight.is_zero()) {
        for (sum, value) in sums.iter_mut().zip(row) {
            if weight.is_one() {
                *sum += value;
            } else {
                *sum += weight * value;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use proptest::prelude::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn what_is_not_a_strategy_is_refused_with_its_reason() {
        let fault = |texts: &[&str]| MixedStrategy::new(texts.iter().map(|t| q(t)).collect()).expect_err("refused");
        assert!(fault(&["3/2", "-1/2"]).to_string().contains("action 2 has probability -1/2"));
        assert!(fault(&["1/2", "1/3"]).to_string().contains("sum to 5/6"));
        assert!(fault(&[]).to_string().contains("sum to 0"));
        let game = NormalForm::bimatrix("g", ["a"], &[vec![q("1"), q("2")]], &[vec![q("1"), q("2")]]).expect("a game");
        let fault =
            Profile::new(&game, vec![MixedStrategy::uniform(2), MixedStrategy::uniform(2)]).expect_err("refused");
        assert_eq!(fault.to_string(), "a profile with [2, 2] actions; expected strategies for [1, 2] actions");
    }

    #[test]
    fn chicken_has_the_payoffs_of_the_textbook() {
        // Aumann 1974: the mixed equilibrium (2/3, 1/3) pays 14/3 each.
        let rows = [vec![q("6"), q("2")], vec![q("7"), q("0")]];
        let game = NormalForm::symmetric("chicken", ["C", "D"], &rows).expect("a game");
        let mix = MixedStrategy::new(vec![q("2/3"), q("1/3")]).expect("a strategy");
        let profile = Profile::new(&game, vec![mix.clone(), mix]).expect("a profile");
        assert_eq!(profile.payoffs(&game), [q("14/3"), q("14/3")]);
        assert_eq!(profile.best_responses(&game, PlayerId(0)), [0, 1]);
        let profile = Profile::pure(&game, 0);
        assert_eq!(profile.regret(&game, PlayerId(1)), q("1"));
        assert_eq!(profile.pure_profile(&game), Some(0));
    }

    proptest! {
        #[test]
        fn expected_payoffs_are_sums_over_profiles(
            dims in prop::collection::vec(1usize..4, 1..5),
            seed in prop::collection::vec((-9i64..10, 1i64..4), 81),
            weights in prop::collection::vec(0u32..5, 12),
        ) {
            let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |p| {
                p.iter().map(|_| { let (n, d) = next.next().expect("endless"); Rational::new(*n, *d) }).collect()
            }).expect("a game");
            let mut next = weights.iter().cycle();
            let strategies: Vec<MixedStrategy> = dims.iter().map(|d| {
                let mut weights: Vec<BigInt> = (0..*d).map(|_| BigInt::from(*next.next().expect("endless"))).collect();
                weights[0] += 1;
                MixedStrategy::in_proportion(&weights)
            }).collect();
            let profile = Profile::new(&game, strategies.clone()).expect("a profile");
            for player in game.player_ids() {
                let mut slow = vec![Rational::zero(); game.action_count(player)];
                for pure in game.profiles() {
                    let chance = pure.iter().enumerate().filter(|(k, _)| *k != player.index())
                        .fold(Rational::one(), |chance, (k, a)| chance * strategies[k].0[*a].clone());
                    slow[pure[player.index()]] += &(&chance * game.payoff(&pure, player));
                }
                prop_assert_eq!(&profile.action_payoffs(&game, player), &slow);
                let best = slow.iter().max().expect("an action");
                let mean: Rational = strategies[player.index()].0.iter().zip(&slow).map(|(p, u)| p * u).sum();
                prop_assert_eq!(profile.payoff(&game, player), mean.clone());
                prop_assert_eq!(profile.regret(&game, player), best - &mean);
            }
        }
    }
}
