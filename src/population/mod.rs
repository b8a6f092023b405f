//! Populations that change step by step: pure rules on counts and on graphs, driven by draws.
//!
//! | who meets whom | state | rules |
//! |---|---|---|
//! | everybody everybody | [`Mixed`]: counts | Moran process, pairwise comparison, with mutation |
//! | the same, two strategies, no mutation | [`Walk`]: one number | the same, jump by jump; exact probabilities and times |
//! | neighbours on a [`Graph`] | [`Placed`]: a strategy a vertex | birth-death, death-birth, comparison, best takes over |
//! | a torus, two strategies, best takes over | [`Torus`]: a byte a cell | the same, thousands of generations a second |
//! | strategies are new | [`Pool`]: memory-one strategies and shares; [`Genome`]: machines and tables that are bred | growth; mutation, crossing |
//!
//! What is faster equals what is general, and tests hold them to it. Payoffs come as a [`Matrix`]; where they come from,
//! and what is recorded, is a model's business. Analysis without draws is in
//! [`equilibrium::evolution`](crate::equilibrium::evolution).

mod genome;
mod graph;
mod lattice;
mod matrix;
mod memory_one;
mod mixed;
mod placed;
mod pool;
mod rules;
mod states;
mod urn;
mod walk;

pub use genome::{Genome, Species};
pub use graph::{Graph, Neighbourhood};
pub use lattice::Torus;
pub use matrix::{Fitness, Matrix, Pooling};
pub use memory_one::{MemoryOne, Outcomes, outcomes};
pub use mixed::Mixed;
pub use placed::{Placed, Tie};
pub use pool::Pool;
pub use rules::{Compare, Replaced, mutate};
pub use states::{Absorption, MOST_EXACT, absorption};
pub use urn::Urn;
pub use walk::{Ended, Walk};
