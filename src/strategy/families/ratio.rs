//! Strategies that compare how often the other cooperated and defected.
//!
//! Ratios of counts without bound: no finite automata, but for those that look at a short window.

use super::{LIBRARY, PRISON, plain};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Draws;
use crate::strategy::{Action, Facets, History, Strategy, Told, View};

/// A rule that looks at the other's actions alone, through their counts and the last few.
#[derive(Clone)]
struct Rule(fn(History<'_>) -> Action);

impl Strategy for Rule {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        self.0(view.opponent())
    }
}

/// Whether more than a tenth of the other's actions were D.
fn above_a_tenth(other: History<'_>) -> bool {
    f64::from(other.defections()) > other.len() as f64 / 10.0
}

fn forgiver(other: History<'_>) -> Action {
    Action::cooperate_if(!above_a_tenth(other))
}

fn forgiving_tit_for_tat(other: History<'_>) -> Action {
    Action::cooperate_if(!(above_a_tenth(other) && other.just_defected()))
}

fn doubler(other: History<'_>) -> Action {
    let twice = 2 * u64::from(other.defections());
    Action::cooperate_if(!(other.just_defected() && u64::from(other.cooperations()) <= twice))
}

fn very_bad(other: History<'_>) -> Action {
    if other.len() < 3 {
        return Action::C;
    }
    match other.cooperations().cmp(&other.defections()) {
        std::cmp::Ordering::Greater => Action::C,
        std::cmp::Ordering::Less => Action::D,
        std::cmp::Ordering::Equal => other.last().unwrap_or(Action::C),
    }
}

fn short_mem(other: History<'_>) -> Action {
    if other.len() <= 10 {
        return Action::C;
    }
    match other.recent(Action::D, 10) {
        // Three actions of ten more of one kind than of the other.
        0..=3 => Action::C,
        7.. => Action::D,
        _ => other.last().unwrap_or(Action::C),
    }
}

/// Brings the ratio of all cooperations in the match to all defections to a number.
#[derive(Clone)]
struct Ratio {
    aim: f64,
}

impl Strategy for Ratio {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        if other.is_empty() || other.defections() == 0 {
            return Action::cooperate_if(other.is_empty());
        }
        let cooperations = f64::from(other.cooperations()) + f64::from(view.own.cooperations());
        let defections = f64::from(other.defections()) + f64::from(view.own.defections());
        Action::cooperate_if(cooperations / defections <= self.aim)
    }
}

/// Sulks once the other's surplus of defections is above one threshold, and is nice again below another.
#[derive(Clone)]
struct Grumpy {
    starts_nice: bool,
    grumpy_above: i64,
    nice_below: i64,
    nice: bool,
}

impl Strategy for Grumpy {
    fn begin(&mut self, _: &Told) {
        self.nice = self.starts_nice;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let surplus = i64::from(other.defections()) - i64::from(other.cooperations());
        self.nice = if self.nice { surplus <= self.grumpy_above } else { surplus < self.nice_below };
        Action::cooperate_if(self.nice)
    }
}

/// Keeps a momentum, at first 1, of which each round leaves `alpha`, and to which a cooperation adds the rest.
#[derive(Clone)]
struct Momentum {
    alpha: f64,
    threshold: f64,
    momentum: f64,
}

impl Strategy for Momentum {
    fn begin(&mut self, _: &Told) {
        self.momentum = 1.0;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let Some(last) = view.opponent().last() else { return Action::C };
        let gained = f64::from(u8::from(last == Action::C));
        self.momentum = self.alpha * self.momentum + (1.0 - self.alpha) * gained;
        Action::cooperate_if(self.momentum >= self.threshold)
    }
}

/// Copies for thirty rounds while it records what the other plays after each pair of rounds; then cooperates in a
/// situation that it knows if the cooperations recorded for it are more than a quarter of all rounds.
#[derive(Clone, Default)]
struct FrequencyAnalyzer {
    /// By the last two rounds (other's and own action, older round first): cooperations that followed, if any action did.
    followed: [Option<u32>; 16],
}

impl FrequencyAnalyzer {
    const RECORDS: usize = 30;

    /// The two rounds that end `back` rounds ago.
    fn situation(view: &View<'_>, back: usize) -> Option<usize> {
        let bit = |history: History<'_>, back| history.back(back).map(Action::index);
        let other = view.opponent();
        let bits = [bit(other, back + 1)?, bit(view.own, back + 1)?, bit(other, back)?, bit(view.own, back)?];
        Some(bits.into_iter().fold(0, |word, bit| word << 1 | bit))
    }
}

impl Strategy for FrequencyAnalyzer {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let rounds = view.own.len();
        let Some(last) = view.opponent().last() else { return Action::C };
        let mut known = None;
        if rounds > 5 {
            if let Some(before) = Self::situation(view, 2) {
                *self.followed[before].get_or_insert(0) += u32::from(last == Action::C);
            }
            known = Self::situation(view, 1).and_then(|now| self.followed[now]);
        }
        match known {
            Some(kept) if rounds >= Self::RECORDS => Action::cooperate_if(f64::from(kept) / rounds as f64 > 0.25),
            _ => last,
        }
    }
}

