//! Nash equilibria of games with any number of players: published ones, closed forms, an independent solution of games
//! of two actions for each of three players, and the games of the oracle tables.

mod common;
#[path = "common/games.rs"]
mod games;

use comity::equilibrium::logit::{LogitOptions, branch};
use comity::equilibrium::nash::{Equilibrium, Method, Options, Solution, SupportOptions, Why, one, solve};
use comity::equilibrium::verify::{best_deviation, rounded};
use comity::exact::Rational;
use comity::game::{Analysis, Nfg, NormalForm};
use common::{oracle, oracle_lines};
use games::{Numbers, game, tensor, whole};
use serde_json::Value as Json;

fn all(game: &NormalForm) -> Solution {
    solve(game, &Options { method: Method::All, ..Options::default() }).expect("small")
}

/// The equilibrium passes the check that knows nothing of solvers, and its regret is what it says.
fn checked(game: &NormalForm, found: &Equilibrium, what: &str) {
    let gain = best_deviation(game, &found.profile).expect("fits").gain;
    assert_eq!(gain, found.regret, "{what}");
    assert!(gain.to_f64() < 1e-12, "{what}: regret {gain}");
    assert_eq!(found.payoffs, found.profile.payoffs(game), "{what}");
}

/// The numbers of the pure profiles in a list, ascending.
fn pure(game: &NormalForm, found: &Solution) -> Vec<usize> {
    let mut pure: Vec<usize> = found.equilibria.iter().filter_map(|found| found.profile.pure_profile(game)).collect();
    pure.sort_unstable();
    pure
}

/// The probabilities of the first action, by player.
fn firsts(found: &Equilibrium) -> Vec<f64> {
    found.profile.to_f64().iter().map(|p| p[0]).collect()
}

fn close(a: &[f64], b: &[f64], within: f64) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= within)
}

#[test]
fn a_game_with_one_irrational_equilibrium_gives_it_with_a_proven_bound() {
    // Nau, Gomez Canovas & Hansen 2004, sec. 4; the first player's action outermost here.
    let payoffs =
        [[3, 0, 2], [1, 0, 0], [0, 2, 0], [0, 1, 0], [0, 1, 0], [0, 3, 0], [1, 0, 0], [2, 0, 3]].map(|p| p.to_vec());
    let mut next = payoffs.into_iter();
    let game = whole(&[2, 2, 2], |_| next.next().expect("eight profiles"));
    let q = (601f64.sqrt() - 13.0) / 24.0;
    let wanted = [(9.0 * q - 1.0) / (7.0 * q + 2.0), q, (2.0 - 3.0 * q) / (q + 1.0)];
    let list = all(&game);
    assert!(list.complete, "{:?}", list.open);
    assert_eq!(list.equilibria.len(), 1);
    for found in [&list.equilibria[0], &one(&game).expect("small")] {
        checked(&game, found, "Nau");
        assert!(!found.is_exact(), "it is irrational");
        assert!(found.radius.expect("proven") < 1e-10);
        assert!(close(&firsts(found), &wanted, 1e-14), "{:?} {wanted:?}", firsts(found));
    }
}

#[test]
fn the_greatest_number_of_regular_equilibria_is_found() {
    // McKelvey & McLennan 1997: nine equilibria of three players with two actions each, the most there can be.
    let game = whole(&[2, 2, 2], |p| match p {
        [0, 0, 0] => vec![9, 8, 12],
        [1, 1, 0] => vec![9, 8, 2],
        [0, 1, 1] => vec![3, 4, 6],
        [1, 0, 1] => vec![3, 4, 4],
        _ => vec![0, 0, 0],
    });
    let list = all(&game);
    assert!(list.complete, "{:?}", list.open);
    let mut found: Vec<Vec<String>> = list
        .equilibria
        .iter()
        .map(|found| found.profile.strategies().iter().map(|s| s.probabilities()[0].to_string()).collect())
        .collect();
    found.sort();
    let mut wanted = [
        ["1", "1", "1"],
        ["0", "0", "1"],
        ["1", "0", "0"],
        ["0", "1", "0"],
        ["0", "1/3", "1/3"],
        ["1/4", "1", "1/4"],
        ["1/2", "1/2", "1"],
        ["1/4", "1/2", "1/3"],
        ["1/2", "1/3", "1/4"],
    ];
    wanted.sort();
    assert_eq!(found, wanted);
    assert!(list.equilibria.iter().all(Equilibrium::is_exact));
}

