//! Evolution by analysis against rows that were computed with 60 digits and, where they could, compared with EGTtools
//! and OpenSpiel: every field of every row, through the query.
//!
//! Probabilities compare to a relative 1e-9 (they may be far below 1e-100), exact answers as texts.

mod common;

use comity::models::Lab;
use comity::query::answer_evolve;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A row without its answers: the query.
fn query(row: &Value) -> Value {
    let mut query = Map::new();
    for (key, value) in row.as_object().expect("an object") {
        let stripped = match key.as_str() {
            "id" | "A" | "B" => value.clone(),
            "alpharank_local_inf" => without(value),
            "replicator" | "fixation" | "stationary_sml" | "stationary_mu" => each_without(value),
            key if key.starts_with("alpharank_") => each_without(value),
            _ => continue,
        };
        query.insert(key.clone(), stripped);
    }
    Value::Object(query)
}

fn each_without(items: &Value) -> Value {
    items.as_array().expect("a list").iter().map(without).collect()
}

/// The parameters of an item.
fn without(item: &Value) -> Value {
    let parameters = ["rule", "N", "m", "beta", "w", "mu", "alpha", "eps", "x0", "t"];
    let members = item.as_object().expect("an object").iter();
    Value::Object(
        members.filter(|(key, _)| parameters.contains(&key.as_str())).map(|(k, v)| (k.clone(), v.clone())).collect(),
    )
}

/// How numbers under a key compare.
#[derive(Clone, Copy)]
enum Tolerance {
    Relative(f64),
    Absolute(f64),
}

/// By the innermost named key: what the record's own documentation asks for.
fn tolerance(key: &str) -> Tolerance {
    match key {
        // Recorded with ten decimals.
        "eig" => Tolerance::Absolute(1e-9),
        "x" => Tolerance::Absolute(1e-7),
        "rk4_dt0_01_n2000" => Tolerance::Absolute(1e-9),
        _ => Tolerance::Relative(1e-9),
    }
}

/// Compares what is expected with what was found; what is found beside it is not read. Counts values by key.
fn compare(expected: &Value, found: &Value, at: &str, key: &str, counts: &mut BTreeMap<String, usize>) {
    match (expected, found) {
        (Value::Object(members), Value::Object(_)) => {
            for (key, value) in members {
                compare(value, &found[key], &format!("{at}.{key}"), key, counts);
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{at}");
            for (k, (a, b)) in a.iter().zip(b).enumerate() {
                compare(a, b, &format!("{at}[{k}]"), key, counts);
            }
        }
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().expect("a float"), b.as_f64().expect("a float"));
            let close = match tolerance(key) {
                Tolerance::Absolute(most) => (a - b).abs() <= most,
                // Below the least normal float the record itself has fewer digits.
                Tolerance::Relative(most) => (a - b).abs() <= most * a.abs().max(f64::MIN_POSITIVE),
            };
            assert!(close, "{at}: expected {a:e}, found {b:e}");
            *counts.entry(key.to_string()).or_default() += 1;
        }
        _ => {
            assert_eq!(expected, found, "{at}");
            *counts.entry(key.to_string()).or_default() += 1;
        }
    }
}

#[test]
fn every_field_of_every_row_is_answered() {
    let rows = common::oracle_lines("equilibrium/evolution.jsonl.gz");
    assert_eq!(rows.len(), 76);
    let lab = Lab::new();
    let mut counts = BTreeMap::new();
    for (k, row) in rows.iter().enumerate() {
        let id = row["id"].as_str().expect("an id");
        let answer = answer_evolve(&query(row), &lab.kit).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        let mut expected = row.as_object().expect("an object").clone();
        for key in ["id", "name", "n", "A", "B"] {
            expected.remove(key);
        }
        compare(&Value::Object(expected), &answer, id, "", &mut counts);
        // A row is a query as it stands.
        if k % 8 == 0 {
            assert_eq!(answer_evolve(row, &lab.kit).unwrap_or_else(|faults| panic!("{id}: {faults}")), answer);
        }
    }
    for (key, least) in [("rho", 1500), ("pi", 1500), ("x", 2000), ("eig", 400), ("rho_exact", 50), ("ess", 150)] {
        assert!(counts.get(key).copied().unwrap_or_default() >= least, "{key}: {counts:?}");
    }
}

#[test]
fn rows_of_exact_probabilities_agree_with_their_floats() {
    // The record gives p/q for some Moran processes of 10; the query gives it for all.
    let rows = common::oracle_lines("equilibrium/evolution.jsonl.gz");
    let lab = Lab::new();
    let mut seen = 0;
    for row in rows.iter().filter(|row| row.get("fixation").is_some()) {
        let mut query = query(row);
        query["want"] = json!(["fixation"]);
        let answer = answer_evolve(&query, &lab.kit).expect("an answer");
        for item in answer["fixation"].as_array().expect("a list").iter().filter(|item| item.get("rho_exact").is_some())
        {
            let pairs =
                item["rho_exact"].as_array().expect("a list").iter().zip(item["rho"].as_array().expect("a list"));
            for (exact, rho) in pairs.filter(|(exact, _)| !exact.is_null()) {
                let exact: comity::exact::Rational = exact.as_str().expect("a text").parse().expect("a rational");
                assert!((rho.as_f64().expect("a number") / exact.to_f64() - 1.0).abs() < 1e-12);
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

#[test]
fn pinned_values_of_egttools() {
    // EGTtools pins hawk-dove with Z = 100 and intensity 1.
    let query = json!({ "A": [["-1/2", 2], [0, 0]], "fixation": [{ "rule": "fermi", "N": 100, "beta": 1 }] });
    let answer = answer_evolve(&query, &Lab::new().kit).expect("an answer");
    let rho = answer["fixation"][0]["rho"][0].as_f64().expect("a number");
    assert!((rho / 0.864_115_574_246_266_4 - 1.0).abs() < 1e-12, "{rho}");
}

#[test]
fn shares_of_time_where_every_probability_is_beyond_floats() {
    // Floats give 0 for both directions here, and then any distribution: hare has all but exp(-52).
    let query = json!({ "A": [[4, 0], [3, 2]], "stationary_sml": [{ "N": 100, "beta": 1 }] });
    let answer = answer_evolve(&query, &Lab::new().kit).expect("an answer");
    let ln = answer["stationary_sml"][0]["ln_pi"][0].as_f64().expect("a number");
    assert!((ln + 52.0).abs() < 1e-9, "{ln}");
}
