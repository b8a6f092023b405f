//! The commands without a run directory: questions, catalogues, scenario files, batches.

#[path = "common/cli.rs"]
mod cli;
mod common;

use cli::{comity, comity_with, names, scenario};
use comity::query::a2a::COMMANDS;
use common::oracle_lines;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The answers of a batch.
fn batch(command: &[&str], queries: &str) -> (i32, Vec<Value>) {
    let said = comity_with(here(), &[command, &["--batch", "-"]].concat(), queries);
    (said.code, said.out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect())
}

#[test]
fn a_match_is_played_and_shown_in_every_form() {
    let play = ["match", "tit_for_tat", "alternator", "--turns", "6"];
    let said = comity(here(), &[&play[..], &["--format", "json"]].concat()).ends(0).json();
    // CCDCDC against CDCDCD: 3, 0, 5, 0, 5, 0 and 3, 5, 0, 5, 0, 5.
    assert_eq!(said["actions"], json!(["CCDCDC", "CDCDCD"]));
    assert_eq!(said["scores"], json!([13, 18]));
    assert_eq!(said["cooperations"], json!([4, 3]));
    let text = comity(here(), &play).ends(0).out;
    assert!(text.contains("score 13") && text.contains("CDCDCD"), "{text}");
    let csv = comity(here(), &[&play[..], &["--format", "csv"]].concat()).ends(0).out;
    assert_eq!(csv.lines().count(), 3, "{csv}");
    // Expectations, of which the literature gives closed forms: two random players of the standard payoffs.
    let exact = ["match", "random", "Random(p=0.25)", "--turns", "4", "--exact", "--format", "json"];
    let said = comity(here(), &exact).ends(0).json();
    let expected = 4.0 * (0.5 * (0.25 * 3.0) + 0.5 * (0.25 * 5.0 + 0.75));
    assert!((said["scores"][0].as_f64().expect("a number") - expected).abs() < 1e-12, "{said}");
}

#[test]
fn a_batch_answers_line_by_line_as_the_reference_did() {
    // The literal sequences of Axelrod's own tests, of strategies that need no arguments, through the command line.
    let listed = comity(here(), &["list", "strategies", "--format", "json"]).ends(0).json();
    let fold = |name: &str| name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let known: BTreeSet<String> = listed["strategies"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| fold(row["name"].as_str().expect("a name")))
        .collect();
    let plain = |value: &Value| value.is_null() || value.as_object().is_some_and(serde_json::Map::is_empty);
    let rows: Vec<Value> = oracle_lines("axelrod/versus.jsonl.gz")
        .into_iter()
        .filter(|row| {
            let name = |key: &str| known.contains(&fold(row[key].as_str().unwrap_or_default()));
            let defaults =
                plain(&row["init_kwargs"]) && plain(&row["opponent_kwargs"]) && row["match_attributes"].is_null();
            // The reference's Darwin goes by what it learnt in the rows before.
            let alone = row["strategy"] != "Darwin";
            row["deterministic"] == true
                && row["noise"] == 0
                && defaults
                && alone
                && name("strategy")
                && name("opponent")
        })
        .collect();
    assert!(rows.len() >= 40, "{} rows", rows.len());
    let queries: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(id, row)| {
            let (player, opponent) = (&row["strategy"], &row["opponent"]);
            json!({ "id": id, "player": player, "opponent": opponent, "turns": row["turns"] }).to_string()
        })
        .collect();
    let (code, answers) = batch(&["match"], &queries.join("\n"));
    assert_eq!((code, answers.len()), (0, rows.len()));
    for (id, (row, answer)) in rows.iter().zip(&answers).enumerate() {
        assert_eq!(answer["id"], id);
        assert_eq!(answer["actions"], json!([row["a"], row["b"]]), "{}", row["test"]);
    }
}

#[test]
fn a_bad_line_of_a_batch_is_answered_with_an_error_and_the_others_as_ever() {
    let good = r#"{"player":"cooperator","opponent":"defector","turns":3,"id":"a"}"#;
    let lines = [
        "not json",
        "[1, 2]",
        r#"{"opponent":"defector"}"#,
        r#"{"player":"nobody","opponent":"defector","id":5}"#,
        r#"{"player":"cooperator","opponent":"defector","turns":"three"}"#,
        r#"{"player":"cooperator","opponent":"defector","noise":1.5}"#,
        r#"{"player":"cooperator","opponent":"defector","game":"stag_hnt"}"#,
        r#"{"player":"tit_for_tat","opponent":"defector","game":"rock_paper_scissors"}"#,
        r#"{"player":"cooperator","opponent":"defector","tuns":3}"#,
        r#"{"player":{"script":""},"opponent":"defector"}"#,
        good,
    ];
    let (code, answers) = batch(&["match"], &lines.join("\n"));
    assert_eq!((code, answers.len()), (2, lines.len()));
    for (line, answer) in lines.iter().zip(&answers).take(lines.len() - 1) {
        assert!(answer["error"].as_str().is_some_and(|error| error.len() > 10), "{line}: {answer}");
    }
    assert!(answers[0]["error"].as_str().expect("an error").contains("standard input:1"), "{}", answers[0]);
    assert_eq!(answers[3]["id"], 5);
    let last = &answers[lines.len() - 1];
    assert_eq!((&last["id"], &last["scores"]), (&json!("a"), &json!([0, 15])));
    for command in COMMANDS {
        let (code, answers) = batch(&["a2a", command], "not json\n{}\n");
        assert_eq!(code, 2, "{command}");
        assert!(answers.iter().all(|answer| answer["error"].is_string()), "{command}: {answers:?}");
    }
    comity(here(), &["match", "--batch", "absent.jsonl"]).refused(&["absent.jsonl"]);
}

