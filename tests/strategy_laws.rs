//! The laws that every strategy of the catalogue keeps.

use comity::catalogue::{Field, Presence};
use comity::exact::Rational;
use comity::game::NormalForm;
use comity::ids::{PlayerId, RunKey, Seed};
use comity::play::{Contest, Course, Entrant, Length, Match, Rules, Seat, ShortCuts, expect, play, play_field};
use comity::sim::{Draws, Purpose, Who, map_indexed};
use comity::strategy::{self, Action, Horizon, Memory, Record, Seen, Strategy, Told, View, parse_actions};
use std::sync::Arc;

fn dilemma() -> Arc<NormalForm> {
    let q = |n: i64| Rational::from(n);
    let table = [vec![q(3), q(0)], vec![q(5), q(1)]];
    Arc::new(NormalForm::symmetric("dilemma", ["C", "D"], &table).expect("a game"))
}

/// Every entry by its key, built with its defaults; transformers with a body, and the two others that have none, with some.
fn all() -> Vec<(String, Box<dyn Strategy>)> {
    let catalogue = strategy::catalogue();
    let entries: Vec<String> = catalogue.entries().map(|entry| entry.key.to_string()).collect();
    entries
        .into_iter()
        .map(|key| {
            let call = match key.as_str() {
                "zero_determinant" => "zero_determinant(1/10, 1/2)".to_string(),
                // One hidden unit that weighs the other's last action, on top of a bias.
                "ann" => format!("ann(num_hidden=1, weights=[{}1,-1,{}1,0.5])", "0,".repeat(8), "0,".repeat(7)),
                _ => {
                    let entry = catalogue.find(&key).expect("it exists");
                    let required = |field: &Field| matches!(field.presence, Presence::Required);
                    let bare = !(entry.params)().fields.iter().any(required);
                    if bare { key.clone() } else { format!("{key}(body=tit_for_tat)") }
                }
            };
            let value = comity::catalogue::Value::from(call);
            let spec = catalogue.resolve(&value, &comity::catalogue::Place::root()).expect("defaults are right");
            (key, catalogue.build(&spec, &catalogue).expect("defaults build"))
        })
        .collect()
}

fn key() -> RunKey {
    RunKey::derive(Seed(4), 0, "")
}

fn course(rules: &Rules, a: &dyn Strategy, b: &dyn Strategy, repetition: u64, short_cuts: ShortCuts) -> Course {
    let key = key();
    let spec = Match { rules, key: &key, place: "a|b", repetition };
    Contest::new(rules, [a.boxed_clone(), b.boxed_clone()], short_cuts).course(&spec, ["a", "b"]).expect("a match")
}

/// Rules of several kinds: quiet, noisy, misread, drawn, unknown.
fn kinds_of_rules() -> Vec<Rules> {
    let mut rules = Vec::new();
    for length in [Length::Known(60), Length::Unknown(60), Length::Drawn { continuation: 0.97, told: true }] {
        for (noise, misperception) in [(0.0, 0.0), (0.1, 0.0), (0.0, 0.1), (0.05, 0.05)] {
            let mut these = Rules::new(dilemma(), length);
            these.noise = noise;
            these.misperception = misperception;
            rules.push(these);
        }
    }
    rules
}

#[test]
fn short_cuts_equal_the_engine_for_every_pair() {
    let strategies = all();
    let opponents = ["tit_for_tat", "random", "gtft", "grudger", "end_game", "cycler_ccd", "omega_tft"];
    let opponents: Vec<_> = strategies.iter().filter(|(name, _)| opponents.contains(&name.as_str())).collect();
    assert_eq!(opponents.len(), 7);
    let key = key();
    map_indexed(strategies.len(), |k| {
        let (name, a) = &strategies[k];
        for (rules, (other, b)) in kinds_of_rules().iter().flat_map(|r| opponents.iter().map(move |other| (r, other))) {
            let contest = |short_cuts| Contest::new(rules, [a.clone(), b.clone()], short_cuts);
            let mut contests = [ShortCuts::None, ShortCuts::All, ShortCuts::NoCycles].map(contest);
            for repetition in 0..2 {
                let spec = Match { rules, key: &key, place: "a|b", repetition };
                let [reference, rest @ ..] = &mut contests;
                let reference = reference.course(&spec, ["a", "b"]).expect("a match");
                for contest in rest {
                    let quick = contest.course(&spec, ["a", "b"]).expect("a match");
                    assert!(
                        reference.iter().eq(quick.iter()),
                        "{name} v {other} under {:?}, noise {}, misperception {}",
                        rules.length,
                        rules.noise,
                        rules.misperception
                    );
                }
            }
        }
    });
}

