//! Writing and opening run directories.

use super::csv_text::{read_csv, write_csv};
use super::digest::{digest_tables, table_digest};
use super::manifest::{Manifest, TableEntry, TraceEntry};
use super::place::{aside, below_directories, describe, in_the_way, is_unfinished, parent};
use super::tables::Tables;
use super::trace::TraceDigest;
use crate::error::{Diagnostic, Location};
use crate::table::{Table, TableSchema};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a run directory cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The operating system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
    /// What is where the directory should be is not to be replaced: it may be somebody's work.
    #[error("{path} is not replaced: {what}")]
    Foreign {
        /// The path.
        path: PathBuf,
        /// What is there.
        what: String,
    },
    /// Something else is where the directory should be.
    #[error("{path} is in the way: {what}")]
    InTheWay {
        /// The path.
        path: PathBuf,
        /// What is there.
        what: String,
    },
    /// A directory cannot be made there.
    #[error("{}: {error}", path.display())]
    NotWritable {
        /// Where.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The directory is none of a finished run.
    #[error("no manifest.json in {}", .0.display())]
    NoRun(PathBuf),
    /// The directory is not what its manifest says.
    #[error("{0}")]
    Corrupt(Diagnostic),
}

impl StoreError {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| StoreError::Io { path, error }
    }

    /// Whether the operating system failed in the middle of the work, rather than the path being wrong.
    pub fn is_failure_of_io(&self) -> bool {
        let refusals = [
            io::ErrorKind::NotFound,
            // A file where a directory should be made.
            io::ErrorKind::AlreadyExists,
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::NotADirectory,
            io::ErrorKind::IsADirectory,
            io::ErrorKind::ReadOnlyFilesystem,
            io::ErrorKind::InvalidFilename,
            io::ErrorKind::InvalidInput,
        ];
        matches!(self, StoreError::Io { error, .. } if !refusals.contains(&error.kind()))
    }
}

impl From<StoreError> for Diagnostic {
    fn from(error: StoreError) -> Self {
        let at = |path: &Path| Location::document(path.display().to_string());
        match error {
            StoreError::Io { path, error } => {
                let expected = match error.kind() {
                    io::ErrorKind::NotFound => "a path that exists",
                    io::ErrorKind::IsADirectory => "a file",
                    io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "a directory",
                    io::ErrorKind::InvalidInput => "a file of text",
                    io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                        "a place that may be written"
                    }
                    _ => "",
                };
                Diagnostic::new("io", error.to_string(), expected).at(at(&path))
            }
            StoreError::InTheWay { path, what } => Diagnostic::new("in-the-way", what, "a place of its own")
                .help("choose another place with --out, or replace it with --force")
                .at(at(&path)),
            StoreError::Foreign { path, what } => {
                Diagnostic::new("not-ours", what, "a run directory with nothing in it but what the run wrote")
                    .help(
                        "--force replaces finished runs alone; move what is there, or choose another place with --out",
                    )
                    .at(at(&path))
            }
            StoreError::NotWritable { path, error } => {
                Diagnostic::new("not-writable", error.to_string(), "a directory that may be written").at(at(&path))
            }
            StoreError::NoRun(path) if is_unfinished(&path) => {
                let found = format!("{} is of a run that did not finish", path.display());
                Diagnostic::new("unfinished", found, "the directory of a finished run or sweep")
                    .help("run it again, and delete this one unless it is still written")
            }
            StoreError::NoRun(_) => {
                Diagnostic::new("no-run", error.to_string(), "the directory of a finished run or sweep")
                    .help("`comity run SCENARIO --out DIR` makes one")
            }
            StoreError::Corrupt(diagnostic) => diagnostic,
        }
    }
}

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, StoreError> {
    fs::read(path).map_err(StoreError::io(path))
}

/// The text of a file.
///
/// # Errors
/// If it cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, StoreError> {
    String::from_utf8(read_bytes(path)?).map_err(|error| StoreError::Io {
        path: path.to_path_buf(),
        error: io::Error::new(io::ErrorKind::InvalidInput, format!("not UTF-8 text: {}", error.utf8_error())),
    })
}

/// Writes a file; directories on the way are made.
///
/// # Errors
/// If the operating system refuses.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(StoreError::io(parent))?;
    }
    fs::write(path, bytes).map_err(StoreError::io(path))
}