#[test]
fn questions_about_trust_are_asked_by_name_and_by_batch() {
    // Seven bad rounds bring ten units of evidence, less 0.9^7 of it, below one half: a closed form.
    let exit = ["trust", "beta_exit", "forgetting=9/10", "threshold=1/2"];
    let said = comity(here(), &[&exit[..], &["--format", "json"]].concat()).ends(0).json();
    assert_eq!((&said["bad_rounds"], &said["max_mean"]), (&json!(7), &json!("11/12")));
    assert!(comity(here(), &exit).ends(0).out.contains("max_mean    11/12\n"));
    let csv = comity(here(), &[&exit[..], &["--format", "csv"]].concat()).ends(0).out;
    assert_eq!(csv.lines().next(), Some("bad_rounds,max_mean,min_mean,saturation"));
    // Lists as JSON: two praises and a blame.
    let ebay = ["trust", "ebay", "events=[[0,1,2,1],[1,1,2,-1],[2,3,2,1]]", "--format", "json"];
    assert_eq!(comity(here(), &ebay).ends(0).json()["sum"], json!([1, 0, 1]));
    comity(here(), &["trust", "betas"]).refused(&["did you mean \"beta\"?"]);
    comity(here(), &["trust", "beta_exit", "forgetting=9/10", "threshold"]).refused(&["name=value"]);
    comity(here(), &["trust", "beta_exit", "forgetting=9/10"]).refused(&["threshold"]);
    comity(here(), &["trust"]).refused(&["KIND"]);
    let query = json!({ "kind": "beta_exit", "forgetting": "9/10", "threshold": "1/2", "id": 3 });
    let (code, answers) = batch(&["trust"], &format!("{query}\n{{\"kind\":\"betas\",\"id\":4}}\n"));
    assert_eq!((code, &answers[0]["id"], &answers[0]["bad_rounds"]), (2, &json!(3), &json!(7)));
    assert!(answers[1]["error"].as_str().is_some_and(|error| error.contains("\"beta\"")), "{}", answers[1]);
    comity(here(), &["trust", "--batch", "absent.jsonl"]).refused(&["absent.jsonl"]);
}

#[test]
fn evolution_in_a_game_is_told_in_every_form() {
    let said = comity(here(), &["evolve", "stag_hunt"]).ends(0).out;
    for part in ["2/3 stag + 1/3 hare", "2.61028e-23", "risk dominance", "periods that all-stag lasts"] {
        assert!(said.contains(part), "no {part} in {said}");
    }
    let written =
        ["evolve", "[[4,0],[3,2]]", "--population", "10", "--beta", "1/2", "--want", "fixation", "--format", "json"];
    let said = comity(here(), &written).ends(0).json();
    // Hare over stag: exp(beta R), R = 4*4 - 5*3 - 4*2 = -7.
    let ln = |k: usize| said["fixation"][0]["ln_rho"][k].as_f64().expect("a number");
    assert!((ln(0) - ln(1) + 3.5).abs() < 1e-12, "{said}");
    assert_eq!(said.as_object().expect("an object").len(), 1);
    let csv = comity(here(), &["evolve", "battle_of_the_sexes", "--format", "csv"]).ends(0).out;
    assert_eq!(csv.lines().count(), 5, "{csv}");
    let (code, answers) =
        batch(&["evolve"], "{\"A\":[[4,0],[3,2]],\"want\":[\"risk_dominant\"],\"id\":1}\n{\"A\":7}\n");
    assert_eq!(code, 2);
    assert_eq!(answers[0], json!({ "id": 1, "risk_dominant": 1 }));
    assert!(answers[1]["error"].as_str().expect("an error").contains("`A`"), "{}", answers[1]);
}

