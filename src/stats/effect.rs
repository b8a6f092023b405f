//! How large a difference is, apart from how sure it is.

use super::ranks::mann_whitney;
use super::summary::{Summary, to_f64};

/// Differences of means in standard deviations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EffectSize {
    /// The pooled standard deviation.
    pub pooled_sd: f64,
    /// Cohen's d: the difference of means by it (Cohen 1988, ch. 2).
    pub cohen_d: f64,
    /// The factor that takes the bias from d: `J = Gamma(df/2) / (sqrt(df/2) Gamma((df - 1)/2))` (Hedges 1981).
    pub correction: f64,
    /// Hedges' g: `J d`.
    pub hedges_g: f64,
    /// The same by Hedges' approximation `1 - 3 / (4 df - 1)` of the factor.
    pub hedges_g_approximate: f64,
}

/// The effect size of two samples, with `df = n_x + n_y - 2`. Nothing for a sample of fewer than two values, or if nothing
/// varies.
pub fn effect_size(x: &[f64], y: &[f64]) -> Option<EffectSize> {
    let (x, y) = (Summary::of(x)?, Summary::of(y)?);
    let (a, b) = (x.sd?, y.sd?);
    let df = to_f64(x.n + y.n - 2);
    let pooled_sd = ((to_f64(x.n - 1) * a * a + to_f64(y.n - 1) * b * b) / df).sqrt();
    if pooled_sd <= 0.0 {
        return None;
    }
    let cohen_d = (x.mean - y.mean) / pooled_sd;
    let correction = libm::exp(libm::lgamma(0.5 * df) - libm::lgamma(0.5 * (df - 1.0))) / (0.5 * df).sqrt();
    Some(EffectSize {
        pooled_sd,
        cohen_d,
        correction,
        hedges_g: correction * cohen_d,
        hedges_g_approximate: cohen_d * (1.0 - 3.0 / (4.0 * df - 1.0)),
    })
}

/// Cliff's delta (Cliff 1993): how much likelier a value of `x` is above one of `y` than below, from -1 to 1. Nothing for
/// an empty sample.
pub fn cliffs_delta(x: &[f64], y: &[f64]) -> Option<f64> {
    mann_whitney(x, y).map(|test| test.rank_biserial)
}
