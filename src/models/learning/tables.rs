//! The tables of the learning model.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

const PER_ROUND: &str = "utility per round";

/// One row a condition.
pub(super) fn conditions() -> TableSchema {
    let mut columns = vec![
        Column::key("condition", Type::Text, "The rules under which the agents met."),
        Column::measure(
            "reached_share",
            Type::Float,
            "",
            "The share of repetitions that settled at the target: where it was named, all take that action, else what is \
             best for all in sum.",
        ),
    ];
    columns.extend(bounds("reached_share", ["reached_low", "reached_high"]));
    columns.push(Column::measure(
        "gain_pp",
        Type::Float,
        "pp",
        "What that share is over the first condition's, repetition by repetition.",
    ));
    columns.extend(bounds("gain_pp", ["gain_low", "gain_high"]));
    columns.push(Column::measure(
        "target_rate",
        Type::Float,
        "",
        "The share of free agents' actions in the last quarter of rounds that are the target.",
    ));
    columns.extend(bounds("target_rate", ["target_rate_low", "target_rate_high"]));
    columns.push(Column::measure(
        "payoff_per_round",
        Type::Float,
        PER_ROUND,
        "An agent's mean payoff in the last quarter of rounds.",
    ));
    columns.extend(bounds("payoff_per_round", ["payoff_per_round_low", "payoff_per_round_high"]));
    columns.extend([
        Column::measure(
            "best_equilibrium",
            Type::Float,
            PER_ROUND,
            "An agent's mean payoff in the best Nash equilibrium.",
        ),
        Column::measure("optimum", Type::Float, PER_ROUND, "An agent's mean payoff where the sum is greatest."),
        Column::measure("external_regret", Type::Float, PER_ROUND, "The greatest of an agent at the end."),
        Column::measure("internal_regret", Type::Float, PER_ROUND, "The greatest of an agent at the end."),
        Column::measure(
            "cycle_growth",
            Type::Float,
            "",
            "By what factor a cycle's time round grows from one to the next, where play runs in circles.",
        ),
        Column::weight("repetitions", "How many repetitions."),
    ]);
    TableSchema::new(
        "conditions",
        TableKind::Summary,
        "What each condition came to. Shares of repetitions have Wilson intervals, differences of them Newcombe's paired \
         ones, means t intervals, all of 95 %.",
        columns,
    )
    .headline()
}

/// Where repetitions ended.
pub(super) fn outcomes() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::key(
            "outcome",
            Type::Text,
            "What each player does in the end, or that play runs in circles or is mixed.",
        ),
        Column::measure("run_share", Type::Float, "", "The share of repetitions that ended so."),
    ];
    columns.extend(bounds("run_share", ["run_share_low", "run_share_high"]));
    columns.push(Column::note("outcome_kind", "Whether it is an equilibrium, and whether it is best for all in sum."));
    columns.push(Column::weight("repetitions", "How many repetitions."));
    TableSchema::new("outcomes", TableKind::Summary, "Where repetitions ended, with 95 % Wilson intervals.", columns)
        .headline()
}

/// One row a group of agents.
pub(super) fn learners() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::key("agent", Type::Text, "The agent, or the group of agents."),
        Column::key("strategy", Type::Text, "The rule, with the parameters that are not its defaults."),
        Column::measure("payoff_per_round", Type::Float, PER_ROUND, "Its mean payoff in the last quarter of rounds."),
    ];
    columns.extend(bounds("payoff_per_round", ["payoff_per_round_low", "payoff_per_round_high"]));
    columns.push(Column::note("sees", "What the rule must see of a round."));
    columns.push(Column::weight("agents", "How many agents."));
    TableSchema::new(
        "learners",
        TableKind::Summary,
        "What each learner gets in the end: means over repetitions with 95 % t intervals where there are several.",
        columns,
    )
}

/// Play by time.
pub(super) fn play() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::facet("agent", "The agent, or the group of agents."),
        Column::facet("action", "The action."),
        Column::x("round", Type::Integer, "round", "The round, from 1; long runs on a logarithmic grid."),
        Column::measure("play_rate", Type::Float, "", "How often it was taken since the round before in the table."),
    ];
    columns.extend(bounds("play_rate", ["play_rate_low", "play_rate_high"]));
    TableSchema::new(
        "play",
        TableKind::Series,
        "How often each action is taken, by time: means over repetitions with 95 % t intervals where there are several.",
        columns,
    )
}

