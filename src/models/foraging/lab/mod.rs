//! The foraging model: teams that learn to forage, and who of them earned what.
//!
//! *Conditions* differ in the field, in how the team's reward is handed out, in how agents learn and in what they see; each
//! is trained over and over, with curves, final, best and mean returns apart. On a given board, the model also says what a
//! first load teaches each agent, and what it comes to prefer. Beside learning it shows an episode: its boards and tasks, who earned what
//! by every credit rule, and what the team loses when a baseline takes an agent's place.

mod campaign;
mod record;
mod schema;
mod setting;
mod shown;
mod tables;
mod views;
mod world;

use crate::catalogue::{Entry, Params, Place, Value};
use crate::credit::Rule;
use crate::error::Faults;
use crate::exchange::{TaskMapping, TraceLevel};
use crate::models::courses::{self, Plan};
use crate::models::events::{self, Shown, TaskEvents, Tracer};
use crate::models::foraging::{Episode, Gathering, frames, frames_schema, letter, task_facts};
use crate::models::{Checkpoints, Model, Recorder, RunCx, RunError, Setting};
use crate::play::Pace;
use crate::sim::Observer;
use crate::table::TableSchema;
use setting::{Acting, Condition};
use std::sync::Arc;

/// The foraging model with its parameters.
struct Foraging {
    conditions: Vec<Condition>,
    plan: Plan,
    acting: Acting,
    baseline: Acting,
    reruns: u64,
    rules: Vec<(String, Box<dyn Rule>)>,
}

impl Foraging {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::read(params, setting, &mut faults);
        let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
        let credits = &setting.kit.credits;
        let mut rules = Vec::new();
        for entry in credits.entries() {
            let built = credits.resolve(&Value::from(entry.key), &Place::root());
            match built.and_then(|spec| credits.build(&spec, &())) {
                Ok(rule) => rules.push((entry.key.to_string(), rule)),
                Err(found) => faults.extend(found),
            }
        }
        let given = conditions.first().is_some_and(|condition| condition.terms.layout.is_some());
        let acting = match params.get("shown").and_then(Value::as_text) {
            Some(name) => Acting::of(name),
            None => Acting::of(if given { "load" } else { "team" }),
        };
        let model = Self {
            conditions,
            plan: Plan {
                repetitions: whole("repetitions"),
                evaluations: whole("evaluations"),
                episodes: whole("evaluation_episodes"),
            },
            acting,
            baseline: Acting::of(params.text("baseline")),
            reruns: whole("reruns"),
            rules,
        };
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }

    /// Shows and trains; whether all training came to its end.
    fn train(
        &self,
        cx: &RunCx<'_>,
        checkpoints: Option<&dyn Checkpoints>,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        self.show(cx, recorder)?;
        let (total, mut all) = (self.conditions.len() as u64, true);
        for (k, condition) in self.conditions.iter().enumerate() {
            match condition.runs(cx.key, self.plan, (checkpoints, k)).map_err(RunError::Other)? {
                Some(runs) => record::condition(condition, &runs, &condition.lessons(cx.key), recorder),
                None => all = false,
            }
            recorder.progress(k as u64 + 1, total);
        }
        Ok(all)
    }

    /// Shows the first condition's episode: boards, tasks, credit and net values.
    fn show(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let Some(condition) = self.conditions.first() else { return Ok(()) };
        let episode = condition.shown(self.acting, cx.key);
        record::table(&frames(&episode), recorder);
        let agents = condition.terms.rules.config().agents;
        for (name, rule) in self.rules.iter().filter(|(_, rule)| rule.fits(agents).is_ok()) {
            record::credit(name, &condition.credit(&**rule, &episode), recorder);
        }
        record::net_values(
            &condition.net_values(self.acting, self.baseline, self.reruns, cx.key),
            self.reruns,
            recorder,
        );
        tasks(&condition.name, &episode, cx, recorder)
    }
}

/// Records and traces the tasks of an episode.
fn tasks(condition: &str, episode: &Episode, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let names: Arc<[String]> = (0..episode.start.agents.len()).map(letter).collect();
    let everybody: Vec<String> = names.iter().cloned().chain(["field".to_string()]).collect();
    let about = |name: &String| (name.clone(), if name == "field" { "level-based foraging" } else { "forager" }.into());
    events::cards(&everybody.iter().map(about).collect::<Vec<_>>(), cx, recorder)?;
    let mut rows = TaskEvents::default();
    task_facts(episode, &names, Pace::default(), |at, fact| rows.see(at, &fact));
    rows.record(condition, &everybody, recorder);
    if cx.trace == TraceLevel::Off {
        return Ok(());
    }
    let mapping = TaskMapping::new(everybody, cx.trace, cx.key, condition, 0);
    let mut hand_on = |block: &crate::exchange::TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    task_facts(episode, &names, Pace::default(), |at, fact| tracer.see(at, &fact));
    tracer.finish();
    Ok(())
}

impl Shown for Gathering {
    fn round(&self) -> u32 {
        let (Self::Lift { step, .. } | Self::Lifted { step, .. } | Self::TooHeavy { step, .. }) = self;
        *step
    }

    fn label(&self) -> String {
        match self {
            Self::Lift { load, .. } => format!("load level {}", load.level),
            Self::Lifted { .. } => "reward".to_string(),
            Self::TooHeavy { load, .. } => format!("strength {} of {}", load.strength, load.level),
        }
    }
}

impl Model for Foraging {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let [training, curve, runs] = courses::tables();
        let mut schemas = vec![training, tables::credit()];
        if self.conditions.iter().any(|condition| condition.terms.layout.is_some()) {
            schemas.push(tables::loading());
        }
        schemas.extend([curve, runs, tables::net_value(), frames_schema(), events::task_events()]);
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.train(cx, None, recorder).map(|_| ())
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn run_kept(
        &self,
        cx: &RunCx<'_>,
        checkpoints: &dyn Checkpoints,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        self.train(cx, Some(checkpoints), recorder)
    }
}

pub(in super::super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "foraging",
    title: "Foraging team",
    aliases: &["level-based foraging", "lbf", "credit assignment"],
    about: "Agents of different levels learn to gather food that a lone agent is often too weak to lift; their common reward is \
            handed out by a credit rule.",
    source: "Albrecht & Ramamoorthy 2013; Papoudakis et al. 2021; Wolpert & Tumer 2001",
    facets: (),
    params: schema::schema,
    build: Foraging::build,
}];
