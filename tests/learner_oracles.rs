//! Learning rules against trajectories that other software computed, most of them in exact arithmetic.
//!
//! `tests/oracles/marl/matrix_learning.jsonl.gz` holds 1040 records of many kinds; those about learning in one game are
//! checked here, whole. In all of them ties go to the lowest action and both players move at once unless it says otherwise.

mod common;

use comity::catalogue::{Place, Value};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::learner::{self, Feedback, Learner, Meeting, Seat};
use comity::sim::{Draws, Purpose, Who};
use serde_json::Value as Json;

fn records(kind: &str, least: usize) -> Vec<Json> {
    let found: Vec<Json> = common::oracle_lines("marl/matrix_learning.jsonl.gz")
        .into_iter()
        .filter(|record| record["kind"] == kind)
        .collect();
    assert!(found.len() >= least, "{} records of {kind}", found.len());
    found
}

fn draws() -> Draws {
    RunKey::derive(Seed(1), 0, "").draws(Who::agent("x"), Purpose::Choice)
}

fn learner(call: &str) -> Box<dyn Learner> {
    let catalogue = learner::catalogue();
    let spec =
        catalogue.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|faults| panic!("{call}: {faults}"));
    catalogue.build(&spec, &()).unwrap_or_else(|faults| panic!("{call}: {faults}"))
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| {
        let exact: Rational = value.as_str().expect("a number").parse().expect("a fraction");
        exact.to_f64()
    })
}

fn numbers(value: &Json) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(number).collect()
}

fn list(values: &[f64]) -> String {
    format!("[{}]", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance * b.abs().max(1.0), "{what}: {found:?}, expected {expected:?}");
    }
}

/// Both seats of a game by its two tables.
fn seats(input: &Json) -> [Seat; 2] {
    let table = |key: &str| -> Vec<Vec<Rational>> {
        let rows = input[key].as_array().expect("a table").iter();
        let cell = |x: &Json| Rational::from(x.as_i64().expect("whole payoffs"));
        rows.map(|row| row.as_array().expect("a row").iter().map(cell).collect()).collect()
    };
    let game = NormalForm::bimatrix("g", [""; 0], &table("A"), &table("B")).expect("a game");
    [0, 1].map(|k| Seat::of(&game, PlayerId(k)))
}

/// Two learners in the seats of a game.
struct Pair {
    seats: [Seat; 2],
    learners: [Box<dyn Learner>; 2],
    draws: Draws,
}

impl Pair {
    fn new(input: &Json, calls: [String; 2]) -> Self {
        let mut pair = Self { seats: seats(input), learners: calls.map(|call| learner(&call)), draws: draws() };
        for (learner, seat) in pair.learners.iter_mut().zip(&pair.seats) {
            learner.fits(seat).unwrap_or_else(|fault| panic!("{fault}"));
            learner.begin(seat, &mut pair.draws);
        }
        pair
    }

    fn tell(&mut self, player: usize, actions: [usize; 2]) {
        let row = self.seats[player].row(actions[1 - player]);
        let payoff = row[actions[player]];
        let context = u32::try_from(actions[1 - player]).expect("few actions");
        let seen = [Meeting { context, times: 1, payoff, peer: 0.0 }];
        self.learners[player].learn(&Feedback { action: Some(actions[player]), payoff, payoffs: row, seen: &seen });
    }

    fn mixtures(&self) -> [Vec<f64>; 2] {
        [0, 1].map(|k| {
            let mut mixture = vec![0.0; self.seats[k].actions()];
            assert!(self.learners[k].mixture(&mut mixture));
            mixture
        })
    }

