//! Strategies of the minority game: tables of what to do after each recent past, and one evolving propensity.
//!
//! The past is public: which side, 0 for the first action and 1 for the second, was the smaller one in each round; a tie
//! counts as side 0. It starts as if side 0 had always won. A player's tables are drawn before its first action from its
//! own choices' stream.

use super::{Size, action, from_zero, number, two_actions_each};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Which side was the smaller one in the last round; nothing before the first.
fn winner(view: &View<'_>, size: Size) -> Option<usize> {
    let own = view.own.last()?;
    let second = u64::from(view.seen.took(Action::D, 1)) + u64::from(own == Action::D);
    Some(usize::from(2 * second < u64::from(size.others) + 1))
}

/// The sides that won last, as a number whose lowest bit is the last round's.
#[derive(Clone, Copy, Debug)]
struct Past {
    memory: u32,
    word: usize,
}

impl Past {
    fn new(memory: u32) -> Self {
        Self { memory, word: 0 }
    }

    fn push(&mut self, winner: usize) {
        self.word = (self.word << 1 | winner) & ((1 << self.memory) - 1);
    }
}

/// Holds some tables, each of which says a side for every past, and plays by the one that would have won most often.
#[derive(Clone)]
struct TablePlayer {
    tables: usize,
    past: Past,
    size: Size,
    /// The sides of each table, a bit a past; empty before they are drawn.
    sides: Vec<Vec<u64>>,
    /// How often each would have won.
    points: Vec<u32>,
}

impl TablePlayer {
    fn boxed(memory: i64, tables: i64) -> Box<dyn Strategy> {
        let memory = u32::try_from(memory).expect("the schema bounds it");
        let tables = usize::try_from(tables).expect("the schema bounds it");
        let (sides, points) = (Vec::new(), Vec::new());
        Box::new(Self { tables, past: Past::new(memory), size: Size::default(), sides, points })
    }

    fn side(&self, table: usize) -> usize {
        let past = self.past.word;
        usize::from(self.sides[table][past / 64] >> (past % 64) & 1 == 1)
    }
}

impl Strategy for TablePlayer {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.past.word = 0;
        self.sides.clear();
        self.points = vec![0; self.tables];
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if self.sides.is_empty() {
            let words = (1usize << self.past.memory).div_ceil(64);
            self.sides = (0..self.tables).map(|_| (0..words).map(|_| draws.word()).collect()).collect();
        }
        if let Some(winner) = winner(view, self.size) {
            for table in 0..self.tables {
                self.points[table] += u32::from(self.side(table) == winner);
            }
            self.past.push(winner);
        }
        let best = self.points.iter().copied().max().unwrap_or(0);
        let mut leaders = (0..self.tables).filter(|table| self.points[*table] == best);
        let first = leaders.next().expect("there is a table");
        let others: Vec<usize> = leaders.collect();
        let table = match others.len() {
            0 => first,
            n => match draws.index(n + 1) {
                0 => first,
                k => others[k - 1],
            },
        };
        action(self.side(table))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions_each(told)
    }
}

/// Takes the side that won after the same past last time with a probability of its own, which it changes when it has lost
/// too often.
#[derive(Clone)]
struct Evolving {
    past: Past,
    patience: i64,
    range: f64,
    size: Size,
    /// The side that won last after each past.
    trend: Vec<u8>,
    /// With what probability it follows the trend; nothing before it is drawn.
    propensity: Option<f64>,
    score: i64,
}

impl Strategy for Evolving {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.past.word = 0;
        self.trend = vec![0; 1 << self.past.memory];
        self.propensity = None;
        self.score = 0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let mut propensity = match self.propensity {
            Some(propensity) => propensity,
            None => draws.uniform(),
        };
        if let (Some(winner), Some(own)) = (winner(view, self.size), view.own.last()) {
            self.score += if own.index() == winner { 1 } else { -1 };
            if self.score < -self.patience {
                let moved = propensity + self.range * (draws.uniform() - 0.5);
                // Reflected at both ends.
                propensity = if moved < 0.0 {
                    -moved
                } else if moved > 1.0 {
                    2.0 - moved
                } else {
                    moved
                };
                self.score = 0;
            }
            self.trend[self.past.word] = u8::from(winner == 1);
            self.past.push(winner);
        }
        self.propensity = Some(propensity);
        let trend = Action(self.trend[self.past.word]);
        if draws.happens(Chance::of(propensity)) { trend } else { trend.flip() }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions_each(told)
    }
}

fn memory() -> Field {
    Field::with_default("memory", Kind::Integer { min: 0, max: 16 }, 3i64, "How many rounds back it looks.")
        .unit("rounds")
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "minority_table",
        title: "Minority Table",
        aliases: &["challet_zhang", "speculator"],
        about: "Draws some tables that say a side for every recent past, and plays by the one that would have won most \
                often so far.",
        source: "Challet & Zhang 1997, Physica A 246:407-418; Savit, Manuca & Riolo 1999, Physical Review Letters \
                 82:2203-2206",
        facets: Facets::unbounded().stochastic().group(),
        params: || {
            let tables = Kind::Integer { min: 1, max: 64 };
            Schema::of(vec![memory(), Field::with_default("tables", tables, 2i64, "How many tables it has.")])
        },
        build: |params, _| Ok(TablePlayer::boxed(params.integer("memory"), params.integer("tables"))),
    },
    Entry {
        key: "minority_producer",
        title: "Minority Producer",
        aliases: &["producer"],
        about: "Draws one table that says a side for every recent past, and keeps to it.",
        source: "Challet, Marsili & Zhang 2000, Physica A 276:284-315",
        facets: Facets::unbounded().stochastic().group(),
        params: || Schema::of(vec![memory()]),
        build: |params, _| Ok(TablePlayer::boxed(params.integer("memory"), 1)),
    },
    Entry {
        key: "minority_evolving",
        title: "Evolving Minority Player",
        aliases: &["evolutionary_minority"],
        about: "Takes the side that won after the same past last time with a probability of its own, and draws another \
                one nearby when it has lost too often.",
        source: "Johnson, Hui, Jonson & Lo 1999, Physical Review Letters 82:3360-3363",
        facets: Facets::unbounded().stochastic().group(),
        params: || {
            Schema::of(vec![
                memory(),
                from_zero("patience", 1_000_000, 4, "How far its score may fall below zero before it changes."),
                number("range", (0.0, 1.0), 0.2, "The width in which the new probability is drawn."),
            ])
        },
        build: |params, _| {
            let memory = u32::try_from(params.integer("memory")).expect("the schema bounds it");
            Ok(Box::new(Evolving {
                past: Past::new(memory),
                patience: params.integer("patience"),
                range: params.number("range"),
                size: Size::default(),
                trend: Vec::new(),
                propensity: None,
                score: 0,
            }))
        },
    },
];
