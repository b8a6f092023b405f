//! Exact play against simulation and closed forms, and machines against their minimal forms.

use comity::catalogue::{Place, Presence, Table, Value};
use comity::exact::Rational;
use comity::exchange::TraceLevel;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::models::{Lab, RunCx};
use comity::play::{Contest, Length, LongRun, Match, Rules, ShortCuts, expect, long_run};
use comity::scenario::{Scenario, assemble};
use comity::sim::{Purpose, Who, map_indexed};
use comity::store::{RunRecorder, Tables};
use comity::strategy::{self, Automaton, Strategy};
use serde_json::{Value as Json, json};
use std::sync::Arc;

fn dilemma() -> Arc<NormalForm> {
    let q = |n: i64| Rational::from(n);
    let table = [vec![q(3), q(0)], vec![q(5), q(1)]];
    Arc::new(NormalForm::symmetric("dilemma", ["C", "D"], &table).expect("a game"))
}

fn strategy(call: &str) -> Box<dyn Strategy> {
    let catalogue = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|faults| panic!("{faults}"));
    catalogue.build(&spec, &catalogue).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Every strategy that needs no arguments and is a finite automaton under these rules.
fn finite(rules: &Rules) -> Vec<(String, Box<dyn Strategy>, Automaton)> {
    let catalogue = strategy::catalogue();
    let bare = catalogue
        .entries()
        .filter(|entry| !(entry.params)().fields.iter().any(|field| matches!(field.presence, Presence::Required)));
    let names: Vec<String> = bare.map(|entry| entry.key.to_string()).collect();
    names
        .into_iter()
        .filter_map(|name| {
            let strategy = strategy(&name);
            let automaton = strategy.automaton(&rules.told(PlayerId(0)))?;
            Some((name, strategy, automaton))
        })
        .collect()
}

/// Expected scores of two hundred random pairs with noise lie within four standard errors of the means of play.
#[test]
fn two_hundred_random_noisy_pairs_agree_with_simulation() {
    const REPETITIONS: u64 = 300;
    let mut rules = Rules::new(dilemma(), Length::Known(50));
    rules.noise = 0.05;
    // Chains of huge machines are slow to follow, and no more exact.
    let players: Vec<_> = finite(&rules).into_iter().filter(|(_, _, automaton)| automaton.states() <= 64).collect();
    assert!(players.len() > 80, "{}", players.len());
    let key = RunKey::derive(Seed(6), 0, "");
    let mut draws = key.draws(Who::agent("pairs"), Purpose::Pairing);
    let plans: Vec<(usize, usize, f64)> = (0..200)
        .map(|_| (draws.index(players.len()), draws.index(players.len()), 0.01 + 0.19 * draws.uniform()))
        .collect();
    let far = map_indexed(plans.len(), |k| {
        let (a, b, noise) = plans[k];
        let mut rules = rules.clone();
        rules.noise = noise;
        let place = format!("pair {k}");
        let spec = Match { rules: &rules, key: &key, place: &place, repetition: 0 };
        let second = players[b].1.automaton(&rules.told(PlayerId(1))).expect("finite in either seat");
        let expected = expect(&spec, &players[a].2, &second, |_| ()).expect("two players");
        let mut contest = Contest::new(&rules, [players[a].1.clone(), players[b].1.clone()], ShortCuts::All);
        let mut samples: [Vec<f64>; 2] = Default::default();
        for repetition in 0..REPETITIONS {
            let course = contest.course(&Match { repetition, ..spec }, ["a", "b"]).expect("a match");
            let counts: Vec<f64> = course.counts(4).into_iter().map(|n| n as f64).collect();
            samples[0].push(3.0 * counts[0] + 5.0 * counts[2] + counts[3]);
            samples[1].push(3.0 * counts[0] + 5.0 * counts[1] + counts[3]);
        }
        let mut far = Vec::new();
        for (player, sample) in samples.iter().enumerate() {
            let n = sample.len() as f64;
            let mean = sample.iter().sum::<f64>() / n;
            let se = (sample.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0) / n).sqrt();
            let want = expected.score(&spec, PlayerId::at(player));
            if (mean - want).abs() > 4.0 * se + 1e-9 {
                far.push(format!("{} v {} at {noise}: {mean} +- {se}, expected {want}", players[a].0, players[b].0));
            }
        }
        far
    });
    let far: Vec<String> = far.into_iter().flatten().collect();
    assert!(far.is_empty(), "{}", far.join("\n"));
}

