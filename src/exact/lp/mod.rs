//! Linear programmes over the rationals, solved exactly, each answer with its proof.
//!
//! A [`Program`] is to make a linear objective as large or as small as rows of linear conditions allow. A simplex method
//! in floats (Dantzig 1963; the dual method of Lemke 1954) guesses a basis; the basis is solved in whole numbers and
//! checked; where it is not optimal, the simplex method goes on in exact numbers with Bland's (1977) rule, which ends. So
//! floats cost no exactness: they only save time. The answer is an optimum with dual prices, a proof that no point meets
//! all rows (Farkas 1902), or a ray along which the objective improves for ever; [`Program::check`] re-checks each of
//! these from the definitions alone, and shares nothing with the solver. All of it is deterministic.
//!
//! Nothing here knows of games.

mod canonical;
mod exactly;
mod guess;
mod verify;

pub use verify::Flaw;

use crate::exact::Rational;

/// Whether the objective is to be large or small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// As large as possible.
    Maximise,
    /// As small as possible.
    Minimise,
}

/// How a row's sum stands to its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// At most the bound.
    AtMost,
    /// At least the bound.
    AtLeast,
    /// Equal to the bound.
    Equal,
}

/// A condition on the variables: the sum of some terms stands in a relation to a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The variables with non-zero coefficients, ascending, with these.
    pub terms: Vec<(usize, Rational)>,
    /// How the sum stands to the bound.
    pub relation: Relation,
    /// The bound.
    pub bound: Rational,
}

/// A linear programme. Variables are non-negative unless [made free](Program::set_free).
///
/// # Examples
/// A diet of two foods that cost 3 and 2 and must give 4 and 5 of two nutrients:
/// ```
/// use comity::exact::lp::{Answer, Program, Relation, Sense};
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let mut diet = Program::new(Sense::Minimise, vec![q(3), q(2)]);
/// diet.row([(0, q(1)), (1, q(1))], Relation::AtLeast, q(4));
/// diet.row([(0, q(2)), (1, q(1))], Relation::AtLeast, q(5));
/// let Ok(Answer::Optimal(best)) = diet.solve() else { panic!("there is a cheapest diet") };
/// assert_eq!((best.x, best.value), (vec![q(1), q(3)], q(9)));
/// assert_eq!(best.dual, [q(1), q(1)]); // what one more of either nutrient costs
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    sense: Sense,
    objective: Vec<Rational>,
    free: Vec<bool>,
    rows: Vec<Row>,
}

/// The answer to a programme, with its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is an optimum.
    Optimal(Optimum),
    /// No point meets all rows.
    Infeasible(Farkas),
    /// The objective improves without bound.
    Unbounded(Ray),
}

/// An optimal point and the prices that prove it so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// The values of the variables: a vertex, where the feasible set has one.
    pub x: Vec<Rational>,
    /// The objective there.
    pub value: Rational,
    /// One price a row: how much the value grows with the row's bound. When maximising, at least 0 for a row that is at
    /// most its bound and at most 0 for one that is at least its bound; when minimising, the other way round. The prices
    /// times the bounds are the value, and prices times coefficients bound each variable's part in the objective.
    pub dual: Vec<Rational>,
}

/// A proof that no point meets all rows (Farkas 1902).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farkas {
    /// One multiplier a row, not negative for at most, not positive for at least. The rows so added up say that a sum of
    /// variables with coefficients of at least 0 (exactly 0 for free variables) is at most a negative number.
    pub multipliers: Vec<Rational>,
}

/// A proof that the objective has no bound: a feasible point and a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ray {
    /// A feasible point.
    pub point: Vec<Rational>,
    /// A direction in which the point can move for ever and the objective improves.
    pub direction: Vec<Rational>,
}

/// The programme is larger than what is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a linear programme of {rows} rows and {variables} variables has more than {limit} cells", limit = Program::MAX_CELLS)]
pub struct TooLarge {
    /// The number of rows.
    pub rows: usize,
    /// The number of variables.
    pub variables: usize,
}

impl Program {
    /// The greatest number of rows times variables that is solved: a quarter of a gigabyte of floats.
    pub const MAX_CELLS: usize = 1 << 25;

    /// A programme without rows; one coefficient a variable.
    pub fn new(sense: Sense, objective: Vec<Rational>) -> Self {
        let free = vec![false; objective.len()];
        Self { sense, objective, free, rows: Vec::new() }
    }

    /// Lets a variable be negative, too.
    ///
    /// # Panics
    /// If there is no such variable.
    pub fn set_free(&mut self, variable: usize) {
        self.free[variable] = true;
    }

    /// Adds a condition and gives its number. Terms may come in any order; those of one variable are added up.
    ///
    /// # Panics
    /// If a term names a variable that the programme does not have.
    pub fn row(
        &mut self,
        terms: impl IntoIterator<Item = (usize, Rational)>,
        relation: Relation,
        bound: Rational,
    ) -> usize {
        let mut sorted: Vec<(usize, Rational)> = terms.into_iter().collect();
        sorted.sort_by_key(|(variable, _)| *variable);
        let mut terms: Vec<(usize, Rational)> = Vec::with_capacity(sorted.len());
        for (variable, coefficient) in sorted {
            assert!(variable < self.objective.len(), "a term names a variable of the programme");
            match terms.last_mut() {
                Some((last, sum)) if *last == variable => *sum += &coefficient,
                _ => terms.push((variable, coefficient)),
            }
        }
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        self.rows.push(Row { terms, relation, bound });
        self.rows.len() - 1
    }

    /// Whether the objective is to be large or small.
    pub fn sense(&self) -> Sense {
        self.sense
    }

    /// The objective's coefficients.
    pub fn objective(&self) -> &[Rational] {
        &self.objective
    }

    /// The rows, in the order in which they were added.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The exact answer.
    ///
    /// # Errors
    /// If the programme is larger than [`Program::MAX_CELLS`].
    pub fn solve(&self) -> Result<Answer, TooLarge> {
        let canonical = self.canonical()?;
        let guess = guess::basis(&canonical);
        Ok(canonical.answer(self, exactly::finish(&canonical, guess)))
    }

    /// The answer by exact pivoting alone, from the start: what [`solve`](Self::solve) is tested against.
    #[cfg(test)]
    fn solve_without_floats(&self) -> Result<Answer, TooLarge> {
        let canonical = self.canonical()?;
        let slacks = guess::Guess::slacks(&canonical);
        Ok(canonical.answer(self, exactly::finish(&canonical, slacks)))
    }

    fn canonical(&self) -> Result<canonical::Canonical, TooLarge> {
        let (rows, variables) = (self.rows.len(), self.objective.len());
        if (rows + 1).saturating_mul(variables + 1) > Self::MAX_CELLS {
            return Err(TooLarge { rows, variables });
        }
        Ok(canonical::Canonical::of(self))
    }
}

#[cfg(test)]
mod tests;
