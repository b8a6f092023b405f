//! Shows the first rounds of the first match as A2A tasks, made from what happened.
//!
//! Each of two partners pledges its bond at the escrow agent (AUTH_REQUIRED until it is locked); moves are tasks at each
//! other that refer to the bonds; ratings are tasks at the registry that refer to the moves; last the escrow agent returns
//! the bonds, or says that they are forfeited.

use super::Society;
use super::evolve::PLACE;
use super::life::{At, Met, live};
use super::setting::Condition;
use super::words::Word;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, TaskId, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::{AgentId, Tick};
use crate::models::cast::Cast;
use crate::models::events::{self, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::{Move, Pace, task_facts};
use crate::sim::Observer;
use crate::strategy::{Action, Strategy};
use std::collections::BTreeMap;

/// How many rounds are shown, and how many meetings of each.
const ROUNDS: u64 = 3;
const MEETINGS: usize = 4;
/// From one meeting to the next, in microseconds.
const MEETING_US: u64 = 2_000_000;
const ESCROW: &str = "escrow";
const REGISTRY: &str = "registry";

/// The meetings of the first rounds.
#[derive(Default)]
struct Opening {
    met: Vec<(u32, Met)>,
}

impl Observer<Met> for Opening {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, met: &Met) {
        let Some(round) = u32::try_from(at.0 + 1).ok().filter(|_| at.0 < ROUNDS) else { return };
        if self.met.iter().filter(|(known, _)| *known == round).count() < MEETINGS {
            self.met.push((round, *met));
        }
    }
}

fn names(cast: &Cast) -> Vec<String> {
    let own = cast.agents.iter().map(|agent| agent.name.clone());
    own.chain([ESCROW.to_string(), REGISTRY.to_string()]).collect()
}

/// Makes the facts of meetings.
struct Wire<'a, O> {
    observer: &'a mut O,
    condition: &'a Condition,
    names: &'a [String],
    opened: u32,
    contexts: BTreeMap<[usize; 2], ContextId>,
}

impl<O: Observer<Fact<Word>>> Wire<'_, O> {
    fn open(&mut self, at: Tick, [client, server]: [usize; 2], payload: Word, references: Vec<TaskId>) -> TaskId {
        let task = TaskId(self.opened);
        self.opened += 1;
        let next = ContextId(u32::try_from(self.contexts.len()).expect("few meetings"));
        let context = *self.contexts.entry([client.min(server), client.max(server)]).or_insert(next);
        let (client, server) = (AgentId::at(client), AgentId::at(server));
        self.observer.see(at, &Fact::Opened { task, context, client, server, payload, references });
        task
    }

    fn update(&mut self, at: Tick, task: TaskId, state: TaskState) {
        self.observer.see(at, &Fact::Updated { task, state, payload: None });
    }

    fn complete(&mut self, at: Tick, task: TaskId, payload: Word) {
        self.observer.see(at, &Fact::Artifact { task, payload });
        self.update(at, task, TaskState::Completed);
    }

    fn meeting(&mut self, start: Tick, round: u32, met: &Met) {
        let pace = Pace::default();
        let [escrow, registry] = [self.names.len() - 2, self.names.len() - 1];
        let bond =
            self.condition.contract.as_ref().map_or(0.0, |contract| contract.schedule.audits[0].penalty.to_f64());
        let step = |k: u64| start.after(k * pace.delay_us / 10);
        let mut bonds = Vec::new();
        if met.convicted.is_some() {
            bonds =
                met.pair.map(|own| self.open(start, [own, escrow], Word::Pledge { round, bond }, Vec::new())).to_vec();
            bonds.iter().for_each(|task| self.update(step(1), *task, TaskState::AuthRequired));
            for task in &bonds {
                let locked = Fact::Sent { task: *task, payload: Word::Locked { round }, references: Vec::new() };
                self.observer.see(step(2), &locked);
            }
            bonds.iter().for_each(|task| self.update(step(3), *task, TaskState::Working));
        }
        let moves = self.moves(step(4), round, met, &bonds);
        let after = step(4).after(3 * pace.delay_us);
        if self.condition.records.is_some() {
            // The first task is served by the second agent, and the other way round.
            for (k, task) in moves.iter().enumerate() {
                let (rater, ratee) = (met.pair[k], met.pair[1 - k]);
                let kept = met.actions[1 - k] == Action::C;
                let rate = Word::Rate { round, ratee: self.names[ratee].clone(), kept };
                let rating = self.open(after, [rater, registry], rate, vec![*task]);
                self.update(after.after(1), rating, TaskState::Working);
                self.complete(after.after(2), rating, Word::Entered { round });
            }
        }
        for (task, forfeited) in bonds.into_iter().zip(met.convicted.into_iter().flatten()) {
            self.complete(after.after(3), task, Word::Released { round, forfeited });
        }
    }

    /// The tasks of the moves themselves, with numbers and agents of this exchange.
    fn moves(&mut self, start: Tick, round: u32, met: &Met, bonds: &[TaskId]) -> Vec<TaskId> {
        let mut facts: Vec<(Tick, Fact<Move>)> = Vec::new();
        let played = std::iter::once((1, met.actions.to_vec()));
        task_facts(&self.condition.subject, Pace::default(), played, |at, fact| facts.push((at, fact)));
        let mut own: Vec<TaskId> = Vec::new();
        for (at, fact) in facts {
            let at = Tick(start.0 + at.0);
            let word = |play: Move| Word::Play(in_round(play, round));
            match fact {
                Fact::Opened { client, server, payload, .. } => {
                    let pair = [met.pair[client.index()], met.pair[server.index()]];
                    own.push(self.open(at, pair, word(payload), bonds.to_vec()));
                }
                Fact::Updated { task, state, .. } => self.update(at, own[task.0 as usize], state),
                Fact::Artifact { task, payload } => {
                    self.observer.see(at, &Fact::Artifact { task: own[task.0 as usize], payload: word(payload) });
                }
                _ => {}
            }
        }
        own
    }
}