/// The minimal form plays as the machine does, with noise and misreadings, and is minimal: to minimise it again changes
/// nothing.
#[test]
fn minimal_machines_play_alike() {
    for length in [Length::Known(12), Length::Unknown(12)] {
        let mut rules = Rules::new(dilemma(), length);
        let players = finite(&rules);
        let opponents: Vec<Automaton> = ["random(p=0.6)", "gtft", "zd_extort_2"]
            .iter()
            .map(|call| strategy(call).automaton(&rules.told(PlayerId(1))).expect("finite"))
            .collect();
        for (name, _, automaton) in players.iter().filter(|(_, _, automaton)| automaton.states() <= 64) {
            for slips in [true, false] {
                let minimal = automaton.minimal(slips);
                assert!(minimal.states() <= automaton.states(), "{name}");
                assert_eq!(minimal.minimal(slips), minimal, "{name}");
                (rules.noise, rules.misperception) = if slips { (0.1, 0.05) } else { (0.0, 0.05) };
                let key = RunKey::derive(Seed(1), 0, "");
                for opponent in &opponents {
                    let spec = Match { rules: &rules, key: &key, place: "", repetition: 0 };
                    let [whole, least] = [automaton, &minimal]
                        .map(|machine| expect(&spec, machine, opponent, |_| ()).expect("two players"));
                    let same = whole.profiles.iter().zip(&least.profiles).all(|(a, b)| (a - b).abs() < 1e-12);
                    assert!(same, "{name} (slips {slips}): {:?}, {:?}", whole.profiles, least.profiles);
                }
            }
        }
    }
}

/// The long run is where long matches tend to: over a million rounds what came first weighs nothing.
#[test]
fn the_long_run_is_the_limit_of_long_matches() {
    let mut rules = Rules::new(dilemma(), Length::Unknown(20_000));
    let calls = ["tit_for_tat", "win_stay_lose_shift", "gtft", "random", "zd_extort_2", "tit_for_2_tats", "alternator"];
    let key = RunKey::derive(Seed(1), 0, "");
    for noise in [0.0, 0.02] {
        rules.noise = noise;
        let spec = Match { rules: &rules, key: &key, place: "", repetition: 0 };
        let machine = |call: &str, seat| strategy(call).automaton(&rules.told(PlayerId(seat))).expect("finite");
        for a in calls {
            for b in calls {
                let (a_machine, b_machine) = (machine(a, 0), machine(b, 1));
                let LongRun { profiles, .. } = long_run(&spec, &a_machine, &b_machine).expect("few states");
                let expected = expect(&spec, &a_machine, &b_machine, |_| ()).expect("two players");
                for (limit, sum) in profiles.iter().zip(&expected.profiles) {
                    assert!((limit - sum / 20_000.0).abs() < 3e-3, "{a} v {b} at {noise}: {profiles:?}");
                }
            }
        }
    }
}

