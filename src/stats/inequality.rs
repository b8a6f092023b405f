//! How unequally something is divided.

use super::sorted;
use super::summary::to_f64;

/// Measures of inequality of non-negative values; nothing where undefined.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inequality {
    /// Gini's coefficient, `sum_i (2 i - n - 1) x_(i) / (n sum x)`, without correction for small n (Gini 1912).
    pub gini: Option<f64>,
    /// Theil's T, `mean((x / m) ln(x / m))` with `0 ln 0 = 0` (Theil 1967).
    pub theil_t: Option<f64>,
    /// Theil's L, `mean(ln(m / x))`; nothing if a value is not positive.
    pub theil_l: Option<f64>,
    /// Jain's index of fairness, `(sum x)^2 / (n sum x^2)` (Jain, Chiu & Hawe 1984): 1 if all are equal, 1/n if one has all.
    pub jain: Option<f64>,
}

/// The inequality of some values, none negative.
pub fn inequality(values: &[f64]) -> Inequality {
    let n = to_f64(values.len());
    let ascending = sorted(values);
    let sum: f64 = ascending.iter().sum();
    let mean = sum / n;
    let defined = sum > 0.0;
    let squares: f64 = ascending.iter().map(|x| x * x).sum();
    let t = |x: &f64| if *x == 0.0 { 0.0 } else { x / mean * libm::log(x / mean) };
    let positive = ascending.first().is_some_and(|least| *least > 0.0);
    Inequality {
        gini: gini(&ascending),
        theil_t: defined.then(|| ascending.iter().map(t).sum::<f64>() / n),
        theil_l: (defined && positive).then(|| ascending.iter().map(|x| libm::log(mean / x)).sum::<f64>() / n),
        jain: defined.then(|| sum * sum / (n * squares)),
    }
}

/// Gini's coefficient: 0 if all have as much, towards 1 if one has all (Gini 1912).
///
/// `values` are in ascending order. Nothing of no values, of values that are not all at least 0, or if nobody has anything.
///
/// # Examples
/// ```
/// assert_eq!(comity::stats::gini(&[5.0, 5.0, 5.0, 5.0]), Some(0.0));
/// assert_eq!(comity::stats::gini(&[0.0, 0.0, 0.0, 8.0]), Some(0.75));
/// assert_eq!(comity::stats::gini(&[-1.0, 2.0]), None);
/// ```
pub fn gini(values: &[f64]) -> Option<f64> {
    let total: f64 = values.iter().sum();
    if values.first().is_none_or(|lowest| *lowest < 0.0) || total <= 0.0 {
        return None;
    }
    // Of equals it is 0 whatever the rounding.
    if values.first() == values.last() {
        return Some(0.0);
    }
    let n = to_f64(values.len());
    let weighted: f64 = values.iter().enumerate().map(|(k, value)| to_f64(k + 1) * value).sum();
    Some(2.0 * weighted / (n * total) - (n + 1.0) / n)
}
