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

/// A payoff that comes a round later is worth nine tenths: five rounds of 2 are `2 (1 - 0.9^5) / 0.1`, and 2 a round.
#[test]
fn payoffs_are_discounted() {
    let rules = "game = \"commons\"\nlength = { known = 5 }\ndiscount = 0.9";
    let tables = tables(&scenario(rules, &[("a", 4, "cooperator")]));
    let of = |column: &str| number(&tables, "agents", &[("agent", "a-1")], column);
    assert!((of("score") - 2.0 * (1.0 - libm::pow(0.9, 5.0)) / 0.1).abs() < 1e-12);
    assert!((of("score_per_round") - 2.0).abs() < 1e-12);
    // With a drawn end every round follows with probability w: 1 / (1 - w) rounds in mean.
    let rules = "game = \"commons\"\nlength = { drawn = { continuation = 0.8 } }\nrepetitions = 4000";
    let drawn = self::tables(&scenario(rules, &[("a", 4, "cooperator")]));
    let rounds = number(&drawn, "agents", &[("agent", "a-1")], "rounds");
    assert!((rounds - 5.0).abs() < 4.5 * (0.8f64 / 0.04 / 4000.0).sqrt(), "{rounds}");
}

/// A fine of 3 in the last of five rounds is worth `3 x 0.9^4` at first; what a victim gets of it, a third of that.
#[test]
fn fines_are_discounted_like_the_payoffs_of_their_round() {
    let run = |more: &str| {
        let rules = format!("game = \"commons\"\nlength = {{ known = 5 }}\ndiscount = 0.9\n{more}");
        let found = tables(&scenario(&rules, &[("a", 3, "cooperator"), ("b", 1, "defector")]));
        ["a-1", "b"].map(|agent| number(&found, "agents", &[("agent", agent)], "score"))
    };
    let audit = "audits = [{ last = 1, penalty = 3 }]";
    let (free, fined) = (run(""), run(audit));
    let shared = run(&format!("{audit}\npayee = \"victim\""));
    let worth = 3.0 * libm::pow(0.9, 4.0);
    for (found, expected) in [
        (free[1] - fined[1], worth),
        (fined[0] - free[0], 0.0),
        (shared[1] - fined[1], 0.0),
        (shared[0] - free[0], worth / 3.0),
    ] {
        assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
    }
}

/// Audits of half the actions that find all over-use and fine it 3: 1.5 a round in mean for each who over-uses, nothing for the
/// others; what goes to the victims is what was paid.
#[test]
fn over_use_is_fined() {
    let agents = [("a", 2, "cooperator"), ("b", 2, "defector")];
    let base = "game = \"commons\"\nlength = { known = 10 }\nrepetitions = 2000";
    let run = |more: &str| tables(&scenario(&format!("{base}\n{more}"), &agents));
    let (free, fined) = (run(""), run("audits = [{ alpha = \"1/2\", penalty = 3 }]"));
    let shared = run("audits = [{ alpha = \"1/2\", penalty = 3 }]\npayee = \"victim\"");
    let of = |tables: &[Table], strategy: &str, column: &str| {
        number(tables, "strategies", &[("strategy", strategy)], column)
    };
    let se = 3.0 * (0.25f64 / (2000.0 * 10.0 * 2.0)).sqrt();
    let penalty = of(&fined, "defector", "penalty_per_round");
    assert!((penalty - 1.5).abs() < 4.5 * se, "{penalty}");
    assert_eq!(of(&fined, "cooperator", "penalty_per_round"), 0.0);
    let score = |tables: &[Table], strategy: &str| of(tables, strategy, "score_per_round");
    assert!((score(&fined, "defector") - (score(&free, "defector") - penalty)).abs() < 1e-9);
    assert!((score(&fined, "cooperator") - score(&free, "cooperator")).abs() < 1e-12);
    // Each of two over-users pays, a third goes to each other: 2/3 of one fine to each who kept the quota, 1/3 to each over-user.
    assert!((score(&shared, "cooperator") - (score(&free, "cooperator") + penalty * 2.0 / 3.0)).abs() < 1e-9);
    assert!((score(&shared, "defector") - (score(&free, "defector") - penalty * 2.0 / 3.0)).abs() < 1e-9);
    // The last round alone; false alarms fall on the others.
    let last = run("audits = [{ last = 1, detect = 0, false_alarm = 1, penalty = 7 }]");
    assert!((of(&last, "cooperator", "penalty_per_round") - 0.7).abs() < 1e-12);
    assert_eq!(of(&last, "defector", "penalty_per_round"), 0.0);
    let free_of_audits = free.iter().find(|table| table.name() == "strategies").expect("strategies");
    assert_eq!(free_of_audits.at(0, "penalty_per_round").expect("a column").show(), "");
}

