//! Means over repetitions as cells of tables.

use crate::stats::{Running, mean_interval};
use crate::table::Cell;

/// The level of all intervals.
pub(super) const LEVEL: f64 = 0.95;

/// The mean of a stream, and its t interval where there are several values.
pub(super) fn estimate(running: &Running) -> [Cell<'static>; 3] {
    let Some(summary) = running.summary() else { return [Cell::Null; 3] };
    match mean_interval(&summary, LEVEL) {
        Some(interval) => [summary.mean.into(), interval.low.into(), interval.high.into()],
        None => [summary.mean.into(), Cell::Null, Cell::Null],
    }
}

/// The mean of a stream; nothing of none.
pub(super) fn mean(running: &Running) -> Cell<'static> {
    running.summary().map(|summary| summary.mean).into()
}
