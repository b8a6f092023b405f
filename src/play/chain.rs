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
    for (start, length) in stretches(a, b, rounds) {
        for side in &mut sides {
            side.switch(start);
        }
        let [left, right] = &mut sides;
        if noiseless {
            for _ in 0..length {
                let (own, other) = (left.act(), right.act());
                #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
                sink((own.index() * width + other.index()) as u16);
                left.state = left.automaton.next(left.state, own, other);
                right.state = right.automaton.next(right.state, other, own);
            }
        } else {
            for _ in 0..length {
                let own = slip(left.act(), a.own_actions(), noise, &mut left.streams.slips);
                let other = slip(right.act(), width, noise, &mut right.streams.slips);
                #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
                sink((own.index() * width + other.index()) as u16);
                let read = slip(other, width, misperception, &mut left.streams.misreadings);
                left.state = left.automaton.next(left.state, own, read);
                let read = slip(own, a.own_actions(), misperception, &mut right.streams.misreadings);
                right.state = right.automaton.next(right.state, other, read);
            }
        }
    }
    let drew = sides.iter().any(|side| side.streams.used()) || matches!(spec.rules.length, Length::Drawn { .. });
    Some(Played { rounds, drew })
}

/// One automaton in play.
struct Side<'a> {
    automaton: &'a Automaton,
    chances: Vec<Option<Chance>>,
    state: u32,
    streams: Streams,
}

impl<'a> Side<'a> {
    fn of(automaton: &'a Automaton, spec: &Match<'_>, name: &str) -> Self {
        let chances = (0..automaton.states())
            .map(|state| u32::try_from(state).expect("fewer than 2^32 states"))
            .map(|state| automaton.sure_action(state).is_none().then(|| automaton.chance(state)))
            .collect();
        Self { automaton, chances, state: automaton.start(), streams: Streams::of(spec, name) }
    }

    fn switch(&mut self, round: u32) {
        if let Some(switch) = self.automaton.switches().iter().find(|switch| switch.round == round) {
            self.state = switch.to[self.state as usize];
        }
    }

    #[inline]
    fn act(&mut self) -> Action {
        match self.chances[self.state as usize] {
            None => self.automaton.sure_action(self.state).expect("a state without a chance is sure"),
            Some(chance) => Action::cooperate_if(self.streams.choice.happens(chance)),
        }
    }
}
