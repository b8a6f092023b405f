//! Constant play with a trick: a cooperator that cheats who lets it, a defector that courts who has given up.

use super::{LIBRARY, plain};
use crate::catalogue::Entry;
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Cooperates, but defects from the fourth round on while the other has not defected in the last ten.
#[derive(Clone)]
struct TrickyCooperator;

impl TrickyCooperator {
    const TRUST: u8 = 10;
    const FIRST: u8 = 3;
}

impl Machine for TrickyCooperator {
    /// The rounds played, at most three, and the rounds since the other's last defection, at most ten.
    type State = (u8, u8);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, Self::TRUST)
    }

    fn cooperates(&self, (rounds, since): &Self::State) -> Chance {
        Chance::sure(*rounds < Self::FIRST || *since < Self::TRUST)
    }

    fn next(&self, (rounds, since): &Self::State, _: Action, seen: Action) -> Self::State {
        let since = if seen == Action::D { 0 } else { (since + 1).min(Self::TRUST) };
        ((rounds + 1).min(Self::FIRST), since)
    }
}

/// Defects, but cooperates after three defections running of an other that has once cooperated.
#[derive(Clone)]
struct TrickyDefector;

impl Machine for TrickyDefector {
    /// Whether the other has cooperated, and its run of defections, at most three.
    type State = (bool, u8);

    fn begin(&mut self, _: &Told) -> Self::State {
        (false, 0)
    }

    fn cooperates(&self, (courted, run): &Self::State) -> Chance {
        Chance::sure(*courted && *run == 3)
    }

    fn next(&self, (courted, run): &Self::State, _: Action, seen: Action) -> Self::State {
        if seen == Action::C { (true, 0) } else { (*courted, (run + 1).min(3)) }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "tricky_cooperator",
        "Tricky Cooperator",
        "Cooperates, but defects from the fourth round on while the other has kept its word for ten rounds.",
        LIBRARY,
        Facets::memory(10).axelrod("TrickyCooperator"),
        |_, _| Ok(machine(TrickyCooperator)),
    ),
    plain(
        "tricky_defector",
        "Tricky Defector",
        "Defects, but cooperates once the other, having cooperated before, has defected three times running.",
        LIBRARY,
        Facets::unbounded().axelrod("TrickyDefector"),
        |_, _| Ok(machine(TrickyDefector)),
    ),
];
