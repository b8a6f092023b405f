//! Attacks on reputation: the known ways to be thought better of than one deserves.
//!
//! An [`Attack`] is a rule from what an agent knows to what it does: serve well or cheat, what to say of others, and
//! whether to come back under a new name (taxonomies: Hoffman, Zage & Nita-Rotaru 2009, ACM Computing Surveys 42:1;
//! Kerr & Cohen 2009, Smart cheaters do prosper, AAMAS). Each is one entry of [`catalogue`]. Draws are handed in. Nothing
//! here knows which model of trust is attacked, or how partners choose.

mod identity;
mod ratings;
mod service;

use super::Grade;
use crate::catalogue::{Catalogue, Family, Field, Kind};
use crate::ids::AgentId;
use crate::sim::Draws;

/// What an agent knows when it serves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deal {
    /// The period.
    pub tick: u64,
    /// How many periods follow, if that is known.
    pub left: Option<u64>,
    /// The size of the deal; small ones are 1.
    pub stake: f64,
    /// With whom.
    pub partner: AgentId,
    /// How many deals it made before, under all its names.
    pub deals: u64,
}

/// How an agent stands at the end of a period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The period.
    pub tick: u64,
    /// Its score, averaged over those who may ask.
    pub score: f64,
    /// The score of an agent that nobody has rated.
    pub newcomer: f64,
    /// How many deals it made under its present name.
    pub deals: u64,
}

/// Who is there, when an agent spreads ratings without a deal.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// Its present name.
    pub own: AgentId,
    /// Further names of its own, as many as it [keeps](Attack::helpers).
    pub helpers: &'a [AgentId],
    /// Others of the same attack.
    pub allies: &'a [AgentId],
    /// Honest agents that offer the same.
    pub rivals: &'a [AgentId],
}

/// What somebody says of somebody without having dealt with it, or after a deal that was none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// Who.
    pub rater: AgentId,
    /// Of whom.
    pub ratee: AgentId,
    /// What.
    pub grade: Grade,
    /// The size of the fake deal that it is about, if it is about one.
    pub trade: Option<f64>,
}

/// A way to exploit a model of trust.
///
/// # Laws
/// Tested for every entry of the catalogue: the same knowledge and draws give the same conduct; what is said is said by a
/// name of the attacker's own, and never of the speaker itself.
pub trait Attack: Send + Sync {
    /// Whether it serves well; else it cheats.
    fn serves(&mut self, deal: &Deal, draws: &mut Draws) -> bool;

    /// What it says in a period without a deal: added to `said`.
    fn spreads(&mut self, scene: &Scene<'_>, draws: &mut Draws, said: &mut Vec<Said>) {
        let _ = (scene, draws, said);
    }

    /// What it says of a partner that gave it this grade.
    fn answers(&self, received: Grade) -> Option<Grade> {
        let _ = received;
        None
    }

    /// Whether it comes back under a new name.
    fn leaves(&self, look: &Look) -> bool {
        let _ = look;
        false
    }

    /// How many names it keeps beside the one that it deals under.
    fn helpers(&self) -> u32 {
        0
    }

    /// The quality that it claims to have, from 0 to 1, whose chance to succeed when it tries is `quality`.
    fn claims(&self, quality: f64) -> f64 {
        quality
    }

    /// A copy in its present state.
    fn boxed_clone(&self) -> Box<dyn Attack>;
}

/// What an attack abuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lever {
    /// Nothing.
    Nothing,
    /// That names are cheap.
    Names,
    /// That ratings need not be true.
    Ratings,
    /// That a good name outlasts good service.
    Service,
}

/// What is known of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// What it abuses.
    pub lever: Lever,
    /// What helps against it.
    pub cure: &'static str,
}

impl Family for dyn Attack {
    const FAMILY: &'static str = "attacks";
    const ONE: &'static str = "attack";
    const UNKNOWN: &'static str = "unknown-attack";
    type Facets = Facets;
    type Tools = ();
}

/// The built-in attacks; the first is none, to compare with.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// let attacks = comity::reputation::attacks::catalogue();
/// let spec = attacks.resolve(&Value::from("sybil(names=3)"), &Place::root()).unwrap();
/// assert_eq!(attacks.build(&spec, &()).unwrap().helpers(), 3);
/// ```
pub fn catalogue() -> Catalogue<dyn Attack> {
    Catalogue::new(vec![service::ENTRIES, identity::ENTRIES, ratings::ENTRIES])
}

/// How often an attacker cheats that has no better plan.
fn cheat_field(default: f64) -> Field {
    Field::with_default("cheat", Kind::Probability, default, "How often it cheats.")
}

/// A number of ratings a period.
fn ratings_field(default: i64) -> Field {
    Field::with_default("ratings", Kind::Integer { min: 0, max: 10_000 }, default, "How many ratings it spreads.")
        .unit("ratings per period")
}
