//! Plays all meetings of a tournament, or computes what they come to in expectation.

use super::bout::Bout;
use super::results::{Meeting, Results};
use super::setting::{Exact, Tournament};
use crate::error::Diagnostic;
use crate::ids::{PlayerId, RunKey};
use crate::models::estimates::LEVEL;
use crate::models::{Recorder, RunError};
use crate::play::{Contest, Course, Entrant, Length, Match, PlayError, find_cycle, long_run, play_field};
use crate::sim::map_indexed;
use crate::stats::t_interval;
use crate::strategy::{Action, Automaton};
use crate::table::Cell;
use std::sync::Arc;

/// How many meetings are worked on at once. Results do not depend on it.
const MEETINGS_PER_BLOCK: usize = 4096;
/// How many repetitions are played before intervals are looked at for the first time.
const FIRST_BATCH: usize = 10;

/// By player and seat: the automaton that plays like it, if there is one.
pub(super) type Automata = Vec<[Option<Arc<Automaton>>; 2]>;

impl Tournament {
    /// The automata of the players.
    pub(super) fn automata(&self) -> Automata {
        let told = [0, 1].map(|seat| self.rules.told(PlayerId(seat)));
        map_indexed(self.players.len(), |player| {
            [0, 1].map(|seat: usize| self.players[player].plays.automaton(&told[seat]).map(Arc::new))
        })
    }

    /// The names of a meeting's players. A twin has a name of its own.
    pub(super) fn names(&self, [a, b]: [usize; 2]) -> [String; 2] {
        let [first, second] = [a, b].map(|player| self.players[player].name.clone());
        if a == b { [first, format!("{second} (twin)")] } else { [first, second] }
    }

