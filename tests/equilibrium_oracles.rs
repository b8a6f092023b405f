//! Nash equilibria of two players against tables of exact answers (424 games and 15 files), and published games.

mod common;
#[path = "common/games.rs"]
mod games;

use comity::equilibrium::nash::{Equilibrium, Method, Options, Solution, solve};
use comity::equilibrium::profile::{MixedStrategy, Profile};
use comity::equilibrium::verify::is_nash;
use comity::exact::Rational;
use comity::game::{Nfg, NormalForm};
use common::{oracle, oracle_lines};
use games::{bimatrix, rational};
use serde_json::Value as Json;

fn by(method: Method, game: &NormalForm) -> Solution {
    solve(game, &Options { method, ..Options::default() }).expect("small")
}

fn text(number: &Rational) -> Json {
    Json::from(number.to_string())
}

/// Profiles as the tables write them.
fn written<'a>(found: impl IntoIterator<Item = &'a Equilibrium>) -> Json {
    let strategy = |s: &MixedStrategy| s.probabilities().iter().map(text).collect::<Json>();
    found.into_iter().map(|found| found.profile.strategies().iter().map(strategy).collect::<Json>()).collect()
}

/// The mean of some strategies, the first of them twice as heavy as each other.
fn mixture(strategies: &[&MixedStrategy]) -> MixedStrategy {
    let total = i64::try_from(strategies.len()).expect("few") + 1;
    let weight = |k: usize| Rational::new(1 + i64::from(k == 0), total);
    let at = |action: usize| {
        strategies.iter().enumerate().map(|(k, strategy)| &strategy.probabilities()[action] * &weight(k)).sum()
    };
    MixedStrategy::new((0..strategies[0].action_count()).map(at).collect()).expect("a mean of strategies")
}

/// The maximal Nash subsets cover every extreme equilibrium, each mixture of a subset's strategies is an equilibrium, and
/// no subset is within another.
fn check_subsets(game: &NormalForm, solution: &Solution, id: &str) {
    let (extreme, components) = (solution.extreme.as_ref().expect("there"), solution.components.as_ref().expect("few"));
    let mut covered: Vec<(usize, usize)> = Vec::new();
    for component in components {
        for subset in &component.subsets {
            let rows: Vec<&MixedStrategy> = subset.rows.iter().map(|row| &extreme.rows[*row]).collect();
            let columns: Vec<&MixedStrategy> = subset.columns.iter().map(|column| &extreme.columns[*column]).collect();
            let inner = Profile::new(game, vec![mixture(&rows), mixture(&columns)]).expect("fits");
            assert!(is_nash(game, &inner).expect("fits"), "{id} {subset:?}");
            covered.extend(subset.rows.iter().flat_map(|row| subset.columns.iter().map(move |column| (*row, *column))));
            let within = |a: &[usize], b: &[usize]| a.iter().all(|k| b.contains(k));
            let larger = component.subsets.iter().filter(|other| {
                within(&subset.rows, &other.rows) && within(&subset.columns, &other.columns) && *other != subset
            });
            assert_eq!(larger.count(), 0, "{id} {subset:?}");
        }
    }
    covered.sort_unstable();
    covered.dedup();
    assert_eq!(covered, extreme.pairs, "{id}");
    if extreme.nondegenerate {
        assert!(components.iter().all(|c| c.dimension == 0 && c.subsets.len() == 1), "{id}");
        assert_eq!(components.len(), extreme.len(), "{id}");
    }
}

