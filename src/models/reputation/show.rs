//! Shows the first period of the first repetition: deals, and the ratings that follow from them, as A2A tasks.
//!
//! A deal is a task of the client at the provider, whose artifact says what was agreed and delivered; a rating is a task at
//! the registry that refers to the deal's. What is shown is made from what happened: thousands of periods look like this one.

use super::Attacks;
use super::setting::{Attacker, Condition, Trust};
use super::words::Word;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, TaskId, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::{AgentId, Tick};
use crate::models::events::{self, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::reputation::{Happening, watched_arena};
use crate::sim::{Observer, map_indexed};
use std::collections::BTreeMap;

const REGISTRY: &str = "registry";
/// From one deal to the next, and how long a message travels, in microseconds.
const DEAL_US: u64 = 10_000;
const DELAY_US: u64 = 1_000;

/// What happened in the first period, and all names.
#[derive(Default)]
struct Opening {
    happened: Vec<Happening>,
    names: Vec<(u32, AgentId)>,
}

impl Observer<Happening> for Opening {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, happening: &Happening) {
        match *happening {
            Happening::Named { provider, name } if at.0 == 0 => self.names.push((provider, name)),
            Happening::Named { .. } => {}
            other if at.0 == 0 => self.happened.push(other),
            _ => {}
        }
    }
}

impl Opening {
    fn of(condition: &Condition, trust: &Trust, attacker: &Attacker, cx: &RunCx<'_>) -> Result<Self, RunError> {
        let mut opening = Self::default();
        let model = condition.books(&*trust.model);
        watched_arena(&condition.arena, model, &*attacker.attack, (cx.key, 0), &mut opening)
            .map_err(RunError::Other)?;
        Ok(opening)
    }

    /// The names of all agents by number, the registry's last. A further name of a provider has a number.
    fn all_names(&self, condition: &Condition) -> Vec<String> {
        let mut names: Vec<String> = (1..=condition.arena.clients).map(|k| format!("client-{k}")).collect();
        let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
        for (provider, _) in &self.names {
            let times = taken.entry(*provider).or_default();
            *times += 1;
            let own = own_name(condition, *provider);
            names.push(if *times == 1 { own } else { format!("{own}/{times}") });
        }
        names.push(REGISTRY.into());
        names
    }

    /// The facts of the period's tasks.
    fn facts(&self, names: &[String], observer: &mut impl Observer<Fact<Word>>) {
        let registry = AgentId::at(names.len() - 1);
        let mut wire = Wire { observer, opened: 0, contexts: BTreeMap::new() };
        let mut deal = None;
        let period = 1;
        let at = |k: usize| Tick(k as u64 * DEAL_US);
        for (k, happening) in self.happened.iter().enumerate() {
            match *happening {
                Happening::Dealt { client, provider, stake, well } => {
                    let service = Word::Service { period, stake, well };
                    deal =
                        Some(wire.task(at(k), [client, provider], Word::Order { period, stake }, service, Vec::new()));
                }
                Happening::Rated { rater, ratee, grade, of_deal } => {
                    let rate = Word::Rate { period, ratee: names[ratee.index()].clone(), grade: grade.value() };
                    let references = deal.filter(|_| of_deal).into_iter().collect();
                    wire.task(at(k), [rater, registry], rate, Word::Entered { period }, references);
                }
                Happening::Named { .. } => {}
            }
        }
    }
}

/// Makes the facts of tasks.
struct Wire<'a, O> {
    observer: &'a mut O,
    opened: u32,
    contexts: BTreeMap<[AgentId; 2], ContextId>,
}

impl<O: Observer<Fact<Word>>> Wire<'_, O> {
    /// A task that is opened, worked on and completed with a result.
    fn task(
        &mut self,
        at: Tick,
        [client, server]: [AgentId; 2],
        asks: Word,
        result: Word,
        references: Vec<TaskId>,
    ) -> TaskId {
        let task = TaskId(self.opened);
        self.opened += 1;
        let next = ContextId(u32::try_from(self.contexts.len()).expect("fewer than agents squared"));
        let context = *self.contexts.entry([client, server]).or_insert(next);
        self.observer.see(at, &Fact::Opened { task, context, client, server, payload: asks, references });
        let answered = at.after(DELAY_US);
        self.observer.see(answered, &Fact::Updated { task, state: TaskState::Working, payload: None });
        let done = answered.after(DELAY_US);
        self.observer.see(done, &Fact::Artifact { task, payload: result });
        self.observer.see(done, &Fact::Updated { task, state: TaskState::Completed, payload: None });
        task
    }
}

fn own_name(condition: &Condition, provider: u32) -> String {
    match provider.checked_sub(condition.arena.honest) {
        None => format!("honest-{}", provider + 1),
        Some(k) => format!("attacker-{}", k + 1),
    }
}

/// Publishes the cards of all agents, by their first names.
pub(super) fn cards(conditions: &[Condition], cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let mut agents: BTreeMap<String, String> = BTreeMap::new();
    for condition in conditions {
        agents.extend((1..=condition.arena.clients).map(|k| (format!("client-{k}"), "client".to_string())));
        let providers = 0..condition.arena.honest + condition.arena.attackers;
        agents.extend(providers.map(|k| (own_name(condition, k), "provider".to_string())));
    }
    agents.insert(REGISTRY.into(), REGISTRY.into());
    events::cards(&agents.into_iter().collect::<Vec<_>>(), cx, recorder)
}

/// Records the first period of the first model and the first attack that is one, and traces that of all.
pub(super) fn first_period(
    model: &Attacks,
    condition: &Condition,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let (Some(trust), Some(attacker)) = (model.trusts.first(), model.attackers.iter().take(2).next_back()) else {
        return Ok(());
    };
    let opening = Opening::of(condition, trust, attacker, cx)?;
    let names = opening.all_names(condition);
    let mut events = TaskEvents::default();
    opening.facts(&names, &mut events);
    events.record(&condition.name, &names, recorder);
    if cx.trace == TraceLevel::Off {
        return Ok(());
    }
    for trust in &model.trusts {
        let blocks = map_indexed(model.attackers.len(), |k| -> Result<TraceBlock, RunError> {
            let attacker = &model.attackers[k];
            let opening = Opening::of(condition, trust, attacker, cx)?;
            let names = opening.all_names(condition);
            let place = format!("{}/{}/{}", condition.name, trust.name, attacker.name);
            let mut whole = TraceBlock::default();
            let mut full = |block: &TraceBlock| whole.append(block);
            let mut tracer = Tracer::new(TaskMapping::new(names.clone(), cx.trace, cx.key, &place, 0), &mut full);
            opening.facts(&names, &mut tracer);
            tracer.finish();
            Ok(whole)
        });
        for block in blocks {
            recorder.trace(&block?);
        }
    }
    Ok(())
}
