//! Concession by what the other does: behaviour-dependent tactics (Faratin, Sierra & Jennings 1998, sec. 4.3).
//!
//! A party imitates how the other has moved: in proportion, in amount, or on average over a window. Numbers are exact.

use super::Side;
use crate::error::Diagnostic;
use crate::exact::Rational;

/// What of the other's moves is imitated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The proportion of its move `lag` offers ago: `x' = y_{k-lag} / y_{k-lag+1} x`.
    Relative,
    /// The amount of that move: `x' = x + (y_{k-lag} - y_{k-lag+1})`, perhaps with noise towards the other.
    Absolute,
    /// The average proportion of its last `lag` moves: `x' = y_{k-lag} / y_k x`.
    Averaged,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::Relative, Rule::Absolute, Rule::Averaged];

    /// Its name: `relative`, `absolute` or `averaged`.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Relative => "relative",
            Rule::Absolute => "absolute",
            Rule::Averaged => "averaged",
        }
    }
}

/// A party that imitates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imitator {
    /// Its side.
    pub side: Side,
    /// What it imitates.
    pub rule: Rule,
    /// How many offers it looks back, from 1.
    pub lag: usize,
    /// The least price that it names.
    pub min: Rational,
    /// The greatest.
    pub max: Rational,
}

/// What an imitator offers against a list of offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imitation {
    /// Its own offers, one more than the other's.
    pub offers: Vec<Rational>,
    /// The number, from 1, of the first offer of the other that it accepts: no worse than its own next offer.
    pub accepts_after: Option<usize>,
}

impl Imitator {
    /// The next offer after `own`, the other's offers so far being `other`, the last of which has just arrived. None while
    /// there are no `lag + 1` of them, or if the other's price of which a proportion is asked is zero.
    pub fn next(&self, own: &Rational, other: &[Rational], noise: &Rational) -> Option<Rational> {
        let k = other.len();
        let before = k.checked_sub(self.lag + 1)?;
        let next = match self.rule {
            Rule::Relative => &other[before].checked_div(&other[before + 1])? * own,
            Rule::Averaged => &other[before].checked_div(&other[k - 1])? * own,
            Rule::Absolute => {
                let moved = own + &(&other[before] - &other[before + 1]);
                match self.side {
                    Side::Buyer => &moved + noise,
                    Side::Seller => &moved - noise,
                }
            }
        };
        Some(next.clamp(self.min.clone(), self.max.clone()))
    }

    /// Whether an offer of the other is no worse than one's own next one.
    pub fn accepts(&self, own: &Rational, offered: &Rational) -> bool {
        match self.side {
            Side::Buyer => offered <= own,
            Side::Seller => offered >= own,
        }
    }

    /// All offers against a list of offers, the first `lag + 1` of its own given. The list goes on after an acceptance.
    /// `noise[k]` goes with the other's offer `k`, from 0; none of it where it is shorter.
    ///
    /// # Errors
    /// If the first offers are not `lag + 1`, or a proportion of a price of zero is asked.
    pub fn against(&self, first: &[Rational], other: &[Rational], noise: &[Rational]) -> Result<Imitation, Diagnostic> {
        if self.lag == 0 || first.len() != self.lag + 1 || self.min > self.max {
            let found =
                format!("{} first offers with a lag of {}, from {} to {}", first.len(), self.lag, self.min, self.max);
            let expected = "one more than the lag, which is 1 or more, from the lesser to the greater price";
            return Err(Diagnostic::new("bad-tactic", found, expected));
        }
        let mut offers = first.to_vec();
        let mut accepts_after = None;
        let none = Rational::zero();
        for k in self.lag + 1..=other.len() {
            let own = offers.last().expect("at least two first offers");
            let next = self.next(own, &other[..k], noise.get(k - 1).unwrap_or(&none)).ok_or_else(|| {
                Diagnostic::new("bad-tactic", "an offer of 0 by the opponent", "prices other than 0 for proportions")
            })?;
            if accepts_after.is_none() && self.accepts(&next, &other[k - 1]) {
                accepts_after = Some(k);
            }
            offers.push(next);
        }
        Ok(Imitation { offers, accepts_after })
    }
}
