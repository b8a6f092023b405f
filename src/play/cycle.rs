//! Deterministic machines repeat themselves: find the cycle and stop.

use super::course::Course;
use super::engine::fits;
use super::rules::Match;
use super::tables::{Product, stretches};
use crate::strategy::Automaton;

/// The course of a match of two deterministic automata, at the cost of its first cycle, however long the match is.
///
/// Between two switches the pair of states follows a map of a finite set, so that it enters a cycle; the
/// course is what comes before it, the cycle as often as it fits, and the rest.
///
/// `None` if it does not answer: an automaton draws, there is noise, or the product has more than four
/// million pairs of states.
pub fn find_cycle(spec: &Match<'_>, a: &Automaton, b: &Automaton) -> Option<Course> {
    if !spec.rules.is_noiseless() || fits(spec, 2).is_err() {
        return None;
    }
    let product = Product::of(a, b)?;
    let mut course = Course::default();
    let mut pair = product.start(a, b);
    // The place in the stretch at which a pair was first met, plus one.
    let mut met = vec![0u32; product.pairs()];
    for (start, length) in stretches(a, b, spec.rounds()) {
        pair = product.switched(pair, start, a, b);
        met.fill(0);
        let mut word: Vec<u16> = Vec::new();
        let mut done = 0;
        while done < length {
            if met[pair] > 0 {
                let first = met[pair] - 1;
                let cycle = word.split_off(first as usize);
                let period = done - first;
                let (times, rest) = ((length - first) / period, (length - first) % period);
                // The state after the rest of a cycle is where the next stretch goes on.
                for _ in 0..rest {
                    pair = product.step(pair).1;
                }
                let tail = cycle[..rest as usize].to_vec();
                course.push(std::mem::take(&mut word), 1);
                course.push(cycle, times);
                course.push(tail, 1);
                break;
            }
            met[pair] = done + 1;
            let (profile, next) = product.step(pair);
            word.push(profile);
            pair = next;
            done += 1;
        }
        course.push(word, 1);
    }
    Some(course)
}
