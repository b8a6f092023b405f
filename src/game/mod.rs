//! Games in normal form: who plays, what each can do, and what each outcome is worth.
//!
//! Payoffs are exact rationals. Nothing here knows of agents, rounds or protocols.

mod normal_form;

pub use normal_form::{GameError, NormalForm, Player, Profiles, TwoByTwo};
