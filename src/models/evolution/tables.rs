//! The tables of the evolution model.

use crate::models::conditions;
use crate::models::estimates::{bounds, high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

fn strategy() -> Column {
    Column::key("strategy", Type::Text, "The strategy.")
}

/// What becomes of each strategy.
pub(super) fn fates() -> TableSchema {
    let [mean_low, mean_high] = bounds("mean_share", ["mean_share_low", "mean_share_high"]);
    let [fixed_low, fixed_high] = bounds("fixed_share", ["fixed_share_low", "fixed_share_high"]);
    TableSchema::new(
        "fates",
        TableKind::Summary,
        "What becomes of each strategy, over all repetitions: its share of the population, and how often it took over, \
         beside the exact probability where there is one.",
        vec![
            conditions::column(),
            strategy(),
            Column::note("plays", "The action, or the strategy with its parameters."),
            Column::measure("start_share", Type::Float, "", "Its share of the population at first."),
            Column::measure("mean_share", Type::Float, "", "Its mean share, without the generations left out."),
            mean_low,
            mean_high,
            Column::measure("end_share", Type::Float, "", "Its share at the end."),
            Column::measure("fixed_share", Type::Float, "", "In which share of repetitions it took over."),
            fixed_low,
            fixed_high,
            Column::measure("fixation_exact", Type::Float, "", "The exact probability that it takes over."),
        ],
    )
    .headline()
}

/// What becomes of populations.
pub(super) fn populations() -> TableSchema {
    TableSchema::new(
        "populations",
        TableKind::Summary,
        "What becomes of populations, over all repetitions.",
        vec![
            conditions::column(),
            Column::measure("members", Type::Integer, "members", "How many members there are."),
            Column::measure("settled_share", Type::Float, "", "In which share of repetitions one strategy took over."),
            Column::measure(
                "steps",
                Type::Float,
                "steps",
                "The mean number of steps until one took over, where one did.",
            ),
            low("steps", "steps_low"),
            high("steps", "steps_high"),
            Column::measure("steps_exact", Type::Float, "steps", "The exact mean number of steps."),
            Column::measure("payoff_at_end", Type::Float, PER_ROUND, "What a member gets at the end."),
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

/// What strategies get from each other.
pub(super) fn meetings() -> TableSchema {
    TableSchema::new(
        "meetings",
        TableKind::Matrix,
        "What a member gets from another, by their strategies: expected, unless a note says that it was sampled.",
        vec![
            conditions::column(),
            strategy(),
            Column::key("opponent", Type::Text, "The other's strategy."),
            Column::measure("score_per_round", Type::Float, PER_ROUND, "The payoff a round."),
            Column::measure("cooperation_rate", Type::Float, "", "The share of rounds with the first action."),
            Column::note("basis", "Whether it was worked out exactly or sampled."),
        ],
    )
}

/// Shares by generation.
pub(super) fn shares() -> TableSchema {
    let [share_low, share_high] = bounds("share", ["share_low", "share_high"]);
    TableSchema::new(
        "shares",
        TableKind::Composition,
        "Each strategy's share of the population by generation: means over repetitions, and the first repetition.",
        vec![
            conditions::column(),
            Column::facet("strategy", "The strategy."),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::measure("share", Type::Float, "", "The share of the population."),
            share_low,
            share_high,
            Column::measure("members", Type::Integer, "members", "How many members have it in the first repetition."),
        ],
    )
}

/// Which strategies the first, the second and the third are.
fn corners() -> Column {
    Column::facet("three_strategies", "The first, the second and the third strategy.")
}

/// The shares of three strategies as a path.
pub(super) fn shares_path() -> TableSchema {
    TableSchema::new(
        "shares_path",
        TableKind::Trajectory,
        "The shares of three strategies in the first repetition, in the order declared.",
        vec![
            conditions::column(),
            corners(),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::measure("share_of_first", Type::Float, "", "The first strategy's share."),
            Column::measure("share_of_second", Type::Float, "", "The second strategy's share."),
            Column::measure("share_of_third", Type::Float, "", "The third strategy's share."),
        ],
    )
}

/// Where selection pushes the shares of three strategies.
pub(super) fn flow() -> TableSchema {
    TableSchema::new(
        "flow",
        TableKind::Trajectory,
        "Where selection pushes the shares of three strategies: the replicator dynamics, from points of a grid.",
        vec![
            conditions::column(),
            corners(),
            Column::x("arrow_point", Type::Integer, "", "Even where an arrow starts, odd where it points."),
            Column::measure("share_of_first", Type::Float, "", "The first strategy's share."),
            Column::measure("share_of_second", Type::Float, "", "The second strategy's share."),
            Column::measure("share_of_third", Type::Float, "", "The third strategy's share."),
            Column::note("shape", "How it is drawn."),
        ],
    )
}

/// The lattice at some generations.
pub(super) fn territory() -> TableSchema {
    TableSchema::new(
        "territory",
        TableKind::Frames,
        "Who holds which cell of the lattice at some generations of the first repetition.",
        vec![
            conditions::column(),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::key("y", Type::Integer, "The row, from 1."),
            Column::key("x", Type::Integer, "The place in the row, from 1."),
            Column::measure("strategy", Type::Text, "", "The strategy."),
        ],
    )
}
