//! Grading: the scenario is run again, and what comes out is judged.

use super::{Check, Exercise, HandIn, Source};
use crate::catalogue::{Data, Table, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::gallery::{self, Expectation, Verdict};
use crate::labels::{Lang, say};
use crate::models::Lab;
use crate::scenario::Scenario;
use crate::store::{Tables, digest_tables};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What a check came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was checked.
    pub what: String,
    /// What was expected; empty where an answer is compared with a value, which is not given away.
    pub expected: String,
    /// What was found, in words.
    pub found: String,
    /// Whether it is right.
    pub holds: bool,
    /// The points that it is worth.
    pub points: u32,
}

/// A grade.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The findings: first what must not have been changed and what a run directory claims, then the checks.
    pub findings: Vec<Finding>,
}

impl Grade {
    /// Whether everything is right.
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| finding.holds)
    }

    /// The points that were earned: none while the rules of the exercise are broken.
    pub fn points(&self) -> u32 {
        if self.findings.iter().any(|finding| !finding.holds && finding.points == 0) {
            return 0;
        }
        self.findings.iter().filter(|finding| finding.holds).map(|finding| finding.points).sum()
    }

    /// The points that there are.
    pub fn of(&self) -> u32 {
        self.findings.iter().map(|finding| finding.points).sum()
    }
}

/// Grades what was handed in, in the words of a language.
///
/// # Errors
/// If the exercise itself is broken, or the scenario does not run.
pub fn grade(exercise: &Exercise, handed: &HandIn, lang: Lang, lab: &Lab) -> Result<Grade, Faults> {
    let start = HandIn::read(&exercise.start, &format!("{} (start)", exercise.key), lab)?;
    let mut findings: Vec<Finding> = changes(&start.scenario, &handed.scenario, &exercise.may_change)
        .into_iter()
        .map(|change| broken_rule(say("exercise_rule", lang, &[]), change.words(lang)))
        .collect();
    let tables = gallery::tables_of(&handed.scenario)?;
    findings.extend(false_claims(handed, &tables, lang));
    for check in &exercise.checks {
        findings.push(judge(check, handed, &tables, lang, lab)?);
    }
    Ok(Grade { findings })
}

fn broken_rule(what: String, found: String) -> Finding {
    Finding { what, expected: String::new(), found, holds: false, points: 0 }
}

/// A value that differs from the start's.
struct Change {
    path: String,
    from: Option<String>,
    to: Option<String>,
}

impl Change {
    fn words(&self, lang: Lang) -> String {
        let nothing = || say("exercise_absent", lang, &[]);
        let (from, to) = (self.from.clone().unwrap_or_else(nothing), self.to.clone().unwrap_or_else(nothing));
        say("exercise_change", lang, &[("path", &self.path), ("from", &from), ("to", &to)])
    }
}

/// What is free in every exercise: it reaches no result.
const FREE: [&str; 4] = ["title", "title_zh", "source", "output"];

/// What was changed and may not be.
fn changes(start: &Scenario, handed: &Scenario, may_change: &[String]) -> Vec<Change> {
    let (before, after) = (leaves(start.resolved()), leaves(handed.resolved()));
    let allowed = |path: &str| {
        let plain = without_places(path);
        let within =
            |prefix: &str| plain.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        FREE.iter().any(|prefix| within(prefix)) || may_change.iter().any(|prefix| within(prefix))
    };
    let paths: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let differs = |path: &&&String| before.get(**path) != after.get(**path) && !allowed(path);
    let change =
        |path: &String| Change { path: path.clone(), from: before.get(path).cloned(), to: after.get(path).cloned() };
    paths.iter().filter(differs).map(|path| change(path)).collect()
}

/// The path without the places of items: `agents[0].name` is `agents.name`.
fn without_places(path: &str) -> String {
    let mut plain = String::new();
    let mut inside = false;
    for c in path.chars() {
        match c {
            '[' => inside = true,
            ']' => inside = false,
            c if !inside => plain.push(c),
            _ => {}
        }
    }
    plain
}

