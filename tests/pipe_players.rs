//! Players from outside: programs that speak lines of JSON, and a person at the terminal.

#![cfg(unix)]

#[path = "common/cli.rs"]
mod cli;

use cli::{comity, comity_with};
use std::path::Path;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A shell player that answers every move with these words.
fn shell(answer: &str) -> String {
    format!("while read -r line; do case \"$line\" in *'\"move\"'*) {answer};; esac; done")
}

#[test]
fn a_program_plays_as_a_strategy_would() {
    // Tit-for-tat in a line of shell: the last thing seen, or C.
    let tft = shell("case \"$line\" in *'\"seen\":\"defect\"'*) echo '{\"action\":\"D\"}';; *) echo C;; esac");
    let rules = ["--turns", "8", "--format", "json", "--noise", "0.2", "--seed", "3"];
    let by_pipe = comity(here(), &[&["match", "--pipe", &tft, "alternator"], &rules[..]].concat()).ends(0).json();
    let by_name = comity(here(), &[&["match", "tit_for_tat", "alternator"], &rules[..]].concat()).ends(0).json();
    assert_eq!(by_pipe, by_name);
    // Two programs, several times.
    let again = ["--turns", "4", "--repetitions", "3", "--format", "json"];
    let both = comity(here(), &[&["match", "--pipe", &tft, "--pipe", &shell("echo D")], &again[..]].concat());
    assert_eq!(both.ends(0).json()["scores"], serde_json::json!([3, 8]));
}

#[test]
fn programs_that_fail_are_named_with_the_round() {
    for (player, parts) in [
        (shell("echo perhaps"), vec!["answered \"perhaps\" in round 1", "cooperate"]),
        (shell("exit"), vec!["ended in round 1"]),
        (shell("exec sleep 20"), vec!["no answer within 0.2 s in round 1", "--deadline"]),
        (shell("echo '{\"move\": \"C\"}'"), vec!["in round 1", "action"]),
    ] {
        let args = ["match", "--pipe", &player, "cooperator", "--turns", "3", "--deadline", "0.2"];
        comity(here(), &args).refused(&parts);
    }
    comity(here(), &["match", "--pipe", "cat", "cooperator", "defector"]).refused(&["two players"]);
    comity(here(), &["match", "--pipe", "cat", "coperator"]).refused(&["did you mean"]);
}

/// As strategies of a tournament and a scenario, where each pairing has a process of its own.
#[test]
fn programs_play_tournaments_and_scenarios() {
    let tft = shell("case \"$line\" in *'\"seen\":\"defect\"'*) echo D;; *) echo C;; esac");
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("tft.sh"), &tft).expect("a file");
    let field = |first: &str| {
        let args = ["tournament", first, "alternator", "grudger", "random", "--turns", "6", "--repetitions", "3"];
        let options = ["--noise", "0.1", "--seed", "2", "--format", "json", "--table", "pairs"];
        let mut found = comity(dir.path(), &[&args[..], &options[..]].concat()).ends(0).json();
        // Names decide draws, so that only what is not drawn can be compared: the number of matches here.
        found["pairs"].take().as_array().map_or(0, Vec::len)
    };
    assert_eq!(field("pipe(command=\"sh tft.sh\")"), field("tit_for_tat"));

    let scenario = |strategy: &str, params: &str| {
        let agent = |name: &str, strategy: &str, params: &str| {
            format!("[[agents]]\nname = {name:?}\nstrategy = {strategy:?}\n{params}\n")
        };
        let head = "schema = 1\ntitle = \"guests\"\n[model.tournament]\nlength = { known = 8 }\nrepetitions = 2\n";
        let text = [
            head,
            "noise = 0.1\n",
            &agent("a", strategy, params),
            &agent("b", "tit_for_2_tats", ""),
            &agent("c", "random", ""),
        ];
        let path = dir.path().join("guests.toml");
        std::fs::write(&path, text.concat()).expect("a file");
        path.display().to_string()
    };
    let run = |file: &str, out: &str| {
        let out = dir.path().join(out).display().to_string();
        comity(here(), &["run", file, "--out", &out]).ends(0);
        let text = |name: &str| std::fs::read_to_string(Path::new(&out).join(name)).expect("a file");
        let manifest: serde_json::Value = serde_json::from_str(&text("manifest.json")).expect("JSON");
        let row =
            |table: &str| text(table).lines().filter(|line| !line.contains("strategy")).map(String::from).collect();
        let rows: Vec<String> = row("matches.csv");
        (manifest, rows, out)
    };
    let by_name = run(&scenario("tit_for_tat", ""), "named");
    let by_pipe = run(&scenario("pipe", &format!("params = {{ command = {tft:?} }}")), "piped");
    assert_eq!(by_pipe.1, by_name.1, "the program plays as the strategy does");
    assert!(by_name.0.get("guests").is_none());
    assert_eq!(by_pipe.0["guests"], serde_json::json!(["pipe"]));
    let verified = comity(here(), &["verify", &by_pipe.2]).ends(0);
    assert!(verified.err.contains("players from outside the lab are asked again"), "{}", verified.err);
    // Within another strategy, too, and with a trace.
    let inside =
        scenario("flip", &format!("params = {{ body = {{ name = \"pipe\", params = {{ command = {tft:?} }} }} }}"));
    assert_eq!(run(&inside, "flipped").1.len(), by_name.1.len());
}

