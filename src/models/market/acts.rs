//! The acts of a contract net, counted as FIPA counts them: what is said, not how many packets that takes.
//!
//! Fault-free, with all `n` contacted answering, `j` of them bidding, and one award, without stakes and progress reports,
//! there are `2n + j + 1` acts: `n` calls, `n` answers, `j - 1` rejections, an award and its report. Where a cancellation
//! and the CANCELED that answers it count as two, there are `2n + 2j`.

use super::words::{Reason, Word};
use crate::a2a::TaskState;
use crate::exchange::Fact;
use crate::ids::Tick;
use crate::sim::Observer;

/// How often each act happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acts {
    /// Calls for proposals.
    pub call: u64,
    /// Bids, late ones included.
    pub propose: u64,
    /// Refusals.
    pub refuse: u64,
    /// Awards.
    pub accept: u64,
    /// Bids cancelled because another won.
    pub reject_lost: u64,
    /// Bids cancelled as late.
    pub cancel_late: u64,
    /// Calls cancelled because no answer came.
    pub cancel_timeout: u64,
    /// Declines after an award.
    pub decline: u64,
    /// Deliveries.
    pub inform: u64,
    /// Failures.
    pub failure: u64,
    /// Awards cancelled because nothing came in time.
    pub cancel_overdue: u64,
    /// Announcements withdrawn.
    pub cancel_withdrawn: u64,
    /// Tasks opened for calls and awards.
    pub tasks: u64,
    /// States CANCELED in answer to a cancellation.
    pub canceled: u64,
}

impl Acts {
    /// All acts, a cancellation and its answer counting as one.
    pub fn total(&self) -> u64 {
        self.call
            + self.propose
            + self.refuse
            + self.accept
            + self.decline
            + self.inform
            + self.failure
            + self.cancels()
    }

    /// Cancellations of any kind.
    pub fn cancels(&self) -> u64 {
        self.reject_lost + self.cancel_late + self.cancel_timeout + self.cancel_overdue + self.cancel_withdrawn
    }

    /// Counts a fact.
    pub(super) fn count(&mut self, fact: &Fact<Word>) {
        match fact {
            Fact::Opened { payload: Word::Call(_), .. } => {
                self.call += 1;
                self.tasks += 1;
            }
            Fact::Opened { payload: Word::Award(_), .. } => {
                self.accept += 1;
                self.tasks += 1;
            }
            Fact::Sent { payload: Word::Call(_), .. } => self.call += 1,
            Fact::Sent { payload: Word::Award(_), .. } => self.accept += 1,
            Fact::Updated { payload: Some(Word::Bid(_)), .. } | Fact::Artifact { payload: Word::Bid(_), .. } => {
                self.propose += 1;
            }
            Fact::Updated { payload: Some(Word::Refuse(_)), .. } => self.refuse += 1,
            Fact::Updated { payload: Some(Word::Failure(_)), state: TaskState::Rejected, .. } => self.decline += 1,
            Fact::Updated { payload: Some(Word::Failure(_)), state: TaskState::Failed, .. } => self.failure += 1,
            Fact::Updated { payload: None, state: TaskState::Canceled, .. } => self.canceled += 1,
            Fact::Artifact { payload: Word::Delivery(_), .. } => self.inform += 1,
            Fact::CancelAsked { because: Some(Word::Cancel(reason)), .. } => match reason {
                Reason::Lost => self.reject_lost += 1,
                Reason::Late => self.cancel_late += 1,
                Reason::BidTimeout => self.cancel_timeout += 1,
                Reason::LateDelivery => self.cancel_overdue += 1,
                _ => self.cancel_withdrawn += 1,
            },
            _ => {}
        }
    }
}

impl Observer<Fact<Word>> for Acts {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, _: Tick, fact: &Fact<Word>) {
        self.count(fact);
    }
}
