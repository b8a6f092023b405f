//! The tables of the league model.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

/// One row a condition.
pub(super) fn league() -> TableSchema {
    let mut columns = vec![Column::key("condition", Type::Text, "The rules under which the agents met.")];
    columns.push(Column::measure(
        "final_exploitability",
        Type::Float,
        "utility",
        "What best responses of both seats gain together against what is played in the end: 0 in equilibrium alone.",
    ));
    columns.extend(bounds("final_exploitability", ["final_exploitability_low", "final_exploitability_high"]));
    columns.extend([
        Column::measure(
            "least_exploitability",
            Type::Float,
            "utility",
            "The same where it is least: chosen after the fact, and so too good.",
        ),
        Column::measure("mean_exploitability", Type::Float, "utility", "The mean over iterations."),
        Column::measure(
            "population_size",
            Type::Float,
            "",
            "How many different strategies there are in the end, over both seats; of a league, how many frozen players.",
        ),
        Column::note("fraction", "The same as a fraction."),
        Column::measure("iterations", Type::Integer, "iterations", "How many iterations there were."),
        Column::weight("repetitions", "How many repetitions."),
    ]);
    TableSchema::new(
        "league",
        TableKind::Summary,
        "How exploitable populations are that trained against themselves. Exact where nothing is drawn; else means over \
         repetitions with 95 % t intervals.",
        columns,
    )
    .headline()
}

/// Exploitability by iteration.
pub(super) fn curve() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::x("iteration", Type::Integer, "iterations", "The iteration; 0 is the start."),
        Column::measure(
            "exploitability",
            Type::Float,
            "utility",
            "What best responses of both seats gain together against what is played: 0 in equilibrium alone.",
        ),
    ];
    columns.extend(bounds("exploitability", ["exploitability_low", "exploitability_high"]));
    columns.push(Column::measure(
        "population_size",
        Type::Float,
        "",
        "How many different strategies there are in the end, over both seats; of a league, how many frozen players.",
    ));
    TableSchema::new(
        "league_curve",
        TableKind::Series,
        "How exploitable the population is by iteration: of a league, its main agent.",
        columns,
    )
}

/// What is played in the end.
pub(super) fn policies() -> TableSchema {
    TableSchema::new(
        "league_policies",
        TableKind::Summary,
        "What each seat plays in the end of the first repetition: actions, or strategies of a tree as their moves in order of information sets.",
        vec![
            conditions::column(),
            Column::key("player", Type::Text, "The player."),
            Column::key("action", Type::Text, "The action."),
            Column::measure("probability", Type::Float, "", "How often it is played."),
        ],
    )
}

/// Who is in a league.
pub(super) fn members() -> TableSchema {
    TableSchema::new(
        "league_members",
        TableKind::Summary,
        "The players of a league in the end of the first repetition: frozen ones, and learners.",
        vec![
            conditions::column(),
            Column::key("member", Type::Text, "The player, by what it is for and when it was frozen."),
            Column::note("role", "What it is for."),
            Column::measure("frozen_at", Type::Integer, "iterations", "In which iteration it was frozen."),
            Column::measure(
                "exploitability",
                Type::Float,
                "utility",
                "What best responses of both seats gain together against what is played: 0 in equilibrium alone.",
            ),
        ],
    )
}

/// Who beats whom.
pub(super) fn meetings() -> TableSchema {
    TableSchema::new(
        "win_rates",
        TableKind::Matrix,
        "Who beats whom in a league, over both seats: the last forty players of the first repetition.",
        vec![
            conditions::column(),
            Column::key("member", Type::Text, "The player, by what it is for and when it was frozen."),
            Column::key("other", Type::Text, "Against whom."),
            Column::measure("win_rate", Type::Float, "", "How often it wins; a draw counts half."),
        ],
    )
}
