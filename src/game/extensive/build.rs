//! Building a tree in preorder, as files write it, with all of its invariants checked.
//!
//! Moves are declared first (events, information sets, outcomes), then nodes are put from the root down, each followed
//! by all nodes below its first action, then below its second, and so on.

use super::{ChanceEvent, ExtensiveForm, Infoset, Node, NodeKind};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::Outcome;
use crate::ids::PlayerId;

/// A tree in the making.
///
/// # Examples
/// ```
/// use comity::exact::Rational;
/// use comity::game::{NodeKind, TreeBuilder};
/// use comity::ids::PlayerId;
///
/// let q = |n: i64| Rational::from(n);
/// let mut tree = TreeBuilder::new("A coin, guessed", ["Guesser"]).unwrap();
/// let coin = tree.event("coin", [("heads", Rational::new(1, 2)), ("tails", Rational::new(1, 2))]).unwrap();
/// let guess = tree.infoset(PlayerId(0), "guess", ["heads", "tails"]).unwrap();
/// let right = tree.outcome("right", [q(1)]).unwrap();
/// tree.node("", NodeKind::Chance(coin), None).unwrap();
/// for side in 0..2 {
///     tree.node("", NodeKind::Decision(guess), None).unwrap();
///     for guessed in 0..2 {
///         tree.node("", NodeKind::End, (side == guessed).then_some(right)).unwrap();
///     }
/// }
/// let tree = tree.finish().unwrap();
/// assert_eq!(tree.nodes().len(), 7);
/// assert!(!tree.is_perfect_information());
/// ```
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    tree: ExtensiveForm,
    /// The nodes above the next one that have children to come.
    open: Vec<usize>,
}

/// Why something is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TreeError {
    /// There is no player.
    #[error("a game without players")]
    NoPlayers,
    /// A player is named that is not there.
    #[error("player {found} of {players}")]
    NoSuchPlayer {
        /// The player's number, from 0.
        found: usize,
        /// How many players there are.
        players: usize,
    },
    /// A move has no action.
    #[error("the move {name:?} has no actions")]
    NoActions {
        /// The name of the information set or event.
        name: String,
    },
    /// A probability is negative, or all of them do not sum to 1.
    #[error("the probabilities of {name:?} are {found}")]
    Probabilities {
        /// The event's name.
        name: String,
        /// The probabilities.
        found: String,
    },
    /// An outcome has not one payoff for each player.
    #[error("the outcome {name:?} has {found} payoffs for {players} players")]
    Payoffs {
        /// The outcome's name.
        name: String,
        /// How many payoffs it has.
        found: usize,
        /// How many players there are.
        players: usize,
    },
    /// A node uses an event, information set or outcome that was not declared.
    #[error("a node uses {what} {found}, which was not declared")]
    Undeclared {
        /// `event`, `information set` or `outcome`.
        what: &'static str,
        /// Its number.
        found: usize,
    },
    /// A node follows a complete tree.
    #[error("a node follows a complete tree")]
    Complete,
    /// Nodes are missing.
    #[error("a tree that ends where {missing} more nodes have to follow")]
    Incomplete {
        /// How many at least.
        missing: usize,
    },
    /// There are more nodes than can be stored.
    #[error("a tree of more than {limit} nodes for {players} players")]
    TooLarge {
        /// The limit.
        limit: usize,
        /// How many players there are.
        players: usize,
    },
}

impl From<TreeError> for Diagnostic {
    fn from(error: TreeError) -> Self {
        let (code, expected) = match &error {
            TreeError::NoPlayers => ("no-players", "at least one player"),
            TreeError::NoSuchPlayer { .. } => ("no-such-player", "the number of a player"),
            TreeError::NoActions { .. } => ("no-actions", "at least one action a move"),
            TreeError::Probabilities { .. } => ("bad-probabilities", "probabilities from 0 that sum to 1"),
            TreeError::Payoffs { .. } => ("payoff-count", "one payoff for each player"),
            TreeError::Undeclared { .. } => ("undeclared", "what was declared before"),
            TreeError::Complete => ("tree-complete", "no more nodes"),
            TreeError::Incomplete { .. } => ("tree-incomplete", "a node for each action of each move"),
            TreeError::TooLarge { .. } => ("game-too-large", "a smaller game"),
        };
        Diagnostic::new(code, error.to_string(), expected)
    }
}

