//! The tables of the model of indirect reciprocity.

use crate::models::conditions;
use crate::models::estimates::bounds;
use crate::table::{Column, TableKind, TableSchema, Type};

/// How much each norm makes a population cooperate.
pub(super) fn norms() -> TableSchema {
    let mut columns = vec![
        conditions::column(),
        Column::key("norm", Type::Text, "The norm that all live by."),
        Column::measure("cooperation_rate", Type::Float, "", "How often donors gave."),
    ];
    columns.extend(bounds("cooperation_rate", ["cooperation_rate_low", "cooperation_rate_high"]));
    columns.push(Column::measure(
        "cooperation_change",
        Type::Float,
        "",
        "How much more often than under the first condition, in paired repetitions.",
    ));
    columns.extend(bounds("cooperation_change", ["cooperation_change_low", "cooperation_change_high"]));
    columns.push(Column::measure("good_views", Type::Float, "", "The share of views that are good in the end."));
    TableSchema::new(
        "norms",
        TableKind::Summary,
        "How much a population cooperates that lives by a norm, means over repetitions with 95 % t intervals.",
        columns,
    )
    .headline()
}

/// What image scorers earn beyond defectors, by how often images are known.
pub(super) fn images() -> TableSchema {
    let mut columns = vec![
        Column::x("image_known", Type::Float, "", "How often a donor knows its recipient's image: q."),
        Column::measure("advantage", Type::Float, "utility per round", "What a discriminator earns beyond a defector."),
    ];
    columns.extend(bounds("advantage", ["advantage_low", "advantage_high"]));
    columns.push(Column::measure(
        "predicted_advantage",
        Type::Float,
        "utility per round",
        "The same in closed form, among few defectors: (b q - c) / 2, an agent being donor in half of its meetings.",
    ));
    TableSchema::new("images", TableKind::Series, "What image scorers earn beyond defectors.", columns)
}

/// From where on image scorers hold their own.
pub(super) fn image_thresholds() -> TableSchema {
    let mut columns = vec![
        Column::key("trust_model", Type::Text, "The model of trust."),
        Column::measure("measured_threshold", Type::Float, "", "From where on discriminators earned more."),
    ];
    columns.extend(bounds("measured_threshold", ["measured_low", "measured_high"]));
    columns.push(Column::measure("predicted_threshold", Type::Float, "", "The same in closed form: c / b."));
    TableSchema::new(
        "image_thresholds",
        TableKind::Summary,
        "How often images must be known for discriminators to hold their own.",
        columns,
    )
    .headline()
}
