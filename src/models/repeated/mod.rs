//! Repeated games: agents meet in pairs, play a stage game round after round, and are told more or less of the end.
//!
//! Parameters say the game, the length and what is known of it, who meets whom, noise, discount, and audits with
//! penalties by rounds left; contracts that both sign, with deposits, and records that partners are shown before they meet,
//! are switches. *Conditions* are sets of such rules that are compared on common random numbers. Scores
//! are sums of exact payoffs; every match is a relationship whose moves are A2A tasks, traced or not.

mod campaign;
mod meetings;
mod network;
mod record;
mod setting;
mod show;
mod tables;
mod tally;
mod theory;

use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::exchange::TraceLevel;
use crate::models::cast::{self, Cast};
use crate::models::rescues::{commitments, hired};
use crate::table::TableSchema;
use setting::Condition;
use theory::Theory;

/// The repeated model with its parameters.
struct Repeated {
    conditions: Vec<Condition>,
    cast: Cast,
    repetitions: u64,
    depth: u32,
}

impl Repeated {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let cast = cast::cast(setting, &mut faults);
        let model = Self {
            conditions,
            cast,
            repetitions: u64::try_from(params.integer("repetitions")).expect("the schema bounds it"),
            depth: u32::try_from(params.integer("reasoning_depth")).expect("the schema bounds it"),
        };
        model.check(&mut faults);
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }

    /// Whether conditions differ in their stage game.
    fn games_differ(&self) -> bool {
        stage::differ(self.conditions.iter().map(Condition::game))
    }

    fn has_theory(&self) -> bool {
        self.conditions.iter().any(|condition| Theory::of(condition).is_some())
    }
}

impl Model for Repeated {
    fn check(&self, faults: &mut Faults) {
        for condition in &self.conditions {
            condition.check(&self.cast, faults);
        }
    }

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::agents(), tables::strategies()];
        if self.has_theory() {
            schemas.extend([tables::regimes(), tables::reasoners(), tables::deterrence()]);
        }
        if self.conditions.iter().any(|condition| condition.network.is_some()) {
            schemas.push(tables::deliveries());
        }
        if self.conditions.iter().any(|condition| condition.compared) {
            schemas.push(commitments());
        }
        if self.conditions.iter().any(|condition| condition.contract.is_some()) {
            schemas.push(tables::pledges());
        }
        schemas.extend([
            tables::rounds(),
            tables::pairs(),
            tables::score_distribution(),
            stage::schema(self.games_differ()),
            tables::moves(),
            events::task_events(),
        ]);
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.repetitions * self.conditions.len() as u64;
        if cx.trace == TraceLevel::Wire {
            let does = |agent: &cast::Agent| (agent.name.clone(), self.cast.kinds[agent.kind].name.clone());
            let mut agents: Vec<(String, String)> = self.cast.agents.iter().map(does).collect();
            agents.extend(hired(
                self.conditions.iter().any(|condition| condition.contract.is_some()),
                self.conditions.iter().any(|condition| condition.records.is_some()),
            ));
            events::cards(&agents, cx, recorder)?;
        }
        stage::record(self.conditions.iter().map(|condition| (condition.name.as_str(), condition.game())), recorder);
        for (k, condition) in self.conditions.iter().enumerate() {
            let done = self.repetitions * k as u64;
            let campaign =
                campaign::Campaign::play(condition, &self.cast, cx.key, self.repetitions, &mut |repetitions| {
                    recorder.progress(done + repetitions, total);
                })?;
            record::condition(&campaign, recorder);
            if recorder.wants("moves") || recorder.wants("task_events") {
                show::first_match(&campaign.plan, cx, recorder)?;
            }
            show::trace(&campaign.plan, cx, self.repetitions, recorder)?;
            if let Some(theory) = Theory::of(condition) {
                theory.record(&condition.name, self.depth, recorder)?;
            }
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "repeated",
    title: "Repeated game",
    aliases: &["iterated game"],
    about: "Agents meet in pairs and play a two-player game over and over, with known, unknown or drawn ends, noise, \
            discount, and audits by rounds left.",
    source: "Axelrod 1984, The Evolution of Cooperation; Mailath & Samuelson 2006, Repeated Games and Reputations",
    facets: (),
    params: setting::schema,
    build: Repeated::build,
}];
