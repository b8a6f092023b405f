//! Tit-for-tat and its relatives.
//!
//! Anatol Rapoport's entry to Axelrod's tournaments opens with cooperation and then copies; the others change how
//! soon it strikes, how often it strikes back, how it opens, or what it does about noise.

use super::{LIBRARY, PRISON, none};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Chance;
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// Copies (or turns round) the other's last action. The state is the action to play.
#[derive(Clone)]
struct Copy {
    first: Action,
    flips: bool,
}

impl Machine for Copy {
    type State = Action;

    fn begin(&mut self, _: &Told) -> Action {
        self.first
    }

    fn cooperates(&self, action: &Action) -> Chance {
        Chance::sure(*action == Action::C)
    }

    fn next(&self, _: &Action, _: Action, seen: Action) -> Action {
        if self.flips { seen.flip() } else { seen }
    }
}

/// Looks at the other's last rounds alone. The state is those rounds, the last in the lowest bit (1 for D).
#[derive(Clone)]
struct Window {
    rounds: u32,
    defects: fn(u32) -> bool,
}

impl Machine for Window {
    type State = u32;

    fn begin(&mut self, _: &Told) -> u32 {
        0
    }

    fn cooperates(&self, window: &u32) -> Chance {
        Chance::sure(!(self.defects)(*window))
    }

    fn next(&self, window: &u32, _: Action, seen: Action) -> u32 {
        (window << 1 | u32::from(seen == Action::D)) & ((1 << self.rounds) - 1)
    }
}

/// Answers `m` defections in a row with `n` defections. The state is the run of defections and the strikes left.
#[derive(Clone)]
struct NTitsForMTats {
    n: u32,
    m: u32,
}

impl Machine for NTitsForMTats {
    type State = (u32, u32);

    fn begin(&mut self, _: &Told) -> (u32, u32) {
        // No defections in a row are there from the start.
        (0, if self.m == 0 { self.n } else { 0 })
    }

    fn cooperates(&self, state: &(u32, u32)) -> Chance {
        Chance::sure(state.1 == 0)
    }

    fn next(&self, (run, left): &(u32, u32), _: Action, seen: Action) -> (u32, u32) {
        let run = if seen == Action::D { (run + 1).min(self.m) } else { 0 };
        let left = if run == self.m { self.n } else { left.saturating_sub(1) };
        (run, left)
    }
}

/// Defects once the other has been trusting for two rounds, and repents if struck.
#[derive(Clone)]
struct Sneaky;

impl Machine for Sneaky {
    /// The rounds played as far as they matter, whether the other has defected, own last action, and the action that comes.
    type State = (u8, bool, Action, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, false, Action::C, Action::C)
    }

    fn cooperates(&self, (.., coming): &Self::State) -> Chance {
        Chance::sure(*coming == Action::C)
    }

    fn next(&self, (rounds, crossed, before, _): &Self::State, own: Action, seen: Action) -> Self::State {
        let (rounds, crossed) = ((rounds + 1).min(2), *crossed || seen == Action::D);
        let coming = match (rounds, crossed) {
            (..=1, _) => Action::C,
            (_, false) => Action::D,
            // Struck for a defection of the round before, it repents.
            (_, true) if seen == Action::D && *before == Action::D => Action::C,
            (_, true) => seen,
        };
        (rounds, crossed, own, coming)
    }
}

/// Copies the other's action once it was played twice running, else stays with its own.
#[derive(Clone)]
struct SlowTitForTwoTats2;

impl Machine for SlowTitForTwoTats2 {
    /// The other's last action (none before the first round), and the action to play.
    type State = (Option<Action>, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (None, Action::C)
    }

    fn cooperates(&self, state: &Self::State) -> Chance {
        Chance::sure(state.1 == Action::C)
    }

    fn next(&self, (before, _): &Self::State, own: Action, seen: Action) -> Self::State {
        let play = match before {
            None => Action::C,
            Some(before) if *before == seen => seen,
            Some(_) => own,
        };
        (Some(seen), play)
    }
}

/// Copies until the other defects twice running, then defects for ever.
#[derive(Clone)]
struct Spiteful;

impl Machine for Spiteful {
    /// The other's last action, or nothing once spite has set in.
    type State = Option<Action>;

    fn begin(&mut self, _: &Told) -> Option<Action> {
        Some(Action::C)
    }

    fn cooperates(&self, last: &Option<Action>) -> Chance {
        Chance::sure(*last == Some(Action::C))
    }

