//! Scoring rules: what makes an agent say what it believes of its own success.
//!
//! Brier 1950; Good 1952; Savage 1971. A rule is proper if the true probability is the best report.

use super::bond::quotient;
use crate::exact::Rational;

/// A reported probability of success beside the true one, under a scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What a unit of score is worth.
    pub scale: Rational,
    /// The true probability of success.
    pub truth: Rational,
    /// The report.
    pub report: Rational,
}

impl Report {
    fn squared(value: &Rational) -> Rational {
        value * value
    }

    /// The Brier loss after success or failure: `B (report - y)^2`.
    pub fn brier_loss(&self, success: bool) -> Rational {
        let y = if success { Rational::one() } else { Rational::zero() };
        &self.scale * &Self::squared(&(&self.report - &y))
    }

    /// The expectation of a payoff after success and after failure.
    fn expected(&self, after: impl Fn(bool) -> Rational) -> Rational {
        &(&self.truth * &after(true)) + &(&(&Rational::one() - &self.truth) * &after(false))
    }

    /// The expected Brier loss.
    pub fn expected_brier_loss(&self) -> Rational {
        self.expected(|success| self.brier_loss(success))
    }

    /// The expected bonus `B (1 - (report - y)^2)`.
    pub fn expected_brier_bonus(&self) -> Rational {
        &self.scale - &self.expected_brier_loss()
    }

    /// What the report costs beyond the truth: `B (report - pi)^2`.
    pub fn brier_misreport(&self) -> Rational {
        &self.scale * &Self::squared(&(&self.report - &self.truth))
    }

    /// The least scale that deters the misreport for a gain: `gain / (report - pi)^2`; none for the truth.
    pub fn least_brier_scale(&self, gain: &Rational) -> Option<Rational> {
        quotient(gain, &Self::squared(&(&self.report - &self.truth)))
    }

    /// The logarithmic loss after success or failure, `-B ln(probability given to what happened)`: infinite if that was 0.
    pub fn log_loss(&self, success: bool) -> f64 {
        let given = if success { self.report.clone() } else { &Rational::one() - &self.report };
        let scale = self.scale.to_f64();
        if given.is_zero() && scale != 0.0 { f64::INFINITY } else { -scale * libm::log(given.to_f64()) }
    }

    /// The expected logarithmic loss.
    pub fn expected_log_loss(&self) -> f64 {
        let truth = self.truth.to_f64();
        let part = |weight: f64, success| if weight == 0.0 { 0.0 } else { weight * self.log_loss(success) };
        part(truth, true) + part((&Rational::one() - &self.truth).to_f64(), false)
    }

    /// What the report costs beyond the truth: `B KL(pi || report)`, in natural units.
    pub fn log_misreport(&self) -> f64 {
        let one = Rational::one();
        let part = |truth: &Rational, report: &Rational| -> f64 {
            if truth.is_zero() {
                return 0.0;
            }
            let Some(ratio) = quotient(truth, report) else { return f64::INFINITY };
            truth.to_f64() * libm::log(ratio.to_f64())
        };
        let sum = part(&self.truth, &self.report) + part(&(&one - &self.truth), &(&one - &self.report));
        self.scale.to_f64() * sum
    }

    /// A deposit in proportion to the claim, `scale * report`.
    pub fn claim_deposit(&self) -> Rational {
        &self.scale * &self.report
    }

    /// What of it is forfeited in expectation: `(1 - pi) * deposit`.
    pub fn expected_forfeit(&self) -> Rational {
        &(&Rational::one() - &self.truth) * &self.claim_deposit()
    }

    /// What is forfeited beyond what the true claim would forfeit.
    pub fn extra_forfeit(&self) -> Rational {
        let truthful = Self { report: self.truth.clone(), ..self.clone() };
        &self.expected_forfeit() - &truthful.expected_forfeit()
    }
}
