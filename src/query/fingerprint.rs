//! Queries about a strategy's fingerprint: how it fares against a whole family of probes.
//!
//! Ashlock & Kim 2008 (IEEE Trans. Evolutionary Computation 12:647): the probe at (x, y) plays C with probability x, D with
//! probability y, and otherwise what a strategy plays, by default tit-for-tat; where x + y exceeds 1 it is the dual of the
//! probe at (1 - x, 1 - y), which answers as if its own past had been the opposite and then does the opposite. The transitive
//! fingerprint (Knight et al., Axelrod-Python) is the cooperation by round against Random(p). Finite automata are answered for
//! exactly, others by repetition.

use super::matches::player_of;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Table as Entries, Value};
use crate::error::{Diagnostic, Faults};
use crate::game;
use crate::ids::{PlayerId, RunKey, Seed};
use crate::models::Kit;
use crate::play::{Contest, Length, Match, Rules, ShortCuts, expect};
use crate::sim::map_indexed;
use crate::strategy::Strategy;
use crate::table::{Cell, Column, Table, TableKind, TableSchema, Type};
use serde_json::{Map, Value as Json, json};
use std::sync::Arc;

/// How often a match is played where nothing else is asked for and there is no exact answer.
const USUAL_REPETITIONS: u64 = 200;
/// The greatest number of states of a probe or strategy whose chain is followed.
const MOST_STATES: usize = 1024;

/// The members of a query.
pub fn schema() -> Schema {
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required(
            "strategy",
            Kind::Any,
            "A strategy's name, { name, params }, or { script = \"CCD\" }, repeated.",
        ),
        Field::with_default(
            "kind",
            Kind::Choice(&["ashlock", "transitive"]),
            "ashlock",
            "Against probes over the unit square, or against Random by round.",
        ),
        Field::with_default("probe", Kind::Any, "tit_for_tat", "The strategy that the probes are made of."),
        Field::with_default(
            "step",
            Kind::Number { min: 0.005, max: 1.0 },
            0.1,
            "How far the probes are apart; 1 is a whole number of steps.",
        ),
        Field::with_default(
            "turns",
            Kind::Integer { min: 1, max: 100_000 },
            50i64,
            "The number of rounds, which both know.",
        ),
        Field::with_default("game", Kind::Any, "axelrod", "A game's name, or payoffs written out."),
        Field::optional(
            "repetitions",
            Kind::Integer { min: 2, max: 1_000_000 },
            "Play every match so often, in place of computing what it comes to.",
        ),
        Field::with_default("seed", Kind::COUNT, 1i64, "The master seed."),
    ])
}

/// What one probe showed.
struct Point {
    at: [f64; 2],
    /// The strategy's score, the probe's score, the strategy's cooperation, a round.
    means: [f64; 3],
    errors: Option<[f64; 3]>,
    /// The strategy's cooperation by round.
    rounds: Vec<f64>,
}

/// The points of a fingerprint, in order of x, then y.
pub struct Fingerprint {
    transitive: bool,
    points: Vec<Point>,
    exact: bool,
}

/// Answers a query about one strategy: `exact`, and `points`, each with `x`, `y`, `score`, `probe_score` and
/// `cooperation_rate` a round (and their standard errors with `_se`, if they were not computed), or, of a transitive one, with
/// `p` and `rounds`, the cooperation rate of each round.
///
/// # Errors
/// What is wrong with the query.
pub fn answer(query: &Json, kit: &Kit) -> Result<Json, Faults> {
    let found = Fingerprint::of(query, kit)?;
    let points: Vec<Json> = found.points.iter().map(|point| found.shown(point)).collect();
    Ok(json!({"exact": found.exact, "points": points}))
}

