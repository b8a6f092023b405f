//! Whole tournaments against the records of Axelrod-Python 4.14: every statistic of a deterministic field, graphs, noise and
//! probable ends by z tests, and the field of 1980.

#[path = "common/axelrod.rs"]
mod axelrod;
mod common;

use axelrod::{Cast, text, usual, whole};
use comity::catalogue::{Place, Table, Value};
use comity::exchange::TraceLevel;
use comity::ids::{RunKey, Seed};
use comity::models::tournament::{Matrix, Meeting, Results, Stage};
use comity::models::{Lab, RunCx};
use comity::play::{Contest, Length, Match, Rules, ShortCuts};
use comity::scenario::{Scenario, assemble};
use comity::store::{RunRecorder, Tables};
use comity::table::Cell;
use serde_json::{Value as Json, json};
use std::sync::Arc;

const BOUND: f64 = 4.5;

fn list(value: &Json) -> &Vec<Json> {
    value.as_array().expect("a list")
}

fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

/// Whether numbers agree with a record to 1e-9, whatever its nesting.
fn agree(what: &str, found: &Json, want: &Json) {
    match (found, want) {
        (Json::Array(found), Json::Array(want)) => {
            assert_eq!(found.len(), want.len(), "{what}");
            for (k, (found, want)) in found.iter().zip(want).enumerate() {
                agree(&format!("{what}[{k}]"), found, want);
            }
        }
        _ => assert!((number(found) - number(want)).abs() <= 1e-9, "{what}: {found}, expected {want}"),
    }
}

/// A matrix as the record writes it: 0 where two did not meet.
fn dense(matrix: &Matrix) -> Json {
    json!(matrix.iter().map(|row| row.iter().map(|cell| cell.unwrap_or(0.0)).collect()).collect::<Vec<Vec<f64>>>())
}

/// A matrix of lists by repetition.
fn by_repetition(n: usize, of: impl Fn([usize; 2]) -> Option<Vec<f64>>) -> Json {
    json!((0..n).map(|i| (0..n).map(|j| of([i, j]).unwrap_or_default()).collect()).collect::<Vec<Vec<Vec<f64>>>>())
}

/// The record's counts of a state table under their keys, in order.
fn counts(keys: &[&str], cell: &Json) -> Vec<f64> {
    keys.iter().map(|key| cell[*key].as_f64().unwrap_or(0.0)).collect()
}

fn results(cast: &Cast, players: &[Json], pairs: &[[usize; 2]], turns: u32, repetitions: usize) -> Results {
    let rules = Rules::new(usual(), Length::Known(turns));
    let stage = Stage::of(&rules.game).expect("whole payoffs");
    let key = RunKey::derive(Seed(1), 0, "");
    let player = |k: usize| cast.probe(players[k].as_str().expect("a name"));
    let meetings = pairs.iter().map(|pair| {
        let mut contest = Contest::new(&rules, pair.map(player), ShortCuts::All);
        let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
        let mut meeting = Meeting::new(*pair);
        let course = contest.course(&spec, ["a", "b"]).expect("a match");
        meeting.push(&Arc::new(stage.played(&course, 1.0)));
        assert!(contest.is_settled(), "nothing is drawn");
        meeting.always(repetitions);
        meeting
    });
    Results::new(players.len(), repetitions, meetings.collect(), false)
}

