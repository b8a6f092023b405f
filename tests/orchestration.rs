//! The orchestration model against closed forms and published numbers, and its words against the protocol's validator.

mod common;

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::RunRecorder;
use comity::table::{Cell, Table};

fn read(name: &str, changes: &[&str]) -> Scenario {
    let (_, text) = common::scenarios().into_iter().find(|(found, _)| found == name).expect("a shipped scenario");
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(&text, name, &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{name}: {faults}"))
}

fn run(name: &str, changes: &[&str]) -> Vec<Table> {
    let scenario = read(name, changes);
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables.as_slice().to_vec()
}

fn table<'a>(tables: &'a [Table], name: &str) -> &'a Table {
    tables.iter().find(|table| table.name() == name).expect("a table")
}

/// The rows in which the named columns show these values.
fn rows(table: &Table, wanted: &[(&str, &str)]) -> Vec<usize> {
    let shows = |row: usize, column: &str, value: &str| table.at(row, column).expect("a column").show() == value;
    (0..table.len()).filter(|row| wanted.iter().all(|(column, value)| shows(*row, column, value))).collect()
}

fn number(table: &Table, wanted: &[(&str, &str)], column: &str) -> f64 {
    let found = rows(table, wanted);
    assert_eq!(found.len(), 1, "{wanted:?}");
    table.at(found[0], column).and_then(|cell| cell.number()).unwrap_or_else(|| panic!("{column} of {wanted:?}"))
}

/// Gallery D5b: the 1/3 device of chicken is obeyed up to a noise of (5 - sqrt 13)/6; what is measured says the same.
#[test]
fn obedience_ends_where_the_closed_form_says() {
    let grid = "model.orchestration.noise_grid=[0, 0.1, 0.2, 0.22, 0.24, 0.26, 0.3]";
    let tables = run("noisy-signals.toml", &[grid, "model.orchestration.rounds=400"]);
    let ends = (5.0 - 13f64.sqrt()) / 6.0;
    let orchestration = table(&tables, "orchestration");
    assert!((number(orchestration, &[("condition", "thirds")], "largest_noise") - ends).abs() < 1e-15);
    // By hand: who is told "straight" by the device of the most welfare gains 1/4 - eta over swerving.
    assert_eq!(number(orchestration, &[("condition", "most welfare")], "largest_noise"), 0.25);
    assert!((number(orchestration, &[("condition", "most welfare")], "obedient_welfare") - 10.5).abs() < 1e-12);
    let thresholds = table(&tables, "thresholds");
    for agent in ["first", "second"] {
        let row = [("condition", "thirds"), ("agent", agent), ("told", "straight"), ("instead", "swerve")];
        assert!((number(thresholds, &row, "largest_noise") - ends).abs() < 1e-15);
        // 20 times 400 rounds: the gain of a round has a standard deviation below 1, the slope there is above 1.
        assert!((number(thresholds, &row, "measured_noise") - ends).abs() < 0.04);
        assert!(number(thresholds, &row, "measured_noise_low") < ends);
        assert!(number(thresholds, &row, "measured_noise_high") > ends);
    }
    let noise = table(&tables, "noise");
    for (eta, mean) in [("0", 5.0), ("0.1", 4.71), ("0.2", 4.44), ("0.3", 4.19)] {
        let row = [("condition", "thirds"), ("noise", eta)];
        assert!((number(noise, &row, "obedient_welfare") / 2.0 - mean).abs() < 0.005, "{eta}");
        let slack = number(noise, &row, "slack");
        let [low, high] = ["measured_slack_low", "measured_slack_high"].map(|column| number(noise, &row, column));
        // An interval of 95 %, drawn wider by half for a test of a fixed seed.
        let half = 0.75 * (high - low);
        assert!((slack - f64::midpoint(low, high)).abs() <= half, "{eta}: {slack} {low} {high}");
        // Rational agents follow every signal where that pays, and stop following "straight" where it does not.
        let obeys = number(noise, &row, "obedience_rate");
        assert_eq!(obeys == 1.0, slack >= 0.0, "{eta}: {obeys}");
    }
}

