//! Eigenvalues of a small rational matrix.
//!
//! The characteristic polynomial is exact (Faddeev & LeVerrier), zero and repeated roots are split off exactly (Yun
//! 1976), and what remains has simple roots: up to degree 2 by formula, above by the simultaneous iteration of Aberth
//! (1973) and Ehrlich (1967) in floats. So repeated eigenvalues are equal and a centre's real part is 0, where a
//! numerical method would scatter them. Meant for a dozen rows at most.

use crate::exact::Rational;

/// The eigenvalues of a square matrix, with multiplicity, as `(real part, imaginary part)`, ascending.
pub(super) fn eigenvalues(matrix: &[Vec<Rational>]) -> Vec<(f64, f64)> {
    // Scaled to entries of at most 1, so that no coefficient overflows.
    let scale = matrix.iter().flatten().map(Rational::abs).max().filter(|most| !most.is_zero());
    let scale = scale.unwrap_or_else(Rational::one);
    let scaled: Vec<Vec<Rational>> = matrix.iter().map(|row| row.iter().map(|x| x / &scale).collect()).collect();
    let mut polynomial = characteristic(&scaled);
    let mut roots = Vec::new();
    while polynomial.len() > 1 && polynomial[0].is_zero() {
        polynomial.remove(0);
        roots.push((0.0, 0.0));
    }
    for (factor, multiplicity) in square_free(polynomial) {
        for root in simple_roots(&factor) {
            roots.extend(std::iter::repeat_n(root, multiplicity));
        }
    }
    let unit = scale.to_f64();
    let mut roots: Vec<(f64, f64)> = roots.into_iter().map(|(re, im)| (re * unit, im * unit)).collect();
    roots.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)));
    roots
}

/// A polynomial by its coefficients, that of the constant first.
type Polynomial = Vec<Rational>;

/// `det(x I - M)`.
fn characteristic(matrix: &[Vec<Rational>]) -> Polynomial {
    let n = matrix.len();
    let mut coefficients = vec![Rational::zero(); n + 1];
    coefficients[n] = Rational::one();
    let mut power = vec![vec![Rational::zero(); n]; n];
    for k in 1..=n {
        for (i, row) in power.iter_mut().enumerate() {
            row[i] += &coefficients[n - k + 1];
        }
        let product = |i: usize, j: usize| -> Rational { (0..n).map(|l| &matrix[i][l] * &power[l][j]).sum() };
        power = (0..n).map(|i| (0..n).map(|j| product(i, j)).collect()).collect();
        let trace: Rational = (0..n).map(|i| &power[i][i]).sum();
        coefficients[n - k] = -(trace / Rational::from(i64::try_from(k).expect("a small matrix")));
    }
    coefficients
}

fn derivative(p: &[Rational]) -> Polynomial {
    let degree = |k: usize| Rational::from(i64::try_from(k).expect("a small degree"));
    p.iter().enumerate().skip(1).map(|(k, c)| &degree(k) * c).collect()
}

/// The quotient and the remainder; the divisor's leading coefficient is not zero.
fn divide(mut p: Polynomial, by: &[Rational]) -> (Polynomial, Polynomial) {
    let mut quotient = vec![Rational::zero(); (p.len() + 1).saturating_sub(by.len())];
    let lead = by.last().expect("a divisor");
    for k in (0..quotient.len()).rev() {
        let factor = &p[k + by.len() - 1] / lead;
        for (cell, term) in p[k..].iter_mut().zip(by) {
            *cell -= &(&factor * term);
        }
        quotient[k] = factor;
    }
    while p.last().is_some_and(Rational::is_zero) {
        p.pop();
    }
    (quotient, p)
}

/// The greatest common divisor, with leading coefficient 1.
fn common(a: &[Rational], b: &[Rational]) -> Polynomial {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    while !b.is_empty() {
        let (_, rest) = divide(a, &b);
        (a, b) = (b, rest);
    }
    let lead = a.last().cloned().expect("one of the two is not zero");
    a.iter().map(|c| c / &lead).collect()
}

/// The factors with simple roots and their multiplicities (Yun's algorithm).
fn square_free(p: Polynomial) -> Vec<(Polynomial, usize)> {
    let slope = derivative(&p);
    if slope.is_empty() {
        return Vec::new();
    }
    let shared = common(&p, &slope);
    let (mut b, mut c) = (divide(p, &shared).0, divide(slope, &shared).0);
    let mut factors = Vec::new();
    for multiplicity in 1.. {
        if b.len() < 2 {
            break;
        }
        let slope = derivative(&b);
        let width = c.len().max(slope.len());
        let at = |p: &[Rational], k: usize| p.get(k).cloned().unwrap_or_default();
        let mut d: Polynomial = (0..width).map(|k| at(&c, k) - at(&slope, k)).collect();
        while d.last().is_some_and(Rational::is_zero) {
            d.pop();
        }
        let factor = common(&b, &d);
        c = divide(d, &factor).0;
        b = divide(b, &factor).0;
        if factor.len() > 1 {
            factors.push((factor, multiplicity));
        }
    }
    factors
}