#[test]
fn a_game_is_solved_on_one_page_in_every_form() {
    let dir = tempdir().expect("a directory");
    // Aumann 1974: 14/3 each in the mixed equilibrium, 21/4 with a mediator.
    let page = comity(here(), &["solve", "chicken"]).ends(0).out;
    for part in ["14/3, 14/3", "21/4, 21/4", "36/5", "limit of the logit branch", "known_end", "cognitive hierarchy"] {
        assert!(page.contains(part), "{page}\n lacks {part}");
    }
    let json = comity(here(), &["solve", "chicken", "--ce", "--format", "json"]).ends(0).json();
    assert_eq!(json, json!({"ce": {"max_welfare": "21/2", "min_welfare": "36/5", "max_min": "21/4"}}));
    let csv = comity(here(), &["solve", "chicken", "--nash", "--format", "csv"]).ends(0).out;
    assert!(csv.contains("28/3") && !csv.contains("21/2"), "{csv}");
    // Files of every format, a table alone, and a named tree (Kuhn 1950).
    let said = comity(dir.path(), &["solve", "[[4,0],[3,2]]", "--nash"]).ends(0).out;
    assert!(said.contains("risk dominant"), "{said}");
    fs::write(dir.path().join("g.nfg"), "NFG 1 R \"g\" { \"a\" \"b\" } { 2 2 }\n\n1 1 0 2 2 0 3 3\n").expect("a file");
    fs::write(dir.path().join("g.json"), r#"{"A": [[1, 2], [0, 3]], "B": [[1, 0], [2, 3]]}"#).expect("a file");
    let of_file =
        |name: &str| comity(dir.path(), &["solve", name, "--nash", "--format", "json"]).ends(0).json()["ne"].clone();
    assert_eq!(of_file("g.nfg"), of_file("g.json"));
    let said = comity(dir.path(), &["solve", "kuhn_poker", "--format", "json"]).ends(0).json();
    assert_eq!(said["value"], "-1/18");
    let page = comity(dir.path(), &["solve", "kuhn_poker"]).ends(0);
    assert!(page.out.contains("-1/18") && page.err.contains("left out: a game of"), "{} {}", page.out, page.err);
    // Tables and figures, which are never put where something is.
    comity(dir.path(), &["solve", "chicken", "--out", "drawn", "--format", "csv"]).ends(0);
    let found = names(&dir.path().join("drawn"));
    for name in
        ["payoff_sets.svg", "best_responses.png", "equilibrium_polytope.svg", "vector_field.svg", "equilibria.csv"]
    {
        assert!(found.iter().any(|file| file == name), "{found:?} lack {name}");
    }
    comity(dir.path(), &["solve", "chicken", "--out", "drawn"]).refused(&["in-the-way", "drawn"]);
    // What is wrong is said with line and column, what is too large with the size and what would do.
    fs::write(dir.path().join("bad.nfg"), "NFG 1 R \"g\" { \"a\" \"b\" } { 2 2 }\n\n1 1 x\n").expect("a file");
    comity(dir.path(), &["solve", "bad.nfg"]).refused(&["bad.nfg:3:5"]);
    fs::write(dir.path().join("bad.efg"), "EFG 2 R \"g\" { \"a\" }\n\np \"\" 1 1\n").expect("a file");
    comity(dir.path(), &["solve", "bad.efg"]).refused(&["bad.efg:3"]);
    comity(dir.path(), &["solve", "nowhere.nfg"]).refused(&["nowhere.nfg"]);
    comity(dir.path(), &["solve", "chickn"]).refused(&["did you mean \"chicken\"?"]);
    comity(dir.path(), &["solve", "{\"A\": [[1, 2], [3]], \"B\": [[1, 2], [3, 4]]}"]).refused(&["A"]);
    comity(dir.path(), &["solve", "pure_coordination(actions=100)", "--nash"]).refused(&["100 x 100", "128", "pure"]);
}

#[test]
fn a_batch_of_games_is_answered_by_wanted_fields() {
    let queries = "{\"id\": 1, \"game\": \"chicken\", \"want\": [\"ce\"]}\n{\"id\": 2, \"A\": [[1]]}\n";
    let (code, answers) = batch(&["solve"], queries);
    assert_eq!(code, 2);
    assert_eq!(answers[0], json!({"id": 1, "ce": {"max_welfare": "21/2", "min_welfare": "36/5", "max_min": "21/4"}}));
    assert!(answers[1]["error"].as_str().is_some_and(|error| error.contains("B")), "{}", answers[1]);
}

#[test]
fn published_results_are_listed_and_checked() {
    let listed = comity(here(), &["gallery", "--list"]).ends(0).out;
    assert!(listed.contains("Aumann 1974") && listed.contains("D5b"), "{listed}");
    let dir = tempdir().expect("a directory");
    let out = dir.path().display().to_string();
    let said = comity(here(), &["gallery", "N1", "N2", "D1", "--out", &out, "--lang", "zh"]).ends(0).out;
    assert!(said.contains("3 results") && said.contains(" 0 fail"), "{said}");
    let page = fs::read_to_string(dir.path().join("report.html")).expect("the report");
    assert!(page.contains("已发表结果的展廊") && page.contains("Aumann 1974"), "the page has the results");
    comity(here(), &["gallery", "D5z"]).refused(&["unknown-result", "did you mean"]);
    comity(here(), &["gallery", "--dir", "nowhere"]).refused(&["nowhere", "experiments/gallery"]);
    let wrong = fs::read_to_string(here().join("experiments/gallery/N2-book-dilemma.toml")).expect("a file");
    fs::write(dir.path().join("wrong.toml"), wrong.replace("expected = -6", "expected = -5")).expect("a file");
    let said = comity(dir.path(), &["gallery", "--dir", "."]).ends(1).out;
    assert!(said.contains("2 fail"), "{said}");
}

#[test]
fn mechanisms_are_asked_by_name_and_by_batch() {
    // Gallery: one juror of accuracy 4/5 beside an escrowed price of 1 needs a bond of 0.7/0.6 - 1.
    let jury = ["mechanism", "jury", "jurors=1", "accuracy_guilty=4/5", "accuracy_innocent=0.8", "price=1", "cost=0.7"];
    let said = comity(here(), &[&jury[..], &["--format", "json"]].concat()).ends(0).json();
    assert_eq!(said["convict_guilty_exact"], "4/5");
    assert!((said["min_bond"].as_f64().expect("a number") - 1.0 / 6.0).abs() < 1e-15, "{said}");
    assert!(comity(here(), &jury).ends(0).out.contains("convict_innocent_exact  1/5\n"));
    let auction = ["mechanism", "auction_second_price", "bids=[3,null,5]", "costs=[2,2,2]"];
    let csv = comity(here(), &[&auction[..], &["--format", "csv"]].concat()).ends(0).out;
    assert_eq!(csv, "efficient,payment,winner,winner_utility\ntrue,5,0,3\n");
    comity(here(), &["mechanism", "jurry"]).refused(&["did you mean \"jury\"?"]);
    comity(here(), &["mechanism", "jury", "jurors"]).refused(&["name=value"]);
    comity(here(), &["mechanism"]).refused(&["KIND"]);
    let good = json!({"id": 1, "kind": "newcomer_dues", "replaced": "1/4"});
    let (code, answers) = batch(&["mechanism"], &format!("{good}\n{{\"kind\":\"brier\",\"id\":2}}\n"));
    assert_eq!(code, 2);
    assert_eq!(answers[0], json!({"id": 1, "value_newcomers_defect": "3/4", "value_newcomers_cooperate": "13/16"}));
    assert!(answers[1]["error"].as_str().expect("an error").contains("scale"), "{}", answers[1]);
}

#[test]
fn negotiations_and_registries_are_asked_by_name_and_by_batch() {
    let tactic = "={\"min\":0,\"max\":10,\"deadline\":10}";
    let both = [format!("buyer{tactic}"), format!("seller{tactic}")];
    let ask = ["negotiate", "concession_simultaneous", &both[0], &both[1], "--format", "json"];
    // Linear concessions over the whole pie meet half way.
    let said = comity(here(), &ask).ends(0).json();
    assert_eq!((&said["price"], &said["tick"]), (&json!(5.0), &json!(5)), "{said}");
    comity(here(), &["negotiate", "rubinstein"]).refused(&["unknown kind", "rubinstein_finite"]);
    let agents = json!([{"id": "a", "namespace": "x", "skills": [{"id": "s"}]}, {"id": "b", "namespace": "x.y"}]);
    let query = json!({"kind": "discovery", "id": 5, "agents": agents, "queries": [{"caller": "c"}]});
    let (code, answers) = batch(&["discover"], &query.to_string());
    assert_eq!(code, 0);
    assert_eq!(answers[0]["id"], 5);
    assert_eq!(answers[0]["queries"][0]["expect"]["found"], json!([["a", ["s"]]]));
    assert_eq!(answers[0]["queries"][0]["expect"]["filtered"], json!({"b": "tags"}));
    comity(here(), &["discover", "discovery", "agents=[]"]).refused(&["queries"]);
}

#[test]
fn foraging_is_asked_by_policy_by_episode_and_by_batch() {
    let id = "Foraging-5x5-2p-1f-coop-v3";
    let team = ["forage", id, "--policy", "team", "--episodes", "200"];
    let said = comity(here(), &[&team[..], &["--format", "json"]].concat()).ends(0).json();
    // 0.850 +- 0.029 by an independent simulator; the standard error of 200 episodes is 0.025.
    assert!((said["return"].as_f64().expect("a number") - 0.85).abs() < 0.09, "{said}");
    assert!(comity(here(), &team).ends(0).out.starts_with("return 0."));
    let csv = comity(here(), &[&team[..], &["--format", "csv"]].concat()).ends(0).out;
    assert_eq!(csv.lines().next(), Some("return,return_se,collected,steps,episodes"));
    let shown = comity(here(), &[&team[..], &["--show"]].concat()).ends(0).out;
    assert!(shown.starts_with("step 0 of 50, running: 1 food left") && shown.contains("together"), "{shown}");
    comity(here(), &["forage", "Foraging-5x5-1f-2p-v3"]).refused(&["did you mean \"Foraging-5x5-2p-1f-v3\""]);
    comity(here(), &["forage", id, "--policy", "teem"]).refused(&["policy", "teem", "team"]);
    comity(here(), &["forage", id, "--episodes", "0"]).refused(&["episodes", "1"]);
    comity(here(), &["forage"]).refused(&["FIELD"]);

    let good = json!({
        "id": 3, "cfg": id, "agents": [[2, 1, 1], [2, 3, 1]], "food": [[2, 2, 2]], "steps": [{ "a": [5, 5] }],
    });
    let (code, answers) = batch(&["forage"], &format!("{good}\nnot json\n{{\"id\":4}}\n"));
    assert_eq!((code, answers.len()), (2, 3));
    assert_eq!(answers[0]["id"], 3);
    let step = json!({
        "p": [[2, 1], [2, 3]], "r": [0.5, 0.5], "d": true, "v": [31, 31], "f": [],
        "o": [[-1, -1, 0, 2, 1, 1, 2, 3, 1], [-1, -1, 0, 2, 3, 1, 2, 1, 1]],
    });
    assert_eq!(answers[0]["steps"], json!([step]));
    assert!(answers[1]["error"].is_string() && answers[2]["error"].is_string(), "{answers:?}");
}

#[test]
fn questions_about_a2a_end_with_their_verdict() {
    let dir = tempdir().expect("a directory");
    let card = json!({ "name": "x" }).to_string();
    fs::write(dir.path().join("card.json"), &card).expect("written");
    let said = comity(dir.path(), &["a2a", "validate", "AgentCard", "card.json"]).ends(1).json();
    assert_eq!(said["valid"], false);
    assert!(said["errors"][0]["path"].is_string() && said["errors"][0]["reason"].is_string(), "{said}");
    comity(dir.path(), &["a2a", "validate", "AgentCrd", "card.json"]).refused(&["AgentCrd", "AgentCard"]);
    comity(dir.path(), &["a2a", "validate", "AgentCard", "absent.json"]).refused(&["absent.json"]);
    let canonical = comity_with(dir.path(), &["a2a", "canonicalize", "-"], "{\"b\": 1.0, \"a\": [ ]}").ends(0);
    assert_eq!(canonical.out.trim_end(), "{\"a\":[],\"b\":1}");
    let legal = ["a2a", "transition", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED"];
    assert_eq!(comity(dir.path(), &legal).ends(0).json()["legal"], true);
    let illegal = ["a2a", "transition", "TASK_STATE_COMPLETED", "TASK_STATE_WORKING"];
    assert_eq!(comity(dir.path(), &illegal).ends(1).json()["legal"], false);
    comity(dir.path(), &["a2a", "transition", "DONE", "TASK_STATE_WORKING"]).refused(&["DONE"]);
    let cancel = comity(dir.path(), &["a2a", "operation", "CancelTask", "TASK_STATE_COMPLETED"]).ends(0).json();
    assert_eq!(cancel["expect"], "TaskNotCancelableError");
    fs::write(dir.path().join("trace.jsonl"), "{\"type\":\"Task\",\"object\":{}}\n").expect("written");
    let said = comity(dir.path(), &["a2a", "validate", "--trace", "trace.jsonl"]).ends(1).json();
    assert_eq!((&said["valid"], &said["errors"][0]["line"]), (&json!(false), &json!(1)));
    fs::write(dir.path().join("trace.jsonl"), "{\"type\":\"Task\"}\n").expect("written");
    comity(dir.path(), &["a2a", "validate", "--trace", "trace.jsonl"]).refused(&["trace.jsonl:1", "object"]);
}

/// Two agents for a trip, of whom one works only for who may pay; and capabilities that need themselves.
#[test]
fn a_capability_is_routed_to_who_has_what_it_is_made_of() {
    let agents = json!([
        { "id": "inn", "namespace": "acme", "skills": [{ "id": "s", "tags": ["hotel"] }] },
        { "id": "bank", "namespace": "acme", "skills": [{ "id": "s", "tags": ["pay"], "permissions": ["pay"] }] },
    ]);
    let queries = json!([
        { "capability": "trip", "user_permissions": ["pay"] }, { "capability": "trip" }, { "capability": "hotel" },
    ]);
    let ask = |needs: serde_json::Value| {
        let query = json!({ "kind": "routing", "agents": agents, "queries": queries, "needs": needs });
        comity_with(here(), &["discover", "--batch", "-"], &format!("{query}\n"))
    };
    let said = ask(json!([{ "capability": "trip", "needs": ["hotel", "pay"] }])).ends(0).json();
    let answers: Vec<_> = said["queries"].as_array().expect("a list").iter().map(|answer| &answer["expect"]).collect();
    assert_eq!(answers[0]["steps"], json!([["hotel", ["inn"]], ["pay", ["bank"]]]));
    assert!(answers[1]["nobody"].as_str().is_some_and(|why| why.contains("1 for permissions")), "{}", answers[1]);
    assert_eq!(answers[2]["steps"], json!([["hotel", ["inn"]]]));
    let said = ask(json!([{ "capability": "a", "needs": ["b"] }, { "capability": "b", "needs": ["a"] }])).ends(2);
    assert!(said.out.contains("needs[1]") && said.out.contains("b -> a -> b"), "{}", said.out);
}

#[test]
fn names_and_values_that_are_wrong_are_refused() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["match", "tit_for_tatt", "defector"], &["unknown strategy", "did you mean \"tit_for_tat\""]),
        (&["match", "Random(p=1.5)", "defector"], &["player.p", "a probability from 0 to 1"]),
        (&["match", "Random(q=0.5)", "defector"], &["unknown key", "\"q\""]),
        (&["match", "Random(p=true)", "defector"], &["wrong-type"]),
        (&["match", "Random(p=0.5", "defector"], &["player"]),
        (&["match", "defector", "defector", "--noise", "-0.1"], &["noise", "a probability from 0 to 1"]),
        (&["match", "defector", "defector", "--discount", "nan"], &["discount"]),
        (&["match", "defector", "defector", "--turns", "0"], &["turns", "from 1"]),
        (&["match", "defector", "defector", "--turns", "-3"], &["--turns", "-3"]),
        (&["match", "defector", "defector", "--game", "prisonersdilema"], &["unknown game", "prisoners_dilemma"]),
        (&["match", "tit_for_tat", "defector", "--game", "rock_paper_scissors"], &["wrong-game", "two actions"]),
        (&["match", "tit_for_tat", "defector", "--game", "public_goods(players=3)"], &["two players"]),
        (&["match", "defector", "defector", "--continuation", "1"], &["continuation"]),
        (&["match", "defector", "defector", "--repetitions", "0"], &["repetitions"]),
        (&["match", "defector"], &["OPPONENT"]),
        (&["tournament", "tit_for_tat", "nobody"], &["unknown strategy", "agents[1].strategy"]),
        (&["tournament", "tit_for_tat"], &["at least two"]),
        (&["tournament", "tit_for_tat", "defector", "--noise", "2"], &["a probability from 0 to 1"]),
        (&["evolve", "stag_hnt"], &["unknown game", "did you mean \"stag_hunt\""]),
        (&["evolve", "[[1,2],[3]]"], &["row 1 of 2 has 1 payoffs"]),
        (&["evolve", "[[1,2"], &["not JSON"]),
        (&["evolve", "public_goods(players=3)", "--want", "fixation"], &["fixation", "a symmetric game of two"]),
        (&["evolve", "stag_hunt", "--want", "fixations"], &["fixation"]),
        (&["evolve", "stag_hunt", "--population", "1"], &["--population"]),
        (&["evolve", "stag_hunt", "--beta", "x"], &["--beta", "not a number"]),
        (&["evolve", "stag_hunt", "--mutation", "2"], &["best_reply[0]", "is 2"]),
        (&["evolve"], &["GAME"]),
        (&["explain", "nobody"], &["unknown name", "comity list"]),
        (&["explain", "stag_hnt"], &["did you mean \"stag_hunt\""]),
        (&["list", "strategys"], &["unknown family", "strategies"]),
        (&["new", ""], &["bad-name", "a letter or a digit"]),
        (&["new", "--", "../.."], &["bad-name", "../.."]),
        (&["solve", "chicken", "--out", "Cargo.toml/x"], &["not-writable", "Cargo.toml"]),
        (&["solve", "chicken", "--out", "Cargo.toml"], &["in-the-way", "Cargo.toml"]),
        (&["solve", "chicken", "--lang", "zh"], &["--out"]),
        (&["gallery", "N9", "--list", "--dir", "Cargo.toml"], &["no-gallery", "Cargo.toml"]),
        (&["gallery", "N9", "--out", "Cargo.toml"], &["not-writable", "Cargo.toml"]),
        (&["tournament", "grudger", "random", "--table", "nothing"], &["unknown table \"nothing\"", "welfare"]),
        (&["tournament", "grudger", "random", "--interactions", "Cargo.toml/x.csv"], &["not-writable", "Cargo.toml"]),
        (&["tournament", "--read", "x.csv", "--noise", "0.1"], &["--read", "--noise"]),
        (&["match", "grudger", "random", "--exact", "--repetitions", "5"], &["--exact", "--repetitions"]),
        (&["match", "grudger", "random", "--long-run", "--discount", "0.5"], &["--long-run", "--discount"]),
        (&["match", "grudger", "random", "--continuation", "0.9", "--turns", "5"], &["--continuation", "--turns"]),
        (&["tournament", "grudger", "random", "--continuation", "0.9", "--turns", "5"], &["--continuation", "--turns"]),
        (&["tournament", "grudger", "random", "--exact", "--precision", "0.1"], &["--exact", "--precision"]),
        (&["new", "x", "--kind", "repeatd"], &["unknown model", "repeated"]),
        (&["nothing"], &["nothing"]),
        (&["check", "absent.toml"], &["absent.toml"]),
    ];
    for (args, parts) in cases {
        comity(here(), args).refused(parts);
    }
}

