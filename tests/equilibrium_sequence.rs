//! The sequence form and its equilibria against files whose equilibria are known, against the definition on the reduced
//! normal form, and on random trees.

mod common;

use comity::equilibrium::nash::ExtremeEquilibria;
use comity::equilibrium::profile::Profile;
use comity::equilibrium::sequence::{
    Behaviour, MixedProfile, SequenceError, SequenceForm, best_response, regrets, solve,
};
use comity::error::Diagnostic;
use comity::exact::Rational;
use comity::game::{ExtensiveForm, NodeKind, NormalForm, TreeBuilder};
use comity::ids::PlayerId;
use common::trees;
use proptest::prelude::*;
use serde_json::Value as Json;

fn rationals(list: &Json) -> Vec<Rational> {
    let numbers = list.as_array().expect("a list").iter();
    numbers.map(|number| number.as_str().expect("a number").parse().expect("a rational")).collect()
}

/// What a player gets in a mixed profile if it plays a pure strategy instead of its own: by pure strategy. The slow way,
/// profile by profile.
fn pure_payoffs(game: &NormalForm, mixed: &MixedProfile, player: PlayerId) -> Vec<Rational> {
    let mut sums = vec![Rational::zero(); game.action_count(player)];
    for profile in game.profiles() {
        let others = profile.iter().zip(mixed).enumerate().filter(|(k, _)| *k != player.index());
        let weight = others.fold(Rational::one(), |product, (_, (action, own))| &product * &own[*action]);
        if !weight.is_zero() {
            sums[profile[player.index()]] += &(game.payoff(&profile, player) * &weight);
        }
    }
    sums
}

fn mean(own: &[Rational], payoffs: &[Rational]) -> Rational {
    own.iter().zip(payoffs).map(|(p, u)| p * u).sum()
}

/// By player: the payoff, and the greatest that a pure strategy of the reduced normal form gets.
fn judged(game: &NormalForm, mixed: &MixedProfile) -> Vec<(Rational, Rational)> {
    let of = |player: PlayerId| {
        let pure = pure_payoffs(game, mixed, player);
        (mean(&mixed[player.index()], &pure), pure.iter().max().expect("a strategy").clone())
    };
    game.player_ids().map(of).collect()
}

/// Whether a tree is one that the solver takes.
fn is_for_two_with_recall(tree: &ExtensiveForm) -> bool {
    tree.player_count() == 2 && tree.has_perfect_recall()
}

#[test]
fn every_file_gets_an_equilibrium_that_is_one_by_the_tree_and_by_the_reduced_form() {
    let mut solved = 0;
    for (name, tree, facts) in &trees() {
        if !is_for_two_with_recall(tree) {
            continue;
        }
        solved += 1;
        let solution = solve(tree).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(regrets(tree, &solution.behaviour), Ok(vec![Rational::zero(); 2]), "{name}");
        assert_eq!(solution.behaviour.expected_payoffs(tree), solution.payoffs, "{name}");
        assert_eq!(solution.behaviour.plans(tree), Ok(solution.plans.to_vec()), "{name}");

        let reduced = tree.reduced_form().expect("a small form");
        let mixed = solution.behaviour.to_mixed(&reduced);
        for (player, (payoff, best)) in judged(&reduced.game, &mixed).into_iter().enumerate() {
            assert_eq!((&payoff, &best), (&solution.payoffs[player], &solution.payoffs[player]), "{name}");
        }

        // Equilibrium payoffs lie in the hull of those of the extreme equilibria; these bound each player's.
        if let Some(known) = facts["ne_payoffs"].as_array() {
            let known: Vec<Vec<Rational>> = known.iter().map(rationals).collect();
            if let [only] = &known[..] {
                assert_eq!(only[..], solution.payoffs, "{name}");
            }
            for player in 0..2 {
                let of = || known.iter().map(|payoffs| &payoffs[player]);
                let (least, most) = (of().min().expect("one"), of().max().expect("one"));
                assert!((least..=most).contains(&&solution.payoffs[player]), "{name}");
            }
            if let Some(induction) = tree.backward_induction() {
                assert!(known.contains(&induction.payoffs), "{name}: backward induction");
            }
        }
        let value = facts["value"].as_str().map(|value| value.parse::<Rational>().expect("a rational"));
        assert_eq!(solution.value, value, "{name}");
        if let (Some(value), Some(induction)) = (value, tree.backward_induction()) {
            assert_eq!(induction.payoffs[0], value, "{name}");
        }
    }
    assert_eq!(solved, 54);
}

