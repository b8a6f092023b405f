//! The course's exercises: every start fails, every solution passes, and what is handed in is not believed.

#[path = "common/cli.rs"]
mod cli;
mod common;

use cli::{comity, names};
use comity::exercise::{HandIn, built_in, find, grade};
use comity::labels::Lang;
use comity::models::Lab;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(key: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("notebooks-data/exercises").join(key)
}

fn solution(key: &str, lab: &Lab) -> HandIn {
    HandIn::open(&folder(key).join("solution.toml"), lab).unwrap_or_else(|faults| panic!("{key}: {faults}"))
}

#[test]
fn every_start_fails_and_every_solution_passes() {
    let lab = Lab::new();
    for exercise in built_in() {
        let key = &exercise.key;
        let solution = solution(key, &lab);
        let passed = grade(&exercise, &solution, Lang::En, &lab).unwrap_or_else(|faults| panic!("{key}: {faults}"));
        assert!(passed.passed(), "{key}: {:#?}", passed.findings);
        assert_eq!(passed.points(), passed.of());
        // Right answers on an unchanged scenario are not enough.
        let mut start = HandIn::read(&exercise.start, key, &lab).unwrap_or_else(|faults| panic!("{key}: {faults}"));
        assert!(start.answers.is_empty(), "{key} gives answers away");
        start.answers = solution.answers;
        let failed = grade(&exercise, &start, Lang::Zh, &lab).unwrap_or_else(|faults| panic!("{key}: {faults}"));
        assert!(!failed.passed(), "{key}: nothing has to be changed");
        assert!(failed.findings.iter().all(|finding| finding.holds || finding.points > 0), "{key}: {failed:#?}");
        assert_eq!(failed.findings.len(), exercise.checks.len());
    }
}

#[test]
fn every_folder_is_built_in_and_every_claim_but_16_has_an_exercise() {
    let exercises = built_in();
    let keys: BTreeSet<String> = exercises.iter().map(|exercise| exercise.key.clone()).collect();
    assert_eq!(keys.iter().cloned().collect::<Vec<_>>(), names(&folder("")));
    assert_eq!(keys.len(), exercises.len());
    let claims: BTreeSet<u32> = exercises.iter().flat_map(|exercise| exercise.claims.clone()).collect();
    assert_eq!(claims, (1..=26).filter(|claim| *claim != 16).collect());
    for exercise in &exercises {
        let chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert_eq!(find(&exercise.key).expect("a key").key, exercise.key);
        assert!(!exercise.hints.is_empty() && chinese(&exercise.task.zh) && chinese(&exercise.title.zh));
        for words in exercise.checks.iter().map(|check| &check.what) {
            assert!(chinese(&words.zh) && !chinese(&words.en), "{}: {words:?}", exercise.key);
        }
    }
}

/// The pencil-and-paper part of the exercise on sums, by the fit itself.
#[test]
fn sums_prefer_the_safe_action_of_the_penalty_game() {
    use comity::credit::{TeamReward, additive};
    let table = [[10, 0, -30], [0, 2, 0], [-30, 0, 10]];
    let team = TeamReward::of(vec![3, 3], |joint| i64::from(table[joint[0]][joint[1]]).into());
    assert_eq!(additive(&team).greedy(), [[1, 1]]);
}

