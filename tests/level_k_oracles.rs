//! Level-k reasoning and the cognitive hierarchy against recorded answers of another implementation.

mod common;

use comity::equilibrium::level_k::{Levels, beauty_contest, poisson};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::PlayerId;
use common::oracle_lines;
use serde_json::Value as Json;

fn rows(kind: &str) -> Vec<Json> {
    let all = oracle_lines("marl/matrix_learning.jsonl.gz");
    all.into_iter().filter(|row| row["kind"] == kind).collect()
}

fn table(json: &Json) -> Vec<Vec<Rational>> {
    let number = |value: &Json| -> Rational { value.to_string().trim_matches('"').parse().expect("a number") };
    let rows = json.as_array().expect("rows");
    rows.iter().map(|row| row.as_array().expect("cells").iter().map(number).collect()).collect()
}

#[test]
fn levels_play_what_is_recorded() {
    let rows = rows("level_k_bimatrix");
    assert_eq!(rows.len(), 16);
    for row in rows {
        let input = &row["input"];
        assert_eq!((input["level0"].as_str(), input["tie"].as_str()), (Some("uniform"), Some("lowest index")));
        let game = NormalForm::bimatrix("g", [""; 0], &table(&input["A"]), &table(&input["B"])).expect("a game");
        let levels = Levels::level_k(&game, None, 6);
        let wanted: Vec<[usize; 2]> =
            serde_json::from_value(row["expected"]["level_1_to_6"].clone()).expect("six profiles");
        for (k, actions) in wanted.iter().enumerate() {
            for (player, action) in actions.iter().enumerate() {
                let strategy = levels.at(k + 1).strategy(PlayerId::at(player));
                assert_eq!(strategy.pure_action(), Some(*action), "{} level {} player {player}", row["id"], k + 1);
            }
        }
    }
}

#[test]
fn guesses_of_the_beauty_contest_are_those_recorded() {
    let exact = rows("level_k_beauty");
    assert_eq!(exact.len(), 3);
    for row in exact {
        let input = &row["input"];
        let p: Rational = input["p"].as_str().expect("a fraction").parse().expect("a fraction");
        let (naive, depth) =
            (input["level0_mean"].as_f64().expect("a mean"), input["levels"].as_u64().expect("levels"));
        let below = |k: usize| (0..k).map(|level| if level + 1 == k { 1.0 } else { 0.0 }).collect();
        let guesses = beauty_contest(p.to_f64(), naive, depth as usize, below);
        for (guess, wanted) in guesses.iter().zip(row["expected"]["guesses"].as_array().expect("guesses")) {
            let wanted: Rational = wanted.as_str().expect("a fraction").parse().expect("a fraction");
            assert!((guess - wanted.to_f64()).abs() < 1e-12 * wanted.to_f64(), "{}: {guess} {wanted}", row["id"]);
        }
    }
    let hierarchies = rows("cognitive_hierarchy_beauty");
    assert_eq!(hierarchies.len(), 16);
    for row in hierarchies {
        let input = &row["input"];
        let number = |key: &str| input[key].as_f64().expect("a number");
        let (tau, depth) = (number("tau"), input["max_level"].as_u64().expect("levels") as usize);
        let shares = poisson(tau, depth);
        let guesses = beauty_contest(number("p"), number("level0_mean"), depth, |k| shares[..k].to_vec());
        let expected = &row["expected"];
        for (guess, wanted) in guesses.iter().zip(expected["level_guess"].as_array().expect("guesses")) {
            assert!((guess - wanted.as_f64().expect("a number")).abs() < 1e-9, "{}: {guess} {wanted}", row["id"]);
        }
        let mean: f64 = guesses.iter().zip(&shares).map(|(guess, share)| guess * share).sum();
        assert!((mean - expected["population_mean"].as_f64().expect("a mean")).abs() < 1e-9, "{}", row["id"]);
    }
}