/// Writes a file that must not be there yet.
///
/// # Errors
/// If it is there, or the operating system refuses.
pub fn write_new_file(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
        if error.kind() == io::ErrorKind::AlreadyExists {
            StoreError::InTheWay { path: path.to_path_buf(), what: describe(path) }
        } else {
            StoreError::io(path)(error)
        }
    })?;
    file.write_all(bytes).map_err(StoreError::io(path))
}

/// A run directory that is being written. Dropped before it is finished, it leaves nothing behind.
pub struct RunDir {
    target: PathBuf,
    aside: PathBuf,
    replace: bool,
    done: bool,
}

/// What a finished run came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The directory.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
}

impl RunDir {
    /// Starts to write a run directory aside of `target`, which must not be there unless it is to be replaced: then it
    /// must be the directory of a finished run and hold nothing else, or be empty.
    ///
    /// # Errors
    /// If something is in the way, or the place cannot be written.
    pub fn create(target: &Path, replace: bool) -> Result<Self, StoreError> {
        if target.symlink_metadata().is_ok() {
            in_the_way(target, replace)?;
        }
        let parent = parent(target);
        let not_writable = |error| StoreError::NotWritable { path: parent.to_path_buf(), error };
        below_directories(target)?;
        fs::create_dir_all(parent).map_err(not_writable)?;
        let aside = aside(target);
        if aside.exists() {
            fs::remove_dir_all(&aside).map_err(not_writable)?;
        }
        fs::create_dir(&aside).map_err(not_writable)?;
        Ok(Self { target: target.to_path_buf(), aside, replace, done: false })
    }

    /// Where it is written until it is finished.
    pub fn aside(&self) -> &Path {
        &self.aside
    }

    /// Writes a file; directories on the way are made.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        write_file(&self.aside.join(name), bytes)
    }

    /// Opens the file of the trace, to be written.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn trace_file(&self) -> Result<BufWriter<File>, StoreError> {
        let path = self.aside.join("trace.jsonl");
        let file = File::create(&path).map_err(StoreError::io(&path))?;
        Ok(BufWriter::with_capacity(1 << 20, file))
    }

    /// Writes tables and their schemas.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn write_tables(&self, tables: &Tables) -> Result<(), StoreError> {
        let schemas: Vec<&TableSchema> = tables.iter().map(Table::schema).collect();
        let mut text = serde_json::to_string_pretty(&schemas).expect("schemas are plain data");
        text.push('\n');
        self.write("tables.json", text.as_bytes())?;
        for table in tables.iter() {
            self.write(&format!("{}.csv", table.name()), &write_csv(table))?;
            #[cfg(feature = "parquet")]
            self.write(
                &format!("{}.parquet", table.name()),
                &super::frame::to_parquet(table).map_err(StoreError::Corrupt)?,
            )?;
        }
        Ok(())
    }

    /// Writes the manifest and puts the whole directory in its place.
    ///
    /// # Errors
    /// If the operating system refuses, or something has come in the way meanwhile.
    pub fn finish(mut self, manifest: Manifest) -> Result<Finished, StoreError> {
        self.write("manifest.json", manifest.to_json().as_bytes())?;
        let there = self.target.symlink_metadata().is_ok();
        if there {
            in_the_way(&self.target, self.replace)?;
        }
        // What is to be replaced is kept until the new directory is in its place.
        let old = self.aside.with_extension("replaced");
        if there {
            fs::rename(&self.target, &old).map_err(StoreError::io(&self.target))?;
        }
        if let Err(error) = fs::rename(&self.aside, &self.target) {
            if there {
                fs::rename(&old, &self.target).map_err(StoreError::io(&old))?;
            }
            return Err(StoreError::io(&self.target)(error));
        }
        self.done = true;
        if there {
            let is_dir = old.symlink_metadata().is_ok_and(|found| found.is_dir());
            if is_dir { fs::remove_dir_all(&old) } else { fs::remove_file(&old) }.map_err(StoreError::io(&old))?;
        }
        Ok(Finished { path: self.target.clone(), manifest })
    }
}

impl Drop for RunDir {
    fn drop(&mut self) {
        if !self.done {
            // Nothing can be done about a failure here, and the name says that it is partial.
            _ = fs::remove_dir_all(&self.aside);
        }
    }
}

impl Manifest {
    /// The entries of tables and trace in a manifest.
    pub fn entries(tables: &Tables) -> std::collections::BTreeMap<String, TableEntry> {
        let entry = |table: &Table| TableEntry { rows: table.len() as u64, digest: table_digest(table) };
        tables.iter().map(|table| (table.name().to_string(), entry(table))).collect()
    }
}

