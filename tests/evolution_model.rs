//! Evolution by simulation: against the records of Axelrod-Python 4.14, against closed forms, and against itself.

mod common;

use comity::error::Faults;
use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{RunRecorder, Tables};
use comity::table::{Cell, Table};
use serde_json::Value as Json;

fn read(text: &str, changes: &[&str]) -> Result<Scenario, Faults> {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    Scenario::read(text, "test", &changes, &Lab::new())
}

fn run(text: &str) -> Tables {
    let scenario = read(text, &[]).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables
}

fn table<'a>(tables: &'a Tables, name: &str) -> &'a Table {
    tables.get(name).unwrap_or_else(|| panic!("a table {name}"))
}

/// A number of the one row in which columns show what is wanted.
fn number(tables: &Tables, name: &str, row: &[(&str, &str)], column: &str) -> f64 {
    let table = table(tables, name);
    let shows = |at: usize| row.iter().all(|(key, value)| table.at(at, key).is_some_and(|cell| cell.show() == *value));
    let rows: Vec<usize> = (0..table.len()).filter(|at| shows(*at)).collect();
    let [at] = rows[..] else { panic!("{} rows of {name} with {row:?}", rows.len()) };
    match table.at(at, column) {
        Some(Cell::Float(value)) => value,
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        Some(Cell::Integer(value)) => value as f64,
        other => panic!("{name}.{column} is {other:?}"),
    }
}

/// The key of the strategy that behaves like a class of the peer.
fn key_of(class: &str) -> String {
    let lab = Lab::new();
    let mut entries = lab.kit.strategies.entries().filter(|entry| entry.facets.axelrod == class);
    entries.next().unwrap_or_else(|| panic!("no strategy behaves like {class}")).key.to_string()
}

fn moran(case: &Json, repetitions: u64, meetings: &str) -> String {
    let text = |key: &str| case[key].as_str().unwrap_or_default();
    let whole = |key: &str| case[key].as_u64().expect("a count");
    let (structure, reproduction) = match text("graph") {
        "cycle" => ("structure = { ring = {} }", ""),
        "repro_cycle" => ("", "reproduction = { ring = {} }"),
        "complete" => ("", ""),
        other => panic!("a graph {other}"),
    };
    let fitness = if text("fitness_transformation") == "exp" { "exponential" } else { "linear" };
    format!(
        "schema = 1\ntitle = \"t\"\nseed = 7\n[model.evolution]\ngame = \"axelrod\"\nlength = {{ known = {} }}\n\
         noise = {}\npooling = \"sum\"\nuntil = \"fixation\"\ngenerations = 100000\narrangement = \"order\"\n\
         dynamics = {{ moran = {{ fitness = \"{fitness}\", replaced = \"anyone\" }} }}\nmeetings = \"{meetings}\"\n\
         repetitions = {repetitions}\n{structure}\n{reproduction}\n\
         [[agents]]\nname = \"A\"\nstrategy = \"{}\"\ncount = {}\n[[agents]]\nname = \"B\"\nstrategy = \"{}\"\ncount = {}\n",
        whole("turns"),
        case["noise"],
        key_of(text("A")),
        whole("initial_A"),
        key_of(text("B")),
        whole("N") - whole("initial_A"),
    )
}

/// Every case: fixations and mean steps within 4.5 standard errors of the peer's; where matches draw nothing, the exact
/// values to rounding, and our own simulation within 4.5 standard errors of them.
#[test]
fn moran_processes_agree_with_the_peer() {
    let file: Json = serde_json::from_str(&common::oracle("axelrod/moran.json")).expect("JSON");
    let cases = file["cases"].as_array().expect("cases");
    assert!(cases.len() >= 10);
    for case in cases {
        let id = case["id"].as_str().expect("an id");
        let number_of = |value: &Json| value.as_f64().expect("a number");
        let stochastic = case["stochastic_matches"].as_bool().expect("a truth value");
        let repetitions = 4000u32;
        let tables = run(&moran(case, repetitions.into(), if stochastic { "sampled" } else { "expected" }));
        let fixed = number(&tables, "fates", &[("strategy", "A")], "fixed_share");
        let steps = number(&tables, "populations", &[], "steps");
        let half = number(&tables, "populations", &[], "steps_high") - steps;
        let steps_se = half / 1.9605;
        let n = f64::from(repetitions);
        let se = (fixed * (1.0 - fixed) / n).sqrt();
        let z = |difference: f64, a: f64, b: f64| difference / (a * a + b * b).sqrt();
        let peer_fixed = z(fixed - number_of(&case["fixation_A"]), se, number_of(&case["fixation_se"]));
        assert!(peer_fixed.abs() < 4.5, "{id}: fixation z {peer_fixed}");
        // Well-mixed walks of two strategies count steps by expectation, which spreads less.
        let peer_steps = z(steps - number_of(&case["mean_steps"]), steps_se, number_of(&case["mean_steps_se"]));
        assert!(peer_steps.abs() < 4.5, "{id}: steps z {peer_steps}");
        if case["exact"].is_null() {
            assert!(stochastic, "{id}");
            continue;
        }
        let exact = number_of(&case["exact"]["fixation_A"]);
        let exact_steps = number_of(&case["exact"]["mean_steps"]);
        assert!((number(&tables, "fates", &[("strategy", "A")], "fixation_exact") - exact).abs() < 1e-9, "{id}");
        assert!((number(&tables, "populations", &[], "steps_exact") / exact_steps - 1.0).abs() < 1e-9, "{id}");
        assert!(((fixed - exact) / (exact * (1.0 - exact) / n).sqrt()).abs() < 4.5, "{id}");
        assert!(((steps - exact_steps) / steps_se).abs() < 4.5, "{id}");
        let payoffs = &case["exact"]["payoff_per_turn"];
        for (own, other) in [("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")] {
            let found = number(&tables, "meetings", &[("strategy", own), ("opponent", other)], "score_per_round");
            assert!((found - number_of(&payoffs[format!("{own}{other}")])).abs() < 1e-12, "{id}: {own}{other}");
        }
    }
}

