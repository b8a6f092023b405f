//! `comity run`, `verify`, `plot` and `report`: what a run prints, what its directory holds, and what it refuses.

#[path = "common/cli.rs"]
mod cli;

use cli::{comity, names, scenario};
use comity::a2a;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// The value of a column in the row where another column has a value.
fn cell(csv: &str, row: (&str, &str), column: &str) -> String {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let place = |headers: &csv::StringRecord, name: &str| headers.iter().position(|header| header == name);
    let headers = reader.headers().expect("headers").clone();
    let (key, value) = (place(&headers, row.0).expect("a key"), place(&headers, column).expect("a column"));
    let mut rows = reader.records().map(|record| record.expect("a record"));
    rows.find(|record| &record[key] == row.1).expect("the row")[value].to_string()
}

#[test]
fn twenty_rounds_print_the_scores_of_the_book_and_succeed_again() {
    let dir = tempdir().expect("a directory");
    let first = comity(dir.path(), &["run", &scenario("twenty-rounds.toml")]).ends(0);
    let row = |name: &str| first.out.lines().find(|line| line.starts_with(name)).expect("a row").to_string();
    assert!(row("keeps-word-until-last").split_whitespace().any(|word| word == "-19"), "{}", first.out);
    assert!(row("tit-for-tat").split_whitespace().any(|word| word == "-24"), "{}", first.out);

    let runs = names(&dir.path().join("out"));
    assert_eq!(runs.len(), 1, "{runs:?}");
    assert!(runs[0].starts_with("twenty-rounds-"), "{runs:?}");
    let again = comity(dir.path(), &["run", &scenario("twenty-rounds.toml")]).ends(0);
    assert_eq!(again.out, first.out);
    assert!(again.err.contains("nothing was run"), "{}", again.err);
    assert_eq!(names(&dir.path().join("out")), runs);
}

#[test]
fn a_run_directory_holds_tables_figures_report_and_forty_tasks() {
    let dir = tempdir().expect("a directory");
    let run = dir.path().join("run");
    let file = scenario("twenty-rounds.toml");
    comity(dir.path(), &["run", &file, "--trace", "wire", "--out", "run"]).ends(0);

    let found = names(&run);
    for name in
        ["manifest.json", "environment.json", "scenario.toml", "tables.json", "trace.jsonl", "jwks.json", "report.html"]
    {
        assert!(found.iter().any(|file| file == name), "no {name} in {found:?}");
    }
    let json = |name: &str| -> Value { serde_json::from_slice(&fs::read(run.join(name)).expect(name)).expect(name) };
    let manifest = json("manifest.json");
    let tables: Vec<String> = manifest["tables"].as_object().expect("tables").keys().cloned().collect();
    let schemas: Vec<String> = json("tables.json")
        .as_array()
        .expect("schemas")
        .iter()
        .map(|s| s["name"].as_str().expect("a name").into())
        .collect();
    assert_eq!(schemas.len(), tables.len());
    for table in &tables {
        assert!(schemas.contains(table), "{table}");
        assert!(run.join(format!("{table}.csv")).exists(), "{table}.csv");
        assert_eq!(run.join(format!("{table}.parquet")).exists(), cfg!(feature = "parquet"), "{table}.parquet");
    }
    let agents = fs::read_to_string(run.join("agents.csv")).expect("agents.csv");
    assert_eq!(cell(&agents, ("agent", "keeps-word-until-last"), "score"), "-19");
    assert_eq!(cell(&agents, ("agent", "tit-for-tat"), "score"), "-24");

    let plots = names(&run.join("plots"));
    let drawn = |kind: &str| plots.iter().filter(|name| name.ends_with(kind)).count();
    assert!(drawn(".svg") >= 4, "{plots:?}");
    assert_eq!(drawn(".svg"), drawn(".png"));
    assert!(plots.contains(&"task_events.svg".to_string()), "{plots:?}");

    // Every object is one that A2A 1.0 allows, by this crate's validator and by the types of the official one.
    let trace = fs::read_to_string(run.join("trace.jsonl")).expect("trace.jsonl");
    let (mut tasks, mut cards) = (std::collections::BTreeSet::new(), 0);
    for (place, line) in trace.lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("a JSON line");
        assert_eq!(line["seq"], place);
        let (ty, object) = (line["type"].as_str().expect("a type"), &line["object"]);
        assert_eq!(a2a::validate(ty, &object.to_string()).expect("a known type"), vec![], "line {place}");
        match ty {
            "AgentCard" => {
                serde_json::from_value::<::a2a::AgentCard>(object.clone()).expect("an official card");
                cards += 1;
            }
            "SendMessageRequest" => {
                serde_json::from_value::<::a2a::SendMessageRequest>(object.clone()).expect("an official request");
            }
            "StreamResponse" => {
                serde_json::from_value::<::a2a::StreamResponse>(object.clone()).expect("an official response");
            }
            other => panic!("line {place}: {other}"),
        }
        if let Some(task) = object["task"]["id"].as_str() {
            tasks.insert(task.to_string());
        }
    }
    assert_eq!((tasks.len(), cards), (40, 2));
    let checked = comity(dir.path(), &["a2a", "validate", "--trace", "run/trace.jsonl"]).ends(0).json();
    assert_eq!(
        (&checked["valid"], checked["objects"].as_u64()),
        (&Value::Bool(true), Some(trace.lines().count() as u64))
    );

    // The cards are signed by the keys that the run leaves.
    let card =
        trace.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")).find(|l| l["type"] == "AgentCard");
    fs::write(dir.path().join("card.json"), card.expect("a card")["object"].to_string()).expect("written");
    let verdict = comity(dir.path(), &["a2a", "verify", "card.json", "run/jwks.json"]).ends(0).json();
    assert_eq!(verdict["valid"], true, "{verdict}");
}