    /// Plays some repetitions of a meeting, handing on each match; says whether all are the same, in which case only the
    /// first is handed on.
    pub(super) fn courses(
        &self,
        key: &RunKey,
        automata: &Automata,
        pair: [usize; 2],
        repetitions: std::ops::Range<usize>,
        mut take: impl FnMut(usize, &Course),
    ) -> Result<bool, PlayError> {
        let seated = [0, 1].map(|seat: usize| automata[pair[seat]][seat].clone());
        // Where nothing is drawn, no stream is needed, nor whose it is.
        let drawn = matches!(self.rules.length, Length::Drawn { .. });
        if let ([Some(a), Some(b)], false, Some(repetition)) = (&seated, drawn, repetitions.clone().next())
            && let Some(course) = find_cycle(&Match { rules: &self.rules, key, place: "", repetition: 0 }, a, b)
        {
            take(repetition, &course);
            return Ok(true);
        }
        let names = self.names(pair);
        let place = names.join("|");
        let mut contest = Contest::between(pair.map(|player| self.players[player].plays.clone()), seated);
        for repetition in repetitions {
            let spec = Match { rules: &self.rules, key, place: &place, repetition: repetition as u64 };
            let course = contest.course(&spec, [&names[0], &names[1]])?;
            take(repetition, &course);
            if contest.is_settled() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What meetings come to in which nothing is drawn, and which those are, in no order: all of them but those of two automata.
    fn alike(&self, key: &RunKey, automata: &Automata) -> Vec<(Arc<Bout>, Vec<usize>)> {
        let spec = Match { rules: &self.rules, key, place: "", repetition: 0 };
        let entrant = |player: usize, seat: PlayerId| Entrant {
            strategy: &*self.players[player].plays,
            automaton: automata[player][seat.index()].as_deref(),
        };
        play_field(&spec, &self.meetings, entrant, |course| Arc::new(self.stage.played(&course, self.discount)))
    }

    /// Plays the tournament.
    pub(super) fn play(
        &self,
        key: &RunKey,
        automata: &Automata,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Results, RunError> {
        let total = self.meetings.len() as u64;
        let mut meetings: Vec<Meeting> = self.meetings.iter().map(|pair| Meeting::new(*pair)).collect();
        let mut always: Vec<usize> = Vec::new();
        for (bout, places) in self.alike(key, automata) {
            for place in &places {
                meetings[*place].push(&bout);
            }
            always.extend(places);
        }
        // Meetings in which something is drawn, as far as is known.
        let mut open: Vec<usize> = (0..meetings.len()).filter(|place| !meetings[*place].has_begun()).collect();
        let mut played = 0;
        let mut batch = if self.precision.is_some() { FIRST_BATCH.min(self.repetitions) } else { self.repetitions };
        loop {
            let mut left = Vec::new();
            let count = open.len() as u64;
            for (block, places) in open.chunks(MEETINGS_PER_BLOCK).enumerate() {
                let found = map_indexed(places.len(), |k| {
                    let mut bouts = Vec::with_capacity(1);
                    let range = played..played + batch;
                    let same = self.courses(key, automata, self.meetings[places[k]], range, |_, course| {
                        bouts.push(Arc::new(self.stage.played(course, self.discount)));
                    })?;
                    Ok((bouts, same))
                });
                for (place, outcome) in places.iter().zip(found) {
                    let (bouts, same) = outcome.map_err(RunError::Play)?;
                    for bout in &bouts {
                        meetings[*place].push(bout);
                    }
                    if same { always.push(*place) } else { left.push(*place) }
                }
                if played == 0 {
                    progress((((block + 1) * MEETINGS_PER_BLOCK) as u64).min(count) * total / count.max(1), total);
                }
            }
            played += batch;
            open = left;
            if played >= self.repetitions || open.is_empty() || self.is_precise(&meetings, &always, played) {
                break;
            }
            batch = (played / 2).max(1).min(self.repetitions - played);
        }
        for place in always {
            meetings[place].always(played);
        }
        Ok(Results::new(self.players.len(), played, meetings, self.twins))
    }

    /// Plays every match again and records what was played in it.
    pub(super) fn record_actions(
        &self,
        key: &RunKey,
        automata: &Automata,
        repetitions: usize,
        recorder: &mut dyn Recorder,
    ) -> Result<(), RunError> {
        let mut interaction = 0u64;
        for pairs in self.meetings.chunks(MEETINGS_PER_BLOCK) {
            let found = map_indexed(pairs.len(), |k| {
                let mut words: Vec<[String; 2]> = Vec::new();
                self.courses(key, automata, pairs[k], 0..repetitions, |_, course| words.push(self.words(course)))?;
                Ok(words)
            });
            for (pair, words) in pairs.iter().zip(found) {
                let words = words.map_err(RunError::Play)?;
                let [agent, opponent] = pair.map(|player| self.players[player].name.as_str());
                // Where nothing was drawn the first match stands for all.
                for (repetition, [own, other]) in (0..repetitions).zip(words.iter().chain(std::iter::repeat(&words[0])))
                {
                    interaction += 1;
                    let names = [Cell::from(interaction), agent.into(), opponent.into(), (repetition + 1).into()];
                    recorder.row("interactions", &[&names[..], &[own.into(), other.into()]].concat());
                }
            }
        }
        Ok(())
    }

    /// The actions of both seats, a letter a round.
    fn words(&self, course: &Course) -> [String; 2] {
        let game = &self.rules.game;
        [0, 1].map(|seat| {
            let action = |profile: u16| game.action_in(usize::from(profile), PlayerId(seat));
            let actions = course.iter().map(|profile| Action(u8::try_from(action(profile)).unwrap_or(u8::MAX)));
            actions.map(Action::letter).collect()
        })
    }

    /// Whether every score's interval is as narrow as is wanted.
    fn is_precise(&self, meetings: &[Meeting], always: &[usize], played: usize) -> bool {
        let Some(precision) = self.precision else { return false };
        let mut meetings = meetings.to_vec();
        for place in always {
            meetings[*place].always(played);
        }
        let results = Results::new(self.players.len(), played, meetings, self.twins);
        results.normalised_scores().iter().all(|scores| {
            t_interval(scores, LEVEL).is_some_and(|interval| interval.high - interval.estimate <= precision)
        })
    }

    /// What the tournament comes to in expectation.
    pub(super) fn compute(&self, key: &RunKey, automata: &Automata) -> Result<Results, RunError> {
        let found = map_indexed(self.meetings.len(), |k| self.expected(key, self.meetings[k], automata));
        let mut meetings = Vec::new();
        let mut unknown: Vec<&str> = Vec::new();
        for (pair, outcome) in self.meetings.iter().zip(found) {
            match outcome? {
                Some(bout) => {
                    let mut meeting = Meeting::new(*pair);
                    meeting.push(&Arc::new(bout));
                    meetings.push(meeting);
                }
                None => {
                    let infinite = |player: &&usize| automata[**player].iter().any(Option::is_none);
                    let guilty = pair.iter().filter(infinite).map(|player| self.players[*player].name.as_str());
                    let before = unknown.len();
                    unknown.extend(guilty);
                    if unknown.len() == before {
                        unknown.extend(pair.map(|player| self.players[player].name.as_str()));
                    }
                }
            }
        }
        if unknown.is_empty() {
            return Ok(Results::new(self.players.len(), 1, meetings, self.twins));
        }
        unknown.sort_unstable();
        unknown.dedup();
        let found = format!("strategies without an exact answer: {}", unknown.join(", "));
        let fault =
            Diagnostic::new("not-finite", found, "finite automata, or strategies between which nothing is drawn");
        Err(RunError::Other(fault.help("leave them out, or play instead of computing")))
    }

    /// What a meeting comes to in expectation; nothing if it is no chain of finite automata and draws.
    fn expected(&self, key: &RunKey, pair: [usize; 2], automata: &Automata) -> Result<Option<Bout>, RunError> {
        let spec = Match { rules: &self.rules, key, place: "", repetition: 0 };
        let both = automata[pair[0]][0].as_ref().zip(automata[pair[1]][1].as_ref());
        if let Some((a, b)) = both {
            return Ok(match self.exact {
                Exact::LongRun => long_run(&spec, a, b).map(|limit| self.stage.for_ever(&limit)),
                _ => self.stage.expected(&spec, [a, b], self.discount),
            });
        }
        if self.exact == Exact::LongRun {
            return Ok(None);
        }
        let mut only = None;
        let same =
            self.courses(key, automata, pair, 0..1, |_, course| only = Some(self.stage.played(course, self.discount)))?;
        Ok(only.filter(|_| same))
    }
}
