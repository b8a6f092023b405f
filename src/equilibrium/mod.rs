//! Solvers: what rational players do in a game, exactly where that can be.
//!
//! Everything here is about games alone: nothing knows of agents, rounds, protocols or files.

pub mod correlated;
