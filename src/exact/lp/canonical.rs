//! A programme in whole numbers and in one shape: maximise `c x` where `A x + s = b`.
//!
//! Each row has a slack, which is not negative (an inequality) or zero (an equation). Rows that were at least their bound
//! are turned round; rows and objective are multiplied by what makes them whole. Variables are numbered through:
//! structural ones first, then slacks.

use super::{Answer, Farkas, Optimum, Program, Ray, Relation, Sense};
use crate::exact::Rational;
use crate::exact::linear::SparseRow;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// What values a variable may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not negative.
    NonNegative,
    /// Any.
    Free,
    /// Zero: the slack of an equation.
    Zero,
}

/// A programme in canonical form.
#[derive(Debug)]
pub(super) struct Canonical {
    /// The number of structural variables.
    pub variables: usize,
    /// The rows of `A`.
    pub rows: Vec<SparseRow>,
    /// The columns of `A`: rows with the place of the entry in the row.
    pub columns: Vec<Vec<(usize, usize)>>,
    /// `b`.
    pub bounds: Vec<BigInt>,
    /// `c`.
    pub cost: Vec<BigInt>,
    /// The kinds of structural variables, then of slacks.
    pub kinds: Vec<Kind>,
    /// What each row was multiplied by.
    row_factors: Vec<Rational>,
    /// What the objective was multiplied by.
    cost_factor: Rational,
}

/// An answer in canonical form; numerators over one positive denominator where numbers belong together.
pub(super) enum Finding {
    Optimal { x: Vec<BigInt>, x_denominator: BigInt, y: Vec<BigInt>, y_denominator: BigInt },
    Infeasible { multipliers: Vec<BigInt> },
    Unbounded { x: Vec<BigInt>, x_denominator: BigInt, direction: Vec<BigInt> },
}

/// The least common denominator.
fn common_denominator<'a>(values: impl Iterator<Item = &'a Rational>) -> BigInt {
    values.fold(BigInt::one(), |common, value| {
        let own = value.parts().1;
        if own.is_one() { common } else { common.lcm(own) }
    })
}

fn whole(value: &Rational, denominator: &BigInt) -> BigInt {
    let (numerator, own) = value.parts();
    if own == denominator { numerator.clone() } else { numerator * (denominator / own) }
}

impl Canonical {
    pub(super) fn of(program: &Program) -> Self {
        let variables = program.objective.len();
        let mut columns = vec![Vec::new(); variables];
        let kind = |free: &bool| if *free { Kind::Free } else { Kind::NonNegative };
        let mut kinds: Vec<Kind> = program.free.iter().map(kind).collect();
        let (mut rows, mut bounds, mut row_factors) = (Vec::new(), Vec::new(), Vec::new());
        for (i, row) in program.rows.iter().enumerate() {
            let coefficients = row.terms.iter().map(|(_, coefficient)| coefficient);
            let denominator = common_denominator(coefficients.chain([&row.bound]));
            let turned = row.relation == Relation::AtLeast;
            let convert = |value: &Rational| {
                let value = whole(value, &denominator);
                if turned { -value } else { value }
            };
            for (place, (variable, _)) in row.terms.iter().enumerate() {
                columns[*variable].push((i, place));
            }
            rows.push(row.terms.iter().map(|(variable, c)| (*variable, convert(c))).collect());
            bounds.push(convert(&row.bound));
            kinds.push(if row.relation == Relation::Equal { Kind::Zero } else { Kind::NonNegative });
            let factor = Rational::from(denominator);
            row_factors.push(if turned { -factor } else { factor });
        }
        let denominator = common_denominator(program.objective.iter());
        let minimise = program.sense == Sense::Minimise;
        let cost = program.objective.iter().map(|c| whole(c, &denominator));
        let cost = if minimise { cost.map(|c| -c).collect() } else { cost.collect() };
        let factor = Rational::from(denominator);
        let cost_factor = if minimise { -factor } else { factor };
        Self { variables, rows, columns, bounds, cost, kinds, row_factors, cost_factor }
    }

    /// The entries of a structural variable's column: row and coefficient.
    pub(super) fn column(&self, variable: usize) -> impl Iterator<Item = (usize, &BigInt)> {
        self.columns[variable].iter().map(|(row, place)| (*row, &self.rows[*row][*place].1))
    }

    /// A row times a point.
    pub(super) fn row_times(&self, row: usize, x: &[BigInt]) -> BigInt {
        self.rows[row].iter().filter(|(j, _)| !x[*j].is_zero()).fold(BigInt::zero(), |sum, (j, a)| sum + a * &x[*j])
    }

    /// A column times multipliers of the rows.
    pub(super) fn column_times(&self, variable: usize, y: &[BigInt]) -> BigInt {
        let entries = self.column(variable).filter(|(row, _)| !y[*row].is_zero());
        entries.fold(BigInt::zero(), |sum, (row, a)| sum + a * &y[row])
    }

    /// The answer in the programme's own terms.
    pub(super) fn answer(&self, program: &Program, finding: Finding) -> Answer {
        let over = |values: &[BigInt], denominator: &BigInt| -> Vec<Rational> {
            values.iter().map(|x| Rational::fraction(x.clone(), denominator.clone())).collect()
        };
        // A multiplier of a canonical row is one of the row it was made from, times the row's factor.
        let per_row = |multipliers: Vec<Rational>| -> Vec<Rational> {
            multipliers.iter().zip(&self.row_factors).map(|(y, factor)| y * factor).collect()
        };
        match finding {
            Finding::Optimal { x, x_denominator, y, y_denominator } => {
                let x = over(&x, &x_denominator);
                let value = x.iter().zip(&program.objective).filter(|(x, _)| !x.is_zero()).map(|(x, c)| x * c).sum();
                let dual = per_row(over(&y, &y_denominator)).iter().map(|y| y / &self.cost_factor).collect();
                Answer::Optimal(Optimum { x, value, dual })
            }
            Finding::Infeasible { multipliers } => {
                Answer::Infeasible(Farkas { multipliers: per_row(over(&multipliers, &BigInt::one())) })
            }
            Finding::Unbounded { x, x_denominator, direction } => {
                Answer::Unbounded(Ray { point: over(&x, &x_denominator), direction: over(&direction, &BigInt::one()) })
            }
        }
    }
}