/// The roots of a polynomial that has no repeated one.
fn simple_roots(p: &[Rational]) -> Vec<(f64, f64)> {
    match p {
        [c, b] => vec![((-c.clone() / b.clone()).to_f64(), 0.0)],
        [c, b, a] => {
            let two = &Rational::from(2i64) * a;
            let middle = (-b.clone() / two.clone()).to_f64();
            let discriminant = b * b - &(&Rational::from(4i64) * a) * c;
            let spread = (discriminant.abs() / (&two * &two)).to_f64().sqrt();
            if discriminant.is_negative() {
                vec![(middle, -spread), (middle, spread)]
            } else {
                // The root away from zero first, the other from their product: no cancellation.
                let large = if middle < 0.0 { middle - spread } else { middle + spread };
                vec![(large, 0.0), ((c / a).to_f64() / large, 0.0)]
            }
        }
        _ => aberth(&p.iter().map(Rational::to_f64).collect::<Vec<f64>>()),
    }
}

/// Aberth's iteration from points on a circle that holds all roots.
fn aberth(p: &[f64]) -> Vec<(f64, f64)> {
    let degree = p.len() - 1;
    let lead = p[degree];
    let radius = 1.0 + p[..degree].iter().fold(0.0f64, |most, c| most.max((c / lead).abs()));
    #[expect(clippy::cast_precision_loss, reason = "a small degree")]
    let angle = |k: usize| (k as f64 + 0.3) * std::f64::consts::TAU / degree as f64;
    let mut roots: Vec<Complex> =
        (0..degree).map(|k| Complex(radius * libm::cos(angle(k)), radius * libm::sin(angle(k)))).collect();
    for _ in 0..500 {
        let mut moved = 0.0f64;
        for k in 0..degree {
            let z = roots[k];
            let (mut value, mut slope) = (Complex(lead, 0.0), Complex(0.0, 0.0));
            for c in p[..degree].iter().rev() {
                slope = slope.times(z).plus(value);
                value = value.times(z).plus(Complex(*c, 0.0));
            }
            if value.size() == 0.0 {
                continue;
            }
            let others = (0..degree).filter(|j| *j != k);
            let pull = others.fold(Complex(0.0, 0.0), |sum, j| sum.plus(z.minus(roots[j]).inverse()));
            // value / (slope - value * pull), which is Newton's step corrected for the other roots.
            let step = value.times(slope.minus(value.times(pull)).inverse());
            if step.0.is_finite() && step.1.is_finite() {
                roots[k] = z.minus(step);
                moved = moved.max(step.size() / (1e-300 + z.size()));
            }
        }
        if moved < 1e-16 {
            break;
        }
    }
    let real = |z: &Complex| z.1.abs() <= 1e-12 * z.size();
    roots.iter().map(|z| (z.0, if real(z) { 0.0 } else { z.1 })).collect()
}

#[derive(Clone, Copy)]
struct Complex(f64, f64);

impl Complex {
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0, self.1 + other.1)
    }

    fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0, self.1 - other.1)
    }

    fn times(self, other: Self) -> Self {
        Self(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    fn inverse(self) -> Self {
        let square = self.0 * self.0 + self.1 * self.1;
        Self(self.0 / square, -self.1 / square)
    }

    fn size(self) -> f64 {
        (self.0 * self.0 + self.1 * self.1).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(cells: &[&[i64]]) -> Vec<Vec<Rational>> {
        cells.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
    }

    #[track_caller]
    fn close(found: &[(f64, f64)], expected: &[(f64, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (a, b) in found.iter().zip(expected) {
            assert!((a.0 - b.0).abs() < 1e-12 && (a.1 - b.1).abs() < 1e-12, "{found:?} {expected:?}");
        }
    }

    #[test]
    fn repeated_and_zero_roots_are_exact() {
        assert_eq!(eigenvalues(&[]), []);
        assert_eq!(eigenvalues(&matrix(&[&[0, 1], &[-1, 0]])), [(0.0, -1.0), (0.0, 1.0)]);
        // A Jordan block, whose eigenvalue a numerical method finds to half the digits.
        let jordan = matrix(&[&[3, 1, 0, 0], &[0, 3, 1, 0], &[0, 0, 3, 0], &[0, 0, 0, 0]]);
        assert_eq!(eigenvalues(&jordan), [(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (3.0, 0.0)]);
    }

    #[test]
    fn circulants_have_the_roots_of_unity() {
        // A cyclic permutation of n: exp(2 pi i k / n).
        for n in [3usize, 5, 8, 11] {
            let row = |i: usize| (0..n).map(|j| Rational::from(i64::from(j == (i + 1) % n))).collect();
            let shift: Vec<Vec<Rational>> = (0..n).map(row).collect();
            let mut expected: Vec<(f64, f64)> = (0..n)
                .map(|k| (k as f64) * std::f64::consts::TAU / n as f64)
                .map(|angle| (libm::cos(angle), libm::sin(angle)))
                .collect();
            let found = eigenvalues(&shift);
            for root in &found {
                let near = |other: &(f64, f64)| (other.0 - root.0).abs() < 1e-12 && (other.1 - root.1).abs() < 1e-12;
                let place = expected.iter().position(near).unwrap_or_else(|| panic!("{root:?} for {n}"));
                expected.swap_remove(place);
            }
            assert!(expected.is_empty());
        }
    }

    #[test]
    fn triangular_matrices_have_their_diagonal() {
        let found = eigenvalues(&matrix(&[&[-7, 1, 2, 5], &[0, 2, 9, 1], &[0, 0, 100, 4], &[0, 0, 0, 1]]));
        close(&found, &[(-7.0, 0.0), (1.0, 0.0), (2.0, 0.0), (100.0, 0.0)]);
    }
}
