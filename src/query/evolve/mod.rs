//! Queries about evolution in a game.
//!
//! | member | parameters | answer |
//! |---|---|---|
//! | `rest_points`, `rest_continua` | | replicator rest points with `x`, `nash`, `ess`, `eig`; supports of continua |
//! | `replicator` | `x0`, `t`, `mutation` | `x` at each time; `rk4_dt0_01_n2000` by Runge-Kutta |
//! | `pairs` | | invader and resident of each fixation probability |
//! | `fixation` | `rule`, `N`, `beta` or `w` | `rho` and `ln_rho` by pair; `rho_exact` of small Moran processes |
//! | `stationary_sml` | `N`, `beta` or `w` | `pi` and `ln_pi` by strategy, for rare mutants |
//! | `stationary_mu` | `N`, `beta`, `mu` | `pi` by number of members with strategy 0, `mean_share_0` |
//! | `alpharank_single`, `_local`, `_multi` | `m`, `alpha` | `pi` and `ln_pi` by strategy, or by profile as in `states` |
//! | `alpharank_local_inf` | `eps` | `pi` |
//! | `log_rho_ratio`, `one_third`, `risk_dominant` | populations | exact answers of weak selection |
//! | `adaptive_play` | | resistances, potentials, and the stochastically stable actions; null for other games |
//! | `best_reply` | `N`, `epsilon`, `revision`, `periods`, `start` | `pi`, `mean_share_0`, waiting times |
//!
//! The game is `A` (symmetric, or with `B`), or `game`. Parts are answered if their parameters are given; those that
//! need none are answered unasked (rest points for at most 12 strategies), but for `adaptive_play`. With a game alone,
//! all parts that fit it are answered for default parameters (`adaptive_play` for at most 5 strategies). `want` lists parts
//! instead, with defaults where parameters are not given. A row of results is a query: its answers are not read.

mod parts;
mod schema;

use crate::catalogue::{Params, Place, Table, Value};
use crate::equilibrium::evolution::Payoffs;
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::{self, NormalForm};
use crate::models::Kit;
use parts::Asked;
use schema::{OF_PLAYERS, OF_TWO, PARTS, UNASKED, default, without_answers};
use serde_json::{Map, Value as Json};
use std::cell::OnceCell;

pub use schema::schema;

/// Answers a query about evolution in a game.
///
/// # Errors
/// What is wrong with the query.
pub fn answer(query: &Json, kit: &Kit) -> Result<Json, Faults> {
    let value = Value::from_json(&without_answers(query))?;
    let table = value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))?;
    let params = check(table)?;
    let game = game_of(&params, kit)?;
    let payoffs = Payoffs::of_game(&game).map_err(Diagnostic::from);
    let parts = wanted(&params, payoffs.as_ref().ok())?;
    let mut filled = table.clone();
    for part in parts.iter().filter(|part| !params.has(part)) {
        let strategies = payoffs.as_ref().map_or(0, Payoffs::strategies);
        if let Some(default) = default(part, strategies) {
            filled.insert(part, Value::from_json(&default)?);
        }
    }
    let asked = Asked {
        params: check(&filled)?,
        game: &game,
        payoffs: payoffs.as_ref().map_err(Clone::clone),
        rest: OnceCell::new(),
    };
    let (mut members, mut faults) = (Map::new(), Faults::new());
    for part in parts {
        match asked.part(part) {
            Ok(answer) => {
                members.insert(part.to_string(), answer);
            }
            Err(found) => faults.extend(found.or_at(&crate::error::Location::path(part))),
        }
    }
    faults.into_result(Json::Object(members))
}

fn check(table: &Table) -> Result<Params, Faults> {
    let mut faults = Faults::new();
    let checked = schema().check(table, &crate::error::Origin::Unknown, &Place::root(), &mut faults);
    checked.ok_or(faults)
}

