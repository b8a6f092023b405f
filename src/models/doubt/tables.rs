//! The tables of the model of doubt.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

/// How long cooperation lasts by horizon.
pub(super) fn horizons() -> TableSchema {
    let [low, high] = bounds("drawn_defection_rounds", ["drawn_defection_rounds_low", "drawn_defection_rounds_high"]);
    TableSchema::new(
        "doubt_horizons",
        TableKind::Series,
        "In how many rounds of a match somebody defects, by its length: exactly, and in matches that were drawn.",
        vec![
            conditions::column(),
            Column::x("horizon", Type::Integer, "rounds", "How many rounds a match has; both players know it."),
            Column::measure(
                "defection_rounds",
                Type::Float,
                "rounds",
                "The mean number of rounds in which at least one player defects.",
            ),
            Column::measure("defection_rounds_rational", Type::Float, "rounds", "The same if row is rational."),
            Column::measure("mutual_cooperation_rate", Type::Float, "", "The share of rounds in which both cooperate."),
            Column::measure(
                "unsure_rounds_left",
                Type::Integer,
                "rounds",
                "The most rounds left at which not both cooperate for sure.",
            ),
            Column::measure("row_value", Type::Float, "utility", "What a rational row gets in all."),
            Column::measure("column_value", Type::Float, "utility", "What column gets in all."),
            Column::measure(
                "drawn_defection_rounds",
                Type::Float,
                "rounds",
                "The mean number of rounds with a defection in matches that were drawn.",
            ),
            low,
            high,
            Column::weight("repetitions", "How many repetitions there were."),
        ],
    )
    .headline()
}

/// What happens in the last rounds.
pub(super) fn end_games() -> TableSchema {
    TableSchema::new(
        "end_games",
        TableKind::Series,
        "What both do as the rounds run out, in the longest match: given that row did as tit-for-tat so far.",
        vec![
            conditions::column(),
            Column::x("rounds_to_go", Type::Integer, "rounds", "Rounds left, this one among them."),
            Column::measure(
                "belief",
                Type::Float,
                "",
                "The mean of column's beliefs that row is a tit-for-tat player.",
            ),
            Column::measure("row_mimics", Type::Float, "", "How likely a rational row does what tit-for-tat would do."),
            Column::measure("column_cooperates", Type::Float, "", "How likely column cooperates."),
            Column::measure(
                "row_unrevealed",
                Type::Float,
                "",
                "How likely a rational row has done as tit-for-tat up to here.",
            ),
        ],
    )
}
