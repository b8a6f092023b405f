//! A two-player game's payoffs as strategies count them: whole numbers over one denominator.
//!
//! Scores that are sums of whole numbers are equal exactly when the scores they stand for are, so that no comparison
//! hangs on rounding. Knows nothing of who plays.

use super::machine::round_index;
use super::{Action, Told};
use crate::exact::Rational;
use crate::ids::PlayerId;

/// The payoffs of both players of a game of two actions each, in units of `1 / unit()` of utility.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Payoffs {
    own: [i64; 4],
    other: [i64; 4],
    unit: i64,
}

/// The denominator that payoffs are rounded to if they have no common one of 64 bits.
const COARSE: i64 = 1 << 20;

impl Payoffs {
    /// The payoffs 3, 0, 5 and 1 of Axelrod's tournaments (CC, CD, DC, DD), which some rules have built in.
    pub const AXELROD: Payoffs = Payoffs { own: [3, 0, 5, 1], other: [3, 5, 0, 1], unit: 1 };

    /// The payoffs of the game that a player is told; all zero if it is not a game of two players with two actions.
    ///
    /// Payoffs without a common denominator of 64 bits are rounded to multiples of 2^-20.
    pub fn of(told: &Told) -> Self {
        let Some(game) = told.game.table().filter(|game| game.is_two_by_two()) else {
            return Self { unit: 1, ..Self::default() };
        };
        let (unit, scaled) = game.scaled_payoffs().unwrap_or_else(|| {
            let coarse = |payoff: &Rational| (payoff.to_f64() * COARSE as f64) as i64;
            (COARSE, game.payoffs().iter().map(coarse).collect())
        });
        let at = |profile: usize, player: usize| scaled[2 * profile + player];
        let mut payoffs = Self { unit, ..Self::default() };
        for (k, (own, seen)) in super::machine::ROUNDS.into_iter().enumerate() {
            let (profile, me) = match told.player {
                PlayerId(0) => (round_index(own, seen), 0),
                _ => (round_index(seen, own), 1),
            };
            payoffs.own[k] = at(profile, me);
            payoffs.other[k] = at(profile, 1 - me);
        }
        payoffs
    }

    /// What one unit of utility is.
    pub fn unit(&self) -> i64 {
        self.unit
    }

    /// The player's own payoff of a round.
    #[inline]
    pub fn own(&self, own: Action, seen: Action) -> i64 {
        self.own[round_index(own, seen)]
    }

    /// The other player's payoff of a round.
    #[inline]
    pub fn other(&self, own: Action, seen: Action) -> i64 {
        self.other[round_index(own, seen)]
    }

    /// The player's own payoff of a round, in utility.
    #[inline]
    pub fn utility(&self, own: Action, seen: Action) -> f64 {
        self.own(own, seen) as f64 / self.unit as f64
    }

    /// The player's greatest payoff, in utility.
    pub fn best(&self) -> f64 {
        self.own.iter().copied().max().unwrap_or_default() as f64 / self.unit as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::NormalForm;
    use crate::strategy::Horizon;
    use std::sync::Arc;

    #[test]
    fn each_player_sees_its_own_payoffs_over_one_denominator() {
        let q = |n: i64, d: i64| Rational::new(n, d);
        // Row's payoffs 1/2, 0, 1, 1/3; column's 2, 3, 4, 5 in the order CC, CD, DC, DD of (row, column).
        let row = [vec![q(1, 2), q(0, 1)], vec![q(1, 1), q(1, 3)]];
        let column = [vec![q(2, 1), q(3, 1)], vec![q(4, 1), q(5, 1)]];
        let game = NormalForm::bimatrix("uneven", ["C", "D"], &row, &column).expect("a game");
        let game = Arc::new(game);
        let of = |player| Payoffs::of(&Told::new(Arc::clone(&game), PlayerId(player), Horizon::Unknown));
        assert_eq!(of(0), Payoffs { own: [3, 0, 6, 2], other: [12, 18, 24, 30], unit: 6 });
        assert_eq!(of(1), Payoffs { own: [12, 24, 18, 30], other: [3, 6, 0, 2], unit: 6 });
        assert_eq!(of(0).best(), 1.0);
    }
}