impl From<TreeError> for Faults {
    fn from(error: TreeError) -> Self {
        Diagnostic::from(error).into()
    }
}

impl TreeBuilder {
    /// A tree without nodes for these players.
    ///
    /// # Errors
    /// If there is no player.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        players: impl IntoIterator<Item = S>,
    ) -> Result<Self, TreeError> {
        let players: Vec<String> = players.into_iter().map(Into::into).collect();
        if players.is_empty() {
            return Err(TreeError::NoPlayers);
        }
        let by_player = vec![Vec::new(); players.len()];
        let tree = ExtensiveForm {
            title: title.into(),
            comment: None,
            players,
            nodes: Vec::new(),
            events: Vec::new(),
            infosets: Vec::new(),
            outcomes: Vec::new(),
            by_player,
        };
        Ok(Self { tree, open: Vec::new() })
    }

    /// The same with a comment.
    #[must_use]
    pub fn comment(mut self, comment: impl Into<String>) -> Self {
        self.tree.comment = Some(comment.into());
        self
    }

    /// Declares an event of chance: the names and probabilities of its actions. Gives its number.
    ///
    /// # Errors
    /// If it has no action, a probability is negative, or they do not sum to 1.
    pub fn event<S: Into<String>>(
        &mut self,
        name: impl Into<String>,
        actions: impl IntoIterator<Item = (S, Rational)>,
    ) -> Result<usize, TreeError> {
        let name = name.into();
        let actions: Vec<(String, Rational)> = actions.into_iter().map(|(name, p)| (name.into(), p)).collect();
        if actions.is_empty() {
            return Err(TreeError::NoActions { name });
        }
        let sum: Rational = actions.iter().map(|(_, p)| p).sum();
        if sum != 1 || actions.iter().any(|(_, p)| p.is_negative()) {
            let found: Vec<String> = actions.iter().map(|(_, p)| p.to_string()).collect();
            return Err(TreeError::Probabilities { name, found: found.join(", ") });
        }
        self.tree.events.push(ChanceEvent { name, actions });
        Ok(self.tree.events.len() - 1)
    }

    /// Declares an information set of a player. Gives its number.
    ///
    /// # Errors
    /// If there is no such player, or the set has no action.
    pub fn infoset<S: Into<String>>(
        &mut self,
        player: PlayerId,
        name: impl Into<String>,
        actions: impl IntoIterator<Item = S>,
    ) -> Result<usize, TreeError> {
        let (name, players) = (name.into(), self.tree.players.len());
        if player.index() >= players {
            return Err(TreeError::NoSuchPlayer { found: player.index(), players });
        }
        let actions: Vec<String> = actions.into_iter().map(Into::into).collect();
        if actions.is_empty() {
            return Err(TreeError::NoActions { name });
        }
        self.tree.infosets.push(Infoset { name, player, index: 0, actions, nodes: Vec::new() });
        Ok(self.tree.infosets.len() - 1)
    }

    /// Declares an outcome. Gives its number.
    ///
    /// # Errors
    /// If it has not one payoff for each player.
    pub fn outcome(
        &mut self,
        name: impl Into<String>,
        payoffs: impl IntoIterator<Item = Rational>,
    ) -> Result<usize, TreeError> {
        let (name, payoffs) = (name.into(), payoffs.into_iter().collect::<Vec<_>>());
        let players = self.tree.players.len();
        if payoffs.len() != players {
            return Err(TreeError::Payoffs { name, found: payoffs.len(), players });
        }
        self.tree.outcomes.push(Outcome { name, payoffs });
        Ok(self.tree.outcomes.len() - 1)
    }

    /// An event that was declared.
    pub(in crate::game) fn declared_event(&self, event: usize) -> &ChanceEvent {
        &self.tree.events[event]
    }

    /// An information set that was declared.
    pub(in crate::game) fn declared_infoset(&self, infoset: usize) -> &Infoset {
        &self.tree.infosets[infoset]
    }

    /// An outcome that was declared.
    pub(in crate::game) fn declared_outcome(&self, outcome: usize) -> &Outcome {
        &self.tree.outcomes[outcome]
    }

    /// Whether no node is missing.
    pub fn is_complete(&self) -> bool {
        !self.tree.nodes.is_empty() && self.open.is_empty()
    }

    /// Puts the next node in preorder. Gives its number.
    ///
    /// # Errors
    /// If the tree is complete or too large, or something was not declared.
    pub fn node(
        &mut self,
        name: impl Into<String>,
        kind: NodeKind,
        outcome: Option<usize>,
    ) -> Result<usize, TreeError> {
        let (place, players) = (self.tree.nodes.len(), self.tree.players.len());
        let limit = ExtensiveForm::MAX_NODES.min(ExtensiveForm::MAX_CELLS / players);
        if self.is_complete() {
            return Err(TreeError::Complete);
        }
        if place >= limit {
            return Err(TreeError::TooLarge { limit, players });
        }
        if let Some(found) = outcome.filter(|k| *k >= self.tree.outcomes.len()) {
            return Err(TreeError::Undeclared { what: "outcome", found });
        }
        match kind {
            NodeKind::Chance(found) if found >= self.tree.events.len() => {
                return Err(TreeError::Undeclared { what: "event", found });
            }
            NodeKind::Decision(found) if found >= self.tree.infosets.len() => {
                return Err(TreeError::Undeclared { what: "information set", found });
            }
            _ => {}
        }
        let parent = self.open.last().map(|parent| (*parent, self.tree.nodes[*parent].children.len()));
        self.tree.nodes.push(Node { name: name.into(), kind, outcome, parent, children: Vec::new() });
        if let Some((parent, action)) = parent {
            self.tree.nodes[parent].children.push(place);
            if action + 1 == self.arity(parent) {
                self.open.pop();
            }
        }
        if self.arity(place) > 0 {
            self.open.push(place);
        }
        Ok(place)
    }

    /// The number of actions at a node that was put.
    fn arity(&self, node: usize) -> usize {
        match self.tree.nodes[node].kind {
            NodeKind::Chance(event) => self.tree.events[event].actions.len(),
            NodeKind::Decision(infoset) => self.tree.infosets[infoset].actions.len(),
            NodeKind::End => 0,
        }
    }

    /// The tree, without what no node uses.
    ///
    /// # Errors
    /// If nodes are missing.
    pub fn finish(self) -> Result<ExtensiveForm, TreeError> {
        if !self.is_complete() {
            let missing = self.open.iter().map(|node| self.arity(*node) - self.tree.nodes[*node].children.len()).sum();
            return Err(TreeError::Incomplete { missing: std::cmp::max(missing, 1) });
        }
        let mut tree = self.tree;
        let [mut events, mut infosets, mut outcomes] =
            [tree.events.len(), tree.infosets.len(), tree.outcomes.len()].map(Renumbering::of);
        for (place, node) in tree.nodes.iter_mut().enumerate() {
            match &mut node.kind {
                NodeKind::Chance(event) => *event = events.number(*event),
                NodeKind::Decision(infoset) => {
                    tree.infosets[*infoset].nodes.push(place);
                    *infoset = infosets.number(*infoset);
                }
                NodeKind::End => {}
            }
            node.outcome = node.outcome.map(|outcome| outcomes.number(outcome));
        }
        tree.events = events.apply(tree.events);
        tree.infosets = infosets.apply(tree.infosets);
        tree.outcomes = outcomes.apply(tree.outcomes);
        for (place, infoset) in tree.infosets.iter_mut().enumerate() {
            let own = &mut tree.by_player[infoset.player.index()];
            infoset.index = own.len();
            own.push(place);
        }
        Ok(tree)
    }
}

