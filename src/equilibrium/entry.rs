//! The integers of a tableau: machine words as long as they hold every entry, big integers otherwise.
//!
//! Pivoting without fractions (Edmonds 1967; Bareiss 1968) needs one step, `(a p - b c) / d` with a remainder of zero.
//! Each [`Entry`] type takes that step exactly or says that the result does not fit; then the caller begins again in
//! the next type of [`in_smallest_type!`]. A quotient that is known to be exact needs no division: it is the product with the inverse of the
//! divisor's odd part modulo the word's size, and multiplying back shows whether it was cut off. Nothing here knows of
//! games.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};

/// An entry of an integer tableau.
pub(super) trait Entry: Clone + std::fmt::Debug {
    /// What is worth computing once for a divisor.
    type Divisor;

    /// The entry equal to a big integer, if it fits.
    fn from_big(value: &BigInt) -> Option<Self>;
    /// The big integer equal to the entry.
    fn to_big(&self) -> BigInt;
    /// Less, equal or greater than zero.
    fn sign(&self) -> Ordering;
    /// The negative.
    fn negative(&self) -> Self;
    /// Prepares a positive divisor.
    fn divisor(value: &Self) -> Self::Divisor;
    /// `(a p - b c) / d`, which must have no remainder; `None` if it does not fit.
    fn step(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self>;
    /// How `a b` compares with `c d`.
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
}

/// An odd number's inverse modulo a power of two by Newton's iteration: each round doubles the bits that are right,
/// beginning with the five of `(3 d) xor 2`.
macro_rules! inverse {
    ($odd:expr, $word:ty, $rounds:expr) => {{
        let odd: $word = $odd;
        let mut inverse = odd.wrapping_mul(3) ^ 2;
        for _ in 0..$rounds {
            inverse = inverse.wrapping_mul((2 as $word).wrapping_sub(odd.wrapping_mul(inverse)));
        }
        inverse
    }};
}

impl Entry for i64 {
    /// The divisor, its power of two, and the inverse of its odd part modulo 2^64.
    type Divisor = (i64, u32, u64);

    fn from_big(value: &BigInt) -> Option<Self> {
        value.to_i64().filter(|value| *value != i64::MIN)
    }

    fn to_big(&self) -> BigInt {
        BigInt::from(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negative(&self) -> Self {
        -self
    }

    fn divisor(value: &Self) -> Self::Divisor {
        let shift = value.trailing_zeros();
        (*value, shift, inverse!((*value >> shift).cast_unsigned(), u64, 4))
    }

    #[inline]
    fn step(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self> {
        // No entry is i64::MIN: both products are below 2^126 in size, and their difference fits.
        let numerator = i128::from(*a) * i128::from(*p) - i128::from(*b) * i128::from(*c);
        let low = (numerator >> d.1) as u64;
        let quotient = low.wrapping_mul(d.2).cast_signed();
        (i128::from(quotient) * i128::from(d.0) == numerator && quotient != i64::MIN).then_some(quotient)
    }

    #[inline]
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        (i128::from(*a) * i128::from(*b)).cmp(&(i128::from(*c) * i128::from(*d)))
    }
}

/// A signed integer of 256 bits in two's complement: `high * 2^128 + low`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wide {
    high: i128,
    low: u128,
}

impl Wide {
    #[inline]
    fn product(a: i128, b: i128) -> Self {
        let (low, high) = a.unsigned_abs().carrying_mul(b.unsigned_abs(), 0);
        let size = Self { high: high.cast_signed(), low };
        if (a < 0) == (b < 0) { size } else { Self { high: 0, low: 0 }.minus(size) }
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Self { high: self.high.wrapping_sub(other.high).wrapping_sub(i128::from(borrow)), low }
    }

    /// The lower half of the number shifted down.
    #[inline]
    fn shifted_low(self, shift: u32) -> u128 {
        if shift == 0 { self.low } else { (self.low >> shift) | (self.high.cast_unsigned() << (128 - shift)) }
    }
}

impl Entry for i128 {
    /// As for `i64`, modulo 2^128.
    type Divisor = (i128, u32, u128);

    fn from_big(value: &BigInt) -> Option<Self> {
        value.to_i128().filter(|value| *value != i128::MIN)
    }

    fn to_big(&self) -> BigInt {
        BigInt::from(*self)
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }

    fn negative(&self) -> Self {
        -self
    }

    fn divisor(value: &Self) -> Self::Divisor {
        let shift = value.trailing_zeros();
        (*value, shift, inverse!((*value >> shift).cast_unsigned(), u128, 5))
    }

    #[inline]
    fn step(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self> {
        let numerator = Wide::product(*a, *p).minus(Wide::product(*b, *c));
        let quotient = numerator.shifted_low(d.1).wrapping_mul(d.2).cast_signed();
        (Wide::product(quotient, d.0) == numerator && quotient != i128::MIN).then_some(quotient)
    }

    #[inline]
    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        Wide::product(*a, *b).cmp(&Wide::product(*c, *d))
    }
}

impl Entry for BigInt {
    type Divisor = BigInt;

