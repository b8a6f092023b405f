//! What a run directory says of itself, deterministically.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The manifest: what was run, and the digests of what came out. Equal runs have equal manifests, to the byte.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this file's form.
    pub schema: u32,
    /// The version of the crate.
    pub comity: String,
    /// The scenario's title.
    pub title: String,
    /// The digest of the scenario with every default written out. Comments are in no digest: they are words about a run.
    pub scenario_digest: String,
    /// The model's key.
    pub model: String,
    /// The run's name: `<point>-<replicate>`.
    pub run: String,
    /// The master seed.
    pub seed: u64,
    /// The strategies whose moves came from outside the lab: where there are any, nothing promises that the run can be
    /// repeated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guests: Vec<String>,
    /// The digest of all tables.
    pub digest: String,
    /// The tables by name.
    pub tables: BTreeMap<String, TableEntry>,
    /// The trace.
    pub trace: TraceEntry,
}

/// One table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableEntry {
    /// The number of rows.
    pub rows: u64,
    /// The table's digest.
    pub digest: String,
}

/// The trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceEntry {
    /// `off`, `tasks` or `wire`.
    pub level: String,
    /// The number of lines.
    pub lines: u64,
    /// The digest of the file; that of nothing where nothing was traced.
    pub digest: String,
}

impl Manifest {
    /// The version of the form that this crate writes.
    pub const SCHEMA: u32 = 1;

    /// The manifest as JSON text.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest is plain data");
        text.push('\n');
        text
    }
}
