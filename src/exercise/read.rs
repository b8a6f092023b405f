//! The format of an exercise.

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::gallery::{self, Expectation};
use crate::labels::Lang;
use serde_json::Value as Json;

/// The version of the format.
const SCHEMA: i64 = 1;

/// Words in both languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl Words {
    /// The words in a language.
    pub fn of(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A cell of the run's tables, less another one where that is given.
    Cell {
        /// The table.
        table: String,
        /// What the columns of the one row that is meant show.
        row: Vec<(String, String)>,
        /// The column.
        column: String,
        /// The row of the same table whose cell is taken away.
        minus: Option<Vec<(String, String)>>,
    },
    /// A value of the scenario with every default written out: keys with dots, items in brackets.
    Parameter(String),
    /// The answer to a batch query.
    Query {
        /// The command.
        command: String,
        /// The query.
        query: Json,
        /// Where in the answer the value is.
        path: Vec<Json>,
    },
    /// Nothing but what is expected: for answers with one right value.
    Nothing,
}

/// One check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is checked.
    pub what: Words,
    /// What it is worth.
    pub points: u32,
    /// The name of the answer that is compared with the value; without one, the value itself is judged.
    pub answer: Option<String>,
    /// Where the value comes from.
    pub source: Source,
    /// What is expected of the value, or of the answer where there is no value.
    pub expectation: Expectation,
    /// By how much an answer may miss the value.
    pub tolerance: crate::exact::Rational,
}

/// An exercise.
#[derive(Clone, Debug, PartialEq)]
pub struct Exercise {
    /// Its name.
    pub key: String,
    /// The claims of the chapter that it is about, by their numbers.
    pub claims: Vec<u32>,
    /// How long it takes in class.
    pub minutes: u32,
    /// The title.
    pub title: Words,
    /// The question: what is to be found out, changed and answered.
    pub task: Words,
    /// Hints, from gentle to plain.
    pub hints: Vec<Words>,
    /// Which values of the scenario may be changed, by the starts of their paths (without items' places).
    pub may_change: Vec<String>,
    /// The scenario to start from, as a text.
    pub start: String,
    /// What is checked.
    pub checks: Vec<Check>,
}

/// The format of an exercise file.
pub fn schema() -> Schema {
    let text = |key, doc| Field::optional(key, Kind::Text, doc);
    let words = |key, doc| Field::required(key, Kind::Text, doc);
    let check = Schema::of(vec![
        words("what", "What is checked."),
        words("what_zh", "The same in Chinese."),
        Field::with_default("points", Kind::Integer { min: 0, max: 100 }, 1i64, "What it is worth."),
        text("answer", "The answer, a key of `[answers]`, that is compared with the value."),
        text("table", "The table of the run."),
        Field::optional("row", Kind::AnyTable, "What columns show in the one row that is meant, as a table."),
        text("column", "The column."),
        Field::optional("minus", Kind::AnyTable, "The row whose cell is taken away, as a table."),
        text("parameter", "A value of the scenario in place of a cell: its path."),
        text("command", "A batch command in place of a cell."),
        Field::optional("query", Kind::AnyTable, "Its query, as a table."),
        Field::optional("path", Kind::list(Kind::Any), "Where in its answer the value is: keys and places."),
        Field::optional("expected", Kind::Any, "The value."),
        Field::optional("tolerance", Kind::Rational, "By how much it may be missed."),
        Field::optional("at_least", Kind::Rational, "The least number that will do."),
        Field::optional("at_most", Kind::Rational, "The greatest number that will do."),
    ]);
    let hint = Schema::of(vec![words("en", "The hint."), words("zh", "The same in Chinese.")]);
    Schema::of(vec![
        Field::required("schema", Kind::Integer { min: 1, max: SCHEMA }, "The version of the format."),
        words("key", "Its name."),
        Field::required("claims", Kind::list(Kind::Integer { min: 1, max: 26 }), "The claims that it is about."),
        Field::with_default("minutes", Kind::Integer { min: 1, max: 600 }, 15i64, "How long it takes in class."),
        words("title", "The title."),
        words("title_zh", "The same in Chinese."),
        words("task", "What is to be found out, changed and answered."),
        words("task_zh", "The same in Chinese."),
        Field::with_default("hints", Kind::list(Kind::Table(hint)), Value::from(Vec::new()), "Hints."),
        Field::with_default(
            "may_change",
            Kind::list(Kind::Text),
            Value::from(Vec::new()),
            "Which values of the scenario may be changed, by the starts of their paths.",
        ),
        Field::required(
            "check",
            Kind::List { of: Box::new(Kind::Table(check)), min: 1, max: usize::MAX },
            "What is checked.",
        ),
    ])
}

