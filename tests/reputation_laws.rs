//! The laws that every trust model and every attack of the catalogues keeps.

use comity::catalogue::{Place, Value};
use comity::ids::{AgentId, RunKey, Seed};
use comity::reputation::attacks::{self, Attack, Deal, Look, Scene};
use comity::reputation::{self, Facets, Grade, Rating, RatingKind, Reputation, Weight};
use comity::sim::{Draws, Purpose, Who};

const AGENTS: u32 = 12;

fn draws(name: &str) -> Draws {
    RunKey::derive(Seed(11), 0, "").draws(Who::agent(name), Purpose::Perception)
}

fn model(call: &str) -> Box<dyn Reputation> {
    let models = reputation::catalogue();
    let spec = models.resolve(&Value::from(call), &Place::root()).unwrap_or_else(|fault| panic!("{call}: {fault}"));
    models.build(&spec, &()).unwrap_or_else(|fault| panic!("{call}: {fault}"))
}

/// Every entry with its defaults, and where there is a choice, with others: call, facets of the entry.
fn all() -> Vec<(String, Facets)> {
    let models = reputation::catalogue();
    let mut found: Vec<(String, Facets)> =
        models.entries().map(|entry| (entry.key.to_string(), entry.facets)).collect();
    let variants = [
        "ebay(rule='all', score='share', window=20)",
        "beta(forgetting=0.9)",
        "beta(forgetting=0.9, decay_by='tick', prior_weight=4, base_rate=0.25)",
        "beta(view='private', observe=0.5, error=0.1)",
        "beta(error=0.1)",
        "beta_value(unit=2, cap=3, hearsay=0.5)",
        "subjective_logic(advisers=0)",
        "eigentrust(pretrusted=[0, 1])",
        "peertrust_tvm(alpha=0.8, beta=0.2, unit=3)",
        "peertrust_psm(no_common=0)",
        "fire(history=3)",
        "travos(threshold=0.5, bins=10)",
        "image_scoring(low=-2, high=1, view='private', observe=0.5, error=0.1)",
        "standing(variant='unchanged')",
        "leading_eight(norm='L1', view='private', observe=0.9, error=0.05)",
    ];
    for call in variants {
        let key = call.split('(').next().expect("a name");
        found.push((call.to_string(), models.find(key).expect("an entry").facets));
    }
    found
}

/// Ratings of all kinds, grades and sizes among some agents, in the order of time.
fn ratings(count: usize, agents: u32, seed: u64) -> Vec<Rating> {
    let mut draws = RunKey::derive(Seed(seed), 0, "").draws(Who::agent("ratings"), Purpose::Choice);
    let mut tick = 0;
    (0..count)
        .map(|_| {
            tick += draws.below(2);
            let rater = AgentId(u32::try_from(draws.below(u64::from(agents))).expect("small"));
            let step = 1 + u32::try_from(draws.below(u64::from(agents) - 1)).expect("small");
            let ratee = AgentId((rater.0 + step) % agents);
            let grade = Grade::new([0.0, 0.25, 0.5, 1.0, 1.0][draws.index(5)]).expect("a grade");
            let weight = Weight::new([0.5, 1.0, 10.0][draws.index(3)]).expect("a weight");
            let kind = if draws.chance(0.7) { RatingKind::Interaction } else { RatingKind::ALL[draws.index(4)] };
            Rating { tick, rater, ratee, grade, weight, kind }
        })
        .collect()
}

fn scores(model: &dyn Reputation) -> Vec<f64> {
    let pairs = (0..AGENTS).flat_map(|asker| (0..AGENTS).map(move |ratee| (AgentId(asker), AgentId(ratee))));
    pairs.map(|(asker, ratee)| model.score(asker, ratee)).collect()
}

