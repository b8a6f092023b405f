//! Learning in games: agents play a stage game round after round, and each learns by a rule of its own.
//!
//! Agents sit in seats of one game for ever, or form a population that meets at random, on a graph, or by partners that
//! it seeks out. What may bring them to the better convention is a switch of its own: messages before play, announcements
//! that bind or do not, agents that are committed, an orchestrator's recommendation, contracts that both sign, records that
//! show how a partner stands. *Conditions* are sets of such rules
//! that are compared on common random numbers. What is recorded is play by time, where repetitions end, and how far
//! empirical play is from the correlated and coarse correlated equilibria.

mod arena;
mod cast;
mod cycle;
mod grid;
mod mind;
mod pacts;
mod play;
mod record;
mod schema;
mod setting;
mod show;
mod stage;
mod summary;
mod tables;
mod tally;

use super::rescues::{commitments, hired};
use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::table::TableSchema;
use arena::Matching;
use setting::Condition;
use summary::Summary;
use tally::Watch;

/// How many repetitions show their paths.
const PATHS: u64 = 8;
/// How many repetitions are held in memory at once. Results do not depend on it, nor on the number of threads.
const BLOCK: u64 = 256;

/// The learning model with its parameters.
struct Learning {
    conditions: Vec<Condition>,
    repetitions: u64,
}

impl Learning {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let declared = cast::declared(setting, &mut faults);
        let conditions =
            if faults.is_empty() { setting::read(params, setting, &declared, &mut faults) } else { Vec::new() };
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, repetitions }) as Box<dyn Model>)
    }

    fn any(&self, of: impl Fn(&Condition) -> bool) -> bool {
        self.conditions.iter().any(of)
    }

    /// Plays all repetitions of a condition.
    fn play(&self, condition: &Condition, cx: &RunCx<'_>, progress: &mut impl FnMut(u64)) -> Summary {
        let mut summary = Summary::new(condition);
        let mut done = 0;
        while done < self.repetitions {
            let block = BLOCK.min(self.repetitions - done);
            let jobs = usize::try_from(block).expect("a block is small");
            let records = crate::sim::map_indexed(jobs, |job| {
                let repetition = done + job as u64;
                let watch = Watch { path: repetition < PATHS, rounds: repetition == 0 };
                play::play(condition, cx.key, repetition, watch)
            });
            records.into_iter().for_each(|record| summary.push(record));
            done += block;
            progress(done);
        }
        summary
    }
}

impl Model for Learning {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::conditions(), tables::outcomes(), tables::learners(), tables::play()];
        schemas.push(tables::progress());
        if self.any(|condition| condition.compared) {
            schemas.push(commitments());
        }
        if self.any(|condition| condition.target.is_some() && !condition.expected) {
            schemas.push(tables::basins());
            schemas.push(tables::drift());
        }
        if self.any(|condition| tally::path_actions(condition) == Some(2)) {
            schemas.push(tables::paths());
        }
        if self.any(|condition| tally::path_actions(condition) == Some(3)) {
            schemas.push(tables::simplex_paths());
        }
        if self.any(|condition| condition.matching.is_seats() && !condition.expected) {
            schemas.push(tables::stretches());
        }
        if self.any(|condition| matches!(condition.matching, Matching::Links { .. })) {
            schemas.push(tables::links());
        }
        if self.any(|condition| matches!(condition.matching, Matching::Lattice { .. })) {
            schemas.push(tables::lattice());
        }
        if show::games(&self.conditions).next().is_some() {
            schemas
                .push(super::stage::schema(super::stage::differ(show::games(&self.conditions).map(|(_, game)| game))));
        }
        if self.any(|condition| !condition.expected) {
            schemas.push(events::task_events());
        }
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.repetitions * self.conditions.len() as u64;
        let mut agents = show::agents(&self.conditions);
        agents.extend(hired(self.any(|c| c.contract.is_some()), self.any(|c| c.records.is_some())));
        events::cards(&agents, cx, recorder)?;
        super::stage::record(show::games(&self.conditions), recorder);
        let mut first: Option<Summary> = None;
        for (k, condition) in self.conditions.iter().enumerate() {
            let done = self.repetitions * k as u64;
            let summary = self.play(condition, cx, &mut |repetitions| recorder.progress(done + repetitions, total));
            record::condition(condition, &summary, first.as_ref(), recorder);
            show::first_rounds(condition, &summary, cx, recorder);
            first.get_or_insert(summary);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "learning",
    title: "Learning in games",
    aliases: &["learning in games", "stag hunt laboratory"],
    about: "Agents learn to play a game, each by its own rule: in seats of their own or as a population that meets at \
            random, on a graph or by choice of partners; with messages, commitments or an orchestrator.",
    source: "Fudenberg & Levine 1998, The Theory of Learning in Games; Young 2004, Strategic Learning and Its Limits; \
             Skyrms 2004, The Stag Hunt and the Evolution of Social Structure",
    facets: (),
    params: schema::schema,
    build: Learning::build,
}];
