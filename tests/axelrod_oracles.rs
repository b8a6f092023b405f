//! Play against the records of Axelrod-Python 4.14, move for move: every row whose play is sure.
//!
//! Rows of classes that are left out (`axelrod::LEFT_OUT`, by name and reason) are the only ones that are not played;
//! each test pins how many rows it played. What is drawn is compared by its mean, in `axelrod_means.rs`.

#[path = "common/axelrod.rs"]
mod axelrod;
mod common;

use axelrod::{Cast, LEFT_OUT, dilemma, mismatch, played, text, usual, whole};
use comity::catalogue::{Table, Value, fold};
use comity::ids::PlayerId;
use comity::play::{Length, Rules};
use comity::strategy::{Action, Automaton, Horizon, Memory, Strategy, Told};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Checks that nothing failed, and that as many rows were played as there are.
fn conclude(failures: &[String], rows: usize, expected: usize) {
    assert!(failures.is_empty(), "{} of {rows} rows:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(rows, expected, "rows played");
}

/// What Darwin knows before each of its rows, in their order: the peer's keeps what it learns from match to match, here it is
/// a parameter. Five rounds with a cooperator teach it nothing; of four with a defector it turns each, but for the first.
const DARWIN: [&str; 4] = ["C", "C", "CCCCC", "CDDDC"];

/// The player of a row of the peer's tests. Some are evolvable versions of a class, which play as it does.
fn tested(cast: &Cast, row: &Json, darwins: &mut impl Iterator<Item = &'static str>) -> Option<Box<dyn Strategy>> {
    let class = text(row, "strategy");
    if class == "Darwin" {
        return cast.player(class, &json!({"genome": darwins.next().expect("four rows")}));
    }
    if class != "PartialedClass" {
        return cast.player(class, &row["init_kwargs"]);
    }
    let test = text(row, "test").split("::").nth(1).expect("a test's class");
    let (_, class) = test.split_once("As").expect("an evolvable version as a class");
    let mut settings = row["init_kwargs"].clone();
    let evolution =
        ["mutation_probability", "mutation_potency", "seed", "cycle_length", "lookup_dict", "mutation_distance"];
    settings.as_object_mut().expect("settings").retain(|key, _| !evolution.contains(&key.as_str()));
    cast.player(class, &settings)
}

/// Rows of the peer's own tests. Those that draw follow its generator's draws, which are not ours, and are left to means.
#[test]
fn versus_rows_agree() {
    let cast = Cast::new();
    let game = usual();
    let (mut rows, mut failures) = (0, Vec::new());
    let mut darwins = DARWIN.into_iter();
    for row in common::oracle_lines("axelrod/versus.jsonl.gz").iter().filter(|row| row["deterministic"] == true) {
        let Some(own) = tested(&cast, row, &mut darwins) else { continue };
        let other = match text(row, "opponent") {
            "MockPlayer" => Some(cast.script(text(row, "opponent_actions"))),
            class => cast.player(class, &row["opponent_kwargs"]),
        };
        let Some(other) = other else { continue };
        let mut rules = Rules::new(Arc::clone(&game), Length::Known(whole(row, "turns")));
        rules.told_horizon = match &row["match_attributes"]["length"] {
            Json::Null => None,
            length => Some(match length.as_u64() {
                Some(rounds) => Horizon::Rounds(u32::try_from(rounds).expect("small")),
                None => Horizon::Unknown,
            }),
        };
        rows += 1;
        let (a, b, _) = played(&rules, &*own, &*other);
        let (want_a, want_b) = (text(row, "a"), text(row, "b"));
        if !a.starts_with(want_a) || !b.starts_with(want_b) {
            let (test, settings, other) = (text(row, "test"), &row["init_kwargs"], text(row, "opponent"));
            failures.push(format!("{test} {settings} v {other}: {a} {b}, expected {want_a} {want_b}"));
        }
    }
    conclude(&failures, rows, 394);
}

#[test]
fn pairs_agree_with_known_and_unknown_length() {
    let cast = Cast::new();
    let game = usual();
    let (mut rows, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/pairs.jsonl.gz") {
        let (name_a, name_b) = (text(&row, "a"), text(&row, "b"));
        let (Some(a), Some(b)) = (cast.default_player(name_a), cast.default_player(name_b)) else { continue };
        rows += 1;
        for (key, length) in [("known", Length::Known(200)), ("unknown", Length::Unknown(200))] {
            let (word_a, word_b, score) = played(&Rules::new(Arc::clone(&game), length), &*a, &*b);
            let cooperations = |word: &str| word.chars().filter(|c| *c == 'C').count();
            let (c_a, c_b) = (cooperations(&word_a), cooperations(&word_b));
            let got = json!([c_a, c_b, score[0], score[1], digest(&word_a, &word_b)]);
            if got != row[key] {
                failures.push(format!("{name_a} v {name_b} {key}: {got}, expected {}", row[key]));
            }
        }
    }
    conclude(&failures, rows, 7578);
}

/// First 16 hexadecimal digits of SHA-256 over `<a>/<b>`.
fn digest(a: &str, b: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(format!("{a}/{b}")).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn probes_agree_with_known_and_unknown_length() {
    let cast = Cast::new();
    let game = usual();
    let (mut rows, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/probes.jsonl.gz") {
        let Some(own) = cast.default_player(text(&row, "s")) else { continue };
        let other = cast.probe(text(&row, "o"));
        rows += 1;
        for (suffix, length) in [("", Length::Known(200)), ("_unk", Length::Unknown(200))] {
            let field = |key: &str| {
                let apart = &row[&format!("{key}{suffix}")];
                if apart.is_null() { &row[key] } else { apart }
            };
            let (a, b, score) = played(&Rules::new(Arc::clone(&game), length), &*own, &*other);
            if *field("a") != a || *field("b") != b || *field("score") != score {
                let (name, other) = (text(&row, "s"), text(&row, "o"));
                failures.push(format!("{name} v {other}{suffix}: {a}, expected {}", field("a")));
            }
        }
    }
    conclude(&failures, rows, 980);
}

/// Teams and slow players.
#[test]
fn long_runs_agree() {
    let cast = Cast::new();
    let (mut rows, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/longrun.jsonl.gz") {
        let settings = json!({"team": row["team"]});
        let Some(own) = cast.player(text(&row, "s"), &settings) else { continue };
        rows += 1;
        failures.extend(mismatch(&row, &usual(), &*own, &*cast.probe(text(&row, "o")), whole(&row, "turns")));
    }
    // Three rows are of EvolvedAttention.
    conclude(&failures, rows, 67);
}

#[test]
fn games_of_other_payoffs_agree() {
    let cast = Cast::new();
    let (mut rows, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/noise_free_games.jsonl.gz") {
        let player = |key: &str| match text(&row, key) {
            "MetaWinner3" => {
                cast.player("MetaWinner", &json!({"team": ["TitForTat", "Cooperator", "Defector"]})).expect("a team")
            }
            name => cast.probe(name),
        };
        let payoff = |key: &str| row[key].as_i64().expect("a whole payoff");
        let game = dilemma(payoff("R"), payoff("S"), payoff("T"), payoff("P"));
        rows += 1;
        failures.extend(mismatch(&row, &game, &*player("s"), &*player("o"), whole(&row, "turns")));
    }
    conclude(&failures, rows, 156);
}

#[test]
fn constructor_settings_agree() {
    let cast = Cast::new();
    let (mut rows, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/init_variants.jsonl.gz") {
        let Some(own) = cast.player(text(&row, "s"), &row["init_kwargs"]) else { continue };
        rows += 1;
        failures.extend(mismatch(&row, &usual(), &*own, &*cast.probe(text(&row, "o")), 100));
    }
    conclude(&failures, rows, 517);
}

/// The name and the parameters of a transformer of the records.
fn transformer(name: &str, args: &Json) -> (String, Table) {
    let (key, fields): (&str, &[&str]) = match name {
        "Noisy" => ("noisy", &["noise"]),
        "Forgiver" => ("forgiving", &["p"]),
        "Initial" => ("initial", &["initial_seq"]),
        "Final" => ("final", &["seq"]),
        "Grudge" => ("grudge", &["grudges"]),
        "Apology" => ("apology", &["myseq", "opseq"]),
        "Mixed" => ("mixed", &["probability", "m_player"]),
        "JossAnn" => ("joss_ann", &["probability"]),
        "Retaliation" => ("retaliation", &["retaliations"]),
        other => (other, &[]),
    };
    let args = args.as_array().expect("a list of arguments");
    assert_eq!(args.len(), fields.len(), "{name}");
    let mut params = Table::default();
    for (field, arg) in fields.iter().zip(args) {
        params.insert(field, Value::from_json(arg).expect("arguments are plain"));
    }
    (key.to_string(), params)
}

/// The strategy of a row as one nested value: the innermost transformer comes first.
fn transformed(cast: &Cast, row: &Json) -> Box<dyn Strategy> {
    let mut body = Value::from(text(row, "base"));
    for step in row["transformers"].as_array().expect("transformers") {
        let (name, mut params) = transformer(step[0].as_str().expect("a name"), &step[1]);
        params.insert("body", body);
        let mut outer = Table::default();
        outer.insert("name", name.as_str());
        outer.insert("params", params);
        body = outer.into();
    }
    let outer = body.as_table().expect("at least one transformer");
    let params = outer.get("params").and_then(Value::as_table).expect("parameters").clone();
    cast.build(outer.get("name").and_then(Value::as_text).expect("a name"), params)
}

#[test]
fn transformers_agree() {
    let cast = Cast::new();
    let (mut rows, mut failures) = (0, Vec::new());
    let mut names = BTreeSet::new();
    for row in common::oracle_lines("axelrod/transformers.jsonl.gz") {
        for step in row["transformers"].as_array().expect("transformers") {
            names.insert(step[0].to_string());
        }
        rows += 1;
        let (own, other) = (transformed(&cast, &row), cast.probe(text(&row, "o")));
        failures.extend(mismatch(&row, &usual(), &*own, &*other, whole(&row, "turns")));
        let plain = cast.default_player(text(&row, "base")).expect("no base is left out");
        let (word, ..) = played(&Rules::new(usual(), Length::Known(whole(&row, "turns"))), &*plain, &*other);
        assert_eq!(row["changed"], word != text(&row, "a"), "{row}");
    }
    assert_eq!(names.len(), 16, "{names:?}");
    conclude(&failures, rows, 632);
}

/// What a memory-one strategy does at first and after each kind of round.
fn vector(automaton: &Automaton) -> [f64; 5] {
    let cooperates = |state| automaton.probability(state, Action::C);
    let start = automaton.start();
    let after = |own, seen| cooperates(automaton.next(start, own, seen));
    use Action as A;
    [cooperates(start), after(A::C, A::C), after(A::C, A::D), after(A::D, A::C), after(A::D, A::D)]
}

#[test]
fn memory_one_vectors_agree() {
    let cast = Cast::new();
    let told = Told::new(usual(), PlayerId(0), Horizon::Rounds(200));
    let records = common::oracle("axelrod/memory_one.csv");
    let mut rows = 0;
    for line in records.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let player = cast.default_player(cells[0]).expect("all memory-one players exist");
        let got = vector(&player.automaton(&told).expect("a memory-one strategy is an automaton"));
        assert_eq!(got[0], f64::from(u8::from(cells[1] == "C")), "{line}");
        for (got, want) in got[1..].iter().zip(&cells[2..]) {
            let want: f64 = want.parse().expect("a number");
            assert!((got - want).abs() < 1e-12, "{line}: {got}");
        }
        rows += 1;
    }
    assert_eq!(rows, 16);
}

/// Vectors that the peer refuses and that exist, such as (2/3, 1/3, 1/6, 0) for ZDExtort2 in chicken: where the baseline is
/// below S, as here, the entries are probabilities if `(S - l) / (T - l) <= s`, while the peer keeps to the bound for a
/// baseline above S.
const DISPUTED: &[(&str, &str)] = &[("ZDExtort2", "chicken"), ("ZDExtort2", "hawk_dove"), ("ZDExtort3", "chicken")];

/// Vectors in other games. The peer fixes the generosity of GTFT from the usual game whatever is played; here it follows the
/// game, so that its rows are held against the formula of the source (Molander 1985), which they also carry.
#[test]
fn vectors_follow_the_game() {
    let cast = Cast::new();
    let mut rows = 0;
    for row in common::oracle_lines("axelrod/game_vectors.jsonl") {
        let payoff = |key: &str| row[key].as_i64().expect("a whole payoff");
        let told =
            Told::new(dilemma(payoff("R"), payoff("S"), payoff("T"), payoff("P")), PlayerId(0), Horizon::Rounds(200));
        // The settings are the defaults, some of them rounded; as fractions they stay within range where an entry is 0 or 1.
        let player = cast.default_player(text(&row, "s")).expect("they exist");
        if DISPUTED.contains(&(text(&row, "s"), text(&row, "game"))) {
            assert!(row["four_vector"].is_null() && player.fits(&told).is_ok(), "{row} is no longer disputed");
            rows += 1;
            continue;
        }
        let want: Option<Vec<f64>> = match row["formula_p"].as_f64() {
            Some(p) => Some(vec![1.0, p.clamp(0.0, 1.0), 1.0, p.clamp(0.0, 1.0)]),
            None => row["four_vector"].as_array().map(|v| v.iter().map(|p| p.as_f64().expect("a number")).collect()),
        };
        assert_eq!(player.fits(&told).is_ok(), want.is_some(), "{row}");
        if let Some(want) = want {
            let got = vector(&player.automaton(&told).expect("a memory-one strategy is an automaton"));
            assert!(got[1..].iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-12), "{got:?}: {row}");
        }
        rows += 1;
    }
    assert_eq!(rows, 37);
}

