//! Games of groups: the same engine as for two, strategies that keep their laws, traces that are legal A2A.

use comity::a2a::lifecycle::transition;
use comity::a2a::stream::{StreamKind, check_stream};
use comity::a2a::{StreamResponse, TaskState, validate};
use comity::catalogue::{Place, Value};
use comity::error::Diagnostic;
use comity::exchange::{Mapping, TaskMapping, TraceBlock, TraceLevel};
use comity::game::{self, GroupGame, NormalForm, Stage, StageGame};
use comity::ids::{PlayerId, RunKey, Seed};
use comity::play::{GroupRound, GroupSubject, Length, Match, Pace, Rules, Seat, group_facts, play, play_actions};
use comity::sim::{Draws, Purpose, Who, map_indexed};
use comity::strategy::{self, Action, Facets, Horizon, Memory, Record, Seen, Strategy, Told, View};
use std::collections::BTreeMap;
use std::sync::Arc;

fn group_game(call: &str, players: usize) -> Arc<GroupGame> {
    let games = game::group_games();
    let spec = games.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|f| panic!("{call}: {f}"));
    Arc::new(*games.build(&spec, &players).unwrap_or_else(|f| panic!("{call}: {f}")))
}

fn built(call: &str) -> Box<dyn Strategy> {
    let catalogue = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|f| panic!("{call}: {f}"));
    catalogue.build(&spec, &catalogue).unwrap_or_else(|f| panic!("{call}: {f}"))
}

/// The strategies for groups, with their defaults, by key.
fn for_groups() -> Vec<(String, Box<dyn Strategy>)> {
    let catalogue = strategy::catalogue();
    let keys = catalogue.entries().filter(|entry| entry.facets.group).map(|entry| entry.key.to_string());
    let call = |key: String| if key == "group_as_one" { format!("{key}(body=gtft)") } else { key };
    keys.map(call).map(|key| (key.clone(), built(&key))).collect()
}

/// Plays a match of any stage game: the actions of every player, round by round.
fn course<G: StageGame>(rules: &Rules<G>, strategies: &[Box<dyn Strategy>], names: &[&str]) -> Vec<Vec<Action>> {
    let key = RunKey::derive(Seed(17), 0, "");
    let spec = Match { rules, key: &key, place: "group", repetition: 0 };
    let mut strategies = strategies.to_vec();
    let mut seats: Vec<Seat<'_>> =
        strategies.iter_mut().zip(names).map(|(s, name)| Seat { name, strategy: &mut **s }).collect();
    let mut rounds = Vec::new();
    play_actions(&spec, &mut seats, &mut (), |actions| rounds.push(actions.to_vec())).expect("a match");
    rounds
}

const NAMES: [&str; 7] = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"];

/// Rules of several kinds: quiet, noisy, misread, drawn, unknown.
fn kinds_of_rules<G: StageGame>(game: &Arc<G>) -> Vec<Rules<G>> {
    let mut rules = Vec::new();
    for length in [Length::Known(30), Length::Unknown(30), Length::Drawn { continuation: 0.95, told: true }] {
        for (noise, misperception) in [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1), (0.05, 0.05)] {
            let mut these = Rules::new(Arc::clone(game), length);
            (these.noise, these.misperception) = (noise, misperception);
            rules.push(these);
        }
    }
    rules
}

