//! The format of an experiment file.
//!
//! ```toml
//! schema = 1
//! title = "Noise by horizon"
//! scenario = "../scenarios/noisy-tournament.toml"
//! replicates = 20
//! [[parameters]]
//! name = "noise"
//! path = "model.repeated.noise"
//! [[points]]
//! grid = { noise = [0, 0.05] }
//! [[measures]]
//! name = "cooperation"
//! table = "strategies"
//! row = { strategy = "tit_for_tat" }
//! column = "cooperation_rate"
//! ```
//!
//! Nothing here reads the scenario: a [`Plan`](super::Plan) puts both together.

use super::Expectation;
use super::points::{self, Block};
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};

/// The version of the format.
const SCHEMA: i64 = 1;

/// An experiment as its file says it.
#[derive(Clone, Debug)]
pub struct Study {
    /// The title.
    pub title: String,
    /// The title in Chinese.
    pub title_zh: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// The scenario's file, from the experiment's directory.
    pub scenario: String,
    /// The master seed in place of the scenario's.
    pub seed: Option<u64>,
    /// How many replicates each point has, at most.
    pub replicates: u64,
    /// Whether points have random numbers of their own.
    pub independent: bool,
    /// Changes of the scenario for all points, as `--set` takes them.
    pub set: Vec<String>,
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// What is measured.
    pub measures: Vec<Measure>,
    /// When a point has replicates enough.
    pub stop: Option<Stop>,
    /// The level of all intervals.
    pub level: f64,
    /// How many replicates a bootstrap has.
    pub bootstrap: usize,
    /// What is expected of the results.
    pub expectations: Vec<Expected>,
    pub(super) blocks: Vec<Block>,
}

/// What is varied: one value of the scenario, or several together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name: a column.
    pub name: String,
    /// The places of the scenario that take its value.
    pub paths: Vec<String>,
    /// Its unit.
    pub unit: String,
    /// What it means.
    pub doc: String,
}

/// What is measured of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name: a column.
    pub name: String,
    /// The table of the run.
    pub table: String,
    /// What columns show in the rows that are meant.
    pub row: Vec<(String, String)>,
    /// The column.
    pub column: String,
    /// What is made of the rows.
    pub statistic: Statistic,
    /// Its unit.
    pub unit: String,
    /// What it means.
    pub doc: String,
}

/// What is made of the cells of several rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statistic {
    /// There is one row: its cell.
    One,
    /// The mean.
    Mean,
    /// The sum.
    Sum,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// How many rows there are.
    Count,
}

/// When a point has replicates enough: as soon as the t interval of a measure is this narrow, looked at after `least`
/// replicates and after each `least` more.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The measure, by place.
    pub measure: usize,
    /// The greatest width, from the lower to the upper end.
    pub width: f64,
    /// The least number of replicates, and how many more come between two looks.
    pub least: u64,
}

/// What is expected of a number of the table of estimates.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// What is compared.
    pub what: String,
    /// The measure, by place.
    pub measure: usize,
    /// The values of parameters at the point that is meant.
    pub at: Vec<(usize, String)>,
    /// The column of the table of estimates.
    pub statistic: String,
    /// What is expected.
    pub expectation: Expectation,
    /// Where that comes from.
    pub source: String,
}

