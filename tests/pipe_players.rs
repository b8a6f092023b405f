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

/// A person is asked on standard error, again where the answer is no action, and data alone goes to standard output.
#[test]
fn a_person_plays_at_the_terminal() {
    let args = ["match", "--human", "tit_for_tat", "--turns", "3", "--format", "json"];
    let said = comity_with(here(), &args, "C\nwhat\nD\n1\n").ends(0);
    assert_eq!(said.json()["actions"], serde_json::json!(["CDD", "CCD"]));
    assert!(said.err.contains("round 2 of 3 (you ") && said.err.contains("\"what\" is no action"), "{}", said.err);
    comity_with(here(), &args, "C\n").refused(&["the input ended in round 2"]);
}
