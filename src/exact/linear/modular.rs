//! Linear systems modulo the prime `2^61 - 1`, and the lifting of their solutions to rationals (Dixon 1982).
//!
//! With `C = A^-1` modulo `p`, the digits of the solution in base `p` come one by one: `x_k = C r_k mod p` and
//! `r_{k+1} = (r_k - A x_k) / p`, where all `r_k` stay small. When there are digits enough, the rational with a small
//! numerator and denominator that agrees with them is the solution; here it is believed only once `A x = b` holds.

use super::{Deficit, Scaled, SparseRow};
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The Mersenne prime `2^61 - 1`.
const P: u64 = (1 << 61) - 1;
/// Bits of the largest right-hand side that is taken.
const RHS_BITS: u32 = 120;

/// A square matrix of small entries with its inverse modulo the prime.
#[derive(Clone, Debug)]
pub(super) struct Modular {
    size: usize,
    rows: Vec<Vec<(usize, i64)>>,
    columns: Vec<Vec<(usize, i64)>>,
    /// `inverse[i * size + j]`.
    inverse: Vec<u64>,
}

/// A number modulo the prime.
#[inline]
fn reduce(x: u128) -> u64 {
    let mask = u128::from(P);
    let once = (x & mask) + (x >> 61);
    let twice = (once & mask) + (once >> 61);
    let small = u64::try_from(twice).expect("two folds leave 62 bits at most");
    if small >= P { small - P } else { small }
}

fn residue(x: i128) -> u64 {
    let positive = reduce(x.unsigned_abs());
    if x < 0 && positive > 0 { P - positive } else { positive }
}

/// Bits of the number of unknowns.
fn size_bits(size: usize) -> u32 {
    usize::BITS - size.leading_zeros()
}

/// Bits of the largest entry that is taken in a system of this size: a row times digits then fits 126 bits.
fn entry_bits(size: usize) -> u32 {
    64u32.saturating_sub(size_bits(size))
}

#[inline]
fn multiply(a: u64, b: u64) -> u64 {
    reduce(u128::from(a) * u128::from(b))
}

/// The inverse of a non-zero residue: Fermat's `x^(p - 2)`.
fn invert(x: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, x, P - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    result
}

impl Modular {
    /// The matrix with its inverse, or what makes it singular modulo the prime; nothing if its entries are too large.
    pub(super) fn new(rows: &[SparseRow]) -> Option<Result<Self, Deficit>> {
        let size = rows.len();
        let mut small: Vec<Vec<(usize, i64)>> = Vec::with_capacity(size);
        let mut columns = vec![Vec::new(); size];
        for (i, row) in rows.iter().enumerate() {
            let mut entries = Vec::with_capacity(row.len());
            for (j, value) in row {
                let value = value.to_i64().filter(|x| x.unsigned_abs() < 1 << entry_bits(size))?;
                entries.push((*j, value));
                columns[*j].push((i, value));
            }
            small.push(entries);
        }
        Some(match invert_matrix(&small) {
            Some(inverse) => Ok(Self { size, rows: small, columns, inverse }),
            None => Err(deficit(&small)),
        })
    }

    /// The solution for the matrix or its transpose; nothing if the right-hand side is too large.
    pub(super) fn solve(&self, rhs: &[BigInt], transposed: bool) -> Option<Scaled> {
        let small = |x: &BigInt| x.to_i128().filter(|x| x.unsigned_abs() < 1 << RHS_BITS);
        let rhs: Vec<i128> = rhs.iter().map(small).collect::<Option<_>>()?;
        let rows = if transposed { &self.columns } else { &self.rows };
        let mut residual = rhs.clone();
        let mut solution = vec![BigInt::zero(); self.size];
        let mut power = BigInt::one();
        let mut attempt = 2;
        for digits in 1..=self.enough_digits() {
            let digit = self.times_inverse(&residual, transposed);
            for (x, d) in solution.iter_mut().zip(&digit) {
                *x += &power * *d;
            }
            power *= P;
            for (r, row) in residual.iter_mut().zip(rows) {
                let product: i128 = row.iter().map(|(j, a)| i128::from(*a) * i128::from(digit[*j])).sum();
                *r = (*r - product) / i128::from(P);
            }
            if digits >= attempt || digits == self.enough_digits() {
                if let Some(found) = rational(&solution, &power).filter(|found| holds(rows, found, &rhs)) {
                    return Some(found);
                }
                attempt = digits + digits / 2 + 1;
            }
        }
        unreachable!("Cramer's rule bounds numerators and denominator, so that enough digits give the solution")
    }

    /// Digits after which the solution must show: Hadamard's bound on numerators and denominator, with room.
    fn enough_digits(&self) -> usize {
        let determinant_bits = self.size * (entry_bits(self.size) + size_bits(self.size)) as usize;
        (2 * determinant_bits + RHS_BITS as usize + 34) / 60 + 4
    }

    /// The residual times the inverse, or its transpose, modulo the prime.
    fn times_inverse(&self, residual: &[i128], transposed: bool) -> Vec<u64> {
        let n = self.size;
        let residues: Vec<u64> = residual.iter().map(|r| residue(*r)).collect();
        if transposed {
            let mut sums = vec![0u64; n];
            for (row, r) in self.inverse.chunks_exact(n).zip(&residues).filter(|(_, r)| **r != 0) {
                for (sum, c) in sums.iter_mut().zip(row) {
                    *sum = reduce(u128::from(*sum) + u128::from(*c) * u128::from(*r));
                }
            }
            return sums;
        }
        let dot = |row: &[u64]| {
            // Sixteen products of 122 bits and a residue fit in 127.
            row.chunks(16).zip(residues.chunks(16)).fold(0, |sum, (cs, rs)| {
                let part: u128 = cs.iter().zip(rs).map(|(c, r)| u128::from(*c) * u128::from(*r)).sum();
                reduce(u128::from(sum) + part)
            })
        };
        self.inverse.chunks_exact(n).map(dot).collect()
    }
}

