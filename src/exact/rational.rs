//! The rational number type.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

/// An exact rational number, always in lowest terms with a positive denominator.
///
/// It reads integers (`-3`), fractions (`2/6`) and decimals (`0.1`, `.5`, `1.5e-3`), all
/// exactly, and prints as `p` or `p/q`.
///
/// # Examples
/// ```
/// use comity::exact::Rational;
/// let tenth: Rational = "0.1".parse().unwrap();
/// assert_eq!(tenth.to_string(), "1/10");
/// assert_eq!((tenth * Rational::from(3i64)).to_string(), "3/10");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Rational(BigRational);

/// Why a text is not a rational number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRationalError {
    /// The text is not an integer, a fraction or a decimal.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// The fraction's denominator is zero.
    #[error("{0:?} divides by zero")]
    ZeroDenominator(String),
    /// The exponent is beyond what any payoff needs, and would fill the memory with digits.
    #[error("the exponent of {0:?} is beyond ±{max}", max = Rational::MAX_EXPONENT)]
    ExponentTooLarge(String),
}

impl Rational {
    /// The largest decimal exponent that is read.
    pub const MAX_EXPONENT: i64 = 4096;

    /// Zero.
    pub fn zero() -> Self {
        Self(BigRational::zero())
    }

    /// One.
    pub fn one() -> Self {
        Self(BigRational::one())
    }

    /// The fraction `numerator / denominator`.
    ///
    /// # Panics
    /// If `denominator` is zero: callers divide by constants.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        assert_ne!(denominator, 0, "a rational's denominator is a non-zero constant");
        Self(BigRational::new(numerator.into(), denominator.into()))
    }

    /// The fraction of two whole numbers of any size.
    ///
    /// # Panics
    /// If `denominator` is zero: callers divide by what they know is not.
    pub fn fraction(numerator: BigInt, denominator: BigInt) -> Self {
        assert!(!denominator.is_zero(), "a rational's denominator is not zero");
        if numerator.is_zero() {
            return Self::zero();
        }
        Self(BigRational::new(numerator, denominator))
    }

    /// The rational equal to a finite float, digit by digit as the float prints (so that 0.1 is one tenth).
    pub fn from_decimal_of(value: f64) -> Option<Self> {
        value.is_finite().then(|| value.to_string().parse().ok()).flatten()
    }

    /// The exact value of a finite float in binary (so that 0.1 is 3602879701896397/36028797018963968).
    pub fn from_f64_exact(value: f64) -> Option<Self> {
        BigRational::from_float(value).map(Self)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether it is greater than zero.
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// Whether it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// Whether it is an integer.
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Self {
        Self(self.0.abs())
    }

    /// The quotient, or nothing if `other` is zero.
    pub fn checked_div(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| Self(&self.0 / &other.0))
    }

    /// The nearest float.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().expect("a big rational has a nearest float, infinite if need be")
    }

    /// The numerator, if it fits.
    pub fn numerator_i64(&self) -> Option<i64> {
        self.0.numer().to_i64()
    }

    /// The denominator, if it fits.
    pub fn denominator_i64(&self) -> Option<i64> {
        self.0.denom().to_i64()
    }

    /// The numerator and the denominator.
    pub fn parts(&self) -> (&BigInt, &BigInt) {
        (self.0.numer(), self.0.denom())
    }
}

impl FromStr for Rational {
    type Err = ParseRationalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || ParseRationalError::NotANumber(text.to_string());
        let (negative, digits) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let magnitude = if let Some((p, q)) = digits.split_once('/') {
            let (p, q) = (natural(p).ok_or_else(bad)?, natural(q).ok_or_else(bad)?);
            if q.is_zero() {
                return Err(ParseRationalError::ZeroDenominator(text.to_string()));
            }
            BigRational::new(p, q)
        } else {
            decimal(digits, text)?
        };
        Ok(Self(if negative { -magnitude } else { magnitude }))
    }
}

/// A non-empty run of ASCII digits as a number.
fn natural(digits: &str) -> Option<BigInt> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| digits.parse().expect("digits are a number"))
}

/// An unsigned decimal: `12`, `1.5`, `.5`, `5.`, each with an optional exponent. `whole` is the text as written.
fn decimal(unsigned: &str, whole: &str) -> Result<BigRational, ParseRationalError> {
    let bad = || ParseRationalError::NotANumber(whole.to_string());
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        None => (unsigned, 0),
        Some(cut) => {
            let power = &unsigned[cut + 1..];
            let digits = power.strip_prefix(['+', '-']).unwrap_or(power);
            let size = natural(digits).ok_or_else(bad)?.to_i64().unwrap_or(i64::MAX);
            (&unsigned[..cut], if power.starts_with('-') { -size } else { size })
        }
    };
    let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = natural(&format!("{int}{frac}")).ok_or_else(bad)?;
    if exponent.unsigned_abs() > Rational::MAX_EXPONENT.unsigned_abs() {
        return Err(ParseRationalError::ExponentTooLarge(whole.to_string()));
    }
    let shift = exponent - i64::try_from(frac.len()).map_err(|_| bad())?;
    let power = Pow::pow(BigInt::from(10), shift.unsigned_abs());
    Ok(if shift < 0 { BigRational::new(digits, power) } else { BigRational::from(digits * power) })
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Self {
        Self(BigRational::from(BigInt::from(value)))
    }
}

