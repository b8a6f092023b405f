//! The tables of the adaptation model.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

/// What populations come to.
pub(super) fn adaptations() -> TableSchema {
    let [cooperation_low, cooperation_high] =
        bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]);
    let [payoff_low, payoff_high] = bounds("mean_payoff", ["mean_payoff_low", "mean_payoff_high"]);
    TableSchema::new(
        "adaptations",
        TableKind::Summary,
        "What populations come to, over all repetitions.",
        vec![
            conditions::column(),
            Column::measure(
                "cooperation_rate",
                Type::Float,
                "",
                "The share of first actions, without the generations left out.",
            ),
            cooperation_low,
            cooperation_high,
            Column::measure(
                "mean_payoff",
                Type::Float,
                PER_ROUND,
                "The mean payoff, without the generations left out.",
            ),
            payoff_low,
            payoff_high,
            Column::measure(
                "cooperation_at_end",
                Type::Float,
                "",
                "How often members take the first action at the end.",
            ),
            Column::measure("payoff_at_end", Type::Float, PER_ROUND, "What a member gets at the end."),
            Column::measure(
                "extortionate_share",
                Type::Float,
                "",
                "Under invasion: how much of the time the strategy that is there forces the other's surplus over nearly P to be at most its own.",
            ),
            Column::measure(
                "generous_share",
                Type::Float,
                "",
                "Under invasion: how much of the time it forces its own shortfall from nearly R to be at least the other's.",
            ),
            Column::weight("repetitions", "How many repetitions there were."),
        ],
    )
    .headline()
}

/// Which kinds of strategies there are.
pub(super) fn kinds() -> TableSchema {
    let [low, high] = bounds("mean_share", ["mean_share_low", "mean_share_high"]);
    TableSchema::new(
        "kinds",
        TableKind::Summary,
        "Which kinds of strategies there are, over all repetitions: by their chances, high from 2/3 and low up to 1/3.",
        vec![
            conditions::column(),
            Column::key("kind", Type::Text, "The kind of strategy."),
            Column::measure("mean_share", Type::Float, "", "Its mean share, without the generations left out."),
            low,
            high,
            Column::measure("end_share", Type::Float, "", "Its share at the end."),
            Column::measure(
                "leading_share",
                Type::Float,
                "",
                "In which share of repetitions it is the largest at the end.",
            ),
        ],
    )
    .headline()
}

/// The strategies of the end.
pub(super) fn champions() -> TableSchema {
    TableSchema::new(
        "champions",
        TableKind::Summary,
        "The first strategies at the end of the first repetition: by score where they are bred, else by share.",
        vec![
            conditions::column(),
            Column::key("place", Type::Integer, "The place, from 1."),
            Column::note(
                "genes",
                "Chances after CC, CD, DC, DD (or after the other's C and D); or states, each with its next \
                                   ones after C and D; or a table's actions and its opening.",
            ),
            Column::measure("end_share", Type::Float, "", "Its share at the end."),
            Column::measure("payoff_at_end", Type::Float, PER_ROUND, "What a member gets at the end."),
        ],
    )
}

/// Means by generation.
pub(super) fn traits() -> TableSchema {
    let [low, high] = bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]);
    TableSchema::new(
        "traits",
        TableKind::Series,
        "Cooperation, payoffs and mean chances by generation: means over repetitions.",
        vec![
            conditions::column(),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::measure("cooperation_rate", Type::Float, "", "The share of first actions."),
            low,
            high,
            Column::measure("mean_payoff", Type::Float, PER_ROUND, "The mean payoff."),
            Column::measure("top_payoff", Type::Float, PER_ROUND, "The best member's payoff."),
            Column::measure(
                "different_strategies",
                Type::Float,
                "strategies",
                "How many different strategies there are.",
            ),
            Column::measure("after_cc", Type::Float, "", "The chance of the first action after both took it."),
            Column::measure("after_cd", Type::Float, "", "After the first action against the second."),
            Column::measure("after_dc", Type::Float, "", "After the second action against the first."),
            Column::measure("after_dd", Type::Float, "", "After both took the second action."),
        ],
    )
}

/// Kinds by generation.
pub(super) fn kind_shares() -> TableSchema {
    TableSchema::new(
        "kind_shares",
        TableKind::Composition,
        "The shares of kinds of strategies by generation: means over repetitions.",
        vec![
            conditions::column(),
            Column::facet("kind", "The kind of strategy."),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::measure("share", Type::Float, "", "The share of the population."),
        ],
    )
}

/// Paths of mean chances.
pub(super) fn trait_paths() -> TableSchema {
    TableSchema::new(
        "trait_paths",
        TableKind::Trajectory,
        "The mean chances to answer the other's first and second action with the first, by repetition; the first 12.",
        vec![
            conditions::column(),
            Column::facet("path", "The repetition."),
            Column::x("generation", Type::Integer, "generation", "The generation, from 0."),
            Column::measure("after_c", Type::Float, "", "The mean chance after the other's first action."),
            Column::measure("after_d", Type::Float, "", "The mean chance after the other's second action."),
        ],
    )
}