/// Stewart & Plotkin 2012: scores of Extort-2 and ZDGTFT-2 a round, in the long run.
#[test]
fn published_scores_of_zero_determinant_players_come_out() {
    let rules = Rules::new(dilemma(), Length::Unknown(1));
    let key = RunKey::derive(Seed(1), 0, "");
    let spec = Match { rules: &rules, key: &key, place: "", repetition: 0 };
    for (own, other, scores) in [
        ("zd_extort_2", "cooperator", [3.5, 2.25]),
        ("zd_extort_2", "defector", [1.0, 1.0]),
        ("zd_extort_2", "tit_for_tat", [1.0, 1.0]),
        ("zd_extort_2", "win_stay_lose_shift", [2.25, 1.625]),
        ("zd_gtft_2", "cooperator", [3.0, 3.0]),
        ("zd_gtft_2", "tit_for_tat", [3.0, 3.0]),
        ("zd_gtft_2", "win_stay_lose_shift", [3.0, 3.0]),
        ("zd_gtft_2", "defector", [7.0 / 9.0, 17.0 / 9.0]),
    ] {
        let [a, b] = [(own, 0), (other, 1)]
            .map(|(call, seat)| strategy(call).automaton(&rules.told(PlayerId(seat))).expect("finite"));
        let limit = long_run(&spec, &a, &b).expect("few states");
        for (player, want) in scores.into_iter().enumerate() {
            let got = limit.score(&spec, PlayerId::at(player));
            assert!((got - want).abs() < 1e-9, "{own} v {other}: {got}, expected {want}");
        }
    }
}

fn tournament(calls: &[&str], settings: &Json) -> Result<Tables, String> {
    let lab = Lab::new();
    let agents = calls.iter().map(|call| {
        let mut agent = Table::default();
        agent.insert("name", *call);
        agent.insert("strategy", *call);
        agent
    });
    let params = Value::from_json(settings).expect("plain").as_table().expect("a table").clone();
    let value = assemble("t", 1, "tournament", params, agents.collect());
    let scenario = Scenario::of(value, Place::root(), &[], &lab).map_err(|faults| faults.to_string())?;
    let mut progress = |_, _| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    let cx = RunCx { key: &scenario.run_key(0), trace: TraceLevel::Off };
    scenario.model.run(&cx, &mut recorder).map_err(|error| error.to_string())?;
    Ok(recorder.finish().expect("memory").tables)
}

fn column(tables: &Tables, table: &str, column: &str) -> Vec<f64> {
    let table = tables.get(table).expect("a table");
    (0..table.len()).map(|row| table.at(row, column).and_then(|cell| cell.number()).unwrap_or(f64::NAN)).collect()
}

/// A tournament computed and one played: the same numbers where nothing is drawn, and within five standard errors elsewhere,
/// also discounted and with drawn lengths.
#[test]
fn computed_tournaments_are_what_played_ones_tend_to() {
    let sure = ["tit_for_tat", "defector", "cooperator", "grudger", "win_stay_lose_shift", "gradual"];
    for settings in [json!({"length": {"known": 50}}), json!({"length": {"known": 30}, "discount": 0.9})] {
        let mut exact = settings.clone();
        exact["exact"] = "match".into();
        let (played, computed) =
            (tournament(&sure, &settings).expect("a run"), tournament(&sure, &exact).expect("a run"));
        for (table, name) in [
            ("strategies", "score_per_round"),
            ("strategies", "cooperation_rate"),
            ("strategies", "first_round_cooperation"),
            ("behaviour", "cc_rate"),
            ("behaviour", "dd_rate"),
            ("behaviour", "cd_to_c_rate"),
        ] {
            let (a, b) = (column(&played, table, name), column(&computed, table, name));
            let same = a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-12 || a.is_nan() && b.is_nan());
            assert!(same, "{settings} {name}: {a:?} {b:?}");
        }
    }
    let drawn = ["tit_for_tat", "gtft", "random", "win_stay_lose_shift", "zd_extort_2", "defector"];
    let settings = json!({"length": {"drawn": {"continuation": 0.9}}, "noise": 0.03, "repetitions": 4000});
    let mut exact = settings.clone();
    exact["exact"] = "match".into();
    let (played, computed) =
        (tournament(&drawn, &settings).expect("a run"), tournament(&drawn, &exact).expect("a run"));
    let rows = |tables: &Tables, name: &str| {
        let table = tables.get("states").expect("a table");
        (0..table.len())
            .map(|row| table.at(row, name).and_then(|cell| cell.number()).expect("one"))
            .collect::<Vec<f64>>()
    };
    for name in ["cc", "cd", "dc", "dd", "cc_to_c", "cd_to_c", "dc_to_c", "dd_to_c", "dd_to_d"] {
        for (sum, want) in rows(&played, name).iter().zip(rows(&computed, name)) {
            // A count of a geometric number of rounds has a standard deviation of at most about its mean of ten.
            assert!((sum / 4000.0 - want).abs() < 5.0 * 10.0 / 4000f64.sqrt(), "{name}: {sum} {want}");
        }
    }
    let long = tournament(&drawn, &json!({"exact": "long_run", "noise": 0.01})).expect("a run");
    assert!(column(&long, "strategies", "score_per_round").iter().all(|score| (0.0..=5.0).contains(score)));
}

