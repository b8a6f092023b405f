//! The tables of the groups model.

use crate::models::conditions;
use crate::models::estimates::{bounds, high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

fn strategy() -> Column {
    Column::key("strategy", Type::Text, "The strategy, with the parameters that are not its defaults.")
}

fn cooperation() -> Column {
    Column::measure("cooperation_rate", Type::Float, "", "The share of rounds with the first action.")
}

fn level() -> Column {
    Column::measure("mean_level", Type::Float, "", "The mean of what was done on the game's scale.")
}

/// One row an agent.
pub(super) fn agents() -> TableSchema {
    TableSchema::new(
        "agents",
        TableKind::Summary,
        "What each agent came to: means over repetitions, with 95 % t intervals where there are several.",
        vec![
            conditions::column(),
            Column::key("agent", Type::Text, "The agent."),
            strategy(),
            Column::measure("rounds", Type::Float, "rounds", "How many rounds it played a repetition."),
            Column::measure(
                "score",
                Type::Float,
                "utility",
                "The sum of its (discounted) payoffs a repetition, penalties taken off.",
            ),
            low("score", "score_low"),
            high("score", "score_high"),
            Column::measure("score_per_round", Type::Float, PER_ROUND, "The score by the (discounted) rounds."),
            Column::measure("penalty", Type::Float, "utility", "The penalties that it paid a repetition."),
            cooperation(),
            level(),
        ],
    )
    .headline()
}

/// One row a strategy.
pub(super) fn strategies() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        strategy(),
        Column::measure("rank", Type::Integer, "", "The rank by score a round, 1 for the best; equals share it."),
        Column::measure("agents", Type::Integer, "", "How many agents have it."),
        Column::measure("score_per_round", Type::Float, PER_ROUND, "The score by the (discounted) rounds."),
    ];
    columns.extend(bounds("score_per_round", ["score_per_round_low", "score_per_round_high"]));
    columns.push(cooperation());
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    columns.extend([
        level(),
        Column::measure("penalty_per_round", Type::Float, PER_ROUND, "The penalties paid by the rounds."),
        Column::measure("first_round_cooperation", Type::Float, "", "The cooperation rate in the first round."),
        Column::measure(
            "last_round_cooperation",
            Type::Float,
            "",
            "The cooperation rate in the last round; nothing where the length is drawn.",
        ),
    ]);
    TableSchema::new(
        "strategies",
        TableKind::Summary,
        "What the agents of each strategy came to, best first by score a round: means over repetitions, with 95 % t \
         intervals where there are several.",
        columns,
    )
    .headline()
}

/// One row a condition: the group as a whole.
pub(super) fn groups() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::measure("matches", Type::Integer, "", "How many matches of groups were played."),
        Column::measure("group_size", Type::Integer, "agents", "How many players a group has."),
        Column::measure(
            "group_payoff",
            Type::Float,
            PER_ROUND,
            "The mean payoff of a player in a round, penalties left out.",
        ),
    ];
    columns.extend(bounds("group_payoff", ["group_payoff_low", "group_payoff_high"]));
    columns.extend([
        Column::measure("best_group_payoff", Type::Float, PER_ROUND, "The greatest there could be."),
        Column::measure(
            "equilibrium_group_payoff",
            Type::Float,
            PER_ROUND,
            "That of the pure equilibrium of the stage game with the least.",
        ),
        Column::measure(
            "efficiency",
            Type::Float,
            "",
            "How much of the way from that equilibrium to the greatest welfare was gone: 0 to 1, below 0 if worse.",
        ),
        cooperation(),
    ]);
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    columns.extend([
        Column::measure("first_round_cooperation", Type::Float, "", "The cooperation rate in the first round."),
        Column::measure(
            "last_round_cooperation",
            Type::Float,
            "",
            "The cooperation rate in the last round of a match.",
        ),
        level(),
        Column::measure(
            "gini",
            Type::Float,
            "",
            "Gini's coefficient of the players' scores; nothing if one is negative.",
        ),
        Column::measure(
            "score_range",
            Type::Float,
            PER_ROUND,
            "How far the highest score of a match is above the lowest.",
        ),
        Column::measure(
            "attendance",
            Type::Float,
            "agents",
            "How many took the second action, once the crowd has settled.",
        ),
    ]);
    columns.extend(bounds("attendance", ["attendance_low", "attendance_high"]));
    columns.push(Column::measure(
        "volatility",
        Type::Float,
        "",
        "Four times the variance of that number by the number of players: 1 if each flips a coin.",
    ));
    columns.extend(bounds("volatility", ["volatility_low", "volatility_high"]));
    TableSchema::new(
        "groups",
        TableKind::Summary,
        "What the groups of each condition came to: means over matches, with 95 % t intervals where there are several.",
        columns,
    )
    .headline()
}

/// What the stage game would come to.
pub(super) fn benchmarks() -> TableSchema {
    TableSchema::new(
        "benchmarks",
        TableKind::Summary,
        "What the stage game of each condition would come to: the greatest welfare, pure equilibria (at most 20), and \
         symmetric mixed ones of two actions. Of large games only profiles of one action or two neighbouring ones are \
         looked at.",
        vec![
            conditions::column(),
            Column::key("benchmark", Type::Text, "What it is."),
            Column::note("profile", "How many take each action, or with what probability each the first."),
            Column::measure("group_payoff", Type::Float, PER_ROUND, "The mean payoff of a player."),
            Column::measure("lowest_payoff", Type::Float, "utility", "What the one who gets least gets."),
            Column::measure("highest_payoff", Type::Float, "utility", "What the one who gets most gets."),
            Column::measure("cooperation_rate", Type::Float, "", "The share that takes the first action."),
        ],
    )
    .headline()
}

/// Cooperation, level and payoff by round.
pub(super) fn rounds() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::facet("strategy", "The strategy."),
        Column::x("round", Type::Integer, "round", "The round, from 1."),
        Column::measure("cooperation_rate", Type::Float, "", "The share with the first action."),
    ];
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    columns.extend([
        level(),
        Column::measure("mean_payoff", Type::Float, "utility", "The mean payoff, penalties left out."),
        Column::weight("observations", "How many agents played the round, over all repetitions."),
    ]);
    TableSchema::new(
        "rounds",
        TableKind::Series,
        "Cooperation, level and payoff by round and strategy: means over matches, with 95 % t intervals where there are \
         several; the first 1000 rounds, and the last 100 of a longer match of fixed length.",
        columns,
    )
}

/// How often so many cooperated.
pub(super) fn cooperators() -> TableSchema {
    let mut schema = TableSchema::new(
        "cooperators",
        TableKind::Distribution,
        "In how many rounds so many of a group took the first action, once the crowd has settled.",
        vec![
            conditions::column(),
            Column::measure("cooperator_count", Type::Integer, "agents", "How many took the first action."),
            Column::weight("round_count", "In how many rounds, over all matches."),
        ],
    );
    schema.key.push("cooperator_count".into());
    schema
}

/// One match, move by move.
pub(super) fn moves() -> TableSchema {
    TableSchema::new(
        "moves",
        TableKind::Series,
        "The first match of each condition, move by move: at most its first 200 rounds and its first 12 players.",
        vec![
            conditions::column(),
            Column::facet("agent", "The agent."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::note("action", "What came out."),
            Column::measure("payoff", Type::Float, "utility", "The payoff of the round."),
            Column::measure("total", Type::Float, "utility", "The sum of payoffs so far."),
        ],
    )
}
