//! Alternating offers about a pie among perfect reasoners who grow impatient.
//!
//! Rubinstein 1982 (without an end); Stahl 1972 (with one). Player 1 proposes in odd rounds, player 2 in even ones; a
//! proposal that is refused costs each player its discount. All numbers are exact.

use crate::exact::Rational;

/// Two players by what the next round counts beside this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bargainers {
    /// The discounts of player 1 and player 2, from 0 to 1.
    pub discounts: [Rational; 2],
}

impl Bargainers {
    /// Player 1's share if player 1 proposes first and nothing ends the game: `(1 - d2) / (1 - d1 d2)`, agreed at once. None
    /// if both wait for nothing: then every division is an equilibrium.
    pub fn share_if_first(&self) -> Option<Rational> {
        let [first, second] = &self.discounts;
        let one = Rational::one();
        (&one - second).checked_div(&(&one - &(first * second)))
    }

    /// Player 1's share if player 2 proposes first: what player 1 would have by waiting, `d1` times the other share.
    pub fn share_if_second(&self) -> Option<Rational> {
        self.share_if_first().map(|share| &share * &self.discounts[0])
    }

    /// Player 1's share in the proposal that is made, and accepted, if round `t` is reached, by round, if nothing is left
    /// after the last of `rounds`: there the proposer takes all; before, it leaves the other what waiting is worth.
    pub fn shares_by_round(&self, rounds: usize) -> Vec<Rational> {
        let one = Rational::one();
        let mut shares = Vec::with_capacity(rounds);
        let mut later: Option<Rational> = None;
        for round in (1..=rounds).rev() {
            let first_proposes = round % 2 == 1;
            let share = match (&later, first_proposes) {
                (None, true) => one.clone(),
                (None, false) => Rational::zero(),
                (Some(later), true) => &one - &(&self.discounts[1] * &(&one - later)),
                (Some(later), false) => &self.discounts[0] * later,
            };
            shares.push(share.clone());
            later = Some(share);
        }
        shares.reverse();
        shares
    }
}
