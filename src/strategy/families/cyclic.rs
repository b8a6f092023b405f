//! Strategies that play a fixed sequence over and over.
//!
//! Cyclers keep their place whatever came of their actions; the alternator goes by what it really did last, so that a slip
//! shifts it.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine, parse_actions};

/// Plays a word again and again. The state is the place in it.
#[derive(Clone)]
struct Cycler {
    word: Vec<Action>,
}

impl Machine for Cycler {
    type State = usize;

    fn begin(&mut self, _: &Told) -> usize {
        0
    }

    fn cooperates(&self, place: &usize) -> Chance {
        Chance::sure(self.word[*place] == Action::C)
    }

    fn next(&self, place: &usize, _: Action, _: Action) -> usize {
        (place + 1) % self.word.len()
    }
}

/// Plays the opposite of its own last action.
#[derive(Clone)]
struct Alternator;

impl Machine for Alternator {
    /// The action that comes.
    type State = Action;

    fn begin(&mut self, _: &Told) -> Action {
        Action::C
    }

    fn cooperates(&self, coming: &Action) -> Chance {
        Chance::sure(*coming == Action::C)
    }

    fn next(&self, _: &Action, own: Action, _: Action) -> Action {
        own.flip()
    }
}

/// A cycler of a word of C and D that a schema has checked, or that stands here.
fn cycler(word: &str) -> Box<dyn Strategy> {
    machine(Cycler { word: parse_actions(word).expect("a cycle is a word of C and D") })
}

const SOURCE: &str = "Axelrod-Python 4.14 (after Mittal & Deb 2009, IEEE Trans. Evol. Comp. 13:554)";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "alternator",
        title: "Alternator",
        aliases: &[],
        about: "Plays the opposite of its own last action, C first.",
        source: "Axelrod 1984, The Evolution of Cooperation",
        facets: Facets::memory(1).axelrod("Alternator"),
        params: none,
        build: |_, _| Ok(machine(Alternator)),
    },
    Entry {
        key: "cycler",
        title: "Cycler",
        aliases: &["script", "periodic"],
        about: "Plays the given word of C and D over and over.",
        source: SOURCE,
        facets: Facets::memory(2).axelrod("Cycler"),
        params: || {
            Schema::of(vec![Field::with_default(
                "cycle",
                Kind::Actions { min: 1 },
                "CCD",
                "The word that is repeated.",
            )])
        },
        build: |params, _| Ok(cycler(params.text("cycle"))),
    },
    Entry {
        key: "cycler_dc",
        title: "Cycler DC",
        aliases: &[],
        about: "Defects and cooperates in turn, D first.",
        source: SOURCE,
        facets: Facets::memory(1).axelrod("CyclerDC"),
        params: none,
        build: |_, _| Ok(cycler("DC")),
    },
    Entry {
        key: "cycler_ccd",
        title: "Cycler CCD",
        aliases: &["periodic player CCD"],
        about: "Plays C, C, D over and over.",
        source: SOURCE,
        facets: Facets::memory(2).axelrod("CyclerCCD"),
        params: none,
        build: |_, _| Ok(cycler("CCD")),
    },
    Entry {
        key: "cycler_ddc",
        title: "Cycler DDC",
        aliases: &["periodic player DDC"],
        about: "Plays D, D, C over and over.",
        source: SOURCE,
        facets: Facets::memory(2).axelrod("CyclerDDC"),
        params: none,
        build: |_, _| Ok(cycler("DDC")),
    },
    Entry {
        key: "cycler_cccd",
        title: "Cycler CCCD",
        aliases: &[],
        about: "Plays C, C, C, D over and over.",
        source: SOURCE,
        facets: Facets::memory(3).axelrod("CyclerCCCD"),
        params: none,
        build: |_, _| Ok(cycler("CCCD")),
    },
    Entry {
        key: "cycler_cccccd",
        title: "Cycler CCCCCD",
        aliases: &[],
        about: "Plays five C and one D over and over.",
        source: SOURCE,
        facets: Facets::memory(5).axelrod("CyclerCCCCCD"),
        params: none,
        build: |_, _| Ok(cycler("CCCCCD")),
    },
    Entry {
        key: "cycler_cccdcd",
        title: "Cycler CCCDCD",
        aliases: &[],
        about: "Plays C, C, C, D, C, D over and over.",
        source: SOURCE,
        facets: Facets::memory(5).axelrod("CyclerCCCDCD"),
        params: none,
        build: |_, _| Ok(cycler("CCCDCD")),
    },
];