/// The twenty-five statistics of a deterministic field.
#[test]
fn every_statistic_of_a_result_set_agrees() {
    let record: Json = serde_json::from_str(&common::oracle("axelrod/resultset.json.gz")).expect("JSON");
    let players = list(&record["strategies"]);
    let n = players.len();
    let pairs: Vec<[usize; 2]> = (0..n).flat_map(|a| (a..n).map(move |b| [a, b])).collect();
    let repetitions = whole(&record, "repetitions") as usize;
    let found = results(&Cast::new(), players, &pairs, whole(&record, "turns"), repetitions);

    let lengths: Vec<Json> = (0..repetitions)
        .map(|k| {
            let at = |i, j| found.match_lengths([i, j]).expect("they met")[k];
            json!((0..n).map(|i| (0..n).map(|j| at(i, j)).collect()).collect::<Vec<Vec<f64>>>())
        })
        .collect();
    agree("match_lengths", &json!(lengths), &record["match_lengths"]);
    agree("wins", &json!(found.wins()), &record["wins"]);
    agree("scores", &json!(found.scores()), &record["scores"]);
    agree("normalised_scores", &json!(found.normalised_scores()), &record["normalised_scores"]);
    agree("ranking", &json!(found.ranking()), &record["ranking"]);
    agree("payoffs", &by_repetition(n, |pair| found.payoffs(pair)), &record["payoffs"]);
    agree("payoff_matrix", &dense(&found.payoff_matrix()), &record["payoff_matrix"]);
    agree("payoff_stddevs", &dense(&found.payoff_deviations()), &record["payoff_stddevs"]);
    agree("score_diffs", &by_repetition(n, |pair| found.score_differences(pair)), &record["score_diffs"]);
    agree("payoff_diffs_means", &dense(&found.mean_score_differences()), &record["payoff_diffs_means"]);
    agree("cooperation", &dense(&found.cooperation()), &record["cooperation"]);
    agree("normalised_cooperation", &dense(&found.normalised_cooperation()), &record["normalised_cooperation"]);
    agree("vengeful_cooperation", &dense(&found.vengeful_cooperation()), &record["vengeful_cooperation"]);
    agree("good_partner_matrix", &dense(&found.good_partner_matrix()), &record["good_partner_matrix"]);
    agree("good_partner_rating", &json!(found.good_partner_rating()), &record["good_partner_rating"]);
    agree("cooperating_rating", &json!(found.cooperating_rating()), &record["cooperating_rating"]);
    let initial = found.initial_cooperation();
    let counted: Vec<f64> = initial.iter().map(|(c, _)| *c).collect();
    let rates: Vec<f64> = initial.iter().map(|(c, all)| c / all).collect();
    agree("initial_cooperation_count", &json!(counted), &record["initial_cooperation_count"]);
    agree("initial_cooperation_rate", &json!(rates), &record["initial_cooperation_rate"]);

    let states = ["CC", "CD", "DC", "DD"];
    let answers = ["CCC", "CCD", "CDC", "CDD", "DCC", "DCD", "DDC", "DDD"];
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let pair = [i, j];
        let (own, replies) = (found.states(pair).unwrap_or_default(), found.answers(pair).unwrap_or_default());
        let cell = |table: &str| &record[table][i][j];
        assert_eq!(own.to_vec(), counts(&states, cell("state_distribution")), "{pair:?}");
        assert_eq!(replies.to_vec(), counts(&answers, cell("state_to_action_distribution")), "{pair:?}");
        let sum: f64 = own.iter().sum();
        let shares: Vec<f64> = own.iter().map(|n| if sum > 0.0 { n / sum } else { 0.0 }).collect();
        agree("shares", &json!(shares), &json!(counts(&states, cell("normalised_state_distribution"))));
        let share = |k: usize| {
            let all = replies[k] + replies[k ^ 1];
            if all > 0.0 { replies[k] / all } else { 0.0 }
        };
        let shares: Vec<f64> = (0..8).map(share).collect();
        agree("replies", &json!(shares), &json!(counts(&answers, cell("normalised_state_to_action_distribution"))));
    }

    // The record's eigenvectors are those of an iteration that stops at a step of 1e-3; ours go on.
    for (key, vengeful) in [("eigenjesus_rating", false), ("eigenmoses_rating", true)] {
        agree(key, &json!(found.eigen_ratings(vengeful, 1e-3)), &record[key]);
        let ours = found.eigen_ratings(vengeful, 1e-14);
        let matrix = if vengeful { found.vengeful_cooperation() } else { found.normalised_cooperation() };
        let image = |row: &Vec<Option<f64>>| row.iter().zip(&ours).map(|(a, x)| a.unwrap_or(0.0) * x).sum::<f64>();
        let images: Vec<f64> = matrix.iter().map(image).collect();
        let value: f64 = images.iter().zip(&ours).map(|(y, x)| y * x).sum();
        assert!(images.iter().zip(&ours).all(|(y, x)| (y - value * x).abs() < 1e-12), "{key} is an eigenvector");
    }

    // The summary: a mean over opponents of each rate. Of answers with C the record leaves out the opponents to whom there was
    // none, and so puts the rate too high; ours leaves out those with whom the state did not occur.
    let (rates, replies, wins) = (found.state_rates(), found.answer_rates(), found.wins());
    let all_above_none = |player: usize, state: usize| {
        let of = |opponent| found.answers([player, opponent]).map(|a| [a[2 * state], a[2 * state + 1]]);
        let some: Vec<[f64; 2]> = (0..n).filter_map(of).filter(|[c, _]| *c > 0.0).collect();
        some.iter().map(|[c, d]| c / (c + d)).sum::<f64>() / some.len().max(1) as f64
    };
    for row in list(&record["summary"]) {
        let player = whole(row, "Original_index") as usize;
        assert_eq!(found.ranking()[whole(row, "Rank") as usize], player);
        agree("Wins", &json!(wins[player][0]), &row["Wins"]);
        for (k, state) in states.iter().enumerate() {
            agree(state, &json!(rates[player][k]), &row[format!("{state}_rate")]);
            let want = &row[format!("{state}_to_C_rate")];
            agree(state, &json!(all_above_none(player, k)), want);
            assert!(replies[player][k].unwrap_or(0.0) <= number(want) + 1e-9);
        }
    }

    // The ecological variant follows from the payoffs: shares grow by what they earn against the field.
    let payoffs = found.payoff_matrix();
    let mut shares = vec![1.0 / n as f64; n];
    for turn in 0..=50 {
        if let Some(want) = record["ecosystem_population_by_turn"].get(turn.to_string()) {
            agree("ecosystem", &json!(shares), want);
        }
        let earned = |row: &Vec<Option<f64>>| row.iter().zip(&shares).map(|(p, x)| p.expect("met") * x).sum::<f64>();
        let grown: Vec<f64> = payoffs.iter().zip(&shares).map(|(row, share)| share * earned(row)).collect();
        let sum: f64 = grown.iter().sum();
        shares = grown.iter().map(|share| share / sum).collect();
    }
}

