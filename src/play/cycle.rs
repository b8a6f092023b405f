//! Deterministic machines repeat themselves: find the cycle and stop.

use super::course::Course;
use super::engine::fits;
use super::rules::Match;
use super::tables::stretches;
use crate::strategy::Automaton;

/// The course of a match between two automata that draw nothing in it, at the cost of its first cycle, however long the
/// match is.
///
/// Between two switches the pair of states follows a map of a finite set, so that it enters a cycle; the course is what comes
/// before it, the cycle as often as it fits, and the rest. The cycle is found by waiting at a pair for its return, and moving
/// on to a later one after twice as many rounds (Brent 1980, BIT 20:176, section 3), which keeps no table of pairs.
///
/// `None` if it does not answer: there is noise, or the match comes to a state that draws.
pub fn find_cycle(spec: &Match<'_>, a: &Automaton, b: &Automaton) -> Option<Course> {
    if !spec.rules.is_noiseless() || fits(spec, 2).is_err() {
        return None;
    }
    let width = b.own_actions();
    let step = |(s, t): (u32, u32)| {
        let (own, other) = (a.sure_action(s)?, b.sure_action(t)?);
        #[expect(clippy::cast_possible_truncation, reason = "`fits` has checked the number of profiles")]
        let profile = (own.index() * width + other.index()) as u16;
        Some((profile, (a.next(s, own, other), b.next(t, other, own))))
    };
    let mut course = Course::default();
    let mut pair = (a.start(), b.start());
    for (start, length) in stretches(&[a, b], spec.rounds()) {
        pair = (a.switched(pair.0, start), b.switched(pair.1, start));
        let mut word: Vec<u16> = Vec::new();
        // The pair waited for, the place where it was met, and the place up to which it is waited for.
        let (mut awaited, mut met, mut until) = (pair, 0, 1);
        let mut done = 0;
        while done < length {
            let (profile, next) = step(pair)?;
            word.push(profile);
            pair = next;
            done += 1;
            if pair == awaited && done < length {
                let cycle = word.split_off(met as usize);
                let period = done - met;
                let (times, rest) = ((length - met) / period, (length - met) % period);
                // The state after the rest of a cycle is where the next stretch goes on.
                for _ in 0..rest {
                    pair = step(pair)?.1;
                }
                let tail = cycle[..rest as usize].to_vec();
                course.push(std::mem::take(&mut word), 1);
                course.push(cycle, times);
                course.push(tail, 1);
                break;
            }
            if done == until {
                (awaited, met, until) = (pair, done, done.saturating_mul(2));
            }
        }
        course.push(word, 1);
    }
    Some(course)
}