/// A move of the first round as one of another.
fn in_round(play: Move, round: u32) -> Move {
    match play {
        Move::Ask { subject, .. } => Move::Ask { subject, round },
        Move::Answer { subject, player, action, .. } => Move::Answer { subject, round, player, action },
    }
}

/// Publishes the cards of all agents.
pub(super) fn cards(
    conditions: &[Condition],
    cast: &Cast,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let does = |agent: &crate::models::cast::Agent| (agent.name.clone(), cast.kinds[agent.kind].name.clone());
    let mut agents: Vec<(String, String)> = cast.agents.iter().map(does).collect();
    if conditions.iter().any(|condition| condition.contract.is_some()) {
        agents.push((ESCROW.into(), "escrow agent".into()));
    }
    if conditions.iter().any(|condition| condition.records.is_some()) {
        agents.push((REGISTRY.into(), "registry".into()));
    }
    events::cards(&agents, cx, recorder)
}

/// Records the first rounds of a condition's first match, and traces them.
pub(super) fn first_rounds(model: &Society, condition: &Condition, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let cast = &model.cast;
    let strategies: Vec<&dyn Strategy> = cast.agents.iter().map(|agent| &*cast.kinds[agent.kind].strategy).collect();
    let mut opening = Opening::default();
    live(condition, &strategies, At { key: cx.key, place: PLACE, repetition: 0, generation: 0 }, &mut opening);
    let names = names(cast);
    let mut events = TaskEvents::default();
    facts(&opening, condition, &names, &mut events);
    events.record(&condition.name, &names, recorder);
    if cx.trace == TraceLevel::Off {
        return;
    }
    let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, &condition.name, 0);
    let mut hand_on = |block: &TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    facts(&opening, condition, &names, &mut tracer);
    tracer.finish();
}

fn facts(opening: &Opening, condition: &Condition, names: &[String], observer: &mut impl Observer<Fact<Word>>) {
    let mut wire = Wire { observer, condition, names, opened: 0, contexts: BTreeMap::new() };
    for (k, (round, met)) in opening.met.iter().enumerate() {
        wire.meeting(Tick(k as u64 * MEETING_US), *round, met);
    }
}
