//! The fastest way to a match's course.

use super::chain::play_chain;
use super::course::Course;
use super::cycle::find_cycle;
use super::duel::{Duellist, play_duel};
use super::engine::{PlayError, Referee, play, room};
use super::moves::{Move, Subject};
use super::networked::{Delivered, Delivery, play_over};
use super::rules::{Length, Match, Rules, Seat};
use super::tables::play_tables;
use crate::exchange::Fact;
use crate::ids::PlayerId;
use crate::sim::Observer;
use crate::strategy::{Automaton, Strategy};
use std::sync::Arc;

/// Which short cuts may be taken. All give the same course; a test or a benchmark switches them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ShortCuts {
    /// All that answer.
    #[default]
    All,
    /// All but the search for cycles: every round is played.
    NoCycles,
    /// None: the reference engine plays.
    None,
}

/// Two strategies that will meet under some rules, any number of times: what the short cuts need is made once.
#[derive(Clone)]
pub struct Contest {
    strategies: [Box<dyn Strategy>; 2],
    short_cuts: ShortCuts,
    automata: [Option<Arc<Automaton>>; 2],
    /// The course of every repetition, once one was played without drawing.
    always: Option<Course>,
}

impl Contest {
    /// A contest of two strategies.
    pub fn new(rules: &Rules, strategies: [Box<dyn Strategy>; 2], short_cuts: ShortCuts) -> Self {
        let automata = match short_cuts {
            ShortCuts::None => [None, None],
            ShortCuts::All | ShortCuts::NoCycles => {
                [0, 1].map(|k| strategies[k as usize].automaton(&rules.told(PlayerId(k))).map(Arc::new))
            }
        };
        Self { strategies, short_cuts, automata, always: None }
    }

    /// A contest of two strategies whose automata in their seats are known, by all short cuts: for those who meet many others.
    pub fn between(strategies: [Box<dyn Strategy>; 2], automata: [Option<Arc<Automaton>>; 2]) -> Self {
        Self { strategies, short_cuts: ShortCuts::All, automata, always: None }
    }

    /// The course of the match that `spec` says, under the rules that the contest was made for: by the first short
    /// cut that answers, else by the engine.
    ///
    /// # Errors
    /// As [`play`].
    pub fn course(&mut self, spec: &Match<'_>, names: [&str; 2]) -> Result<Course, PlayError> {
        if let Some(course) = &self.always {
            return Ok(course.clone());
        }
        let (course, drew) = self.play(spec, names)?;
        if !drew {
            self.always = Some(course.clone());
        }
        Ok(course)
    }

    /// Whether every repetition is known to be the same, as one was played in which nothing was drawn.
    pub fn is_settled(&self) -> bool {
        self.always.is_some()
    }

    /// As [`course`](Contest::course), with a referee: no short cut.
    ///
    /// # Errors
    /// As [`play`].
    pub fn refereed(
        &mut self,
        spec: &Match<'_>,
        names: [&str; 2],
        referee: &mut impl Referee,
    ) -> Result<Course, PlayError> {
        let mut word = Vec::new();
        play(spec, &mut self.seats(names), referee, |profile| word.push(profile))?;
        Ok(Course::of(word))
    }

    /// Plays the match over a network: no short cut, and another course where messages are lost.
    ///
    /// # Errors
    /// As [`play`].
    pub fn over<O: Observer<Fact<Move>>>(
        &mut self,
        spec: &Match<'_>,
        names: [&str; 2],
        delivery: &Delivery,
        subject: &Arc<Subject>,
        observer: &mut O,
    ) -> Result<Delivered, PlayError> {
        play_over(spec, &self.seats(names), delivery, subject, observer)
    }

    fn seats<'a>(&'a mut self, names: [&'a str; 2]) -> [Seat<'a>; 2] {
        let [left, right] = &mut self.strategies;
        [Seat { name: names[0], strategy: &mut **left }, Seat { name: names[1], strategy: &mut **right }]
    }

    fn play(&mut self, spec: &Match<'_>, names: [&str; 2]) -> Result<(Course, bool), PlayError> {
        let mut word = Vec::new();
        if let [Some(a), Some(b)] = &self.automata {
            let drawn_length = matches!(spec.rules.length, Length::Drawn { .. });
            if self.short_cuts == ShortCuts::All {
                if let Some(course) = find_cycle(spec, a, b) {
                    return Ok((course, drawn_length));
                }
            } else if play_tables(spec, a, b, |profile| word.push(profile)).is_some() {
                return Ok((Course::of(word), drawn_length));
            }
            if let Some(played) = play_chain(spec, names, a, b, |profile| word.push(profile)) {
                return Ok((Course::of(word), played.drew));
            }
        }
        if let Length::Known(rounds) | Length::Unknown(rounds) = spec.rules.length {
            word.reserve(room(rounds));
        }
        if self.short_cuts != ShortCuts::None {
            let [a, b] = &mut self.strategies;
            let [left, right] = &self.automata;
            let players = [Duellist::of(&mut **a, left.as_deref()), Duellist::of(&mut **b, right.as_deref())];
            if let Some(played) = play_duel(spec, names, players, |profile| word.push(profile)) {
                return Ok((Course::of(word), played?.drew));
            }
        }
        let played = play(spec, &mut self.seats(names), &mut (), |profile| word.push(profile))?;
        Ok((Course::of(word), played.drew))
    }
}