#[test]
fn tasks_are_traced_whole_at_their_end() {
    let dir = tempdir().expect("a directory");
    comity(dir.path(), &["run", &scenario("twenty-rounds.toml"), "--trace", "tasks", "--out", "run"]).ends(0);
    let trace = fs::read_to_string(dir.path().join("run/trace.jsonl")).expect("trace.jsonl");
    let tasks: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|line| line["type"] == "Task")
        .map(|mut line| line["object"].take())
        .collect();
    assert_eq!(tasks.len(), 40);
    for task in &tasks {
        serde_json::from_value::<::a2a::Task>(task.clone()).expect("an official task");
        assert_eq!(task["status"]["state"], "TASK_STATE_COMPLETED", "{task}");
    }
}

#[test]
fn a_run_is_verified_and_a_change_is_found() {
    let dir = tempdir().expect("a directory");
    let file = scenario("twenty-rounds.toml");
    comity(dir.path(), &["run", &file, "--trace", "tasks", "--out", "run"]).ends(0);
    comity(dir.path(), &["verify", "run"]).ends(0);
    let change = |name: &str, from: &str, to: &str| {
        let path = dir.path().join("run").join(name);
        let text = fs::read_to_string(&path).expect(name);
        assert!(text.contains(from), "no {from:?} in {name}");
        fs::write(&path, text.replacen(from, to, 1)).expect("written");
        let said = comity(dir.path(), &["verify", "run", "--format", "json"]).ends(1).json();
        assert_eq!(said["verified"], false);
        assert!(!said["differences"].as_array().expect("a list").is_empty());
        fs::write(&path, text).expect("written");
    };
    change("agents.csv", "-19", "-18");
    change("trace.jsonl", "\"seq\":0", "\"seq\":7");
    change("scenario.toml", "{ known = 20", "{ known = 21");
    change("manifest.json", "\"seed\": 1", "\"seed\": 2");
    comity(dir.path(), &["verify", "run"]).ends(0);
    // A table may be kept in one form alone, but not in none.
    fs::remove_file(dir.path().join("run/rounds.csv")).expect("removed");
    if cfg!(feature = "parquet") {
        comity(dir.path(), &["verify", "run"]).ends(0);
        fs::remove_file(dir.path().join("run/rounds.parquet")).expect("removed");
    }
    assert_ne!(comity(dir.path(), &["verify", "run"]).code, 0);
}

