//! The laws that every learning rule of the catalogue keeps.

use comity::catalogue::{Place, Value};
use comity::exact::Rational;
use comity::game::{NormalForm, Player};
use comity::ids::{PlayerId, RunKey, Seed};
use comity::learner::{self, Facets, Feedback, Learner, Meeting, Needs, Seat};
use comity::models::Lab;
use comity::sim::{Draws, Purpose, Who};

/// Every entry by its key, built with its defaults.
fn all() -> Vec<(String, Facets, Box<dyn Learner>)> {
    let catalogue = learner::catalogue();
    let built = catalogue.entries().map(|entry| {
        let spec = catalogue.resolve(&Value::from(entry.key), &Place::root()).expect("defaults are right");
        (entry.key.to_string(), entry.facets, catalogue.build(&spec, &()).expect("defaults build"))
    });
    built.collect()
}

fn draws(seed: u64) -> Draws {
    RunKey::derive(Seed(seed), 0, "").draws(Who::agent("x"), Purpose::Choice)
}

fn named(call: &str) -> NormalForm {
    let games = comity::game::catalogue();
    let spec = games.resolve(&Value::from(call), &Place::root()).expect("a game");
    *games.build(&spec, &()).expect("a game")
}

/// A game of these dimensions with payoffs that know no order.
fn scrambled(dimensions: &[usize], scale: i64) -> NormalForm {
    let players = dimensions.iter().map(|n| Player::new("p", (0..*n).map(|k| k.to_string()))).collect();
    let mut state = 1u64;
    let rule = |profile: &[usize]| {
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Rational::from(((state >> 40) % 17) as i64 * scale - 5 * scale)
        };
        profile.iter().map(|_| next()).collect()
    };
    NormalForm::from_rule("g", players, rule).expect("a game")
}

fn seats_of_many_kinds() -> Vec<Seat> {
    let games = [
        named("stag_hunt"),
        named("climbing"),
        named("shapley"),
        named("matching_pennies"),
        scrambled(&[2, 3, 4], 1),
        scrambled(&[1, 3], 1),
        scrambled(&[5, 5], 1_000_000_000_000),
        scrambled(&[3, 3], 0),
    ];
    games.iter().flat_map(|game| [0, 1].map(|k| Seat::of(game, PlayerId(k)))).collect()
}

/// What a rule is told of a round, with what it does not need replaced by nonsense if asked.
fn tell(learner: &mut dyn Learner, seat: &Seat, action: usize, context: usize, peer: f64, blind: Option<Needs>) {
    let needs = blind.unwrap_or(Needs::Peers);
    let payoff = seat.row(context)[action];
    let nonsense = vec![123.0; seat.actions()];
    let payoffs = if needs >= Needs::Payoffs { seat.row(context) } else { &nonsense };
    let seen = [Meeting {
        context: if needs >= Needs::Others { u32::try_from(context).expect("few") } else { 0 },
        times: 1,
        payoff,
        peer: if needs >= Needs::Peers { peer } else { 77.0 },
    }];
    learner.learn(&Feedback { action: Some(action), payoff, payoffs, seen: &seen });
}

/// The actions of so many rounds against others that go through all contexts in a fixed disorder.
fn play(learner: &mut dyn Learner, seat: &Seat, draws: &mut Draws, rounds: usize, blind: Option<Needs>) -> Vec<usize> {
    let actions = (0..rounds).map(|round| {
        let action = learner.choose(draws);
        assert!(action < seat.actions());
        let context = (round * round + round / 3) % seat.contexts();
        tell(learner, seat, action, context, (round % 5) as f64, blind);
        action
    });
    actions.collect()
}

#[test]
fn the_same_seed_plays_the_same_and_begin_leaves_no_trace() {
    for (name, _, learner) in all() {
        for seat in seats_of_many_kinds() {
            if learner.fits(&seat).is_err() {
                continue;
            }
            let once = |learner: &mut Box<dyn Learner>, seat: &Seat, rounds: usize| {
                let mut draws = draws(7);
                learner.begin(seat, &mut draws);
                play(&mut **learner, seat, &mut draws, rounds, None)
            };
            let mut used = learner.clone();
            let first = once(&mut used, &seat, 60);
            once(&mut used, &Seat::of(&named("stag_hunt"), PlayerId(0)), 9);
            assert_eq!(once(&mut used, &seat, 60), first, "{name} remembers an earlier game");
            // A clone in the middle plays on alike.
            let (mut original, mut draws) = (learner.clone(), draws(7));
            original.begin(&seat, &mut draws);
            play(&mut *original, &seat, &mut draws, 23, None);
            let (mut copy, mut copied) = (original.clone(), draws.clone());
            let (a, b) =
                (play(&mut *original, &seat, &mut draws, 40, None), play(&mut *copy, &seat, &mut copied, 40, None));
            assert_eq!(a, b, "{name}");
        }
    }
}