#[test]
fn imperfect_recall_and_other_numbers_of_players_are_refused() {
    let mut refused = [0, 0];
    for (name, tree, facts) in &trees() {
        if is_for_two_with_recall(tree) {
            continue;
        }
        let error = SequenceForm::of(tree).expect_err("refused");
        assert_eq!(solve(tree).expect_err("refused"), error, "{name}");
        if tree.player_count() == 2 {
            assert_eq!(facts["family"], "imperfect", "{name}");
            assert_eq!(error, SequenceError::ImperfectRecall { player: "Row".into() }, "{name}");
            assert!(regrets(tree, &Behaviour::uniform(tree)).is_err(), "{name}");
            // The other player recalls, and may be asked.
            assert!(best_response(tree, &Behaviour::uniform(tree), PlayerId(1)).is_ok(), "{name}");
            let fault = Diagnostic::from(error).to_string();
            let wanted = "player \"Row\" has imperfect recall: its own past is not the same at all nodes of an \
                          information set; expected a game of perfect recall; its reduced normal form can be solved \
                          instead";
            assert_eq!(fault, wanted);
            refused[0] += 1;
        } else {
            assert_eq!(error, SequenceError::Players { found: tree.player_count() }, "{name}");
            refused[1] += 1;
        }
    }
    assert_eq!(refused, [2, 9]);
}

/// All extreme equilibria of a reduced form are those of its game.
#[test]
fn reduced_forms_have_all_their_extreme_equilibria() {
    let mut compared = [0, 0];
    for (name, tree, facts) in &trees() {
        let Some(count) = facts["n_extreme_ne"].as_u64() else { continue };
        let game = tree.reduced_form().expect("a small form").game;
        let found = ExtremeEquilibria::of(&game, ExtremeEquilibria::DEFAULT_LIMIT).expect("a small game");
        assert_eq!(found.len() as u64, count, "{name}: n_extreme_ne");
        assert_eq!(Json::from(found.nondegenerate), facts["nondegenerate"], "{name}: nondegenerate");
        let mut payoffs: Vec<Vec<Rational>> = found.profiles().map(|profile| profile.payoffs(&game)).collect();
        payoffs.sort_by(|a, b| b.cmp(a));
        payoffs.dedup();
        let known: Vec<Vec<Rational>> = facts["ne_payoffs"].as_array().expect("a list").iter().map(rationals).collect();
        assert_eq!(payoffs, known, "{name}: ne_payoffs");
        compared[0] += 1;
        let Some(known) = facts["ne"].as_array() else { continue };
        let known: Vec<MixedProfile> =
            known.iter().map(|profile| profile.as_array().expect("a pair").iter().map(rationals).collect()).collect();
        let mixed = |profile: Profile| -> MixedProfile {
            profile.strategies().iter().map(|own| own.probabilities().to_vec()).collect()
        };
        assert_eq!(found.profiles().map(mixed).collect::<Vec<_>>(), known, "{name}: ne");
        compared[1] += 1;
    }
    assert_eq!(compared, [44, 38]);
}

/// The known equilibria of reduced forms, turned into behaviour, have no regret on the tree, and the same payoffs.
#[test]
fn known_equilibria_are_equilibria_of_the_tree() {
    let mut checked = 0;
    for (name, tree, facts) in &trees() {
        let Some(known) = facts["ne"].as_array() else { continue };
        let reduced = tree.reduced_form().expect("a small form");
        for profile in known {
            let mixed: MixedProfile = profile.as_array().expect("a pair").iter().map(rationals).collect();
            let behaviour = Behaviour::from_mixed(tree, &reduced, &mixed).expect("distributions");
            let payoffs: Vec<Rational> = judged(&reduced.game, &mixed).into_iter().map(|(payoff, _)| payoff).collect();
            assert_eq!(behaviour.expected_payoffs(tree), payoffs, "{name}");
            // Off its own paths behaviour is even and may differ from what the strategies would do; nobody gains by it.
            assert_eq!(regrets(tree, &behaviour), Ok(vec![Rational::zero(); 2]), "{name}: {profile}");
            checked += 1;
        }
    }
    assert_eq!(checked, 126);
}

#[test]
fn what_is_no_behaviour_is_refused() {
    let tree = &trees().into_iter().find(|(name, ..)| name == "entry.efg").expect("the entry game").1;
    let q = |n: i64| Rational::from(n);
    let sure = || vec![vec![q(1), q(0)]];
    let behaviour = |all| Behaviour::new(tree, all).map(drop).map_err(|error| error.to_string());
    assert_eq!(behaviour(vec![sure(), sure()]), Ok(()));
    assert_eq!(behaviour(vec![sure()]), Err("1 where 2 belong (players)".into()));
    assert_eq!(behaviour(vec![sure(), vec![]]), Err("0 where 1 belong (information sets of \"Incumbent\")".into()));
    assert_eq!(
        behaviour(vec![sure(), vec![vec![q(1)]]]),
        Err("1 where 2 belong (actions at information set 0 of \"Incumbent\")".into())
    );
    for wrong in [vec![q(1), q(1)], vec![q(2), q(-1)]] {
        let fault = behaviour(vec![sure(), vec![wrong]]).expect_err("no distribution");
        assert!(fault.contains("as probabilities (information set 0 of \"Incumbent\")"), "{fault}");
    }
}