/// Reads an exercise from the text of its file, called `document` in messages, and of the scenario to start from.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(text: &str, document: &str, start: &str) -> Result<Exercise, Faults> {
    let value = Value::from_toml(text, document)?;
    let place = Place::document(document);
    let mut faults = Faults::new();
    let table = value.as_table().expect("a TOML document is a table");
    let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    let mut checks = Vec::new();
    for (k, check) in params.list("check").iter().enumerate() {
        let check = check.section().expect("the schema declares tables");
        match read_check(&check, &place.key("check").item(k)) {
            Ok(check) => checks.push(check),
            Err(found) => faults.extend(found),
        }
    }
    let texts = |key: &str| params.list(key).iter().filter_map(Value::as_text).map(str::to_string).collect();
    let whole = |value: i64| u32::try_from(value).expect("the schema bounds it");
    let hint = |value: &Value| {
        let hint = value.section().expect("the schema declares tables");
        Words { en: hint.text("en").trim().to_string(), zh: hint.text("zh").trim().to_string() }
    };
    let exercise = Exercise {
        key: params.text("key").to_string(),
        claims: params.list("claims").iter().filter_map(Value::integer).map(whole).collect(),
        minutes: whole(params.integer("minutes")),
        title: words(&params, "title"),
        task: words(&params, "task"),
        hints: params.list("hints").iter().map(hint).collect(),
        may_change: texts("may_change"),
        start: start.to_string(),
        checks,
    };
    faults.into_result(exercise)
}

fn words(params: &Params, key: &str) -> Words {
    let text = |key: &str| params.text(key).trim().to_string();
    Words { en: text(key), zh: text(&format!("{key}_zh")) }
}

fn read_check(params: &Params, place: &Place) -> Result<Check, Faults> {
    let text = |key: &str, why: &str| -> Result<String, Faults> {
        params.get(key).and_then(Value::as_text).map(str::to_string).ok_or_else(|| {
            let fault = Diagnostic::new("missing-key", format!("a check without `{key}`"), why);
            fault.at(place.key(key).at(&Origin::Unknown)).into()
        })
    };
    let answer = params.get("answer").and_then(Value::as_text).map(str::to_string);
    let source = if params.has("command") {
        let path = params.get("path").and_then(Value::as_list).unwrap_or_default();
        Source::Query {
            command: text("command", "")?,
            query: params.get("query").map_or(Json::Null, Value::to_json),
            path: path.iter().map(Value::to_json).collect(),
        }
    } else if params.has("parameter") {
        Source::Parameter(text("parameter", "")?)
    } else if answer.is_some() && !params.has("table") {
        Source::Nothing
    } else {
        Source::Cell {
            table: text("table", "a table of the run, a parameter, a command or an answer")?,
            row: gallery::row(params, "row"),
            column: text("column", "a column of the table")?,
            minus: params.has("minus").then(|| gallery::row(params, "minus")),
        }
    };
    let tolerance = params.get("tolerance").and_then(Value::rational).unwrap_or_else(crate::exact::Rational::zero);
    let expectation = Expectation::of(params, place)?;
    // An answer is compared with the value, so that an expectation beside it would mean nothing; all else needs one.
    let compared = answer.is_some() && source != Source::Nothing;
    if compared == (expectation != Expectation::Report) {
        let (found, expected) = if compared {
            ("an expectation beside an answer and a value", "an answer alone, or a value alone")
        } else {
            ("a check without an expectation", "`expected`, `at_least` or `at_most`")
        };
        return Err(Diagnostic::new("wrong-check", found, expected).at(place.at(&Origin::Unknown)).into());
    }
    let points = u32::try_from(params.integer("points")).expect("the schema bounds it");
    Ok(Check { what: words(params, "what"), points, answer, source, expectation, tolerance })
}
