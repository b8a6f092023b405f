//! The answers of the batch commands: one JSON query in, one JSON answer out.
//!
//! Each file answers the queries of one command group. A query that cannot be answered yields the faults that name the
//! members at fault; nothing here reads a file or prints.

pub mod a2a;
mod award;
mod batch;
mod evolve;
mod forage;
mod matches;
pub mod solve;

pub use award::{answer as answer_award, schema as award_schema, series_schema as award_series_schema};
pub use batch::{Batch, answer_lines};
pub use evolve::{answer as answer_evolve, schema as evolve_schema};
pub use forage::{
    answer as answer_forage, episode as foraging_episode, policy_schema as forage_policy_schema,
    schema as forage_schema,
};
pub use matches::{answer as answer_match, schema as match_schema};