/// Players of a field who are asked once for all matches that have gone alike play each of them as the engine has it. A match in
/// which nothing is drawn is answered for, once, unless both are automata or one sees into the other; and no other match is.
#[test]
fn a_field_is_played_as_the_engine_plays_each_of_its_matches() {
    let strategies = all();
    let key = key();
    let some: Vec<usize> = [
        "cooperator",
        "tit_for_tat",
        "alternator",
        "cycler_ccd",
        "grudger",
        "prober",
        "end_game",
        "gtft",
        "fortress_3",
        "omega_tft",
        "adaptive",
        "go_by_majority_40",
        "thue_morse",
        "mind_reader",
    ]
    .iter()
    .map(|wanted| strategies.iter().position(|(name, _)| name == wanted).expect("it exists"))
    .collect();
    let others = 0..strategies.len();
    let meetings: Vec<[usize; 2]> =
        others.flat_map(|k| some.iter().flat_map(move |other| [[k, *other], [*other, k]])).collect();
    let mut answered = 0;
    for rules in &kinds_of_rules() {
        let automata: Vec<_> = strategies
            .iter()
            .map(|(_, strategy)| [0, 1].map(|seat| strategy.automaton(&rules.told(PlayerId(seat)))))
            .collect();
        let spec = Match { rules, key: &key, place: "", repetition: 0 };
        let entrant = |player: usize, seat: PlayerId| Entrant {
            strategy: &*strategies[player].1,
            automaton: automata[player][seat.index()].as_ref(),
        };
        let found = play_field(&spec, &meetings, entrant, |course| course);
        let mut courses: Vec<Option<&Course>> = vec![None; meetings.len()];
        for (course, meeting) in found.iter().flat_map(|(course, alike)| alike.iter().map(move |k| (course, *k))) {
            assert!(courses[meeting].replace(course).is_none(), "a meeting is answered for once");
        }
        answered += courses.iter().flatten().count();
        map_indexed(meetings.len(), |k| {
            let [(one, a), (other, b)] = meetings[k].map(|player| &strategies[player]);
            let (mut left, mut right) = (a.clone(), b.clone());
            let mut seats = [Seat { name: "a", strategy: &mut *left }, Seat { name: "b", strategy: &mut *right }];
            let mut word = Vec::new();
            let played = play(&spec, &mut seats, &mut (), |profile| word.push(profile)).expect("a match");
            let both = (0..2).all(|seat| automata[meetings[k][seat]][seat].is_some());
            let sure = !played.drew && rules.is_noiseless() && !both && !a.reads_minds() && !b.reads_minds();
            let what = format!("{one} v {other}, {:?}, noise {}", rules.length, rules.noise);
            assert_eq!(courses[k].is_some(), sure, "{what}");
            assert!(courses[k].is_none_or(|course| course.iter().eq(word.iter().copied())), "{what}");
        });
    }
    assert!(answered > 4000, "{answered}");
}

#[test]
fn a_cycle_costs_the_same_whatever_the_length() {
    let strategies = all();
    let find = |wanted: &str| &*strategies.iter().find(|(name, _)| name == wanted).expect("it exists").1;
    let rules = Rules::new(dilemma(), Length::Known(u32::MAX - 1));
    let course = course(&rules, find("end_game"), find("cycler_ccd"), 0, ShortCuts::All);
    assert_eq!(course.rounds(), u64::from(u32::MAX - 1));
    assert!(course.pieces().iter().map(|piece| piece.word.len()).sum::<usize>() < 20);
}

