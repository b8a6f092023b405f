//! Bootstrap intervals (Efron 1979): the statistic of samples drawn from the sample with replacement.
//!
//! What is drawn is the caller's to say: nothing here has draws, and the same indices give the same interval.

use super::interval::Interval;
use super::summary::Summary;
use super::{quantile, sorted};

/// What a bootstrap gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Bootstrap {
    /// The statistic of the sample, with the percentile interval: the quantiles of the replicates at `(1 - level) / 2` and
    /// `(1 + level) / 2` (Efron & Tibshirani 1993, ch. 13).
    pub percentile: Interval,
    /// The basic interval: the percentile interval mirrored at the estimate (Davison & Hinkley 1997, eq. 5.6).
    pub basic: Interval,
    /// The standard deviation of the replicates; nothing of one.
    pub standard_error: Option<f64>,
}

impl Bootstrap {
    /// The intervals of an estimate from the statistics of its replicates. Nothing without a replicate.
    pub fn of(estimate: f64, replicates: &[f64], level: f64) -> Option<Self> {
        let ascending = sorted(replicates);
        let low = quantile(&ascending, (1.0 - level) / 2.0)?;
        let high = quantile(&ascending, f64::midpoint(1.0, level))?;
        Some(Self {
            percentile: Interval { estimate, low, high },
            basic: Interval { estimate, low: 2.0 * estimate - high, high: 2.0 * estimate - low },
            standard_error: Summary::of(replicates)?.sd,
        })
    }
}

/// The bootstrap of a statistic of one sample (of pairs, if they are one value each): `replicates` times as many values as
/// it has are taken at indices that `index` draws below the sample's size. Nothing of an empty sample, or if the statistic is
/// nothing.
pub fn bootstrap(
    values: &[f64],
    replicates: usize,
    level: f64,
    statistic: impl Fn(&[f64]) -> Option<f64>,
    mut index: impl FnMut(usize) -> usize,
) -> Option<Bootstrap> {
    let estimate = statistic(values)?;
    let mut sample = vec![0.0; values.len()];
    let mut drawn = Vec::with_capacity(replicates);
    for _ in 0..replicates {
        sample.iter_mut().for_each(|place| *place = values[index(values.len())]);
        drawn.push(statistic(&sample)?);
    }
    Bootstrap::of(estimate, &drawn, level)
}

/// The mean of a sample, as a statistic.
pub fn mean(values: &[f64]) -> Option<f64> {
    Summary::of(values).map(|summary| summary.mean)
}

/// The median of a sample, as a statistic.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(&sorted(values), 0.5)
}
