//! The tables of the orchestration model.

use crate::models::estimates::{high, low};
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

fn condition() -> Column {
    Column::facet("condition", "The rules under which the agents were orchestrated.")
}

/// One row a condition.
pub(super) fn orchestration() -> TableSchema {
    TableSchema::new(
        "orchestration",
        TableKind::Summary,
        "What orchestration comes to under each condition: means over repetitions, with 95 % t intervals where there are \
         several, beside what theory says of the game.",
        vec![
            Column::key("condition", Type::Text, "The rules under which the agents were orchestrated."),
            Column::measure("welfare", Type::Float, PER_ROUND, "The sum of all agents' payoffs."),
            low("welfare", "welfare_low"),
            high("welfare", "welfare_high"),
            Column::measure("obedience_rate", Type::Float, "", "The share of recommendations that were followed."),
            low("obedience_rate", "obedience_rate_low"),
            high("obedience_rate", "obedience_rate_high"),
            Column::note("obedience_pays", "Whether following every recommendation is a best reply for everybody."),
            Column::measure("obedient_welfare", Type::Float, PER_ROUND, "The welfare if everybody obeys: closed form."),
            Column::measure("alone_welfare", Type::Float, PER_ROUND, "The welfare of the equilibrium without a word."),
            Column::measure("worst_nash_welfare", Type::Float, PER_ROUND, "The least welfare of a Nash equilibrium."),
            Column::measure("best_nash_welfare", Type::Float, PER_ROUND, "The most welfare of a Nash equilibrium."),
            Column::measure("best_mediated_welfare", Type::Float, PER_ROUND, "The most of a correlated equilibrium."),
            Column::measure("optimal_welfare", Type::Float, PER_ROUND, "The most welfare of any profile."),
            Column::measure(
                "largest_noise",
                Type::Float,
                "",
                "The most noise at which obeying is a best reply for everybody: closed form; nothing if it is not even \
                 without noise.",
            ),
            Column::measure(
                "largest_leak",
                Type::Float,
                "",
                "The most leak at which obeying is a best reply for everybody to whom nothing leaked: closed form; nothing \
                 if it is under any leak, or not even without.",
            ),
            Column::measure("messages_per_round", Type::Float, "messages", "Requests and responses of all agents."),
            Column::measure("delay_us", Type::Float, "us", "From the start of a round to the last agent's action."),
        ],
    )
    .headline()
}

/// One row an agent.
pub(super) fn agents() -> TableSchema {
    TableSchema::new(
        "agents",
        TableKind::Summary,
        "What each agent came to: means over repetitions, with 95 % t intervals where there are several.",
        vec![
            condition(),
            Column::key("agent", Type::Text, "The agent."),
            Column::key("strategy", Type::Text, "How it takes what it is told."),
            Column::measure("payoff_per_round", Type::Float, PER_ROUND, "Its payoff."),
            low("payoff_per_round", "payoff_per_round_low"),
            high("payoff_per_round", "payoff_per_round_high"),
            Column::measure("obedience_rate", Type::Float, "", "The share of recommendations that it followed."),
            Column::measure(
                "regret",
                Type::Float,
                PER_ROUND,
                "The most that it would have gained by one other action at one signal, always: mean over repetitions.",
            ),
            Column::measure("forged_rate", Type::Float, "", "The share of rounds in which it followed the impostor."),
        ],
    )
    .headline()
}

/// One row an agent and a signal.
pub(super) fn signals() -> TableSchema {
    TableSchema::new(
        "signals",
        TableKind::Summary,
        "What agents did with each signal, over all repetitions; without one they play by themselves.",
        vec![
            condition(),
            Column::key("agent", Type::Text, "The agent."),
            Column::key("told", Type::Text, "What it was told; nothing where nothing came in time."),
            Column::measure("share_of_rounds", Type::Float, "", "In which share of rounds."),
            Column::measure("obedience_rate", Type::Float, "", "How often it did it."),
            Column::measure("payoff_per_round", Type::Float, PER_ROUND, "What it had in these rounds."),
        ],
    )
}

/// Welfare and obedience by round.
pub(super) fn rounds() -> TableSchema {
    TableSchema::new(
        "rounds",
        TableKind::Series,
        "Welfare and obedience by round: means over repetitions, with 95 % t intervals where there are several; at most \
         the first 1000 rounds.",
        vec![
            condition(),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("welfare", Type::Float, PER_ROUND, "The sum of all agents' payoffs."),
            low("welfare", "welfare_low"),
            high("welfare", "welfare_high"),
            Column::measure("obedience_rate", Type::Float, "", "The share of recommendations that were followed."),
        ],
    )
}

/// Obedience by noise.
pub(super) fn noise() -> TableSchema {
    TableSchema::new(
        "noise",
        TableKind::Series,
        "Obedience by noise: what the agents of the scenario do, and what obedience is worth, in closed form and as \
         measured where everybody obeys, with 95 % t intervals where there are several repetitions.",
        vec![
            condition(),
            Column::x("noise", Type::Float, "", "The probability with which each signal flips."),
            Column::measure(
                "obedience_rate",
                Type::Float,
                "",
                "The share of recommendations that the agents followed.",
            ),
            low("obedience_rate", "obedience_rate_low"),
            high("obedience_rate", "obedience_rate_high"),
            Column::measure("welfare", Type::Float, PER_ROUND, "The agents' welfare."),
            low("welfare", "welfare_low"),
            high("welfare", "welfare_high"),
            Column::measure("obedient_welfare", Type::Float, PER_ROUND, "The welfare if everybody obeys: closed form."),
            Column::measure(
                "slack",
                Type::Float,
                PER_ROUND,
                "The least gain of obeying over another action, times the probability of its signal: closed form.",
            ),
            Column::measure("measured_slack", Type::Float, PER_ROUND, "The same as measured where everybody obeys."),
            low("measured_slack", "measured_slack_low"),
            high("measured_slack", "measured_slack_high"),
        ],
    )
}

/// The noise at which obedience ends.
pub(super) fn thresholds() -> TableSchema {
    TableSchema::new(
        "thresholds",
        TableKind::Summary,
        "The noise up to which an agent rather obeys a signal than does something else: closed form, and where the \
         measured gain crosses zero between the amounts of noise that were tried.",
        vec![
            condition(),
            Column::key("agent", Type::Text, "The agent."),
            Column::key("told", Type::Text, "What it is told."),
            Column::key("instead", Type::Text, "What it would do instead."),
            Column::measure("measured_noise", Type::Float, "", "Where the measured gain of obeying crosses zero."),
            low("measured_noise", "measured_noise_low"),
            high("measured_noise", "measured_noise_high"),
            Column::measure(
                "largest_noise",
                Type::Float,
                "",
                "Where it crosses zero in closed form; nothing if nowhere.",
            ),
            Column::note("binding", "Whether no other signal ends obedience earlier."),
        ],
    )
    .headline()
}

/// The device of each condition.
pub(super) fn device() -> TableSchema {
    TableSchema::new(
        "device",
        TableKind::Summary,
        "What is recommended, how often: the lottery that everybody knows.",
        vec![
            condition(),
            Column::key("profile", Type::Text, "The actions of all players."),
            Column::measure("probability", Type::Float, "", "How often it is drawn."),
            Column::note("exact", "The same as a fraction."),
        ],
    )
}
