//! What the agents of a market say to each other, as data parts of A2A messages and artifacts.
//!
//! The acts are those of the FIPA contract net (SC00029H, SC00030H). A2A 1.0 has no field for a price, a bid or a deadline:
//! each is a data part under the lab's extension. Money is whole credits, time whole microseconds.

use super::name::Name;
use crate::contract::{Credits, Told};
use crate::exchange::TaskId;
use crate::ids::{AgentId, Tick};
use crate::reputation::Grade;
use std::sync::Arc;

/// A call for proposals: what a manager announces.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its number among the manager's announcements, from 0.
    pub announcement: u32,
    /// The round of an iterated contract net, from 1.
    pub round: u32,
    /// What is to be done, by number.
    pub skill: u16,
    /// When bids must have arrived; on it is in time.
    pub bid_deadline: Tick,
    /// How long after the award the work is due, in microseconds.
    pub due_us: u64,
    /// The most that is paid.
    pub max_price: Credits,
    /// How many announcements the manager will still make after this one, if it says.
    pub rounds_left: Option<u32>,
    /// What the winner stakes.
    pub terms: Terms,
    /// Whether the user for whom it is made may have restricted work done.
    pub permitted: bool,
}

/// What a winner stakes, as the call for proposals says: see [`Terms::deposit`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// A part that does not depend on the bid.
    pub fixed: Credits,
    /// A part that grows with the claimed confidence, per unit of it.
    pub per_claim: Credits,
    /// The scale of a quadratic score: of it `scale (claim - y)^2` is forfeited, `y` being 1 on success and 0 on failure.
    pub score_scale: Credits,
    /// What leaving an awarded contract costs.
    pub decommitment: Credits,
    /// What a winner is paid.
    pub pricing: Pricing,
}

/// What a winner is paid on delivery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pricing {
    /// What it asked.
    #[default]
    AsBid,
    /// The second-lowest price asked (Vickrey 1961).
    Second,
    /// The worth of success less what the others would have been worth; the latter is lost on failure (Porter, Ronen,
    /// Shoham & Tennenholtz 2008).
    Contingent,
}

impl Pricing {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Pricing::AsBid => "as_bid",
            Pricing::Second => "second",
            Pricing::Contingent => "contingent",
        }
    }
}

impl Terms {
    /// What is staked with a claimed confidence, in credits, rounded up.
    pub fn deposit(&self, confidence: f64) -> Credits {
        self.fixed + self.claim_deposit(confidence) + self.score_scale + self.decommitment
    }

    /// What of it is lost when the work succeeds or fails: the score of the claim, and on failure what grew with it.
    pub fn lost(&self, confidence: f64, success: bool) -> Credits {
        let y = f64::from(u8::from(success));
        let score = Credits::nearest(self.score_scale.to_f64() * (confidence - y) * (confidence - y));
        if success { score } else { score + self.claim_deposit(confidence) }
    }

    /// The part of it that grows with the claim.
    pub fn claim_deposit(&self, confidence: f64) -> Credits {
        Credits::at_least(self.per_claim.to_f64() * confidence)
    }
}

/// A bid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// What is asked.
    pub price: Credits,
    /// How long after the award the work is promised, in microseconds.
    pub eta_us: u64,
    /// The claimed probability of success.
    pub confidence: f64,
    /// Until when the bid stands.
    pub valid_until: Tick,
    /// The name that it bids under, if it is not its first.
    pub alias: Option<Name>,
}

/// An award, or what a contract says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Award {
    /// The announcement.
    pub announcement: u32,
    /// What is paid on delivery.
    pub price: Credits,
    /// What the winner stakes.
    pub deposit: Credits,
    /// When the work is due.
    pub due: Tick,
    /// The task of the bid: the contract's name at the escrow agent and the arbiter.
    pub bid: TaskId,
    /// The confidence that was claimed.
    pub confidence: f64,
    /// What the call said of stakes.
    pub terms: Terms,
    /// What of the stake is lost when the work succeeds.
    pub lost_on_success: Credits,
    /// What of the stake is lost when the work fails.
    pub lost_on_failure: Credits,
    /// How many further announcements the manager will make, if it says.
    pub rounds_left: Option<u32>,
    /// What is to be done.
    pub skill: u16,
    /// The task at the escrow agent that holds the price, if one does.
    pub escrow: Option<TaskId>,
    /// Who awards it.
    pub manager: AgentId,
}

