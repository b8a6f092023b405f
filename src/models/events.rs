//! What a model shows of its exchange: tasks step by step as a table, the trace, and the agents' cards.

use super::{Recorder, RunCx, RunError};
use crate::a2a::TaskState;
use crate::exchange::{Fact, Mapping, Payload, TaskId, TaskMapping, TraceBlock, TraceLevel, card_book};
use crate::ids::Tick;
use crate::play::{Pace, Subject, task_facts};
use crate::sim::Observer;
use crate::strategy::Action;
use crate::table::{Column, TableKind, TableSchema, Type};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many rounds are shown task by task.
const ROUNDS: u32 = 50;
/// How many bytes are traced before their lines are handed on.
const BYTES_PER_BLOCK: usize = 8 << 20;

/// What is shown of a message or a result.
pub(super) trait Shown: Payload {
    /// The round that it is about, from 1.
    fn round(&self) -> u32;

    /// What it says, in a word or two.
    fn label(&self) -> String;
}

/// The facts of the tasks of the first rounds as rows.
#[derive(Default)]
pub(super) struct TaskEvents {
    rows: Vec<TaskEvent>,
    /// Client, server and round of each task, while its rounds are shown.
    tasks: BTreeMap<TaskId, (usize, usize, u32)>,
}

struct TaskEvent {
    at: Tick,
    from: usize,
    to: usize,
    task: TaskId,
    state: &'static str,
    label: String,
    round: u32,
}

impl TaskEvents {
    /// Records the rows of a condition; `names` are the agents'.
    pub(super) fn record(&self, condition: &str, names: &[impl AsRef<str>], recorder: &mut dyn Recorder) {
        for (seq, event) in self.rows.iter().enumerate() {
            let task = (event.task.0 + 1).to_string();
            recorder.row(
                "task_events",
                &[
                    condition.into(),
                    seq.into(),
                    event.at.0.into(),
                    names[event.from].as_ref().into(),
                    names[event.to].as_ref().into(),
                    task.as_str().into(),
                    event.state.into(),
                    event.label.as_str().into(),
                    event.round.into(),
                ],
            );
        }
    }
}

impl<P: Shown> Observer<Fact<P>> for TaskEvents {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<P>) {
        let (task, to_server, state, label) = match fact {
            Fact::Opened { task, client, server, payload, .. } => {
                let round = payload.round();
                if round > ROUNDS {
                    return;
                }
                self.tasks.insert(*task, (client.index(), server.index(), round));
                (*task, true, "", payload.label())
            }
            Fact::Sent { task, payload, .. } => (*task, true, "", payload.label()),
            Fact::Updated { task, state, .. } => (*task, false, short(*state), short(*state).to_lowercase()),
            Fact::Artifact { task, payload } => (*task, false, "", payload.label()),
            _ => return,
        };
        let Some((client, server, round)) = self.tasks.get(&task).copied() else { return };
        let (from, to) = if to_server { (client, server) } else { (server, client) };
        self.rows.push(TaskEvent { at, from, to, task, state, label, round });
    }
}

/// A state's name without its prefix.
fn short(state: TaskState) -> &'static str {
    state.name().trim_start_matches("TASK_STATE_")
}

/// The A2A tasks of one match, step by step.
pub(super) fn task_events() -> TableSchema {
    TableSchema::new(
        "task_events",
        TableKind::Events,
        "The A2A tasks of the first match of each condition, in order; at most its first 50 rounds. They are the same \
         whether the run is traced or not.",
        vec![
            Column::facet("condition", "The rules under which the agents met."),
            Column::key("seq", Type::Integer, "The place in the order."),
            Column::x("t_us", Type::Integer, "us", "Virtual time."),
            Column::note("from", "Who sends."),
            Column::note("to", "Who receives."),
            Column::note("task", "The task."),
            Column::note("state", "The task's state after it."),
            Column::note("label", "What is sent."),
            Column::measure("round", Type::Integer, "round", "The round."),
        ],
    )
}

/// Gives the facts of an exchange to a mapping, and hands on what has been traced whenever it is much.
pub(super) struct Tracer<'a> {
    mapping: TaskMapping,
    block: TraceBlock,
    full: &'a mut dyn FnMut(&TraceBlock),
}

impl<'a> Tracer<'a> {
    /// A tracer that hands blocks on to `full`.
    pub(super) fn new(mapping: TaskMapping, full: &'a mut dyn FnMut(&TraceBlock)) -> Self {
        Self { mapping, block: TraceBlock::default(), full }
    }

    /// Hands on the rest.
    pub(super) fn finish(self) {
        (self.full)(&self.block);
    }
}

impl<P: Payload> Observer<Fact<P>> for Tracer<'_> {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<P>) {
        self.mapping.emit(at, fact, &mut self.block);
        if self.block.bytes() > BYTES_PER_BLOCK {
            (self.full)(&self.block);
            self.block = TraceBlock::default();
        }
    }
}

/// Records rounds of a game between two agents, and traces them.
pub(super) fn rounds(
    condition: &str,
    names: &[String],
    subject: &Arc<Subject>,
    rounds: &[(u32, Vec<Action>)],
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) {
    if recorder.wants("task_events") {
        let mut rows = TaskEvents::default();
        task_facts(subject, Pace::default(), rounds.iter().cloned(), |at, fact| rows.see(at, &fact));
        rows.record(condition, names, recorder);
    }
    if cx.trace == TraceLevel::Off {
        return;
    }
    let mapping = TaskMapping::new(names.to_vec(), cx.trace, cx.key, condition, 0);
    let mut hand_on = |block: &TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    task_facts(subject, Pace::default(), rounds.iter().cloned(), |at, fact| tracer.see(at, &fact));
    tracer.finish();
}

/// Publishes the cards of agents (names, and what each does) on the trace, and hands on the keys that verify them.
pub(super) fn cards(agents: &[(String, String)], cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    if cx.trace != TraceLevel::Wire {
        return Ok(());
    }
    let book = card_book(agents, cx.key).map_err(RunError::Other)?;
    let mut block = TraceBlock::default();
    book.publish(&mut block);
    recorder.trace(&block);
    recorder.keys(&book.keys);
    Ok(())
}
