//! How good forecasts of yes and no are.

use super::summary::to_f64;

/// Scores of forecast probabilities against what came.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The mean squared error (Brier 1950).
    pub brier: f64,
    /// The mean of `-ln` of the probability given to what came; nothing if infinite.
    pub log_loss: Option<f64>,
    /// How many forecasts fall in each bin.
    pub counts: Vec<u64>,
    /// The mean difference of mean forecast and frequency, over bins (Naeini, Cooper & Hauskrecht 2015).
    pub expected_error: f64,
    /// The greatest such difference.
    pub greatest_error: f64,
    /// Murphy's parts by distinct forecast (Murphy 1973): `brier = reliability - resolution + uncertainty`.
    pub reliability: f64,
    /// How much the frequencies of different forecasts differ.
    pub resolution: f64,
    /// The variance of what comes.
    pub uncertainty: f64,
}

/// The calibration of forecasts, each a probability and whether it came, in so many equal bins. Nothing for no forecasts or
/// no bins.
pub fn calibration(forecasts: &[(f64, bool)], bins: usize) -> Option<Calibration> {
    if forecasts.is_empty() || bins == 0 {
        return None;
    }
    let n = to_f64(forecasts.len());
    let outcome = |came: bool| f64::from(u8::from(came));
    let brier = forecasts.iter().map(|(p, came)| (p - outcome(*came)) * (p - outcome(*came))).sum::<f64>() / n;
    let log_loss = forecasts.iter().map(|(p, came)| -libm::log(if *came { *p } else { 1.0 - p })).sum::<f64>() / n;
    let mut sums = vec![(0_usize, 0.0, 0.0); bins];
    for (p, came) in forecasts {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "probabilities are not negative")]
        let bin = ((p * to_f64(bins)) as usize).min(bins - 1);
        sums[bin].0 += 1;
        sums[bin].1 += p;
        sums[bin].2 += outcome(*came);
    }
    let gap = |(count, p, y): &(usize, f64, f64)| (p - y).abs() / to_f64(*count);
    let filled = || sums.iter().filter(|(count, _, _)| *count > 0);
    let base = forecasts.iter().map(|(_, came)| outcome(*came)).sum::<f64>() / n;
    let mut ordered = forecasts.to_vec();
    ordered.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut reliability, mut resolution) = (0.0, 0.0);
    for group in ordered.chunk_by(|a, b| a.0 == b.0) {
        let count = to_f64(group.len());
        let frequency = group.iter().map(|(_, came)| outcome(*came)).sum::<f64>() / count;
        reliability += count * (group[0].0 - frequency) * (group[0].0 - frequency);
        resolution += count * (frequency - base) * (frequency - base);
    }
    Some(Calibration {
        brier,
        log_loss: log_loss.is_finite().then_some(log_loss),
        counts: sums.iter().map(|(count, _, _)| *count as u64).collect(),
        expected_error: filled().map(|bin| to_f64(bin.0) / n * gap(bin)).sum(),
        greatest_error: filled().map(gap).fold(0.0, f64::max),
        reliability: reliability / n,
        resolution: resolution / n,
        uncertainty: base * (1.0 - base),
    })
}
