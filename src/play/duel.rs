//! Two players of whom at most one is an automaton: the engine's rounds, without what a match of two can spare.
//!
//! Nobody misreads and nobody discloses, so that both see the same records; an automaton moves by its table. Knows nothing
//! of repetitions.

use super::chain::Side;
use super::engine::{PlayError, Played, Streams, exists, fits, slip};
use super::rules::{Length, Match};
use super::tables::stretches;
use crate::ids::PlayerId;
use crate::sim::Chance;
use crate::strategy::{Action, Automaton, Record, Seen, Strategy, View};

/// A player of a duel.
pub(super) enum Duellist<'a> {
    /// One who has to be asked.
    Strategy(&'a mut dyn Strategy),
    /// One whose table says what it does.
    Automaton(&'a Automaton),
}

impl<'a> Duellist<'a> {
    /// A strategy, or its automaton where there is one.
    pub(super) fn of(strategy: &'a mut dyn Strategy, automaton: Option<&'a Automaton>) -> Self {
        automaton.map_or(Self::Strategy(strategy), Self::Automaton)
    }
}

/// Plays a match of two with the same draws in the same order as [`play`](super::play), and so with the same course.
///
/// Returns nothing (and calls `sink` never) if it does not answer: the game is not one of two players, actions can be
/// misread, a strategy sees into the other or plays from outside the lab, or both are automata.
pub(super) fn play_duel(
    spec: &Match<'_>,
    names: [&str; 2],
    players: [Duellist<'_>; 2],
    sink: impl FnMut(u16),
) -> Option<Result<Played, PlayError>> {
    let can = |player: &Duellist<'_>| match player {
        Duellist::Strategy(strategy) => !strategy.reads_minds() && !strategy.is_guest(),
        Duellist::Automaton(_) => true,
    };
    if spec.rules.misperception > 0.0 || fits(spec, 2).is_err() || !players.iter().all(can) {
        return None;
    }
    let duel = |switching: &[&Automaton]| Duel { spec, names, stretches: stretches(switching, spec.rounds()) };
    let asked = |strategy, seat: usize| Asked::of(strategy, spec, seat, names[seat]);
    Some(match players {
        [Duellist::Strategy(a), Duellist::Strategy(b)] => duel(&[]).play(asked(a, 0), asked(b, 1), sink),
        [Duellist::Strategy(a), Duellist::Automaton(b)] => {
            duel(&[b]).play(asked(a, 0), Side::of(b, spec, names[1]), sink)
        }
        [Duellist::Automaton(a), Duellist::Strategy(b)] => {
            duel(&[a]).play(Side::of(a, spec, names[0]), asked(b, 1), sink)
        }
        [Duellist::Automaton(_), Duellist::Automaton(_)] => return None,
    })
}

/// One side of a duel.
trait Mover {
    /// Hears that a stretch begins with this round.
    fn switch(&mut self, round: u32);

    /// Its action before slips.
    fn choose(&mut self, view: &View<'_>) -> Action;

    /// Hears how the round went.
    fn hear(&mut self, own: Action, seen: Action);

    fn streams(&mut self) -> &mut Streams;
}

/// A strategy at play.
struct Asked<'a> {
    strategy: &'a mut dyn Strategy,
    streams: Streams,
}

impl<'a> Asked<'a> {
    fn of(strategy: &'a mut dyn Strategy, spec: &Match<'_>, seat: usize, name: &str) -> Self {
        strategy.begin(&spec.rules.told(PlayerId::at(seat)));
        Self { strategy, streams: Streams::of(spec, name, true) }
    }
}

impl Mover for Asked<'_> {
    fn switch(&mut self, _: u32) {}

    #[inline]
    fn choose(&mut self, view: &View<'_>) -> Action {
        self.strategy.act(view, &mut self.streams.choice)
    }

    #[inline]
    fn hear(&mut self, _: Action, _: Action) {}

    #[inline]
    fn streams(&mut self) -> &mut Streams {
        &mut self.streams
    }
}

impl Mover for Side<'_> {
    fn switch(&mut self, round: u32) {
        Side::switch(self, round);
    }

    #[inline]
    fn choose(&mut self, _: &View<'_>) -> Action {
        self.act()
    }

    #[inline]
    fn hear(&mut self, own: Action, seen: Action) {
        Side::hear(self, own, seen);
    }

    #[inline]
    fn streams(&mut self) -> &mut Streams {
        &mut self.streams
    }
}

/// A match of two, cut where an automaton switches.
struct Duel<'a> {
    spec: &'a Match<'a>,
    names: [&'a str; 2],
    stretches: Vec<(u32, u32)>,
}

impl Duel<'_> {
    fn play(
        &self,
        mut left: impl Mover,
        mut right: impl Mover,
        mut sink: impl FnMut(u16),
    ) -> Result<Played, PlayError> {
        let rules = self.spec.rules;
        let actions = [0, 1].map(|seat| rules.game.action_count(PlayerId(seat)));
        let noise = Chance::of(rules.noise);
        let rounds = self.stretches.iter().map(|(_, length)| length).sum();
        let mut truth = actions.map(|actions| Record::with_room(actions, rounds));
        for (start, length) in &self.stretches {
            left.switch(*start);
            right.switch(*start);
            for round in *start..start + length {
                let played = (round - 1) as usize;
                let own = |seat: usize| truth[seat].history_of(played);
                let view = |seat: usize| View { round, own: own(seat), seen: Seen::new(&truth, seat) };
                let chosen = [left.choose(&view(0)), right.choose(&view(1))];
                for ((action, actions), name) in chosen.iter().zip(actions).zip(self.names) {
                    exists(*action, actions, name, round)?;
                }
                let own = slip(chosen[0], actions[0], noise, &mut left.streams().slips);
                let other = slip(chosen[1], actions[1], noise, &mut right.streams().slips);
                left.hear(own, other);
                right.hear(other, own);
                truth[0].push(own);
                truth[1].push(other);
                #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
                sink((own.index() * actions[1] + other.index()) as u16);
            }
        }
        let drew = left.streams().used() || right.streams().used() || matches!(rules.length, Length::Drawn { .. });
        Ok(Played { rounds, drew })
    }
}
