//! Equilibria and what can be said of play without playing: solvers and analytic results, one concept a module.
//!
//! Theory alone: nothing here knows of agents, rounds, draws, files or protocols.

pub mod correlated;
mod dense;
pub mod dominance;
pub mod doubt;
pub mod efficiency;
mod entry;
pub mod evolution;
pub mod finite_horizon;
mod float_game;
pub mod geometry;
pub mod level_k;
pub mod logit;
pub mod nash;
pub mod potential;
pub mod profile;
pub mod repeated;
pub mod security;
pub mod selection;
pub mod sequence;
pub mod verify;
