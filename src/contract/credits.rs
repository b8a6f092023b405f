//! Money: whole credits.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// An amount of money in whole credits. Negative amounts are debts.
///
/// # Examples
/// ```
/// use comity::contract::Credits;
/// assert_eq!(Credits(3) - Credits(5), Credits(-2));
/// assert_eq!(Credits::at_least(2.1), Credits(3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Credits(pub i64);

impl Credits {
    /// Nothing.
    pub const ZERO: Credits = Credits(0);

    /// The least whole amount that is not below a number; amounts beyond a thousand million millions are cut there.
    #[expect(clippy::cast_possible_truncation, reason = "cut to a range that an i64 holds")]
    pub fn at_least(amount: f64) -> Self {
        Credits(amount.ceil().clamp(-1e15, 1e15) as i64)
    }

    /// The nearest whole amount, cut like [`at_least`](Credits::at_least).
    #[expect(clippy::cast_possible_truncation, reason = "cut to a range that an i64 holds")]
    pub fn nearest(amount: f64) -> Self {
        Credits(amount.round().clamp(-1e15, 1e15) as i64)
    }

    /// As a float, for rates and tables.
    #[expect(clippy::cast_precision_loss, reason = "amounts are far below 2^53")]
    pub fn to_f64(self) -> f64 {
        self.0 as f64
    }

    /// Whether it is more than nothing.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl fmt::Display for Credits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} credits", self.0)
    }
}

impl Add for Credits {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Credits(self.0 + other.0)
    }
}

impl Sub for Credits {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Credits(self.0 - other.0)
    }
}

impl Neg for Credits {
    type Output = Self;
    fn neg(self) -> Self {
        Credits(-self.0)
    }
}

impl AddAssign for Credits {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Credits {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Credits {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}
