//! The reduced normal form (Kuhn 1953; Swinkels 1989): each player's plans, without what they would do where they
//! themselves never go.
//!
//! A reduced strategy gives an action to each own information set that its own earlier actions do not exclude, and none
//! (`*`) to the others. Order: all full strategies as tuples over the player's information sets in index order,
//! lexicographically; excluded entries become `*`; of equals the first is kept. Strategies with equal payoffs stay
//! apart. A player without moves has one, empty strategy. None of this asks for perfect recall: a node counts as
//! excluded if the own actions on the way to it are not those of the strategy, so that in an absent-minded game what
//! would take two different actions in one set is out of reach.

use super::recall::{PastId, Pasts};
use super::{ExtensiveForm, NodeKind};
use crate::exact::Rational;
use crate::game::{GameError, NormalForm, Player};
use crate::ids::PlayerId;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A reduced pure strategy: an action for each information set of the player, or none where its own actions exclude it.
///
/// It is shown as actions by number, such as `0 * 1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PureStrategy(pub Vec<Option<usize>>);

/// What the ends that share all players' pasts are worth together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// The probability that chance plays its part of the way to one of them.
    pub weight: Rational,
    /// By player: their payoffs, each weighted by that probability, summed.
    pub payoffs: Vec<Rational>,
}

/// The reduced normal form of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedForm {
    /// The game; its actions are the strategies, named by the names of their actions.
    pub game: NormalForm,
    /// By player: the strategies that the game's actions stand for, in order.
    pub strategies: Vec<Vec<PureStrategy>>,
}

impl fmt::Display for PureStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<String> =
            self.0.iter().map(|entry| entry.map_or_else(|| "*".into(), |action| action.to_string())).collect();
        f.write_str(&entries.join(" "))
    }
}

impl PureStrategy {
    /// The strategy in the names of its actions, such as `in, *, B`: an action without a name of its own in its set is
    /// shown by number.
    pub fn label(&self, tree: &ExtensiveForm, player: PlayerId) -> String {
        let show = |(entry, infoset): (&Option<usize>, &usize)| {
            let actions = &tree.infosets()[*infoset].actions;
            match entry {
                None => "*".to_string(),
                Some(action) => {
                    let name = &actions[*action];
                    let own = !name.is_empty() && actions.iter().filter(|other| *other == name).count() == 1;
                    if own { name.clone() } else { action.to_string() }
                }
            }
        };
        self.0.iter().zip(tree.infosets_of(player)).map(show).collect::<Vec<_>>().join(", ")
    }

    /// Which of a player's pasts, by number, can come about if it plays this.
    pub(super) fn allows(&self, pasts: &Pasts, player: PlayerId) -> Vec<bool> {
        let mut allowed = vec![true];
        for past in pasts.of_player(player) {
            allowed.push(allowed[past.before] && self.0[past.infoset] == Some(past.action));
        }
        allowed
    }
}

impl ExtensiveForm {
    /// The greatest number of reduced strategies of a player, and of their entries over 64, that is listed.
    pub const MAX_STRATEGIES: usize = 1 << 16;

    /// A player's reduced strategies, in order.
    ///
    /// # Errors
    /// [`GameError::TooManyStrategies`] if there are more than [`MAX_STRATEGIES`](Self::MAX_STRATEGIES).
    pub fn pure_strategies(&self, player: PlayerId) -> Result<Vec<PureStrategy>, GameError> {
        Search::new(self, &self.pasts(), player).all().ok_or_else(|| GameError::TooManyStrategies {
            player: self.players[player.index()].clone(),
            limit: Self::MAX_STRATEGIES,
        })
    }

