//! The catalogue of games against what the literature says of each: pure equilibria, dominance, kinds, classes, and
//! payoffs as the tables of exact answers hold them.

mod common;

use comity::catalogue::{Call, Entry, Field, Kind, Place, Schema, Value};
use comity::error::Origin;
use comity::exact::Rational;
use comity::game::{Analysis, Facets, MoveMapping, NormalForm, TwoByTwoKind, Utility, catalogue};
use comity::ids::PlayerId;
use common::oracle_lines;
use serde_json::Value as Json;

fn game(call: &str) -> NormalForm {
    let games = catalogue();
    let spec = games.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|faults| panic!("{faults}"));
    *games.build(&spec, &()).unwrap_or_else(|fault| panic!("{call}: {fault}"))
}

/// A profile in words: the actions' names, with slashes.
fn words(game: &NormalForm, profile: usize) -> String {
    let actions = game.profile(profile).into_iter().zip(game.players());
    actions.map(|(action, player)| player.actions[action].as_str()).collect::<Vec<_>>().join("/")
}

fn equilibria(game: &NormalForm) -> Vec<String> {
    let mut found: Vec<String> = Analysis::of(game).pure_equilibria().into_iter().map(|k| words(game, k)).collect();
    found.sort();
    found
}

fn q(text: &str) -> Rational {
    text.parse().expect("a number")
}

/// A player's dominant action by name, with `!` if it is strictly dominant; `-` if there is none.
fn dominant(game: &NormalForm, player: u32) -> String {
    match Analysis::of(game).dominant_action(PlayerId(player)) {
        Some(found) => {
            let name = &game.players()[player as usize].actions[found.action];
            format!("{name}{}", if found.strict { "!" } else { "" })
        }
        None => "-".into(),
    }
}

#[test]
fn pure_equilibria_are_those_of_the_literature() {
    let all_divisions: Vec<String> = (1..10).map(|k| format!("{k}/{}", 10 - k)).chain(["10/10".into()]).collect();
    let all_divisions: Vec<&str> = all_divisions.iter().map(String::as_str).collect();
    let diagonal: Vec<String> = (1..=7).map(|k| format!("{k}/{k}")).collect();
    let diagonal: Vec<&str> = diagonal.iter().map(String::as_str).collect();
    let facts: &[(&str, &[&str])] = &[
        ("prisoners_dilemma", &["defect/defect"]),
        ("axelrod", &["defect/defect"]),
        ("dilemma(R=4,S=0,T=5,P=2)", &["defect/defect"]),
        ("donation(b=5, c=2)", &["defect/defect"]),
        ("evolution_of_trust", &["defect/defect"]),
        ("dal_bo_frechette(R=32)", &["defect/defect"]),
        // Against a defector both actions pay nothing: three weak equilibria.
        ("weak_dilemma(b=1.85)", &["cooperate/defect", "defect/cooperate", "defect/defect"]),
        // Staying out pays the loner 2 against any; a defector against a loner gets the same.
        ("optional_dilemma", &["defect/stay_out", "stay_out/defect", "stay_out/stay_out"]),
        ("snowdrift", &["shovel/stay", "stay/shovel"]),
        ("deadlock", &["defect/defect"]),
        ("harmony", &["cooperate/cooperate"]),
        ("commons", &["overuse/overuse"]),
        ("commons(players=4, damage=3)", &["overuse/overuse/overuse/overuse"]),
        ("stag_hunt", &["hare/hare", "stag/stag"]),
        ("book_stag_hunt", &["hare/hare", "stag/stag"]),
        ("aumann_stag_hunt", &["hare/hare", "stag/stag"]),
        ("battle_of_the_sexes", &["football/football", "opera/opera"]),
        ("pure_coordination(4)", &["1/1", "2/2", "3/3", "4/4"]),
        ("ranked_coordination(3)", &["1/1", "2/2", "3/3"]),
        ("anti_coordination(2)", &["1/2", "2/1"]),
        ("climbing", &["a/a", "b/b"]),
        ("penalty(k=-50)", &["a/a", "b/b", "c/c"]),
        ("qtran", &["a/a", "b/b", "b/c", "c/b", "c/c"]),
        ("weakest_link", &diagonal),
        ("shapley", &[]),
        ("young", &["1/1", "2/2", "3/3"]),
        ("outside_option", &["opera/opera", "out/football"]),
        ("chicken", &["straight/swerve", "swerve/straight"]),
        ("hawk_dove", &["dove/hawk", "hawk/dove"]),
        ("hawk_dove(v=5, c=4)", &["hawk/hawk"]),
        ("hawk_dove_bourgeois", &["bourgeois/bourgeois", "dove/hawk", "hawk/dove"]),
        ("traffic_light", &["go/stop", "stop/go"]),
        ("aumann_correlation", &["bottom/right", "top/left"]),
        ("inspection", &[]),
        ("samaritans_dilemma", &["help/idle"]),
        ("welfare", &[]),
        ("nash_demand", &all_divisions),
        ("matching_pennies", &[]),
        ("rock_paper_scissors(win=2, loss=-1)", &[]),
        ("oneill", &[]),
        ("penalty_kick", &[]),
        ("jordan", &[]),
        ("hotelling", &["4/4"]),
        ("hotelling(places=4)", &["2/2", "2/3", "3/2", "3/3"]),
        ("public_goods(players=3)", &["free_ride/free_ride/free_ride"]),
        ("volunteers_dilemma", &["volunteer/wait/wait", "wait/volunteer/wait", "wait/wait/volunteer"]),
        ("travelers_dilemma", &["2/2"]),
        ("beauty_contest", &["0/0/0"]),
        ("trust", &["withhold/betray"]),
        // Fair offers that are met by threats against unfair ones, and the one that backward induction keeps.
        ("ultimatum", &["fair/reject_unfair", "unfair/accept_both", "unfair/reject_fair"]),
        ("entry", &["enter/accommodate", "stay_out/fight"]),
    ];
    for (call, wanted) in facts {
        let mut wanted: Vec<&str> = wanted.to_vec();
        wanted.sort_unstable();
        assert_eq!(equilibria(&game(call)), wanted, "{call}");
    }
}

