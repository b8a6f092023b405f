//! Backward induction in games of perfect information (Zermelo 1913; Kuhn 1953): from the ends up, each mover takes
//! what is best for it. Where no mover ever has two best moves, the result is the unique subgame-perfect equilibrium
//! (Selten 1965); with ties it is one of several.

use super::{ExtensiveForm, NodeKind};
use crate::exact::Rational;
use std::collections::BTreeSet;

/// What backward induction finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackwardInduction {
    /// What each player gets; with ties, if each mover takes its first best action.
    pub payoffs: Vec<Rational>,
    /// `actions[player][infoset]`: what each player does, by its information sets; with ties, the first best action.
    pub actions: Vec<Vec<usize>>,
    /// The nodes at which the mover has several best actions in this induction, ascending; without any the equilibrium
    /// is unique.
    pub ties: Vec<Tie>,
}

/// A node at which several actions are best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The node.
    pub node: usize,
    /// The best actions, ascending; at least two.
    pub actions: Vec<usize>,
}

impl ExtensiveForm {
    /// Backward induction; nothing unless the game is one of [perfect information](Self::is_perfect_information).
    pub fn backward_induction(&self) -> Option<BackwardInduction> {
        if !self.is_perfect_information() {
            return None;
        }
        let mut actions: Vec<Vec<usize>> = self.by_player.iter().map(|own| vec![0; own.len()]).collect();
        let mut ties = Vec::new();
        // What is reached from each node on; taken from a child once its parent is decided.
        let mut values: Vec<Vec<Rational>> = vec![Vec::new(); self.nodes.len()];
        for (node, payoffs) in self.ends() {
            values[node] = payoffs;
        }
        for (k, node) in self.nodes.iter().enumerate().rev() {
            match node.kind {
                NodeKind::End => {}
                NodeKind::Chance(event) => {
                    let mut mean = vec![Rational::zero(); self.players.len()];
                    for (child, (_, probability)) in node.children.iter().zip(&self.events[event].actions) {
                        let value = std::mem::take(&mut values[*child]);
                        mean.iter_mut().zip(&value).for_each(|(mean, value)| *mean += &(value * probability));
                    }
                    values[k] = mean;
                }
                NodeKind::Decision(infoset) => {
                    let infoset = &self.infosets[infoset];
                    let mover = infoset.player.index();
                    let own = |child: &usize| &values[*child][mover];
                    let best = node.children.iter().map(own).max().expect("a move has an action");
                    let best: Vec<usize> =
                        (0..node.children.len()).filter(|action| own(&node.children[*action]) == best).collect();
                    actions[mover][infoset.index] = best[0];
                    values[k] = std::mem::take(&mut values[node.children[best[0]]]);
                    node.children.iter().for_each(|child| values[*child] = Vec::new());
                    if best.len() > 1 {
                        ties.push(Tie { node: k, actions: best });
                    }
                }
            }
        }
        ties.reverse();
        Some(BackwardInduction { payoffs: values.swap_remove(0), actions, ties })
    }

    /// The payoffs of all subgame-perfect equilibria in pure strategies, descending; nothing unless the game is one of
    /// perfect information, or if at some node more than `limit` payoffs have to be told apart.
    ///
    /// An action's payoffs can be reached at a node if some of its continuations pays the mover at least what each
    /// other action pays in its continuation that is worst for the mover: the others' threats. Every payoff found is
    /// that of an equilibrium, and every pure one is found; mixing among ties may reach payoffs between them.
    pub fn subgame_perfect_payoffs(&self, limit: usize) -> Option<Vec<Vec<Rational>>> {
        if !self.is_perfect_information() {
            return None;
        }
        let mut sets: Vec<BTreeSet<Vec<Rational>>> = vec![BTreeSet::new(); self.nodes.len()];
        for (node, payoffs) in self.ends() {
            sets[node].insert(payoffs);
        }
        for (k, node) in self.nodes.iter().enumerate().rev() {
            let below: Vec<BTreeSet<Vec<Rational>>> =
                node.children.iter().map(|child| std::mem::take(&mut sets[*child])).collect();
            match node.kind {
                NodeKind::End => {}
                NodeKind::Chance(event) => {
                    let mut means = BTreeSet::from([vec![Rational::zero(); self.players.len()]]);
                    for (set, (_, probability)) in below.iter().zip(&self.events[event].actions) {
                        let scaled: Vec<Vec<Rational>> =
                            set.iter().map(|v| v.iter().map(|x| x * probability).collect()).collect();
                        let mut sums = BTreeSet::new();
                        for (mean, value) in means.iter().flat_map(|m| scaled.iter().map(move |v| (m, v))) {
                            sums.insert(mean.iter().zip(value).map(|(a, b)| a + b).collect());
                            if sums.len() > limit {
                                return None;
                            }
                        }
                        means = sums;
                    }
                    sets[k] = means;
                }
                NodeKind::Decision(infoset) => {
                    let mover = self.infosets[infoset].player.index();
                    let worst = |set: &BTreeSet<Vec<Rational>>| -> Rational {
                        set.iter().map(|v| &v[mover]).min().expect("every game has such an equilibrium").clone()
                    };
                    // Only the greatest of these bars matters, since an action's own worst bars none of its payoffs.
                    let bar = below.iter().map(worst).max().expect("a move has an action");
                    let reached: BTreeSet<Vec<Rational>> =
                        below.into_iter().flatten().filter(|value| value[mover] >= bar).collect();
                    if reached.len() > limit {
                        return None;
                    }
                    sets[k] = reached;
                }
            }
        }
        Some(sets.swap_remove(0).into_iter().rev().collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::exact::Rational;
    use crate::game::ExtensiveForm;

    fn payoffs(wanted: &[[i64; 2]]) -> Vec<Vec<Rational>> {
        wanted.iter().map(|pair| pair.map(Rational::from).to_vec()).collect()
    }

    #[test]
    fn a_tie_makes_two_equilibria_and_a_threat_picks() {
        // The second player is indifferent after `l`; which way it leans decides what the first one does.
        let tree = ExtensiveForm::read_efg(
            r#"EFG 2 R "" { "1" "2" } p "" 1 1 "" { "l" "r" } 0
               p "" 2 1 "" { "x" "y" } 0 t "" 1 "" { 4 1 } t "" 2 "" { 0 1 } t "" 3 "" { 2 5 }"#,
        )
        .expect("a tree");
        let induction = tree.backward_induction().expect("perfect information");
        assert_eq!(induction.payoffs, payoffs(&[[4, 1]])[0]);
        assert_eq!(
            induction.ties.iter().map(|tie| (tie.node, tie.actions.clone())).collect::<Vec<_>>(),
            [(1, vec![0, 1])]
        );
        assert_eq!(tree.subgame_perfect_payoffs(10), Some(payoffs(&[[4, 1], [2, 5]])));
        assert_eq!(tree.subgame_perfect_payoffs(1), None);
    }
}