/// The light is worth 1 in all, the equilibrium without it 0; noise ends obedience at (1 - sqrt(9/11))/2.
#[test]
fn a_traffic_light_beats_the_mixed_equilibrium_until_it_flickers() {
    let tables = run("traffic-light.toml", &["model.orchestration.rounds=400"]);
    let orchestration = table(&tables, "orchestration");
    assert_eq!(number(orchestration, &[("condition", "light")], "welfare"), 1.0);
    assert_eq!(number(orchestration, &[("condition", "light")], "obedience_rate"), 1.0);
    let without = |column: &str| number(orchestration, &[("condition", "no light")], column);
    assert!(without("alone_welfare").abs() < 1e-9);
    // Of one round the welfare's standard deviation is sqrt(2 * 10/121 + 400/121) = 1.86; 8,000 rounds.
    assert!(without("welfare").abs() < 4.5 * 1.86 / 8000f64.sqrt());
    let ends = (1.0 - (9.0f64 / 11.0).sqrt()) / 2.0;
    assert!((number(orchestration, &[("condition", "light")], "largest_noise") - ends).abs() < 1e-15);
    let thresholds = table(&tables, "thresholds");
    let row = |agent| [("condition", "light"), ("agent", agent), ("told", "go"), ("instead", "stop")];
    for agent in ["car-from-the-east", "car-from-the-north"] {
        assert!((number(thresholds, &row(agent), "measured_noise") - ends).abs() < 0.012, "{agent}");
    }
}

/// Who decides: same welfare, another division and another delay. With nobody, one third of what can be had is lost.
#[test]
fn deciders_differ_in_fairness_and_delay_alone() {
    let tables = run("who-decides.toml", &[]);
    let orchestration = table(&tables, "orchestration");
    for condition in ["mediator", "supervisor", "delegate"] {
        assert_eq!(number(orchestration, &[("condition", condition)], "welfare"), 3.0, "{condition}");
    }
    // Both play their own favourite with 2/3: they meet with 4/9, and meeting is worth 3.
    assert!((number(orchestration, &[("condition", "nobody")], "alone_welfare") - 4.0 / 3.0).abs() < 1e-12);
    let delay = |condition| number(orchestration, &[("condition", condition)], "delay_us");
    // One message to the agents; or one to the first, its report, one to the second.
    assert_eq!(["nobody", "mediator", "supervisor", "delegate"].map(delay), [0.0, 50_000.0, 150_000.0, 50_000.0]);
    let agents = table(&tables, "agents");
    let payoff = |condition, agent| number(agents, &[("condition", condition), ("agent", agent)], "payoff_per_round");
    assert_eq!((payoff("delegate", "first"), payoff("delegate", "second")), (2.0, 1.0));
    assert!((payoff("mediator", "first") - 1.5).abs() < 4.5 * 0.5 / 2000f64.sqrt());
    // Down for 30 rounds of 100: there the agents wait for their deadline and play by themselves.
    let signals = table(&tables, "signals");
    let row = [("condition", "mediator crashes"), ("agent", "first"), ("told", "no_signal")];
    assert!((number(signals, &row, "share_of_rounds") - 0.3).abs() < 1e-12);
}