#[test]
fn equal_ratings_give_equal_scores_and_a_clone_goes_on_alike() {
    let ratings = ratings(300, AGENTS, 1);
    for (call, _) in all() {
        let mut models = [model(&call), model(&call)];
        let mut streams = [draws(&call), draws(&call)];
        for (model, draws) in models.iter_mut().zip(&mut streams) {
            for (k, rating) in ratings[..200].iter().enumerate() {
                model.observe(rating, draws);
                if k % 50 == 0 {
                    model.settle(rating.tick);
                }
            }
        }
        let mut clone = models[0].clone();
        let mut stream = streams[0].clone();
        for rating in &ratings[200..] {
            models[0].observe(rating, &mut streams[0]);
            models[1].observe(rating, &mut streams[1]);
            clone.observe(rating, &mut stream);
        }
        let now = ratings.last().expect("ratings").tick;
        for model in models.iter_mut().chain([&mut clone]) {
            model.settle(now);
        }
        assert_eq!(scores(&*models[0]), scores(&*models[1]), "{call}");
        assert_eq!(scores(&*models[0]), scores(&*clone), "the clone of {call}");
        // Settling again changes nothing.
        clone.settle(now);
        assert_eq!(scores(&*models[0]), scores(&*clone), "{call} settled twice");
    }
}

#[test]
fn scores_and_certainties_are_in_range_and_newcomers_have_the_newcomers_score() {
    for (call, _) in all() {
        let mut model = model(&call);
        let mut draws = draws(&call);
        model.settle(0);
        let (range, stranger) = (model.range(), AgentId(AGENTS));
        assert!(range.contains(model.newcomer()), "{call}");
        for rating in ratings(200, AGENTS, 2) {
            model.observe(&rating, &mut draws);
            model.join(stranger);
            model.settle(rating.tick);
            for ratee in (0..AGENTS).map(AgentId) {
                let score = model.score(rating.rater, ratee);
                assert!(score.is_finite() && range.contains(score), "{call}: {score}");
                let certainty = model.certainty(rating.rater, ratee);
                assert!(certainty.is_none_or(|certainty| (0.0..=1.0).contains(&certainty)), "{call}: {certainty:?}");
            }
            let score = model.score(rating.rater, stranger);
            assert!((score - model.newcomer()).abs() <= 1e-12, "{call}: {score}, not {}", model.newcomer());
        }
        // Who has not even joined is a newcomer as well, and a snapshot shows the scores.
        assert_eq!(model.score(AgentId(999), AgentId(998)), model.score(AgentId(999), AgentId(997)), "{call}");
        let snapshot = model.snapshot(AgentId(3), AGENTS + 1);
        assert_eq!(snapshot.len(), 13, "{call}");
        for row in snapshot {
            assert_eq!(row.score, model.score(AgentId(3), row.ratee), "{call}");
        }
    }
}

#[test]
fn the_order_within_a_period_does_not_matter_where_the_facets_say_so() {
    let mut swapped_some = false;
    for (call, facets) in all() {
        if !facets.commutes || call.contains("error") || call.contains("forgetting") {
            continue;
        }
        let ratings = ratings(200, AGENTS, 3);
        let mut reordered = ratings.clone();
        // Each period backwards.
        for period in reordered.chunk_by_mut(|a, b| a.tick == b.tick) {
            period.reverse();
            swapped_some |= period.len() > 1;
        }
        let mut models = [model(&call), model(&call)];
        for (model, ratings) in models.iter_mut().zip([&ratings, &reordered]) {
            let mut draws = draws("a");
            ratings.iter().for_each(|rating| model.observe(rating, &mut draws));
            model.settle(ratings.last().expect("ratings").tick);
        }
        for (a, b) in scores(&*models[0]).iter().zip(scores(&*models[1])) {
            assert!((a - b).abs() <= 1e-12, "{call}: {a} and {b}");
        }
    }
    assert!(swapped_some);
}

#[test]
fn models_that_do_not_err_draw_nothing() {
    for (call, _) in all().into_iter().filter(|(call, _)| !call.contains("error") && !call.contains("observe")) {
        let mut model = model(&call);
        let mut draws = draws(&call);
        ratings(50, AGENTS, 4).iter().for_each(|rating| model.observe(rating, &mut draws));
        assert!(!draws.used(), "{call}");
    }
}

