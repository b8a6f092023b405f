//! Comity: a deterministic laboratory of game theory and coordination for agents.

pub mod a2a;
pub mod catalogue;
pub mod contract;
pub mod error;
pub mod exact;
pub mod game;
pub mod ids;
pub mod play;
pub mod query;
pub mod sim;
pub mod stats;
pub mod strategy;
pub mod table;
