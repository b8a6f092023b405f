//! The difference of two proportions of one sample.

use super::interval::{Interval, wilson};

/// Newcombe's interval of the difference of two paired proportions (Newcombe 1998, Statistics in Medicine 17:2635-2650,
/// method 10): Wilson's bounds of each, put together with the correlation of the two, which is drawn towards nothing by
/// half a pair where it is positive. Unlike a t interval it has a length where all differences are alike.
///
/// - `both`, `first`, `second`, `neither`: how many pairs had a success in both, in the first alone, in the second alone,
///   in neither.
///
/// The estimate is that of the first less the second. Nothing for no pairs.
pub fn paired_difference([both, first, second, neither]: [u64; 4], level: f64) -> Option<Interval> {
    let pairs = both + first + second + neither;
    let (a, b) = (wilson(both + first, pairs, level)?, wilson(both + second, pairs, level)?);
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let [n11, n12, n21, n22] = [both, first, second, neither].map(|count| count as f64);
    let spread = ((n11 + n12) * (n21 + n22) * (n11 + n21) * (n12 + n22)).sqrt();
    let together = n11 * n22 - n12 * n21;
    let half_a_pair = (n11 + n12 + n21 + n22) / 2.0;
    let corrected = if together > 0.0 { (together - half_a_pair).max(0.0) } else { together };
    let correlation = if spread > 0.0 { corrected / spread } else { 0.0 };
    let half = |x: f64, y: f64| (x * x - 2.0 * correlation * x * y + y * y).max(0.0).sqrt();
    let estimate = a.estimate - b.estimate;
    let low = estimate - half(a.estimate - a.low, b.high - b.estimate);
    let high = estimate + half(a.high - a.estimate, b.estimate - b.low);
    Some(Interval { estimate, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Airway hyper-responsiveness before and after a transplantation (Bentur et al. 2009), as Fagerland, Lydersen &
    /// Laake 2014 give the interval.
    #[test]
    fn a_published_interval_comes_out() {
        let found = paired_difference([1, 1, 7, 12], 0.95).expect("pairs");
        let rounded = [found.estimate, found.low, found.high].map(|x| (1000.0 * x).round());
        assert_eq!(rounded, [-286.0, -507.0, -26.0]);
    }

    #[test]
    fn certain_differences_still_have_a_length() {
        let all = paired_difference([0, 50, 0, 0], 0.95).expect("pairs");
        assert!(all.estimate == 1.0 && all.high == 1.0 && all.low < 0.95 && all.low > 0.8, "{all:?}");
        let none = paired_difference([50, 0, 0, 0], 0.95).expect("pairs");
        assert!(none.estimate == 0.0 && none.low < 0.0 && none.high > 0.0);
        assert_eq!(paired_difference([0; 4], 0.95), None);
    }
}
