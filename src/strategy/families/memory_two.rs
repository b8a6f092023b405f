//! Strategies that look at the last two rounds.
//!
//! A memory-two strategy is two first actions and sixteen probabilities of C, one for each pair of own two and other's
//! two last actions (Hilbe, Martinez-Vaquero, Chatterjee & Nowak 2017).

use super::plain;
use crate::catalogue::{Data, Entry, Field, Kind, Schema, Value};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Two first actions, then sixteen chances of C.
#[derive(Clone)]
struct MemoryTwo {
    first: [Action; 2],
    /// By own last two actions and the other's last two, each older first, D as 1: the last letter in the lowest bit.
    after: [Chance; 16],
}

impl Machine for MemoryTwo {
    /// The rounds played, at most two, and the last two rounds: own actions in bits 3 and 2, the other's in 1 and 0.
    type State = (u8, u8);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, 0)
    }

    fn cooperates(&self, (rounds, last): &Self::State) -> Chance {
        match self.first.get(usize::from(*rounds)) {
            Some(action) => Chance::sure(*action == Action::C),
            None => self.after[usize::from(*last)],
        }
    }

    fn next(&self, (rounds, last): &Self::State, own: Action, seen: Action) -> Self::State {
        ((rounds + 1).min(2), (last << 1 & 0b1010) | own.0 << 2 | seen.0)
    }
}

fn memory_two(first: [Action; 2], after: [f64; 16]) -> Box<dyn Strategy> {
    machine(MemoryTwo { first, after: after.map(Chance::of) })
}

/// Plays tit-for-tat, tit for two tats or always D, and looks every second round at the last two which it should be;
/// after the second turn to always D it stays there.
#[derive(Clone)]
struct Shifting;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mode {
    TitForTat,
    TitForTwoTats,
    AlwaysDefect,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Shift {
    mode: Mode,
    /// Rounds until the next look.
    left: u8,
    /// Turns to always D, at most two.
    turns: u8,
    /// The last two rounds, older first.
    last: [(Action, Action); 2],
}

impl Shifting {
    fn mode_after(last: [(Action, Action); 2]) -> Mode {
        use Action as A;
        match last {
            [(A::C, A::C), (A::C, A::C)] => Mode::TitForTat,
            [(A::C, A::D), (A::D, A::C)] | [(A::D, A::C), (A::C, A::D)] => Mode::TitForTwoTats,
            _ => Mode::AlwaysDefect,
        }
    }
}

impl Machine for Shifting {
    type State = Shift;

    fn begin(&mut self, _: &Told) -> Shift {
        Shift { mode: Mode::TitForTat, left: 2, turns: 0, last: [(Action::C, Action::C); 2] }
    }

    fn cooperates(&self, state: &Shift) -> Chance {
        let [older, newer] = state.last.map(|(_, seen)| seen);
        Chance::sure(match state.mode {
            Mode::TitForTat => newer == Action::C,
            Mode::TitForTwoTats => (older, newer) != (Action::D, Action::D),
            Mode::AlwaysDefect => false,
        })
    }

    fn next(&self, state: &Shift, own: Action, seen: Action) -> Shift {
        let last = [state.last[1], (own, seen)];
        let mut next = Shift { last, left: state.left - 1, ..*state };
        if next.left == 0 {
            next.left = 2;
            if next.turns < 2 {
                next.mode = Self::mode_after(last);
                next.turns += u8::from(next.mode == Mode::AlwaysDefect);
            }
        }
        next
    }
}

const HILBE: &str = "Hilbe, Martinez-Vaquero, Chatterjee & Nowak 2017, PNAS 114:4715";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "memory_two_player",
        title: "Memory Two Player",
        aliases: &["memory two", "generic memory two player"],
        about: "Plays two first actions, then C with one of sixteen probabilities by own and other's last two actions.",
        source: HILBE,
        facets: Facets::memory(2).axelrod("MemoryTwoPlayer"),
        params: || {
            let sixteen = Kind::List { of: Box::new(Kind::Probability), min: 16, max: 16 };
            let ones = Value::new(Data::List(vec![Value::from(1i64); 16]));
            Schema::of(vec![
                Field::with_default(
                    "sixteen_vector",
                    sixteen,
                    ones,
                    "The probability of C after CCCC, CCCD .. DDDD: own last two actions, then the other's, older first.",
                ),
                Field::with_default("initial", Kind::Actions { min: 2 }, "CC", "The first two actions."),
            ])
        },
        build: |params, _| {
            let first = super::word(params, "initial");
            let after = params.numbers("sixteen_vector").try_into().expect("the schema asks for sixteen");
            Ok(memory_two([first[0], first[1]], after))
        },
    },
    plain(
        "aon2",
        "AON2",
        "All or none: cooperates if both did the same in each of the last two rounds.",
        HILBE,
        Facets::memory(2).axelrod("AON2"),
        |_, _| Ok(memory_two([Action::C; 2], [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.])),
    ),
    plain(
        "delayed_aon1",
        "Delayed AON1",
        "Win-stay lose-shift that bears a grudge for one round more.",
        HILBE,
        Facets::memory(2).axelrod("DelayedAON1"),
        |_, _| Ok(memory_two([Action::C; 2], [1., 0., 0., 0., 0., 1., 0., 1., 0., 0., 1., 0., 0., 1., 0., 1.])),
    ),
    plain(
        "mem2",
        "MEM2",
        "Shifts between tit-for-tat, tit for two tats and always D by the last two rounds; stays with the second always D.",
        "Li & Kendall 2014, IEEE Trans. Evol. Comp. 18:819",
        Facets::unbounded().axelrod("MEM2"),
        |_, _| Ok(machine(Shifting)),
    ),
];
