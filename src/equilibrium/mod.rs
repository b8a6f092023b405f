//! Equilibria and what can be said of play without playing: solvers and analytic results, one concept a module.
//!
//! Theory alone: nothing here knows of agents, rounds, draws, files or protocols.

pub mod efficiency;
pub mod level_k;
pub mod nash;
pub mod potential;
pub mod profile;
pub mod selection;
pub mod verify;
