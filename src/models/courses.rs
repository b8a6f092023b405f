//! Training over and over, for models that do: a course's curve with evaluations, its checkpoints, and the tables of both.
//!
//! A repetition is one training from scratch. Its state at any episode is what was learned and what was recorded so far, and
//! can be kept ([`Checkpoints`]): a training that was stopped and taken up again comes to the same rows.

use super::estimates::{bounds, estimate, mean};
use super::{Checkpoints, Recorder, conditions};
use crate::error::Diagnostic;
use crate::stats::Running;
use crate::table::{Cell, Column, TableKind, TableSchema, Type};
use crate::training::{Course, Episode, World};

/// How policies are evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) repetitions: u64,
    pub(super) evaluations: u64,
    pub(super) episodes: u64,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// How many episodes were trained.
    pub(super) episode: u64,
    /// What the team gained an episode in training since the point before.
    pub(super) trained: f64,
    /// What it gains an episode by the policies alone.
    pub(super) tested: f64,
    /// How many steps that takes.
    pub(super) steps: f64,
}

/// One training from scratch.
pub(super) struct Run {
    pub(super) curve: Vec<Point>,
    /// How many features were learned of.
    pub(super) features: usize,
    /// The digest of all weights.
    pub(super) weights: String,
}

/// Where the states of one training are kept.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    pub(super) checkpoints: Option<&'a dyn Checkpoints>,
    pub(super) condition: usize,
    pub(super) repetition: u64,
}

impl Kept<'_> {
    fn name(&self) -> String {
        format!("{}-{}", self.condition + 1, self.repetition + 1)
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn over(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}

/// What was recorded so far: the curve, and what was gained since its last point.
#[derive(Default)]
struct Progress {
    curve: Vec<Point>,
    gained: f64,
    trained: usize,
}

impl Progress {
    fn save<W: World>(&self, course: &Course<W>) -> Vec<u8> {
        let mut words = vec![self.curve.len() as u64, self.gained.to_bits(), self.trained as u64];
        for point in &self.curve {
            words.push(point.episode);
            words.extend([point.trained, point.tested, point.steps].map(f64::to_bits));
        }
        let mut bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend(course.save());
        bytes
    }

    fn load<W: World>(bytes: &[u8], course: &mut Course<W>) -> Result<Self, Diagnostic> {
        let mut rest = bytes;
        let mut word = || -> Result<u64, Diagnostic> {
            let Some((first, after)) = rest.split_first_chunk() else {
                let found = format!("a checkpoint of {} bytes", bytes.len());
                return Err(Diagnostic::new("wrong-checkpoint", found, "a checkpoint of this very training"));
            };
            rest = after;
            Ok(u64::from_le_bytes(*first))
        };
        let points = word()?;
        let gained = f64::from_bits(word()?);
        let trained = usize::try_from(word()?).unwrap_or(usize::MAX);
        let mut curve = Vec::new();
        for _ in 0..points {
            let episode = word()?;
            let [trained, tested, steps] = [word()?, word()?, word()?].map(f64::from_bits);
            curve.push(Point { episode, trained, tested, steps });
        }
        course.resume(rest)?;
        Ok(Self { curve, gained, trained })
    }
}

/// Trains a course for so many episodes, with evaluations evenly between; nothing if it stopped at a checkpoint before its end.
///
/// # Errors
/// If a checkpoint cannot be read or kept.
pub(super) fn run<W: World>(
    course: &mut Course<W>,
    episodes: u64,
    plan: Plan,
    kept: Kept<'_>,
) -> Result<Option<Run>, Diagnostic> {
    let points = plan.evaluations.min(episodes);
    let mut progress = Progress::default();
    if let Some(checkpoints) = kept.checkpoints
        && let Some(bytes) = checkpoints.load(&kept.name())?
    {
        progress = Progress::load(&bytes, course)?;
    }
    let stop = kept.checkpoints.and_then(Checkpoints::stop_after).unwrap_or(u64::MAX);
    for number in progress.curve.len() as u64 + 1..=points {
        let until = u64::try_from(u128::from(episodes) * u128::from(number) / u128::from(points))
            .expect("at most all episodes");
        while course.episode() < until {
            if course.episode() >= stop {
                keep(kept, &progress, course)?;
                return Ok(None);
            }
            progress.gained += course.train().team;
            progress.trained += 1;
        }
        let tested: Vec<Episode> = course.evaluate(number, plan.episodes);
        let sum = |of: fn(&Episode) -> f64| tested.iter().fold(0.0, |sum, episode| sum + of(episode));
        progress.curve.push(Point {
            episode: until,
            trained: over(progress.gained, progress.trained),
            tested: over(sum(|episode| episode.team), tested.len()),
            steps: over(sum(|episode| f64::from(episode.steps)), tested.len()),
        });
        (progress.gained, progress.trained) = (0.0, 0);
        keep(kept, &progress, course)?;
    }
    let weights = blake3::hash(&course.save()).to_hex()[..16].to_string();
    Ok(Some(Run { curve: progress.curve, features: course.trainer().features(), weights }))
}

fn keep<W: World>(kept: Kept<'_>, progress: &Progress, course: &Course<W>) -> Result<(), Diagnostic> {
    kept.checkpoints.map_or(Ok(()), |checkpoints| checkpoints.save(&kept.name(), &progress.save(course)))
}

fn collect<'a>(values: impl Iterator<Item = f64> + 'a) -> Running {
    let mut running = Running::default();
    values.for_each(|value| running.push(value));
    running
}

