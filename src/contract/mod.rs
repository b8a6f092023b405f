//! Contracts: what makes a word binding.
//!
//! Audits and penalties by round and by rounds left, and what they deter: in equilibrium by backward induction
//! over payoff sets, and among agents that reason a few steps back. Bonds, escrow, courts, the price of a name, scoring rules and
//! auctions, and what keeps strangers to their word, in closed form, exactly; negotiation; a ledger of credits, and a contract's money in custody. Nothing here knows how a match is played.

pub mod auction;
mod audit;
mod binding;
pub mod bond;
pub mod court;
mod credits;
mod custody;
mod deposits;
mod deterrence;
pub mod escrow;
pub mod identity;
mod ledger;
pub mod negotiation;
pub mod scoring;
pub mod strangers;

pub use audit::{Audit, Auditor, Finding, Payee, Schedule, Window};
pub use binding::{Commitment, bound, least_deterrent};
pub use credits::Credits;
pub use custody::{Escrow, Stake, Standing, Told};
pub use deposits::Deposits;
pub use deterrence::{Deterrence, Meeting, Reasoning, StageClass, TooManyPayoffs, reasoners};
pub use ledger::{Account, Ledger, Posting, Unpostable, Why};