/// New numbers by first use.
struct Renumbering {
    /// By old number.
    new: Vec<Option<usize>>,
    /// By new number.
    old: Vec<usize>,
}

impl Renumbering {
    fn of(count: usize) -> Self {
        Self { new: vec![None; count], old: Vec::new() }
    }

    fn number(&mut self, old: usize) -> usize {
        *self.new[old].get_or_insert_with(|| {
            self.old.push(old);
            self.old.len() - 1
        })
    }

    fn apply<T>(self, items: Vec<T>) -> Vec<T> {
        let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
        self.old.into_iter().map(|old| items[old].take().expect("each old number has one new one")).collect()
    }
}

pub(super) fn player_id(place: usize) -> PlayerId {
    PlayerId::at(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    #[test]
    fn what_is_not_a_tree_is_refused() {
        assert_eq!(TreeBuilder::new("", Vec::<String>::new()).err(), Some(TreeError::NoPlayers));
        let mut tree = TreeBuilder::new("t", ["a", "b"]).expect("players");
        assert_eq!(tree.infoset(PlayerId(2), "h", ["x"]), Err(TreeError::NoSuchPlayer { found: 2, players: 2 }));
        assert_eq!(tree.infoset(PlayerId(0), "h", [""; 0]), Err(TreeError::NoActions { name: "h".into() }));
        assert_eq!(tree.event("e", Vec::<(&str, Rational)>::new()), Err(TreeError::NoActions { name: "e".into() }));
        for wrong in [[q(1), q(1)], [q(2), q(-1)]] {
            let fault = tree.event("e", ["x", "y"].into_iter().zip(wrong)).expect_err("wrong probabilities");
            assert!(matches!(fault, TreeError::Probabilities { .. }), "{fault}");
        }
        assert!(matches!(tree.outcome("o", [q(1)]), Err(TreeError::Payoffs { found: 1, players: 2, .. })));
        for kind in [NodeKind::Chance(0), NodeKind::Decision(0)] {
            assert!(matches!(tree.node("", kind, None), Err(TreeError::Undeclared { found: 0, .. })));
        }
        assert!(matches!(tree.node("", NodeKind::End, Some(0)), Err(TreeError::Undeclared { what: "outcome", .. })));
        assert_eq!(tree.clone().finish(), Err(TreeError::Incomplete { missing: 1 }));
        let h = tree.infoset(PlayerId(0), "h", ["x", "y"]).expect("a set");
        tree.node("", NodeKind::Decision(h), None).expect("the root");
        tree.node("", NodeKind::Decision(h), None).expect("a child");
        assert_eq!(tree.clone().finish(), Err(TreeError::Incomplete { missing: 3 }));
        for _ in 0..3 {
            tree.node("", NodeKind::End, None).expect("an end");
        }
        assert_eq!(tree.node("", NodeKind::End, None), Err(TreeError::Complete));
        assert!(tree.finish().is_ok());
    }

    #[test]
    fn numbers_follow_first_use_and_what_is_unused_goes() {
        let mut tree = TreeBuilder::new("t", ["a", "b"]).expect("players");
        let sets: Vec<usize> = [(0, "unused"), (1, "last"), (0, "first")]
            .map(|(p, name)| tree.infoset(PlayerId(p), name, ["x", "y"]).expect("a set"))
            .to_vec();
        let outcomes: Vec<usize> = (0..3).map(|k| tree.outcome(k.to_string(), [q(k), q(-k)]).expect("one")).collect();
        tree.node("root", NodeKind::Decision(sets[2]), None).expect("a node");
        tree.node("", NodeKind::End, Some(outcomes[2])).expect("a node");
        tree.node("", NodeKind::Decision(sets[1]), Some(outcomes[1])).expect("a node");
        tree.node("", NodeKind::End, Some(outcomes[2])).expect("a node");
        tree.node("", NodeKind::End, None).expect("a node");
        let tree = tree.finish().expect("a tree");
        let names: Vec<&str> = tree.infosets().iter().map(|h| h.name.as_str()).collect();
        assert_eq!(names, ["first", "last"]);
        assert_eq!(tree.infosets_of(PlayerId(1)), [1]);
        assert_eq!(tree.infoset(PlayerId(1), 0).nodes, [2]);
        assert_eq!(tree.outcomes().iter().map(|o| o.name.as_str()).collect::<Vec<_>>(), ["2", "1"]);
        // Outcomes on inner nodes add up.
        assert_eq!(tree.ends(), [(1, vec![q(2), q(-2)]), (3, vec![q(3), q(-3)]), (4, vec![q(1), q(-1)])]);
        assert_eq!(tree.nodes()[3].parent, Some((2, 0)));
    }
}