    /// One round of mean dynamics: both learn from expected payoffs.
    fn expected_round(&mut self) {
        let mixtures = self.mixtures();
        for k in 0..2 {
            let seat = &self.seats[k];
            let mut payoffs = vec![0.0; seat.actions()];
            for (context, p) in mixtures[1 - k].iter().enumerate() {
                for (sum, payoff) in payoffs.iter_mut().zip(seat.row(context)) {
                    *sum += p * payoff;
                }
            }
            let payoff = mixtures[k].iter().zip(&payoffs).map(|(p, u)| p * u).sum();
            self.learners[k].learn(&Feedback { action: None, payoff, payoffs: &payoffs, seen: &[] });
        }
    }
}

fn profiles(value: &Json) -> Vec<[usize; 2]> {
    let pair = |actions: &Json| {
        [0, 1].map(|k| usize::try_from(actions[k].as_u64().expect("an action")).expect("a small number"))
    };
    value.as_array().expect("a list").iter().map(pair).collect()
}

#[test]
fn fictitious_play_takes_the_recorded_actions() {
    for record in records("fictitious_play", 70) {
        let (input, expected) = (&record["input"], &record["expected"]);
        // The row player believes in the column player's counts.
        let call = |key: &str| format!("fictitious_play(counts={})", list(&numbers(&input[key])));
        let mut pair = Pair::new(input, [call("init_counts_col"), call("init_counts_row")]);
        for (round, actions) in profiles(&expected["actions"]).into_iter().enumerate() {
            let mut draws = pair.draws.clone();
            let found = [0, 1].map(|k| pair.learners[k].choose(&mut draws));
            assert_eq!(found, actions, "{} in round {round}", record["id"]);
            pair.tell(0, actions);
            pair.tell(1, actions);
        }
    }
}

#[test]
fn alternating_fictitious_play_takes_the_recorded_actions() {
    for record in records("fictitious_play_alternating", 20) {
        let call = || "fictitious_play(prior=0)".to_string();
        let mut pair = Pair::new(&record["input"], [call(), call()]);
        for actions in profiles(&record["expected"]["actions"]) {
            let mut draws = pair.draws.clone();
            assert_eq!(pair.learners[0].choose(&mut draws), actions[0], "{}", record["id"]);
            // The column player sees the row player's action before it chooses its own.
            pair.tell(1, actions);
            assert_eq!(pair.learners[1].choose(&mut draws), actions[1], "{}", record["id"]);
            pair.tell(0, actions);
        }
    }
}

#[test]
fn regret_matching_in_expectation_has_the_recorded_mixtures_and_regrets() {
    for record in records("regret_matching", 70) {
        let (input, expected) = (&record["input"], &record["expected"]);
        let call = || format!("regret_matching(plus={})", input["plus"]);
        let id = record["id"].to_string();
        for (form, tolerance) in [("exact", 1e-12), ("float", 1e-7)] {
            let wanted = &expected[form];
            if wanted.is_null() {
                continue;
            }
            let mut pair = Pair::new(input, [call(), call()]);
            let rounds = wanted["T"].as_u64().expect("a number of rounds");
            let mut sums = pair.seats.clone().map(|seat| vec![0.0; seat.actions()]);
            for round in 0..rounds {
                let mixtures = pair.mixtures();
                for k in 0..2 {
                    sums[k].iter_mut().zip(&mixtures[k]).for_each(|(sum, p)| *sum += p);
                    let stated = &wanted["strategies"][usize::try_from(round).expect("few")][k];
                    if !stated.is_null() {
                        close(&mixtures[k], &numbers(stated), tolerance, &id);
                    }
                }
                pair.expected_round();
            }
            for (k, name) in ["row", "col"].iter().enumerate() {
                let mean: Vec<f64> = sums[k].iter().map(|sum| sum / rounds as f64).collect();
                close(&mean, &numbers(&wanted[format!("avg_{name}")]), tolerance, &id);
                close(pair.learners[k].values(), &numbers(&wanted[format!("regrets_{name}")]), tolerance, &id);
            }
        }
    }
}

