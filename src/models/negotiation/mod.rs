//! Negotiation: buyers and sellers bargain about a price, offer by offer, as A2A tasks.
//!
//! Every buyer negotiates with every seller. A negotiation is one task: the first offer opens it, each answer is
//! INPUT_REQUIRED with a counter-offer, each further offer a message; agreement is COMPLETED with the price as artifact; a
//! party whose deadline has passed withdraws, the server by REJECTED, the client by cancelling. Tactics concede by the clock or
//! imitate (Faratin, Sierra & Jennings 1998). What the tables count is what went over the wire.
//!
//! Reservations are drawn anew in each repetition, alike under all conditions.

mod agents;
mod campaign;
mod record;
mod setting;
mod tables;
mod tactics;
mod words;

pub use tactics::{Stance, Tactic, catalogue as tactics};

use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::models::events::{TaskEvents, Tracer};
use crate::sim::map_indexed;
use crate::table::TableSchema;
use setting::{Cast, Condition, Pair};

/// How many negotiations are traced before their lines are handed on.
const PER_BLOCK: u64 = 64;

/// The negotiation model with its parameters.
struct Negotiation {
    conditions: Vec<Condition>,
    cast: Cast,
    repetitions: u64,
}

impl Negotiation {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let cast = setting::cast(setting, &mut faults);
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, cast, repetitions }) as Box<dyn Model>)
    }

    fn trace(&self, condition: &Condition, pair: &Pair, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
        let names: Vec<String> = self.cast.names(pair).map(str::to_string).to_vec();
        for first in (0..self.repetitions).step_by(PER_BLOCK as usize) {
            let count = PER_BLOCK.min(self.repetitions - first);
            let blocks = map_indexed(usize::try_from(count).expect("few"), |k| {
                let repetition = first + k as u64;
                let mut whole = TraceBlock::default();
                let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, &pair.place, repetition);
                let mut full = |block: &TraceBlock| whole.append(block);
                let mut tracer = Tracer::new(mapping, &mut full);
                campaign::play(condition, &self.cast, pair, cx.key, repetition, &mut tracer);
                tracer.finish();
                whole
            });
            for block in &blocks {
                recorder.trace(block);
            }
        }
    }
}

impl Model for Negotiation {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        vec![tables::negotiations(), tables::limits(), tables::offers(), events::task_events()]
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let described: Vec<(String, String)> =
            self.cast.agents.iter().map(|agent| (agent.name.clone(), agent.kind.clone())).collect();
        events::cards(&described, cx, recorder)?;
        let pairs = self.cast.pairs();
        let total = (self.conditions.len() * pairs.len()) as u64;
        let mut done = 0;
        for condition in &self.conditions {
            let mut limits = record::Limits::new(self.cast.agents.len());
            for pair in &pairs {
                let talks = campaign::talks(condition, &self.cast, pair, cx.key, self.repetitions);
                record::pair(condition, &self.cast, pair, &talks, recorder);
                limits.add(pair, &talks);
                if cx.trace != TraceLevel::Off {
                    self.trace(condition, pair, cx, recorder);
                }
                done += 1;
                recorder.progress(done, total);
            }
            limits.record(condition, &self.cast, recorder);
            if let Some(pair) = pairs.first() {
                let mut events = TaskEvents::default();
                campaign::play(condition, &self.cast, pair, cx.key, 0, &mut events);
                events.record(&condition.name, &self.cast.names(pair), recorder);
            }
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "negotiation",
    title: "Negotiation",
    aliases: &["bargaining", "haggling"],
    about: "Buyers and sellers bargain about a price by alternating offers, with concession tactics, deadlines and \
            reservations to fall back on; each negotiation is an A2A task.",
    source: "Faratin, Sierra & Jennings 1998, Robotics and Autonomous Systems 24:159",
    facets: (),
    params: setting::schema,
    build: Negotiation::build,
}];
