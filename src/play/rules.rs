//! What a match is: its rules, and which match of which run it is.

use crate::exact::Rational;
use crate::game::{NormalForm, StageGame};
use crate::ids::{PlayerId, RunKey};
use crate::sim::{Chance, Purpose, Who};
use crate::strategy::{Horizon, Strategy, Told};
use std::sync::Arc;

/// How long a match is, and what the players know of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// This number of rounds, and the players know it.
    Known(u32),
    /// This number of rounds, and the players do not know it: rules about the end never fire.
    Unknown(u32),
    /// At least one round; after each, another follows with probability `continuation` (below 1).
    Drawn {
        /// The probability of another round.
        continuation: f64,
        /// Whether the players know it. They never know when the match ends.
        told: bool,
    },
}

/// The rules of a match. The stage game is a table of profiles, unless `G` says otherwise.
#[derive(Clone, Debug)]
pub struct Rules<G = NormalForm> {
    /// The stage game.
    pub game: Arc<G>,
    /// The length.
    pub length: Length,
    /// What the players are told of the length, where it is not the truth of `length`.
    pub told_horizon: Option<Horizon>,
    /// Execution noise: the probability with which each chosen action comes out as another (with two
    /// actions the other one, else each other one alike). Payoffs and all histories hold what came out.
    pub noise: f64,
    /// Perception noise: the probability with which each reading of another's action is wrong, drawn by
    /// each observer for each other player. Payoffs and own histories hold the truth.
    pub misperception: f64,
    /// What a defection costs in expectation beside the payoffs, by round; players are told it.
    pub expected_penalties: Arc<[Rational]>,
    /// By player: whether the other is in good standing by the records that it is shown before the match; nothing, or an
    /// empty list, where that is not known.
    pub standings: Vec<Option<bool>>,
}

/// One match of a run: whose draws it takes.
#[derive(Debug)]
pub struct Match<'a, G = NormalForm> {
    /// The rules.
    pub rules: &'a Rules<G>,
    /// The run's key.
    pub key: &'a RunKey,
    /// The match's name, which other matches do not change, such as `alice|bob`.
    pub place: &'a str,
    /// The repetition, from 0.
    pub repetition: u64,
}

/// A player of a match.
pub struct Seat<'a> {
    /// The player's name: whose draws it takes. Unique within the match.
    pub name: &'a str,
    /// How it plays.
    pub strategy: &'a mut dyn Strategy,
}

impl<G> Clone for Match<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Match<'_, G> {}

impl<G: StageGame> Rules<G> {
    /// A match of this length without noise.
    pub fn new(game: Arc<G>, length: Length) -> Self {
        Self {
            game,
            length,
            told_horizon: None,
            noise: 0.0,
            misperception: 0.0,
            expected_penalties: Arc::from([]),
            standings: Vec::new(),
        }
    }

    /// What a player is told.
    pub fn told(&self, player: PlayerId) -> Told {
        let (horizon, continuation) = match self.length {
            Length::Known(rounds) => (Horizon::Rounds(rounds), None),
            Length::Unknown(_) => (Horizon::Unknown, None),
            Length::Drawn { continuation, told } => (Horizon::Unknown, told.then_some(continuation)),
        };
        Told {
            game: G::stage(&self.game),
            player,
            horizon: self.told_horizon.unwrap_or(horizon),
            continuation,
            noise: self.noise,
            expected_penalties: Arc::clone(&self.expected_penalties),
            standing: self.standings.get(player.index()).copied().flatten(),
        }
    }

    /// Whether nothing in the match is drawn but the players' own choices.
    pub fn is_noiseless(&self) -> bool {
        self.noise <= 0.0 && self.misperception <= 0.0
    }
}

impl<G> Match<'_, G> {
    /// The number of rounds of this match: drawn from one stream a match and repetition where the length is drawn.
    pub fn rounds(&self) -> u32 {
        match self.rules.length {
            Length::Known(rounds) | Length::Unknown(rounds) => rounds,
            Length::Drawn { continuation, .. } => {
                let chance = Chance::of(continuation);
                let mut draws = self.key.draws(Who::place(self.place, self.repetition), Purpose::Length);
                let mut rounds = 1;
                while rounds < u32::MAX && draws.happens(chance) {
                    rounds += 1;
                }
                rounds
            }
        }
    }

    /// Whose draws a player takes.
    pub(super) fn who<'b>(&'b self, name: &'b str) -> Who<'b> {
        Who { place: self.place, repetition: self.repetition, name }
    }
}