/// The game of `A`, of `A` and `B`, or of `game`.
fn game_of(params: &Params, kit: &Kit) -> Result<NormalForm, Faults> {
    let at = |key: &str| Place::root().key(key).at(&crate::error::Origin::Unknown);
    let rows = |key: &str| -> Option<Vec<Vec<Rational>>> {
        let row = |row: &Value| row.as_list()?.iter().map(Value::rational).collect();
        params.get(key)?.as_list()?.iter().map(row).collect()
    };
    let none = std::iter::empty::<&str>;
    match (rows("A"), rows("B"), params.get("game")) {
        (Some(a), None, None) => {
            // A table's own faults speak of strategies; a game's would speak of players.
            Payoffs::new(&a).map_err(|error| Faults::from(error).or_at(&at("A")))?;
            NormalForm::symmetric("A", none(), &a).map_err(|error| Faults::from(error).or_at(&at("A")))
        }
        (Some(a), Some(b), None) => {
            NormalForm::bimatrix("A, B", none(), &a, &b).map_err(|error| Faults::from(error).or_at(&at("B")))
        }
        (None, None, Some(value)) => Ok(game::from_value(value, &Place::root().key("game"), &kit.games)?.game),
        (None, Some(_), _) => Err(Diagnostic::new("missing-key", "`B` without `A`", "both").at(at("B")).into()),
        (None, None, None) => Err(Diagnostic::new("missing-key", "no game", "`A`, `A` and `B`, or `game`").into()),
        (Some(_), _, Some(_)) => {
            Err(Diagnostic::new("conflicting-keys", "`A` and `game`", "one of the two").at(at("game")).into())
        }
    }
}

