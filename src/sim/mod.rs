//! The simulation kit: draws named by whose they are, virtual time, parallel maps.
//!
//! Everything random in the lab comes from [`RunKey::draws`](crate::ids::RunKey::draws); everything
//! timed from [`EventQueue`]; everything parallel from [`map_indexed`]. There is no other generator,
//! clock or thread anywhere on a floor that reaches a result. Nothing here knows of games or protocols.

mod draws;
mod observe;
mod parallel;
mod queue;
mod sample;

pub use draws::{Draws, Purpose, Who};
pub use observe::Observer;
pub use parallel::{map_each, map_indexed};
pub use queue::EventQueue;
pub use sample::Chance;
