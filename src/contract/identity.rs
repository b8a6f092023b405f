//! The price of a name: what it costs to begin again under a new one.
//!
//! Friedman & Resnick 2001: where names are cheap, newcomers must pay their dues.

use super::bond::positive_part;
use crate::exact::Rational;

/// The longest probation that is found by exact sums. A longer one is found by logarithms: the numbers of an exact sum grow
/// with each round, and a loss that meets the gain exactly after so many would need a gain of as many digits.
const EXACT_ROUNDS: u32 = 256;

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

    /// What a probation of `rounds` costs who begins again: `sum_{j<m} d^j (full - probation)`, from the closed form
    /// `(1 - d^m) / (1 - d)`; `rounds` counts up to 2^32 - 1.
    pub fn probation_loss(&self, rounds: usize) -> Rational {
        let rounds = u32::try_from(rounds).unwrap_or(u32::MAX);
        let (numerator, denominator) = self.discount.parts();
        let one = Rational::one();
        let rest = &one - &self.discount;
        let counted = if rest.is_zero() {
            Rational::from(i64::from(rounds))
        } else {
            let last = Rational::fraction(numerator.pow(rounds), denominator.pow(rounds));
            (&one - &last).checked_div(&rest).expect("a discount other than 1")
        };
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

    /// The least probation beside the fee, of a discount from 0 to 1; none if no probation suffices.
    pub fn least_probation(&self) -> Option<usize> {
        let missing = &self.gain - &self.fee;
        if !missing.is_positive() {
            return Some(0);
        }
        let a_round = self.loss_a_round();
        if !a_round.is_positive() {
            return None;
        }
        let rest = &Rational::one() - &self.discount;
        let needed = missing.checked_div(&a_round).expect("a positive loss a round");
        if rest.is_zero() {
            let (numerator, denominator) = needed.parts();
            let rounds = (numerator + denominator - 1) / denominator;
            return Some(usize::try_from(&rounds).unwrap_or(usize::MAX));
        }
        // Discounted losses sum to less than `loss / (1 - d)`, but to all of it if only the first counts: what is needed
        // must be a smaller part of that than all, or the first alone.
        let part = &needed * &rest;
        let one = Rational::one();
        if part > one || part == one && !self.discount.is_zero() {
            return None;
        }
        let mut loss = Rational::zero();
        let mut power = Rational::one();
        for rounds in 1..=EXACT_ROUNDS {
            loss += &power;
            if loss >= needed {
                return Some(rounds as usize);
            }
            power *= &self.discount;
        }
        // `1 - d^m >= part`.
        let rounds = libm::log1p(-part.to_f64()) / libm::log1p(-rest.to_f64());
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive; a cast saturates")]
        let rounds = libm::ceil(rounds) as usize;
        Some(rounds)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn price(discount: &str, gain: &str) -> IdentityPrice {
        let q = |text: &str| text.parse::<Rational>().expect("a number");
        IdentityPrice { discount: q(discount), full_rent: q("3"), probation_rent: q("2"), gain: q(gain), fee: q("0") }
    }

    /// Without discount each round costs 1, so that a gain of g takes g rounds, rounded up, however many.
    #[test]
    fn a_patient_cheat_needs_as_many_rounds_as_it_gains() {
        for (gain, rounds) in [("5/2", 3), ("7", 7), ("200000", 200_000), ("3000000001/2", 1_500_000_001)] {
            assert_eq!(price("1", gain).least_probation(), Some(rounds), "{gain}");
        }
        assert_eq!(price("1", "1").probation_loss(10_000), Rational::from(10_000i64));
    }

    /// `1 - d^m >= g (1 - d)`: of d = 9999/10000 and g = 9999 the least m is that with d^m <= 1/10000, which is
    /// ln 10000 / -ln 0.9999 = 9.210340372 / 1.000050003e-4 = 92098.8; of d = 1/2 the losses are 1, 3/2, 7/4 ...
    #[test]
    fn the_least_probation_is_the_closed_form() {
        assert_eq!(price("9999/10000", "9999").least_probation(), Some(92_099));
        assert_eq!(price("9999/10000", "10000").least_probation(), None);
        for (gain, rounds) in [("1", Some(1)), ("3/2", Some(2)), ("7/4", Some(3)), ("2", None)] {
            assert_eq!(price("1/2", gain).least_probation(), rounds, "{gain}");
        }
        assert_eq!((price("0", "1").least_probation(), price("0", "2").least_probation()), (Some(1), None));
        assert_eq!(price("1/2", "1").probation_loss(3), Rational::new(7, 4));
    }
}
