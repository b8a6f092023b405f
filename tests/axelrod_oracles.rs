//! Play against the records of Axelrod-Python 4.14: every row whose strategies exist here.
//!
//! `tests/oracles/axelrod/README.md` says what the rows are. Rows of strategies that are not in the
//! catalogue are skipped by that rule alone; each test says how many rows it played.

mod common;

use comity::catalogue::{Catalogue, Place, Table, Value};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{RunKey, Seed};
use comity::play::{Contest, Course, Length, Match, Rules, ShortCuts};
use comity::strategy::{self, Horizon, Strategy};
use serde_json::Value as Json;
use std::sync::Arc;

fn dilemma(r: i64, s: i64, t: i64, p: i64) -> Arc<NormalForm> {
    let q = |n: i64| Rational::from(n);
    let table = [vec![q(r), q(s)], vec![q(t), q(p)]];
    Arc::new(NormalForm::symmetric("dilemma", ["C", "D"], &table).expect("a game"))
}

/// The strategy of a class with its constructor's settings, if the catalogue has it.
fn strategy(catalogue: &Catalogue<dyn Strategy>, class: &str, settings: &Json) -> Option<Box<dyn Strategy>> {
    catalogue.find(class)?;
    let mut params = Table::default();
    for (key, value) in settings.as_object().into_iter().flatten() {
        let unlimited = value.is_null() || value == "inf" || value == "Infinity";
        if !unlimited {
            params.insert(key, Value::from_json(value).expect("settings are plain values"));
        }
    }
    let mut table = Table::default();
    table.insert("name", class);
    table.insert("params", params);
    let spec = catalogue.resolve(&table.into(), &Place::root()).unwrap_or_else(|faults| panic!("{class}: {faults}"));
    Some(catalogue.build(&spec, catalogue).expect("built"))
}

fn script(catalogue: &Catalogue<dyn Strategy>, actions: &str) -> Box<dyn Strategy> {
    let cycle = if actions.is_empty() { "C" } else { actions };
    strategy(catalogue, "Cycler", &serde_json::json!({"cycle": cycle})).expect("cycler exists")
}

/// Plays a match by the engine and by every short cut, which must agree.
fn course(rules: &Rules, a: &dyn Strategy, b: &dyn Strategy, seed: u64) -> Course {
    let key = RunKey::derive(Seed(seed), 0, "");
    let spec = Match { rules, key: &key, place: "a|b", repetition: 0 };
    let play = |short_cuts| {
        Contest::new(rules, [a.boxed_clone(), b.boxed_clone()], short_cuts).course(&spec, ["a", "b"]).expect("a match")
    };
    let reference = play(ShortCuts::None);
    let quick = play(ShortCuts::All);
    assert!(reference.iter().eq(quick.iter()), "a short cut differs from the engine");
    reference
}

fn words(course: &Course) -> (String, String) {
    let letter = |defects: bool| if defects { 'D' } else { 'C' };
    (course.iter().map(|p| letter(p >= 2)).collect(), course.iter().map(|p| letter(p % 2 == 1)).collect())
}

fn scores(course: &Course, game: &NormalForm) -> (i64, i64) {
    let counts = course.counts(4);
    let score = |player| {
        let total: Rational = (0..4)
            .map(|k| {
                Rational::from(i64::try_from(counts[k]).expect("few"))
                    * game.payoff_at(k, comity::ids::PlayerId(player)).clone()
            })
            .sum();
        total.numerator_i64().expect("whole payoffs")
    };
    (score(0), score(1))
}

fn turns(row: &Json) -> u32 {
    u32::try_from(row["turns"].as_u64().expect("turns")).expect("few turns")
}

#[test]
fn versus_rows_agree() {
    let catalogue = strategy::catalogue();
    let game = dilemma(3, 0, 5, 1);
    let (mut played, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/versus.jsonl.gz") {
        if row["deterministic"] != true {
            continue;
        }
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_string();
        let Some(own) = strategy(&catalogue, &text("strategy"), &row["init_kwargs"]) else { continue };
        let other = match text("opponent").as_str() {
            "MockPlayer" => Some(script(&catalogue, row["opponent_actions"].as_str().unwrap_or(""))),
            class => strategy(&catalogue, class, &row["opponent_kwargs"]),
        };
        let Some(other) = other else { continue };
        let mut rules = Rules::new(Arc::clone(&game), Length::Known(turns(&row)));
        rules.told_horizon = match &row["match_attributes"]["length"] {
            Json::Null => None,
            Json::Number(n) => {
                n.as_u64().map(|n| Horizon::Rounds(u32::try_from(n).expect("small"))).or(Some(Horizon::Unknown))
            }
            _ => Some(Horizon::Unknown),
        };
        played += 1;
        let (a, b) = words(&course(&rules, &*own, &*other, 1));
        let (want_a, want_b) = (text("a"), text("b"));
        if !a.starts_with(&want_a) || !b.starts_with(&want_b) {
            failures.push(format!(
                "{} {} v {}: {a} {b}, expected {want_a} {want_b}",
                text("test"),
                row["init_kwargs"],
                text("opponent")
            ));
        }
    }
    assert!(failures.is_empty(), "{} of {played} rows:\n{}", failures.len(), failures.join("\n"));
    println!("{played} rows");
    assert!(played >= 60, "{played}");
}

