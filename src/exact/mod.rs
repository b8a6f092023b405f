//! Exact arithmetic: rationals of any size, read from integers, fractions and decimals.
//!
//! Payoffs are kept as [`Rational`]s, so that `0.1` is one tenth and a tie is a tie.
//! Floats appear only where a number leaves for a table or a plot. [`lp`] solves linear programmes exactly, and
//! [`linear`] linear systems; a [`Polynomial`] says where it first falls below zero.

pub mod linear;
pub mod lp;
mod polynomial;
mod rational;

pub use polynomial::{Polynomial, Root, simplest_between};
pub use rational::{ParseRationalError, Rational};

use num_bigint::BigInt;

/// The least common denominator of some rationals and their numerators over it, of any size.
///
/// # Examples
/// ```
/// use comity::exact::{over_common_denominator, Rational};
/// let values: Vec<Rational> = ["1/2", "-1/3"].iter().map(|text| text.parse().unwrap()).collect();
/// let (denominator, numerators) = over_common_denominator(&values);
/// assert_eq!((denominator, numerators), (6.into(), vec![3.into(), (-2).into()]));
/// ```
pub fn over_common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational> + Clone) -> (BigInt, Vec<BigInt>) {
    let mut denominator = BigInt::from(1);
    for value in values.clone() {
        denominator = num_integer::lcm(denominator, value.parts().1.clone());
    }
    let over = |value: &Rational| {
        let (numerator, own) = value.parts();
        if *own == denominator { numerator.clone() } else { numerator * (&denominator / own) }
    };
    let numerators = values.into_iter().map(over).collect();
    (denominator, numerators)
}

/// The common denominator of some rationals and their numerators over it, where all fit.
///
/// Sums of integer counts times payoffs are exact in this form and need no big numbers.
/// `None` if the denominator or a numerator does not fit.
///
/// # Examples
/// ```
/// use comity::exact::{common_denominator, Rational};
/// let half: Rational = "1/2".parse().unwrap();
/// let third: Rational = "1/3".parse().unwrap();
/// assert_eq!(common_denominator(&[half, third]), Some((6, vec![3, 2])));
/// ```
pub fn common_denominator(values: &[Rational]) -> Option<(i64, Vec<i64>)> {
    let mut denominator: i64 = 1;
    for value in values {
        let own = value.denominator_i64()?;
        let gcd = num_integer::gcd(denominator, own);
        denominator = denominator.checked_mul(own / gcd)?;
    }
    let numerators = values
        .iter()
        .map(|value| value.numerator_i64()?.checked_mul(denominator / value.denominator_i64()?))
        .collect::<Option<Vec<i64>>>()?;
    Some((denominator, numerators))
}
