//! What is played.

/// An action of a game, by its place among the player's actions.
///
/// In a game of two actions the first is called C (cooperate) and the second D (defect).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub u8);

impl Action {
    /// Cooperate: the first action.
    pub const C: Action = Action(0);
    /// Defect: the second action.
    pub const D: Action = Action(1);

    /// C if true, D if not.
    #[inline]
    pub fn cooperate_if(condition: bool) -> Self {
        Action(u8::from(!condition))
    }

    /// The other of two actions.
    #[inline]
    #[must_use]
    pub fn flip(self) -> Self {
        Action(self.0 ^ 1)
    }

    /// The place as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// C, D, or the number of a further action.
    pub fn letter(self) -> char {
        match self.0 {
            0 => 'C',
            1 => 'D',
            n => char::from_digit(u32::from(n), 36).unwrap_or('?'),
        }
    }
}

/// A word of C and D as actions; nothing if it holds another letter.
pub fn parse_actions(word: &str) -> Option<Vec<Action>> {
    word.chars()
        .map(|letter| match letter {
            'C' | 'c' => Some(Action::C),
            'D' | 'd' => Some(Action::D),
            _ => None,
        })
        .collect()
}

/// Actions as a word.
pub fn show_actions(actions: &[Action]) -> String {
    actions.iter().map(|action| action.letter()).collect()
}
