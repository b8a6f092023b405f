//! How a match went: the profile of each round, in a form that does not grow with repetition.

/// A word of profiles, repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Profiles by number, one a round.
    pub word: Vec<u16>,
    /// How often the word is played through.
    pub times: u32,
}

/// The course of a match: pieces one after another.
///
/// A match of any length between deterministic machines is a few short pieces; any other match is one piece
/// played once. Profiles are numbered as [`NormalForm`](crate::game::NormalForm) numbers them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    pieces: Vec<Piece>,
}

impl Course {
    /// A match of these rounds.
    pub fn of(word: Vec<u16>) -> Self {
        let mut course = Self::default();
        course.push(word, 1);
        course
    }

    /// Adds a word played `times` times; an empty one is left out.
    pub fn push(&mut self, word: Vec<u16>, times: u32) {
        if times > 0 && !word.is_empty() {
            self.pieces.push(Piece { word, times });
        }
    }

    /// The pieces.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.word.len() as u64 * u64::from(piece.times)).sum()
    }

    /// How often each profile was played; `profiles` is how many the game has.
    pub fn counts(&self, profiles: usize) -> Vec<u64> {
        let mut counts = vec![0; profiles];
        for piece in &self.pieces {
            for profile in &piece.word {
                counts[usize::from(*profile)] += u64::from(piece.times);
            }
        }
        counts
    }

    /// The profile of a round, counted from 0; nothing beyond the end.
    pub fn at(&self, round: u32) -> Option<u16> {
        let mut left = u64::from(round);
        for piece in &self.pieces {
            let length = piece.word.len() as u64;
            if left < length * u64::from(piece.times) {
                let place = usize::try_from(left % length).expect("a place in a word");
                return Some(piece.word[place]);
            }
            left -= length * u64::from(piece.times);
        }
        None
    }

    /// The profile of each round, in order.
    pub fn iter(&self) -> impl Iterator<Item = u16> {
        self.pieces.iter().flat_map(|piece| (0..piece.times).flat_map(move |_| piece.word.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_what_they_repeat() {
        let mut course = Course::default();
        course.push(vec![1, 2], 1);
        course.push(vec![], 5);
        course.push(vec![0, 3], 3);
        course.push(vec![0], 1);
        let rounds: Vec<u16> = course.iter().collect();
        assert_eq!(rounds, [1, 2, 0, 3, 0, 3, 0, 3, 0]);
        assert_eq!(course.rounds(), 9);
        assert!((0..9u16).all(|k| course.at(k.into()) == Some(rounds[usize::from(k)])) && course.at(9).is_none());
        assert_eq!(course.counts(4), [4, 1, 1, 3]);
        assert_eq!(Course::of(rounds.clone()).counts(4), course.counts(4));
    }
}
