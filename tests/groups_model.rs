//! The groups model: closed forms, an independent slow minority game, what is said of wrong input.

mod common;

use comity::catalogue::{Place, Value};
use comity::exchange::TraceLevel;
use comity::game::{self, GroupGame};
use comity::ids::{RunKey, Seed};
use comity::models::{Lab, RunCx};
use comity::play::{Length, Match, Rules, Seat, play_actions};
use comity::scenario::Scenario;
use comity::sim::{Purpose, Who};
use comity::store::RunRecorder;
use comity::strategy::{self, Action, Strategy};
use comity::table::Table;
use std::sync::Arc;

fn tables(text: &str) -> Vec<Table> {
    let scenario = Scenario::read(text, "test.toml", &[], &Lab::new()).unwrap_or_else(|faults| panic!("{faults}"));
    let key = scenario.run_key(0);
    let mut progress = |_: u64, _: u64| {};
    let mut recorder = RunRecorder::new(&*scenario.model, std::io::sink(), &mut progress);
    scenario.model.run(&RunCx { key: &key, trace: TraceLevel::Off }, &mut recorder).expect("it runs");
    recorder.finish().expect("nothing is written").tables.as_slice().to_vec()
}

fn number(tables: &[Table], table: &str, wanted: &[(&str, &str)], column: &str) -> f64 {
    let table = tables.iter().find(|found| found.name() == table).expect("a table");
    let shows = |row: usize, column: &str, value: &str| table.at(row, column).expect("a column").show() == value;
    let rows: Vec<usize> =
        (0..table.len()).filter(|row| wanted.iter().all(|(column, value)| shows(*row, column, value))).collect();
    assert_eq!(rows.len(), 1, "{wanted:?}");
    table.at(rows[0], column).and_then(|cell| cell.number()).unwrap_or_else(|| panic!("{column} of {wanted:?}"))
}

fn scenario(rules: &str, agents: &[(&str, u32, &str)]) -> String {
    let mut text = format!("schema = 1\ntitle = \"t\"\nseed = 5\n[model.groups]\n{rules}\n");
    for (name, count, strategy) in agents {
        text += &format!("[[agents]]\nname = \"{name}\"\ncount = {count}\nstrategy = \"{strategy}\"\n");
    }
    text
}

/// Where all give `slope` of what the others gave, by chance to whole steps, the mean is `slope^(t - 1)` of the first round's;
/// with k of n who give nothing it is `(slope (n - k - 1) / (n - 1))^(t - 1)`.
#[test]
fn contributions_decay_as_the_recursion_says() {
    for (riders, slope) in [(0, 0.8), (2, 1.0), (1, 0.9)] {
        let givers = 5 - riders;
        let giver = format!("conditional_cooperator(slope={slope}, rounding=chance)");
        let mut agents = vec![("giver", givers, giver.as_str())];
        if riders > 0 {
            agents.push(("rider", riders, "defector"));
        }
        let rules = "game = \"public_goods(steps=20)\"\nlength = { known = 8 }\nrepetitions = 1500";
        let tables = tables(&scenario(rules, &agents));
        let shrinks = slope * f64::from(givers - 1) / 4.0;
        let name = tables.iter().find(|t| t.name() == "agents").expect("agents").at(0, "strategy").expect("one").show();
        for round in 1..=8 {
            let wanted = [("strategy", name.as_str()), ("round", &round.to_string())];
            let level = number(&tables, "rounds", &wanted, "mean_level");
            let expected = 20.0 * libm::pow(shrinks, f64::from(round - 1));
            // Rounding to whole tokens has a spread of at most a half a player and round; what is rounded feeds on.
            assert!((level - expected).abs() < 0.08, "{riders} riders, round {round}: {level} is not {expected}");
        }
    }
}

fn minority(players: usize) -> Arc<GroupGame> {
    let games = game::group_games();
    let spec = games.resolve(&Value::from("minority"), &Place::root()).expect("it exists");
    Arc::new(*games.build(&spec, &players).expect("built"))
}

fn built(call: &str) -> Box<dyn Strategy> {
    let catalogue = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).expect("a strategy");
    catalogue.build(&spec, &catalogue).expect("built")
}

/// The minority game written down anew: pasts as lists, points counted again from the first round in every round.
fn slow_minority(key: &RunKey, names: &[String], memory: usize, tables: usize, rounds: usize) -> Vec<Vec<u8>> {
    let mut draws: Vec<_> =
        names.iter().map(|name| key.draws(Who { place: "crowd", repetition: 0, name }, Purpose::Choice)).collect();
    let words = (1usize << memory).div_ceil(64);
    let held: Vec<Vec<Vec<u64>>> =
        draws.iter_mut().map(|d| (0..tables).map(|_| (0..words).map(|_| d.word()).collect()).collect()).collect();
    // The sides that won, with as many zeros before the first round as are remembered.
    let mut won = vec![0usize; memory];
    let past = |won: &[usize], round: usize| won[round..round + memory].iter().fold(0, |word, side| 2 * word + side);
    let side = |table: &[u64], past: usize| (table[past / 64] >> (past % 64) & 1) as usize;
    let mut course = Vec::new();
    for round in 0..rounds {
        let mut actions = Vec::new();
        for (player, tables) in held.iter().enumerate() {
            let points =
                |table: &Vec<u64>| (0..round).filter(|r| side(table, past(&won, *r)) == won[r + memory]).count();
            let best = tables.iter().map(points).max().expect("tables");
            let leaders: Vec<&Vec<u64>> = tables.iter().filter(|table| points(table) == best).collect();
            let leader = if leaders.len() == 1 { 0 } else { draws[player].index(leaders.len()) };
            actions.push(side(leaders[leader], past(&won, round)) as u8);
        }
        let second = actions.iter().filter(|action| **action == 1).count();
        won.push(usize::from(2 * second < names.len()));
        course.push(actions);
    }
    course
}