/// Regrets and payoffs by time.
pub(super) fn progress() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::x("round", Type::Integer, "round", "The round, from 1; long runs on a logarithmic grid."),
        Column::measure(
            "external_regret",
            Type::Float,
            PER_ROUND,
            "The most that an agent would have gained a round so far by one action throughout: the distance of empirical \
             play to the coarse correlated equilibria.",
        ),
    ];
    columns.extend(bounds("external_regret", ["external_regret_low", "external_regret_high"]));
    columns.push(Column::measure(
        "internal_regret",
        Type::Float,
        PER_ROUND,
        "The most that an agent would have gained a round so far by one action in place of another: the distance of \
         empirical play to the correlated equilibria.",
    ));
    columns.extend(bounds("internal_regret", ["internal_regret_low", "internal_regret_high"]));
    columns.push(Column::measure(
        "mean_payoff",
        Type::Float,
        "utility",
        "An agent's mean payoff since the round before in the table.",
    ));
    columns.extend(bounds("mean_payoff", ["mean_payoff_low", "mean_payoff_high"]));
    TableSchema::new(
        "progress",
        TableKind::Series,
        "Regrets and payoffs by time: means over repetitions with 95 % t intervals where there are several.",
        columns,
    )
}

/// Who ends where, by where play starts. There are few repetitions a point, so that intervals would cover each other.
pub(super) fn basins() -> TableSchema {
    TableSchema::new(
        "basins",
        TableKind::Series,
        "How often the target is reached, by its share in the first round.",
        vec![
            conditions::column(),
            Column::x("first_share", Type::Float, "", "The target's share in the first round, to the nearest tenth."),
            Column::measure("reached_share", Type::Float, "", "The share of repetitions that settled at the target."),
            Column::weight("repetitions", "How many repetitions started so."),
        ],
    )
}

/// Where the target's share goes.
pub(super) fn drift() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::x("target_share", Type::Float, "", "The target's share of a round's actions, to the nearest tenth."),
        Column::measure("drift", Type::Float, "per round", "The mean change of that share to the next round."),
    ];
    columns.extend(bounds("drift", ["drift_low", "drift_high"]));
    columns.push(Column::weight("rounds", "How many rounds, over all repetitions."));
    TableSchema::new(
        "drift",
        TableKind::Series,
        "Whether the target gains or loses, by its share: means over repetitions with 95 % t intervals.",
        columns,
    )
}

/// Paths of two players with two actions each.
pub(super) fn paths() -> TableSchema {
    TableSchema::new(
        "paths",
        TableKind::Trajectory,
        "How often the two players have taken their first actions so far (in mean dynamics: how often they do), in the \
         first repetitions.",
        vec![
            conditions::column(),
            Column::facet("repetition", "The repetition, from 1."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("first_player_rate", Type::Float, "", "The first player's first action."),
            Column::measure("second_player_rate", Type::Float, "", "The second player's first action."),
        ],
    )
}

/// Paths of two players with three actions each.
pub(super) fn simplex_paths() -> TableSchema {
    TableSchema::new(
        "simplex_paths",
        TableKind::Trajectory,
        "How often each player has taken each of three actions so far (in mean dynamics: how often it does), in the first \
         repetition.",
        vec![
            conditions::column(),
            Column::facet("agent", "The agent."),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::measure("first_action_rate", Type::Float, "", "The first action."),
            Column::measure("second_action_rate", Type::Float, "", "The second action."),
            Column::measure("third_action_rate", Type::Float, "", "The third action."),
        ],
    )
}

/// How long a cycling repetition stays at each profile.
pub(super) fn stretches() -> TableSchema {
    TableSchema::new(
        "stretches",
        TableKind::Series,
        "Where the first repetition runs in circles: how many rounds it stays at each profile on its way.",
        vec![
            conditions::column(),
            Column::x("stretch", Type::Integer, "", "The number of the stretch, from the first one remembered."),
            Column::measure("stretch_rounds", Type::Integer, "rounds", "How many rounds it lasts."),
            Column::note("profile", "What the players do."),
        ],
    )
}

/// Whom agents seek out.
pub(super) fn links() -> TableSchema {
    TableSchema::new(
        "links",
        TableKind::Graph,
        "Whom each agent seeks out in the end of the first repetition, where that is likelier than by chance.",
        vec![
            conditions::column(),
            Column::key("from", Type::Text, "Who seeks."),
            Column::key("to", Type::Text, "Whom."),
            Column::measure("link_share", Type::Float, "", "How often."),
        ],
    )
}

/// A lattice at a few times.
pub(super) fn lattice() -> TableSchema {
    TableSchema::new(
        "lattice",
        TableKind::Frames,
        "The actions on the lattice in a few rounds of the first repetition.",
        vec![
            conditions::column(),
            Column::x("round", Type::Integer, "round", "The round, from 1."),
            Column::key("y", Type::Integer, "The row, from 1."),
            Column::key("x", Type::Integer, "The place in the row, from 1."),
            Column::measure("action", Type::Text, "", "The action."),
        ],
    )
}
