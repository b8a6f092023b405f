//! The families of strategies, a file each: the strategies, then their catalogue entries.

mod constant;
mod cyclic;
pub mod end_game;
mod first_tournament;
mod gradual;
mod grudger;
mod majority;
mod memory_one;
mod tit_for_tat;
mod zero_determinant;

use super::Strategy;
use crate::catalogue::{Catalogue, Schema};

/// The built-in strategies, family by family.
pub fn catalogue() -> Catalogue<dyn Strategy> {
    Catalogue::new(vec![
        constant::ENTRIES,
        cyclic::ENTRIES,
        tit_for_tat::ENTRIES,
        grudger::ENTRIES,
        memory_one::ENTRIES,
        zero_determinant::ENTRIES,
        gradual::ENTRIES,
        majority::ENTRIES,
        first_tournament::ENTRIES,
        end_game::ENTRIES,
    ])
}

/// The schema of a strategy without parameters.
fn none() -> Schema {
    Schema::default()
}
