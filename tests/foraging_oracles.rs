//! Level-based foraging against traces of `lbforaging` 2.0.0: every episode through the query, every step.

mod common;

use comity::query::answer_forage;
use common::{oracle_lines, same};
use serde_json::{Value, json};

/// The record without its answers.
fn question(record: &Value) -> Value {
    let steps: Vec<Value> =
        record["steps"].as_array().expect("steps").iter().map(|step| json!({ "a": step["a"] })).collect();
    json!({
        "id": record["id"], "cfg": record["cfg"], "agents": record["agents"], "food": record["food"],
        "food_spawned": record["food_spawned"], "steps": steps,
    })
}

/// Rewards as bits.
fn bits(rewards: &Value) -> Vec<u64> {
    rewards.as_array().expect("rewards").iter().map(|reward| reward.as_f64().expect("a number").to_bits()).collect()
}

#[test]
fn every_recorded_episode_is_replayed_to_the_bit() {
    let records = oracle_lines("marl/lbf_traces.jsonl.gz");
    assert_eq!(records.len(), 396);
    let mut steps = 0;
    for record in &records {
        let id = record["id"].as_str().expect("an id");
        let answer = answer_forage(&question(record)).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        assert_eq!(answer["valid0"], record["valid0"], "{id}");
        assert_eq!(answer["obs0"], record["obs0"], "{id}");
        let (got, expected) = (answer["steps"].as_array().expect("steps"), record["steps"].as_array().expect("steps"));
        assert_eq!(got.len(), expected.len(), "{id}");
        for (t, (got, expected)) in got.iter().zip(expected).enumerate() {
            assert_eq!(bits(&got["r"]), bits(&expected["r"]), "{id} step {t}: rewards");
            // Members that the record has, and no others, so that `f` and `o` are there exactly when they were recorded.
            let mut expected = expected.as_object().expect("a step").clone();
            expected.remove("a");
            assert!(same(got, &Value::Object(expected.clone())), "{id} step {t}: {got} instead of {expected:?}");
            steps += 1;
        }
        assert_eq!(bits(&answer["return"]), bits(&record["return"]), "{id}: returns");
    }
    assert_eq!(steps, 14_485);
}

#[test]
fn a_recorded_trace_may_be_asked_with_its_answers() {
    let record = oracle_lines("marl/lbf_traces.jsonl.gz").swap_remove(0);
    assert_eq!(answer_forage(&record), answer_forage(&question(&record)));
}