/// A formula for two is its table: every strategy that does not count payoffs plays the same, move for move and draw for
/// draw, and `play` of the table agrees with both.
#[test]
fn a_group_of_two_is_a_two_player_match() {
    let formula = group_game("commons", 2);
    let table: Arc<NormalForm> = Arc::new(formula.normal_form().expect("a small game"));
    let catalogue = strategy::catalogue();
    let rules = kinds_of_rules(&formula).into_iter().zip(kinds_of_rules(&table)).collect::<Vec<_>>();
    let opponents = ["tit_for_tat", "random", "group_tit_for_tat"].map(built);
    let mut checked = 0;
    for entry in catalogue.entries() {
        let required =
            (entry.params)().fields.iter().any(|f| matches!(f.presence, comity::catalogue::Presence::Required));
        if required || entry.facets.slow || entry.facets.reads_minds || (entry.facets.uses_game && !entry.facets.group)
        {
            continue;
        }
        checked += 1;
        let one = built(entry.key);
        for ((formula, table), other) in rules.iter().flat_map(|pair| opponents.iter().map(move |other| (pair, other)))
        {
            let pair = [one.clone(), other.clone()];
            let by_formula = course(formula, &pair, &NAMES[..2]);
            assert_eq!(by_formula, course(table, &pair, &NAMES[..2]), "{}", entry.key);
            let key = RunKey::derive(Seed(17), 0, "");
            let spec = Match { rules: table, key: &key, place: "group", repetition: 0 };
            let [mut a, mut b] = pair;
            let mut seats = [Seat { name: "ann", strategy: &mut *a }, Seat { name: "bob", strategy: &mut *b }];
            let mut profiles = Vec::new();
            play(&spec, &mut seats, &mut (), |profile| profiles.push(profile)).expect("a match");
            let numbers = by_formula.iter().map(|actions| u16::from(2 * actions[0].0 + actions[1].0));
            assert!(numbers.eq(profiles), "{}", entry.key);
        }
    }
    assert!(checked > 150, "{checked}");
}

/// With one other player a rule for groups is its two-player ancestor, with the same draws.
#[test]
fn with_one_other_a_rule_is_its_ancestor() {
    let game = {
        let q = |n: i64| comity::exact::Rational::from(n);
        let table = [vec![q(3), q(0)], vec![q(5), q(1)]];
        Arc::new(NormalForm::symmetric("dilemma", ["C", "D"], &table).expect("a game"))
    };
    let pairs = [
        ("group_tit_for_tat", "tit_for_tat"),
        ("group_grim", "grudger"),
        ("group_pavlov", "win_stay_lose_shift"),
        ("group_end_game(k=3)", "end_game(k=3)"),
        ("conditional_cooperator", "tit_for_tat"),
        ("conditional_cooperator(slope=0, intercept=1)", "cooperator"),
        ("hump_contributor(peak=1, opening=1)", "tit_for_tat"),
        ("fixed_action(action=1)", "defector"),
        ("undercutter(step=0)", "suspicious_tit_for_tat"),
        ("group_as_one(body=gtft)", "gtft"),
        ("group_as_one(body=random)", "random"),
        ("group_as_one(body=omega_tft)", "omega_tft"),
        ("group_as_one(body=end_game)", "end_game"),
    ];
    for (of_group, ancestor) in pairs {
        for rules in kinds_of_rules(&game) {
            for other in ["random", "cycler_ccd", "gtft"].map(built) {
                let [one, two] =
                    [of_group, ancestor].map(|call| course(&rules, &[built(call), other.clone()], &NAMES[..2]));
                assert_eq!(one, two, "{of_group} is {ancestor}");
            }
        }
    }
}

/// Plays a fixed word, and checks what it is shown against a plain count.
#[derive(Clone)]
struct Witness {
    word: &'static str,
}

impl Strategy for Witness {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        for action in (0..4).map(Action) {
            for back in 1..=6 {
                let counted = view.seen.iter().filter(|history| history.back(back) == Some(action)).count();
                assert_eq!(view.seen.took(action, back) as usize, counted, "round {}", view.round);
            }
        }
        let letters = self.word.as_bytes();
        Action(letters[(view.round as usize - 1) % letters.len()] - b'0')
    }

    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

fn scripted(word: &'static str) -> Box<dyn Strategy> {
    Box::new(Witness { word })
}

#[test]
fn counts_are_what_is_seen() {
    let game = group_game("public_goods(steps=3)", 5);
    let players: Vec<Box<dyn Strategy>> = ["0123", "33", "0012", "1", "20"].map(scripted).to_vec();
    for rules in kinds_of_rules(&game) {
        course(&rules, &players, &NAMES[..5]);
    }
}

