//! The rules of transformers that look at the match and the proposal alone.

use super::Rule;
use crate::sim::Chance;
use crate::strategy::Action;

/// A proposal as it is.
fn kept(proposal: Action) -> Chance {
    Chance::sure(proposal == Action::C)
}

/// C or D instead of the proposal, if the condition holds.
fn instead(condition: bool, action: Action, proposal: Action) -> Chance {
    kept(if condition { action } else { proposal })
}

/// Leaves the proposal.
#[derive(Clone)]
pub(super) struct Identity;

impl Rule for Identity {
    type State = ();

    fn begin(&self) {}

    fn cooperates(&self, (): &(), proposal: Action) -> Chance {
        kept(proposal)
    }

    fn next(&self, (): &(), _: Action, _: Action) {}
}

/// Plays the opposite of the proposal.
#[derive(Clone)]
pub(super) struct Flip;

impl Rule for Flip {
    type State = ();

    fn begin(&self) {}

    fn cooperates(&self, (): &(), proposal: Action) -> Chance {
        kept(proposal.flip())
    }

    fn next(&self, (): &(), _: Action, _: Action) {}
}

/// Plays C with one probability where C is proposed, and with another where D is.
#[derive(Clone)]
pub(super) struct Redraw {
    pub(super) upon_c: f64,
    pub(super) upon_d: f64,
}

impl Rule for Redraw {
    type State = ();

    fn begin(&self) {}

    fn cooperates(&self, (): &(), proposal: Action) -> Chance {
        Chance::of(if proposal == Action::C { self.upon_c } else { self.upon_d })
    }

    fn next(&self, (): &(), _: Action, _: Action) {}
}

/// Does not defect first.
#[derive(Clone)]
pub(super) struct Nice;

impl Rule for Nice {
    /// Whether the other has defected.
    type State = bool;

    fn begin(&self) -> bool {
        false
    }

    fn cooperates(&self, crossed: &bool, proposal: Action) -> Chance {
        instead(!crossed, Action::C, proposal)
    }

    fn next(&self, crossed: &bool, _: Action, seen: Action) -> bool {
        *crossed || seen == Action::D
    }
}

/// Plays a word first.
#[derive(Clone)]
pub(super) struct Initial {
    pub(super) word: Vec<Action>,
}

impl Rule for Initial {
    /// The rounds played, at most as many as the word has.
    type State = usize;

    fn begin(&self) -> usize {
        0
    }

    fn cooperates(&self, place: &usize, proposal: Action) -> Chance {
        kept(self.word.get(*place).copied().unwrap_or(proposal))
    }

    fn next(&self, place: &usize, _: Action, _: Action) -> usize {
        (place + 1).min(self.word.len())
    }
}

/// Cooperates after two rounds of CD and DC, in either order.
#[derive(Clone)]
pub(super) struct DeadlockBreaking;

impl Rule for DeadlockBreaking {
    /// The last two rounds, older first; mutual cooperation before the first.
    type State = [(Action, Action); 2];

    fn begin(&self) -> Self::State {
        [(Action::C, Action::C); 2]
    }

    fn cooperates(&self, [older, newer]: &Self::State, proposal: Action) -> Chance {
        let deadlock = older.0 != older.1 && *newer == (older.1, older.0);
        instead(deadlock, Action::C, proposal)
    }

    fn next(&self, [_, newer]: &Self::State, own: Action, seen: Action) -> Self::State {
        [*newer, (own, seen)]
    }
}

/// Defects for ever after more than so many defections.
#[derive(Clone)]
pub(super) struct Grudge {
    pub(super) borne: u32,
}

impl Rule for Grudge {
    /// The other's defections, at most one more than are borne.
    type State = u32;

    fn begin(&self) -> u32 {
        0
    }

    fn cooperates(&self, defections: &u32, proposal: Action) -> Chance {
        instead(*defections > self.borne, Action::D, proposal)
    }

    fn next(&self, defections: &u32, _: Action, seen: Action) -> u32 {
        (defections + u32::from(seen == Action::D)).min(self.borne + 1)
    }

    fn is_small(&self) -> bool {
        self.borne < 100
    }
}

/// Cooperates after a word of its own that met a word of the other's.
#[derive(Clone)]
pub(super) struct Apology {
    length: u32,
    own: u64,
    seen: u64,
}

impl Apology {
    /// The longest words.
    pub(super) const LONGEST: usize = 63;

    /// The rule for two words of the same length, at most [`Apology::LONGEST`].
    pub(super) fn new(own: &[Action], seen: &[Action]) -> Self {
        let bits = |word: &[Action]| word.iter().fold(0, |bits, action| bits << 1 | u64::from(action.0));
        let length = u32::try_from(own.len()).expect("at most 63 letters");
        Self { length, own: bits(own), seen: bits(seen) }
    }
}

impl Rule for Apology {
    /// The rounds played, at most the words' length, and as many last actions of both as bits.
    type State = (u32, u64, u64);

    fn begin(&self) -> Self::State {
        (0, 0, 0)
    }

    fn cooperates(&self, state: &Self::State, proposal: Action) -> Chance {
        instead(*state == (self.length, self.own, self.seen), Action::C, proposal)
    }

    fn next(&self, (rounds, own, seen): &Self::State, played: Action, met: Action) -> Self::State {
        let shift = |bits: u64, action: Action| (bits << 1 | u64::from(action.0)) & ((1 << self.length) - 1);
        ((rounds + 1).min(self.length), shift(*own, played), shift(*seen, met))
    }

    fn is_small(&self) -> bool {
        self.length <= 3
    }
}

/// Answers each defection with so many defections, which add up.
#[derive(Clone)]
pub(super) struct Retaliation {
    pub(super) strikes: u32,
}

impl Rule for Retaliation {
    /// Strikes that are due after this round, and whether one is due in it.
    type State = (u64, bool);

    fn begin(&self) -> Self::State {
        (0, false)
    }

    fn cooperates(&self, (_, strikes): &Self::State, proposal: Action) -> Chance {
        instead(*strikes, Action::D, proposal)
    }

    fn next(&self, (due, _): &Self::State, _: Action, seen: Action) -> Self::State {
        if seen == Action::D {
            return (due + u64::from(self.strikes.saturating_sub(1)), true);
        }
        (due.saturating_sub(1), *due > 0)
    }

    fn is_small(&self) -> bool {
        self.strikes <= 1
    }
}

/// Defects right after a defection.
#[derive(Clone)]
pub(super) struct RetaliateUntilApology;

impl Rule for RetaliateUntilApology {
    /// Whether the other defected last.
    type State = bool;

    fn begin(&self) -> bool {
        false
    }

    fn cooperates(&self, struck: &bool, proposal: Action) -> Chance {
        instead(*struck, Action::D, proposal)
    }

    fn next(&self, _: &bool, _: Action, seen: Action) -> bool {
        seen == Action::D
    }
}
