//! Leagues and conventions: exact exploitability against the tree itself, recorded transcripts, published values, and bad input.

use comity::equilibrium::sequence::{Behaviour, regrets};
use comity::exact::Rational;
use comity::game::{ExtensiveForm, ReducedForm};
use comity::ids::{PlayerId, RunKey, Seed};
use comity::league::{Against, League, MatrixGame, Pair, Replicator, Role, Terms, grow};
use comity::models::{Lab, RunCx};
use comity::scenario::{Override, Scenario};
use comity::sim::{Draws, Purpose, Who};
use comity::store::RunRecorder;
use comity::table::{Cell, Table};

fn q(n: i64, d: i64) -> Rational {
    Rational::new(n, d)
}

fn matrix(rows: &[&[i64]]) -> MatrixGame {
    MatrixGame::new(rows.iter().map(|row| row.iter().copied().map(Rational::from).collect()).collect())
        .expect("a matrix")
}

fn rock_paper_scissors() -> MatrixGame {
    matrix(&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]])
}

fn draws() -> Draws {
    RunKey::derive(Seed(1), 0, "").draws(Who::agent("league"), Purpose::Choice)
}

fn kuhn() -> (ExtensiveForm, ReducedForm, MatrixGame) {
    let trees = comity::game::trees();
    let spec = trees.resolve(&"kuhn_poker".into(), &comity::catalogue::Place::root()).expect("a tree");
    let tree = *trees.build(&spec, &()).expect("a tree");
    let form = tree.reduced_form().expect("a small tree");
    let width = form.game.action_count(PlayerId(1));
    let row = |profile: usize| form.game.payoff_at(profile, PlayerId(0)).clone();
    let cells: Vec<Rational> = (0..form.game.profile_count()).map(row).collect();
    let game = MatrixGame::new(cells.chunks(width).map(<[Rational]>::to_vec).collect()).expect("a matrix");
    (tree, form, game)
}

/// What is said of a population in the matrix of a tree's strategies is so in the tree: by dynamic programming on its nodes,
/// which knows of no matrix.
#[test]
fn exploitability_is_that_of_the_tree() {
    let (tree, form, game) = kuhn();
    for against in [Against::Uniform, Against::Equilibrium, Against::Replicator(Replicator::default())] {
        for step in grow(&game, (0, 0), against, 8).expect("small") {
            let mixed = vec![step.pair.row.clone(), step.pair.column.clone()];
            let behaviour = Behaviour::from_mixed(&tree, &form, &mixed).expect("perfect recall");
            let gains: Rational = regrets(&tree, &behaviour).expect("perfect recall").iter().sum();
            assert_eq!(gains, step.exploitability, "{against:?}");
        }
    }
    let mut league = League::new(&game, first(&game), Terms::default());
    let mut draws = draws();
    for _ in 0..6 {
        league.iterate(&mut draws);
        for player in league.learners() {
            let mixed = vec![player.pair.row.clone(), player.pair.column.clone()];
            let behaviour = Behaviour::from_mixed(&tree, &form, &mixed).expect("perfect recall");
            let gains: Rational = regrets(&tree, &behaviour).expect("perfect recall").iter().sum();
            assert_eq!(gains, league.exploitability(player), "{:?}", player.role);
        }
    }
}

fn first(game: &MatrixGame) -> Pair {
    let (height, width) = game.size();
    let pure = |size: usize| -> Vec<Rational> { (0..size).map(|k| Rational::from(i64::from(k == 0))).collect() };
    Pair { row: pure(height), column: pure(width) }
}

/// The double oracle ends in Kuhn poker at its value, -1/18 a deal (Kuhn 1950).
#[test]
fn response_oracles_solve_kuhn_poker() {
    let (_, _, game) = kuhn();
    let steps = grow(&game, (0, 0), Against::Equilibrium, 20).expect("small");
    let last = steps.last().expect("iterations");
    assert!(last.exploitability.is_zero());
    let value: Rational =
        last.pair.row.iter().zip(game.rows_against(&last.pair.column)).map(|(p, gains)| p * &gains).sum();
    assert_eq!(value, q(-1, 18));
}

/// Fictitious play by whole numbers: the mean of responses to the mean of responses, ties to the first.
#[test]
fn fictitious_play_is_that_of_brown() {
    let payoffs = [[0i64, -1, 1], [1, 0, -1], [-1, 1, 0]];
    let (mut rows, mut columns) = ([1i64, 0, 0], [1i64, 0, 0]);
    let steps = grow(&rock_paper_scissors(), (0, 0), Against::Uniform, 40).expect("small");
    for (plays, step) in (1i64..).zip(&steps) {
        let gains = payoffs.map(|row| (0..3).map(|k| row[k] * columns[k]).sum::<i64>());
        let losses = [0, 1, 2].map(|k| (0..3).map(|j| payoffs[j][k] * rows[j]).sum::<i64>());
        let (most, least) = (gains.iter().max().expect("three"), losses.iter().min().expect("three"));
        assert_eq!(step.exploitability, q(most - least, plays));
        rows[gains.iter().position(|gain| gain == most).expect("there")] += 1;
        columns[losses.iter().position(|loss| loss == least).expect("there")] += 1;
    }
}