#[test]
fn groups_have_as_many_equilibria_as_the_literature_counts() {
    // n choose k: exactly the threshold contributes, or nobody; the bar is exactly full; minorities are full too.
    assert_eq!(equilibria(&game("threshold_public_goods(players=5, threshold=3)")).len(), 10 + 1);
    let bar = game("el_farol");
    assert_eq!(equilibria(&bar).len(), 10);
    assert!(equilibria(&bar).iter().all(|profile| profile.matches("go").count() == 3));
    let minority = equilibria(&game("minority(players=5)"));
    assert_eq!(minority.len(), 2 * 10);
    assert!(minority.iter().all(|profile| [2, 3].contains(&profile.matches("buy").count())));
    // Loads differ by at most one: 6!/(2! 2! 2!) ways to spread six over three roads.
    assert_eq!(equilibria(&game("congestion(players=6, roads=3)")).len(), 90);
    // With refunds nobody loses by contributing in vain: contributing is then never worse unless it is not needed.
    assert!(equilibria(&game("threshold_public_goods(players=3, threshold=2, refund=true)")).len() > 3);
}

#[test]
fn dominant_actions_are_those_of_the_literature() {
    for (call, row, column) in [
        ("prisoners_dilemma", "defect!", "defect!"),
        ("weak_dilemma", "defect", "defect"),
        ("deadlock", "defect!", "defect!"),
        ("harmony", "cooperate!", "cooperate!"),
        ("commons", "overuse!", "overuse!"),
        ("commons(damage=3)", "quota!", "quota!"),
        ("public_goods", "free_ride!", "free_ride!"),
        ("public_goods(multiplier=5)", "contribute!", "contribute!"),
        ("stag_hunt", "-", "-"),
        ("chicken", "-", "-"),
        ("samaritans_dilemma", "help!", "-"),
        ("trust", "-", "betray"),
        ("ultimatum", "-", "accept_both"),
        ("entry", "-", "accommodate"),
        ("braess", "link", "link"),
        ("beauty_contest(players=2)", "0", "0"),
        ("matching_pennies", "-", "-"),
    ] {
        let game = game(call);
        assert_eq!((dominant(&game, 0).as_str(), dominant(&game, 1).as_str()), (row, column), "{call}");
    }
}

