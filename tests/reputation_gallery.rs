//! Figures that the literature, closed forms and independent simulations give of norms and of EigenTrust.

use comity::catalogue::{Place, Value};
use comity::contract::identity::newcomer_dues;
use comity::exact::Rational;
use comity::ids::{AgentId, RunKey, Seed};
use comity::reputation::clique::{Captured, Clique};
use comity::reputation::donation::{Donations, Generation, Norm, NormName, Tally, known_image_pays, live, play};
use comity::reputation::trading::{Trading, Treatment};
use comity::reputation::turnover::{Custom, Turnover};
use comity::reputation::{Grade, Information, LocalTrust, Rating, exit_window, fixed_point};
use comity::sim::{Chance, Draws, Purpose, Who, map_indexed};

fn draws(seed: u64, name: &str) -> Draws {
    RunKey::derive(Seed(seed), 0, "").draws(Who::agent(name), Purpose::Choice)
}

/// 50 agents that live by one of the leading eight.
fn population(norm: u8, information: Information, meetings: u64) -> Donations {
    Donations { agents: 50, warm_up: meetings / 4, meetings, norm: Norm::named(NormName::Leading(norm)), information }
}

fn rate(norm: u8, information: Information, meetings: u64) -> f64 {
    let tallies: Vec<Tally> =
        map_indexed(2, |seed| play(&population(norm, information, meetings), &mut draws(seed as u64, "donations")));
    tallies.iter().map(Tally::cooperation_rate).sum::<f64>() / 2.0
}

/// Ohtsuki & Iwasa 2006 derive that all eight keep up cooperation in public information, 1 - O(error); an independent
/// simulation gave .990 at an error of .01 and .948 to .953 at .05. Two runs of 50,000 meetings have a standard error
/// below .002.
#[test]
fn in_public_information_all_of_the_leading_eight_cooperate() {
    for (error, low, high) in [(0.01, 0.985, 0.995), (0.05, 0.943, 0.958)] {
        for norm in 1..=8 {
            let rate = rate(norm, Information::public(error), 50_000);
            assert!((low..=high).contains(&rate), "L{norm} at error {error}: {rate}");
        }
    }
}

/// Hilbe et al. 2018 find that private, noisy information undoes the stricter norms. An independent simulation of the same
/// setting (a chance of .9 to observe) gave these rates; the tolerance is that of its own few runs.
#[test]
fn in_private_information_the_stricter_norms_collapse() {
    const AT_05: [f64; 8] = [0.894, 0.658, 0.891, 0.872, 0.680, 0.501, 0.859, 0.210];
    const AT_01: [f64; 8] = [0.976, 0.758, 0.976, 0.976, 0.789, 0.499, 0.975, 0.102];
    for (error, expected) in [(0.05, AT_05), (0.01, AT_01)] {
        let meetings = if error == 0.05 { 25_000 } else { 15_000 };
        let rates = map_indexed(8, |k| rate(k as u8 + 1, Information::private(0.9, error), meetings));
        for (k, (rate, expected)) in rates.iter().zip(expected).enumerate() {
            assert!((rate - expected).abs() <= 0.02, "L{} at error {error}: {rate}, not {expected}", k + 1);
        }
        if error == 0.05 {
            let mut order: Vec<usize> = (0..8).collect();
            order.sort_by(|a, b| rates[*b].total_cmp(&rates[*a]));
            // The first two differ by .003, which no few runs tell apart.
            assert_eq!(order[2..].iter().map(|k| k + 1).collect::<Vec<_>>(), [4, 7, 5, 2, 6, 8], "{rates:?}");
        }
    }
}

/// Nowak & Sigmund 1998: discriminators hold their own iff q > c/b. Where nearly all discriminate, a discriminator has
/// b - c a round, and a defector is helped only where its image is unknown: (1 - q) b.
#[test]
fn knowing_images_pays_from_the_ratio_of_cost_to_benefit() {
    let q = |text: &str| text.parse::<Rational>().expect("a number");
    for (benefit, cost) in [("1", "1/10"), ("5", "1"), ("3", "2")] {
        let (benefit, cost) = (q(benefit), q(cost));
        for known in 0..=100 {
            let known = Rational::new(known, 100);
            let defector = &(&Rational::one() - &known) * &benefit;
            let pays = known_image_pays(&known, &benefit, &cost);
            assert_eq!(pays, &benefit - &cost > defector, "{known} {benefit} {cost}");
        }
    }
}

