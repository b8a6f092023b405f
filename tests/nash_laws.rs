//! What must hold of the equilibria of any two-player game, over random games of five families up to five by five.

mod common;
#[path = "common/games.rs"]
mod games;

use comity::equilibrium::nash::{ExtremeEquilibria, lemke_howson};
use comity::equilibrium::verify::is_nash;
use comity::game::{Analysis, NormalForm};
use games::{Numbers, whole};

/// Games a family.
const GAMES: usize = if cfg!(debug_assertions) { 150 } else { 10_000 };

/// What a family's games have been seen to be.
#[derive(Default)]
struct Seen {
    nondegenerate: usize,
    most: usize,
}

/// Checks the laws on games of a family.
fn hold(seed: u64, mut game: impl FnMut(&mut Numbers) -> NormalForm) -> Seen {
    let mut numbers = Numbers(seed);
    let mut seen = Seen::default();
    for _ in 0..GAMES {
        let game = game(&mut numbers);
        let found = ExtremeEquilibria::of(&game, ExtremeEquilibria::DEFAULT_LIMIT).expect("small");
        let profiles: Vec<_> = found.profiles().collect();
        assert!(profiles.is_sorted_by(|a, b| a > b), "in order, each once");
        for profile in &profiles {
            assert!(is_nash(&game, profile).expect("fits"), "{profile:?} {:?}", game.payoffs());
        }
        // Pure equilibria are extreme: none is lost.
        let pure: Vec<usize> = profiles.iter().filter_map(|profile| profile.pure_profile(&game)).collect();
        assert_eq!(pure, Analysis::of(&game).pure_equilibria(), "{:?}", game.payoffs());
        if found.nondegenerate {
            assert_eq!(found.len() % 2, 1, "{:?}", game.payoffs());
            seen.nondegenerate += 1;
        }
        for label in 0..game.dimensions().iter().sum() {
            let end = lemke_howson(&game, label).expect("a label").profile;
            assert!(profiles.contains(&end), "label {label}: {end:?} {:?}", game.payoffs());
        }
        seen.most = seen.most.max(found.len());
    }
    seen
}

fn shape(numbers: &mut Numbers) -> [usize; 2] {
    [1 + numbers.below(5), 1 + numbers.below(5)]
}

#[test]
fn games_of_small_numbers() {
    let seen = hold(1, |numbers| {
        let dims = shape(numbers);
        numbers.uniform(&dims, 9)
    });
    assert!(seen.nondegenerate > GAMES / 4 && seen.most > 4, "{} {}", seen.nondegenerate, seen.most);
}

#[test]
fn symmetric_games() {
    let seen = hold(2, |numbers| {
        let n = 1 + numbers.below(5);
        let table: Vec<i64> = (0..n * n).map(|_| numbers.payoff(50)).collect();
        whole(&[n, n], |p| vec![table[p[0] * n + p[1]], table[p[1] * n + p[0]]])
    });
    assert!(seen.nondegenerate > GAMES / 2, "{}", seen.nondegenerate);
}

#[test]
fn zero_sum_games() {
    let seen = hold(3, |numbers| {
        let dims = shape(numbers);
        whole(&dims, |_| {
            let x = numbers.payoff(50);
            vec![x, -x]
        })
    });
    assert!(seen.nondegenerate > GAMES / 2, "{}", seen.nondegenerate);
}

#[test]
fn games_with_many_ties() {
    let seen = hold(4, |numbers| {
        let dims = shape(numbers);
        numbers.uniform(&dims, 1)
    });
    assert!(seen.nondegenerate < GAMES / 2 && seen.most > 15, "{} {}", seen.nondegenerate, seen.most);
}

#[test]
fn potential_games() {
    let mut with_potential = 0;
    let seen = hold(5, |numbers| {
        let [m, n] = shape(numbers);
        let rows: Vec<i64> = (0..m).map(|_| numbers.payoff(20)).collect();
        let columns: Vec<i64> = (0..n).map(|_| numbers.payoff(20)).collect();
        let game = whole(&[m, n], |p| {
            let common = numbers.payoff(50);
            vec![common + columns[p[1]], common + rows[p[0]]]
        });
        with_potential += usize::from(Analysis::of(&game).exact_potential().is_ok());
        game
    });
    assert_eq!(with_potential, GAMES);
    assert!(seen.nondegenerate > GAMES / 2, "{}", seen.nondegenerate);
}
