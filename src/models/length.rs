//! The length of a match as scenarios say it: how many rounds, and what the players know of it.

use crate::catalogue::{Field, Kind, Schema, Table, Value};
use crate::play::Length;

/// The most rounds.
pub(super) const MOST: i64 = 1_000_000_000;

/// A number of rounds.
pub(super) fn rounds() -> Kind {
    Kind::Integer { min: 1, max: MOST }
}

/// The field `length`.
pub(super) fn field() -> Field {
    let drawn = Schema::of(vec![
        Field::required(
            "continuation",
            Kind::Number { min: 0.0, max: 0.999_999 },
            "The probability that another round follows.",
        ),
        Field::with_default("told", Kind::Bool, false, "Whether the players know that probability."),
    ]);
    let mut usual = Table::default();
    usual.insert("known", 200i64);
    Field::with_default(
        "length",
        Kind::OneOf(vec![
            Field::required("known", rounds(), "So many rounds, and the players know it.").unit("rounds"),
            Field::required("unknown", rounds(), "So many rounds, and the players do not know it.").unit("rounds"),
            Field::required("drawn", Kind::Table(drawn), "A first round, then others by chance."),
        ]),
        usual,
        "How long a match is and what the players know of it.",
    )
}

/// The length of a checked field.
pub(super) fn read((key, value): (&str, &Value)) -> Length {
    let rounds = || u32::try_from(value.integer().unwrap_or(1)).expect("the schema bounds it");
    match key {
        "known" => Length::Known(rounds()),
        "unknown" => Length::Unknown(rounds()),
        _ => {
            let drawn = value.section().expect("the schema declares a table");
            Length::Drawn { continuation: drawn.number("continuation"), told: drawn.flag("told") }
        }
    }
}