/// What a batch's lines do not say is not taken from the command line, so that it is refused there.
#[test]
fn a_batch_takes_no_other_arguments() {
    for (args, idle) in [
        (&["match", "--seed", "7"][..], "--seed <N>"),
        (&["match", "--exact"], "--exact"),
        (&["match", "--format", "csv"], "--format <FORMAT>"),
        (&["evolve", "--population", "50"], "--population <N>"),
        (&["a2a", "transition", "NONE"], "[FROM]"),
    ] {
        let args = [args, &["--batch", "absent.jsonl"]].concat();
        comity(here(), &args).refused(&[&format!("'{idle}' cannot be used with '--batch <FILE>'")]);
    }
    let query = "\u{feff}{\"player\": \"grudger\", \"opponent\": \"defector\", \"turns\": 2}\n";
    // Answers are JSON, which may be said; a byte order mark before the first line is none of it.
    let args = ["match", "--threads", "1", "--format", "json", "--batch", "-"];
    assert_eq!(comity_with(here(), &args, query).ends(0).json()["actions"], json!(["CD", "DD"]));
}

#[test]
fn a_tournament_ranks_its_strategies() {
    let args = ["tournament", "tit_for_tat", "defector", "cooperator", "--repetitions", "1", "--format", "json"];
    let said = comity(here(), &args).ends(0).json();
    let score = |name: &str| {
        let rows = said["strategies"].as_array().expect("rows");
        rows.iter().find(|row| row["strategy"] == name).unwrap_or_else(|| panic!("{name} in {said}"))["score_per_round"]
            .as_f64()
            .expect("a number")
    };
    // Two hundred rounds: 199 + 600, 204 + 1000 and 600 + 0, over 400.
    assert_eq!(score("tit_for_tat"), 799.0 / 400.0);
    assert_eq!(score("defector"), 1204.0 / 400.0);
    assert_eq!(score("cooperator"), 1.5);
    // Everyone who needs no arguments: the same bytes on any number of threads.
    let all = ["tournament", "--all", "--turns", "30", "--repetitions", "3", "--noise", "0.02", "--format", "csv"];
    let one = comity(here(), &[&all[..], &["--threads", "1"]].concat()).ends(0).out;
    assert!(one.lines().count() > 30, "{one}");
    assert_eq!(comity(here(), &[&all[..], &["--threads", "3"]].concat()).ends(0).out, one);
}

