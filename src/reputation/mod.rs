//! Trust and reputation: models that turn what agents say of each other into scores, and the ways to abuse them.
//!
//! A [`Reputation`] takes [`Rating`]s and says how an asker sees a ratee. Each family is one file with its model, source
//! and catalogue entry; [`catalogue`] lists them. The formulas that a model is made of stand by themselves beside them
//! ([`Evidence`], [`Opinion`], [`LocalTrust`], [`fire`], [`travos`], [`peertrust`]), written once for floats and exact
//! rationals where both are wanted. [`donation`] has the norms of indirect reciprocity, [`attacks`] the rules by which an
//! agent exploits a model, [`arena()`] a small population in which the two meet.
//!
//! Invariants: a score is a pure function of the ratings and draws so far; a model that does not misread draws nothing;
//! every score is within the model's [`Range`]. Nothing here knows of markets, tasks, prices of contracts or how agents
//! choose, but for the arena, whose clients choose by score.

mod arena;
pub mod attacks;
pub mod clique;
pub mod donation;
mod eigen;
mod evidence;
mod families;
pub mod fire;
mod information;
mod insight;
mod number;
mod opinion;
mod own_books;
mod pairs;
pub mod peertrust;
mod rating;
pub mod trading;
pub mod travos;
pub mod turnover;

pub use arena::{Arena, Happening, Outcome, Side, arena, watched_arena};
pub use eigen::{Converged, LocalTrust, fixed_point};
pub use evidence::{DecayBy, Evidence, ExitWindow, Prior, exit_window};
pub use families::{Ebay, EbayRule, catalogue};
pub use information::{Information, Views};
pub use insight::Insight;
pub use number::Number;
pub use opinion::Opinion;
pub use own_books::OwnBooks;
pub use rating::{Grade, Rating, RatingKind, Weight};

use crate::catalogue::Family;
use crate::ids::AgentId;
use crate::sim::Draws;

/// A model of trust: from ratings to scores.
///
/// # Laws
/// Tested for every entry of the catalogue: equal ratings and draws give equal scores; scores are within
/// [`range`](Reputation::range); who was never rated has the score [`newcomer`](Reputation::newcomer); a clone goes on
/// alike; where the facets say so, the order of ratings within a period does not matter.
pub trait Reputation: Send + Sync + BoxedClone {
    /// Hears that an agent is there, before anybody rates it. Agents are numbered from 0 without gaps, and a model keeps
    /// a place for each up to the greatest that it has heard of. Rater and ratee of a rating join by it.
    fn join(&mut self, agent: AgentId);

    /// Takes a rating. `draws` decides who misses or misreads it, where the model has such a thing.
    fn observe(&mut self, rating: &Rating, draws: &mut Draws);

    /// Takes the ratings that two agents give each other for simultaneous deeds: neither excuses the other. Entered one
    /// after the other, unless a model judges deeds by how both stood.
    fn observe_both(&mut self, ratings: [&Rating; 2], draws: &mut Draws) {
        ratings.into_iter().for_each(|rating| self.observe(rating, draws));
    }

    /// Lets time pass until `tick`, and brings up to date what is computed for all agents at once: of a model whose facets
    /// say `batch`, scores are those of the last settling.
    fn settle(&mut self, tick: u64);

    /// The score of `ratee` as `asker` sees it. Where all share one view, the asker does not matter.
    fn score(&self, asker: AgentId, ratee: AgentId) -> f64;

    /// How sure the model is of the score, from 0 (nothing known) to 1; nothing where the model has no such notion.
    fn certainty(&self, asker: AgentId, ratee: AgentId) -> Option<f64> {
        let _ = (asker, ratee);
        None
    }

    /// The score of an agent that nobody has rated, as of the last settling.
    fn newcomer(&self) -> f64;

    /// What scores may be.
    fn range(&self) -> Range;

    /// How many records it keeps: one for each agent, pair of agents or rating that it remembers by itself.
    fn records(&self) -> usize;

    /// How `asker` sees agents 0 to `agents - 1`: rows for a table.
    fn snapshot(&self, asker: AgentId, agents: u32) -> Vec<Standpoint> {
        let row =
            |ratee| Standpoint { ratee, score: self.score(asker, ratee), certainty: self.certainty(asker, ratee) };
        (0..agents).map(AgentId).map(row).collect()
    }
}

/// How an asker sees one agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standpoint {
    /// Whom.
    pub ratee: AgentId,
    /// The score.
    pub score: f64,
    /// How sure it is, from 0 to 1.
    pub certainty: Option<f64>,
}

/// The least and the greatest score; infinite where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The least.
    pub low: f64,
    /// The greatest.
    pub high: f64,
}

impl Range {
    /// From 0 to 1.
    pub const UNIT: Range = Range { low: 0.0, high: 1.0 };
    /// Any number.
    pub const UNBOUNDED: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Whether a score is in it.
    pub fn contains(self, score: f64) -> bool {
        (self.low..=self.high).contains(&score)
    }
}

/// Copies a model in its present state; every model that is `Clone` can.
pub trait BoxedClone {
    /// A copy in its present state.
    fn boxed_clone(&self) -> Box<dyn Reputation>;
}

impl<R: Reputation + Clone + 'static> BoxedClone for R {
    fn boxed_clone(&self) -> Box<dyn Reputation> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Reputation> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// What a score means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An estimate of the chance of being served well, from 0 to 1.
    Chance,
    /// Higher is better, and no more is said.
    Order,
}

/// Who shares a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// All see the same.
    Shared,
    /// Each asker has its own view.
    Personal,
    /// A parameter chooses.
    Either,
}

/// What is true of a model under its default parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// What a score means.
    pub meaning: Meaning,
    /// Who shares a view.
    pub sharing: Sharing,
    /// Whether scores are those of the last settling, not of the last rating.
    pub batch: bool,
    /// Whether the order of ratings within a period does not matter.
    pub commutes: bool,
}

impl Family for dyn Reputation {
    const FAMILY: &'static str = "reputations";
    const ONE: &'static str = "reputation model";
    const UNKNOWN: &'static str = "unknown-reputation";
    type Facets = Facets;
    type Tools = ();
}