/// Matching pennies with a prize for one side: 2/5 and 3/5 by hand.
#[test]
fn projected_replicators_come_near_equilibrium_and_leave_nothing_out() {
    let game = matrix(&[&[2, -1], &[-1, 1]]);
    let shares = Replicator { exploration: 1e-3, step: 0.005, steps: 200_000 }.shares(&game, &[0, 1], &[0, 1]);
    for side in &shares {
        assert!((side[0] - 0.4).abs() < 0.01, "{shares:?}");
        assert!((side.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    let dominated = matrix(&[&[1, 1], &[0, 0]]);
    let [rows, _] = Replicator::default().shares(&dominated, &[0, 1], &[0, 1]);
    assert!(rows[1] > 0.0 && rows[1] < 0.05, "{rows:?}");
}

/// By hand, from rock: all answer paper, and are the mean of both; the exploiter of the main agent is not ahead of it. Then all
/// answer paper again, since scissors gain 0 against rock and paper alike and paper 1/2.
#[test]
fn a_league_starts_as_by_hand() {
    let game = rock_paper_scissors();
    let mut league = League::new(&game, first(&game), Terms { patience: 3, ..Terms::default() });
    let mut draws = draws();
    assert_eq!(league.exploitability(&league.learners()[0]), q(2, 1));
    for share in [q(1, 2), q(2, 3)] {
        league.iterate(&mut draws);
        assert!(league.frozen().is_empty());
        for learner in league.learners() {
            assert_eq!(learner.pair.row, [q(1, 1) - share.clone(), share.clone(), q(0, 1)], "{:?}", learner.role);
            assert_eq!(learner.pair.column, learner.pair.row);
        }
    }
    // The third: against 1/3 rock and 2/3 paper, scissors gain 1/3 and paper 1/3: the first of equals is paper. Patience ends.
    league.iterate(&mut draws);
    let frozen: Vec<Role> = league.frozen().iter().map(|player| player.role).collect();
    assert_eq!(frozen, [Role::MainAgent, Role::MainExploiter, Role::LeagueExploiter]);
    assert_eq!(league.frozen()[0].pair.row, [q(1, 4), q(3, 4), q(0, 1)]);
    // The main exploiter begins anew, the main agent goes on.
    assert_eq!(league.learners()[1].pair, first(&game));
    assert_eq!(league.learners()[0].pair, league.frozen()[0].pair);
}

#[test]
fn frozen_players_stay_and_win_rates_are_a_game() {
    let (_, _, game) = kuhn();
    let mut league = League::new(&game, first(&game), Terms { reset: 1.0, ..Terms::default() });
    let mut draws = draws();
    let mut before = Vec::new();
    for _ in 0..12 {
        league.iterate(&mut draws);
        assert_eq!(league.frozen()[..before.len()], before);
        before = league.frozen().to_vec();
        for player in league.learners().iter().chain(league.frozen()) {
            for mixture in [&player.pair.row, &player.pair.column] {
                assert_eq!(mixture.iter().sum::<Rational>(), q(1, 1));
            }
            for other in league.frozen() {
                let both = league.win_rate(player, other) + league.win_rate(other, player);
                assert!((both - 1.0).abs() < 1e-12);
            }
        }
    }
    assert!(before.len() >= 6);
}

// The models.

fn run(text: &str, changes: &[&str]) -> Vec<Table> {
    let changes: Vec<Override> = changes.iter().map(|change| Override::parse(change).expect("a change")).collect();
    let scenario = Scenario::read(text, "t.toml", &changes, &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"));
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    let key = scenario.run_key(0);
    let cx = RunCx { key: &key, trace: comity::exchange::TraceLevel::Off };
    scenario.model.run(&cx, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables.iter().cloned().collect()
}

fn number(tables: &[Table], table: &str, condition: &str, column: &str) -> f64 {
    let table = tables.iter().find(|found| found.name() == table).expect("a table");
    let here = |row: &usize| matches!(table.at(*row, "condition"), Some(Cell::Text(text)) if text == condition);
    let row = (0..table.len()).find(here).unwrap_or_else(|| panic!("no row of {condition}"));
    table.at(row, column).and_then(|cell| cell.number()).expect("a number")
}

#[test]
fn self_play_runs_in_circles_where_response_oracles_end() {
    let tables = run(include_str!("../scenarios/league.toml"), &["model.league.iterations=24"]);
    let of = |condition: &str| number(&tables, "league", condition, "final_exploitability");
    assert_eq!(of("rps, self-play"), 2.0);
    assert_eq!(of("rps, psro nash"), 0.0);
    assert_eq!(of("kuhn, psro nash"), 0.0);
    // An even meta-strategy stops growing where its responses are in it already.
    assert!(of("kuhn, psro uniform") > 0.1);
    for condition in ["rps, fictitious play", "kuhn, fictitious play", "kuhn, psro replicator"] {
        assert!(of(condition) > 0.0 && of(condition) < 0.4, "{condition}: {}", of(condition));
    }
    for condition in ["rps, league", "kuhn, league"] {
        let start = if condition.starts_with("rps") { 2.0 } else { 1.0 };
        assert!(of(condition) < start / 2.0, "{condition}: {}", of(condition));
    }
}

/// Ten levers, nine of them alike (Hu et al. 2020): 1 with the partner, 1/9 with strangers, 0.9 by other-play with anybody.
#[test]
fn strangers_fail_at_conventions_that_partners_made() {
    let tables = run(include_str!("../scenarios/conventions.toml"), &[]);
    let of = |condition: &str, column: &str| number(&tables, "conventions", condition, column);
    let (low, high) = (of("levers, self-play", "cross_play_low"), of("levers, self-play", "cross_play_high"));
    assert!(low <= 1.0 / 9.0 && 1.0 / 9.0 <= high, "[{low}, {high}]");
    assert!(of("levers, self-play", "self_play_score") > 0.95);
    assert_eq!(of("levers, self-play", "exact_self_play"), 1.0);
    for column in ["self_play_score", "cross_play_score", "exact_self_play", "exact_cross_play"] {
        assert!((of("levers, other-play", column) - 0.9).abs() < 1e-9, "{column}");
    }
    // Two messages without meaning: there are two conventions, by which the pairs fall in two; strangers of one understand each other
    // fully, those of different ones never. Which pair has which is chance, so it is read from whom the first pair understands.
    assert_eq!(of("signals, self-play", "self_play_score"), 1.0);
    let met = tables.iter().find(|found| found.name() == "cross_play").expect("a table");
    let shows = |row: usize, column: &str, text: &str| met.at(row, column).is_some_and(|cell| cell.show() == text);
    let first = (0..met.len())
        .filter(|row| shows(*row, "condition", "signals, self-play") && shows(*row, "first_of", "pair 1"))
        .filter_map(|row| met.at(row, "pair_score").and_then(|cell| cell.number()))
        .collect::<Vec<f64>>();
    assert!(first.iter().all(|score| *score == 0.0 || *score == 1.0), "{first:?}");
    let (pairs, alike) = (first.len() as f64, first.iter().sum::<f64>());
    let other = pairs - alike;
    let expected = (alike * (alike - 1.0) + other * (other - 1.0)) / (pairs * (pairs - 1.0));
    assert!((of("signals, self-play", "cross_play_score") - expected).abs() < 1e-12);
    // Under labels of its own nobody can say anything: one half by chance, in 400 episodes a pair.
    assert!((of("signals, other-play", "cross_play_score") - 0.5).abs() < 0.1);
    // Silence for the likely state: 0.8 + 0.2 (1 - 0.2), to within chance.
    for column in ["self_play_score", "cross_play_score"] {
        assert!((of("signals that cost, other-play", column) - 0.96).abs() < 0.03, "{column}");
    }
    // Cards: a gap that is no accident, and a smaller one by other-play.
    assert!(of("cards, self-play", "convention_gap_low") > 0.2);
    assert!(of("cards, other-play", "cross_play_score") > of("cards, self-play", "cross_play_score"));
}

fn faults(model: &str) -> String {
    let text = format!("schema = 1\ntitle = \"t\"\n{model}\n");
    let read = Scenario::read(&text, "t.toml", &[], &Lab::new());
    read.err().unwrap_or_else(|| panic!("{model}: nothing is wrong")).to_string()
}

#[test]
fn what_does_not_go_together_is_said_where_it_stands() {
    for (model, expected) in [
        ("[model.league]\ngame = \"stag_hunt\"", "t.toml:4:8"),
        ("[model.league]\ngame = \"stag_hunt\"", "whose payoffs sum to 8 here and to 3 there"),
        ("[model.league]\ntree = \"centipede_tree\"", "expected a game of two players whose payoffs sum to the same"),
        ("[model.league]\ntree = \"kuhn_pokker\"", "did you mean \"kuhn_poker\"?"),
        ("[model.league]\nmethod = \"psro\"", "expected one of self_play, fictitious_play"),
        ("[model.league]\nreset = 2", "expected a probability from 0 to 1"),
        ("[model.league]\n[[agents]]\nname = \"a\"\nstrategy = \"random\"", "expected no [[agents]]"),
        ("[model.conventions]\ngame = { levers = { payoffs = [] } }", "payoffs"),
        (
            "[model.conventions]\ngame = { signalling = { states = [0.5, 0.6] } }",
            "sum to 1.1; expected probabilities that sum to 1",
        ),
        ("[model.conventions]\ngame = { hanabi = { hand = 3 } }", "two hands of 3 from 4 cards"),
        ("[model.conventions]\nrepetitions = 1", "expected a whole number from 2"),
        (
            "[model.conventions]\ngame = { levers = { payoffs = [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] } }\nlearner = \"friend_q(rate=3)\"",
            "expected a probability from 0 to 1",
        ),
    ] {
        let found = faults(model);
        assert!(found.contains(expected), "{model}\n{found}");
    }
}
