//! Supports on which at most two players mix, exactly: their conditions are linear.
//!
//! Where two players mix and all others play one action, each of the two is made indifferent by the other's probabilities
//! alone (Lemke & Howson 1964 for two players). Where one mixes, it must be indifferent whatever it does; the others'
//! conditions then bound its probabilities. Rationals throughout.

use std::cmp::Ordering;

use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::exact::Rational;
use crate::exact::linear::{Solutions, solutions};
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// What the equilibria of a support on which at most two players mix are.
pub(super) enum Few {
    /// There is none.
    None,
    /// This profile alone can be one; whether the actions that are not played pay less is not looked at.
    One(Profile),
    /// The edge between these two, and no others: one player mixes two actions in any proportion in between.
    Edge([Profile; 2]),
    /// The equations do not decide.
    Many,
}

/// Solves a support on which one or two players mix: each of two makes the other indifferent. One alone must be
/// indifferent anyway, and may mix as long as no other player is tempted.
pub(super) fn few_mixing(game: &NormalForm, support: &[Vec<usize>], mixing: &[usize]) -> Few {
    let mut at: Vec<usize> = support.iter().map(|actions| actions[0]).collect();
    let [first, second] = mixing else { return one_mixing(game, support, mixing[0]) };
    let mut strategies: Vec<MixedStrategy> =
        (0..support.len()).map(|player| MixedStrategy::pure(at[player], game.action_count(id(player)))).collect();
    let mut many = false;
    for (player, other) in [(*first, *second), (*second, *first)] {
        // The other's weights that make the player indifferent.
        let mut pays = |own: usize, theirs: usize| {
            at[player] = own;
            at[other] = theirs;
            game.payoff(&at, id(player)).clone()
        };
        let reference = support[player][0];
        let mut rows = vec![vec![Rational::one(); support[other].len() + 1]];
        for own in &support[player][1..] {
            let gain = |theirs: &usize| pays(*own, *theirs) - pays(reference, *theirs);
            let mut row: Vec<Rational> = support[other].iter().map(gain).collect();
            row.push(Rational::zero());
            rows.push(row);
        }
        match solutions(&rows) {
            Solutions::None => return Few::None,
            Solutions::Many => many = true,
            Solutions::One(weights) => {
                if weights.iter().any(|weight| !weight.is_positive()) {
                    return Few::None;
                }
                let mut probabilities = vec![Rational::zero(); game.action_count(id(other))];
                for (action, weight) in support[other].iter().zip(weights) {
                    probabilities[*action] = weight;
                }
                strategies[other] = MixedStrategy::new(probabilities).expect("the weights are positive and sum to one");
            }
        }
    }
    if many { Few::Many } else { Few::One(Profile::from_solver(strategies)) }
}

/// The support on which this player alone mixes.
fn one_mixing(game: &NormalForm, support: &[Vec<usize>], player: usize) -> Few {
    let mut at: Vec<usize> = support.iter().map(|actions| actions[0]).collect();
    let played = &support[player];
    let pays = |at: &[usize], player: usize| game.payoff(at, id(player)).clone();
    let mut own = played.iter().map(|action| {
        at[player] = *action;
        pays(&at, player)
    });
    let one = own.next().expect("a support has actions");
    if !own.all(|other| other == one) {
        return Few::None;
    }
    let [from, to] = played[..] else { return Few::Many };
    // What another player gains is linear in the probability of `to`: its sign bounds that probability on one side.
    let (mut low, mut high) = (Rational::zero(), Rational::one());
    for other in (0..support.len()).filter(|other| *other != player) {
        for action in (0..game.action_count(id(other))).filter(|action| *action != support[other][0]) {
            let [start, end] = [from, to].map(|mine| {
                at[player] = mine;
                at[other] = support[other][0];
                let now = pays(&at, other);
                at[other] = action;
                let then = pays(&at, other);
                at[other] = support[other][0];
                then - now
            });
            let slope = &end - &start;
            if slope.is_zero() {
                if start.is_positive() {
                    return Few::None;
                }
                continue;
            }
            let root = &-start / &slope;
            if slope.is_positive() {
                high = high.min(root);
            } else {
                low = low.max(root);
            }
        }
    }
    let end = |p: &Rational| {
        let strategy = |other: usize| {
            let actions = game.action_count(id(other));
            if other != player {
                return MixedStrategy::pure(support[other][0], actions);
            }
            let mut probabilities = vec![Rational::zero(); actions];
            probabilities[to] = p.clone();
            probabilities[from] = Rational::one() - p.clone();
            MixedStrategy::new(probabilities).expect("a probability and its complement")
        };
        Profile::from_solver((0..support.len()).map(strategy).collect())
    };
    match low.cmp(&high) {
        Ordering::Greater => Few::None,
        // A single pure one belongs to a smaller support.
        Ordering::Equal if low.is_zero() || low == Rational::one() => Few::None,
        Ordering::Equal => Few::One(end(&low)),
        Ordering::Less => Few::Edge([end(&low), end(&high)]),
    }
}

fn id(player: usize) -> PlayerId {
    PlayerId::at(player)
}
