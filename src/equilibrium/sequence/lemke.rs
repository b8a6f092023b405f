//! Lemke's algorithm (Lemke 1965, Management Science 11:681-689): a solution of a linear complementarity problem
//!
//! `w = b + M z`,  `w >= 0`,  `z >= 0`,  `w_i z_i = 0` for all `i`.
//!
//! An extra variable `z0` is added to every row, so that `w = b + z0 - min b` starts the path; then the complement of
//! the variable that left the basis enters it, until `z0` leaves. The tableau holds integers: after each pivot every
//! entry is a determinant of the problem, and the division by the pivot before is exact (Edmonds 1967; Azulay &
//! Pique 2001). Ties are broken lexicographically, so that no basis comes twice, whatever the degeneracy. The tableau is
//! kept in the narrowest integers that hold it, which give the same answer as wider ones.
//!
//! Nothing here knows of games. If the path ends in a ray, there is no answer; see `lcp` for why that cannot be there.

use crate::equilibrium::entry::{Entry, in_smallest_type};
use crate::exact::Rational;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// A linear complementarity problem with integer entries.
#[derive(Clone, Debug)]
pub(super) struct Lcp {
    /// `M`, row by row: the columns of its entries that are not zero, and these.
    pub(super) rows: Vec<Vec<(usize, BigInt)>>,
    /// `b`.
    pub(super) constant: Vec<BigInt>,
}

impl Lcp {
    /// `z` of a solution; nothing if the path ends in a ray.
    pub(super) fn solve(&self) -> Option<Vec<Rational>> {
        in_smallest_type!(follow(self))
    }
}

/// The outer `None`: an entry did not fit. The inner one: a ray.
fn follow<N: Entry>(problem: &Lcp) -> Option<Option<Vec<Rational>>> {
    Tableau::<N>::of(problem)?.run()
}

/// The equations `w - M z - z0 = b` in the form of a basis. Columns: `w`, `z`, `z0`, `b`. The columns of `w` hold the
/// inverse of the basis, by which ties are broken. Each entry stands for itself over `previous`.
struct Tableau<N> {
    size: usize,
    rows: Vec<Vec<N>>,
    /// By row: its basic variable, as a column.
    basis: Vec<usize>,
    previous: N,
}

impl<N: Entry> Tableau<N> {
    /// Nothing if an entry does not fit.
    fn of(problem: &Lcp) -> Option<Self> {
        let size = problem.constant.len();
        let [zero, one] = [0, 1].map(|n| N::from_big(&BigInt::from(n)).expect("a small number fits"));
        let mut rows = Vec::with_capacity(size);
        for (k, (entries, constant)) in problem.rows.iter().zip(&problem.constant).enumerate() {
            let mut row = vec![zero.clone(); 2 * size + 2];
            row[k] = one.clone();
            for (column, entry) in entries {
                row[size + column] = N::from_big(&-entry)?;
            }
            row[2 * size] = one.negative();
            row[2 * size + 1] = N::from_big(constant)?;
            rows.push(row);
        }
        Some(Self { size, rows, basis: (0..size).collect(), previous: one })
    }

    /// As [`follow`].
    fn run(mut self) -> Option<Option<Vec<Rational>>> {
        let (z0, b) = (2 * self.size, 2 * self.size + 1);
        let Some(start) = self.most_negative(b) else {
            // `z = 0` solves it.
            return Some(Some(vec![Rational::zero(); self.size]));
        };
        for entry in &mut self.rows[start] {
            *entry = entry.negative();
        }
        let mut left = self.pivot(start, z0)?;
        loop {
            let entering = if left < self.size { left + self.size } else { left - self.size };
            let Some(row) = self.least_ratio(entering, b) else { return Some(None) };
            left = self.pivot(row, entering)?;
            if left == z0 {
                break;
            }
        }
        let mut solution = vec![Rational::zero(); self.size];
        for (row, basic) in self.rows.iter().zip(&self.basis) {
            if let Some(k) = basic.checked_sub(self.size).filter(|k| *k < self.size) {
                solution[k] = Rational::fraction(row[b].to_big(), self.previous.to_big());
            }
        }
        Some(Some(solution))
    }

    /// The row of the least constant, if that is negative; of equals the last, which is the least lexicographically
    /// since each row's first column of `w` that is not zero is its own.
    fn most_negative(&self, b: usize) -> Option<usize> {
        let one = &self.previous;
        let negative = (0..self.size).filter(|k| self.rows[*k][b].sign().is_lt());
        negative.reduce(|least, k| {
            let order = N::compare_products(&self.rows[k][b], one, &self.rows[least][b], one);
            if order.is_le() { k } else { least }
        })
    }

