//! Credit: axioms, games with published values, and values that other software computed exactly.

mod common;

use comity::credit::{
    self, Coalition, CoalitionGame, Fit, MOST_PLAYERS, Moment, TeamReward, additive, monotone, sampled_shapley,
};
use comity::error::Diagnostic;
use comity::exact::Rational;
use comity::ids::{RunKey, Seed};
use comity::sim::{Draws, Purpose, Who};
use proptest::prelude::*;
use serde_json::Value as Json;

fn q(text: &str) -> Rational {
    text.parse().expect("a number")
}

fn all(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|text| q(text)).collect()
}

fn whole(value: i64) -> Rational {
    value.into()
}

fn draws(seed: u64) -> Draws {
    RunKey::derive(Seed(seed), 0, "").draws(Who::agent("sample"), Purpose::Choice)
}

fn game(players: usize, worth: impl FnMut(Coalition) -> Rational) -> CoalitionGame {
    CoalitionGame::of(players, worth).expect("few players")
}

fn members(coalition: Coalition, players: usize) -> impl Iterator<Item = usize> {
    (0..players).filter(move |player| coalition.contains(*player))
}

/// Shapley values by their definition: the mean over all orders.
fn by_orders(game: &CoalitionGame) -> Vec<Rational> {
    fn visit(game: &CoalitionGame, so_far: Coalition, sums: &mut [Rational], orders: &mut i64) {
        if so_far.size() == game.players() {
            *orders += 1;
            return;
        }
        for player in 0..game.players() {
            if !so_far.contains(player) {
                let before = *orders;
                visit(game, so_far.with(player), sums, orders);
                let added = game.worth(so_far.with(player)).clone() - game.worth(so_far).clone();
                sums[player] += &(added * whole(*orders - before));
            }
        }
    }
    let (mut sums, mut orders) = (vec![Rational::zero(); game.players()], 0);
    visit(game, Coalition::default(), &mut sums, &mut orders);
    sums.into_iter().map(|sum| sum / whole(orders)).collect()
}

