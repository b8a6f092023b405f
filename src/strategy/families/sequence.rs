//! Strategies that play a sequence without a period, whatever the other does.
//!
//! Not finite automata: where they stand in the sequence is a number without bound.

use super::{LIBRARY, plain};
use crate::catalogue::Entry;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Plays the Thue-Morse sequence: the parity of the ones in the binary digits of the number of rounds played.
#[derive(Clone)]
struct ThueMorse {
    /// What an odd parity means.
    odd: Action,
}

impl Strategy for ThueMorse {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if view.own.len().count_ones() % 2 == 1 { self.odd } else { self.odd.flip() }
    }
}

/// Plays CDD, then runs of one, two, three and more C, each with a D behind it.
#[derive(Clone, Default)]
struct AntiCycler {
    /// Rounds played of the present run, and its length.
    place: usize,
    run: usize,
}

impl Strategy for AntiCycler {
    fn begin(&mut self, _: &Told) {
        *self = Self { place: 0, run: 1 };
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if view.own.len() < 3 {
            return Action::cooperate_if(view.own.is_empty());
        }
        if self.place < self.run {
            self.place += 1;
            return Action::C;
        }
        *self = Self { place: 0, run: self.run + 1 };
        Action::D
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "thue_morse",
        "ThueMorse",
        "Plays the Thue-Morse sequence: 1 is C and 0 is D.",
        "Thue 1906; Morse 1921; as a strategy Axelrod-Python 4.14",
        Facets::unbounded().axelrod("ThueMorse"),
        |_, _| Ok(Box::new(ThueMorse { odd: Action::C })),
    ),
    plain(
        "thue_morse_inverse",
        "ThueMorseInverse",
        "Plays the Thue-Morse sequence: 1 is D and 0 is C.",
        "Thue 1906; Morse 1921; as a strategy Axelrod-Python 4.14",
        Facets::unbounded().axelrod("ThueMorseInverse"),
        |_, _| Ok(Box::new(ThueMorse { odd: Action::D })),
    ),
    plain(
        "anti_cycler",
        "AntiCycler",
        "Plays a sequence without a cycle: CDD, then CD, CCD, CCCD and so on.",
        LIBRARY,
        Facets::unbounded().axelrod("AntiCycler"),
        |_, _| Ok(Box::new(AntiCycler::default())),
    ),
];