/// What a strategy plays in a group of scripted others: its own actions as a word.
fn own_play(call: &str, game: &str, others: &[&'static str], rounds: u32) -> String {
    let game = group_game(game, others.len() + 1);
    let mut players = vec![built(call)];
    players.extend(others.iter().map(|word| scripted(word)));
    let rounds = course(&Rules::new(game, Length::Known(rounds)), &players, &NAMES[..=others.len()]);
    rounds.iter().map(|actions| char::from(b'0' + actions[0].0)).collect()
}

#[test]
fn behaviours_are_as_described() {
    // Of four others, round by round, so many cooperate: 4, 3, 2, 1, 0, 4, 4, 4.
    let others = ["00001000", "00011000", "00111000", "01111000"];
    let cases = [
        ("group_tit_for_tat(share=1)", "00111100"),
        ("group_tit_for_tat(share=0.75)", "00011100"),
        ("group_tit_for_tat(share=0.5)", "00001100"),
        ("group_tit_for_tat(share=0)", "00000000"),
        ("group_grim(share=0.75)", "00011111"),
        ("group_punisher(rounds=2, share=1)", "00110110"),
        ("group_end_game(k=2, share=0.25)", "00000111"),
        ("conditional_cooperator", "00001100"),
        ("conditional_cooperator(slope=0.5)", "00111100"),
        ("hump_contributor(peak=0.5, opening=1)", "01101111"),
        ("fixed_action(action=1)", "11111111"),
        ("turn_taker(width=1)", "01111011"),
        ("turn_taker(width=2)", "01011010"),
        ("group_as_one(body=tit_for_tat, share=0.75)", "00011100"),
        // Over-use is dominant, and the pool does best without it.
        ("group_best_reply", "01111111"),
        ("group_welfare_reply(opening=1)", "10000000"),
    ];
    for (call, expected) in cases {
        assert_eq!(own_play(call, "commons", &others, 8), expected, "{call}");
    }
    // Keeps while it is paid 1.5, half-way between 2 (all keep) and 1 (all over-use). A neighbour's over-use costs 0.6: 2,
    // 1.4 (changes), then 4 - 3 * 0.6 = 2.2 (keeps), 4 - 4 * 0.6 = 1.6 (keeps), 1 (changes), 2, 2, ..
    assert_eq!(own_play("group_pavlov", "commons", &others, 8), "00111000");
}

#[test]
fn behaviours_by_degrees_and_claims_are_as_described() {
    // Contributions in steps of a tenth; the others give 10, 5, 10/3, 8/3 and 2/3 of 10 on average.
    let others = ["05578", "0557:", "05:8:"];
    let cases = [
        ("conditional_cooperator", "005779"),
        ("conditional_cooperator(slope=0.5)", "05789:"),
        ("hump_contributor", "5:5779"),
        ("fixed_action(action=3)", "333333"),
        // A total use of 20 is wanted, and it is 5, 24, 28, 28 and 32: a quarter of the gap each.
        ("proportional_keeper(quota=5)", "598641"),
    ];
    for (call, expected) in cases {
        assert_eq!(own_play(call, "public_goods(steps=10)", &others, 6), expected, "{call}");
    }
    let others = ["99", "98"];
    // Where one of the others is at 8, claiming 8 too shares the bonus: 7 would gain no more.
    let cases =
        [("undercutter", "98787"), ("level_k_claim(depth=3)", "66666"), ("group_best_reply(opening=9)", "98888")];
    for (call, expected) in cases {
        assert_eq!(own_play(call, "travelers_dilemma(low=0, high=9)", &others, 5), expected, "{call}");
    }
}

/// The same seed plays the same, a match leaves no trace, and who sits where does not matter in an anonymous game.
#[test]
fn strategies_for_groups_keep_the_laws() {
    let games = [
        ("commons", 5),
        ("public_goods(steps=4)", 4),
        ("el_farol", 7),
        ("minority", 7),
        ("travelers_dilemma(high=12)", 3),
    ];
    for (game, players) in games {
        let game = group_game(game, players);
        for (name, strategy) in for_groups() {
            if strategy.fits(&Told::new(Arc::clone(&game), PlayerId(0), strategy::Horizon::Unknown)).is_err() {
                continue;
            }
            let mut rules = Rules::new(Arc::clone(&game), Length::Known(25));
            (rules.noise, rules.misperception) = (0.1, 0.05);
            let mut group: Vec<Box<dyn Strategy>> = vec![strategy.clone(); players - 1];
            group.push(built("random"));
            let first = course(&rules, &group, &NAMES[..players]);
            assert_eq!(first, course(&rules, &group, &NAMES[..players]), "{name}");
            // Misreadings are drawn for the others in order, so that only a quiet match is the same in other seats.
            if name == "turn_taker" {
                continue;
            }
            rules.misperception = 0.0;
            let straight = course(&rules, &group, &NAMES[..players]);
            group.reverse();
            let names: Vec<&str> = NAMES[..players].iter().rev().copied().collect();
            let mut turned = course(&rules, &group, &names);
            turned.iter_mut().for_each(|actions| actions.reverse());
            assert_eq!(straight, turned, "{name} in {}", game.title);
        }
    }
}

#[test]
fn a_used_strategy_begins_afresh() {
    let game = group_game("minority", 5);
    for (name, strategy) in for_groups() {
        let told = Told::new(Arc::clone(&game), PlayerId(0), strategy::Horizon::Rounds(20));
        if strategy.fits(&told).is_err() {
            continue;
        }
        let rules = Rules::new(Arc::clone(&game), Length::Known(20));
        let key = RunKey::derive(Seed(3), 0, "");
        let spec = Match { rules: &rules, key: &key, place: "group", repetition: 0 };
        let mut players: Vec<Box<dyn Strategy>> = vec![strategy.clone(); 5];
        let play_once = |players: &mut Vec<Box<dyn Strategy>>| {
            let mut seats: Vec<Seat<'_>> =
                players.iter_mut().zip(NAMES).map(|(s, name)| Seat { name, strategy: &mut **s }).collect();
            let mut rounds = Vec::new();
            play_actions(&spec, &mut seats, &mut (), |actions| rounds.push(actions.to_vec())).expect("a match");
            rounds
        };
        let first = play_once(&mut players);
        assert_eq!(play_once(&mut players), first, "{name} remembers an earlier match");
    }
}

/// Games of groups of several sizes and numbers of actions, by formula and by table, with another of the same shape beside each.
fn stages() -> Vec<[Stage; 2]> {
    let formula = |call: &str, players: usize| Stage::Group(group_game(call, players));
    let table = |call: &str| {
        let games = game::catalogue();
        let spec = games.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|f| panic!("{call}: {f}"));
        Stage::Table(Arc::new(*games.build(&spec, &()).unwrap_or_else(|f| panic!("{call}: {f}"))))
    };
    vec![
        [formula("commons", 2), formula("commons(damage=1.9, overuse=7)", 2)],
        [formula("commons", 5), formula("commons(damage=4, overuse=7)", 5)],
        [formula("public_goods", 4), formula("public_goods(multiplier=3)", 4)],
        [formula("public_goods(steps=4)", 3), formula("public_goods(steps=4, multiplier=2.5)", 3)],
        [formula("el_farol", 7), formula("el_farol(capacity=2)", 7)],
        [formula("minority", 7), formula("commons", 7)],
        [formula("travelers_dilemma(low=0, high=9)", 3), formula("travelers_dilemma(low=0, high=9, bonus=4)", 3)],
        [table("cournot(players=3, most=3)"), table("cournot(players=3, most=3, intercept=30)")],
    ]
}

