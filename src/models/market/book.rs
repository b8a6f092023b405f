//! A manager's book: what it thinks of bidders, and with whom it will not deal again.
//!
//! This is the seam for trust models: whoever is observed, by whom, with what result, and the score that is asked. The one
//! here is the posterior mean of Beta(1, 1) with forgetting (Josang & Ismail 2002), kept by each manager for itself.

use crate::ids::AgentId;
use std::collections::{BTreeMap, BTreeSet};

/// What is thought of agents.
pub trait Trust: Send {
    /// A deal of `by` with `about` went well or not.
    fn observe(&mut self, about: AgentId, by: AgentId, good: bool);

    /// What `asker` thinks of an agent: the probability that it delivers.
    fn score(&self, asker: AgentId, about: AgentId) -> f64;
}

/// `(r + 1) / (r + s + 2)`, where `r` and `s` count good and bad deals, each `lambda` times as much as the next.
#[derive(Clone, Debug, Default)]
pub struct BetaTrust {
    /// How much an older deal counts against the next, from 0 to 1.
    pub lambda: f64,
    counts: BTreeMap<AgentId, (f64, f64)>,
}

impl BetaTrust {
    /// Nobody is known.
    pub fn new(lambda: f64) -> Self {
        Self { lambda, counts: BTreeMap::new() }
    }
}

impl Trust for BetaTrust {
    fn observe(&mut self, about: AgentId, _: AgentId, good: bool) {
        let (r, s) = self.counts.entry(about).or_default();
        (*r, *s) = (self.lambda * *r + f64::from(u8::from(good)), self.lambda * *s + f64::from(u8::from(!good)));
    }

    fn score(&self, _: AgentId, about: AgentId) -> f64 {
        let (r, s) = self.counts.get(&about).copied().unwrap_or_default();
        (r + 1.0) / (r + s + 2.0)
    }
}

/// Thinks the same of everybody.
#[derive(Clone, Copy, Debug)]
pub struct NoTrust;

impl Trust for NoTrust {
    fn observe(&mut self, _: AgentId, _: AgentId, _: bool) {}

    fn score(&self, _: AgentId, _: AgentId) -> f64 {
        0.5
    }
}

/// A manager's book.
pub(super) struct Book {
    pub(super) trust: Box<dyn Trust>,
    /// Whether who cheated once is never contacted again.
    pub(super) boycott: bool,
    pub(super) banned: BTreeSet<AgentId>,
}

impl Default for Book {
    fn default() -> Self {
        Self { trust: Box::new(NoTrust), boycott: false, banned: BTreeSet::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: Beta(1, 1) after good, good, bad with forgetting 1/2: r = 3/4, s = 1.
    #[test]
    fn beta_forgets() {
        let mut trust = BetaTrust::new(0.5);
        let (me, it) = (AgentId(0), AgentId(1));
        assert_eq!(trust.score(me, it), 0.5);
        for good in [true, true, false] {
            trust.observe(it, me, good);
        }
        assert!((trust.score(me, it) - 1.75 / 3.75).abs() < 1e-15);
    }
}
