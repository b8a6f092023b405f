//! The symmetric two-player game that a population plays: a square table of exact payoffs.
//!
//! Invariants: at least one strategy, `n x n` payoffs, each no greater than [`Payoffs::MAX_MAGNITUDE`] in magnitude, so
//! that no float computed from them overflows. Errors of the whole module are here as well.

use crate::error::{Diagnostic, Faults};
use crate::exact::{Rational, common_denominator};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// Payoffs of a symmetric game of two: `[own strategy][other's strategy]`, in utility units.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::Payoffs;
/// use comity::exact::Rational;
/// let q = |n: i64| Rational::from(n);
/// let stag_hunt = Payoffs::new(&[vec![q(4), q(0)], vec![q(3), q(2)]]).unwrap();
/// assert_eq!(stag_hunt.strategies(), 2);
/// assert_eq!(stag_hunt.exact(1, 0), &q(3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Payoffs {
    strategies: usize,
    exact: Vec<Rational>,
    floats: Vec<f64>,
    /// A common denominator and the numerators over it, where they fit: differences are then exact and quick.
    scaled: Option<(i64, Vec<i64>)>,
}

/// Why a question about evolution has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EvolutionError {
    /// The table has no strategies.
    #[error("a table without payoffs")]
    Empty,
    /// The table is not square.
    #[error("row {row} of {rows} has {found} payoffs")]
    NotSquare {
        /// The row, from 0.
        row: usize,
        /// The number of rows.
        rows: usize,
        /// How many payoffs the row has.
        found: usize,
    },
    /// The game is not a symmetric one of two players.
    #[error("a game that is not symmetric, of two players")]
    NotSymmetric,
    /// A payoff is too large for floats to compute with.
    #[error("a payoff of magnitude {found:e}")]
    PayoffTooLarge {
        /// Its magnitude.
        found: f64,
    },
    /// There are more strategies (or states) than the method can take.
    #[error("{found} {what}")]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// The question is about two strategies.
    #[error("{found} strategies")]
    NotTwo {
        /// How many there are.
        found: usize,
    },
    /// A parameter is outside its range.
    #[error("{name} is {found}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Its value.
        found: String,
        /// Its range.
        expected: &'static str,
    },
    /// A fitness is not positive, so that the process is not defined.
    #[error("strategies {invader} and {resident} have a fitness that is not positive")]
    FitnessNotPositive {
        /// The invader.
        invader: usize,
        /// The resident.
        resident: usize,
    },
    /// The game is no coordination game.
    #[error("action {better} is as good a reply to {action} as {action} itself")]
    NotCoordination {
        /// The action that is no strict best reply to itself.
        action: usize,
        /// An action that is at least as good.
        better: usize,
    },
    /// A state is not a distribution over the strategies.
    #[error("{found}")]
    NotAState {
        /// What is wrong.
        found: String,
    },
    /// A path needs more steps than are taken.
    #[error("a path to time {time} that needs more than {limit} steps")]
    TooManySteps {
        /// The time that was asked for.
        time: f64,
        /// The greatest number of steps.
        limit: usize,
    },
}

impl From<EvolutionError> for Diagnostic {
    fn from(error: EvolutionError) -> Self {
        let found = error.to_string();
        let (code, expected) = match &error {
            EvolutionError::Empty => ("no-payoffs", "at least one strategy".to_string()),
            EvolutionError::NotSquare { rows, .. } => ("not-square", format!("{rows}, one for each strategy")),
            EvolutionError::NotSymmetric => ("not-symmetric", "a symmetric game of two players".into()),
            EvolutionError::PayoffTooLarge { .. } => {
                ("payoff-too-large", format!("at most {:e}", Payoffs::MAX_MAGNITUDE))
            }
            EvolutionError::TooMany { limit, .. } => ("too-large", format!("at most {limit}")),
            EvolutionError::NotTwo { .. } => ("not-two", "a game of two strategies".into()),
            EvolutionError::OutOfRange { expected, .. } => ("out-of-range", (*expected).to_string()),
            EvolutionError::FitnessNotPositive { .. } => {
                ("fitness-not-positive", "a weaker selection, or greater payoffs".into())
            }
            EvolutionError::NotCoordination { .. } => {
                ("not-coordination", "a game in which each action is the only best reply to itself".into())
            }
            EvolutionError::NotAState { .. } => ("not-a-state", "one share a strategy, from 0, with sum 1".into()),
            EvolutionError::TooManySteps { .. } => ("too-many-steps", "a shorter time, or smaller payoffs".into()),
        };
        Diagnostic::new(code, found, expected)
    }
}

impl From<EvolutionError> for Faults {
    fn from(error: EvolutionError) -> Self {
        Diagnostic::from(error).into()
    }
}

impl Payoffs {
    /// The greatest magnitude of a payoff.
    pub const MAX_MAGNITUDE: f64 = 1e100;