/// Runs a tournament of classes by the model.
fn tables(classes: &[&str], seed: u64, settings: &Json) -> Tables {
    let lab = Lab::new();
    let params = Value::from_json(settings).expect("plain values");
    let agents = classes.iter().map(|class| {
        let mut agent = Table::default();
        agent.insert("name", *class);
        agent.insert("strategy", *class);
        agent
    });
    let params = params.as_table().expect("a table").clone();
    let value = assemble("t", seed, "tournament", params, agents.collect());
    let scenario = Scenario::of(value, Place::root(), &[], &lab).unwrap_or_else(|faults| panic!("{faults}"));
    let mut progress = |_, _| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    let key = scenario.run_key(0);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("a run");
    recorder.finish().expect("memory").tables
}

/// The cell of the row with these texts.
fn cell(tables: &Tables, table: &str, row: &[(&str, &str)], column: &str) -> f64 {
    let table = tables.get(table).expect("a table");
    let shows =
        |at: &usize| row.iter().all(|(key, value)| table.at(*at, key).is_some_and(|cell| cell.show() == *value));
    let found: Vec<usize> = (0..table.len()).filter(shows).collect();
    assert_eq!(found.len(), 1, "one row with {row:?}");
    table.at(found[0], column).and_then(|cell| cell.number()).unwrap_or_else(|| panic!("{row:?} {column}"))
}

