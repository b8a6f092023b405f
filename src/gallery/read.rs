//! The format of a gallery file.

use super::Expectation;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults, Origin};
use serde_json::Value as Json;

/// The version of the format.
const SCHEMA: i64 = 1;

/// How long a result takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Seconds.
    Quick,
    /// Minutes.
    Minutes,
    /// Longer.
    Long,
}

/// What a check asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A batch query, and the path of the value in its answer.
    Query {
        /// The command, such as `solve`.
        command: String,
        /// The query.
        query: Json,
        /// Where in the answer the value is: keys and places, such as `["ce", "max_welfare"]`.
        path: Vec<Json>,
    },
    /// A run of a scenario, and a cell of its tables.
    Run {
        /// The scenario's file, from the gallery file's directory.
        file: String,
        /// Changes of it, as `--set` takes them.
        set: Vec<String>,
        /// The table.
        table: String,
        /// What the columns of the one row that is meant show.
        row: Vec<(String, String)>,
        /// The column.
        column: String,
    },
}

/// One comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is compared.
    pub what: String,
    /// Where the value comes from.
    pub ask: Ask,
    /// What is expected of it.
    pub expectation: Expectation,
}

/// A published result.
#[derive(Clone, Debug, PartialEq)]
pub struct Result {
    /// A short name, unique in the gallery.
    pub id: String,
    /// What it says.
    pub title: String,
    /// Who published it, where.
    pub source: String,
    /// How much it proves.
    pub label: String,
    /// How long it takes.
    pub tier: Tier,
    /// Its checks.
    pub checks: Vec<Check>,
}

/// The format of a gallery file.
pub fn schema() -> Schema {
    let text = |key, doc| Field::optional(key, Kind::Text, doc);
    let mut check = vec![
        Field::required("what", Kind::Text, "What is compared."),
        text("command", "A batch command, such as solve."),
        Field::optional("query", Kind::AnyTable, "Its query, as a table."),
        Field::optional("path", Kind::list(Kind::Any), "Where in the answer the value is: keys and places."),
        text("scenario", "A scenario's file, from this file's directory."),
        Field::optional("set", Kind::list(Kind::Text), "Changes of the scenario, as `--set` takes them."),
        text("table", "The table of the run."),
        Field::optional("row", Kind::AnyTable, "What columns show in the one row that is meant, as a table."),
        text("column", "The column."),
    ];
    check.extend(Expectation::fields());
    let check = Schema::of(check);
    Schema::of(vec![
        Field::required("schema", Kind::Integer { min: 1, max: SCHEMA }, "The version of the format."),
        Field::required("id", Kind::Text, "A short name, unique in the gallery."),
        Field::required("title", Kind::Text, "What the result says."),
        Field::required("source", Kind::Text, "Who published it, where."),
        Field::required(
            "label",
            Kind::Choice(&["reproduced", "ordinal", "closed form", "regression", "calibrated"]),
            "How much it proves.",
        ),
        Field::with_default("tier", Kind::Choice(&["quick", "minutes", "long"]), "quick", "How long it takes."),
        Field::required(
            "check",
            Kind::List { of: Box::new(Kind::Table(check)), min: 1, max: usize::MAX },
            "What is compared.",
        ),
    ])
}

/// Reads the text of a gallery file that is called `document` in messages.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, document: &str) -> std::result::Result<Result, Faults> {
    let value = Value::from_toml(text, document)?;
    let place = Place::document(document);
    let mut faults = Faults::new();
    let table = value.as_table().expect("a TOML document is a table");
    let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    let mut checks = Vec::new();
    for (k, check) in params.list("check").iter().enumerate() {
        let here = place.key("check").item(k);
        if let Some(check) = check.section() {
            match read_check(&check, &here) {
                Ok(check) => checks.push(check),
                Err(found) => faults.extend(found),
            }
        }
    }
    let tier = match params.text("tier") {
        "minutes" => Tier::Minutes,
        "long" => Tier::Long,
        _ => Tier::Quick,
    };
    let text = |key: &str| params.text(key).to_string();
    let result =
        Result { id: text("id"), title: text("title"), source: text("source"), label: text("label"), tier, checks };
    faults.into_result(result)
}

fn read_check(params: &Params, place: &Place) -> std::result::Result<Check, Faults> {
    let missing = |key: &str, why: &str| -> Faults {
        let fault = Diagnostic::new("missing-key", format!("a check without `{key}`"), why);
        fault.at(place.key(key).at(&Origin::Unknown)).into()
    };
    let text = |key: &str, why: &str| -> std::result::Result<String, Faults> {
        params.get(key).and_then(Value::as_text).map(str::to_string).ok_or_else(|| missing(key, why))
    };
    let ask = if params.has("command") {
        let query = params.get("query").ok_or_else(|| missing("query", "the command's query"))?;
        let path = params.get("path").and_then(Value::as_list).unwrap_or_default();
        Ask::Query {
            command: text("command", "")?,
            query: query.to_json(),
            path: path.iter().map(Value::to_json).collect(),
        }
    } else {
        let file = text("scenario", "a command with its query, or a scenario")?;
        Ask::Run {
            file,
            set: params.get("set").and_then(Value::as_list).unwrap_or_default().iter().map(shown).collect(),
            table: text("table", "a table of the run")?,
            row: row(params, "row"),
            column: text("column", "a column of the table")?,
        }
    };
    let expectation = Expectation::of(params, place)?;
    Ok(Check { what: text("what", "")?, ask, expectation })
}

/// A value as tables of a run show it.
fn shown(value: &Value) -> String {
    value.as_text().map_or_else(|| value.to_json().to_string(), str::to_string)
}

/// What the table of a key, such as `row`, says that columns show in the one row that is meant.
pub fn row(params: &Params, key: &str) -> Vec<(String, String)> {
    let row = params.get(key).and_then(Value::as_table);
    row.into_iter().flat_map(|row| row.iter().map(|(key, value)| (key.name.clone(), shown(value)))).collect()
}