/// Grows trees of perfect recall from a list of numbers. A player's decisions with one past and one number of actions are
/// in one information set if a hidden number is the same.
struct Grower<'a> {
    numbers: std::iter::Cycle<std::slice::Iter<'a, u8>>,
    tree: TreeBuilder,
    zero_sum: bool,
    coin: usize,
    sets: Vec<Known>,
}

/// What is known of an information set: player, past, actions, hidden number.
type Known = (usize, Vec<(usize, usize)>, usize, usize);

impl Grower<'_> {
    fn tree(numbers: &[u8], players: usize, zero_sum: bool) -> ExtensiveForm {
        let mut tree = TreeBuilder::new("random", (0..players).map(|k| k.to_string())).expect("players");
        let coin = tree.event("coin", [("a", Rational::new(1, 3)), ("b", Rational::new(2, 3))]).expect("an event");
        let mut grower = Grower { numbers: numbers.iter().cycle(), tree, zero_sum, coin, sets: Vec::new() };
        grower.node(&vec![Vec::new(); players], 5);
        grower.tree.finish().expect("a tree")
    }

    fn next(&mut self, below: usize) -> usize {
        usize::from(*self.numbers.next().expect("endless")) % below
    }

    fn node(&mut self, pasts: &[Vec<(usize, usize)>], levels: usize) {
        let kind = if levels == 0 { 0 } else { self.next(10) };
        // Ends have payoffs, and some inner nodes, too.
        let outcome = (kind < 2 || self.next(5) == 0).then(|| {
            let mut payoffs: Vec<Rational> = pasts.iter().map(|_| Rational::from(self.next(7) as i64 - 3)).collect();
            if self.zero_sum {
                payoffs[1] = -payoffs[0].clone();
            }
            self.tree.outcome("", payoffs).expect("an outcome")
        });
        match kind {
            0 | 1 => {
                self.tree.node("", NodeKind::End, outcome).expect("a node");
            }
            2 => {
                self.tree.node("", NodeKind::Chance(self.coin), outcome).expect("a node");
                (0..2).for_each(|_| self.node(pasts, levels - 1));
            }
            _ => {
                let (player, actions, hidden) = (self.next(pasts.len()), 2 + self.next(2), self.next(2));
                let key = (player, pasts[player].clone(), actions, hidden);
                let set = self.sets.iter().position(|set| *set == key).unwrap_or_else(|| {
                    self.sets.push(key);
                    self.tree.infoset(PlayerId::at(player), "", vec![""; actions]).expect("a set")
                });
                self.tree.node("", NodeKind::Decision(set), outcome).expect("a node");
                for action in 0..actions {
                    let mut pasts = pasts.to_vec();
                    pasts[player].push((set, action));
                    self.node(&pasts, levels - 1);
                }
            }
        }
    }
}

/// A behaviour from a list of numbers, some of them 0.
fn behaviour(tree: &ExtensiveForm, numbers: &[u8]) -> Behaviour {
    let mut numbers = numbers.iter().cycle();
    let mut draw = |count: usize| -> Vec<Rational> {
        let mut weights: Vec<i64> = (0..count).map(|_| i64::from(numbers.next().expect("endless") % 4)).collect();
        weights[0] += i64::from(weights.iter().all(|weight| *weight == 0));
        let total: i64 = weights.iter().sum();
        weights.into_iter().map(|weight| Rational::new(weight, total)).collect()
    };
    let own = |player: PlayerId| -> Vec<usize> {
        tree.infosets_of(player).iter().map(|set| tree.infosets()[*set].actions.len()).collect()
    };
    let all = tree.player_ids().map(|player| own(player).into_iter().map(&mut draw).collect()).collect();
    Behaviour::new(tree, all).expect("distributions")
}

/// How many profiles a test enumerates.
const MOST_PROFILES: usize = 1000;

