//! Strategies that look at the last round alone.
//!
//! A memory-one strategy is a first action and four probabilities of C: after both cooperated, after it
//! cooperated and the other defected, the other way round, and after both defected (Nowak & Sigmund 1993).

use super::{LIBRARY, PRISON, none};
use crate::catalogue::{Data, Entry, Field, Kind, Schema, Value};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::sim::Chance;
use crate::strategy::machine::{round_index, two_actions};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, machine};

/// The chance of C after CC, CD, DC and DD, own action first.
pub(super) type FourVector = [Chance; 4];

/// A four-vector of probabilities.
pub(super) fn four_vector(probabilities: [f64; 4]) -> FourVector {
    probabilities.map(Chance::of)
}

/// A memory-one strategy.
#[derive(Clone)]
pub(super) struct MemoryOne {
    pub(super) first: Chance,
    pub(super) after: FourVector,
}

impl Machine for MemoryOne {
    /// The last round, by its place in the four-vector; nothing before the first round.
    type State = Option<usize>;

    fn begin(&mut self, _: &Told) -> Option<usize> {
        None
    }

    fn cooperates(&self, last: &Option<usize>) -> Chance {
        last.map_or(self.first, |last| self.after[last])
    }

    fn next(&self, _: &Option<usize>, own: Action, seen: Action) -> Option<usize> {
        Some(round_index(own, seen))
    }
}

/// Opens with C, then answers the last round by four probabilities.
pub(super) fn memory_one(after: [f64; 4]) -> Box<dyn Strategy> {
    machine(MemoryOne { first: Chance::Always, after: four_vector(after) })
}

/// Generous tit-for-tat: forgives a defection with the greatest probability that does not invite exploitation.
#[derive(Clone)]
struct Generous {
    given: Option<f64>,
    forgives: Chance,
}

impl Generous {
    /// `min(1 - (T - R) / (R - S), (R - P) / (T - P))`, cut to a probability.
    fn forgiveness(told: &Told) -> Option<f64> {
        let game = told.two_by_two()?;
        let first = (&game.temptation - &game.reward).checked_div(&(&game.reward - &game.sucker))?;
        let second = (&game.reward - &game.punishment).checked_div(&(&game.temptation - &game.punishment))?;
        let p = (Rational::one() - first).min(second);
        Some(p.to_f64().clamp(0.0, 1.0))
    }
}

impl Machine for Generous {
    /// The other's last action.
    type State = Action;

    fn begin(&mut self, told: &Told) -> Action {
        self.forgives = Chance::of(self.given.or_else(|| Self::forgiveness(told)).unwrap_or(0.0));
        Action::C
    }

    fn cooperates(&self, last: &Action) -> Chance {
        if *last == Action::C { Chance::Always } else { self.forgives }
    }

    fn next(&self, _: &Action, _: Action, seen: Action) -> Action {
        seen
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        if self.given.is_none() && Self::forgiveness(told).is_none() {
            return Err(Diagnostic::new(
                "wrong-game",
                "generous tit-for-tat cannot derive its forgiveness from a game with R = S or T = P",
                "another game, or the parameter p",
            ));
        }
        Ok(())
    }
}

/// Repeats its first action for ever, unless noise turns it.
#[derive(Clone)]
struct Stubborn;

impl Machine for Stubborn {
    type State = Option<Action>;

    fn begin(&mut self, _: &Told) -> Option<Action> {
        None
    }

    fn cooperates(&self, own: &Option<Action>) -> Chance {
        own.map_or(Chance::of(0.6), |own| Chance::sure(own == Action::C))
    }

    fn next(&self, _: &Option<Action>, own: Action, _: Action) -> Option<Action> {
        Some(own)
    }
}

fn probabilities(values: &[f64]) -> Value {
    Value::new(Data::List(values.iter().map(|p| Value::from(*p)).collect()))
}

fn exactly(items: usize) -> Kind {
    Kind::List { of: Box::new(Kind::Probability), min: items, max: items }
}

