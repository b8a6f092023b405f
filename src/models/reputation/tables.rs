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
