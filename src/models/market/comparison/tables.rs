//! The tables of the comparison.

use super::super::tables::{PER_ANNOUNCEMENT, bounded};
use crate::table::{Column, TableKind, TableSchema, Type};

fn names() -> Vec<Column> {
    vec![
        Column::facet("mix", "The bidders that took part."),
        Column::key("condition", Type::Text, "The rules of the market."),
    ]
}

/// One row a policy and mix.
pub(super) fn policies() -> TableSchema {
    let mut columns = names();
    for [name, low, high, unit, doc] in [
        ["net_welfare", "net_welfare_low", "net_welfare_high", PER_ANNOUNCEMENT, "Welfare less what the policy costs."],
        [
            "net_difference",
            "net_difference_low",
            "net_difference_high",
            PER_ANNOUNCEMENT,
            "Net welfare less that of the first policy, paired by repetition.",
        ],
        [
            "policy_cost",
            "policy_cost_low",
            "policy_cost_high",
            PER_ANNOUNCEMENT,
            "What names, audits and disputes cost, and money that is held.",
        ],
        [
            "success_rate",
            "success_rate_low",
            "success_rate_high",
            "",
            "The share of announcements that ended with what was agreed.",
        ],
        ["buyer_income", "buyer_income_low", "buyer_income_high", PER_ANNOUNCEMENT, "What managers gained."],
        [
            "buyer_difference",
            "buyer_difference_low",
            "buyer_difference_high",
            PER_ANNOUNCEMENT,
            "What managers gained less what they gained under the first policy, paired by repetition.",
        ],
        [
            "honest_income",
            "honest_income_low",
            "honest_income_high",
            "credits per bidder",
            "What a bidder gained that deals squarely.",
        ],
        [
            "attacker_profit_ratio",
            "attacker_profit_ratio_low",
            "attacker_profit_ratio_high",
            "",
            "The mean income of bidders that do not deal squarely over the mean income of those that do.",
        ],
        [
            "breach_rate",
            "breach_rate_low",
            "breach_rate_high",
            "",
            "The share of awards that were cheated on, declined, left or never delivered.",
        ],
        [
            "newcomer_ratio",
            "newcomer_ratio_low",
            "newcomer_ratio_high",
            "",
            "What a contract brings among a bidder's first ten over what a later one brings.",
        ],
        [
            "award_gini",
            "award_gini_low",
            "award_gini_high",
            "",
            "The concentration of awards: 0 if all bidders have as many.",
        ],
        [
            "messages_per_announcement",
            "messages_low",
            "messages_high",
            "messages",
            "Requests and responses of all agents.",
        ],
        [
            "capital_locked",
            "capital_locked_low",
            "capital_locked_high",
            "credit seconds per announcement",
            "Money held, times how long.",
        ],
    ] {
        columns.extend(bounded(name, [low, high], unit, doc));
    }
    columns.extend([
        Column::measure("welfare", Type::Float, PER_ANNOUNCEMENT, "What was delivered is worth, less what work cost."),
        Column::measure("price", Type::Float, "credits", "What was agreed to be paid, on average."),
        Column::measure("times_broken", Type::Integer, "", "How often a law of the market was broken."),
    ]);
    TableSchema::new(
        "policies",
        TableKind::Summary,
        "What each policy comes to in each mix of bidders: means over repetitions with 95 % t intervals, and paired \
         differences from the first policy. All share random numbers.",
        columns,
    )
    .headline()
}

/// Breaches by contracts left.
pub(super) fn breaches() -> TableSchema {
    let mut columns = vec![
        Column::facet("mix", "The bidders that took part."),
        Column::facet("condition", "The rules of the market."),
        Column::x(
            "rounds_left",
            Type::Integer,
            "announcements",
            "How many announcements of the manager were still to come.",
        ),
    ];
    columns.extend(bounded(
        "cheat_rate",
        ["cheat_rate_low", "cheat_rate_high"],
        "",
        "The share of awards in which less was delivered than agreed.",
    ));
    TableSchema::new("policy_breaches", TableKind::Series, "Who keeps its word when the end is near.", columns)
}

/// The verdicts.
pub(super) fn verdicts() -> TableSchema {
    let mut columns = names();
    columns.extend([
        Column::note("policy_verdict", "Whether the policy pays for itself, as far as the interval supports it."),
        Column::note("says", "The same in sentences, with the figures."),
    ]);
    TableSchema::new(
        "policy_verdicts",
        TableKind::Summary,
        "Which policy pays for itself in which mix: words that follow the 95 % intervals of paired differences.",
        columns,
    )
    .headline()
}

/// The thresholds.
pub(super) fn thresholds() -> TableSchema {
    TableSchema::new(
        "policy_thresholds",
        TableKind::Summary,
        "Where a closed form says that an agent switches, and the least whole level at which agents of the market do.",
        vec![
            Column::key("mechanism", Type::Text, "What is raised until the agent switches."),
            Column::measure("closed_form", Type::Float, "", "Where the closed form puts the switch."),
            Column::measure("simulated", Type::Integer, "", "The least whole level at which agents switched."),
            Column::measure("agrees", Type::Bool, "", "Whether that is the closed form, rounded up."),
            Column::note("formula", "The closed form."),
        ],
    )
}
