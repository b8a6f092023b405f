//! Games for the tests of solvers: those of the oracle tables, and random ones.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use comity::exact::Rational;
use comity::game::{NormalForm, Player};
use serde_json::Value as Json;

/// A number of the tables: an integer, or `"p/q"`.
pub fn rational(json: &Json) -> Rational {
    match json {
        Json::String(text) => text.parse().expect("a rational"),
        _ => Rational::from(json.as_i64().expect("an integer")),
    }
}

/// A row of numbers of the tables.
pub fn rationals(json: &Json) -> Vec<Rational> {
    json.as_array().expect("numbers").iter().map(rational).collect()
}

/// The game of a row with payoff tables `A` and `B`.
pub fn bimatrix(row: &Json) -> NormalForm {
    let table =
        |key: &str| -> Vec<Vec<Rational>> { row[key].as_array().expect("rows").iter().map(rationals).collect() };
    NormalForm::bimatrix("g", [""; 0], &table("A"), &table("B")).expect("a game")
}

/// The game of a row with `dims` and `payoffs` by player and profile.
pub fn tensor(row: &Json) -> NormalForm {
    let dims: Vec<usize> = serde_json::from_value(row["dims"].clone()).expect("dims");
    let payoffs: Vec<Vec<Rational>> = row["payoffs"].as_array().expect("tables").iter().map(rationals).collect();
    let mut at = 0..;
    game(&dims, |_| {
        let at = at.next().expect("endless");
        payoffs.iter().map(|of_player| of_player[at].clone()).collect()
    })
}

/// The game of these numbers of actions whose payoffs in a profile, in lexicographic order, a rule gives.
pub fn game(dims: &[usize], payoffs: impl FnMut(&[usize]) -> Vec<Rational>) -> NormalForm {
    let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
    NormalForm::from_rule("g", players, payoffs).expect("a game")
}

/// The same, in whole numbers.
pub fn whole(dims: &[usize], mut payoffs: impl FnMut(&[usize]) -> Vec<i64>) -> NormalForm {
    game(dims, |profile| payoffs(profile).into_iter().map(Rational::from).collect())
}

/// Numbers that are random enough: a multiplicative congruence of full period, its upper half.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number from 0 to `n - 1`.
    pub fn below(&mut self, n: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n) as usize
    }

    /// A number from `-most` to `most`.
    pub fn payoff(&mut self, most: i64) -> i64 {
        self.below(2 * most as u64 + 1) as i64 - most
    }

    /// A game of independent uniform payoffs.
    pub fn uniform(&mut self, dims: &[usize], most: i64) -> NormalForm {
        whole(dims, |profile| profile.iter().map(|_| self.payoff(most)).collect())
    }
}