/// The same threshold in simulated generations of 196 discriminators and 4 defectors, with 400 meetings an agent: a tenth to
/// either side of c/b = 0.3, the mean payoffs differ by a tenth of b in half the meetings, and the defectors' mean has a
/// standard error of about .005.
#[test]
fn simulated_discriminators_hold_their_own_from_the_same_ratio() {
    let mut thresholds = [0; 200];
    thresholds[..4].fill(6);
    for (known, pays) in [(0.2, false), (0.4, true)] {
        let generation = Generation { known: Chance::of(known), cost: 0.3, meetings: 40_000, ..Generation::default() };
        let runs = map_indexed(4, |seed| live(&generation, &thresholds, &mut draws(seed as u64, "generation")));
        let mean = |agents: std::ops::Range<usize>| {
            let payoff: f64 = runs.iter().map(|run| run.payoffs[agents.clone()].iter().sum::<f64>()).sum();
            let meetings: u64 = runs.iter().map(|run| run.meetings[agents.clone()].iter().sum::<u64>()).sum();
            payoff / meetings as f64
        };
        let (defector, discriminator) = (mean(0..4), mean(4..200));
        assert_eq!(discriminator > defector, pays, "q {known}: {discriminator} and {defector}");
        assert!((discriminator - defector).abs() > 0.02, "q {known}: {discriminator} and {defector}");
    }
}

/// The bad rounds until a saturated Beta reputation is below a threshold, from the closed form by hand.
#[test]
fn an_exit_scam_lasts_as_long_as_forgetting_lets_it() {
    let rounds = |lambda: &str, threshold: &str| {
        exit_window(&lambda.parse().expect("a number"), &threshold.parse().expect("a number"))
            .expect("in range")
            .bad_rounds
    };
    for (lambda, half, seven_tenths) in [("0.9", 7, 3), ("0.95", 14, 7), ("0.99", 69, 35)] {
        assert_eq!((rounds(lambda, "0.5"), rounds(lambda, "0.7")), (Some(half), Some(seven_tenths)), "{lambda}");
    }
}

/// The same window lived through: agents that served well until their evidence is saturated, and then cheat, are below the
/// threshold after as many cheats as the closed form says.
#[test]
fn a_cheat_with_a_good_name_is_found_out_when_the_closed_form_says() {
    for (forgetting, threshold, expected) in
        [(0.9, 0.5, 7), (0.95, 0.5, 14), (0.99, 0.5, 69), (0.9, 0.7, 3), (0.95, 0.7, 7)]
    {
        let models = comity::reputation::catalogue();
        let call = format!("beta(forgetting={forgetting})");
        let spec = models.resolve(&Value::from(call.as_str()), &Place::root()).expect("a model");
        let mut model = models.build(&spec, &()).expect("a model");
        let mut draws = draws(1, "perception");
        for tick in 0..5_000 {
            model.observe(&Rating::new(tick, AgentId(0), AgentId(1), Grade::GOOD), &mut draws);
        }
        let mut cheats = 0;
        loop {
            model.observe(&Rating::new(5_000 + cheats, AgentId(0), AgentId(1), Grade::BAD), &mut draws);
            cheats += 1;
            if model.score(AgentId(0), AgentId(1)) < threshold {
                break;
            }
        }
        assert_eq!(cheats, expected, "{forgetting} {threshold}");
    }
}

