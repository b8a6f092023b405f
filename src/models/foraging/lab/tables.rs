//! The tables of the foraging model.

use crate::models::conditions;
use crate::models::courses::measure;
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_EPISODE: &str = "reward per episode";

/// Who earned what in the shown episode.
pub(super) fn credit() -> TableSchema {
    TableSchema::new(
        "credit",
        TableKind::Matrix,
        "Who earned the team's reward in the shown episode, by each rule: sums over its steps.",
        vec![
            Column::key("credit_rule", Type::Text, "The rule by which the team's reward is handed out."),
            Column::key("agent", Type::Text, "The agent, or the group of agents."),
            Column::measure("credit", Type::Float, "reward", "What the rule gives the agent."),
            Column::measure(
                "credit_error",
                Type::Float,
                "reward",
                "The standard error of what the rule gives, if it is an estimate from a sample.",
            ),
            Column::note("fraction", "The same as a fraction."),
        ],
    )
    .headline()
}

/// What a load teaches, and what becomes of it.
pub(super) fn loading() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::key("agent", Type::Text, "The agent, or the group of agents."),
        Column::measure(
            "update_others_load",
            Type::Float,
            "reward",
            "From scratch, how far the value of loading moves when the agent loads and all others do.",
        ),
        Column::measure(
            "update_at_start",
            Type::Float,
            "reward",
            "The same in expectation, the others acting as they do at the start.",
        ),
    ];
    measure(
        &mut columns,
        ["load_gap", "load_gap_low", "load_gap_high"],
        "reward",
        "In the end, the value of loading over that of staying.",
    );
    measure(
        &mut columns,
        ["load_share", "load_share_low", "load_share_high"],
        "",
        "The share of repetitions in which loading is worth more than staying in the end.",
    );
    columns.push(Column::measure("indifferent_share", Type::Float, "", "The share in which both are worth the same."));
    columns.push(Column::weight("repetitions", "How many repetitions."));
    TableSchema::new(
        "loading",
        TableKind::Summary,
        "What loading on the given board teaches each agent, and what it comes to prefer: means with 95 % t intervals, shares with \
         95 % Wilson intervals.",
        columns,
    )
    .headline()
}

/// What the team loses without each agent.
pub(super) fn net_value() -> TableSchema {
    let mut columns = vec![Column::key("agent", Type::Text, "The agent, or the group of agents.")];
    measure(
        &mut columns,
        ["net_value", "net_value_low", "net_value_high"],
        PER_EPISODE,
        "What the team gains with the agent over what it gains with the baseline in its place, episode by episode.",
    );
    columns.extend([
        Column::measure("return_with", Type::Float, PER_EPISODE, "What the team gains with it."),
        Column::measure("return_without", Type::Float, PER_EPISODE, "What it gains with the baseline in its place."),
        Column::measure("tasks_with", Type::Float, "tasks per episode", "How many tasks are completed with it."),
        Column::measure("tasks_without", Type::Float, "tasks per episode", "How many with the baseline in its place."),
        Column::weight("episodes_run", "How many episodes were run with and without it."),
    ]);
    TableSchema::new(
        "net_value",
        TableKind::Summary,
        "The same episodes run again with a baseline in the place of one agent, by the others' same draws: means with 95 % t \
         intervals.",
        columns,
    )
}