/// A forged word is obeyed where nobody looks who speaks, and refused where agents do.
#[test]
fn agents_that_verify_refuse_forgeries() {
    let tables = run("leaks-and-forgeries.toml", &[]);
    let orchestration = table(&tables, "orchestration");
    let welfare = |condition| number(orchestration, &[("condition", condition)], "welfare");
    assert_eq!(welfare("forged, verified"), welfare("private"));
    assert!(welfare("forged") < welfare("private"));
    let agents = table(&tables, "agents");
    let forged = |condition, agent| number(agents, &[("condition", condition), ("agent", agent)], "forged_rate");
    assert!((forged("forged", "first") - 0.5).abs() < 4.5 * 0.5 / 2000f64.sqrt());
    assert_eq!(forged("forged, verified", "first"), 0.0);
    let events = table(&tables, "task_events");
    let states = |condition| {
        let of = |row: &usize| events.at(*row, "condition").is_some_and(|cell| cell.show() == condition);
        let rejected = |row: &usize| {
            (0..events.schema().columns.len())
                .any(|c| matches!(events.cell(*row, c), Cell::Text(text) if text.contains("REJECTED")))
        };
        (0..events.len()).filter(of).filter(rejected).count()
    };
    assert!(states("forged, verified") > 0);
    // Who hears what the other was told goes straight where the other swerves: obedience ends without a false word.
    assert!(number(orchestration, &[("condition", "leaks")], "obedience_rate") < 0.9);
    // The same agents share what they were told: each pair of recommendations is replaced by the best joint action.
    let both = ["agents=[{name=\"first\", strategy=\"collusive\"}, {name=\"second\", strategy=\"collusive\"}]"];
    let tables = run("leaks-and-forgeries.toml", &both);
    let welfare = number(table(&tables, "orchestration"), &[("condition", "private")], "welfare");
    assert_eq!(welfare, 12.0, "both swerve");
}

/// Whatever is asked for is the device that theory names: the objectives' published values for chicken.
#[test]
fn solved_devices_have_the_published_values() {
    for (objective, welfare) in [("max_welfare", 10.5), ("min_welfare", 7.2), ("max_min", 10.5)] {
        let device = format!("model.orchestration.device={{solve=\"{objective}\"}}");
        let changes = [device.as_str(), "model.orchestration.conditions=[]", "model.orchestration.repetitions=1"];
        let tables = run("leaks-and-forgeries.toml", &changes);
        let orchestration = table(&tables, "orchestration");
        let found = orchestration.at(0, "obedient_welfare").and_then(|cell| cell.number()).expect("a number");
        assert!((found - welfare).abs() < 1e-12, "{objective}: {found}");
    }
}

#[test]
fn what_does_not_go_together_is_said() {
    let lab = Lab::new();
    let refused = |name: &str, changes: &[&str], words: &[&str]| {
        let (_, text) = common::scenarios().into_iter().find(|(found, _)| found == name).expect("a scenario");
        let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
        let faults = match Scenario::read(&text, name, &changes, &lab) {
            Err(faults) => faults.to_string(),
            Ok(_) => panic!("{changes:?} is taken"),
        };
        for word in words {
            assert!(faults.contains(word), "{faults}\n lacks {word}");
        }
    };
    let change = |key: &str, value: &str| format!("model.orchestration.{key}={value}");
    let none = change("conditions", "[]");
    let given = |profile: &str, p: &str| change("device", &format!("{{given=[{{profile={profile}, p=\"{p}\"}}]}}"));
    refused("noisy-signals.toml", &[&none, &given("[\"swerve\", \"swerv\"]", "1")], &["swerv", "did you mean"]);
    refused("noisy-signals.toml", &[&none, &given("[\"swerve\"]", "1")], &["1 actions for 2 players"]);
    refused("noisy-signals.toml", &[&none, &given("[\"swerve\", \"swerve\"]", "1/2")], &["sum to 1/2"]);
    refused("noisy-signals.toml", &[&none, &given("[\"swerve\", \"swerve\"]", "3/2")], &["is 3/2", "0 to 1"]);
    refused("noisy-signals.toml", &[&change("noise", "1.5")], &["noise", "from 0 to 1"]);
    refused("noisy-signals.toml", &[&change("noise_grid", "[0, 2]")], &["a noise of 2"]);
    refused("noisy-signals.toml", &[&change("deadline_us", "2000000")], &["before the round ends"]);
    refused("noisy-signals.toml", &[&none, &change("game", "\"public_goods\"")], &["agents for a game"]);
    let delegate = [none.as_str(), &change("by", "\"delegate\""), &change("game", "\"matching_pennies\"")];
    refused("noisy-signals.toml", &delegate, &["without a pure equilibrium"]);
    let stranger = [none.as_str(), &change("by", "\"delegate\""), &change("delegate", "\"firts\"")];
    refused("noisy-signals.toml", &stranger, &["firts", "first"]);
}
