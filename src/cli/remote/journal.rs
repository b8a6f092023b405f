//! What players from outside have answered in a run, by the situation that they were asked in.
//!
//! A run plays some of its matches more than once: a match that is shown move by move, and each match of a trace, is played
//! again from the same streams. A strategy of the lab then plays alike; somebody from outside need not, and must not be asked
//! twice for one move. So an answer is kept under all that the question hung on: the match (known by the player's own stream
//! of choices, which belongs to this run, match, repetition and player alone, and from which such players do not draw), what
//! the player was told, and every action that it has seen. The same question again is answered from here.

use super::voice::locked;
use crate::sim::Draws;
use crate::strategy::{Action, View};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The answers of a player and all its copies.
#[derive(Clone, Default)]
pub(super) struct Journal(Arc<Mutex<BTreeMap<Situation, Action>>>);

/// What a question hangs on, as a digest.
pub(super) type Situation = [u8; 32];

impl Journal {
    pub(super) fn answer(&self, situation: &Situation) -> Option<Action> {
        locked(&self.0).get(situation).copied()
    }

    pub(super) fn keep(&self, situation: Situation, action: Action) {
        locked(&self.0).insert(situation, action);
    }
}

/// A match as a player goes through it.
#[derive(Clone)]
pub(super) struct Trail {
    rounds: usize,
    hasher: blake3::Hasher,
}

impl Trail {
    /// A match that is about to begin; `draws` is the player's stream of choices in it.
    pub(super) fn begin(beginning: &Json, draws: &mut Draws) -> Self {
        let mut hasher = blake3::Hasher::new();
        for word in [draws.word(), draws.word()] {
            hasher.update(&word.to_le_bytes());
        }
        hasher.update(beginning.to_string().as_bytes());
        Self { rounds: 0, hasher }
    }

    /// Follows the match to the round that `view` is before.
    pub(super) fn follow(&mut self, view: &View<'_>) -> Situation {
        for round in self.rounds..view.own.len() {
            for history in std::iter::once(view.own).chain(view.seen.iter()) {
                self.hasher.update(&[history.actions()[round].0]);
            }
        }
        self.rounds = view.own.len();
        *self.hasher.finalize().as_bytes()
    }
}
