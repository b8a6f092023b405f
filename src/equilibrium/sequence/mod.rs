//! One equilibrium of a two-player game in extensive form, exactly, by its sequence form (von Stengel 1996; Koller,
//! Megiddo & von Stengel 1996).
//!
//! A player's *sequence* is a list of own moves that leads somewhere; a *realisation plan* says for each sequence how
//! likely the player plays it if the others and chance let it. Plans are what linear constraints say they are, there
//! are as many sequences as actions in the tree (not exponentially many, as strategies are), and with perfect recall a
//! plan and a [`Behaviour`] are two views of the same. Equilibria are then the solutions of a linear complementarity
//! problem of the tree's size, and Lemke's algorithm (1965) finds one.
//!
//! | file | what |
//! |---|---|
//! | `form` | sequences, constraints, payoffs: [`SequenceForm`] |
//! | `lcp` | the complementarity problem of a form, and [`solve`] |
//! | `lemke` | Lemke's algorithm with integer pivoting and lexicographic ties |
//! | `behaviour` | [`Behaviour`], plans, mixed strategies of the reduced normal form, and ways between them |
//! | `response` | best responses and regret on the tree: the check, which shares nothing with the solver |
//!
//! Everything is exact. Games without perfect recall are refused: their plans say less than their strategies. Any
//! number of players may have a behaviour, payoffs and regrets; solving is for two.

mod behaviour;
mod form;
mod lcp;
mod lemke;
mod response;

pub use behaviour::{Behaviour, MixedProfile};
pub use form::{Plan, Sequence, SequenceForm};
pub use lcp::{Solution, solve};
pub use response::{BestResponse, best_response, regrets};

use crate::error::{Diagnostic, Faults};

/// Why a tree cannot be solved, or what is not a behaviour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SequenceError {
    /// The sequence form of a game of another number of players was asked for.
    #[error("a game of {found} players")]
    Players {
        /// How many there are.
        found: usize,
    },
    /// A player forgets something that it knew or did.
    #[error("player {player:?} has imperfect recall: its own past is not the same at all nodes of an information set")]
    ImperfectRecall {
        /// The player's name.
        player: String,
    },
    /// The problem is too large to be solved exactly in reasonable time.
    #[error("a game of {found} sequences")]
    TooLarge {
        /// The number of both players' sequences.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// A behaviour or mixed strategy has not one distribution for each place that needs one.
    #[error("{found} where {expected} belong ({what})")]
    Shape {
        /// What is counted.
        what: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Some numbers are no distribution.
    #[error("{found} as probabilities ({what})")]
    NoDistribution {
        /// Whose they are.
        what: String,
        /// The numbers.
        found: String,
    },
}

impl From<SequenceError> for Diagnostic {
    fn from(error: SequenceError) -> Self {
        let (code, expected) = match &error {
            SequenceError::Players { .. } => ("player-count", "a game of two players".to_string()),
            SequenceError::ImperfectRecall { .. } => ("imperfect-recall", "a game of perfect recall".to_string()),
            SequenceError::TooLarge { limit, .. } => ("game-too-large", format!("at most {limit} sequences")),
            SequenceError::Shape { .. } => ("size-mismatch", "one distribution for each place".to_string()),
            SequenceError::NoDistribution { .. } => {
                ("bad-probabilities", "probabilities from 0 that sum to 1".to_string())
            }
        };
        let fault = Diagnostic::new(code, error.to_string(), expected);
        match error {
            SequenceError::ImperfectRecall { .. } => fault.help("its reduced normal form can be solved instead"),
            _ => fault,
        }
    }
}

impl From<SequenceError> for Faults {
    fn from(error: SequenceError) -> Self {
        Diagnostic::from(error).into()
    }
}
