//! Subjective logic over a network of advisers.
//!
//! An asker fuses its own opinion of a ratee with the opinions of those who rated it lately, each discounted by its
//! opinion of the adviser (Josang, Hayward & Pope 2006, Trust network analysis with subjective logic, for discount and
//! fusion). What it thinks of an adviser is ours: evidence of how near the adviser's expectation was each time that the
//! asker dealt with somebody whom the adviser had rated before, on top of what an unknown adviser is credited with.

use super::crowd::Crowd;
use super::{FROM_ZERO, prior_fields};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::ids::AgentId;
use crate::reputation::pairs::Pairs;
use crate::reputation::{Evidence, Facets, Meaning, Opinion, Prior, Range, Rating, Reputation, Sharing};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct Subjective {
    prior: Prior<f64>,
    /// What an adviser is credited with of whom nothing is known.
    credit: Evidence<f64>,
    crowd: Crowd,
    /// Evidence of each rater about each ratee.
    about: Pairs<Evidence<f64>>,
    /// Evidence of each asker about each adviser, beyond the credit.
    advice: Pairs<Evidence<f64>>,
}

impl Subjective {
    /// What one agent knows at first hand of another.
    fn own(&self, observer: AgentId, ratee: AgentId) -> Opinion<f64> {
        match self.about.get(&(observer.0, ratee.0)) {
            Some(evidence) => Opinion::of(evidence, &self.prior),
            None => Opinion::vacuous(self.prior.base_rate),
        }
    }

    /// What an asker thinks of an adviser.
    fn adviser(&self, asker: AgentId, adviser: AgentId) -> Opinion<f64> {
        let mut evidence = self.advice.get(&(asker.0, adviser.0)).copied().unwrap_or_default();
        evidence.good += self.credit.good;
        evidence.bad += self.credit.bad;
        Opinion::of(&evidence, &self.prior)
    }

    fn opinion(&self, asker: AgentId, ratee: AgentId) -> Opinion<f64> {
        let advisers = self.crowd.of(asker, ratee);
        self.own(asker, ratee).advised(advisers.map(|k| (self.adviser(asker, k), self.own(k, ratee))))
    }
}

impl Reputation for Subjective {
    fn join(&mut self, agent: AgentId) {
        self.crowd.join(agent);
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        let (rater, ratee) = (rating.rater, rating.ratee);
        self.join(rater.max(ratee));
        let outcome = rating.grade.value();
        // How near the advisers were is seen before the outcome is added.
        for adviser in self.crowd.of(rater, ratee) {
            let expected = Opinion::of(&self.about[&(adviser.0, ratee.0)], &self.prior).expectation();
            let nearness = 1.0 - (outcome - expected).abs();
            self.advice.entry((rater.0, adviser.0)).or_default().add(&nearness, &1.0);
        }
        self.about.entry((rater.0, ratee.0)).or_default().add(&outcome, &1.0);
        self.crowd.note(rater, ratee);
    }

    fn settle(&mut self, _: u64) {}

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        self.opinion(asker, ratee).expectation().clamp(0.0, 1.0)
    }

    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        Some((1.0 - self.opinion(asker, ratee).uncertainty).clamp(0.0, 1.0))
    }

    fn newcomer(&self) -> f64 {
        self.prior.base_rate
    }

    fn records(&self) -> usize {
        self.about.len() + self.advice.len() + self.crowd.records()
    }

    fn range(&self) -> Range {
        Range::UNIT
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "subjective_logic",
    title: "Subjective logic",
    aliases: &["SL", "opinions"],
    about: "Own opinion fused with the discounted opinions of the ratee's latest raters; a newcomer has the base rate.",
    source: "Josang 2001, Int. J. Uncertainty, Fuzziness and Knowledge-Based Systems 9:279; Josang, Hayward & Pope 2006, \
             ACSC",
    facets: Facets { meaning: Meaning::Chance, sharing: Sharing::Personal, batch: false, commutes: false },
    params: || {
        let mut fields = Vec::from(prior_fields());
        fields.extend([
            Field::with_default(
                "advisers",
                Kind::Integer { min: 0, max: 64 },
                8i64,
                "How many of the ratee's latest raters are asked.",
            ),
            Field::with_default(
                "credit_good",
                FROM_ZERO,
                2.0,
                "The good evidence that an unknown adviser is credited with.",
            ),
            Field::with_default(
                "credit_bad",
                FROM_ZERO,
                0.0,
                "The bad evidence that an unknown adviser is charged with.",
            ),
        ]);
        Schema::of(fields)
    },
    build: |params, ()| {
        Ok(Box::new(Subjective {
            prior: Prior { weight: params.number("prior_weight"), base_rate: params.number("base_rate") },
            credit: Evidence { good: params.number("credit_good"), bad: params.number("credit_bad") },
            crowd: Crowd::new(params.count("advisers")),
            about: Pairs::default(),
            advice: Pairs::default(),
        }))
    },
}];
