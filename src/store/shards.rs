//! Files that are published once: whole or not at all, and never overwritten.
//!
//! A file is written aside on the same file system, brought to the disk, and then linked to its name, which fails if the name
//! is taken: of two writers one wins, and the other sees what the winner wrote. What a killed writer leaves is aside, in
//! `tmp`, and is in nobody's way.

use super::run_dir::{StoreError, read_bytes};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What came of publishing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// The file is there now.
    New,
    /// The name was taken.
    Taken,
}

/// Publishes a file in a directory under a name, unless the name is taken; `aside` tells writers apart.
///
/// # Errors
/// If the operating system refuses; then nothing is published.
pub fn publish(directory: &Path, name: &str, bytes: &[u8], aside: &str) -> Result<Published, StoreError> {
    let target = directory.join(name);
    let parent = target.parent().unwrap_or(directory).to_path_buf();
    let tmp = directory.join("tmp");
    let io = |path: &Path| {
        let path = path.to_path_buf();
        move |error: io::Error| StoreError::Io { path, error }
    };
    fs::create_dir_all(&parent).map_err(io(&parent))?;
    fs::create_dir_all(&tmp).map_err(io(&tmp))?;
    let written = Aside(tmp.join(format!("{}.{aside}", name.replace('/', "."))));
    let mut file = File::create(&written.0).map_err(io(&written.0))?;
    file.write_all(bytes).map_err(io(&written.0))?;
    file.sync_all().map_err(io(&written.0))?;
    match fs::hard_link(&written.0, &target) {
        Ok(()) => {
            // The name is on the disk once its directory is; a directory that cannot be opened for that is none of ours.
            if let Ok(directory) = File::open(&parent) {
                _ = directory.sync_all();
            }
            Ok(Published::New)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(Published::Taken),
        Err(error) => Err(StoreError::Io { path: target, error }),
    }
}

/// A file that is removed when it is no longer needed.
struct Aside(PathBuf);

impl Drop for Aside {
    fn drop(&mut self) {
        // A failure leaves a file in `tmp`, which is what `tmp` is for.
        _ = fs::remove_file(&self.0);
    }
}

/// The bytes of a published file, if there is one.
///
/// # Errors
/// If it is there and cannot be read.
pub fn published(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    match read_bytes(path) {
        Err(StoreError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

/// Removes what killed writers left in a directory's `tmp` and beside its results, if it is stale; gives the paths.
///
/// # Errors
/// If the operating system refuses.
pub fn sweep_up(directory: &Path, is_stale: &dyn Fn(&fs::Metadata) -> bool) -> Result<Vec<PathBuf>, StoreError> {
    let mut removed = Vec::new();
    for (place, of_ours) in [(directory.join("tmp"), ""), (directory.to_path_buf(), ".results.")] {
        let io = |error: io::Error| StoreError::Io { path: place.clone(), error };
        let entries = match fs::read_dir(&place) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other.map_err(io)?,
        };
        let mut found: Vec<PathBuf> = Vec::new();
        for entry in entries {
            found.push(entry.map_err(io)?.path());
        }
        found.sort();
        for path in found {
            let named = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(of_ours));
            let stale = path.symlink_metadata().is_ok_and(|data| is_stale(&data));
            if !named || !stale {
                continue;
            }
            let gone = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            gone.map_err(|error| StoreError::Io { path: path.clone(), error })?;
            removed.push(path);
        }
    }
    Ok(removed)
}
