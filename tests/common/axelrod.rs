//! What the tests against records of Axelrod-Python share: players by class and settings, and matches of them.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use super::common;
use comity::catalogue::{Catalogue, Place, Table, Value};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::play::{Contest, Course, Length, Match, Rules, ShortCuts};
use comity::strategy::{self, Strategy};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The classes that are not in the catalogue, with the reason. All other classes of the records are.
pub const LEFT_OUT: &[(&str, &str)] =
    &[("EvolvedAttention", "a trained transformer network whose weights come with a deep-learning framework alone")];

/// A game by its payoffs.
pub fn dilemma(r: i64, s: i64, t: i64, p: i64) -> Arc<NormalForm> {
    let q = |n: i64| Rational::from(n);
    let table = [vec![q(r), q(s)], vec![q(t), q(p)]];
    Arc::new(NormalForm::symmetric("dilemma", ["C", "D"], &table).expect("a game"))
}

/// The dilemma of the records.
pub fn usual() -> Arc<NormalForm> {
    dilemma(3, 0, 5, 1)
}

/// The text of a field; empty if there is none.
pub fn text<'a>(row: &'a Json, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_default()
}

/// A whole number of a field.
pub fn whole(row: &Json, key: &str) -> u32 {
    u32::try_from(row[key].as_u64().expect("a whole number")).expect("a small one")
}

/// Everybody who appears in the records.
pub struct Cast {
    pub catalogue: Catalogue<dyn Strategy>,
    sequences: Json,
}

impl Cast {
    pub fn new() -> Self {
        let sequences = serde_json::from_str(&common::oracle("axelrod/mockseq.json")).expect("JSON");
        Self { catalogue: strategy::catalogue(), sequences }
    }

    /// The player of a class with its constructor's settings; nothing if the class is left out.
    ///
    /// Settings that are null or infinite stand for no setting. The records of networks carry the truncation of hidden
    /// values that this laboratory has as a parameter.
    pub fn player(&self, class: &str, settings: &Json) -> Option<Box<dyn Strategy>> {
        if LEFT_OUT.iter().any(|(name, _)| *name == class) {
            return None;
        }
        let mut params = Table::default();
        for (key, value) in settings.as_object().into_iter().flatten() {
            let unlimited = value.is_null() || value == "inf" || value == "Infinity";
            if !unlimited {
                params.insert(key, Value::from_json(&named(value)).expect("settings are plain values"));
            }
        }
        if class == "ANN" || class.starts_with("EvolvedANN") {
            params.insert("truncates", true);
        }
        Some(self.build(class, params))
    }

    /// The player of a class with the default settings.
    pub fn default_player(&self, class: &str) -> Option<Box<dyn Strategy>> {
        self.player(class, &json!({}))
    }

    /// A class with its default settings that is not left out, or a fixed sequence.
    pub fn probe(&self, name: &str) -> Box<dyn Strategy> {
        match self.sequences[name].as_str() {
            Some(actions) => self.script(actions),
            None => self.default_player(name).expect("such rows name nobody who is left out"),
        }
    }

    /// Plays a word over and over; always C if it is empty.
    pub fn script(&self, actions: &str) -> Box<dyn Strategy> {
        let cycle = if actions.is_empty() { "C" } else { actions };
        self.player("Cycler", &json!({"cycle": cycle})).expect("cycler exists")
    }

    /// The strategy of a name with these parameters.
    pub fn build(&self, name: &str, params: Table) -> Box<dyn Strategy> {
        let mut table = Table::default();
        table.insert("name", name);
        table.insert("params", params);
        let spec = self.catalogue.resolve(&table.into(), &Place::root()).unwrap_or_else(|f| panic!("{name}: {f}"));
        self.catalogue.build(&spec, &self.catalogue).unwrap_or_else(|faults| panic!("{name}: {faults}"))
    }
}

/// A setting with classes as names.
fn named(value: &Json) -> Json {
    match value {
        Json::Object(object) if object.contains_key("class") => object["class"].clone(),
        Json::Array(items) => items.iter().map(named).collect(),
        plain => plain.clone(),
    }
}

/// Plays a match by the engine and by the short cuts, which must agree.
pub fn course(rules: &Rules, a: &dyn Strategy, b: &dyn Strategy) -> Course {
    let key = RunKey::derive(Seed(1), 0, "");
    let spec = Match { rules, key: &key, place: "a|b", repetition: 0 };
    let play = |short_cuts| {
        Contest::new(rules, [a.boxed_clone(), b.boxed_clone()], short_cuts).course(&spec, ["a", "b"]).expect("a match")
    };
    let reference = play(ShortCuts::None);
    assert!(reference.iter().eq(play(ShortCuts::All).iter()), "a short cut differs from the engine");
    reference
}

/// Both words and both scores of a match without noise.
pub fn played(rules: &Rules, a: &dyn Strategy, b: &dyn Strategy) -> (String, String, Json) {
    let course = course(rules, a, b);
    let (word_a, word_b) = words(&course);
    let (score_a, score_b) = scores(&course, &rules.game);
    (word_a, word_b, json!([score_a, score_b]))
}

/// A row's disagreement with a match of known length, in words, if there is one.
pub fn mismatch(row: &Json, game: &Arc<NormalForm>, a: &dyn Strategy, b: &dyn Strategy, turns: u32) -> Option<String> {
    let (word_a, word_b, score) = played(&Rules::new(Arc::clone(game), Length::Known(turns)), a, b);
    let same = word_a == text(row, "a") && word_b == text(row, "b") && score == row["score"];
    let mut row = row.clone();
    let expected = row.as_object_mut().map(|row| row.remove("a"));
    (!same).then(|| format!("{row}: {word_a}, expected {expected:?}"))
}

fn words(course: &Course) -> (String, String) {
    let letter = |defects: bool| if defects { 'D' } else { 'C' };
    (course.iter().map(|p| letter(p >= 2)).collect(), course.iter().map(|p| letter(p % 2 == 1)).collect())
}

/// The scores of a course in a game of whole payoffs.
pub fn scores(course: &Course, game: &NormalForm) -> (i64, i64) {
    let counts = course.counts(4);
    let score = |player| {
        let part =
            |k: usize| Rational::from(i64::try_from(counts[k]).expect("few")) * game.payoff_at(k, player).clone();
        (0..4).map(part).sum::<Rational>().numerator_i64().expect("whole payoffs")
    };
    (score(PlayerId(0)), score(PlayerId(1)))
}
