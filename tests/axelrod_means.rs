//! Play against the records of Axelrod-Python 4.14, by means: every row of which something is drawn.
//!
//! The peer's generator is another one, so that means over repetitions are compared by two-sample z tests. With some
//! thousand comparisons a bound of 4.5 standard errors fails by chance about once in two hundred changes of the seed.
//! Where a record has the exact expectation, our Markov chain is held against that.

#[path = "common/axelrod.rs"]
mod axelrod;
mod common;

use axelrod::{Cast, scores, text, usual, whole};
use comity::catalogue::{Table, Value};
use comity::ids::{PlayerId, RunKey, Seed};
use comity::play::{Contest, Course, Length, Match, Rules, ShortCuts, expect};
use comity::sim::map_indexed;
use comity::strategy::Strategy;
use serde_json::{Value as Json, json};

const REPETITIONS: u64 = 400;
const BOUND: f64 = 4.5;

/// The courses of some repetitions of a match.
fn courses(rules: &Rules, place: &str, players: [Box<dyn Strategy>; 2], repetitions: u64) -> Vec<Course> {
    let key = RunKey::derive(Seed(20_261_130), 0, "");
    let mut contest = Contest::new(rules, players, ShortCuts::All);
    (0..repetitions)
        .map(|repetition| {
            let spec = Match { rules, key: &key, place, repetition };
            contest.course(&spec, ["a", "b"]).expect("a match")
        })
        .collect()
}

