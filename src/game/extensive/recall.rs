//! What players did before: own pasts, perfect recall, absent-mindedness.
//!
//! A player's *past* at a node is the list of its own information sets and actions on the way there (Kuhn 1953;
//! von Stengel 1996 calls it the sequence that leads there). A player has perfect recall if its past is the same at
//! all nodes of each of its information sets; a game in which some path meets a set twice is absent-minded (Piccione &
//! Rubinstein 1997) and never has it. Pasts are interned: two nodes have the same past exactly if its number is the
//! same.

use super::{ExtensiveForm, NodeKind, Step};
use crate::ids::PlayerId;
use std::collections::BTreeMap;

/// A past of a player, by its number; 0 is the empty one, and a longer past has a greater number than those it
/// continues.
pub type PastId = usize;

/// A past that is not empty: what came before, and the last own move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Past {
    /// The past before the last own move.
    pub before: PastId,
    /// The information set of the last own move, by its place among the player's.
    pub infoset: usize,
    /// The last own action.
    pub action: usize,
}

/// All pasts that occur in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pasts {
    players: usize,
    /// By player: the pasts but the empty one; number `k` is at `k - 1`.
    table: Vec<Vec<Past>>,
    /// By node, then player.
    at: Vec<PastId>,
}

impl Pasts {
    fn of(tree: &ExtensiveForm) -> Self {
        let players = tree.player_count();
        let mut table: Vec<Vec<Past>> = vec![Vec::new(); players];
        let mut known: Vec<BTreeMap<Past, PastId>> = vec![BTreeMap::new(); players];
        let mut at: Vec<PastId> = Vec::with_capacity(tree.nodes().len() * players);
        for node in tree.nodes() {
            let Some((parent, action)) = node.parent else {
                at.resize(players, 0);
                continue;
            };
            let start = at.len();
            at.extend_from_within(parent * players..(parent + 1) * players);
            if let NodeKind::Decision(infoset) = tree.nodes()[parent].kind {
                let infoset = &tree.infosets()[infoset];
                let mover = infoset.player.index();
                let past = Past { before: at[start + mover], infoset: infoset.index, action };
                at[start + mover] = *known[mover].entry(past).or_insert_with(|| {
                    table[mover].push(past);
                    table[mover].len()
                });
            }
        }
        Self { players, table, at }
    }

    /// A player's past at a node.
    pub fn at(&self, node: usize, player: PlayerId) -> PastId {
        self.at[node * self.players + player.index()]
    }

    /// All players' pasts at a node.
    pub fn all_at(&self, node: usize) -> &[PastId] {
        &self.at[node * self.players..(node + 1) * self.players]
    }

    /// A player's pasts but the empty one, ascending: number `k` is at `k - 1`.
    pub fn of_player(&self, player: PlayerId) -> &[Past] {
        &self.table[player.index()]
    }
}

impl ExtensiveForm {
    /// The players' pasts at all nodes. Linear in nodes times players.
    pub fn pasts(&self) -> Pasts {
        Pasts::of(self)
    }

    /// The players without perfect recall, ascending.
    pub fn imperfect_recall(&self) -> Vec<PlayerId> {
        let pasts = self.pasts();
        let recalls = |player: &PlayerId| {
            self.infosets_of(*player).iter().all(|infoset| {
                let nodes = &self.infosets[*infoset].nodes;
                nodes.iter().all(|node| pasts.at(*node, *player) == pasts.at(nodes[0], *player))
            })
        };
        self.player_ids().filter(|player| !recalls(player)).collect()
    }

    /// Whether every player has the same past at all nodes of each of its information sets.
    pub fn has_perfect_recall(&self) -> bool {
        self.imperfect_recall().is_empty()
    }

    /// Whether some path meets an information set twice.
    pub fn is_absent_minded(&self) -> bool {
        let mut open = vec![false; self.infosets.len()];
        for step in self.steps() {
            let (Step::Enter(node) | Step::Leave(node)) = step;
            let NodeKind::Decision(infoset) = self.nodes[node].kind else { continue };
            let entered = matches!(step, Step::Enter(_));
            if entered && open[infoset] {
                return true;
            }
            open[infoset] = entered;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TreeBuilder;

    #[test]
    fn the_absent_minded_driver_does_not_recall() {
        // Piccione & Rubinstein 1997, example 1: exits that look alike.
        let mut tree = TreeBuilder::new("Driver", ["driver"]).expect("players");
        let exit = tree.infoset(PlayerId(0), "exit?", ["exit", "on"]).expect("a set");
        for kind in [NodeKind::Decision(exit), NodeKind::End, NodeKind::Decision(exit), NodeKind::End, NodeKind::End] {
            tree.node("", kind, None).expect("a node");
        }
        let tree = tree.finish().expect("a tree");
        assert!(tree.is_absent_minded() && !tree.has_perfect_recall());
        let pasts = tree.pasts();
        assert_eq!(pasts.all_at(4), [4]);
        assert_eq!(pasts.of_player(PlayerId(0))[3], Past { before: 2, infoset: 0, action: 1 });
    }
}
