//! The queries of `comity a2a`: the form of the answers, and what is said of a bad query.

use comity::query::a2a::{COMMANDS, answer};
use serde_json::{Value, json};

fn fault(command: &str, query: Value) -> (String, String) {
    let diagnostic = answer(command, &query).unwrap_err();
    (diagnostic.at.path.clone(), diagnostic.to_string())
}

#[test]
fn answers_have_the_members_of_their_command() {
    for (command, query, members) in [
        ("validate", json!({ "type": "Part", "input": "{\"text\":5}" }), vec!["errors", "valid"]),
        ("canonicalize", json!({ "input": "{\"b\":1,\"a\":2.0}" }), vec!["canonical"]),
        ("verify", json!({ "card": {}, "jwks": { "keys": [] } }), vec!["reason", "valid"]),
        ("transition", json!({ "from": "NONE", "to": "TASK_STATE_WORKING" }), vec!["basis", "legal", "why"]),
        (
            "operation",
            json!({ "state": "unknown id", "operation": "GetTask" }),
            vec!["expect", "http", "jsonrpc", "why"],
        ),
        (
            "operation",
            json!({ "state": "TASK_STATE_WORKING", "operation": "CancelTask" }),
            vec!["also_conformant", "expect", "http", "jsonrpc", "why"],
        ),
        ("stream", json!({ "operation": "SubscribeToTask", "events": [] }), vec!["legal", "why"]),
    ] {
        let answer = answer(command, &query).unwrap();
        assert_eq!(answer.as_object().unwrap().keys().collect::<Vec<_>>(), members, "{command}");
    }
    let answer = answer("validate", &json!({ "type": "Part", "input": "{\"text\":5}" })).unwrap();
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["errors"][0]["path"], "text");
    assert_eq!(answer["errors"][0]["reason"], "The value is the number 5; a string is expected.");
}

#[test]
fn cards_and_keys_may_be_given_as_text() {
    let card = json!({ "name": "A" }).to_string();
    let verdict = answer("verify", &json!({ "card": card, "jwks": "{\"keys\":[]}" })).unwrap();
    assert_eq!(verdict["reason"], "The card has no signatures.");
}

#[test]
fn a_bad_query_is_told_which_member_is_missing_or_wrong() {
    for (command, query, path, found) in [
        ("validate", json!({ "input": "{}" }), "type", "the query has no `type`"),
        ("validate", json!({ "type": "Part" }), "input", "the query has no `input`"),
        ("validate", json!({ "type": "Part", "input": {} }), "input", "`input` is {}"),
        ("validate", json!({ "type": "Prat", "input": "{}" }), "type", "did you mean \"Part\"?"),
        ("canonicalize", json!({}), "input", "the query has no `input`"),
        ("canonicalize", json!({ "input": "{\"a\":[1,]}" }), "a[1]", "not JSON"),
        ("verify", json!({ "jwks": { "keys": [] } }), "card", "the query has no `card`"),
        ("verify", json!({ "card": {}, "jwks": 7 }), "jwks", "a number is given"),
        ("transition", json!({ "to": "TASK_STATE_WORKING" }), "from", "the query has no `from`"),
        ("transition", json!({ "from": "NONE", "to": "NONE" }), "to", "unknown task state \"NONE\""),
        ("transition", json!({ "from": "TASK_STATE_WORKNG", "to": "NONE" }), "from", "TASK_STATE_WORKING"),
        ("operation", json!({ "state": "unknown id" }), "operation", "the query has no `operation`"),
        (
            "operation",
            json!({ "state": "unknown id", "operation": "GetTsak" }),
            "operation",
            "did you mean \"GetTask\"?",
        ),
        ("operation", json!({ "state": 3, "operation": "GetTask" }), "state", "`state` is 3"),
        ("stream", json!({ "operation": "GetTask", "events": [] }), "operation", "GetTask does not stream"),
        ("stream", json!({ "operation": "SubscribeToTask" }), "events", "the query has no `events`"),
        ("stream", json!({ "operation": "SubscribeToTask", "events": {} }), "events", "`events` is {}"),
    ] {
        let (at, text) = fault(command, query);
        assert_eq!(at, path, "{command}: {text}");
        assert!(text.contains(found), "{command}: {text}");
    }
    assert!(fault("validat", json!({})).1.contains("did you mean \"validate\"?"));
    for command in COMMANDS {
        assert!(fault(command, json!([])).1.contains("no object"), "{command}");
    }
}

#[test]
fn an_event_that_is_no_stream_response_makes_a_stream_illegal() {
    let query = json!({ "operation": "SendStreamingMessage", "events": [{ "kind": "message" }] });
    let answer = answer("stream", &query).unwrap();
    assert_eq!(answer["legal"], false);
    assert!(answer["why"].as_str().unwrap().starts_with("Event 0 is no StreamResponse"), "{}", answer["why"]);
}
