//! Beta reputation with forgetting, of one shared view or of each observer's own, by number or by value of deals.
//!
//! Evidence of each ratee fades by its later ratings or by time, and its mean under the prior is the score (Josang &
//! Ismail 2002). With a `unit`, a deal counts by its size, up to a cap, so that praise for small deals cannot pay for
//! cheating on large ones (the value imbalance of Kerr & Cohen 2009). A rating costs constant time in a shared view; in
//! private views that many observers as learn of it.

use super::{POSITIVE, grow, prior_fields};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::ids::AgentId;
use crate::reputation::pairs::Pairs;
use crate::reputation::{
    DecayBy, Evidence, Facets, Grade, Information, Meaning, Prior, Range, Rating, RatingKind, Reputation, Sharing,
};
use crate::sim::{Chance, Draws};

/// Evidence and when it was last added to.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    evidence: Evidence<f64>,
    last: Option<u64>,
}

/// How deals count by value.
#[derive(Clone, Copy, Debug)]
struct ByValue {
    /// The size of a deal that counts once.
    unit: f64,
    /// The most that a deal counts.
    cap: f64,
}

#[derive(Clone, Debug)]
struct Beta {
    forgetting: f64,
    decay_by: DecayBy,
    prior: Prior<f64>,
    by_value: Option<ByValue>,
    /// How much a rating that is no own interaction counts.
    hearsay: f64,
    /// How often a bad outcome counts.
    bad_weight: f64,
    information: Information,
    now: u64,
    agents: usize,
    shared: Vec<Cell>,
    own: Pairs<Cell>,
}

impl Beta {
    fn weight(&self, rating: &Rating) -> f64 {
        let source = if rating.kind == RatingKind::Interaction { 1.0 } else { self.hearsay };
        let size = self.by_value.map_or(1.0, |by| (rating.weight.value() / by.unit).min(by.cap));
        source * size
    }

    fn add(cell: &mut Cell, rating: &Rating, grade: Grade, weights: [f64; 2], forgetting: f64, decay_by: DecayBy) {
        let elapsed = cell.last.map(|last| rating.tick.saturating_sub(last));
        cell.evidence.fade(&decay_by.keeps(&forgetting, elapsed));
        cell.evidence.good += weights[0] * grade.value();
        cell.evidence.bad += weights[1] * (1.0 - grade.value());
        cell.last = Some(rating.tick);
    }

    /// The evidence that an asker has now.
    fn evidence(&self, asker: AgentId, ratee: AgentId) -> Evidence<f64> {
        let cell =
            if self.information.private { self.own.get(&(asker.0, ratee.0)) } else { self.shared.get(ratee.index()) };
        let Some(Cell { mut evidence, last: Some(last) }) = cell.copied() else { return Evidence::default() };
        // Time alone fades evidence too.
        if self.decay_by == DecayBy::Tick {
            evidence.fade(&self.decay_by.keeps(&self.forgetting, Some(self.now.saturating_sub(last))));
        }
        evidence
    }
}

impl Reputation for Beta {
    fn join(&mut self, agent: AgentId) {
        self.agents = self.agents.max(agent.index() + 1);
        if !self.information.private {
            grow(&mut self.shared, agent);
        }
    }

    fn observe(&mut self, rating: &Rating, draws: &mut Draws) {
        self.join(rating.rater.max(rating.ratee));
        self.now = self.now.max(rating.tick);
        let (weight, error, observe) = (self.weight(rating), self.information.error, self.information.observe);
        let weights = [weight, weight * self.bad_weight];
        let (forgetting, decay_by) = (self.forgetting, self.decay_by);
        let read = |draws: &mut Draws| if draws.happens(error) { rating.grade.flip() } else { rating.grade };
        if !self.information.private {
            let grade = read(draws);
            Self::add(&mut self.shared[rating.ratee.index()], rating, grade, weights, forgetting, decay_by);
            return;
        }
        // Nobody misreads what happened to itself.
        let own = self.own.entry((rating.rater.0, rating.ratee.0)).or_default();
        Self::add(own, rating, rating.grade, weights, forgetting, decay_by);
        if observe == Chance::Never {
            return;
        }
        for observer in (0..self.agents).filter_map(|k| u32::try_from(k).ok()) {
            if observer != rating.rater.0 && observer != rating.ratee.0 && draws.happens(observe) {
                let grade = read(draws);
                let cell = self.own.entry((observer, rating.ratee.0)).or_default();
                Self::add(cell, rating, grade, weights, forgetting, decay_by);
            }
        }
    }

