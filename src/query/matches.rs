//! Queries about one match.

use crate::catalogue::{Data, Field, Kind, Place, Schema, Table, Value};
use crate::error::{Diagnostic, Faults};
use crate::game;
use crate::ids::{PlayerId, RunKey, Seed};
use crate::models::Kit;
use crate::play::{Contest, Length, Match, Rules, ShortCuts, expect, long_run};
use crate::stats::{Running, mean_interval};
use crate::strategy::{Action, Automaton, Horizon, Strategy, show_actions};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The longest match whose actions are written out.
const MAX_ACTIONS: i64 = 10_000_000;
/// How often a match is played at the most where only a precision is given.
const MOST_REPETITIONS: i64 = 1_000_000;
/// How many repetitions come before the first look at intervals, which are looked at again whenever they are half as many
/// more: too early a look would take a lucky run for a precise one.
const FIRST_LOOK: u64 = 30;

/// The members of a query.
pub fn schema() -> Schema {
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required("player", Kind::Any, "A strategy's name, { name, params }, or { script = \"CCD\" }, repeated."),
        Field::required("opponent", Kind::Any, "As `player`."),
        Field::with_default("turns", Kind::Integer { min: 1, max: MAX_ACTIONS }, 200i64, "The number of rounds."),
        Field::with_default(
            "length",
            Kind::Any,
            "known",
            "What the players are told of the length: known, unknown, or a number of rounds.",
        ),
        Field::with_default("game", Kind::Any, "axelrod", "A game's name, or payoffs written out."),
        Field::with_default("noise", Kind::Probability, 0.0, "How often a chosen action comes out as another."),
        Field::with_default("misperception", Kind::Probability, 0.0, "How often another's action is misread."),
        Field::with_default(
            "discount",
            Kind::Number { min: 0.0, max: 1.0 },
            1.0,
            "What a payoff is worth if it comes one round later.",
        ),
        Field::optional(
            "continuation",
            Kind::Number { min: 0.0, max: 0.999_999 },
            "The probability of another round, in place of `turns`.",
        ),
        Field::with_default("seed", Kind::COUNT, 1i64, "The master seed."),
        Field::optional("repetitions", Kind::Integer { min: 1, max: 1_000_000_000 }, "How often the match is played."),
        Field::optional(
            "precision",
            Kind::Number { min: 1e-9, max: 1e9 },
            "Repeat only until the 95 % interval of both scores is no wider than this either way.",
        ),
        Field::with_default("exact", Kind::Bool, false, "Whether expectations are computed instead of played."),
        Field::with_default(
            "long_run",
            Kind::Bool,
            false,
            "Whether the mean round of a match that never ends is computed, of finite automata.",
        ),
    ])
}

/// Answers a query about one match.
///
/// | asked | answer |
/// |---|---|
/// | one match | `actions` (two texts, a letter a round), `scores`, `cooperations` |
/// | `repetitions` | the means `scores` and `cooperations`, `scores_se` and `cooperations_se` (standard errors of the means, null for one repetition), `rounds`, `repetitions` |
/// | `exact` | the expectations `scores` and `cooperations`, standard errors 0, `rounds` |
/// | `long_run` | of the mean round: `scores`, `cooperations` (the shares of the first action), `states` (the share of each profile, such as `CD`) |
///
/// With `precision` there are no more repetitions than are needed for it, and `repetitions` says how many.
///
/// Scores are sums over the rounds (discounted, if asked); cooperations count the first action.
///
/// # Errors
/// What is wrong with the query.
pub fn answer(query: &Json, kit: &Kit) -> Result<Json, Faults> {
    answer_between(query, kit, [None, None])
}

