//! The models of attacks and of norms: their tables are what the arena and the donation game come to, and their traces are
//! legal A2A.

mod common;

use comity::a2a::validate;
use comity::catalogue::{Place, Value};
use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::reputation::{Arena, OwnBooks, arena, attacks, watched_arena};
use comity::scenario::{Override, Scenario};
use comity::store::{Recorded, RunRecorder};
use comity::table::{Cell, Table, TableKind};

fn shipped(name: &str) -> String {
    common::scenarios().into_iter().find(|(found, _)| found == name).expect("it is shipped").1
}

fn scenario(name: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(&shipped(name), name, &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"))
}

fn run(scenario: &Scenario, level: TraceLevel, trace: &mut Vec<u8>) -> Recorded {
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, trace, &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: level }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory does not fail")
}

fn row(table: &Table, shows: &[(&str, &str)]) -> usize {
    let is = |row: usize| {
        shows.iter().all(|(column, value)| table.at(row, column).is_some_and(|cell| cell.show() == *value))
    };
    let rows: Vec<usize> = (0..table.len()).filter(|row| is(*row)).collect();
    let [row] = rows[..] else { panic!("{} rows with {shows:?}", rows.len()) };
    row
}

fn number(table: &Table, row: usize, column: &str) -> Option<f64> {
    match table.at(row, column) {
        Some(Cell::Float(value)) => Some(value),
        Some(Cell::Integer(value)) => Some(value as f64),
        Some(Cell::Null) => None,
        other => panic!("{column} is {other:?}"),
    }
}

/// The matrix is one of the arena's outcomes, cell by cell, with paired draws and private books where they are asked for.
#[test]
fn the_matrix_holds_what_the_arena_comes_to() {
    let scenario = scenario("attacks.toml", &["model.reputation.repetitions=2", "model.reputation.periods=12"]);
    let recorded = run(&scenario, TraceLevel::Off, &mut Vec::new());
    let table = recorded.tables.get("attacks").expect("a table");
    assert_eq!((table.schema().kind, table.len()), (TableKind::Matrix, 3 * 8 * 12));
    let (lab, key) = (Lab::new(), scenario.run_key(0));
    let setting = Arena { clients: 12, honest: 6, attackers: 3, periods: 12, ..Arena::default() };
    let priced = Arena { name_cost: 5.0, rating_cost: 0.5, trade_cost: 0.1, double_blind: true, ..setting };
    for (model, attack) in [("beta", "collusion"), ("travos", "bad_mouthing"), ("fire", "whitewashing")] {
        let models = &lab.kit.reputations;
        let built = models.build(&models.resolve(&Value::from(model), &Place::root()).expect("one"), &()).expect("one");
        let all = attacks::catalogue();
        let attacker = all.build(&all.resolve(&Value::from(attack), &Place::root()).expect("one"), &()).expect("one");
        let mean = |setting: &Arena, private: bool| {
            let once = |repetition: u64| {
                let books = if private { Box::new(OwnBooks::new(&*built, 12, 0.1)) } else { built.boxed_clone() };
                let outcome = watched_arena(setting, books, &*attacker, (&key, repetition), &mut ());
                outcome.expect("in range").profit_ratio().expect("honest income")
            };
            0.5 * (once(0) + once(1))
        };
        let open = mean(&setting, false);
        for (condition, expected, change) in [
            ("one registry", open, None),
            ("everybody's own books", mean(&setting, true), Some(mean(&setting, true) - open)),
            ("prices and double-blind ratings", mean(&priced, false), Some(mean(&priced, false) - open)),
        ] {
            let row = row(table, &[("condition", condition), ("trust_model", model), ("attack", attack)]);
            let ratio = number(table, row, "profit_ratio").expect("a ratio");
            assert!((ratio - expected).abs() < 1e-12, "{model} {attack} {condition}: {ratio}, not {expected}");
            let found = number(table, row, "ratio_change");
            assert_eq!(found.is_some(), change.is_some(), "{condition}");
            assert!(found.zip(change).is_none_or(|(found, change)| (found - change).abs() < 1e-12), "{condition}");
        }
    }
    // The arena without a repetition is its first one.
    let beta = || {
        lab.kit.reputations.build(&lab.kit.reputations.resolve(&Value::from("beta"), &Place::root()).expect("one"), &())
    };
    let all = attacks::catalogue();
    let honest = all.build(&all.resolve(&Value::from("honest"), &Place::root()).expect("one"), &()).expect("one");
    let first = watched_arena(&setting, beta().expect("one"), &*honest, (&key, 0), &mut ()).expect("in range");
    assert_eq!(arena(&setting, beta().expect("one"), &*honest, &key).expect("in range"), first);
}

