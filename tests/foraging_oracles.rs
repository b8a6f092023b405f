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

#[test]
fn queries_that_make_no_sense_are_refused_with_what_would() {
    let good = json!({
        "cfg": "Foraging-5x5-2p-1f-v3", "agents": [[2, 1, 1], [0, 0, 2]], "food": [[2, 2, 1]], "steps": [{ "a": [0, 2] }],
    });
    assert!(answer_forage(&good).is_ok());
    let with = |key: &str, value: Value| {
        let mut query = good.clone();
        query[key] = value;
        query
    };
    let cfg = |key: &str, value: Value| {
        let mut cfg = json!({ "field_size": [5, 5], "players": 2, "max_num_food": 1 });
        cfg[key] = value;
        with("cfg", cfg)
    };
    for (query, parts) in [
        (json!([1]), ["a list", "a JSON object"]),
        (with("steps", json!([{ "a": [0, 6] }])), ["`steps[0].a[1]`", "from 0 to 5"]),
        (with("steps", json!([{ "a": [0, -1] }])), ["`steps[0].a[1]`", "from 0 to 5"]),
        (with("steps", json!([{ "a": [0, "LOAD"] }])), ["`steps[0].a[1]`", "whole number"]),
        (with("steps", json!([{ "a": [0, 0] }, { "a": [0] }])), ["`steps[1].a`", "2, one an agent"]),
        (with("steps", json!([{ "a": [0, 0, 0] }])), ["`steps[0].a`: 3 actions", "2, one an agent"]),
        (with("steps", json!([{}])), ["steps[0]", "\"a\""]),
        (with("steps", json!([{ "a": [5, 0] }, { "a": [0, 0] }])), ["`steps`: 2 steps", "at most 1 step"]),
        (with("agents", json!([[2, 1, 1]])), ["`agents`: 1 agents", "2, as the field has"]),
        (with("agents", json!([[2, 1, 1], [5, 0, 1]])), ["`agents[1]`", "5 by 5"]),
        (with("agents", json!([[2, 1, 1], [2, 2, 1]])), ["`agents[1]`", "a cell without food"]),
        (with("agents", json!([[2, 1, 1], [0, 1]])), ["`agents[1]`", "3"]),
        (with("food", json!([])), ["`food`: 0 foods", "1 to 1"]),
        (with("food", json!([[2, 2, 0]])), ["`food[0]`: a food of level 0", "from 1"]),
        (with("food_spawned", json!(0)), ["`food_spawned`", "1"]),
        (
            with("cfg", json!("Foraging-5x5-2p-1f-v2")),
            ["Foraging-5x5-2p-1f-v2", "did you mean \"Foraging-5x5-2p-1f-v3\""],
        ),
        (with("cfg", json!(5)), ["`cfg`", "an id such as"]),
        (cfg("sight", json!(9)), ["`cfg.sight`", "at most 5"]),
        (cfg("sigth", json!(2)), ["sigth", "did you mean \"sight\""]),
        (cfg("field_size", json!([5])), ["`cfg.field_size`", "2"]),
        (cfg("max_player_level", json!([1, 2, 3])), ["`cfg.max_player_level`", "2"]),
        (cfg("penalty", json!(-1)), ["`cfg.penalty`", "0"]),
    ] {
        let faults = answer_forage(&query).expect_err(&query.to_string()).to_string();
        assert!(parts.iter().all(|part| faults.contains(part)), "{query}: {faults}");
    }
}

#[test]
fn strict_mode_tells_time_from_success() {
    let mut cfg = json!({ "field_size": [5, 5], "players": 1, "max_num_food": 1, "max_episode_steps": 2 });
    let mut ask = |mode: &str, actions: [u8; 2]| {
        cfg["mode"] = json!(mode);
        let steps = actions.map(|action| json!({ "a": [action] }));
        let query = json!({ "cfg": cfg, "agents": [[2, 1, 1]], "food": [[2, 2, 1]], "steps": steps });
        let answer = answer_forage(&query).expect("an answer");
        (answer["steps"][1]["d"].clone(), answer["steps"][1]["truncated"].clone())
    };
    assert_eq!(ask("strict", [0, 0]), (json!(false), json!(true)));
    assert_eq!(ask("strict", [0, 5]), (json!(true), json!(false)));
    assert_eq!(ask("v3", [0, 0]), (json!(true), Value::Null));
}