impl TraceEntry {
    /// The entry of a trace of a level.
    pub fn of(level: &str, digest: TraceDigest) -> Self {
        Self { level: level.to_string(), lines: digest.lines, digest: digest.digest }
    }
}

/// A run directory that was opened: its manifest and its tables, which are what the manifest says.
pub struct Opened {
    /// The manifest.
    pub manifest: Manifest,
    /// The tables.
    pub tables: Tables,
    /// The scenario with every default written out.
    pub scenario: String,
}

/// Opens a finished run directory and checks its tables and trace against its manifest.
///
/// # Errors
/// If a file is missing or broken, or differs from what the manifest says.
pub fn open(path: &Path) -> Result<Opened, StoreError> {
    let corrupt = |name: &str, found: String| {
        let at = Location::document(path.join(name).display().to_string());
        StoreError::Corrupt(Diagnostic::new("corrupt", found, "the file as the run wrote it").at(at))
    };
    let manifest_path = path.join("manifest.json");
    if !manifest_path.exists() {
        return Err(StoreError::NoRun(path.to_path_buf()));
    }
    let manifest_text = read_text(&manifest_path)?;
    let manifest: Manifest =
        serde_json::from_str(&manifest_text).map_err(|e| corrupt("manifest.json", e.to_string()))?;
    let schemas: Vec<TableSchema> = serde_json::from_str(&read_text(&path.join("tables.json"))?)
        .map_err(|e| corrupt("tables.json", e.to_string()))?;
    let mut tables = Tables::default();
    for schema in schemas {
        // Names become those of files, here and where figures are drawn: none leads out of the directory.
        let names = schema.columns.iter().map(|column| &column.name).chain([&schema.name]);
        if let Some(name) = names.into_iter().find(|name| name.contains(['/', '\\']) || name.contains(char::is_control))
        {
            return Err(corrupt("tables.json", format!("the name {name:?}")));
        }
        if tables.get(&schema.name).is_some() {
            return Err(corrupt("tables.json", format!("the table {:?} twice", schema.name)));
        }
        let told = manifest.tables.get(&*schema.name).map(|entry| entry.digest.as_str());
        let mut read = None;
        for (name, table) in forms(path, &schema)? {
            if told != Some(table_digest(&table).as_str()) {
                return Err(corrupt(&name, "the table differs from the manifest's digest".into()));
            }
            read = Some(table);
        }
        tables.insert(read.expect("a table is in one of its forms at least"));
    }
    if digest_tables(tables.iter()) != manifest.digest {
        return Err(corrupt("manifest.json", "the digest is not that of the tables".into()));
    }
    if manifest.trace.level != "off" {
        let bytes = read_bytes(&path.join("trace.jsonl"))?;
        if blake3::hash(&bytes).to_hex().as_str() != manifest.trace.digest {
            return Err(corrupt("trace.jsonl", "the trace differs from the manifest's digest".into()));
        }
    }
    Ok(Opened { manifest, tables, scenario: read_text(&path.join("scenario.toml"))? })
}

/// A table in the forms that are there and can be read, by the names of their files: CSV, and Parquet through polars.
fn forms(dir: &Path, schema: &TableSchema) -> Result<Vec<(String, Table)>, StoreError> {
    type Read = fn(&TableSchema, &[u8], &str) -> Result<Table, Diagnostic>;
    let known: &[(&str, Read)] = &[
        ("csv", read_csv),
        #[cfg(feature = "parquet")]
        ("parquet", super::frame::from_parquet),
    ];
    let file = |ending: &str| format!("{}.{ending}", schema.name);
    let mut there: Vec<&(&str, Read)> = known.iter().filter(|(ending, _)| dir.join(file(ending)).exists()).collect();
    if there.is_empty() {
        let parquet = dir.join(file("parquet"));
        if parquet.exists() {
            let found = "a table in Parquet alone, which this program was built without";
            let fault = Diagnostic::new("no-parquet", found, format!("{} beside it", file("csv")));
            return Err(StoreError::Corrupt(fault.at(Location::document(parquet.display().to_string()))));
        }
        // What is not there is told by reading it.
        there.push(&known[0]);
    }
    let read = |(ending, read): &(&str, Read)| {
        let path = dir.join(file(ending));
        let table = read(schema, &read_bytes(&path)?, &path.display().to_string());
        Ok((file(ending), table.map_err(StoreError::Corrupt)?))
    };
    there.into_iter().map(read).collect()
}