    /// The payoffs of a square table `[own][other]`.
    ///
    /// # Errors
    /// If the table is empty or not square, or a payoff is beyond [`Self::MAX_MAGNITUDE`].
    pub fn new(table: &[Vec<Rational>]) -> Result<Self, EvolutionError> {
        let strategies = table.len();
        if strategies == 0 {
            return Err(EvolutionError::Empty);
        }
        if let Some((row, bad)) = table.iter().enumerate().find(|(_, cells)| cells.len() != strategies) {
            return Err(EvolutionError::NotSquare { row, rows: strategies, found: bad.len() });
        }
        let exact: Vec<Rational> = table.iter().flatten().cloned().collect();
        let floats: Vec<f64> = exact.iter().map(Rational::to_f64).collect();
        let magnitude = floats.iter().fold(0.0f64, |most, payoff| most.max(payoff.abs()));
        if magnitude > Self::MAX_MAGNITUDE {
            return Err(EvolutionError::PayoffTooLarge { found: magnitude });
        }
        let scaled = common_denominator(&exact);
        Ok(Self { strategies, exact, floats, scaled })
    }

    /// The payoffs of a symmetric game of two players.
    ///
    /// # Errors
    /// If the game is of another kind, or a payoff is beyond [`Self::MAX_MAGNITUDE`].
    pub fn of_game(game: &NormalForm) -> Result<Self, EvolutionError> {
        if game.player_count() != 2 || !game.is_symmetric() {
            return Err(EvolutionError::NotSymmetric);
        }
        let n = game.action_count(PlayerId(0));
        let row = |own: usize| (0..n).map(|other| game.payoff(&[own, other], PlayerId(0)).clone()).collect();
        Self::new(&(0..n).map(row).collect::<Vec<_>>())
    }

    /// The number of strategies.
    pub fn strategies(&self) -> usize {
        self.strategies
    }

    /// The exact payoff of `own` against `other`.
    pub fn exact(&self, own: usize, other: usize) -> &Rational {
        &self.exact[own * self.strategies + other]
    }

    /// The payoff of `own` against `other`, rounded to a float.
    pub fn float(&self, own: usize, other: usize) -> f64 {
        self.floats[own * self.strategies + other]
    }

    /// How much more `i` gets than `j` in a population of N with k members of strategy `i`: `slope k + at_zero`, for
    /// payoffs from the whole population without self-interaction,
    /// `pi_i(k) = ((k-1) A_ii + (N-k) A_ij) / (N-1)` and `pi_j(k) = (k A_ji + (N-k-1) A_jj) / (N-1)`.
    ///
    /// Both are exact before they become floats, so that adding the same to all payoffs changes nothing.
    pub(super) fn difference(&self, i: usize, j: usize, population: u32) -> (f64, f64) {
        let others = f64::from(population) - 1.0;
        if let Some((denominator, cells)) = &self.scaled {
            let at = |own: usize, other: usize| i128::from(cells[own * self.strategies + other]);
            let gain = at(i, j) - at(j, j);
            let slope = at(i, i) - at(j, i) - gain;
            let at_zero = i128::from(population) * gain + at(j, j) - at(i, i);
            #[expect(clippy::cast_precision_loss, reason = "rounded once, here")]
            let unit = *denominator as f64 * others;
            #[expect(clippy::cast_precision_loss, reason = "rounded once, here")]
            return (slope as f64 / unit, at_zero as f64 / unit);
        }
        let gain = self.exact(i, j) - self.exact(j, j);
        let slope = self.exact(i, i) - self.exact(j, i) - gain.clone();
        let at_zero = &Rational::from(i64::from(population)) * &gain + (self.exact(j, j) - self.exact(i, i));
        (slope.to_f64() / others, at_zero.to_f64() / others)
    }

    /// That there are two strategies.
    pub(super) fn two(&self) -> Result<(), EvolutionError> {
        if self.strategies == 2 { Ok(()) } else { Err(EvolutionError::NotTwo { found: self.strategies }) }
    }

    /// That there are not more than a method can take.
    pub(super) fn at_most(&self, limit: usize) -> Result<(), EvolutionError> {
        if self.strategies <= limit {
            return Ok(());
        }
        Err(EvolutionError::TooMany { what: "strategies", found: self.strategies, limit })
    }
}

/// That a population has someone to meet.
pub(super) fn check_population(population: u32) -> Result<(), EvolutionError> {
    const LIMIT: u32 = 10_000_000;
    if (2..=LIMIT).contains(&population) {
        return Ok(());
    }
    let expected = "a whole number from 2 to 10000000";
    Err(EvolutionError::OutOfRange { name: "the population", found: population.to_string(), expected })
}

/// That an intensity of selection is one.
pub(super) fn check_intensity(intensity: f64) -> Result<(), EvolutionError> {
    if (0.0..=1e100).contains(&intensity) {
        return Ok(());
    }
    let expected = "a number from 0 to 1e100";
    Err(EvolutionError::OutOfRange { name: "the intensity of selection", found: intensity.to_string(), expected })
}

/// The game of a table of whole numbers.
#[cfg(test)]
pub(super) fn game(cells: &[&[i64]]) -> Payoffs {
    let table: Vec<Vec<Rational>> = cells.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect();
    Payoffs::new(&table).expect("a table")
}
