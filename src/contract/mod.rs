//! Contracts: what makes a word binding.
//!
//! Audits and penalties by round and by rounds left, and what they deter: in equilibrium by backward induction
//! over payoff sets, and among agents that reason a few steps back. Bonds, escrow and arbitration join here with
//! the market. Nothing here knows how a match is played.

mod audit;
mod credits;
mod deterrence;
mod escrow;
mod ledger;

pub use audit::{Audit, Auditor, Finding, Payee, Schedule, Window};
pub use credits::Credits;
pub use deterrence::{Deterrence, Meeting, Reasoning, StageClass, TooManyPayoffs, reasoners};
pub use escrow::{Escrow, Stake, Standing, Told};
pub use ledger::{Account, Ledger, Posting, Unpostable, Why};