/// The peer's ecological variant of a deterministic tournament: shares by generation.
#[test]
fn ecology_agrees_with_the_peer() {
    let record: Json = serde_json::from_str(&common::oracle("axelrod/ecology.json")).expect("JSON");
    let strategies: Vec<&str> = record["strategies"]
        .as_array()
        .expect("classes")
        .iter()
        .map(|class| class.as_str().expect("a class"))
        .collect();
    let agents: String = strategies
        .iter()
        .map(|class| format!("[[agents]]\nname = \"{class}\"\nstrategy = \"{}\"\n", key_of(class)))
        .collect();
    let tables = run(&format!(
        "schema = 1\ntitle = \"t\"\n[model.evolution]\ngame = \"axelrod\"\nlength = {{ known = {} }}\ngenerations = 50\n\
         dynamics = {{ ecology = {{}} }}\n{agents}",
        record["turns"]
    ));
    let by_turn = record["ecosystem_population_by_turn"].as_object().expect("shares by turn");
    assert_eq!(by_turn.len(), 7);
    for (turn, shares) in by_turn {
        for (class, share) in strategies.iter().zip(shares.as_array().expect("shares")) {
            let found = number(&tables, "shares", &[("strategy", class), ("generation", turn)], "share");
            assert!((found - share.as_f64().expect("a share")).abs() < 1e-9, "{class} at {turn}");
        }
    }
}

const HAWKS: &str = "schema = 1\ntitle = \"t\"\n[model.evolution]\n\
    game = { actions = [\"hawk\", \"dove\"], payoffs = [[-1, 2], [0, 1]] }\n\
    RULES\n[[agents]]\nname = \"hawks\"\nstrategy = \"hawk\"\ncount = 3\n[[agents]]\nname = \"doves\"\nstrategy = \"dove\"\ncount = 5\n";

#[test]
fn hawks_and_doves_come_to_the_mixed_equilibrium() {
    // V = 2, C = 4: one half hawks (Maynard Smith 1982). Mutation moves the mean, symmetric here, not at all.
    let replicator = HAWKS.replace("RULES", "generations = 400\ndynamics = { replicator = { step = 0.2 } }");
    assert!((number(&run(&replicator), "fates", &[("strategy", "hawks")], "end_share") - 0.5).abs() < 1e-9);
    let rules = "population = 400\ngenerations = 2000\ndiscard = 200\nrepetitions = 4\n\
                 dynamics = { imitation = { rule = \"fermi\", update = \"sequential\", intensity = 2.0, mutation = 0.01 } }";
    let found = number(&run(&HAWKS.replace("RULES", rules)), "fates", &[("strategy", "hawks")], "mean_share");
    assert!((found - 0.5).abs() < 0.01, "{found}");
}

/// A population that one strategy has taken over still mutates in every step of a generation: with mutation alone, shares follow
/// Ehrenfest's urn, whose mean is one half and whose spread is that of independent coins.
#[test]
fn mutation_does_not_rest_where_one_strategy_is_left() {
    let rules = "population = 2\ngenerations = 3\nrepetitions = 4000\n\
                 dynamics = { imitation = { rule = \"fermi\", update = \"sequential\", mutation = 1.0 } }";
    let tables = run(&HAWKS.replace("RULES", rules));
    // Two members start as one hawk and one dove; each step flips one of the two: after six steps they are again unlike.
    assert!((number(&tables, "fates", &[("strategy", "hawks")], "end_share") - 0.5).abs() < 1e-12);
    assert_eq!(number(&tables, "populations", &[], "settled_share"), 0.0);
    let odd = run(&HAWKS.replace("RULES", &rules.replace("population = 2", "population = 3")));
    assert!((number(&odd, "fates", &[("strategy", "hawks")], "end_share") - 0.5).abs() < 0.03);
}

