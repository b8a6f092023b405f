//! Solution concepts: what rational players may do.

pub mod sequence;
