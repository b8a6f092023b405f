//! Comity: a deterministic laboratory of game theory and coordination for agents.

pub mod a2a;
pub mod catalogue;
pub mod cli;
pub mod contract;
pub mod credit;
pub mod equilibrium;
pub mod error;
pub mod exact;
pub mod exchange;
pub mod game;
pub mod ids;
pub mod labels;
pub mod league;
pub mod learner;
pub mod models;
pub mod play;
pub mod plot;
pub mod query;
pub mod report;
pub mod scenario;
pub mod sim;
pub mod stats;
pub mod store;
pub mod strategy;
pub mod table;
pub mod training;
