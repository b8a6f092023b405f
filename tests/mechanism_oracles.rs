//! Closed forms of mechanisms through their queries, against the market oracles.

mod common;

use comity::query::mechanism::{answer, kinds};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// Exact answers are texts and must be equal. Floats were made from rationals or 60 digits: 1e-12 relative, or
/// absolute near zero.
fn close(got: &Json, want: &Json) -> bool {
    match (got, want) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a number"), b.as_f64().expect("a number"));
            (a - b).abs() <= 1e-12 * b.abs().max(1.0)
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && b.iter().all(|(key, b)| a.get(key).is_some_and(|a| close(a, b)))
        }
        _ => got == want,
    }
}

/// The disputed payoffs of one deterrence record, which `deterrence_oracles` explains and holds.
const DISPUTED: (&str, [&str; 4]) = ("deterrence-343b8ffc", ["best_payoff", "worst_payoff", "best_sum", "worst_sum"]);

#[test]
fn every_row_is_answered_as_recorded() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for row in common::oracle_lines("market/mechanisms.jsonl.gz") {
        let id = &row["id"];
        let got = answer(&row).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        for (key, value) in got.as_object().expect("an object") {
            if id == DISPUTED.0 && DISPUTED.1.contains(&key.as_str()) {
                continue;
            }
            assert!(close(value, &row[key]), "{id} {}: {key} is {value}, not {}", row["note"], row[key]);
        }
        *counts.entry(row["kind"].as_str().expect("a kind").to_string()).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<usize>(), 257);
    let mut known = kinds();
    // Lemons by rating have no record; tests/mechanism_agents.rs lets agents play them.
    known.retain(|kind| *kind != "lemons");
    known.sort_unstable();
    assert_eq!(counts.keys().map(String::as_str).collect::<Vec<_>>(), known);
}

/// A query is the record without its answers; what comes back is what was left out, no more and no less.
#[test]
fn questions_and_answers_make_up_the_record() {
    for row in common::oracle_lines("market/mechanisms.jsonl.gz") {
        // Payoff sets over twenty rounds take their time; the other test asks for each.
        if row["kind"] == "deterrence" {
            continue;
        }
        let got = answer(&row).expect("an answer");
        let mut question = row.clone();
        question.as_object_mut().expect("an object").retain(|key, _| got.get(key).is_none());
        assert_eq!(answer(&question).expect("an answer"), got, "{}", row["id"]);
        for key in question.as_object().expect("an object").keys() {
            // A member that is left is a part of the question: with a value of no sense it is refused.
            let mut spoilt = question.clone();
            spoilt[key] = json!({"nonsense": [1]});
            assert!(["id", "note"].contains(&key.as_str()) || answer(&spoilt).is_err(), "{}: {key}", row["id"]);
        }
    }
}