/// Why something was refused, ended or broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// A refusal: no free capacity.
    Capacity,
    /// A refusal: the most that is paid is too little.
    Price,
    /// A refusal: cannot do this.
    Ineligible,
    /// A cancellation: another bid won.
    Lost,
    /// A cancellation: the bid came after the deadline.
    Late,
    /// A cancellation: no answer came.
    BidTimeout,
    /// A cancellation: the work did not come in time.
    LateDelivery,
    /// A cancellation: the manager does not want it any more.
    Withdrawn,
    /// A breach: declined after the award, being double-booked or out of date.
    Overcommitted,
    /// A breach: left for a better contract.
    Decommitted,
    /// A failure of the work itself.
    Failure,
    /// The agent was down.
    Crash,
    /// The stake could not be locked.
    NoFunds,
}

impl Reason {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Capacity => "capacity",
            Reason::Price => "price",
            Reason::Ineligible => "ineligible",
            Reason::Lost => "lost",
            Reason::Late => "late",
            Reason::BidTimeout => "bid_timeout",
            Reason::LateDelivery => "late_delivery",
            Reason::Withdrawn => "withdrawn",
            Reason::Overcommitted => "overcommitted",
            Reason::Decommitted => "decommitted",
            Reason::Failure => "failure",
            Reason::Crash => "crash",
            Reason::NoFunds => "no_funds",
        }
    }
}

/// A message or a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// FIPA `cfp`.
    Call(Arc<Call>),
    /// FIPA `refuse`.
    Refuse(Reason),
    /// FIPA `propose`.
    Bid(Offer),
    /// FIPA `accept-proposal`.
    Award(Box<Award>),
    /// How much of the work is done, in percent.
    Progress(u8),
    /// FIPA `inform-result`: of one unit agreed, what was delivered, in percent.
    Delivery(u8),
    /// FIPA `failure`; also a decline after the award.
    Failure(Reason),
    /// FIPA `reject-proposal` or `cancel`.
    Cancel(Reason),
    /// To the escrow agent: hold this.
    Lock(Box<Lock>),
    /// To the escrow agent: hold this behind all my contracts, until then.
    Pledge {
        /// How much.
        amount: Credits,
        /// Until when.
        until: Tick,
    },
    /// From the escrow agent: so much of your pledge is lost.
    Slashed(Credits),
    /// To the registry, from the escrow agent: this is what an agent has pledged now.
    Backed(AgentId, Credits),
    /// To the escrow agent, from either side: release what is held for a contract.
    Sign {
        /// The task of the bid, by which the contract is known.
        contract: TaskId,
        /// What the seller then gives the buyer; the buyer the seller, if that is negative.
        settled: Credits,
    },
    /// To the escrow agent, which asked for it: take it from my account.
    Authorize,
    /// From the escrow agent: this is to be authorized.
    Due(Credits),
    /// To the escrow agent, from the buyer: this came of the contract.
    Settle(Told),
    /// From the escrow agent: this was paid to you.
    Receipt(Credits),
    /// To the arbiter: the work is not what was agreed.
    Dispute(Box<Dispute>),
    /// To the escrow agent, from the arbiter: pay nothing out.
    Freeze(Freeze),
    /// From the arbiter: whether the seller is guilty, and what the loser pays.
    Ruling {
        /// Whether it is.
        guilty: bool,
        /// What the loser pays.
        fee: Credits,
    },
    /// To a seller, from the arbiter: show the record of this task.
    AskRecord(TaskId),
    /// To the arbiter, from a seller: what the task's artifact says was delivered, in percent.
    Record(u8),
    /// To the registry: put me on record.
    Register(Box<Entry>),
    /// To the registry: my card shows another version, the first name having become the second if versions are told apart.
    Card(Name, Name),
    /// To the registry: who has this skill?
    Find(u16),
    /// From the registry: these have.
    Listed(Arc<[Listing]>),
    /// To the registry, from a contractor: this agent has called me, who am known by this name.
    Called(AgentId, Name),
    /// To the registry: this is what I think of it.
    Rate(Box<Feedback>),
    /// From the registry: this is what somebody thinks of you.
    Rated {
        /// Who.
        rater: Name,
        /// What.
        grade: Grade,
    },
    /// To the registry: how do I stand, under this name?
    AskStanding(Name),
    /// From the registry: the score of who asked, and that of a newcomer.
    Standing {
        /// Its score.
        score: f64,
        /// A newcomer's.
        newcomer: f64,
    },
    /// To a bidder, from the registry: show that you have this skill.
    Probe {
        /// The skill.
        skill: u16,
        /// How much work it is, as a share of a contract.
        size: f64,
    },
    /// From a bidder: it has shown it.
    Shown,
    /// From the registry: it is done.
    Done,
    /// From the registry: it is not done, for a reason of this code.
    NotDone(&'static str),
}

