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

/// The field `loss` of a network.
pub(super) fn loss() -> Field {
    Field::with_default("loss", Kind::Probability, 0.0, "How often a message is lost.")
}

/// The field `duplicate` of a network.
pub(super) fn duplicate() -> Field {
    Field::with_default("duplicate", Kind::Probability, 0.0, "How often a message arrives twice.")
}

/// The field `deduplicates` of a network.
pub(super) fn deduplicates() -> Field {
    Field::with_default("deduplicates", Kind::Bool, true, "Whether receivers drop duplicates.")
}

/// The field `late` of a network.
pub(super) fn late() -> Field {
    Field::with_default("late", Kind::Probability, 0.0, "How often a message is late.")
}

/// The field `round_us` of a model whose rounds take time.
pub(super) fn round_us() -> Field {
    Field::with_default("round_us", Kind::whole(1, 1_000_000_000), 1_000_000i64, "How long a round is.").unit("us")
}

/// The field `discard` of a model of generations.
pub(super) fn discard() -> Field {
    let doc = "How many generations are left out of means.";
    Field::with_default("discard", Kind::whole(0, 1_000_000_000), 0i64, doc).unit("generations")
}
