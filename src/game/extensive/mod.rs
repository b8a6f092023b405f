//! The finite game in extensive form (Kuhn 1953): a tree of moves by chance and by players, what each player knows
//! when it moves, and what each complete path is worth.
//!
//! A node is a chance move, a player's decision, or an end. Decisions that a player cannot tell apart form an
//! *information set*, which has one list of actions; chance moves may share an *event* with its probabilities. A node
//! of any kind may carry an *outcome*, and **outcomes add up**: a complete path is worth the sum of all outcomes on it.
//!
//! Invariants, which [`TreeBuilder`] checks once: the nodes form one tree in preorder with as many children as a move
//! has actions; each move has at least one action; an event's probabilities are not negative and sum to 1; an outcome
//! has one payoff for each player; nothing is there that no node uses; events, information sets and outcomes are in
//! the order in which the nodes, in preorder, use them first. There are at most [`ExtensiveForm::MAX_NODES`] nodes and
//! [`ExtensiveForm::MAX_CELLS`] pairs of a node and a player, and a path may be as long as the tree: nothing here
//! recurses along it. Perfect recall is not required; it is a
//! [fact](ExtensiveForm::has_perfect_recall). Nothing here knows of files, mixed strategies or solvers.

mod build;
mod facts;
mod induction;
mod named;
mod recall;
mod reduced;
mod table;

pub use build::{TreeBuilder, TreeError};
pub use facts::NodeCounts;
pub use induction::{BackwardInduction, Tie};
pub use named::{TreeFacets, trees};
pub use recall::{Past, PastId, Pasts};
pub use reduced::{PureStrategy, ReducedForm, Worth};

use crate::exact::Rational;
use crate::game::Outcome;
use crate::ids::PlayerId;

/// A finite game in extensive form with exact payoffs and probabilities.
///
/// Nodes are numbered in preorder from the root, 0; a node's children are in the order of its actions. Information
/// sets are numbered over all players ([`infosets`](Self::infosets)) and within each player
/// ([`infosets_of`](Self::infosets_of)), both by first appearance.
///
/// # Examples
/// ```
/// use comity::game::ExtensiveForm;
///
/// let entry = ExtensiveForm::read_efg(
///     r#"EFG 2 R "Entry" { "Entrant" "Incumbent" }
///        p "" 1 1 "enter?" { "out" "in" } 0
///        t "" 1 "" { 0, 4 }
///        p "" 2 1 "fight?" { "fight" "share" } 0
///        t "" 2 "" { -1, -1 }
///        t "" 3 "" { 2, 2 }"#,
/// )
/// .unwrap();
/// assert_eq!(entry.depth(), 2);
/// // The threat to fight is not carried out: the entrant enters and the market is shared.
/// let induction = entry.backward_induction().unwrap();
/// assert_eq!(induction.actions, [[1], [1]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtensiveForm {
    /// The game's title.
    pub title: String,
    /// A comment on it, if there is one.
    pub comment: Option<String>,
    players: Vec<String>,
    nodes: Vec<Node>,
    events: Vec<ChanceEvent>,
    infosets: Vec<Infoset>,
    outcomes: Vec<Outcome>,
    /// By player: the places of its information sets among all.
    by_player: Vec<Vec<usize>>,
}

/// A node of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name, possibly empty.
    pub name: String,
    /// What happens there.
    pub kind: NodeKind,
    /// The outcome that it carries, by its place among the tree's.
    pub outcome: Option<usize>,
    /// The node above it and the action that leads here; nothing at the root.
    pub parent: Option<(usize, usize)>,
    /// The nodes below it, by action.
    pub children: Vec<usize>,
}

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// Chance moves: the place of its event among the tree's.
    Chance(usize),
    /// A player moves: the place of its information set among the tree's.
    Decision(usize),
    /// The game ends.
    End,
}

/// What chance may do, and how likely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceEvent {
    /// Its name, possibly empty.
    pub name: String,
    /// The name and the probability of each action; these sum to 1.
    pub actions: Vec<(String, Rational)>,
}

