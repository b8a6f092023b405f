//! Watches whether all that was played is one cycle, at a constant cost a round.
//!
//! A word has period `p` if each letter equals the one `p` places before it; it is called a cycle of that period only
//! once it has been played twice at least. Shared by the strategies that look for cycles.

use crate::strategy::Action;

/// The longest period that is watched.
const LONGEST: usize = 12;

/// The periods of a word that grows.
#[derive(Clone, Debug)]
pub(super) struct Cycles {
    watched: usize,
    /// Bit `p`: period `p` still holds.
    holds: u16,
    /// The last letters, the newest in the lowest bit, D as 1.
    last: u16,
}

impl Default for Cycles {
    fn default() -> Self {
        Self { watched: 0, holds: u16::MAX, last: 0 }
    }
}

impl Cycles {
    /// Takes in what has been added to the word.
    pub(super) fn watch(&mut self, word: &[Action]) {
        for action in word.get(self.watched..).unwrap_or_default() {
            let letter = u16::from(*action == Action::D);
            // Bit `p - 1`: the letter `p` places before it is another one.
            let differs = self.last ^ letter.wrapping_neg();
            let there = (1u16 << LONGEST.min(self.watched)) - 1;
            self.holds &= !((differs & there) << 1);
            self.last = self.last << 1 | letter;
            self.watched += 1;
        }
    }

    /// The least period from `min` to `max` that the word has played twice.
    pub(super) fn period(&self, min: usize, max: usize) -> Option<usize> {
        (min..=max.min(LONGEST).min(self.watched / 2)).find(|period| self.holds >> period & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::parse_actions;

    /// The definition, letter by letter.
    fn slow(word: &[Action], min: usize, max: usize) -> Option<usize> {
        (min..=max.min(word.len() / 2)).find(|p| (0..word.len()).all(|k| word[k] == word[k % p]))
    }

    #[test]
    fn periods_are_those_of_the_definition() {
        for text in ["CCCCCCCCCC", "CDCDCDCDCDCD", "CCDCCDCCDCCDCCC", "CDDCDDCDDDDD", "CCCCCDCCCCCDCCCCCDCCCCCDC"] {
            let word = parse_actions(text).expect("a word");
            let mut cycles = Cycles::default();
            for end in 0..=word.len() {
                cycles.watch(&word[..end]);
                for min in [1, 3] {
                    assert_eq!(cycles.period(min, 12), slow(&word[..end], min, 12), "{text} to {end} from {min}");
                }
            }
        }
    }
}
