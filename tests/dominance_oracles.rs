//! Iterated elimination, mixed security levels and zero-sum values against tables of exact answers: 424 bimatrix games
//! and 42 of more players.

mod common;
#[path = "common/games.rs"]
mod games;

use comity::equilibrium::dominance::{By, Elimination};
use comity::equilibrium::security::{Security, ZeroSum};
use comity::game::NormalForm;
use common::oracle_lines;
use games::{bimatrix, rational, tensor};
use serde_json::Value as Json;

fn survivors(name: &str, game: &NormalForm, by: By) -> Json {
    let found = Elimination::of(game, by).expect("small");
    assert!(found.check(game), "{name} {found:?}");
    found.surviving.into()
}

#[test]
fn bimatrix_games_keep_the_actions_of_the_table() {
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        let name = row["id"].as_str().expect("an id");
        let game = bimatrix(&row);
        assert_eq!(survivors(name, &game, By::Pure), row["iesds_pure"], "{name} iesds_pure");
        assert_eq!(survivors(name, &game, By::Mixed), row["iesds_mixed"], "{name} iesds_mixed");
    }
}

#[test]
fn games_of_more_players_keep_the_actions_of_the_table() {
    let rows = oracle_lines("equilibrium/nplayer.jsonl.gz");
    assert_eq!(rows.len(), 42);
    for row in rows {
        let name = row["id"].as_str().expect("an id");
        let game = tensor(&row);
        assert_eq!(survivors(name, &game, By::Pure), row["iesds_pure"], "{name} iesds_pure");
        survivors(name, &game, By::Mixed);
    }
}

#[test]
fn bimatrix_games_have_the_levels_of_the_table() {
    for row in oracle_lines("equilibrium/bimatrix.jsonl.gz") {
        let name = row["id"].as_str().expect("an id");
        let game = bimatrix(&row);
        let levels: Vec<Security> =
            game.player_ids().map(|player| Security::of(&game, player).expect("small")).collect();
        for (level, wanted) in levels.iter().zip(row["minmax_mixed"].as_array().expect("two levels")) {
            assert_eq!(level.value, rational(wanted), "{name} minmax_mixed");
            assert!(level.check(&game), "{name} {level:?}");
        }
        let constant = row["constant_sum"].as_bool().expect("a truth value");
        let solved = ZeroSum::of(&game);
        assert_eq!(solved.is_ok(), constant, "{name} constant_sum");
        if let Ok(solved) = solved {
            assert_eq!(solved.value, levels[0].value, "{name}");
            assert_eq!(&solved.sum - &solved.value, levels[1].value, "{name}");
        }
    }
}