#[test]
fn figures_and_report_are_drawn_again_from_the_directory_alone() {
    let dir = tempdir().expect("a directory");
    let file = scenario("audit-at-the-end.toml");
    comity(dir.path(), &["run", &file, "--set", "model.repeated.repetitions=5", "--out", "run"]).ends(0);
    let run = dir.path().join("run");
    let bytes = |base: &Path| -> Vec<(String, Vec<u8>)> {
        let read = |name: String| (name.clone(), fs::read(base.join("plots").join(name)).expect("a figure"));
        let mut all: Vec<_> = names(&base.join("plots")).into_iter().map(read).collect();
        all.push(("report.html".into(), fs::read(base.join("report.html")).expect("a report")));
        all
    };
    let before = bytes(&run);
    comity(dir.path(), &["plot", "run", "--out", "again"]).ends(0);
    comity(dir.path(), &["report", "run", "--out", "again"]).ends(0);
    assert_eq!(bytes(&dir.path().join("again")), before);
    // In Chinese the labels change, not the run.
    comity(dir.path(), &["report", "run", "--lang", "zh", "--out", "zh"]).ends(0);
    let report = fs::read_to_string(dir.path().join("zh/report.html")).expect("a report");
    assert!(report.contains("lang=\"zh") && report.contains("合作"), "labels in Chinese");
    comity(dir.path(), &["verify", "run"]).ends(0);
}

#[test]
fn a_run_can_be_changed_on_the_command_line() {
    let dir = tempdir().expect("a directory");
    let file = scenario("twenty-rounds.toml");
    let set = ["--set", "agents[0].params.k=2", "--set", "model.repeated.length.known=10", "--seed", "9"];
    let said = comity(dir.path(), &[&["run", &file, "--format", "json"][..], &set].concat()).ends(0).json();
    // Eight rounds of -1, one of 0 against -5, and then both defect: -3.
    assert_eq!(said["tables"]["agents"][0]["score"], -11.0, "{said}");
    assert_eq!(said["tables"]["agents"][1]["score"], -16.0, "{said}");
    let csv = comity(dir.path(), &["run", &file, "--format", "csv"]).ends(0);
    assert_eq!(cell(&csv.out, ("agent", "tit-for-tat"), "score"), "-24");
}

#[test]
fn bad_scenarios_are_refused_with_place_and_remedy() {
    let dir = tempdir().expect("a directory");
    let text = fs::read_to_string(scenario("twenty-rounds.toml")).expect("a scenario");
    let cases: &[(&str, &str, &[&str])] = &[
        // A name that there is not: strategy, game, key, kind.
        ("strategy = \"tit_for_tat\"", "strategy = \"tit_for_tatt\"", &["unknown strategy", "tit_for_tat"]),
        (
            "game = \"prisoners_dilemma\"",
            "game = \"prisoners_dilema\"",
            &["unknown game", "did you mean \"prisoners_dilemma\""],
        ),
        ("seed = 1", "sed = 1", &["unknown key", "did you mean \"seed\""]),
        ("length = { k", "lenght = { k", &["unknown key", "did you mean \"length\""]),
        ("k = 1,", "kk = 1,", &["unknown key", "did you mean \"k\""]),
        ("[model.repeated]", "[model.repeatd]", &["unknown model", "did you mean \"repeated\""]),
        ("body = \"tit_for_tat\"", "body = \"nobody\"", &["unknown strategy"]),
        // The wrong type, and a value out of its range.
        ("seed = 1", "seed = \"one\"", &["wrong-type", "expected a whole number"]),
        ("seed = 1", "seed = -1", &["out-of-range"]),
        ("{ known = 20", "{ known = \"twenty\"", &["wrong-type"]),
        ("{ known = 20", "{ known = 0", &["out-of-range", "from 1"]),
        ("{ known = 20", "{ unknown = 30, known = 20", &["not-one", "both unknown and known"]),
        ("{ known = 20 }", "{}", &["not-one", "an empty table"]),
        ("length = { k", "noise = 1.5\nlength = { k", &["out-of-range", "a probability from 0 to 1"]),
        ("length = { k", "noise = nan\nlength = { k", &["noise", "a probability from 0 to 1"]),
        ("{ known = 20 }", "{ drawn = { continuation = 1.0 } }", &["out-of-range"]),
        // A game of another shape than the strategies play, and payoffs that are no game.
        ("game = \"prisoners_dilemma\"", "game = \"rock_paper_scissors\"", &["wrong-game", "two actions"]),
        ("game = \"prisoners_dilemma\"", "game = \"public_goods(players=3)\"", &["wrong-game", "two players"]),
        (
            "game = \"prisoners_dilemma\"",
            "game = { payoffs = [[1, 2], [3]], actions = [\"a\", \"b\"] }",
            &["ragged-payoffs", "row 2"],
        ),
        // A file that is no TOML, of another version, or without what it needs.
        ("[model.repeated]", "[model.repeated", &["toml-syntax"]),
        ("schema = 1", "schema = 2", &["schema"]),
        ("schema = 1\n", "", &["schema"]),
        ("name = \"tit-for-tat\"", "name = \"keeps-word-until-last\"", &["name-taken"]),
        ("name = \"tit-for-tat\"", "name = \"a\\tb\"", &["bad-name"]),
    ];
    for (from, to, parts) in cases {
        let place = text.find(from).unwrap_or_else(|| panic!("no {from:?} in the scenario"));
        let line = 1 + text[..place].matches('\n').count();
        fs::write(dir.path().join("broken.toml"), text.replacen(from, to, 1)).expect("written");
        for command in ["check", "run"] {
            let said = comity(dir.path(), &[command, "broken.toml"]).refused(parts);
            assert!(said.err.contains("broken.toml"), "{to}: {}", said.err);
            if !to.is_empty() && !to.contains("lenght") {
                let at = said.err.split("broken.toml:").nth(1).and_then(|rest| rest.split(':').next()?.parse().ok());
                let at: usize = at.unwrap_or_else(|| panic!("{to}: no line in {}", said.err));
                assert!(at.abs_diff(line) <= 1, "{to}: line {at} for {line}: {}", said.err);
            }
        }
    }
    assert_eq!(names(dir.path()), ["broken.toml"], "nothing is left behind");
}

