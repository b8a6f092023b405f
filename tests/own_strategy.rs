//! The example of a lab of one's own is compiled with the tests and runs as its page says.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The example's binary, which `cargo test` builds beside the test's own; asked for this test alone, it does not, and the
/// test does.
fn example() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(build).clone()
}

fn build() -> PathBuf {
    let mut dir = std::env::current_exe().expect("this test's binary");
    dir.pop();
    if dir.ends_with("deps") {
        dir.pop();
    }
    let binary = dir.join("examples").join(format!("own_strategy{}", std::env::consts::EXE_SUFFIX));
    if !binary.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--example", "own_strategy", "--quiet"]);
        cargo.args((!cfg!(feature = "parquet")).then_some("--no-default-features"));
        cargo.args((!cfg!(debug_assertions)).then_some("--release"));
        cargo.arg("--target-dir").arg(dir.parent().expect("a target directory"));
        let done = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).status().expect("cargo runs");
        assert!(done.success(), "the example does not build");
    }
    binary
}

fn says(args: &[&str], code: i32) -> (String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let said = Command::new(example()).args(args).current_dir(root).output().expect("the example runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(said.status.code(), Some(code), "{args:?}: {}", text(&said.stderr));
    (text(&said.stdout), text(&said.stderr))
}

#[test]
fn newcomers_are_listed_explained_played_and_checked() {
    let (list, _) = says(&["list", "group_games"], 0);
    assert!(list.contains("shared_build"), "{list}");
    let (page, _) = says(&["explain", "Forgiving Twice"], 0);
    assert!(page.contains("defections in a row"), "{page}");
    // Two defections are forgiven, the third is answered.
    let (played, _) = says(&["match", "forgiving_twice", "defector", "--turns", "6", "--format", "json"], 0);
    assert!(played.contains("CCCDDD"), "{played}");
    // Exact play knows it as the machine that it is.
    let (exact, _) =
        says(&["match", "forgiving_twice", "cycler_ccd", "--turns", "9", "--exact", "--format", "json"], 0);
    assert!(exact.contains("scores"), "{exact}");
    // A near miss is told the newcomer's name.
    let (_, fault) = says(&["explain", "forgiving_twicee"], 2);
    assert!(fault.contains("forgiving_twice"), "{fault}");
}

#[test]
fn a_scenario_of_newcomers_runs() {
    let out = std::env::temp_dir().join(format!("comity-own-strategy-{}", std::process::id()));
    let out_text = out.display().to_string();
    says(&["check", "examples/own_strategy.toml"], 0);
    says(&["run", "examples/own_strategy.toml", "--out", &out_text, "--trace", "wire", "--force"], 0);
    let strategies = std::fs::read_to_string(out.join("strategies.csv")).expect("a table");
    assert!(strategies.contains("wary"), "{strategies}");
    let trace = std::fs::read_to_string(out.join("trace.jsonl")).expect("a trace");
    assert!(trace.contains("Shared Build"));
    std::fs::remove_dir_all(&out).expect("the test's own directory");
    // The built-in lab does not know the strategy.
    let text = std::fs::read_to_string("examples/own_strategy.toml").expect("the example");
    let faults = comity::scenario::Scenario::read(&text, "own_strategy.toml", &[], &comity::models::Lab::new());
    assert!(faults.err().is_some_and(|faults| faults.to_string().contains("unknown strategy \"wary\"")));
}