/// The values of a scenario that have no parts, by their paths; an empty list or table is one.
fn leaves(scenario: &Table) -> BTreeMap<String, String> {
    fn walk(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
        match &value.data {
            Data::Table(table) if !table.is_empty() => {
                for (key, value) in table.iter() {
                    let path = if path.is_empty() { key.name.clone() } else { format!("{path}.{}", key.name) };
                    walk(&path, value, found);
                }
            }
            Data::List(items) if !items.is_empty() => {
                for (k, item) in items.iter().enumerate() {
                    walk(&format!("{path}[{k}]"), item, found);
                }
            }
            // 2 and 2.0 are one number.
            _ => {
                let number = value.digits().and_then(|digits| digits.parse::<Rational>().ok());
                found.insert(path.to_string(), number.map_or_else(|| value.to_json().to_string(), |n| n.to_string()));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk("", &Value::from(scenario.clone()), &mut found);
    found
}

/// What a run directory says of itself and is not so.
fn false_claims(handed: &HandIn, tables: &Tables, lang: Lang) -> Vec<Finding> {
    let claim = |found: String| broken_rule(say("exercise_directory", lang, &[]), found);
    match &handed.manifest {
        None => Vec::new(),
        Some(Err(fault)) => vec![claim(fault.to_string())],
        Some(Ok(manifest)) => {
            let digest = digest_tables(tables.iter());
            let scenario = handed.scenario.digest();
            let told = [
                ("seed", manifest.seed.to_string(), handed.scenario.seed.0.to_string()),
                ("scenario_digest", manifest.scenario_digest.clone(), scenario),
                ("digest", manifest.digest.clone(), digest),
            ];
            let differs = told.into_iter().filter(|(_, told, is)| told != is);
            differs
                .map(|(key, told, is)| {
                    claim(say("exercise_claim", lang, &[("key", key), ("told", &told), ("is", &is)]))
                })
                .collect()
        }
    }
}

fn judge(check: &Check, handed: &HandIn, tables: &Tables, lang: Lang, lab: &Lab) -> Result<Finding, Faults> {
    let what = check.what.of(lang).to_string();
    let finding = |expected: String, found: String, holds: bool| Finding {
        what: what.clone(),
        expected,
        found,
        holds,
        points: check.points,
    };
    let value = value(check, handed, tables, lab);
    let Some(name) = &check.answer else {
        let words = check.expectation.words();
        return Ok(match value {
            Ok(value) => finding(words, shown(&value), check.expectation.judge(&value) == Verdict::Holds),
            // A row or table that a change took away is the student's fault, not the exercise's.
            Err(faults) => finding(words, faults.to_string(), false),
        });
    };
    let Some(answer) = handed.answers.get(name) else {
        return Ok(finding(String::new(), say("exercise_unanswered", lang, &[("name", name)]), false));
    };
    let answer = answer.to_json();
    let expectation = match check.source {
        Source::Nothing => check.expectation.clone(),
        _ => expected_answer(&value?, &check.tolerance)?,
    };
    Ok(finding(String::new(), shown(&answer), expectation.judge(&fold(&answer)) == Verdict::Holds))
}

/// Words are compared without regard to case.
fn fold(answer: &Json) -> Json {
    match answer {
        Json::String(text) => text.trim().to_lowercase().into(),
        other => other.clone(),
    }
}

/// What an answer must be, that is compared with a value.
fn expected_answer(value: &Json, tolerance: &Rational) -> Result<Expectation, Faults> {
    let number = match value {
        Json::Number(number) => number.as_f64().and_then(Rational::from_f64_exact),
        Json::String(text) => text.parse().ok(),
        _ => None,
    };
    match number {
        Some(value) => Ok(Expectation::Near { value, tolerance: tolerance.clone() }),
        None => Ok(Expectation::Exactly(fold(value))),
    }
}

fn value(check: &Check, handed: &HandIn, tables: &Tables, lab: &Lab) -> Result<Json, Faults> {
    match &check.source {
        Source::Nothing => Ok(Json::Null),
        Source::Query { command, query, path } => gallery::answered(command, query, path, lab),
        Source::Parameter(path) => leaves(handed.scenario.resolved()).remove(path).map_or_else(
            || Err(Diagnostic::new("unknown-key", format!("no {path} in the scenario"), "a value there").into()),
            |text| Ok(serde_json::from_str(&text).unwrap_or(Json::String(text))),
        ),
        Source::Cell { table, row, column, minus: None } => gallery::cell(tables, table, row, column),
        Source::Cell { table, row, column, minus: Some(minus) } => {
            let number = |row: &[(String, String)]| -> Result<f64, Faults> {
                gallery::cell(tables, table, row, column)?.as_f64().ok_or_else(|| {
                    Diagnostic::new("wrong-type", format!("{column} is no number"), "a column of numbers").into()
                })
            };
            Ok((number(row)? - number(minus)?).into())
        }
    }
}

/// A value in words, with at most six significant digits.
fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(number) if number.is_f64() => {
            let text = format!("{:.6}", number.as_f64().unwrap_or_default());
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
        other => other.to_string(),
    }
}
