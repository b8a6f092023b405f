//! How unequal values are.

use super::summary::to_f64;

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
