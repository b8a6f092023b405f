//! Strategies whose probability of cooperation drifts: with time, or with the other's record.
//!
//! No finite automata: the probability takes as many values as there are rounds. `self_steem` alone has a period.

use super::{LIBRARY, PRISON, plain};
use crate::catalogue::{Build, Entry};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Horizon, Machine, Strategy, Told, View, machine};

/// Cooperates with a probability that follows from what is seen (cut to 0..1), and from the length that was told.
#[derive(Clone)]
struct Drift {
    probability: fn(&View<'_>, Horizon) -> f64,
    horizon: Horizon,
}

fn drift(probability: fn(&View<'_>, Horizon) -> f64) -> Box<dyn Strategy> {
    Box::new(Drift { probability, horizon: Horizon::Unknown })
}

impl Strategy for Drift {
    fn begin(&mut self, told: &Told) {
        self.horizon = told.horizon;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        Action::cooperate_if(draws.chance((self.probability)(view, self.horizon)))
    }
}

/// The number of the round that comes.
fn round(view: &View<'_>) -> f64 {
    (view.own.len() + 1) as f64
}

/// The rate at which the other has cooperated, or what to think of it before it has played.
fn kept(view: &View<'_>, before: f64) -> f64 {
    let other = view.opponent();
    if other.is_empty() { before } else { f64::from(other.cooperations()) / other.len() as f64 }
}

/// 1 if the other cooperated last, else 0; 1 before the first round.
fn copied(view: &View<'_>) -> f64 {
    f64::from(u8::from(!view.opponent().just_defected()))
}

/// Defects with one over the number of rounds since the other's last defection.
#[derive(Clone, Default)]
struct Inverse {
    /// Rounds since the last defection, the defection counted; 0 if there was none.
    since: u32,
}

impl Strategy for Inverse {
    fn begin(&mut self, _: &Told) {
        self.since = 0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if view.opponent().just_defected() {
            self.since = 1;
        } else if self.since > 0 {
            self.since += 1;
        }
        Action::cooperate_if(self.since == 0 || draws.chance(1.0 - 1.0 / f64::from(self.since)))
    }
}

/// Feels by a sine of ten rounds: low it cooperates, high it defects, near zero it draws, and else it copies.
///
/// The sine of `2 pi n / 10` takes six values, of which the thresholds 0.3 and 0.95 make four moods.
#[derive(Clone)]
struct SelfSteem;

impl Machine for SelfSteem {
    /// The rounds played modulo ten, and the other's last action.
    type State = (u8, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, Action::C)
    }

    fn cooperates(&self, (phase, last): &Self::State) -> Chance {
        match phase {
            0 | 5 => Chance::of(0.5),
            2 | 3 => Chance::Never,
            7 | 8 => Chance::Always,
            _ => Chance::sure(*last == Action::C),
        }
    }

    fn next(&self, (phase, _): &Self::State, _: Action, seen: Action) -> Self::State {
        ((phase + 1) % 10, seen)
    }
}

const fn entry(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    source: &'static str,
    class: &'static str,
    build: Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    plain(key, title, about, source, Facets::unbounded().stochastic().axelrod(class), build)
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry(
        "average_copier",
        "Average Copier",
        "Cooperates with the rate at which the other has; opens at random.",
        LIBRARY,
        "AverageCopier",
        |_, _| Ok(drift(|view, _| kept(view, 0.5))),
    ),
    entry(
        "nice_average_copier",
        "Nice Average Copier",
        "Cooperates with the rate at which the other has; opens with C.",
        LIBRARY,
        "NiceAverageCopier",
        |_, _| Ok(drift(|view, _| kept(view, 1.0))),
    ),
    entry(
        "better_and_better",
        "Better and Better",
        "Cooperates in round n with probability n/1000.",
        PRISON,
        "BetterAndBetter",
        |_, _| Ok(drift(|view, _| round(view) / 1000.0)),
    ),
    entry(
        "worse_and_worse",
        "Worse and Worse",
        "Defects in round n with probability n/1000.",
        PRISON,
        "WorseAndWorse",
        |_, _| Ok(drift(|view, _| 1.0 - round(view) / 1000.0)),
    ),
    plain(
        "knowledgeable_worse_and_worse",
        "Knowledgeable Worse and Worse",
        "Defects in round n of N with probability n/N; cooperates if it does not know N.",
        LIBRARY,
        Facets::unbounded().stochastic().uses_length().axelrod("KnowledgeableWorseAndWorse"),
        |_, _| {
            Ok(drift(|view, horizon| match horizon {
                Horizon::Rounds(rounds) => 1.0 - round(view) / f64::from(rounds.max(1)),
                Horizon::Unknown => 1.0,
            }))
        },
    ),
    entry(
        "worse_and_worse_2",
        "Worse and Worse 2",
        "Copies for twenty rounds, then cooperates in round n with probability 20/n.",
        PRISON,
        "WorseAndWorse2",
        |_, _| Ok(drift(|view, _| if view.own.len() < 20 { copied(view) } else { 20.0 / round(view) })),
    ),
    entry(
        "worse_and_worse_3",
        "Worse and Worse 3",
        "Defects with the rate at which the other has; opens with C.",
        PRISON,
        "WorseAndWorse3",
        |_, _| Ok(drift(|view, _| kept(view, 1.0))),
    ),
    entry(
        "inverse",
        "Inverse",
        "Defects with one over the number of rounds since the other's last defection.",
        LIBRARY,
        "Inverse",
        |_, _| Ok(Box::new(Inverse::default())),
    ),
    entry(
        "self_steem",
        "SelfSteem",
        "Cooperates, draws, copies or defects by a mood that swings over ten rounds.",
        "André, Honovan, Felipe & Frederico 2013, Iterated Prisoner's Dilemma: An Extended Analysis",
        "SelfSteem",
        |_, _| Ok(machine(SelfSteem)),
    ),
];
