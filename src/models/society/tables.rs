//! The tables of the model of strangers.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

/// What each society came to.
pub(super) fn societies() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::measure("cooperation_rate", Type::Float, "", "How often words were kept in the last generation."),
    ];
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    columns.push(Column::measure(
        "payoff_per_round",
        Type::Float,
        PER_ROUND,
        "The mean payoff then, after forfeits and fees.",
    ));
    columns.extend(bounds("payoff_per_round", ["payoff_per_round_low", "payoff_per_round_high"]));
    columns.extend([
        Column::measure(
            "rescued_share",
            Type::Float,
            "",
            "In how many repetitions at least nine words in ten were kept then.",
        ),
        Column::measure("last_round_cooperation", Type::Float, "", "How often words were kept in the last round then."),
        Column::note("trust_model", "The model of trust of the registry, if there is one."),
    ]);
    TableSchema::new("societies", TableKind::Summary, "What each society of strangers came to.", columns).headline()
}

/// Where keeping one's word begins to pay.
pub(super) fn rescues() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::measure(
            "measured_basin",
            Type::Float,
            "",
            "The share of keepers from which on they earned more than breakers, in play; 0 if always.",
        ),
    ];
    columns.extend(bounds("measured_basin", ["measured_basin_low", "measured_basin_high"]));
    columns.extend([
        Column::measure("predicted_basin", Type::Float, "", "The same in closed form; nothing if never."),
        Column::measure(
            "deterrent",
            Type::Float,
            PER_ROUND,
            "What breaking costs a round in expectation, (q - f) bond.",
        ),
        Column::measure(
            "least_deterrent",
            Type::Float,
            PER_ROUND,
            "What it must cost in every round, beside the records, so that a breaker among keepers gains nothing.",
        ),
        Column::measure("records_known", Type::Float, "", "How often a stranger's standing is known."),
        Column::measure(
            "least_known",
            Type::Float,
            "",
            "How often it must be known, beside the contract, so that a breaker among keepers gains nothing.",
        ),
        Column::measure("last_round_deterrent", Type::Float, "utility", "What breaking must cost in the last round."),
    ]);
    TableSchema::new(
        "rescues",
        TableKind::Summary,
        "Where keeping one's word begins to pay among strangers: measured, and in closed form.",
        columns,
    )
    .headline()
}

/// What keepers earn beyond breakers.
pub(super) fn advantages() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::x("keepers_share", Type::Float, "", "The share of keepers: tit-for-tat; all others break their word."),
        Column::measure("keepers_advantage", Type::Float, PER_ROUND, "What a keeper earns beyond a breaker."),
    ];
    columns.extend(bounds("keepers_advantage", ["keepers_advantage_low", "keepers_advantage_high"]));
    columns.push(Column::measure("predicted_keepers_advantage", Type::Float, PER_ROUND, "The same in closed form."));
    TableSchema::new("advantages", TableKind::Series, "What keepers earn beyond breakers, by their share.", columns)
}

/// Strategies by generation.
pub(super) fn society_shares() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::facet("strategy", "The strategy."),
        Column::x("generation", Type::Integer, "generations", "The generation, from 0."),
        Column::measure("share", Type::Float, "", "The share of agents that have it."),
    ];
    columns.extend(bounds("share", ["share_low", "share_high"]));
    TableSchema::new("society_shares", TableKind::Series, "What strategies imitation leaves.", columns)
}

/// Kept words by round.
pub(super) fn rounds() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::x("round", Type::Integer, "round", "The round."),
        Column::measure("cooperation_rate", Type::Float, "", "How often words were kept, in the last generation."),
    ];
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    TableSchema::new(
        "rounds",
        TableKind::Series,
        "How often words were kept, by round, in the last generation.",
        columns,
    )
}
