//! What is known exactly of small games, against values that other software computed: the records of
//! `tests/oracles/marl/matrix_learning.jsonl.gz` that are not about one learner (`learner_oracles`) or about credit (`credit`), whole.
//! Ties go to the lowest index throughout.

mod common;

use comity::equilibrium::evolution::{Flow, Payoffs, TwoPopulations};
use comity::equilibrium::finite_horizon::{MemoryOne, optimal_values};
use comity::equilibrium::level_k::{Levels, beauty_contest, poisson};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::league::{Against, Levers, MatrixGame, Priority, double_oracle, grow};
use serde_json::Value as Json;
use std::collections::BTreeSet;

fn all() -> Vec<Json> {
    common::oracle_lines("marl/matrix_learning.jsonl.gz")
}

fn records(kind: &str, least: usize) -> Vec<Json> {
    let found: Vec<Json> = all().into_iter().filter(|record| record["kind"] == kind).collect();
    assert!(found.len() >= least, "{} records of {kind}", found.len());
    found
}

fn exact(value: &Json) -> Rational {
    match value {
        Json::String(text) => text.parse().expect("a number"),
        other => other.to_string().parse().expect("a number"),
    }
}

fn exacts(value: &Json) -> Vec<Rational> {
    value.as_array().expect("a list").iter().map(exact).collect()
}

fn matrix(value: &Json) -> Vec<Vec<Rational>> {
    value.as_array().expect("a table").iter().map(exacts).collect()
}

fn floats(value: &Json) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn index(value: &Json) -> usize {
    usize::try_from(value.as_u64().expect("an index")).expect("small")
}

fn indices(value: &Json) -> Vec<usize> {
    value.as_array().expect("a list").iter().map(index).collect()
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{what}: {found:?}, expected {expected:?}");
    }
}

/// The kinds of records, and the file that checks each.
#[test]
fn every_record_is_checked_somewhere() {
    let texts = [include_str!("learner_oracles.rs"), include_str!("credit.rs"), include_str!("matrix_oracles.rs")];
    let kinds: BTreeSet<String> = all().iter().map(|r| r["kind"].as_str().expect("a kind").to_string()).collect();
    for kind in &kinds {
        assert!(texts.iter().any(|text| text.contains(&format!("records(\"{kind}\""))), "nothing checks {kind}");
    }
    assert_eq!(kinds.len(), 25);
}

#[test]
fn double_oracles_grow_as_recorded() {
    for record in records("double_oracle", 26) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let game = MatrixGame::new(matrix(&input["M"])).expect("a matrix");
        let found = double_oracle(&game, index(&input["init_row"]), index(&input["init_col"])).expect("small");
        let steps = expected["iterations"].as_array().expect("iterations");
        assert_eq!(found.len(), steps.len(), "{id}");
        for (found, step) in found.iter().zip(steps) {
            assert_eq!((&found.rows, &found.columns), (&indices(&step["rows"]), &indices(&step["cols"])), "{id}");
            let of = |mixture: &[Rational], places: &[usize]| -> Vec<Rational> {
                places.iter().map(|place| mixture[*place].clone()).collect()
            };
            assert_eq!(of(&found.pair.row, &found.rows), exacts(&step["x"]), "{id}");
            assert_eq!(of(&found.pair.column, &found.columns), exacts(&step["y"]), "{id}");
            assert_eq!(found.responses, (index(&step["br_row"]), index(&step["br_col"])), "{id}");
            assert_eq!(found.exploitability, exact(&step["nash_conv"]), "{id}");
        }
        let last = &found.last().expect("an iteration").pair;
        assert_eq!((&last.row, &last.column), (&exacts(&expected["full_x"]), &exacts(&expected["full_y"])), "{id}");
        let value: Rational = game.rows_against(&last.column).iter().zip(&last.row).map(|(u, p)| u * p).sum();
        assert_eq!(value, exact(&expected["value"]), "{id}");
    }
}