#[test]
fn curves_of_equilibria_are_named() {
    // Nau, Gomez Canovas & Hansen 2004, sec. 5: 3 pure equilibria, 2 incompletely mixed, a continuum of completely mixed.
    let game = whole(&[2, 2, 2], |p| match p {
        [0, 0, 0] => vec![0, 0, 2],
        [1, 0, 0] => vec![3, 0, 0],
        [0, 1, 0] => vec![0, 3, 0],
        [0, 0, 1] => vec![1, 1, 0],
        [1, 1, 1] => vec![0, 0, 3],
        _ => vec![0, 0, 0],
    });
    let list = all(&game);
    assert!(!list.complete);
    assert!(list.open.iter().any(|open| open.why == Why::Continuum));
    assert_eq!(pure(&game, &list).len(), 3);
    let mixing = |found: &Equilibrium| found.profile.strategies().iter().filter(|s| s.pure_action().is_none()).count();
    let partly: Vec<&Equilibrium> = list.equilibria.iter().filter(|found| [1, 2].contains(&mixing(found))).collect();
    assert_eq!(partly.len(), 2);
    // The third player's 1/4 keeps the second from turning to the left: both are ends of an edge.
    assert!(partly.iter().all(|found| firsts(found)[2] == 0.25 && found.is_exact()));
    assert!(list.equilibria.iter().any(|found| mixing(found) == 3), "a witness of the curve");
    for found in &list.equilibria {
        checked(&game, found, "sec. 5");
    }
}

#[test]
fn volunteers_mix_as_the_closed_form_says() {
    // Diekmann 1985: nobody volunteers with probability (cost / benefit)^(1 / (n - 1)) each.
    for players in 3..=5 {
        let game = game(&vec![2; players], |profile| {
            let helped = profile.contains(&0);
            let pay = |action: &usize| match (helped, action) {
                (true, 0) => Rational::new(1, 2),
                (true, _) => Rational::one(),
                (false, _) => Rational::zero(),
            };
            profile.iter().map(pay).collect()
        });
        let wanted = vec![1.0 - libm::pow(0.5, 1.0 / (players - 1) as f64); players];
        let list = all(&game);
        assert!(list.complete, "{:?}", list.open);
        assert!(list.equilibria.iter().any(|found| close(&firsts(found), &wanted, 1e-13)));
        // The branch from uniform play keeps all players alike.
        let one = one(&game).expect("small");
        checked(&game, &one, "one");
        assert!(close(&firsts(&one), &wanted, 1e-13), "{players} {:?}", firsts(&one));
    }
}

/// The gain of a player's first action over its second, as the coefficients of `1, x, y, xy` in the other two players'
/// probabilities of their first.
fn gains(game: &NormalForm, player: usize) -> [f64; 4] {
    let id = game.player_ids().nth(player).expect("three players");
    let at = |x: usize, y: usize| {
        let profile = |own: usize| {
            let mut others = [1 - x, 1 - y].into_iter();
            (0..3).map(|k| if k == player { own } else { others.next().expect("two") }).collect::<Vec<_>>()
        };
        (game.payoff(&profile(0), id) - game.payoff(&profile(1), id)).to_f64()
    };
    [at(0, 0), at(1, 0) - at(0, 0), at(0, 1) - at(0, 0), at(1, 1) - at(1, 0) - at(0, 1) + at(0, 0)]
}

