//! Whether an equilibrium is evolutionarily stable, decided exactly.
//!
//! A symmetric equilibrium x is evolutionarily stable (Maynard Smith & Price 1973) exactly if `z . A z < 0` for every
//! direction z along which some mixture of the best replies to x lies: a quadratic form negative on a cone (Haigh 1975;
//! Abakuks 1980). Shares of strategies in x's support may move both ways, those of the other best replies only up. So the
//! form's matrix is positive definite in the former, and the Schur complement in the latter is strictly copositive
//! (Bomze 1992).

use super::faces::{Face, face, supports};
use super::payoffs::Payoffs;
use crate::exact::Rational;

/// Whether the symmetric equilibrium with this support and these best replies (which include the support) is
/// evolutionarily stable.
pub(super) fn is_stable(payoffs: &Payoffs, support: &[usize], best: &[usize]) -> bool {
    // Directions are z = sum_j z_j (e_j - e_r), with a reference r of the support.
    let reference = support[0];
    let free: Vec<usize> = support[1..].to_vec();
    let upward: Vec<usize> = best.iter().copied().filter(|j| !support.contains(j)).collect();
    let order: Vec<usize> = free.iter().chain(&upward).copied().collect();
    let a = |i: usize, j: usize| payoffs.exact(i, j);
    let along = |i: usize, j: usize| a(i, j) - a(i, reference) + (a(reference, reference) - a(reference, j));
    let mut form: Vec<Vec<Rational>> =
        order.iter().map(|i| order.iter().map(|j| -(along(*i, *j) + along(*j, *i))).collect()).collect();
    // Symmetric elimination of the free directions: every pivot of a positive definite block is positive.
    for k in 0..free.len() {
        let pivot_row = form[k].clone();
        if !pivot_row[k].is_positive() {
            return false;
        }
        for row in &mut form[k + 1..] {
            let factor = &row[k] / &pivot_row[k];
            for (cell, above) in row.iter_mut().zip(&pivot_row) {
                *cell -= &(&factor * above);
            }
        }
    }
    let rest: Vec<Vec<Rational>> = form[free.len()..].iter().map(|row| row[free.len()..].to_vec()).collect();
    is_strictly_copositive(&rest)
}

/// Whether `z . M z > 0` for every z that is not negative and not zero; `matrix` is symmetric.
///
/// The least value on the simplex is taken in the interior of some face, at a stationary point of the form there. If
/// the face has a line of them, they share their value, and one lies on a smaller face. So the faces' lone stationary
/// points decide.
fn is_strictly_copositive(matrix: &[Vec<Rational>]) -> bool {
    supports(matrix.len()).iter().all(|support| match face(support, |i, j| matrix[i][j].clone()) {
        Face::Point { value, .. } => value.is_positive(),
        Face::Empty | Face::Continuum => true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn matrix(cells: &[&[i64]]) -> Vec<Vec<Rational>> {
        cells.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
    }

    #[test]
    fn copositive_is_not_strictly_copositive() {
        assert!(is_strictly_copositive(&[]));
        assert!(is_strictly_copositive(&matrix(&[&[1, 5], &[5, 1]]))); // indefinite, yet positive on the cone
        assert!(!is_strictly_copositive(&matrix(&[&[1, -1], &[-1, 1]]))); // zero at (1, 1)
        // Horn's form (Hall & Newman 1963) is copositive and zero at (1, 1, 0, 0, 0).
        let horn: Vec<Vec<i64>> = (0..5i32)
            .map(|i| (0..5).map(|j| if matches!((i - j).rem_euclid(5), 1 | 4) { -1 } else { 1 }).collect())
            .collect();
        let with = |diagonal: i64| {
            let cell = |i: usize, j: usize| Rational::from(100 * horn[i][j] + if i == j { diagonal } else { 0 });
            (0..5).map(|i| (0..5).map(|j| cell(i, j)).collect()).collect::<Vec<Vec<_>>>()
        };
        assert!(!is_strictly_copositive(&with(0)));
        assert!(is_strictly_copositive(&with(1)));
        assert!(!is_strictly_copositive(&with(-1)));
    }

    proptest! {
        #[test]
        fn a_grid_finds_no_direction_that_the_test_missed(cells in prop::collection::vec(-4i64..9, 6)) {
            let at = |i: usize, j: usize| cells[[[0, 1, 2], [1, 3, 4], [2, 4, 5]][i][j]];
            let m: Vec<Vec<Rational>> =
                (0..3).map(|i| (0..3).map(|j| Rational::from(at(i, j))).collect()).collect();
            let mut least = i64::MAX;
            for (x, y, z) in (0..=60i64).flat_map(|x| (0..=60 - x).map(move |y| (x, y, 60 - x - y))) {
                let v = [x, y, z];
                least = least.min((0..3).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| at(i, j) * v[i] * v[j]).sum());
            }
            // The grid is of step 1/60 and the form's curvature below 2 * 3 * 8: only values near zero escape it.
            if least <= 0 {
                prop_assert!(!is_strictly_copositive(&m));
            } else if least > 200 {
                prop_assert!(is_strictly_copositive(&m));
            }
        }
    }
}