/// A strategy in a group whose other members do as `others` says: what it chose, and whether it drew. Its own hand slips as
/// `slips` says, so that its past need not be of its own choice.
fn alone(
    strategy: &dyn Strategy,
    told: &Told,
    rounds: u32,
    mut others: impl FnMut(u32, usize) -> Action,
    mut slips: impl FnMut(Action) -> Action,
) -> (Vec<Action>, bool) {
    let mut strategy = strategy.boxed_clone();
    let mut draws = RunKey::derive(Seed(5), 0, "").draws(Who::agent("ann"), Purpose::Choice);
    strategy.begin(told);
    let mut records: Vec<Record> = told.game.dimensions().into_iter().map(Record::new).collect();
    let me = told.player.index();
    let mut chosen = Vec::new();
    for round in 1..=rounds {
        let view = View { round, own: records[me].history(), seen: Seen::new(&records, me) };
        let action = strategy.act(&view, &mut draws);
        chosen.push(action);
        for (player, record) in records.iter_mut().enumerate() {
            record.push(if player == me { slips(action) } else { others(round, player) });
        }
    }
    (chosen, draws.used())
}

/// Whatever came before, whatever game, seat and horizon, the empty one and one that is over long ago.
#[test]
fn nothing_panics_in_groups_for_any_history_game_or_horizon() {
    let strategies = for_groups();
    map_indexed(strategies.len(), |k| {
        let (name, strategy) = &strategies[k];
        for (case, stage) in stages().into_iter().flatten().enumerate() {
            for horizon in [Horizon::Unknown, Horizon::Rounds(0), Horizon::Rounds(1), Horizon::Rounds(12)] {
                let mut told = Told::new(stage.clone(), PlayerId((case % 2) as u32), horizon);
                told.noise = 0.1;
                if strategy.fits(&told).is_err() {
                    continue;
                }
                let actions = told.actions();
                let stream = |why| RunKey::derive(Seed(6), 0, "").draws(Who::place(name, case as u64), why);
                let (mut source, mut hand) = (stream(Purpose::Pairing), stream(Purpose::Execution));
                let any = |draws: &mut Draws| Action(u8::try_from(draws.index(actions)).expect("few"));
                let (chosen, _) = alone(&**strategy, &told, 60, |_, _| any(&mut source), |_| any(&mut hand));
                assert!(chosen.iter().all(|action| action.index() < actions), "{name} in {}", stage.title());
            }
        }
    });
}

