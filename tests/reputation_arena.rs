//! Attacks against models in the arena: closed forms where there are some, and the effects that the literature reports.

use comity::catalogue::{Place, Value};
use comity::ids::{AgentId, RunKey, Seed};
use comity::reputation::attacks;
use comity::reputation::{self, Arena, Grade, Outcome, Rating, Reputation, arena};
use comity::sim::{Purpose, Who};

fn play(setting: &Arena, model: &str, attack: &str, seed: u64) -> Outcome {
    let (models, attacks) = (reputation::catalogue(), attacks::catalogue());
    let model = models.build(&models.resolve(&Value::from(model), &Place::root()).expect("a model"), &()).expect("one");
    let attack = attacks.build(&attacks.resolve(&Value::from(attack), &Place::root()).expect("one"), &()).expect("one");
    arena(setting, model, &*attack, &RunKey::derive(Seed(seed), 0, "")).expect("a setting in range")
}

/// The mean profit ratio of a few runs.
fn ratio(setting: &Arena, model: &str, attack: &str) -> f64 {
    (0..3).map(|seed| play(setting, model, attack, seed).profit_ratio().expect("honest income")).sum::<f64>() / 3.0
}

const SMALL: Arena = Arena {
    clients: 20,
    honest: 12,
    attackers: 4,
    periods: 150,
    end_is_known: true,
    candidates: 4,
    exploration: 0.1,
    large_share: 0.1,
    large_stake: 10.0,
    cost: 0.5,
    quality: 0.95,
    name_cost: 0.0,
    rating_cost: 0.0,
    trade_cost: 0.0,
    double_blind: false,
    fear: 0.8,
};

/// Where clients take whoever comes, cheating saves the cost: the ratio is 1/(1 - cost), and the honest one 1.
#[test]
fn without_choice_by_reputation_cheating_pays_its_cost() {
    let blind = Arena { exploration: 1.0, large_share: 0.0, ..SMALL };
    // 3,000 deals among 16 providers: each side's deals have a relative standard error below .04 (attackers), .01 (honest).
    for cost in [0.25, 0.5] {
        let found = ratio(&Arena { cost, ..blind }, "beta", "whitewashing");
        let expected = 1.0 / (1.0 - cost);
        assert!((found / expected - 1.0).abs() < 0.1, "{found}, not {expected}");
    }
    let honest = ratio(&blind, "beta", "honest");
    assert!((honest - 1.0).abs() < 0.1, "{honest}");
    let outcome = play(&blind, "beta", "honest", 1);
    assert_eq!(outcome.honest.deals + outcome.attackers.deals, 20 * 150);
    assert!((outcome.success_rate() - 0.95).abs() < 0.015, "{}", outcome.success_rate());
}

#[test]
fn an_outcome_is_a_function_of_setting_model_attack_and_key() {
    for (model, attack) in [("beta", "sybil"), ("fire", "collusion"), ("leading_eight", "on_off")] {
        assert_eq!(play(&SMALL, model, attack, 5), play(&SMALL, model, attack, 5), "{model} {attack}");
        assert_ne!(play(&SMALL, model, attack, 5), play(&SMALL, model, attack, 6), "{model} {attack}");
    }
}

/// Friedman & Resnick 2001: where names are free and newcomers are taken for honest, cheats come back; a price on names
/// undoes it, and so do dues: newcomers thought less of than those who have served well.
#[test]
fn whitewashing_pays_until_names_have_a_price_or_newcomers_pay_dues() {
    const TRUSTING: &str = "beta(base_rate=0.95)";
    let cheat = ratio(&SMALL, TRUSTING, "whitewashing(margin=1)");
    let whitewash = ratio(&SMALL, TRUSTING, "whitewashing");
    let priced = ratio(&Arena { name_cost: 1.0, ..SMALL }, TRUSTING, "whitewashing");
    let dues = ratio(&SMALL, "beta(base_rate=0.5)", "whitewashing");
    assert!(cheat < 0.7, "who keeps its bad name is shunned: {cheat}");
    assert!(whitewash > 1.0, "who leaves it earns more than the honest: {whitewash}");
    assert!(priced < 0.7 && dues < 0.7, "{priced} with a price, {dues} with dues");
    assert!(play(&SMALL, TRUSTING, "whitewashing", 1).attackers.names > 100);
}

/// Kerr & Cohen 2009: small deals served well pay for large ones cheated, unless deals count by their size.
#[test]
fn value_imbalance_pays_where_all_deals_count_alike() {
    let alike = ratio(&SMALL, "beta", "value_imbalance");
    let by_value = ratio(&SMALL, "beta_value", "value_imbalance");
    assert!(by_value < 0.8 * alike, "{by_value} against {alike}");
}

