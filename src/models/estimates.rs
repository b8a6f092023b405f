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

/// Places by score, the greatest first, each with its rank from 1; scores that agree to twelve digits share a rank.
pub(super) fn ranking(scores: &[f64]) -> Vec<(usize, usize)> {
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-12 * a.abs().max(b.abs());
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let mut ranked: Vec<(usize, usize)> = Vec::with_capacity(order.len());
    for (k, place) in order.into_iter().enumerate() {
        let shared = ranked.last().filter(|(before, _)| close(scores[*before], scores[place])).map(|(_, rank)| *rank);
        ranked.push((place, shared.unwrap_or(k + 1)));
    }
    ranked
}