#[test]
fn impossible_boards_and_learners_are_refused_with_place_and_remedy() {
    let dir = tempdir().expect("a directory");
    let foraging = |rules: &str| format!("schema = 1\ntitle = \"t\"\n[model.foraging]\n{rules}\n");
    let strict =
        |rules: &str| foraging(&format!("field = {{ field_size = [5, 5], players = 2, mode = \"strict\", {rules} }}"));
    let learning = "schema = 1\ntitle = \"t\"\n[model.learning]\ngame = \"rock_paper_scissors\"\n\
                    [[agents]]\nname = \"a\"\ncount = 2\nstrategy = \"wolf_gradient_ascent\"\n";
    let cases: &[(String, &[&str])] = &[
        (strict("max_num_food = 3"), &["3 foods on a field of 5 by 5", "expected at most 2"]),
        (
            strict("max_num_food = 1, force_coop = true, max_food_level = 9"),
            &["a food of level 9 that nobody can lift", "expected at most"],
        ),
        (strict("max_num_food = 1, sight = 9"), &["a sight of 9 cells on a field of 5 by 5", "expected at most 5"]),
        (foraging("learner = \"independent_q(rate=1.5)\""), &["rate", "expected a probability from 0 to 1"]),
        (foraging("learner = \"central_actor_critic(trace=2)\""), &["trace", "expected a probability from 0 to 1"]),
        (
            foraging("weights = { network = { hidden = 4 } }\nlearner = \"lenient_q\""),
            &["expected a table, or features"],
        ),
        (learning.to_string(), &["wolf_gradient_ascent", "two actions each"]),
    ];
    for (text, parts) in cases {
        fs::write(dir.path().join("broken.toml"), text).expect("written");
        for command in ["check", "run"] {
            let said = comity(dir.path(), &[command, "broken.toml"]).refused(parts);
            assert!(said.err.contains("broken.toml:4:"), "{text}: {}", said.err);
        }
    }
    assert_eq!(names(dir.path()), ["broken.toml"], "nothing is left behind");
}

