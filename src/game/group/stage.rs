//! A stage game however its payoffs are given: what an engine and its players see of it.

use super::GroupGame;
use crate::game::{NormalForm, TwoByTwo};
use crate::ids::PlayerId;
use std::sync::Arc;

/// A stage game: a table of profiles, or a formula of counts.
#[derive(Clone, Debug)]
pub enum Stage {
    /// A game in normal form.
    Table(Arc<NormalForm>),
    /// An anonymous game of a group.
    Group(Arc<GroupGame>),
}

/// What can be played round after round.
pub trait StageGame {
    /// The game as players are told of it.
    fn stage(game: &Arc<Self>) -> Stage;

    /// The number of players.
    fn player_count(&self) -> usize;

    /// The number of actions of a player.
    fn action_count(&self, player: PlayerId) -> usize;
}

impl StageGame for NormalForm {
    fn stage(game: &Arc<Self>) -> Stage {
        Stage::Table(Arc::clone(game))
    }

    fn player_count(&self) -> usize {
        NormalForm::player_count(self)
    }

    fn action_count(&self, player: PlayerId) -> usize {
        NormalForm::action_count(self, player)
    }
}

impl StageGame for GroupGame {
    fn stage(game: &Arc<Self>) -> Stage {
        Stage::Group(Arc::clone(game))
    }

    fn player_count(&self) -> usize {
        self.players()
    }

    fn action_count(&self, _: PlayerId) -> usize {
        self.actions().len()
    }
}

impl StageGame for Stage {
    fn stage(game: &Arc<Self>) -> Stage {
        Self::clone(game)
    }

    fn player_count(&self) -> usize {
        match self {
            Self::Table(game) => game.player_count(),
            Self::Group(game) => game.players(),
        }
    }

    fn action_count(&self, player: PlayerId) -> usize {
        match self {
            Self::Table(game) => game.action_count(player),
            Self::Group(game) => game.actions().len(),
        }
    }
}

impl From<Arc<NormalForm>> for Stage {
    fn from(game: Arc<NormalForm>) -> Self {
        Self::Table(game)
    }
}

impl From<Arc<GroupGame>> for Stage {
    fn from(game: Arc<GroupGame>) -> Self {
        Self::Group(game)
    }
}

impl Stage {
    /// The game in normal form, if it is given as one.
    pub fn table(&self) -> Option<&NormalForm> {
        match self {
            Self::Table(game) => Some(game),
            Self::Group(_) => None,
        }
    }

    /// The game's title.
    pub fn title(&self) -> &str {
        match self {
            Self::Table(game) => &game.title,
            Self::Group(game) => &game.title,
        }
    }

    /// The names of a player's actions.
    pub fn actions(&self, player: PlayerId) -> &[String] {
        match self {
            Self::Table(game) => &game.players()[player.index()].actions,
            Self::Group(game) => game.actions(),
        }
    }

    /// The number of actions of each player.
    pub fn dimensions(&self) -> Vec<usize> {
        match self {
            Self::Table(game) => game.dimensions(),
            Self::Group(game) => vec![game.actions().len(); game.players()],
        }
    }

    /// Whether all players have the same number of actions.
    pub fn is_even(&self) -> bool {
        match self {
            Self::Table(game) => game.dimensions().windows(2).all(|pair| pair[0] == pair[1]),
            Self::Group(_) => true,
        }
    }

    /// Whether this is a table of two players with two actions each.
    pub fn is_two_by_two(&self) -> bool {
        self.table().is_some_and(NormalForm::is_two_by_two)
    }

    /// The four payoffs of a player, if this is a table of two players with two actions each.
    pub fn two_by_two(&self, player: PlayerId) -> Option<TwoByTwo> {
        self.table()?.two_by_two(player)
    }

    /// What an action is worth to a player where `others[action]` of the others chose each.
    ///
    /// In a table it is the profile in which the others take these actions in the order of players: exact for two
    /// players and for anonymous games. Nothing if a table has no such profile, or the counts are not those of the others.
    pub fn payoff(&self, player: PlayerId, own: usize, others: &[u32]) -> Option<f64> {
        match self {
            Self::Group(game) => {
                let mut counts = others.to_vec();
                *counts.get_mut(own)? += 1;
                (counts.len() == game.actions().len()).then(|| game.unscaled(game.scaled_payoff(own, &counts)))
            }
            Self::Table(game) => {
                let profile = arranged(game, player, own, others)?;
                Some(game.payoff(&profile, player).to_f64())
            }
        }
    }

    /// What all together get where a player takes an action and `others[action]` of the others took each; as
    /// [`payoff`](Stage::payoff).
    pub fn welfare(&self, player: PlayerId, own: usize, others: &[u32]) -> Option<f64> {
        match self {
            Self::Group(game) => {
                let mut counts = others.to_vec();
                *counts.get_mut(own)? += 1;
                (counts.len() == game.actions().len()).then(|| game.unscaled(game.welfare(&counts)))
            }
            Self::Table(game) => {
                let profile = arranged(game, player, own, others)?;
                Some(game.player_ids().map(|id| game.payoff(&profile, id).to_f64()).sum())
            }
        }
    }
}

/// The profile in which a player takes an action and the others, in order, as many of each as `others` says.
fn arranged(game: &NormalForm, player: PlayerId, own: usize, others: &[u32]) -> Option<Vec<usize>> {
    let mut profile = Vec::with_capacity(game.player_count());
    for (action, count) in others.iter().enumerate() {
        profile.extend((0..*count).map(|_| action));
    }
    if player.index() > profile.len() {
        return None;
    }
    profile.insert(player.index(), own);
    let exists = profile.len() == game.player_count()
        && profile.iter().zip(game.players()).all(|(action, player)| *action < player.actions.len());
    exists.then_some(profile)
}