/// Four opponents that are always beaten, and a recorded distribution over two of them. All weights vanish, and the record's own
/// rule is then that all four are met alike.
const DISPUTED: &str = "pfsp-0000";

#[test]
fn priorities_are_as_recorded() {
    for record in records("pfsp", 16) {
        let rates = exacts(&record["input"]["win_rates"]);
        for priority in Priority::ALL {
            let expected = &record["expected"][priority.name()];
            let shares = priority.shares(&rates);
            if record["id"] == DISPUTED {
                assert_eq!(shares, vec![Rational::new(1, 4); 4]);
                continue;
            }
            assert_eq!(shares, exacts(expected), "{} {}", record["id"], priority.name());
        }
    }
}

#[test]
fn levers_are_worth_what_is_recorded() {
    for record in records("other_play_lever", 4) {
        let (expected, id) = (&record["expected"], record["id"].to_string());
        let levers = Levers::new(&exacts(&record["input"]["payoffs"])).expect("levers");
        assert_eq!(levers.self_play(), exact(&expected["self_play_value"]), "{id}");
        assert_eq!(levers.cross_play(), exact(&expected["self_play_cross_play"]), "{id}");
        for (payoff, value) in levers.class_values() {
            assert_eq!(value, exact(&expected["class_value"][payoff.to_string()]), "{id}");
        }
        let (value, classes) = levers.other_play();
        assert_eq!((value, classes), (exact(&expected["other_play_value"]), exacts(&expected["other_play_classes"])));
    }
    assert!(Levers::new(&[]).expect_err("none").to_string().starts_with("0 levers"));
}

#[test]
fn values_with_rounds_left_are_as_recorded() {
    for record in records("repeated_game_optimal_q", 110) {
        let (input, id) = (&record["input"], record["id"].to_string());
        let chances = |state: &str| {
            let first = exact(&input["opp_prob_action0"][state]);
            vec![first.clone(), Rational::one() - first]
        };
        let states = ["00", "01", "10", "11"];
        let opponent = MemoryOne { first: chances("start"), after: states.map(chances).to_vec() };
        let rounds = index(&input["horizon"]);
        let found = optimal_values(&matrix(&input["A"]), &opponent, &exact(&input["gamma"]), rounds).expect("sound");
        let expected = record["expected"]["q_by_rounds_left"].as_object().expect("by rounds");
        assert_eq!(found.len(), expected.len(), "{id}");
        for (left, values) in (1..).zip(&found) {
            let expected = &expected[&left.to_string()];
            assert_eq!(values.first, exacts(&expected["start"]), "{id} {left}");
            for (state, values) in states.iter().zip(&values.after) {
                assert_eq!(*values, exacts(&expected[*state]), "{id} {left} {state}");
            }
        }
    }
    let nobody = MemoryOne { first: Vec::new(), after: Vec::new() };
    let fault = optimal_values(&[vec![Rational::one()]], &nobody, &Rational::one(), 1).expect_err("no opponent");
    assert_eq!(fault.code, "wrong-opponent");
}

