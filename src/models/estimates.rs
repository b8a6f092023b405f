//! Means over repetitions as cells of tables.

use crate::stats::{Running, mean_interval};
use crate::table::{Cell, Column};

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

/// The column of the lower end of a measure's interval.
pub(super) fn low(of: &'static str, name: &'static str) -> Column {
    Column::low(name, of, "The lower end of the interval.")
}

/// The column of the upper end.
pub(super) fn high(of: &'static str, name: &'static str) -> Column {
    Column::high(name, of, "The upper end of the interval.")
}

/// The columns of both ends.
pub(super) fn bounds(of: &'static str, [lower, upper]: [&'static str; 2]) -> [Column; 2] {
    [low(of, lower), high(of, upper)]
}