#[test]
fn nothing_panics_in_groups_on_empty_and_long_matches() {
    let strategies = for_groups();
    map_indexed(strategies.len(), |k| {
        let (name, strategy) = &strategies[k];
        let mut long = [false; 2];
        for [stage, _] in stages() {
            if strategy.fits(&Told::new(stage.clone(), PlayerId(0), Horizon::Unknown)).is_err() {
                continue;
            }
            let players = stage.player_count();
            for rounds in [0, 1, 100_000] {
                // So long a match once for games of two, and once for those of more.
                if rounds > 1 && std::mem::replace(&mut long[usize::from(players > 2)], true) {
                    continue;
                }
                let mut rules = Rules::new(Arc::new(stage.clone()), Length::Known(rounds));
                rules.noise = 0.01;
                let key = RunKey::derive(Seed(17), 0, "");
                let spec = Match { rules: &rules, key: &key, place: "group", repetition: 0 };
                let mut members: Vec<Box<dyn Strategy>> = vec![strategy.clone(); players];
                let mut seats: Vec<Seat<'_>> =
                    members.iter_mut().zip(NAMES).map(|(s, name)| Seat { name, strategy: &mut **s }).collect();
                let mut count = 0;
                play_actions(&spec, &mut seats, &mut (), |_| count += 1).unwrap_or_else(|e| panic!("{name}: {e}"));
                assert_eq!(count, rounds, "{name} in {}", stage.title());
            }
        }
    });
}

