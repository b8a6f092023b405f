//! Covering programmes in rationals: the cheapest `z >= 0` with `G z >= h`, for costs that are not negative.
//!
//! With such costs the slack basis is dual feasible, so that the dual simplex method (Lemke 1954) starts without a first
//! phase; Bland's rule (1977) keeps it from cycling. Exact, and for a few dozen variables.

use crate::exact::Rational;

/// One constraint: `coefficients . z >= bound`.
pub(super) struct Constraint {
    pub(super) coefficients: Vec<Rational>,
    pub(super) bound: Rational,
}

/// A cheapest solution, or nothing if there is no solution.
///
/// Which of several cheapest solutions is given depends on the order of variables and constraints alone.
pub(super) fn cheapest(costs: &[Rational], constraints: Vec<Constraint>) -> Option<Vec<Rational>> {
    let n = costs.len();
    debug_assert!(costs.iter().all(|cost| !cost.is_negative()));
    // Each row says a basic variable: its value, and how it grows with each variable that is not basic. Variables
    // 0 .. n-1 are z, the rest are the constraints' slacks.
    let mut costs = costs.to_vec();
    let mut outside: Vec<usize> = (0..n).collect();
    let mut basic: Vec<usize> = (n..n + constraints.len()).collect();
    let (mut values, mut growth): (Vec<Rational>, Vec<Vec<Rational>>) =
        constraints.into_iter().map(|row| (-row.bound, row.coefficients)).unzip();
    loop {
        let negative = (0..values.len()).filter(|row| values[*row].is_negative());
        let Some(row) = negative.min_by_key(|row| basic[*row]) else { break };
        // The dual ratio test; ties go to the variable of the lowest number.
        let ratios = (0..n)
            .filter(|column| growth[row][*column].is_positive())
            .map(|column| (&costs[column] / &growth[row][column], outside[column], column));
        let (_, _, column) = ratios.min()?;
        let pivot = growth[row][column].clone();
        let over = |value: &Rational| value / &pivot;
        // The row, solved for the variable that enters.
        let solved: Vec<Rational> =
            (0..n).map(|k| if k == column { over(&Rational::one()) } else { -over(&growth[row][k]) }).collect();
        let value = -over(&values[row]);
        let substitute = |coefficients: &mut Vec<Rational>| -> Rational {
            let factor = std::mem::replace(&mut coefficients[column], Rational::zero());
            if !factor.is_zero() {
                for (cell, term) in coefficients.iter_mut().zip(&solved) {
                    *cell += &(&factor * term);
                }
            }
            factor
        };
        for other in (0..values.len()).filter(|other| *other != row) {
            let factor = substitute(&mut growth[other]);
            values[other] += &(&factor * &value);
        }
        substitute(&mut costs);
        (values[row], growth[row]) = (value, solved.clone());
        std::mem::swap(&mut basic[row], &mut outside[column]);
    }
    let mut solution = vec![Rational::zero(); n];
    for (variable, value) in basic.into_iter().zip(values) {
        if variable < n {
            solution[variable] = value;
        }
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::linear::{Solutions, solutions};
    use proptest::prelude::*;

    /// The least cost over all vertices, each solved for, or nothing if none is feasible.
    fn by_vertices(costs: &[i64], rows: &[(Vec<i64>, i64)]) -> Option<Rational> {
        let n = costs.len();
        let q = |x: i64| Rational::from(x);
        let mut all: Vec<(Vec<i64>, i64)> = rows.to_vec();
        all.extend((0..n).map(|k| ((0..n).map(|j| i64::from(j == k)).collect(), 0)));
        let mut best: Option<Rational> = None;
        for choice in 0u32..1 << all.len() {
            if choice.count_ones() as usize != n {
                continue;
            }
            let system: Vec<Vec<Rational>> = (0..all.len())
                .filter(|k| choice >> k & 1 == 1)
                .map(|k| all[k].0.iter().chain([&all[k].1]).map(|x| q(*x)).collect())
                .collect();
            let Solutions::One(z) = solutions(&system) else { continue };
            let dot = |row: &[i64]| -> Rational { row.iter().zip(&z).map(|(c, z)| &q(*c) * z).sum() };
            if all.iter().all(|(row, bound)| dot(row) >= *bound) {
                let cost = dot(costs);
                best = Some(best.map_or(cost.clone(), |best| best.min(cost)));
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_cheapest_is_the_cheapest_vertex(
            costs in prop::collection::vec(0i64..4, 3),
            rows in prop::collection::vec((prop::collection::vec(-3i64..4, 3), -3i64..4), 1..5),
        ) {
            let q = |x: &i64| Rational::from(*x);
            let constraints = rows.iter().map(|(row, bound)| Constraint {
                coefficients: row.iter().map(q).collect(),
                bound: q(bound),
            });
            let exact: Vec<Rational> = costs.iter().map(q).collect();
            let found = cheapest(&exact, constraints.collect());
            if let Some(z) = &found {
                for (row, bound) in &rows {
                    prop_assert!(row.iter().zip(z).map(|(c, z)| &q(c) * z).sum::<Rational>() >= *bound);
                }
                prop_assert!(z.iter().all(|z| !z.is_negative()));
            }
            let cost = found.map(|z| exact.iter().zip(&z).map(|(c, z)| c * z).sum::<Rational>());
            prop_assert_eq!(cost, by_vertices(&costs, &rows));
        }
    }
}