/// Statistics, exact answers, graphs, roles, and files of matches that are written and read back to the same tables.
#[test]
fn tournaments_have_their_statistics_and_files() {
    let field =
        ["tournament", "tit_for_tat", "defector", "cooperator", "grudger", "--turns", "50", "--repetitions", "2"];
    fn with<'a>(field: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [field, more].concat()
    }
    fn rate(row: &Value) -> f64 {
        row["cooperation_rate"].as_f64().expect("a number")
    }
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("matches.csv");
    let file = file.to_str().expect("UTF-8");
    let played = comity(here(), &with(&field, &["--interactions", file, "--format", "json"])).ends(0).json();
    for table in
        ["strategies", "welfare", "behaviour", "rank_stability", "empirical_game", "pairs", "states", "matches"]
    {
        assert!(played[table].as_array().is_some_and(|rows| !rows.is_empty()), "{table}");
    }
    let text = std::fs::read_to_string(file).expect("a file");
    // Ten pairs with twins, two repetitions, two seats.
    assert_eq!(text.lines().count(), 1 + 10 * 2 * 2);
    assert!(text.starts_with("Interaction index,Player index,Opponent index,Repetition,Player name,"));
    let read = comity(here(), &["tournament", "--read", file, "--format", "json"]).ends(0).json();
    assert_eq!(read, played);
    let ranking = comity(here(), &field).ends(0).out;
    assert!(ranking.contains("grudger") && ranking.contains("efficiency"), "{ranking}");
    let exact = comity(here(), &with(&field, &["--exact", "--format", "json"])).ends(0).json();
    assert_eq!(exact["strategies"][0]["score_per_round"], played["strategies"][0]["score_per_round"]);
    let ring = comity(here(), &with(&field, &["--meetings", "ring", "--format", "json"])).ends(0).json();
    assert_eq!(ring["pairs"].as_array().map(Vec::len), Some(8));
    let edge = comity(here(), &with(&field, &["--edge", "0-1", "--table", "pairs", "--format", "csv"])).ends(0).out;
    assert_eq!(edge.lines().count(), 3, "{edge}");
    // Who meets nobody has no score, no rank, and no part in welfare: 49 and 5 + 49 in 50 rounds are the two others'.
    let two = comity(here(), &with(&field, &["--edge", "0-1", "--format", "json"])).ends(0).json();
    let scores: Vec<_> = (0..4).map(|row| two["strategies"][row]["score_per_round"].as_f64()).collect();
    assert_eq!(scores, [Some(1.08), Some(0.98), None, None]);
    assert!(two["strategies"][2]["rank"].is_null() && two["strategies"][3]["cooperation_rate"].is_null());
    let welfare = ["least_score", "greatest_score"].map(|key| two["welfare"][0][key].as_f64());
    assert_eq!(welfare, [Some(0.98), Some(1.08)]);
    // Where lengths are drawn, a rate is the mean of the repetitions' as its interval is.
    let drawn = ["tournament", "tit_for_tat", "random", "--continuation", "0.9", "--repetitions", "4"];
    let drawn = comity(here(), &with(&drawn, &["--format", "json"])).ends(0).json();
    let row = &drawn["strategies"][0];
    let own = |repetition: &&Value| repetition["agent"] == row["agent"];
    let rates: Vec<f64> = drawn["repetitions"].as_array().expect("rows").iter().filter(own).map(rate).collect();
    assert_eq!(rates.len(), 4);
    let [low, high] = ["cooperation_rate_low", "cooperation_rate_high"].map(|key| row[key].as_f64().expect("a number"));
    for middle in [rates.iter().sum::<f64>() / 4.0, (low + high) / 2.0] {
        assert!((rate(row) - middle).abs() < 1e-12, "{row}");
    }
    let roles =
        comity(here(), &with(&field, &["--against", "defector", "--table", "pairs", "--format", "csv"])).ends(0).out;
    assert_eq!(roles.lines().count(), 9, "{roles}");
    for (more, parts) in [
        (vec!["--edge", "0-9"], vec!["0-9", "places in the list"]),
        (vec!["--table", "pars"], vec!["unknown table", "did you mean \"pairs\""]),
        (vec!["--long-run", "--discount", "0.5"], vec!["never ends"]),
    ] {
        comity(here(), &with(&field, &more)).refused(&parts);
    }
    // A width that is not reached is said; by default there are repetitions enough for an honest one.
    let drawn = ["tournament", "tit_for_tat", "random", "--precision", "0.02", "--format", "json"];
    let short = comity(here(), &with(&drawn, &["--repetitions", "4"])).ends(0).err;
    assert!(short.contains("not to 0.02: more --repetitions"), "{short}");
    let whole = comity(here(), &drawn).ends(0);
    assert!(!whole.err.contains("more --repetitions"), "{}", whole.err);
    for row in whole.json()["strategies"].as_array().expect("rows") {
        let [low, high] =
            ["score_per_round_low", "score_per_round_high"].map(|key| row[key].as_f64().expect("a number"));
        assert!(high - low <= 2.0 * 0.02, "{row}");
    }
    std::fs::write(file, text.replace("Actions", "Moves")).expect("a file");
    comity(here(), &["tournament", "--read", file]).refused(&["matches.csv", "Actions"]);
}

