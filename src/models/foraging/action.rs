//! What an agent can do, and which of it is valid: the six actions of level-based foraging and masks over them.
//!
//! The numbers of the actions are those of `lbforaging`, in traces as in learners: 0 to 5.

use std::fmt;

/// An action of one agent. Rows grow southward, columns eastward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Action {
    /// Stays and does nothing.
    #[default]
    None = 0,
    /// Goes one row up.
    North = 1,
    /// Goes one row down.
    South = 2,
    /// Goes one column left.
    West = 3,
    /// Goes one column right.
    East = 4,
    /// Tries to lift a food in one of the four cells beside it.
    Load = 5,
}

impl Action {
    /// All actions in the order of their numbers.
    pub const ALL: [Action; 6] = [Action::None, Action::North, Action::South, Action::West, Action::East, Action::Load];
    /// The four moves.
    pub const MOVES: [Action; 4] = [Action::North, Action::South, Action::West, Action::East];

    /// The action of a number from 0 to 5.
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// Its number, from 0 to 5.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name in capitals.
    pub fn name(self) -> &'static str {
        ["NONE", "NORTH", "SOUTH", "WEST", "EAST", "LOAD"][self.index()]
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of actions: bit `a` is set if action number `a` is in it. Of an agent's valid actions it always holds
/// [`Action::None`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask(pub u8);

impl Mask {
    /// Whether an action is in it.
    #[inline]
    pub fn allows(self, action: Action) -> bool {
        self.0 >> action.index() & 1 == 1
    }

    /// How many actions are in it.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its actions, in the order of their numbers.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |action| self.allows(*action))
    }
}
