//! Life cycle, operations, streams and errors against the oracle of states, through the queries that
//! the command line answers.

mod common;

use comity::a2a::errors::ProtocolError;
use comity::query::a2a::answer;
use common::oracle;
use serde_json::Value;

fn rows(kind: &str) -> Vec<Value> {
    let states: Value = serde_json::from_str(&oracle("a2a/states.json.gz")).unwrap();
    states[kind].as_array().unwrap().clone()
}

/// The row without its answer.
fn question(row: &Value, answers: &[&str]) -> Value {
    let mut row = row.clone();
    for name in answers {
        row.as_object_mut().unwrap().remove(*name);
    }
    row
}

fn check(command: &str, row: &Value, decided: &[&str]) {
    let answer = answer(command, &question(row, &[decided, &["why", "a2a_protocol_types_0_15"]].concat())).unwrap();
    for name in decided {
        assert_eq!(answer.get(*name), row.get(*name), "{}: {name} of {answer}", row["id"]);
    }
    let why = answer["why"].as_str().unwrap();
    assert!(why.ends_with('.') && why.len() > 20, "{}: {why}", row["id"]);
}

#[test]
fn transitions_are_those_of_the_oracle() {
    for row in rows("transitions") {
        check("transition", &row, &["legal", "basis"]);
    }
}

#[test]
fn operations_are_those_of_the_oracle() {
    for row in rows("operations") {
        check("operation", &row, &["expect", "jsonrpc", "http", "also_conformant"]);
    }
}

#[test]
fn streams_are_those_of_the_oracle() {
    for row in rows("streams") {
        check("stream", &row, &["legal"]);
    }
}

#[test]
fn errors_are_those_of_the_oracle() {
    let rows = rows("errors");
    assert_eq!(rows.len(), ProtocolError::ALL.len());
    for (row, error) in rows.iter().zip(ProtocolError::ALL) {
        assert_eq!(row["name"], error.name());
        assert_eq!(row["jsonrpc"], error.jsonrpc());
        assert_eq!(row["grpc"], error.grpc());
        assert_eq!(row["http"], error.http());
        assert_eq!(row["reason"], error.reason());
    }
}

/// The streams that the official SDK's sample agent sent are legal.
#[test]
fn recorded_streams_are_legal() {
    let transcripts: Value = serde_json::from_str(&oracle("a2a/transcripts.json.gz")).unwrap();
    let mut checked = 0;
    for transcript in transcripts.as_array().unwrap() {
        for exchange in transcript["exchanges"].as_array().unwrap() {
            let Some(events) = exchange["response"]["sse"].as_array() else { continue };
            let unwrapped = |event: &Value| event.get("result").cloned().unwrap_or_else(|| event.clone());
            let events: Vec<Value> =
                events.iter().map(unwrapped).filter(|event| event.get("error").is_none()).collect();
            let subscribed = exchange["request"].to_string().contains("ubscribe");
            let operation = if subscribed { "SubscribeToTask" } else { "SendStreamingMessage" };
            let text = serde_json::json!({ "operation": operation, "events": events }).to_string();
            let query = serde_json::from_str(&text.replace("<ts>", "2026-01-02T03:04:05Z")).unwrap();
            let answer = answer("stream", &query).unwrap();
            assert_eq!(answer["legal"], true, "{}: {}", transcript["id"], answer["why"]);
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked}");
}
