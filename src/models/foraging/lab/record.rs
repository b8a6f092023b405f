//! Rows of the foraging model's tables.

use super::campaign::{Lesson, Run};
use super::setting::Condition;
use super::shown::NetValue;
use crate::exact::Rational;
use crate::models::Recorder;
use crate::models::estimates::{LEVEL, estimate, mean};
use crate::models::foraging::letter;
use crate::stats::{Running, wilson};
use crate::table::{Cell, Table};

fn over<'a>(values: impl Iterator<Item = f64> + 'a) -> Running {
    let mut running = Running::default();
    values.for_each(|value| running.push(value));
    running
}

/// Final, best and mean return of a repetition.
fn returns(run: &Run) -> [f64; 3] {
    let tested = || run.curve.iter().map(|point| point.tested);
    let mean = over(tested()).summary().map_or(0.0, |summary| summary.mean);
    [tested().next_back().unwrap_or(0.0), tested().fold(f64::NEG_INFINITY, f64::max), mean]
}

/// The rows of a trained condition.
pub(super) fn condition(condition: &Condition, runs: &[Run], lessons: &[Option<Lesson>], recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let mut row: Vec<Cell<'_>> = vec![name.into()];
    for which in 0..3 {
        row.extend(estimate(&over(runs.iter().map(|run| returns(run)[which]))));
    }
    let last = |run: &Run| run.curve.last().map_or(0.0, |point| point.steps);
    #[expect(clippy::cast_precision_loss, reason = "features are far fewer than 2^53")]
    let features = over(runs.iter().map(|run| run.features as f64));
    row.extend([mean(&over(runs.iter().map(last))), condition.episodes.into(), mean(&features), runs.len().into()]);
    recorder.row("training", &row);

    let points = runs.first().map_or(0, |run| run.curve.len());
    for point in 0..points {
        let mut row: Vec<Cell<'_>> = vec![name.into(), runs[0].curve[point].episode.into()];
        row.extend(estimate(&over(runs.iter().map(|run| run.curve[point].tested))));
        row.extend(estimate(&over(runs.iter().map(|run| run.curve[point].trained))));
        recorder.row("learning_curve", &row);
    }
    for (k, run) in runs.iter().enumerate() {
        let [last, best, area] = returns(run);
        let row = [name.into(), (k + 1).into(), last.into(), best.into(), area.into(), run.weights.as_str().into()];
        recorder.row("training_runs", &row);
    }
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

/// What a rule gives each agent.
pub(super) fn credit(rule: &str, credits: &[Rational], recorder: &mut dyn Recorder) {
    for (agent, credit) in credits.iter().enumerate() {
        let (letter, exact) = (letter(agent), credit.to_string());
        let row = [rule.into(), letter.as_str().into(), credit.to_f64().into(), exact.as_str().into()];
        recorder.row("credit", &row);
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