#[test]
fn every_fault_of_a_scenario_is_said_at_once() {
    let dir = tempdir().expect("a directory");
    let text = fs::read_to_string(scenario("twenty-rounds.toml")).expect("a scenario");
    let broken = text.replace("k = 1", "k = -1").replace("seed = 1", "seed = true").replace("game =", "gane =");
    fs::write(dir.path().join("broken.toml"), broken).expect("written");
    comity(dir.path(), &["check", "broken.toml"]).refused(&["seed", "gane"]);
    let broken = text.replace("k = 1", "k = -1").replace("strategy = \"tit_for_tat\"", "strategy = \"tot\"");
    fs::write(dir.path().join("broken.toml"), broken).expect("written");
    comity(dir.path(), &["check", "broken.toml"]).refused(&[
        "broken.toml:21:",
        "out-of-range",
        "broken.toml:25:",
        "unknown strategy",
    ]);
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let dir = tempdir().expect("a directory");
    fs::write(dir.path().join("bytes.toml"), [0xff, 0xfe, 0x00]).expect("written");
    fs::write(dir.path().join("empty.toml"), "").expect("written");
    fs::create_dir(dir.path().join("dir.toml")).expect("made");
    for command in ["run", "check"] {
        comity(dir.path(), &[command, "absent.toml"]).refused(&["absent.toml"]);
        comity(dir.path(), &[command, "bytes.toml"]).refused(&["bytes.toml", "UTF-8"]);
        comity(dir.path(), &[command, "dir.toml"]).refused(&["dir.toml"]);
        comity(dir.path(), &[command, "empty.toml"]).refused(&["empty.toml", "schema"]);
    }
    for command in ["verify", "plot", "report"] {
        comity(dir.path(), &[command, "absent"]).refused(&["absent"]);
        comity(dir.path(), &[command, "dir.toml"]).refused(&["manifest.json"]);
    }
    for bad in ["nothing", "seed", "=1", "seed=", "agents[7].name=\"x\"", "seed=[", "a..b=1"] {
        comity(dir.path(), &["run", &scenario("twenty-rounds.toml"), "--set", bad]).refused(&["--set"]);
    }
    assert!(!dir.path().join("out").exists());
}

#[test]
fn an_output_directory_in_the_way_or_not_writable_is_refused_and_kept() {
    let dir = tempdir().expect("a directory");
    let file = scenario("twenty-rounds.toml");
    fs::write(dir.path().join("file"), "mine").expect("written");
    fs::create_dir(dir.path().join("full")).expect("made");
    fs::write(dir.path().join("full/mine"), "mine").expect("written");
    comity(dir.path(), &["run", &file, "--out", "file"]).refused(&["in-the-way", "file", "--force"]);
    comity(dir.path(), &["run", &file, "--out", "full"]).refused(&["in-the-way", "full", "--force"]);
    comity(dir.path(), &["run", &file, "--out", "file/run"]).refused(&["not-writable", "file"]);
    if cfg!(target_os = "linux") {
        comity(dir.path(), &["run", &file, "--out", "/proc/run"]).refused(&["not-writable", "/proc"]);
    }
    // What figures cannot be drawn with is told before anything is run.
    comity(dir.path(), &["run", &file, "--out", "out", "--font", "file"]).refused(&["bad-font", "file"]);
    assert_eq!(fs::read_to_string(dir.path().join("file")).expect("kept"), "mine");
    assert_eq!(names(dir.path()), ["file", "full"]);
    assert_eq!(names(&dir.path().join("full")), ["mine"]);
    // Another run is in the way too, and goes by --force alone.
    comity(dir.path(), &["run", &file, "--out", "run"]).ends(0);
    comity(dir.path(), &["run", &file, "--out", "run"]).ends(0);
    comity(dir.path(), &["run", &file, "--seed", "2", "--out", "run"]).refused(&["in-the-way", "another run"]);
    comity(dir.path(), &["run", &file, "--seed", "2", "--out", "run", "--force"]).ends(0);
    assert_eq!(names(dir.path()), ["file", "full", "run"]);
}

/// Files beside the tables that say something else than a run wrote.
#[test]
fn schemas_that_were_changed_are_named() {
    let dir = tempdir().expect("a directory");
    comity(dir.path(), &["run", &scenario("twenty-rounds.toml"), "--out", "run"]).ends(0);
    let path = dir.path().join("run/tables.json");
    let schemas: Vec<serde_json::Value> =
        serde_json::from_slice(&fs::read(&path).expect("there")).expect("a list of schemas");
    let twice = serde_json::to_vec(&[&schemas[..], &schemas[..1]].concat()).expect("JSON");
    fs::write(&path, twice).expect("written");
    comity(dir.path(), &["plot", "run"]).refused(&["tables.json", "the table \"agents\" twice"]);
    fs::write(&path, "[").expect("written");
    comity(dir.path(), &["plot", "run"]).refused(&["tables.json", "as the run wrote it"]);
    // Names are those of files: none leads out of the directory.
    for place in ["/name", "/columns/0/name"] {
        let mut led_out = serde_json::Value::from(schemas.clone());
        *led_out[0].pointer_mut(place).expect("there") = "../../elsewhere".into();
        fs::write(&path, led_out.to_string()).expect("written");
        comity(dir.path(), &["plot", "run"]).refused(&["tables.json", "the name \"../../elsewhere\""]);
    }
}

