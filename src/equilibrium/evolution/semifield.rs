//! Numbers that are never negative and never subtracted: rationals, or floats kept by their logarithm.
//!
//! Stationary distributions, passage times and fixation probabilities can be written with sums, products and quotients
//! of non-negative terms alone (Grassmann, Taksar & Heyman 1985). Such an algorithm keeps the relative precision of
//! every entry, however small; over [`LogNumber`] it does not underflow either, and over
//! [`Rational`] it is exact. It is written once, over this trait.

use crate::exact::Rational;

/// A non-negative number with sums, products and quotients.
pub trait Semifield: Clone {
    /// Zero.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// The number equal (or nearest) to a non-negative rational.
    fn of(value: &Rational) -> Self;
    /// Whether it is zero.
    fn is_zero(&self) -> bool;
    /// The sum.
    fn plus(&self, other: &Self) -> Self;
    /// The product.
    fn times(&self, other: &Self) -> Self;
    /// The quotient by a number that is not zero.
    fn over(&self, other: &Self) -> Self;

    /// The sum of many.
    fn sum<'a>(values: impl IntoIterator<Item = &'a Self>) -> Self
    where
        Self: 'a,
    {
        values.into_iter().fold(Self::zero(), |sum, value| sum.plus(value))
    }

    /// The numbers over their sum, which is not zero.
    fn normalised(values: Vec<Self>) -> Vec<Self> {
        let sum = Self::sum(&values);
        values.iter().map(|value| value.over(&sum)).collect()
    }
}

impl Semifield for Rational {
    fn zero() -> Self {
        Rational::zero()
    }

    fn one() -> Self {
        Rational::one()
    }

    fn of(value: &Rational) -> Self {
        value.clone()
    }

    fn is_zero(&self) -> bool {
        Rational::is_zero(self)
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }
}

/// Floats, where nothing is so small that it vanishes.
impl Semifield for f64 {
    fn zero() -> Self {
        0.0
    }

    fn one() -> Self {
        1.0
    }

    fn of(value: &Rational) -> Self {
        value.to_f64()
    }

    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn over(&self, other: &Self) -> Self {
        self / other
    }
}

/// A non-negative number as its natural logarithm; zero is minus infinity.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{LogNumber, Semifield};
/// let tiny = LogNumber::from_ln(-2000.0);
/// let twice = tiny.plus(&tiny);
/// assert!((twice.logarithm() + 2000.0 - libm::log(2.0)).abs() < 1e-12);
/// assert_eq!(twice.value(), 0.0); // as a float it is beyond reach
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct LogNumber(f64);

impl LogNumber {
    /// The number of this logarithm.
    pub fn from_ln(ln: f64) -> Self {
        Self(ln)
    }

    /// The number equal to a float from 0.
    pub fn from_value(value: f64) -> Self {
        Self(libm::log(value))
    }

    /// The natural logarithm.
    pub fn logarithm(&self) -> f64 {
        self.0
    }

    /// The number as a float; 0 where it is below what floats hold.
    pub fn value(&self) -> f64 {
        libm::exp(self.0)
    }
}

impl Semifield for LogNumber {
    fn zero() -> Self {
        Self(f64::NEG_INFINITY)
    }

    fn one() -> Self {
        Self(0.0)
    }

    fn of(value: &Rational) -> Self {
        Self(libm::log(value.to_f64()))
    }

    fn is_zero(&self) -> bool {
        self.0 == f64::NEG_INFINITY
    }

    fn plus(&self, other: &Self) -> Self {
        let (more, less) = if self.0 >= other.0 { (self.0, other.0) } else { (other.0, self.0) };
        if less == f64::NEG_INFINITY {
            return Self(more);
        }
        Self(more + libm::log1p(libm::exp(less - more)))
    }

    fn times(&self, other: &Self) -> Self {
        Self(self.0 + other.0)
    }

    fn over(&self, other: &Self) -> Self {
        Self(self.0 - other.0)
    }

    /// In one pass, with the greatest term so far as the unit: one exponential a term.
    fn sum<'a>(values: impl IntoIterator<Item = &'a Self>) -> Self {
        let (mut unit, mut sum) = (f64::NEG_INFINITY, 0.0);
        for Self(ln) in values {
            if *ln > unit {
                sum = sum * libm::exp(unit - ln) + 1.0;
                unit = *ln;
            } else if *ln > f64::NEG_INFINITY {
                sum += libm::exp(ln - unit);
            }
        }
        Self(unit + libm::log(sum))
    }
}
