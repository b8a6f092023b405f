//! The tables of the course model.

use crate::models::conditions;
use crate::models::courses::measure;
use crate::table::{Column, TableKind, TableSchema, Type};

/// What is done in each round.
pub(super) fn rounds() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::facet("player", "The player."),
        Column::key("action", Type::Text, "The action."),
        Column::x("round", Type::Integer, "round", "The round."),
    ];
    measure(
        &mut columns,
        ["action_share", "action_share_low", "action_share_high"],
        "",
        "How often the action is taken in that round by the last policies.",
    );
    TableSchema::new(
        "learned_rounds",
        TableKind::Series,
        "What is done in each round in the end: means over repetitions with 95 % t intervals where there are several.",
        columns,
    )
}

/// What each action is worth.
pub(super) fn values() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::key("player", Type::Text, "The player."),
        Column::key("situation", Type::Text, "What the learner perceives."),
        Column::key("action", Type::Text, "The action."),
    ];
    measure(
        &mut columns,
        ["learned_value", "learned_value_low", "learned_value_high"],
        "utility",
        "What the action is worth by what was learned, where values are learned.",
    );
    measure(
        &mut columns,
        ["learned_logit", "learned_logit_low", "learned_logit_high"],
        "nats",
        "What speaks for the action by what was learned, where a policy is learned: its share is proportional to the exponential.",
    );
    TableSchema::new(
        "learned_values",
        TableKind::Summary,
        "What each action is worth in the end, by what the learner perceives: means over repetitions with 95 % t intervals.",
        columns,
    )
}
