//! Best responses and regret in a tree, by dynamic programming over what a player did: the check of an equilibrium,
//! which uses nothing of the solver.
//!
//! With the others' behaviour fixed, every end counts with the probability that chance and the others play their parts
//! of the way there. A player of perfect recall knows at an information set exactly its own past; the best action is the
//! one whose ends, together with the best of what comes after it, count most. A later set has a greater number than one
//! before it on a path, so that one sweep from the last to the first decides all.

use super::form::require_recall;
use super::{Behaviour, SequenceError};
use crate::exact::Rational;
use crate::game::ExtensiveForm;
use crate::ids::PlayerId;

/// A best response of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestResponse {
    /// What it pays the player: no behaviour pays more against the others.
    pub payoff: Rational,
    /// By information set: the first best action, also where the others never let the game come.
    pub actions: Vec<usize>,
}

/// A best response of a player to the others' behaviour; its own behaviour does not count. Any number of players.
///
/// # Errors
/// If the player has imperfect recall; the others may.
pub fn best_response(
    tree: &ExtensiveForm,
    behaviour: &Behaviour,
    player: PlayerId,
) -> Result<BestResponse, SequenceError> {
    require_recall(tree, [player])?;
    let pasts = tree.pasts();
    // By past of the player: what the ends with this past count, then what the sets count to which it leads.
    let mut gains = vec![Rational::zero(); pasts.of_player(player).len() + 1];
    let mut reach: Vec<Rational> = Vec::with_capacity(tree.nodes().len());
    for node in tree.nodes() {
        let here = match node.parent {
            None => Rational::one(),
            Some((parent, _)) if tree.mover(parent) == Some(player) => reach[parent].clone(),
            Some((parent, action)) => &reach[parent] * behaviour.at(tree, parent, action),
        };
        reach.push(here);
    }
    for (node, payoffs) in tree.ends() {
        gains[pasts.at(node, player)] += &(&payoffs[player.index()] * &reach[node]);
    }
    let sets = tree.infosets_of(player);
    let mut actions = vec![0; sets.len()];
    for (h, place) in sets.iter().enumerate().rev() {
        let first = tree.infosets()[*place].nodes[0];
        let after = |action: usize| pasts.at(tree.nodes()[first].children[action], player);
        let count = tree.infosets()[*place].actions.len();
        let best = (1..count).fold(0, |best, a| if gains[after(a)] > gains[after(best)] { a } else { best });
        actions[h] = best;
        let gain = gains[after(best)].clone();
        gains[pasts.at(first, player)] += &gain;
    }
    Ok(BestResponse { payoff: gains.swap_remove(0), actions })
}

/// What each player could gain by playing otherwise alone; never negative, and all zero exactly in a Nash equilibrium.
///
/// # Errors
/// If a player has imperfect recall.
pub fn regrets(tree: &ExtensiveForm, behaviour: &Behaviour) -> Result<Vec<Rational>, SequenceError> {
    let now = behaviour.expected_payoffs(tree);
    tree.player_ids().zip(now).map(|(player, now)| Ok(best_response(tree, behaviour, player)?.payoff - now)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bluffer_is_called_where_it_pays() {
        // One-card poker: the first player wins 2 with red when met, loses 2 with black; 1 when the other passes.
        let tree = ExtensiveForm::read_efg(
            r#"EFG 2 R "" { "1" "2" } c "" 1 "" { "red" 1/2 "black" 1/2 } 0
               p "" 1 1 "" { "raise" "fold" } 0 p "" 2 1 "" { "meet" "pass" } 0
               t "" 1 "" { 2 -2 } t "" 2 "" { 1 -1 } t "" 2
               p "" 1 2 "" { "raise" "fold" } 0 p "" 2 1 0
               t "" 3 "" { -2 2 } t "" 2 t "" 4 "" { -1 1 }"#,
        )
        .expect("a tree");
        let q = Rational::new;
        let bluff = |p: Rational| {
            let own = vec![vec![q(1, 1), q(0, 1)], vec![p.clone(), q(1, 1) - p]];
            Behaviour::new(&tree, vec![own, vec![vec![q(1, 2), q(1, 2)]]]).expect("a behaviour")
        };
        // Always bluffing: meeting gains (2 - 2) / 2 = 0, passing loses 1.
        let response = best_response(&tree, &bluff(q(1, 1)), PlayerId(1)).expect("perfect recall");
        assert_eq!(response, BestResponse { payoff: q(0, 1), actions: vec![0] });
        // Bluffing one time in three, the other is indifferent at -1/3.
        let response = best_response(&tree, &bluff(q(1, 3)), PlayerId(1)).expect("perfect recall");
        assert_eq!(response.payoff, q(-1, 3));
        assert_eq!(regrets(&tree, &bluff(q(1, 3))).expect("perfect recall")[1], q(0, 1));
    }
}
