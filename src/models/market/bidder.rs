//! Bidders: how an agent answers calls for proposals, and what it makes of an award.
//!
//! The protocol itself (states, deadlines, cancellations) is the contractor's; a bidder only decides. It never sees
//! another agent's mind: what it knows are the call, its own condition and what came of its earlier bids.

use super::arbiter::Court;
use super::bank::Pledging;
use super::words::{Award, Call, Offer, Reason};
use crate::catalogue::{Catalogue, Family};
use crate::contract::{Credits, Deposits};
use crate::ids::Tick;
use crate::reputation::attacks::{Attack, Look};
use crate::sim::Draws;

/// What a bidder can do, which nobody else sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Skills {
    /// The probability of success at each skill when it has nothing else to do; 0 at a skill that it lacks.
    pub capability: Vec<f64>,
    /// What doing the work costs it.
    pub cost: Credits,
    /// How long the work takes on average when it has nothing else to do, in microseconds.
    pub duration_us: u64,
    /// How many contracts it can work on at a time.
    pub capacity: u32,
}

/// A bidder's condition when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct Own<'a> {
    /// What it can do.
    pub skills: &'a Skills,
    /// How many contracts it works on.
    pub running: u32,
    /// How many of its bids are open.
    pub open_bids: u32,
    /// The least profit of a contract that it works on.
    pub least_profit: Option<Credits>,
    /// Now.
    pub now: Tick,
}

impl Own<'_> {
    /// The probability with which it would now succeed: capability times `1 / (1 + (L/C)^2)`, where `L` contracts run.
    pub fn success(&self, skill: u16) -> f64 {
        let capability = self.skills.capability.get(usize::from(skill)).copied().unwrap_or(0.0);
        let load = f64::from(self.running) / f64::from(self.skills.capacity.max(1));
        capability / (1.0 + load * load)
    }

    /// How long the work would now take on average, in microseconds: in proportion to `1 + L/C`.
    pub fn mean_duration_us(&self) -> f64 {
        let load = f64::from(self.running) / f64::from(self.skills.capacity.max(1));
        #[expect(clippy::cast_precision_loss, reason = "a duration far below 2^53 us")]
        let idle = self.skills.duration_us as f64;
        idle * (1.0 + load)
    }
}

/// An answer to a call for proposals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// A bid.
    Bid(Offer),
    /// A refusal.
    Refuse(Reason),
}

/// How work on a contract goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// How long it takes, in microseconds; for ever if nothing.
    pub after_us: Option<u64>,
    /// What comes of it.
    pub result: Result<u8, Reason>,
    /// What it costs the bidder.
    pub cost: Credits,
}

/// What a bidder hears of its bids and contracts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum News {
    /// A bid was not taken.
    Lost,
    /// A bid was taken.
    Won,
    /// A contract has ended: what was paid for it in all, stakes included.
    Paid(Credits),
}

/// What everybody knows of the rules before the first announcement.
#[derive(Clone, Debug, PartialEq)]
pub struct Briefing {
    /// How many skills there are.
    pub skills: usize,
    /// Who judges disputes, if anybody.
    pub court: Option<Court>,
    /// Deposits of both sides, if there are any.
    pub deposits: Option<Deposits>,
    /// What stands behind all contracts of an agent, if anything.
    pub pledging: Option<Pledging>,
    /// Whether prices are paid on delivery, and not with the award.
    pub on_delivery: bool,
    /// Whether who is known to have cheated is never contacted again.
    pub boycott: bool,
    /// What a credit of one's next contract with a manager is worth in this one.
    pub discount: f64,
    /// How long a period is, in microseconds: how far apart a manager's announcements are.
    pub period_us: u64,
    /// The price of a small deal.
    pub unit: Credits,
    /// What a fresh name costs; nothing if it cannot be had.
    pub name_price: Option<Credits>,
}

/// How an agent bids and works.
pub trait Bidder: Send + Sync + BidderClone {
    /// What it can do: drawn once, before it begins.
    fn skills(&self, briefing: &Briefing, draws: &mut Draws) -> Skills {
        let _ = draws;
        Skills { capability: vec![1.0; briefing.skills], cost: Credits::ZERO, duration_us: 1, capacity: 1 }
    }

    /// Whether it deals squarely: it never claims what it does not believe nor delivers less than it could.
    fn square(&self) -> bool {
        true
    }

    /// Starts: forgets everything of an earlier run.
    fn begin(&mut self, briefing: &Briefing) {
        let _ = briefing;
    }

    /// How long it thinks before it answers a call, in microseconds; nothing if it never answers.
    fn think_us(&mut self, call: &Call, own: &Own<'_>) -> Option<u64> {
        let _ = (call, own);
        Some(0)
    }

    /// Answers a call.
    fn answer(&mut self, call: &Call, own: &Own<'_>, draws: &mut Draws) -> Answer;

    /// Whether it takes an award for which it has free capacity, its bid being in force.
    fn takes(&mut self, award: &Award, own: &Own<'_>) -> bool {
        let _ = (award, own);
        true
    }

    /// Works on a contract.
    fn work(&mut self, award: &Award, own: &Own<'_>, draws: &mut Draws) -> Work;

    /// The rule by which it exploits what others believe, if it has one.
    fn attack(&mut self) -> Option<&mut (dyn Attack + 'static)> {
        None
    }

    /// Whether it may ever leave its name without an attack that says so.
    fn may_leave(&self) -> bool {
        false
    }

    /// Whether it leaves its name for a fresh one: asked at the end of each period.
    fn leaves(&mut self, look: &Look) -> bool {
        self.attack().is_some_and(|attack| attack.leaves(look))
    }

    /// When another version of it comes, and what that can do; never if nothing.
    fn next_version(&self, briefing: &Briefing, draws: &mut Draws) -> Option<(Tick, Skills)> {
        let _ = (briefing, draws);
        None
    }

    /// Hears what came of a bid or a contract.
    fn learn(&mut self, news: News) {
        let _ = news;
    }
}

/// Copies a bidder in its present state.
pub trait BidderClone {
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Bidder>;
}

impl<T: Bidder + Clone + 'static> BidderClone for T {
    fn boxed_clone(&self) -> Box<dyn Bidder> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Bidder> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl Family for dyn Bidder {
    const FAMILY: &'static str = "bidders";
    const ONE: &'static str = "bidder";
    const UNKNOWN: &'static str = "unknown-bidder";
    type Facets = ();
    type Tools = Catalogue<dyn Attack>;
}
