//! Nash equilibria.

mod bimatrix;
mod entry;
mod lemke_howson;
mod polytope;
mod tableau;

pub use bimatrix::ExtremeEquilibria;
pub use lemke_howson::{PathEnd, lemke_howson};