/// The format of an experiment file.
pub fn schema() -> Schema {
    let parameter = Schema::of(vec![
        Field::required("name", Kind::Text, "Its name, in snake case: a column of the results."),
        Field::required("path", Kind::Any, "The value of the scenario that it sets, or a list of them."),
        Field::with_default("unit", Kind::Text, "", "Its unit."),
        Field::with_default("doc", Kind::Text, "", "What it means."),
    ]);
    let measure = Schema::of(vec![
        Field::required("name", Kind::Text, "Its name, in snake case: a column of the results."),
        Field::required("table", Kind::Text, "The table of the run."),
        Field::optional("row", Kind::AnyTable, "What columns show in the row that is meant, as a table."),
        Field::required("column", Kind::Text, "The column."),
        Field::with_default(
            "statistic",
            Kind::Choice(&["one", "mean", "sum", "min", "max", "count"]),
            "one",
            "What is made of the rows: there is one, or their mean, sum, least, greatest or number.",
        ),
        Field::with_default("unit", Kind::Text, "", "Its unit."),
        Field::with_default("doc", Kind::Text, "", "What it means."),
    ]);
    let stop = Schema::of(vec![
        Field::required("measure", Kind::Text, "The measure whose interval is looked at."),
        Field::required("width", Kind::Number { min: 0.0, max: f64::INFINITY }, "The width that is narrow enough."),
        Field::with_default("least", Kind::Integer { min: 2, max: 1_000_000 }, 10i64, "Replicates between two looks."),
    ]);
    let mut expect = vec![
        Field::required("what", Kind::Text, "What is compared."),
        Field::required("measure", Kind::Text, "The measure."),
        Field::optional("at", Kind::AnyTable, "The values of parameters at the point, as a table."),
        Field::with_default("statistic", Kind::Text, "mean", "The column of the table `estimates`."),
        Field::with_default("source", Kind::Text, "", "Where the expectation comes from."),
    ];
    expect.extend(Expectation::fields());
    let some = |of: Schema| Kind::List { of: Box::new(Kind::Table(of)), min: 1, max: usize::MAX };
    let none = || Value::from(Vec::new());
    Schema::of(vec![
        Field::required("schema", Kind::Integer { min: 1, max: SCHEMA }, "The version of the format."),
        Field::required("title", Kind::Text, "The title."),
        Field::optional("title_zh", Kind::Text, "The title in Chinese."),
        Field::with_default("source", Kind::Text, "", "Where the experiment comes from."),
        Field::required("scenario", Kind::Text, "The scenario's file, from this file's directory."),
        Field::optional(
            "seed",
            Kind::Integer { min: 0, max: i64::MAX },
            "The master seed, in place of the scenario's.",
        ),
        Field::with_default("replicates", Kind::Integer { min: 1, max: 1_000_000_000 }, 1i64, "Runs of each point."),
        Field::with_default(
            "pairing",
            Kind::Choice(&["common", "independent"]),
            "common",
            "Whether all points share random numbers, so that they can be compared in pairs.",
        ),
        Field::with_default("set", Kind::list(Kind::Text), none(), "Changes of the scenario, as `--set` takes them."),
        Field::required("parameters", some(parameter), "What is varied."),
        Field::required(
            "points",
            Kind::List { of: Box::new(points::kind()), min: 1, max: usize::MAX },
            "Which values the parameters take together.",
        ),
        Field::required("measures", some(measure), "What is measured of each run."),
        Field::optional("stop", Kind::Table(stop), "When a point has replicates enough before it has all."),
        Field::with_default("level", Kind::Number { min: 0.5, max: 0.9999 }, 0.95, "The level of all intervals."),
        Field::with_default("bootstrap", Kind::Integer { min: 0, max: 100_000 }, 1000i64, "Replicates of a bootstrap."),
        Field::with_default("expect", Kind::list(Kind::Table(Schema::of(expect))), none(), "What should come out."),
    ])
}

/// Columns of the results that a parameter or a measure may not be called.
const TAKEN: [&str; 6] = ["point", "replicate", "replicates", "measure", "baseline", "term"];

impl Study {
    /// Reads the text of an experiment file that is called `document` in messages.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str, document: &str) -> Result<Self, Faults> {
        let value = Value::from_toml(text, document)?;
        let place = Place::document(document);
        let mut faults = Faults::new();
        let table = value.as_table().expect("a TOML document is a table");
        let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
        let parameters = each(&params, "parameters", &place, &mut faults, parameter);
        let measures = each(&params, "measures", &place, &mut faults, |section, _| Ok(measure(section)));
        names_differ(&params, &place, &mut faults);
        let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let measured: Vec<&str> = measures.iter().map(|measure| measure.name.as_str()).collect();
        let mut blocks = Vec::new();
        for (k, block) in params.list("points").iter().enumerate() {
            let here = place.key("points").item(k);
            let (key, value) = block.as_table().and_then(|table| table.iter().next()).expect("the schema declares one");
            match points::read(&key.name, value, &names, &here.key(&key.name)) {
                Ok(block) => blocks.push(block),
                Err(found) => faults.extend(found),
            }
        }
        let stop = params.get("stop").and_then(Value::section).and_then(|section| {
            let found = find(&section, "measure", &measured, &place.key("stop"));
            Some(Stop {
                measure: faults.keep(found)?,
                width: section.number("width"),
                least: section.integer("least").unsigned_abs(),
            })
        });
        let expectations =
            each(&params, "expect", &place, &mut faults, |section, here| expected(section, here, &names, &measured));
        let text = |key: &str| params.text(key).to_string();
        let study = Self {
            title: text("title"),
            title_zh: params.has("title_zh").then(|| text("title_zh")),
            source: text("source"),
            scenario: text("scenario"),
            seed: params.has("seed").then(|| params.integer("seed").unsigned_abs()),
            replicates: params.integer("replicates").unsigned_abs(),
            independent: params.text("pairing") == "independent",
            set: params.list("set").iter().filter_map(Value::as_text).map(str::to_string).collect(),
            parameters,
            measures,
            stop,
            level: params.number("level"),
            bootstrap: params.count("bootstrap"),
            expectations,
            blocks,
        };
        faults.into_result(study)
    }
}