/// The inverse of a matrix modulo the prime, by Gauss and Jordan in place; nothing if it is singular there.
fn invert_matrix(rows: &[Vec<(usize, i64)>]) -> Option<Vec<u64>> {
    let n = rows.len();
    let mut cells = vec![0u64; n * n];
    for (i, row) in rows.iter().enumerate() {
        for (j, value) in row {
            cells[i * n + j] = residue(i128::from(*value));
        }
    }
    let mut swaps = Vec::with_capacity(n);
    for k in 0..n {
        let from = (k..n).find(|i| cells[i * n + k] != 0)?;
        swaps.push(from);
        if from != k {
            let (upper, lower) = cells.split_at_mut(from * n);
            upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
        }
        let inverse = invert(cells[k * n + k]);
        cells[k * n + k] = 1;
        cells[k * n..(k + 1) * n].iter_mut().for_each(|x| *x = multiply(*x, inverse));
        let pivot: Vec<u64> = cells[k * n..(k + 1) * n].to_vec();
        for (i, row) in cells.chunks_exact_mut(n).enumerate() {
            let factor = row[k];
            if i == k || factor == 0 {
                continue;
            }
            row[k] = 0;
            let minus = P - factor;
            for (cell, by) in row.iter_mut().zip(&pivot).filter(|(_, by)| **by != 0) {
                *cell = reduce(u128::from(*cell) + u128::from(minus) * u128::from(*by));
            }
        }
    }
    // Rows were exchanged, so that the columns of the inverse are to be put back, last exchange first.
    for (k, from) in swaps.iter().enumerate().rev().filter(|(k, from)| k != *from) {
        cells.chunks_exact_mut(n).for_each(|row| row.swap(k, *from));
    }
    Some(cells)
}

/// The rows and columns without which the matrix is regular modulo the prime.
fn deficit(rows: &[Vec<(usize, i64)>]) -> Deficit {
    let n = rows.len();
    let mut cells = vec![vec![0u64; n]; n];
    for (i, row) in rows.iter().enumerate() {
        for (j, value) in row {
            cells[i][*j] = residue(i128::from(*value));
        }
    }
    let mut origin: Vec<usize> = (0..n).collect();
    let (mut columns, mut done) = (Vec::new(), 0);
    for column in 0..n {
        let Some(from) = (done..n).find(|i| cells[*i][column] != 0) else {
            columns.push(column);
            continue;
        };
        cells.swap(done, from);
        origin.swap(done, from);
        let inverse = invert(cells[done][column]);
        let (above, below) = cells.split_at_mut(done + 1);
        for row in below.iter_mut().filter(|row| row[column] != 0) {
            let minus = P - multiply(row[column], inverse);
            for (cell, by) in row[column..].iter_mut().zip(&above[done][column..]) {
                *cell = reduce(u128::from(*cell) + u128::from(minus) * u128::from(*by));
            }
        }
        done += 1;
    }
    let mut left = origin[done..].to_vec();
    left.sort_unstable();
    Deficit { rows: left, columns }
}

/// Rationals over one denominator that agree with residues modulo a power of the prime, if there are any small enough
/// for it to be no accident.
fn rational(residues: &[BigInt], modulus: &BigInt) -> Option<Scaled> {
    // Numerator times denominator stays 34 bits under the modulus.
    let bound: BigInt = modulus.sqrt() >> 17;
    let mut denominator = BigInt::one();
    let mut numerators: Vec<BigInt> = Vec::with_capacity(residues.len());
    for residue in residues {
        let scaled = (residue * &denominator).mod_floor(modulus);
        let near = if &scaled + &scaled > *modulus { &scaled - modulus } else { scaled.clone() };
        if near.abs() <= bound {
            numerators.push(near);
            continue;
        }
        let (numerator, factor) = fraction(scaled, modulus, &bound)?;
        denominator *= &factor;
        if denominator > bound {
            return None;
        }
        numerators.iter_mut().for_each(|x| *x *= &factor);
        numerators.push(numerator);
    }
    Some(Scaled { numerators, denominator })
}

/// The fraction with numerator and denominator within the bound that equals a residue, by Euclid's algorithm stopped
/// half-way (Wang 1981).
fn fraction(residue: BigInt, modulus: &BigInt, bound: &BigInt) -> Option<(BigInt, BigInt)> {
    let (mut r0, mut r1) = (modulus.clone(), residue);
    let (mut t0, mut t1) = (BigInt::zero(), BigInt::one());
    while r1 > *bound {
        let (quotient, rest) = r0.div_rem(&r1);
        (r0, r1) = (r1, rest);
        let next = &t0 - quotient * &t1;
        (t0, t1) = (t1, next);
    }
    if t1.is_zero() || t1.abs() > *bound {
        return None;
    }
    Some(if t1.sign() == Sign::Minus { (-r1, -t1) } else { (r1, t1) })
}

/// Whether `A x = b` in whole numbers.
fn holds(rows: &[Vec<(usize, i64)>], x: &Scaled, rhs: &[i128]) -> bool {
    rows.iter().zip(rhs).all(|(row, b)| {
        let left = row.iter().fold(BigInt::zero(), |sum, (j, a)| sum + &x.numerators[*j] * *a);
        left == &x.denominator * *b
    })
}
