//! The `.nfg` reader and writer against files with known payoffs, against malformed texts, and on arbitrary input.

mod common;

use comity::error::Origin;
use comity::exact::Rational;
use comity::game::{Analysis, Nfg, NormalForm, Outcome, Player};
use common::oracle;
use proptest::prelude::*;
use serde_json::Value as Json;

fn solutions() -> Vec<Json> {
    serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON")
}

fn file(solution: &Json) -> String {
    oracle(&format!("equilibrium/nfg/{}", solution["file"].as_str().expect("a name")))
}

#[test]
fn every_oracle_file_is_read_with_its_payoffs_and_pure_equilibria() {
    let solutions = solutions();
    assert_eq!(solutions.len(), 17);
    for solution in &solutions {
        let name = &solution["file"];
        let read = Nfg::read(&file(solution)).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let game = read.game();
        assert_eq!(game.title, solution["title"].as_str().expect("a title"), "{name}");
        let dims: Vec<usize> = serde_json::from_value(solution["dims"].clone()).expect("dims");
        assert_eq!(game.dimensions(), dims, "{name}");
        for player in game.player_ids() {
            let wanted: Vec<String> =
                serde_json::from_value(solution["payoffs"][player.index()].clone()).expect("payoffs");
            let found: Vec<String> =
                (0..game.profile_count()).map(|profile| game.payoff_at(profile, player).to_string()).collect();
            assert_eq!(found, wanted, "{name}");
        }
        let equilibria: Vec<Vec<usize>> =
            Analysis::of(game).pure_equilibria().into_iter().map(|k| game.profile(k)).collect();
        assert_eq!(Json::from(equilibria), solution["pure_ne"], "{name}");
    }
}

#[test]
fn every_oracle_file_is_written_and_read_back_equal() {
    for solution in &solutions() {
        let read = Nfg::read(&file(solution)).expect("a game");
        let written = read.to_string();
        assert_eq!(Nfg::read(&written), Ok(read.clone()), "{written}");
        let bare = Nfg::from(read.into_game());
        assert_eq!(Nfg::read(&bare.to_string()), Ok(bare.clone()), "without outcomes");
    }
}

#[test]
fn every_malformed_text_is_refused_where_it_is_wrong() {
    let rows: Vec<Json> = serde_json::from_str(&oracle("extensive/malformed.json.gz")).expect("JSON");
    let rows: Vec<&Json> = rows.iter().filter(|row| row["format"] == "nfg").collect();
    assert_eq!(rows.len(), 23);
    for row in rows {
        let fault = Nfg::read(row["text"].as_str().expect("a text")).expect_err("a malformed text");
        let Origin::Text { line, .. } = fault.at.origin else { panic!("{}: no line in {fault}", row["id"]) };
        assert_eq!(Json::from(line), row["line"], "{}: {fault}", row["id"]);
        if let Some(token) = row["token"].as_str() {
            assert_eq!(fault.found, format!("`{token}`"), "{}: {fault}", row["id"]);
        }
    }
}

/// A quoted name: any text, often with what the format gives a meaning to.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![r#"[\\" {}a,0-9\nöé]{0,5}"#, ".{0,8}", "[A-Za-z]{1,6}"]
}

fn payoff() -> impl Strategy<Value = Rational> {
    prop_oneof![
        (-20i64..20).prop_map(Rational::from),
        (-1_000_000i64..1_000_000, 1i64..1000).prop_map(|(p, q)| Rational::new(p, q)),
        Just("123456789012345678901234567890/7".parse().expect("a number")),
    ]
}

fn players() -> impl Strategy<Value = Vec<Player>> {
    let labelled = prop::collection::vec(name(), 1..4);
    let numbered = (1usize..4).prop_map(|count| (1..=count).map(|k| k.to_string()).collect());
    let player = (name(), prop_oneof![labelled, numbered]).prop_map(|(name, actions)| Player { name, actions });
    prop::collection::vec(player, 1..4)
}

fn profiles(players: &[Player]) -> usize {
    players.iter().map(|player| player.actions.len()).product()
}

prop_compose! {
    fn any_game()(players in players())(
        payoffs in prop::collection::vec(payoff(), profiles(&players) * players.len()),
        title in name(),
        comment in name(),
        players in Just(players),
    ) -> NormalForm {
        let mut game = NormalForm::new(title, players, payoffs).expect("a game");
        game.comment = comment;
        game
    }
}

prop_compose! {
    fn any_file_of_outcomes()(players in players(), count in 0usize..4)(
        outcomes in prop::collection::vec((name(), prop::collection::vec(payoff(), players.len())), count),
        cells in prop::collection::vec(0..=count, profiles(&players)),
        title in name(),
        comment in name(),
        players in Just(players),
    ) -> Nfg {
        let outcomes = outcomes.into_iter().map(|(name, payoffs)| Outcome { name, payoffs }).collect();
        Nfg::with_outcomes(title, comment, players, outcomes, cells).expect("a game")
    }
}

proptest! {
    #[test]
    fn any_game_is_read_back_equal(game in any_game()) {
        let written = Nfg::from(game.clone()).to_string();
        prop_assert_eq!(Nfg::read(&written).map(Nfg::into_game), Ok(game));
    }

    #[test]
    fn any_outcomes_are_read_back_equal(file in any_file_of_outcomes()) {
        let read = Nfg::read(&file.to_string()).expect("what was written is valid");
        prop_assert_eq!(read.game(), file.game());
        if file.outcomes().iter().any(|outcome| !outcome.name.is_empty()) {
            prop_assert_eq!(read, file);
        } else {
            prop_assert!(read.outcomes().is_empty(), "outcomes without names are written as payoffs");
        }
    }

    #[test]
    fn arbitrary_text_is_read_or_refused(text in "\\PC{0,80}") {
        check_refusal(&text);
    }

    #[test]
    fn arbitrary_tokens_are_read_or_refused(
        tokens in prop::collection::vec(prop::sample::select(&[
            "NFG", "1", "R", "D", "{", "}", ",", "\"a\"", "\"", "\\", "0", "2", "-1", "1/2", ".5", "1e3", "1/0", "\n",
            "99999999999999999999", "5000",
        ][..]), 0..60),
        head in any::<bool>(),
    ) {
        let head = if head { "NFG 1 R \"t\" { \"a\" \"b\" } " } else { "" };
        check_refusal(&format!("{head}{}", tokens.join(" ")));
    }

    #[test]
    fn mutated_files_are_read_or_refused(
        which in 0usize..17,
        cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), ".{0,2}"), 1..4),
    ) {
        let mut text: Vec<char> = file(&solutions()[which]).chars().collect();
        for (from, length, put) in cuts {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(4)).min(text.len());
            text.splice(from..to, put.chars());
        }
        check_refusal(&text.iter().collect::<String>());
    }
}

/// Reading neither panics nor points outside of the text; what is read can be written and read again.
fn check_refusal(text: &str) {
    match Nfg::read(text) {
        Ok(file) => assert_eq!(Nfg::read(&file.to_string()).expect("valid").game(), file.game()),
        Err(fault) => {
            let Origin::Text { line, column } = fault.at.origin else { panic!("{fault} has no place") };
            let lines: Vec<&str> = text.split('\n').collect();
            let length = lines.get(line as usize - 1).expect("a line of the text").chars().count();
            assert!(column as usize <= length + 1, "{fault} in {text:?}");
        }
    }
}