/// Decisions that their player cannot tell apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Infoset {
    /// Its name, possibly empty.
    pub name: String,
    /// Who decides.
    pub player: PlayerId,
    /// Its place among its player's.
    pub index: usize,
    /// The names of the actions, possibly empty or alike.
    pub actions: Vec<String>,
    /// Its nodes, ascending; at least one.
    pub nodes: Vec<usize>,
}

impl ExtensiveForm {
    /// The greatest number of nodes.
    pub const MAX_NODES: usize = 1 << 20;
    /// The greatest number of nodes times players.
    pub const MAX_CELLS: usize = 1 << 22;

    /// The players' names.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// The number of players, at least one.
    pub fn player_count(&self) -> usize {
        self.players.len()
    }

    /// The players' ids, in order.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(build::player_id)
    }

    /// All nodes, in preorder; at least one.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All events of chance.
    pub fn events(&self) -> &[ChanceEvent] {
        &self.events
    }

    /// All information sets.
    pub fn infosets(&self) -> &[Infoset] {
        &self.infosets
    }

    /// A player's information sets, by their places among all, ascending.
    pub fn infosets_of(&self, player: PlayerId) -> &[usize] {
        &self.by_player[player.index()]
    }

    /// A player's information set by its place among the player's.
    pub fn infoset(&self, player: PlayerId, index: usize) -> &Infoset {
        &self.infosets[self.by_player[player.index()][index]]
    }

    /// All outcomes.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// Who decides at a node: a player, or nobody at chance moves and ends.
    pub fn mover(&self, node: usize) -> Option<PlayerId> {
        match self.nodes[node].kind {
            NodeKind::Decision(infoset) => Some(self.infosets[infoset].player),
            _ => None,
        }
    }

    /// The name of an action at a node, and its probability if chance moves there.
    ///
    /// # Panics
    /// If the node has no such action.
    pub fn action(&self, node: usize, action: usize) -> (&str, Option<&Rational>) {
        match self.nodes[node].kind {
            NodeKind::Chance(event) => {
                let (name, probability) = &self.events[event].actions[action];
                (name, Some(probability))
            }
            NodeKind::Decision(infoset) => (&self.infosets[infoset].actions[action], None),
            NodeKind::End => panic!("nobody moves at an end"),
        }
    }

    /// The walk through the tree from the root down, action by action: each node is entered, then all below it, and
    /// then it is left.
    fn steps(&self) -> Steps<'_> {
        Steps { nodes: &self.nodes, next: 0, open: Vec::new() }
    }

    /// What a path to an end is worth to each player, by end in preorder: the node, and the sums of all outcomes above
    /// it and on it.
    pub fn ends(&self) -> Vec<(usize, Vec<Rational>)> {
        let mut ends = Vec::new();
        // The sums so far, at each node of the open path that carries an outcome.
        let mut sums: Vec<(usize, Vec<Rational>)> = Vec::new();
        for step in self.steps() {
            match step {
                Step::Enter(k) => {
                    let node = &self.nodes[k];
                    if let Some(outcome) = node.outcome {
                        let mut sum = self.outcomes[outcome].payoffs.clone();
                        if let Some((_, above)) = sums.last() {
                            sum.iter_mut().zip(above).for_each(|(sum, above)| *sum += above);
                        }
                        sums.push((k, sum));
                    }
                    if node.kind == NodeKind::End {
                        let nothing = || vec![Rational::zero(); self.players.len()];
                        ends.push((k, sums.last().map_or_else(nothing, |(_, sum)| sum.clone())));
                    }
                }
                Step::Leave(k) => {
                    if sums.last().is_some_and(|(at, _)| *at == k) {
                        sums.pop();
                    }
                }
            }
        }
        ends
    }
}

/// A step of a walk through a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Enter(usize),
    Leave(usize),
}

struct Steps<'a> {
    nodes: &'a [Node],
    next: usize,
    open: Vec<usize>,
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let top = self.open.last().copied();
        let parent = self.nodes.get(self.next).map(|node| node.parent.map(|(parent, _)| parent));
        if parent == Some(top) {
            self.open.push(self.next);
            self.next += 1;
            return Some(Step::Enter(self.next - 1));
        }
        self.open.pop().map(Step::Leave)
    }
}
