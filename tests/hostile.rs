//! Hostile input: whatever a file says, it is read or refused with words that say what, where and what would be right.
//!
//! Every key that the shipped scenarios have, with all defaults written out, is replaced in turn by values of the wrong
//! type, out of range, too large and of unknown names, and is left out.

#[path = "common/cli.rs"]
mod cli;
mod common;

use comity::catalogue::{Place, Table, Value};
use comity::error::Faults;
use comity::models::Lab;
use comity::scenario::{Override, Scenario};
use comity::sim::map_indexed;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is put in place of a value.
const WRONG: [&str; 18] = [
    "true",
    "-1",
    "0",
    "1",
    "3",
    "9223372036854775807",
    "-9223372036854775808",
    "0.5",
    "-0.25",
    "1e308",
    "nan",
    "\"\"",
    "\"no such thing\"",
    "\"tit_for_tat(\"",
    "\"1/0\"",
    "[]",
    "[[1, 2], [3]]",
    "{ nonsense = 1 }",
];

/// The paths of everything below a table; of a list, the first item stands for all.
fn paths(table: &Table, above: &str, found: &mut Vec<String>) {
    for (key, value) in table.iter() {
        let path = if above.is_empty() { key.name.clone() } else { format!("{above}.{}", key.name) };
        below(value, path, found);
    }
}

fn below(value: &Value, path: String, found: &mut Vec<String>) {
    found.push(path.clone());
    if let Some(table) = value.as_table() {
        paths(table, &path, found);
    }
    if let Some(first) = value.as_list().and_then(<[Value]>::first) {
        below(first, format!("{path}[0]"), found);
    }
}

/// What is wrong with how a file was refused.
fn bad_words(faults: &Faults) -> Option<String> {
    if faults.is_empty() {
        return Some("refused without a fault".into());
    }
    let vague = |fault: &&comity::error::Diagnostic| {
        fault.found.is_empty()
            || fault.at == comity::error::Location::default()
            || (fault.expected.is_empty() && fault.help.is_none())
    };
    faults.diagnostics().iter().find(vague).map(|fault| format!("says too little: {fault}"))
}

/// What was tried of a scenario and is not as it should be, and how much was tried.
fn tried(name: &str, text: &str, paths: &[String], lab: &Lab) -> (usize, Vec<String>) {
    let (mut count, mut failed) = (0, Vec::new());
    for path in paths {
        for change in changes(path) {
            count += 1;
            let read = || {
                let change = Override::parse(&change).expect("a change");
                Scenario::read(text, name, &[change], lab).map(|_| ())
            };
            let fault = match catch_unwind(AssertUnwindSafe(read)) {
                Ok(Ok(())) => None,
                Ok(Err(faults)) => bad_words(&faults),
                Err(_) => Some("panicked".into()),
            };
            failed.extend(fault.map(|fault| format!("{name}: {change}: {fault}")));
        }
    }
    (count, failed)
}

/// The changes that are tried at a path.
fn changes(path: &str) -> impl Iterator<Item = String> {
    WRONG.iter().map(move |wrong| format!("{path}={wrong}")).chain([format!("{path}.nonsense=1")])
}

#[test]
fn every_wrong_value_of_every_key_is_refused_in_words_or_taken() {
    let lab = Lab::new();
    let mut seen = BTreeSet::new();
    let mut jobs = Vec::new();
    for (name, text) in common::scenarios() {
        let scenario = Scenario::read(&text, &name, &[], &lab).unwrap_or_else(|faults| panic!("{name}: {faults}"));
        let text = scenario.resolved_toml();
        let value = Value::from_toml(&text, &name).expect("TOML");
        let mut all = Vec::new();
        paths(value.as_table().expect("a table"), "", &mut all);
        let kind = all.iter().find(|path| path.starts_with("model.")).expect("a model").clone();
        // What is nonsense in one scenario is so in any other of the same model; a title is the same to all.
        let of_model = |path: &str| path.starts_with("model") || path.starts_with("agents");
        all.retain(|path| seen.insert((of_model(path).then(|| kind.clone()), path.clone())));
        jobs.push((name, text, all));
    }
    let results = map_indexed(jobs.len(), |k| tried(&jobs[k].0, &jobs[k].1, &jobs[k].2, &lab));
    let count: usize = results.iter().map(|(count, _)| count).sum();
    let failed: Vec<String> = results.into_iter().flat_map(|(_, failed)| failed).collect();
    assert!(count > 10_000, "{count} changes");
    assert!(failed.is_empty(), "{} of {count}:\n{}", failed.len(), failed.join("\n"));
}