/// What the scenario's comments say, at its shipped size: slander pays against means, prices end most attacks.
#[test]
fn the_shipped_matrix_says_what_its_comments_say() {
    let recorded = run(&scenario("attacks.toml", &[]), TraceLevel::Off, &mut Vec::new());
    let table = recorded.tables.get("attacks").expect("a table");
    let ratio = |condition: &str, model: &str, attack: &str| {
        let row = row(table, &[("condition", condition), ("trust_model", model), ("attack", attack)]);
        number(table, row, "profit_ratio").expect("a ratio")
    };
    let slander = |model: &str| ratio("one registry", model, "bad_mouthing");
    assert!(slander("beta") > 2.0 && slander("fire") > 2.0 && slander("travos") < slander("beta"));
    let flow = "eigentrust(pretrusted=[0,1])";
    assert!(ratio("one registry", flow, "sybil") < 0.8 && ratio("one registry", flow, "sleeper") > 1.0);
    let paying = |condition: &str| -> u32 {
        let robustness = recorded.tables.get("robustness").expect("a table");
        let rows = (0..robustness.len())
            .filter(|row| robustness.at(*row, "condition").is_some_and(|cell| cell.show() == condition));
        rows.map(|row| number(robustness, row, "failing_attacks").expect("a count") as u32).sum()
    };
    assert!(paying("prices and double-blind ratings") > paying("one registry"));
    for model in ["ebay", "beta", "travos"] {
        for attack in ["sybil", "collusion", "wash_trading", "bad_mouthing"] {
            assert!(ratio("prices and double-blind ratings", model, attack) < 1.0, "{model} {attack}");
        }
    }
}

/// Success falls with the share of attackers, from nearly all to less; the area is that of trapezoids.
#[test]
fn success_is_measured_over_shares_of_attackers() {
    let changes = ["model.reputation.models=[\"beta\"]", "model.reputation.attacks=[\"on_off(good=0, bad=1)\"]"];
    let recorded = run(&scenario("attacks.toml", &changes), TraceLevel::Off, &mut Vec::new());
    let table = recorded.tables.get("attacker_shares").expect("a table");
    assert_eq!(table.len(), 3, "one condition names shares");
    let rate = |row: usize| number(table, row, "success_rate").expect("a rate");
    assert!(rate(0) > 0.9 && rate(0) > rate(1) && rate(1) > rate(2), "{} {} {}", rate(0), rate(1), rate(2));
    let area = number(table, 0, "robustness_area").expect("an area");
    assert!((area - (0.25 * rate(0) + 0.5 * rate(1) + 0.25 * rate(2))).abs() < 1e-12, "{area}");
}

#[test]
fn traces_of_attacks_and_of_norms_are_legal_a2a() {
    let changes: [(&str, &[&str], usize); 2] = [
        ("attacks.toml", &["model.reputation.repetitions=1", "model.reputation.models=[\"beta\", \"fire\"]"], 2_000),
        (
            "norms.toml",
            &["model.reciprocity.repetitions=1", "model.reciprocity.meetings=50", "model.reciprocity.warm_up=0"],
            500,
        ),
    ];
    for (name, changes, least) in changes {
        let mut trace = Vec::new();
        run(&scenario(name, changes), TraceLevel::Wire, &mut trace);
        let text = String::from_utf8(trace).expect("UTF-8");
        let mut referring = 0;
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect("a JSON line");
            let (ty, object) = (line["type"].as_str().expect("a type"), &line["object"]);
            let violations = validate(ty, &object.to_string()).expect("a known type");
            assert!(violations.is_empty(), "{ty}: {violations:?}");
            let references = object["message"]["referenceTaskIds"].as_array();
            referring += usize::from(references.is_some_and(|tasks| !tasks.is_empty()));
        }
        assert!(text.lines().count() > least, "{name}: {} lines", text.lines().count());
        // Ratings refer to the deals that they are about.
        assert_eq!(referring > 100, name == "attacks.toml", "{name}: {referring}");
    }
}

#[test]
fn what_does_not_go_together_is_said_with_its_place() {
    let refused = |name: &str, change: &str| {
        let changes = [Override::parse(change).expect("a change")];
        match Scenario::read(&shipped(name), name, &changes, &Lab::new()) {
            Err(faults) => faults.to_string(),
            Ok(_) => panic!("{change} is read"),
        }
    };
    let agent = "agents=[{name=\"x\", strategy=\"y\"}]";
    for (name, change, words) in [
        ("attacks.toml", "model.reputation.models=[\"betta\"]", "did you mean \"beta\""),
        ("attacks.toml", "model.reputation.attacks=[\"sybill\"]", "did you mean \"sybil\""),
        ("attacks.toml", "model.reputation.attacks=[\"sybil\", \"sybil\"]", "twice"),
        ("attacks.toml", "model.reputation.attacks=[\"sybil(names=-1)\"]", "names"),
        ("attacks.toml", "model.reputation.large_stake=0.5", "large_stake"),
        ("attacks.toml", "model.reputation.conditions[1].information=\"secret\"", "private"),
        ("attacks.toml", agent, "none"),
        ("attacks.toml", "model.reputation.conditions[0].shares=[0.5, 0.2]", "two or more that rise"),
        ("attacks.toml", "model.reputation.trade_cost=-1", "trade_cost"),
        ("norms.toml", "model.reciprocity.norms=[\"L9\"]", "L8"),
        ("norms.toml", "model.reciprocity.norms=[\"L1\", \"L1\"]", "twice"),
        ("norms.toml", "model.reciprocity.images.cost=\"2\"", "below the benefit"),
        ("norms.toml", "model.reciprocity.images.known=[0.5, 0.1]", "rise"),
        ("norms.toml", "model.reciprocity.images.defectors=100", "fewer defectors"),
        ("norms.toml", "model.reciprocity.observe=1.5", "observe"),
        ("norms.toml", agent, "none"),
    ] {
        let said = refused(name, change);
        assert!(said.contains(words), "{change}: {said}");
    }
}
