//! Rules of Axelrod's first tournament (1980, J. Conflict Resolution 24:3) that are few lines.
//!
//! The tournament's programs are lost; these follow the paper's descriptions as Axelrod-Python reads them.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// Cooperates for some rounds whatever happens, then plays as a grudger that has watched from the start.
#[derive(Clone)]
struct Davis {
    rounds: u32,
}

impl Machine for Davis {
    /// The rounds played, at most `rounds`, and whether the other has defected.
    type State = (u32, bool);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, false)
    }

    fn cooperates(&self, (round, crossed): &Self::State) -> Chance {
        Chance::sure(*round < self.rounds || !crossed)
    }

    fn next(&self, (round, crossed): &Self::State, _: Action, seen: Action) -> Self::State {
        ((round + 1).min(self.rounds), *crossed || seen == Action::D)
    }
}

/// Cooperates if both did the same last, else with probability 2/7.
#[derive(Clone)]
struct Grofman;

impl Machine for Grofman {
    /// Whether both did the same last.
    type State = bool;

    fn begin(&mut self, _: &Told) -> bool {
        true
    }

    fn cooperates(&self, same: &bool) -> Chance {
        if *same { Chance::Always } else { Chance::of(2.0 / 7.0) }
    }

    fn next(&self, _: &bool, own: Action, seen: Action) -> bool {
        own == seen
    }
}

/// Answers the n-th defection upon its own C with n defections.
#[derive(Clone, Default)]
struct Shubik {
    provocations: u32,
    left: u32,
}

impl Strategy for Shubik {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if (view.own.last(), view.opponent().last()) == (Some(Action::C), Some(Action::D)) {
            self.provocations += 1;
            self.left = self.provocations;
        }
        let strikes = self.left > 0;
        self.left = self.left.saturating_sub(1);
        Action::cooperate_if(!strikes)
    }
}

/// Cooperates eleven times, then ten per cent less often than the other did in the last ten rounds.
#[derive(Clone)]
struct Tullock;

impl Strategy for Tullock {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        if other.len() < 11 {
            return Action::C;
        }
        let cooperations = other.recent(Action::C, 10) as usize;
        // A tenth less than a tenth for each cooperation, in tenths so that no rounding enters.
        const TENTHS: [f64; 11] = [0.0, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
        Action::cooperate_if(draws.chance(TENTHS[cooperations]))
    }
}

/// Cooperates with a probability that is drawn anew each round from 0.3 to 0.7.
#[derive(Clone)]
struct Anonymous;

impl Strategy for Anonymous {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, _: &View<'_>, draws: &mut Draws) -> Action {
        let p = 0.3 + 0.4 * draws.uniform();
        Action::cooperate_if(draws.happens(Chance::of(p)))
    }
}

const SOURCE: &str = "Axelrod 1980, J. Conflict Resolution 24:3";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "first_by_davis",
        title: "First by Davis",
        aliases: &["davis"],
        about: "Cooperates for ten rounds, then defects for ever if the other has ever defected.",
        source: SOURCE,
        facets: Facets::unbounded().axelrod("FirstByDavis"),
        params: || {
            let rounds = Kind::Integer { min: 0, max: 1000 };
            Schema::of(vec![
                Field::with_default("rounds_to_cooperate", rounds, 10i64, "How long it cooperates whatever happens.")
                    .unit("rounds"),
            ])
        },
        build: |params, _| {
            let rounds = u32::try_from(params.integer("rounds_to_cooperate")).expect("the schema bounds it");
            Ok(machine(Davis { rounds }))
        },
    },
    Entry {
        key: "first_by_joss",
        title: "First by Joss",
        aliases: &["joss"],
        about: "Copies, but answers a cooperation with defection one time in ten.",
        source: SOURCE,
        facets: Facets::memory(1).stochastic().axelrod("FirstByJoss"),
        params: || {
            let doc = "The probability of answering C with C.";
            Schema::of(vec![Field::with_default("p", Kind::Probability, 0.9, doc)])
        },
        build: |params, _| {
            let p = params.number("p");
            Ok(super::memory_one::memory_one([p, 0.0, p, 0.0]))
        },
    },
    Entry {
        key: "first_by_grofman",
        title: "First by Grofman",
        aliases: &["grofman"],
        about: "Cooperates if both did the same last, else with probability 2/7.",
        source: SOURCE,
        facets: Facets::memory(1).stochastic().axelrod("FirstByGrofman"),
        params: none,
        build: |_, _| Ok(machine(Grofman)),
    },
    Entry {
        key: "first_by_shubik",
        title: "First by Shubik",
        aliases: &["shubik"],
        about: "Answers the n-th defection upon its own cooperation with n defections.",
        source: SOURCE,
        facets: Facets::unbounded().axelrod("FirstByShubik"),
        params: none,
        build: |_, _| Ok(Box::new(Shubik::default())),
    },
    Entry {
        key: "first_by_tullock",
        title: "First by Tullock",
        aliases: &["tullock"],
        about: "Cooperates eleven times, then a tenth less often than the other did in its last ten rounds.",
        source: SOURCE,
        facets: Facets::unbounded().stochastic().axelrod("FirstByTullock"),
        params: none,
        build: |_, _| Ok(Box::new(Tullock)),
    },
    Entry {
        key: "first_by_anonymous",
        title: "First by Anonymous",
        aliases: &[],
        about: "Cooperates with a probability drawn each round between 0.3 and 0.7.",
        source: SOURCE,
        facets: Facets::memory(0).stochastic().axelrod("FirstByAnonymous"),
        params: none,
        build: |_, _| Ok(Box::new(Anonymous)),
    },
];