/// Public convictions are taken for defections: conditional co-operators who are wrongly convicted end all cooperation.
#[test]
fn public_convictions_are_seen() {
    let base = "game = \"commons\"\nlength = { known = 6 }";
    let alarms = "audits = [{ rounds = [2, 2], false_alarm = 1, penalty = 0 }]";
    for (public, rate) in [("false", 1.0), ("true", 2.0 / 6.0)] {
        let rules = format!("{base}\n{alarms}\npublic = {public}");
        let tables = tables(&scenario(&rules, &[("a", 4, "group_tit_for_tat")]));
        let found = number(&tables, "groups", &[("condition", "base")], "cooperation_rate");
        assert!((found - rate).abs() < 1e-12, "public {public}: {found}");
    }
}

/// Learners learn to ride where riding is dominant, and to contribute where the expected fine of 15 exceeds what riding saves,
/// 20 (1 - 1.6 / 4) = 12; in a game of two they learn as in its table.
#[test]
fn learners_play_in_groups() {
    let base = "game = \"public_goods\"\nlength = { known = 400 }\nrepetitions = 10";
    for rule in ["regret_matching", "hedge", "fictitious_play"] {
        for (audits, contributes) in [("", false), ("audits = [{ alpha = \"1/2\", penalty = 30 }]", true)] {
            let tables = tables(&scenario(&format!("{base}\n{audits}"), &[("a", 4, rule)]));
            let late = number(&tables, "rounds", &[("strategy", rule), ("round", "400")], "cooperation_rate");
            assert!(if contributes { late > 0.9 } else { late < 0.1 }, "{rule}, {audits:?}: {late}");
        }
    }
    let shows = |rules: &str| {
        let tables = tables(&scenario(rules, &[("a", 1, "regret_matching"), ("b", 1, "epsilon_greedy_q")]));
        let table = tables.iter().find(|table| table.name() == "moves").expect("moves");
        let actions: Vec<String> = (0..table.len()).map(|k| table.at(k, "payoff").expect("one").show()).collect();
        actions
    };
    // The shared pool for two: 2 each for quotas, less 1.5 for each over-use; 4 for over-use.
    let table = "table = { R = 2, S = \"1/2\", T = \"5/2\", P = 1 }";
    let length = "length = { unknown = 60 }";
    assert_eq!(shows(&format!("game = \"commons\"\n{length}")), shows(&format!("{table}\n{length}")));
}

#[test]
fn wrong_input_is_said() {
    /// Rules, agents, and what the fault says.
    type Case = (&'static str, &'static [(&'static str, u32, &'static str)], &'static [&'static str]);
    let cases: [Case; 9] = [
        ("group_size = 4", &[("a", 6, "cooperator")], &["6 agents in groups of 4", "group_size"]),
        ("game = \"minority\"", &[("a", 4, "cooperator")], &["4 players", "an odd number of players"]),
        ("game = \"comons\"", &[("a", 4, "cooperator")], &["comons", "did you mean \"commons\""]),
        ("game = \"commons\"", &[("a", 4, "tit_for_tat")], &["tit_for_tat", "4 players with 2 actions each"]),
        ("table = \"cournot(players=3)\"", &[("a", 4, "cooperator")], &["3 players for groups of 4"]),
        ("game = \"public_goods(steps=9)\"", &[("a", 3, "minority_table")], &["10 actions"]),
        ("game = \"commons\"", &[("a", 4, "regret_maching")], &["did you mean"]),
        ("game = \"public_goods(steps=255)\"", &[("a", 6, "hedge")], &["a learner among 6 players of 256 actions"]),
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
