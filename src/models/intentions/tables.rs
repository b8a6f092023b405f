//! The tables of the model of intentions.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

const ROUNDS: &str = "rounds";

/// What populations come to.
pub(super) fn intentions() -> TableSchema {
    let [drift_low, drift_high] = bounds("intention_drift", ["intention_drift_low", "intention_drift_high"]);
    let [first_low, first_high] =
        bounds("first_defection_drift", ["first_defection_drift_low", "first_defection_drift_high"]);
    TableSchema::new(
        "intentions",
        TableKind::Summary,
        "How experience moves what players have in mind, over all repetitions.",
        vec![
            conditions::column(),
            Column::measure(
                "opening_at_first",
                Type::Float,
                "",
                "How often members cooperate in round 1 of the first supergame.",
            ),
            Column::measure(
                "opening_at_end",
                Type::Float,
                "",
                "How often members cooperate in round 1 of the last supergame.",
            ),
            Column::measure(
                "intention_at_first",
                Type::Float,
                ROUNDS,
                "The mean round in which members mean to defect, where the drift is first measured; never counts as one after the last.",
            ),
            Column::measure(
                "intention_at_end",
                Type::Float,
                ROUNDS,
                "The mean round in which members mean to defect, in the last supergame.",
            ),
            Column::measure(
                "intention_drift",
                Type::Float,
                "rounds per supergame",
                "By how much the mean intention moves a supergame: the slope of least squares.",
            ),
            drift_low,
            drift_high,
            Column::measure(
                "first_defection_drift",
                Type::Float,
                "rounds per supergame",
                "The same of the round of the first defection, in matches that begin with mutual cooperation and see one.",
            ),
            first_low,
            first_high,
            Column::measure(
                "cooperation_at_end",
                Type::Float,
                "",
                "How often members take the first action at the end.",
            ),
            Column::weight("repetitions", "How many repetitions there were."),
        ],
    )
    .headline()
}

/// Means by supergame.
pub(super) fn supergames() -> TableSchema {
    let [low, high] = bounds("mean_intention", ["mean_intention_low", "mean_intention_high"]);
    TableSchema::new(
        "supergames",
        TableKind::Series,
        "What members have in mind and what comes of it, by supergame: means over repetitions.",
        vec![
            conditions::column(),
            Column::x("supergame", Type::Integer, "", "The supergame, from 1."),
            Column::measure(
                "mean_intention",
                Type::Float,
                ROUNDS,
                "The mean round in which members mean to defect; never counts as one after the last.",
            ),
            low,
            high,
            Column::measure(
                "first_defection",
                Type::Float,
                ROUNDS,
                "The mean round of the first defection, in matches that begin with mutual cooperation and see one.",
            ),
            Column::measure("opening_cooperation", Type::Float, "", "How often members cooperate in round 1."),
            Column::measure("cooperation_rate", Type::Float, "", "The share of rounds in which a member cooperates."),
            Column::measure("supergame_score", Type::Float, "utility", "What a member gets from a supergame."),
        ],
    )
}

/// Who has which round in mind.
pub(super) fn intended_rounds() -> TableSchema {
    TableSchema::new(
        "intended_rounds",
        TableKind::Composition,
        "The shares of members by the round in which they mean to defect first, by supergame: means over repetitions.",
        vec![
            conditions::column(),
            Column::facet("intended_round", "The round in which a member means to defect first, or never."),
            Column::x("supergame", Type::Integer, "", "The supergame, from 1."),
            Column::measure("share", Type::Float, "", "The share of the population."),
        ],
    )
}

/// Cooperation round by round, early and late.
pub(super) fn cooperation_by_round() -> TableSchema {
    TableSchema::new(
        "cooperation_by_round",
        TableKind::Series,
        "How often members cooperate, round by round, in the first supergame, in the middle one and in the last.",
        vec![
            conditions::column(),
            Column::facet("phase", "Which supergame."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("cooperation_rate", Type::Float, "", "The share of members that cooperate."),
        ],
    )
}
