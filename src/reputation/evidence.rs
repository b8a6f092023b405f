//! Evidence about an agent, good and bad, and the Beta reputation that follows from it.
//!
//! Good and bad outcomes are counted (and may be fractions), older evidence fades, and the expectation of a Beta
//! distribution over the chance of a good outcome is the reputation (Josang & Ismail 2002, The Beta Reputation System).
//! Evidence is never negative. Nothing here knows who gave it or about whom it is.

use super::number::Number;
use crate::error::{Diagnostic, Location};
use crate::exact::Rational;

/// Amounts of good and bad evidence, each from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence<N> {
    /// Good outcomes: r.
    pub good: N,
    /// Bad outcomes: s.
    pub bad: N,
}

/// What is assumed of an agent without evidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prior<N> {
    /// How much evidence the assumption is worth: W, above 0.
    pub weight: N,
    /// The assumed chance of a good outcome: a.
    pub base_rate: N,
}

impl<N: Number> Default for Prior<N> {
    /// W = 2 and a = 1/2: the uniform distribution.
    fn default() -> Self {
        Self { weight: N::whole(2), base_rate: N::one() / N::whole(2) }
    }
}

impl<N: Number> Default for Evidence<N> {
    fn default() -> Self {
        Self { good: N::zero(), bad: N::zero() }
    }
}

impl<N: Number> Evidence<N> {
    /// Adds an outcome: `good += weight * value`, `bad += weight * (1 - value)`.
    #[inline]
    pub fn add(&mut self, value: &N, weight: &N) {
        self.good = self.good.clone() + weight.clone() * value.clone();
        self.bad = self.bad.clone() + weight.clone() * (N::one() - value.clone());
    }

    /// Multiplies both amounts by `keep`, from 0 to 1.
    #[inline]
    pub fn fade(&mut self, keep: &N) {
        self.good = self.good.clone() * keep.clone();
        self.bad = self.bad.clone() * keep.clone();
    }

    /// All evidence.
    #[inline]
    pub fn total(&self) -> N {
        self.good.clone() + self.bad.clone()
    }

    /// The expectation `(r + a W) / (r + s + W)` (Josang & Ismail 2002, eq. 5, with a prior).
    #[inline]
    pub fn mean(&self, prior: &Prior<N>) -> N {
        (self.good.clone() + prior.base_rate.clone() * prior.weight.clone()) / (self.total() + prior.weight.clone())
    }

    /// The expectation on the scale from -1 to 1; `(r - s) / (r + s + 2)` under the uniform prior (eq. 6).
    pub fn scaled(&self, prior: &Prior<N>) -> N {
        let mean = self.mean(prior);
        mean.clone() + mean - N::one()
    }
}

/// What evidence fades by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DecayBy {
    /// By each later rating of the same agent.
    #[default]
    Rating,
    /// By each period that passes.
    Tick,
}

impl DecayBy {
    /// How much of the evidence is kept at a rating, `elapsed` periods after the ratee's last one (nothing: it is the
    /// first); `0^0 = 1`.
    #[inline]
    pub fn keeps<N: Number>(self, forgetting: &N, elapsed: Option<u64>) -> N {
        match (self, elapsed) {
            (_, None) => N::one(),
            (DecayBy::Rating, Some(_)) => forgetting.clone(),
            (DecayBy::Tick, Some(elapsed)) => forgetting.power(elapsed),
        }
    }
}

/// How long an agent of perfect reputation can cheat before it is found out, under forgetting by rating and the uniform
/// prior.
#[derive(Clone, Debug, PartialEq)]
pub struct ExitWindow {
    /// The most evidence that a run of good outcomes builds up: `N = 1 / (1 - lambda)`.
    pub saturation: Rational,
    /// The highest reputation that can be reached: `(N + 1) / (N + 2)`.
    pub max_mean: Rational,
    /// The lowest that a run of bad outcomes leads to: `1 / (N + 2)`.
    pub min_mean: Rational,
    /// The fewest bad outcomes in a row, from saturation, after which the reputation is below the threshold; 0 if even
    /// the highest is, nothing if none ever is.
    pub bad_rounds: Option<u64>,
}

/// Up to how many bad rounds the exact recursion is followed; beyond, where a tie is no longer to be expected, the
/// logarithm decides.
const EXACT_ROUNDS: f64 = 2048.0;