/// The parts to answer, in the order of [`PARTS`]. `payoffs` are there if the game is a symmetric one of two.
fn wanted(params: &Params, payoffs: Option<&Payoffs>) -> Result<Vec<&'static str>, Faults> {
    const FACES: usize = 12;
    const CHAINS: usize = 5;
    let fits = |part: &str| match payoffs {
        None => OF_PLAYERS.contains(&part),
        Some(payoffs) => {
            let two = payoffs.strategies() == 2 || !OF_TWO.contains(&part);
            let few = match part {
                "rest_points" | "rest_continua" => payoffs.strategies() <= FACES,
                "adaptive_play" => payoffs.strategies() <= CHAINS,
                _ => true,
            };
            two && few && !OF_PLAYERS.contains(&part)
        }
    };
    if let Some(want) = params.get("want").and_then(Value::as_list) {
        let names: Vec<&str> = want.iter().filter_map(Value::as_text).collect();
        return Ok(PARTS.into_iter().filter(|part| names.contains(part)).collect());
    }
    let given = |part: &&str| params.has(part);
    let any = PARTS.iter().any(|part| given(part) && default(part, 1).is_some());
    let parts = PARTS.into_iter().filter(|part| {
        // `states` says what the profiles of alpharank_multi are.
        let beside = *part == "states" && params.has("alpharank_multi");
        given(part) || beside || fits(part) && (!any || UNASKED.contains(part))
    });
    Ok(parts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Lab;
    use serde_json::json;

    fn ask(query: Json) -> Result<Json, String> {
        answer(&query, &Lab::new().kit).map_err(|faults| faults.to_string())
    }

    fn members(answer: &Json) -> Vec<&str> {
        answer.as_object().expect("an object").keys().map(String::as_str).collect()
    }

    #[test]
    fn a_game_alone_is_answered_in_every_part_that_fits_it() {
        let stag_hunt = ask(json!({ "A": [[4, 0], [3, 2]] })).expect("an answer");
        let mut expected: Vec<&str> = PARTS.into_iter().filter(|part| !OF_PLAYERS.contains(part)).collect();
        expected.sort_unstable();
        assert_eq!(members(&stag_hunt), expected);
        assert_eq!(stag_hunt["adaptive_play"]["stable"], json!([1]));
        assert_eq!(stag_hunt["risk_dominant"], 1);
        let named = ask(json!({ "game": "rock_paper_scissors" })).expect("an answer");
        assert!(named.get("one_third").is_none() && named["stationary_sml"][0]["pi"][2].is_f64(), "{named}");
        assert!(named["adaptive_play"].is_null(), "no coordination game");
        let roles = ask(json!({ "A": [[3, 0], [0, 2]], "B": [[2, 0], [0, 3]] })).expect("an answer");
        assert_eq!(members(&roles), ["alpharank_multi", "states"]);
    }

    #[test]
    fn parts_that_are_given_are_answered_and_others_need_a_wish() {
        let asked = ask(json!({ "A": [[4, 0], [3, 2]], "fixation": [{ "rule": "fermi", "N": 10, "beta": 1 }] }));
        let asked = asked.expect("an answer");
        for part in ["fixation", "pairs", "rest_points", "risk_dominant"] {
            assert!(asked.get(part).is_some(), "{part}");
        }
        assert!(asked.get("stationary_sml").is_none() && asked.get("adaptive_play").is_none());
        // Populations of the rules of weak selection are those of the fixation probabilities.
        assert_eq!(asked["log_rho_ratio"], json!({ "10": "-7" }));
        let wish =
            ask(json!({ "A": [[4, 0], [3, 2]], "want": ["adaptive_play", "stationary_mu"] })).expect("an answer");
        assert_eq!(members(&wish), ["adaptive_play", "stationary_mu"]);
    }

    #[test]
    fn a_probability_below_every_float_is_told_by_its_logarithm() {
        let query = json!({ "A": [[3, 0], [5, 1]], "want": ["fixation"],
                            "fixation": [{ "rule": "fermi", "N": 1000, "beta": 50 }] });
        let found = &ask(query).expect("an answer")["fixation"][0];
        assert_eq!(found["rho"][0], 0.0);
        assert!(found["ln_rho"][0].as_f64().expect("a number") < -1e4, "{found}");
    }

    #[test]
    fn payoffs_that_steps_cannot_follow_leave_the_path_that_adapts() {
        let query = json!({ "A": [["1e90", 0], [0, "1e90"]], "replicator": [{ "x0": ["2/3", "1/3"], "t": [1] }] });
        let found = ask(query).expect("an answer")["replicator"][0].clone();
        assert!(found["rk4_dt0_01_n2000"].is_null(), "{found}");
        assert_eq!(found["x"], json!([[1.0, 0.0]]));
    }

    #[test]
    fn six_strategies_are_asked_for_their_conventions_only_if_wanted() {
        let table = |n: usize| (0..n).map(|i| (0..n).map(|j| i64::from(i == j)).collect()).collect::<Vec<Vec<i64>>>();
        let six = ask(json!({ "A": table(6) })).expect("an answer");
        assert!(six.get("adaptive_play").is_none() && six.get("rest_points").is_some());
        let wanted = ask(json!({ "A": table(6), "want": ["adaptive_play"] })).expect("an answer");
        assert_eq!(wanted["adaptive_play"]["stable"], json!([0, 1, 2, 3, 4, 5]));
        let fault = ask(json!({ "A": table(8), "want": ["adaptive_play"] })).expect_err("too many");
        assert!(fault.contains("8 strategies; expected at most 7"), "{fault}");
    }

    #[test]
    fn waiting_times_tell_a_simulation_from_its_limit() {
        let item = json!({ "N": 10, "epsilon": "1/20", "periods": 2_000_000, "start": 10 });
        let query = json!({ "A": [[1, 0], ["3/5", "3/5"]], "best_reply": [item] });
        let found = ask(query).expect("an answer")["best_reply"][0].clone();
        assert!((found["mean_share_0"].as_f64().expect("a number") - 0.025).abs() < 1e-3, "{found}");
        assert!((found["mean_share_0_over_periods"].as_f64().expect("a number") - 0.032).abs() < 1e-3, "{found}");
        let stay = found["mean_stay"][10].as_f64().expect("a number");
        assert!((13_000.0..16_000.0).contains(&stay), "{stay}");
    }

    #[test]
    fn wrong_queries_say_what_is_wrong_and_where() {
        let a = json!([[4, 0], [3, 2]]);
        for (query, parts) in [
            (json!([1]), &["a list of 1"][..]),
            (json!({}), &["no game", "`A`"]),
            (json!({ "A": [] }), &["`A`", "without payoffs"]),
            (json!({ "A": [[1, 2], [3]] }), &["`A`", "row 1 of 2 has 1 payoffs"]),
            (json!({ "A": [[1, "x"], [3, 4]] }), &["`A[0][1]`", "not a number"]),
            (json!({ "A": [["1e200"]] }), &["`A`", "1e200"]),
            (json!({ "B": a }), &["`B` without `A`"]),
            (json!({ "A": a, "B": [[1]] }), &["`B`"]),
            (json!({ "A": a, "game": "chicken" }), &["`A` and `game`"]),
            (json!({ "game": "chess" }), &["unknown game \"chess\""]),
            (json!({ "A": a, "fixatoin": [] }), &["unknown key \"fixatoin\"", "did you mean \"fixation\"?"]),
            (json!({ "A": a, "fixation": [{ "rule": "fermi", "N": 1, "beta": 1 }] }), &["`fixation[0].N`", "is 1"]),
            (json!({ "A": a, "fixation": [{ "rule": "fermi", "N": 9 }] }), &["`fixation[0]`", "`beta`"]),
            (json!({ "A": a, "fixation": [{ "rule": "fermi", "N": 9, "beta": -1 }] }), &["`fixation[0]`", "is -1"]),
            (json!({ "A": a, "fixation": [{ "rule": "morn", "N": 9 }] }), &["`fixation[0].rule`", "moran_linear"]),
            (json!({ "A": a, "fixation": [{ "rule": "moran_linear", "N": 9, "w": 2 }] }), &["is 2"]),
            (json!({ "A": a, "pairs": [[0, 2]], "fixation": [] }), &["`pairs[0]`", "0 and 2"]),
            (json!({ "A": a, "replicator": [{ "x0": ["1/2"], "t": [1] }] }), &["`replicator[0]`", "one share"]),
            (json!({ "A": a, "replicator": [{ "x0": ["1/2", "1/2"], "t": [2, 1] }] }), &["ascending"]),
            (json!({ "A": a, "stationary_sml": [{ "N": 9 }] }), &["`stationary_sml[0]`", "`beta`"]),
            (json!({ "A": a, "stationary_mu": [{ "N": 9, "beta": 1, "mu": 0 }] }), &["`stationary_mu[0]`", "is 0"]),
            (json!({ "A": a, "alpharank_local_inf": { "eps": 0 } }), &["`alpharank_local_inf`", "is 0"]),
            (json!({ "A": a, "log_rho_ratio": ["x"] }), &["`log_rho_ratio`"]),
            (json!({ "A": a, "one_third": { "finite": 7 } }), &["`one_third.finite`"]),
            (json!({ "A": a, "want": ["fixations"] }), &["`want[0]`", "fixation"]),
            (json!({ "A": [[1]], "want": ["one_third"] }), &["`one_third`", "1 strategies"]),
            (json!({ "A": a, "B": a, "want": ["fixation"] }), &["`fixation`", "symmetric game"]),
            (json!({ "A": a, "best_reply": [{ "N": 9, "epsilon": 2 }] }), &["`best_reply[0]`", "is 2"]),
            (json!({ "A": a, "best_reply": [{ "N": 9, "epsilon": "1/2", "start": 10 }] }), &["`start` is 10"]),
        ] {
            let fault = ask(query.clone()).expect_err(&query.to_string());
            for part in parts {
                assert!(fault.contains(part), "{query}: no {part:?} in {fault}");
            }
        }
    }
}
