//! Covering programmes: the cheapest `z >= 0` with `G z >= h`, for costs that are not negative.

use crate::exact::Rational;
use crate::exact::lp::{Answer, Program, Relation, Sense};

/// One constraint: `coefficients . z >= bound`.
pub(super) struct Constraint {
    pub(super) coefficients: Vec<Rational>,
    pub(super) bound: Rational,
}

/// A cheapest solution, or nothing if there is no solution.
///
/// Which of several cheapest solutions is given depends on the order of variables and constraints alone.
pub(super) fn cheapest(costs: &[Rational], constraints: Vec<Constraint>) -> Option<Vec<Rational>> {
    debug_assert!(costs.iter().all(|cost| !cost.is_negative()));
    let mut program = Program::new(Sense::Minimise, costs.to_vec());
    for row in constraints {
        program.row(row.coefficients.into_iter().enumerate(), Relation::AtLeast, row.bound);
    }
    match program.solve().expect("a few dozen variables and rows") {
        Answer::Optimal(optimum) => Some(optimum.x),
        Answer::Infeasible(_) => None,
        Answer::Unbounded(_) => unreachable!("costs that are not negative cannot fall for ever"),
    }
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
