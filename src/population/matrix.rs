//! What members of a population get from each other: a square table of payoffs in floats.
//!
//! Invariants: at least one strategy, `n x n` finite cells. Payoffs are per meeting (of a repeated game, per round), so
//! that populations of any size are comparable.

use crate::error::Diagnostic;

/// Payoffs `[own strategy][other's strategy]`, in utility units a meeting.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    strategies: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// The matrix of these rows.
    ///
    /// # Errors
    /// If there are no rows, a row has another length, or a payoff is not finite.
    pub fn new(rows: &[Vec<f64>]) -> Result<Self, Diagnostic> {
        let strategies = rows.len();
        let sound = rows.iter().all(|row| row.len() == strategies && row.iter().all(|cell| cell.is_finite()));
        if strategies == 0 || !sound {
            let found = format!("a table of {strategies} rows that is not square, or holds what is no number");
            return Err(Diagnostic::new("not-square", found, "one finite payoff for each pair of strategies"));
        }
        Ok(Self { strategies, cells: rows.concat() })
    }

    /// The number of strategies.
    pub fn strategies(&self) -> usize {
        self.strategies
    }

    /// What `own` gets against `other`.
    #[inline]
    pub fn at(&self, own: usize, other: usize) -> f64 {
        self.cells[own * self.strategies + other]
    }

    /// What a strategy gets against each.
    pub fn row(&self, own: usize) -> &[f64] {
        &self.cells[own * self.strategies..][..self.strategies]
    }

    /// The least and the greatest payoff.
    pub fn range(&self) -> (f64, f64) {
        let bounds = |(low, high): (f64, f64), cell: &f64| (low.min(*cell), high.max(*cell));
        self.cells.iter().fold((f64::INFINITY, f64::NEG_INFINITY), bounds)
    }
}

/// Whether a member's payoff is the mean over its meetings, or their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pooling {
    /// The mean: who meets more others gains nothing by that.
    #[default]
    Mean,
    /// The sum.
    Sum,
}

/// How payoff becomes fitness: the rate at which a member has offspring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fitness {
    /// `1 - w + w payoff` (Nowak, Sasaki, Taylor & Fudenberg 2004); with w = 1 the payoff itself.
    Linear {
        /// The weight of payoffs, from 0 to 1.
        weight: f64,
    },
    /// `exp(beta payoff)` (Traulsen, Shoresh & Nowak 2008).
    Exponential {
        /// The intensity of selection, from 0.
        intensity: f64,
    },
}

impl Fitness {
    /// The fitness of a payoff; what is negative counts as 0.
    #[inline]
    pub fn of(self, payoff: f64) -> f64 {
        match self {
            Self::Linear { weight } => (1.0 - weight + weight * payoff).max(0.0),
            // Above e^700 a float ends; whoever is that fit has all offspring already.
            Self::Exponential { intensity } => libm::exp((intensity * payoff).clamp(-700.0, 700.0)),
        }
    }
}