/// Whether a tree's reduced form is worth making: it has no more profiles than there are choices of an action at each
/// information set, and making a form of millions of them to throw it away takes seconds.
fn is_small(tree: &ExtensiveForm) -> bool {
    let choices = tree.infosets().iter().map(|set| set.actions.len());
    choices.fold(1_usize, usize::saturating_mul) <= 50 * MOST_PROFILES
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 60 } else { 10_000 }))]

    /// A solution is an equilibrium by the tree, and by the reduced normal form where that is small.
    #[test]
    fn random_trees_get_equilibria(numbers in prop::collection::vec(any::<u8>(), 5..200), zero_sum in any::<bool>()) {
        let tree = Grower::tree(&numbers, 2, zero_sum);
        prop_assert!(tree.has_perfect_recall());
        let solution = solve(&tree).expect("two players with perfect recall");
        prop_assert_eq!(regrets(&tree, &solution.behaviour), Ok(vec![Rational::zero(); 2]));
        let reduced = if is_small(&tree) { tree.reduced_form().ok() } else { None };
        if let Some(reduced) = reduced.filter(|reduced| reduced.game.profile_count() <= MOST_PROFILES) {
            let mixed = solution.behaviour.to_mixed(&reduced);
            for (player, (payoff, best)) in judged(&reduced.game, &mixed).into_iter().enumerate() {
                prop_assert_eq!((&payoff, &best), (&solution.payoffs[player], &solution.payoffs[player]));
            }
        }
        if let (Some(value), Some(induction)) = (solution.value, tree.backward_induction()) {
            prop_assert_eq!(value, induction.payoffs[0].clone());
        }
    }

    /// Kuhn's theorem: a behaviour and its mixed strategies pay the same and leave the same to gain; and plans come
    /// back as the behaviour where they lead.
    #[test]
    fn behaviour_and_mixed_strategies_are_two_views(
        numbers in prop::collection::vec(any::<u8>(), 5..200),
        chances in prop::collection::vec(any::<u8>(), 5..60),
        players in 1usize..4,
    ) {
        let tree = Grower::tree(&numbers, players, false);
        let behaviour = behaviour(&tree, &chances);
        let reduced = if is_small(&tree) { tree.reduced_form().ok() } else { None };
        let Some(reduced) = reduced.filter(|reduced| reduced.game.profile_count() <= MOST_PROFILES) else { return Ok(()) };
        let mixed = behaviour.to_mixed(&reduced);
        prop_assert!(mixed.iter().all(|own| own.iter().sum::<Rational>() == 1));
        let judged = judged(&reduced.game, &mixed);
        let payoffs: Vec<Rational> = judged.iter().map(|(payoff, _)| payoff.clone()).collect();
        let gains: Vec<Rational> = judged.iter().map(|(payoff, best)| best - payoff).collect();
        prop_assert_eq!(behaviour.expected_payoffs(&tree), payoffs.clone());
        prop_assert_eq!(regrets(&tree, &behaviour), Ok(gains));
        let again = Behaviour::from_mixed(&tree, &reduced, &mixed).expect("distributions");
        prop_assert_eq!(again.plans(&tree), behaviour.plans(&tree));
        prop_assert_eq!(again.expected_payoffs(&tree), payoffs);
        // What a best response promises, playing it gets.
        for player in tree.player_ids() {
            let response = best_response(&tree, &behaviour, player).expect("perfect recall");
            let mut all = behaviour.probabilities().to_vec();
            for (own, action) in all[player.index()].iter_mut().zip(&response.actions) {
                own.iter_mut().enumerate().for_each(|(k, p)| *p = Rational::from(i64::from(k == *action)));
            }
            let played = Behaviour::new(&tree, all).expect("distributions").expected_payoffs(&tree);
            prop_assert_eq!(&played[player.index()], &response.payoff);
        }
    }
}

/// The matrices of the form say what the tree says: plans satisfy the constraints, and payoffs are bilinear in them.
#[test]
fn forms_agree_with_their_trees() {
    for (name, tree, _) in &trees() {
        let Ok(form) = SequenceForm::of(tree) else { continue };
        let behaviour = behaviour(tree, &[1, 2, 3, 0, 2, 3, 3, 1]);
        let plans = behaviour.plans(tree).expect("perfect recall");
        for (player, plan) in plans.iter().enumerate() {
            assert_eq!(form.sequence_count(player), tree.sequence_count(PlayerId::at(player)), "{name}");
            for (h, row) in form.constraints(player).iter().enumerate() {
                let sum: Rational = row.iter().zip(plan).map(|(e, x)| &Rational::from(i64::from(*e)) * x).sum();
                assert_eq!(sum, i64::from(h == 0), "{name}");
            }
        }
        assert_eq!(form.expected_payoffs([&plans[0], &plans[1]])[..], behaviour.expected_payoffs(tree), "{name}");
    }
}

#[test]
fn a_game_too_large_is_refused() {
    let mut tree = TreeBuilder::new("wide", ["a", "b"]).expect("players");
    let set = tree.infoset(PlayerId(0), "", vec![""; 500]).expect("a set");
    tree.node("", NodeKind::Decision(set), None).expect("a node");
    for _ in 0..500 {
        tree.node("", NodeKind::End, None).expect("a node");
    }
    let error = solve(&tree.finish().expect("a tree")).expect_err("too large");
    assert_eq!(error, SequenceError::TooLarge { found: 502, limit: 400 });
}
