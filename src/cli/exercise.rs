//! `comity exercise`: the course's exercises, and what a student hands in, graded.

use super::args::{Format, FormatArg, LangArg};
use super::{Outcome, Status, show};
use crate::error::Faults;
use crate::exercise::{self, Exercise, Grade, HandIn};
use crate::labels::{Lang, say};
use crate::models::Lab;
use crate::store::{read_text, write_new_file};
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct ExerciseArgs {
    /// The language
    #[arg(long, value_enum, global = true)]
    pub(super) lang: Option<LangArg>,
    #[command(subcommand)]
    pub(super) action: ExerciseAction,
}

/// What is done with exercises.
#[derive(Debug, Subcommand)]
pub(super) enum ExerciseAction {
    /// List the exercises
    List {
        #[command(flatten)]
        format: FormatArg,
    },
    /// Show an exercise: the question, what may be changed, what is asked
    Show {
        /// The exercise, or a folder with one of your own
        key: String,
        /// Show the hints too
        #[arg(long)]
        hints: bool,
    },
    /// Write the scenario that an exercise starts from
    Start {
        /// The exercise, or a folder with one of your own
        key: String,
        /// The file [default: <KEY>.toml]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Run what was handed in again, and grade it
    Check {
        /// The exercise, or a folder with one of your own
        key: String,
        /// The scenario file, with answers in a table [answers]; or the directory of a finished run
        file: PathBuf,
        /// An answer, in place of one in the file; may be given more than once
        #[arg(long = "answer", value_name = "NAME=VALUE")]
        answers: Vec<String>,
        #[command(flatten)]
        format: FormatArg,
    },
}

/// `comity exercise`
pub(super) fn exercise(args: &ExerciseArgs, lab: &Lab) -> Outcome {
    let lang = args.lang.map_or(Lang::En, LangArg::lang);
    match &args.action {
        ExerciseAction::List { format } => {
            show::print(&show::tables(&[&listing(&exercise::built_in(), lang)], format.format));
            Ok(Status::Done)
        }
        ExerciseAction::Show { key, hints } => {
            show::print(&page(&find(key)?, *hints, lang));
            Ok(Status::Done)
        }
        ExerciseAction::Start { key, out } => {
            let exercise = find(key)?;
            let path = out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.toml", exercise.key)));
            write_new_file(&path, exercise.start.as_bytes())?;
            show::print(&format!("{}\n", path.display()));
            Ok(Status::Done)
        }
        ExerciseAction::Check { key, file, answers, format } => {
            let exercise = find(key)?;
            let mut handed = HandIn::open(file, lab)?;
            let mut faults = Faults::new();
            for answer in answers {
                faults.keep(handed.answer(answer));
            }
            faults.into_result(())?;
            let grade = exercise::grade(&exercise, &handed, lang, lab)?;
            show::print(&graded(&exercise, &grade, lang, format.format));
            Ok(if grade.passed() { Status::Done } else { Status::No })
        }
    }
}

/// The exercise of a key, or of a folder with an exercise of one's own.
fn find(key: &str) -> Result<Exercise, super::Failure> {
    let path = Path::new(key).join("exercise.toml");
    if !path.is_file() {
        return Ok(exercise::find(key)?);
    }
    let start = read_text(&Path::new(key).join("start.toml"))?;
    Ok(exercise::read(&read_text(&path)?, &path.display().to_string(), &start)?)
}

fn claims(exercise: &Exercise) -> String {
    exercise.claims.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn listing(exercises: &[Exercise], lang: Lang) -> Table {
    let columns = vec![
        Column::key("exercise", Type::Text, "The exercise."),
        Column::note("claims", "The claims of the chapter that it is about."),
        Column::note("minutes", "How long it takes in class."),
        Column::note("title", "The title."),
    ];
    let mut table = Table::new(TableSchema::new("exercises", TableKind::Summary, "The course's exercises.", columns));
    for exercise in exercises {
        let (claims, minutes) = (claims(exercise), exercise.minutes.to_string());
        let row = [&exercise.key, &*claims, &*minutes, exercise.title.of(lang)];
        table.push(&row.map(Cell::Text));
    }
    table
}

/// An exercise for people.
fn page(exercise: &Exercise, hints: bool, lang: Lang) -> String {
    let minutes = exercise.minutes.to_string();
    let about = say("exercise_about", lang, &[("claims", &claims(exercise)), ("minutes", &minutes)]);
    let mut out = format!("{} ({})\n{about}\n\n{}\n\n", exercise.title.of(lang), exercise.key, exercise.task.of(lang));
    let mut names: Vec<&str> = Vec::new();
    for name in exercise.checks.iter().filter_map(|check| check.answer.as_deref()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut line = |key: &str, hole: &str, value: &str| {
        if !value.is_empty() {
            out.push_str(&say(key, lang, &[(hole, value)]));
            out.push('\n');
        }
    };
    line("exercise_may_change", "paths", &exercise.may_change.join(", "));
    line("exercise_answers", "names", &names.join(", "));
    line("exercise_start", "key", &exercise.key);
    if hints {
        for (k, hint) in exercise.hints.iter().enumerate() {
            out.push_str(&format!("\n{}. {}\n", k + 1, hint.of(lang)));
        }
    } else if !exercise.hints.is_empty() {
        line("exercise_hints", "key", &exercise.key);
    }
    out
}

/// A grade in a form.
fn graded(exercise: &Exercise, grade: &Grade, lang: Lang, format: Format) -> String {
    let word = |holds: bool| say(if holds { "exercise_holds" } else { "exercise_fails" }, lang, &[]);
    match format {
        Format::Json => {
            let findings: Vec<_> = (grade.findings.iter())
                .map(|finding| {
                    json!({
                        "what": finding.what, "expected": finding.expected, "found": finding.found,
                        "holds": finding.holds, "points": finding.points,
                    })
                })
                .collect();
            let answer = json!({
                "exercise": exercise.key, "passed": grade.passed(), "points": grade.points(), "of": grade.of(),
                "findings": findings,
            });
            format!("{answer}\n")
        }
        Format::Csv => {
            let columns = vec![
                Column::key("what", Type::Text, "What is checked."),
                Column::note("expected", "What is expected."),
                Column::note("found", "What was found."),
                Column::note("verdict", "Whether it is right."),
                Column::note("points", "The points that it is worth."),
            ];
            let mut table =
                Table::new(TableSchema::new("grade", TableKind::Summary, "What was handed in, graded.", columns));
            for finding in &grade.findings {
                let (word, points) = (word(finding.holds), finding.points.to_string());
                table.push(&[&finding.what, &finding.expected, &finding.found, &word, &points].map(|x| Cell::Text(x)));
            }
            show::tables(&[&table], Format::Csv)
        }
        Format::Table => {
            let mut out = format!("{} ({})\n", exercise.title.of(lang), exercise.key);
            for finding in &grade.findings {
                let expected = match finding.expected.as_str() {
                    "" => String::new(),
                    expected => format!(" ({})", say("exercise_expected", lang, &[("expected", expected)])),
                };
                out.push_str(&format!("  {}  {}: {}{expected}\n", word(finding.holds), finding.what, finding.found));
            }
            let (points, of) = (grade.points().to_string(), grade.of().to_string());
            let key = if grade.passed() { "exercise_grade" } else { "exercise_not_yet" };
            out.push_str(&format!("{}\n", say(key, lang, &[("points", &points), ("of", &of)])));
            if !grade.passed() && !exercise.hints.is_empty() {
                out.push_str(&format!("{}\n", say("exercise_hints", lang, &[("key", &exercise.key)])));
            }
            out
        }
    }
}
