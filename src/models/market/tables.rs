//! The tables of the market model.

use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

pub(super) const PER_ANNOUNCEMENT: &str = "credits per announcement";

fn condition() -> Column {
    Column::facet("condition", "The rules of the market.")
}

pub(super) fn bounded(
    name: &'static str,
    ends: [&'static str; 2],
    unit: &'static str,
    doc: &'static str,
) -> [Column; 3] {
    let [low, high] = bounds(name, ends);
    [Column::measure(name, Type::Float, unit, doc), low, high]
}

/// One row a condition.
pub(super) fn market() -> TableSchema {
    let mut columns = vec![Column::key("condition", Type::Text, "The rules of the market.")];
    columns.extend(bounded(
        "welfare",
        ["welfare_low", "welfare_high"],
        PER_ANNOUNCEMENT,
        "What was delivered is worth, less what all work cost.",
    ));
    columns.extend(bounded(
        "welfare_difference",
        ["welfare_difference_low", "welfare_difference_high"],
        PER_ANNOUNCEMENT,
        "Welfare less that of the first condition, paired by repetition.",
    ));
    columns.extend(bounded(
        "success_rate",
        ["success_rate_low", "success_rate_high"],
        "",
        "The share of announcements that ended with what was agreed.",
    ));
    columns.extend(bounded(
        "buyer_income",
        ["buyer_income_low", "buyer_income_high"],
        PER_ANNOUNCEMENT,
        "What managers gained.",
    ));
    columns.extend(bounded(
        "honest_income",
        ["honest_income_low", "honest_income_high"],
        "credits per bidder",
        "What a bidder gained that deals squarely.",
    ));
    columns.extend(bounded(
        "attacker_profit_ratio",
        ["attacker_profit_ratio_low", "attacker_profit_ratio_high"],
        "",
        "The mean income of bidders that do not deal squarely over the mean income of those that do.",
    ));
    columns.extend(bounded(
        "breach_rate",
        ["breach_rate_low", "breach_rate_high"],
        "",
        "The share of awards that were cheated on, declined, left or never delivered.",
    ));
    columns.extend(bounded(
        "claim_error",
        ["claim_error_low", "claim_error_high"],
        "",
        "The mean squared error of the winners' claims (Brier score).",
    ));
    columns.extend([
        Column::measure("on_time_rate", Type::Float, "", "The share of good deliveries that came by the due time."),
        Column::measure("price", Type::Float, "credits", "What was agreed to be paid, on average."),
        Column::measure("award_gini", Type::Float, "", "The concentration of awards: 0 if all bidders have as many."),
        Column::measure(
            "newcomer_ratio",
            Type::Float,
            "",
            "What a contract brings among a bidder's first ten over what a later one brings.",
        ),
        Column::measure("messages_per_announcement", Type::Float, "messages", "Requests and responses of all agents."),
        Column::measure("acts_per_announcement", Type::Float, "acts", "Acts of the contract net, as FIPA counts them."),
        Column::measure(
            "capital_locked",
            Type::Float,
            "credit seconds per announcement",
            "Money held, times how long.",
        ),
        Column::measure("wrong_rulings", Type::Float, "", "The share of rulings that were wrong."),
    ]);
    TableSchema::new(
        "market",
        TableKind::Summary,
        "What the market comes to under each condition: means over repetitions, with 95 % t intervals where there are \
         several. Conditions share random numbers.",
        columns,
    )
    .headline()
}

/// One row a group of bidders.
pub(super) fn bidders() -> TableSchema {
    let mut columns = vec![
        condition(),
        Column::key("group", Type::Text, "The bidders of one declaration."),
        Column::key("strategy", Type::Text, "How they bid and work."),
    ];
    columns.extend(bounded("income", ["income_low", "income_high"], "credits per bidder", "What a bidder gained."));
    columns.extend([
        Column::measure("award_share", Type::Float, "", "The share of all awards that went to the group."),
        Column::measure("success_rate", Type::Float, "", "The share of its awards that ended with what was agreed."),
        Column::measure("mean_claim", Type::Float, "", "The probability of success that winners claimed, on average."),
        Column::measure(
            "cheat_rate",
            Type::Float,
            "",
            "The share of its awards in which less was delivered than agreed.",
        ),
    ]);
    TableSchema::new("bidders", TableKind::Summary, "What each group of bidders came to.", columns).headline()
}

/// Breaches by contracts left.
pub(super) fn breaches() -> TableSchema {
    let mut columns = vec![
        condition(),
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
    TableSchema::new("breaches", TableKind::Series, "Who keeps its word when the end is near.", columns)
}

/// The course of a run.
pub(super) fn periods() -> TableSchema {
    let mut columns =
        vec![condition(), Column::x("period", Type::Integer, "", "The part of the run, by announcements.")];
    columns.extend(bounded(
        "success_rate",
        ["success_rate_low", "success_rate_high"],
        "",
        "The share of announcements that ended with what was agreed.",
    ));
    columns.push(Column::measure("price", Type::Float, "credits", "What was agreed to be paid, on average."));
    TableSchema::new("market_course", TableKind::Series, "The course of the market over time.", columns)
}

/// The ledger's postings.
pub(super) fn postings() -> TableSchema {
    let mut columns = vec![condition(), Column::key("posting", Type::Text, "Why money moved.")];
    columns.extend(bounded(
        "moved",
        ["moved_low", "moved_high"],
        PER_ANNOUNCEMENT,
        "How much money moved for this reason.",
    ));
    TableSchema::new(
        "market_postings",
        TableKind::Summary,
        "Why money moved at the escrow agent, and how much: means over repetitions, with 95 % t intervals where there are \
         several.",
        columns,
    )
}

/// The laws.
pub(super) fn laws() -> TableSchema {
    TableSchema::new(
        "market_laws",
        TableKind::Summary,
        "The laws of the market, which every run watches: how often each was broken, and where first.",
        vec![
            condition(),
            Column::key("law", Type::Text, "The law."),
            Column::measure("times_broken", Type::Integer, "", "How often it was broken, in all repetitions."),
            Column::note("first_broken", "Where it was broken first."),
        ],
    )
}

/// What went wrong on the way.
pub(super) fn troubles() -> TableSchema {
    TableSchema::new(
        "market_troubles",
        TableKind::Summary,
        "What went wrong on the way, in all repetitions.",
        vec![
            condition(),
            Column::key("trouble", Type::Text, "What went wrong."),
            Column::measure("times", Type::Integer, "", "How often."),
        ],
    )
}
