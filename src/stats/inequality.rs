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
    let weighted: f64 = ascending.iter().enumerate().map(|(k, x)| (2.0 * to_f64(k + 1) - n - 1.0) * x).sum();
    let squares: f64 = ascending.iter().map(|x| x * x).sum();
    let t = |x: &f64| if *x == 0.0 { 0.0 } else { x / mean * libm::log(x / mean) };
    let positive = ascending.first().is_some_and(|least| *least > 0.0);
    Inequality {
        gini: defined.then(|| weighted / (n * sum)),
        theil_t: defined.then(|| ascending.iter().map(t).sum::<f64>() / n),
        theil_l: (defined && positive).then(|| ascending.iter().map(|x| libm::log(mean / x)).sum::<f64>() / n),
        jain: defined.then(|| sum * sum / (n * squares)),
    }
}