#[test]
fn what_lies_beyond_the_declared_needs_changes_nothing() {
    for (name, facets, learner) in all() {
        for seat in seats_of_many_kinds() {
            if learner.fits(&seat).is_err() {
                continue;
            }
            let run = |blind: Option<Needs>| {
                let (mut learner, mut draws) = (learner.clone(), draws(3));
                learner.begin(&seat, &mut draws);
                play(&mut *learner, &seat, &mut draws, 80, blind)
            };
            assert_eq!(run(None), run(Some(facets.needs)), "{name} uses more than {:?}", facets.needs);
        }
    }
}

/// A rule could do with less than it declares only if it learns nothing.
#[test]
fn the_declared_needs_are_used() {
    for (name, facets, learner) in all() {
        let below = match facets.needs {
            Needs::Payoff => continue,
            Needs::Payoffs => Needs::Payoff,
            Needs::Others => Needs::Payoffs,
            Needs::Peers => Needs::Others,
        };
        let differs = seats_of_many_kinds().iter().filter(|seat| learner.fits(seat).is_ok()).any(|seat| {
            let run = |blind: Needs| {
                let (mut learner, mut draws) = (learner.clone(), draws(3));
                learner.begin(seat, &mut draws);
                play(&mut *learner, seat, &mut draws, 80, Some(blind))
            };
            run(facets.needs) != run(below)
        });
        assert!(differs, "{name} does with less than {:?}", facets.needs);
    }
}

#[test]
fn a_rule_that_does_not_draw_says_so_and_the_others_draw() {
    for (name, facets, learner) in all() {
        let drew = seats_of_many_kinds().iter().filter(|seat| learner.fits(seat).is_ok()).any(|seat| {
            let (mut learner, mut draws) = (learner.clone(), draws(3));
            learner.begin(seat, &mut draws);
            play(&mut *learner, seat, &mut draws, 40, None);
            draws.used()
        });
        assert_eq!(drew, facets.stochastic, "{name}");
    }
}

