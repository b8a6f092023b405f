//! The families of strategies, a file each: the strategies, then their catalogue entries.

mod adaptive;
mod classify;
mod constant;
mod cycles;
mod cyclic;
mod data;
mod derived_belief;
mod drift;
pub mod end_game;
mod first_programs;
mod first_tournament;
mod gradual;
mod group;
mod grudger;
mod hidden_markov;
mod hunter;
mod learner;
mod lookup;
mod machines;
mod majority;
mod memory_one;
mod memory_two;
mod meta;
mod mind_reader;
mod mutual;
mod neural;
mod once_bitten;
mod prober;
mod punisher;
mod ratio;
mod resurrection;
mod retaliate;
mod rivalry;
mod second_tournament;
mod sequence;
mod standing;
mod tit_for_tat;
mod transform;
mod tricky;
mod wary_tit_for_tat;
mod zero_determinant;

use super::{Action, Facets, Strategy, parse_actions};
use crate::catalogue::{Build, Catalogue, Entry, Field, Kind, Params, Schema};

/// The built-in strategies, family by family.
pub fn catalogue() -> Catalogue<dyn Strategy> {
    let [recent, counting, modes, harrington] = second_tournament::GROUPS;
    let families = vec![
        constant::ENTRIES,
        tricky::ENTRIES,
        cyclic::ENTRIES,
        sequence::ENTRIES,
        tit_for_tat::ENTRIES,
        wary_tit_for_tat::ENTRIES,
        grudger::ENTRIES,
        once_bitten::ENTRIES,
        rivalry::ENTRIES,
        memory_one::ENTRIES,
        mutual::ENTRIES,
        memory_two::ENTRIES,
        zero_determinant::ENTRIES,
        gradual::ENTRIES,
        majority::ENTRIES,
        ratio::ENTRIES,
        resurrection::ENTRIES,
        punisher::ENTRIES,
        retaliate::ENTRIES,
        prober::ENTRIES,
        hunter::ENTRIES,
        drift::ENTRIES,
        adaptive::ENTRIES,
        classify::ENTRIES,
        learner::ENTRIES,
        derived_belief::ENTRIES,
        first_tournament::ENTRIES,
        first_programs::ENTRIES,
        recent,
        counting,
        modes,
        harrington,
        machines::ENTRIES,
        lookup::ENTRIES,
        hidden_markov::ENTRIES,
        neural::ENTRIES,
        end_game::ENTRIES,
        standing::ENTRIES,
        mind_reader::ENTRIES,
        meta::ENTRIES,
        transform::ENTRIES,
    ];
    Catalogue::new(families.into_iter().chain(group::GROUPS).collect())
}

/// The schema of a strategy without parameters.
fn none() -> Schema {
    Schema::default()
}

/// The source of a rule that was first written down there.
const LIBRARY: &str = "Axelrod-Python 4.14";

/// The source of a rule that was first written down there.
const PRISON: &str = "Prison 1998 (LIFL, Lille), via Axelrod-Python";

/// An entry without aliases or parameters.
const fn plain(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    source: &'static str,
    facets: Facets,
    build: Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    Entry { key, title, aliases: &[], about, source, facets, params: none, build }
}

/// A parameter that counts rounds or other things.
fn count(key: &'static str, min: i64, default: i64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Integer { min, max: 1_000_000 }, default, doc)
}

/// A parameter that is a probability.
fn probability(key: &'static str, default: f64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Probability, default, doc)
}

/// A count that a schema has bounded.
fn small(params: &Params, key: &str) -> u32 {
    u32::try_from(params.integer(key)).expect("the schema bounds it")
}

/// A word of actions that a schema has checked.
fn word(params: &Params, key: &str) -> Vec<Action> {
    parse_actions(params.text(key)).expect("the schema lets C and D alone through")
}
