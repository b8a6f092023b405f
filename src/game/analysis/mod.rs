//! What is true of a game in normal form before anyone solves it: best responses, dominance, pure equilibria, Pareto
//! optima, security levels, welfare, and the classes it belongs to.
//!
//! All answers are exact, and about pure actions alone (mixed play belongs to the solvers, a floor above). One concept
//! a file; each definition cites its source there. Profiles are named by number, as [`NormalForm::profile`] reads them.
//!
//! Nearly every question here asks only how payoffs compare. So an [`Analysis`] first writes them as integers in the
//! same order: scaled by their common denominator where that fits in 64 bits, else ranked. After that a game of `n`
//! players and `N` profiles costs `O(nN)` comparisons of integers for equilibria, best responses and levels,
//! `O(n^2 N)` for symmetry and potentials, and `O(dN)` for the dominances of a player with `d` actions.

mod class;
mod dominance;
mod equilibria;
mod levels;
mod pareto;

pub use class::FourCycle;
pub use dominance::{Dominance, Dominant};

use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// The pure-strategy analysis of one game.
///
/// # Examples
/// ```
/// use comity::exact::Rational;
/// use comity::game::{Analysis, NormalForm};
/// use comity::ids::PlayerId;
///
/// let q = |n: i64| Rational::from(n);
/// let dilemma = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
/// let analysis = Analysis::of(&dilemma);
/// assert_eq!(analysis.pure_equilibria(), [3]); // both defect ...
/// assert!(!analysis.pareto_optimal().contains(&3)); // ... and that alone is not Pareto-optimal
/// assert_eq!(analysis.dominant_action(PlayerId(0)).unwrap().action, 1);
/// ```
pub struct Analysis<'a> {
    game: &'a NormalForm,
    /// Payoffs as integers that compare as they do: `[profile * players + player]`.
    order: Vec<i64>,
    /// The denominator over which `order` holds the payoffs themselves; absent if it holds ranks.
    denominator: Option<i64>,
}

impl<'a> Analysis<'a> {
    /// Prepares the analysis of a game.
    pub fn of(game: &'a NormalForm) -> Self {
        match game.scaled_payoffs() {
            Some((denominator, order)) => Self { game, order, denominator: Some(denominator) },
            None => Self { game, order: ranks(game.payoffs()), denominator: None },
        }
    }

    /// The game.
    pub fn game(&self) -> &'a NormalForm {
        self.game
    }

    /// A number that compares as the player's payoff in the profile does, with all players' payoffs.
    #[inline]
    fn order_at(&self, profile: usize, player: PlayerId) -> i64 {
        self.order[profile * self.game.player_count() + player.index()]
    }

    /// How a player's payoffs in two profiles, given by number, compare.
    #[inline]
    pub fn compare(&self, profile: usize, other: usize, player: PlayerId) -> std::cmp::Ordering {
        self.order_at(profile, player).cmp(&self.order_at(other, player))
    }

    /// The profiles in which the player plays its first action: one for each choice of actions by the others,
    /// in order. Adding `action * stride` gives the same choice against another action.
    fn contexts(&self, player: PlayerId) -> impl Iterator<Item = usize> + use<> {
        let stride = self.game.stride(player);
        let block = stride * self.game.action_count(player);
        (0..self.game.profile_count()).step_by(block).flat_map(move |start| start..start + stride)
    }

    /// What the player could get in a context, action by action, as [`order_at`](Self::order_at).
    fn options(&self, context: usize, player: PlayerId) -> impl Iterator<Item = i64> + '_ {
        let stride = self.game.stride(player);
        (0..self.game.action_count(player)).map(move |action| self.order_at(context + action * stride, player))
    }
}

/// Each value's place among the distinct values, from 0.
fn ranks(values: &[Rational]) -> Vec<i64> {
    let mut distinct: Vec<&Rational> = values.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    let place = |value: &Rational| distinct.binary_search(&value).expect("each value is among the distinct ones");
    values.iter().map(|value| i64::try_from(place(value)).expect("a game has fewer payoffs")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_too_large_for_a_word_are_ranked() {
        let values: Vec<Rational> =
            ["1e30", "-1/3", "1e30", "0"].iter().map(|text| text.parse().expect("a number")).collect();
        assert_eq!(ranks(&values), [2, 0, 2, 1]);
    }
}
