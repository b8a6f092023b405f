//! Strategies: rules from what a player has seen to what it plays next.
//!
//! A [`Strategy`] is told the match before it begins ([`Told`]), sees a [`View`] before each round, and draws only
//! from the stream it is handed. It knows nothing of agents, tasks, scores of others or how long a match
//! really is. Strategies that are finite automata say so ([`Strategy::automaton`]); exact and fast play follow.
//!
//! Each family is one file with its strategies and their catalogue entries; [`catalogue`] lists the families.

mod action;
mod automaton;
mod families;
mod history;
mod machine;
mod minds;
mod minimal;
mod payoffs;
mod told;

pub use action::{Action, parse_actions, show_actions};
pub use automaton::{Automaton, AutomatonBuilder, Switch};
pub use history::{History, Record, Seen, Tally, View};
pub use machine::{MAX_STATES, Machine, machine};
pub use minds::Minds;
pub use payoffs::Payoffs;
pub use told::{Horizon, Told};

pub use families::{catalogue, end_game};

use crate::catalogue::{Catalogue, Family};
use crate::error::Diagnostic;
use crate::sim::Draws;

/// A rule from history to action.
///
/// # Laws
/// Tested for every entry of the catalogue: the same seed gives the same play; [`begin`](Strategy::begin) leaves
/// no trace of an earlier match; a clone plays on alike; the declared facets are true; the automaton, where
/// there is one, plays exactly as [`act`](Strategy::act) does, with the same draws.
pub trait Strategy: Send + Sync + BoxedClone {
    /// Starts a match: forgets everything of an earlier one.
    fn begin(&mut self, told: &Told);

    /// Chooses the action of the round that `view` is before.
    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action;

    /// The finite automaton that plays like this strategy, if there is one of reasonable size.
    fn automaton(&self, told: &Told) -> Option<Automaton> {
        let _ = told;
        None
    }

    /// The strategies that it is made of and asks: what they are it is, too, unless it says otherwise.
    fn parts(&self) -> Vec<&dyn Strategy> {
        Vec::new()
    }

    /// The same [`parts`](Strategy::parts), to be shown something.
    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        Vec::new()
    }

    /// Whether it wants to see into the other player before each round. The engine makes copies of players for those
    /// alone who say so.
    fn reads_minds(&self) -> bool {
        self.parts().iter().any(|part| part.reads_minds())
    }

    /// Shows it the other player as it stands before the round, for those that [read minds](Strategy::reads_minds). Comes
    /// right before [`act`](Strategy::act); where it does not come (over a network, or for a player that is itself being
    /// simulated) the other is not to be seen into.
    fn look(&mut self, minds: &mut Minds<'_>) {
        self.parts_mut().into_iter().for_each(|part| part.look(minds));
    }

    /// Whether its moves come from outside the lab (a person, another program), so that nothing promises that it plays alike
    /// twice: then no match stands for another, and a run says so in its manifest.
    fn is_guest(&self) -> bool {
        self.parts().iter().any(|part| part.is_guest())
    }

    /// What went wrong with it in the match that it plays, for a guest who can fail: the match then fails, too.
    fn failure(&self) -> Option<Diagnostic> {
        self.parts().iter().find_map(|part| part.failure())
    }

    /// Whether it can play the match that it would be told of.
    ///
    /// # Errors
    /// If it cannot, and why. Unless it says otherwise, a strategy plays two-player games of two actions.
    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        machine::two_actions(told)
    }
}

/// Copies a strategy in its present state; every strategy that is `Clone` can.
pub trait BoxedClone {
    /// A copy in its present state.
    fn boxed_clone(&self) -> Box<dyn Strategy>;
}

impl Clone for Box<dyn Strategy> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// How much of the past a strategy's choice can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The last so many rounds.
    Rounds(u32),
    /// All rounds, or a state that all rounds shape.
    Unbounded,
}

/// What is true of a strategy under its default parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// How far back it looks.
    pub memory: Memory,
    /// Whether it draws.
    pub stochastic: bool,
    /// Whether it uses the match's length.
    pub uses_length: bool,
    /// Whether it uses the game's payoffs.
    pub uses_game: bool,
    /// Whether a round costs it far more than a look at its state: teams of hundreds, searches of trees.
    pub slow: bool,
    /// Whether it simulates the other players instead of judging them by what they did.
    pub reads_minds: bool,
    /// Whether it is written for groups: games of any number of players with the same actions. Without this it may still
    /// play some ([`Strategy::fits`] tells).
    pub group: bool,
    /// Whether its moves come from outside the lab.
    pub guest: bool,
    /// The name of the class in Axelrod-Python that behaves the same; empty if there is none.
    pub axelrod: &'static str,
}

impl Facets {
    /// A deterministic strategy that looks `rounds` back.
    pub const fn memory(rounds: u32) -> Self {
        Self { memory: Memory::Rounds(rounds), ..Self::unbounded() }
    }

    /// A deterministic strategy of unbounded memory.
    pub const fn unbounded() -> Self {
        Self {
            memory: Memory::Unbounded,
            stochastic: false,
            uses_length: false,
            uses_game: false,
            slow: false,
            reads_minds: false,
            group: false,
            guest: false,
            axelrod: "",
        }
    }

    /// The same, drawing.
    #[must_use]
    pub const fn stochastic(mut self) -> Self {
        self.stochastic = true;
        self
    }

    /// The same, using the match's length.
    #[must_use]
    pub const fn uses_length(mut self) -> Self {
        self.uses_length = true;
        self
    }

    /// The same, using the game's payoffs.
    #[must_use]
    pub const fn uses_game(mut self) -> Self {
        self.uses_game = true;
        self
    }

    /// The same, slow.
    #[must_use]
    pub const fn slow(mut self) -> Self {
        self.slow = true;
        self
    }

    /// The same, reading minds.
    #[must_use]
    pub const fn reads_minds(mut self) -> Self {
        self.reads_minds = true;
        self
    }

    /// The same, for groups.
    #[must_use]
    pub const fn group(mut self) -> Self {
        self.group = true;
        self
    }

    /// The same, played from outside the lab.
    #[must_use]
    pub const fn guest(mut self) -> Self {
        self.guest = true;
        self
    }

    /// The same, behaving as this class of Axelrod-Python.
    #[must_use]
    pub const fn axelrod(mut self, class: &'static str) -> Self {
        self.axelrod = class;
        self
    }
}

impl Family for dyn Strategy {
    const FAMILY: &'static str = "strategies";
    const ONE: &'static str = "strategy";
    const UNKNOWN: &'static str = "unknown-strategy";
    const LEFT_OUT: &'static [(&'static str, &'static str)] =
        &[("EvolvedAttention", "its trained network needs a deep-learning framework")];
    type Facets = Facets;
    /// Strategies that have others as parts build them from the same catalogue.
    type Tools = Catalogue<dyn Strategy>;
}
