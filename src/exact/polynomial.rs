//! Polynomials in one variable over the rationals, and where they first change sign.
//!
//! A root is kept as an interval that holds no other root, told apart by Sturm's (1829) chain, so that roots compare
//! exactly however close they are. Nothing here knows what the polynomials are of.

use super::Rational;
use std::cmp::Ordering;

/// A polynomial: coefficients by power, the last one not zero; none for zero.
///
/// # Examples
/// ```
/// use comity::exact::{Polynomial, Rational};
/// let q = |n: i64| Rational::from(n);
/// let p = Polynomial::new(vec![q(-2), q(0), q(1)]); // x^2 - 2
/// assert_eq!(p.at(&q(3)), q(7));
/// assert_eq!((-&p).first_fall(&q(2)).unwrap().to_f64(), 2f64.sqrt());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial(Vec<Rational>);

impl Polynomial {
    /// The polynomial with these coefficients, by power.
    pub fn new(mut coefficients: Vec<Rational>) -> Self {
        while coefficients.last().is_some_and(Rational::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The coefficients by power, the last one not zero.
    pub fn coefficients(&self) -> &[Rational] {
        &self.0
    }

    /// The degree; none of zero.
    pub fn degree(&self) -> Option<usize> {
        self.0.len().checked_sub(1)
    }

    /// Whether it is zero everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The value at a point.
    pub fn at(&self, x: &Rational) -> Rational {
        self.0.iter().rev().fold(Rational::zero(), |sum, c| &(&sum * x) + c)
    }

    /// The sum with a multiple of another.
    pub fn add_scaled(&mut self, other: &Self, factor: &Rational) {
        let mut sum = std::mem::take(&mut self.0);
        sum.resize(sum.len().max(other.0.len()), Rational::zero());
        sum.iter_mut().zip(&other.0).for_each(|(c, by)| *c += &(by * factor));
        *self = Self::new(sum);
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self(Vec::new());
        }
        let mut product = vec![Rational::zero(); self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            other.0.iter().enumerate().for_each(|(j, b)| product[i + j] += &(a * b));
        }
        Self::new(product)
    }

    fn derivative(&self) -> Self {
        let power = |k: usize| Rational::from(i64::try_from(k).expect("coefficients are stored one by one"));
        Self::new(self.0.iter().enumerate().skip(1).map(|(k, c)| c * &power(k)).collect())
    }

    /// Quotient and remainder.
    fn divided(&self, by: &Self) -> (Self, Self) {
        let lead = by.0.last().expect("the divisor is not zero");
        let mut rest = self.0.clone();
        let mut quotient = vec![Rational::zero(); (rest.len() + 1).saturating_sub(by.0.len())];
        for k in (0..quotient.len()).rev() {
            let factor = &rest[k + by.0.len() - 1] / lead;
            for (j, c) in by.0.iter().enumerate() {
                rest[k + j] -= &(&factor * c);
            }
            quotient[k] = factor;
        }
        (Self::new(quotient), Self::new(rest))
    }

    /// The greatest common divisor with a leading coefficient of one.
    fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.divided(&b).1;
            (a, b) = (b, rest);
        }
        match a.0.last().cloned() {
            Some(lead) => Self(a.0.iter().map(|c| c / &lead).collect()),
            None => a,
        }
    }

    /// The product of the roots' factors whose multiplicity is odd, each once (Yun 1976): it changes sign at each of its
    /// roots, and nowhere else does the polynomial.
    fn sign_changes(&self) -> Self {
        let mut product = Self(vec![Rational::one()]);
        let mut common = self.gcd(&self.derivative());
        let mut distinct = self.divided(&common).0;
        let mut odd = true;
        while distinct.degree().is_some_and(|degree| degree > 0) {
            let more = distinct.gcd(&common);
            if odd {
                product = product.times(&distinct.divided(&more).0);
            }
            common = common.divided(&more).0;
            distinct = more;
            odd = !odd;
        }
        product
    }

    /// The first point from 0 to below `end` after which the polynomial is negative, if it is negative anywhere there.
    ///
    /// 0 if it is negative at 0 or right after it.
    pub fn first_fall(&self, end: &Rational) -> Option<Root> {
        let sign = self.0.iter().find(|c| !c.is_zero())?;
        if sign.is_negative() {
            return Some(Root::exactly(Rational::zero()));
        }
        // From a positive start the first change of sign is a fall. A root at 0 itself is behind.
        let positive = Self(self.0.iter().skip_while(|c| c.is_zero()).cloned().collect());
        Root::first(positive.sign_changes(), end)
    }

    /// How often the signs of Sturm's chain change at a point.
    fn variations(chain: &[Self], x: &Rational) -> usize {
        let signs: Vec<bool> =
            chain.iter().map(|p| p.at(x)).filter(|v| !v.is_zero()).map(|v| v.is_negative()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }
}