#[test]
fn a_fingerprint_is_a_table_and_a_surface() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("print");
    let args = [
        "fingerprint",
        "win_stay_lose_shift",
        "--step",
        "0.5",
        "--format",
        "csv",
        "--out",
        out.to_str().expect("UTF-8"),
    ];
    let csv = comity(here(), &args).ends(0).out;
    assert_eq!(csv.lines().count(), 10, "{csv}");
    let files: Vec<String> = std::fs::read_dir(&out)
        .expect("a directory")
        .map(|f| f.expect("a file").file_name().to_string_lossy().into())
        .collect();
    assert!(
        files.iter().any(|name| name.ends_with(".svg")) && files.contains(&"fingerprint.csv".to_string()),
        "{files:?}"
    );
    let transitive = ["fingerprint", "grudger", "--transitive", "--step", "0.5", "--turns", "3", "--format", "json"];
    let json = comity(here(), &transitive).ends(0).json();
    assert_eq!(json["points"][2]["rounds"], serde_json::json!([1.0, 1.0, 1.0]));
    comity(here(), &["fingerprint", "grudger", "--step", "0.3"]).refused(&["divides 1"]);
}

#[test]
fn a_strategy_is_compiled_in_every_form() {
    let page = comity(here(), &["compile", "zd_extort_2"]).ends(0).out;
    assert!(page.contains("own - 1 = 2 (other - 1)"), "{page}");
    let json = comity(here(), &["compile", "grudger", "--format", "json"]).ends(0).json();
    assert_eq!(json["minimal_states"], 2);
    let csv = comity(here(), &["compile", "grudger", "--format", "csv"]).ends(0).out;
    assert_eq!(csv, "state,plays,CC,CD,DC,DD\n0,C,0,1,0,1\n1,D,1,1,1,1\n");
    let dot = comity(here(), &["compile", "tit_for_tat", "--dot"]).ends(0).out;
    assert!(dot.starts_with("digraph") && dot.contains("0 -> 1 [label=\"CD DD\"]"), "{dot}");
    let (code, answers) = batch(&["compile"], "{\"strategy\": \"alternator\", \"id\": 7}\n{\"strategy\": \"x y\"}\n");
    assert_eq!((code, &answers[0]["id"]), (2, &Value::from(7)));
    assert!(answers[1]["error"].to_string().contains("unknown strategy"));
    comity(here(), &["compile", "gradual"]).refused(&["no finite automaton"]);
}

