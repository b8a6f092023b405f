//! Shows matches: the first one of a condition move by move and task by task, and all of them on the trace.

use super::campaign::replay;
use super::meetings::{Meeting, Plan};
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::ids::PlayerId;
use crate::models::events::{Shown, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::Move;
use crate::sim::map_indexed;
use crate::table::Cell;

/// How many rounds of the first match are shown move by move.
const MOVES: usize = 200;
/// How many meetings are traced before their lines are handed on.
const MEETINGS_PER_BLOCK: usize = 64;
/// Matches longer than this are traced one by one, so that memory does not grow with their length.
const LONG_MATCH: u32 = 5_000;

/// Records the first match of a condition.
pub(super) fn first_match(plan: &Plan<'_>, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let meetings = plan.meetings(cx.key, 0);
    let Some(meeting) = meetings.first() else { return Ok(()) };
    let mut events = TaskEvents::default();
    let outcome = replay(plan, cx.key, meeting, 0, &mut events)?;
    let names = plan.names(meeting);
    let (condition, game) = (plan.condition, plan.condition.game());
    for player in [0, 1] {
        let mut total = 0;
        for (round, profile) in (1u32..).zip(outcome.course.iter()).take(MOVES) {
            let profile = usize::from(profile);
            let scaled = i128::from(condition.scaled[2 * profile + player]);
            total += scaled;
            let id = PlayerId::at(player);
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
    events.record(&condition.name, &names, recorder);
    Ok(())
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
    let mut tracer = Tracer::new(mapping, full);
    replay(plan, cx.key, meeting, repetition, &mut tracer)?;
    tracer.finish();
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

impl Shown for Move {
    fn round(&self) -> u32 {
        match self {
            Move::Ask { round, .. } | Move::Answer { round, .. } => *round,
        }
    }

    fn label(&self) -> String {
        match self {
            Move::Ask { .. } => "play".into(),
            Move::Answer { subject, player, action, .. } => subject.actions[*player][action.index()].clone(),
        }
    }
}