#[test]
fn bimatrix_games_have_all_their_extreme_equilibria_paths_and_prices() {
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let game = bimatrix(&row);
        let found = by(Method::All, &game);
        assert!(found.complete, "{id}");
        assert_eq!(written(&found.equilibria), row["ne"], "{id} ne");
        let nondegenerate = found.extreme.as_ref().expect("two players").nondegenerate;
        assert_eq!(Json::from(nondegenerate), row["nondegenerate"], "{id} nondegenerate");
        let payoffs: Json = found.equilibria.iter().map(|e| e.payoffs.iter().map(text).collect::<Json>()).collect();
        assert_eq!(payoffs, row["ne_payoffs"], "{id} ne_payoffs");
        for equilibrium in &found.equilibria {
            assert!(is_nash(&game, &equilibrium.profile).expect("fits"), "{id} {equilibrium:?}");
            assert!(equilibrium.is_exact(), "{id}");
        }
        check_subsets(&game, &found, id);
        let efficiency = found.efficiency.expect("there is an equilibrium");
        assert_eq!(efficiency.optimum, rational(&row["opt_pure_welfare"]), "{id} opt_pure_welfare");
        assert_eq!(text(&efficiency.best), row["ne_welfare_best"], "{id} ne_welfare_best");
        assert_eq!(text(&efficiency.worst), row["ne_welfare_worst"], "{id} ne_welfare_worst");
        let price = |price: &Option<Rational>| price.as_ref().map_or(Json::Null, text);
        assert_eq!(price(&efficiency.price_of_anarchy), row["poa"], "{id} poa");
        assert_eq!(price(&efficiency.price_of_stability), row["pos"], "{id} pos");
        let paths = by(Method::Paths, &game);
        let ends = paths.paths.as_ref().expect("asked for");
        let place = |k: usize| found.equilibria.iter().position(|known| *known == paths.equilibria[k]);
        if let Some(wanted) = row["lh"].as_array() {
            let listed: Vec<Json> =
                ends.iter().map(|(k, pivots)| Json::from(vec![place(*k).expect("listed"), *pivots])).collect();
            assert_eq!(&listed, wanted, "{id} lh");
        }
        assert!((0..paths.equilibria.len()).all(|k| place(k).is_some()), "{id}: the ends are extreme equilibria");
        assert_eq!(by(Method::One, &game).equilibria[0], paths.equilibria[ends[0].0], "{id}");
    }
}

#[test]
fn files_of_two_players_have_all_their_extreme_equilibria() {
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    let mut compared = 0;
    for solution in solutions.iter().filter(|solution| !solution["ne"].is_null()) {
        let name = solution["file"].as_str().expect("a name");
        let game = Nfg::read(&oracle(&format!("equilibrium/nfg/{name}"))).expect("a game").into_game();
        let found = by(Method::All, &game);
        assert_eq!(written(&found.equilibria), solution["ne"], "{name}");
        let pure = by(Method::Pure, &game).equilibria;
        let pure: Json =
            pure.iter().map(|e| game.profile(e.profile.pure_profile(&game).expect("pure"))).map(Json::from).collect();
        assert_eq!(pure, solution["pure_ne"], "{name} pure_ne");
        compared += 1;
    }
    assert_eq!(compared, 15);
}

fn table(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
    rows.iter().map(|row| row.iter().map(|x| Rational::from(*x)).collect()).collect()
}

#[test]
fn more_equilibria_than_were_once_thought_possible_are_found() {
    // von Stengel 1999: a game of six by six actions with 75 equilibria, more than the 2^6 - 1 of a coordination game.
    let a: [&[i64]; 6] = [
        &[9504, -660, 19976, -20526, 1776, -8976],
        &[-111771, 31680, -130944, 168124, -8514, 52764],
        &[397584, -113850, 451176, -586476, 29216, -178761],
        &[171204, -45936, 208626, -263076, 14124, -84436],
        &[1303104, -453420, 1227336, -1718376, 72336, -461736],
        &[737154, -227040, 774576, -1039236, 48081, -300036],
    ];
    let b: [&[i64]; 6] = [
        &[72336, 48081, 29216, 14124, 1776, -8514],
        &[-461736, -300036, -178761, -84436, -8976, 52764],
        &[1227336, 774576, 451176, 208626, 19976, -130944],
        &[-1718376, -1039236, -586476, -263076, -20526, 168124],
        &[1303104, 737154, 397584, 171204, 9504, -111771],
        &[-453420, -227040, -113850, -45936, -660, 31680],
    ];
    let game = NormalForm::bimatrix("75", [""; 0], &table(&a), &table(&b)).expect("a game");
    let found = by(Method::All, &game);
    assert_eq!(found.equilibria.len(), 75);
    assert!(found.extreme.as_ref().expect("two players").nondegenerate);
    for equilibrium in &found.equilibria {
        assert!(is_nash(&game, &equilibrium.profile).expect("fits"), "{equilibrium:?}");
    }
}

#[test]
fn an_equilibrium_that_a_comparison_of_floats_loses_is_found() {
    // A nondegenerate game of which a support enumeration in floats lists two equilibria; there are three.
    let game = NormalForm::bimatrix(
        "g",
        [""; 0],
        &table(&[&[-2, 9, 12], &[-12, 1, 14]]),
        &table(&[&[13, -1, -29], &[13, 23, 28]]),
    )
    .expect("a game");
    let found = by(Method::All, &game);
    let wanted: Json = serde_json::from_str(
        r#"[[["1","0"],["1","0","0"]],[["5/33","28/33"],["0","1/5","4/5"]],[["0","1"],["0","0","1"]]]"#,
    )
    .expect("JSON");
    assert_eq!(written(&found.equilibria), wanted);
}