#[test]
fn what_there_is_is_listed_and_explained() {
    for (family, least) in [("strategies", 30), ("games", 50), ("models", 1), ("reputations", 12), ("attacks", 11)] {
        let said = comity(here(), &["list", family, "--format", "json"]).ends(0).json();
        let rows = said[family].as_array().expect("rows");
        assert!(rows.len() >= least, "{family}: {}", rows.len());
        let csv = comity(here(), &["list", family, "--format", "csv"]).ends(0).out;
        assert_eq!(csv.lines().count(), rows.len() + 1);
        for row in rows {
            let name = row["name"].as_str().expect("a name");
            let text = comity(here(), &["explain", name]).ends(0).out;
            assert!(text.lines().count() >= 2, "{name}: {text}");
        }
    }
    // Names match in any spelling.
    let texts = ["Tit For Tat", "TitForTat", "tit_for_tat"].map(|name| comity(here(), &["explain", name]).ends(0).out);
    assert!(texts[0] == texts[1] && texts[1] == texts[2]);
    let shells: Vec<usize> = ["bash", "zsh", "fish", "elvish", "powershell"]
        .iter()
        .map(|shell| comity(here(), &["completions", shell]).ends(0).out.len())
        .collect();
    assert!(shells.iter().all(|length| *length > 1000), "{shells:?}");
}

