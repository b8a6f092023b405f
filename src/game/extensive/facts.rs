//! What is true of a tree by itself: how many nodes of each kind, its depth, its subgames, what its players see, and
//! whether interests are opposed.

use super::{ExtensiveForm, Node, NodeKind};
use crate::exact::Rational;
use crate::ids::PlayerId;

/// How many nodes there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounts {
    /// Moves by chance.
    pub chance: usize,
    /// Decisions of players.
    pub decision: usize,
    /// Ends.
    pub end: usize,
}

impl ExtensiveForm {
    /// How many nodes there are of each kind.
    pub fn node_counts(&self) -> NodeCounts {
        let mut counts = NodeCounts::default();
        for node in &self.nodes {
            match node.kind {
                NodeKind::Chance(_) => counts.chance += 1,
                NodeKind::Decision(_) => counts.decision += 1,
                NodeKind::End => counts.end += 1,
            }
        }
        counts
    }

    /// The number of moves above each node; 0 at the root.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            levels.push(node.parent.map_or(0, |(parent, _)| levels[parent] + 1));
        }
        levels
    }

    /// The number of moves on the longest path; 0 for a tree of one node.
    pub fn depth(&self) -> usize {
        self.levels().into_iter().max().unwrap_or(0)
    }

    /// The number of a player's sequences if it has perfect recall: the empty one, and one for each action of each of
    /// its information sets (von Stengel 1996).
    pub fn sequence_count(&self, player: PlayerId) -> usize {
        1 + self.infosets_of(player).iter().map(|infoset| self.infosets[*infoset].actions.len()).sum::<usize>()
    }

    /// Whether everybody knows all moves before its own: every information set has one node. Chance may move.
    pub fn is_perfect_information(&self) -> bool {
        self.infosets.iter().all(|infoset| infoset.nodes.len() == 1)
    }

    /// The nodes at which a subgame begins, ascending, the root among them if the game does not end there: no end, and
    /// each information set that it or a node below it belongs to lies below it entirely (Selten 1965).
    pub fn subgame_roots(&self) -> Vec<usize> {
        // Of a subtree: its last node, and the first and last node of all sets that it meets.
        let mut spans: Vec<(usize, usize, usize)> = self
            .nodes
            .iter()
            .enumerate()
            .map(|(k, node)| match node.kind {
                NodeKind::Decision(infoset) => {
                    let nodes = &self.infosets[infoset].nodes;
                    (k, nodes[0], nodes[nodes.len() - 1])
                }
                _ => (k, k, k),
            })
            .collect();
        for k in (1..self.nodes.len()).rev() {
            let (end, first, last) = spans[k];
            let (parent, _) = self.nodes[k].parent.expect("every node but the root has a parent");
            let above = &mut spans[parent];
            *above = (above.0.max(end), above.1.min(first), above.2.max(last));
        }
        let is_root = |k: &usize| {
            let (end, first, last) = spans[*k];
            self.nodes[*k].kind != NodeKind::End && first >= *k && last <= end
        };
        (0..self.nodes.len()).filter(is_root).collect()
    }

    /// The sum of all players' payoffs, if it is the same on all complete paths.
    pub fn constant_sum(&self) -> Option<Rational> {
        let mut sums = self.ends().into_iter().map(|(_, payoffs)| payoffs.iter().sum::<Rational>());
        let first = sums.next().expect("a tree has an end");
        sums.all(|sum| sum == first).then_some(first)
    }

    /// The probability that chance plays its part of the way to each node: the product over the chance moves above it.
    pub fn chance_reach(&self) -> Vec<Rational> {
        let mut reach: Vec<Rational> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let here = self.above(node).map_or_else(Rational::one, |(parent, probability)| match probability {
                Some(probability) => &reach[parent] * probability,
                None => reach[parent].clone(),
            });
            reach.push(here);
        }
        reach
    }

    /// The node above, and the probability of the action that leads down if chance takes it.
    fn above(&self, node: &Node) -> Option<(usize, Option<&Rational>)> {
        node.parent.map(|(parent, action)| (parent, self.action(parent, action).1))
    }
}
