//! Shows matches: the first one of a condition move by move and task by task, and all of them on the trace.

use super::campaign::replay;
use super::meetings::{Meeting, Plan};
use crate::a2a::TaskState;
use crate::exchange::{Fact, Mapping, TaskId, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::{PlayerId, Tick};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::Move;
use crate::sim::{Observer, map_indexed};
use crate::table::Cell;
use std::collections::BTreeMap;

/// How many rounds of the first match are shown move by move.
const MOVES: usize = 200;
/// How many rounds of the first match are shown task by task.
const TASK_ROUNDS: u32 = 50;
/// How many meetings are traced before their lines are handed on.
const MEETINGS_PER_BLOCK: usize = 64;
/// How many bytes of one long match are traced before its lines are handed on.
const BYTES_PER_BLOCK: usize = 8 << 20;
/// Matches longer than this are traced one by one, so that memory does not grow with their length.
const LONG_MATCH: u32 = 5_000;

/// Records the first match of a condition.
pub(super) fn first_match(plan: &Plan<'_>, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let meetings = plan.meetings(cx.key, 0);
    let Some(meeting) = meetings.first() else { return Ok(()) };
    let mut events = Events::default();
    let outcome = replay(plan, cx.key, meeting, 0, &mut events)?;
    let names = plan.names(meeting);
    let (condition, game) = (plan.condition, plan.condition.game());
    for player in [0, 1] {
        let mut total = 0;
        for (round, profile) in (1u32..).zip(outcome.course.iter()).take(MOVES) {
            let profile = usize::from(profile);
            let scaled = i128::from(condition.scaled[2 * profile + player]);
            total += scaled;
            let id = PlayerId(u32::try_from(player).expect("two players"));
            let action = &game.players()[player].actions[game.action_in(profile, id)];
            let convictions = outcome.findings.iter().filter(|(when, who, finding)| {
                (*when, *who, finding.convicted) == (round + meeting.offset, player, true)
            });
            let fined: f64 = convictions.map(|(_, _, finding)| condition.penalty(finding.entry)).sum();
            recorder.row(
                "moves",
                &[
                    condition.name.as_str().into(),
                    (&names[player]).into(),
                    (round + meeting.offset).into(),
                    action.into(),
                    condition.unscaled(scaled).into(),
                    condition.unscaled(total).into(),
                    if condition.audited { fined.into() } else { Cell::Null },
                ],
            );
        }
    }
    for (seq, event) in events.rows.iter().enumerate() {
        let task = (event.task.0 + 1).to_string();
        recorder.row(
            "task_events",
            &[
                condition.name.as_str().into(),
                seq.into(),
                event.at.0.into(),
                (&names[event.from]).into(),
                (&names[event.to]).into(),
                task.as_str().into(),
                event.state.into(),
                event.label.as_str().into(),
                event.round.into(),
            ],
        );
    }
    Ok(())
}

/// The task facts of the first rounds as rows.
#[derive(Default)]
struct Events {
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

impl Observer<Fact<Move>> for Events {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Move>) {
        let (task, to_server, state, label) = match fact {
            Fact::Opened { task, client, server, payload, .. } => {
                let round = round(payload);
                if round > TASK_ROUNDS {
                    return;
                }
                self.tasks.insert(*task, (client.index(), server.index(), round));
                (*task, true, "", "play".to_string())
            }
            Fact::Updated { task, state, .. } => (*task, false, short(*state), short(*state).to_lowercase()),
            Fact::Artifact { task, payload } => (*task, false, "", answer(payload)),
            _ => return,
        };
        let Some((client, server, round)) = self.tasks.get(&task).copied() else { return };
        let (from, to) = if to_server { (client, server) } else { (server, client) };
        self.rows.push(TaskEvent { at, from, to, task, state, label, round });
    }
}

fn round(payload: &Move) -> u32 {
    match payload {
        Move::Ask { round, .. } | Move::Answer { round, .. } => *round,
    }
}

fn answer(payload: &Move) -> String {
    match payload {
        Move::Answer { subject, player, action, .. } => subject.actions[*player][action.index()].clone(),
        Move::Ask { .. } => String::new(),
    }
}

/// A state's name without its prefix.
fn short(state: TaskState) -> &'static str {
    state.name().trim_start_matches("TASK_STATE_")
}

/// Gives the facts of one match to a mapping, and hands on what has been traced whenever it is much.
struct Tracer<'a> {
    mapping: TaskMapping,
    block: TraceBlock,
    full: &'a mut dyn FnMut(&TraceBlock),
}

impl Observer<Fact<Move>> for Tracer<'_> {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Move>) {
        self.mapping.emit(at, fact, &mut self.block);
        if self.block.bytes() > BYTES_PER_BLOCK {
            (self.full)(&self.block);
            self.block = TraceBlock::default();
        }
    }
}

/// Traces one match.
fn trace_match(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    (meeting, repetition): (&Meeting, u64),
    full: &mut dyn FnMut(&TraceBlock),
) -> Result<(), RunError> {
    let names = plan.names(meeting).to_vec();
    let mapping = TaskMapping::new(names, cx.trace, cx.key, &plan.place(meeting), repetition);
    let mut tracer = Tracer { mapping, block: TraceBlock::default(), full };
    replay(plan, cx.key, meeting, repetition, &mut tracer)?;
    (tracer.full)(&tracer.block);
    Ok(())
}

/// Traces all matches of a condition, repetition by repetition, in the order of meetings.
pub(super) fn trace(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    repetitions: u64,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    if cx.trace == TraceLevel::Off {
        return Ok(());
    }
    let long = plan.condition.fixed_rounds().is_none_or(|rounds| rounds > LONG_MATCH);
    for repetition in 0..repetitions {
        let meetings = plan.meetings(cx.key, repetition);
        if long {
            for meeting in &meetings {
                trace_match(plan, cx, (meeting, repetition), &mut |block| recorder.trace(block))?;
            }
            continue;
        }
        for chunk in meetings.chunks(MEETINGS_PER_BLOCK) {
            let blocks = map_indexed(chunk.len(), |k| {
                let mut whole = TraceBlock::default();
                trace_match(plan, cx, (&chunk[k], repetition), &mut |block| whole.append(block)).map(|()| whole)
            });
            for block in blocks {
                recorder.trace(&block?);
            }
        }
    }
    Ok(())
}

/// Publishes the agents' cards on the trace, and hands on the keys that verify them.
pub(super) fn cards(agents: &[(String, String)], cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    if cx.trace != TraceLevel::Wire {
        return Ok(());
    }
    let book = crate::exchange::card_book(agents, cx.key).map_err(RunError::Other)?;
    let mut block = TraceBlock::default();
    book.publish(&mut block);
    recorder.trace(&block);
    recorder.keys(&book.keys);
    Ok(())
}
