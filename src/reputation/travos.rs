//! TRAVOS: own experience first; advice only where it does not suffice, shrunk by how accurate its giver was before.
//!
//! Trust is the expectation of a Beta distribution over own outcomes; if it is not known well enough, advisers are asked,
//! and each one's advice is brought towards ignorance by the chance that it is accurate, which is judged by how things went
//! after similar advice before (Teacy, Patel, Jennings & Luck 2006, TRAVOS, JAAMAS 12:183). Nothing here keeps ratings.

use super::evidence::{Evidence, Prior};
use crate::stats::beta_cdf;

/// The trust in who was good `good` times and bad `bad` times: `(m + 1)/(m + n + 2)` (eq. 4).
pub fn trust(outcomes: &Evidence<f64>) -> f64 {
    outcomes.mean(&Prior::default())
}

/// How sure the mean of a Beta distribution is: its mass within `epsilon` of the mean (eq. 7).
///
/// - `alpha`, `beta`: above 0.
/// - `epsilon`: the tolerated error, above 0.
pub fn confidence(alpha: f64, beta: f64, epsilon: f64) -> f64 {
    let mean = alpha / (alpha + beta);
    mass(alpha, beta, mean - epsilon, mean + epsilon)
}

/// The mass of a Beta distribution from `low` to `high`, cut to 0 and 1.
fn mass(alpha: f64, beta: f64, low: f64, high: f64) -> f64 {
    let below = |x: f64| beta_cdf(x.clamp(0.0, 1.0), alpha, beta);
    (below(high) - below(low)).clamp(0.0, 1.0)
}

/// The bin of the expectation `(r + 1)/(r + s + 2)` of a report among `bins` of equal width; no bin's end is taken for the
/// wrong side of it, for whole counts.
pub fn bin(report: &Evidence<f64>, bins: u32) -> u32 {
    // Whole numbers divided: the quotient is whole exactly if it should be.
    let place = (report.good + 1.0) * f64::from(bins) / (report.total() + 2.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to bins")]
    let bin = libm::floor(place) as u32;
    bin.min(bins.saturating_sub(1))
}

/// How things went after earlier advice like the present one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// How often well.
    pub good: u32,
    /// How often badly.
    pub bad: u32,
}

/// What an adviser's report is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// The bin of the report's expectation.
    pub bin: u32,
    /// The chance that the report is accurate: the mass of Beta(1 + good, 1 + bad) of the record within the bin (eq. 12).
    pub accuracy: f64,
    /// The mean after shrinking (eq. 16).
    pub mean: f64,
    /// The standard deviation after shrinking (eq. 17).
    pub deviation: f64,
    /// The parameters of the Beta distribution with that mean and deviation (eqs. 18 and 19); they may be below one.
    pub alpha: f64,
    /// The other parameter.
    pub beta: f64,
}

impl Advice {
    /// Shrinks a report towards the uniform distribution by the accuracy of its giver.
    ///
    /// With `E` and `sd` of Beta(r + 1, s + 1): the mean is `1/2 + rho (E - 1/2)`, the deviation
    /// `1/sqrt 12 + rho (sd - 1/sqrt 12)`.
    ///
    /// - `report`: the adviser's good and bad outcomes.
    /// - `bin`: that of the report's expectation; see [`bin`](fn@bin).
    /// - `record`: how things went after its earlier reports of the same bin.
    pub fn of(report: &Evidence<f64>, bin: u32, record: Record, bins: u32) -> Self {
        let (r, s) = (report.good + 1.0, report.bad + 1.0);
        let expectation = r / (r + s);
        let spread = (r * s / ((r + s) * (r + s) * (r + s + 1.0))).sqrt();
        let width = f64::from(bins.max(1));
        let ends = [f64::from(bin) / width, f64::from(bin + 1) / width];
        let accuracy = mass(1.0 + f64::from(record.good), 1.0 + f64::from(record.bad), ends[0], ends[1]);
        let ignorance = (1.0f64 / 12.0).sqrt();
        let mean = 0.5 + accuracy * (expectation - 0.5);
        let deviation = ignorance + accuracy * (spread - ignorance);
        let variance = deviation * deviation;
        let (m, w) = (mean, 1.0 - mean);
        let alpha = m * m * w / variance - m;
        let beta = w * w * m / variance - w;
        Self { bin, accuracy, mean, deviation, alpha, beta }
    }
}

/// Own experience and advice together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combined {
    /// Own good outcomes and one, and what each adviser adds: `m + 1 + sum (alpha - 1)` (eq. 8).
    pub alpha: f64,
    /// The same of bad outcomes.
    pub beta: f64,
}

impl Combined {
    /// Adds advice to own experience.
    pub fn of<'a>(own: &Evidence<f64>, advice: impl IntoIterator<Item = &'a Advice>) -> Self {
        let start = Self { alpha: own.good + 1.0, beta: own.bad + 1.0 };
        let add =
            |sum: Self, one: &Advice| Self { alpha: sum.alpha + one.alpha - 1.0, beta: sum.beta + one.beta - 1.0 };
        advice.into_iter().fold(start, add)
    }

    /// The trust: the mean.
    pub fn trust(&self) -> f64 {
        self.alpha / (self.alpha + self.beta)
    }

    /// How sure it is.
    pub fn confidence(&self, epsilon: f64) -> f64 {
        confidence(self.alpha, self.beta, epsilon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_known_is_the_uniform_distribution() {
        assert_eq!(trust(&Evidence::default()), 0.5);
        assert!((confidence(1.0, 1.0, 0.2) - 0.4).abs() < 1e-15);
        // Beta(2, 1) has distribution function x^2; its mean is 2/3, so that 1 - (2/3 - 0.1)^2 cut at 1 .. is exact.
        let (low, high): (f64, f64) = (2.0 / 3.0 - 0.1, 2.0 / 3.0 + 0.1);
        assert!((confidence(2.0, 1.0, 0.1) - (high * high - low * low)).abs() < 1e-15);
        let of = |good, bad, bins| bin(&Evidence { good, bad }, bins);
        // 3/5 and 29/100 are the lower ends of their bins.
        assert_eq!((of(2.0, 1.0, 5), of(28.0, 70.0, 100), of(0.0, 3.0, 5), of(1e6, 0.0, 5)), (3, 29, 1, 4));
    }

    #[test]
    fn advice_without_a_record_is_little_and_accurate_advice_is_itself() {
        // Without a record the accuracy is the width of a bin.
        let report = Evidence { good: 7.0, bad: 1.0 };
        let advice = Advice::of(&report, bin(&report, 5), Record::default(), 5);
        assert!((advice.accuracy - 0.2).abs() < 1e-15 && (advice.mean - 0.56).abs() < 1e-15);
        // One bin: accuracy 1, and the report comes out as Beta(8, 2).
        let sure = Advice::of(&report, 0, Record::default(), 1);
        assert!((sure.alpha - 8.0).abs() < 1e-12 && (sure.beta - 2.0).abs() < 1e-12, "{sure:?}");
        let sum = Combined::of(&Evidence { good: 2.0, bad: 0.0 }, [&sure]);
        assert!((sum.trust() - 10.0 / 12.0).abs() < 1e-12);
    }
}