/// All equilibria of a game of three players with two actions each, from its three equations; nothing if one is nearly
/// degenerate. Every player plays its first action, its second or both: 27 cases, the last of which is a quadratic
/// equation.
fn three_players(game: &NormalForm) -> Option<Vec<[f64; 3]>> {
    const EDGE: f64 = 1e-7;
    let g = [0, 1, 2].map(|player| gains(game, player));
    let others = [[1, 2], [0, 2], [0, 1]];
    let gain = |k: usize, p: &[f64; 3]| {
        let [x, y] = others[k].map(|other| p[other]);
        g[k][0] + g[k][1] * x + g[k][2] * y + g[k][3] * x * y
    };
    let mut candidates: Vec<([usize; 3], [f64; 3])> = Vec::new();
    for case in 0..27 {
        let plays = [case / 9, case / 3 % 3, case % 3];
        let mixing: Vec<usize> = (0..3).filter(|k| plays[*k] == 2).collect();
        let mut p = plays.map(|plays| if plays == 0 { 1.0 } else { 0.0 });
        match mixing[..] {
            [] => candidates.push((plays, p)),
            [k] => {
                if gain(k, &p).abs() < EDGE {
                    return None;
                }
            }
            [i, j] => {
                let root = |of: usize, by: usize| {
                    let (mut low, mut high) = (p, p);
                    low[by] = 0.0;
                    high[by] = 1.0;
                    let (low, high) = (gain(of, &low), gain(of, &high));
                    low / (low - high)
                };
                (p[j], p[i]) = (root(i, j), root(j, i));
                candidates.push((plays, p));
            }
            _ => {
                // With z fixed, the first player's equation gives y, the second's x; both are quotients of linear
                // functions of z: y = -b / a, x = -d / c. The third's is then quadratic.
                let (a, b) = ([g[0][1], g[0][3]], [g[0][0], g[0][2]]);
                let (c, d) = ([g[1][1], g[1][3]], [g[1][0], g[1][2]]);
                let times = |u: [f64; 2], v: [f64; 2]| [u[0] * v[0], u[0] * v[1] + u[1] * v[0], u[1] * v[1]];
                let terms = [times(d, b), times(d, a), times(b, c), times(a, c)];
                let weights = [g[2][3], -g[2][1], -g[2][2], g[2][0]];
                let q = [0, 1, 2].map(|k| (0..4).map(|t| weights[t] * terms[t][k]).sum::<f64>());
                let under = q[1] * q[1] - 4.0 * q[2] * q[0];
                if under.abs() < EDGE || q[2].abs() < EDGE {
                    return None;
                }
                if under > 0.0 {
                    for sign in [-1.0, 1.0] {
                        let z = (-q[1] + sign * under.sqrt()) / (2.0 * q[2]);
                        let value = |u: [f64; 2]| u[0] + u[1] * z;
                        candidates.push((plays, [-value(d) / value(c), -value(b) / value(a), z]));
                    }
                }
            }
        }
    }
    let mut found = Vec::new();
    for (plays, p) in candidates {
        if !p.iter().all(|p| p.is_finite()) {
            return None;
        }
        let room = (0..3).map(|k| match plays[k] {
            0 => gain(k, &p),
            1 => -gain(k, &p),
            _ => p[k].min(1.0 - p[k]),
        });
        let least = room.fold(f64::INFINITY, f64::min);
        if least.abs() < EDGE {
            return None;
        }
        if least > 0.0 {
            found.push(p);
        }
    }
    Some(found)
}

#[test]
fn three_players_with_two_actions_have_the_equilibria_of_their_equations() {
    let count = if cfg!(debug_assertions) { 150 } else { 3000 };
    let mut numbers = Numbers(3);
    let (mut compared, mut most) = (0, 0);
    while compared < count {
        let game = numbers.uniform(&[2, 2, 2], 1000);
        let Some(wanted) = three_players(&game) else { continue };
        let list = all(&game);
        assert!(list.complete, "{:?} {:?}", list.open, game.payoffs());
        assert_eq!(list.equilibria.len(), wanted.len(), "{:?}", game.payoffs());
        for found in &list.equilibria {
            checked(&game, found, "2x2x2");
            assert!(wanted.iter().any(|p| close(p, &firsts(found), 1e-6)), "{:?}", game.payoffs());
        }
        most = most.max(wanted.len());
        compared += 1;
    }
    assert!(most >= 5, "some have many: {most}");
}