#[test]
fn a_million_members_are_a_population() {
    let rules =
        "population = 1000000\ngenerations = 1\ndynamics = { moran = { fitness = \"exponential\", intensity = 0.1 } }";
    let tables = run(&HAWKS.replace("RULES", rules));
    assert_eq!(number(&tables, "populations", &[], "members"), 1e6);
    let share = number(&tables, "fates", &[("strategy", "hawks")], "end_share");
    // From 3/8 selection pushes towards 1/2: x (1 - x) beta (1 - 2x) a generation.
    assert!((share - (0.375 + 0.375 * 0.625 * 0.1 * 0.25)).abs() < 0.003, "{share}");
}

#[test]
fn every_rule_runs_on_every_structure() {
    let dynamics = [
        "moran = { fitness = \"exponential\" }",
        "moran = { fitness = \"exponential\", order = \"death_birth\", mutation = 0.1 }",
        "imitation = { rule = \"best\", tie = \"random\" }",
        "imitation = { rule = \"best\", update = \"sequential\", mutation = 0.05 }",
        "imitation = { rule = \"fermi\" }",
        "imitation = { rule = \"proportional\", update = \"sequential\" }",
    ];
    let structures = [
        "ring = { reach = 2 }",
        "lattice = { neighbours = \"4\" }",
        "lattice = { torus = false, width = 8 }",
        "regular = { degree = 3 }",
        "scale_free = {}",
        "small_world = { reach = 2, rewire = 0.2 }",
    ];
    for rule in dynamics {
        for structure in structures {
            let rules = format!(
                "population = 64\ngenerations = 20\nrepetitions = 3\npooling = \"sum\"\nself_interaction = true\n\
                 dynamics = {{ {rule} }}\nstructure = {{ {structure} }}"
            );
            let tables = run(&HAWKS.replace("RULES", &rules));
            let shares = ["hawks", "doves"].map(|name| number(&tables, "fates", &[("strategy", name)], "mean_share"));
            assert!((shares[0] + shares[1] - 1.0).abs() < 1e-12, "{rule} {structure}");
        }
    }
}

#[test]
fn wrong_populations_are_refused_with_a_reason() {
    let refused = |rules: &str| read(&HAWKS.replace("RULES", rules), &[]).err().map(|faults| faults.to_string());
    let says = |rules: &str, words: &str| {
        let found = refused(rules).unwrap_or_else(|| panic!("{rules} was taken"));
        assert!(found.contains(words), "{rules}: {found}");
    };
    says("", "a least payoff of -1");
    says("structure = { lattice = {} }\ndynamics = { imitation = {} }", "a square number of members");
    says("dynamics = { imitation = {} }", "well mixed");
    says("structure = { ring = {} }\ndynamics = { ecology = {} }", "infinite population on a graph");
    says("structure = { graph = { edges = [[1, 2], [3, 4]] } }\ndynamics = { imitation = {} }", "several parts");
    says("structure = { ring = { reach = 4 } }\ndynamics = { imitation = {} }", "a ring of 8");
    says("meetings = \"sampled\"\ndynamics = { moran = { fitness = \"exponential\" } }", "played once");
    says("generations = 5\ndiscard = 5\ndynamics = { replicator = {} }", "5 of 5 generations");
    says("dynamics = { moran = { intensity = 3 } }", "the weight 3");
    says("length = { known = 5 }\ndynamics = { replicator = {} }", "unknown strategy \"hawk\"");
    let wrong = HAWKS.replace("\"hawk\"\ncount", "\"hwak\"\ncount").replace("RULES", "dynamics = { replicator = {} }");
    let found = read(&wrong, &[]).err().map(|faults| faults.to_string()).expect("no such action");
    assert!(found.contains("one of its actions: hawk, dove"), "{found}");
}

fn adaptation(rules: &str) -> String {
    format!("schema = 1\ntitle = \"t\"\n[model.adaptation]\n{rules}\n")
}

