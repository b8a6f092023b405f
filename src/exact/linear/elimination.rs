//! Fraction-free elimination (Bareiss 1968): every entry stays a minor of the matrix, so that divisions are exact and
//! numbers grow no more than determinants do. Slow for large systems, and right for all.

use super::{Deficit, Scaled, SparseRow};
use crate::exact::{Rational, over_common_denominator};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A dense matrix in elimination: rows that have served as pivots come first.
struct Elimination {
    cells: Vec<Vec<BigInt>>,
    /// Where each row was.
    origin: Vec<usize>,
    /// The columns of the pivots, one for each of the first rows.
    pivots: Vec<usize>,
    /// The last pivot: the determinant of the rows and columns that have been pivots.
    last: BigInt,
}

impl Elimination {
    fn new(cells: Vec<Vec<BigInt>>) -> Self {
        let origin = (0..cells.len()).collect();
        Self { cells, origin, pivots: Vec::new(), last: BigInt::one() }
    }

    /// The rows as whole numbers, each times its common denominator.
    fn of(rows: &[Vec<Rational>]) -> Self {
        Self::new(rows.iter().map(|row| over_common_denominator(row).1).collect())
    }

    /// Makes a column that of a new pivot, if a row without one has an entry there. With `above`, rows that have been
    /// pivots are cleared, too.
    fn pivot(&mut self, column: usize, above: bool) -> bool {
        let at = self.pivots.len();
        let Some(row) = (at..self.cells.len()).find(|row| !self.cells[*row][column].is_zero()) else { return false };
        self.cells.swap(at, row);
        self.origin.swap(at, row);
        let pivot_row = std::mem::take(&mut self.cells[at]);
        let pivot = &pivot_row[column];
        let start = if above { 0 } else { at + 1 };
        for (i, row) in self.cells.iter_mut().enumerate().skip(start) {
            if i == at {
                continue;
            }
            let factor = std::mem::take(&mut row[column]);
            for (j, (cell, by)) in row.iter_mut().zip(&pivot_row).enumerate() {
                if j == column || (cell.is_zero() && (factor.is_zero() || by.is_zero())) {
                    continue;
                }
                *cell = (&*cell * pivot - &factor * by) / &self.last;
            }
        }
        self.last = pivot.clone();
        self.cells[at] = pivot_row;
        self.pivots.push(column);
        true
    }
}

/// The matrix, or its transpose, with one more column.
fn dense(rows: &[SparseRow], transposed: bool, extra: Option<&[BigInt]>) -> Vec<Vec<BigInt>> {
    let n = rows.len();
    let mut cells = vec![vec![BigInt::zero(); n + usize::from(extra.is_some())]; n];
    for (i, row) in rows.iter().enumerate() {
        for (j, value) in row {
            let (i, j) = if transposed { (*j, i) } else { (i, *j) };
            cells[i][j] = value.clone();
        }
    }
    for (row, value) in cells.iter_mut().zip(extra.unwrap_or_default()) {
        row[n] = value.clone();
    }
    cells
}

/// What keeps a square matrix from being regular; nothing if it is.
pub(super) fn deficit(rows: &[SparseRow]) -> Option<Deficit> {
    let mut work = Elimination::new(dense(rows, false, None));
    let columns: Vec<usize> = (0..rows.len()).filter(|column| !work.pivot(*column, false)).collect();
    let mut left = work.origin[work.pivots.len()..].to_vec();
    left.sort_unstable();
    (!columns.is_empty()).then_some(Deficit { rows: left, columns })
}

/// The solution for a regular matrix, or for its transpose.
pub(super) fn solve(rows: &[SparseRow], rhs: &[BigInt], transposed: bool) -> Scaled {
    let n = rows.len();
    let mut work = Elimination::new(dense(rows, transposed, Some(rhs)));
    for column in 0..n {
        assert!(work.pivot(column, true), "a system is made of a regular matrix");
    }
    let sign = if work.last.is_negative() { -BigInt::one() } else { BigInt::one() };
    let mut numerators: Vec<BigInt> = work.cells.iter().map(|row| &row[n] * &sign).collect();
    let mut denominator = work.last * sign;
    let gcd = numerators.iter().fold(denominator.clone(), |gcd, x| gcd.gcd(x));
    if !gcd.is_one() {
        numerators.iter_mut().for_each(|x| *x /= &gcd);
        denominator /= gcd;
    }
    Scaled { numerators, denominator }
}

