//! Level-based foraging: agents of different levels gather food that a lone agent is often too weak to lift.
//!
//! The environment of Albrecht & Ramamoorthy 2013 in the form that multi-agent learning benchmarks use (Papoudakis et al.
//! 2021; `lbforaging` 2.0.0, ids ending in `-v3`), in two modes: `v3` is that package step by step, quirks included,
//! and `strict` is what its description says ([`Mode`]). A [`Config`] is checked once and becomes [`Rules`]; a
//! [`Field`] keeps any number of boards under the same rules side by side and steps them without allocating; a step
//! reports rewards and each [`Load`], from which any credit can be computed. Beside it stand observations, heuristic
//! [`Policy`]s, drawings, and the A2A tasks of an episode.
//!
//! A step is a pure function of a board and the actions; only spawning and policies draw, from streams handed in.
//! The environment knows nothing of learners, tasks, scenarios or files; of this folder only `tasks`
//! knows A2A, and `lab` (the model that scenarios name) learners, credit and tables.

mod action;
mod board;
mod config;
mod episode;
mod field;
mod ident;
mod lab;
mod movement;
mod observe;
mod packing;
mod policies;
mod render;
mod rules;
mod spawn;
mod tasks;

pub use action::{Action, Mask};
pub use board::{Board, Cell, Food, Forager, Layout};
pub use config::{Config, Levels, Mode, Observation, Reward};
pub use episode::{Episode, Step};
pub use field::{End, Field, Foragers, Load, Report};
pub use packing::Capacity;
pub use policies::Policy;
pub use render::{episode_text, frames, frames_schema, letter, observation_text, text};
pub use rules::Rules;
pub use tasks::{Gathering, task_facts};

pub(super) use lab::ENTRIES;