    fn settle(&mut self, tick: u64) {
        self.now = self.now.max(tick);
    }

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        self.evidence(asker, ratee).mean(&self.prior)
    }

    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        let total = self.evidence(asker, ratee).total();
        Some(total / (total + self.prior.weight))
    }

    fn newcomer(&self) -> f64 {
        self.prior.base_rate
    }

    fn records(&self) -> usize {
        self.shared.len() + self.own.len()
    }

    fn range(&self) -> Range {
        Range::UNIT
    }
}

fn fields() -> Vec<Field> {
    let mut fields = vec![
        Field::with_default(
            "forgetting",
            Kind::Probability,
            1.0,
            "What is kept of older evidence: lambda; 1 forgets nothing.",
        ),
        Field::with_default(
            "decay_by",
            Kind::Choice(&["rating", "tick"]),
            "rating",
            "Whether ratings or periods fade evidence.",
        ),
        Field::with_default(
            "bad_weight",
            POSITIVE,
            1.0,
            "How often a bad outcome counts: above 1 a score falls faster than it rises.",
        ),
    ];
    fields.extend(prior_fields());
    fields.extend(Information::fields(0.0));
    fields
}

fn build(params: &Params, by_value: Option<ByValue>, hearsay: f64) -> Box<dyn Reputation> {
    Box::new(Beta {
        forgetting: params.number("forgetting"),
        decay_by: if params.text("decay_by") == "tick" { DecayBy::Tick } else { DecayBy::Rating },
        prior: Prior { weight: params.number("prior_weight"), base_rate: params.number("base_rate") },
        by_value,
        hearsay,
        bad_weight: params.number("bad_weight"),
        information: Information::of(params),
        now: 0,
        agents: 0,
        shared: Vec::new(),
        own: Pairs::default(),
    })
}

const FACETS: Facets = Facets { meaning: Meaning::Chance, sharing: Sharing::Either, batch: false, commutes: true };

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[
    Entry {
        key: "beta",
        title: "Beta reputation",
        aliases: &["beta reputation system", "BRS"],
        about: "The expectation of a Beta distribution over good and bad outcomes, with forgetting; a newcomer has the \
                base rate.",
        source: "Josang & Ismail 2002, 15th Bled Electronic Commerce Conference",
        facets: FACETS,
        params: || Schema::of(fields()),
        build: |params, ()| Ok(build(params, None, 1.0)),
    },
    Entry {
        key: "beta_value",
        title: "Beta reputation by value",
        aliases: &["value-weighted beta"],
        about: "Beta reputation in which a deal counts by its size and a rating by its source.",
        source: "Josang & Ismail 2002, 15th Bled Conference; Kerr & Cohen 2009, AAMAS (value imbalance)",
        facets: FACETS,
        params: || {
            let mut fields = fields();
            fields.extend([
                Field::with_default("unit", POSITIVE, 1.0, "The size of a deal that counts once."),
                Field::optional("cap", POSITIVE, "The most that a deal counts; without bound if left out."),
                Field::with_default(
                    "hearsay",
                    Kind::Probability,
                    1.0,
                    "How much a rating that is no own interaction counts.",
                ),
            ]);
            Schema::of(fields)
        },
        build: |params, ()| {
            let cap = if params.has("cap") { params.number("cap") } else { f64::INFINITY };
            Ok(build(params, Some(ByValue { unit: params.number("unit"), cap }), params.number("hearsay")))
        },
    },
];
