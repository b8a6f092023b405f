//! Contracts: what makes a word binding.
//!
//! Audits and penalties by round and by rounds left, and what they deter: in equilibrium by backward induction
//! over payoff sets, and among agents that reason a few steps back. Bonds, escrow, courts, the price of a name, scoring rules and
//! auctions in closed form, exactly; negotiation. Nothing here knows how a match is played.

pub mod auction;
mod audit;
pub mod bond;
pub mod court;
mod deterrence;
pub mod escrow;
pub mod identity;
pub mod negotiation;
pub mod scoring;

pub use audit::{Audit, Auditor, Finding, Payee, Schedule, Window};
pub use deterrence::{Deterrence, Meeting, Reasoning, StageClass, TooManyPayoffs, reasoners};
