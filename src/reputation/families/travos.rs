//! TRAVOS over the ratings so far: see [`travos`](crate::reputation::travos) for the formulas.
//!
//! Outcomes are good or bad. The latest raters of a ratee are its advisers; whenever an asker deals with the ratee, what
//! each of them would have reported is booked with the outcome, so that the asker learns how accurate each is. A rating
//! costs the number of advisers.

use super::crowd::Crowd;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::ids::AgentId;
use crate::reputation::pairs::Pairs;
use crate::reputation::travos::{Advice, Combined, Record, bin, confidence};
use crate::reputation::{Evidence, Facets, Meaning, Range, Rating, Reputation, Sharing};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct Travos {
    epsilon: f64,
    threshold: f64,
    bins: u32,
    crowd: Crowd,
    /// Outcomes of each rater with each ratee.
    outcomes: Pairs<Evidence<f64>>,
    /// The place of an asker's records of an adviser, `bins` of them each.
    advisers: Pairs<()>,
    records: Vec<Record>,
}

impl Travos {
    fn outcomes(&self, rater: AgentId, ratee: AgentId) -> Evidence<f64> {
        self.outcomes.get(&(rater.0, ratee.0)).copied().unwrap_or_default()
    }

    fn record(&self, asker: AgentId, adviser: AgentId, bin: u32) -> Record {
        let place = self.advisers.get_index_of(&(asker.0, adviser.0));
        place.map_or(Record::default(), |place| self.records[place * self.bins as usize + bin as usize])
    }

    /// Own experience, with advice where it does not suffice.
    fn combined(&self, asker: AgentId, ratee: AgentId) -> Combined {
        let own = self.outcomes(asker, ratee);
        let alone = Combined::of(&own, []);
        if alone.confidence(self.epsilon) >= self.threshold {
            return alone;
        }
        self.crowd.of(asker, ratee).fold(alone, |sum, adviser| {
            let report = self.outcomes(adviser, ratee);
            let bin = bin(&report, self.bins);
            let advice = Advice::of(&report, bin, self.record(asker, adviser, bin), self.bins);
            Combined { alpha: sum.alpha + advice.alpha - 1.0, beta: sum.beta + advice.beta - 1.0 }
        })
    }
}

impl Reputation for Travos {
    fn join(&mut self, agent: AgentId) {
        self.crowd.join(agent);
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        let (rater, ratee) = (rating.rater, rating.ratee);
        self.join(rater.max(ratee));
        let good = rating.grade.is_good();
        let bins = self.bins as usize;
        for adviser in self.crowd.of(rater, ratee) {
            let report = self.outcomes[&(adviser.0, ratee.0)];
            let place = self.advisers.insert_full((rater.0, adviser.0), ()).0;
            if self.records.len() < self.advisers.len() * bins {
                self.records.resize(self.advisers.len() * bins, Record::default());
            }
            let record = &mut self.records[place * bins + bin(&report, self.bins) as usize];
            if good { record.good += 1 } else { record.bad += 1 }
        }
        let evidence = self.outcomes.entry((rater.0, ratee.0)).or_default();
        if good {
            evidence.good += 1.0
        } else {
            evidence.bad += 1.0
        }
        self.crowd.note(rater, ratee);
    }

    fn settle(&mut self, _: u64) {}

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        self.combined(asker, ratee).trust().clamp(0.0, 1.0)
    }

    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        let Combined { alpha, beta } = self.combined(asker, ratee);
        Some(confidence(alpha, beta, self.epsilon))
    }

    fn newcomer(&self) -> f64 {
        0.5
    }

    fn records(&self) -> usize {
        self.outcomes.len() + self.records.len() + self.crowd.records()
    }

    fn range(&self) -> Range {
        Range::UNIT
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "travos",
    title: "TRAVOS",
    aliases: &[],
    about: "Own outcomes, and advice shrunk by its giver's past accuracy where they do not suffice; a newcomer has 0.5.",
    source: "Teacy, Patel, Jennings & Luck 2006, JAAMAS 12:183",
    facets: Facets { meaning: Meaning::Chance, sharing: Sharing::Personal, batch: false, commutes: false },
    params: || {
        Schema::of(vec![
            Field::with_default(
                "epsilon",
                Kind::Number { min: 1e-6, max: 1.0 },
                0.2,
                "The tolerated error of a trust.",
            ),
            Field::with_default("threshold", Kind::Probability, 0.95, "The confidence below which advisers are asked."),
            Field::with_default(
                "bins",
                Kind::Integer { min: 1, max: 100 },
                5i64,
                "In how many bins reports are compared.",
            ),
            Field::with_default(
                "advisers",
                Kind::Integer { min: 0, max: 64 },
                8i64,
                "How many of the ratee's latest raters are asked.",
            ),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(Travos {
            epsilon: params.number("epsilon"),
            threshold: params.number("threshold"),
            bins: u32::try_from(params.integer("bins")).expect("the schema bounds it"),
            crowd: Crowd::new(params.count("advisers")),
            outcomes: Pairs::default(),
            advisers: Pairs::default(),
            records: Vec::new(),
        }))
    },
}];