/// The highest reputation under forgetting, `(N + 1)/(N + 2)`: an agent that only serves well comes to it and never above, so
/// that a threshold above it locks everybody out.
#[test]
fn nobody_is_thought_better_of_than_forgetting_allows() {
    for (forgetting, cap) in [("0.9", 0.9167), ("0.95", 0.9545), ("0.99", 0.9902)] {
        let window = exit_window(&forgetting.parse().expect("a number"), &"0.5".parse().expect("a number"));
        let most = window.expect("in range").max_mean.to_f64();
        assert!((most - cap).abs() < 5e-5, "{forgetting}: {most}");
        let models = comity::reputation::catalogue();
        let call = format!("beta(forgetting={forgetting})");
        let spec = models.resolve(&Value::from(call.as_str()), &Place::root()).expect("a model");
        let mut model = models.build(&spec, &()).expect("a model");
        let mut draws = draws(1, "perception");
        let mut best = 0.0_f64;
        for tick in 0..5_000 {
            model.observe(&Rating::new(tick, AgentId(0), AgentId(1), Grade::GOOD), &mut draws);
            best = best.max(model.score(AgentId(0), AgentId(1)));
        }
        assert!(best <= most + 1e-12 && best > most - 1e-9, "{forgetting}: {best} and {most}");
    }
}

/// Friedman & Resnick 2001: a population that replaces a share of its players has what the closed forms say where newcomers
/// pay their dues, and at least 1 - 2 e where names are for life and players tremble with e (Prop. 1). The mean of 200,000
/// meetings has a standard error below .001.
#[test]
fn a_population_with_newcomers_earns_what_the_closed_forms_say() {
    for replaced in [0.05, 0.1, 0.25] {
        let value = |custom, tremble| {
            let turnover = Turnover { players: 400, replaced, tremble, periods: 500, custom };
            turnover.value(&mut draws(7, "turnover"))
        };
        for friendly in [false, true] {
            let exact = Rational::from_decimal_of(replaced).expect("a decimal");
            let expected = newcomer_dues(&exact, friendly).to_f64();
            let found = value(Custom::Newcomers { friendly }, 0.0);
            assert!((found - expected).abs() < 0.01, "{replaced}, friendly {friendly}: {found}, not {expected}");
        }
        for tremble in [0.01, 0.05, 0.09] {
            let found = value(Custom::Deviators, tremble);
            assert!(found >= 1.0 - 2.0 * tremble && found < 1.0, "{replaced} {tremble}: {found}");
        }
    }
}

/// Bolton, Katok & Ockenfels 2004: feedback is worth something to strangers, partners are worth more; the published rates
/// (people's) are met within .08 by the fitted agents.
#[test]
fn feedback_helps_strangers_and_partners_do_without() {
    let market = Trading::default();
    let published = [[0.37, 0.39, 0.14], [0.56, 0.73, 0.41], [0.83, 0.87, 0.74]];
    let mut before = [0.0; 3];
    for (treatment, expected) in Treatment::ALL.into_iter().zip(published) {
        let trades: Vec<_> = map_indexed(200, |seed| market.trade(treatment, &mut draws(seed as u64, "trading")));
        let sum = |of: fn(&comity::reputation::trading::Trades) -> u64| trades.iter().map(of).sum::<u64>() as f64;
        let (possible, bought, shipped) = (sum(|t| t.possible), sum(|t| t.bought), sum(|t| t.shipped));
        let rates = [bought / possible, shipped / bought, shipped / possible];
        for (k, (rate, expected)) in rates.iter().zip(expected).enumerate() {
            assert!((rate - expected).abs() <= 0.08 && *rate > before[k], "{treatment:?} {k}: {rate}, not {expected}");
        }
        before = rates;
    }
}

const PEERS: usize = 60;

/// Ratings of 60 peers: each looks at 12 others; the honest rate them as they serve, wrong once in twenty; the malicious
/// praise those of them that belong to the clique. The first three peers, honest, are pre-trusted.
fn clique(malicious: usize, seed: u64) -> Vec<(u32, u32, f64)> {
    let mut draws = draws(seed, "ratings");
    let bad = |peer: usize| peer >= PEERS - malicious;
    let mut sums = Vec::new();
    for rater in 0..PEERS {
        let mut others: Vec<usize> = (0..PEERS).filter(|peer| *peer != rater).collect();
        draws.shuffle(&mut others);
        for ratee in &others[..12] {
            let praises = if bad(rater) { bad(*ratee) } else { bad(*ratee) == draws.chance(0.05) };
            if praises {
                sums.push((rater as u32, *ratee as u32, 1.0));
            }
        }
    }
    sums
}

