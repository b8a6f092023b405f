//! The tables of the repeated model.

use crate::models::conditions;
use crate::models::estimates::{high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

fn strategy() -> Column {
    Column::key("strategy", Type::Text, "The strategy, with the parameters that are not its defaults.")
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
            Column::measure("matches", Type::Integer, "", "How many matches it played, over all repetitions."),
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
            Column::measure("cooperation_rate", Type::Float, "", "The share of its rounds with the first action."),
            Column::measure("penalty", Type::Float, "utility", "The penalties that it paid a repetition."),
        ],
    )
    .headline()
}

/// One row a strategy.
pub(super) fn strategies() -> TableSchema {
    TableSchema::new(
        "strategies",
        TableKind::Summary,
        "What the agents of each strategy came to, best first by score a round: means over repetitions, with 95 % t \
         intervals where there are several.",
        vec![
            conditions::column(),
            strategy(),
            Column::measure("rank", Type::Integer, "", "The rank by score a round, 1 for the best; equals share it."),
            Column::measure("agents", Type::Integer, "", "How many agents have it."),
            Column::measure("score_per_round", Type::Float, PER_ROUND, "The score by the (discounted) rounds."),
            low("score_per_round", "score_per_round_low"),
            high("score_per_round", "score_per_round_high"),
            Column::measure("cooperation_rate", Type::Float, "", "The share of rounds with the first action."),
            low("cooperation_rate", "cooperation_rate_low"),
            high("cooperation_rate", "cooperation_rate_high"),
            Column::measure("first_round_cooperation", Type::Float, "", "The cooperation rate in the first round."),
            Column::measure(
                "last_round_cooperation",
                Type::Float,
                "",
                "The cooperation rate in the last round; nothing where the length is drawn.",
            ),
            Column::measure("penalty_per_round", Type::Float, PER_ROUND, "The penalties paid by the rounds."),
        ],
    )
    .headline()
}

