//! FIRE over the latest ratings: see [`fire`](crate::reputation::fire) for the formula.
//!
//! Of each source an asker looks at the latest ratings only, as many as its history holds (Huynh, Jennings & Shadbolt
//! 2006 keep a bounded history, too): its own of the ratee, those of other raters as witnesses, rules and references. The
//! paper's search for witnesses along acquaintances is not modelled: all witnesses are found. A rating costs constant
//! time, a score that of the histories.

use super::{FROM_ZERO, POSITIVE};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::ids::AgentId;
use crate::reputation::fire::{Component, combine, component, recency};
use crate::reputation::pairs::Pairs;
use crate::reputation::{Facets, Meaning, Range, Rating, RatingKind, Reputation, Sharing};
use crate::sim::Draws;

/// One rating as it is kept.
#[derive(Clone, Copy, Debug, Default)]
struct Kept {
    tick: u64,
    rater: u32,
    value: f64,
    weight: f64,
}

/// The latest ratings of many histories of one length, in one block of memory.
#[derive(Clone, Debug)]
struct Histories {
    length: usize,
    /// Of each history, how many ratings ever came.
    counts: Vec<u64>,
    cells: Vec<Kept>,
}

impl Histories {
    fn new(length: usize) -> Self {
        Self { length, counts: Vec::new(), cells: Vec::new() }
    }

    fn grow(&mut self, histories: usize) {
        if histories > self.counts.len() {
            self.counts.resize(histories, 0);
            self.cells.resize(histories * self.length, Kept::default());
        }
    }

    fn add(&mut self, history: usize, rating: Kept) {
        let count = &mut self.counts[history];
        let place = usize::try_from(*count % self.length as u64).expect("below the length");
        self.cells[history * self.length + place] = rating;
        *count += 1;
    }

    /// How many ratings are kept in all.
    fn used(&self) -> usize {
        self.counts.iter().map(|count| usize::try_from(*count).unwrap_or(usize::MAX).min(self.length)).sum()
    }

    /// The ratings of a history, in an order that does not matter.
    fn of(&self, history: usize) -> &[Kept] {
        let Some(count) = self.counts.get(history) else { return &[] };
        let used = usize::try_from(*count).unwrap_or(usize::MAX).min(self.length);
        &self.cells[history * self.length..][..used]
    }
}

#[derive(Clone, Debug)]
struct Fire {
    half_life: f64,
    /// Weight and gamma of each source, in the order of [`RatingKind`].
    sources: [(f64, f64); 4],
    now: u64,
    /// The place of a rater's history of a ratee.
    pairs: Pairs<()>,
    own: Histories,
    /// By ratee: everybody's interactions and hearsay, rules, references.
    witness: Histories,
    role: Histories,
    certified: Histories,
}

impl Fire {
    fn kept(rating: &Rating) -> Kept {
        Kept { tick: rating.tick, rater: rating.rater.0, value: rating.grade.signed(), weight: rating.weight.value() }
    }

    /// One source: its latest ratings, weighed by recency.
    fn fresh<'a>(&self, kind: RatingKind, ratings: impl Iterator<Item = &'a Kept> + Clone) -> Option<Component> {
        #[expect(clippy::cast_precision_loss, reason = "ages beyond 2^53 weigh nothing")]
        let age = |kept: &Kept| self.now.saturating_sub(kept.tick) as f64;
        let weighed = ratings.map(|kept| (kept.value, recency(age(kept), self.half_life)));
        component(self.sources[kind.index()].1, weighed)
    }

    fn combined(&self, asker: AgentId, ratee: AgentId) -> Option<Component> {
        let own = self.pairs.get_index_of(&(asker.0, ratee.0)).map_or(&[][..], |place| self.own.of(place));
        let witnesses = self.witness.of(ratee.index()).iter().filter(|kept| kept.rater != asker.0);
        let rules = self.role.of(ratee.index()).iter().map(|kept| (kept.value, kept.weight));
        let found = [
            self.fresh(RatingKind::Interaction, own.iter()),
            component(self.sources[RatingKind::Role.index()].1, rules),
            self.fresh(RatingKind::Witness, witnesses),
            self.fresh(RatingKind::Certified, self.certified.of(ratee.index()).iter()),
        ];
        let weighed: [(f64, Option<Component>); 4] = std::array::from_fn(|k| (self.sources[k].0, found[k]));
        combine(&weighed)
    }
}

impl Reputation for Fire {
    fn join(&mut self, agent: AgentId) {
        let agents = agent.index() + 1;
        self.witness.grow(agents);
        self.role.grow(agents);
        self.certified.grow(agents);
    }

    fn observe(&mut self, rating: &Rating, _: &mut Draws) {
        self.join(rating.rater.max(rating.ratee));
        self.now = self.now.max(rating.tick);
        let (kept, ratee) = (Self::kept(rating), rating.ratee.index());
        match rating.kind {
            RatingKind::Interaction => {
                let place = self.pairs.insert_full((rating.rater.0, rating.ratee.0), ()).0;
                self.own.grow(self.pairs.len());
                self.own.add(place, kept);
                self.witness.add(ratee, kept);
            }
            RatingKind::Role => self.role.add(ratee, kept),
            RatingKind::Witness => self.witness.add(ratee, kept),
            RatingKind::Certified => self.certified.add(ratee, kept),
        }
    }

    fn settle(&mut self, tick: u64) {
        self.now = self.now.max(tick);
    }

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        self.combined(asker, ratee).map_or(self.newcomer(), |all| all.trust)
    }

    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        Some(self.combined(asker, ratee).map_or(0.0, |all| all.reliability))
    }

    fn newcomer(&self) -> f64 {
        0.0
    }

    fn records(&self) -> usize {
        [&self.own, &self.witness, &self.role, &self.certified].into_iter().map(Histories::used).sum()
    }

    fn range(&self) -> Range {
        Range { low: -1.0, high: 1.0 }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "fire",
    title: "FIRE",
    aliases: &[],
    about: "Own interactions, rules about roles, witnesses and references, each weighed by recency and reliability; from \
            -1 to 1, a newcomer has 0.",
    source: "Huynh, Jennings & Shadbolt 2006, JAAMAS 13:119",
    facets: Facets { meaning: Meaning::Order, sharing: Sharing::Personal, batch: false, commutes: false },
    params: || {
        let weight = |key, default: f64, doc| Field::with_default(key, FROM_ZERO, default, doc);
        Schema::of(vec![
            Field::with_default("half_life", POSITIVE, 5.0, "The age at which a rating counts half.").unit("periods"),
            Field::with_default(
                "history",
                Kind::Integer { min: 1, max: 1024 },
                10i64,
                "How many of the latest ratings a source keeps.",
            )
            .unit("ratings"),
            weight("interaction", 2.0, "The weight of own interactions."),
            weight("role", 2.0, "The weight of rules about roles."),
            weight("witness", 1.0, "The weight of witnesses."),
            weight("certified", 0.5, "The weight of references."),
            Field::with_default("gamma", POSITIVE, 0.7, "How fast reliability grows with evidence."),
        ])
    },
    build: |params, ()| {
        let (length, gamma) = (params.count("history"), params.number("gamma"));
        Ok(Box::new(Fire {
            half_life: params.number("half_life"),
            sources: ["interaction", "role", "witness", "certified"].map(|key| (params.number(key), gamma)),
            now: 0,
            pairs: Pairs::default(),
            own: Histories::new(length),
            witness: Histories::new(length),
            role: Histories::new(length),
            certified: Histories::new(length),
        }))
    },
}];
