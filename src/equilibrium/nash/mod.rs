//! Nash equilibria.

mod bimatrix;
mod entry;
mod lemke_howson;
mod linear;
mod polytope;
mod subsets;
mod tableau;

pub use bimatrix::ExtremeEquilibria;
pub use lemke_howson::{PathEnd, lemke_howson};
pub use subsets::{Component, NashSubset};