#[test]
fn two_by_two_games_are_of_their_kinds() {
    use TwoByTwoKind::*;
    for (call, kinds) in [
        ("prisoners_dilemma", vec![Dilemma]),
        ("axelrod", vec![Dilemma]),
        ("donation", vec![Dilemma]),
        ("evolution_of_trust", vec![Dilemma]),
        ("dal_bo_frechette(R=48)", vec![Dilemma]),
        ("commons", vec![Dilemma]),
        ("public_goods(players=2)", vec![Dilemma]),
        ("stag_hunt", vec![StagHunt, Coordination]),
        ("book_stag_hunt", vec![StagHunt, Coordination]),
        ("aumann_stag_hunt", vec![StagHunt, Coordination]),
        ("battle_of_the_sexes", vec![Coordination, BattleOfTheSexes]),
        ("pure_coordination", vec![Coordination]),
        ("chicken", vec![Chicken, AntiCoordination]),
        ("hawk_dove", vec![Chicken, AntiCoordination]),
        ("hawk_dove(v=5,c=4)", vec![Dilemma]),
        ("snowdrift", vec![Chicken, AntiCoordination]),
        ("volunteers_dilemma(players=2)", vec![AntiCoordination]),
        ("deadlock", vec![Deadlock]),
        ("harmony", vec![Harmony]),
        ("matching_pennies", vec![Cyclic]),
        ("inspection", vec![Cyclic]),
        ("welfare", vec![Cyclic]),
        ("penalty_kick", vec![Cyclic]),
    ] {
        assert_eq!(game(call).two_by_two_kinds(), kinds, "{call}");
    }
}

#[test]
fn potentials_are_where_the_literature_has_them() {
    // Monderer & Shapley 1996: congestion, team games, Cournot with linear demand, every symmetric two-by-two game.
    for call in [
        "congestion",
        "braess",
        "braess(link=false)",
        "cournot",
        "prisoners_dilemma",
        "chicken",
        "stag_hunt",
        "climbing",
        "qtran",
        "public_goods",
        "pure_coordination(5)",
        "battle_of_the_sexes",
    ] {
        assert!(Analysis::of(&game(call)).exact_potential().is_ok(), "{call}");
    }
    for call in ["matching_pennies", "rock_paper_scissors", "shapley", "jordan", "inspection", "oneill"] {
        assert!(Analysis::of(&game(call)).exact_potential().is_err(), "{call}: best replies run in circles");
    }
}

#[test]
fn single_facts_of_single_games() {
    let both = |call: &str, profile: &[usize]| -> Vec<Rational> {
        let game = game(call);
        game.player_ids().map(|player| game.payoff(profile, player).clone()).collect()
    };
    // The stages of the four-move centipede (McKelvey & Palfrey 1992, fig. 1), from taking at once to always passing.
    let centipede = game("centipede");
    assert_eq!(centipede.players()[0].actions, ["pass", "take 3", "take 1"]);
    assert_eq!(centipede.players()[1].actions, ["pass", "take 4", "take 2"]);
    for (profile, payoffs) in [
        ([2, 0], ["0.4", "0.1"]),
        ([1, 2], ["0.2", "0.8"]),
        ([1, 1], ["1.6", "0.4"]),
        ([0, 1], ["0.8", "3.2"]),
        ([0, 0], ["6.4", "1.6"]),
    ] {
        assert_eq!(both("centipede", &profile), payoffs.map(q), "{profile:?}");
    }
    for moves in [2, 3, 4, 7] {
        let first_takes = equilibria(&game(&format!("centipede(moves={moves})")));
        assert!(!first_takes.is_empty() && first_takes.iter().all(|profile| profile.starts_with("take 1/")), "{moves}");
    }
    // The weakest link's corners (Van Huyck, Battalio & Beil 1990, table 1): 0.70 at the lowest, 1.30 at the highest.
    assert_eq!(both("weakest_link", &[0, 0]), [q("0.7"), q("0.7")]);
    assert_eq!(both("weakest_link", &[6, 6]), [q("1.3"), q("1.3")]);
    assert_eq!(both("weakest_link", &[6, 0])[0], q("0.1"));
    // Free-riding on three contributors of Fehr & Gächter 2000: 20 + 0.4 * 60; all contribute: 0.4 * 80.
    assert_eq!(both("public_goods", &[1, 0, 0, 0]), [q("44"), q("24"), q("24"), q("24")]);
    assert_eq!(both("public_goods", &[0, 0, 0, 0]), vec![q("32"); 4]);
    // Braess: 3/2 each without the link, 2 each with it.
    assert_eq!(both("braess(link=false)", &[0, 0, 1, 1]), vec![q("-3/2"); 4]);
    assert_eq!(both("braess", &[2, 2, 2, 2]), vec![q("-2"); 4]);
    // Cournot duopoly with demand 12 - Q: a third of 12 each, profit 16; a cartel would share 36.
    let cournot = game("cournot");
    assert_eq!(both("cournot", &[4, 4]), vec![q("16"); 2]);
    let strict: Vec<String> =
        Analysis::of(&cournot).strict_equilibria().into_iter().map(|k| words(&cournot, k)).collect();
    assert_eq!(strict, ["4/4"]);
    assert_eq!(Analysis::of(&cournot).optimal_welfare().0, q("36"));
    // Chicken's best symmetric correlated payoff needs R = 6, S = 2, T = 7, P = 0 (Aumann 1987).
    assert_eq!(both("chicken", &[0, 1]), [q("2"), q("7")]);
    // The samaritan would rather that the helped one worked.
    assert_eq!(both("samaritans_dilemma", &[0, 0]), [q("4"), q("3")]);
    // A stag hunt's safe action: a hare is risk-dominant at 4/0/3/2 and at 9/0/8/7 (Harsanyi & Selten 1988).
    for call in ["stag_hunt", "aumann_stag_hunt"] {
        assert!(!game(call).two_by_two(PlayerId(0)).expect("2x2").first_is_risk_dominant(), "{call}");
    }
    // The sure hare: a tie against an even mix (4 + 0 against 2 + 2).
    let sure = game("book_stag_hunt").two_by_two(PlayerId(0)).expect("2x2");
    assert_eq!(&sure.reward + &sure.sucker, &sure.temptation + &sure.punishment);
    // Blotto with 5 troops on 3 fields has C(7,2) divisions.
    assert_eq!(game("colonel_blotto").dimensions(), [21, 21]);
    // The dominated choice in the beauty contest of two: 0 wins alone against anything else.
    assert_eq!(both("beauty_contest(players=2)", &[0, 7]), [q("1"), q("0")]);
    assert_eq!(both("travelers_dilemma", &[98, 97]), [q("97"), q("101")]);
}