/// How much of all trust the malicious have: of EigenTrust, and of the mean of normalised ratings.
fn captured(malicious: usize, seed: u64) -> (f64, f64) {
    let mut sums = clique(malicious, seed);
    let local = LocalTrust::of(PEERS, &mut sums);
    let of_clique = |trust: &[f64]| trust[PEERS - malicious..].iter().sum::<f64>() / trust.iter().sum::<f64>();
    let eigen = local.converge(&local.start(&[0, 1, 2]), 0.15, 1e-4, 1000);
    assert!(eigen.settled);
    let mut plain = Vec::new();
    // One step from uniform trust without a restart, those without ratings counting for nothing.
    local.step(&[1.0 / PEERS as f64; PEERS], &[0.0; PEERS], 0.0, &mut plain);
    (of_clique(&eigen.trust), of_clique(&plain))
}

/// Kamvar et al. 2003, threat model B (a collective that praises its own), in an independent mini-model whose means over 20
/// seeds these are. A run's standard deviation grows to .12 (at 42 of 60), so that such a mean is off by .026 at most once
/// in three times; a hundred runs here add .012.
#[test]
fn eigentrust_gives_a_clique_less_than_plain_means_do() {
    let expected = [
        (6, 0.016, 0.075),
        (12, 0.056, 0.199),
        (18, 0.100, 0.310),
        (24, 0.158, 0.419),
        (30, 0.218, 0.524),
        (36, 0.276, 0.627),
        (42, 0.357, 0.729),
    ];
    for (malicious, eigen, plain) in expected {
        let runs = map_indexed(100, |seed| captured(malicious, seed as u64));
        let mean = |of: fn(&(f64, f64)) -> f64| runs.iter().map(of).sum::<f64>() / 100.0;
        let (found_eigen, found_plain) = (mean(|run| run.0), mean(|run| run.1));
        assert!((found_eigen - eigen).abs() <= 0.03, "{malicious} of 60: {found_eigen}, not {eigen}");
        assert!((found_plain - plain).abs() <= 0.03, "{malicious} of 60: {found_plain}, not {plain}");
        // The lab's own such population, with draws of its own: two means of a hundred runs differ by .017 at the most
        // once in six times.
        let own =
            Clique { peers: 60, malicious: malicious as u32, ratings: 12, error: 0.05, pretrusted: 3, restart: 0.15 };
        let runs = map_indexed(100, |seed| own.captured(&mut draws(seed as u64, "clique")));
        let mean = |of: fn(&Captured) -> f64| runs.iter().map(of).sum::<f64>() / 100.0;
        assert!((mean(|run| run.eigentrust) - found_eigen).abs() < 0.05, "{malicious} of 60");
        assert!((mean(|run| run.plain) - found_plain).abs() < 0.02, "{malicious} of 60");
    }
}

/// The error of EigenTrust's iteration shrinks by 1 - a a step or faster (C is stochastic), towards the solution of the
/// linear equations.
#[test]
fn eigentrust_converges_to_its_fixed_point_at_the_rate_of_its_restart() {
    for (seed, restart) in [(1, 0.1), (2, 0.2), (3, 0.15)] {
        let mut entries = clique(18, seed);
        let mut dense = vec![vec![0.0; PEERS]; PEERS];
        entries.iter().for_each(|(i, j, s)| dense[*i as usize][*j as usize] = *s);
        let local = LocalTrust::of(PEERS, &mut entries);
        let start = local.start(&[0, 1, 2]);
        let fixed = fixed_point(&dense, &start, &restart).expect("a restart");
        let error = |trust: &[f64]| trust.iter().zip(&fixed).map(|(t, f)| (t - f).abs()).sum::<f64>();
        let (mut trust, mut next) = (start.clone(), Vec::new());
        for _ in 0..100 {
            let before = error(&trust);
            local.step(&trust, &start, restart, &mut next);
            std::mem::swap(&mut trust, &mut next);
            assert!(error(&trust) <= (1.0 - restart) * before + 1e-14);
        }
        let settled = local.converge(&start, restart, 1e-12, 10_000).trust;
        assert!(error(&settled) < 1e-9);
    }
}