/// How often each action is chosen, over many clones of a learner in one state, against what it says.
#[test]
fn a_mixture_is_how_often_each_action_is_chosen() {
    const CLONES: usize = 4000;
    for (name, _, learner) in all() {
        for seat in [named("climbing"), named("matching_pennies")].map(|game| Seat::of(&game, PlayerId(0))) {
            if learner.fits(&seat).is_err() {
                continue;
            }
            for rounds in [0, 1, 5, 30] {
                let (mut learner, mut draws) = (learner.clone(), draws(11));
                learner.begin(&seat, &mut draws);
                play(&mut *learner, &seat, &mut draws, rounds, None);
                let mut mixture = vec![f64::NAN; seat.actions()];
                if !learner.mixture(&mut mixture) {
                    continue;
                }
                assert!((mixture.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{name}: {mixture:?}");
                let mut counts = vec![0usize; seat.actions()];
                for _ in 0..CLONES {
                    counts[learner.clone().choose(&mut draws)] += 1;
                }
                for (count, p) in counts.iter().zip(&mixture) {
                    let sd = (p * (1.0 - p) / CLONES as f64).max(0.0).sqrt();
                    let share = *count as f64 / CLONES as f64;
                    // 4.5 standard deviations: one false alarm in 150 000.
                    assert!((share - p).abs() <= 4.5 * sd + 1e-9, "{name} after {rounds}: {counts:?}, {mixture:?}");
                }
            }
        }
    }
}

#[test]
fn every_rule_that_learns_from_expectations_has_a_mixture_and_stays_sane() {
    for (name, facets, learner) in all().into_iter().filter(|(_, facets, _)| facets.expected) {
        assert!(facets.needs <= Needs::Payoffs, "{name}: in expectation nobody is seen");
        let seat = Seat::of(&named("matching_pennies"), PlayerId(0));
        let mut learner = learner.clone();
        learner.begin(&seat, &mut draws(1));
        for round in 0..200 {
            let mut mixture = [0.0; 2];
            assert!(learner.mixture(&mut mixture), "{name}");
            let payoffs = if round % 7 < 3 { [1.0, -1.0] } else { [-0.5, 0.5] };
            let payoff = mixture[0] * payoffs[0] + mixture[1] * payoffs[1];
            learner.learn(&Feedback { action: None, payoff, payoffs: &payoffs, seen: &[] });
            assert!(mixture.iter().all(|p| (0.0..=1.0).contains(p)), "{name}: {mixture:?}");
        }
    }
}

/// A hand may slip: what a rule learns is what came out, not what it chose. Long play keeps numbers finite.
#[test]
fn slips_and_long_play_break_nothing() {
    for (name, _, learner) in all() {
        for seat in seats_of_many_kinds() {
            if learner.fits(&seat).is_err() {
                continue;
            }
            let (mut learner, mut draws) = (learner.clone(), draws(5));
            learner.begin(&seat, &mut draws);
            for round in 0..3000usize {
                let chosen = learner.choose(&mut draws);
                let action = if round % 3 == 0 { (chosen + 1) % seat.actions() } else { chosen };
                tell(&mut *learner, &seat, action, round % seat.contexts(), 0.0, None);
            }
            let mut mixture = vec![0.0; seat.actions()];
            if learner.mixture(&mut mixture) {
                assert!(mixture.iter().all(|p| p.is_finite()), "{name}: {mixture:?}");
            }
            assert!(learner.values().iter().all(|v| v.is_finite()), "{name}: {:?}", learner.values());
        }
    }
}

#[test]
fn entries_say_where_they_come_from_and_have_names_of_their_own() {
    let lab = Lab::new();
    let learners = learner::catalogue();
    assert!(learners.entries().count() >= 18);
    for entry in learners.entries() {
        for name in entry.aliases.iter().copied().chain([entry.key, entry.title]) {
            assert_eq!(learners.find(name).map(|found| found.key), Some(entry.key), "{name}");
            assert!(lab.kit.strategies.find(name).is_none(), "{name} is a strategy");
            assert!(lab.kit.games.find(name).is_none(), "{name} is a game");
            assert!(lab.models.find(name).is_none(), "{name} is a model");
        }
        assert!(entry.about.ends_with('.') && entry.source.contains(|c: char| c.is_ascii_digit()), "{}", entry.key);
    }
}

#[test]
fn wrong_parameters_and_seats_are_refused_in_words() {
    let learners = learner::catalogue();
    let build = |call: &str| {
        let spec = learners.resolve(&Value::from(call), &Place::root()).map_err(|faults| faults.to_string())?;
        learners.build(&spec, &()).map_err(|faults| faults.to_string())
    };
    for (call, parts) in [
        ("regret_maching", "did you mean \"regret_matching\"?"),
        ("adaptive_play(memory=3, sample=4)", "a sample of 4 from a memory of 3; expected sample <= memory"),
        ("exp3(gamma=0)", "gamma > 0"),
        ("gradient_ascent(initial=[0.5,0.6])", "expected probabilities that sum to 1"),
        ("boltzmann_q(rate=2)", "`rate` is 2; expected a probability from 0 to 1"),
        ("hedge(eta=-1)", "expected a number from 0"),
    ] {
        let fault = build(call).err().unwrap_or_else(|| panic!("{call} was built"));
        assert!(fault.contains(parts), "{call}: {fault}");
    }
    let climbing = Seat::of(&named("climbing"), PlayerId(0));
    for (call, parts) in [
        ("wolf_gradient_ascent", "such a game; wolf_phc learns in any"),
        ("gradient_ascent(initial=[0.5,0.5])", "2 initial probabilities of a player with 3"),
        ("fictitious_play(counts=[1])", "1 counts of what the others do in 3 ways"),
        ("boltzmann_q(initials=[1,2])", "2 initial values of a player with 3 actions"),
        ("committed(action=4)", "action 4 of a player with 3"),
    ] {
        let fault = build(call).expect("it builds").fits(&climbing).expect_err(call).to_string();
        assert!(fault.contains(parts), "{call}: {fault}");
    }
    let three = Seat::of(&scrambled(&[2, 2, 2], 1), PlayerId(0));
    assert!(build("imitate_best").expect("it builds").fits(&three).is_err());
}
