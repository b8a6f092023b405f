//! Evolution of strategies, by analysis: no draws, no simulation.
//!
//! A symmetric game of two ([`Payoffs`]) is played in a population whose members copy, reproduce, reply or err. The parts:
//!
//! - **Fixation** of one mutant in a finite population, in log space ([`Invasion`]), and what follows when mutants are
//!   rare: [`small_mutation`] and the variants of [`alpha_rank`]. With mutation at every step, [`with_mutation`].
//! - **Replicator dynamics**: rest points classified exactly ([`rest_points`]), and paths ([`Flow`]).
//! - **Weak selection**: the one-third rule and the ratio of two fixation probabilities ([`weak_selection`]).
//! - **Stochastic stability**: resistances and least trees of adaptive play ([`AdaptivePlay`]), and best reply with
//!   mistakes in a finite population ([`BestReply`]).
//!
//! What is tiny stays exact in its logarithm: chains are solved by algorithms without subtraction
//! ([`stationary`], [`BirthDeath`]) over a [`Semifield`], either of rationals or of logarithms, so that a share of
//! 1e-400 is neither 0 nor noise. The selection model is named in every function: payoffs come from the whole
//! population without self-interaction unless a function says *local*.
//!
//! Populations that are drawn, step by step, are a model's and not here.

mod adaptive_play;
pub mod alpha_rank;
mod best_reply;
mod birth_death;
mod chain;
mod covering;
mod ess;
mod faces;
mod fixation;
mod in_tree;
mod mutation;
mod payoffs;
mod replicator;
mod rest_points;
mod semifield;
mod small_mutation;
mod spectrum;
mod taylor;
mod two_populations;
pub mod weak_selection;

pub use adaptive_play::{AdaptivePlay, Transition};
pub use best_reply::{BestReply, Simultaneous, mean_share};
pub use birth_death::BirthDeath;
pub use chain::stationary;
pub use fixation::{Fixation, Invasion, moran_exact};
pub use in_tree::least_in_tree;
pub use mutation::with_mutation;
pub use payoffs::{EvolutionError, Payoffs};
pub use replicator::Flow;
pub use rest_points::{RestPoint, RestPoints, rest_points};
pub use semifield::{LogNumber, Semifield};
pub use small_mutation::{Process, small_mutation};
pub use two_populations::TwoPopulations;
