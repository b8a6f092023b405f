//! The analysis of games against tables of exact answers: 424 bimatrix games and 42 of three and more players.

mod common;

use comity::exact::Rational;
use comity::game::{Analysis, NormalForm, Player};
use comity::ids::PlayerId;
use common::oracle_lines;
use serde_json::Value as Json;

fn integers(json: &Json) -> Vec<Rational> {
    let values: Vec<i64> = serde_json::from_value(json.clone()).expect("a list of integers");
    values.into_iter().map(Rational::from).collect()
}

fn rationals(json: &Json) -> Vec<Rational> {
    json.as_array().expect("a list").iter().map(rational).collect()
}

/// A rational as the files write it: a text `p/q`, or a JSON integer.
fn rational(json: &Json) -> Rational {
    match json {
        Json::String(text) => text.parse().expect("a rational"),
        _ => Rational::from(json.as_i64().expect("an integer")),
    }
}

fn bimatrix(row: &Json) -> NormalForm {
    let table = |key: &str| -> Vec<Vec<Rational>> { row[key].as_array().expect("rows").iter().map(integers).collect() };
    NormalForm::bimatrix("g", [""; 0], &table("A"), &table("B")).expect("a game")
}

fn profiles(game: &NormalForm, numbers: &[usize]) -> Json {
    numbers.iter().map(|number| Json::from(game.profile(*number))).collect()
}

#[test]
fn bimatrix_games_have_their_equilibria_optima_levels_and_classes() {
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let game = bimatrix(&row);
        let analysis = Analysis::of(&game);
        assert_eq!(profiles(&game, &analysis.pure_equilibria()), row["pure_ne"], "{id} pure_ne");
        assert_eq!(profiles(&game, &analysis.strict_equilibria()), row["strict_pure_ne"], "{id} strict_pure_ne");
        assert_eq!(profiles(&game, &analysis.pareto_optimal()), row["pareto_pure"], "{id} pareto_pure");
        let levels = |level: fn(&Analysis<'_>, PlayerId) -> Rational| -> Vec<Rational> {
            game.player_ids().map(|player| level(&analysis, player)).collect()
        };
        assert_eq!(levels(|a, p| a.maxmin(p).clone()), rationals(&row["maxmin_pure"]), "{id} maxmin_pure");
        assert_eq!(levels(|a, p| a.minmax(p).clone()), rationals(&row["minmax_pure"]), "{id} minmax_pure");
        assert_eq!(analysis.is_symmetric(), row["symmetric"].as_bool().expect("a fact"), "{id} symmetric");
        let constant = row["constant_sum"].as_bool().expect("a fact");
        assert_eq!(analysis.constant_sum().is_some(), constant, "{id} constant_sum");
        let potential = row["exact_potential"].as_bool().expect("a fact");
        assert_eq!(analysis.exact_potential().is_ok(), potential, "{id} exact_potential");
        assert_eq!(analysis.optimal_welfare().0, rational(&row["opt_pure_welfare"]), "{id} opt_pure_welfare");
        if row["family"] == "common-interest" {
            assert!(analysis.is_common_interest(), "{id}");
        }
    }
}

#[test]
fn strict_dominance_starts_the_elimination_of_the_tables() {
    // Nothing survives iterated strict dominance that is strictly dominated at the start; where nothing is, all do.
    for row in oracle_lines("equilibrium/bimatrix.jsonl.gz") {
        let game = bimatrix(&row);
        let analysis = Analysis::of(&game);
        let dominated = |player: PlayerId| -> Vec<usize> {
            analysis.dominances(player).iter().filter(|d| d.strict).map(|d| d.action).collect()
        };
        let survivors: Vec<Vec<usize>> = serde_json::from_value(row["iesds_pure"].clone()).expect("survivors");
        let all_survive = survivors.iter().map(Vec::len).eq(game.dimensions());
        assert_eq!(game.player_ids().all(|player| dominated(player).is_empty()), all_survive, "{}", row["id"]);
        for player in game.player_ids() {
            assert!(
                dominated(player).iter().all(|action| !survivors[player.index()].contains(action)),
                "{}",
                row["id"]
            );
        }
    }
}

#[test]
fn games_of_many_players_have_their_equilibria_optima_and_welfare() {
    let rows = oracle_lines("equilibrium/nplayer.jsonl.gz");
    assert_eq!(rows.len(), 42);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let dims: Vec<usize> = serde_json::from_value(row["dims"].clone()).expect("dims");
        let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
        let tables: Vec<Vec<Rational>> = row["payoffs"].as_array().expect("tables").iter().map(integers).collect();
        let mut profile = 0..tables[0].len();
        let game = NormalForm::from_rule("g", players, |_| {
            let at = profile.next().expect("a profile");
            tables.iter().map(|table| table[at].clone()).collect()
        })
        .expect("a game");
        let analysis = Analysis::of(&game);
        assert_eq!(profiles(&game, &analysis.pure_equilibria()), row["pure_ne"], "{id} pure_ne");
        assert_eq!(profiles(&game, &analysis.pareto_optimal()), row["pareto_pure"], "{id} pareto_pure");
        assert_eq!(analysis.optimal_welfare().0, rational(&row["opt_pure_welfare"]), "{id} opt_pure_welfare");
    }
}

#[test]
fn a_million_profiles_are_analysed_without_comparing_all_pairs() {
    // Each player wants its own number high and the other's low: one dominant action each, and a front of all profiles.
    // All pairs would be 10^12 comparisons.
    let players = (0..2).map(|_| Player::new("p", (0..1000).map(|k| k.to_string()))).collect();
    let game = NormalForm::from_rule("g", players, |p| {
        let x = Rational::from(p[0] as i64 - p[1] as i64);
        vec![x.clone(), -x]
    })
    .expect("a game");
    let analysis = Analysis::of(&game);
    assert_eq!(analysis.pure_equilibria(), [game.profile_count() - 1]);
    assert_eq!(analysis.pareto_optimal().len(), game.profile_count());
    assert_eq!(analysis.dominant_action(PlayerId(0)).map(|d| (d.action, d.strict)), Some((999, true)));
    assert_eq!(analysis.maxmin(PlayerId(1)), &Rational::zero());
    assert!(analysis.is_symmetric());
    assert_eq!(analysis.constant_sum(), Some(Rational::zero()));
    assert!(analysis.exact_potential().is_ok());
}
