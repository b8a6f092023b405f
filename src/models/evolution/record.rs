//! Turns what populations came to into rows.

use super::evolve::payoffs;
use super::exactly::exactly;
use super::meetings::Meetings;
use super::setting::{Condition, Structure};
use super::summary::Summary;
use crate::equilibrium::evolution::Flow;
use crate::models::estimates::{LEVEL, estimate, mean};
use crate::models::{Recorder, RunCx, RunError};
use crate::stats::{Running, wilson};
use crate::table::Cell;

/// The grid of the arrows that show where selection pushes: so many steps a side of the triangle.
const ARROWS: u32 = 9;
/// How long the longest arrow is, in shares.
const LONGEST: f64 = 0.07;

/// The mean of shares and its interval, as far as that lies from 0 to 1.
fn share(running: &Running) -> [Cell<'static>; 3] {
    estimate(running).map(|cell| match cell {
        Cell::Float(x) => Cell::Float(x.clamp(0.0, 1.0)),
        other => other,
    })
}

/// Records the rows of a condition.
pub(super) fn condition(
    condition: &Condition,
    meetings: &Meetings,
    summary: &Summary,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let name = condition.name.as_str();
    let exact = exactly(condition, meetings, cx.key);
    let kinds = &condition.cast.kinds;
    let start = summary.first.points.first().map_or(&[][..], |(_, shares)| shares);
    for (k, kind) in kinds.iter().enumerate() {
        let probability = exact.map(|exact| if k == 0 { exact.first } else { 1.0 - exact.first });
        let fixed = match wilson(summary.fixed[k], summary.repetitions, LEVEL) {
            Some(found) if !condition.dynamics.is_infinite() => {
                [found.estimate, found.low, found.high].map(Cell::Float)
            }
            _ => [Cell::Null; 3],
        };
        let row = [
            &[name.into(), (&kind.name).into(), (&kind.strategy).into(), start[k].into()][..],
            &share(&summary.mean[k]),
            &[mean(&summary.end[k])],
            &fixed,
            &[probability.into()],
        ];
        recorder.row("fates", &row.concat());
    }
    let settled: u64 = summary.fixed.iter().sum();
    #[expect(clippy::cast_precision_loss, reason = "counts of repetitions")]
    let settled = settled as f64 / summary.repetitions as f64;
    let infinite = condition.dynamics.is_infinite();
    let row = [
        &[name.into(), if infinite { Cell::Null } else { condition.cast.population.into() }][..],
        &[if infinite { Cell::Null } else { settled.into() }],
        &estimate(&summary.steps),
        &[exact.map(|exact| exact.steps).into(), mean(&summary.payoff), mean(&summary.cooperation)],
        &[summary.repetitions.into()],
    ];
    recorder.row("populations", &row.concat());
    by_pair(condition, meetings, recorder);
    by_generation(condition, summary, recorder);
    if kinds.len() == 3 {
        arrows(condition, meetings, recorder)?;
    }
    let Structure::Lattice { width, .. } = condition.structure else { return Ok(()) };
    for (generation, cells) in &summary.first.boards {
        for (k, strategy) in cells.iter().enumerate() {
            let place = [(k / width + 1).into(), (k % width + 1).into(), (&kinds[usize::from(*strategy)].name).into()];
            recorder.row("territory", &[&[name.into(), (*generation).into()][..], &place].concat());
        }
    }
    Ok(())
}

fn by_pair(condition: &Condition, meetings: &Meetings, recorder: &mut dyn Recorder) {
    let kinds = &condition.cast.kinds;
    for (own, kind) in kinds.iter().enumerate() {
        for (other, opponent) in kinds.iter().enumerate() {
            let pair = own * kinds.len() + other;
            let row = [
                condition.name.as_str().into(),
                (&kind.name).into(),
                (&opponent.name).into(),
                meetings.matrix.at(own, other).into(),
                meetings.cooperation[pair].into(),
                if meetings.exact[pair] { "exactly" } else { "sampled" }.into(),
            ];
            recorder.row("meetings", &row);
        }
    }
}

fn by_generation(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let kinds = &condition.cast.kinds;
    let name = condition.name.as_str();
    for (k, (generation, shares)) in summary.shares.iter().enumerate() {
        let first = summary.first.points.get(k).map(|(_, shares)| shares);
        for (strategy, running) in shares.iter().enumerate() {
            let members = first.filter(|_| !condition.dynamics.is_infinite()).map(|shares| {
                #[expect(clippy::cast_precision_loss, reason = "populations are far below 2^53")]
                let members = shares[strategy] * condition.cast.population as f64;
                #[expect(clippy::cast_possible_truncation, reason = "populations are far below 2^53")]
                let members = members.round() as i64;
                members
            });
            let row = [
                &[name.into(), (&kinds[strategy].name).into(), (*generation).into()][..],
                &share(running),
                &[members.map_or(Cell::Null, Cell::Integer)],
            ];
            recorder.row("shares", &row.concat());
        }
        if let Some([x, y, z]) = first.map(Vec::as_slice) {
            let corners = corners(condition);
            let row = [name.into(), (&corners).into(), (*generation).into(), (*x).into(), (*y).into(), (*z).into()];
            recorder.row("shares_path", &row);
        }
    }
}

/// The names of three strategies, in the order declared.
fn corners(condition: &Condition) -> String {
    let names: Vec<&str> = condition.cast.kinds.iter().map(|kind| kind.name.as_str()).collect();
    names.join(", ")
}

/// Where the replicator dynamics push from the points of a grid.
fn arrows(condition: &Condition, meetings: &Meetings, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let (name, corners) = (condition.name.as_str(), corners(condition));
    let flow = Flow::replicator(&payoffs(&meetings.matrix)?);
    let side = f64::from(ARROWS);
    let points: Vec<[f64; 3]> = (1..ARROWS)
        .flat_map(|a| (1..ARROWS - a).map(move |b| [f64::from(a) / side, f64::from(b) / side]))
        .map(|[a, b]| [a, b, 1.0 - a - b])
        .collect();
    let ways: Vec<Vec<f64>> = points.iter().map(|point| flow.velocity(point)).collect();
    let length = |way: &Vec<f64>| way.iter().map(|v| v * v).sum::<f64>().sqrt();
    let most = ways.iter().map(length).fold(0.0, f64::max);
    let scale = if most > 0.0 { LONGEST / most } else { 0.0 };
    for (k, (point, way)) in points.iter().zip(&ways).enumerate() {
        for end in 0..2u32 {
            let at = |axis: usize| Cell::Float(point[axis] + f64::from(end) * scale * way[axis]);
            let place = 2 * k + end as usize;
            let row = [name.into(), corners.as_str().into(), place.into(), at(0), at(1), at(2), "arrows".into()];
            recorder.row("flow", &row);
        }
    }
    Ok(())
}