#[test]
fn a_new_scenario_is_checked_run_and_never_overwritten() {
    let dir = tempdir().expect("a directory");
    comity(dir.path(), &["new", "mine"]).ends(0);
    assert_eq!(names(dir.path()), ["mine.toml"]);
    comity(dir.path(), &["check", "mine.toml"]).ends(0);
    comity(dir.path(), &["run", "mine.toml", "--out", "run"]).ends(0);
    comity(dir.path(), &["new", "mine"]).refused(&["in-the-way", "mine.toml"]);
    // A file that begins with a dash would be an option to `check`.
    assert_eq!(comity(dir.path(), &["new", "../Other!"]).ends(0).out, "other.toml\n");
    let resolved = comity(dir.path(), &["check", "mine.toml", "--resolved"]).ends(0).out;
    assert_eq!(resolved, fs::read_to_string(dir.path().join("run/scenario.toml")).expect("a scenario"));
}

/// Each model refuses the agents of most others; what `new` writes has those of its own.
#[test]
fn a_new_scenario_of_every_kind_is_valid_and_runs_as_it_is() {
    let dir = tempdir().expect("a directory");
    // Training takes seconds in an optimised build and minutes without.
    let trains = ["foraging", "course", "adaptation", "learning"];
    for model in comity::models::Lab::new().models.entries() {
        let (kind, file) = (model.key, format!("{}.toml", model.key));
        comity(dir.path(), &["new", kind, "--kind", kind]).ends(0);
        comity(dir.path(), &["check", &file]).ends(0);
        if !cfg!(debug_assertions) || !trains.contains(&kind) {
            comity(dir.path(), &["run", &file, "--out", &format!("run-{kind}")]).ends(0);
        }
    }
}

#[test]
fn the_schema_of_scenarios_accepts_what_the_lab_accepts_and_refuses_the_rest() {
    let schema = comity(here(), &["schema"]).ends(0).json();
    let validator = jsonschema::validator_for(&schema).expect("a JSON Schema");
    let json = |text: &str| -> Value { toml::from_str(text).expect("TOML") };
    for (name, text) in common::scenarios() {
        let faults: Vec<String> = validator.iter_errors(&json(&text)).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{name}: {faults:?}");
        let resolved = comity(here(), &["check", &scenario(&name), "--resolved"]).ends(0).out;
        let faults: Vec<String> = validator.iter_errors(&json(&resolved)).map(|fault| fault.to_string()).collect();
        assert!(faults.is_empty(), "{name} resolved: {faults:?}");
    }
    let text = fs::read_to_string(scenario("twenty-rounds.toml")).expect("a scenario");
    for (from, to) in [
        ("seed = 1", "sed = 1"),
        ("seed = 1", "seed = \"one\""),
        ("schema = 1", "schema = 2"),
        ("{ known = 20", "{ known = 0"),
        ("[model.repeated]", "[model.repeatd]"),
        ("length = { k", "noise = 1.5\nlength = { k"),
        ("strategy = \"tit_for_tat\"", ""),
    ] {
        assert!(!validator.is_valid(&json(&text.replacen(from, to, 1))), "{to}");
    }
}

#[test]
fn announcements_are_asked_by_name_and_by_batch() {
    let query = json!({
        "id": 5, "kind": "series", "announcements": [{ "id": 0, "tick": 0, "window": 3 }],
        "bidders": [{ "id": 0, "price": 9, "delay": 1, "duration": 2, "capacity": 1 }],
    });
    let (code, answers) = batch(&["award"], &format!("{query}\n{{\"kind\":\"auction\"}}\n"));
    assert_eq!((code, answers.len()), (2, 2));
    assert_eq!((&answers[0]["id"], &answers[0]["winners"]), (&json!(5), &json!([[0, 0, true]])));
    assert!(answers[1]["error"].as_str().expect("an error").contains("auction"), "{}", answers[1]);
    let members = ["announcements", "bidders"].map(|key| format!("{key}={}", query[key]));
    let said = comity(here(), &["award", "series", &members[0], &members[1], "--format", "json"]).ends(0).json();
    assert_eq!(said["winners"], json!([[0, 0, true]]), "{said}");
    comity(here(), &["award"]).refused(&["KIND"]);
    let listed = comity(here(), &["list", "bidders"]).ends(0).out;
    assert!(listed.contains("end_of_contract_defector"), "{listed}");
    let told = comity(here(), &["explain", "contingent"]).ends(0).out;
    assert!(told.contains("Porter"), "{told}");
}