const ANDRE: &str = "André, Honovan, Felipe & Frederico 2013, Iterated Prisoner's Dilemma: An Extended Analysis";

const fn rule(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    source: &'static str,
    class: &'static str,
    build: crate::catalogue::Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    plain(key, title, about, source, Facets::unbounded().axelrod(class), build)
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    rule(
        "forgiver",
        "Forgiver",
        "Defects while more than a tenth of the other's actions were D.",
        LIBRARY,
        "Forgiver",
        |_, _| Ok(Box::new(Rule(forgiver))),
    ),
    rule(
        "forgiving_tit_for_tat",
        "Forgiving Tit For Tat",
        "Copies if more than a tenth of the other's actions were D, else cooperates.",
        LIBRARY,
        "ForgivingTitForTat",
        |_, _| Ok(Box::new(Rule(forgiving_tit_for_tat))),
    ),
    rule(
        "doubler",
        "Doubler",
        "Answers a defection with D unless the other has cooperated more than twice as often as it defected.",
        PRISON,
        "Doubler",
        |_, _| Ok(Box::new(Rule(doubler))),
    ),
    rule(
        "very_bad",
        "VeryBad",
        "Cooperates three times, then does what the other mostly did; on a tie copies.",
        ANDRE,
        "VeryBad",
        |_, _| Ok(Box::new(Rule(very_bad))),
    ),
    rule(
        "short_mem",
        "ShortMem",
        "Cooperates ten times, then does what the other mostly did in its last ten rounds; copies where they are even.",
        ANDRE,
        "ShortMem",
        |_, _| Ok(Box::new(Rule(short_mem))),
    ),
    Entry {
        aliases: &["phi", "φ"],
        ..rule(
            "golden",
            "Golden",
            "Brings the ratio of cooperations to defections in the match to the golden ratio.",
            LIBRARY,
            "Golden",
            |_, _| Ok(Box::new(Ratio { aim: (1.0 + 5.0f64.sqrt()) / 2.0 })),
        )
    },
    Entry {
        aliases: &["π"],
        ..rule(
            "pi",
            "Pi",
            "Brings the ratio of cooperations to defections in the match to pi.",
            LIBRARY,
            "Pi",
            |_, _| Ok(Box::new(Ratio { aim: std::f64::consts::PI })),
        )
    },
    rule(
        "e",
        "e",
        "Brings the ratio of cooperations to defections in the match to the base of natural logarithms.",
        LIBRARY,
        "e",
        |_, _| Ok(Box::new(Ratio { aim: std::f64::consts::E })),
    ),
    Entry {
        key: "grumpy",
        title: "Grumpy",
        aliases: &[],
        about: "Sulks when the other's surplus of defections is above one threshold, until it is below another.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("Grumpy"),
        params: || {
            let whole = Kind::Integer { min: -1_000_000_000, max: 1_000_000_000 };
            Schema::of(vec![
                Field::with_default("starting_state", Kind::Choice(&["Nice", "Grumpy"]), "Nice", "How it starts."),
                Field::with_default("grumpy_threshold", whole.clone(), 10i64, "The surplus above which it sulks."),
                Field::with_default("nice_threshold", whole, -10i64, "The surplus below which it is nice again."),
            ])
        },
        build: |params, _| {
            let starts_nice = params.text("starting_state") == "Nice";
            let (grumpy_above, nice_below) = (params.integer("grumpy_threshold"), params.integer("nice_threshold"));
            Ok(Box::new(Grumpy { starts_nice, grumpy_above, nice_below, nice: starts_nice }))
        },
    },
    Entry {
        key: "momentum",
        title: "Momentum",
        aliases: &[],
        about: "Cooperates while a decaying average of the other's cooperation is above a threshold.",
        source: LIBRARY,
        facets: Facets::unbounded().axelrod("Momentum"),
        params: || {
            let evolved = "How much of the momentum a round leaves (the default was evolved).";
            Schema::of(vec![
                Field::with_default("alpha", Kind::Probability, 0.991_465_539_987_747_7, evolved),
                Field::with_default("threshold", Kind::NUMBER, 0.967_659_561_372_490_7, "The least momentum for C."),
            ])
        },
        build: |params, _| {
            let (alpha, threshold) = (params.number("alpha"), params.number("threshold"));
            Ok(Box::new(Momentum { alpha, threshold, momentum: 1.0 }))
        },
    },
    rule(
        "frequency_analyzer",
        "FrequencyAnalyzer",
        "Copies for thirty rounds, then answers what it recorded of the other's play after each pair of rounds.",
        LIBRARY,
        "FrequencyAnalyzer",
        |_, _| Ok(Box::new(FrequencyAnalyzer::default())),
    ),
];
