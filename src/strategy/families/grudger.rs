//! Strategies that remember a first defection (or a first cooperation) for long.

use super::{LIBRARY, PRISON, none, plain};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Opens with a word, then plays `before` until the other has once played `trigger`, and `after` from then on.
/// The state is the place in the opening and whether the trigger has been seen.
#[derive(Clone)]
struct Trigger {
    opening: &'static [Action],
    trigger: Action,
    before: Action,
    after: Action,
}

impl Machine for Trigger {
    type State = (usize, bool);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, false)
    }

    fn cooperates(&self, (place, triggered): &Self::State) -> Chance {
        let action = match self.opening.get(*place) {
            Some(action) => *action,
            None if *triggered => self.after,
            None => self.before,
        };
        Chance::sure(action == Action::C)
    }

    fn next(&self, (place, triggered): &Self::State, _: Action, seen: Action) -> Self::State {
        ((place + 1).min(self.opening.len()), *triggered || seen == self.trigger)
    }
}

/// After `n` defections running plays `d` defections (at least one) and `c` cooperations, then looks again.
#[derive(Clone)]
struct SoftGrudger {
    n: u32,
    d: u32,
    c: u32,
}

impl Machine for SoftGrudger {
    /// The other's run of defections, cut at `n`, and the rounds of the answer that are left.
    type State = (u32, u32);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, 0)
    }

    fn cooperates(&self, (_, left): &Self::State) -> Chance {
        Chance::sure(*left <= self.c)
    }

    fn next(&self, (run, left): &Self::State, _: Action, seen: Action) -> Self::State {
        let run = if seen == Action::D { (run + 1).min(self.n) } else { 0 };
        let left = match left.saturating_sub(1) {
            0 if run == self.n => self.d.max(1) + self.c,
            left => left,
        };
        (run, left)
    }
}

/// Defects for ten rounds once the other defects, then forgets.
#[derive(Clone)]
struct Forgetful;

impl Forgetful {
    const MEMORY: u32 = 10;
}

impl Machine for Forgetful {
    /// The rounds of the grudge that are left.
    type State = u32;

    fn begin(&mut self, _: &Told) -> u32 {
        0
    }

    fn cooperates(&self, left: &u32) -> Chance {
        Chance::sure(*left == 0)
    }

    fn next(&self, left: &u32, _: Action, seen: Action) -> u32 {
        match left.saturating_sub(1) {
            0 if seen == Action::D => Self::MEMORY,
            left => left,
        }
    }
}

/// Cooperates until the other defects; from then on defects and cooperates in turn, by its own last action.
#[derive(Clone)]
struct GrudgerAlternator;

impl Machine for GrudgerAlternator {
    /// Whether the other has defected, and its own last action.
    type State = (bool, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (false, Action::D)
    }

    fn cooperates(&self, (triggered, own): &Self::State) -> Chance {
        Chance::sure(!triggered || *own == Action::D)
    }

    fn next(&self, (triggered, _): &Self::State, own: Action, seen: Action) -> Self::State {
        (*triggered || seen == Action::D, own)
    }
}

const C: Action = Action::C;
const D: Action = Action::D;
pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "grudger",
        title: "Grudger",
        aliases: &["grim", "grim trigger", "friedman", "spite"],
        about: "Cooperates until the other defects once, then defects for ever.",
        source: "Friedman 1971, Rev. Econ. Studies 38:1; Axelrod 1980",
        facets: Facets::unbounded().axelrod("Grudger"),
        params: none,
        build: |_, _| Ok(machine(Trigger { opening: &[], trigger: D, before: C, after: D })),
    },
    Entry {
        key: "opposite_grudger",
        title: "Opposite Grudger",
        aliases: &[],
        about: "Defects until the other cooperates once, then cooperates for ever.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("OppositeGrudger"),
        params: none,
        build: |_, _| Ok(machine(Trigger { opening: &[], trigger: C, before: D, after: C })),
    },
    Entry {
        key: "easy_go",
        title: "EasyGo",
        aliases: &[],
        about: "Defects until the other defects once, then cooperates for ever.",
        source: PRISON,
        facets: Facets::unbounded().axelrod("EasyGo"),
        params: none,
        build: |_, _| Ok(machine(Trigger { opening: &[], trigger: D, before: D, after: C })),
    },
    Entry {
        key: "aggravater",
        title: "Aggravater",
        aliases: &[],
        about: "Defects three times, then plays as a grudger.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("Aggravater"),
        params: none,
        build: |_, _| Ok(machine(Trigger { opening: &[D, D, D], trigger: D, before: C, after: D })),
    },
    Entry {
        key: "spiteful_cc",
        title: "SpitefulCC",
        aliases: &[],
        about: "Cooperates twice whatever happens, then plays as a grudger.",
        source: "Mathieu, Beaufils & Delahaye 2015",
        facets: Facets::unbounded().axelrod("SpitefulCC"),
        params: none,
        build: |_, _| Ok(machine(Trigger { opening: &[C, C], trigger: D, before: C, after: D })),
    },
    Entry {
        key: "soft_grudger",
        title: "Soft Grudger",
        aliases: &[],
        about: "Answers a defection with four defections and two cooperations, then looks again.",
        source: "Axelrod-Python 4.14; Prison 1998",
        facets: Facets::memory(6).axelrod("SoftGrudger"),
        params: none,
        build: |_, _| Ok(machine(SoftGrudger { n: 1, d: 4, c: 2 })),
    },
    Entry {
        key: "general_soft_grudger",
        title: "General Soft Grudger",
        aliases: &[],
        about: "Answers n defections running with d defections and c cooperations, then looks again.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("GeneralSoftGrudger"),
        params: || {
            let count = |min| Kind::Integer { min, max: 1000 };
            Schema::of(vec![
                Field::with_default("n", count(1), 1i64, "How many defections running it takes.").unit("rounds"),
                Field::with_default("d", count(0), 4i64, "How often it defects in answer, at least once.")
                    .unit("rounds"),
                Field::with_default("c", count(0), 2i64, "How often it then cooperates.").unit("rounds"),
            ])
        },
        build: |params, _| {
            let count = |key| u32::try_from(params.integer(key)).expect("the schema bounds it");
            Ok(machine(SoftGrudger { n: count("n"), d: count("d"), c: count("c") }))
        },
    },
    Entry {
        key: "forgetful_grudger",
        title: "Forgetful Grudger",
        aliases: &[],
        about: "Bears a grudge for ten rounds.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("ForgetfulGrudger"),
        params: none,
        build: |_, _| Ok(machine(Forgetful)),
    },
    plain(
        "grudger_alternator",
        "GrudgerAlternator",
        "Cooperates until the other defects, then defects and cooperates in turn.",
        PRISON,
        Facets::unbounded().axelrod("GrudgerAlternator"),
        |_, _| Ok(machine(GrudgerAlternator)),
    ),
];
