//! The two kinds of number that trust is computed in: floats where millions of ratings come in, exact rationals where a
//! figure is to be met exactly. A formula is written once for both.
//!
//! Nothing here knows what the numbers mean.

use crate::exact::Rational;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Sub};

/// A number with the four operations.
pub trait Number:
    Clone
    + PartialOrd
    + Debug
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + for<'a> std::iter::Sum<&'a Self>
{
    /// A small whole number.
    fn whole(n: i32) -> Self;

    /// The nearest to an exact number.
    fn of(exact: &Rational) -> Self;

    /// The nearest float.
    fn float(&self) -> f64;

    /// Zero.
    fn zero() -> Self {
        Self::whole(0)
    }

    /// One.
    fn one() -> Self {
        Self::whole(1)
    }

    /// Whether it is zero.
    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }

    /// The power of a whole exponent, with `0^0 = 1`.
    fn power(&self, exponent: u64) -> Self;
}

impl Number for f64 {
    fn whole(n: i32) -> Self {
        f64::from(n)
    }

    fn of(exact: &Rational) -> Self {
        exact.to_f64()
    }

    fn float(&self) -> f64 {
        *self
    }

    fn power(&self, exponent: u64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "what is raised to powers beyond 2^53 is 0 or 1 by then")]
        libm::pow(*self, exponent as f64)
    }
}

impl Number for Rational {
    fn whole(n: i32) -> Self {
        Rational::from(i64::from(n))
    }

    fn of(exact: &Rational) -> Self {
        exact.clone()
    }

    fn float(&self) -> f64 {
        self.to_f64()
    }

    fn power(&self, mut exponent: u64) -> Self {
        let (mut power, mut square) = (Rational::one(), self.clone());
        while exponent > 0 {
            if exponent & 1 == 1 {
                power *= &square;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = &square * &square;
            }
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_agree_and_the_empty_power_is_one() {
        let third = Rational::new(1, 3);
        assert_eq!(third.power(5), Rational::new(1, 243));
        assert_eq!((Rational::zero().power(0), Rational::zero().power(3)), (Rational::one(), Rational::zero()));
        assert_eq!((0.0f64.power(0), 0.5f64.power(3)), (1.0, 0.125));
    }
}
