//! Correlated and coarse correlated equilibria against tables of exact answers (424 bimatrix games, 42 of more players,
//! 17 files), against published numbers, and against an independent check of primal and dual on random games.

mod common;
#[path = "common/games.rs"]
mod games;

use comity::equilibrium::correlated::{Concept, Objective, Problem, Solution, dimension, vertices};
use comity::exact::Rational;
use comity::exact::lp::Sense;
use comity::game::{Nfg, NormalForm, Player};
use comity::ids::PlayerId;
use common::{oracle, oracle_lines, trees};
use games::{bimatrix, rational, tensor};
use serde_json::Value as Json;

const CONCEPTS: [(Concept, &str); 2] = [(Concept::Correlated, "ce"), (Concept::Coarse, "cce")];

/// The best equilibrium, checked.
fn best(game: &NormalForm, concept: Concept, objective: Objective) -> Solution {
    let problem = Problem::new(game, concept, objective);
    let solution = problem.solve().expect("an equilibrium");
    problem.check(&solution).unwrap_or_else(|flaw| panic!("{flaw}: {problem:?} {solution:?}"));
    solution
}

fn compare(name: &str, game: &NormalForm, row: &Json) {
    for (concept, key) in CONCEPTS {
        for (objective, field) in [
            (Objective::MaxWelfare, "max_welfare"),
            (Objective::MinWelfare, "min_welfare"),
            (Objective::Egalitarian, "max_min"),
        ] {
            let found = best(game, concept, objective).value;
            assert_eq!(found, rational(&row[key][field]), "{name} {key} {field}");
        }
    }
}

#[test]
fn bimatrix_games_have_the_values_of_the_table() {
    let rows = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    assert_eq!(rows.len(), 424);
    for row in rows {
        compare(row["id"].as_str().expect("an id"), &bimatrix(&row), &row);
    }
}

#[test]
fn games_of_more_players_have_the_values_of_the_table() {
    let rows = oracle_lines("equilibrium/nplayer.jsonl.gz");
    assert_eq!(rows.len(), 42);
    for row in rows {
        compare(row["id"].as_str().expect("an id"), &tensor(&row), &row);
    }
}

#[test]
fn files_have_the_values_of_the_table() {
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    assert_eq!(solutions.len(), 17);
    for row in solutions {
        let name = row["file"].as_str().expect("a name");
        let game = Nfg::read(&oracle(&format!("equilibrium/nfg/{name}"))).expect("a game").into_game();
        compare(name, &game, &row);
    }
}

#[test]
fn reduced_forms_of_trees_have_the_values_of_the_table() {
    let mut compared = 0;
    for (name, tree, facts) in trees().iter().filter(|(_, _, facts)| !facts["ce"].is_null()) {
        compare(name, &tree.reduced_form().expect("a small form").game, facts);
        compared += 1;
    }
    assert_eq!(compared, 56);
}

/// A game of two players from cells `(u1,u2)` row by row.
fn cells(rows: &[&[(i64, i64)]]) -> NormalForm {
    let table = |pick: fn(&(i64, i64)) -> i64| -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|cell| Rational::from(pick(cell))).collect()).collect()
    };
    NormalForm::bimatrix("g", [""; 0], &table(|c| c.0), &table(|c| c.1)).expect("a game")
}

fn q(text: &str) -> Rational {
    text.parse().expect("a rational")
}

fn welfare_range(game: &NormalForm, concept: Concept) -> [Rational; 2] {
    [Objective::MinWelfare, Objective::MaxWelfare].map(|objective| best(game, concept, objective).value)
}

