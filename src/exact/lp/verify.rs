//! The independent check of an answer, from the definitions of feasibility, duality and rays alone.

use super::{Answer, Farkas, Optimum, Program, Ray, Relation, Sense};
use crate::exact::Rational;

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A list has not one entry a variable or a row.
    #[error("a list of {found} numbers where {expected} belong")]
    Length {
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// A variable that cannot be negative is.
    #[error("variable {0} is negative")]
    Negative(usize),
    /// A row does not hold.
    #[error("row {0} does not hold")]
    Row(usize),
    /// A multiplier has the sign that its row forbids.
    #[error("the multiplier of row {0} has the wrong sign")]
    Sign(usize),
    /// The multipliers do not bound a variable's part.
    #[error("the multipliers do not bound variable {0}")]
    Unbounding(usize),
    /// The numbers do not prove what they should: values differ, or an inequality that must be strict is not.
    #[error("the numbers add up to nothing that proves the answer")]
    Sum,
}

/// Sums of products.
fn dot<'a>(pairs: impl Iterator<Item = (&'a Rational, &'a Rational)>) -> Rational {
    pairs.filter(|(a, b)| !a.is_zero() && !b.is_zero()).map(|(a, b)| a * b).sum()
}

impl Program {
    /// Checks an answer: that a point is feasible and its value what is said, that dual prices bound every feasible
    /// point by the same value, that multipliers contradict the rows, or that a ray is one.
    ///
    /// # Errors
    /// The first flaw.
    pub fn check(&self, answer: &Answer) -> Result<(), Flaw> {
        match answer {
            Answer::Optimal(optimum) => self.check_optimum(optimum),
            Answer::Infeasible(farkas) => self.check_farkas(farkas),
            Answer::Unbounded(ray) => self.check_ray(ray),
        }
    }

    fn check_optimum(&self, Optimum { x, value, dual }: &Optimum) -> Result<(), Flaw> {
        self.check_point(x, false)?;
        let maximise = self.sense == Sense::Maximise;
        self.check_multipliers(dual, maximise, &self.objective)?;
        let primal = dot(self.objective.iter().zip(x));
        let bound = dot(self.rows.iter().map(|row| &row.bound).zip(dual));
        if primal == *value && bound == *value { Ok(()) } else { Err(Flaw::Sum) }
    }

    fn check_farkas(&self, Farkas { multipliers }: &Farkas) -> Result<(), Flaw> {
        self.check_multipliers(multipliers, true, &vec![Rational::zero(); self.objective.len()])?;
        let bound = dot(self.rows.iter().map(|row| &row.bound).zip(multipliers));
        if bound.is_negative() { Ok(()) } else { Err(Flaw::Sum) }
    }

    fn check_ray(&self, Ray { point, direction }: &Ray) -> Result<(), Flaw> {
        self.check_point(point, false)?;
        self.check_point(direction, true)?;
        let gain = dot(self.objective.iter().zip(direction));
        let improves = if self.sense == Sense::Maximise { gain.is_positive() } else { gain.is_negative() };
        if improves { Ok(()) } else { Err(Flaw::Sum) }
    }

    /// Whether a point is feasible, or, with all bounds taken as zero, a direction.
    fn check_point(&self, x: &[Rational], direction: bool) -> Result<(), Flaw> {
        length(x, self.objective.len())?;
        if let Some(j) = (0..x.len()).find(|j| !self.free[*j] && x[*j].is_negative()) {
            return Err(Flaw::Negative(j));
        }
        for (i, row) in self.rows.iter().enumerate() {
            let sum = dot(row.terms.iter().map(|(j, a)| (a, &x[*j])));
            let excess = if direction { sum } else { &sum - &row.bound };
            let holds = match row.relation {
                Relation::AtMost => !excess.is_positive(),
                Relation::AtLeast => !excess.is_negative(),
                Relation::Equal => excess.is_zero(),
            };
            if !holds {
                return Err(Flaw::Row(i));
            }
        }
        Ok(())
    }

    /// Whether the rows, added up with these multipliers, bound `objective` from above (from below unless `above`) by
    /// the multipliers times the bounds at each feasible point.
    fn check_multipliers(&self, multipliers: &[Rational], above: bool, objective: &[Rational]) -> Result<(), Flaw> {
        length(multipliers, self.rows.len())?;
        let mut sums = vec![Rational::zero(); objective.len()];
        for (i, (row, y)) in self.rows.iter().zip(multipliers).enumerate() {
            let wrong = match row.relation {
                Relation::Equal => false,
                Relation::AtMost => {
                    if above {
                        y.is_negative()
                    } else {
                        y.is_positive()
                    }
                }
                Relation::AtLeast => {
                    if above {
                        y.is_positive()
                    } else {
                        y.is_negative()
                    }
                }
            };
            if wrong {
                return Err(Flaw::Sign(i));
            }
            if !y.is_zero() {
                row.terms.iter().for_each(|(j, a)| sums[*j] += &(a * y));
            }
        }
        for (j, (sum, c)) in sums.iter().zip(objective).enumerate() {
            let bounds = sum == c || (!self.free[j] && (sum > c) == above);
            if !bounds {
                return Err(Flaw::Unbounding(j));
            }
        }
        Ok(())
    }
}

fn length(list: &[Rational], expected: usize) -> Result<(), Flaw> {
    if list.len() == expected { Ok(()) } else { Err(Flaw::Length { found: list.len(), expected }) }
}