/// The rank of a matrix given by its rows, all of one length.
///
/// # Examples
/// ```
/// use comity::exact::{linear, Rational};
/// let q = |n: i64| Rational::from(n);
/// assert_eq!(linear::rank(&[vec![q(1), q(2)], vec![q(2), q(4)]]), 1);
/// ```
pub fn rank(rows: &[Vec<Rational>]) -> usize {
    let mut work = Elimination::of(rows);
    let columns = rows.first().map_or(0, Vec::len);
    (0..columns).filter(|column| work.pivot(*column, false)).count()
}

/// What a system of linear equations has for solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None.
    None,
    /// This one.
    One(Vec<Rational>),
    /// A line or more of them.
    Many,
}

/// Solves a system of any shape: each row is the coefficients of an equation and its right-hand side; all are of one length.
///
/// # Examples
/// ```
/// use comity::exact::{linear::{Solutions, solutions}, Rational};
/// let q = |n: i64| Rational::from(n);
/// let crossing = [vec![q(1), q(1), q(1)], vec![q(1), q(-1), q(0)]];
/// assert_eq!(solutions(&crossing), Solutions::One(vec![Rational::new(1, 2); 2]));
/// assert_eq!(solutions(&crossing[..1]), Solutions::Many);
/// ```
pub fn solutions(rows: &[Vec<Rational>]) -> Solutions {
    let Some(unknowns) = rows.first().map(|row| row.len() - 1) else { return Solutions::Many };
    let mut work = Elimination::of(rows);
    let found = (0..unknowns).filter(|column| work.pivot(*column, true)).count();
    if work.cells[found..].iter().any(|row| !row[unknowns].is_zero()) {
        return Solutions::None;
    }
    if found < unknowns {
        return Solutions::Many;
    }
    let last = Rational::from(work.last);
    Solutions::One(
        work.cells.into_iter().take(found).map(|mut row| &Rational::from(row.swap_remove(unknowns)) / &last).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
    }

    fn q(text: &str) -> Vec<Rational> {
        text.split(' ').map(|word| word.parse().expect("a number")).collect()
    }

    #[test]
    fn systems_have_no_solution_one_or_many() {
        assert_eq!(solutions(&[q("1 1 1"), q("1 -1 1/3")]), Solutions::One(q("2/3 1/3")));
        assert_eq!(solutions(&[q("0 2 1"), q("3 1 1"), q("3 3 2")]), Solutions::One(q("1/6 1/2")));
        assert_eq!(solutions(&[q("1 1 1"), q("2 2 3")]), Solutions::None);
        assert_eq!(solutions(&[q("1 1 1"), q("2 2 2")]), Solutions::Many);
        assert_eq!(solutions(&[q("0 0 0"), q("0 1 2")]), Solutions::Many);
        assert_eq!(solutions(&[]), Solutions::Many);
    }

    #[test]
    fn ranks_of_known_matrices() {
        assert_eq!(rank(&[]), 0);
        assert_eq!(rank(&matrix(&[&[0, 0], &[0, 0]])), 0);
        assert_eq!(rank(&matrix(&[&[0, 1, 2], &[0, 3, 4], &[0, 5, 6]])), 2);
        // The 4 x 4 magic square of Duerer has rank 3.
        assert_eq!(rank(&matrix(&[&[16, 3, 2, 13], &[5, 10, 11, 8], &[9, 6, 7, 12], &[4, 15, 14, 1]])), 3);
        // A Hilbert matrix is regular however close to singular it looks.
        let hilbert: Vec<Vec<Rational>> = (1..9).map(|i| (0..8).map(|j| Rational::new(1, i + j)).collect()).collect();
        assert_eq!(rank(&hilbert), 8);
    }
}