/// The mean of a column over the repetitions of a player, and its standard error.
fn over_repetitions(tables: &Tables, agent: &str, column: &str) -> (f64, f64) {
    let table = tables.get("repetitions").expect("a table");
    let own = (0..table.len()).filter(|row| table.at(*row, "agent") == Some(Cell::Text(agent)));
    let values: Vec<f64> = own.filter_map(|row| table.at(row, column).and_then(|cell| cell.number())).collect();
    mean_and_se(&values)
}

fn mean_and_se(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    assert!(n > 1.0, "there are several values");
    let mean = values.iter().sum::<f64>() / n;
    (mean, (values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (n - 1.0) / n).sqrt())
}

/// The same of the mean over the matches of each repetition, twins left out.
fn over_matches(tables: &Tables, agent: &str, column: &str) -> (f64, f64) {
    let table = tables.get("matches").expect("a table");
    let mut sums: std::collections::BTreeMap<String, [f64; 2]> = std::collections::BTreeMap::new();
    for row in 0..table.len() {
        let at = |column| table.at(row, column).expect("a cell");
        if at("agent") == Cell::Text(agent) && at("opponent") != Cell::Text(agent) {
            let sum = sums.entry(at("repetition").show()).or_default();
            sum[0] += at(column).number().expect("a number");
            sum[1] += 1.0;
        }
    }
    let values: Vec<f64> = sums.values().map(|[sum, n]| sum / n).collect();
    mean_and_se(&values)
}

fn record() -> Json {
    serde_json::from_str(&common::oracle("axelrod/tournaments.json")).expect("JSON")
}

#[test]
fn tournaments_on_graphs_agree() {
    let cast = Cast::new();
    for row in list(&record()["spatial"]) {
        let players = list(&row["players"]);
        let pairs: Vec<[usize; 2]> = list(&row["edges"])
            .iter()
            .map(|edge| [0, 1].map(|k| usize::try_from(edge[k].as_u64().expect("a place")).expect("small")))
            .collect();
        let found = results(&cast, players, &pairs, whole(row, "turns"), whole(row, "repetitions") as usize);
        agree("scores", &json!(found.scores()), &row["scores"]);
        agree("normalised_scores", &json!(found.normalised_scores()), &row["normalised_scores"]);
        agree("wins", &json!(found.wins()), &row["wins"]);
        agree("ranking", &json!(found.ranking()), &row["ranking"]);
        agree("payoff_matrix", &dense(&found.payoff_matrix()), &row["payoff_matrix"]);
        agree("cooperation", &dense(&found.cooperation()), &row["cooperation"]);
        agree("good_partner_rating", &json!(found.good_partner_rating()), &row["good_partner_rating"]);
        agree("cooperating_rating", &json!(found.cooperating_rating()), &row["cooperating_rating"]);
        // The model plays the same field along the same edges.
        let names: Vec<&str> = players.iter().map(|name| name.as_str().expect("a name")).collect();
        let edges: Vec<[&str; 2]> = pairs.iter().map(|pair| pair.map(|k| names[k])).collect();
        let settings = json!({
            "length": {"known": row["turns"]}, "repetitions": 1, "meetings": "edges", "edges": edges, "resamplings": 0,
        });
        let tables = tables(&names, 1, &settings);
        for (name, scores) in names.iter().zip(found.normalised_scores()) {
            assert_eq!(cell(&tables, "strategies", &[("agent", name)], "score_per_round"), scores[0]);
        }
    }
}

