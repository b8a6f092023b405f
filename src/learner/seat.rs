//! A seat: what one player of a game has to do with, in floats.
//!
//! What the others do together is a *context*. With other players of `d1, d2, ..` actions contexts are numbered
//! lexicographically, the last player's action fastest, as profiles are; so with one other player the context is its
//! action. A game whose payoffs depend on a summary of the others alone (the least effort among them) may number
//! contexts by that summary. Payoffs lie by context, so that what all own actions pay against one context is a slice.

use crate::game::NormalForm;
use crate::ids::PlayerId;

/// One player's actions and payoffs.
#[derive(Clone, Debug, PartialEq)]
pub struct Seat {
    actions: usize,
    contexts: usize,
    /// `payoffs[context * actions + action]`.
    payoffs: Vec<f64>,
    low: f64,
    high: f64,
    two_person: bool,
    equilibrium: Option<f64>,
}

impl Seat {
    /// The seat of a player of a game.
    ///
    /// # Examples
    /// ```
    /// use comity::catalogue::{Place, Value};
    /// use comity::ids::PlayerId;
    /// use comity::learner::Seat;
    ///
    /// let games = comity::game::catalogue();
    /// let spec = games.resolve(&Value::from("stag_hunt"), &Place::root()).unwrap();
    /// let seat = Seat::of(&games.build(&spec, &()).unwrap(), PlayerId(0));
    /// // Against a hare: nothing for a stag hunter, 2 for a hare hunter.
    /// assert_eq!(seat.row(1), [0.0, 2.0]);
    /// ```
    pub fn of(game: &NormalForm, player: PlayerId) -> Self {
        let actions = game.action_count(player);
        let (stride, profiles) = (game.stride(player), game.profile_count());
        let mut payoffs = vec![0.0; profiles];
        for profile in 0..profiles {
            let context = profile / (stride * actions) * stride + profile % stride;
            payoffs[context * actions + game.action_in(profile, player)] = game.payoff_at(profile, player).to_f64();
        }
        let mut seat = Self::new(actions, payoffs);
        seat.two_person = game.player_count() == 2;
        seat.equilibrium = equilibrium(game, player);
        seat
    }

    /// A seat of so many actions with `payoffs[context * actions + action]`.
    ///
    /// # Panics
    /// If there is no action, or the payoffs are not one a context and action: a fault of the caller's code.
    pub fn new(actions: usize, payoffs: Vec<f64>) -> Self {
        assert!(actions > 0 && !payoffs.is_empty() && payoffs.len().is_multiple_of(actions), "a seat has payoffs");
        let low = payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let contexts = payoffs.len() / actions;
        Self { actions, contexts, payoffs, low, high, two_person: false, equilibrium: None }
    }

    /// The seat of a bandit: so many actions of which it is known only that they pay from `low` to `high`.
    pub fn bandit(actions: usize, low: f64, high: f64) -> Self {
        let mut seat = Self::new(actions, vec![low; actions]);
        seat.high = high.max(low);
        seat
    }

    /// The number of own actions.
    #[inline]
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// The number of contexts.
    #[inline]
    pub fn contexts(&self) -> usize {
        self.contexts
    }

    /// What each own action pays in a context, in utility.
    #[inline]
    pub fn row(&self, context: usize) -> &[f64] {
        &self.payoffs[context * self.actions..][..self.actions]
    }

    /// The least payoff.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The greatest payoff.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The greatest payoff less the least.
    pub fn span(&self) -> f64 {
        self.high - self.low
    }

    /// Whether the game has two players, so that a context is the other's action.
    pub fn is_two_person(&self) -> bool {
        self.two_person
    }

    /// In a game of two players with two actions each, the probability of the own first action in an equilibrium: the
    /// mixed one if there is one within, else the first pure one.
    pub fn equilibrium(&self) -> Option<f64> {
        self.equilibrium
    }
}

/// The own part of an equilibrium of a two-by-two game, as the probability of the first action.
fn equilibrium(game: &NormalForm, player: PlayerId) -> Option<f64> {
    if game.dimensions() != [2, 2] {
        return None;
    }
    let other = PlayerId(1 - player.0);
    let pays = |of: PlayerId, own: usize, others: usize| {
        let mut profile = [0; 2];
        profile[player.index()] = own;
        profile[other.index()] = others;
        game.payoff(&profile, of).to_f64()
    };
    // Own mixture p makes the other indifferent: p * gain(0) + (1 - p) * gain(1) = 0, where gain is what the other's first
    // action pays it over its second.
    let gain = |own: usize| pays(other, own, 0) - pays(other, own, 1);
    let (first, second) = (gain(0), gain(1));
    if first * second < 0.0 {
        return Some(second / (second - first));
    }
    // No own mixture makes the other indifferent within: the other has a (weakly) dominant action.
    (0..4).find_map(|profile| {
        let (own, others) = (profile / 2, profile % 2);
        let stays = pays(player, own, others) >= pays(player, 1 - own, others)
            && pays(other, own, others) >= pays(other, own, 1 - others);
        stays.then_some(if own == 0 { 1.0 } else { 0.0 })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::Player;

    fn game(dimensions: &[usize], payoff: impl Fn(&[usize]) -> Vec<i64>) -> NormalForm {
        let players = dimensions.iter().map(|n| Player::new("p", (0..*n).map(|k| k.to_string()))).collect();
        let exact = |profile: &[usize]| payoff(profile).into_iter().map(Rational::from).collect();
        NormalForm::from_rule("g", players, exact).expect("a game")
    }

    #[test]
    fn contexts_are_the_others_profiles_in_order() {
        let game =
            game(&[2, 3, 4], |p| (0..3).map(|k| i64::from(k == 1) * (100 * p[0] + 10 * p[1] + p[2]) as i64).collect());
        let seat = Seat::of(&game, PlayerId(1));
        assert_eq!((seat.actions(), seat.contexts()), (3, 8));
        // The first player's action 1 and the third's action 2.
        assert_eq!(seat.row(4 + 2), [102.0, 112.0, 122.0]);
        assert_eq!((seat.low(), seat.high(), seat.span()), (0.0, 123.0, 123.0));
    }

    #[test]
    fn the_equilibrium_of_a_two_by_two_game_is_the_mixed_one_if_there_is_one() {
        // Matching pennies with an odd prize: the row player mixes so that the column player is indifferent.
        let pennies = game(&[2, 2], |p| match (p[0], p[1]) {
            (0, 0) => vec![3, -3],
            (1, 1) => vec![1, -1],
            _ => vec![-1, 1],
        });
        assert_eq!(Seat::of(&pennies, PlayerId(0)).equilibrium(), Some(1.0 / 3.0));
        let dilemma = game(&[2, 2], |p| match (p[0], p[1]) {
            (0, 0) => vec![3, 3],
            (0, _) => vec![0, 5],
            (_, 0) => vec![5, 0],
            _ => vec![1, 1],
        });
        assert_eq!(Seat::of(&dilemma, PlayerId(1)).equilibrium(), Some(0.0));
        assert_eq!(Seat::of(&game(&[2, 3], |_| vec![0, 0]), PlayerId(0)).equilibrium(), None);
    }
}
