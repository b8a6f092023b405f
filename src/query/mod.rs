//! The answers of the batch commands: one JSON query in, one JSON answer out.
//!
//! Each file answers the queries of one command group. A query that cannot be answered yields the faults that name the
//! members at fault; nothing here reads a file or prints.

pub mod a2a;
mod award;
mod batch;
mod compile;
pub mod discover;
mod evolve;
mod fingerprint;
mod forage;
mod matches;
pub mod mechanism;
pub mod negotiate;
mod net_value;
mod question;
mod reading;
pub mod solve;
pub mod trust;

use crate::catalogue::suggestion;
use crate::error::{Diagnostic, Faults};
use crate::models::Kit;
use serde_json::Value as Json;

pub use award::{answer as answer_award, schema as award_schema, series_schema as award_series_schema};
pub use batch::{Batch, answer_lines};
pub use compile::{answer as answer_compile, schema as compile_schema};
pub use evolve::{answer as answer_evolve, schema as evolve_schema};
pub use fingerprint::{Fingerprint, answer as answer_fingerprint, schema as fingerprint_schema};
pub use forage::{
    answer as answer_forage, episode as foraging_episode, policy_schema as forage_policy_schema,
    schema as forage_schema,
};
pub use matches::{answer as answer_match, answer_between as answer_match_between, schema as match_schema};

/// The commands with batch queries; those of `a2a` as `a2a validate` and so on.
pub const COMMANDS: [&str; 12] = [
    "a2a",
    "award",
    "compile",
    "discover",
    "evolve",
    "fingerprint",
    "forage",
    "match",
    "mechanism",
    "negotiate",
    "solve",
    "trust",
];

/// Answers a query of a command by its name, as its `--batch` does.
///
/// # Errors
/// If there is no such command, or the query is wrong.
pub fn answer(command: &str, query: &Json, kit: &Kit) -> Result<Json, Faults> {
    if let Some(of_a2a) = command.strip_prefix("a2a ") {
        return Ok(a2a::answer(of_a2a, query)?);
    }
    match command {
        "award" => answer_award(query),
        "compile" => answer_compile(query, kit),
        "discover" => discover::answer(query),
        "evolve" => answer_evolve(query, kit),
        "fingerprint" => answer_fingerprint(query, kit),
        "forage" => answer_forage(query),
        "match" => answer_match(query, kit),
        "mechanism" => mechanism::answer(query),
        "negotiate" => negotiate::answer(query),
        "solve" => solve::answer(query, kit),
        "trust" => trust::answer(query),
        other => {
            let fault = Diagnostic::new("unknown-command", format!("unknown command {other:?}"), "");
            Err(match suggestion(other, COMMANDS) {
                Some(help) => fault.help(help).into(),
                None => fault.into(),
            })
        }
    }
}