/// One learner that is told a vector of payoffs a round.
fn told(record: &Json, call: &str, mut each: impl FnMut(usize, &[f64])) -> Box<dyn Learner> {
    let utilities: Vec<Vec<f64>> =
        record["input"]["utilities"].as_array().expect("a list").iter().map(numbers).collect();
    let seat = Seat::bandit(utilities[0].len(), -10.0, 10.0);
    let mut learner = learner(call);
    learner.begin(&seat, &mut draws());
    for (round, payoffs) in utilities.iter().enumerate() {
        let mut mixture = vec![0.0; seat.actions()];
        assert!(learner.mixture(&mut mixture));
        each(round, &mixture);
        let payoff = mixture.iter().zip(payoffs).map(|(p, u)| p * u).sum();
        learner.learn(&Feedback { action: None, payoff, payoffs, seen: &[] });
    }
    learner
}

#[test]
fn regret_matching_answers_given_payoffs_as_recorded() {
    for record in records("regret_matching_given_utilities", 20) {
        let id = record["id"].to_string();
        let strategies = &record["expected"]["strategies"];
        let learner = told(&record, "regret_matching", |round, mixture| {
            close(mixture, &numbers(&strategies[round]), 1e-12, &id);
        });
        close(learner.values(), &numbers(&record["expected"]["regrets"]), 1e-12, &id);
    }
}

#[test]
fn hedge_answers_given_payoffs_as_recorded() {
    for record in records("hedge_given_utilities", 20) {
        let id = record["id"].to_string();
        let expected = &record["expected"];
        let mut reward = 0.0;
        let utilities = &record["input"]["utilities"];
        let learner = told(&record, &format!("hedge(eta={})", record["input"]["eta"]), |round, mixture| {
            close(mixture, &numbers(&expected["strategies"][round]), 1e-10, &id);
            reward += mixture.iter().zip(numbers(&utilities[round])).map(|(p, u)| p * u).sum::<f64>();
        });
        let sums = learner.values();
        close(sums, &numbers(&expected["cumulative_utility"]), 1e-12, &id);
        let best = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        close(
            &[reward, best - reward],
            &[number(&expected["expected_reward"]), number(&expected["external_regret"])],
            1e-10,
            &id,
        );
    }
}

/// Checks the probabilities of both first actions every so many rounds and at the end.
fn gradient(record: &Json, calls: [String; 2], every: usize, key: &str) {
    let (input, expected) = (&record["input"], &record["expected"]);
    let tolerance = number(&expected["tol"]);
    let id = record["id"].to_string();
    let mut pair = Pair::new(input, calls);
    let rounds = usize::try_from(input["T"].as_u64().expect("rounds")).expect("few");
    for round in 0..=rounds {
        let firsts = pair.mixtures().map(|mixture| mixture[0]);
        if round % every == 0 {
            close(&firsts, &numbers(&expected[key][round / every]), tolerance, &id);
        }
        if round == rounds {
            close(&firsts, &numbers(&expected["final"]), tolerance, &id);
        }
        pair.expected_round();
    }
}

fn starts(input: &Json) -> [String; 2] {
    ["alpha0", "beta0"].map(|key| {
        let x = number(&input[key]);
        list(&[x, 1.0 - x])
    })
}

#[test]
fn gradient_ascent_follows_the_recorded_path() {
    for record in records("iga", 25) {
        // A step in the simplex is half of one in the probability of the first action.
        let step = 2.0 * number(&record["input"]["step"]);
        let calls = starts(&record["input"]).map(|start| format!("gradient_ascent(step={step}, initial={start})"));
        gradient(&record, calls, 50, "every50");
    }
}

