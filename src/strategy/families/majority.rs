//! Strategies that do what the other mostly did.
//!
//! With a memory of a few rounds they are automata, whose states are the words of that length and shorter. Longer memories
//! would be finite too, but a table of their states costs more than it saves; without a bound, counts grow for ever.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Automaton, Facets, Machine, Strategy, Told, View, machine};

/// Does what the other did more often within memory; on a tie cooperates if soft, defects if hard.
#[derive(Clone)]
struct Majority {
    memory: Option<usize>,
    soft: bool,
}

/// The longest memory of which an automaton is made: 255 states.
const SHORT: usize = 7;

impl Majority {
    /// What follows counts of both actions.
    fn choose(&self, cooperations: usize, defections: usize) -> Action {
        Action::cooperate_if(cooperations > defections || (cooperations == defections && self.soft))
    }
}

/// The majority of a short memory as a machine.
impl Machine for Majority {
    /// The other's last actions, the oldest first.
    type State = Vec<Action>;

    fn begin(&mut self, _: &Told) -> Vec<Action> {
        Vec::new()
    }

    fn cooperates(&self, window: &Vec<Action>) -> Chance {
        let defections = window.iter().filter(|action| **action == Action::D).count();
        Chance::sure(self.choose(window.len() - defections, defections) == Action::C)
    }

    fn next(&self, window: &Vec<Action>, _: Action, seen: Action) -> Vec<Action> {
        let rounds = self.memory.unwrap_or(SHORT);
        let kept = window.len().saturating_sub(rounds.saturating_sub(1));
        window[kept..].iter().copied().chain([seen]).collect()
    }
}

impl Strategy for Majority {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let defections = match self.memory {
            None => other.defections() as usize,
            Some(rounds) => other.recent(Action::D, rounds) as usize,
        };
        let rounds = self.memory.unwrap_or(usize::MAX).min(other.len());
        self.choose(rounds - defections, defections)
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        self.memory.filter(|rounds| *rounds <= SHORT).and_then(|_| machine(self.clone()).automaton(told))
    }
}

fn majority(memory: Option<usize>, soft: bool) -> Box<dyn Strategy> {
    Box::new(Majority { memory, soft })
}

fn depth(params: &Params) -> Option<usize> {
    params.has("memory_depth").then(|| params.count("memory_depth"))
}

fn memory_field() -> Field {
    let rounds = Kind::Integer { min: 1, max: 1_000_000_000 };
    Field::optional("memory_depth", rounds, "How many rounds it looks back; by default all.").unit("rounds")
}

const SOURCE: &str = "Axelrod 1984, The Evolution of Cooperation; Mittal & Deb 2009";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "go_by_majority",
        title: "Soft Go By Majority",
        aliases: &["GoByMajority", "soft majority"],
        about: "Does what the other did more often; a tie is C if soft.",
        source: SOURCE,
        facets: Facets::unbounded().axelrod("GoByMajority"),
        params: || {
            Schema::of(vec![memory_field(), Field::with_default("soft", Kind::Bool, true, "Whether a tie is C.")])
        },
        build: |params, _| Ok(majority(depth(params), params.flag("soft"))),
    },
    Entry {
        key: "hard_go_by_majority",
        title: "Hard Go By Majority",
        aliases: &["hard majority"],
        about: "Does what the other did more often; a tie is D.",
        source: SOURCE,
        facets: Facets::unbounded().axelrod("HardGoByMajority"),
        params: || Schema::of(vec![memory_field()]),
        build: |params, _| Ok(majority(depth(params), false)),
    },
    Entry {
        key: "go_by_majority_5",
        title: "Soft Go By Majority: 5",
        aliases: &[],
        about: "Soft majority over the last 5 rounds.",
        source: SOURCE,
        facets: Facets::memory(5).axelrod("GoByMajority5"),
        params: none,
        build: |_, _| Ok(majority(Some(5), true)),
    },
    Entry {
        key: "go_by_majority_10",
        title: "Soft Go By Majority: 10",
        aliases: &[],
        about: "Soft majority over the last 10 rounds.",
        source: SOURCE,
        facets: Facets::memory(10).axelrod("GoByMajority10"),
        params: none,
        build: |_, _| Ok(majority(Some(10), true)),
    },
    Entry {
        key: "go_by_majority_20",
        title: "Soft Go By Majority: 20",
        aliases: &[],
        about: "Soft majority over the last 20 rounds.",
        source: SOURCE,
        facets: Facets::memory(20).axelrod("GoByMajority20"),
        params: none,
        build: |_, _| Ok(majority(Some(20), true)),
    },
    Entry {
        key: "go_by_majority_40",
        title: "Soft Go By Majority: 40",
        aliases: &[],
        about: "Soft majority over the last 40 rounds.",
        source: SOURCE,
        facets: Facets::memory(40).axelrod("GoByMajority40"),
        params: none,
        build: |_, _| Ok(majority(Some(40), true)),
    },
    Entry {
        key: "hard_go_by_majority_5",
        title: "Hard Go By Majority: 5",
        aliases: &[],
        about: "Hard majority over the last 5 rounds.",
        source: SOURCE,
        facets: Facets::memory(5).axelrod("HardGoByMajority5"),
        params: none,
        build: |_, _| Ok(majority(Some(5), false)),
    },
    Entry {
        key: "hard_go_by_majority_10",
        title: "Hard Go By Majority: 10",
        aliases: &[],
        about: "Hard majority over the last 10 rounds.",
        source: SOURCE,
        facets: Facets::memory(10).axelrod("HardGoByMajority10"),
        params: none,
        build: |_, _| Ok(majority(Some(10), false)),
    },
    Entry {
        key: "hard_go_by_majority_20",
        title: "Hard Go By Majority: 20",
        aliases: &[],
        about: "Hard majority over the last 20 rounds.",
        source: SOURCE,
        facets: Facets::memory(20).axelrod("HardGoByMajority20"),
        params: none,
        build: |_, _| Ok(majority(Some(20), false)),
    },
    Entry {
        key: "hard_go_by_majority_40",
        title: "Hard Go By Majority: 40",
        aliases: &[],
        about: "Hard majority over the last 40 rounds.",
        source: SOURCE,
        facets: Facets::memory(40).axelrod("HardGoByMajority40"),
        params: none,
        build: |_, _| Ok(majority(Some(40), false)),
    },
];