    fn next(&self, last: &Option<Action>, _: Action, seen: Action) -> Option<Action> {
        (*last).filter(|last| *last == Action::C || seen == Action::C).map(|_| seen)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "tit_for_tat",
        title: "Tit For Tat",
        aliases: &["TFT"],
        about: "Opens with cooperation, then does what the other did last.",
        source: "Rapoport in Axelrod 1980, J. Conflict Resolution 24:3",
        facets: Facets::memory(1).axelrod("TitForTat"),
        params: none,
        build: |_, _| Ok(machine(Copy { first: Action::C, flips: false })),
    },
    Entry {
        key: "suspicious_tit_for_tat",
        title: "Suspicious Tit For Tat",
        aliases: &["STFT"],
        about: "Opens with defection, then does what the other did last.",
        source: "Boyd & Lorberbaum 1987, Nature 327:58",
        facets: Facets::memory(1).axelrod("SuspiciousTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Copy { first: Action::D, flips: false })),
    },
    Entry {
        key: "anti_tit_for_tat",
        title: "Anti Tit For Tat",
        aliases: &["psycho"],
        about: "Opens with cooperation, then does the opposite of what the other did last.",
        source: "Hilbe, Nowak & Traulsen 2013, PLoS ONE 8:e77886",
        facets: Facets::memory(1).axelrod("AntiTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Copy { first: Action::C, flips: true })),
    },
    Entry {
        key: "bully",
        title: "Bully",
        aliases: &["reverse tit for tat"],
        about: "Opens with defection, then does the opposite of what the other did last.",
        source: "Nachbar 1992, J. Econ. Behavior & Organization 19:307",
        facets: Facets::memory(1).axelrod("Bully"),
        params: none,
        build: |_, _| Ok(machine(Copy { first: Action::D, flips: true })),
    },
    Entry {
        key: "tit_for_2_tats",
        title: "Tit For 2 Tats",
        aliases: &["TF2T", "tit for two tats"],
        about: "Defects only after two defections running.",
        source: "Axelrod 1984, The Evolution of Cooperation",
        facets: Facets::memory(2).axelrod("TitFor2Tats"),
        params: none,
        build: |_, _| Ok(machine(Window { rounds: 2, defects: |window| window == 0b11 })),
    },
    Entry {
        key: "two_tits_for_tat",
        title: "Two Tits For Tat",
        aliases: &["2TFT"],
        about: "Answers each defection with two.",
        source: "Axelrod 1984, The Evolution of Cooperation",
        facets: Facets::memory(2).axelrod("TwoTitsForTat"),
        params: none,
        build: |_, _| Ok(machine(Window { rounds: 2, defects: |window| window != 0 })),
    },
    Entry {
        key: "hard_tit_for_tat",
        title: "Hard Tit For Tat",
        aliases: &["HTFT"],
        about: "Defects if the other defected in any of the last three rounds.",
        source: "Stewart & Plotkin 2012, PNAS 109:10134",
        facets: Facets::memory(3).axelrod("HardTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Window { rounds: 3, defects: |window| window != 0 })),
    },
    Entry {
        key: "hard_tit_for_2_tats",
        title: "Hard Tit For 2 Tats",
        aliases: &["HTF2T"],
        about: "Defects if the other defected twice running within the last three rounds.",
        source: "Stewart & Plotkin 2012, PNAS 109:10134",
        facets: Facets::memory(3).axelrod("HardTitFor2Tats"),
        params: none,
        build: |_, _| {
            Ok(machine(Window { rounds: 3, defects: |window| window & 0b011 == 0b011 || window & 0b110 == 0b110 }))
        },
    },
    Entry {
        key: "n_tits_for_m_tats",
        title: "N Tit(s) For M Tat(s)",
        aliases: &["NTitsForMTats"],
        about: "Answers M defections running with N defections.",
        source: LIBRARY,
        facets: Facets::memory(3).axelrod("NTitsForMTats"),
        params: || {
            let count = Kind::Integer { min: 0, max: 1000 };
            Schema::of(vec![
                Field::with_default("N", count.clone(), 3i64, "How often it strikes back.").unit("rounds"),
                Field::with_default("M", count, 2i64, "How many defections running it takes.").unit("rounds"),
            ])
        },
        build: |params, _| {
            let count = |key| u32::try_from(params.integer(key)).expect("the schema bounds it");
            Ok(machine(NTitsForMTats { n: count("N"), m: count("M") }))
        },
    },
    Entry {
        key: "slow_tit_for_two_tats_2",
        title: "Slow Tit For Two Tats 2",
        aliases: &[],
        about: "Copies an action that the other played twice running, else repeats its own.",
        source: PRISON,
        facets: Facets::memory(2).axelrod("SlowTitForTwoTats2"),
        params: none,
        build: |_, _| Ok(machine(SlowTitForTwoTats2)),
    },
    Entry {
        key: "sneaky_tit_for_tat",
        title: "Sneaky Tit For Tat",
        aliases: &[],
        about: "Defects from the third round while the other never has, repents when struck, else copies.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("SneakyTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Sneaky)),
    },
    Entry {
        key: "spiteful_tit_for_tat",
        title: "Spiteful Tit For Tat",
        aliases: &[],
        about: "Copies until the other defects twice running, then defects for ever.",
        source: PRISON,
        facets: Facets::unbounded().axelrod("SpitefulTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Spiteful)),
    },
];
