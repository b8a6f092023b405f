//! Two-player zero-sum games as matrices: restricted equilibria, best responses, exploitability.

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::exact::lp::{Answer, Program, Relation, Sense};

/// A zero-sum game: what the row player gets, which it wants large and the column player small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixGame {
    payoffs: Vec<Vec<Rational>>,
}

/// A mixture for each player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The row player's.
    pub row: Vec<Rational>,
    /// The column player's.
    pub column: Vec<Rational>,
}

impl MatrixGame {
    /// The game of these payoffs, row by row.
    ///
    /// # Errors
    /// If there is no cell, or rows differ in length.
    pub fn new(payoffs: Vec<Vec<Rational>>) -> Result<Self, Diagnostic> {
        let width = payoffs.first().map_or(0, Vec::len);
        if width == 0 || payoffs.iter().any(|row| row.len() != width) {
            let found = format!("a matrix of {} rows, the first of {width} cells", payoffs.len());
            return Err(Diagnostic::new("wrong-matrix", found, "rows of the same number of cells, one or more"));
        }
        Ok(Self { payoffs })
    }

    /// How many rows and columns it has.
    pub fn size(&self) -> (usize, usize) {
        (self.payoffs.len(), self.payoffs[0].len())
    }

    /// What the row player gets in a cell.
    pub fn payoff(&self, row: usize, column: usize) -> &Rational {
        &self.payoffs[row][column]
    }

    /// What each row gets against a mixture of columns.
    pub fn rows_against(&self, column: &[Rational]) -> Vec<Rational> {
        let played: Vec<(usize, &Rational)> = column.iter().enumerate().filter(|(_, p)| !p.is_zero()).collect();
        self.payoffs.iter().map(|row| played.iter().map(|(k, p)| &row[*k] * *p).sum()).collect()
    }

    /// What the row player gets by a mixture against each column.
    pub fn columns_against(&self, row: &[Rational]) -> Vec<Rational> {
        let played: Vec<(&Vec<Rational>, &Rational)> =
            self.payoffs.iter().zip(row).filter(|(_, p)| !p.is_zero()).collect();
        let column = |k: usize| played.iter().map(|(pays, p)| &pays[k] * *p).sum();
        (0..self.size().1).map(column).collect()
    }

    /// The first best responses of the row player to a mixture of columns, and of the column player to one of rows.
    pub fn best_responses(&self, pair: &Pair) -> (usize, usize) {
        let first = |values: Vec<Rational>, sign: &Rational| {
            let values: Vec<Rational> = values.iter().map(|value| value * sign).collect();
            let most = values.iter().max().expect("there is a cell");
            values.iter().position(|value| value == most).expect("the greatest is one of them")
        };
        let (plus, minus) = (Rational::one(), -Rational::one());
        (first(self.rows_against(&pair.column), &plus), first(self.columns_against(&pair.row), &minus))
    }

    /// How much both could gain together by best responses (`NashConv`): 0 in equilibrium alone.
    pub fn exploitability(&self, pair: &Pair) -> Rational {
        let most = self.rows_against(&pair.column).into_iter().max().expect("there is a cell");
        let least = self.columns_against(&pair.row).into_iter().min().expect("there is a cell");
        most - least
    }

    /// An equilibrium of the game in which the players have these rows and columns alone, as mixtures of all, and its value.
    ///
    /// # Errors
    /// If the game is too large to be solved.
    ///
    /// # Panics
    /// If there is no such row or column, or none is given.
    pub fn equilibrium(&self, rows: &[usize], columns: &[usize]) -> Result<(Pair, Rational), Diagnostic> {
        // Maximise v such that the mixture gets at least v against each column; the columns' prices are the other mixture.
        let v = rows.len();
        let mut objective = vec![Rational::zero(); v];
        objective.push(Rational::one());
        let mut program = Program::new(Sense::Maximise, objective);
        program.set_free(v);
        for column in columns {
            let terms = rows.iter().enumerate().map(|(k, row)| (k, self.payoffs[*row][*column].clone()));
            program.row(terms.chain([(v, -Rational::one())]), Relation::AtLeast, Rational::zero());
        }
        program.row((0..v).map(|k| (k, Rational::one())), Relation::Equal, Rational::one());
        let answer = program
            .solve()
            .map_err(|error| Diagnostic::new("too-large", error.to_string(), "fewer rows and columns"))?;
        let Answer::Optimal(best) = answer else { unreachable!("a matrix game has an equilibrium") };
        let (height, width) = self.size();
        let mut pair = Pair { row: vec![Rational::zero(); height], column: vec![Rational::zero(); width] };
        for (row, p) in rows.iter().zip(&best.x) {
            pair.row[*row] += p;
        }
        for (column, price) in columns.iter().zip(&best.dual) {
            pair.column[*column] -= price;
        }
        Ok((pair, best.value))
    }
}
