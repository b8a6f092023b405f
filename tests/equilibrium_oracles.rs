//! Nash equilibria against tables of exact answers: 424 bimatrix games, 42 of more players, and 17 files.

mod common;

use comity::equilibrium::nash::{ExtremeEquilibria, lemke_howson};
use comity::equilibrium::verify::is_nash;
use comity::exact::Rational;
use comity::game::{Nfg, NormalForm};
use common::{oracle, oracle_lines};
use serde_json::Value as Json;

fn rational(json: &Json) -> Rational {
    match json {
        Json::String(text) => text.parse().expect("a rational"),
        _ => Rational::from(json.as_i64().expect("an integer")),
    }
}

fn table(json: &Json) -> Vec<Vec<Rational>> {
    json.as_array()
        .expect("rows")
        .iter()
        .map(|row| row.as_array().expect("cells").iter().map(rational).collect())
        .collect()
}

fn bimatrix(row: &Json) -> NormalForm {
    NormalForm::bimatrix("g", [""; 0], &table(&row["A"]), &table(&row["B"])).expect("a game")
}

/// Profiles as the tables write them.
fn written(found: &ExtremeEquilibria) -> Json {
    let text = |p: &Rational| Json::from(p.to_string());
    let strategies = |profile: comity::equilibrium::profile::Profile| -> Json {
        profile.strategies().iter().map(|s| s.probabilities().iter().map(text).collect::<Json>()).collect()
    };
    found.profiles().map(strategies).collect()
}

#[test]
fn bimatrix_games_have_all_their_extreme_equilibria() {
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        let id = row["id"].as_str().expect("an id");
        let game = bimatrix(&row);
        let found = ExtremeEquilibria::of(&game, ExtremeEquilibria::DEFAULT_LIMIT).expect("small");
        assert_eq!(written(&found), row["ne"], "{id} ne");
        assert_eq!(Json::from(found.nondegenerate), row["nondegenerate"], "{id} nondegenerate");
        let payoffs: Json = found
            .profiles()
            .map(|profile| profile.payoffs(&game).iter().map(|u| Json::from(u.to_string())).collect::<Json>())
            .collect();
        assert_eq!(payoffs, row["ne_payoffs"], "{id} ne_payoffs");
        for profile in found.profiles() {
            assert!(is_nash(&game, &profile).expect("fits"), "{id} {profile:?}");
        }
        let Some(paths) = row["lh"].as_array() else { continue };
        for (label, wanted) in paths.iter().enumerate() {
            let end = lemke_howson(&game, label).expect("a label");
            let place = found.profiles().position(|profile| profile == end.profile).expect("an extreme equilibrium");
            assert_eq!(&Json::from(vec![place, end.pivots]), wanted, "{id} lh {label}");
        }
    }
}

#[test]
fn files_of_two_players_have_all_their_extreme_equilibria() {
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    let mut compared = 0;
    for solution in solutions.iter().filter(|solution| !solution["ne"].is_null()) {
        let name = solution["file"].as_str().expect("a name");
        let game = Nfg::read(&oracle(&format!("equilibrium/nfg/{name}"))).expect("a game").into_game();
        let found = ExtremeEquilibria::of(&game, ExtremeEquilibria::DEFAULT_LIMIT).expect("small");
        assert_eq!(written(&found), solution["ne"], "{name}");
        compared += 1;
    }
    assert_eq!(compared, 15);
}
