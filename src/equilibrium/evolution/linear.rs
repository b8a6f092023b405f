//! Linear equations in rationals: Gauss-Jordan elimination.

use crate::exact::Rational;

/// Brings rows (coefficients, then the right-hand side) to reduced echelon form, in place.
///
/// Returns the pivot column of each of the leading rows, or `None` if the equations contradict each other. Rows after
/// those with pivots are zero.
pub(super) fn eliminate(rows: &mut [Vec<Rational>]) -> Option<Vec<usize>> {
    let unknowns = rows.first().map_or(0, |row| row.len() - 1);
    let mut pivots = Vec::new();
    for column in 0..unknowns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|row| !rows[*row][column].is_zero()) else { continue };
        rows.swap(done, found);
        let pivot = rows[done][column].clone();
        for cell in &mut rows[done][column..] {
            *cell = cell.checked_div(&pivot).expect("the pivot is not zero");
        }
        let pivot_row = rows[done].clone();
        for (k, row) in rows.iter_mut().enumerate() {
            let factor = row[column].clone();
            if k == done || factor.is_zero() {
                continue;
            }
            for (cell, above) in row[column..].iter_mut().zip(&pivot_row[column..]) {
                *cell -= &(&factor * above);
            }
        }
        pivots.push(column);
    }
    let consistent = rows[pivots.len()..].iter().all(|row| row[unknowns].is_zero());
    consistent.then_some(pivots)
}