/// Cooperation and payoff by round.
pub(super) fn rounds() -> TableSchema {
    TableSchema::new(
        "rounds",
        TableKind::Series,
        "Cooperation and payoff by round and strategy: means over repetitions, with 95 % t intervals where there are \
         several; the first 1000 rounds, and the last 100 of a longer match of fixed length.",
        vec![
            conditions::column(),
            Column::facet("strategy", "The strategy."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("cooperation_rate", Type::Float, "", "The share with the first action."),
            low("cooperation_rate", "cooperation_rate_low"),
            high("cooperation_rate", "cooperation_rate_high"),
            Column::measure("mean_payoff", Type::Float, "utility", "The mean payoff, penalties left out."),
            Column::weight("observations", "How many agents played the round, over all repetitions."),
        ],
    )
}

/// Strategy against strategy.
pub(super) fn pairs() -> TableSchema {
    TableSchema::new(
        "pairs",
        TableKind::Matrix,
        "What agents of a strategy came to against those of another: means over repetitions, penalties left out.",
        vec![
            conditions::column(),
            strategy(),
            Column::key("opponent", Type::Text, "The other's strategy."),
            Column::measure("score_per_round", Type::Float, PER_ROUND, "The payoffs by the (discounted) rounds."),
            Column::measure("cooperation_rate", Type::Float, "", "The share of rounds with the first action."),
            Column::weight("matches", "How many matches, over all repetitions."),
        ],
    )
}

/// How often each score occurred.
pub(super) fn score_distribution() -> TableSchema {
    let mut schema = TableSchema::new(
        "score_distribution",
        TableKind::Distribution,
        "How many matches ended with each score a round, by strategy.",
        vec![
            conditions::column(),
            Column::facet("strategy", "The strategy."),
            Column::measure("score_per_round", Type::Float, PER_ROUND, "The score of a match by its rounds."),
            Column::weight("matches", "How many matches of one agent ended so."),
        ],
    );
    schema.key.push("score_per_round".into());
    schema
}

/// One match, move by move.
pub(super) fn moves() -> TableSchema {
    TableSchema::new(
        "moves",
        TableKind::Series,
        "The first match of each condition, move by move; at most its first 200 rounds.",
        vec![
            conditions::column(),
            Column::facet("agent", "The agent."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::note("action", "What came out."),
            Column::measure("payoff", Type::Float, "utility", "The payoff of the round."),
            Column::measure("total", Type::Float, "utility", "The sum of payoffs so far."),
            Column::measure("penalty", Type::Float, "utility", "What an audit of the round cost."),
        ],
    )
}

/// What the network did.
pub(super) fn deliveries() -> TableSchema {
    TableSchema::new(
        "deliveries",
        TableKind::Summary,
        "What the network did with the messages of each condition, over all repetitions.",
        vec![
            conditions::column(),
            Column::measure("messages", Type::Integer, "messages", "How many were sent."),
            Column::measure("lost", Type::Integer, "messages", "How many were lost."),
            Column::measure("duplicated", Type::Integer, "messages", "How many arrived twice."),
            Column::measure("late", Type::Integer, "messages", "How many were late."),
            Column::measure("unheard", Type::Integer, "messages", "How many reached an agent that had crashed."),
            Column::measure("moves", Type::Integer, "moves", "How many moves were made."),
            Column::measure("missing_moves", Type::Integer, "moves", "How many did not arrive in their round."),
        ],
    )
    .headline()
}

/// What each agent's deposits came to.
pub(super) fn pledges() -> TableSchema {
    TableSchema::new(
        "pledges",
        TableKind::Summary,
        "What the deposits of each agent under a contract came to: means over repetitions.",
        vec![
            conditions::column(),
            Column::key("agent", Type::Text, "The agent."),
            Column::measure("bonds_locked", Type::Float, "", "How many bonds it locked, one a covered round."),
            Column::measure("forfeited", Type::Float, "utility", "What it forfeited."),
            Column::measure(
                "bond_balance",
                Type::Float,
                "utility",
                "What it has in the end more than at first, of bonds alone.",
            ),
        ],
    )
}

/// Expected penalties by round, and what they leave of cooperation.
pub(super) fn deterrence() -> TableSchema {
    TableSchema::new(
        "deterrence",
        TableKind::Series,
        "What a defection costs in expectation, by round, and where subgame-perfect play cooperates (Benoit & Krishna \
         1985).",
        vec![
            conditions::column(),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("expected_penalty", Type::Float, "utility", "What a defection costs in expectation."),
            Column::note(
                "stage_class",
                "What the round by itself makes equilibria of: d mutual defection, c mutual cooperation, b both, n \
                 neither.",
            ),
            Column::measure("cooperation_possible", Type::Bool, "", "Whether some subgame-perfect path cooperates."),
            Column::measure("cooperation_certain", Type::Bool, "", "Whether every subgame-perfect path cooperates."),
        ],
    )
}

/// The thresholds of the penalty in the last round and the regime that each condition is in.
pub(super) fn regimes() -> TableSchema {
    TableSchema::new(
        "regimes",
        TableKind::Summary,
        "The expected penalty of the last round against its two thresholds, and the subgame-perfect outcomes that follow.",
        vec![
            conditions::column(),
            Column::measure(
                "lower_threshold",
                Type::Float,
                "utility",
                "T - R: from here on a co-operator is not tempted in the last round.",
            ),
            Column::measure(
                "upper_threshold",
                Type::Float,
                "utility",
                "P - S: beyond it nobody defects in the last round, and nothing is left to punish with.",
            ),
            Column::measure("last_round_penalty", Type::Float, "utility", "The expected penalty of the last round."),
            Column::note("regime", "Where the penalty lies."),
            Column::measure("cooperative_rounds", Type::Integer, "rounds", "The most on one subgame-perfect path."),
            Column::measure("cooperation_throughout", Type::Bool, "", "Whether cooperating throughout is subgame-perfect."),
            Column::measure("defection_throughout", Type::Bool, "", "Whether defecting throughout is subgame-perfect."),
            Column::measure("best_payoff", Type::Float, "utility", "A player's best subgame-perfect score."),
            Column::measure("worst_payoff", Type::Float, "utility", "A player's worst subgame-perfect score."),
        ],
    )
    .headline()
}

/// The play of agents that reason a few steps back.
pub(super) fn reasoners() -> TableSchema {
    TableSchema::new(
        "reasoners",
        TableKind::Summary,
        "What agents do that reason a few steps back, by depth.",
        vec![
            conditions::column(),
            Column::key("depth", Type::Integer, "How many steps they reason."),
            Column::note("planned_defections", "The rounds in which they plan to defect."),
            Column::note("self_play", "What each of two of them plays."),
            Column::measure("self_score", Type::Float, "utility", "What each scores, expected penalties taken off."),
            Column::measure(
                "score_against_shallower",
                Type::Float,
                "utility",
                "What one scores against an agent of one depth less.",
            ),
            Column::measure("shallower_score", Type::Float, "utility", "What that other agent scores."),
        ],
    )
    .headline()
}