impl Fingerprint {
    /// The fingerprint that a query asks for.
    ///
    /// # Errors
    /// What is wrong with the query.
    pub fn of(query: &Json, kit: &Kit) -> Result<Self, Faults> {
        let value = Value::from_json(query)?;
        let table = value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))?;
        let place = Place::root();
        let mut faults = Faults::new();
        let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
        let game = game::from_value(params.value("game"), &place.key("game"), &kit.games)?.game;
        if !game.is_two_by_two() {
            let fault =
                Diagnostic::new("wrong-game", "a game of another shape", "a game of two players and two actions");
            return Err(fault.at(place.key("game").at(&value.origin)).into());
        }
        let turns = u32::try_from(params.integer("turns")).expect("the schema bounds it");
        let rules = Rules::new(Arc::new(game), Length::Known(turns));
        let strategy = player_of(params.value("strategy"), &place.key("strategy"), &rules, 0, kit)?;
        let grid = grid(&params, &place)?;
        let transitive = params.text("kind") == "transitive";
        let mut probes = Vec::new();
        for x in &grid {
            if transitive {
                let probe = part("random", &[("p", (*x).into())]);
                probes.push(([*x, 0.0], player_of(&probe, &place.key("probe"), &rules, 1, kit)?));
                continue;
            }
            for y in &grid {
                let probe = probe(*x, *y, params.value("probe"));
                probes.push(([*x, *y], player_of(&probe, &place.key("probe"), &rules, 1, kit)?));
            }
        }
        let seed = Seed(u64::try_from(params.integer("seed")).expect("the schema bounds it"));
        let key = RunKey::derive(seed, 0, "");
        let asked = params.get("repetitions").and_then(Value::integer).and_then(|n| u64::try_from(n).ok());
        let found = map_indexed(probes.len(), |k| {
            let (at, probe) = &probes[k];
            let computed = if asked.is_none() { computed(&rules, &key, &*strategy, &**probe, *at) } else { None };
            match computed {
                Some(point) => Ok(point),
                None => played(&rules, &key, [&*strategy, &**probe], *at, asked.unwrap_or(USUAL_REPETITIONS)),
            }
        });
        let points = found.into_iter().collect::<Result<Vec<Point>, Diagnostic>>()?;
        let exact = points.iter().all(|point| point.errors.is_none());
        Ok(Self { transitive, points, exact })
    }

    fn shown(&self, point: &Point) -> Json {
        if self.transitive {
            return json!({"p": point.at[0], "rounds": point.rounds});
        }
        let mut members = Map::new();
        members.insert("x".into(), point.at[0].into());
        members.insert("y".into(), point.at[1].into());
        for (k, name) in ["score", "probe_score", "cooperation_rate"].into_iter().enumerate() {
            members.insert(name.into(), point.means[k].into());
            if let Some(errors) = point.errors {
                members.insert(format!("{name}_se"), errors[k].into());
            }
        }
        members.into()
    }

    /// The fingerprint as a table, from which it is drawn as a surface.
    pub fn table(&self) -> Table {
        let per_round = "utility per round";
        if self.transitive {
            let columns = vec![
                Column::key("probability", Type::Float, "How often the opponent cooperates."),
                Column::key("round", Type::Integer, "The round, from 1."),
                Column::measure("cooperation_rate", Type::Float, "", "How often the strategy cooperates."),
            ];
            let doc = "How often a strategy cooperates with Random, by its probability and the round.";
            let mut table = Table::new(TableSchema::new("transitive_fingerprint", TableKind::Matrix, doc, columns));
            for point in self.points.iter().rev() {
                for (round, rate) in (1u32..).zip(&point.rounds) {
                    table.push(&[point.at[0].into(), round.into(), (*rate).into()]);
                }
            }
            return table;
        }
        let columns = vec![
            Column::key("y", Type::Float, "How often the probe defects whatever happens."),
            Column::key("x", Type::Float, "How often the probe cooperates whatever happens."),
            Column::measure("score_per_round", Type::Float, per_round, "The strategy's mean score."),
            Column::measure("probe_score", Type::Float, per_round, "The probe's mean score."),
            Column::measure("cooperation_rate", Type::Float, "", "How often the strategy cooperates."),
        ];
        let doc = "How a strategy fares against probes over the unit square (Ashlock & Kim 2008).";
        let mut table = Table::new(TableSchema::new("fingerprint", TableKind::Matrix, doc, columns));
        // The highest y first, so that it is at the top of a map.
        let mut order: Vec<&Point> = self.points.iter().collect();
        order.sort_by(|a, b| b.at[1].total_cmp(&a.at[1]).then(a.at[0].total_cmp(&b.at[0])));
        for point in order {
            let place = [point.at[1], point.at[0]].map(Cell::from);
            table.push(&[&place[..], &point.means.map(Cell::from)[..]].concat());
        }
        table
    }
}