/// The game's payoffs as the oracles write them, with the actions of all players in the order given.
fn payoffs(game: &NormalForm, order: &[usize]) -> Vec<Vec<i64>> {
    let at = |profile: Vec<usize>, player: PlayerId| {
        let renamed: Vec<usize> = profile.into_iter().map(|action| order[action]).collect();
        game.payoff(&renamed, player).numerator_i64().expect("a small integer")
    };
    game.player_ids().map(|player| game.profiles().map(|profile| at(profile, player)).collect()).collect()
}

#[test]
fn payoffs_are_those_of_the_tables() {
    let bimatrix = oracle_lines("equilibrium/bimatrix.jsonl.gz");
    let many = oracle_lines("equilibrium/nplayer.jsonl.gz");
    let facts: &[(&str, &str, &[usize])] = &[
        ("cls-000", "prisoners_dilemma", &[0, 1]),
        ("cls-002", "dilemma(R=4,S=0,T=5,P=2)", &[0, 1]),
        ("cls-004", "donation", &[0, 1]),
        ("cls-005", "donation(b=2,c=1)", &[0, 1]),
        ("cls-006", "optional_dilemma", &[0, 1, 2]),
        ("cls-008", "book_stag_hunt", &[0, 1]),
        ("cls-014", "aumann_stag_hunt", &[0, 1]),
        ("cls-016", "chicken", &[0, 1]),
        ("cls-017", "chicken(R=0,S=-1,T=1,P=-10)", &[0, 1]),
        ("cls-022", "hawk_dove(v=4,c=6)", &[1, 0]),
        ("cls-024", "hawk_dove_retaliator(v=4,c=8)", &[1, 0, 2]),
        ("cls-026", "battle_of_the_sexes", &[0, 1]),
        ("cls-027", "battle_of_the_sexes(preferred=3,other=2)", &[0, 1]),
        ("cls-029", "matching_pennies", &[0, 1]),
        ("cls-031", "rock_paper_scissors", &[0, 1, 2]),
        ("cls-032", "rock_paper_scissors(win=2,loss=-1)", &[0, 1, 2]),
        ("cls-038", "pure_coordination(3)", &[0, 1, 2]),
        ("cls-044", "ranked_coordination(4)", &[0, 1, 2, 3]),
        ("cls-045", "anti_coordination(3)", &[0, 1, 2]),
        ("cls-046", "weakest_link(efforts=3,benefit=2,cost=1,base=0)", &[0, 1, 2]),
        ("cls-048", "young", &[0, 1, 2]),
        ("cls-049", "travelers_dilemma(low=2,high=7)", &[0, 1, 2, 3, 4, 5]),
        ("cls-051", "inspection", &[1, 0]),
        ("cls-056", "deadlock", &[0, 1]),
        ("np-cls-01", "public_goods(players=3,multiplier=2,contribution=3,endowment=3)", &[1, 0]),
        ("np-cls-02", "public_goods(players=4,multiplier=2,contribution=4,endowment=4)", &[1, 0]),
        ("np-cls-03", "threshold_public_goods", &[1, 0]),
        ("np-cls-05", "volunteers_dilemma(players=4)", &[1, 0]),
        ("np-cls-09", "minority", &[0, 1]),
        ("np-cls-10", "el_farol(players=4,capacity=2)", &[0, 1]),
        ("np-cls-16", "cournot(players=3,intercept=6,most=2)", &[0, 1, 2]),
    ];
    for (id, call, order) in facts {
        let row = bimatrix.iter().chain(&many).find(|row| row["id"] == *id).expect("a row");
        let wanted: Vec<Vec<i64>> = if row["payoffs"].is_null() {
            let flat = |table: &Json| -> Vec<i64> {
                let rows: Vec<Vec<i64>> = serde_json::from_value(table.clone()).expect("a table");
                rows.concat()
            };
            vec![flat(&row["A"]), flat(&row["B"])]
        } else {
            serde_json::from_value(row["payoffs"].clone()).expect("payoffs")
        };
        assert_eq!(payoffs(&game(call), order), wanted, "{id} {call}");
    }
}

