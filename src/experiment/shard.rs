//! The file of a shard: one line that says what it is, then its runs as CSV.
//!
//! The line holds the plan's digest, the shard's number, and a digest of what the rows say (not of how the file spells them).
//! So a file that is cut short, altered, or of another plan is known as such, and two shards are the same if their digests
//! are.

use super::{Plan, SweepError, tables};
use crate::error::{Diagnostic, Location};
use crate::store::{read_csv, table_digest, write_csv};
use crate::table::Table;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    comity: String,
    plan: String,
    shard: u64,
    shards: u64,
    rows: u64,
    digest: String,
}

/// The state of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// It is published and whole.
    Done,
    /// There is none.
    Missing,
    /// The file is broken.
    Corrupt,
    /// The file is of another plan or version.
    Foreign,
}

impl State {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            State::Done => "done",
            State::Missing => "missing",
            State::Corrupt => "corrupt",
            State::Foreign => "foreign",
        }
    }
}

/// The name of a shard's file.
pub fn name(shard: u64, shards: u64) -> String {
    format!("{shard:05}-of-{shards:05}.csv")
}

/// The bytes of a shard's file.
pub fn write(plan: &Plan, shard: u64, runs: &Table) -> Vec<u8> {
    let head = Head {
        comity: env!("CARGO_PKG_VERSION").to_string(),
        plan: plan.digest.clone(),
        shard,
        shards: plan.shards,
        rows: runs.len() as u64,
        digest: table_digest(runs),
    };
    let mut bytes = serde_json::to_vec(&head).expect("a head is plain data");
    bytes.push(b'\n');
    bytes.extend(write_csv(runs));
    bytes
}

/// The runs of a shard's file.
///
/// # Errors
/// [`SweepError::Foreign`] if it is of another plan, another version or another place in the plan; [`SweepError::Input`] if
/// it is broken.
pub fn read(plan: &Plan, shard: u64, bytes: &[u8], document: &str) -> Result<Table, SweepError> {
    let at = || Location::document(document);
    let broken = |found: String| {
        let fault = Diagnostic::new("corrupt-shard", found, "a shard as it was published");
        fault.help(format!("remove the file and run shard {shard} again")).at(at())
    };
    let cut =
        bytes.iter().position(|byte| *byte == b'\n').ok_or_else(|| broken("a shard without a first line".into()))?;
    let head: Head = serde_json::from_slice(&bytes[..cut]).map_err(|error| broken(error.to_string()))?;
    let foreign = |found: String, expected: String| {
        let fault = Diagnostic::new("foreign-shard", found, expected);
        SweepError::Foreign(fault.help("each plan has a directory of its own").at(at()))
    };
    if head.plan != plan.digest || head.shards != plan.shards || head.shard != shard {
        let name = |plan: &str, shard: u64, shards: u64| {
            format!("shard {shard} of {shards} of plan {}", plan.get(..16).unwrap_or(plan))
        };
        let expected = name(&plan.digest, shard, plan.shards);
        return Err(foreign(name(&head.plan, head.shard, head.shards), expected));
    }
    if head.comity != env!("CARGO_PKG_VERSION") {
        let expected = format!("one of version {}", env!("CARGO_PKG_VERSION"));
        return Err(foreign(format!("a shard of version {}", head.comity), expected));
    }
    let runs =
        read_csv(&tables::runs(plan), &bytes[cut + 1..], document).map_err(|fault| broken(fault.found.clone()))?;
    if runs.len() as u64 != head.rows || table_digest(&runs) != head.digest {
        return Err(broken(format!("{} rows that are not those of the digest", runs.len())).into());
    }
    Ok(runs)
}
