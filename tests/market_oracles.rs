//! The contract net against rows computed by an independent implementation: through the query, run by the market's agents.

mod common;

use comity::query::answer_award;
use common::{oracle_lines, same};
use serde_json::{Value, json};

const ANSWERS: [&str; 4] = ["expect", "winners", "states", "messages"];

fn question(row: &Value) -> Value {
    let mut query = row.clone();
    let members = query.as_object_mut().expect("an object");
    members.retain(|key, _| !ANSWERS.contains(&key.as_str()));
    query
}

#[test]
fn every_row_of_the_contract_net_is_met() {
    let rows = oracle_lines("market/contractnet.jsonl.gz");
    assert_eq!(rows.len(), 62);
    for row in &rows {
        let id = row["id"].as_str().expect("an id");
        let answer = answer_award(&question(row)).unwrap_or_else(|faults| panic!("{id}: {faults}"));
        for (key, got) in answer.as_object().expect("an object") {
            for (part, expected) in row[key].as_object().into_iter().flatten() {
                assert!(same(&got[part], expected), "{id}: {key}.{part} is {}, expected {expected}", got[part]);
            }
            assert!(same(got, &row[key]), "{id}: {key} is {got}, expected {}", row[key]);
        }
        let answered = ANSWERS.iter().filter(|key| row.get(**key).is_some()).count();
        assert_eq!(answer.as_object().map(serde_json::Map::len), Some(answered), "{id}");
    }
}

/// The message law, from the rows' own numbers.
#[test]
fn the_message_law_holds_where_nothing_goes_wrong() {
    let mut held = 0;
    for row in oracle_lines("market/contractnet.jsonl.gz").iter().filter(|row| row["kind"] == "announcement") {
        let answer = answer_award(&question(row)).expect("an answer");
        let expect = &answer["expect"];
        if expect["law_applies"] == json!(true) {
            let n = expect["contacted"].as_array().expect("a list").len() as u64;
            let j = expect["messages"]["propose"].as_u64().expect("a number");
            assert_eq!(expect["acts"], json!(2 * n + j + 1));
            assert_eq!(expect["acts_with_cancel_answers"], json!(2 * n + 2 * j));
            held += 1;
        }
    }
    assert!(held > 10);
}

#[test]
fn queries_that_make_no_sense_are_refused_with_what_would() {
    let rows = oracle_lines("market/contractnet.jsonl.gz");
    let announcement = question(rows.iter().find(|row| row["kind"] == "announcement").expect("one"));
    let series = question(rows.iter().find(|row| row["kind"] == "series").expect("one"));
    let changed = |query: &Value, pointer: &str, value: Value| {
        let mut query = query.clone();
        *query.pointer_mut(pointer).expect("a member") = value;
        answer_award(&query).expect_err(pointer).to_string()
    };
    for (query, pointer, value, wanted) in [
        (&announcement, "/kind", json!("auction"), "unknown kind \"auction\""),
        (&announcement, "/manager/max_price", json!("-1"), "not negative"),
        (&announcement, "/agents/0/reputation", json!("3/2"), "from 0 to 1"),
        (&announcement, "/agents/0/id", json!(4), "numbers from 0 in order"),
        (&announcement, "/agents/0/answer", json!("shout"), "bid"),
        (&announcement, "/manager/bid_deadline", json!(-3), "bid_deadline"),
        (&series, "/announcements/0/tick", json!(99), "order of their ticks"),
        (&series, "/bidders/0/capacity", json!(0), "capacity"),
    ] {
        let message = changed(query, pointer, value);
        assert!(message.contains(wanted), "{pointer}: {message}");
    }
    assert!(answer_award(&json!([1])).is_err());
}
