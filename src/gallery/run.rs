//! Runs the checks of results.

use super::{Ask, Check, Result, Verdict};
use crate::error::{Diagnostic, Faults};
use crate::exchange::TraceLevel;
use crate::models::{Lab, RunCx};
use crate::query;
use crate::scenario::{Override, Scenario};
use crate::store::{RunRecorder, Tables, read_text};
use crate::table::{Cell, Table};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

/// What a check came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The value; null if it could not be had.
    pub found: Json,
    /// Whether it is what was expected.
    pub verdict: Verdict,
    /// Why the value could not be had.
    pub fault: Option<String>,
}

/// Runs the checks of a result in order; scenarios' files are looked for from `dir`. A scenario that several checks look at
/// with the same changes runs once.
pub fn run(result: &Result, dir: &Path, lab: &Lab) -> Vec<Outcome> {
    let mut runs: BTreeMap<(String, Vec<String>), std::result::Result<Tables, Faults>> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for check in &result.checks {
        if let Ask::Run { file, set, .. } = &check.ask {
            let key = (file.clone(), set.clone());
            runs.entry(key).or_insert_with(|| tables(&dir.join(file), set, lab));
        }
        let found = value(check, &runs, lab);
        outcomes.push(match found {
            Ok(found) => Outcome { verdict: check.expectation.judge(&found), found, fault: None },
            Err(faults) => {
                let words: Vec<String> = faults.diagnostics().iter().map(ToString::to_string).collect();
                Outcome { found: Json::Null, verdict: Verdict::Fails, fault: Some(words.join("; ")) }
            }
        });
    }
    outcomes
}

/// The tables of a scenario's run.
fn tables(file: &Path, set: &[String], lab: &Lab) -> std::result::Result<Tables, Faults> {
    let text = read_text(file).map_err(Diagnostic::from)?;
    let changes = set.iter().map(|change| Override::parse(change)).collect::<std::result::Result<Vec<_>, _>>()?;
    tables_of(&Scenario::read(&text, &file.display().to_string(), &changes, lab)?)
}

/// The tables of a scenario's only replicate, without figures or trace.
///
/// # Errors
/// If the model fails.
pub fn tables_of(scenario: &Scenario) -> std::result::Result<Tables, Faults> {
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).map_err(Diagnostic::from)?;
    let recorded = recorder
        .finish()
        .map_err(|error| Diagnostic::new("io", error.to_string(), "a run that is not written anywhere"))?;
    Ok(recorded.tables)
}

fn value(
    check: &Check,
    runs: &BTreeMap<(String, Vec<String>), std::result::Result<Tables, Faults>>,
    lab: &Lab,
) -> std::result::Result<Json, Faults> {
    match &check.ask {
        Ask::Query { command, query, path } => answered(command, query, path, lab),
        Ask::Run { file, set, table, row, column } => {
            cell(runs[&(file.clone(), set.clone())].as_ref().map_err(Clone::clone)?, table, row, column)
        }
    }
}

/// What the answer to a batch query holds at a path of keys and places.
///
/// # Errors
/// What is wrong with the query, or with the path.
pub fn answered(command: &str, query: &Json, path: &[Json], lab: &Lab) -> std::result::Result<Json, Faults> {
    let answer = query::answer(command, query, &lab.kit)?;
    at(&answer, path).ok_or_else(|| {
        let place: Vec<String> = path.iter().map(ToString::to_string).collect();
        let found = format!("no {} in the answer", place.join(", "));
        Diagnostic::new("unknown-key", found, "keys and places of the answer").into()
    })
}

fn unknown(what: &'static str, name: &str, known: &[&str]) -> Faults {
    Diagnostic::new("unknown-name", format!("no {what} {name:?}"), format!("one of {}", known.join(", "))).into()
}

/// What an answer holds at a path of keys and places.
fn at(answer: &Json, path: &[Json]) -> Option<Json> {
    path.iter()
        .try_fold(answer, |value, step| match step {
            Json::String(key) => value.get(key),
            step => value.get(usize::try_from(step.as_u64()?).ok()?),
        })
        .cloned()
}

/// The cell of the one row of a table in which columns show what is wanted.
///
/// # Errors
/// If there is no such table, column or row, or more than one row.
pub fn cell(tables: &Tables, table: &str, row: &[(String, String)], column: &str) -> std::result::Result<Json, Faults> {
    let Some(table) = tables.get(table) else {
        let known: Vec<&str> = tables.iter().map(Table::name).collect();
        return Err(unknown("table", table, &known));
    };
    let columns: Vec<&str> = table.schema().columns.iter().map(|column| &*column.name).collect();
    for name in row.iter().map(|(name, _)| name.as_str()).chain([column]) {
        if table.position(name).is_none() {
            return Err(unknown("column", name, &columns));
        }
    }
    let shows =
        |at: usize| row.iter().all(|(name, value)| table.at(at, name).is_some_and(|cell| cell.show() == *value));
    let rows: Vec<usize> = (0..table.len()).filter(|at| shows(*at)).collect();
    let [at] = rows[..] else {
        let wanted: Vec<String> = row.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let found = format!("{} rows of `{}` with {}", rows.len(), table.name(), wanted.join(", "));
        return Err(Diagnostic::new("wrong-row", found, "one row").into());
    };
    Ok(match table.at(at, column) {
        Some(Cell::Float(value)) => value.into(),
        Some(Cell::Integer(value)) => value.into(),
        Some(Cell::Bool(value)) => value.into(),
        Some(Cell::Text(value)) => value.into(),
        _ => Json::Null,
    })
}
