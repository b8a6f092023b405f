//! Evolution by simulation: strategies spread in a population by birth and death, by imitation, or by growth of shares.
//!
//! Members meet and get what their strategies get from each other: payoffs of any symmetric game, or of matches between
//! strategies of the catalogue, worked out once by Markov chain where that can be. Everybody meets everybody (populations
//! of millions, by counts), or neighbours on lattices, rings, random and scale-free graphs. Beside what is simulated stand exact
//! probabilities and times where there are any. *Conditions* are sets of rules that are compared on common random
//! numbers. Analysis without simulation is in [`equilibrium::evolution`](crate::equilibrium::evolution); strategies that
//! mutants invent are another model's.

mod cast;
mod evolve;
mod exactly;
mod meetings;
mod place;
mod record;
mod schema;
mod setting;
mod show;
mod summary;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::sim::map_indexed;
use crate::table::TableSchema;
use meetings::Meetings;
use setting::{Condition, Structure};
use summary::Summary;

/// How many repetitions are held in memory at once. Results do not depend on it, nor on the number of threads.
const BLOCK: u64 = 1024;

/// The evolution model with its parameters.
struct Evolution {
    conditions: Vec<Condition>,
    repetitions: u64,
}

impl Evolution {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, repetitions }) as Box<dyn Model>)
    }

    fn any(&self, of: impl Fn(&Condition) -> bool) -> bool {
        self.conditions.iter().any(of)
    }

    /// Evolves all repetitions of a condition.
    fn summary(
        &self,
        condition: &Condition,
        meetings: &Meetings,
        cx: &RunCx<'_>,
        progress: &mut impl FnMut(u64),
    ) -> Result<Summary, RunError> {
        let mut summary = Summary::new(condition);
        let graphs = place::Graphs::fixed(condition, cx.key);
        let mut done = 0;
        while done < self.repetitions {
            let block = BLOCK.min(self.repetitions - done);
            let jobs = usize::try_from(block).expect("a block is small");
            let courses = map_indexed(jobs, |job| {
                let repetition = done + job as u64;
                evolve::evolve(condition, meetings, graphs.as_ref(), cx.key, repetition)
            });
            for course in courses {
                summary.push(course?);
            }
            done += block;
            progress(done);
        }
        Ok(summary)
    }
}

impl Model for Evolution {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::fates(), tables::populations(), tables::meetings(), tables::shares()];
        if self.any(|condition| condition.cast.kinds.len() == 3) {
            schemas.extend([tables::shares_path(), tables::flow()]);
        }
        if self.any(|condition| matches!(condition.structure, Structure::Lattice { .. }) && condition.frames > 0) {
            schemas.push(tables::territory());
        }
        schemas.push(stage::schema(stage::differ(self.conditions.iter().map(Condition::game))));
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.repetitions * self.conditions.len() as u64;
        events::cards(&show::members(&self.conditions), cx, recorder)?;
        stage::record(self.conditions.iter().map(|condition| (condition.name.as_str(), condition.game())), recorder);
        for (k, condition) in self.conditions.iter().enumerate() {
            let done = self.repetitions * k as u64;
            let meetings = Meetings::of(condition, cx.key)?;
            let summary = self.summary(condition, &meetings, cx, &mut |repetitions| {
                recorder.progress(done + repetitions, total);
            })?;
            record::condition(condition, &meetings, &summary, cx, recorder)?;
            show::first_meetings(condition, cx, recorder)?;
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "evolution",
    title: "Evolution by simulation",
    aliases: &["population", "spatial game"],
    about: "Strategies spread in a population: Moran process, imitation, replicator dynamics or ecology; well mixed, on \
            lattices or on networks; for games that are played once or over and over.",
    source: "Nowak 2006, Evolutionary Dynamics; Szabo & Fath 2007, Evolutionary games on graphs",
    facets: (),
    params: schema::schema,
    build: Evolution::build,
}];