impl From<BigInt> for Rational {
    fn from(value: BigInt) -> Self {
        Self(BigRational::from(value))
    }
}

impl From<i128> for Rational {
    fn from(value: i128) -> Self {
        Self(BigRational::from(BigInt::from(value)))
    }
}

macro_rules! binary {
    ($trait:ident, $method:ident) => {
        impl $trait for Rational {
            type Output = Rational;
            fn $method(self, other: Rational) -> Rational {
                Rational($trait::$method(self.0, other.0))
            }
        }
        impl<'a> $trait<&'a Rational> for &'a Rational {
            type Output = Rational;
            fn $method(self, other: &Rational) -> Rational {
                Rational($trait::$method(&self.0, &other.0))
            }
        }
    };
}
binary!(Add, add);
binary!(Sub, sub);
binary!(Mul, mul);
binary!(Div, div);

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        self.0 += &other.0;
    }
}

impl SubAssign<&Rational> for Rational {
    fn sub_assign(&mut self, other: &Rational) {
        self.0 -= &other.0;
    }
}

impl MulAssign<&Rational> for Rational {
    fn mul_assign(&mut self, other: &Rational) {
        self.0 *= &other.0;
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(-self.0)
    }
}

impl Sum for Rational {
    fn sum<I: Iterator<Item = Rational>>(iter: I) -> Self {
        iter.fold(Rational::zero(), |acc, x| acc + x)
    }
}

impl<'a> Sum<&'a Rational> for Rational {
    fn sum<I: Iterator<Item = &'a Rational>>(iter: I) -> Self {
        let mut total = Rational::zero();
        for x in iter {
            total += x;
        }
        total
    }
}

impl PartialEq<i64> for Rational {
    fn eq(&self, other: &i64) -> bool {
        self.0.is_integer() && *self.0.numer() == BigInt::from(*other)
    }
}

impl PartialOrd<i64> for Rational {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        self.partial_cmp(&Rational::from(*other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn reads_every_spelling_exactly() {
        for (text, value) in [
            ("0", "0"),
            ("-3", "-3"),
            ("+3", "3"),
            ("6/4", "3/2"),
            ("-0/5", "0"),
            ("0.1", "1/10"),
            (".5", "1/2"),
            ("5.", "5"),
            ("1.50", "3/2"),
            ("1e3", "1000"),
            ("2.5E-2", "1/40"),
            ("-1.25e+1", "-25/2"),
        ] {
            assert_eq!(q(text).to_string(), value, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_not_a_number() {
        for text in
            ["", "-", ".", "1.2.3", "1/", "/2", "1/-2", "--1", "1e", "e5", "inf", "NaN", "1 2", "0x10", "½", "1.5/2"]
        {
            assert_eq!(text.parse::<Rational>(), Err(ParseRationalError::NotANumber(text.into())), "{text}");
        }
        assert_eq!("1/0".parse::<Rational>(), Err(ParseRationalError::ZeroDenominator("1/0".into())));
        assert_eq!("1e5000".parse::<Rational>(), Err(ParseRationalError::ExponentTooLarge("1e5000".into())));
        assert_eq!(
            "1e99999999999999999999".parse::<Rational>(),
            Err(ParseRationalError::ExponentTooLarge("1e99999999999999999999".into()))
        );
    }

    #[test]
    fn floats_are_the_nearest() {
        assert_eq!(q("1/10").to_f64().to_bits(), 0.1f64.to_bits());
        assert_eq!(q("1/3").to_f64().to_bits(), (1.0f64 / 3.0).to_bits());
        assert_eq!(q("-5").to_f64(), -5.0);
        assert_eq!(Rational::from_decimal_of(0.1), Some(q("1/10")));
        assert_eq!(Rational::from_decimal_of(f64::NAN), None);
        assert_eq!(Rational::from_f64_exact(0.5), Some(q("1/2")));
    }

    #[test]
    fn a_common_denominator_is_the_least() {
        let values = [q("1/4"), q("-5/6"), q("2")];
        assert_eq!(crate::exact::common_denominator(&values), Some((12, vec![3, -10, 24])));
        assert_eq!(crate::exact::common_denominator(&[q("1e30")]), None);
    }
}
