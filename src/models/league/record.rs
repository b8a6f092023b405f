//! Rows of the league model's tables.

use super::setting::{Condition, Method};
use super::trial::{SHOWN, Trial};
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;
use crate::table::Cell;

fn over<'a>(trials: &'a [Trial], of: impl Fn(&'a Trial) -> f64) -> Running {
    let mut running = Running::default();
    trials.iter().for_each(|trial| running.push(of(trial)));
    running
}

/// The rows of a condition.
pub(super) fn condition(condition: &Condition, trials: &[Trial], recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let points = trials[0].curve.len();
    let exploited = |trial: &Trial, point: usize| trial.curve[point].exploitability.to_f64();
    let last = trials[0].curve[points - 1].exploitability.to_string();
    let mut row: Vec<Cell<'_>> = vec![name.into()];
    row.extend(estimate(&over(trials, |trial| exploited(trial, points - 1))));
    let least = |trial: &Trial| (0..points).map(|point| exploited(trial, point)).fold(f64::INFINITY, f64::min);
    let all = |trial: &Trial| {
        let mut running = Running::default();
        (0..points).for_each(|point| running.push(exploited(trial, point)));
        running.summary().map_or(0.0, |summary| summary.mean)
    };
    row.extend([
        mean(&over(trials, least)),
        mean(&over(trials, all)),
        mean(&over(trials, |trial| size(trial, points - 1))),
        // Long fractions say nothing to a reader.
        if trials.len() == 1 && last.len() <= 24 { last.as_str().into() } else { Cell::Null },
        condition.iterations.into(),
        trials.len().into(),
    ]);
    recorder.row("league", &row);
    for point in 0..points {
        let mut row: Vec<Cell<'_>> = vec![name.into(), point.into()];
        row.extend(estimate(&over(trials, |trial| exploited(trial, point))));
        row.push(mean(&over(trials, |trial| size(trial, point))));
        recorder.row("league_curve", &row);
    }
    policies(condition, &trials[0], recorder);
    if condition.method == Method::League {
        members(name, &trials[0], recorder);
    }
}

#[expect(clippy::cast_precision_loss, reason = "populations are far smaller than 2^53")]
fn size(trial: &Trial, point: usize) -> f64 {
    trial.curve[point].size as f64
}

/// What both seats play in the end.
fn policies(condition: &Condition, trial: &Trial, recorder: &mut dyn Recorder) {
    for (player, mixture) in condition.game.players().iter().zip([&trial.last.row, &trial.last.column]) {
        for (action, p) in player.actions.iter().zip(mixture).filter(|(_, p)| !p.is_zero()) {
            let row = [condition.name.as_str().into(), (&player.name).into(), action.into(), p.to_f64().into()];
            recorder.row("league_policies", &row);
        }
    }
}

fn members(condition: &str, trial: &Trial, recorder: &mut dyn Recorder) {
    for member in &trial.members {
        let row = [
            condition.into(),
            (&member.name).into(),
            member.role.into(),
            member.frozen.map_or(Cell::Null, Cell::from),
            member.exploitability.to_f64().into(),
        ];
        recorder.row("league_members", &row);
    }
    let late = &trial.members[trial.members.len().saturating_sub(SHOWN)..];
    for (member, rates) in late.iter().zip(&trial.rates) {
        for (other, rate) in late.iter().zip(rates) {
            recorder.row("win_rates", &[condition.into(), (&member.name).into(), (&other.name).into(), (*rate).into()]);
        }
    }
}