/// Failures of a program in a tournament end it, and soon: nobody waits for each of its matches.
#[test]
fn a_program_that_fails_ends_its_tournament() {
    let dir = tempfile::tempdir().expect("a directory");
    for (player, part) in [
        (shell("echo perhaps"), "answered \"perhaps\" in round 1"),
        (shell("exit"), "ended in round 1"),
        (shell("exec sleep 20"), "no answer within 0.2 s in round 1"),
    ] {
        std::fs::write(dir.path().join("it.sh"), player).expect("a file");
        let pipe = "pipe(\"exec sh it.sh\", 0.2)";
        let args = ["tournament", pipe, "cooperator", "flip(body=grudger)", "random", "--turns", "3"];
        comity(dir.path(), &args).refused(&[part, "player"]);
    }
    comity(here(), &["tournament", "pipe", "cooperator"]).refused(&["command"]);
    comity(here(), &["tournament", "pipe(\"cat\", 0)", "cooperator"]).refused(&["deadline"]);
    let public = "[model.groups]\n[[agents]]\nname = \"a\"\nstrategy = \"pipe(cat)\"\ncount = 3\n";
    let path = dir.path().join("g.toml");
    std::fs::write(&path, format!("schema = 1\ntitle = \"x\"\n{public}")).expect("a file");
    comity(here(), &["check", &path.display().to_string()]).refused(&["a game of two players"]);
}

/// A person is asked on standard error, again where the answer is no action, and data alone goes to standard output.
#[test]
fn a_person_plays_at_the_terminal() {
    let args = ["match", "--human", "tit_for_tat", "--turns", "3", "--format", "json"];
    let said = comity_with(here(), &args, "C\nwhat\nD\n1\n").ends(0);
    assert_eq!(said.json()["actions"], serde_json::json!(["CDD", "CCD"]));
    assert!(said.err.contains("round 2 of 3 (you ") && said.err.contains("\"what\" is no action"), "{}", said.err);
    comity_with(here(), &args, "C\n").refused(&["the input ended in round 2"]);
    let field = ["tournament", "human", "tit_for_tat", "--turns", "2", "--repetitions", "1", "--threads", "1"];
    // Against itself in both seats, then against the other.
    let said = comity_with(here(), &[&field[..], &["--format", "json"]].concat(), "C\nC\nD\nD\nD\nD\n").ends(0);
    assert_eq!(said.json()["strategies"][0]["agent"], "human");
    assert!(said.err.contains("round 2 of 2"), "{}", said.err);
}
