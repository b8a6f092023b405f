//! `solve` queries against every table of exact answers: 424 bimatrix games, 42 of more players, the `.nfg` files, and the
//! `.efg` files by their reduced normal forms.

mod common;

use comity::models::Lab;
use comity::query::solve::answer;
use common::{oracle, oracle_lines, same};
use serde_json::{Map, Value as Json, json};

/// The fields of a row that the query answers; rationals are texts here, and numbers there where they are whole.
fn compare(id: &str, row: &Json, answer: &Json, fields: &[&str]) -> usize {
    let text = |value: &Json| -> Json {
        fn of(value: &Json) -> Json {
            match value {
                Json::Number(number) => number.to_string().into(),
                Json::Array(items) => items.iter().map(of).collect(),
                Json::Object(members) => {
                    members.iter().map(|(key, value)| (key.clone(), of(value))).collect::<Map<_, _>>().into()
                }
                other => other.clone(),
            }
        }
        of(value)
    };
    let mut compared = 0;
    for field in fields.iter().filter(|field| row.get(**field).is_some()) {
        assert!(
            same(&text(&answer[*field]), &text(&row[*field])),
            "{id} {field}: {} is not {}",
            answer[*field],
            row[*field]
        );
        compared += 1;
    }
    compared
}

const OF_TWO: [&str; 19] = [
    "pure_ne",
    "strict_pure_ne",
    "ne",
    "ne_payoffs",
    "nondegenerate",
    "iesds_pure",
    "iesds_mixed",
    "pareto_pure",
    "ce",
    "cce",
    "maxmin_pure",
    "minmax_pure",
    "minmax_mixed",
    "opt_pure_welfare",
    "ne_welfare_best",
    "ne_welfare_worst",
    "poa",
    "pos",
    "symmetric",
];
const OF_ALL: [&str; 6] = ["pure_ne", "iesds_pure", "pareto_pure", "opt_pure_welfare", "ce", "cce"];

#[test]
fn bimatrix_rows_are_answered_in_every_field() {
    let lab = Lab::new();
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let answer = answer(&json!({"id": id, "A": row["A"], "B": row["B"]}), &lab.kit).expect("an answer");
        assert_eq!(compare(id, &row, &answer, &OF_TWO), OF_TWO.len(), "{id}");
        compare(id, &row, &answer, &["lh", "constant_sum", "exact_potential"]);
    }
}

#[test]
fn rows_of_more_players_are_answered_in_every_field() {
    let lab = Lab::new();
    let rows = oracle_lines("equilibrium/nplayer.jsonl.gz");
    assert_eq!(rows.len(), 42);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let answer = answer(&json!({"dims": row["dims"], "payoffs": row["payoffs"]}), &lab.kit).expect("an answer");
        assert_eq!(compare(id, &row, &answer, &OF_ALL), OF_ALL.len(), "{id}");
    }
}

#[test]
fn files_in_normal_form_are_answered_in_every_field() {
    let lab = Lab::new();
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    assert_eq!(solutions.len(), 17);
    for solution in solutions {
        let name = solution["file"].as_str().expect("a name");
        let text = oracle(&format!("equilibrium/nfg/{name}"));
        let answer = answer(&json!({ "nfg": text }), &lab.kit).expect("an answer");
        let compared = compare(name, &solution, &answer, &["pure_ne", "ce", "cce"]);
        assert_eq!(compared, 3, "{name}");
        if solution["ne"].is_array() {
            compare(name, &solution, &answer, &["ne"]);
        }
    }
}

#[test]
fn wrong_queries_say_what_would_be_right() {
    let lab = Lab::new();
    let wrong = |query: Json| answer(&query, &lab.kit).expect_err("a wrong query").to_string();
    assert!(wrong(json!([])).contains("JSON object"));
    for (query, words) in [
        (json!({"A": [[1, 2], [3]], "B": [[1, 2], [3, 4]]}), vec!["A"]),
        (json!({"A": [], "B": []}), vec!["A"]),
        (json!({"A": [["x"]], "B": [[1]]}), vec!["A[0][0]", "number"]),
        (json!({"A": [["inf"]], "B": [[1]]}), vec!["A[0][0]"]),
        (json!({"dims": [2, 0], "payoffs": [[], []]}), vec!["dims[1]"]),
        (json!({"game": "chickn"}), vec!["did you mean \"chicken\"?"]),
        (json!({"nfg": "NFG 1 R \"\" { \"a\" \"b\" } { 1 1 }\n\n1 x"}), vec!["3"]),
        (json!({"efg": "EFG 2 R \"\" { \"a\" }\n\nq"}), vec!["3"]),
        (json!({"efg": 3}), vec!["efg", "text"]),
        (json!({"game": "chicken", "want": ["nee"]}), vec!["want[0]", "did you mean"]),
        (
            json!({"dims": [2, 2, 2], "payoffs": [[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0],[0,0,0,0,0,0,0,0]], "want": ["lh"]}),
            vec!["3 players"],
        ),
    ] {
        let fault = wrong(query.clone());
        assert!(words.iter().all(|word| fault.contains(word)), "{query}: {fault}");
    }
}
