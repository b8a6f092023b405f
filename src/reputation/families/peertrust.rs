//! PeerTrust over the ratings so far: see [`peertrust`](crate::reputation::peertrust) for the formula.
//!
//! Credibility by trust (TVM) gives one view for all, computed at each settling; credibility by similarity (PSM) gives each
//! asker its own, computed when it asks.

use super::POSITIVE;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::ids::AgentId;
use crate::reputation::peertrust::{Credibility, Ledger, Rule};
use crate::reputation::{Facets, Meaning, Range, Rating, Reputation, Sharing};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct PeerTrust {
    rule: Rule,
    /// The size of a deal that counts in full; nothing: all deals do.
    unit: Option<f64>,
    ledger: Ledger,
    /// Trust in all of the last settling, of credibility by trust.
    trust: Vec<f64>,
    stale: bool,
}

impl Reputation for PeerTrust {
    fn join(&mut self, agent: AgentId) {
        self.ledger.join(agent);
        self.stale = true;
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        let context = self.unit.map_or(1.0, |unit| (rating.weight.value() / unit).min(1.0));
        self.ledger.add(rating.rater, rating.ratee, rating.grade.value(), context);
        self.stale = true;
    }

    fn settle(&mut self, _: u64) {
        if let Credibility::Trust { iterations } = self.rule.credibility
            && std::mem::take(&mut self.stale)
        {
            self.trust = self.ledger.trust_of_all(&self.rule, iterations);
        }
    }

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        match self.rule.credibility {
            Credibility::Trust { .. } => self.trust.get(ratee.index()).copied().unwrap_or(self.rule.initial),
            Credibility::Similarity { no_common } => {
                self.ledger.trust_by_similarity(&self.rule, no_common, asker, ratee)
            }
        }
    }

    fn newcomer(&self) -> f64 {
        self.rule.initial
    }

    fn records(&self) -> usize {
        self.ledger.records() + self.trust.len()
    }

    fn range(&self) -> Range {
        // A weighted mean of grades may leave their range by rounding.
        Range { low: 0.0, high: self.rule.initial.max(self.rule.alpha + self.rule.beta) + 1e-12 }
    }
}

/// The parameters that both kinds of credibility have.
fn fields() -> Vec<Field> {
    vec![
        Field::with_default("alpha", Kind::Probability, 1.0, "The weight of satisfaction."),
        Field::with_default(
            "beta",
            Kind::Probability,
            0.0,
            "The weight of the share of its deals that the ratee rated itself.",
        ),
        Field::with_default("initial", Kind::Probability, 0.5, "The trust in who was never rated."),
        Field::optional(
            "unit",
            POSITIVE,
            "The size of a deal that counts in full, smaller ones less; if left out, all do.",
        ),
    ]
}

fn build(params: &Params, credibility: Credibility) -> Box<dyn Reputation> {
    Box::new(PeerTrust {
        rule: Rule {
            alpha: params.number("alpha"),
            beta: params.number("beta"),
            initial: params.number("initial"),
            credibility,
        },
        unit: params.has("unit").then(|| params.number("unit")),
        ledger: Ledger::default(),
        trust: Vec::new(),
        stale: false,
    })
}

const SOURCE: &str = "Xiong & Liu 2004, IEEE Trans. Knowledge and Data Engineering 16:843";

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[
    Entry {
        key: "peertrust_tvm",
        title: "PeerTrust by trust",
        aliases: &["peertrust", "TVM"],
        about: "Satisfaction weighed by the trust in each rater; an unrated agent has the initial trust.",
        source: SOURCE,
        facets: Facets { meaning: Meaning::Chance, sharing: Sharing::Shared, batch: true, commutes: true },
        params: || {
            let mut fields = fields();
            let most = Kind::Integer { min: 0, max: 10_000 };
            fields.push(Field::with_default("iterations", most, 10i64, "How often trust in raters is found anew."));
            Schema::of(fields)
        },
        build: |params, ()| {
            let iterations = u32::try_from(params.integer("iterations")).expect("the schema bounds it");
            Ok(build(params, Credibility::Trust { iterations }))
        },
    },
    Entry {
        key: "peertrust_psm",
        title: "PeerTrust by similarity",
        aliases: &["PSM"],
        about: "Satisfaction weighed by how alike each rater and the asker rate; an unrated agent has the initial trust.",
        source: SOURCE,
        facets: Facets { meaning: Meaning::Chance, sharing: Sharing::Personal, batch: false, commutes: true },
        params: || {
            let mut fields = fields();
            fields.push(Field::with_default(
                "no_common",
                Kind::Probability,
                0.5,
                "The credibility of who has rated nobody that the asker has.",
            ));
            Schema::of(fields)
        },
        build: |params, ()| Ok(build(params, Credibility::Similarity { no_common: params.number("no_common") })),
    },
];