#[test]
fn the_minority_game_is_what_a_slow_one_is() {
    let names: Vec<String> = (0..31).map(|k| format!("agent-{k}")).collect();
    for (memory, tables) in [(0, 2), (2, 2), (4, 3), (7, 1), (8, 2)] {
        let key = RunKey::derive(Seed(8), 0, "");
        let rules = Rules::new(minority(31), Length::Unknown(60));
        let spec = Match { rules: &rules, key: &key, place: "crowd", repetition: 0 };
        let call = format!("minority_table(memory={memory}, tables={tables})");
        let mut players: Vec<Box<dyn Strategy>> = vec![built(&call); 31];
        let mut seats: Vec<Seat<'_>> =
            players.iter_mut().zip(&names).map(|(s, name)| Seat { name, strategy: &mut **s }).collect();
        let mut course = Vec::new();
        let number = |actions: &[Action]| actions.iter().map(|action| action.0).collect::<Vec<u8>>();
        play_actions(&spec, &mut seats, &mut (), |actions| course.push(number(actions))).expect("a match");
        assert_eq!(course, slow_minority(&key, &names, memory, tables, 60), "{call}");
    }
}

/// Agents of whom each flips a coin have volatility 1 and half of them on each side.
#[test]
fn coins_have_volatility_one() {
    let rules = "game = \"minority\"\nlength = { unknown = 400 }\nrepetitions = 20";
    let tables = tables(&scenario(rules, &[("coin", 51, "random")]));
    let of = |column: &str| number(&tables, "groups", &[("condition", "base")], column);
    let spread = (of("volatility_high") - of("volatility_low")) / 2.0;
    assert!((of("volatility") - 1.0).abs() < 2.0 * spread, "{} +- {spread}", of("volatility"));
    // 8,000 rounds with a standard deviation of sqrt(51)/2: four standard errors.
    assert!((of("attendance") - 25.5).abs() < 0.16);
}

/// Cournot's oligopoly as a table of three: replies one after another, by inertia, end in the equilibrium of three each.
#[test]
fn a_normal_form_can_be_played_by_a_group() {
    let rules = "table = \"cournot(players=3)\"\nlength = { unknown = 60 }\nrepetitions = 4\nsettle = 40";
    let tables = tables(&scenario(rules, &[("firm", 3, "group_best_reply(inertia=0.6, opening=1)")]));
    // P = 12 - Q, no cost: each makes 3 and earns 9.
    let agents = tables.iter().find(|table| table.name() == "rounds").expect("rounds");
    let last: Vec<usize> =
        (0..agents.len()).filter(|row| agents.at(*row, "round").expect("one").show() == "60").collect();
    assert_eq!(agents.at(last[0], "mean_payoff").and_then(|cell| cell.number()), Some(9.0));
}

/// Larger populations are drawn into groups anew for every repetition; all play equally often.
#[test]
fn groups_are_drawn_from_a_population() {
    let rules = "game = \"commons\"\ngroup_size = 3\nlength = { known = 5 }\nrepetitions = 40";
    let tables = tables(&scenario(rules, &[("a", 6, "cooperator"), ("b", 6, "defector")]));
    assert_eq!(number(&tables, "groups", &[("condition", "base")], "matches"), 160.0);
    let agents = tables.iter().find(|table| table.name() == "agents").expect("agents");
    assert!((0..12).all(|row| agents.at(row, "rounds").and_then(|cell| cell.number()) == Some(5.0)));
    // In a group of 3 whose two others are drawn from 11, of whom 6 over-use: 2 less 1 for each of them. Their number has a
    // standard deviation of sqrt(2 6/11 5/11 9/10) = 0.67, and 240 groups a standard error of at most 0.043.
    let cooperator = number(&tables, "strategies", &[("strategy", "cooperator")], "score_per_round");
    assert!((cooperator - (2.0 - 12.0 / 11.0)).abs() < 0.15, "{cooperator}");
    assert!((number(&tables, "groups", &[("condition", "base")], "cooperation_rate") - 0.5).abs() < 1e-12);
}

#[test]
fn wrong_input_is_said() {
    /// Rules, agents, and what the fault says.
    type Case = (&'static str, &'static [(&'static str, u32, &'static str)], &'static [&'static str]);
    let cases: [Case; 7] = [
        ("group_size = 4", &[("a", 6, "cooperator")], &["6 agents in groups of 4", "group_size"]),
        ("game = \"minority\"", &[("a", 4, "cooperator")], &["an odd number of players"]),
        ("game = \"comons\"", &[("a", 4, "cooperator")], &["comons", "did you mean \"commons\""]),
        ("game = \"commons\"", &[("a", 4, "tit_for_tat")], &["tit_for_tat", "4 players with 2 actions each"]),
        ("table = \"cournot(players=3)\"", &[("a", 4, "cooperator")], &["3 players for groups of 4"]),
        ("game = \"public_goods(steps=9)\"", &[("a", 3, "minority_table")], &["10 actions"]),
        ("game = \"commons\"", &[("host", 1, "cooperator"), ("a", 1, "cooperator")], &["\"host\""]),
    ];
    for (rules, agents, parts) in cases {
        let text = scenario(rules, agents);
        let faults = match Scenario::read(&text, "test.toml", &[], &Lab::new()) {
            Err(faults) => faults.to_string(),
            Ok(_) => panic!("{rules} is taken"),
        };
        for part in parts {
            assert!(faults.contains(part), "no {part:?} in {faults}");
        }
        assert!(faults.contains("test.toml"), "no place in {faults}");
    }
}
