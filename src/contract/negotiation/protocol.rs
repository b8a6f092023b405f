//! Protocols: alternating offers with withdrawal, and simultaneous offers.
//!
//! Both end: a party's deadline is its last tick, whatever the other does.

use super::Side;
use super::concession::{Party, not_below};

/// How a negotiation ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// On a price.
    Agreement {
        /// The price.
        price: f64,
        /// Who accepted it; nobody if offers crossed.
        by: Option<Side>,
    },
    /// A party's deadline had passed.
    Withdrawn {
        /// Whose.
        by: Side,
    },
    /// The last tick of both passed without crossing offers.
    NoAgreement,
}

/// A negotiation from its first offer to its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The offers that were made, in order: of the party that begins, of the other, and so on; of the buyer and the seller at
    /// each tick if they are simultaneous.
    pub offers: Vec<f64>,
    /// How it ended.
    pub end: End,
    /// When.
    pub tick: u32,
}

/// The two parties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parties {
    /// Who buys.
    pub buyer: Party,
    /// Who sells.
    pub seller: Party,
}

impl Parties {
    /// The party of a side.
    pub fn of(&self, side: Side) -> &Party {
        match side {
            Side::Buyer => &self.buyer,
            Side::Seller => &self.seller,
        }
    }

    /// Alternating offers, `first` at even ticks. Whoever moves withdraws if its deadline has passed, accepts the standing
    /// offer if it is at least as good as its own next one, and else makes that.
    pub fn alternating(&self, first: Side) -> Course {
        let mut offers: Vec<f64> = Vec::new();
        let mut tick = 0;
        let mut mover = first;
        loop {
            let party = self.of(mover);
            if tick > party.concession.deadline() {
                return Course { offers, end: End::Withdrawn { by: mover }, tick };
            }
            let own = party.offer(tick);
            if let Some(standing) = offers.last().copied().filter(|standing| party.accepts(own, *standing)) {
                return Course { offers, end: End::Agreement { price: standing, by: Some(mover) }, tick };
            }
            offers.push(own);
            tick += 1;
            mover = mover.other();
        }
    }

    /// Simultaneous offers until they cross, in the middle, or the earlier deadline has passed.
    pub fn simultaneous(&self) -> Course {
        let last = self.buyer.concession.deadline().min(self.seller.concession.deadline());
        let mut offers = Vec::new();
        for tick in 0..=last {
            let (bid, ask) = (self.buyer.offer(tick), self.seller.offer(tick));
            offers.extend([bid, ask]);
            if not_below(bid, ask) {
                return Course { offers, end: End::Agreement { price: (bid + ask) / 2.0, by: None }, tick };
            }
        }
        Course { offers, end: End::NoAgreement, tick: last }
    }
}