/// A wanted precision is reached, with fewer repetitions where less is asked.
#[test]
fn a_tournament_ends_when_it_is_precise() {
    let field = ["tit_for_tat", "gtft", "random", "zd_extort_2"];
    let run = |precision: f64| {
        let settings = json!({"length": {"known": 20}, "noise": 0.05, "repetitions": 5000, "precision": precision});
        tournament(&field, &settings).expect("a run")
    };
    let (wide, narrow) = (run(0.1), run(0.02));
    for (tables, precision) in [(&wide, 0.1), (&narrow, 0.02)] {
        let (mean, high) =
            (column(tables, "strategies", "score_per_round"), column(tables, "strategies", "score_per_round_high"));
        assert!(mean.iter().zip(&high).all(|(mean, high)| high - mean <= precision));
    }
    let times = |tables: &Tables| column(tables, "welfare", "repetitions")[0];
    assert!(times(&wide) < times(&narrow) && times(&narrow) < 5000.0);
    assert!(
        tournament(&["tit_for_tat", "gradual", "adaptive"], &json!({"exact": "match", "noise": 0.1}))
            .expect_err("no automaton")
            .contains("gradual")
    );
}

/// Roles: rows meet columns alone, and a game that is not symmetric has its seats changed where that is asked for.
#[test]
fn roles_and_seats_decide_who_meets_whom() {
    let field = ["tit_for_tat", "cooperator", "defector", "grudger"];
    let roles = json!({
        "length": {"known": 10}, "meetings": "roles", "rows": ["tit_for_tat", "cooperator"], "columns": ["defector", "grudger"],
    });
    assert_eq!(tournament(&field, &roles).expect("a run").get("pairs").expect("a table").len(), 8);
    let game = json!({"row": [[2, 0], [0, 1]], "column": [[1, 0], [0, 2]]});
    for (both_seats, want) in [(false, [2.0, 1.0]), (true, [1.5, 1.5])] {
        let settings = json!({"game": game, "length": {"known": 4}, "both_seats": both_seats});
        let tables = tournament(&["cooperator", "tit_for_tat"], &settings);
        let tables = tables.unwrap_or_else(|fault| panic!("{fault}"));
        let mut scores = column(&tables, "strategies", "score_per_round");
        scores.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(scores, want);
    }
    for (settings, word) in [
        (json!({"meetings": "edges", "edges": [["tit_for_tat", "grodger"]]}), "did you mean \"grudger\""),
        (json!({"meetings": "edges", "edges": [["tit_for_tat", "grudger"], ["tit_for_tat", "grudger"]]}), "meet twice"),
        (json!({"meetings": "roles"}), "nobody meets"),
        (json!({"exact": "long_run", "discount": 0.5}), "never ends"),
        (json!({"exact": "match", "actions": true}), "not played"),
        (json!({"game": "el_farol"}), "two players"),
    ] {
        let fault = tournament(&field, &settings).expect_err("wrong");
        assert!(fault.contains(word), "{settings}: {fault}");
    }
}