impl std::ops::Neg for &Polynomial {
    type Output = Polynomial;
    fn neg(self) -> Polynomial {
        Polynomial(self.0.iter().map(|c| -c.clone()).collect())
    }
}

/// A real root of a polynomial.
#[derive(Clone, Debug)]
pub struct Root {
    /// A polynomial without multiple roots.
    polynomial: Polynomial,
    /// An interval that holds this root and no other one; at its ends the polynomial is not zero, unless they are one.
    low: Rational,
    high: Rational,
}

impl Root {
    /// A rational as the root that it is.
    pub fn exactly(value: Rational) -> Self {
        let polynomial = Polynomial(vec![-value.clone(), Rational::one()]);
        Self { polynomial, low: value.clone(), high: value }
    }

    /// The least root of a polynomial without multiple roots between 0 and `end`, both left out; 0 must not be a root.
    fn first(polynomial: Polynomial, end: &Rational) -> Option<Self> {
        polynomial.degree().filter(|degree| *degree > 0)?;
        let mut chain = vec![polynomial.clone(), polynomial.derivative()];
        while let [.., a, b] = &chain[..] {
            let rest = -&a.divided(b).1;
            if rest.is_zero() {
                break;
            }
            chain.push(rest);
        }
        // Sturm counts the roots above the low end up to the high end.
        let count = |low: &Rational, high: &Rational| {
            Polynomial::variations(&chain, low) - Polynomial::variations(&chain, high)
        };
        let (mut low, mut high) = (Rational::zero(), end.clone());
        let at_end = usize::from(polynomial.at(end).is_zero());
        if count(&low, &high) == at_end {
            return None;
        }
        let half = Rational::new(1, 2);
        while count(&low, &high) > 1 || polynomial.at(&high).is_zero() {
            let middle = &(&low + &high) * &half;
            let below = count(&low, &middle);
            if below == 1 && polynomial.at(&middle).is_zero() {
                return Some(Self::exactly(middle));
            }
            if below > 0 { high = middle } else { low = middle }
        }
        let mut root = Self { polynomial, low, high };
        root.refine(&Rational::new(1, 1 << 30));
        // A rational root with small terms shows as the simplest number of a short interval.
        let simplest = simplest_between(&root.low, &root.high);
        Some(if root.polynomial.at(&simplest).is_zero() { Self::exactly(simplest) } else { root })
    }

    /// The root, if it is rational and was found to be.
    pub fn rational(&self) -> Option<&Rational> {
        (self.low == self.high).then_some(&self.low)
    }

    /// A polynomial without multiple roots that has this root.
    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// Two rationals between which the root is, or the root twice.
    pub fn interval(&self) -> (&Rational, &Rational) {
        (&self.low, &self.high)
    }

    /// Halves the interval.
    fn halve(&mut self) {
        if self.low == self.high {
            return;
        }
        let middle = &(&self.low + &self.high) * &Rational::new(1, 2);
        let value = self.polynomial.at(&middle);
        if value.is_zero() {
            (self.low, self.high) = (middle.clone(), middle);
        } else if value.is_negative() == self.polynomial.at(&self.low).is_negative() {
            self.low = middle;
        } else {
            self.high = middle;
        }
    }

    /// Makes the interval no wider than `width`, which is positive.
    pub fn refine(&mut self, width: &Rational) {
        while &(&self.high - &self.low) > width {
            self.halve();
        }
    }

    /// The nearest float.
    pub fn to_f64(&self) -> f64 {
        let mut root = self.clone();
        // The ends agree in the end unless the root is midway between two floats; then both are as near.
        for _ in 0..1200 {
            if root.low.to_f64() == root.high.to_f64() {
                break;
            }
            root.halve();
        }
        root.low.to_f64()
    }

    /// How the root compares with a rational.
    pub fn compare(&self, value: &Rational) -> Ordering {
        self.cmp(&Self::exactly(value.clone()))
    }
}

impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Root {}