#[test]
fn games_of_the_tables_have_their_pure_equilibria_and_mixed_ones_that_pass_the_check() {
    let mut rows = oracle_lines("equilibrium/nplayer.jsonl.gz");
    let solutions: Vec<Json> = serde_json::from_str(&oracle("equilibrium/nfg/solutions.json.gz")).expect("JSON");
    rows.extend(solutions.into_iter().filter(|row| row["dims"].as_array().expect("dims").len() > 2));
    assert_eq!(rows.len(), 42 + 2);
    for row in rows {
        let id = row["id"].as_str().or(row["file"].as_str()).expect("a name");
        let game = match row["file"].as_str() {
            Some(name) => Nfg::read(&oracle(&format!("equilibrium/nfg/{name}"))).expect("a game").into_game(),
            None => tensor(&row),
        };
        let list = all(&game);
        let in_table: Vec<Vec<usize>> = serde_json::from_value(row["pure_ne"].clone()).expect("profiles");
        let mut in_table: Vec<usize> = in_table.iter().map(|profile| game.profile_index(profile)).collect();
        in_table.sort_unstable();
        assert_eq!(pure(&game, &list), in_table, "{id} pure_ne");
        let by_method = solve(&game, &Options { method: Method::Pure, ..Options::default() }).expect("any size");
        assert_eq!(pure(&game, &by_method), in_table, "{id} pure_ne");
        assert_eq!(list.complete, list.open.is_empty(), "{id}");
        assert!(list.equilibria.is_sorted_by(|a, b| a.profile > b.profile), "{id}");
        for found in &list.equilibria {
            checked(&game, found, id);
        }
        // Finitely many, none on an edge: an odd number. A tie shows as an equilibrium with a spare best reply.
        let regular = list.equilibria.iter().all(|found| {
            let floats = found.profile.to_f64();
            game.player_ids().all(|player| {
                let values: Vec<f64> =
                    found.profile.action_payoffs(&game, player).iter().map(Rational::to_f64).collect();
                let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let replies = values.iter().filter(|value| best - **value < 1e-9).count();
                replies == floats[player.index()].iter().filter(|p| **p > 1e-9).count()
            })
        });
        if list.complete && regular {
            assert_eq!(list.equilibria.len() % 2, 1, "{id}");
        }
        let found = one(&game).expect("small");
        checked(&game, &found, id);
        if list.complete {
            let flat = found.profile.to_f64().concat();
            let known = list.equilibria.iter().any(|known| close(&known.profile.to_f64().concat(), &flat, 1e-9));
            assert!(known, "{id}: {flat:?} is not in the list");
        }
    }
}

#[test]
fn a_third_player_without_a_choice_changes_nothing() {
    // Supports and boxes against vertices of best-response polytopes: two ways that share nothing.
    let mut numbers = Numbers(9);
    let count = if cfg!(debug_assertions) { 60 } else { 2000 };
    let (mut nondegenerate, mut edges) = (0, 0);
    for k in 0..count {
        let (m, n) = (1 + numbers.below(4), 1 + numbers.below(4));
        let most = if k % 3 == 0 { 2 } else { 30 };
        let cells: Vec<i64> = (0..2 * m * n).map(|_| numbers.payoff(most)).collect();
        let cell = |row: usize, column: usize| cells[2 * (row * n + column)..][..2].to_vec();
        let two = all(&whole(&[m, n], |p| cell(p[0], p[1])));
        let game = whole(&[m, 1, n], |p| {
            let cell = cell(p[0], p[2]);
            vec![cell[0], 0, cell[1]]
        });
        let three = all(&game);
        let without_third = |found: &Equilibrium| {
            let strategies = found.profile.strategies();
            [strategies[0].clone(), strategies[2].clone()]
        };
        let extreme: Vec<_> = two.equilibria.iter().map(|found| found.profile.strategies()).collect();
        let listed: Vec<_> = three.equilibria.iter().map(without_third).collect();
        if two.extreme.as_ref().expect("two players").nondegenerate {
            assert!(three.complete, "{cells:?} {:?}", three.open);
            assert!(listed.iter().map(|pair| &pair[..]).eq(extreme.iter().copied()), "{cells:?}");
            nondegenerate += 1;
        } else if three.complete {
            assert_eq!(listed.len(), extreme.len(), "{cells:?}");
            assert!(two.components.as_ref().expect("few").iter().all(|c| c.dimension == 0), "{cells:?}");
        } else {
            edges += usize::from(two.components.as_ref().expect("few").iter().any(|c| c.dimension > 0));
        }
        for found in &three.equilibria {
            checked(&game, found, "with a third");
        }
    }
    assert!(nondegenerate > count / 3 && edges > count / 20, "{nondegenerate} {edges}");
}

#[test]
fn one_equilibrium_of_up_to_six_players_comes_with_a_bound() {
    let mut numbers = Numbers(6);
    let shapes: &[(&[usize], u32)] =
        &[(&[3, 3, 3], 20), (&[2; 5], 10), (&[4, 2, 3], 20), (&[3; 4], 5), (&[3; 5], 2), (&[3; 6], 1), (&[2; 8], 1)];
    for (dims, in_debug) in shapes {
        let count = if cfg!(debug_assertions) { *in_debug } else { 10 * in_debug };
        for _ in 0..count {
            let game = numbers.uniform(dims, 20);
            let found = one(&game).expect("small");
            // By the profile's own regret: the check by definition takes long where products are of many thousand digits.
            assert!(found.regret.to_f64() < 1e-11, "{dims:?} {}", found.regret);
            if dims.len() <= 4 {
                checked(&game, &found, "one");
            }
        }
    }
}

