//! Other players as one who sees into them finds them.
//!
//! A player that reads minds is shown a copy of the other player as it stands before a round, and may let it play on. The
//! copy draws from a stream of the reader's own, so that what it would do by chance is imagined, not foreseen, and so that
//! nothing real is disturbed. The records of the match are extended while the copy plays and cut back afterwards. A copy is
//! shown nobody: a mind reader within a mind does not read on. Nothing here can change the other player.

use super::{Action, Record, Seen, Strategy, View};
use crate::sim::Draws;

/// The other player of a two-player match, to be asked what it would do.
pub struct Minds<'a> {
    other: Box<dyn Strategy>,
    reader: usize,
    truth: &'a mut [Record],
    /// What the other player has perceived, where that can differ from the truth.
    perceived: Option<&'a mut [Record]>,
    draws: &'a mut Draws,
}

impl<'a> Minds<'a> {
    /// A copy of the player other than `reader`, with the records of both players, what the other has perceived where that
    /// is kept apart, and the stream of what is imagined.
    pub fn new(
        other: Box<dyn Strategy>,
        reader: usize,
        truth: &'a mut [Record],
        perceived: Option<&'a mut [Record]>,
        draws: &'a mut Draws,
    ) -> Self {
        Self { other, reader, truth, perceived, draws }
    }

    /// What the other would play in the round that comes.
    pub fn next_action(&mut self) -> Action {
        self.play_on(1, |_| Action::C)[0].1
    }

    /// How the next rounds would go if the reader played by `plan`, which is asked with the other's action of the round
    /// before (of the last real one at first; nothing if there was none). Own and other's action of each round.
    pub fn play_on(&mut self, rounds: u32, mut plan: impl FnMut(Option<Action>) -> Action) -> Vec<(Action, Action)> {
        let (reader, other) = (self.reader, 1 - self.reader);
        let mut mind = self.other.boxed_clone();
        let played = self.truth[other].history().len();
        let seen_by_other = self.perceived.as_ref().map(|seen| seen[reader].history().len());
        let mut course = Vec::with_capacity(rounds as usize);
        for _ in 0..rounds {
            let history = self.truth[other].history();
            let own = plan(history.last());
            let seen = match &self.perceived {
                Some(perceived) => Seen::new(perceived, other),
                None => Seen::new(self.truth, other),
            };
            let round = u32::try_from(history.len() + 1).unwrap_or(u32::MAX);
            let action = mind.act(&View { round, own: history, seen }, self.draws);
            course.push((own, action));
            self.truth[other].push(action);
            match &mut self.perceived {
                Some(perceived) => perceived[reader].push(own),
                None => self.truth[reader].push(own),
            }
        }
        self.truth[other].truncate(played);
        match (&mut self.perceived, seen_by_other) {
            (Some(perceived), Some(length)) => perceived[reader].truncate(length),
            _ => self.truth[reader].truncate(played),
        }
        course
    }
}
