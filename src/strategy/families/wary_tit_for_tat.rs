//! Tit-for-tat that doubts what it saw, adapts, or draws.
//!
//! Noise makes two tit-for-tats echo one slip for ever (Molander 1985); most rules here are answers to that. What they
//! remember is more than the last round, so that few are finite automata: pictures of the other that are real numbers,
//! counts, and draws whose outcome is remembered.

use super::memory_one::memory_one;
use super::{LIBRARY, none, plain};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// Tit-for-tat that knows its own slips: struck for one, it does not strike back.
#[derive(Clone)]
struct Contrite;

impl Machine for Contrite {
    /// Whether it is contrite, and the action that comes.
    type State = (bool, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (false, Action::C)
    }

    fn cooperates(&self, (_, coming): &Self::State) -> Chance {
        Chance::sure(*coming == Action::C)
    }

    fn next(&self, (contrite, chosen): &Self::State, own: Action, seen: Action) -> Self::State {
        if *contrite && own == Action::C {
            return (false, Action::C);
        }
        let slipped = *chosen != own && own == Action::D && seen == Action::C;
        (*contrite || slipped, seen)
    }
}

/// Keeps a picture of the world between 0 and 1, at first equal to the rate, that each action of the other moves
/// by the rate.
#[derive(Clone)]
struct Adaptive {
    rate: f64,
    world: f64,
}

impl Strategy for Adaptive {
    fn begin(&mut self, _: &Told) {
        self.world = self.rate;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        match view.opponent().last() {
            None => return Action::C,
            Some(Action::C) => self.world += self.rate * (1.0 - self.world),
            Some(_) => self.world -= self.rate * self.world,
        }
        Action::cooperate_if(self.world >= 0.5)
    }
}

/// Tit-for-tat that breaks deadlocks and gives up on what looks random.
#[derive(Clone)]
struct Omega {
    deadlock_threshold: u32,
    randomness_threshold: i64,
    deadlock: u32,
    randomness: i64,
}

impl Strategy for Omega {
    fn begin(&mut self, _: &Told) {
        self.deadlock = 0;
        self.randomness = 0;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let Some(last) = other.last() else { return Action::C };
        let (Some(before), Some(own)) = (other.back(2), view.own.last()) else { return last };
        if self.deadlock >= self.deadlock_threshold {
            // Two rounds of cooperation break the deadlock.
            self.deadlock = if self.deadlock == self.deadlock_threshold { self.deadlock_threshold + 1 } else { 0 };
            return Action::C;
        }
        if (before, last) == (Action::C, Action::C) {
            self.randomness -= 1;
        }
        self.randomness += i64::from(before != last) + i64::from(own != last);
        if self.randomness >= self.randomness_threshold {
            return Action::D;
        }
        self.deadlock = if before == last { 0 } else { self.deadlock + 1 };
        last
    }
}

/// Tit-for-tat in the first round and after each own tit-for-tat move; a drawn action in between.
#[derive(Clone)]
struct RandomTitForTat {
    p: Chance,
}

impl Machine for RandomTitForTat {
    /// Whether it copies in the round that comes, and what; nothing before the first round.
    type State = Option<(bool, Action)>;

    fn begin(&mut self, _: &Told) -> Self::State {
        None
    }

    fn cooperates(&self, state: &Self::State) -> Chance {
        match state {
            None => Chance::Always,
            Some((true, last)) => Chance::sure(*last == Action::C),
            Some((false, _)) => self.p,
        }
    }

    fn next(&self, state: &Self::State, _: Action, seen: Action) -> Self::State {
        Some((state.is_none_or(|(copied, _)| !copied), seen))
    }
}

/// Defects for two rounds after a defection, but forgives as often as the other has cooperated on the whole.
#[derive(Clone)]
struct DynamicTwoTits;

impl Strategy for DynamicTwoTits {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        if !other.tail(2).contains(&Action::D) {
            return Action::C;
        }
        let kept = f64::from(other.cooperations()) / other.len() as f64;
        Action::cooperate_if(draws.chance(kept))
    }
}

/// Copies; once it has defected on a cooperation it draws whether to make up or to defect for ever.
#[derive(Clone, Default)]
struct Michaelos {
    lost: bool,
}

