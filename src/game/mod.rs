//! Games in normal form: who plays, what each can do, and what each outcome is worth.
//!
//! Payoffs are exact rationals. Nothing here knows of agents, rounds or protocols.

mod analysis;
mod mapping;
mod named;
mod nfg;
mod normal_form;
mod two_by_two;

pub use analysis::{Analysis, Dominance, Dominant, FourCycle};
pub use mapping::MoveMapping;
pub use named::{Facets, Utility, catalogue};
pub use nfg::{Nfg, Outcome};
pub use normal_form::{GameError, NormalForm, Player, Profiles};
pub use two_by_two::{TwoByTwo, TwoByTwoKind};
