//! Conditions: sets of rules that one run compares on common random numbers.
//!
//! A condition takes what it does not say from the model's own rules. A run that declares none has one, whose name is
//! [`BASELINE`].

use super::Setting;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::table::{BASELINE, Column};
use std::collections::BTreeSet;

/// The column of the condition, in tables of models in which agents meet.
pub(super) fn column() -> Column {
    Column::facet("condition", "The rules under which the agents met.")
}

/// The field `conditions` of a model whose rules are `rules`.
pub(super) fn field(rules: Vec<Field>) -> Field {
    let mut own = vec![Field::required("name", Kind::Text, "The condition's name.")];
    own.extend(rules.into_iter().map(|rule| Field::optional(rule.key, rule.kind, rule.doc).unit(rule.unit)));
    Field::with_default(
        "conditions",
        Kind::list(Kind::Table(Schema::of(own))),
        Value::from(Vec::new()),
        "Sets of rules to compare: each takes what it does not say from above.",
    )
}

/// Reads each condition with `read`, which gets its name, its rules with the model's own where it says nothing, and
/// its place.
pub(super) fn read<C>(
    params: &Params,
    setting: &Setting,
    faults: &mut Faults,
    mut read: impl FnMut(&str, &Params, Place, &mut Faults) -> Option<C>,
) -> Vec<C> {
    let declared = params.list("conditions");
    if declared.is_empty() {
        return read(BASELINE, params, setting.place.clone(), faults).into_iter().collect();
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (k, value) in declared.iter().enumerate() {
        let place = setting.place.key("conditions").item(k);
        let own = value.section().expect("the schema declares tables");
        let name = own.text("name").to_string();
        if name.trim().is_empty() || !seen.insert(name.clone()) {
            faults.push(
                Diagnostic::new("name-taken", format!("condition {} is named {name:?}", k + 1), "a name of its own")
                    .at(place.key("name").at(&own.value("name").origin)),
            );
            continue;
        }
        found.extend(read(&name, &params.overridden_by(&own), place, faults));
    }
    found
}
