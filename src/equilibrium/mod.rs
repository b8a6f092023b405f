//! Equilibria of games and the processes that select among them.
//!
//! Every part takes games and gives plain data; exact where the mathematics allows. Nothing here knows of agents, rounds,
//! files or the command line.

pub mod evolution;
