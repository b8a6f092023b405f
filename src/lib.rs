//! Comity: a deterministic laboratory of game theory and coordination for agents.

pub mod catalogue;
pub mod error;
pub mod exact;
pub mod ids;
pub mod sim;
pub mod table;
