//! Runs the runs of a shard.

use super::probe::{Compiled, Probe};
use super::tables::{self, Row};
use super::{Plan, SweepError};
use crate::error::Diagnostic;
use crate::exchange::TraceLevel;
use crate::models::{Lab, RunCx};
use crate::scenario::Scenario;
use crate::sim::map_indexed;
use crate::stats::{Running, mean_interval};
use crate::table::Table;
use std::ops::Range;

/// So many replicates of one point are one job.
const JOB: u64 = 256;

/// Runs a shard and gives its rows: one a run, in the order of points and replicates. `done` hears how many runs more are
/// done; once `stop` says so, no further run is begun.
///
/// # Errors
/// If a run fails, or what is measured is not there; [`SweepError::Interrupted`] if it was stopped.
pub fn run_shard(
    plan: &Plan,
    shard: u64,
    lab: &Lab,
    done: &(dyn Fn(u64) + Sync),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Table, SweepError> {
    let units = plan.range(shard);
    let per_point = if plan.study.stop.is_some() { 1 } else { plan.replicates };
    let points: Range<u64> = units.start / per_point..units.end.div_ceil(per_point);
    let first = points.start;
    let place = |point: u64| usize::try_from(point).expect("points are in memory");
    let count = place(points.end - points.start);
    let scenarios: Vec<Scenario> =
        map_indexed(count, |k| plan.scenario(place(first + k as u64), lab)).into_iter().collect::<Result<_, _>>()?;
    let bench = Bench { plan, done, stop };
    let rows: Vec<Result<Vec<Row>, SweepError>> = if plan.study.stop.is_some() {
        map_indexed(count, |k| bench.until_narrow(&scenarios[k], place(first) + k))
    } else {
        let jobs = jobs(points, &units, plan.replicates);
        map_indexed(jobs.len(), |j| {
            let (point, replicates) = &jobs[j];
            bench.replicates(&scenarios[place(*point - first)], place(*point), replicates.clone())
        })
    };
    let mut table = Table::new(tables::runs(plan));
    for rows in rows {
        rows?.iter().for_each(|row| tables::push_run(&mut table, plan, row));
    }
    Ok(table)
}

/// Runs the first replicate of a point, to see how long it takes.
///
/// # Errors
/// If it fails.
pub fn pilot(plan: &Plan, point: usize, lab: &Lab) -> Result<(), SweepError> {
    let bench = Bench { plan, done: &|_| (), stop: &|| false };
    bench.replicates(&plan.scenario(point, lab)?, point, 0..1).map(|_| ())
}

/// Pieces of at most [`JOB`] replicates of one point, in order.
fn jobs(points: Range<u64>, units: &Range<u64>, replicates: u64) -> Vec<(u64, Range<u64>)> {
    let mut jobs = Vec::new();
    for point in points {
        let start = units.start.saturating_sub(point * replicates);
        let end = (units.end - point * replicates).min(replicates);
        let mut from = start;
        while from < end {
            let to = (from + JOB).min(end);
            jobs.push((point, from..to));
            from = to;
        }
    }
    jobs
}

struct Bench<'a> {
    plan: &'a Plan,
    done: &'a (dyn Fn(u64) + Sync),
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl Bench<'_> {
    fn replicates(&self, scenario: &Scenario, point: usize, replicates: Range<u64>) -> Result<Vec<Row>, SweepError> {
        let tables = scenario.model.tables();
        let measures: Vec<Compiled<'_>> = self
            .plan
            .study
            .measures
            .iter()
            .map(|measure| Compiled::of(measure, &tables))
            .collect::<Result<_, Diagnostic>>()?;
        let count = replicates.end - replicates.start;
        let mut rows = Vec::new();
        for replicate in replicates {
            if (self.stop)() {
                return Err(SweepError::Interrupted);
            }
            let key = self.plan.run_key(point, replicate);
            let mut probe = Probe::new(&measures);
            let found = scenario
                .model
                .run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut probe)
                .map_err(Diagnostic::from)
                .and_then(|()| probe.finish());
            let values = found.map_err(|fault| {
                let run = format!("{}-{replicate}", self.plan.points[point].hash);
                let set = self.plan.describe(&self.plan.points[point].values);
                Diagnostic { found: format!("run {run} ({set}): {}", fault.found), ..fault }
            })?;
            rows.push(Row { point, replicate, values });
        }
        (self.done)(count);
        Ok(rows)
    }

    /// Runs a point until the interval is narrow enough, or all replicates are run: looked at after every `least`, so that
    /// the decision depends on the runs before it alone.
    fn until_narrow(&self, scenario: &Scenario, point: usize) -> Result<Vec<Row>, SweepError> {
        let Some(stop) = &self.plan.study.stop else { return Ok(Vec::new()) };
        let mut rows: Vec<Row> = Vec::new();
        let mut running = Running::default();
        let mut from = 0;
        while from < self.plan.replicates {
            let to = (from + stop.least).min(self.plan.replicates);
            for row in self.replicates(scenario, point, from..to)? {
                row.values[stop.measure].into_iter().for_each(|value| running.push(value));
                rows.push(row);
            }
            from = to;
            let interval = running.summary().and_then(|summary| mean_interval(&summary, self.plan.study.level));
            if interval.is_some_and(|interval| interval.high - interval.low <= stop.width) {
                break;
            }
        }
        Ok(rows)
    }
}