    /// The reduced normal form: expected payoffs of all profiles of reduced strategies.
    ///
    /// # Errors
    /// If a player has too many strategies, or the form too many payoffs.
    pub fn reduced_form(&self) -> Result<ReducedForm, GameError> {
        let strategies = self.player_ids().map(|player| self.pure_strategies(player)).collect::<Result<Vec<_>, _>>()?;
        let players: Vec<Player> = self
            .player_ids()
            .zip(&strategies)
            .map(|(player, own)| {
                Player::new(&self.players[player.index()], own.iter().map(|strategy| strategy.label(self, player)))
            })
            .collect();
        // Checks the size before anything is filled in.
        let mut cells: Vec<Vec<Rational>> = Vec::new();
        let strides = NormalForm::strides(&players)?;
        cells.resize(strides[0] * strategies[0].len(), vec![Rational::zero(); players.len()]);
        let pasts = self.pasts();
        // By player and past: the strategies that allow it.
        let allowing: Vec<Vec<Vec<usize>>> = self
            .player_ids()
            .zip(&strategies)
            .map(|(player, own)| {
                let mut allowing = vec![Vec::new(); pasts.of_player(player).len() + 1];
                for (k, strategy) in own.iter().enumerate() {
                    let allowed = strategy.allows(&pasts, player);
                    allowing.iter_mut().zip(allowed).filter(|(_, yes)| *yes).for_each(|(list, _)| list.push(k));
                }
                allowing
            })
            .collect();
        for (at, worth) in self.worth_by_pasts(&pasts) {
            let lists: Vec<&[usize]> = at.iter().zip(&allowing).map(|(past, lists)| lists[*past].as_slice()).collect();
            if lists.iter().any(|list| list.is_empty()) {
                continue;
            }
            let mut turn = vec![0; lists.len()];
            loop {
                let cell: usize =
                    turn.iter().zip(&lists).zip(&strides).map(|((k, list), stride)| list[*k] * stride).sum();
                cells[cell].iter_mut().zip(&worth.payoffs).for_each(|(sum, payoff)| *sum += payoff);
                let Some(next) = (0..turn.len()).rev().find(|k| turn[*k] + 1 < lists[*k].len()) else { break };
                turn[next] += 1;
                turn[next + 1..].fill(0);
            }
        }
        let mut game = NormalForm::new(&self.title, players, cells.into_iter().flatten().collect())?;
        game.comment = self.comment.clone().unwrap_or_default();
        Ok(ReducedForm { game, strategies })
    }

    /// What the ends are worth, by the pasts of all players there; ends that chance never reaches are left out.
    pub fn worth_by_pasts(&self, pasts: &Pasts) -> BTreeMap<Vec<PastId>, Worth> {
        let reach = self.chance_reach();
        let mut sums: BTreeMap<Vec<PastId>, Worth> = BTreeMap::new();
        for (node, payoffs) in self.ends().into_iter().filter(|(node, _)| !reach[*node].is_zero()) {
            let weight = &reach[node];
            let weighted = payoffs.iter().map(|payoff| payoff * weight);
            match sums.get_mut(pasts.all_at(node)) {
                Some(sum) => {
                    sum.weight += weight;
                    sum.payoffs.iter_mut().zip(weighted).for_each(|(sum, payoff)| *sum += &payoff);
                }
                None => {
                    let worth = Worth { weight: weight.clone(), payoffs: weighted.collect() };
                    sums.insert(pasts.all_at(node).to_vec(), worth);
                }
            }
        }
        sums
    }
}

/// A search through the choices of a player: always at the first information set that can be reached and has no action
/// yet, until there is none. It goes back by undoing, so that each strategy costs about what it changes.
struct Search {
    counts: Vec<usize>,
    /// By past: the information sets that a node with this past belongs to.
    sets_at: Vec<Vec<usize>>,
    /// By past: the pasts that continue it, with their last move.
    next: Vec<Vec<(PastId, usize, usize)>>,
    /// By information set and action: the pasts that end in it, with what comes before.
    ending: Vec<Vec<Vec<(PastId, PastId)>>>,
    chosen: Vec<Option<usize>>,
    allowed: Vec<bool>,
    /// By information set: how many allowed pasts lead to it.
    ways: Vec<usize>,
    /// Information sets with a way and no action yet.
    open: BTreeSet<usize>,
    /// Pasts in the order in which they were allowed.
    trail: Vec<PastId>,
}