#[test]
fn wolf_gradient_ascent_follows_the_recorded_path() {
    for record in records("wolf_iga", 3) {
        let input = &record["input"];
        for (seat, equilibrium) in seats(input).iter().zip(numbers(&input["eq"])) {
            assert_eq!(seat.equilibrium(), Some(equilibrium), "{}", record["id"]);
        }
        let (step, win, lose) = (&input["step"], &input["l_min"], &input["l_max"]);
        let calls = starts(input)
            .map(|start| format!("wolf_gradient_ascent(step={step}, win={win}, lose={lose}, initial={start})"));
        gradient(&record, calls, 500, "every500");
    }
}

#[test]
fn wolf_phc_updates_as_recorded() {
    for record in records("wolf_phc_updates", 26) {
        let (input, expected) = (&record["input"], &record["expected"]);
        let (alpha, win, lose) = (&input["alpha"], &input["delta_win"], &input["delta_lose"]);
        let call = || format!("wolf_phc(rate={alpha}, win={win}, lose={lose}, mistake=0)");
        let mut pair = Pair::new(input, [call(), call()]);
        let id = record["id"].to_string();
        for (round, actions) in profiles(&input["actions"]).into_iter().enumerate() {
            pair.tell(0, actions);
            pair.tell(1, actions);
            if (round + 1) % 10 == 0 {
                for (k, mixture) in pair.mixtures().iter().enumerate() {
                    close(mixture, &numbers(&expected["pi_every10"][round / 10][k]), 1e-9, &id);
                }
            }
        }
        for (k, mixture) in pair.mixtures().iter().enumerate() {
            close(pair.learners[k].values(), &numbers(&expected["q"][k]), 1e-9, &id);
            close(mixture, &numbers(&expected["pi"][k]), 1e-9, &id);
        }
    }
}

#[test]
fn values_of_actions_are_updated_as_recorded() {
    for record in records("stateless_q_updates", 39) {
        let (input, expected) = (&record["input"], &record["expected"]);
        let [alpha, beta, initial] = ["alpha", "beta", "q0"].map(|key| number(&input[key]));
        let id = record["id"].to_string();
        let calls = [
            ("iql", format!("boltzmann_q(rate={alpha}, initial={initial})")),
            ("iql", format!("epsilon_greedy_q(rate={alpha}, initial={initial})")),
            ("hysteretic", format!("boltzmann_q(rate={alpha}, rate_down={beta}, initial={initial})")),
            // The best that an action ever paid, or its first value: all of a surprise above, nothing of one below.
            ("distributed_max", format!("epsilon_greedy_q(rate=1, rate_down=0, initial={initial})")),
            ("jal_expected_value", format!("joint_action_learner(rate={alpha}, initial={initial}, prior=0)")),
        ];
        for (key, call) in calls {
            let mut pair = Pair::new(input, [call.clone(), call]);
            for actions in profiles(&input["actions"]) {
                pair.tell(0, actions);
                pair.tell(1, actions);
            }
            for k in 0..2 {
                close(pair.learners[k].values(), &numbers(&expected[key][k]), 1e-9, &format!("{id} {key}"));
            }
        }
    }
}

#[test]
fn boltzmann_q_in_expectation_follows_the_recorded_path() {
    for record in records("expected_boltzmann_q", 26) {
        let (input, expected) = (&record["input"], &record["expected"]);
        let (alpha, tau) = (&input["alpha"], &input["tau"]);
        let call = |key: &str| {
            let initials = list(&numbers(&input[key]));
            format!("boltzmann_q(rate={alpha}, temperature={tau}, initials={initials})")
        };
        let mut pair = Pair::new(input, [call("q0_row"), call("q0_col")]);
        for _ in 0..input["T"].as_u64().expect("rounds") {
            pair.expected_round();
        }
        let id = record["id"].to_string();
        let tolerance = number(&expected["tol"]);
        for (k, name) in ["row", "col"].iter().enumerate() {
            close(pair.learners[k].values(), &numbers(&expected[format!("q_{name}")]), tolerance, &id);
            close(&pair.mixtures()[k], &numbers(&expected[format!("pi_{name}")]), tolerance, &id);
        }
    }
}