#[test]
fn force_replaces_nothing_but_runs() {
    let dir = tempdir().expect("a directory");
    let file = scenario("twenty-rounds.toml");
    let path = |name: &str| dir.path().join(name);
    let force = |out: &str, seed: &str| comity(dir.path(), &["run", &file, "--seed", seed, "--out", out, "--force"]);
    fs::write(path("file"), "mine").expect("written");
    for (made, manifest) in [("full", None), ("other", Some("{\"name\": \"a web app\"}"))] {
        fs::create_dir(path(made)).expect("made");
        fs::write(path(made).join("mine"), "mine").expect("written");
        if let Some(text) = manifest {
            fs::write(path(made).join("manifest.json"), text).expect("written");
        }
    }
    for (out, words) in [("file", "a file is there"), ("full", "no finished run"), ("other", "no run's of ours")] {
        force(out, "1").refused(&["not-ours", out, words]);
    }
    assert_eq!(fs::read_to_string(path("file")).expect("kept"), "mine");
    assert_eq!(names(&path("full")), ["mine"]);
    assert_eq!(names(&path("other")), ["manifest.json", "mine"]);
    // A run with its figures and its report goes; the same run with a note of the user's, wherever it is, stays.
    fs::create_dir(path("run")).expect("made");
    force("run", "1").ends(0);
    comity(dir.path(), &["plot", "run"]).ends(0);
    comity(dir.path(), &["report", "run"]).ends(0);
    force("run", "2").ends(0);
    let manifest = fs::read(path("run/manifest.json")).expect("there");
    for note in ["run/notes.md", "run/mine.csv", "run/plots/poster.pdf"] {
        fs::create_dir_all(path("run/plots")).expect("made");
        fs::write(path(note), "mine").expect("written");
        force("run", "3").refused(&["not-ours", "which the run did not write"]);
        assert_eq!(fs::read_to_string(path(note)).expect("kept"), "mine");
        assert_eq!(fs::read(path("run/manifest.json")).expect("there"), manifest);
        fs::remove_file(path(note)).expect("removed");
    }
    force("run", "3").ends(0);
    assert_eq!(names(dir.path()), ["file", "full", "other", "run"]);
}

#[test]
fn training_that_stopped_goes_on_to_the_same_bytes() {
    let dir = tempdir().expect("a directory");
    let file = scenario("learned-last-round.toml");
    let small = ["--set", "model.course.repetitions=3", "--set", "model.course.episodes=300"];
    let run = |more: &[&str]| {
        let args: Vec<&str> = ["run", &file].into_iter().chain(small).chain(more.iter().copied()).collect();
        comity(dir.path(), &args)
    };
    run(&["--out", "through"]).ends(0);
    let stopped = run(&["--out", "parts", "--checkpoint", "kept", "--stop-after", "70"]).ends(75);
    assert!(stopped.out.is_empty() && stopped.err.contains("goes on from there"), "{}", stopped.err);
    assert!(!dir.path().join("parts").exists(), "nothing is half written");
    assert_eq!(names(&dir.path().join("kept")).len(), 1 + 6 * 3);
    run(&["--out", "parts", "--checkpoint", "kept", "--stop-after", "215"]).ends(75);
    run(&["--out", "parts", "--checkpoint", "kept"]).ends(0);
    for name in names(&dir.path().join("through")) {
        if name.ends_with(".csv") || name == "manifest.json" {
            let read = |run: &str| fs::read(dir.path().join(run).join(&name)).expect("a file");
            assert!(read("through") == read("parts"), "{name}");
        }
    }

    // Checkpoints of something else, and what keeps none, are refused.
    run(&["--seed", "2", "--out", "other", "--checkpoint", "kept"]).refused(&["checkpoints of another scenario"]);
    run(&["--out", "other", "--checkpoint", "through"]).refused(&["something that is no directory of checkpoints"]);
    // A process that was killed as it opened the directory leaves nothing, or a file that is still written.
    fs::create_dir(dir.path().join("begun")).expect("made");
    fs::write(dir.path().join("begun/checkpoint.part"), "{").expect("written");
    run(&["--out", "begun-parts", "--checkpoint", "begun", "--stop-after", "70"]).ends(75);
    fs::write(dir.path().join("begun/checkpoint.json"), "").expect("written");
    run(&["--out", "begun-parts", "--checkpoint", "begun"]).refused(&["a checkpoint.json that cannot be read"]);
    let whole = dir.path().join("kept/1-1.checkpoint");
    let bytes = fs::read(&whole).expect("a checkpoint");
    fs::write(&whole, &bytes[..bytes.len() / 2]).expect("a shorter one");
    run(&["--out", "other", "--checkpoint", "kept"]).refused(&["checkpoint", "expected a checkpoint of this very"]);
    comity(dir.path(), &["run", &scenario("twenty-rounds.toml"), "--checkpoint", "none"])
        .refused(&["whose runs have no checkpoints"]);
    assert!(!dir.path().join("other").exists() && !dir.path().join("none").exists());
}

