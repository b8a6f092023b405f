//! The fastest way to a match's course.

use super::chain::play_chain;
use super::course::Course;
use super::cycle::find_cycle;
use super::engine::{PlayError, play};
use super::rules::{Match, Seat};
use crate::ids::PlayerId;
use crate::strategy::Automaton;

/// Which short cuts a run may take. All give the same course; a test or a benchmark switches them off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ShortCuts {
    /// All that answer.
    #[default]
    All,
    /// None: the reference engine plays.
    None,
}

/// The course of a match, by the first short cut that answers, else by the engine.
///
/// # Errors
/// As [`play`].
pub fn run(spec: &Match<'_>, seats: &mut [Seat<'_>], short_cuts: ShortCuts) -> Result<Course, PlayError> {
    if let (ShortCuts::All, [left, right]) = (short_cuts, &*seats) {
        if let Some((a, b)) = automata(spec, left, right) {
            if let Some(course) = find_cycle(spec, &a, &b) {
                return Ok(course);
            }
            let mut word = Vec::new();
            if play_chain(spec, [left.name, right.name], &a, &b, |profile| word.push(profile)).is_some() {
                return Ok(Course::of(word));
            }
        }
    }
    let mut word = Vec::new();
    play(spec, seats, &mut (), &mut (), |profile| word.push(profile))?;
    Ok(Course::of(word))
}

/// Both seats as automata, if both are.
fn automata(spec: &Match<'_>, left: &Seat<'_>, right: &Seat<'_>) -> Option<(Automaton, Automaton)> {
    let a = left.strategy.automaton(&spec.rules.told(PlayerId(0)))?;
    let b = right.strategy.automaton(&spec.rules.told(PlayerId(1)))?;
    Some((a, b))
}
