//! Confidence intervals.

use super::distribution::{normal_quantile, t_quantile};
use super::summary::{Summary, to_f64};

/// An estimate and its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Student's interval of a mean: `m -+ t((1 + level) / 2, n - 1) s / sqrt n` (Student 1908). Nothing for fewer than
/// two values.
pub fn t_interval(values: &[f64], level: f64) -> Option<Interval> {
    mean_interval(&Summary::of(values)?, level)
}

/// [`t_interval`] of a sample whose summary is known.
pub fn mean_interval(summary: &Summary, level: f64) -> Option<Interval> {
    let half = match summary.standard_error()? {
        0.0 => 0.0,
        se => t_quantile(f64::midpoint(1.0, level), to_f64(summary.n - 1)) * se,
    };
    Some(Interval { estimate: summary.mean, low: summary.mean - half, high: summary.mean + half })
}

/// Wilson's interval of a proportion (Wilson 1927): exactly 0 below for no successes, exactly 1 above for none
/// missing. Nothing for no trials.
pub fn wilson(successes: u64, trials: u64, level: f64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let (k, n) = (successes as f64, trials as f64);
    let z = normal_quantile(f64::midpoint(1.0, level));
    let (p, square) = (k / n, z * z);
    let centre = (p + square / (2.0 * n)) / (1.0 + square / n);
    let half = z / (1.0 + square / n) * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    let low = if successes == 0 { 0.0 } else { centre - half };
    let high = if successes == trials { 1.0 } else { centre + half };
    Some(Interval { estimate: p, low, high })
}