#[test]
fn the_same_seed_plays_the_same_and_begin_leaves_no_trace() {
    for (name, strategy) in all() {
        let other = parse_actions("CDDCCDCDDDCC").expect("a word");
        let mut used = strategy.clone();
        let play_once = |strategy: &mut Box<dyn Strategy>, rounds: usize| -> Vec<Action> {
            let told = Told::new(dilemma(), PlayerId(0), Horizon::Rounds(40));
            strategy.begin(&told);
            replay(strategy, &other, rounds, &mut key().draws(Who::agent("x"), Purpose::Choice))
        };
        let first = play_once(&mut used, 40);
        play_once(&mut used, 7);
        assert_eq!(play_once(&mut used, 40), first, "{name} remembers an earlier match");
        let mut fresh = strategy.clone();
        assert_eq!(play_once(&mut fresh, 40), first, "{name} differs from its clone");
    }
}

/// Plays a strategy against a cyclic word.
fn replay(strategy: &mut Box<dyn Strategy>, other: &[Action], rounds: usize, draws: &mut Draws) -> Vec<Action> {
    let mut records = [Record::new(2), Record::new(2)];
    (0..rounds)
        .map(|k| {
            let round = u32::try_from(k + 1).expect("few");
            let view = View { round, own: records[0].history(), seen: Seen::new(&records, 0) };
            let action = strategy.act(&view, draws);
            records[0].push(action);
            records[1].push(other[k % other.len()]);
            action
        })
        .collect()
}

