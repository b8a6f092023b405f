//! Games in JSON: the forms of the parent in, the full form and the two tables out.

use serde_json::{Value as Json, json};

use super::{ResolvedGame, from_value};
use crate::catalogue::{Catalogue, Place, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// The largest whole number up to which every JSON reader keeps all: 2^53.
const SAFE: i64 = 1 << 53;

/// Reads a game from JSON, in any form that [`from_value`] reads.
///
/// # Errors
/// All that is wrong with it, each fault at its path. JSON itself has no infinities and no NaN; as texts they are
/// refused.
pub fn from_json(json: &Json, games: &Catalogue<NormalForm>) -> Result<ResolvedGame, Faults> {
    from_value(&Value::from_json(json)?, &Place::root(), games)
}

impl NormalForm {
    /// The full form: title, comment (unless empty), players with names and actions, and payoffs by player and profile.
    /// [`from_json`] reads back an equal game. Payoffs are JSON integers where every reader keeps them exactly, else
    /// texts `p/q`.
    pub fn to_json(&self) -> Json {
        let players: Vec<Json> =
            self.players().iter().map(|player| json!({"name": player.name, "actions": player.actions})).collect();
        let profiles = self.profile_count();
        let payoffs: Vec<Vec<Json>> = self
            .player_ids()
            .map(|player| (0..profiles).map(|profile| number(self.payoff_at(profile, player))).collect())
            .collect();
        let mut full = json!({"title": self.title, "players": players, "payoffs": payoffs});
        if !self.comment.is_empty() {
            full["comment"] = json!(self.comment);
        }
        full
    }

    /// The form `{"A": .., "B": ..}` of a game of two players; nothing for other numbers of players. Names are left
    /// out.
    pub fn to_json_tables(&self) -> Option<Json> {
        let [rows, columns] = self.dimensions()[..] else { return None };
        let table = |player: u32| -> Vec<Vec<Json>> {
            let cell = |row: usize, column: usize| number(self.payoff(&[row, column], PlayerId(player)));
            (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect()).collect()
        };
        Some(json!({"A": table(0), "B": table(1)}))
    }
}

/// A payoff as JSON.
fn number(value: &Rational) -> Json {
    match value.numerator_i64().filter(|n| value.is_integer() && n.unsigned_abs() <= SAFE.unsigned_abs()) {
        Some(whole) => Json::from(whole),
        None => Json::from(value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_a_float_would_round_are_texts() {
        let q = |text: &str| -> Rational { text.parse().expect("a number") };
        assert_eq!(number(&q("-3")), json!(-3));
        assert_eq!(number(&q("9007199254740992")), json!(9_007_199_254_740_992i64));
        assert_eq!(number(&q("9007199254740993")), json!("9007199254740993"));
        assert_eq!(number(&q("0.5")), json!("1/2"));
        assert_eq!(number(&q("-1e30")), json!("-1000000000000000000000000000000"));
    }
}
