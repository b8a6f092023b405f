//! Intentions: in which round of a dilemma of known length players mean to defect first, and how experience moves that.
//!
//! A player cooperates until the round it has in mind, or until the other defects, and defects from there on: a threshold
//! strategy. Members of a population meet at random in one match (a *supergame*) after another, and after each change what they
//! have in mind by one of two rules. *Shifts* (Selten & Stoecker 1986): one round earlier if the other was first or neither was, one
//! round later if it was first itself, each with a chance of its own. *Beliefs* (after Embrey, Fréchette & Yuksel 2018): weights of what
//! others have in mind, which experience adds to and time takes from, and a choice that is the likelier the more it is worth; a player that was
//! first does not see what the other had in mind, and spreads the experience over all that it may have been. *Conditions* differ in the game,
//! its length and the rule. Nothing is noisy but choice, and no other strategy is played.

mod learn;
mod record;
mod setting;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting, stage};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::sim::map_indexed;
use crate::table::TableSchema;
use setting::Condition;

/// How many repetitions are held in memory at once. Results do not depend on it, nor on the number of threads.
const BLOCK: u64 = 256;

struct Intentions {
    conditions: Vec<Condition>,
    repetitions: u64,
}

impl Intentions {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, repetitions }) as Box<dyn Model>)
    }
}

impl Model for Intentions {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let games = self.conditions.iter().map(|condition| &*condition.game);
        vec![
            tables::intentions(),
            tables::supergames(),
            tables::intended_rounds(),
            tables::cooperation_by_round(),
            stage::schema(stage::differ(games)),
        ]
    }

    fn traces(&self) -> bool {
        false
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        stage::record(self.conditions.iter().map(|condition| (condition.name.as_str(), &*condition.game)), recorder);
        let total = self.repetitions * self.conditions.len() as u64;
        for (k, condition) in self.conditions.iter().enumerate() {
            let mut summary = record::Summary::new(condition);
            let mut done = 0;
            while done < self.repetitions {
                let block = BLOCK.min(self.repetitions - done);
                let jobs = usize::try_from(block).expect("a block is small");
                for course in map_indexed(jobs, |job| learn::course(condition, cx.key, done + job as u64)) {
                    summary.push(condition, &course);
                }
                done += block;
                recorder.progress(self.repetitions * k as u64 + done, total);
            }
            record::condition(condition, &summary, recorder);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "intentions",
    title: "Intended defection in the last rounds",
    aliases: &["end effect", "threshold strategies"],
    about: "Players who cooperate until a round that they have in mind, and what experience with others does to it: the slow \
            unravelling of cooperation in dilemmas of known length.",
    source: "Selten & Stoecker 1986, J. Econ. Behavior & Organization 7:47; Embrey, Fréchette & Yuksel 2018, Quarterly J. \
             Economics 133:509",
    facets: (),
    params: setting::schema,
    build: Intentions::build,
}];
