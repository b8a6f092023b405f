//! Two automata that may draw, played through their tables.

use super::engine::{Played, Streams, fits, slip};
use super::rules::{Length, Match};
use super::tables::stretches;
use crate::sim::Chance;
use crate::strategy::{Action, Automaton};

/// Plays two automata, deterministic or not, with or without noise, by their tables.
///
/// Takes the same draws in the same order as [`play`](super::play), and so gives the same course.
/// Returns nothing (and calls `sink` never) if the game is not one of two players.
pub fn play_chain(
    spec: &Match<'_>,
    names: [&str; 2],
    a: &Automaton,
    b: &Automaton,
    mut sink: impl FnMut(u16),
) -> Option<Played> {
    fits(spec, 2).ok()?;
    let rounds = spec.rounds();
    let noise = Chance::of(spec.rules.noise);
    let misperception = Chance::of(spec.rules.misperception);
    let noiseless = spec.rules.is_noiseless();
    let mut sides = [Side::of(a, spec, names[0]), Side::of(b, spec, names[1])];
    let width = b.own_actions();
    for (start, length) in stretches(&[a, b], rounds) {
        for side in &mut sides {
            side.switch(start);
        }
        let [left, right] = &mut sides;
        if noiseless {
            for _ in 0..length {
                let (own, other) = (left.act(), right.act());
                #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
                sink((own.index() * width + other.index()) as u16);
                left.hear(own, other);
                right.hear(other, own);
            }
        } else {
            for _ in 0..length {
                let own = slip(left.act(), a.own_actions(), noise, &mut left.streams.slips);
                let other = slip(right.act(), width, noise, &mut right.streams.slips);
                #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
                sink((own.index() * width + other.index()) as u16);
                let read = slip(other, width, misperception, &mut left.streams.misreadings);
                left.hear(own, read);
                let read = slip(own, a.own_actions(), misperception, &mut right.streams.misreadings);
                right.hear(other, read);
            }
        }
    }
    let drew = sides.iter().any(|side| side.streams.used()) || matches!(spec.rules.length, Length::Drawn { .. });
    Some(Played { rounds, drew })
}

/// An automaton at play, whose table says what it does.
#[derive(Clone)]
pub(super) struct ByTable<'a> {
    pub(super) automaton: &'a Automaton,
    pub(super) state: u32,
}

impl<'a> ByTable<'a> {
    /// An automaton before the first round.
    pub(super) fn of(automaton: &'a Automaton) -> Self {
        Self { automaton, state: automaton.start() }
    }

    /// Hears that a round comes before which states may change.
    pub(super) fn switch(&mut self, round: u32) {
        self.state = self.automaton.switched(self.state, round);
    }

    /// Hears how a round went.
    #[inline]
    pub(super) fn hear(&mut self, own: Action, seen: Action) {
        self.state = self.automaton.next(self.state, own, seen);
    }
}

/// One side of a match: an automaton, and what it draws from.
pub(super) struct Side<'a> {
    player: ByTable<'a>,
    pub(super) streams: Streams,
}

impl<'a> Side<'a> {
    pub(super) fn of(automaton: &'a Automaton, spec: &Match<'_>, name: &str) -> Self {
        let streams = Streams::of(spec, name, !automaton.is_deterministic());
        Self { player: ByTable::of(automaton), streams }
    }

    /// Hears that a round comes before which states may change.
    pub(super) fn switch(&mut self, round: u32) {
        self.player.switch(round);
    }

    /// What it plays.
    #[inline]
    pub(super) fn act(&mut self) -> Action {
        self.player.automaton.act(self.player.state, &mut self.streams.choice)
    }

    /// Hears how a round went.
    #[inline]
    pub(super) fn hear(&mut self, own: Action, seen: Action) {
        self.player.hear(own, seen);
    }
}
