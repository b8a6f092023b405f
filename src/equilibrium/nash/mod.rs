//! Nash equilibria (Nash 1951), exactly: all of two players, one of any number, and of more than two players all that a
//! budget allows, with proof of what was found and word of what was not.
//!
//! [`solve`] is the one call for commands. Behind it: [`ExtremeEquilibria`] from the vertices of the best-response
//! polytopes and their [`Component`]s; [`lemke_howson`] paths; [`one`] equilibrium; supports with their polynomial
//! systems. Two players are solved in whole numbers throughout. For more, floats find what exact or proven bounds then
//! judge: no [`Equilibrium`] leaves here without its exact regret.

mod bimatrix;
mod few_mixing;
mod found;
mod lemke_howson;
mod one;
mod polytope;
mod solve;
mod subsets;
mod supports;
mod system;
mod tableau;

pub use bimatrix::ExtremeEquilibria;
pub use found::Equilibrium;
pub use lemke_howson::{PathEnd, lemke_howson};
pub use one::one;
pub use solve::{Method, Options, Solution, potentials, solve};
pub use subsets::{Component, NashSubset};
pub use supports::{EquilibriumList, Open, SupportOptions, Why};