fn mean_and_se(sample: &[f64]) -> (f64, f64) {
    let n = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / n;
    let variance = sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn stochastic_means_agree() {
    let cast = Cast::new();
    let game = usual();
    let records = common::oracle("axelrod/stochastic.csv.gz");
    let mut reader = csv::Reader::from_reader(records.as_bytes());
    let rows: Vec<Json> = reader
        .deserialize::<std::collections::BTreeMap<String, String>>()
        .map(|row| serde_json::to_value(row.expect("a row")).expect("plain text"))
        .collect();
    let failures = map_indexed(rows.len(), |k| {
        let row = &rows[k];
        let (own, other) = (text(row, "strategy"), text(row, "opponent"));
        let players = [own, other].map(|name| cast.probe(name));
        let rules = Rules::new(game.clone(), Length::Known(200));
        let mut samples: [Vec<f64>; 4] = Default::default();
        for course in courses(&rules, &format!("{own}|{other}"), players, REPETITIONS) {
            let counts: Vec<f64> = course.counts(4).into_iter().map(|count| count as f64).collect();
            let (score_a, score_b) = scores(&course, &game);
            let values = [score_a as f64, score_b as f64, counts[0] + counts[1], counts[0] + counts[2]];
            for (sample, value) in samples.iter_mut().zip(values) {
                sample.push(value / 200.0);
            }
        }
        let mut failures = Vec::new();
        for (sample, name) in samples.iter().zip(["score", "opp_score", "coop", "opp_coop"]) {
            let number = |what: &str| -> f64 { text(row, &format!("{name}_{what}")).parse().expect("a number") };
            let (mean, se) = mean_and_se(sample);
            let (want, want_se) = (number("mean"), number("se"));
            // The record's means are rounded to six decimals.
            if (mean - want).abs() > BOUND * (se * se + want_se * want_se).sqrt() + 1e-6 {
                failures.push(format!("{own} v {other} {name}: {mean} +- {se}, expected {want} +- {want_se}"));
            }
        }
        failures
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(rows.len(), 367);
}

fn fingerprints(kind: &str) -> Vec<Json> {
    let file: Json = serde_json::from_str(&common::oracle("axelrod/fingerprints.json.gz")).expect("JSON");
    file[kind].as_array().expect("a list").clone()
}

/// Joss-Ann of a body.
fn joss_ann(c: f64, d: f64, body: &str) -> Table {
    let mut params = Table::default();
    params.insert("probability", Value::from_json(&json!([c, d])).expect("a list"));
    params.insert("body", body);
    params
}

/// The probe of Ashlock & Kim 2008 at (x, y), in two ways that are alike in distribution: Joss-Ann of tit-for-tat below the
/// diagonal; on and above it, the dual of Joss-Ann at (1 - x, 1 - y), and Joss-Ann of the dual, which is an automaton.
fn probes(cast: &Cast, x: f64, y: f64) -> [Box<dyn Strategy>; 2] {
    if x + y < 1.0 {
        return [0, 1].map(|_| cast.build("joss_ann", joss_ann(x, y, "tit_for_tat")));
    }
    let mut inner = Table::default();
    inner.insert("name", "joss_ann");
    inner.insert("params", joss_ann(1.0 - x, 1.0 - y, "tit_for_tat"));
    let mut params = Table::default();
    params.insert("body", inner);
    [cast.build("dual", params), cast.build("joss_ann", joss_ann(1.0 - y, 1.0 - x, "dual(body=tit_for_tat)"))]
}

/// Ashlock fingerprints: the chain's expectations are the exact ones, and play agrees with the record's means.
#[test]
fn ashlock_fingerprints_agree() {
    let cast = Cast::new();
    let rules = Rules::new(usual(), Length::Known(200));
    let rows = fingerprints("ashlock");
    let failures = map_indexed(rows.len(), |k| {
        let row = &rows[k];
        let number = |key: &str| row[key].as_f64().expect("a number");
        let own = cast.default_player(text(row, "strategy")).expect("they exist");
        let [probe, as_automaton] = probes(&cast, number("x"), number("y"));
        let place = format!("{} {} {}", text(row, "strategy"), number("x"), number("y"));
        let exact: Vec<f64> =
            row["exact"].as_array().expect("three").iter().map(|v| v.as_f64().expect("one")).collect();
        let key = RunKey::derive(Seed(1), 0, "");
        let spec = Match { rules: &rules, key: &key, place: &place, repetition: 0 };
        let automata = [(&own, 0), (&as_automaton, 1)]
            .map(|(s, k)| s.automaton(&rules.told(PlayerId(k))).expect("finite automata"));
        let expected = expect(&spec, &automata[0], &automata[1], |_| ()).expect("two players");
        let profiles = &expected.profiles;
        let payoff = |values: [f64; 4]| profiles.iter().zip(values).map(|(p, v)| p * v).sum::<f64>() / 200.0;
        let got = [payoff([3.0, 0.0, 5.0, 1.0]), payoff([3.0, 5.0, 0.0, 1.0]), payoff([1.0, 1.0, 0.0, 0.0])];
        assert!(got.iter().zip(&exact).all(|(got, want)| (got - want).abs() < 1e-9), "{place}: {got:?}, {exact:?}");
        let mut samples: [Vec<f64>; 3] = Default::default();
        for course in courses(&rules, &place, [own, probe], REPETITIONS) {
            let counts: Vec<f64> = course.counts(4).into_iter().map(|count| count as f64).collect();
            let (score_a, score_b) = scores(&course, &rules.game);
            for (sample, value) in samples.iter_mut().zip([score_a as f64, score_b as f64, counts[0] + counts[1]]) {
                sample.push(value / 200.0);
            }
        }
        let far = |(sample, want): (&Vec<f64>, &f64)| {
            let (mean, se) = mean_and_se(sample);
            ((mean - want).abs() > BOUND * se + 1e-9).then(|| format!("{place}: {mean} +- {se}, expected {want}"))
        };
        samples.iter().zip(&exact).filter_map(far).collect::<Vec<_>>()
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(rows.len(), 85);
}

/// Transitive fingerprints: in how many matches against Random a strategy cooperates, turn by turn.
#[test]
fn transitive_fingerprints_agree() {
    let cast = Cast::new();
    let rows = fingerprints("transitive");
    for row in &rows {
        let own = cast.default_player(text(row, "strategy")).expect("they exist");
        let other = cast.player("Random", &json!({"p": row["p"]})).expect("random exists");
        let rules = Rules::new(usual(), Length::Known(whole(row, "turns")));
        let place = format!("{} {}", text(row, "strategy"), row["p"]);
        let mut cooperations = vec![0u32; whole(row, "turns") as usize];
        for course in courses(&rules, &place, [own, other], REPETITIONS) {
            for (count, profile) in cooperations.iter_mut().zip(course.iter()) {
                *count += u32::from(profile < 2);
            }
        }
        let n = f64::from(whole(row, "repetitions"));
        for (turn, (count, want)) in cooperations.iter().zip(row["cooperations"].as_array().expect("turns")).enumerate()
        {
            let want = want.as_f64().expect("a count");
            let (p, q) = (f64::from(*count) / REPETITIONS as f64, want / n);
            // Under the null hypothesis both are of one binomial distribution, whose share the pooled one estimates.
            let pooled = (f64::from(*count) + want) / (REPETITIONS as f64 + n);
            let se = (pooled * (1.0 - pooled) * (1.0 / REPETITIONS as f64 + 1.0 / n)).sqrt();
            assert!((p - q).abs() <= BOUND * se + 1e-12, "{place} turn {turn}: {p}, expected {q}");
        }
    }
    assert_eq!(rows.len(), 19);
}
