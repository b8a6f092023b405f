//! Buyers: what a manager makes of the bids it has.
//!
//! The protocol is the manager's; a buyer only says what is staked, who wins, and at what price. Ties go to whom a seeded
//! order of the bidders names first, never to whom came first.

use super::words::{Call, Offer, Terms};
use crate::catalogue::{Catalogue, Family};
use crate::contract::Credits;
use crate::ids::AgentId;
use std::sync::Arc;

/// What a manager wants done.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// What it is, by number.
    pub skill: u16,
    /// What its success is worth to the manager.
    pub value: Credits,
    /// The most that is paid.
    pub max_price: Credits,
    /// How many bidders are to be contracted.
    pub awards: u32,
    /// How long bids are taken, in microseconds.
    pub window_us: u64,
    /// How long after the award the work is due, in microseconds.
    pub due_us: u64,
    /// What the winner stakes whatever it claims.
    pub bond: Credits,
    /// How many announcements follow, if the manager says.
    pub rounds_left: Option<u32>,
}

/// A bid in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Considered {
    /// Whose.
    pub bidder: AgentId,
    /// The bid.
    pub offer: Offer,
    /// What the manager thinks of the bidder: the probability that it delivers.
    pub reputation: f64,
}

/// A winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winner {
    /// Its place among the bids considered.
    pub place: usize,
    /// What is paid on delivery.
    pub price: Credits,
    /// What it stakes.
    pub deposit: Credits,
    /// What of the stake is lost when the work fails.
    pub lost_on_failure: Credits,
    /// What of the stake is lost even when the work succeeds.
    pub lost_on_success: Credits,
}

impl Winner {
    /// A winner that stakes nothing.
    pub fn plain(place: usize, price: Credits) -> Self {
        let none = Credits::ZERO;
        Self { place, price, deposit: none, lost_on_failure: none, lost_on_success: none }
    }
}

/// What a manager does when the bids are in.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Awards to these, and rejects the others.
    Award(Vec<Winner>),
    /// Calls again, with another call for those at these places, and rejects the others.
    Again {
        /// Whom it calls again.
        keep: Vec<usize>,
        /// The most that is paid now.
        max_price: Credits,
    },
}

/// How a manager buys.
pub trait Buyer: Send + Sync + BuyerClone {
    /// What the winner of a job will have to stake.
    fn terms(&self, job: &Job) -> Terms {
        let _ = job;
        Terms::default()
    }

    /// Chooses among the bids in time, which come in the order of the bidders. `call` is the present round's.
    fn choose(&mut self, job: &Job, call: &Arc<Call>, bids: &[Considered], order: &dyn Fn(AgentId) -> u64) -> Choice;
}

/// Copies a buyer in its present state.
pub trait BuyerClone {
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Buyer>;
}

impl<T: Buyer + Clone + 'static> BuyerClone for T {
    fn boxed_clone(&self) -> Box<dyn Buyer> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Buyer> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

impl Family for dyn Buyer {
    const FAMILY: &'static str = "managers";
    const ONE: &'static str = "manager";
    const UNKNOWN: &'static str = "unknown-manager";
    type Facets = ();
    type Tools = Catalogue<dyn Buyer>;
}
