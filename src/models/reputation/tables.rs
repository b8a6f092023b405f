//! The tables of the model of attacks.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

fn trust_model() -> Column {
    Column::key("trust_model", Type::Text, "The model of trust.")
}

/// What each attack earned against each model.
pub(super) fn attacks() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        trust_model(),
        Column::key("attack", Type::Text, "What the attackers do."),
        Column::measure(
            "profit_ratio",
            Type::Float,
            "",
            "An attacker's income over an honest provider's; above 1 it pays.",
        ),
    ];
    columns.extend(bounds("profit_ratio", ["profit_ratio_low", "profit_ratio_high"]));
    columns.push(Column::measure(
        "ratio_change",
        Type::Float,
        "",
        "How much more it is than under the first condition, in paired repetitions.",
    ));
    columns.extend(bounds("ratio_change", ["ratio_change_low", "ratio_change_high"]));
    columns.extend([
        Column::measure("success_rate", Type::Float, "", "How often a deal ended well for the client."),
        Column::measure("attacked_share", Type::Float, "", "The share of deals that attackers made."),
        Column::measure("names_taken", Type::Float, "", "How many further names an attacker took."),
    ]);
    TableSchema::new(
        "attacks",
        TableKind::Matrix,
        "What each attack earned against each model of trust, means over repetitions with 95 % t intervals.",
        columns,
    )
}

/// How each model stood all attacks.
pub(super) fn robustness() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        trust_model(),
        Column::measure("worst_ratio", Type::Float, "", "The profit ratio of the attack that earned most."),
    ];
    columns.extend(bounds("worst_ratio", ["worst_ratio_low", "worst_ratio_high"]));
    columns.extend([
        Column::measure("paying_attacks", Type::Integer, "", "How many attacks paid: their interval is above 1."),
        Column::measure("failing_attacks", Type::Integer, "", "How many did not: their interval is below 1."),
        Column::measure("least_success", Type::Float, "", "The least success rate of clients under any attack."),
        Column::note("worst_attack", "The attack that earned most."),
    ]);
    TableSchema::new(
        "robustness",
        TableKind::Summary,
        "How each model of trust stood the attacks; who serves as well as the honest is none.",
        columns,
    )
    .headline()
}

/// How well each model knew who is who.
pub(super) fn insight() -> TableSchema {
    TableSchema::new(
        "insight",
        TableKind::Matrix,
        "How well clients were served under each model and attack, and how well the model knew who is who: means over \
         repetitions.",
        vec![
            conditions::column(),
            trust_model(),
            Column::key("attack", Type::Text, "What the attackers do."),
            Column::measure(
                "utility_per_deal",
                Type::Float,
                "utility",
                "What a client gained in a deal; good service is worth twice its price of 1.",
            ),
            Column::measure(
                "score_error",
                Type::Float,
                "",
                "The mean distance of scores from the share of deals that went well, where scores are chances.",
            ),
            Column::measure("rank_agreement", Type::Float, "", "Kendall's tau-b of scores and shares that went well."),
            Column::measure(
                "detection_periods",
                Type::Float,
                "periods",
                "From an attacker's first bad deed until a client sees it below the honest, of those found out.",
            ),
            Column::measure("undetected_share", Type::Float, "", "The share of attackers that were never found out."),
            Column::measure(
                "false_exclusion",
                Type::Float,
                "",
                "The share of views in which an honest provider is below a newcomer at the end.",
            ),
            Column::measure("messages_per_deal", Type::Float, "messages", "Ratings told and scores asked for."),
            Column::measure("records_kept", Type::Float, "", "The records that the model kept in the end, on average."),
        ],
    )
}

/// How success falls with the share of attackers.
pub(super) fn curves() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        trust_model(),
        Column::key("attack", Type::Text, "What the attackers do."),
        Column::x("attacker_share", Type::Float, "", "The share of attackers among the providers."),
        Column::measure("success_rate", Type::Float, "", "How often a deal ended well for the client."),
    ];
    columns.extend(bounds("success_rate", ["success_rate_low", "success_rate_high"]));
    columns.push(Column::measure(
        "robustness_area",
        Type::Float,
        "",
        "The area under the success rate over the shares, as a mean rate.",
    ));
    TableSchema::new(
        "attacker_shares",
        TableKind::Series,
        "How success falls with the share of attackers, where a condition names shares.",
        columns,
    )
}