fn games(players: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = CoalitionGame> {
    players.prop_flat_map(|players| {
        prop::collection::vec((-20i64..=20, 1i64..=6), 1 << players).prop_map(move |worths| {
            game(players, |s| {
                let (numerator, denominator) = worths[usize::try_from(s.0).expect("few")];
                Rational::new(numerator, denominator)
            })
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn shapley_is_the_mean_over_orders_and_hands_out_all(game in games(1..=5)) {
        let values = game.shapley();
        prop_assert_eq!(&values, &by_orders(&game));
        prop_assert_eq!(values.iter().sum::<Rational>(), game.total());
    }

    #[test]
    fn values_of_a_sum_of_games_are_sums(first in games(4..=4), second in games(4..=4)) {
        let sum = game(4, |s| first.worth(s).clone() + second.worth(s).clone());
        for of in [CoalitionGame::shapley, CoalitionGame::banzhaf, CoalitionGame::differences, CoalitionGame::alone] {
            let parts: Vec<Rational> = of(&first).into_iter().zip(of(&second)).map(|(a, b)| a + b).collect();
            prop_assert_eq!(of(&sum), parts);
        }
    }

    #[test]
    fn who_adds_nothing_gets_nothing_and_who_adds_the_same_gets_the_same(inner in games(3..=3), alone in -9i64..=9) {
        // Player 3 adds nothing to anybody, player 4 the same to all; players 0 and 1 are made alike.
        let even = |s: Coalition| {
            let swapped = Coalition((s.0 & 4) | (s.0 & 1) << 1 | (s.0 & 2) >> 1);
            inner.worth(Coalition(s.0 & 7)).clone() + inner.worth(Coalition(swapped.0 & 7)).clone()
        };
        let game = game(5, |s| even(s) + whole(if s.contains(4) { alone } else { 0 }));
        for values in [game.shapley(), game.banzhaf()] {
            prop_assert_eq!(&values[0], &values[1]);
            prop_assert_eq!(&values[3], &Rational::zero());
            prop_assert_eq!(&values[4], &whole(alone));
        }
    }

    #[test]
    fn a_baseline_of_the_own_policy_has_mean_zero(values in prop::collection::vec(-20i64..=20, 12), weights in prop::collection::vec(1i64..=5, 7)) {
        let team = TeamReward::of(vec![2, 3, 2], |a| whole(values[a[0] * 6 + a[1] * 2 + a[2]]));
        let policy = |range: std::ops::Range<usize>| -> Vec<Rational> {
            let total: i64 = weights[range.clone()].iter().sum();
            weights[range].iter().map(|w| Rational::new(*w, total)).collect()
        };
        let policies = [policy(0..2), policy(2..5), policy(5..7)];
        let mut means = vec![Rational::zero(); 3];
        for (joint, _) in team.iter() {
            let weight = joint.iter().zip(&policies).fold(Rational::one(), |w, (a, p)| &w * &p[*a]);
            for (mean, advantage) in means.iter_mut().zip(team.advantage(&joint, &policies)) {
                *mean += &(&weight * &advantage);
            }
        }
        prop_assert_eq!(means, vec![Rational::zero(); 3]);
    }
}

#[test]
fn a_pair_of_gloves_pays_the_scarce_one() {
    // Two left gloves, one right: Shapley 1953's example as in Osborne & Rubinstein 1994, sec. 14.4.
    let gloves = game(3, |s| whole(i64::from(s.contains(2) && s.size() >= 2)));
    assert_eq!(gloves.shapley(), all(&["1/6", "1/6", "2/3"]));
    assert_eq!(gloves.banzhaf(), all(&["1/4", "1/4", "3/4"]));
    assert_eq!(gloves.differences(), all(&["0", "0", "1"]));
}

#[test]
fn voting_power_is_not_votes() {
    // The three-person majority: all alike.
    let majority = game(3, |s| whole(i64::from(s.size() >= 2)));
    assert_eq!(majority.shapley(), all(&["1/3", "1/3", "1/3"]));
    // [51; 50, 49, 1]: 49 votes weigh as much as one (Straffin 1977).
    let weights = [50, 49, 1];
    let weighted = game(3, |s| whole(i64::from(members(s, 3).map(|k| weights[k]).sum::<i64>() >= 51)));
    assert_eq!(weighted.shapley(), all(&["2/3", "1/6", "1/6"]));
    assert_eq!(weighted.banzhaf(), all(&["3/4", "1/4", "1/4"]));
    // The Security Council: 5 permanent members with a veto, 10 others, 9 votes: 421/2145 and 4/2145 (Shapley & Shubik 1954
    // for the council of 11; the present one in Straffin 1994).
    let council = game(15, |s| whole(i64::from(s.0 & 31 == 31 && s.size() >= 9)));
    let values = council.shapley();
    assert!(values[..5].iter().all(|value| *value == q("421/2145")));
    assert!(values[5..].iter().all(|value| *value == q("4/2145")));
}

#[test]
fn a_runway_is_paid_for_by_those_who_need_it() {
    // Littlechild & Owen 1973: each piece of the runway is shared by those who need it.
    let needs = [1i64, 3, 3, 7];
    let airport = game(4, |s| whole(members(s, 4).map(|k| needs[k]).max().unwrap_or(0)));
    let first = Rational::new(1, 4);
    let second = first.clone() + Rational::new(2, 3);
    assert_eq!(airport.shapley(), [first, second.clone(), second.clone(), second + whole(4)]);
}

#[test]
fn twenty_players_are_exact_and_more_are_refused() {
    let votes: Vec<i64> = (1..=20).collect();
    let sum = game(MOST_PLAYERS, |s| whole(members(s, 20).map(|k| votes[k]).sum()));
    assert_eq!(sum.shapley(), votes.iter().copied().map(whole).collect::<Vec<_>>());
    let fault = Diagnostic::from(CoalitionGame::of(21, |_| Rational::zero()).expect_err("too many"));
    assert_eq!(
        fault.to_string(),
        "21 players; expected at most 20; a sample of orders estimates the Shapley value of more"
    );
}

#[test]
fn samples_come_as_near_as_their_errors_say() {
    // The airport game of 40 players who need 1, 2, .., 40: exact values are sums of 1 / (number of those who need more).
    let exact: Vec<f64> = (0..40).map(|player| (0..=player).map(|piece| 1.0 / f64::from(40 - piece)).sum()).collect();
    let worth = |s: Coalition| members(s, 40).max().map_or(0.0, |player| player as f64 + 1.0);
    let (few, many) = (sampled_shapley(40, 100, &mut draws(1), worth), sampled_shapley(40, 1600, &mut draws(2), worth));
    assert!((many.iter().map(|e| e.value).sum::<f64>() - 40.0).abs() < 1e-9);
    let mut shrunk = 0.0;
    for ((few, many), exact) in few.iter().zip(&many).zip(&exact) {
        let error = many.standard_error.expect("many orders");
        assert!((many.value - exact).abs() <= 4.0 * error.max(1e-12), "{} instead of {exact}", many.value);
        shrunk += few.standard_error.expect("orders") / error.max(1e-12) / 40.0;
    }
    // Sixteen times the orders, a quarter of the error.
    assert!((3.0..5.0).contains(&shrunk), "{shrunk}");
}

/// Agents that load (1) or not (0), each at a food; a food is worth something if levels suffice.
fn loads<W: Fn(i64) -> i64>(
    at: &[usize],
    levels: &[i64],
    foods: &[i64],
    worth: W,
) -> impl Fn(&[usize]) -> Rational + use<W> {
    let (at, levels) = (at.to_vec(), levels.to_vec());
    let foods: Vec<(i64, i64)> = foods.iter().map(|level| (*level, worth(*level))).collect();
    move |joint| {
        let strength = |food: usize| -> i64 {
            (0..joint.len()).filter(|k| joint[*k] == 1 && at[*k] == food).map(|k| levels[k]).sum()
        };
        let lifted = foods.iter().enumerate().filter(|(food, (level, _))| strength(*food) >= *level);
        whole(lifted.map(|(_, (_, worth))| worth).sum())
    }
}

fn rule(name: &str, moment: &Moment<'_>) -> Vec<Rational> {
    let catalogue = credit::catalogue();
    let spec = catalogue.resolve(&name.into(), &comity::catalogue::Place::root()).expect("a rule");
    catalogue.build(&spec, &()).expect("a rule").credit(moment)
}

#[test]
fn whose_work_earned_the_common_reward() {
    // Three agents load, two at one item succeed, the third at another fails: Albrecht, Christianos & Schaefer 2024.
    let reward = loads(&[0, 0, 1], &[1, 1, 1], &[2, 2], |_| 1);
    let half = || vec![Rational::new(1, 2); 2];
    let moment = Moment {
        joint: &[1, 1, 1],
        defaults: &[0, 0, 0],
        policies: &[half(), half(), half()],
        paid: &all(&["1/2", "1/2", "0"]),
        number: 0,
        reward: &reward,
    };
    for (name, expected) in [
        ("own_share", ["1/2", "1/2", "0"]),
        ("common_reward", ["1", "1", "1"]),
        ("difference_reward", ["1", "1", "0"]),
        ("aristocrat_utility", ["1/2", "1/2", "0"]),
        ("shapley_value", ["1/2", "1/2", "0"]),
        ("banzhaf_value", ["1/2", "1/2", "0"]),
        ("alone", ["0", "0", "0"]),
    ] {
        assert_eq!(rule(name, &moment), all(&expected), "{name}");
    }
}

/// Forty agents load at a food that takes all levels but the last agent's: each earns in proportion to how often it is the one
/// that tips it. By symmetry all but nobody are alike; the worths sum to the reward, and repeat for the same seed and moment.
#[test]
fn a_sample_of_orders_credits_more_agents_than_can_be_listed() {
    let reward = loads(&[0; 40], &[1; 40], &[40], |_| 1);
    let (joint, defaults, paid) = ([1; 40], [0; 40], vec![Rational::zero(); 40]);
    let at =
        |number| Moment { joint: &joint, defaults: &defaults, policies: &[], paid: &paid, number, reward: &reward };
    let build = |call: &str| {
        let catalogue = credit::catalogue();
        let spec = catalogue.resolve(&call.into(), &comity::catalogue::Place::root()).expect("a rule");
        catalogue.build(&spec, &()).expect("a rule")
    };
    let rule = build("sampled_shapley(orders=4000)");
    assert!(rule.fits(40).is_ok() && build("shapley_value").fits(40).is_err() && rule.fits(65).is_err());
    let (found, errors) = (rule.credit(&at(0)), rule.errors(&at(0)).expect("estimates have errors"));
    let total: f64 = found.iter().map(Rational::to_f64).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    for (value, error) in found.iter().zip(&errors) {
        // The last in the order tips it: 1/40 each; a standard error of sqrt(p (1 - p) / n).
        assert!((value.to_f64() - 0.025).abs() < 5.0 * 0.0025, "{value}");
        assert!((error - 0.0025).abs() < 0.0005, "{error}");
    }
    assert_eq!(rule.credit(&at(0)), found);
    assert_ne!(rule.credit(&at(1)), found);
    assert!(build("shapley_value").errors(&at(0)).is_none());
}

#[test]
fn rules_agree_with_the_games_that_they_come_from() {
    let reward = loads(&[0, 0, 0, 1], &[1, 2, 1, 3], &[3, 2], |level| level);
    let team = TeamReward::of(vec![2; 4], &reward);
    let policies: Vec<Vec<Rational>> = (1..=4).map(|k| vec![Rational::new(k, 5), Rational::new(5 - k, 5)]).collect();
    let defaults = [0; 4];
    for (joint, _) in team.iter() {
        let paid = vec![Rational::zero(); 4];
        let moment =
            Moment { joint: &joint, defaults: &defaults, policies: &policies, paid: &paid, number: 0, reward: &reward };
        let game = team.coalitions(&joint, &defaults).expect("few");
        assert_eq!(rule("difference_reward", &moment), team.difference(&joint, &defaults));
        assert_eq!(rule("difference_reward", &moment), game.differences());
        assert_eq!(rule("aristocrat_utility", &moment), team.advantage(&joint, &policies));
        assert_eq!(rule("shapley_value", &moment), game.shapley());
        assert_eq!(rule("banzhaf_value", &moment), game.banzhaf());
        assert_eq!(rule("alone", &moment), game.alone());
        // Hammer & Holzman 1992: the best sum of parts for who acts and who does not has the Banzhaf values for parts.
        let acting = |set: &[usize]| set.iter().zip(&joint).map(|(acts, action)| acts * action).collect::<Vec<_>>();
        let fit = additive(&TeamReward::of(vec![2; 4], |set| reward(&acting(set)))).values;
        let part = |agent: usize| {
            let mut set = [0; 4];
            set[agent] = 1;
            fit.at(&set) - fit.at(&[0; 4])
        };
        assert_eq!(rule("banzhaf_value", &moment), (0..4).map(part).collect::<Vec<_>>());
    }
}

// What other software computed: `tests/oracles/marl/matrix_learning.jsonl.gz`, whole.

fn records(kind: &str, least: usize) -> Vec<Json> {
    let found = common::oracle_lines("marl/matrix_learning.jsonl.gz").into_iter().filter(|r| r["kind"] == kind);
    let found: Vec<Json> = found.collect();
    assert!(found.len() >= least, "{} records of {kind}", found.len());
    found
}

fn exact(value: &Json) -> Rational {
    match value {
        Json::String(text) => q(text),
        other => q(&other.to_string()),
    }
}

fn exacts(value: &Json) -> Vec<Rational> {
    value.as_array().expect("a list").iter().map(exact).collect()
}

fn table(value: &Json) -> Vec<Vec<Rational>> {
    value.as_array().expect("a table").iter().map(exacts).collect()
}

fn indices(value: &Json) -> Vec<usize> {
    let index = |x: &Json| usize::try_from(x.as_u64().expect("an index")).expect("small");
    value.as_array().expect("a list").iter().map(index).collect()
}

fn check_values(game: &CoalitionGame, expected: &Json, id: &str) {
    assert_eq!(game.shapley(), exacts(&expected["shapley"]), "{id}");
    assert_eq!(game.banzhaf(), exacts(&expected["banzhaf"]), "{id}");
    assert_eq!(game.differences(), exacts(&expected["difference"]), "{id}");
    assert_eq!(game.alone(), exacts(&expected["marginal_alone"]), "{id}");
    assert_eq!(game.worth(Coalition::all(game.players())), &exact(&expected["grand"]), "{id}");
}

#[test]
fn values_of_cooperative_games_are_as_recorded() {
    for record in records("coop_game", 32) {
        let worths = exacts(&record["input"]["v"]);
        let players = indices(&serde_json::json!([record["input"]["n"]]))[0];
        let game = game(players, |s| worths[usize::try_from(s.0).expect("few")].clone());
        check_values(&game, &record["expected"], &record["id"].to_string());
    }
}

#[test]
fn credit_for_a_load_is_as_recorded() {
    for record in records("lbf_load_credit", 26) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let levels: Vec<i64> =
            input["levels"].as_array().expect("levels").iter().map(|x| x.as_i64().expect("whole")).collect();
        let food = input["food_level"].as_i64().expect("a level");
        let reward = loads(&vec![0; levels.len()], &levels, &[food], |level| level);
        let game = TeamReward::of(vec![2; levels.len()], &reward)
            .coalitions(&vec![1; levels.len()], &vec![0; levels.len()])
            .expect("few");
        check_values(&game, expected, &id);
        let critical: Vec<Rational> = game.differences().iter().map(|d| whole(i64::from(d.is_positive()))).collect();
        let recorded: Vec<Rational> = expected["critical"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|x| x.as_bool().map_or_else(|| exact(x), |b| whole(i64::from(b))))
            .collect();
        assert_eq!(critical, recorded, "{id}");
        // What the environment pays: level times food level, if they lift it.
        let strength: i64 = levels.iter().sum();
        let lifted = i64::from(strength >= food);
        let paid: Vec<Rational> = levels.iter().map(|level| whole(level * food * lifted)).collect();
        assert_eq!(paid, exacts(&expected["lbf_reward_unnormalised"]), "{id}");
        let shares: Vec<Rational> = levels.iter().map(|level| Rational::new(level * lifted, strength)).collect();
        assert_eq!(shares, exacts(&expected["lbf_reward_normalised_single_food"]), "{id}");
    }
}

#[test]
fn credit_for_a_common_reward_is_as_recorded() {
    for record in records("lbf_common_reward_credit", 16) {
        let (input, id) = (&record["input"], record["id"].to_string());
        let whole_numbers = |key: &str| -> Vec<i64> { indices(&input[key]).into_iter().map(|x| x as i64).collect() };
        let (levels, foods) = (whole_numbers("levels"), whole_numbers("food_levels"));
        let reward = loads(&indices(&input["at_food"]), &levels, &foods, |_| 1);
        let all = vec![1; levels.len()];
        let game =
            TeamReward::of(vec![2; levels.len()], &reward).coalitions(&all, &vec![0; levels.len()]).expect("few");
        check_values(&game, &record["expected"], &id);
        assert_eq!(reward(&all), exact(&record["expected"]["common"]), "{id}");
    }
}

#[test]
fn counterfactual_advantages_are_as_recorded() {
    for record in records("coma_advantage", 26) {
        let (input, expected, id) = (&record["input"], &record["expected"], record["id"].to_string());
        let (values, policies) = (exacts(&input["Q"]), table(&input["pi"]));
        let mut next = values.into_iter();
        let team = TeamReward::of(indices(&input["sizes"]), |_| next.next().expect("a value a joint action"));
        let advantages: Vec<Vec<Rational>> = team.iter().map(|(joint, _)| team.advantage(&joint, &policies)).collect();
        assert_eq!(advantages, table(&expected["advantage"]), "{id}");
        let agents = 0..policies.len();
        let means: Vec<Vec<Rational>> = agents.clone().map(|agent| team.means(agent, &policies)).collect();
        assert_eq!(means, table(&expected["expected_q_per_action"]), "{id}");
        assert_eq!(team.mean(&policies), exact(&expected["state_value"]), "{id}");
        let gradients: Vec<Vec<Rational>> =
            agents.map(|agent| team.logit_gradient(agent, &policies).expect("an agent")).collect();
        assert_eq!(gradients, table(&expected["softmax_logit_gradient"]), "{id}");
    }
    let team = TeamReward::of(vec![1], |_| whole(1));
    assert_eq!(team.logit_gradient(1, &[]).expect_err("no agent").to_string(), "agent 1, from 0; expected one of 1");
}

fn matrix(value: &Json) -> TeamReward {
    let rows = table(value);
    TeamReward::of(vec![rows.len(), rows[0].len()], |a| rows[a[0]][a[1]].clone())
}

fn greedy(fit: &Fit) -> Json {
    serde_json::json!(fit.greedy())
}

#[test]
fn value_decompositions_are_as_recorded() {
    for record in records("value_decomposition", 29) {
        let (expected, id) = (&record["expected"], record["id"].to_string());
        let team = matrix(&record["input"]["Q"]);
        let sum = additive(&team);
        assert_eq!(sum.values, matrix(&expected["vdn_fit"]), "{id}");
        assert_eq!(sum.squared_error, exact(&expected["vdn_sse"]), "{id}");
        assert_eq!(greedy(&sum), expected["vdn_greedy"], "{id}");
        let got: Vec<Rational> = sum.greedy().iter().map(|joint| team.at(joint).clone()).collect();
        assert_eq!(got, exacts(&expected["vdn_greedy_values"]), "{id}");
        let best = Fit { values: team.clone(), squared_error: Rational::zero() };
        assert_eq!(greedy(&best), expected["optimal_joint"], "{id}");

        let fits = monotone(&team).expect("small");
        assert_eq!(fits.len() as u64, expected["monotonic_n_fits"].as_u64().expect("a number"), "{id}");
        assert!(fits.iter().all(|fit| fit.squared_error == exact(&expected["monotonic_sse"])), "{id}");
        let listed = expected["monotonic_fits"].as_array().expect("a list");
        assert!(listed.iter().all(|fit| fits.iter().any(|found| found.values == matrix(fit))), "{id}");
        let mut reached: Vec<Vec<usize>> = fits.iter().flat_map(Fit::greedy).collect();
        reached.sort();
        reached.dedup();
        assert_eq!(serde_json::json!(reached), expected["monotonic_greedy"], "{id}");
    }
}

#[test]
fn the_two_step_game_has_the_recorded_fixed_points() {
    for record in records("two_step_game", 2) {
        let (expected, id) = (&record["expected"], record["id"].to_string());
        let gamma = exact(&record["input"]["gamma"]);
        // The first agent's action chooses the second matrix; its value is the discounted greatest value of that one.
        let first_step = |fits: [&Fit; 2]| {
            let most = fits.map(|fit| fit.values.iter().map(|(_, value)| value.clone()).max().expect("values"));
            TeamReward::of(vec![2, 2], |a| &gamma * &most[a[0]])
        };
        let (a, b) = (matrix(&expected["optimal_q"]["s2A"]), matrix(&expected["optimal_q"]["s2B"]));
        let play = |first: usize, fits: [&Fit; 2]| {
            let joint = &fits[first].greedy()[0];
            [&a, &b][first].at(joint).clone()
        };
        for (key, of) in [
            ("vdn_fixed_point", (|team| additive(team)) as fn(&TeamReward) -> Fit),
            ("monotonic_fixed_point", |team| monotone(team).expect("small").swap_remove(0)),
        ] {
            let point = &expected[key];
            let (fit_a, fit_b) = (of(&a), of(&b));
            assert_eq!(fit_b.values, matrix(&point["s2B"]), "{id} {key}");
            let start = of(&first_step([&fit_a, &fit_b]));
            assert_eq!(start.values, matrix(&point["s1"]), "{id} {key}");
            let chosen = start.greedy()[0][0];
            assert_eq!(chosen as u64, point["greedy_s1"].as_u64().expect("an action"), "{id} {key}");
            assert_eq!(play(chosen, [&fit_a, &fit_b]), exact(&point["episode_reward"]), "{id} {key}");
        }
        let perfect = |team: &TeamReward| Fit { values: team.clone(), squared_error: Rational::zero() };
        assert_eq!(first_step([&perfect(&a), &perfect(&b)]), matrix(&expected["optimal_q"]["s1"]), "{id}");
    }
}

#[test]
fn the_best_monotone_fit_of_the_qtran_game_finds_its_optimum() {
    // Son et al. 2019, table 1. The fit that is often shown, which misses it, has an error of 320.
    let rows = [[8i64, -12, -12], [-12, 0, 0], [-12, 0, 0]];
    let fits = monotone(&TeamReward::of(vec![3, 3], |a| whole(rows[a[0]][a[1]]))).expect("small");
    assert_eq!(fits.len(), 1);
    assert_eq!((&fits[0].squared_error, fits[0].greedy()), (&whole(288), vec![vec![0, 0]]));
    let large = TeamReward::of(vec![5, 2], |_| whole(0));
    assert!(monotone(&large).expect_err("too many").to_string().starts_with("agents with [5, 2] actions"));
}