/// Final, best and mean return of a repetition.
fn returns(run: &Run) -> [f64; 3] {
    let tested = || run.curve.iter().map(|point| point.tested);
    let mean = collect(tested()).summary().map_or(0.0, |summary| summary.mean);
    [tested().next_back().unwrap_or(0.0), tested().fold(f64::NEG_INFINITY, f64::max), mean]
}

/// The rows of a trained condition.
pub(super) fn record(name: &str, episodes: u64, runs: &[&Run], recorder: &mut dyn Recorder) {
    let mut row: Vec<Cell<'_>> = vec![name.into()];
    for which in 0..3 {
        row.extend(estimate(&collect(runs.iter().map(|run| returns(run)[which]))));
    }
    let last = |run: &&Run| run.curve.last().map_or(0.0, |point| point.steps);
    #[expect(clippy::cast_precision_loss, reason = "features are far fewer than 2^53")]
    let features = collect(runs.iter().map(|run| run.features as f64));
    row.extend([mean(&collect(runs.iter().map(last))), episodes.into(), mean(&features), runs.len().into()]);
    recorder.row("training", &row);

    let points = runs.first().map_or(0, |run| run.curve.len());
    for point in 0..points {
        let mut row: Vec<Cell<'_>> = vec![name.into(), runs[0].curve[point].episode.into()];
        row.extend(estimate(&collect(runs.iter().map(|run| run.curve[point].tested))));
        row.extend(estimate(&collect(runs.iter().map(|run| run.curve[point].trained))));
        recorder.row("learning_curve", &row);
    }
    for (k, run) in runs.iter().enumerate() {
        let [last, best, area] = returns(run);
        let row = [name.into(), (k + 1).into(), last.into(), best.into(), area.into(), run.weights.as_str().into()];
        recorder.row("training_runs", &row);
    }
}

const PER_EPISODE: &str = "reward per episode";

/// The columns of a measure with its interval.
pub(super) fn measure(columns: &mut Vec<Column>, names: [&'static str; 3], unit: &'static str, doc: &'static str) {
    columns.push(Column::measure(names[0], Type::Float, unit, doc));
    columns.extend(bounds(names[0], [names[1], names[2]]));
}

/// The tables of training: what it came to, by condition; its curve; its repetitions.
pub(super) fn tables() -> [TableSchema; 3] {
    [training(), curve(), runs()]
}

/// One row a condition.
fn training() -> TableSchema {
    let mut columns = vec![Column::key("condition", Type::Text, "The rules under which the agents met.")];
    for (names, doc) in [
        (["final_return", "final_return_low", "final_return_high"], "What the team gains by its last policies."),
        (
            ["best_return", "best_return_low", "best_return_high"],
            "What it gains at the best evaluation of each repetition: chosen after the fact, and so too high.",
        ),
        (
            ["area_return", "area_return_low", "area_return_high"],
            "The mean of all evaluations of a repetition: the area under its curve.",
        ),
    ] {
        measure(&mut columns, names, PER_EPISODE, doc);
    }
    columns.extend([
        Column::measure("final_steps", Type::Float, "steps", "How many steps an episode takes by the last policies."),
        Column::measure("episodes", Type::Integer, "episodes", "How many episodes were trained."),
        Column::measure("features", Type::Float, "", "How many features were learned of, over all sets of weights."),
        Column::weight("repetitions", "How many repetitions."),
    ]);
    TableSchema::new(
        "training",
        TableKind::Summary,
        "What training came to: means over repetitions with 95 % t intervals where there are several. Policies are evaluated alone, \
         on boards of their own.",
        columns,
    )
    .headline()
}

/// Returns by episodes trained.
fn curve() -> TableSchema {
    let mut columns =
        vec![conditions::column(), Column::x("episode", Type::Integer, "episodes", "How many episodes were trained.")];
    measure(
        &mut columns,
        ["tested_return", "tested_return_low", "tested_return_high"],
        PER_EPISODE,
        "What the team gains by its policies alone.",
    );
    measure(
        &mut columns,
        ["trained_return", "trained_return_low", "trained_return_high"],
        PER_EPISODE,
        "What it gained in training since the episode before in the table, exploring.",
    );
    TableSchema::new(
        "learning_curve",
        TableKind::Series,
        "Returns by how long was trained: means over repetitions with 95 % t intervals where there are several.",
        columns,
    )
}

/// One row a repetition.
fn runs() -> TableSchema {
    TableSchema::new(
        "training_runs",
        TableKind::Summary,
        "Each repetition of each condition.",
        vec![
            conditions::column(),
            Column::key("repetition", Type::Integer, "The repetition, from 1."),
            Column::measure("final_return", Type::Float, PER_EPISODE, "What the team gains by its last policies."),
            Column::measure(
                "best_return",
                Type::Float,
                PER_EPISODE,
                "What it gains at the best evaluation of each repetition: chosen after the fact, and so too high.",
            ),
            Column::measure(
                "area_return",
                Type::Float,
                PER_EPISODE,
                "The mean of all evaluations of a repetition: the area under its curve.",
            ),
            Column::note("weights", "The digest of all weights: equal if and only if all are, to the bit."),
        ],
    )
}
