//! Adaptation: populations whose strategies are new, found by mutants instead of declared.
//!
//! Four processes: growth of shares in an infinite population that newcomers join (Nowak & Sigmund 1992, 1993); a finite
//! population of one strategy that one mutant after another tries to take over (Imhof & Nowak 2010; Stewart & Plotkin 2013);
//! adaptive dynamics, which climb the payoff of a rare mutant (Nowak & Sigmund 1990); and breeding of machines, tables or chances by
//! mutation, crossing and selection (Axelrod 1987; Miller 1996). Strategies are reactive or memory-one ones in games without
//! end, or automata in matches of some rounds. Declared strategies that compete with each other are the evolution model's.

mod breed;
mod course;
mod process;
mod record;
mod setting;
mod show;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::sim::map_indexed;
use crate::table::TableSchema;
use course::{Course, Summary};
use setting::{Condition, Process};

/// How many repetitions are held in memory at once. Results do not depend on it, nor on the number of threads.
const BLOCK: u64 = 64;

/// The adaptation model with its parameters.
struct Adaptation {
    conditions: Vec<Condition>,
    repetitions: u64,
}

impl Adaptation {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, repetitions }) as Box<dyn Model>)
    }
}

/// One repetition.
fn course(condition: &Condition, cx: &RunCx<'_>, repetition: u64) -> Result<Course, RunError> {
    match &condition.process {
        Process::Selection(selection) => Ok(process::selection(condition, selection, cx.key, repetition)),
        Process::Invasion(invasion) => Ok(process::invasion(condition, invasion, cx.key, repetition)),
        Process::Gradient { reactive, step } => Ok(process::gradient(condition, *reactive, *step, cx.key, repetition)),
        Process::Breeding(breeding) => breed::breed(condition, breeding, cx.key, repetition),
    }
}

impl Model for Adaptation {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::adaptations(), tables::champions(), tables::traits()];
        if self.conditions.iter().any(Condition::has_traits) {
            schemas.extend([tables::kinds(), tables::kind_shares(), tables::trait_paths()]);
        }
        schemas.push(stage::schema(stage::differ(self.conditions.iter().map(Condition::game))));
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.repetitions * self.conditions.len() as u64;
        events::cards(&show::members(), cx, recorder)?;
        stage::record(self.conditions.iter().map(|condition| (condition.name.as_str(), condition.game())), recorder);
        for (k, condition) in self.conditions.iter().enumerate() {
            let mut summary = Summary::default();
            let mut done = 0;
            while done < self.repetitions {
                let block = BLOCK.min(self.repetitions - done);
                let jobs = usize::try_from(block).expect("a block is small");
                for course in map_indexed(jobs, |job| course(condition, cx, done + job as u64)) {
                    summary.push(course?);
                }
                done += block;
                recorder.progress(self.repetitions * k as u64 + done, total);
            }
            record::condition(condition, &summary, recorder);
            show::champions(condition, &summary, cx, recorder);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "adaptation",
    title: "Adaptation by mutants",
    aliases: &["adaptive dynamics", "genetic algorithm"],
    about: "Strategies that mutants find: memory-one strategies under selection, invasion or adaptive dynamics; machines and \
            tables that are bred.",
    source: "Nowak & Sigmund 1993, Nature 364:56; Imhof & Nowak 2010, Proc. R. Soc. B 277:463; Axelrod 1987, The evolution of \
             strategies in the iterated prisoner's dilemma; Miller 1996, JEBO 29:87",
    facets: (),
    params: setting::schema,
    build: Adaptation::build,
}];