/// Reads each table of a list.
fn each<T>(
    params: &Params,
    key: &str,
    place: &Place,
    faults: &mut Faults,
    mut read: impl FnMut(&Params, &Place) -> Result<T, Faults>,
) -> Vec<T> {
    let mut found = Vec::new();
    for (k, item) in params.list(key).iter().enumerate() {
        let section = item.section().expect("the schema declares tables");
        match read(&section, &place.key(key).item(k)) {
            Ok(value) => found.push(value),
            Err(wrong) => faults.extend(wrong),
        }
    }
    found
}

fn parameter(section: &Params, place: &Place) -> Result<Parameter, Faults> {
    let path = section.value("path");
    let paths: Vec<String> = match (path.as_text(), path.as_list()) {
        (Some(one), _) => vec![one.to_string()],
        (None, Some(list)) => list.iter().filter_map(Value::as_text).map(str::to_string).collect(),
        (None, None) => Vec::new(),
    };
    if paths.is_empty() {
        let fault =
            Diagnostic::new("wrong-type", format!("`path` is {}", path.describe()), "a path, or a list of paths");
        return Err(fault.at(place.key("path").at(&path.origin)).into());
    }
    let text = |key: &str| section.text(key).to_string();
    Ok(Parameter { name: text("name"), paths, unit: text("unit"), doc: text("doc") })
}

fn measure(section: &Params) -> Measure {
    let text = |key: &str| section.text(key).to_string();
    let statistic = match section.text("statistic") {
        "mean" => Statistic::Mean,
        "sum" => Statistic::Sum,
        "min" => Statistic::Min,
        "max" => Statistic::Max,
        "count" => Statistic::Count,
        _ => Statistic::One,
    };
    Measure {
        name: text("name"),
        table: text("table"),
        row: shown(section.get("row")),
        column: text("column"),
        statistic,
        unit: text("unit"),
        doc: text("doc"),
    }
}

/// What the members of a table show, as tables of results show it.
fn shown(table: Option<&Value>) -> Vec<(String, String)> {
    let table = table.and_then(Value::as_table);
    table.into_iter().flat_map(|table| table.iter().map(|(key, value)| (key.name.clone(), show(value)))).collect()
}

/// A value as a cell shows it.
pub(super) fn show(value: &Value) -> String {
    match value.as_text() {
        Some(text) => text.to_string(),
        None => crate::scenario::inline(value),
    }
}

fn expected(section: &Params, place: &Place, names: &[String], measured: &[&str]) -> Result<Expected, Faults> {
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut at = Vec::new();
    for (name, value) in shown(section.get("at")) {
        let parameter = known.iter().position(|known| *known == name).ok_or_else(|| {
            let fault = Diagnostic::new("unknown-parameter", format!("unknown parameter {name:?}"), known.join(", "));
            fault.at(place.key("at").at(&section.value("at").origin))
        })?;
        at.push((parameter, value));
    }
    let text = |key: &str| section.text(key).to_string();
    Ok(Expected {
        what: text("what"),
        measure: find(section, "measure", measured, place)?,
        at,
        statistic: text("statistic"),
        expectation: Expectation::of(section, place)?,
        source: text("source"),
    })
}

/// The place of what a key names.
fn find(section: &Params, key: &str, known: &[&str], place: &Place) -> Result<usize, Diagnostic> {
    let name = section.text(key);
    known.iter().position(|known| *known == name).ok_or_else(|| {
        let expected = format!("one of {}", known.join(", "));
        let fault = Diagnostic::new("unknown-measure", format!("unknown measure {name:?}"), expected);
        fault.at(place.key(key).at(&section.value(key).origin))
    })
}

/// Names of parameters and measures are columns: snake case, each once, and none that the results have already.
fn names_differ(params: &Params, place: &Place, faults: &mut Faults) {
    let mut seen: Vec<String> = Vec::new();
    for key in ["parameters", "measures"] {
        for (k, item) in params.list(key).iter().enumerate() {
            let section = item.section().expect("the schema declares tables");
            let (name, origin) = (section.text("name"), &section.value("name").origin);
            let at = place.key(key).item(k).key("name").at(origin);
            let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
                && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
            if !plain {
                let expected = "a name in snake case, such as last_penalty";
                faults.push(Diagnostic::new("bad-name", format!("the name {name:?}"), expected).at(at));
            } else if TAKEN.contains(&name) || seen.iter().any(|other| other == name) {
                let expected = "a name that no other column of the results has";
                faults.push(Diagnostic::new("name-taken", format!("the name {name:?}"), expected).at(at));
            }
            seen.push(name.to_string());
        }
    }
}
