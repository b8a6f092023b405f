//! Groups: any number of agents play one game together, round after round.
//!
//! Parameters say the game (a formula of how many take each action, or a normal form), how large a group is, the length and
//! what is known of it, and noise; *conditions* are sets of such rules that are compared on common random numbers. Scores are
//! sums of exact payoffs. Beside what agents and strategies come to it records the group's welfare against the best there
//! could be and against the stage game's equilibria, its inequality, cooperation in first and last rounds, and how a crowd's
//! number varies. Audits fine who does not take the first action. Agents may also learn by the rules of the learning model.
//! Every move is an A2A task at the group's host, traced or not.

mod campaign;
mod learns;
mod record;
mod setting;
mod show;
mod tables;
mod tally;

use super::cast::{self, Cast};
use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::{Diagnostic, Faults};
use crate::table::TableSchema;
use campaign::{Campaign, Plan};
use setting::Condition;

/// The groups model with its parameters.
struct Groups {
    conditions: Vec<Condition>,
    cast: Cast,
    repetitions: u64,
}

impl Groups {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let cast = cast::cast_with(setting, Some(learns::seated), &mut faults);
        if cast.agents.iter().any(|agent| agent.name == show::HOST) {
            let found = format!("an agent named {:?}", show::HOST);
            let fault = Diagnostic::new("name-taken", found, "another name: the group's host has it");
            faults.push(fault.at(setting.document.key("agents").at(&crate::error::Origin::Unknown)));
        }
        let conditions =
            if faults.is_empty() { setting::conditions(params, setting, &cast, &mut faults) } else { Vec::new() };
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        let model = Self { conditions, cast, repetitions };
        model.check(&mut faults);
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }
}

impl Model for Groups {
    fn check(&self, faults: &mut Faults) {
        for condition in &self.conditions {
            condition.check(&self.cast, faults);
        }
    }

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::groups(), tables::strategies(), tables::agents()];
        if self.conditions.iter().any(|condition| condition.benchmarks.is_some()) {
            schemas.push(tables::benchmarks());
        }
        schemas.extend([tables::rounds(), tables::cooperators(), tables::moves(), events::task_events()]);
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.repetitions * self.conditions.len() as u64;
        let does = |agent: &cast::Agent| (agent.name.clone(), self.cast.kinds[agent.kind].name.clone());
        let host = (show::HOST.to_string(), "host of the group: takes moves and tells results".to_string());
        let agents: Vec<(String, String)> = self.cast.agents.iter().map(does).chain([host]).collect();
        events::cards(&agents, cx, recorder)?;
        for (k, condition) in self.conditions.iter().enumerate() {
            let done = self.repetitions * k as u64;
            let plan = Plan { condition, cast: &self.cast };
            let campaign = Campaign::play(plan, cx.key, self.repetitions, &mut |repetitions| {
                recorder.progress(done + repetitions, total);
            })?;
            record::condition(&campaign, recorder);
            show::first_match(&plan, cx, recorder)?;
            show::trace(&plan, cx, self.repetitions, recorder)?;
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "groups",
    title: "Games of groups",
    aliases: &["n_player", "group game"],
    about: "Any number of agents play one game together over and over: public goods, a shared pool, cache or budget, the \
            minority game, a bar, claims; with known, unknown or drawn ends, noise, discounting, and audits. Agents play by \
            strategies or learn by learning rules.",
    source: "Taylor 1976, Anarchy and Cooperation; Ostrom, Gardner & Walker 1994, Rules, Games and Common-Pool Resources",
    facets: (),
    params: setting::schema,
    build: Groups::build,
}];
