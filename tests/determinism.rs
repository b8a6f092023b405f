//! The product: the same scenario and key give the same bytes on any number of threads, traced or not.

mod common;

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{RunRecorder, digest_tables, write_csv};

const THREADS: [usize; 3] = [1, 2, 8];

/// What a run came to: the tables' digest, their CSV bytes, and the trace's digest.
#[derive(Debug, PartialEq)]
struct Result {
    digest: String,
    csv: Vec<Vec<u8>>,
    trace: String,
    lines: u64,
}

fn run(scenario: &Scenario, level: TraceLevel, threads: usize) -> Result {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let key = scenario.run_key(0);
        let mut progress = |_: u64, _: u64| {};
        let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
        scenario.model.run(&RunCx { key: &key, trace: level }, &mut recorder).expect("it runs");
        let recorded = recorder.finish().expect("nothing is written");
        Result {
            digest: digest_tables(recorded.tables.iter()),
            csv: recorded.tables.iter().map(write_csv).collect(),
            trace: recorded.trace.digest,
            lines: recorded.trace.lines,
        }
    })
}

/// The change that repeats a scenario twice alone.
fn twice(text: &str) -> String {
    let start = text.find("[model.").expect("a model's table") + 1;
    let end = text[start..].find(']').expect("its end") + start;
    let kind: Vec<&str> = text[start..end].split('.').take(2).collect();
    format!("{}.repetitions=2", kind.join("."))
}

fn read(name: &str, text: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(text, name, &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

#[test]
fn every_scenario_is_the_same_on_any_number_of_threads() {
    for (name, text) in common::scenarios() {
        let scenario = read(&name, &text, &[]);
        let first = run(&scenario, TraceLevel::Off, THREADS[0]);
        assert!(first.csv.iter().all(|csv| !csv.is_empty()), "{name}");
        for threads in &THREADS[1..] {
            assert_eq!(run(&scenario, TraceLevel::Off, *threads), first, "{name} on {threads} threads");
        }
    }
}

/// Two repetitions show what many would: a trace of all repetitions of a tournament is gigabytes.
#[test]
fn every_scenario_is_the_same_traced_or_not() {
    for (name, text) in common::scenarios() {
        let scenario = read(&name, &text, &[&twice(&text)]);
        if !scenario.model.traces() {
            let trace = Override::parse("output.trace=wire").expect("a change");
            let refused = Scenario::read(&text, &name, &[trace], &Lab::new()).err().expect("no trace without tasks");
            assert!(refused.to_string().contains("exchange no tasks"), "{name}: {refused}");
            continue;
        }
        let untraced = run(&scenario, TraceLevel::Off, 1);
        assert_eq!(untraced.lines, 0);
        for level in [TraceLevel::Tasks, TraceLevel::Wire] {
            let first = run(&scenario, level, 1);
            assert_eq!((&first.digest, &first.csv), (&untraced.digest, &untraced.csv), "{name} traced as {level:?}");
            assert!(first.lines > 0, "{name}");
            for threads in &THREADS[1..] {
                assert_eq!(run(&scenario, level, *threads), first, "{name} traced as {level:?} on {threads} threads");
            }
        }
    }
}

/// The master seed changes what is drawn; a scenario of which no table shows a draw is the same under all. In that of doubt,
/// somebody defects in each of the last rounds, whoever it is.
#[test]
fn the_seed_changes_what_is_drawn() {
    for (name, text) in common::scenarios() {
        let digest = |seed: &str| run(&read(&name, &text, &[seed, &twice(&text)]), TraceLevel::Off, 2).digest;
        let alike =
            ["twenty-rounds.toml", "audit-at-the-end.toml", "unravelling.toml", "doubt.toml", "foreknowledge.toml"];
        let draws = !alike.contains(&name.as_str());
        assert_eq!(digest("seed=1") != digest("seed=2"), draws, "{name}");
        assert_eq!(digest("seed=1"), digest("seed=1"), "{name}");
    }
}

/// A scenario with every default written out is the same scenario.
#[test]
fn a_resolved_scenario_reads_back_as_itself() {
    for (name, text) in common::scenarios() {
        let scenario = read(&name, &text, &[&twice(&text)]);
        let again = read(&name, &scenario.resolved_toml(), &[]);
        assert_eq!(again.digest(), scenario.digest(), "{name}");
        assert_eq!(again.resolved_toml(), scenario.resolved_toml(), "{name}");
    }
}

/// Adding an agent leaves the draws of the others' matches as they were.
#[test]
fn a_further_agent_changes_no_other_match() {
    let text = "schema = 1\ntitle = \"t\"\n[model.repeated]\nlength = { known = 30 }\nrepetitions = 3\nnoise = 0.1\n\
                [[agents]]\nname = \"a\"\nstrategy = \"random\"\n[[agents]]\nname = \"b\"\nstrategy = \"gtft\"\n";
    let third = "[[agents]]\nname = \"c\"\nstrategy = \"zd_extort_2\"\n";
    let row = |text: &str| -> Vec<String> {
        let scenario = read("t", text, &[]);
        let result = run(&scenario, TraceLevel::Off, 2);
        let names: Vec<String> = scenario.model.tables().iter().map(|schema| schema.name.to_string()).collect();
        let pairs = names.iter().position(|name| name == "pairs").expect("a table of pairs");
        let csv = String::from_utf8(result.csv[pairs].clone()).expect("UTF-8");
        csv.lines()
            .filter(|line| line.starts_with("base,random,gtft,") || line.starts_with("base,gtft,random,"))
            .map(str::to_string)
            .collect()
    };
    let two = row(text);
    assert_eq!(two.len(), 2);
    assert_eq!(row(&format!("{text}{third}")), two);
}
