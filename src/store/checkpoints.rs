//! Checkpoints of training, in a directory of their own beside the run directory.
//!
//! `checkpoint.json` says of which scenario and version they are, so that others are refused; each training has a file. A file is
//! written aside and renamed, so that whatever interrupts a run leaves the last whole one.

use super::run_dir::{StoreError, read_bytes, read_text, write_file};
use crate::error::{Diagnostic, Location};
use crate::models::Checkpoints;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory of checkpoints of one scenario.
#[derive(Clone, Debug)]
pub struct CheckpointDir {
    path: PathBuf,
    stop_after: Option<u64>,
}

const ABOUT: &str = "checkpoint.json";
/// How the name of a file ends that is still written.
const PART: &str = "part";

impl CheckpointDir {
    /// Opens the directory, or makes it. `digest` and `seed` are the scenario's; training is to stop after so many episodes.
    ///
    /// # Errors
    /// If it holds checkpoints of something else, or something else altogether, or cannot be written.
    pub fn open(path: &Path, digest: &str, stop_after: Option<u64>) -> Result<Self, StoreError> {
        let about = json!({ "comity": env!("CARGO_PKG_VERSION"), "scenario_digest": digest });
        let file = path.join(ABOUT);
        let refuse = |found: String| {
            let wanted = "the checkpoints of this very scenario, or a directory that is not there yet";
            let at = Location::document(path.display().to_string());
            StoreError::Corrupt(Diagnostic::new("wrong-checkpoint", found, wanted).at(at))
        };
        if file.exists() {
            let known: Value = serde_json::from_str(&read_text(&file)?)
                .map_err(|error| refuse(format!("a {ABOUT} that cannot be read ({error})")))?;
            if known != about {
                let which = if known["comity"] == about["comity"] { "another scenario" } else { "another version" };
                return Err(refuse(format!("checkpoints of {which}")));
            }
        } else if path.exists() && fs::read_dir(path).map_or(true, |mut entries| entries.any(|entry| !is_begun(entry)))
        {
            return Err(refuse("something that is no directory of checkpoints".into()));
        } else {
            write_whole(&file, format!("{about:#}\n").as_bytes())?;
        }
        Ok(Self { path: path.to_path_buf(), stop_after })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.checkpoint"))
    }
}

impl Checkpoints for CheckpointDir {
    fn stop_after(&self) -> Option<u64> {
        self.stop_after
    }

    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, Diagnostic> {
        let file = self.file(name);
        Ok(if file.exists() { Some(read_bytes(&file)?) } else { None })
    }

    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic> {
        Ok(write_whole(&self.file(name), bytes)?)
    }
}

/// Whether an entry of a directory is what a process leaves that was killed as it opened the directory.
fn is_begun(entry: std::io::Result<fs::DirEntry>) -> bool {
    entry.is_ok_and(|entry| Path::new(ABOUT).with_extension(PART) == *entry.file_name())
}

/// Writes a file aside and renames it: it is there whole or as it was.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let aside = file.with_extension(PART);
    write_file(&aside, bytes)?;
    fs::rename(&aside, file).map_err(StoreError::io(file))
}
