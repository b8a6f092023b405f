//! The tables of the conventions model.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_EPISODE: &str = "reward per episode";

/// One row a condition.
pub(super) fn conventions() -> TableSchema {
    let mut columns = vec![Column::key("condition", Type::Text, "The rules under which the agents met.")];
    for (names, doc) in [
        (["self_play_score", "self_play_low", "self_play_high"], "What agents gain that trained together."),
        (
            ["cross_play_score", "cross_play_low", "cross_play_high"],
            "What agents gain that trained apart, in the same way.",
        ),
        (["convention_gap", "convention_gap_low", "convention_gap_high"], "What is lost with strangers, pair by pair."),
    ] {
        columns.push(Column::measure(names[0], Type::Float, PER_EPISODE, doc));
        columns.extend(bounds(names[0], [names[1], names[2]]));
    }
    columns.extend([
        Column::measure(
            "exact_self_play",
            Type::Float,
            PER_EPISODE,
            "Of levers, what the best agents gain that train together, by these labels.",
        ),
        Column::measure(
            "exact_cross_play",
            Type::Float,
            PER_EPISODE,
            "Of levers, what the best agents gain in the mean that train apart, by these labels.",
        ),
        Column::measure("episodes", Type::Integer, "episodes", "How many episodes were trained."),
        Column::weight("repetitions", "How many repetitions."),
    ]);
    TableSchema::new(
        "conventions",
        TableKind::Summary,
        "What pairs gain that trained together, and agents that trained apart: means over pairs with 95 % t intervals; a pair's \
         cross-play is its mean over all others, so that these intervals are approximate.",
        columns,
    )
    .headline()
}

/// Who gains what with whom.
pub(super) fn cross_play() -> TableSchema {
    TableSchema::new(
        "cross_play",
        TableKind::Matrix,
        "What the first agent of one pair and the second of another gain together; the diagonal is self-play. At most twelve pairs.",
        vec![
            conditions::column(),
            Column::key("first_of", Type::Text, "The pair of the first agent."),
            Column::key("second_of", Type::Text, "The pair of the second agent."),
            Column::measure("pair_score", Type::Float, PER_EPISODE, "What they gain together."),
        ],
    )
}