    /// The row that bounds the entering variable: the one of `z0` if it may, so that the path ends, else the one whose
    /// constant and inverse, over its entry in the column, are least lexicographically.
    fn least_ratio(&self, column: usize, b: usize) -> Option<usize> {
        let mut least: Option<usize> = None;
        for (k, row) in self.rows.iter().enumerate().filter(|(_, row)| row[column].sign().is_gt()) {
            let Some(other) = least else {
                least = Some(k);
                continue;
            };
            let bound = &self.rows[other];
            let by = |at: usize| N::compare_products(&row[at], &bound[column], &bound[at], &row[column]);
            let mut order = by(b);
            if order.is_eq() {
                let z0 = 2 * self.size;
                order = match (self.basis[k] == z0, self.basis[other] == z0) {
                    (true, _) => Ordering::Less,
                    (_, true) => Ordering::Greater,
                    _ => Ordering::Equal,
                };
                for at in 0..self.size {
                    if order.is_eq() {
                        order = by(at);
                    }
                }
            }
            if order.is_lt() {
                least = Some(k);
            }
        }
        least
    }

    /// Brings a column into the basis at a row; gives the variable that left.
    fn pivot(&mut self, at: usize, column: usize) -> Option<usize> {
        let divisor = N::divisor(&self.previous);
        let pivot_row = std::mem::take(&mut self.rows[at]);
        let pivot = &pivot_row[column];
        for row in self.rows.iter_mut().filter(|row| !row.is_empty()) {
            let factor = row[column].clone();
            let untouched = factor.sign().is_eq();
            for (entry, other) in row.iter_mut().zip(&pivot_row) {
                // Most entries are zero and stay so.
                if entry.sign().is_eq() && (untouched || other.sign().is_eq()) {
                    continue;
                }
                *entry = N::step(entry, pivot, &factor, other, &divisor)?;
            }
        }
        self.previous = pivot.clone();
        self.rows[at] = pivot_row;
        Some(std::mem::replace(&mut self.basis[at], column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn problem(matrix: &[Vec<i64>], constant: &[i64]) -> Lcp {
        let row = |row: &Vec<i64>| {
            row.iter().enumerate().filter(|(_, x)| **x != 0).map(|(k, x)| (k, BigInt::from(*x))).collect()
        };
        Lcp { rows: matrix.iter().map(row).collect(), constant: constant.iter().map(|x| BigInt::from(*x)).collect() }
    }

    /// The definition: `w = b + M z`, both not negative, and one of each pair zero.
    fn solves(matrix: &[Vec<i64>], constant: &[i64], z: &[Rational]) -> bool {
        matrix.iter().zip(constant).enumerate().all(|(k, (row, b))| {
            let mz: Rational = row.iter().zip(z).map(|(m, z)| &Rational::from(*m) * z).sum();
            let w = &Rational::from(*b) + &mz;
            !w.is_negative() && !z[k].is_negative() && (w.is_zero() || z[k].is_zero())
        })
    }

    #[test]
    fn small_problems_are_solved_as_by_hand() {
        // Both w are 0: 2 z1 + z2 = 5 and z1 + 2 z2 = 6.
        let (matrix, constant) = (vec![vec![2, 1], vec![1, 2]], [-5, -6]);
        let z = problem(&matrix, &constant).solve().expect("positive definite");
        assert_eq!(z, [Rational::new(4, 3), Rational::new(7, 3)]);
        assert!(solves(&matrix, &constant, &z));
        assert_eq!(problem(&[vec![-1]], &[-1]).solve(), None, "w = -1 - z has no solution");
        assert_eq!(problem(&[vec![-1]], &[0]).solve(), Some(vec![Rational::zero()]));
    }

    proptest! {
        /// `M = N N^T + S + I` with `S` skew is positive definite, so that there is one solution for every `b`, and the
        /// path finds it (Cottle, Pang & Stone 1992, The Linear Complementarity Problem, section 4.4).
        #[test]
        fn definite_problems_are_solved_in_all_kinds_of_integers(
            size in 1usize..6,
            parts in prop::collection::vec(-3i64..4, 60),
            constant in prop::collection::vec(-4i64..3, 6),
            huge in any::<bool>(),
        ) {
            let factor = |i: usize, j: usize| parts[i * 5 + j];
            let skew = |i: usize, j: usize| parts[30 + i * 5 + j] - parts[30 + j * 5 + i];
            let matrix: Vec<Vec<i64>> = (0..size).map(|i| (0..size).map(|j| {
                (0..size).map(|k| factor(i, k) * factor(j, k)).sum::<i64>() + skew(i, j) + i64::from(i == j)
            }).collect()).collect();
            let scale = if huge { 1_000_000_007_000_003 } else { 1 };
            let matrix: Vec<Vec<i64>> = matrix.into_iter().map(|r| r.into_iter().map(|x| x * scale).collect()).collect();
            let constant = &constant[..size];
            let lcp = problem(&matrix, constant);
            let z = lcp.solve().expect("a solution");
            prop_assert!(solves(&matrix, constant, &z));
            let big = follow::<BigInt>(&lcp).expect("no overflow");
            prop_assert_eq!(big, Some(z));
        }
    }
}