impl Strategy for Michaelos {
    fn begin(&mut self, _: &Told) {
        self.lost = false;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) else { return Action::C };
        if !self.lost && (own, seen) == (Action::D, Action::C) {
            self.lost = !draws.chance(0.5);
        }
        if self.lost { Action::D } else { seen }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "contrite_tit_for_tat",
        title: "Contrite Tit For Tat",
        aliases: &["CTFT"],
        about: "Tit-for-tat that accepts being struck for its own slip, and cooperates until it has.",
        source: "Wu & Axelrod 1995, J. Conflict Resolution 39:183",
        facets: Facets::memory(3).axelrod("ContriteTitForTat"),
        params: none,
        build: |_, _| Ok(machine(Contrite)),
    },
    Entry {
        key: "adaptive_tit_for_tat",
        title: "Adaptive Tit For Tat",
        aliases: &["ATFT"],
        about: "Moves its picture of the other by a rate toward each action, and cooperates while it is good.",
        source: "Tzafestas 2000, From Animals to Animats 6",
        facets: Facets::unbounded().axelrod("AdaptiveTitForTat"),
        params: || {
            Schema::of(vec![Field::with_default(
                "rate",
                Kind::Probability,
                0.5,
                "How far each action moves the picture.",
            )])
        },
        build: |params, _| Ok(Box::new(Adaptive { rate: params.number("rate"), world: 0.0 })),
    },
    Entry {
        key: "omega_tft",
        title: "Omega TFT",
        aliases: &["omega tit for tat"],
        about: "Tit-for-tat that breaks deadlocks with two cooperations and gives up on random play.",
        source: "Slany & Kienreich 2007, in The Iterated Prisoners' Dilemma: 20 Years On",
        facets: Facets::unbounded().axelrod("OmegaTFT"),
        params: || {
            let count = Kind::Integer { min: 0, max: 1_000_000 };
            Schema::of(vec![
                Field::with_default("deadlock_threshold", count.clone(), 3i64, "How many changes make a deadlock."),
                Field::with_default("randomness_threshold", count, 8i64, "How much disorder makes the other random."),
            ])
        },
        build: |params, _| {
            Ok(Box::new(Omega {
                deadlock_threshold: u32::try_from(params.integer("deadlock_threshold")).expect("the schema bounds it"),
                randomness_threshold: params.integer("randomness_threshold"),
                deadlock: 0,
                randomness: 0,
            }))
        },
    },
    Entry {
        key: "random_tit_for_tat",
        title: "Random Tit for Tat",
        aliases: &[],
        about: "Copies in every second round, and in the others cooperates with probability p.",
        source: LIBRARY,
        facets: Facets::unbounded().stochastic().axelrod("RandomTitForTat"),
        params: || {
            Schema::of(vec![Field::with_default("p", Kind::Probability, 0.5, "The probability of C where it draws.")])
        },
        build: |params, _| Ok(machine(RandomTitForTat { p: Chance::of(params.number("p")) })),
    },
    plain(
        "burn_both_ends",
        "Burn Both Ends",
        "Copies, but answers a cooperation with defection one time in ten.",
        "Marinoff 1992, Behavior and Philosophy 20:37",
        Facets::memory(1).stochastic().axelrod("BurnBothEnds"),
        |_, _| Ok(memory_one([0.9, 0.0, 0.9, 0.0])),
    ),
    plain(
        "dynamic_two_tits_for_tat",
        "Dynamic Two Tits For Tat",
        "Two tits for tat that forgives with the rate at which the other has cooperated.",
        LIBRARY,
        Facets::unbounded().stochastic().axelrod("DynamicTwoTitsForTat"),
        |_, _| Ok(Box::new(DynamicTwoTits)),
    ),
    plain(
        "michaelos",
        "Michaelos",
        "Copies; after defecting on a cooperation it defects for ever one time in two; defects in the last round.",
        "LessWrong prisoner's dilemma tournament 2011, via Axelrod-Python",
        Facets::unbounded().stochastic().uses_length().axelrod("Michaelos"),
        |_, _| Ok(super::end_game::end_game(1, Box::new(Michaelos::default()))),
    ),
];
