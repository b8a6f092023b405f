//! What a player is told before a match.

use crate::exact::Rational;
use crate::game::{Stage, StageGame, TwoByTwo};
use crate::ids::PlayerId;
use std::sync::Arc;

/// How long a player believes the match to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// This number of rounds (which need not be true).
    Rounds(u32),
    /// It does not know: rules about the end never fire.
    Unknown,
}

/// What a player is told before a match.
#[derive(Clone, Debug)]
pub struct Told {
    /// The stage game.
    pub game: Stage,
    /// Which player of it this one is.
    pub player: PlayerId,
    /// How long the match is.
    pub horizon: Horizon,
    /// With what probability another round follows each, where that is told.
    pub continuation: Option<f64>,
    /// The probability with which an action comes out as another.
    pub noise: f64,
    /// What a defection costs in expectation beside the payoffs, by round from the first; nothing
    /// beyond the list's end. Empty where there are no audits.
    pub expected_penalties: Arc<[Rational]>,
    /// Whether the other is in good standing by the records that this player was shown; nothing where it is not known.
    pub standing: Option<bool>,
}

impl Told {
    /// What a player of a match without audits is told.
    pub fn new(game: impl Into<Stage>, player: PlayerId, horizon: Horizon) -> Self {
        Self {
            game: game.into(),
            player,
            horizon,
            continuation: None,
            noise: 0.0,
            expected_penalties: Arc::from([]),
            standing: None,
        }
    }

    /// The number of actions of this player.
    pub fn actions(&self) -> usize {
        self.game.action_count(self.player)
    }

    /// How many rounds are left before round `round`, that one counted; nothing if the length is unknown.
    pub fn rounds_left(&self, round: u32) -> Option<u32> {
        match self.horizon {
            Horizon::Rounds(n) => Some(n.saturating_add(1).saturating_sub(round)),
            Horizon::Unknown => None,
        }
    }

    /// This player's four payoffs, if the game is one of two players with two actions each.
    pub fn two_by_two(&self) -> Option<TwoByTwo> {
        self.game.two_by_two(self.player)
    }

    /// The expected penalty for a defection in a round.
    pub fn expected_penalty(&self, round: u32) -> Rational {
        let place = (round as usize).wrapping_sub(1);
        self.expected_penalties.get(place).cloned().unwrap_or_default()
    }
}
