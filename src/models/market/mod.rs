//! The market: agents that belong to different owners contract with each other.
//!
//! Managers announce work, bidders bid, the best is awarded, works, delivers or not: the contract net (Smith 1980; FIPA
//! SC00029H, SC00030H) in A2A tasks over an exchange.

mod acts;
mod bidder;
mod buyer;
mod contractor;
mod manager;
mod record;
mod score;
pub mod trial;
mod words;

pub use acts::Acts;
pub use bidder::{Answer, Bidder, BidderClone, News, Own, Skills, Work};
pub use buyer::{Buyer, BuyerClone, Choice, Considered, Job, Winner};
pub use contractor::Profile;
pub use record::{End, Sale};
pub use score::{Number, Weighed, Weights, score};
pub use words::{Award, Call, Offer, Reason, Terms};

use crate::exchange::{Agent, Event, Outbox};
use crate::ids::Tick;
use words::Word;

/// One of the agents.
enum Party {
    Contractor(Box<contractor::Contractor>),
    Manager(Box<manager::Manager>),
}

impl Agent<Word> for Party {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match self {
            Party::Contractor(contractor) => contractor.on(now, event, out),
            Party::Manager(manager) => manager.on(now, event, out),
        }
    }
}
