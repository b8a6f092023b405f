//! The price of a name: what it costs to begin again under a new one.
//!
//! Friedman & Resnick 2001: where names are cheap, newcomers must pay their dues.

use super::bond::{positive_part, powers};
use crate::exact::Rational;

/// The most rounds of probation that are tried.
const MOST_ROUNDS: usize = 100_000;

/// A fee and a probation for new names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdentityPrice {
    /// What the next round counts beside this one.
    pub discount: Rational,
    /// What an established agent earns a round.
    pub full_rent: Rational,
    /// What an agent on probation earns a round.
    pub probation_rent: Rational,
    /// What cheating and leaving gains.
    pub gain: Rational,
    /// What a new name costs.
    pub fee: Rational,
}

impl IdentityPrice {
    fn loss_a_round(&self) -> Rational {
        &self.full_rent - &self.probation_rent
    }

    /// What a probation of `rounds` costs who begins again: `sum_{j<m} d^j (full - probation)`.
    pub fn probation_loss(&self, rounds: usize) -> Rational {
        let counted: Rational = powers(&self.discount).take(rounds).sum();
        &counted * &self.loss_a_round()
    }

    /// Whether a fee and a probation outweigh the gain.
    pub fn is_whitewash_proof(&self, rounds: usize) -> bool {
        &self.fee + &self.probation_loss(rounds) >= self.gain
    }

    /// The least fee beside a probation: `max(0, g - loss)`.
    pub fn least_fee(&self, rounds: usize) -> Rational {
        positive_part(&(&self.gain - &self.probation_loss(rounds)))
    }

    /// The least probation beside the fee; none if no probation suffices.
    pub fn least_probation(&self) -> Option<usize> {
        let missing = &self.gain - &self.fee;
        if !missing.is_positive() {
            return Some(0);
        }
        let a_round = self.loss_a_round();
        if !a_round.is_positive() {
            return None;
        }
        // Discounted losses sum to less than `loss / (1 - d)`: beyond that nothing suffices, however long.
        let rest = &Rational::one() - &self.discount;
        if rest.is_positive() && a_round.checked_div(&rest).is_some_and(|limit| limit <= missing) {
            return None;
        }
        let mut loss = Rational::zero();
        for (rounds, power) in powers(&self.discount).take(MOST_ROUNDS).enumerate() {
            loss += &(&power * &a_round);
            if loss >= missing {
                return Some(rounds + 1);
            }
        }
        None
    }
}

/// The value of a round to an established agent where a share of the population is replaced each round, in the
/// prisoner's dilemma of payoffs 2, 1, 0, -1 and uniform matching, if veterans defect on newcomers (Friedman & Resnick
/// 2001, sec. 3): `1 - alpha` if newcomers defect on each other, `1 - alpha (1 - alpha)` if they cooperate.
pub fn newcomer_dues(replaced: &Rational, newcomers_cooperate: bool) -> Rational {
    let one = Rational::one();
    let lost = if newcomers_cooperate { replaced * &(&one - replaced) } else { replaced.clone() };
    &one - &lost
}
