//! Behaviour strategies and mixed strategies of trees (Kuhn 1953).
//!
//! A behaviour strategy draws at each information set anew; a mixed strategy draws a pure strategy of the reduced normal
//! form once. With perfect recall each has a partner of the other kind that leads everywhere with the same probability,
//! whatever the others do (Kuhn's theorem); what differs is only what is said of places where the own moves never lead.
//! Invariant of [`Behaviour`]: for each information set of each player one distribution over its actions.

use super::form::{even, require_recall};
use super::{Plan, SequenceError};
use crate::exact::Rational;
use crate::game::{ExtensiveForm, NodeKind, ReducedForm};

/// By player: a distribution over the strategies of the reduced normal form.
pub type MixedProfile = Vec<Vec<Rational>>;

/// What all players do at each of their information sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour(Vec<Vec<Vec<Rational>>>);

impl Behaviour {
    /// The behaviour with these probabilities: by player, information set and action.
    ///
    /// # Errors
    /// If a distribution is missing or too much, of a wrong length, or none.
    pub fn new(tree: &ExtensiveForm, probabilities: Vec<Vec<Vec<Rational>>>) -> Result<Self, SequenceError> {
        shape("players", probabilities.len(), tree.player_count())?;
        for (player, own) in tree.player_ids().zip(&probabilities) {
            let name = &tree.players()[player.index()];
            let sets = tree.infosets_of(player);
            shape(&format!("information sets of {name:?}"), own.len(), sets.len())?;
            for (place, distribution) in sets.iter().zip(own) {
                let set = &tree.infosets()[*place];
                let what = || format!("information set {} of {name:?}", set.index);
                shape(&format!("actions at {}", what()), distribution.len(), set.actions.len())?;
                require_distribution(distribution, what)?;
            }
        }
        Ok(Self(probabilities))
    }

    /// A behaviour that is known to be one.
    pub(super) fn trusted(probabilities: Vec<Vec<Vec<Rational>>>) -> Self {
        Self(probabilities)
    }

    /// The behaviour that takes all actions as equally likely.
    pub fn uniform(tree: &ExtensiveForm) -> Self {
        let even = |infoset: &usize| {
            let count = tree.infosets()[*infoset].actions.len();
            vec![even(count); count]
        };
        Self(tree.player_ids().map(|player| tree.infosets_of(player).iter().map(even).collect()).collect())
    }

    /// The probabilities, by player, information set and action.
    pub fn probabilities(&self) -> &[Vec<Vec<Rational>>] {
        &self.0
    }

    /// How likely the action at a node is that leads on, if it is a player's or chance's move.
    pub(super) fn at<'a>(&'a self, tree: &'a ExtensiveForm, node: usize, action: usize) -> &'a Rational {
        match tree.nodes()[node].kind {
            NodeKind::Decision(infoset) => {
                let set = &tree.infosets()[infoset];
                &self.0[set.player.index()][set.index][action]
            }
            _ => tree.action(node, action).1.expect("only moves have actions"),
        }
    }

    /// What each player gets.
    pub fn expected_payoffs(&self, tree: &ExtensiveForm) -> Vec<Rational> {
        let mut reach: Vec<Rational> = Vec::with_capacity(tree.nodes().len());
        for node in tree.nodes() {
            let here = node.parent.map(|(parent, action)| &reach[parent] * self.at(tree, parent, action));
            reach.push(here.unwrap_or_else(Rational::one));
        }
        let mut sums = vec![Rational::zero(); tree.player_count()];
        for (node, payoffs) in tree.ends() {
            sums.iter_mut().zip(&payoffs).for_each(|(sum, payoff)| *sum += &(payoff * &reach[node]));
        }
        sums
    }

    /// The mixed strategies that draw each action of a reduced strategy as the behaviour does, independently.
    pub fn to_mixed(&self, form: &ReducedForm) -> MixedProfile {
        let chance = |own: &[Vec<Rational>], strategy: &[Option<usize>]| -> Rational {
            let entries = own.iter().zip(strategy).filter_map(|(set, action)| action.map(|action| &set[action]));
            entries.fold(Rational::one(), |product, p| &product * p)
        };
        let players = self.0.iter().zip(&form.strategies);
        players.map(|(own, strategies)| strategies.iter().map(|strategy| chance(own, &strategy.0)).collect()).collect()
    }

    /// The behaviour that leads everywhere as likely as mixed strategies do; where a player's own moves never lead, all
    /// its actions are taken as equally likely.
    ///
    /// # Errors
    /// If the mixed strategies are not distributions over the form's, or a player has imperfect recall.
    pub fn from_mixed(tree: &ExtensiveForm, form: &ReducedForm, mixed: &MixedProfile) -> Result<Self, SequenceError> {
        require_recall(tree, tree.player_ids())?;
        shape("players", mixed.len(), tree.player_count())?;
        let mut all = Vec::new();
        for (player, own) in tree.player_ids().zip(mixed) {
            let name = &tree.players()[player.index()];
            let strategies = &form.strategies[player.index()];
            shape(&format!("strategies of {name:?}"), own.len(), strategies.len())?;
            require_distribution(own, || format!("mixed strategy of {name:?}"))?;
            // A reduced strategy has an action exactly where its own moves lead, which is what a plan weighs.
            let behaviour = tree.infosets_of(player).iter().enumerate().map(|(h, place)| {
                let count = tree.infosets()[*place].actions.len();
                let mut weights = vec![Rational::zero(); count];
                for (weight, strategy) in own.iter().zip(strategies) {
                    if let Some(action) = strategy.0[h] {
                        weights[action] += weight;
                    }
                }
                let total: Rational = weights.iter().sum();
                let share = |weight: &Rational| weight.checked_div(&total).unwrap_or_else(|| even(count));
                weights.iter().map(share).collect()
            });
            all.push(behaviour.collect());
        }
        Ok(Self(all))
    }

    /// A player's realisation plan, by the numbers of its sequences: the empty one, then information set by information
    /// set one for each action.
    ///
    /// # Errors
    /// If a player has imperfect recall.
    pub fn plans(&self, tree: &ExtensiveForm) -> Result<Vec<Plan>, SequenceError> {
        require_recall(tree, tree.player_ids())?;
        let pasts = tree.pasts();
        let plan = |player| {
            let own = &self.0[crate::ids::PlayerId::index(player)];
            // How likely each past is, and so each sequence.
            let mut likely = vec![Rational::one()];
            for past in pasts.of_player(player) {
                likely.push(&likely[past.before] * &own[past.infoset][past.action]);
            }
            let sets = tree.infosets_of(player).iter().zip(own);
            let longer = sets.flat_map(|(place, actions)| {
                let before = &likely[pasts.at(tree.infosets()[*place].nodes[0], player)];
                actions.iter().map(move |p| before * p)
            });
            std::iter::once(Rational::one()).chain(longer).collect()
        };
        Ok(tree.player_ids().map(plan).collect())
    }
}

fn shape(what: &str, found: usize, expected: usize) -> Result<(), SequenceError> {
    if found == expected { Ok(()) } else { Err(SequenceError::Shape { what: what.to_string(), found, expected }) }
}

fn require_distribution(numbers: &[Rational], what: impl FnOnce() -> String) -> Result<(), SequenceError> {
    if numbers.iter().sum::<Rational>() == 1 && !numbers.iter().any(Rational::is_negative) {
        return Ok(());
    }
    let found: Vec<String> = numbers.iter().map(Rational::to_string).collect();
    Err(SequenceError::NoDistribution { what: what(), found: found.join(", ") })
}
