//! The reputation oracle, whole: each row without its answers is asked, and its answers must come back.

mod common;

use comity::query::answer_lines;
use comity::query::trust;
use serde_json::{Value, json};

/// The members of a row that its query has, by kind; all others are answers.
fn asked(kind: &str) -> &'static [&'static str] {
    match kind {
        "ebay" => &["window", "rule", "events"],
        "beta" => &["forgetting", "decay_by", "prior_weight", "base_rate", "events"],
        "beta_value" => {
            &["forgetting", "decay_by", "prior_weight", "base_rate", "unit", "cap", "type_weight", "events"]
        }
        "beta_exit" => &["forgetting", "threshold"],
        "sl_opinion" => &["prior_weight", "base_rate", "events"],
        "sl_discount" => &["opinions"],
        "sl_fusion" => &["opinions", "evidence"],
        "sl_network" => &["base_rate", "prior_weight", "asker", "adviser_evidence", "events"],
        "eigentrust" => &["n", "events", "local_trust", "pretrusted", "a", "epsilon"],
        "peertrust" => &["n", "credibility", "alpha", "beta", "initial", "iterations", "asker", "no_common", "events"],
        "fire" => &["half_life", "weight", "gamma", "events"],
        "travos_direct" => &["epsilon", "events"],
        "travos_advice" => &["epsilon", "threshold", "bins", "direct", "advisers"],
        "image" => &["n", "range", "benefit", "cost", "endowment", "k", "pairs", "actions", "actions_given"],
        "standing" => &["variant", "n", "initial", "pairs", "actions"],
        "leading_eight" => &["norm", "n", "initial", "pairs", "actions"],
        other => panic!("a kind of the oracle that is not known: {other}"),
    }
}

/// The query of a row: nothing that says the answer is left in it.
fn query(row: &Value) -> Value {
    let kind = row["kind"].as_str().expect("a kind");
    let mut query = json!({ "kind": kind, "id": row["id"] });
    for key in asked(kind) {
        query[*key] = row[*key].clone();
    }
    match kind {
        "eigentrust" if !row["events"].is_null() => query["local_trust"] = Value::Null,
        "image" if row["actions_given"] == false => query["actions"] = Value::Null,
        "travos_advice" => {
            let bare = |adviser: &Value| json!({ "report": adviser["report"], "history": adviser["history"] });
            query["advisers"] = row["advisers"].as_array().expect("advisers").iter().map(bare).collect();
        }
        _ => {}
    }
    query
}

/// Floats are compared relatively, below a thousandth absolutely; all else must be equal.
fn same(got: &Value, want: &Value, tolerance: f64) -> bool {
    match (got, want) {
        (Value::Number(got), Value::Number(want)) => {
            let (got, want) = (got.as_f64().expect("a float"), want.as_f64().expect("a float"));
            (got - want).abs() <= tolerance * want.abs().max(1e-3)
        }
        (Value::Array(got), Value::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| same(got, want, tolerance))
        }
        (Value::Object(got), Value::Object(want)) => {
            got.len() == want.len()
                && want.iter().all(|(key, want)| got.get(key).is_some_and(|got| same(got, want, tolerance)))
        }
        _ => got == want,
    }
}

/// The local trust of this row is disputed: its last row is recorded as zeros, but agent 4 rated agent 2 once, well, at
/// time 13, and agent 0 once each way, so that the sums are 0 0 1 0 0. Since 2 is the only pre-trusted agent, a row of
/// zeros counts as trust in 2, too, and all other answers of the row are the same.
const DISPUTED: &str = "eigentrust-bf43b1ca";

#[test]
fn the_disputed_row_differs_from_the_sums_of_its_own_events() {
    let rows = common::oracle_lines("market/reputation.jsonl.gz");
    let row = rows.iter().find(|row| row["id"] == DISPUTED).expect("the row is there");
    let events = row["events"].as_array().expect("events");
    let of_agent_4: Vec<&Value> = events.iter().filter(|event| event[1] == 4).collect();
    let told: Vec<(&Value, &Value)> = of_agent_4.iter().map(|event| (&event[2], &event[3])).collect();
    assert_eq!(told, [(&json!(2), &json!("1")), (&json!(0), &json!("-1")), (&json!(0), &json!("1"))]);
    assert_eq!(row["local_trust"][4], json!([0, 0, 0, 0, 0]));
    let answer = trust::answer(&query(row)).expect("an answer");
    assert_eq!(answer["local_trust"][4], json!([0, 0, 1, 0, 0]));
}

#[test]
fn every_row_of_the_oracle_is_answered_as_recorded() {
    let rows = common::oracle_lines("market/reputation.jsonl.gz");
    assert_eq!(rows.len(), 219);
    let mut queries: String = rows.iter().map(|row| query(row).to_string() + "\n").collect();
    // Whole rows are queries too: answers in them are not read.
    queries.extend(rows.iter().map(|row| row.to_string() + "\n"));
    let batch = answer_lines(&queries, "rows", trust::answer);
    let answers: Vec<Value> = batch.answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let mut wrong = Vec::new();
    for (answer, row) in answers.iter().zip(rows.iter().chain(&rows)) {
        assert_eq!(answer["id"], row["id"]);
        let kind = row["kind"].as_str().expect("a kind");
        for (key, want) in row.as_object().expect("an object") {
            let is_asked = asked(kind).contains(&key.as_str()) && !(kind == "travos_advice" && key == "advisers");
            let computed = (kind == "eigentrust" && key == "local_trust") || (kind == "image" && key == "actions");
            if ["id", "kind", "note"].contains(&key.as_str()) || (is_asked && !computed) {
                continue;
            }
            if row["id"] == DISPUTED && key == "local_trust" {
                continue;
            }
            let tolerance = if key == "combined_confidence" { 1e-9 } else { 1e-12 };
            if !same(&answer[key], want, tolerance) {
                wrong.push(format!("{} {key}: {}, not {want} {}", row["id"], answer[key], answer["error"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Kinds that nobody else's software recorded: a closed form and three simulations, checked against published results in
/// `experiments/gallery` (E1b, E5, E7) and in `tests/reputation_gallery.rs`.
const WITHOUT_RECORDS: [&str; 4] = ["clique", "image_threshold", "trading", "turnover"];

#[test]
fn every_kind_is_in_the_oracle() {
    let rows = common::oracle_lines("market/reputation.jsonl.gz");
    for kind in trust::kinds() {
        let recorded = !WITHOUT_RECORDS.contains(&kind);
        assert_eq!(rows.iter().any(|row| row["kind"] == kind), recorded, "{kind}");
        assert!(trust::schema(kind).is_some());
    }
}