/// Files that are broken as text: each is refused, and the message says where.
#[test]
fn broken_texts_are_refused_with_their_place() {
    let lab = Lab::new();
    let (name, text) = &common::scenarios()[0];
    let parts: Vec<usize> = text.char_indices().map(|(k, _)| k).step_by(37).collect();
    for cut in parts {
        // A file that stops anywhere is a scenario or is refused.
        if let Err(faults) = Scenario::read(&text[..cut], name, &[], &lab) {
            assert_eq!(bad_words(&faults).filter(|_| !text[..cut].is_empty()), None, "cut at {cut}");
        }
    }
    for broken in
        ["", "\0", "schema", "schema = ", "[[", "schema = 1\nschema = 1", "a = \"\u{202e}", &"[".repeat(20_000)]
    {
        let faults = Scenario::read(broken, "x.toml", &[], &lab).err().expect("no scenario");
        assert!(faults.to_string().contains("x.toml"), "{broken:.20}: {faults}");
    }
    // A byte order mark and Windows line ends are no fault.
    let same = |other: String| {
        let read =
            |text: &str| Scenario::read(text, name, &[], &lab).unwrap_or_else(|faults| panic!("{faults}")).digest();
        assert_eq!(read(&other), read(text));
    };
    same(format!("\u{feff}{text}"));
    same(text.replace('\n', "\r\n"));
}

/// Names with arguments that are cut, nested without end, or as long as a page.
#[test]
fn hostile_names_are_refused_quickly() {
    let kit = Lab::new().kit;
    let strategies = &kit.strategies;
    let deep = |depth: usize| format!("{}tit_for_tat{}", "end_game(body=".repeat(depth), ")".repeat(depth));
    for name in [
        "",
        "(",
        ")",
        "random(",
        "random(p=",
        "random(p=0.5",
        "random(p=0.5))",
        "random(p=[)",
        "random(p=\"",
        "random(p=2)",
        "random(p=nan)",
        "random(p=1/0)",
        "random(p=-1)",
        "random(0.1,0.2)",
        "random(q=1)",
        "end_game(k=-1)",
        "end_game(k=99999999999)",
        "end_game(k=99999999999999999999)",
        "end_game(body=end_game(body=",
        "cycler(cycle=CX)",
        &deep(33),
        &deep(10_000),
        &"a".repeat(100_000),
        &"(".repeat(100_000),
        &"[".repeat(100_000),
        &"random(p=[".repeat(9_999),
    ] {
        let spec = strategies.resolve(&name.into(), &Place::document("x"));
        let built = spec.and_then(|spec| strategies.build(&spec, strategies));
        let faults = built.err().unwrap_or_else(|| panic!("{name:.40} is taken"));
        assert_eq!(bad_words(&faults), None, "{name:.40}");
    }
    // As deep as may be: states would double at each level, so that it is played and not compiled.
    let spec = strategies.resolve(&deep(31).as_str().into(), &Place::root()).expect("a strategy");
    let strategy = strategies.build(&spec, strategies).expect("a strategy");
    let game =
        kit.games.build(&kit.games.resolve(&"axelrod".into(), &Place::root()).expect("a game"), &()).expect("a game");
    let told = comity::play::Rules::new(std::sync::Arc::new(*game), comity::play::Length::Known(40))
        .told(comity::ids::PlayerId(0));
    assert!(strategy.automaton(&told).is_none());
}

/// Every command with files that are not there, are no files, or are no text.
#[test]
fn every_command_refuses_what_is_no_file_of_its_kind() {
    let dir = tempfile::tempdir().expect("a directory");
    let put = |name: &str, bytes: &[u8]| std::fs::write(dir.path().join(name), bytes).expect("a file");
    put("binary", &(0..=255).collect::<Vec<u8>>());
    put("empty", b"");
    std::fs::create_dir(dir.path().join("folder")).expect("a directory");
    let commands: [&[&str]; 17] = [
        &["run"],
        &["check"],
        &["verify"],
        &["plot"],
        &["report"],
        &["compare", "folder"],
        &["sweep", "run"],
        &["sweep", "status"],
        &["sweep", "merge"],
        &["sweep", "gc"],
        &["sweep", "submit"],
        &["gallery", "--dir"],
        &["tournament", "--read"],
        &["solve"],
        &["match", "a", "b", "--game"],
        &["a2a", "stream"],
        &["exercise", "check", "last-round"],
    ];
    for command in commands {
        for file in ["missing", "folder", "binary", "empty"] {
            let said = cli::comity(dir.path(), &[command, &[file]].concat()).refused(&["error["]);
            // What, and what would be right.
            let hints = ["expected", "`comity ", "did you mean"];
            assert!(hints.iter().any(|hint| said.err.contains(hint)), "{command:?} {file}: {}", said.err);
        }
    }
    assert_eq!(cli::names(dir.path()), ["binary", "empty", "folder"], "nothing was written");
}