/// With good service alone an agent ends above one with bad service alone, in the eyes of those who dealt with both and of
/// all others, but for models in which others' experience has no part.
#[test]
fn good_service_is_thought_better_of_than_bad() {
    let (good, bad) = (AgentId(10), AgentId(11));
    for (call, _) in all() {
        let mut model = model(&call);
        let mut draws = draws(&call);
        for tick in 0..40 {
            for rater in (0..8).map(AgentId) {
                model.observe(&Rating::new(tick, rater, good, Grade::GOOD), &mut draws);
                model.observe(&Rating::new(tick, rater, bad, Grade::BAD), &mut draws);
            }
        }
        model.settle(40);
        for asker in (0..8).map(AgentId) {
            let (high, low) = (model.score(asker, good), model.score(asker, bad));
            let erring = call.contains("leading_eight(norm='L1', view='private'") || call.contains("image_scoring(");
            assert!(high > low || erring, "{call}: {high} and {low}");
        }
    }
}

#[test]
fn ten_thousand_agents_and_a_quarter_of_a_million_ratings_are_nothing_special() {
    let ratings = ratings(250_000, 10_000, 5);
    for call in ["ebay", "beta(forgetting=0.99)", "eigentrust", "peertrust_tvm(iterations=3)", "image_scoring", "fire"]
    {
        let mut model = model(call);
        let mut draws = draws(call);
        ratings.iter().for_each(|rating| model.observe(rating, &mut draws));
        model.settle(ratings.last().expect("ratings").tick);
        assert!(model.range().contains(model.score(AgentId(0), AgentId(9_999))), "{call}");
    }
}

#[test]
fn wrong_parameters_are_faults() {
    let models = reputation::catalogue();
    for call in ["beta(forgetting=1.1)", "ebay(window=0)", "leading_eight(norm='L9')", "travos(bins=0)", "bayes"] {
        assert!(models.resolve(&Value::from(call), &Place::root()).is_err(), "{call}");
    }
}

// Attacks.

fn attack(call: &str) -> Box<dyn Attack> {
    let attacks = attacks::catalogue();
    let spec = attacks.resolve(&Value::from(call), &Place::root()).expect("an attack");
    attacks.build(&spec, &()).expect("an attack")
}

fn deal(deals: u64, stake: f64, partner: u32, left: Option<u64>) -> Deal {
    Deal { tick: deals, left, stake, partner: AgentId(partner), deals }
}

/// What it does in its first deals: W well, c cheats.
fn conduct(call: &str, deals: impl Iterator<Item = Deal>) -> String {
    let mut attack = attack(call);
    let mut draws = draws(call);
    deals.map(|deal| if attack.serves(&deal, &mut draws) { 'W' } else { 'c' }).collect()
}