/// A team player of a built-in team plays as one that is given the recorded team, drawing alike.
#[test]
fn built_in_teams_are_the_recorded_ones() {
    let cast = Cast::new();
    let teams: Json = serde_json::from_str(&common::oracle("axelrod/meta_teams.json.gz")).expect("JSON");
    let mut compared = 0;
    for (class, team) in teams.as_object().expect("teams by class") {
        let base = match class.as_str() {
            "MemoryDecay" => continue,
            "MetaHunter" => "MetaHunterAggressive",
            name if name.starts_with("MetaMajority") => "MetaMajority",
            name if name.starts_with("NMWE") => "NiceMetaWinnerEnsemble",
            "MetaWinnerEnsemble" => "MetaWinnerEnsemble",
            name if name.starts_with("MetaWinner") => "MetaWinner",
            name => name,
        };
        let left_out = |member: &&Json| LEFT_OUT.iter().any(|(name, _)| **member == *name);
        let members: Vec<&Json> = team.as_array().expect("a list").iter().filter(|m| !left_out(m)).collect();
        let given = cast.player(base, &json!({"team": members})).expect("team players exist");
        let built_in = cast.default_player(class).expect("team players exist");
        let rules = Rules::new(usual(), Length::Known(40));
        for probe in ["MockSeq1", "TitForTat"] {
            let play = |own: &dyn Strategy| played(&rules, own, &*cast.probe(probe));
            assert_eq!(play(&*built_in), play(&*given), "{class} v {probe}");
        }
        compared += 1;
    }
    assert_eq!(compared, 22);
}

