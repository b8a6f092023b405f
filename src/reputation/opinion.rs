//! Opinions of subjective logic: belief, disbelief, and how much is unknown.
//!
//! An opinion is evidence seen another way (Josang 2001, A Logic for Uncertain Probabilities): belief, disbelief and
//! uncertainty are from 0 to 1 and sum to one. Opinions about an adviser discount what the adviser says; opinions of
//! independent sources are fused, which equals adding up their evidence.

use super::evidence::{Evidence, Prior};
use super::number::Number;

/// An opinion about a statement such as "this agent serves well".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion<N> {
    /// Belief: b.
    pub belief: N,
    /// Disbelief: d.
    pub disbelief: N,
    /// Uncertainty: u = 1 - b - d.
    pub uncertainty: N,
    /// The base rate: a, the chance that is assumed of what is unknown.
    pub base_rate: N,
}

impl<N: Number> Opinion<N> {
    /// The opinion that evidence gives: `b = r/t`, `d = s/t`, `u = W/t` with `t = r + s + W` (Josang 2001, eq. 9).
    #[inline]
    pub fn of(evidence: &Evidence<N>, prior: &Prior<N>) -> Self {
        let total = evidence.total() + prior.weight.clone();
        Self {
            belief: evidence.good.clone() / total.clone(),
            disbelief: evidence.bad.clone() / total.clone(),
            uncertainty: prior.weight.clone() / total,
            base_rate: prior.base_rate.clone(),
        }
    }

    /// The opinion of who knows nothing.
    pub fn vacuous(base_rate: N) -> Self {
        Self { belief: N::zero(), disbelief: N::zero(), uncertainty: N::one(), base_rate }
    }

    /// The expected chance: `b + a u` (Josang 2001, eq. 3).
    #[inline]
    pub fn expectation(&self) -> N {
        self.belief.clone() + self.base_rate.clone() * self.uncertainty.clone()
    }

    /// What an adviser's `advice` is worth to who has this opinion of the adviser: `b = b1 b2`, `d = b1 d2`,
    /// `u = d1 + u1 + b1 u2`, with the advice's base rate (the uncertainty-favouring operator, Josang 2001, def. 11).
    ///
    /// It is associative. It is not the operator of Josang 2016 (eq. 14.6), which has the expectation `b1 + a1 u1` in
    /// place of `b1`: here an unknown adviser counts for nothing.
    #[must_use]
    #[inline]
    pub fn discount(&self, advice: &Self) -> Self {
        let trust = &self.belief;
        Self {
            belief: trust.clone() * advice.belief.clone(),
            disbelief: trust.clone() * advice.disbelief.clone(),
            uncertainty: self.disbelief.clone() + self.uncertainty.clone() + trust.clone() * advice.uncertainty.clone(),
            base_rate: advice.base_rate.clone(),
        }
    }

    /// Both opinions together, from independent evidence, with this one's base rate: `k = u1 + u2 - u1 u2`,
    /// `b = (b1 u2 + b2 u1)/k`, `d` alike, `u = u1 u2 / k`; if neither is uncertain, their mean (cumulative fusion, or
    /// consensus, Josang 2001, def. 12).
    #[must_use]
    #[inline]
    pub fn fuse(&self, other: &Self) -> Self {
        let (u, v) = (&self.uncertainty, &other.uncertainty);
        let k = u.clone() + v.clone() - u.clone() * v.clone();
        let base_rate = self.base_rate.clone();
        if k.is_zero() {
            let mean = |x: &N, y: &N| (x.clone() + y.clone()) / N::whole(2);
            return Self {
                belief: mean(&self.belief, &other.belief),
                disbelief: mean(&self.disbelief, &other.disbelief),
                uncertainty: N::zero(),
                base_rate,
            };
        }
        let weigh = |x: &N, y: &N| (x.clone() * v.clone() + y.clone() * u.clone()) / k.clone();
        Self {
            belief: weigh(&self.belief, &other.belief),
            disbelief: weigh(&self.disbelief, &other.disbelief),
            uncertainty: u.clone() * v.clone() / k.clone(),
            base_rate,
        }
    }

    /// This opinion fused in turn with what each adviser says, discounted by the opinion of the adviser.
    #[must_use]
    pub fn advised(self, advisers: impl IntoIterator<Item = (Self, Self)>) -> Self {
        advisers.into_iter().fold(self, |sum, (adviser, advice)| sum.fuse(&adviser.discount(&advice)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    fn of(good: i32, bad: i32) -> Opinion<Rational> {
        let evidence = Evidence { good: Rational::whole(good), bad: Rational::whole(bad) };
        Opinion::of(&evidence, &Prior::default())
    }

    #[test]
    fn fusion_adds_evidence_and_the_vacuous_opinion_adds_nothing() {
        assert_eq!(of(3, 1).fuse(&of(2, 5)), of(5, 6));
        let nothing = Opinion::vacuous(Rational::new(1, 2));
        assert_eq!(of(3, 1).fuse(&nothing), of(3, 1));
        assert_eq!(nothing.fuse(&nothing), nothing);
    }

    #[test]
    fn discounting_is_associative_and_an_unknown_adviser_counts_for_nothing() {
        let (x, y, z) = (of(4, 1), of(1, 3), of(7, 2));
        assert_eq!(x.discount(&y).discount(&z), x.discount(&y.discount(&z)));
        let nothing = Opinion::vacuous(Rational::new(1, 2));
        assert_eq!(nothing.discount(&x), nothing);
        assert_eq!(x.clone().advised([(nothing.clone(), y), (z, nothing)]), x);
    }
}