#[test]
fn each_attack_does_what_it_is_known_for() {
    let plain = |count: u64| (0..count).map(|k| deal(k, 1.0, 0, None));
    assert_eq!(conduct("honest", plain(5)), "WWWWW");
    assert_eq!(conduct("whitewashing", plain(3)), "ccc");
    assert_eq!(conduct("on_off(good=3, bad=2)", plain(11)), "WWWccWWWccW");
    assert_eq!(conduct("on_off(good=0, bad=0)", plain(3)), "WWW");
    let sizes = [1.0, 10.0, 4.9, 5.0].into_iter().enumerate().map(|(k, size)| deal(k as u64, size, 0, None));
    assert_eq!(conduct("value_imbalance", sizes), "WcWc");
    assert_eq!(conduct("sleeper(sleep=2)", plain(5)), "WWccc");
    assert_eq!(conduct("exit_scam(last=2)", (0..5).map(|k| deal(k, 1.0, 0, Some(4 - k)))), "WWWcc");
    assert_eq!(conduct("exit_scam(build_up=3)", plain(5)), "WWWcc");
    // Who is cheated is always the same, a quarter of all.
    let partners = |from: u32| (from..from + 400).map(|partner| deal(0, 1.0, partner, None));
    let cheated = conduct("discrimination", partners(0)).matches('c').count();
    assert!((95..=105).contains(&cheated), "{cheated}");
    assert_eq!(conduct("discrimination", partners(7)), conduct("discrimination", partners(7)));

    let (own, names) = (AgentId(0), [AgentId(1), AgentId(2)]);
    let others = [AgentId(3), AgentId(4)];
    let said = |call: &str, helpers: &[AgentId]| {
        let mut said = Vec::new();
        let scene = Scene { own, helpers, allies: &names, rivals: &others };
        attack(call).spreads(&scene, &mut draws(call), &mut said);
        said
    };
    let praise = said("sybil(names=2, ratings=3)", &names);
    assert!(praise.len() == 6 && praise.iter().all(|s| s.ratee == own && s.grade == Grade::GOOD));
    assert!(praise.iter().all(|s| names.contains(&s.rater)));
    let praise = said("collusion", &[]);
    assert!(praise.len() == 5 && praise.iter().all(|s| s.rater == own && names.contains(&s.ratee)));
    let slander = said("bad_mouthing", &[]);
    assert!(slander.len() == 5 && slander.iter().all(|s| others.contains(&s.ratee) && s.grade == Grade::BAD));
    let fake = said("wash_trading(trades=4, size=3)", &[]);
    assert!(fake.len() == 4 && fake.iter().all(|s| s.rater == own && names.contains(&s.ratee) && s.trade == Some(3.0)));
    assert!(said("on_off", &names).is_empty());

    let look = |score| Look { tick: 9, score, newcomer: 0.5, deals: 4 };
    assert!(attack("whitewashing").leaves(&look(0.49)) && !attack("whitewashing").leaves(&look(0.5)));
    assert!(!attack("whitewashing(margin=0.1)").leaves(&look(0.45)));
    assert!(!attack("whitewashing").leaves(&Look { deals: 0, ..look(0.0) }) && !attack("sybil").leaves(&look(0.0)));
    assert_eq!(attack("retaliation").answers(Grade::BAD), Some(Grade::BAD));
    assert_eq!(attack("sybil").answers(Grade::BAD), None);
    assert_eq!((attack("sleeper").claims(0.7), attack("on_off").claims(0.7)), (1.0, 0.7));
}

#[test]
fn attacks_are_pure_and_speak_under_names_of_their_own() {
    let catalogue = attacks::catalogue();
    assert_eq!(catalogue.entries().count(), 12);
    for entry in catalogue.entries() {
        let run = || {
            let mut attack = attack(entry.key);
            let mut draws = draws(entry.key);
            let mut clone = None;
            let mut conduct = Vec::new();
            let mut said = Vec::new();
            let helpers: Vec<AgentId> = (50..50 + attack.helpers()).map(AgentId).collect();
            let allies = [AgentId(41), AgentId(42)];
            let scene = Scene { own: AgentId(40), helpers: &helpers, allies: &allies, rivals: &[AgentId(1)] };
            for k in 0..60 {
                conduct.push(attack.serves(&deal(k, 1.0, 3, Some(60 - k)), &mut draws));
                attack.spreads(&scene, &mut draws, &mut said);
                if k == 30 {
                    clone = Some((attack.boxed_clone(), draws.clone()));
                }
            }
            let (mut clone, mut stream) = clone.expect("a clone");
            let mut nothing = Vec::new();
            for k in 31..60 {
                let again = clone.serves(&deal(k, 1.0, 3, Some(60 - k)), &mut stream);
                clone.spreads(&scene, &mut stream, &mut nothing);
                assert_eq!(again, conduct[usize::try_from(k).expect("small")], "{}", entry.key);
            }
            for word in &said {
                assert!(word.rater == scene.own || helpers.contains(&word.rater), "{}", entry.key);
                assert_ne!(word.rater, word.ratee, "{}", entry.key);
            }
            (conduct, said)
        };
        assert_eq!(run(), run(), "{}", entry.key);
        assert!(!entry.facets.cure.is_empty() && !entry.source.is_empty());
    }
}