/// Facets that differ from the record's, with the reason.
const FACETS: &[(&str, &[&str], &str)] = &[
    ("Appeaser", &["memory"], "what it does follows from the last round"),
    ("Darwin", &["uses_game", "memory"], "it keeps nothing from match to match here, and learns nothing within one"),
    ("EvolvedHMM5", &["memory"], "its hidden state can hang on any earlier round"),
    ("FirstByFeld", &["memory"], "it counts all rounds"),
    ("ForgetfulGrudger", &["memory"], "when a grudge in a row of grudges began can lie any number of rounds back"),
    ("MetaMixer", &["uses_length", "uses_game"], "members of its team use both"),
    ("OnceBitten", &["memory"], "when a grudge in a row of grudges began can lie any number of rounds back"),
    ("RandomTitForTat", &["memory"], "it counts rounds, odd and even"),
    ("RemorsefulProber", &["memory"], "whether a defection was a probe is a state"),
    ("SecondByColbert", &["memory"], "it counts the first eight rounds and its five-round answers"),
];

/// Names, parameters and facets are the record's.
#[test]
fn the_catalogue_is_the_record() {
    let cast = Cast::new();
    let records = common::oracle("axelrod/strategies.csv.gz");
    let mut reader = csv::Reader::from_reader(records.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let (mut rows, mut failures) = (0, Vec::new());
    for record in reader.records() {
        let record = record.expect("a row");
        let cell = |name: &str| &record[header.iter().position(|h| h == name).expect("a column")];
        let class = cell("class");
        rows += 1;
        if LEFT_OUT.iter().any(|(name, _)| *name == class) {
            assert!(cast.catalogue.find(class).is_none(), "{class} is there after all");
            continue;
        }
        let Some(entry) = cast.catalogue.find(class) else {
            failures.push(format!("{class} is missing"));
            continue;
        };
        let facets = &entry.facets;
        let mut check = |what: &str, got: String, want: String| {
            let disputed = FACETS.iter().any(|(name, facets, _)| *name == class && facets.contains(&what));
            if disputed == (got == want) {
                failures.push(format!("{class}: {what} is {got}, expected {want}"));
            }
        };
        check("class", facets.axelrod.to_string(), class.to_string());
        let found = cast.catalogue.find(cell("name")).map_or("nobody", |entry| entry.key);
        check("name", found.to_string(), entry.key.to_string());
        check("stochastic", facets.stochastic.to_string(), (cell("stochastic") == "1").to_string());
        let uses = |what: &str| cell("makes_use_of").split(';').any(|word| word == what).to_string();
        check("uses_length", facets.uses_length.to_string(), uses("length"));
        check("uses_game", facets.uses_game.to_string(), uses("game"));
        let memory = match facets.memory {
            Memory::Rounds(rounds) => rounds.to_string(),
            Memory::Unbounded => "inf".to_string(),
        };
        check("memory", memory, cell("memory_depth").to_string());
        let settings: Json = serde_json::from_str(cell("init_kwargs_json")).expect("JSON");
        let schema = (entry.params)();
        for key in settings.as_object().expect("settings").keys() {
            let known = schema.fields.iter().any(|field| fold(field.key) == fold(key));
            check(&format!("parameter {key}"), known.to_string(), true.to_string());
        }
    }
    conclude(&failures, rows, 244);
}