/// As [`answer`], between players of whom some are given instead of named: `player` and `opponent` are not needed for those.
/// Every round is played by the engine, as nothing is known of what a given player does.
///
/// # Errors
/// What is wrong with the query.
pub fn answer_between(query: &Json, kit: &Kit, given: [Option<Box<dyn Strategy>>; 2]) -> Result<Json, Faults> {
    let mut query = query.clone();
    for (name, _) in NAMES.iter().zip(&given).filter(|(_, given)| given.is_some()) {
        if let Some(members) = query.as_object_mut() {
            members.insert((*name).to_string(), "cooperator".into());
        }
    }
    let query = &query;
    let value = Value::from_json(query)?;
    let table = value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))?;
    let place = Place::root();
    let mut faults = Faults::new();
    let Some(params) = schema().check(table, &value.origin, &place, &mut faults) else { return Err(faults) };
    let game = game::from_value(params.value("game"), &place.key("game"), &kit.games)?;
    if game.game.player_count() != 2 {
        let found = format!("a game of {} players", game.game.player_count());
        return Err(Diagnostic::new("wrong-game", found, "a game of two players")
            .at(place.key("game").at(&value.origin))
            .into());
    }
    let turns = u32::try_from(params.integer("turns")).expect("the schema bounds it");
    let mut rules = Rules::new(Arc::new(game.game), Length::Known(turns));
    rules.noise = params.number("noise");
    rules.misperception = params.number("misperception");
    length(params.value("length"), &place.key("length"), &mut rules)?;
    if let Some(continuation) = params.get("continuation").and_then(Value::number) {
        rules.length = Length::Drawn { continuation, told: false };
    }
    let side = |key: &str, player: u32| player_of(params.value(key), &place.key(key), &rules, player, kit);
    let named_alone = given.iter().all(Option::is_none);
    let [player, opponent] = given;
    let strategies = [player.map_or_else(|| side("player", 0), Ok)?, opponent.map_or_else(|| side("opponent", 1), Ok)?];
    let seed = Seed(u64::try_from(params.integer("seed")).expect("the schema bounds it"));
    let short_cuts = if named_alone { ShortCuts::All } else { ShortCuts::None };
    let key = RunKey::derive(seed, 0, "");
    let asked = Asked { rules: &rules, key, discount: params.number("discount"), short_cuts };
    if params.flag("long_run") {
        return asked.for_ever(&strategies);
    }
    if params.flag("exact") {
        return asked.exact(&strategies);
    }
    let precision = params.get("precision").and_then(Value::number);
    match params.get("repetitions").and_then(Value::integer).or(precision.map(|_| MOST_REPETITIONS)) {
        None => asked.once(strategies),
        Some(most) => asked.often(strategies, u64::try_from(most).expect("the schema bounds it"), precision),
    }
}

/// What the players are told of the length.
fn length(value: &Value, place: &Place, rules: &mut Rules) -> Result<(), Faults> {
    let Length::Known(turns) = rules.length else { return Ok(()) };
    match (&value.data, value.as_text().map(str::to_lowercase).as_deref()) {
        (_, Some("known")) => {}
        (_, Some("unknown")) => rules.length = Length::Unknown(turns),
        (Data::Integer(told), _) if u32::try_from(*told).is_ok() => {
            rules.told_horizon = Some(Horizon::Rounds(u32::try_from(*told).expect("just checked")));
        }
        _ => {
            let fault = Diagnostic::new(
                "wrong-type",
                format!("`length` is {}", value.describe()),
                "\"known\", \"unknown\" or a number of rounds",
            );
            return Err(fault.at(place.at(&value.origin)).into());
        }
    }
    Ok(())
}

/// A strategy by its name, by a table, or by the word that it repeats.
pub(super) fn player_of(
    value: &Value,
    place: &Place,
    rules: &Rules,
    player: u32,
    kit: &Kit,
) -> Result<Box<dyn Strategy>, Faults> {
    let script = value.as_table().and_then(|table| table.get("script"));
    let value = match script {
        None => value.clone(),
        Some(word) => {
            let (mut params, mut table) = (Table::default(), Table::default());
            params.insert("cycle", word.clone());
            table.insert("name", "cycler");
            table.insert("params", params);
            table.into()
        }
    };
    let spec = kit.strategies.resolve(&value, place)?;
    let strategy = kit.strategies.build(&spec, &kit.strategies)?;
    strategy
        .fits(&rules.told(PlayerId(player)))
        .map_err(|fault| Faults::from(fault.or_at(&place.at(&value.origin))))?;
    Ok(strategy)
}

struct Asked<'a> {
    rules: &'a Rules,
    key: RunKey,
    discount: f64,
    short_cuts: ShortCuts,
}

/// The names whose draws the players take, and the match's.
const NAMES: [&str; 2] = ["player", "opponent"];
const PLACE: &str = "player|opponent";

