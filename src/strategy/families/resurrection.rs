//! Strategies that look at their own last five actions, or at their last one.

use super::{LIBRARY, plain};
use crate::catalogue::Entry;
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Copies, but after five own defections running defects on (or, double, cooperates); double also defects after five own
/// cooperations.
#[derive(Clone)]
struct Resurrection {
    double: bool,
}

impl Machine for Resurrection {
    /// Own last action and how often it came in a row, at most five; the other's last action. Nothing before the first
    /// round.
    type State = Option<(Action, u8, Action)>;

    fn begin(&mut self, _: &Told) -> Self::State {
        None
    }

    fn cooperates(&self, state: &Self::State) -> Chance {
        Chance::sure(match state {
            None => true,
            Some((Action::D, 5, _)) => self.double,
            Some((Action::C, 5, _)) if self.double => false,
            Some((_, _, last)) => *last == Action::C,
        })
    }

    fn next(&self, state: &Self::State, own: Action, seen: Action) -> Self::State {
        let run = match state {
            Some((before, run, _)) if *before == own => (run + 1).min(5),
            _ => 1,
        };
        Some((own, run, seen))
    }
}

/// Changes its action whenever the other defects.
#[derive(Clone)]
struct Appeaser;

impl Machine for Appeaser {
    /// The action to play.
    type State = Action;

    fn begin(&mut self, _: &Told) -> Action {
        Action::C
    }

    fn cooperates(&self, action: &Action) -> Chance {
        Chance::sure(*action == Action::C)
    }

    fn next(&self, _: &Action, own: Action, seen: Action) -> Action {
        if seen == Action::D { own.flip() } else { own }
    }
}

const COOPSIM: &str = "Arnold 2015, CoopSim 0.9.9";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "resurrection",
        "Resurrection",
        "Copies, but defects on once it has defected five times running.",
        COOPSIM,
        Facets::memory(5).axelrod("Resurrection"),
        |_, _| Ok(machine(Resurrection { double: false })),
    ),
    plain(
        "double_resurrection",
        "DoubleResurrection",
        "Copies, but changes its action once it has played it five times running.",
        COOPSIM,
        Facets::memory(5).axelrod("DoubleResurrection"),
        |_, _| Ok(machine(Resurrection { double: true })),
    ),
    plain(
        "appeaser",
        "Appeaser",
        "Changes its action whenever the other defects.",
        LIBRARY,
        Facets::memory(1).axelrod("Appeaser"),
        |_, _| Ok(machine(Appeaser)),
    ),
];
