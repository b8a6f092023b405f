//! Populations of strategies: best responses to mixtures of what was played before, and conventions between strangers.
//!
//! In a zero-sum [`MatrixGame`] everything is exact: equilibria of a restricted game by a linear programme, best responses,
//! and how exploitable a pair of mixtures is. The double oracle adds best responses to the equilibrium of what there is
//! (policy-space response oracles are the same with learned responses); a league adds them to other mixtures, among them
//! prioritised fictitious self-play. A [`League`] trains a main agent beside exploiters and freezes opponents for it. [`Levers`] show what conventions are worth between players who trained together, who trained apart,
//! and who assume nothing that a relabelling would change. Nothing here draws but a league, from the stream that it is handed.

mod conventions;
mod matrix;
mod population;
mod priorities;
mod replicator;
mod training;

pub use conventions::Levers;
pub use matrix::{MatrixGame, Pair};
pub use population::{Against, Iteration, double_oracle, grow};
pub use priorities::Priority;
pub use replicator::Replicator;
pub use training::{League, Player, Role, Terms};
