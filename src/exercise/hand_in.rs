//! What a student hands in: a scenario with answers, or the directory of a finished run.

use crate::catalogue::{Place, Value};
use crate::error::{Diagnostic, Faults, Location};
use crate::models::Lab;
use crate::scenario::{ANSWERS, Scenario};
use crate::store::{self, Manifest, StoreError};
use std::collections::BTreeMap;
use std::path::Path;

/// What was handed in.
pub struct HandIn {
    /// The scenario.
    pub scenario: Scenario,
    /// The answers by their names.
    pub answers: BTreeMap<String, Value>,
    /// What the run directory says of itself, where one was handed in; or what is wrong with it.
    pub manifest: Option<Result<Manifest, Diagnostic>>,
}

impl HandIn {
    /// Reads the text of a scenario file that may have a table `[answers]`; `document` is its name in messages.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str, document: &str, lab: &Lab) -> Result<Self, Faults> {
        let value = Value::from_toml(text, document)?;
        let mut answers = BTreeMap::new();
        if let Some(given) = value.as_table().and_then(|table| table.get(ANSWERS)) {
            let Some(table) = given.as_table() else {
                let fault = Diagnostic::new("wrong-type", given.describe(), "a table of answers: [answers]");
                return Err(fault.at(Place::document(document).key(ANSWERS).at(&given.origin)).into());
            };
            answers.extend(table.iter().map(|(key, value)| (key.name.clone(), value.clone())));
        }
        let scenario = Scenario::of(value, Place::document(document), &[], lab)?;
        // What is handed in is run by whoever grades it, and must not start programs of its author's there.
        if let Some(guest) = scenario.guests.first() {
            let found = format!("the strategy {guest:?} in what is graded, which may start no program and ask nobody");
            let fault = Diagnostic::new("guest-handed-in", found, "strategies of the lab");
            return Err(fault.at(Location::document(document)).into());
        }
        Ok(Self { scenario, answers, manifest: None })
    }

    /// Opens a file, or a run directory.
    ///
    /// # Errors
    /// If it cannot be read. A directory whose tables differ from its manifest can: that is for the grade to say.
    pub fn open(path: &Path, lab: &Lab) -> Result<Self, Faults> {
        let read = |path: &Path| store::read_text(path).map_err(Diagnostic::from);
        if !path.is_dir() {
            return Self::read(&read(path)?, &path.display().to_string(), lab);
        }
        let manifest = match store::open(path) {
            Ok(opened) => Ok(opened.manifest),
            Err(StoreError::Corrupt(fault)) => Err(fault),
            Err(error) => {
                let fault = Diagnostic::from(error).help("hand in a scenario file, or the directory of a finished run");
                return Err(fault.or_at(&Location::document(path.display().to_string())).into());
            }
        };
        let scenario = path.join("scenario.toml");
        let read = Self::read(&read(&scenario)?, &scenario.display().to_string(), lab)?;
        Ok(Self { manifest: Some(manifest), ..read })
    }

    /// Adds an answer of the form `name=value`; it takes the place of one of that name.
    ///
    /// # Errors
    /// If there is no `=`.
    pub fn answer(&mut self, text: &str) -> Result<(), Diagnostic> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Diagnostic::new("bad-answer", format!("`--answer {text}`"), "name=value, such as gain=1"));
        };
        let value = value.trim();
        // What TOML does not know as a value is a text.
        let read = Value::from_toml(&format!("x = {value}"), "").ok();
        let read = read.and_then(|table| table.as_table().and_then(|table| table.get("x").cloned()));
        self.answers.insert(name.trim().to_string(), read.unwrap_or_else(|| Value::from(value)));
        Ok(())
    }
}