/// What a bidder puts on record.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// The skills that it claims; none of a name that deals with nobody.
    pub skills: Vec<u16>,
    /// The name that this one takes the place of, if it does.
    pub instead_of: Option<Name>,
}

/// An agent that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Listing {
    /// Where it is.
    pub address: AgentId,
    /// Its name.
    pub name: Name,
    /// Its version.
    pub version: u32,
    /// How the registry sees it, if it keeps ratings.
    pub score: Option<f64>,
    /// Whether it is known to have answered a complaint with a complaint.
    pub retorts: bool,
}

/// What is said of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feedback {
    /// Who says it.
    pub rater: Name,
    /// Of whom.
    pub ratee: Name,
    /// Of which version.
    pub version: u32,
    /// What.
    pub grade: Grade,
    /// How large the deal was, small ones being 1.
    pub size: f64,
}

/// A dispute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dispute {
    /// The task of the bid, by which the contract is known.
    pub contract: TaskId,
    /// The task of the work.
    pub task: TaskId,
    /// The seller.
    pub seller: AgentId,
    /// What the buyer says was delivered, in percent.
    pub delivered: u8,
}

/// A contract that is to be frozen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Freeze {
    /// The task of the bid, by which the contract is known.
    pub contract: TaskId,
}

/// What the escrow agent is asked to hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lock {
    /// The task of the bid, by which the contract is known.
    pub contract: TaskId,
    /// Who may come to have it.
    pub other: AgentId,
    /// How much.
    pub amount: Credits,
    /// Whether it is a price or a stake, and what becomes of it.
    pub purpose: Purpose,
    /// When all is given back if nobody has said what came of the contract.
    pub until: Tick,
}

/// What money is held for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Purpose {
    /// Nothing: a price that is paid at once.
    Advance,
    /// A price, released on delivery.
    Price {
        /// What of the amount is no price but the buyer's deposit; with one, both must sign.
        deposit: Option<Credits>,
    },
    /// A stake of the contractor.
    Stake {
        /// What of it is lost when the work succeeds.
        on_success: Credits,
        /// What of it is lost when the work fails.
        on_failure: Credits,
        /// What of it is lost when the contractor leaves.
        on_leaving: Credits,
    },
}

impl Word {
    /// What it is, in a word.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Word::Call(_) => "call",
            Word::Award(_) => "award",
            Word::Lock(_) => "lock",
            Word::Dispute(_) => "dispute",
            Word::Freeze(_) => "freeze",
            Word::Pledge { .. } => "pledge",
            Word::Sign { .. } => "sign",
            Word::AskRecord(_) => "record",
            Word::Register(_)
            | Word::Card(..)
            | Word::Find(_)
            | Word::Called(..)
            | Word::Backed(..)
            | Word::Rate(_)
            | Word::AskStanding(_) => "registry",
            Word::Probe { .. } => "probe",
            Word::Rated { .. } => "rated",
            _ => "message",
        }
    }

    /// The stake of an award, as the contractor has the escrow agent hold it.
    pub(super) fn stake(award: &Award, manager: AgentId, until: Tick) -> Self {
        Word::Lock(Box::new(Lock {
            contract: award.bid,
            other: manager,
            amount: award.deposit,
            purpose: Purpose::Stake {
                on_success: award.lost_on_success,
                on_failure: award.lost_on_failure,
                on_leaving: award.terms.decommitment,
            },
            until,
        }))
    }
}