#[test]
fn parameters_that_make_another_game_are_refused() {
    let games = catalogue();
    for call in [
        "dilemma(T=2)",
        "dal_bo_frechette(R=60)",
        "donation(b=1, c=1)",
        "chicken(S=-1)",
        "hawk_dove(v=0)",
        "public_goods(contribution=30)",
        "threshold_public_goods(threshold=9)",
        "minority(players=4)",
        "el_farol(capacity=5)",
        "travelers_dilemma(low=5, high=5)",
        "travelers_dilemma(bonus=1)",
        "centipede(factor=4)",
        "rock_paper_scissors(win=-2)",
        "inspection(wage=30)",
    ] {
        let spec = games.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|faults| panic!("{faults}"));
        let faults = games.build(&spec, &()).expect_err(call);
        let [fault] = faults.diagnostics() else { panic!("{call}: one fault") };
        assert_eq!(fault.code, "game-parameters", "{call}");
        assert!(!fault.found.is_empty() && !fault.expected.is_empty(), "{call}: {fault}");
    }
    for call in
        ["public_goods(players=1)", "public_goods(players=15)", "lever(actions=1)", "stag_hunt(x=1)", "chicken(R=nan)"]
    {
        assert!(games.resolve(&Value::from(call), &Place::root()).is_err(), "{call}");
    }
    let fault = games.resolve(&Value::from("stag hunk"), &Place::root()).expect_err("unknown");
    assert!(fault.to_string().contains("did you mean \"stag_hunt\"? (comity list games)"), "{fault}");
}

#[test]
fn every_numeric_parameter_changes_the_game_or_its_size() {
    let games = catalogue();
    for entry in games.entries() {
        let default = game(entry.key);
        for field in (entry.params)().fields {
            let tries: Vec<String> = match field.kind {
                Kind::Bool => ["true", "false"].map(String::from).to_vec(),
                Kind::Integer { min, max } => (min..=max.min(min + 120)).map(|n| n.to_string()).collect(),
                _ => ["7/3", "3/2", "1/2", "1/7", "-1/2", "41", "4.5", "9.5", "-40"].map(String::from).to_vec(),
            };
            let built = tries.iter().filter_map(|value| {
                let text = format!("{}({}={value})", entry.key, field.key);
                let spec = games.resolve(&Value::from(text), &Place::root()).ok()?;
                games.build(&spec, &()).ok()
            });
            let mut other = built.filter(|game| **game != default);
            assert!(other.next().is_some(), "{}: {} does nothing", entry.key, field.key);
        }
    }
}

#[test]
fn a_user_registers_a_game_and_finds_it_like_the_others() {
    let mut games = catalogue();
    games
        .register(Entry {
            key: "my_game",
            title: "My Game",
            aliases: &[],
            about: "A game of the user's.",
            source: "nobody 2026",
            facets: Facets {
                mapping: MoveMapping::Plain,
                utility: Utility::Identical,
                symmetric: true,
                any_players: false,
            },
            params: || Schema::of(vec![Field::with_default("x", Kind::Rational, 1, "What all get.")]),
            build: |params, ()| {
                let x = params.rational("x");
                Ok(Box::new(NormalForm::symmetric("My Game", ["a"], &[vec![x]])?))
            },
        })
        .expect("a new name");
    let call = Call::parse("my game(x=2/3)", &Origin::Unknown).expect("a call");
    let spec = games.resolve(&Value::from("MyGame(2/3)"), &Place::root()).expect("registered");
    assert_eq!((call.name.as_str(), spec.key.as_str()), ("my game", "my_game"));
    assert_eq!(games.build(&spec, &()).expect("a game").payoffs(), [q("2/3"), q("2/3")]);
}