    fn from_big(value: &BigInt) -> Option<Self> {
        Some(value.clone())
    }

    fn to_big(&self) -> BigInt {
        self.clone()
    }

    fn sign(&self) -> Ordering {
        if self.is_zero() {
            Ordering::Equal
        } else if self.is_positive() {
            Ordering::Greater
        } else {
            Ordering::Less
        }
    }

    fn negative(&self) -> Self {
        -self
    }

    fn divisor(value: &Self) -> Self::Divisor {
        value.clone()
    }

    fn step(a: &Self, p: &Self, b: &Self, c: &Self, d: &Self::Divisor) -> Option<Self> {
        Some((a * p - b * c) / d)
    }

    fn compare_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering {
        (a * b).cmp(&(c * d))
    }
}

/// Calls a function that is generic in its [`Entry`] with the narrowest type in which it does not overflow.
///
/// The function returns `Option`: nothing if an entry did not fit. Big integers always do.
macro_rules! in_smallest_type {
    ($function:ident($($argument:expr),*)) => {
        match $function::<i64>($($argument),*) {
            Some(found) => found,
            None => match $function::<i128>($($argument),*) {
                Some(found) => found,
                None => $function::<num_bigint::BigInt>($($argument),*).expect("a big integer holds every entry"),
            },
        }
    };
}
pub(super) use in_smallest_type;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A step whose quotient is exact, from the quotient: `a p - b c = q d` with `a = q d + b c` and `p = 1`.
    fn check<E: Entry + PartialEq>(q: i128, d: i128, b: i128, c: i128) {
        let big = |x: i128| BigInt::from(x);
        let a = big(q) * big(d) + big(b) * big(c);
        let wanted = E::from_big(&big(q));
        let all: Option<Vec<E>> = [a, big(b), big(c), big(d), big(1)].iter().map(E::from_big).collect();
        let Some(all) = all else { return };
        let found = E::step(&all[0], &all[4], &all[1], &all[2], &E::divisor(&all[3]));
        assert_eq!(found.as_ref().map(E::to_big), wanted.as_ref().map(E::to_big), "{q} {d} {b} {c}");
    }

    proptest! {
        #[test]
        fn exact_quotients_need_no_division(
            q in any::<i64>(), d in 1..i64::MAX, b in any::<i32>(), c in any::<i32>(), shift in 0u32..62, cut in 0u32..62,
        ) {
            let (q, d) = (i128::from(q >> cut), i128::from((d >> shift) | 1) << (shift / 2));
            check::<i64>(q, d, b.into(), c.into());
            check::<i128>(q, d, b.into(), c.into());
            check::<i128>(q << 30, d, b.into(), c.into());
            check::<BigInt>(q, d, b.into(), c.into());
        }

        #[test]
        fn wide_steps_are_those_of_big_integers(
            a in any::<i128>(), p in any::<i128>(), b in any::<i128>(), c in any::<i128>(), d in 1..i128::MAX,
            shifts in prop::array::uniform5(0u32..127),
        ) {
            let [a, p, b, c] = [a >> shifts[0], p >> shifts[1], b >> shifts[2], c >> shifts[3]];
            let d = (d >> shifts[4]).max(1);
            prop_assume!(![a, p, b, c].contains(&i128::MIN));
            let numerator = BigInt::from(a) * p - BigInt::from(b) * c;
            let exact = (&numerator % d).is_zero();
            let wanted = exact.then(|| numerator / d).and_then(|q| <i128 as Entry>::from_big(&q));
            prop_assert_eq!(i128::step(&a, &p, &b, &c, &i128::divisor(&d)), wanted);
            let products = (BigInt::from(a) * p).cmp(&(BigInt::from(b) * c));
            prop_assert_eq!(i128::compare_products(&a, &p, &b, &c), products);
        }
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let large = i64::MAX;
        assert_eq!(i64::step(&large, &large, &0, &0, &i64::divisor(&1)), None);
        assert_eq!(i64::step(&large, &large, &0, &0, &i64::divisor(&large)), Some(large));
        assert_eq!(i64::step(&large, &2, &0, &0, &i64::divisor(&2)), Some(large));
        let large = i128::MAX;
        assert_eq!(i128::step(&large, &large, &0, &0, &i128::divisor(&1)), None);
        assert_eq!(i128::step(&large, &large, &large, &-large, &i128::divisor(&large)), None);
        assert_eq!(i128::step(&large, &large, &0, &0, &i128::divisor(&large)), Some(large));
        assert_eq!(<i64 as Entry>::from_big(&BigInt::from(i64::MIN)), None);
    }
}