#[test]
fn facets_are_true() {
    // Long enough for those who act late.
    const ROUNDS: u32 = 150;
    let catalogue = strategy::catalogue();
    let mut failures = Vec::new();
    for (name, strategy) in all() {
        let facets = &catalogue.find(&name).expect("it exists").facets;
        let play_as = |horizon: Horizon, game: Arc<NormalForm>, word: &str| {
            let mut strategy = strategy.clone();
            let mut draws = key().draws(Who::agent("x"), Purpose::Choice);
            strategy.begin(&Told::new(game, PlayerId(0), horizon));
            let other = parse_actions(word).expect("a word");
            (replay(&mut strategy, &other, ROUNDS as usize, &mut draws), draws.used())
        };
        let words = ["C", "D", "CD", "CCD", "DDC", "CDDCCDCDDDCCC"];
        let drew = words.iter().any(|word| play_as(Horizon::Rounds(ROUNDS), dilemma(), word).1);
        if drew != facets.stochastic {
            failures.push(format!("{name}: draws: {drew}"));
        }
        assert_eq!(strategy.reads_minds(), facets.reads_minds, "{name}: reads minds");
        let lengths = words.iter().any(|word| {
            play_as(Horizon::Rounds(ROUNDS), dilemma(), word).0 != play_as(Horizon::Unknown, dilemma(), word).0
        });
        // Members of these teams use the length, but those who do never lead against words.
        let hidden = ["meta_winner_deterministic", "nmwe_deterministic"].contains(&name.as_str());
        if lengths != (facets.uses_length && !hidden) {
            failures.push(format!("{name}: uses the length: {lengths}"));
        }
        let other_game = {
            let q = |n: i64| Rational::from(n);
            let table = [vec![q(6), q(2)], vec![q(7), q(5)]];
            Arc::new(NormalForm::symmetric("another", ["C", "D"], &table).expect("a game"))
        };
        if strategy.fits(&Told::new(Arc::clone(&other_game), PlayerId(0), Horizon::Unknown)).is_ok() {
            let games = words.iter().any(|word| {
                let horizon = Horizon::Rounds(ROUNDS);
                play_as(horizon, dilemma(), word).0 != play_as(horizon, Arc::clone(&other_game), word).0
            });
            if games && !facets.uses_game {
                failures.push(format!("{name}: does not use the game, yet plays otherwise in another"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Cutting off what is older than the declared memory changes nothing for a strategy without inner state; for one
/// with state the declared bound is checked on the automaton: states that the same recent rounds lead to play alike.
#[test]
fn declared_memory_is_a_true_bound() {
    let catalogue = strategy::catalogue();
    for (name, strategy) in all() {
        let Memory::Rounds(rounds) = catalogue.find(&name).expect("it exists").facets.memory else { continue };
        let told = Told::new(dilemma(), PlayerId(0), Horizon::Unknown);
        let Some(automaton) = strategy.automaton(&told).filter(|_| rounds <= 6) else { continue };
        // From every state, any `rounds` rounds that the strategy itself could play must lead to equal play.
        let mut after: std::collections::BTreeMap<Vec<(u8, u8)>, f64> = Default::default();
        let mut frontier = vec![(automaton.start(), Vec::new())];
        let mut visited = std::collections::BTreeSet::new();
        while let Some((state, recent)) = frontier.pop() {
            if !visited.insert((state, recent.clone())) {
                continue;
            }
            if recent.len() == rounds as usize {
                let p = automaton.probability(state, Action::C);
                let known = *after.entry(recent.clone()).or_insert(p);
                assert_eq!(known, p, "{name}: after {recent:?} it plays by what is older than {rounds} rounds");
            }
            for own in [Action::C, Action::D].into_iter().filter(|own| automaton.probability(state, *own) > 0.0) {
                for seen in [Action::C, Action::D] {
                    let mut next = recent.clone();
                    next.push((own.0, seen.0));
                    if next.len() > rounds as usize {
                        next.remove(0);
                    }
                    frontier.push((automaton.next(state, own, seen), next));
                }
            }
        }
    }
}

/// The same for every strategy with a declared memory, in play: whenever the last so many rounds come again, so does the
/// action. Opponents repeat themselves for longer than any memory, so that long pasts come again, too. Where it draws, each
/// act gets the same draws, so that a strategy is deterministic and its chances show by several such draws.
#[test]
fn what_came_before_the_declared_memory_changes_no_action() {
    const ROUNDS: usize = 3_000;
    let catalogue = strategy::catalogue();
    let strategies: Vec<_> = all()
        .into_iter()
        .filter_map(|(name, strategy)| match catalogue.find(&name).expect("it exists").facets.memory {
            Memory::Rounds(rounds) => Some((name, strategy, rounds as usize)),
            Memory::Unbounded => None,
        })
        .collect();
    assert!(strategies.len() > 80, "{}", strategies.len());
    let failures = map_indexed(strategies.len(), |k| {
        let (name, strategy, memory) = &strategies[k];
        // Words that change within a memory, and words that last.
        let mut source = key().draws(Who::agent(name), Purpose::Pairing);
        let chaotic: Vec<Action> = (0..ROUNDS).map(|_| Action::cooperate_if(source.chance(0.5))).collect();
        let cycles = ["C", "D", "CD", "CCD", "DDC", "CCDD"].map(|word| parse_actions(word).expect("a word"));
        let mut lasting: Vec<Action> = Vec::new();
        while lasting.len() < ROUNDS {
            let cycle = &cycles[source.index(cycles.len())];
            let length = 1 + memory + source.index(2 * memory + 20);
            lasting.extend(cycle.iter().cycle().take(length));
        }
        for fixed in ["a", "b", "c", "d"] {
            let mut known = std::collections::BTreeMap::new();
            for word in [&chaotic, &lasting] {
                let mut strategy = strategy.clone();
                strategy.begin(&Told::new(dilemma(), PlayerId(0), Horizon::Unknown));
                let mut records = [Record::new(2), Record::new(2)];
                for (round, seen) in (1..).zip(word.iter().take(ROUNDS)) {
                    let view = View { round, own: records[0].history(), seen: Seen::new(&records, 0) };
                    let recent = [0, 1].map(|player: usize| records[player].history().tail(*memory).to_vec());
                    let action = strategy.act(&view, &mut key().draws(Who::agent(fixed), Purpose::Choice));
                    if *known.entry(recent).or_insert(action) != action {
                        return Some(format!("{name}: round {round} depends on more than {memory} rounds"));
                    }
                    records[0].push(action);
                    records[1].push(*seen);
                }
            }
        }
        None
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Any history: realised actions that it did not choose (a hand may slip in every round), and an opponent of any kind; any
/// game of two actions, degenerate ones too; any horizon, true or not (reasoners plan every round, so that it is no endless one).
#[test]
fn nothing_panics_for_any_history_game_or_horizon() {
    let catalogue = strategy::catalogue();
    let strategies = all();
    let q = |n: i64| Rational::from(n);
    let game = |name: &str, cells: [i64; 4]| {
        let table = [vec![q(cells[0]), q(cells[1])], vec![q(cells[2]), q(cells[3])]];
        Arc::new(NormalForm::symmetric(name, ["C", "D"], &table).expect("a game"))
    };
    let games = [
        dilemma(),
        game("the book's", [-1, -5, 0, -3]),
        game("chicken", [6, 2, 7, 0]),
        game("nothing", [0, 0, 0, 0]),
        game("reversed", [0, 5, -3, 4]),
        game("large", [3_000_000_000, 0, 5_000_000_000, 1_000_000_000]),
    ];
    let horizons =
        [Horizon::Unknown, Horizon::Rounds(0), Horizon::Rounds(1), Horizon::Rounds(7), Horizon::Rounds(10_000)];
    map_indexed(strategies.len(), |k| {
        let (name, strategy) = &strategies[k];
        let slow = catalogue.find(name).expect("it exists").facets.slow;
        let rounds = if slow { 8 } else { 60 };
        for (case, (game, horizon)) in games.iter().flat_map(|g| horizons.map(|h| (g, h))).enumerate() {
            // Of slow ones every seventh case: each horizon and each game once.
            if slow && case % 7 != 0 {
                continue;
            }
            let mut told = Told::new(Arc::clone(game), PlayerId((case % 2) as u32), horizon);
            told.noise = 0.1;
            if strategy.fits(&told).is_err() {
                continue;
            }
            let mut strategy = strategy.clone();
            strategy.begin(&told);
            let mut source = key().draws(Who::place(name, case as u64), Purpose::Pairing);
            let mut draws = key().draws(Who::place(name, case as u64), Purpose::Choice);
            let mut records = [Record::new(2), Record::new(2)];
            for round in 1..=rounds {
                let view = View { round, own: records[0].history(), seen: Seen::new(&records, 0) };
                let action = strategy.act(&view, &mut draws);
                assert!(action.index() < 2, "{name} plays {action:?}");
                records[0].push(Action::cooperate_if(source.chance(0.5)));
                records[1].push(Action::cooperate_if(source.chance(0.5)));
            }
        }
    });
}

#[test]
fn nothing_panics_on_empty_and_long_matches() {
    let catalogue = strategy::catalogue();
    let strategies = all();
    map_indexed(strategies.len(), |k| {
        let (name, strategy) = &strategies[k];
        // Teams take as long as all their members together, who play long matches themselves: without optimisation they
        // play a shorter one.
        let slow = catalogue.find(name).expect("it exists").facets.slow && cfg!(debug_assertions);
        for rounds in [0, 1, if slow { 2_000 } else { 100_000 }] {
            let rules = Rules::new(dilemma(), Length::Known(rounds));
            let key = key();
            let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
            let (mut a, mut b) = (strategy.clone(), strategy.clone());
            let mut seats = [Seat { name: "a", strategy: &mut *a }, Seat { name: "b", strategy: &mut *b }];
            let mut count = 0;
            play(&spec, &mut seats, &mut (), |_| count += 1).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(count, rounds, "{name}");
        }
    });
}

/// The Markov chain against the engine: means over repetitions within 4.5 standard errors.
#[test]
fn expectations_agree_with_play() {
    let strategies = all();
    let told = Told::new(dilemma(), PlayerId(0), Horizon::Rounds(60));
    let chosen = ["tit_for_tat", "gtft", "win_stay_lose_shift", "zd_extort_2", "end_game", "cycler_ccd", "random"];
    let chosen: Vec<_> = strategies.iter().filter(|(name, _)| chosen.contains(&name.as_str())).collect();
    for rules in kinds_of_rules() {
        for (name, a) in &chosen {
            for (other, b) in &chosen {
                let key = key();
                let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
                let told_b = Told { player: PlayerId(1), horizon: rules.told(PlayerId(1)).horizon, ..told.clone() };
                let told_a = Told { horizon: told_b.horizon, ..told.clone() };
                let automata = (a.automaton(&told_a).expect("finite"), b.automaton(&told_b).expect("finite"));
                let expected = expect(&spec, &automata.0, &automata.1, |_| ()).expect("two players");
                const REPETITIONS: u64 = 300;
                let mut contest = Contest::new(&rules, [a.clone(), b.clone()], ShortCuts::All);
                let mut sums = [[0.0f64; 2]; 4];
                for repetition in 0..REPETITIONS {
                    let spec = Match { repetition, ..spec };
                    let counts = contest.course(&spec, ["a", "b"]).expect("a match").counts(4);
                    for (sum, count) in sums.iter_mut().zip(counts) {
                        sum[0] += count as f64;
                        sum[1] += (count * count) as f64;
                    }
                }
                for (profile, [sum, squares]) in sums.iter().enumerate() {
                    let n = REPETITIONS as f64;
                    let mean = sum / n;
                    let se = ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt();
                    let want = expected.profiles[profile];
                    // A profile that was hardly ever seen has no honest standard error: allow Poisson noise.
                    let spread = se.max((want.max(0.0) / n).sqrt());
                    assert!(
                        (mean - want).abs() <= 4.5 * spread + 1e-9,
                        "{name} v {other}, {:?}, noise {}, misperception {}: profile {profile} {mean} +- {se}, expected {want}",
                        rules.length,
                        rules.noise,
                        rules.misperception
                    );
                }
            }
        }
    }
}

/// Closed forms: with any small noise two tit-for-tats earn 2.25 a round in the long run (Molander 1985), and
/// win-stay lose-shift with error rate 0.01 earns 2.9511 (Nowak & Sigmund 1993).
#[test]
fn long_run_payoffs_under_noise_are_the_published_ones() {
    let strategies = all();
    let find = |wanted: &str| &*strategies.iter().find(|(name, _)| name == wanted).expect("it exists").1;
    for (name, noise, want, tolerance) in [
        ("tit_for_tat", 0.01, 2.25, 1e-9),
        ("tit_for_tat", 0.2, 2.25, 1e-9),
        ("win_stay_lose_shift", 0.01, 2.9511, 5e-5),
        ("win_stay_lose_shift", 0.05, 2.7765, 5e-5),
        ("gtft", 0.01, 2.9703, 5e-5),
        ("gtft", 0.05, 2.8594, 5e-5),
    ] {
        let mut rules = Rules::new(dilemma(), Length::Unknown(4000));
        rules.noise = noise;
        let key = key();
        let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
        let automaton = find(name).automaton(&rules.told(PlayerId(0))).expect("finite");
        let payoffs = [3.0, 0.0, 5.0, 1.0];
        let (mut rounds, mut last) = (0, 0.0);
        let each = |profiles: &[f64]| {
            rounds += 1;
            last = profiles.iter().zip(payoffs).map(|(p, u)| p * u).sum();
        };
        expect(&spec, &automaton, &automaton, each).expect("two players");
        assert_eq!(rounds, 4000);
        assert!((last - want).abs() <= tolerance, "{name} at {noise}: {last}, published {want}");
    }
}

/// Plays `a` against `b` by name and gives the actions of both.
fn actions(rules: &Rules, a: &str, b: &str) -> [Vec<u16>; 2] {
    let strategies = all();
    let find = |wanted: &str| &*strategies.iter().find(|(name, _)| name == wanted).expect("it exists").1;
    let course = course(rules, find(a), find(b), 0, ShortCuts::All);
    [course.iter().map(|profile| profile / 2).collect(), course.iter().map(|profile| profile % 2).collect()]
}

#[test]
fn who_reads_a_mind_sees_what_will_be_done() {
    let rules = Rules::new(dilemma(), Length::Known(60));
    for other in ["cycler_ccd", "tit_for_tat", "grudger", "gradual", "omega_tft", "evolved_fsm_16", "end_game", "dbs"] {
        let [own, seen] = actions(&rules, "geller", other);
        assert_eq!(own, seen, "geller v {other}");
    }
    // Against an always cooperating player defection pays; tit-for-tat and the grudger make ten rounds of it dear.
    for (other, defects) in [("cooperator", 1), ("defector", 1), ("tit_for_tat", 0), ("grudger", 0)] {
        let [own, _] = actions(&rules, "mind_reader", other);
        assert!(own.iter().all(|action| *action == defects), "mind_reader v {other}: {own:?}");
    }
    // Within a mind there is no reading on: each takes the other for one who cannot see.
    assert!(actions(&rules, "geller_cooperator", "geller_defector")[0].iter().all(|action| *action == 1));
    assert!(actions(&rules, "geller_cooperator", "geller_defector")[1].iter().all(|action| *action == 0));
}

/// Who asks a mind reader reads minds: every entry that has a body, and lists of others.
#[test]
fn what_a_part_is_the_whole_is() {
    let catalogue = strategy::catalogue();
    let wholes = catalogue.entries().filter(|entry| (entry.params)().field("body").is_some());
    let mut calls: Vec<String> = wholes.map(|entry| format!("{}(body=mind_reader)", entry.key)).collect();
    assert!(calls.len() > 15, "{calls:?}");
    calls.push("meta_majority(team=[cooperator, mind_reader])".into());
    calls.push("discriminator(body=tit_for_tat, against=mind_reader)".into());
    calls.push("end_game(body=flip(body=mind_reader))".into());
    for call in calls {
        let value = comity::catalogue::Value::from(call.as_str());
        let spec =
            catalogue.resolve(&value, &comity::catalogue::Place::root()).unwrap_or_else(|faults| panic!("{faults}"));
        let strategy = catalogue.build(&spec, &catalogue).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(strategy.reads_minds(), "{call}");
    }
}

#[test]
fn reading_a_mind_disturbs_nothing() {
    for mut rules in kinds_of_rules() {
        rules.noise = 0.0;
        // A player that looks at nobody plays the same draws whoever reads it.
        let [_, watched] = actions(&rules, "mind_reader", "random");
        let [_, alone] = actions(&rules, "cooperator", "random");
        assert_eq!(watched, alone);
    }
}

/// What is imagined is drawn: it differs between repetitions even where nothing real is drawn.
#[test]
fn imagination_makes_a_match_one_that_draws() {
    // The other draws only if it is struck, which the reader imagines and does not do.
    let rules = Rules::new(dilemma(), Length::Known(5));
    let strategies = all();
    let find = |wanted: &str| strategies.iter().find(|(name, _)| name == wanted).expect("it exists").1.clone();
    let catalogue = strategy::catalogue();
    let forgiving = comity::catalogue::Value::from("gtft(p=0.05)");
    let forgiving = catalogue.resolve(&forgiving, &comity::catalogue::Place::root()).expect("a strategy");
    let (key, mut reader) = (key(), find("mind_reader"));
    let mut other = catalogue.build(&forgiving, &catalogue).expect("a strategy");
    let spec = Match { rules: &rules, key: &key, place: "a|b", repetition: 0 };
    let mut seats = [Seat { name: "a", strategy: &mut *reader }, Seat { name: "b", strategy: &mut *other }];
    let mut profiles = Vec::new();
    let played = play(&spec, &mut seats, &mut (), |profile| profiles.push(profile)).expect("a match");
    assert!(profiles.iter().all(|profile| *profile == 0), "nothing real was drawn: {profiles:?}");
    assert!(played.drew);
}
