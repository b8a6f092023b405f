//! Finding out: audits of least cost, and juries.
//!
//! Becker 1968 (frequency against severity); Condorcet 1785 (juries).

use super::bond::{positive_part, quotient};
use crate::exact::Rational;

/// Deterring a gain by audits and a bond of least joint cost: minimise `alpha K + r D` subject to `alpha D >= g`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditCost {
    /// What cheating gains.
    pub gain: Rational,
    /// What an audit costs.
    pub audit_cost: Rational,
    /// What a unit of bond costs.
    pub capital_cost: Rational,
}

/// Audits and a bond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AuditPlan {
    /// The share of jobs that are audited.
    pub rate: f64,
    /// The bond.
    pub bond: f64,
    /// What both cost a job.
    pub cost: f64,
}

impl AuditCost {
    /// The square of the best rate, `g r / K`, which is exact; the rate itself is 1 if it is not below 1 (or audits are
    /// free).
    pub fn rate_squared(&self) -> Option<Rational> {
        quotient(&(&self.gain * &self.capital_cost), &self.audit_cost)
    }

    /// Whether to audit everything is best: then the bond is the gain.
    pub fn is_corner(&self) -> bool {
        self.rate_squared().is_none_or(|square| square >= Rational::one())
    }

    /// The cheapest audits and bond that deter.
    pub fn best(&self) -> AuditPlan {
        let gain = self.gain.to_f64();
        let (rate, bond) = match self.rate_squared().filter(|_| !self.is_corner()) {
            Some(square) => {
                let rate = square.to_f64().sqrt();
                (rate, if rate > 0.0 { gain / rate } else { 0.0 })
            }
            None => (1.0, gain),
        };
        AuditPlan { rate, bond, cost: rate * self.audit_cost.to_f64() + bond * self.capital_cost.to_f64() }
    }

    /// What cheating pays beyond honesty under some audits and a bond: `g - alpha D`. Deterred if it is not positive.
    pub fn cheat(&self, rate: &Rational, bond: &Rational) -> Rational {
        &self.gain - &(rate * bond)
    }

    /// What some audits and a bond cost: `alpha K + r D`.
    pub fn cost(&self, rate: &Rational, bond: &Rational) -> Rational {
        &(rate * &self.audit_cost) + &(&self.capital_cost * bond)
    }
}

/// Jurors who vote independently; more than half of all votes convict, so that a tie acquits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jury {
    /// How many there are.
    pub jurors: u32,
    /// The probability with which a juror sees the guilt of the guilty.
    pub accuracy_guilty: Rational,
    /// The probability with which a juror sees the innocence of the innocent.
    pub accuracy_innocent: Rational,
}

impl Jury {
    /// The probability that the guilty is convicted: `P(Bin(n, a) > n/2)`.
    pub fn convict_guilty(&self) -> Rational {
        majority(self.jurors, &self.accuracy_guilty)
    }

    /// The probability that the innocent is convicted: `P(Bin(n, 1 - b) > n/2)`.
    pub fn convict_innocent(&self) -> Rational {
        majority(self.jurors, &(&Rational::one() - &self.accuracy_innocent))
    }

    /// The least bond beside an escrowed price, `c / (q - f) - p` (negative if none is needed); none if a verdict says
    /// nothing.
    pub fn bond(&self, price: &Rational, cost: &Rational) -> Option<Rational> {
        let says = &self.convict_guilty() - &self.convict_innocent();
        quotient(cost, &says).map(|least| &least - price)
    }

    /// The same, but not negative.
    pub fn least_bond(&self, price: &Rational, cost: &Rational) -> Option<Rational> {
        self.bond(price, cost).map(|bond| positive_part(&bond))
    }
}

/// The probability of more than half of `n` successes of probability `p`, by the recursion over trials.
fn majority(n: u32, p: &Rational) -> Rational {
    let miss = &Rational::one() - p;
    // The distribution of the number of successes, grown trial by trial.
    let mut distribution = vec![Rational::one()];
    for _ in 0..n {
        let mut next = vec![Rational::zero(); distribution.len() + 1];
        for (k, probability) in distribution.iter().enumerate() {
            next[k] += &(probability * &miss);
            next[k + 1] += &(probability * p);
        }
        distribution = next;
    }
    distribution.iter().skip(n as usize / 2 + 1).sum()
}
