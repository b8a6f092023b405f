//! Comity: a deterministic laboratory of game theory and coordination for agents.

pub mod catalogue;
pub mod error;
pub mod exact;
pub mod game;
pub mod ids;
pub mod plot;
pub mod report;
pub mod sim;
pub mod strategy;
pub mod table;