/// The exit window of a forgetting factor and a threshold.
///
/// After `k` bad outcomes the reputation is `(lambda^k N + 1) / (N + 2)`. Exact for windows of up to 2048 rounds.
///
/// - `forgetting`: lambda, from 0 to below 1.
/// - `threshold`: the reputation below which an agent is shunned.
///
/// # Errors
/// If `forgetting` is out of range: without forgetting there is no saturation.
///
/// # Examples
/// ```
/// use comity::reputation::exit_window;
/// let window = exit_window(&"0.9".parse().unwrap(), &"0.5".parse().unwrap()).unwrap();
/// assert_eq!((window.saturation.to_string(), window.bad_rounds), ("10".to_string(), Some(7)));
/// ```
pub fn exit_window(forgetting: &Rational, threshold: &Rational) -> Result<ExitWindow, Diagnostic> {
    if forgetting.is_negative() || *forgetting >= Rational::one() {
        let found = format!("forgetting is {forgetting}");
        return Err(Diagnostic::new("out-of-range", found, "a number from 0 to below 1, so that evidence saturates")
            .at(Location::path("forgetting")));
    }
    let one = Rational::one();
    let saturation = &one / &(&one - forgetting);
    let total = &saturation + &Rational::whole(2);
    let (max_mean, min_mean) = (&(&saturation + &one) / &total, &one / &total);
    let bad_rounds = if *threshold > max_mean {
        Some(0)
    } else if *threshold <= min_mean {
        None
    } else {
        // The least k with lambda^k < bound.
        let bound = &(&(threshold * &total) - &one) / &saturation;
        Some(first_power_below(forgetting, &bound))
    };
    Ok(ExitWindow { saturation, max_mean, min_mean, bad_rounds })
}

/// The least `k >= 1` with `base^k < bound`, for `0 <= base < 1` and `0 < bound <= 1`.
fn first_power_below(base: &Rational, bound: &Rational) -> u64 {
    // As a float, 1 - base keeps the digits that base itself would lose near 1.
    let logarithm = libm::log1p(-(&Rational::one() - base).to_f64());
    let estimate = libm::log(bound.to_f64()) / logarithm;
    if estimate > EXACT_ROUNDS {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive; beyond u64 it saturates"
        )]
        return libm::floor(estimate) as u64 + 1;
    }
    let mut power = base.clone();
    let mut k = 1;
    while power >= *bound {
        power *= base;
        k += 1;
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    #[test]
    fn the_mean_of_the_paper() {
        // Josang & Ismail 2002: 7 good and 1 bad outcomes give 8/10.
        let evidence = Evidence { good: q("7"), bad: q("1") };
        assert_eq!(evidence.mean(&Prior::default()), q("4/5"));
        assert_eq!(evidence.scaled(&Prior::default()), q("3/5"));
        assert_eq!(Evidence::<f64>::default().mean(&Prior::default()), 0.5);
    }

    #[test]
    fn what_is_forgotten_by_ticks_and_by_ratings() {
        assert_eq!(DecayBy::Tick.keeps(&0.0, Some(0)), 1.0);
        assert_eq!(DecayBy::Tick.keeps(&q("1/2"), Some(3)), q("1/8"));
        assert_eq!(DecayBy::Rating.keeps(&0.9, Some(0)), 0.9);
        assert_eq!(DecayBy::Rating.keeps(&0.9, None), 1.0);
    }

    #[test]
    fn long_windows_follow_the_logarithm() {
        // lambda = 1 - 1e-5, N = 1e5, threshold 1/2: lambda^k < 1/2 (to within 1e-10), so k = ceil(ln 2 / 1e-5) to
        // within a round; the exact recursion of 69 rounds at lambda = 0.99 has the same form.
        let window = exit_window(&q("0.99999"), &q("1/2")).expect("in range");
        assert_eq!(window.bad_rounds, Some(69_315));
        assert_eq!(exit_window(&q("0.99"), &q("1/2")).expect("in range").bad_rounds, Some(69));
        assert!(exit_window(&q("1"), &q("1/2")).is_err());
        assert_eq!(exit_window(&q("0"), &q("1/2")).expect("in range").bad_rounds, Some(1));
    }
}
