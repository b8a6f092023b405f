//! What a manager writes down of its announcements: one compact record an award.

use crate::contract::Credits;
use crate::ids::{AgentId, Tick};

/// How an award ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// It has not.
    Open,
    /// Nobody was awarded.
    Nobody,
    /// The work was delivered.
    Delivered,
    /// The work failed.
    Failed,
    /// The winner declined.
    Declined,
    /// The winner left for a better contract.
    Left,
    /// The winner was down.
    Crashed,
    /// The manager could not pay.
    Unfunded,
    /// The work did not come in time and was cancelled.
    Overdue,
}

/// An award and what came of it, or an announcement that nobody won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sale {
    /// The announcement's number among its manager's.
    pub announcement: u32,
    /// When it was awarded.
    pub awarded: Tick,
    /// When that ended.
    pub ended: Tick,
    /// What success is worth to the manager.
    pub value: Credits,
    /// What was to be done.
    pub skill: u16,
    /// The winner.
    pub bidder: Option<AgentId>,
    /// What was to be paid on delivery.
    pub price: Credits,
    /// What the winner staked.
    pub deposit: Credits,
    /// What the winner had claimed.
    pub confidence: f64,
    /// When the winner had promised it, after the award, in microseconds.
    pub eta_us: u64,
    /// When it was due.
    pub due: Tick,
    /// How many announcements were still to come.
    pub rounds_left: Option<u32>,
    /// How many bids there were.
    pub bids: u16,
    /// How much of what was agreed was delivered, in percent.
    pub delivered: u8,
    /// How it ended.
    pub end: End,
}

impl Sale {
    /// Whether the manager got what it wanted.
    pub fn succeeded(&self) -> bool {
        self.end == End::Delivered && self.delivered == 100
    }

    /// Whether the winner took the contract and gave less than it had agreed without trying.
    pub fn cheated(&self) -> bool {
        self.end == End::Delivered && self.delivered < 100
    }

    /// An announcement that nobody won.
    pub(super) fn nobody(announcement: u32, at: Tick, value: Credits, skill: u16) -> Self {
        Self {
            announcement,
            awarded: at,
            ended: at,
            value,
            skill,
            bidder: None,
            price: Credits::ZERO,
            deposit: Credits::ZERO,
            confidence: 0.0,
            eta_us: 0,
            due: at,
            rounds_left: None,
            bids: 0,
            delivered: 0,
            end: End::Nobody,
        }
    }
}