impl PartialOrd for Root {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Root {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (self.clone(), other.clone());
        // Two roots are one if what the polynomials have in common is zero where both can be. Either interval holds one
        // root of its own polynomial, so that the common part has at most one in the overlap, and changes sign there.
        let common = a.polynomial.gcd(&b.polynomial);
        loop {
            if a.high < b.low || (a.high == b.low && a.low != b.high) {
                return Ordering::Less;
            }
            if b.high < a.low || (b.high == a.low && b.low != a.high) {
                return Ordering::Greater;
            }
            let (low, high) = ((&a.low).max(&b.low), (&a.high).min(&b.high));
            let (at_low, at_high) = (common.at(low), common.at(high));
            if at_low.is_zero() || at_high.is_zero() || at_low.is_negative() != at_high.is_negative() {
                return Ordering::Equal;
            }
            a.halve();
            b.halve();
        }
    }
}

/// The rational with the least denominator in a closed interval of numbers that are not negative (by the Stern-Brocot
/// tree; Graham, Knuth & Patashnik 1994, sec. 4.5).
pub fn simplest_between(low: &Rational, high: &Rational) -> Rational {
    let floor = Rational::from(num_integer::Integer::div_floor(low.parts().0, low.parts().1));
    if floor == *low {
        return floor;
    }
    let next = &floor + &Rational::one();
    if next <= *high {
        return next;
    }
    let inverse = |x: &Rational| &Rational::one() / &(x - &floor);
    let rest = simplest_between(&inverse(high), &inverse(low));
    &floor + &(&Rational::one() / &rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn p(text: &str) -> Polynomial {
        Polynomial::new(text.split(' ').map(|c| c.parse().expect("a number")).collect())
    }

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn falls_are_found_exactly() {
        let one = Rational::one();
        // Positive throughout, negative from the start, touching zero, zero.
        assert_eq!(p("1 0 1").first_fall(&one), None);
        assert_eq!(p("-1 5").first_fall(&one), Some(Root::exactly(q("0"))));
        assert_eq!(p("0 -1 5").first_fall(&one), Some(Root::exactly(q("0"))));
        assert_eq!(p("1 -4 4").first_fall(&one), None);
        assert_eq!(Polynomial::new(Vec::new()).first_fall(&one), None);
        // A root at the end is no fall before it.
        assert_eq!(p("1 -1").first_fall(&one), None);
        assert_eq!(p("1 -2").first_fall(&one).expect("falls").rational(), Some(&q("1/2")));
        assert_eq!(p("1 -3").first_fall(&one).expect("falls").rational(), Some(&q("1/3")));
        // (1/3 - x)(2/3 - x)^2 (1 - x): only the simple root counts; and behind a double one.
        let double = p("2/3 -1").times(&p("2/3 -1"));
        assert_eq!(p("1/3 -1").times(&double).first_fall(&one), Some(Root::exactly(q("1/3"))));
        assert_eq!(double.times(&p("3/4 -1")).first_fall(&one), Some(Root::exactly(q("3/4"))));
    }

    #[test]
    fn irrational_roots_compare_exactly() {
        let one = Rational::one();
        // (5 - sqrt 13) / 6 is the least root of 3 x^2 - 5 x + 1.
        let root = p("1 -5 3").first_fall(&one).expect("falls");
        assert_eq!(root.rational(), None);
        assert!((root.to_f64() - (5.0 - 13f64.sqrt()) / 6.0).abs() < 1e-16);
        assert_eq!(root, p("1 -5 3").times(&p("7 1")).first_fall(&one).expect("falls"));
        assert_eq!(root.compare(&q("0.232408120756002")), Ordering::Less);
        assert_eq!(root.compare(&q("0.232408120756001")), Ordering::Greater);
        let near = p("1.0000000000000000000000001 -5 3").first_fall(&one).expect("falls");
        assert!(root < near);
        assert_eq!(root.to_f64().to_bits(), near.to_f64().to_bits());
    }

    proptest! {
        #[test]
        fn the_first_fall_of_a_product_is_that_of_its_factors(
            roots in prop::collection::vec((1i64..40, 1u32..4), 1..5),
            scale in 1i64..5,
        ) {
            let factor = |n: i64| Polynomial::new(vec![Rational::new(n, 20), Rational::from(-1i64)]);
            let mut product = Polynomial::new(vec![Rational::from(scale)]);
            for (n, times) in &roots {
                (0..*times).for_each(|_| product = product.times(&factor(*n)));
            }
            let multiplicity = |n: i64| roots.iter().filter(|(root, _)| *root == n).map(|(_, times)| times).sum::<u32>();
            let expected = (1..20).find(|n| multiplicity(*n) % 2 == 1).map(|n| Rational::new(n, 20));
            let found = product.first_fall(&Rational::one());
            prop_assert_eq!(found.as_ref().map(|root| root.rational().expect("it is").clone()), expected);
        }
    }
}