/// Numbers that no command can take.
#[test]
fn numbers_out_of_range_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    let numbers = ["nan", "inf", "-inf", "-1", "1e400", "99999999999999999999", "x", "1/0"];
    for flag in [
        "--noise",
        "--misperception",
        "--discount",
        "--continuation",
        "--turns",
        "--repetitions",
        "--threads",
        "--seed",
    ] {
        for number in numbers {
            let flagged = format!("{flag}={number}");
            cli::comity(dir.path(), &["match", "tit_for_tat", "random", &flagged]).refused(&["error"]);
        }
    }
    for flag in ["--population", "--beta", "--weight", "--mutation"] {
        for number in ["nan", "inf", "x", "1/0"] {
            cli::comity(dir.path(), &["evolve", "stag_hunt", &format!("{flag}={number}")]).refused(&["error"]);
        }
    }
    cli::comity(dir.path(), &["match", "cooperator", "defector", "--threads=100000"]).refused(&["1024"]);
}

/// Output that nobody takes: a reader that has gone away ends the printing, a full disk is told by the exit status.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_does_not_panic() {
    use std::process::{Command, Stdio};
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let comity = |args: &[&str], out: Stdio, err: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_comity"));
        command.args(args).stdin(Stdio::null()).stdout(out).stderr(err).spawn().expect("it starts")
    };
    let code = |mut child: std::process::Child| child.wait().expect("it ends").code();
    assert_eq!(code(comity(&["list", "strategies"], full().into(), Stdio::null())), Some(74));
    assert_eq!(code(comity(&["check", "missing"], Stdio::null(), full().into())), Some(2));
    let mut child = comity(&["list", "strategies"], Stdio::piped(), Stdio::null());
    drop(child.stdout.take());
    assert_eq!(code(child), Some(0));
}

/// What is to be a table and is none is not passed over.
#[test]
fn what_is_no_table_is_refused() {
    let lab = Lab::new();
    let agents = "[[agents]]\nname = \"a\"\nstrategy = \"tit_for_tat\"\n";
    let scenario = format!("schema = 1\ntitle = \"t\"\n[model.repeated]\n{agents}{agents}");
    for value in ["5", "true", "\"k=1\"", "[1]"] {
        let change = Override::parse(&format!("agents[0].params={value}")).expect("a change");
        let faults = Scenario::read(&scenario, "x.toml", &[change], &lab).err().expect("no scenario");
        assert!(faults.to_string().contains("expected a table"), "{faults}");
    }
}

/// A run of hours in a directory, begun: its partial directory is there.
#[cfg(unix)]
fn begun(dir: &std::path::Path) -> std::process::Child {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_comity"))
        .args(["run", &cli::scenario("ends.toml")])
        .args(["--set", "model.repeated.repetitions=1000000000", "--out", "x"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    while cli::names(dir).is_empty() {
        assert!(child.try_wait().expect("a child").is_none(), "it runs for long");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child
}

/// A run that is killed outright leaves what it wrote under a name that says so: no command takes it for a run, the next
/// run comes out whole beside it and says what is left, and it is not removed, since another machine may still write it.
#[cfg(unix)]
#[test]
fn what_a_killed_run_leaves_is_told_and_is_no_run() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut child = begun(dir.path());
    child.kill().expect("killed");
    child.wait().expect("it ends");
    let left = format!(".x.{}.partial", child.id());
    assert_eq!(cli::names(dir.path()), [left.as_str()]);
    for command in ["verify", "plot", "report"] {
        cli::comity(dir.path(), &[command, &left]).refused(&["unfinished", &left, "run it again"]);
    }
    let again = cli::comity(dir.path(), &["run", &cli::scenario("ends.toml"), "--out", "x"]).ends(0);
    assert!(again.err.contains(&left) && again.err.contains("was killed"), "{}", again.err);
    cli::comity(dir.path(), &["verify", "x"]).ends(0);
    assert_eq!(cli::names(dir.path()), [left.as_str(), "x"]);
    // Of another directory's run nothing is left.
    let other = cli::comity(dir.path(), &["run", &cli::scenario("ends.toml"), "--out", "y"]).ends(0);
    assert!(!other.err.contains("partial"), "{}", other.err);
}

/// A run that is interrupted leaves nothing behind, and ends as the signal says.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;
    for (name, number) in [("INT", 2), ("TERM", 15)] {
        let dir = tempfile::tempdir().expect("a directory");
        let mut child = begun(dir.path());
        // The handler is there shortly after the directory is.
        std::thread::sleep(std::time::Duration::from_secs(2));
        let killed = Command::new("kill").args(["-s", name, &child.id().to_string()]).status().expect("kill");
        assert!(killed.success());
        assert_eq!(child.wait().expect("it ends").signal(), Some(number));
        assert_eq!(cli::names(dir.path()), [""; 0]);
    }
}