impl Search {
    fn new(tree: &ExtensiveForm, pasts: &Pasts, player: PlayerId) -> Self {
        let counts: Vec<usize> =
            tree.infosets_of(player).iter().map(|infoset| tree.infosets()[*infoset].actions.len()).collect();
        let own = pasts.of_player(player);
        let mut next = vec![Vec::new(); own.len() + 1];
        let mut ending: Vec<Vec<Vec<(PastId, PastId)>>> = counts.iter().map(|n| vec![Vec::new(); *n]).collect();
        for (k, past) in own.iter().enumerate() {
            next[past.before].push((k + 1, past.infoset, past.action));
            ending[past.infoset][past.action].push((k + 1, past.before));
        }
        let mut sets_at: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); own.len() + 1];
        for (k, node) in tree.nodes().iter().enumerate() {
            if let NodeKind::Decision(infoset) = node.kind
                && tree.infosets()[infoset].player == player
            {
                sets_at[pasts.at(k, player)].insert(tree.infosets()[infoset].index);
            }
        }
        Self {
            sets_at: sets_at.into_iter().map(|sets| sets.into_iter().collect()).collect(),
            next,
            ending,
            chosen: vec![None; counts.len()],
            allowed: vec![false; own.len() + 1],
            ways: vec![0; counts.len()],
            open: BTreeSet::new(),
            trail: Vec::new(),
            counts,
        }
    }

    /// All strategies in order; nothing if there are too many.
    fn all(mut self) -> Option<Vec<PureStrategy>> {
        const LIMIT: usize = ExtensiveForm::MAX_STRATEGIES;
        let mut found = Vec::new();
        // What was chosen, and how long the trail was before.
        let mut choices: Vec<(usize, usize)> = Vec::new();
        self.allow(0);
        loop {
            while let Some(infoset) = self.open.first().copied() {
                choices.push((infoset, self.trail.len()));
                self.choose(infoset, 0);
            }
            found.push(PureStrategy(self.chosen.clone()));
            if found.len() > LIMIT || found.len().saturating_mul(self.counts.len()) > LIMIT * 64 {
                return None;
            }
            // The last choice that has another action.
            loop {
                let Some((infoset, mark)) = choices.last().copied() else {
                    // Excluded entries count as 0: the full strategy that comes first is the one with 0 there.
                    found.sort_by_cached_key(|s| s.0.iter().map(|entry| entry.unwrap_or(0)).collect::<Vec<_>>());
                    return Some(found);
                };
                let action = self.undo(infoset, mark) + 1;
                if action < self.counts[infoset] {
                    self.choose(infoset, action);
                    break;
                }
                choices.pop();
            }
        }
    }

    fn choose(&mut self, infoset: usize, action: usize) {
        self.chosen[infoset] = Some(action);
        self.open.remove(&infoset);
        for k in 0..self.ending[infoset][action].len() {
            let (past, before) = self.ending[infoset][action][k];
            if self.allowed[before] && !self.allowed[past] {
                self.allow(past);
            }
        }
    }

    /// Takes a choice back and gives its action.
    fn undo(&mut self, infoset: usize, mark: usize) -> usize {
        while self.trail.len() > mark {
            let past = self.trail.pop().expect("the trail is longer than the mark");
            self.allowed[past] = false;
            for set in &self.sets_at[past] {
                self.ways[*set] -= 1;
                if self.ways[*set] == 0 {
                    self.open.remove(set);
                }
            }
        }
        self.open.insert(infoset);
        self.chosen[infoset].take().expect("what is undone was chosen")
    }

    /// Allows a past, and those that continue it by what is chosen already.
    fn allow(&mut self, past: PastId) {
        let mut waiting = vec![past];
        while let Some(past) = waiting.pop() {
            self.allowed[past] = true;
            self.trail.push(past);
            for set in &self.sets_at[past] {
                self.ways[*set] += 1;
                if self.chosen[*set].is_none() {
                    self.open.insert(*set);
                }
            }
            let continued = self.next[past].iter().filter(|(_, set, action)| self.chosen[*set] == Some(*action));
            waiting.extend(continued.map(|(next, ..)| *next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ExtensiveForm;
    use proptest::prelude::*;

    /// The definition, word by word: all tuples, what they exclude, and the first of equals.
    fn slowly(tree: &ExtensiveForm, player: PlayerId) -> Vec<PureStrategy> {
        let sets = tree.infosets_of(player);
        let counts: Vec<usize> = sets.iter().map(|h| tree.infosets()[*h].actions.len()).collect();
        let total: usize = counts.iter().product();
        let mut found: Vec<PureStrategy> = Vec::new();
        for mut k in 0..total {
            let mut full = vec![0; counts.len()];
            for (entry, count) in full.iter_mut().zip(&counts).rev() {
                *entry = k % count;
                k /= count;
            }
            let reached = |mut node: usize| loop {
                let Some((parent, action)) = tree.nodes()[node].parent else { return true };
                if let NodeKind::Decision(h) = tree.nodes()[parent].kind {
                    let h = &tree.infosets()[h];
                    if h.player == player && full[h.index] != action {
                        return false;
                    }
                }
                node = parent;
            };
            let entry = |(h, action): (&usize, &usize)| {
                tree.infosets()[*h].nodes.iter().any(|node| reached(*node)).then_some(*action)
            };
            let reduced = PureStrategy(sets.iter().zip(&full).map(entry).collect());
            if !found.contains(&reduced) {
                found.push(reduced);
            }
        }
        found
    }

    /// A tree of two players from a list of numbers, with information sets that need not make sense.
    pub(in crate::game::extensive) fn any_tree(numbers: &[usize]) -> ExtensiveForm {
        let mut tree = crate::game::TreeBuilder::new("any", ["a", "b"]).expect("players");
        let sets: Vec<usize> = (0..6)
            .map(|k| tree.infoset(PlayerId(u32::from(k > 3)), "", vec!["x"; 1 + (k + 1) % 3]).expect("a set"))
            .collect();
        let half = Rational::new(1, 2);
        let coin = tree.event("", [("h", half.clone()), ("t", half)]).expect("an event");
        let mut left = 12;
        for n in numbers.iter().chain(std::iter::repeat(&0)) {
            if tree.is_complete() {
                break;
            }
            left -= i32::from(*n > 0);
            let kind = match n {
                1..=6 if left > 0 => NodeKind::Decision(sets[n - 1]),
                7 if left > 0 => NodeKind::Chance(coin),
                _ => NodeKind::End,
            };
            let payoffs = [i64::try_from(*n).expect("small"), left.into()].map(Rational::from);
            let outcome = (n % 2 == 1).then(|| tree.outcome("", payoffs).expect("an outcome"));
            tree.node("", kind, outcome).expect("a node");
        }
        tree.finish().expect("a tree")
    }

    proptest! {
        #[test]
        fn strategies_and_payoffs_are_what_the_definition_says(numbers in prop::collection::vec(0usize..8, 1..40)) {
            let tree = any_tree(&numbers);
            let reduced = tree.reduced_form().expect("a small form");
            for player in tree.player_ids() {
                prop_assert_eq!(&reduced.strategies[player.index()], &slowly(&tree, player));
            }
            // Each profile walks the tree by itself.
            let ends = tree.ends();
            let reach = tree.chance_reach();
            for profile in reduced.game.profiles() {
                let plays = |node: usize, action: usize| match tree.nodes()[node].kind {
                    NodeKind::Decision(h) => {
                        let h = &tree.infosets()[h];
                        let player = h.player.index();
                        reduced.strategies[player][profile[player]].0[h.index] == Some(action)
                    }
                    _ => true,
                };
                let mut sum = [Rational::zero(), Rational::zero()];
                for (end, payoffs) in &ends {
                    let mut node = *end;
                    let mut reached = true;
                    while let Some((parent, action)) = tree.nodes()[node].parent {
                        reached &= plays(parent, action);
                        node = parent;
                    }
                    if reached {
                        sum.iter_mut().zip(payoffs).for_each(|(s, p)| *s += &(p * &reach[*end]));
                    }
                }
                for player in tree.player_ids() {
                    prop_assert_eq!(reduced.game.payoff(&profile, player), &sum[player.index()]);
                }
            }
        }
    }

    #[test]
    fn a_long_chain_has_as_many_strategies_as_moves_and_one_more() {
        let mut tree = crate::game::TreeBuilder::new("chain", ["a"]).expect("players");
        for k in 0..200 {
            let set = tree.infoset(PlayerId(0), k.to_string(), ["stop", "go"]).expect("a set");
            tree.node("", NodeKind::Decision(set), None).expect("a node");
            tree.node("", NodeKind::End, None).expect("a node");
        }
        tree.node("", NodeKind::End, None).expect("a node");
        let tree = tree.finish().expect("a tree");
        let strategies = tree.pure_strategies(PlayerId(0)).expect("few");
        assert_eq!(strategies.len(), 201);
        assert_eq!(strategies[1].label(&tree, PlayerId(0))[..17], *"go, stop, *, *, *");
    }
}