#[test]
fn points_of_the_branch_solve_the_logit_equation_of_three_players() {
    let game = Numbers(11).uniform(&[2, 3, 2], 9);
    let found = branch(&game, &LogitOptions::default()).expect("small");
    assert!(found.complete);
    for point in found.points.iter().step_by(7).filter(|point| point.lambda < 20.0) {
        let profile = rounded(&game, &point.profile).expect("a profile");
        for player in game.player_ids() {
            let values: Vec<f64> = profile.action_payoffs(&game, player).iter().map(Rational::to_f64).collect();
            let weights: Vec<f64> = values.iter().map(|v| libm::exp(point.lambda * (v - values[0]))).collect();
            let total: f64 = weights.iter().sum();
            let logit: Vec<f64> = weights.iter().map(|w| w / total).collect();
            assert!(close(&logit, &point.profile[player.index()], 1e-7), "{} {logit:?} {point:?}", point.lambda);
        }
    }
    let solution = solve(&game, &Options { method: Method::Logit, ..Options::default() }).expect("small");
    checked(&game, &solution.equilibria[0], "limit");
    assert_eq!(solution.branch, Some(found));
    assert_eq!(solution.equilibria[0].profile, one(&game).expect("small").profile);
}

#[test]
fn players_without_a_choice_and_players_alone_are_games_too() {
    for dims in [&[1][..], &[1, 1], &[1, 1, 1], &[3], &[1, 4], &[2, 1, 3], &[1, 2, 1, 2]] {
        let game = Numbers(5).uniform(dims, 1000);
        let list = all(&game);
        assert!(list.complete, "{dims:?} {:?}", list.open);
        assert_eq!(list.equilibria.len() % 2, 1, "{dims:?}");
        assert_eq!(pure(&game, &list), Analysis::of(&game).pure_equilibria(), "{dims:?}");
        for method in [Method::One, Method::Logit] {
            let found = solve(&game, &Options { method, ..Options::default() }).expect("small");
            checked(&game, &found.equilibria[0], "small");
        }
    }
    // Alone and indifferent: both ends of the edge.
    let game = whole(&[2], |_| vec![1]);
    let list = all(&game);
    assert_eq!((list.complete, list.equilibria.len(), list.open[0].why), (false, 2, Why::Continuum));
}

#[test]
fn a_list_of_small_supports_says_that_it_is_one() {
    let game = Numbers(6).uniform(&[3, 3, 3], 20);
    let few = SupportOptions { max_size: 3, ..SupportOptions::default() };
    let list = solve(&game, &Options { method: Method::All, supports: few, ..Options::default() }).expect("small");
    assert!(!list.complete);
    assert_eq!(list.open.iter().map(|open| open.why).collect::<Vec<_>>(), [Why::Supports]);
    assert_eq!(pure(&game, &list), Analysis::of(&game).pure_equilibria());
}

#[test]
fn a_game_too_large_for_a_method_is_told_which_method_would_do() {
    let large = whole(&[100, 100], |_| vec![0, 0]);
    let fault = |method| solve(&large, &Options { method, ..Options::default() }).expect_err("large").to_string();
    assert!(
        fault(Method::All).contains("a game of 100 x 100 actions; expected at most 128 actions"),
        "{}",
        fault(Method::All)
    );
    assert!(fault(Method::All).contains("method `pure`"), "{}", fault(Method::All));
    assert_eq!(
        solve(&large, &Options { method: Method::Pure, ..Options::default() }).expect("any size").equilibria.len(),
        10_000
    );
    let many = whole(&[300, 2, 2], |_| vec![0, 0, 0]);
    for method in [Method::One, Method::All, Method::Logit] {
        let fault = solve(&many, &Options { method, ..Options::default() }).expect_err("large").to_string();
        assert!(fault.contains("1200 profiles and 304 actions") && fault.contains("method `pure`"), "{fault}");
    }
    let three = whole(&[2, 2, 2], |_| vec![0, 0, 0]);
    let fault = solve(&three, &Options { method: Method::Paths, ..Options::default() }).expect_err("two").to_string();
    assert!(fault.contains("a game of 3 players; expected a game of two players"), "{fault}");
}
