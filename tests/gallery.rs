//! The gallery of published results: every file reads, and the quick ones hold.

use comity::gallery::{Expectation, Result, Tier, Verdict, read, run};
use comity::models::Lab;
use std::path::{Path, PathBuf};

fn dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/gallery")
}

fn all() -> Vec<Result> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(dir()).expect("the gallery").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let file = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("text");
        read(&text, &path.display().to_string()).unwrap_or_else(|faults| panic!("{faults}"))
    };
    files.iter().map(file).collect()
}

#[test]
fn ids_and_labels_are_in_order() {
    let results = all();
    let mut ids: Vec<&str> = results.iter().map(|result| result.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), results.len());
    // A reproduced number without an expectation would prove nothing.
    for result in results.iter().filter(|result| result.label == "reproduced") {
        assert!(result.checks.iter().any(|check| check.expectation != Expectation::Report), "{}", result.id);
    }
}

/// What the quick tier promises to whoever runs it: enough results, and enough of them that rest on more than our own runs.
#[test]
fn the_quick_tier_has_printed_numbers_and_closed_forms_enough() {
    let results = all();
    let quick = || results.iter().filter(|result| result.tier == Tier::Quick);
    let asserted = |label: &str| {
        let asserts = |result: &&Result| result.checks.iter().any(|check| check.expectation != Expectation::Report);
        quick().filter(|result| result.label == label).filter(asserts).count()
    };
    assert!(quick().count() >= 30, "{} results", quick().count());
    assert!(asserted("reproduced") >= 10, "{} reproduced", asserted("reproduced"));
    assert!(asserted("closed form") >= 12, "{} closed forms", asserted("closed form"));
    for result in quick() {
        assert!(
            ["reproduced", "closed form", "ordinal", "regression", "calibrated"].contains(&result.label.as_str()),
            "{}: {}",
            result.id,
            result.label
        );
    }
}

/// Long runs are for optimised builds.
#[test]
fn quick_results_hold() {
    let slow = ["A9", "B4", "D6", "C1b", "C1c", "C1d", "C2", "E3", "E7"];
    for result in all().iter().filter(|result| result.tier == Tier::Quick) {
        if cfg!(debug_assertions) && slow.contains(&result.id.as_str()) {
            continue;
        }
        for (check, outcome) in result.checks.iter().zip(run(result, &dir(), &Lab::new())) {
            let words = check.expectation.words();
            assert_ne!(outcome.verdict, Verdict::Fails, "{}: {}: {outcome:?} is not {words}", result.id, check.what);
        }
    }
}

const GOOD: &str = r#"
schema = 1
id = "x"
title = "x"
source = "x"
label = "closed form"
[[check]]
what = "x"
command = "solve"
query = { game = "chicken" }
path = ["ce", "max_welfare"]
expected = "21/2"
"#;

#[test]
fn a_wrong_expectation_fails_and_a_wrong_question_says_why() {
    let run_of = |text: &str| run(&read(text, "x.toml").expect("a result"), &dir(), &Lab::new()).remove(0);
    assert_eq!(run_of(GOOD).verdict, Verdict::Holds);
    assert_eq!(run_of(&GOOD.replace("21/2", "21/4")).verdict, Verdict::Fails);
    assert_eq!(run_of(&GOOD.replace("expected", "at_most").replace("\"21/2\"", "10")).verdict, Verdict::Fails);
    assert_eq!(run_of(&GOOD.replace("expected = \"21/2\"", "")).verdict, Verdict::Reported);
    for (from, to, word) in [
        ("chicken", "chickn", "did you mean"),
        ("\"solve\"", "\"solv\"", "did you mean \"solve\""),
        ("max_welfare", "max_wellfare", "max_wellfare"),
    ] {
        let outcome = run_of(&GOOD.replace(from, to));
        assert_eq!(outcome.verdict, Verdict::Fails);
        assert!(outcome.fault.as_deref().is_some_and(|fault| fault.contains(word)), "{outcome:?}");
    }
    let of_run = GOOD.replace("command = \"solve\"\nquery = { game = \"chicken\" }\npath = [\"ce\", \"max_welfare\"]", "scenario = \"../../scenarios/twenty-rounds.toml\"\ntable = \"agents\"\nrow = { agent = \"nobody\" }\ncolumn = \"score\"");
    assert!(run_of(&of_run).fault.is_some_and(|fault| fault.contains("0 rows")));
    assert!(run_of(&of_run.replace("\"score\"", "\"scor\"")).fault.is_some_and(|fault| fault.contains("no column")));
    assert!(run_of(&of_run.replace("twenty", "twelve")).fault.is_some_and(|fault| fault.contains("twelve-rounds")));
}

#[test]
fn broken_files_are_refused_with_place_and_reason() {
    let refused =
        |from: &str, to: &str| read(&GOOD.replace(from, to), "x.toml").expect_err("a broken file").to_string();
    assert!(refused("closed form", "closed from").contains("closed form"));
    assert!(refused("what = \"x\"", "").contains("what"));
    assert!(refused("command", "comand").contains("did you mean"));
    assert!(refused("query = { game = \"chicken\" }", "").contains("query"));
    assert!(refused("expected = \"21/2\"", "expected = \"x\"\ntolerance = 1").contains("tolerance"));
    assert!(refused("expected = \"21/2\"", "expected = 1\ntolerance = -1").contains("negative"));
}