/// Probable ends and noise: means by players and by pairs.
#[test]
fn tournaments_of_chance_agree() {
    let record = record();
    for row in list(&record["prob_end"]).iter().chain(list(&record["noisy"])) {
        let names: Vec<&str> = list(&row["players"]).iter().map(|name| name.as_str().expect("a name")).collect();
        // As many as are recorded match by match.
        let repetitions = whole(row, "repetitions").min(350);
        let length = match row["prob_end"].as_f64() {
            Some(end) => json!({"drawn": {"continuation": 1.0 - end}}),
            None => json!({"known": row["turns"]}),
        };
        let settings = json!({"length": length, "repetitions": repetitions, "noise": row["noise"], "resamplings": 0});
        let found = tables(&names, 5, &settings);
        let mut failures = Vec::new();
        let mut far = |what: String, (mean, se): (f64, f64), want: &Json, want_se: f64| {
            let want = number(want);
            if (mean - want).abs() > BOUND * (se * se + want_se * want_se).sqrt() + 1e-4 {
                failures.push(format!("{what}: {mean} +- {se}, expected {want} +- {want_se}"));
            }
        };
        for (i, name) in names.iter().enumerate() {
            let scores = over_repetitions(&found, name, "score_per_round");
            far(format!("{name} score"), scores, &row["mean_score_per_turn"][i], number(&row["se"][i]));
            let rates = over_matches(&found, name, "cooperation_rate");
            far(format!("{name} cooperation"), rates, &row["coop_rate"][i], number(&row["coop_se"][i]));
            for (j, other) in names.iter().enumerate() {
                let pair = [("agent", *name), ("opponent", *other)];
                let mean = cell(&found, "pairs", &pair, "score_per_round");
                let n = f64::from(repetitions);
                let se = cell(&found, "pairs", &pair, "score_deviation") / (n - 1.0).sqrt();
                far(format!("{name} v {other}"), (mean, se), &row["pair_mean"][i][j], number(&row["pair_se"][i][j]));
            }
        }
        assert!(failures.is_empty(), "{}: {}", text(row, "kind"), failures.join("\n"));
    }
}

/// The field of 1980: mean scores of a game of 200 moves over fifteen opponents, the own twin among them.
#[test]
fn the_field_of_1980_agrees() {
    let rows: Vec<Vec<String>> = csv::Reader::from_reader(common::oracle("axelrod/axelrod1980.csv").as_bytes())
        .records()
        .map(|record| record.expect("a row").iter().map(str::to_string).collect())
        .collect();
    let names: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    let repetitions = 40;
    let settings = json!({"length": {"known": 200}, "repetitions": repetitions, "twins": true, "resamplings": 0});
    let found = tables(&names, 1980, &settings);
    let mut failures = Vec::new();
    for row in &rows {
        let value = |k: usize| -> f64 { row[k].parse().expect("a number") };
        let (mean, se) = over_repetitions(&found, &row[0], "score_per_round");
        let (mean, se) = (200.0 * mean, 200.0 * se);
        let (want, want_se) = (value(5), value(6));
        if (mean - want).abs() > BOUND * (se * se + want_se * want_se).sqrt() {
            failures.push(format!("{}: {mean} +- {se}, expected {want} +- {want_se}", row[0]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    // The eight nice rules are the first eight, as in the paper; tit-for-tat does not win the reconstruction.
    let ranking = found.get("strategies").expect("a table");
    let first: Vec<String> = (0..8).filter_map(|row| ranking.at(row, "agent").map(|cell| cell.show())).collect();
    assert!(names[..8].iter().all(|name| first.iter().any(|found| found == name)), "{first:?}");
    assert_ne!(first[0], "TitForTat");

    // Pair by pair where the record's means are of matches in which something is drawn: its matrix has no errors of its own,
    // so that only pairs that are sure are compared, exactly.
    let record = common::oracle("axelrod/axelrod1980_matrix.csv");
    let mut reader = csv::Reader::from_reader(record.as_bytes());
    let columns: Vec<String> = reader.headers().expect("a header").iter().skip(1).map(str::to_string).collect();
    let mut sure = 0;
    for line in reader.records() {
        let line = line.expect("a row");
        for (other, want) in columns.iter().zip(line.iter().skip(1)) {
            let pair = [("agent", &line[0]), ("opponent", other.as_str())];
            if cell(&found, "pairs", &pair, "score_deviation") == 0.0 {
                let score = 200.0 * cell(&found, "pairs", &pair, "score_per_round");
                let want: f64 = want.parse().expect("a number");
                assert!((score - want).abs() < 1e-6, "{pair:?}: {score}, expected {want}");
                sure += 1;
            }
        }
    }
    assert!(sure > 50, "{sure}");
}
