//! Two samples compared: paired and unpaired t intervals and tests, and tests of equivalence.
//!
//! A test here is the complement of its interval: the p-value is below `1 - level` exactly where the interval of that
//! level leaves out nothing. What is undefined, such as t where nothing varies, is nothing.

use super::distribution::{t_cdf, t_quantile};
use super::interval::Interval;
use super::summary::{Summary, to_f64};

/// A difference of means with its t test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The difference of the means and its interval.
    pub interval: Interval,
    /// Its standard error.
    pub standard_error: f64,
    /// The degrees of freedom.
    pub df: f64,
    /// The statistic: difference by standard error; nothing if that is 0.
    pub t: Option<f64>,
    /// The two-sided p-value; nothing without a statistic.
    pub p: Option<f64>,
}

impl Difference {
    fn of(estimate: f64, standard_error: f64, df: f64, level: f64) -> Self {
        let half = if standard_error == 0.0 { 0.0 } else { t_quantile(f64::midpoint(1.0, level), df) * standard_error };
        let t = (standard_error > 0.0).then(|| estimate / standard_error);
        Self {
            interval: Interval { estimate, low: estimate - half, high: estimate + half },
            standard_error,
            df,
            t,
            p: t.map(|t| 2.0 * t_cdf(-t.abs(), df)),
        }
    }

    /// The p-value of the test of equivalence by two one-sided t tests (Schuirmann 1987): how likely an estimate so well
    /// within `-margin` to `margin` were if the difference lay outside. Nothing if nothing varies.
    ///
    /// It is below `alpha` exactly where the interval of level `1 - 2 alpha` lies within the margin.
    pub fn equivalence(&self, margin: f64) -> Option<f64> {
        if self.standard_error <= 0.0 {
            return None;
        }
        let below = t_cdf((self.interval.estimate - margin) / self.standard_error, self.df);
        let above = t_cdf((-margin - self.interval.estimate) / self.standard_error, self.df);
        Some(below.max(above))
    }
}

/// The mean of paired differences `x - y` (Student 1908): `t = mean(d) / (sd(d) / sqrt n)` with n - 1 degrees of freedom.
/// Nothing for fewer than two pairs, or samples of unequal size.
pub fn paired_t(x: &[f64], y: &[f64], level: f64) -> Option<Difference> {
    if x.len() != y.len() {
        return None;
    }
    let differences: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
    let summary = Summary::of(&differences)?;
    Some(Difference::of(summary.mean, summary.standard_error()?, to_f64(summary.n - 1), level))
}

/// The difference of two means of unequal variances (Welch 1947), with the degrees of freedom of Satterthwaite 1946.
/// Nothing for a sample of fewer than two values.
pub fn welch_t(x: &[f64], y: &[f64], level: f64) -> Option<Difference> {
    let (x, y) = (Summary::of(x)?, Summary::of(y)?);
    let (a, b) = (x.standard_error()?, y.standard_error()?);
    let (a, b) = (a * a, b * b);
    let sum = a + b;
    let df = sum * sum / (a * a / to_f64(x.n - 1) + b * b / to_f64(y.n - 1));
    let df = if df.is_finite() { df } else { to_f64(x.n + y.n - 2) };
    Some(Difference::of(x.mean - y.mean, sum.sqrt(), df, level))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of the test: below alpha exactly where the interval of level 1 - 2 alpha lies within the margin.
    #[test]
    fn equivalence_is_the_interval_within_the_margin() {
        let (x, y) = ([5.1, 4.9, 5.3, 5.0, 4.8, 5.2], [5.0, 5.0, 5.1, 4.9, 5.0, 5.1]);
        let found = welch_t(&x, &y, 0.9).expect("two samples");
        let reach = found.interval.low.abs().max(found.interval.high.abs());
        for (margin, within) in [(reach * 1.001, true), (reach * 0.999, false)] {
            assert_eq!(found.equivalence(margin).expect("it varies") < 0.05, within);
        }
        let same = paired_t(&[1.0, 1.0], &[0.0, 0.0], 0.95).expect("pairs");
        assert_eq!((same.t, same.p, same.equivalence(2.0)), (None, None, None));
        assert_eq!((same.interval.low, same.interval.high), (1.0, 1.0));
        assert_eq!(paired_t(&[1.0, 2.0], &[1.0], 0.95), None);
    }
}