/// Kamvar et al. 2003 and Cheng & Friedman 2005: praise by names of one's own lifts any plain sum or mean; trust that flows
/// from known agents does not follow it.
#[test]
fn sybils_and_cliques_beat_means_and_not_flows_from_the_known() {
    for attack in ["sybil(names=10)", "collusion(ratings=30)"] {
        let plain = ratio(&SMALL, "beta", attack);
        let flow = ratio(&SMALL, "eigentrust(pretrusted=[0, 1, 2])", attack);
        assert!(plain > 1.0, "{attack} pays against means: {plain}");
        assert!(flow < 0.6, "{attack} against flows: {flow}");
    }
    // One vote a rater blunts praise repeated, not praise by many.
    let every = ratio(&SMALL, "ebay(rule='all')", "sybil(names=3, ratings=20)");
    let one_each = ratio(&SMALL, "ebay", "sybil(names=3, ratings=20)");
    assert!(one_each < every, "{one_each} against {every}");
}

/// Views of one's own warn the cheated and nobody else: a discriminator keeps those whom it serves well. A shared score
/// lets all know, so that it loses them, too.
#[test]
fn a_discriminator_keeps_those_whom_it_serves_where_each_has_its_own_view() {
    let of = |model| ratio(&SMALL, model, "discrimination(share=0.25)");
    let (shared, personal) = (of("beta"), of("fire(interaction=10)"));
    assert!(personal > 1.5 * shared, "{personal} against {shared}");
}

/// Bolton, Greiner & Ockenfels 2013: who may answer a complaint hears fewer; hidden until both are in, ratings are franker.
#[test]
fn retaliation_silences_the_cheated_unless_ratings_are_double_blind() {
    let open = ratio(&SMALL, "beta", "retaliation");
    let blind = ratio(&Arena { double_blind: true, ..SMALL }, "beta", "retaliation");
    assert!(open > 1.3 * blind, "{open} against {blind}");
}

/// Fake deals are rated like any other, so that verified callers and prices on ratings do not stop them: against means they
/// pay, until each rated deal costs its trader more than the good name brings; a flow from known agents does not follow them.
#[test]
fn wash_trades_pay_until_rated_deals_have_a_price() {
    let of = |setting: &Arena, model: &str| ratio(setting, model, "wash_trading(trades=30)");
    let free = of(&SMALL, "beta");
    assert!(free > 1.0, "{free}");
    let ratings_priced = of(&Arena { rating_cost: 0.5, ..SMALL }, "beta");
    assert_eq!(free, ratings_priced, "a fake deal is no rating without a deal");
    // Honest providers keep 0.2 a deal under a fee of three tenths, and 30 fake deals cost 9 a period.
    let fee = of(&Arena { trade_cost: 0.3, ..SMALL }, "beta");
    assert!(fee < 0.5 * free, "{fee} against {free}");
    assert!(of(&SMALL, "eigentrust(pretrusted=[0, 1, 2])") < 0.6);
    // The cost of one trade: with all else alike, income falls by the fee a unit of size.
    let income = |cost: f64| {
        let outcome = play(&Arena { trade_cost: cost, ..SMALL }, "beta", "wash_trading(trades=2, size=3)", 1);
        (outcome.attackers.income, outcome.attackers.deals)
    };
    let large =
        |setting: f64| play(&Arena { trade_cost: setting, large_share: 0.0, ..SMALL }, "beta", "wash_trading", 1);
    let (free, priced) = (large(0.0), large(0.01));
    // Four attackers with five fake deals of size 1 in 150 periods, and the deals that they made.
    let expected = 0.01 * (4.0 * 5.0 * 150.0 + free.attackers.deals as f64);
    assert!((free.attackers.income - priced.attackers.income - expected).abs() < 1e-6);
    assert_eq!(income(0.0).1, income(0.05).1);
}

/// What is measured of a model by hand, where all is known: clients who never choose, and providers who always or never serve.
#[test]
fn measures_of_insight_are_what_they_should_be_where_all_is_known() {
    let setting = Arena { quality: 1.0, exploration: 1.0, large_share: 0.0, periods: 400, ..SMALL };
    let outcome = play(&setting, "beta", "on_off(good=0, bad=1)", 2);
    let insight = outcome.insight;
    // Hundreds of deals each: a mean with a prior of 2 is within 2/300 of 0 or 1.
    assert!(insight.score_error.expect("chances") < 0.01, "{insight:?}");
    assert_eq!(insight.rank_agreement.map(|tau| tau > 0.5), Some(true));
    // Who cheats in its first deal is below the honest when that is rated, in the same period.
    assert_eq!((insight.detection_periods, insight.undetected_share), (Some(0.0), Some(0.0)));
    assert_eq!(insight.false_exclusion, 0.0);
    assert!((outcome.utility_per_deal() - (2.0 * outcome.success_rate() - 1.0)).abs() < 1e-12);
    assert_eq!(outcome.messages, [20 * 400, 0]);
    // A shared book has a record an agent; books of pairs have one for each client and provider that met.
    assert_eq!(outcome.records, 20 + 12 + 4);
    assert_eq!(play(&setting, "peertrust", "honest", 2).records, 20 * 16 + 36);
    let honest = play(&setting, "beta", "honest", 2);
    assert_eq!((honest.insight.detection_periods, honest.insight.undetected_share), (None, None));
    assert_eq!(honest.utility_per_deal(), 1.0);
    // Slander excludes the honest.
    assert!(play(&SMALL, "beta", "bad_mouthing(ratings=40)", 2).insight.false_exclusion > 0.5);
}

