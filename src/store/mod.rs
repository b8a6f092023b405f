//! Run directories: what a run leaves on disk, whole or not at all.
//!
//! | file | what |
//! |---|---|
//! | `manifest.json` | what was run and the digests of what came out; deterministic |
//! | `environment.json` | when, where and how long; not deterministic |
//! | `scenario.toml` | the scenario with every default written out |
//! | `tables.json` | the schemas of the tables |
//! | `*.csv`, `*.parquet` | the tables |
//! | `trace.jsonl` | the A2A objects, where they were traced |
//! | `jwks.json` | the keys that verify the cards on the trace |
//! | `plots/`, `report.html` | figures and report |
//!
//! A directory is written aside and renamed when it is complete; a table may later be kept in one of its two forms alone. This
//! is the only module that writes files or names polars.

mod checkpoints;
mod csv_text;
mod digest;
#[cfg(feature = "parquet")]
mod frame;
mod join;
mod manifest;
mod place;
mod recorder;
mod run_dir;
mod shards;
mod tables;
mod trace;

pub use checkpoints::CheckpointDir;
pub use csv_text::{read_csv, write_csv};
pub use digest::{digest_tables, table_digest};
pub use join::join;
pub use manifest::{Manifest, TableEntry, TraceEntry};
pub use place::{below_directories, unfinished};
pub use recorder::{Recorded, RunRecorder};
pub use run_dir::{Finished, Opened, RunDir, StoreError, open, read_bytes, read_text, write_file, write_new_file};
pub use shards::{Published, publish, published, sweep_up};
pub use tables::Tables;
pub use trace::{TraceDigest, TraceWriter};
