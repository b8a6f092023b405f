//! Orchestration: a game is played over and over by agents who are told what to do, and mind it or not.
//!
//! A mediator draws a profile from a device that everybody knows and tells each agent its own part: if obeying is a best
//! reply to obeying, the device is a correlated equilibrium (Aumann 1974, 1987). Beside it stand a supervisor who orders the
//! profile of the most welfare, an agent to whom the decision is delegated, and nobody. Signals may be noisy, leaked, late,
//! forged; the orchestrator may crash. Everything is said in A2A tasks over an exchange, in every round of every
//! repetition: what the tables count is what went over the wire.

mod agents;
mod belief;
mod campaign;
mod device;
mod follower;
mod learning;
mod record;
mod schema;
mod setting;
mod show;
mod solve;
mod sweep;
mod tables;
mod words;

pub use follower::{Briefing, Follower, FollowerClone, Heard, Outcome, catalogue as followers};

use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::exact::Rational;
use crate::table::TableSchema;
use setting::{Cast, Condition, Rule};

/// The orchestration model with its parameters.
struct Orchestration {
    conditions: Vec<Condition>,
    cast: Cast,
    repetitions: u64,
    grid: Vec<Rational>,
    /// Who obeys whatever it is told.
    obedient: Box<dyn Follower>,
}

impl Orchestration {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let cast = setting::cast(setting, &conditions, &mut faults);
        let grid = setting::grid(params, setting, &mut faults);
        let followers = &setting.kit.followers;
        let obedient = followers
            .resolve(&crate::catalogue::Value::from("obedient"), &crate::catalogue::Place::root())
            .and_then(|spec| followers.build(&spec, &setting.kit.learners))?;
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, cast, repetitions, grid, obedient }) as Box<dyn Model>)
    }

    fn two_players(&self) -> bool {
        self.conditions.iter().all(|condition| condition.game.player_count() == 2)
    }

    /// The conditions in which noise is swept over.
    fn swept(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|condition| condition.rule == Rule::Mediator && !self.grid.is_empty())
    }

    fn games(&self) -> impl Iterator<Item = (&str, &crate::game::NormalForm)> {
        self.conditions.iter().map(|condition| (condition.name.as_str(), &*condition.game))
    }
}

impl Model for Orchestration {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::orchestration(), tables::agents(), tables::signals(), tables::rounds()];
        schemas.push(tables::device());
        if self.swept().next().is_some() {
            schemas.extend([tables::noise(), tables::thresholds()]);
        }
        if self.two_players() {
            schemas.push(stage::schema(stage::differ(self.games().map(|(_, game)| game))));
        }
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        show::cards(self.conditions.iter(), &self.cast, cx, recorder)?;
        if self.two_players() {
            stage::record(self.games(), recorder);
        }
        let swept = self.swept().count() * self.grid.len();
        let total = (self.conditions.len() + swept) as u64;
        let mut done = 0;
        for condition in &self.conditions {
            let tallies = campaign::tallies(condition, &self.cast, cx.key, self.repetitions);
            let theory = solve::theory(condition);
            record::condition(condition, &self.cast, &tallies, &theory, recorder);
            show::first_repetition(condition, &self.cast, cx, recorder);
            show::trace(condition, &self.cast, cx, self.repetitions, recorder);
            done += 1;
            recorder.progress(done, total);
            if condition.rule != Rule::Mediator || self.grid.is_empty() {
                continue;
            }
            let mut measured = Vec::new();
            for eta in &self.grid {
                let run = (cx.key, self.repetitions);
                measured.push(sweep::measure(condition, eta, &self.cast, &*self.obedient, run));
                record::noise(condition, measured.last().expect("it was just pushed"), recorder);
                done += 1;
                recorder.progress(done, total);
            }
            let thresholds: Vec<_> = solve::thresholds(condition)
                .into_iter()
                .map(|threshold| {
                    let crossing = sweep::crossing(&measured, &threshold);
                    (threshold, crossing)
                })
                .collect();
            record::thresholds(condition, &self.cast, &thresholds, recorder);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "orchestration",
    title: "Orchestrated game",
    aliases: &["mediator", "correlated equilibrium", "orchestrator"],
    about: "Agents play a game over and over and are told what to do by a mediator, a supervisor or one of their own, over \
            signals that may be noisy, leaked, late or forged; they obey, disobey when it pays, learn, or collude.",
    source: "Aumann 1974, J. Math. Economics 1:67; Aumann 1987, Econometrica 55:1",
    facets: (),
    params: schema::schema,
    build: Orchestration::build,
}];
