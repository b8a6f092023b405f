//! Contracts and records as switches of repeated games and of learning: agents switch where closed forms say, deposits are
//! conserved, and what is said of it goes over the wire as legal A2A.

mod common;

use comity::exchange::TraceLevel;
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::store::{Recorded, RunRecorder};
use comity::table::{Cell, Table};

fn shipped(name: &str) -> String {
    common::scenarios().into_iter().find(|(file, _)| file == name).expect("it is shipped").1
}

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(text, "here", &[], &Lab::new()).map_err(|faults| faults.to_string())
}

fn play(scenario: &Scenario, level: TraceLevel, trace: &mut Vec<u8>) -> Recorded {
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, trace, &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: level }, &mut recorder).expect("it runs");
    recorder.finish().expect("memory does not fail")
}

fn run(text: &str) -> Recorded {
    let scenario = read(text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    play(&scenario, TraceLevel::Off, &mut Vec::new())
}

fn scenario(model: &str, agents: &[(&str, u32, &str)]) -> String {
    let group = |(name, count, strategy): &(&str, u32, &str)| {
        format!("[[agents]]\nname = \"{name}\"\ncount = {count}\nstrategy = \"{strategy}\"\n")
    };
    let agents: String = agents.iter().map(group).collect();
    format!("schema = 1\ntitle = \"t\"\nseed = 5\n{model}\n{agents}")
}

/// The number in a column of the row in which other columns are as given.
fn number(recorded: &Recorded, table: &str, row: &[(&str, &str)], column: &str) -> f64 {
    let table: &Table = recorded.tables.get(table).expect("a table");
    let is = |at: usize, key: &str, value: &str| table.at(at, key).is_some_and(|cell| cell.show() == value);
    let found: Vec<usize> = (0..table.len()).filter(|at| row.iter().all(|(key, value)| is(*at, key, value))).collect();
    let [at] = found[..] else { panic!("{} rows of {row:?}", found.len()) };
    match table.at(at, column) {
        Some(Cell::Float(value)) => value,
        other => panic!("{column} of {row:?} is {other:?}"),
    }
}

/// A fine of 3 in the last of five rounds is worth `3 x 0.9^4` at first, and a fee of 1/2 in each `(1 - 0.9^5) / 0.1` halves;
/// among strangers, who meet for a round each, rounds are worth as much as among partners.
#[test]
fn fines_fees_and_meetings_are_discounted_like_their_rounds() {
    let run = |more: &str| {
        let model = format!(
            "[model.repeated]\ngame = \"prisoners_dilemma\"\nlength = {{ known = 5 }}\ndiscount = 0.9\nrepetitions = 1\n{more}"
        );
        let found = run(&scenario(&model, &[("a", 1, "cooperator"), ("b", 1, "defector")]));
        ["a", "b"].map(|agent| number(&found, "agents", &[("agent", agent)], "score"))
    };
    let weights = (1.0 - libm::pow(0.9, 5.0)) / 0.1;
    let (free, fined) = (run(""), run("audits = [{ last = 1, penalty = 3 }]"));
    let charged = run("records = { fee = 0.5 }");
    let strangers = run("matching = \"strangers\"");
    for (found, expected) in [
        (free[0], -5.0 * weights),
        (free[1] - fined[1], 3.0 * libm::pow(0.9, 4.0)),
        (free[0] - charged[0], 0.5 * weights),
        (strangers[0], -5.0 * weights),
        (strangers[1], 0.0),
    ] {
        assert!((found - expected).abs() < 1e-9, "{found} and {expected}");
    }
}

/// Who reckons with a partner who keeps its word for sure, half of the time or never switches at T - R, at (T - R + P - S) / 2
/// and at P - S: 1, 3/2 and 2 in the dilemma; never, 1/2 and 2 in the stag hunt. A hundredth to either side, under a court
/// that convicts nine in ten and errs once in ten.
#[test]
fn strategies_keep_their_word_from_the_closed_forms_on() {
    for (game, thresholds) in [("prisoners_dilemma", [1.0f64, 1.5, 2.0]), ("stag_hunt", [0.0, 0.5, 2.0])] {
        for (share, threshold) in ["1", "0.5", "0"].into_iter().zip(thresholds) {
            for (deterrent, keeps) in [(threshold - 0.01, false), (threshold, true), (threshold + 0.01, true)] {
                if deterrent < 0.0 {
                    continue;
                }
                let bond = format!("{}/800", (1000.0 * deterrent).round());
                let contract = format!("{{ bond = \"{bond}\", detect = \"9/10\", false_alarm = \"1/10\" }}");
                let model = format!(
                    "[model.repeated]\ngame = \"{game}\"\nmatching = \"strangers\"\nlength = {{ known = 5 }}\ncontract = {contract}"
                );
                let strategy = format!("reckoner(share={share})");
                let recorded = run(&scenario(&model, &[("a", 4, &strategy)]));
                let table = recorded.tables.get("strategies").expect("a table");
                let rate = table.at(0, "cooperation_rate").map(|cell| cell.show());
                assert_eq!(rate.as_deref(), Some(if keeps { "1" } else { "0" }), "{game} {share} {deterrent}");
            }
        }
    }
}

/// Nineteen discriminators and a breaker among strangers, T = 20 rounds. A keeper meets the breaker once in 19 rounds; from the
/// second round on that one is known with probability k. Per round, over rounds t with k_1 = 0:
/// keeper (18 R + k_t P + (1 - k_t) S) / 19, breaker k_t P + (1 - k_t) T, so that the breaker gains until k = 20/57 or so.
#[test]
fn a_breaker_among_discriminators_gains_until_it_is_known_often_enough() {
    let (reward, sucker, temptation, punishment) = (-1.0, -5.0, 0.0, -3.0);
    for (known, k) in [("0", 0.0), ("1/4", 0.25), ("1/2", 0.5), ("1", 1.0)] {
        let model = format!(
            "[model.repeated]\nmatching = \"strangers\"\nlength = {{ known = 20 }}\nrepetitions = 400\nrecords = {{ known = \"{known}\" }}"
        );
        let agents = [("keeper", 19, "discriminator(body=cooperator)"), ("breaker", 1, "defector")];
        let recorded = run(&scenario(&model, &agents));
        let score = |strategy: &str| number(&recorded, "strategies", &[("strategy", strategy)], "score_per_round");
        let seen = k * 19.0 / 20.0;
        let keeper = (18.0 * reward + seen * punishment + (1.0 - seen) * sucker) / 19.0;
        let breaker = seen * punishment + (1.0 - seen) * temptation;
        // 400 times 20 rounds of a payoff that is T or P: a standard error of at most 0.017.
        assert!((score("defector") - breaker).abs() < 0.07, "{known}: {} not {breaker}", score("defector"));
        let found = score("discriminator(body=cooperator)");
        assert!((found - keeper).abs() < 0.02, "{known}: {found} not {keeper}");
        assert_eq!(score("defector") > found, k < 0.35, "{known}");
        let least = number(&recorded, "commitments", &[], "least_known");
        assert!((least - 20.0 / 57.0).abs() < 1e-12, "{least}");
    }
}

/// By hand: three rounds of the book's dilemma, a cooperator and a defector, bonds of 2 that go to the other.
#[test]
fn forfeited_bonds_are_paid_and_conserved() {
    let played = |contract: &str| {
        let model = format!("[model.repeated]\nlength = {{ known = 3 }}\ncontract = {contract}");
        run(&scenario(&model, &[("good", 1, "cooperator"), ("bad", 1, "defector")]))
    };
    let of = |recorded: &Recorded, table: &str, column: &str| {
        ["good", "bad"].map(|agent| number(recorded, table, &[("agent", agent)], column))
    };
    for (contract, scores, balances) in [
        ("{ bond = 2 }", [-15.0, -6.0], [0.0, -6.0]),
        ("{ bond = 2, payee = \"victim\" }", [-9.0, -6.0], [6.0, -6.0]),
        ("{ bond = 2, last = 1 }", [-15.0, -2.0], [0.0, -2.0]),
        ("{ bond = 2, fee = 0.5 }", [-16.5, -7.5], [0.0, -6.0]),
        ("{ bond = 2, refuse = [\"bad\"], fee = 0.5 }", [-15.0, 0.0], [0.0, 0.0]),
    ] {
        let recorded = played(contract);
        assert_eq!(of(&recorded, "agents", "score"), scores, "{contract}");
        assert_eq!(of(&recorded, "pledges", "bond_balance"), balances, "{contract}");
        let locked = if contract.contains("refuse") {
            0.0
        } else if contract.contains("last") {
            1.0
        } else {
            3.0
        };
        assert_eq!(of(&recorded, "pledges", "bonds_locked"), [locked; 2], "{contract}");
    }
}

/// Where nobody hears of the dealings of others, a breaker is unknown to all whom it has not met.
#[test]
fn private_books_know_less_than_a_registry() {
    let gained = |records: &str| {
        let model = format!(
            "[model.repeated]\nmatching = \"strangers\"\nlength = {{ known = 10 }}\nrepetitions = 50\nrecords = {records}"
        );
        let agents = [("keeper", 18, "discriminator(body=cooperator)"), ("breaker", 2, "defector")];
        number(&run(&scenario(&model, &agents)), "strategies", &[("strategy", "defector")], "score_per_round")
    };
    let [public, some, private] = ["{}", "{ hears = 0.3 }", "{ hears = 0.0 }"].map(gained);
    assert_eq!(public, gained("{ hears = 1.0 }"));
    assert!(public + 0.1 < some && some + 0.1 < private, "{public} {some} {private}");
    // In whole matches one after the other, a record of two earlier ones is what the third partner knows.
    let model = "[model.repeated]\nlength = { known = 4 }\nrepetitions = 60\nrecords = { model = \"image_scoring\" }";
    let agents = [("keeper", 2, "discriminator"), ("breaker", 1, "defector")];
    let recorded = run(&scenario(model, &agents));
    // Of two matches with the breaker the first costs a keeper its word once, the second never.
    let rate =
        number(&recorded, "pairs", &[("strategy", "discriminator"), ("opponent", "defector")], "cooperation_rate");
    assert_eq!(rate, 1.0 / 8.0);
}

/// Myopic learners from all breaking, and from all keeping: they keep their word from P - S and from T - R on.
#[test]
fn learners_keep_their_word_from_the_closed_forms_on() {
    let reached = |game: &str, start: &str, bond: &str, extra: &str| {
        let model = format!(
            "[model.learning]\ngame = \"{game}\"\nmatching = {{ uniform = {{}} }}\nstart = {{ action = \"{start}\" }}\nrounds = 40\n\
             contract = {{ bond = \"{bond}\" {extra} }}"
        );
        number(&run(&scenario(&model, &[("a", 10, "best_reply")])), "conditions", &[], "target_rate")
    };
    for (game, start, threshold) in
        [("prisoners_dilemma", "defect", 2.0), ("prisoners_dilemma", "cooperate", 1.0), ("stag_hunt", "hare", 2.0)]
    {
        for (deterrent, keeps) in [(threshold - 0.01, 0.0), (threshold + 0.01, 1.0)] {
            for payee in ["sink", "victim"] {
                let found = reached(game, start, &deterrent.to_string(), &format!(", payee = \"{payee}\""));
                assert_eq!(found, keeps, "{game} from {start} at {deterrent}, {payee}");
            }
        }
    }
}

#[test]
fn both_shipped_scenarios_are_legal_a2a_with_contracts_bonds_and_ratings() {
    for name in ["contracts-and-names.toml", "learning-to-sign.toml"] {
        let model = if name.starts_with("learning") { "learning" } else { "repeated" };
        let changes: Vec<Override> = [format!("model.{model}.repetitions=1")]
            .iter()
            .map(|change| Override::parse(change).expect("a change"))
            .collect();
        let scenario = Scenario::read(&shipped(name), "here", &changes, &Lab::new()).expect("it is read");
        let mut trace = Vec::new();
        play(&scenario, TraceLevel::Wire, &mut trace);
        let text = String::from_utf8(trace).expect("UTF-8");
        let [mut referring, mut locked, mut rated, mut rejected, mut signed] = [0; 5];
        for (number, line) in text.lines().enumerate() {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let (kind, object) = (line["type"].as_str().expect("a type"), line["object"].to_string());
            // Every line of the shorter trace, and one in seven of the longer one: all are made by the same code.
            if model == "learning" || number % 7 == 0 {
                let verdict = comity::a2a::validate(kind, &object);
                assert!(verdict.is_ok_and(|errors| errors.is_empty()), "{line}");
            }
            let references = &line["object"]["message"]["referenceTaskIds"];
            referring += usize::from(references.as_array().is_some_and(|list| !list.is_empty()));
            locked += usize::from(object.contains("TASK_STATE_AUTH_REQUIRED"));
            rated += usize::from(line["to"] == "registry");
            rejected += usize::from(object.contains("TASK_STATE_REJECTED"));
            signed += usize::from(object.contains("\"signed\":true"));
        }
        assert!([referring, locked, rated, rejected, signed].iter().all(|count| *count > 0), "{name}: {text}");
    }
}

#[test]
fn what_does_not_go_together_is_said_with_its_place() {
    let repeated = |rules: &str| {
        let model = format!("[model.repeated]\nlength = {{ known = 4 }}\n{rules}");
        read(&scenario(&model, &[("a", 2, "tit_for_tat"), ("b", 2, "reckoner(share=1.5)")])).err().unwrap_or_default()
    };
    assert!(repeated("").contains("from 0 to 1"), "{}", repeated(""));
    let repeated = |rules: &str| {
        let model = format!("[model.repeated]\nlength = {{ known = 4 }}\n{rules}");
        read(&scenario(&model, &[("a", 2, "tit_for_tat")])).err().unwrap_or_default()
    };
    let learning = |rules: &str| {
        read(&scenario(&format!("[model.learning]\n{rules}"), &[("a", 2, "best_reply")])).err().unwrap_or_default()
    };
    for (found, says) in [
        (repeated("contract = { bond = -1 }"), "`bond` is -1"),
        (repeated("contract = { bond = 1, detect = \"3/2\" }"), "from 0 to 1"),
        (repeated("contract = { bond = 1, refuse = [\"c\"] }"), "unknown agent \"c\""),
        (repeated("contract = { bond = 1 }\naudits = [{ penalty = 1 }]"), "audits and a contract"),
        (repeated("records = { model = \"imge\" }"), "imge"),
        (repeated("records = {}\nmatching = \"partners\""), "partners that stay"),
        (repeated("records = {}\ntwins = true"), "twins"),
        (repeated("records = {}\nnetwork = { loss = 0.1 }"), "`records` over a network"),
        (learning("contract = { bond = 1 }\nmatching = { everyone = {} }"), "meets several others"),
        (learning("contract = { bond = 1, learner = \"fictitious_play\" }"), "own payoff alone"),
        (learning("contract = { bond = 1 }\nrecommendation = {}"), "beside a recommendation"),
        (learning("game = \"matching_pennies\"\ncontract = { bond = 1 }"), "`action`"),
        (learning("game = \"matching_pennies\"\nrecords = {}"), "keeps one's word"),
        (
            learning("signals = {}\ncontract = { bond = 1, learner = \"epsilon_greedy_q(rate=0.1,epsilon=0.1)\" }"),
            "both learned",
        ),
    ] {
        assert!(found.contains(says), "{says}: {found}");
    }
}
