//! Everything that the shipped scenarios show has words in English and Chinese.

mod common;

use comity::labels::{Lang, lookup};
use comity::models::Lab;
use comity::scenario::Scenario;
use std::collections::BTreeSet;

#[test]
fn tables_columns_and_strategies_have_labels_in_both_languages() {
    let lab = Lab::new();
    let mut missing = BTreeSet::new();
    let mut need = |key: String| {
        if Lang::ALL.iter().any(|lang| lookup(&key, *lang).is_none_or(str::is_empty)) {
            missing.insert(key);
        }
    };
    for (name, text) in common::scenarios() {
        let scenario = Scenario::read(&text, &name, &[], &lab).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        assert!(scenario.title_zh.is_some(), "{name}: no title in Chinese");
        for schema in scenario.model.tables() {
            need(format!("table.{}", schema.name));
            need(format!("doc.{}.table", schema.name));
            for column in &schema.columns {
                need(column.name.to_string());
                need(format!("doc.{}", column.name));
                if !column.unit.is_empty() {
                    need(format!("unit.{}", column.unit.replace(' ', "_")));
                }
            }
        }
    }
    for entry in lab.kit.strategies.entries() {
        need(entry.key.to_string());
    }
    for entry in lab.kit.learners.entries() {
        need(entry.key.to_string());
    }
    for entry in lab.kit.tactics.entries() {
        need(entry.key.to_string());
    }
    for entry in lab.kit.followers.entries() {
        need(entry.key.to_string());
    }
    assert!(missing.is_empty(), "{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}
