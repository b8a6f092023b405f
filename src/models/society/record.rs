//! Turns societies' courses into rows.

use super::Society;
use super::evolve::Course;
use super::setting::Condition;
use super::theory::{closed, crossing};
use crate::contract::strangers::Basin;
use crate::exact::Rational;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;
use crate::table::Cell;

/// How many words must be kept for a society to count as rescued.
const RESCUED: f64 = 0.9;

fn stream(values: impl Iterator<Item = f64>) -> Running {
    let mut running = Running::default();
    values.for_each(|value| running.push(value));
    running
}

/// Records what a condition's repetitions came to.
pub(super) fn courses(model: &Society, condition: &Condition, courses: &[Course], recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let kept = |course: &Course| course.kept.last().copied().unwrap_or(0.0);
    let agents = super::life::share(model.cast.agents.len(), 1);
    let payoff = |course: &Course| course.last.payoffs.iter().sum::<f64>() / agents - condition.fees();
    let row = [
        &[name.into()][..],
        &estimate(&stream(courses.iter().map(kept))),
        &estimate(&stream(courses.iter().map(payoff))),
        &[
            mean(&stream(courses.iter().map(|course| if kept(course) >= RESCUED { 1.0 } else { 0.0 }))),
            mean(&stream(courses.iter().filter_map(|course| course.last.kept.last().copied()))),
            condition.records.as_ref().map_or("", |records| records.name.as_str()).into(),
        ],
    ];
    recorder.row("societies", &row.concat());
    for (k, kind) in model.cast.kinds.iter().enumerate() {
        for generation in 0..=model.imitation.generations {
            let share = stream(courses.iter().map(|course| course.shares[generation][k]));
            let row = [name.into(), (&kind.name).into(), generation.into()];
            recorder.row("society_shares", &[&row[..], &estimate(&share)].concat());
        }
    }
    for round in 0..condition.rounds as usize {
        let rate = stream(courses.iter().map(|course| course.last.kept[round]));
        let row = [name.into(), (round + 1).into()];
        recorder.row("rounds", &[&row[..], &estimate(&rate)].concat());
    }
}

/// Records what was measured of keepers beside what closed forms say: `measured` by repetition and share of keepers.
pub(super) fn theory(model: &Society, condition: &Condition, measured: &[Vec<f64>], recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let closed = closed(condition);
    let rounds = f64::from(condition.rounds);
    let line = closed.as_ref().map(|closed| (closed.forgone().to_f64() / rounds, closed.lost().to_f64() / rounds));
    for (k, share) in model.grid.iter().enumerate() {
        let predicted = line.map(|(forgone, lost)| forgone * share - lost * (1.0 - share));
        let row = [
            &[name.into(), (*share).into()][..],
            &estimate(&stream(measured.iter().map(|run| run[k]))),
            &[predicted.into()],
        ];
        recorder.row("advantages", &row.concat());
    }
    let crossings = stream(measured.iter().filter_map(|run| crossing(&model.grid, run)));
    // Where some repetitions never cross there is no basin to speak of.
    let all = measured.iter().all(|run| crossing(&model.grid, run).is_some());
    let float = |value: Option<Rational>| Cell::from(value.map(|value| value.to_f64()));
    let basin = closed.as_ref().and_then(|closed| match closed.basin() {
        Basin::Whole => Some(Rational::zero()),
        Basin::Above(share) => Some(share),
        Basin::Below(_) | Basin::Empty => None,
    });
    let per_round = closed.as_ref().map(|closed| closed.deterrents.iter().sum::<Rational>().to_f64() / rounds);
    let row = [
        &[name.into()][..],
        &if all { estimate(&crossings) } else { [Cell::Null; 3] },
        &[
            float(basin),
            per_round.into(),
            float(closed.as_ref().and_then(|closed| closed.least_deterrent(condition.rounds as usize))),
            float(closed.as_ref().map(|closed| closed.known.clone())),
            float(closed.as_ref().and_then(|closed| closed.least_known())),
            float(closed.as_ref().map(|closed| closed.last_round())),
        ],
    ];
    recorder.row("rescues", &row.concat());
}