/// Slander lowers all rivals alike; TRAVOS weighs each adviser by its accuracy, so that it does not pay there.
#[test]
fn bad_mouthing_pays_against_means_of_all_that_is_said() {
    let plain = ratio(&SMALL, "beta", "bad_mouthing");
    let weighed = ratio(&SMALL, "travos", "bad_mouthing");
    assert!(plain > 1.5, "{plain}");
    assert!(weighed < plain, "{weighed} against {plain}");
}

/// A scam in the last periods adds what it saves there, and cheats nobody where the end is unknown and far.
#[test]
fn an_exit_scam_cheats_in_the_last_periods_alone() {
    let setting = Arena { quality: 1.0, ..SMALL };
    let outcome = play(&setting, "beta", "exit_scam(last=10)", 3);
    let failed = outcome.attackers.deals - outcome.attackers.well;
    assert!(failed > 0 && failed <= 10 * 20, "{failed}");
    assert_eq!(outcome.honest.deals, outcome.honest.well);
    let unknown = Arena { end_is_known: false, ..setting };
    let far = play(&unknown, "beta", "exit_scam(build_up=100000)", 3);
    assert_eq!(far.attackers.deals, far.attackers.well);
}

/// Sun, Han, Yu & Liu 2006: a score that falls faster than it rises. By hand, after 20 good deals and a bad one: `(21 + k) / (22 + b
/// + k) >= 21/22` from `k = 21 b` good deals on, so that an on-off attacker that serves well 20 times never mends its name.
#[test]
fn scores_that_fall_faster_than_they_rise_take_longer_to_mend() {
    let mends = |model: &str| {
        let models = reputation::catalogue();
        let spec = models.resolve(&Value::from(model), &Place::root()).expect("a model");
        let mut model = models.build(&spec, &()).expect("one");
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::agent("a"), Purpose::Perception);
        let mut tick = 0;
        let mut say = |model: &mut Box<dyn Reputation>, grade| {
            tick += 1;
            model.observe(&Rating::new(tick, AgentId(0), AgentId(1), grade), &mut draws);
            model.score(AgentId(0), AgentId(1))
        };
        let before = (0..20).map(|_| say(&mut model, Grade::GOOD)).last().expect("twenty");
        say(&mut model, Grade::BAD);
        1 + (0..1_000).take_while(|_| say(&mut model, Grade::GOOD) < before - 1e-12).count()
    };
    assert_eq!([mends("beta"), mends("beta(bad_weight=10)"), mends("beta_value(bad_weight=10)")], [21, 210, 210]);
}

/// What is forgotten of a sleeper's good service shortens how long it cheats on the strength of it.
#[test]
fn forgetting_shortens_the_milking_of_a_good_name() {
    let of = |model| ratio(&SMALL, model, "sleeper(sleep=60)");
    let (never, quickly) = (of("beta"), of("beta(forgetting=0.9)"));
    assert!(quickly < never, "{quickly} against {never}");
}

#[test]
fn settings_out_of_range_are_faults() {
    let models = reputation::catalogue();
    let attacks = attacks::catalogue();
    let spec = attacks.resolve(&Value::from("honest"), &Place::root()).expect("an attack");
    let attack = attacks.build(&spec, &()).expect("an attack");
    let wrong = [
        ("clients", Arena { clients: 0, ..SMALL }),
        ("candidates", Arena { candidates: 0, ..SMALL }),
        ("quality", Arena { quality: f64::NAN, ..SMALL }),
        ("large_stake", Arena { large_stake: 0.5, ..SMALL }),
        ("name_cost", Arena { name_cost: f64::INFINITY, ..SMALL }),
    ];
    for (key, setting) in wrong {
        let spec = models.resolve(&Value::from("beta"), &Place::root()).expect("a model");
        let model = models.build(&spec, &()).expect("a model");
        let fault = arena(&setting, model, &*attack, &RunKey::derive(Seed(1), 0, "")).expect_err("out of range");
        assert!(fault.to_string().contains(key), "{fault}");
    }
}