impl Asked<'_> {
    fn spec(&self, repetition: u64) -> Match<'_> {
        Match { rules: self.rules, key: &self.key, place: PLACE, repetition }
    }

    fn once(&self, strategies: [Box<dyn Strategy>; 2]) -> Result<Json, Faults> {
        let course = Contest::new(self.rules, strategies, self.short_cuts)
            .course(&self.spec(0), NAMES)
            .map_err(|error| Faults::from(Diagnostic::from(error)))?;
        let game = &*self.rules.game;
        let mut words = [Vec::new(), Vec::new()];
        for profile in course.iter() {
            for (player, word) in words.iter_mut().enumerate() {
                let id = PlayerId::at(player);
                word.push(Action(u8::try_from(game.action_in(usize::from(profile), id)).unwrap_or(u8::MAX)));
            }
        }
        let (scores, cooperations, _) = self.totals(course.iter());
        Ok(json!({
            "actions": words.map(|word| show_actions(&word)),
            "scores": scores.map(number),
            "cooperations": cooperations.map(number),
        }))
    }

    fn often(&self, strategies: [Box<dyn Strategy>; 2], most: u64, precision: Option<f64>) -> Result<Json, Faults> {
        let mut contest = Contest::new(self.rules, strategies.clone(), self.short_cuts);
        let mut streams: [Running; 5] = Default::default();
        let (mut repetitions, mut look) = (0, FIRST_LOOK);
        while repetitions < most {
            let repetition = repetitions;
            if self.short_cuts == ShortCuts::None {
                // A given player may do otherwise each time, whether anything was drawn or not.
                contest = Contest::new(self.rules, strategies.clone(), self.short_cuts);
            }
            let course =
                contest.course(&self.spec(repetition), NAMES).map_err(|error| Faults::from(Diagnostic::from(error)))?;
            let (scores, cooperations, rounds) = self.totals(course.iter());
            let values = [scores[0], scores[1], cooperations[0], cooperations[1], rounds];
            for (stream, value) in streams.iter_mut().zip(values) {
                stream.push(value);
            }
            repetitions += 1;
            if repetitions == look {
                if precision.is_some_and(|width| streams[..2].iter().all(|stream| is_precise(stream, width))) {
                    break;
                }
                look += look / 2;
            }
        }
        let mean = |k: usize| streams[k].summary().map(|summary| number(summary.mean));
        let error = |k: usize| streams[k].summary().and_then(|summary| summary.standard_error()).map(number);
        Ok(json!({
            "scores": [mean(0), mean(1)],
            "scores_se": [error(0), error(1)],
            "cooperations": [mean(2), mean(3)],
            "cooperations_se": [error(2), error(3)],
            "rounds": mean(4),
            "repetitions": repetitions,
        }))
    }

    fn for_ever(&self, strategies: &[Box<dyn Strategy>; 2]) -> Result<Json, Faults> {
        // A match without end has no last rounds that a player could know of.
        let rules = Rules { length: Length::Unknown(1), ..self.rules.clone() };
        let automata = automata(strategies, &rules)?;
        let spec = Match { rules: &rules, ..self.spec(0) };
        let limit = long_run(&spec, &automata[0], &automata[1]).ok_or_else(|| {
            Diagnostic::new(
                "too-many-states",
                "automata with more than 2048 pairs of states",
                "smaller ones, or `exact`",
            )
        })?;
        let game = &*rules.game;
        let cooperations = [0, 1].map(|player| {
            let first = |profile: &usize| game.action_in(*profile, PlayerId(player)) == 0;
            (0..game.profile_count()).filter(first).map(|k| limit.profiles[k]).sum::<f64>()
        });
        let states: serde_json::Map<String, Json> = (0..game.profile_count())
            .map(|profile| {
                let action =
                    |player| Action(u8::try_from(game.action_in(profile, PlayerId(player))).unwrap_or(u8::MAX));
                let name = [0, 1].map(|player| action(player).letter()).iter().collect();
                (name, number(limit.profiles[profile]))
            })
            .collect();
        let scores = [0, 1].map(|player| number(limit.score(&spec, PlayerId(player))));
        Ok(json!({
            "scores": scores,
            "scores_se": [0, 0],
            "cooperations": cooperations.map(number),
            "cooperations_se": [0, 0],
            "states": states,
        }))
    }

    fn exact(&self, strategies: &[Box<dyn Strategy>; 2]) -> Result<Json, Faults> {
        let [a, b] = automata(strategies, self.rules)?;
        let game = &*self.rules.game;
        let payoffs = game.payoffs_f64();
        let (mut scores, mut cooperations) = ([0.0; 2], [0.0; 2]);
        let continuation = match self.rules.length {
            Length::Drawn { continuation, .. } => continuation,
            _ => 1.0,
        };
        let mut weight = 1.0;
        let fold = |probabilities: &[f64]| {
            for (profile, p) in probabilities.iter().enumerate() {
                for (player, score) in scores.iter_mut().enumerate() {
                    *score += weight * p * payoffs[2 * profile + player];
                }
            }
            weight *= self.discount * continuation;
        };
        let expected = expect(&self.spec(0), &a, &b, fold)
            .ok_or_else(|| Diagnostic::new("wrong-game", "a game of another shape", "a game of two players"))?;
        for (profile, count) in expected.profiles.iter().enumerate() {
            for (player, sum) in cooperations.iter_mut().enumerate() {
                let id = PlayerId::at(player);
                *sum += if game.action_in(profile, id) == 0 { *count } else { 0.0 };
            }
        }
        Ok(json!({
            "scores": scores.map(number),
            "scores_se": [0, 0],
            "cooperations": cooperations.map(number),
            "cooperations_se": [0, 0],
            "rounds": number(expected.rounds),
        }))
    }

    /// Both scores, both numbers of cooperations, and the number of rounds.
    fn totals(&self, profiles: impl Iterator<Item = u16>) -> ([f64; 2], [f64; 2], f64) {
        let game = &*self.rules.game;
        let mut counts = vec![0u64; game.profile_count()];
        let payoffs = game.payoffs_f64();
        let (mut discounted, mut weight) = ([0.0; 2], 1.0);
        for profile in profiles {
            let profile = usize::from(profile);
            counts[profile] += 1;
            if self.discount < 1.0 {
                for (player, sum) in discounted.iter_mut().enumerate() {
                    *sum += weight * payoffs[2 * profile + player];
                }
                weight *= self.discount;
            }
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let counts: Vec<f64> = counts.into_iter().map(|count| count as f64).collect();
        let score = |player: usize| match game.scaled_payoffs() {
            // Whole numbers over one denominator: exact as long as they fit a float.
            #[expect(clippy::cast_precision_loss, reason = "a score leaves for an answer here")]
            Some((denominator, scaled)) => {
                counts.iter().enumerate().map(|(k, n)| n * scaled[2 * k + player] as f64).sum::<f64>()
                    / denominator as f64
            }
            None => counts.iter().enumerate().map(|(k, n)| n * payoffs[2 * k + player]).sum(),
        };
        let cooperations = |player: u32| {
            let first = |profile: &usize| game.action_in(*profile, PlayerId(player)) == 0;
            (0..counts.len()).filter(first).map(|k| counts[k]).sum::<f64>()
        };
        let scores = if self.discount < 1.0 { discounted } else { [score(0), score(1)] };
        (scores, [cooperations(0), cooperations(1)], counts.iter().sum())
    }
}

