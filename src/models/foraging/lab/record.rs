//! Rows of the foraging model's tables.

use super::campaign::{Lesson, Run};
use super::setting::Condition;
use super::shown::NetValue;
use crate::exact::Rational;
use crate::models::Recorder;
use crate::models::courses;
use crate::models::estimates::{LEVEL, estimate, mean};
use crate::models::foraging::letter;
use crate::stats::{Running, wilson};
use crate::table::{Cell, Table};

fn over<'a>(values: impl Iterator<Item = f64> + 'a) -> Running {
    let mut running = Running::default();
    values.for_each(|value| running.push(value));
    running
}

/// The rows of a trained condition.
pub(super) fn condition(condition: &Condition, runs: &[Run], lessons: &[Option<Lesson>], recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let courses: Vec<_> = runs.iter().map(|run| &run.course).collect();
    courses::record(name, condition.episodes, &courses, recorder);
    for (agent, lesson) in lessons.iter().enumerate() {
        let Some(lesson) = lesson else { continue };
        let gaps: Vec<f64> = runs.iter().filter_map(|run| run.gaps.get(agent).copied().flatten()).collect();
        let (trials, above) = (gaps.len() as u64, gaps.iter().filter(|gap| **gap > 0.0).count() as u64);
        let letter = letter(agent);
        let mut row: Vec<Cell<'_>> =
            vec![name.into(), letter.as_str().into(), lesson.others_load.into(), lesson.at_start.into()];
        row.extend(estimate(&over(gaps.iter().copied())));
        row.extend(match wilson(above, trials, LEVEL) {
            Some(share) => [share.estimate.into(), share.low.into(), share.high.into()],
            None => [Cell::Null; 3],
        });
        row.push(mean(&over(gaps.iter().map(|gap| f64::from(u8::from(*gap == 0.0))))));
        row.push(trials.into());
        recorder.row("loading", &row);
    }
}

/// What a rule gives each agent, and its standard error if it is an estimate.
pub(super) fn credit(rule: &str, credits: &[(Rational, Option<f64>)], recorder: &mut dyn Recorder) {
    for (agent, (credit, error)) in credits.iter().enumerate() {
        let (letter, exact) = (letter(agent), credit.to_string());
        // An estimate is no fraction.
        let fraction = if error.is_none() { exact.as_str().into() } else { Cell::Null };
        recorder
            .row("credit", &[rule.into(), letter.as_str().into(), credit.to_f64().into(), (*error).into(), fraction]);
    }
}

/// What each agent is worth by running again without it.
pub(super) fn net_values(values: &[NetValue], episodes: u64, recorder: &mut dyn Recorder) {
    for (agent, value) in values.iter().enumerate() {
        let letter = letter(agent);
        let mut row: Vec<Cell<'_>> = vec![letter.as_str().into()];
        row.extend(estimate(&value.difference));
        row.extend([mean(&value.with), mean(&value.without), mean(&value.tasks[0]), mean(&value.tasks[1])]);
        row.push(episodes.into());
        recorder.row("net_value", &row);
    }
}

/// The rows of a table that is there already.
pub(super) fn table(table: &Table, recorder: &mut dyn Recorder) {
    let columns = table.schema().columns.len();
    for row in 0..table.len() {
        let cells: Vec<Cell<'_>> = (0..columns).map(|column| table.cell(row, column)).collect();
        recorder.row(table.name(), &cells);
    }
}