fn probability(key: &'static str, default: f64, doc: &'static str) -> Schema {
    Schema::of(vec![Field::with_default(key, Kind::Probability, default, doc)])
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "memory_one_player",
        title: "Memory One Player",
        aliases: &["memory one"],
        about: "Cooperates with the four given probabilities after CC, CD, DC and DD (own action first).",
        source: "Nowak & Sigmund 1993, Nature 364:56",
        facets: Facets::memory(1).axelrod("MemoryOnePlayer"),
        params: || {
            Schema::of(vec![
                Field::with_default(
                    "four_vector",
                    exactly(4),
                    probabilities(&[1.0, 0.0, 0.0, 1.0]),
                    "The probability of C after CC, CD, DC and DD.",
                ),
                Field::with_default("initial", Kind::Choice(&["C", "D"]), "C", "The first action."),
            ])
        },
        build: |params, _| {
            let after = params.numbers("four_vector").try_into().expect("the schema asks for four");
            let first = Chance::sure(params.text("initial") == "C");
            Ok(machine(MemoryOne { first, after: four_vector(after) }))
        },
    },
    Entry {
        key: "reactive_player",
        title: "Reactive Player",
        aliases: &["reactive"],
        about: "Opens with C, then cooperates with one probability after the other's C and another after its D.",
        source: "Nowak & Sigmund 1990, Acta Applicandae Mathematicae 20:247",
        facets: Facets::memory(1).axelrod("ReactivePlayer"),
        params: || {
            Schema::of(vec![Field::with_default(
                "probabilities",
                exactly(2),
                probabilities(&[1.0, 0.0]),
                "The probability of C after the other's C and after its D.",
            )])
        },
        build: |params, _| {
            let p = params.numbers("probabilities");
            Ok(memory_one([p[0], p[1], p[0], p[1]]))
        },
    },
    Entry {
        key: "win_stay_lose_shift",
        title: "Win-Stay Lose-Shift",
        aliases: &["WSLS", "pavlov", "simpleton"],
        about: "Repeats its action after the other's C and changes it after the other's D.",
        source: "Nowak & Sigmund 1993, Nature 364:56; Kraines & Kraines 1989",
        facets: Facets::memory(1).axelrod("WinStayLoseShift"),
        params: none,
        build: |_, _| Ok(memory_one([1.0, 0.0, 0.0, 1.0])),
    },
    Entry {
        key: "win_shift_lose_stay",
        title: "Win-Shift Lose-Stay",
        aliases: &["WShLSt"],
        about: "Changes its action after the other's C and repeats it after the other's D.",
        source: "Li, Hingston & Kendall 2011, IEEE Trans. Comp. Intelligence and AI in Games 3:58",
        facets: Facets::memory(1).axelrod("WinShiftLoseStay"),
        params: || {
            Schema::of(vec![Field::with_default("initial", Kind::Choice(&["C", "D"]), "D", "The first action.")])
        },
        build: |params, _| {
            let first = Chance::sure(params.text("initial") == "C");
            Ok(machine(MemoryOne { first, after: four_vector([0.0, 1.0, 1.0, 0.0]) }))
        },
    },
    Entry {
        key: "gtft",
        title: "GTFT",
        aliases: &["generous tit for tat"],
        about: "Copies, but forgives a defection with probability p; by default the most that the game allows.",
        source: "Nowak & Sigmund 1992, Nature 355:250; Molander 1985",
        facets: Facets::memory(1).stochastic().uses_game().axelrod("GTFT"),
        params: || {
            Schema::of(vec![Field::optional(
                "p",
                Kind::Probability,
                "The probability of forgiving; by default min(1 - (T-R)/(R-S), (R-P)/(T-P)).",
            )])
        },
        build: |params, _| {
            let given = params.has("p").then(|| params.number("p"));
            Ok(machine(Generous { given, forgives: Chance::Never }))
        },
    },
    Entry {
        key: "firm_but_fair",
        title: "Firm But Fair",
        aliases: &[],
        about: "Cooperates after the other's C, defects after being cheated, and forgives mutual defection with 2/3.",
        source: "Frean 1994, Proc. R. Soc. B 257:75",
        facets: Facets::memory(1).stochastic().axelrod("FirmButFair"),
        params: none,
        build: |_, _| Ok(memory_one([1.0, 0.0, 1.0, 2.0 / 3.0])),
    },
    Entry {
        key: "stochastic_cooperator",
        title: "Stochastic Cooperator",
        aliases: &[],
        about: "Cooperates with 0.935, 0.229, 0.266 and 0.42 after CC, CD, DC and DD.",
        source: "Adami & Hintze 2013, Nature Communications 4:2193",
        facets: Facets::memory(1).stochastic().axelrod("StochasticCooperator"),
        params: none,
        build: |_, _| Ok(memory_one([0.935, 0.229, 0.266, 0.42])),
    },
    Entry {
        key: "stochastic_wsls",
        title: "Stochastic WSLS",
        aliases: &[],
        about: "Win-stay lose-shift that does the opposite with probability ep.",
        source: "Amaral et al. 2016, Phys. Rev. E 94:032317",
        facets: Facets::memory(1).stochastic().axelrod("StochasticWSLS"),
        params: || probability("ep", 0.05, "The probability of doing the opposite."),
        build: |params, _| {
            let ep = params.number("ep");
            Ok(memory_one([1.0 - ep, ep, ep, 1.0 - ep]))
        },
    },
    Entry {
        key: "soft_joss",
        title: "Soft Joss",
        aliases: &[],
        about: "Cooperates after C and defects after D with probability q only.",
        source: PRISON,
        facets: Facets::memory(1).stochastic().axelrod("SoftJoss"),
        params: || probability("q", 0.9, "The probability of answering D with D."),
        build: |params, _| {
            let forgives = 1.0 - params.number("q");
            Ok(memory_one([1.0, forgives, 1.0, forgives]))
        },
    },
    Entry {
        key: "naive_prober",
        title: "Naive Prober",
        aliases: &[],
        about: "Copies, but defects after the other's C with probability p.",
        source: "Li, Hingston & Kendall 2011, IEEE Trans. Comp. Intelligence and AI in Games 3:58",
        facets: Facets::memory(1).stochastic().axelrod("NaiveProber"),
        params: || probability("p", 0.1, "The probability of probing."),
        build: |params, _| {
            let trusts = 1.0 - params.number("p");
            Ok(memory_one([trusts, 0.0, trusts, 0.0]))
        },
    },
    Entry {
        key: "all_c_or_all_d",
        title: "ALLCorALLD",
        aliases: &[],
        about: "Opens with C with probability 0.6, then repeats its last action.",
        source: LIBRARY,
        facets: Facets::memory(1).stochastic().axelrod("ALLCorALLD"),
        params: none,
        build: |_, _| Ok(machine(Stubborn)),
    },
];
