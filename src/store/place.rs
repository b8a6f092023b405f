//! What may be where a run directory should come, and what killed runs left beside it.
//!
//! Nothing of the user's is ever lost: a place that is taken is refused; where runs may be replaced, an empty directory or
//! that of a finished run goes, and only if all that it holds was written by commands of ours. A run is written aside, in
//! `.<name>.<process>.partial`, which a run that was killed outright leaves there: it is told, never removed, since the
//! process may be one of another machine that still writes.

use super::manifest::Manifest;
use super::run_dir::{StoreError, read_text};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// How the names of directories end that are still written.
const PARTIAL: &str = ".partial";

/// Where a run directory is written until it is finished: beside it, under the process's number.
pub(super) fn aside(target: &Path) -> PathBuf {
    parent(target).join(format!("{}{}{PARTIAL}", stem(target), std::process::id()))
}

/// The directory that a run directory is in.
pub(super) fn parent(target: &Path) -> &Path {
    target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Refuses a path with a file where a directory above it should be.
///
/// # Errors
/// If there is one, which is named.
pub fn below_directories(path: &Path) -> Result<(), StoreError> {
    match parent(path).ancestors().find(|place| place.exists()) {
        Some(file) if !file.is_dir() => {
            let error = io::Error::new(io::ErrorKind::NotADirectory, describe(file));
            Err(StoreError::NotWritable { path: file.to_path_buf(), error })
        }
        _ => Ok(()),
    }
}

fn stem(target: &Path) -> String {
    format!(".{}.", target.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy().into_owned()))
}

/// The directories in which runs of a target were begun and not finished, in order; the caller's own is none of them.
pub fn unfinished(target: &Path) -> Vec<PathBuf> {
    let of_a_process = |name: &String| {
        let number = name.strip_prefix(&stem(target)).and_then(|rest| rest.strip_suffix(PARTIAL));
        number.and_then(|number| number.parse().ok()).is_some_and(|number: u32| number != std::process::id())
    };
    let names = names_in(parent(target)).unwrap_or_default();
    names.into_iter().filter(of_a_process).map(|name| parent(target).join(name)).collect()
}

/// Whether a path is that of a run that was begun and not finished.
pub(super) fn is_unfinished(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(PARTIAL))
}

/// A directory without a manifest.
const NO_RUN_THERE: &str = "a directory is there that is no finished run";

/// Refuses what is at a path: all, or, where runs may be replaced, all but empty directories and those of finished runs
/// with nothing in them but what commands of ours wrote.
pub(super) fn in_the_way(path: &Path, replace: bool) -> Result<(), StoreError> {
    if !replace {
        return Err(StoreError::InTheWay { path: path.to_path_buf(), what: describe(path) });
    }
    let foreign = |what: String| StoreError::Foreign { path: path.to_path_buf(), what };
    if !path.is_dir() {
        return Err(foreign(describe(path)));
    }
    let names = names_in(path)?;
    if names.is_empty() {
        return Ok(());
    }
    let manifest = read_text(&path.join("manifest.json")).map_err(|_| foreign(NO_RUN_THERE.into()))?;
    let manifest: Manifest = serde_json::from_str(&manifest)
        .map_err(|_| foreign("a directory is there whose manifest.json is no run's of ours".into()))?;
    match names.iter().find(|name| !is_ours(path, name, &manifest)) {
        Some(name) => Err(foreign(format!("{name} is there, which the run did not write"))),
        None => Ok(()),
    }
}

/// The names in a directory, in order.
fn names_in(dir: &Path) -> Result<Vec<String>, StoreError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).map_err(StoreError::io(dir))? {
        names.push(entry.map_err(StoreError::io(dir))?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Whether a name in a run directory is that of a file of a run, its tables, figures or report.
fn is_ours(dir: &Path, name: &str, manifest: &Manifest) -> bool {
    const FILES: [&str; 8] = [
        "manifest.json",
        "environment.json",
        "scenario.toml",
        "experiment.toml",
        "tables.json",
        "trace.jsonl",
        "jwks.json",
        "report.html",
    ];
    let figure = |name: &String| name.ends_with(".svg") || name.ends_with(".png");
    match name {
        "plots" => names_in(&dir.join(name)).is_ok_and(|names| names.iter().all(figure)),
        _ if FILES.contains(&name) => true,
        _ => name
            .rsplit_once('.')
            .is_some_and(|(stem, form)| ["csv", "parquet"].contains(&form) && manifest.tables.contains_key(stem)),
    }
}

/// What is at a path, in words.
pub(super) fn describe(path: &Path) -> String {
    match path.metadata() {
        Ok(found) if found.is_dir() => match read_text(&path.join("manifest.json")) {
            Ok(_) => "another run is there".into(),
            Err(_) => NO_RUN_THERE.into(),
        },
        _ => "a file is there".into(),
    }
}