#[test]
fn pairs_agree_with_known_and_unknown_length() {
    let catalogue = strategy::catalogue();
    let game = dilemma(3, 0, 5, 1);
    let (mut played, mut failures) = (0, Vec::new());
    for row in common::oracle_lines("axelrod/pairs.jsonl.gz") {
        let name = |key: &str| row[key].as_str().expect("a name").to_string();
        let default = serde_json::json!({});
        let (Some(a), Some(b)) =
            (strategy(&catalogue, &name("a"), &default), strategy(&catalogue, &name("b"), &default))
        else {
            continue;
        };
        played += 1;
        for (key, length) in [("known", Length::Known(200)), ("unknown", Length::Unknown(200))] {
            let course = course(&Rules::new(Arc::clone(&game), length), &*a, &*b, 1);
            let (word_a, word_b) = words(&course);
            let cooperations = |word: &str| word.chars().filter(|c| *c == 'C').count() as i64;
            let (score_a, score_b) = scores(&course, &game);
            let got = serde_json::json!([
                cooperations(&word_a),
                cooperations(&word_b),
                score_a,
                score_b,
                digest(&word_a, &word_b)
            ]);
            if got != row[key] {
                failures.push(format!("{} v {} {key}: {got}, expected {}", name("a"), name("b"), row[key]));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {played} pairs:\n{}", failures.len(), failures.join("\n"));
    println!("{played} pairs");
    assert!(played >= 600, "{played}");
}

/// First 16 hexadecimal digits of SHA-256 over `<a>/<b>`.
fn digest(a: &str, b: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(format!("{a}/{b}")).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn probes_agree() {
    let catalogue = strategy::catalogue();
    let game = dilemma(3, 0, 5, 1);
    let (mut played, mut failures) = (0, Vec::new());
    let default = serde_json::json!({});
    let sequences: Json = serde_json::from_str(&common::oracle("axelrod/mockseq.json")).expect("JSON");
    for row in common::oracle_lines("axelrod/probes.jsonl.gz") {
        let name = |key: &str| row[key].as_str().expect("a name").to_string();
        let Some(own) = strategy(&catalogue, &name("s"), &default) else { continue };
        let other = match name("o").as_str() {
            sequence @ ("MockSeq1" | "MockSeq2") => script(&catalogue, sequences[sequence].as_str().expect("actions")),
            class => strategy(&catalogue, class, &default).expect("the probes exist"),
        };
        played += 1;
        for (suffix, length) in [("", Length::Known(200)), ("_unk", Length::Unknown(200))] {
            let field = |key: &str| {
                let apart = &row[&format!("{key}{suffix}")];
                if apart.is_null() { row[key].clone() } else { apart.clone() }
            };
            let course = course(&Rules::new(Arc::clone(&game), length), &*own, &*other, 1);
            let (a, b) = words(&course);
            let (score_a, score_b) = scores(&course, &game);
            if field("a") != a || field("b") != b || field("score") != serde_json::json!([score_a, score_b]) {
                failures.push(format!("{} v {}{suffix}: {a}, expected {}", name("s"), name("o"), field("a")));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {played} probes:\n{}", failures.len(), failures.join("\n"));
    println!("{played} probes");
    assert!(played >= 250, "{played}");
}

#[test]
fn games_of_other_payoffs_agree() {
    let catalogue = strategy::catalogue();
    let default = serde_json::json!({});
    let mut played = 0;
    for row in common::oracle_lines("axelrod/noise_free_games.jsonl.gz") {
        let text = |key: &str| row[key].as_str().expect("a text");
        let payoff = |key: &str| row[key].as_i64().expect("a whole payoff");
        let (Some(own), Some(other)) =
            (strategy(&catalogue, text("s"), &default), strategy(&catalogue, text("o"), &default))
        else {
            continue;
        };
        played += 1;
        let game = dilemma(payoff("R"), payoff("S"), payoff("T"), payoff("P"));
        let course = course(&Rules::new(Arc::clone(&game), Length::Known(turns(&row))), &*own, &*other, 1);
        let (a, b) = words(&course);
        let (score_a, score_b) = scores(&course, &game);
        assert_eq!((a.as_str(), b.as_str()), (text("a"), text("b")), "{row}");
        assert_eq!(serde_json::json!([score_a, score_b]), row["score"], "{row}");
    }
    println!("{played} rows");
    assert!(played >= 11, "{played}");
}

#[test]
fn constructor_settings_agree() {
    let catalogue = strategy::catalogue();
    let game = dilemma(3, 0, 5, 1);
    let (mut played, mut failures) = (0, Vec::new());
    let default = serde_json::json!({});
    let sequences: Json = serde_json::from_str(&common::oracle("axelrod/mockseq.json")).expect("JSON");
    for row in common::oracle_lines("axelrod/init_variants.jsonl.gz") {
        let name = |key: &str| row[key].as_str().expect("a name").to_string();
        let Some(own) = strategy(&catalogue, &name("s"), &row["init_kwargs"]) else { continue };
        let other = match name("o").as_str() {
            sequence @ ("MockSeq1" | "MockSeq2") => script(&catalogue, sequences[sequence].as_str().expect("actions")),
            class => strategy(&catalogue, class, &default).expect("the probes exist"),
        };
        played += 1;
        let course = course(&Rules::new(Arc::clone(&game), Length::Known(100)), &*own, &*other, 1);
        let (a, b) = words(&course);
        let want = |key: &str| row[key].as_str().expect("a word").to_string();
        if a != want("a") || b != want("b") {
            failures.push(format!("{}{} v {}: {a}, expected {}", name("s"), row["init_kwargs"], name("o"), want("a")));
        }
    }
    assert!(failures.is_empty(), "{} of {played} rows:\n{}", failures.len(), failures.join("\n"));
    println!("{played} rows");
    assert!(played >= 100, "{played}");
}

#[test]
fn memory_one_vectors_agree() {
    let catalogue = strategy::catalogue();
    let told = strategy::Told::new(dilemma(3, 0, 5, 1), comity::ids::PlayerId(0), Horizon::Rounds(200));
    let text = common::oracle("axelrod/memory_one.csv");
    let mut played = 0;
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let strategy = strategy(&catalogue, cells[0], &serde_json::json!({})).expect("all memory-one players exist");
        let automaton = strategy.automaton(&told).expect("a memory-one strategy is an automaton");
        let cooperates = |state| automaton.probability(state, strategy::Action::C);
        assert_eq!(cooperates(automaton.start()), f64::from(u8::from(cells[1] == "C")), "{line}");
        for (k, cell) in cells[2..].iter().enumerate() {
            let (own, seen) = (strategy::Action((k / 2) as u8), strategy::Action((k % 2) as u8));
            let want: f64 = cell.parse().expect("a number");
            let got = cooperates(automaton.next(automaton.start(), own, seen));
            assert!((got - want).abs() < 1e-12, "{line}: entry {k} is {got}");
        }
        played += 1;
    }
    assert_eq!(played, 16);
}

/// A two-sample z test of our means against the record's, each row to 4.5 standard errors.
#[test]
fn stochastic_means_agree() {
    let catalogue = strategy::catalogue();
    let game = dilemma(3, 0, 5, 1);
    let text = common::oracle("axelrod/stochastic.csv.gz");
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
    let column = |name: &str| header.iter().position(|h| *h == name).expect("a column");
    let default = serde_json::json!({});
    let (mut played, mut failures) = (0, Vec::new());
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |name: &str| -> f64 { cells[column(name)].parse().expect("a number") };
        let (Some(a), Some(b)) = (
            strategy(&catalogue, cells[column("strategy")], &default),
            strategy(&catalogue, cells[column("opponent")], &default),
        ) else {
            continue;
        };
        played += 1;
        let rules = Rules::new(Arc::clone(&game), Length::Known(200));
        let key = RunKey::derive(Seed(20_261_130), 0, "");
        const REPETITIONS: u64 = 400;
        let mut contest = Contest::new(&rules, [a, b], ShortCuts::All);
        let mut samples: [Vec<f64>; 4] = Default::default();
        for repetition in 0..REPETITIONS {
            let spec = Match { rules: &rules, key: &key, place: line, repetition };
            let course = contest.course(&spec, ["a", "b"]).expect("a match");
            let counts = course.counts(4).map_to_f64();
            let (score_a, score_b) = scores(&course, &game);
            let values = [score_a as f64, score_b as f64, counts[0] + counts[1], counts[0] + counts[2]];
            for (sample, value) in samples.iter_mut().zip(values) {
                sample.push(value / 200.0);
            }
        }
        for (sample, name) in samples.iter().zip(["score", "opp_score", "coop", "opp_coop"]) {
            let (mean, se) = mean_and_se(sample);
            let (want, want_se) = (number(&format!("{name}_mean")), number(&format!("{name}_se")));
            let spread = (se * se + want_se * want_se).sqrt();
            let difference = (mean - want).abs();
            // The record's means are rounded to six decimals.
            if difference > 4.5 * spread + 1e-6 {
                failures
                    .push(format!("{} v {} {name}: {mean} +- {se}, expected {want} +- {want_se}", cells[0], cells[1]));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {played} rows:\n{}", failures.len(), failures.join("\n"));
    println!("{played} rows");
    assert!(played >= 100, "{played}");
}

trait MapToF64 {
    fn map_to_f64(self) -> [f64; 4];
}

impl MapToF64 for Vec<u64> {
    fn map_to_f64(self) -> [f64; 4] {
        [0, 1, 2, 3].map(|k| self[k] as f64)
    }
}

fn mean_and_se(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}
