//! Games and rationals as the oracle files write them.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use comity::exact::Rational;
use comity::game::{NormalForm, Player};
use serde_json::Value as Json;

/// A rational: an integer, or text.
pub fn rational(json: &Json) -> Rational {
    match json {
        Json::String(text) => text.parse().expect("a rational"),
        _ => Rational::from(json.as_i64().expect("an integer")),
    }
}

fn list(json: &Json) -> Vec<Rational> {
    json.as_array().expect("a list").iter().map(rational).collect()
}

fn table(json: &Json) -> Vec<Vec<Rational>> {
    json.as_array().expect("rows").iter().map(list).collect()
}

/// A row of `bimatrix.jsonl`.
pub fn bimatrix(row: &Json) -> NormalForm {
    NormalForm::bimatrix("g", [""; 0], &table(&row["A"]), &table(&row["B"])).expect("a game")
}

/// A row of `nplayer.jsonl`.
pub fn of_many(row: &Json) -> NormalForm {
    let dims = row["dims"].as_array().expect("dimensions");
    let player = |d: &Json| Player::new("p", (0..d.as_u64().expect("a number")).map(|k| k.to_string()));
    let by_player = table(&row["payoffs"]);
    let mut profile = 0..;
    NormalForm::from_rule("g", dims.iter().map(player).collect(), |_| {
        let profile = profile.next().expect("endless");
        by_player.iter().map(|payoffs| payoffs[profile].clone()).collect()
    })
    .expect("a game")
}