#[test]
fn published_games_have_their_published_values() {
    use Concept::{Coarse, Correlated};
    // Aumann 1974, 1987: chicken.
    let chicken = cells(&[&[(6, 6), (2, 7)], &[(7, 2), (0, 0)]]);
    assert_eq!(welfare_range(&chicken, Correlated), [q("36/5"), q("21/2")]);
    let device = best(&chicken, Correlated, Objective::MaxWelfare);
    assert_eq!(device.distribution, ["1/2", "1/4", "1/4", "0"].map(q));
    assert_eq!(device.payoffs, [q("21/4"), q("21/4")]);
    assert_eq!(best(&chicken, Correlated, Objective::Egalitarian).value, q("21/4"));
    assert_eq!(best(&chicken, Correlated, Objective::MaxPayoff(PlayerId(1))).value, q("7"));
    // Aumann 1974, sec. 2: 10/3 each, where the mixed equilibrium pays 5/2.
    let aumann = cells(&[&[(5, 1), (0, 0)], &[(4, 4), (1, 5)]]);
    assert_eq!(welfare_range(&aumann, Correlated), [q("4"), q("20/3")]);
    // A dilemma has one equilibrium of any kind.
    let dilemma = cells(&[&[(-1, -1), (-5, 0)], &[(0, -5), (-3, -3)]]);
    for concept in [Correlated, Coarse] {
        let only = best(&dilemma, concept, Objective::NearestUniform);
        assert_eq!((only.distribution, only.value), (["0", "0", "0", "1"].map(q).to_vec(), q("3/2")));
    }
    // Shapley 1964: welfare 2/3 in the Nash equilibrium, up to 1 with a device.
    let shapley = cells(&[&[(1, 0), (0, 1), (0, 0)], &[(0, 0), (1, 0), (0, 1)], &[(0, 1), (0, 0), (1, 0)]]);
    assert_eq!(welfare_range(&shapley, Correlated), [q("2/3"), q("1")]);
    // The traveller's dilemma with claims from 2 to 7 (Basu 1994): a device does not help, commitment does.
    let claims = 2..=7;
    let pay = |own: i64, other: i64| own.min(other) + 2 * (other - own).signum();
    let rows: Vec<Vec<(i64, i64)>> =
        claims.clone().map(|a| claims.clone().map(|b| (pay(a, b), pay(b, a))).collect()).collect();
    let rows: Vec<&[(i64, i64)]> = rows.iter().map(Vec::as_slice).collect();
    let traveller = cells(&rows);
    assert_eq!(welfare_range(&traveller, Correlated)[1], q("4"));
    assert_eq!(welfare_range(&traveller, Coarse)[1], q("38/3"));
}

/// Numbers by a fixed congruence.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn whole(&mut self, size: u64) -> Rational {
        Rational::from(i64::try_from(self.below(2 * size + 1)).expect("small") - i64::try_from(size).expect("small"))
    }

    fn game(&mut self, family: usize) -> NormalForm {
        let players = if family == 4 { 3 } else { 2 };
        let most = if players == 3 { 3 } else { 5 };
        let dims: Vec<u64> = (0..players).map(|_| 1 + self.below(most)).collect();
        let named = dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
        NormalForm::from_rule("g", named, |_| match family {
            0 => vec![self.whole(100), self.whole(100)],
            1 => vec![self.whole(2), self.whole(2)],
            2 => {
                let value = self.whole(20);
                vec![value.clone(), -value]
            }
            3 => vec![self.whole(20); 2],
            _ => (0..3).map(|_| self.whole(9)).collect(),
        })
        .expect("a game")
    }
}

#[test]
fn random_games_have_equilibria_with_certificates() {
    let games = if cfg!(debug_assertions) { 60 } else { 10_000 };
    for family in 0..5 {
        let mut numbers = Numbers(family as u64);
        for _ in 0..games {
            let game = numbers.game(family);
            let [fine_low, fine_high] = welfare_range(&game, Concept::Correlated);
            let [coarse_low, coarse_high] = welfare_range(&game, Concept::Coarse);
            assert!(coarse_low <= fine_low && fine_low <= fine_high && fine_high <= coarse_high, "{game:?}");
            let player = PlayerId(u32::try_from(numbers.below(2)).expect("small"));
            let weights = (0..game.profile_count()).map(|_| numbers.whole(5)).collect();
            for objective in [
                Objective::Egalitarian,
                Objective::MinPayoff(player),
                Objective::NearestUniform,
                Objective::Linear { sense: Sense::Maximise, weights },
            ] {
                best(&game, Concept::Correlated, objective.clone());
                best(&game, Concept::Coarse, objective);
            }
        }
    }
}

#[test]
fn the_polytope_of_nau_and_others_has_its_vertices() {
    // Nau, Gomez Canovas & Hansen 2004, sec. 4: player 3 chooses the table. One Nash equilibrium, irrational, inside a
    // polytope of full dimension.
    let tables = [[[3, 0, 2], [0, 2, 0], [0, 1, 0], [1, 0, 0]], [[1, 0, 0], [0, 1, 0], [0, 3, 0], [2, 0, 3]]];
    let players = (0..3).map(|_| Player::new("p", ["1", "2"])).collect();
    let game = NormalForm::from_rule("nau", players, |profile| {
        tables[profile[2]][2 * profile[0] + profile[1]].iter().map(|x: &i64| Rational::from(*x)).collect()
    })
    .expect("a game");
    assert_eq!(dimension(&game, Concept::Correlated).expect("small"), 7);
    assert_eq!(vertices(&game, Concept::Correlated, 1000).expect("small").len(), 33);
    assert_eq!(welfare_range(&game, Concept::Correlated)[1], q("58/15"));
}
