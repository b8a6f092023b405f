//! Parameters that several models have, in the same words.

use crate::catalogue::{Field, Kind};
use crate::game::inline_schema;

/// The field `game`: a two-player or larger game in normal form; `doc` says which ones the model takes.
pub(super) fn game(usual: &'static str, doc: &'static str) -> Field {
    Field::with_default("game", Kind::Named { family: "games", inline: Some(inline_schema) }, usual, doc)
}

/// What [`game`] says of a model that takes any.
pub(super) const ANY_GAME: &str = "The stage game: a name, or payoffs written out.";

/// The field `noise`.
pub(super) fn noise() -> Field {
    let doc = "Execution noise: how often a chosen action comes out as another.";
    Field::with_default("noise", Kind::Probability, 0.0, doc)
}

/// The field `misperception`.
pub(super) fn misperception() -> Field {
    let doc = "Perception noise: how often another's action is misread.";
    Field::with_default("misperception", Kind::Probability, 0.0, doc)
}
