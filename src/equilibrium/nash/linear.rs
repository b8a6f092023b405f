//! Linear systems and ranks over the rationals, by elimination without fractions (Bareiss 1968).

use num_bigint::BigInt;
use num_traits::{One, Zero};

use crate::exact::{Rational, over_common_denominator};

/// What a linear system has for solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Solutions {
    /// None.
    None,
    /// This one.
    One(Vec<Rational>),
    /// A line or more of them.
    Many,
}

/// The rank of a matrix of integers, which is left in echelon form, and the columns of its pivots.
fn echelon(rows: &mut [Vec<BigInt>], columns: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    let mut before = BigInt::one();
    for column in 0..columns {
        let rank = pivots.len();
        let Some(found) = (rank..rows.len()).find(|row| !rows[*row][column].is_zero()) else { continue };
        rows.swap(rank, found);
        let (above, below) = rows.split_at_mut(rank + 1);
        let top = &above[rank];
        for row in below {
            let factor = std::mem::take(&mut row[column]);
            for k in column + 1..row.len() {
                row[k] = (&row[k] * &top[column] - &factor * &top[k]) / &before;
            }
        }
        before = rows[rank][column].clone();
        pivots.push(column);
    }
    pivots
}

/// Solves `matrix * x = right`, each row a coefficient vector followed by its right-hand side.
pub(super) fn solve(rows: &[Vec<Rational>]) -> Solutions {
    let Some(unknowns) = rows.first().map(|row| row.len() - 1) else { return Solutions::Many };
    let mut whole: Vec<Vec<BigInt>> = rows.iter().map(|row| over_common_denominator(row).1).collect();
    let pivots = echelon(&mut whole, unknowns + 1);
    if pivots.last() == Some(&unknowns) {
        return Solutions::None;
    }
    if pivots.len() < unknowns {
        return Solutions::Many;
    }
    let mut x = vec![Rational::zero(); unknowns];
    for k in (0..unknowns).rev() {
        let known: Rational = (k + 1..unknowns).map(|j| &Rational::from(whole[k][j].clone()) * &x[j]).sum();
        x[k] = (Rational::from(whole[k][unknowns].clone()) - known) / Rational::from(whole[k][k].clone());
    }
    Solutions::One(x)
}

/// The dimension of the affine hull of some points; they are at least one.
pub(super) fn affine_dimension(points: &[&[Rational]]) -> usize {
    let Some((first, others)) = points.split_first() else { return 0 };
    let difference = |point: &&[Rational]| -> Vec<BigInt> {
        let difference: Vec<Rational> = point.iter().zip(*first).map(|(a, b)| a - b).collect();
        over_common_denominator(&difference).1
    };
    let mut rows: Vec<Vec<BigInt>> = others.iter().map(difference).collect();
    echelon(&mut rows, first.len()).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Vec<Rational> {
        text.split(' ').map(|word| word.parse().expect("a number")).collect()
    }

    #[test]
    fn systems_have_no_solution_one_or_many() {
        assert_eq!(solve(&[q("1 1 1"), q("1 -1 1/3")]), Solutions::One(q("2/3 1/3")));
        assert_eq!(solve(&[q("0 2 1"), q("3 1 1"), q("3 3 2")]), Solutions::One(q("1/6 1/2")));
        assert_eq!(solve(&[q("1 1 1"), q("2 2 3")]), Solutions::None);
        assert_eq!(solve(&[q("1 1 1"), q("2 2 2")]), Solutions::Many);
        assert_eq!(solve(&[q("0 0 0"), q("0 1 2")]), Solutions::Many);
        assert_eq!(solve(&[]), Solutions::Many);
    }

    #[test]
    fn dimensions_are_of_the_affine_hull() {
        let points = [q("1 0 0"), q("0 1 0"), q("1/2 1/2 0"), q("0 0 1")];
        let points: Vec<&[Rational]> = points.iter().map(Vec::as_slice).collect();
        assert_eq!([1, 2, 3, 4].map(|count| affine_dimension(&points[..count])), [0, 1, 1, 2]);
    }
}