#[test]
fn levels_of_reasoning_guess_as_recorded() {
    for record in records("level_k_beauty", 3) {
        let input = &record["input"];
        let (p, naive) = (exact(&input["p"]).to_f64(), exact(&input["level0_mean"]).to_f64());
        let depth = index(&input["levels"]);
        let below = |level: usize| (0..level).map(|k| f64::from(u8::from(k + 1 == level))).collect();
        let expected: Vec<f64> = exacts(&record["expected"]["guesses"]).iter().map(Rational::to_f64).collect();
        close(&beauty_contest(p, naive, depth, below), &expected, 1e-12, &record["id"].to_string());
    }
    for record in records("cognitive_hierarchy_beauty", 16) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let number = |key: &str| input[key].as_f64().expect("a number");
        let depth = index(&input["max_level"]);
        let shares = poisson(number("tau"), depth);
        let guesses = beauty_contest(number("p"), number("level0_mean"), depth, |level| shares[..level].to_vec());
        let tolerance = expected["tol"].as_f64().expect("a tolerance");
        close(&guesses, &floats(&expected["level_guess"]), tolerance, &id);
        let mean: f64 = guesses.iter().zip(&shares).map(|(guess, share)| guess * share).sum();
        close(&[mean], &[expected["population_mean"].as_f64().expect("a mean")], tolerance, &id);
    }
    for record in records("level_k_bimatrix", 16) {
        let input = &record["input"];
        let game = NormalForm::bimatrix("g", [""; 0], &matrix(&input["A"]), &matrix(&input["B"])).expect("a game");
        let levels = Levels::level_k(&game, None, 6);
        let expected = record["expected"]["level_1_to_6"].as_array().expect("levels");
        for (level, expected) in (1..=6).zip(expected) {
            let taken: Vec<usize> = levels
                .at(level)
                .strategies()
                .iter()
                .map(|mixed| mixed.probabilities().iter().position(|p| *p == 1).expect("a pure strategy"))
                .collect();
            assert_eq!(taken, indices(expected), "{} at level {level}", record["id"]);
        }
    }
}

#[test]
fn replicators_follow_the_recorded_paths() {
    for record in records("replicator_single_population", 10) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let flow = Flow::replicator(&Payoffs::new(&matrix(&input["A"])).expect("payoffs"));
        let dt = input["dt"].as_f64().expect("a step");
        let mut state = floats(&input["x0"]);
        for expected_state in expected["every200"].as_array().expect("states") {
            close(&state, &floats(expected_state), expected["tol"].as_f64().expect("a tolerance"), &id);
            state = flow.runge_kutta(&state, dt, 200).expect("a short step");
        }
    }
    for record in records("replicator_two_population", 26) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let table = |key: &str| -> Vec<Vec<f64>> {
            matrix(&input[key]).iter().map(|row| row.iter().map(Rational::to_f64).collect()).collect()
        };
        let flow = TwoPopulations::new(table("A"), table("B")).expect("tables");
        let dt = input["dt"].as_f64().expect("a step");
        let (mut x, mut y) = (floats(&input["x0"]), floats(&input["y0"]));
        let tolerance = expected["tol"].as_f64().expect("a tolerance");
        for state in expected["every100"].as_array().expect("states") {
            close(&x, &floats(&state[0]), tolerance, &id);
            close(&y, &floats(&state[1]), tolerance, &id);
            (x, y) = flow.runge_kutta((&x, &y), dt, 100).expect("shares");
        }
    }
}

/// Rock, paper, scissors from rock alone: self-play runs in a circle for ever, the mean of all that came approaches the equilibrium
/// slowly, responses to equilibria of what there is reach it in the third iteration (McMahan, Gordon & Blum 2003; Lanctot et al. 2017).
#[test]
fn populations_differ_in_what_they_train_against() {
    let whole = |x: i64| Rational::from(x);
    let rock = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]];
    let game =
        MatrixGame::new(rock.iter().map(|row| row.iter().copied().map(whole).collect()).collect()).expect("a matrix");
    let curve = |against| -> Vec<Rational> {
        grow(&game, (0, 0), against, 30).expect("small").into_iter().map(|step| step.exploitability).collect()
    };
    assert!(curve(Against::Latest).iter().all(|gain| *gain == 2));
    let (oracle, mean) = (curve(Against::Equilibrium), curve(Against::Uniform));
    assert_eq!(oracle[..3], [whole(2), whole(2), whole(0)]);
    assert!(oracle[3..].iter().all(Rational::is_zero));
    assert!(mean[29] > 0 && mean[29] < Rational::new(1, 2), "{}", mean[29]);
    let prioritised = curve(Against::Prioritised(Priority::Squared));
    assert!(prioritised.iter().all(|gain| *gain > 0 && *gain <= whole(2)));
    assert_eq!(MatrixGame::new(Vec::new()).expect_err("no cell").code, "wrong-matrix");
}
