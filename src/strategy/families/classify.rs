//! Strategies that classify the other by its first rounds, or every few rounds, and answer the class.

use super::cycles::Cycles;
use super::{PRISON, plain};
use crate::catalogue::Entry;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// What an adaptive Pavlov takes the other for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Unknown,
    Cooperative,
    AlwaysDefect,
    SuspiciousTitForTat,
    PavlovD,
    Random,
}

/// Plays tit-for-tat for six rounds, then classifies the other by each six rounds and answers its class.
#[derive(Clone)]
struct AdaptivePavlov {
    /// Whether it is the version of 2006.
    early: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pavlov {
    class: Class,
    /// The rounds of the present six, and the other's actions in them as bits, D as 1, the newest lowest.
    place: u8,
    six: u8,
    /// The other's last two actions, older first.
    last: [Action; 2],
}

impl AdaptivePavlov {
    const SPAN: u8 = 6;

    /// The class after six rounds; a word without a meaning leaves the class as it was.
    fn class(&self, six: u8, before: Class) -> Class {
        let fallback = if before == Class::Unknown { Class::Random } else { before };
        if self.early {
            return match six {
                0b000_000 => Class::Cooperative,
                0b111_111 => Class::AlwaysDefect,
                0b101_010 => Class::SuspiciousTitForTat,
                0b110_110 => Class::PavlovD,
                _ => fallback,
            };
        }
        match six.count_ones() {
            0 => Class::Cooperative,
            3 => Class::SuspiciousTitForTat,
            4.. => Class::AlwaysDefect,
            _ => fallback,
        }
    }
}

impl Machine for AdaptivePavlov {
    type State = Pavlov;

    fn begin(&mut self, _: &Told) -> Pavlov {
        Pavlov { class: Class::Unknown, place: 0, six: 0, last: [Action::C; 2] }
    }

    fn cooperates(&self, state: &Pavlov) -> Chance {
        let [older, newer] = state.last;
        Chance::sure(match state.class {
            Class::Unknown | Class::Cooperative => newer == Action::C,
            Class::Random | Class::AlwaysDefect => false,
            // Two cooperations stop the echo, then tit-for-tat.
            Class::SuspiciousTitForTat if self.early => state.place < 2 || newer == Action::C,
            Class::SuspiciousTitForTat => (older, newer) != (Action::D, Action::D),
            Class::PavlovD => state.place != 0,
        })
    }

    fn next(&self, state: &Pavlov, _: Action, seen: Action) -> Pavlov {
        let (place, six) = (state.place + 1, state.six << 1 | seen.0);
        let last = [state.last[1], seen];
        if place < Self::SPAN {
            return Pavlov { class: state.class, place, six, last };
        }
        Pavlov { class: self.class(six, state.class), place: 0, six: 0, last }
    }
}

/// Plays as Joss for twenty rounds; then defects for ever if the other has played a cycle, else copies.
#[derive(Clone, Default)]
struct Calculator {
    cycles: Cycles,
}

impl Calculator {
    const WATCH: usize = 20;
}

impl Strategy for Calculator {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        let Some(last) = other.last() else { return Action::C };
        self.cycles.watch(&other.actions()[..other.len().min(Self::WATCH)]);
        if other.len() < Self::WATCH {
            return Action::cooperate_if(last == Action::C && draws.chance(0.9));
        }
        let cycle = self.cycles.period(1, 12).is_some();
        if cycle { Action::D } else { last }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "a_pavlov_2006",
        "Adaptive Pavlov 2006",
        "Copies for six rounds, then takes the other for one of five kinds by its last six actions and answers that.",
        "Li 2007, in The Iterated Prisoners' Dilemma: 20 Years On",
        Facets::unbounded().axelrod("APavlov2006"),
        |_, _| Ok(machine(AdaptivePavlov { early: true })),
    ),
    plain(
        "a_pavlov_2011",
        "Adaptive Pavlov 2011",
        "Copies for six rounds, then takes the other for one of four kinds by its last six actions and answers that.",
        "Li, Hingston & Kendall 2011, IEEE Trans. Comp. Intelligence and AI in Games 3:348",
        Facets::unbounded().axelrod("APavlov2011"),
        |_, _| Ok(machine(AdaptivePavlov { early: false })),
    ),
    plain(
        "calculator",
        "Calculator",
        "Plays as Joss for twenty rounds; defects for ever on a cycle, else copies.",
        PRISON,
        Facets::unbounded().stochastic().axelrod("Calculator"),
        |_, _| Ok(Box::new(Calculator::default())),
    ),
];