/// Nowak & Sigmund 1990: where p - q exceeds c/b, adaptive dynamics raise cooperation until it is (almost) complete; elsewhere
/// it goes to nothing.
#[test]
fn adaptive_dynamics_follow_the_zone_that_rewards_cooperation() {
    let at = |start: &str| {
        let rules = format!(
            "game = \"donation(b=3,c=1)\"\nnoise = 0.001\ngenerations = 4000\nstart = [{start}]\n\
             process = {{ gradient = {{ space = \"reactive\", step = 0.02 }} }}"
        );
        number(&run(&adaptation(&rules)), "adaptations", &[], "cooperation_at_end")
    };
    assert!(at("[0.9, 0.2]") > 0.9 && at("[0.6, 0.1]") > 0.9);
    assert!(at("[0.7, 0.6]") < 0.05 && at("[0.3, 0.2]") < 0.05);
}

#[test]
fn bred_strategies_do_better_than_random_ones() {
    for species in ["machines", "tables", "chances"] {
        let rules = format!(
            "noise = 0\ngenerations = 60\nrepetitions = 6\nprocess = {{ breeding = {{ species = \"{species}\", states = 4, \
             population = 16, rounds = 40, mutation = 0.01 }} }}"
        );
        let tables = run(&adaptation(&rules));
        let cooperation =
            |generation: &str| number(&tables, "traits", &[("generation", generation)], "cooperation_rate");
        // Random strategies cooperate about every other time; selection first ends that.
        assert!((cooperation("0") - 0.5).abs() < 0.15, "{species}");
        let (least, most) =
            ["10", "30", "60"].map(cooperation).iter().fold((1.0f64, 0.0f64), |(l, m), x| (l.min(*x), m.max(*x)));
        assert!(least < 0.4 || most > 0.6, "{species}: {least} {most}");
        assert!(table(&tables, "champions").len() <= 10);
    }
}

#[test]
fn unplayable_adaptations_are_refused_with_a_reason() {
    let says = |rules: &str, words: &str| {
        let found = read(&adaptation(rules), &[]).err().map(|faults| faults.to_string());
        let found = found.unwrap_or_else(|| panic!("{rules} was taken"));
        assert!(found.contains(words), "{rules}: {found}");
    };
    says("noise = 0", "without noise");
    says("game = \"prisoners_dilemma\"", "negative payoff");
    says("game = \"rock_paper_scissors\"", "not a symmetric game of two players with two actions");
    says("start = [[0.5, 0.5, 0.5]]", "three chances");
    says("process = { selection = { strategies = 0 } }", "no strategies at first");
    says("generations = 3\ndiscard = 3", "3 of 3 generations");
    says("[[agents]]\nname = \"x\"\nstrategy = \"tit_for_tat\"", "no [[agents]]");
}

/// Nobody meets itself: of `c` cooperators and `d` defectors each cooperator gets `3 (c - 1) / (n - 1)`, each defector
/// `(5 c + d - 1) / (n - 1)`.
#[test]
fn members_of_a_finite_population_do_not_meet_themselves() {
    let text = "schema = 1\ntitle = \"t\"\nseed = 3\n[model.evolution]\ngame = \"axelrod\"\nlength = { known = 1 }\n\
                generations = 4\nrepetitions = 1\ndynamics = { moran = { intensity = 0.1, mutation = 0.2 } }\n\
                [[agents]]\nname = \"c\"\nstrategy = \"cooperator\"\ncount = 5\n\
                [[agents]]\nname = \"d\"\nstrategy = \"defector\"\ncount = 4\n";
    let tables = run(text);
    let last = |strategy: &str| number(&tables, "shares", &[("strategy", strategy), ("generation", "4")], "members");
    let (c, d) = (last("c"), last("d"));
    assert!(c > 0.0 && d > 0.0 && c + d == 9.0, "{c} and {d}");
    let expected = (c * 3.0 * (c - 1.0) + d * (5.0 * c + d - 1.0)) / (9.0 * 8.0);
    let found = number(&tables, "populations", &[("condition", "base")], "payoff_at_end");
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
}

/// Counts are proportions of the population: of nothing there is none, whatever the structure and the dynamics.
#[test]
fn counts_that_are_all_zero_are_refused() {
    for more in ["", "structure = { lattice = { width = 5 } }", "dynamics = { ecology = {} }"] {
        let head = "schema = 1\ntitle = \"t\"\nseed = 1\n[model.evolution]\nlength = { known = 10 }\npopulation = 10";
        let agents =
            "[[agents]]\nname = \"a\"\nstrategy = \"tit_for_tat\"\n[[agents]]\nname = \"b\"\nstrategy = \"defector\"";
        let text = |counts: &str| format!("{head}\ncounts = {counts}\n{more}\n{agents}\n");
        let faults = read(&text("[0, 0]"), &[]).map(|_| ()).expect_err("nobody");
        assert!(faults.to_string().contains("counts that are all 0"), "{faults}");
        assert!(read(&text("[0, 1]"), &[]).is_ok(), "{more}");
    }
}