/// The places along each side.
fn grid(params: &Params, place: &Place) -> Result<Vec<f64>, Faults> {
    let step = params.number("step");
    let count = (1.0 / step).round();
    if (count * step - 1.0).abs() > 1e-9 {
        let fault = Diagnostic::new("out-of-range", format!("`step` is {step}"), "a step that divides 1, such as 0.1");
        return Err(fault.at(place.key("step").at(&params.value("step").origin)).into());
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 200")]
    let steps = count as u32;
    Ok((0..=steps).map(|k| f64::from(k) / count).collect())
}

/// A strategy by name and parameters.
fn part(name: &str, params: &[(&str, Value)]) -> Value {
    let (mut table, mut given) = (Entries::default(), Entries::default());
    for (key, value) in params {
        given.insert(key, value.clone());
    }
    table.insert("name", name);
    table.insert("params", given);
    table.into()
}

/// The probe at (x, y). Above the diagonal it is Joss-Ann of the dual with x and y changed, which is the dual of Joss-Ann in
/// distribution, and finite if the probe is.
fn probe(x: f64, y: f64, body: &Value) -> Value {
    let mixed = |c: f64, d: f64, body: Value| {
        part("joss_ann", &[("probability", vec![Value::from(c), Value::from(d)].into()), ("body", body)])
    };
    if x + y < 1.0 {
        mixed(x, y, body.clone())
    } else {
        mixed(1.0 - y, 1.0 - x, part("dual", &[("body", body.clone())]))
    }
}

/// What a match comes to in expectation, if both players are finite automata.
fn computed(rules: &Rules, key: &RunKey, own: &dyn Strategy, probe: &dyn Strategy, at: [f64; 2]) -> Option<Point> {
    let automaton = |strategy: &dyn Strategy, seat: u32| {
        let told = rules.told(PlayerId(seat));
        // Compiled strategies can have many states that play alike.
        strategy.automaton(&told).map(|automaton| automaton.minimal(true)).filter(|least| least.states() <= MOST_STATES)
    };
    let (a, b) = (automaton(own, 0)?, automaton(probe, 1)?);
    let spec = Match { rules, key, place: "", repetition: 0 };
    let mut rounds = Vec::new();
    let expected = expect(&spec, &a, &b, |profiles| rounds.push(profiles[0] + profiles[1]))?;
    let scores = [0, 1].map(|player| expected.score(&spec, PlayerId(player)) / expected.rounds);
    let cooperation = (expected.profiles[0] + expected.profiles[1]) / expected.rounds;
    Some(Point { at, means: [scores[0], scores[1], cooperation], errors: None, rounds })
}

/// What a match comes to on average.
fn played(
    rules: &Rules,
    key: &RunKey,
    players: [&dyn Strategy; 2],
    at: [f64; 2],
    repetitions: u64,
) -> Result<Point, Diagnostic> {
    let payoffs = rules.game.payoffs_f64();
    let place = format!("fingerprint {} {}", at[0], at[1]);
    let mut contest = Contest::new(rules, players.map(|player| player.boxed_clone()), ShortCuts::All);
    let mut samples: [crate::stats::Running; 3] = Default::default();
    let mut rounds: Vec<u64> = Vec::new();
    for repetition in 0..repetitions {
        let spec = Match { rules, key, place: &place, repetition };
        let course = contest.course(&spec, ["strategy", "probe"])?;
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let counts: Vec<f64> = course.counts(4).into_iter().map(|count| count as f64).collect();
        let sum: f64 = counts.iter().sum();
        let score = |player: usize| (0..4).map(|k| counts[k] * payoffs[2 * k + player]).sum::<f64>() / sum;
        for (sample, value) in samples.iter_mut().zip([score(0), score(1), (counts[0] + counts[1]) / sum]) {
            sample.push(value);
        }
        rounds.resize(rounds.len().max(usize::try_from(course.rounds()).unwrap_or(usize::MAX)), 0);
        for (count, profile) in rounds.iter_mut().zip(course.iter()) {
            *count += u64::from(profile < 2);
        }
    }
    let summary = |k: usize| samples[k].summary().expect("at least two repetitions");
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
    let rounds = rounds.into_iter().map(|count| count as f64 / repetitions as f64).collect();
    Ok(Point {
        at,
        means: std::array::from_fn(|k| summary(k).mean),
        errors: Some(std::array::from_fn(|k| summary(k).standard_error().unwrap_or(0.0))),
        rounds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Lab;

    fn ask(query: Json) -> Result<Json, String> {
        answer(&query, &Lab::new().kit).map_err(|faults| faults.to_string())
    }

    /// At the corners the probe is tit-for-tat, a cooperator, a defector, and the opposite of tit-for-tat.
    #[test]
    fn corners_are_known_players() {
        let got = ask(json!({"strategy": "tit_for_tat", "step": 1, "turns": 4})).expect("an answer");
        assert_eq!(got["exact"], true);
        let score = |k: usize| 4.0 * got["points"][k]["score"].as_f64().expect("a number");
        // Against the opposite of tit-for-tat: CD, DD, DC, CC, and again.
        assert_eq!([0, 1, 2, 3].map(score), [12.0, 3.0, 12.0, 9.0]);
    }

    #[test]
    fn what_is_no_automaton_is_played() {
        let query = json!({"strategy": "gradual", "step": 0.5, "turns": 10});
        let got = ask(query.clone()).expect("an answer");
        assert_eq!(got["exact"], false);
        // At (0, 1) the probe surely defects, so that there is nothing to be unsure of.
        assert_eq!((&got["points"][2]["probe_score"], &got["points"][2]["score_se"]), (&json!(3.0), &json!(0.0)));
        assert_eq!(ask(query).expect("the same"), got);
        let rounds = ask(json!({"strategy": "win_stay_lose_shift", "kind": "transitive", "step": 0.5, "turns": 3}));
        // Against half a coin: C, then C after mutual cooperation alone, then both kinds of likeness.
        assert_eq!(rounds.expect("an answer")["points"][1]["rounds"], json!([1.0, 0.5, 0.5]));
    }

    #[test]
    fn wrong_queries_say_what_is_wrong() {
        for (query, word) in [
            (json!({"strategy": "tit for tit"}), "did you mean"),
            (json!({"strategy": "tit_for_tat", "step": 0.3}), "divides 1"),
            (json!({"strategy": "tit_for_tat", "probe": "tat"}), "unknown strategy"),
            (json!({"strategy": "tit_for_tat", "game": "rock_paper_scissors"}), "two actions"),
        ] {
            assert!(ask(query).expect_err("wrong").contains(word), "{word}");
        }
    }
}
