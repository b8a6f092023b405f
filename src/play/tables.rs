//! Two deterministic automata as one table.

use super::engine::fits;
use super::rules::Match;
use crate::strategy::{Automaton, Switch};

/// The product of two deterministic automata: from each pair of states the profile played and the next pair.
struct Product {
    /// `next << 16 | profile`, by pair of states `a * states_b + b`.
    entries: Vec<u64>,
    states_b: usize,
}

/// The greatest number of pairs of states for which a table is made.
const MAX_PAIRS: usize = 1 << 22;

impl Product {
    /// The product, or nothing if an automaton draws or the table would be too large.
    fn of(a: &Automaton, b: &Automaton) -> Option<Self> {
        let pairs = a.states().checked_mul(b.states()).filter(|pairs| *pairs <= MAX_PAIRS)?;
        let mut entries = Vec::with_capacity(pairs);
        for s in states(a) {
            let own = a.sure_action(s)?;
            for t in states(b) {
                let other = b.sure_action(t)?;
                let next = a.next(s, own, other) as usize * b.states() + b.next(t, other, own) as usize;
                let profile = own.index() * b.own_actions() + other.index();
                entries.push((next as u64) << 16 | profile as u64);
            }
        }
        Some(Self { entries, states_b: b.states() })
    }

    /// The pair of states before the first round.
    fn start(&self, a: &Automaton, b: &Automaton) -> usize {
        a.start() as usize * self.states_b + b.start() as usize
    }

    /// The profile of a pair of states, and the next pair.
    #[inline]
    fn step(&self, pair: usize) -> (u16, usize) {
        let entry = self.entries[pair];
        ((entry & 0xffff) as u16, (entry >> 16) as usize)
    }

    /// The pair after the switches of a round.
    fn switched(&self, pair: usize, round: u32, a: &Automaton, b: &Automaton) -> usize {
        // A product has at most four million pairs.
        #[expect(clippy::cast_possible_truncation, reason = "an automaton's states are numbered by 32 bits")]
        let state = |state: usize, automaton: &Automaton| automaton.switched(state as u32, round) as usize;
        state(pair / self.states_b, a) * self.states_b + state(pair % self.states_b, b)
    }
}

fn states(automaton: &Automaton) -> impl Iterator<Item = u32> + use<> {
    0..u32::try_from(automaton.states()).expect("fewer than 2^32 states")
}

/// The stretches of a match between the switches of its automata: first round and number of rounds of each.
pub(super) fn stretches(automata: &[&Automaton], rounds: u32) -> Vec<(u32, u32)> {
    let switches = automata.iter().flat_map(|automaton| automaton.switches());
    let mut switching: Vec<u32> = switches.map(|switch: &Switch| switch.round).collect();
    switching.sort_unstable();
    cut(&switching, 1, rounds).collect()
}

/// The rounds from `first` to the last one, cut before those of `switching`, which ascend: first round and number of rounds of
/// each piece.
pub(super) fn cut(switching: &[u32], first: u32, rounds: u32) -> impl Iterator<Item = (u32, u32)> {
    let ahead = &switching[switching.partition_point(|round| *round <= first)..];
    let inside = ahead.iter().copied().take_while(move |round| *round <= rounds);
    let starts = std::iter::once(first).chain(inside.clone());
    let ends = inside.chain(std::iter::once(rounds + 1));
    starts.zip(ends).map(|(start, end)| (start, end.saturating_sub(start))).filter(|(_, length)| *length > 0)
}

/// Plays two deterministic automata through one table, round by round.
///
/// Returns the number of rounds, or nothing (and calls `sink` never) if it does not answer: an automaton
/// draws, there is noise, or the product has more than four million pairs of states.
pub fn play_tables(spec: &Match<'_>, a: &Automaton, b: &Automaton, mut sink: impl FnMut(u16)) -> Option<u32> {
    if !spec.rules.is_noiseless() || fits(spec, 2).is_err() {
        return None;
    }
    let product = Product::of(a, b)?;
    let rounds = spec.rounds();
    let mut pair = product.start(a, b);
    for (start, length) in stretches(&[a, b], rounds) {
        pair = product.switched(pair, start, a, b);
        for _ in 0..length {
            let (profile, next) = product.step(pair);
            sink(profile);
            pair = next;
        }
    }
    Some(rounds)
}
