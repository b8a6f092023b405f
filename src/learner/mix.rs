//! Mixtures of actions: best replies, logit choice, projection onto the simplex, and drawing.

use crate::sim::Draws;

/// The place of the greatest value, the lowest among equals.
///
/// # Panics
/// If there is no value: a player has an action.
#[inline]
pub fn best(values: &[f64]) -> usize {
    assert!(!values.is_empty(), "a player has an action");
    let mut best = 0;
    for (k, value) in values.iter().enumerate().skip(1) {
        if *value > values[best] {
            best = k;
        }
    }
    best
}

/// Logit choice (Luce 1959; McFadden 1974): writes `exp(v_a / T) / sum_b exp(v_b / T)` to `out`.
///
/// - `values`: one an action, in utility; `out` as long.
/// - `temperature`: `T >= 0`, in utility; at 0 all weight is on the best action, the lowest among equals.
///
/// The greatest value is taken off first, so that nothing overflows.
///
/// # Examples
/// ```
/// use comity::learner::softmax;
/// let mut out = [0.0; 2];
/// softmax(&[1.0, 1.0 + 2.0_f64.ln()], 1.0, &mut out);
/// assert!((out[1] - 2.0 / 3.0).abs() < 1e-15);
/// ```
#[inline]
pub fn softmax(values: &[f64], temperature: f64, out: &mut [f64]) {
    let top = best(values);
    if temperature <= 0.0 {
        pure(top, out);
        return;
    }
    let greatest = values[top];
    let mut total = 0.0;
    for (p, value) in out.iter_mut().zip(values) {
        *p = if *value == greatest { 1.0 } else { libm::exp((value - greatest) / temperature) };
        total += *p;
    }
    for p in out.iter_mut() {
        *p /= total;
    }
}

/// Writes the mixture with all weight on one action.
#[inline]
pub(super) fn pure(action: usize, out: &mut [f64]) {
    out.fill(0.0);
    out[action] = 1.0;
}

/// Writes the even mixture.
#[inline]
pub(super) fn even(out: &mut [f64]) {
    let share = 1.0 / count(out.len());
    out.fill(share);
}

/// Writes the mixture in proportion to the positive parts of some weights; the even one if none is positive.
#[inline]
pub(super) fn positive_parts(weights: &[f64], out: &mut [f64]) {
    let mut total = 0.0;
    for (p, weight) in out.iter_mut().zip(weights) {
        *p = weight.max(0.0);
        total += *p;
    }
    if total > 0.0 {
        for p in out.iter_mut() {
            *p /= total;
        }
    } else {
        even(out);
    }
}

/// An action drawn in proportion to the positive parts of some weights: one word, or none if one weight is all that is
/// positive; any action alike if none is.
#[inline]
pub(super) fn draw_positive(weights: &[f64], draws: &mut Draws) -> usize {
    let (mut total, mut positive, mut last) = (0.0, 0, 0);
    for (k, weight) in weights.iter().enumerate() {
        if *weight > 0.0 {
            total += weight;
            positive += 1;
            last = k;
        }
    }
    match positive {
        0 => draws.index(weights.len()),
        1 => last,
        _ => {
            let mut left = draws.uniform() * total;
            for (k, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                if left < *weight {
                    return k;
                }
                left -= weight;
            }
            // What rounding leaves over falls on the last.
            last
        }
    }
}

/// Writes a mixture drawn uniformly from the simplex: normalised exponentials (Devroye 1986, ch. V).
pub(super) fn random_mixture(out: &mut [f64], draws: &mut Draws) {
    if out.len() == 1 {
        out[0] = 1.0;
        return;
    }
    let mut total = 0.0;
    for p in out.iter_mut() {
        *p = draws.exponential(1.0);
        total += *p;
    }
    if total > 0.0 {
        for p in out.iter_mut() {
            *p /= total;
        }
    } else {
        even(out);
    }
}

/// Moves a point to the nearest one of the simplex (Held, Wolfe & Crowder 1974; Duchi et al. 2008, fig. 1): takes the
/// same off all coordinates, so much that what stays positive sums to one.
///
/// - `scratch`: as long as `point`; what is in it is lost.
///
/// # Examples
/// ```
/// use comity::learner::project;
/// let mut point = [0.9, 0.4, -1.0];
/// project(&mut point, &mut [0.0; 3]);
/// assert_eq!(point, [0.75, 0.25, 0.0]);
/// ```
pub fn project(point: &mut [f64], scratch: &mut [f64]) {
    scratch.copy_from_slice(point);
    scratch.sort_unstable_by(|a, b| b.total_cmp(a));
    let (mut sum, mut excess) = (0.0, 0.0);
    for (k, x) in scratch.iter().enumerate() {
        sum += x;
        let candidate = (sum - 1.0) / count(k + 1);
        if *x > candidate {
            excess = candidate;
        } else {
            break;
        }
    }
    for x in point.iter_mut() {
        *x = (*x - excess).max(0.0);
    }
}

/// A count as a float.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(super) fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_go_to_the_lowest_action() {
        assert_eq!(best(&[1.0, 3.0, 3.0]), 1);
        let mut out = [0.0; 3];
        softmax(&[1.0, 3.0, 3.0], 0.0, &mut out);
        assert_eq!(out, [0.0, 1.0, 0.0]);
        softmax(&[-1e308, 1e308, 1e308], 1e-300, &mut out);
        assert_eq!(out, [0.0, 0.5, 0.5]);
        positive_parts(&[-1.0, 0.0, -2.0], &mut out);
        assert_eq!(out, [1.0 / 3.0; 3]);
    }

    #[test]
    fn one_positive_weight_draws_nothing() {
        let mut draws = crate::ids::RunKey::derive(crate::ids::Seed(1), 0, "")
            .draws(crate::sim::Who::agent("a"), crate::sim::Purpose::Choice);
        assert_eq!(draw_positive(&[-1.0, 2.0, 0.0], &mut draws), 1);
        assert!(!draws.used());
    }

    proptest! {
        /// The projection's defining property (the variational inequality): for every corner `e` of the simplex,
        /// `(x - p) . (e - p) <= 0`, where `p` is the projection of `x`.
        #[test]
        fn the_projection_is_the_nearest_point(x in prop::collection::vec(-3.0f64..3.0, 1..7)) {
            let mut p = x.clone();
            project(&mut p, &mut vec![0.0; x.len()]);
            prop_assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12 && p.iter().all(|v| *v >= 0.0));
            for corner in 0..x.len() {
                let inner: f64 = (0..x.len()).map(|k| (x[k] - p[k]) * (f64::from(u8::from(k == corner)) - p[k])).sum();
                prop_assert!(inner < 1e-12, "{inner}");
            }
        }
    }
}