/// A table may be kept as CSV or as Parquet alone; whatever reads a directory says the same of it, to the byte.
#[cfg(feature = "parquet")]
#[test]
fn a_directory_says_the_same_in_csv_and_in_parquet() {
    let dir = tempdir().expect("a directory");
    for (seed, out) in [("1", "a"), ("2", "b")] {
        let noisy = "model.repeated.noise=0.1";
        comity(dir.path(), &["run", &scenario("ends.toml"), "--set", noisy, "--seed", seed, "--out", out]).ends(0);
    }
    let keep = |from: &str, to: &str, ending: &str| {
        let (from, to) = (dir.path().join(from), dir.path().join(to));
        fs::create_dir(&to).expect("a directory");
        for name in names(&from).iter().filter(|name| from.join(name).is_file()) {
            if name.ends_with(ending) || !(name.ends_with(".csv") || name.ends_with(".parquet")) {
                fs::copy(from.join(name), to.join(name)).expect("copied");
            }
        }
    };
    for (from, csv, parquet) in [("a", "a-csv", "a-parquet"), ("b", "b-csv", "b-parquet")] {
        keep(from, csv, ".csv");
        keep(from, parquet, ".parquet");
    }
    let compared =
        |first: &str, second: &str| comity(dir.path(), &["compare", first, second, "--format", "csv"]).ends(0).out;
    let said = compared("a", "b");
    assert!(said.lines().count() > 5, "{said}");
    assert_eq!(compared("a-csv", "b-csv"), said);
    assert_eq!(compared("a-parquet", "b-csv"), said);
    assert_eq!(compared("a-parquet", "b-parquet"), said);
    let drawn = |from: &str| {
        let out = format!("{from}-drawn");
        comity(dir.path(), &["report", from, "--out", &out]).ends(0);
        comity(
            dir.path(),
            &["plot", from, "--x", "round", "--y", "cooperation_rate", "--by", "strategy", "--out", &out],
        )
        .ends(0);
        let plots = dir.path().join(&out).join("plots");
        let mut files = vec![fs::read(dir.path().join(&out).join("report.html")).expect("a report")];
        files.extend(names(&plots).iter().map(|name| fs::read(plots.join(name)).expect("a figure")));
        files
    };
    assert!(drawn("a-parquet") == drawn("a") && drawn("a-csv") == drawn("a"));
    comity(dir.path(), &["verify", "a-parquet"]).ends(0);
    // Either form is checked: the tables of another run are told, and so is a file that was cut.
    fs::copy(dir.path().join("b/agents.parquet"), dir.path().join("a/agents.parquet")).expect("copied");
    let said = comity(dir.path(), &["verify", "a"]).ends(1).out;
    assert!(said.contains("agents.parquet") && said.contains("differs from the manifest"), "{said}");
    let whole = fs::read(dir.path().join("a/rounds.parquet")).expect("a table");
    fs::write(dir.path().join("a-parquet/rounds.parquet"), &whole[..whole.len() / 2]).expect("written");
    comity(dir.path(), &["compare", "a-parquet", "b"]).refused(&["rounds.parquet"]);
    fs::remove_file(dir.path().join("a-csv/rounds.csv")).expect("removed");
    comity(dir.path(), &["compare", "a-csv", "b"]).refused(&["rounds.csv"]);
}