/// Both strategies as automata.
fn automata(strategies: &[Box<dyn Strategy>; 2], rules: &Rules) -> Result<[Automaton; 2], Faults> {
    let automaton = |player: usize| -> Result<Automaton, Faults> {
        strategies[player].automaton(&rules.told(PlayerId::at(player))).ok_or_else(|| {
            Faults::from(
                Diagnostic::new(
                    "not-finite",
                    "a strategy that is no finite automaton",
                    "finite strategies for `exact`, or `repetitions`",
                )
                .at(Place::root().key(NAMES[player]).at(&crate::error::Origin::Unknown)),
            )
        })
    };
    Ok([automaton(0)?, automaton(1)?])
}

/// Whether a mean is known to within `width` either way, at 95 %.
fn is_precise(stream: &Running, width: f64) -> bool {
    let interval = stream.summary().and_then(|summary| mean_interval(&summary, 0.95));
    interval.is_some_and(|interval| interval.high - interval.estimate <= width)
}

/// A float as JSON: a whole number where it is one.
fn number(value: f64) -> Json {
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below 2^63")]
    if value == value.trunc() && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Lab;

    fn ask(query: Json) -> Result<Json, String> {
        answer(&query, &Lab::new().kit).map_err(|faults| faults.to_string())
    }

    #[test]
    fn one_match_shows_its_actions() {
        let got = ask(json!({"player": "TitForTat", "opponent": {"script": "DDC"}, "turns": 6})).expect("an answer");
        assert_eq!(got, json!({"actions": ["CDDCDD", "DDCDDC"], "scores": [12, 12], "cooperations": [2, 2]}));
        let book = json!({"player": "tit for tat", "opponent": {"name": "EndGame", "params": {"k": 1}}, "turns": 20,
                          "game": "prisoners_dilemma"});
        assert_eq!(ask(book).expect("an answer")["scores"], json!([-24, -19]));
    }

    #[test]
    fn the_told_length_need_not_be_true() {
        let query = |length: Json| json!({"player": "alexei", "opponent": "cooperator", "turns": 4, "length": length});
        let actions = |length: Json| ask(query(length)).expect("an answer")["actions"][0].clone();
        assert_eq!(actions(json!("known")), "CCCD");
        assert_eq!(actions(json!("unknown")), "CCCC");
        assert_eq!(actions(json!(2)), "CDCC");
    }

    #[test]
    fn exact_and_repeated_answers_agree() {
        let query = |extra: (&str, Json)| {
            let mut query =
                json!({"player": "gtft", "opponent": "win_stay_lose_shift", "turns": 50, "noise": 0.05, "seed": 3});
            query[extra.0] = extra.1;
            ask(query).expect("an answer")
        };
        let (often, exact) = (query(("repetitions", json!(2000))), query(("exact", json!(true))));
        for k in [0, 1] {
            let value = |answer: &Json, key: &str| answer[key][k].as_f64().expect("a number");
            let difference = (value(&often, "scores") - value(&exact, "scores")).abs();
            assert!(difference <= 4.0 * value(&often, "scores_se"), "{often} {exact}");
        }
        let members: Vec<&String> = exact.as_object().expect("an object").keys().collect();
        assert_eq!(members, ["cooperations", "cooperations_se", "rounds", "scores", "scores_se"]);
    }

    /// Two generous players under noise: as many repetitions as the width needs, and no more than are allowed.
    #[test]
    fn a_precision_ends_repetitions() {
        let query = |extra: Json| {
            let mut query = json!({"player": "gtft", "opponent": "random", "turns": 50, "seed": 3});
            query.as_object_mut().expect("an object").extend(extra.as_object().expect("an object").clone());
            ask(query).expect("an answer")
        };
        let wide = query(json!({"precision": 3.0}));
        let narrow = query(json!({"precision": 0.5}));
        let [few, many] = [&wide, &narrow].map(|answer| answer["repetitions"].as_u64().expect("a count"));
        assert!(few < many && many < 10_000, "{few} {many}");
        assert!(1.97 * narrow["scores_se"][0].as_f64().expect("a number") <= 0.5);
        assert_eq!(query(json!({"precision": 0.5, "repetitions": 40}))["repetitions"], 40);
    }

    /// Press & Dyson 2012: against an unconditional cooperator the extortioner of chi 3 earns 41/11, the other 21/11.
    #[test]
    fn the_long_run_is_a_mean_round() {
        let query = json!({"player": "zd_extort_3", "opponent": "cooperator", "long_run": true});
        let got = ask(query).expect("an answer");
        let [own, other] = [0, 1].map(|k| got["scores"][k].as_f64().expect("a number"));
        assert!((own - 41.0 / 11.0).abs() < 1e-12 && (other - 21.0 / 11.0).abs() < 1e-12, "{got}");
        assert_eq!(got["states"]["CD"], 0);
        let infinite = json!({"player": "gradual", "opponent": "cooperator", "long_run": true});
        assert!(ask(infinite).expect_err("no automaton").contains("no finite automaton"));
    }

    #[test]
    fn a_drawn_length_has_its_mean() {
        let answer = ask(json!({"player": "cooperator", "opponent": "cooperator", "continuation": 0.9, "exact": true}));
        // A geometric length with continuation 0.9 has mean 10.
        assert!((answer.expect("an answer")["rounds"].as_f64().expect("a number") - 10.0).abs() < 1e-9);
    }

    #[test]
    fn discounting_is_the_geometric_sum() {
        let answer = ask(json!({"player": "cooperator", "opponent": "cooperator", "turns": 3, "discount": 0.5}));
        assert_eq!(answer.expect("an answer")["scores"], json!([5.25, 5.25]));
    }

    #[test]
    fn wrong_queries_say_what_is_wrong() {
        for (query, found) in [
            (
                json!({"player": "tit for tit", "opponent": "cooperator"}),
                "unknown strategy \"tit for tit\"; did you mean \"tit_for_tat\"?",
            ),
            (json!({"player": "cooperator"}), "missing key \"opponent\""),
            (json!({"player": "cooperator", "opponent": "cooperator", "noise": 1.5}), "`noise` is 1.5"),
            (json!({"player": "cooperator", "opponent": "cooperator", "turn": 5}), "unknown key \"turn\""),
            (json!({"player": "cooperator", "opponent": "cooperator", "length": []}), "`length` is a list of 0"),
            (json!({"player": "cooperator", "opponent": "cooperator", "game": "chess"}), "unknown game \"chess\""),
            (
                json!({"player": "tit_for_tat", "opponent": "cooperator", "game": "rock_paper_scissors"}),
                "a strategy for two actions",
            ),
            (json!({"player": "gradual", "opponent": "cooperator", "exact": true}), "no finite automaton"),
            (json!({"player": {"script": "CX"}, "opponent": "cooperator"}), "`cycle` is the text \"CX\""),
            (json!([1]), "a list of 1"),
        ] {
            let fault = ask(query.clone()).expect_err("wrong");
            assert!(fault.contains(found), "{query}: {fault}");
        }
    }
}