#[test]
fn another_seed_another_agent_and_a_wrong_answer_are_told() {
    let lab = Lab::new();
    let exercise = find("last-round").expect("an exercise");
    let right = std::fs::read_to_string(folder("last-round").join("solution.toml")).expect("text");
    let graded = |text: &str| {
        let handed = HandIn::read(text, "x.toml", &lab).unwrap_or_else(|faults| panic!("{faults}"));
        grade(&exercise, &handed, Lang::En, &lab).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let wrong_of = |from: &str, to: &str| -> Vec<String> {
        assert!(right.contains(from));
        let grade = graded(&right.replacen(from, to, 1));
        assert!(!grade.passed());
        grade.findings.iter().filter(|finding| !finding.holds).map(|finding| finding.found.clone()).collect()
    };
    assert_eq!(wrong_of("seed = 1", "seed = 2"), ["seed: 1 became 2"]);
    assert_eq!(wrong_of("k=1", "k=2"), ["agents[0].strategy: \"end_game(k=1)\" became \"end_game(k=2)\""]);
    assert_eq!(wrong_of("gain = 1", "gain = 2"), ["2"]);
    assert_eq!(wrong_of("gain = 1", ""), ["no answer `gain` in [answers]"]);
    assert_eq!(graded(&right.replacen("seed = 1", "seed = 2", 1)).points(), 0);
    // What reaches no result is free.
    assert!(graded(&right.replacen("The last round", "Mine", 1)).passed());
    let faults = HandIn::read(&right.replacen("end_game", "end_gam", 1), "x.toml", &lab).err().expect("a fault");
    assert!(faults.to_string().contains("x.toml"), "{faults}");
}

#[test]
fn the_command_lists_shows_starts_and_checks() {
    let dir = tempfile::tempdir().expect("a directory");
    let listed = comity(dir.path(), &["exercise", "list", "--lang", "zh"]).ends(0);
    assert!(listed.out.contains("最后一轮"), "{}", listed.out);
    let shown = comity(dir.path(), &["exercise", "show", "last-round"]).ends(0);
    assert!(shown.out.contains("You may change: model.repeated.length"), "{}", shown.out);
    comity(dir.path(), &["exercise", "start", "last-round"]).ends(0);
    let failed = comity(dir.path(), &["exercise", "check", "last-round", "last-round.toml"]).ends(1);
    assert!(failed.out.contains("0 of 4 points: not yet passed"), "{}", failed.out);
    let text = std::fs::read_to_string(dir.path().join("last-round.toml")).expect("text");
    let text = text.replace("{ known = 20 }", "{ unknown = 20 }");
    std::fs::write(dir.path().join("last-round.toml"), text).expect("written");
    let check = ["exercise", "check", "last-round", "last-round.toml", "--answer", "gain=1", "--answer", "cost=4"];
    let passed = comity(dir.path(), &check).ends(0);
    assert!(passed.out.ends_with("4 of 4 points: passed\n"), "{}", passed.out);
    let json = comity(dir.path(), &[&check[..], &["--format", "json"]].concat()).ends(0).json();
    assert_eq!((json["passed"].as_bool(), json["points"].as_u64()), (Some(true), Some(4)));
    comity(dir.path(), &["exercise", "check", "last-rond", "x"]).refused(&["did you mean \"last-round\""]);
    comity(dir.path(), &["exercise", "check", "last-round", "x.toml"]).refused(&["x.toml"]);
    comity(dir.path(), &[&check[..4], &["--answer", "gain"]].concat()).refused(&["name=value"]);
}

/// A run directory is run again: one whose manifest or tables were altered is told so.
#[test]
fn altered_run_directories_are_told() {
    let dir = tempfile::tempdir().expect("a directory");
    let scenario = folder("last-round").join("solution.toml");
    let text = std::fs::read_to_string(scenario).expect("text");
    let plain = text.split("[answers]").next().expect("a part");
    std::fs::write(dir.path().join("s.toml"), plain).expect("written");
    comity(dir.path(), &["run", "s.toml", "--out", "r"]).ends(0);
    let check =
        || comity(dir.path(), &["exercise", "check", "last-round", "r", "--answer", "gain=1", "--answer", "cost=4"]);
    check().ends(0);
    let manifest = dir.path().join("r/manifest.json");
    let honest = std::fs::read_to_string(&manifest).expect("text");
    for (from, to, word) in [
        ("\"seed\": 1", "\"seed\": 7", "seed is told as 7 and is 1"),
        ("\"digest\": \"", "\"digest\": \"0", "manifest"),
    ] {
        assert!(honest.contains(from));
        std::fs::write(&manifest, honest.replacen(from, to, 1)).expect("written");
        let said = check().ends(1);
        assert!(said.out.contains(word) && said.out.contains("0 of 4"), "{}", said.out);
    }
    std::fs::write(&manifest, &honest).expect("written");
    let table = dir.path().join("r/agents.csv");
    let rows = std::fs::read_to_string(&table).expect("text");
    std::fs::write(&table, rows.replace("-20", "-19")).expect("written");
    let said = check().ends(1);
    assert!(said.out.contains("differs from the manifest"), "{}", said.out);
}

/// Grading runs what a student wrote on the machine of whoever grades: a program that it names is not started.
#[cfg(unix)]
#[test]
fn what_is_handed_in_starts_no_program() {
    let dir = tempfile::tempdir().expect("a directory");
    comity(dir.path(), &["exercise", "start", "last-round"]).ends(0);
    let path = dir.path().join("last-round.toml");
    let start = std::fs::read_to_string(&path).expect("the start");
    for player in [
        "'pipe(command=\"touch started; yes C\")'",
        "'flip(body=pipe(command=\"touch started; yes C\"))'",
        "\"pipe\"\nparams = { command = \"touch started; yes C\" }",
        "\"human\"",
    ] {
        let text = start.replace("\"end_game(k=1)\"", player);
        assert_ne!(text, start);
        std::fs::write(&path, text).expect("written");
        let said = comity(dir.path(), &["exercise", "check", "last-round", "last-round.toml"]).ends(2);
        assert!(said.out.is_empty() && !dir.path().join("started").exists(), "{player}: {}", said.err);
        assert!(said.err.contains("guest-handed-in"), "{player}: {}", said.err);
    }
}
