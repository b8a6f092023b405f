//! How a simultaneous move is shown as agents' tasks: a property of the game's story, not of its payoffs.
//!
//! A move is an action of each player, all taken at once. Where moves are traced as tasks (each player opens one at
//! the other, and the task whose server is a player carries that player's action), the story says how a task ends.
//! This enum only names the stories; nothing here makes tasks, and the mapping never drives play.

use crate::game::{NormalForm, TwoByTwo};
use crate::ids::PlayerId;

/// How a simultaneous move is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveMapping {
    /// A bargain that is kept (the first action) or not (the second), as in a prisoner's dilemma: all tasks are
    /// completed, and the artifact says `delivered = agreed`, or less.
    Bargain,
    /// Each names its convention: tasks are completed if all chose the same action, else all fail.
    Coordination,
    /// Stag (the first action) or hare (the second): a hare rejects the task; stags work and complete it together,
    /// and a lone stag hunter's task fails.
    StagHunt,
    /// The tasks are completed, and the artifact names the action.
    Plain,
}

impl MoveMapping {
    /// All mappings, in order.
    pub const ALL: [Self; 4] = [Self::Bargain, Self::Coordination, Self::StagHunt, Self::Plain];
    /// Their keys in scenarios, in the same order.
    pub const KEYS: [&'static str; 4] = ["bargain", "coordination", "stag_hunt", "plain"];

    /// The key in scenarios.
    pub fn key(self) -> &'static str {
        match self {
            Self::Bargain => "bargain",
            Self::Coordination => "coordination",
            Self::StagHunt => "stag_hunt",
            Self::Plain => "plain",
        }
    }

    /// The mapping of a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mapping| mapping.key() == key)
    }

    /// Whether the story can be told of this game: a bargain and a stag hunt have two actions a player,
    /// a convention as many for each.
    pub fn fits(self, game: &NormalForm) -> bool {
        let dimensions = game.dimensions();
        match self {
            Self::Bargain | Self::StagHunt => dimensions.iter().all(|actions| *actions == 2),
            Self::Coordination => dimensions.iter().all(|actions| *actions == dimensions[0]),
            Self::Plain => true,
        }
    }

    /// What [`fits`](Self::fits) asks for, in words.
    pub fn needs(self) -> &'static str {
        match self {
            Self::Bargain | Self::StagHunt => "a game of two actions a player",
            Self::Coordination => "a game of equally many actions for each player",
            Self::Plain => "any game",
        }
    }

    /// The mapping for a game that was written out without one: a bargain if it is a prisoner's dilemma in the order
    /// of its actions, a stag hunt likewise, a convention if both players want to match, else plain.
    pub fn suggested(game: &NormalForm) -> Self {
        let (Some(row), Some(column)) = (game.two_by_two(PlayerId(0)), game.two_by_two(PlayerId(1))) else {
            return Self::Plain;
        };
        let both = |test: fn(&TwoByTwo) -> bool| test(&row) && test(&column);
        if both(TwoByTwo::is_dilemma) {
            Self::Bargain
        } else if both(TwoByTwo::is_stag_hunt) {
            Self::StagHunt
        } else if both(TwoByTwo::wants_to_match) {
            Self::Coordination
        } else {
            Self::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    fn symmetric(cells: [[i64; 2]; 2]) -> NormalForm {
        NormalForm::symmetric("g", ["a", "b"], &cells.map(|row| row.map(Rational::from).to_vec())).expect("a game")
    }

    #[test]
    fn keys_are_those_of_the_list() {
        assert_eq!(MoveMapping::ALL.map(MoveMapping::key), MoveMapping::KEYS);
        assert_eq!(MoveMapping::from_key("stag_hunt"), Some(MoveMapping::StagHunt));
        assert_eq!(MoveMapping::from_key("hare"), None);
    }

    #[test]
    fn a_story_is_suggested_by_the_order_of_payoffs() {
        assert_eq!(MoveMapping::suggested(&symmetric([[3, 0], [5, 1]])), MoveMapping::Bargain);
        assert_eq!(MoveMapping::suggested(&symmetric([[1, 5], [0, 3]])), MoveMapping::Plain, "defecting first");
        assert_eq!(MoveMapping::suggested(&symmetric([[4, 0], [2, 2]])), MoveMapping::StagHunt);
        assert_eq!(MoveMapping::suggested(&symmetric([[1, 0], [0, 1]])), MoveMapping::Coordination);
        assert_eq!(MoveMapping::suggested(&symmetric([[6, 2], [7, 0]])), MoveMapping::Plain);
    }

    #[test]
    fn a_bargain_needs_two_actions_each() {
        let three = NormalForm::symmetric("g", ["a", "b", "c"], &vec![vec![Rational::zero(); 3]; 3]).expect("a game");
        assert!(!MoveMapping::Bargain.fits(&three) && !MoveMapping::StagHunt.fits(&three));
        assert!(MoveMapping::Coordination.fits(&three) && MoveMapping::Plain.fits(&three));
    }
}