/// Whenever the last so many rounds come again, slips of the own hand among them, so does the action. Where it draws, each act
/// gets the same draws.
#[test]
fn the_declared_memory_of_groups_is_a_true_bound() {
    let catalogue = strategy::catalogue();
    let mut checked = 0;
    for (name, strategy) in for_groups() {
        let key = name.split('(').next().expect("a key");
        let Memory::Rounds(memory) = catalogue.find(key).expect("it exists").facets.memory else { continue };
        for [stage, _] in stages() {
            let told = Told::new(stage.clone(), PlayerId(0), Horizon::Rounds(3_000));
            if strategy.fits(&told).is_err() {
                continue;
            }
            checked += 1;
            let mut known = BTreeMap::new();
            let mut strategy = strategy.clone();
            strategy.begin(&told);
            let stream = |why| RunKey::derive(Seed(7), 0, "").draws(Who::agent(&name), why);
            let (mut source, mut hand) = (stream(Purpose::Pairing), stream(Purpose::Execution));
            let mut records: Vec<Record> = stage.dimensions().into_iter().map(Record::new).collect();
            // Others who change seldom, so that windows come again.
            let mut others = vec![Action(0); records.len()];
            for round in 1..=3_000 {
                let view = View { round, own: records[0].history(), seen: Seen::new(&records, 0) };
                let recent: Vec<Vec<Action>> =
                    records.iter().map(|record| record.history().tail(memory as usize).to_vec()).collect();
                for fixed in ["a", "b", "c"] {
                    let mut draws = RunKey::derive(Seed(8), 0, "").draws(Who::agent(fixed), Purpose::Choice);
                    let action = strategy.boxed_clone().act(&view, &mut draws);
                    let before = *known.entry((recent.clone(), fixed)).or_insert(action);
                    assert_eq!(before, action, "{name} in {}, round {round}", stage.title());
                }
                let mut own = strategy.act(&view, &mut stream(Purpose::Choice));
                if hand.chance(0.2) {
                    own = Action(u8::try_from(hand.index(told.actions())).expect("few"));
                }
                records[0].push(own);
                for (player, record) in records.iter_mut().enumerate().skip(1) {
                    if source.chance(0.3) {
                        let actions = stage.dimensions()[player];
                        others[player] = Action(u8::try_from(source.index(actions)).expect("few"));
                    }
                    record.push(others[player]);
                }
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

/// A thousand players: nothing panics, and the counts add up.
#[test]
fn a_thousand_players_play() {
    for (game, players) in [("commons", 1000), ("public_goods(steps=10)", 1000), ("el_farol", 1000), ("minority", 1001)]
    {
        let game = group_game(game, players);
        let names: Vec<String> = (0..players).map(|k| format!("p{k}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for (name, strategy) in for_groups() {
            let told = Told::new(Arc::clone(&game), PlayerId(0), strategy::Horizon::Unknown);
            if strategy.fits(&told).is_err() {
                continue;
            }
            let mut rules = Rules::new(Arc::clone(&game), Length::Unknown(5));
            rules.noise = 0.01;
            let rounds = course(&rules, &vec![strategy; players], &names);
            assert!(rounds.len() == 5 && rounds.iter().all(|actions| actions.len() == players), "{name}");
        }
    }
}

#[test]
fn facets_of_groups_are_true() {
    let catalogue = strategy::catalogue();
    for entry in catalogue.entries() {
        let Facets { group, .. } = entry.facets;
        if group {
            let call = if entry.key == "group_as_one" { "group_as_one(body=gtft)" } else { entry.key };
            let game = group_game("commons", 9);
            let told = Told::new(game, PlayerId(4), strategy::Horizon::Unknown);
            assert!(built(call).fits(&told).is_ok(), "{}", entry.key);
        }
    }
    // Draws, the length and the payoffs are used by those who say so; and by each of them in some game and history.
    const ROUNDS: u32 = 40;
    for (name, strategy) in for_groups() {
        let facets = catalogue.find(name.split('(').next().expect("a key")).expect("it exists").facets;
        let (mut drew, mut by_length, mut by_game) = (false, false, false);
        for [stage, other] in stages() {
            let told = |game: &Stage, horizon| Told::new(game.clone(), PlayerId(0), horizon);
            let actions = stage.dimensions();
            for pattern in 0..4u32 {
                let others = |round: u32, player: usize| {
                    let mixed = (round * (pattern + 1) + u32::try_from(player).expect("few")) / (pattern + 1);
                    let place = if pattern == 0 { 0 } else { mixed as usize % actions[player] };
                    Action(u8::try_from(place).expect("few"))
                };
                let play = |game: &Stage, horizon| {
                    let told = told(game, horizon);
                    strategy.fits(&told).is_ok().then(|| alone(&*strategy, &told, ROUNDS, others, |action| action))
                };
                let Some((base, draws)) = play(&stage, Horizon::Rounds(ROUNDS)) else { continue };
                drew |= draws;
                by_length |= play(&stage, Horizon::Unknown).is_some_and(|(found, _)| found != base);
                by_game |= play(&other, Horizon::Rounds(ROUNDS)).is_some_and(|(found, _)| found != base);
            }
        }
        // The body of this one draws.
        let body = name == "group_as_one(body=gtft)";
        assert_eq!(drew, facets.stochastic || body, "{name}: draws");
        assert_eq!(by_length, facets.uses_length, "{name}: uses the length");
        assert_eq!(by_game, facets.uses_game || body && by_game, "{name}: uses the game");
    }
    // A strategy for two says that it cannot, and what could.
    let told = Told::new(group_game("commons", 9), PlayerId(0), strategy::Horizon::Unknown);
    let fault = built("tit_for_tat").fits(&told).expect_err("nine players");
    assert!(fault.found.contains("9 players with 2 actions each"), "{}", fault.found);
}

/// A round of n players is n tasks at the host, each a legal stream that ends completed.
#[test]
fn what_a_group_does_is_legal_a2a() {
    let game = group_game("public_goods(steps=3)", 4);
    let stage = <GroupGame as StageGame>::stage(&game);
    let players: Vec<Box<dyn Strategy>> = vec![built("random"); 4];
    let rounds = course(&Rules::new(Arc::clone(&game), Length::Known(6)), &players, &NAMES[..4]);
    for level in [TraceLevel::Tasks, TraceLevel::Wire] {
        let key = RunKey::derive(Seed(1), 0, "");
        let names = ["ann", "bob", "cat", "dan", "host"].map(str::to_string).to_vec();
        let mut mapping = TaskMapping::new(names, level, &key, "group", 0);
        let mut block = TraceBlock::default();
        let rounds = (1u32..).zip(&rounds).map(|(round, actions)| {
            let mut counts = vec![0; 4];
            actions.iter().for_each(|action| counts[action.index()] += 1);
            let payoffs = actions.iter().map(|action| game.payoff(action.index(), &counts).to_f64()).collect();
            GroupRound { round, actions: actions.clone(), payoffs }
        });
        group_facts(&GroupSubject::of(&stage), Pace::default(), rounds, |at, fact| mapping.emit(at, &fact, &mut block));
        let mut streams: BTreeMap<String, Vec<StreamResponse>> = BTreeMap::new();
        let mut tasks = 0;
        for line in block.lines() {
            let line: serde_json::Value = serde_json::from_slice(&[b"{", line].concat()).expect("a JSON line");
            let (ty, object) = (line["type"].as_str().expect("a type"), line["object"].to_string());
            assert_eq!(validate(ty, &object).expect("a known type"), [], "{object}");
            tasks += usize::from(ty == "Task");
            if ty == "StreamResponse" {
                let event: StreamResponse = serde_json::from_str(&object).expect("it is valid");
                let task = match &event {
                    StreamResponse::Task(task) => task.id.to_string(),
                    StreamResponse::StatusUpdate(update) => update.task_id.to_string(),
                    StreamResponse::ArtifactUpdate(update) => update.task_id.to_string(),
                    StreamResponse::Message(_) => panic!("no messages here"),
                };
                streams.entry(task).or_default().push(event);
            }
        }
        if level == TraceLevel::Tasks {
            assert_eq!(tasks, 24, "a final task for each player and round");
            continue;
        }
        assert_eq!(streams.len(), 24);
        for events in streams.values() {
            check_stream(StreamKind::Send, events).expect("a legal stream");
            let states = events.iter().filter_map(|event| match event {
                StreamResponse::Task(task) => Some(task.status.state),
                StreamResponse::StatusUpdate(update) => Some(update.status.state),
                _ => None,
            });
            let mut before = None;
            for state in states {
                transition(before, state).expect("a legal transition");
                before = Some(state);
            }
            assert_eq!(before, Some(TaskState::Completed));
        }
    }
}
