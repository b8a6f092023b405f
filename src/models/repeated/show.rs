//! Shows matches: the first one of a condition move by move and task by task, and all of them on the trace.

use super::campaign::{Outcome, meetings, replay};
use super::meetings::{Meeting, Plan};
use crate::exchange::{Fact, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::PlayerId;
use crate::models::events::{Shown, TaskEvents, Tracer};
use crate::models::rescues::{Contract, Met, Wire, Word, staff};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::Move;
use crate::sim::{Observer, map_indexed};
use crate::strategy::Action;
use crate::table::Cell;

/// How many rounds of the first match are shown move by move.
const MOVES: usize = 200;
/// How many meetings are traced before their lines are handed on.
const MEETINGS_PER_BLOCK: usize = 64;
/// Matches longer than this are traced one by one, so that memory does not grow with their length.
const LONG_MATCH: u32 = 5_000;

/// Records the first match of a condition.
pub(super) fn first_match(plan: &Plan<'_>, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let meetings = meetings(plan, cx.key, 0)?;
    let Some(meeting) = meetings.first() else { return Ok(()) };
    let mut events = TaskEvents::default();
    let names = names(plan, meeting);
    let outcome = seen(plan, cx, (meeting, 0), &names, &mut events)?;
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

/// The names of all who take part in a match: the two, and where they have somebody to turn to, the escrow agent and the
/// registry.
fn names(plan: &Plan<'_>, meeting: &Meeting) -> Vec<String> {
    let names = plan.names(meeting);
    if plan.condition.is_rescued() { staff(names.into_iter()) } else { names.to_vec() }
}

/// Plays a meeting again for the rows of its tasks.
fn seen(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    (meeting, repetition): (&Meeting, u64),
    names: &[String],
    events: &mut TaskEvents,
) -> Result<Outcome, RunError> {
    if plan.condition.is_rescued() {
        wired(plan, cx, (meeting, repetition), names, events)
    } else {
        replay(plan, cx.key, meeting, repetition, events)
    }
}

/// Plays a meeting again and shows it with its bonds and ratings.
fn wired<O: Observer<Fact<Word>>>(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    (meeting, repetition): (&Meeting, u64),
    names: &[String],
    observer: &mut O,
) -> Result<Outcome, RunError> {
    let condition = plan.condition;
    let outcome = replay(plan, cx.key, meeting, repetition, &mut ())?;
    let bond = condition.contract.as_ref().map(Contract::bond);
    let mut wire = Wire::new(observer, &plan.subject, bond, condition.records.is_some(), names);
    let width = condition.game().dimensions()[1];
    for (round, profile) in (meeting.offset + 1..).zip(outcome.course.iter()) {
        let profile = usize::from(profile);
        let action = |place: usize| Action(u8::try_from(place).expect("an action is a byte"));
        let found = |player: usize| {
            let own = outcome.findings.iter().find(|(when, who, _)| (*when, *who) == (round, player));
            own.map(|(_, _, finding)| finding.convicted)
        };
        wire.meeting(&Met {
            round,
            pair: [0, 1],
            actions: [action(profile / width), action(profile % width)],
            kept: [profile / width == 0, profile % width == 0],
            offer: (round == meeting.offset + 1 && condition.contract.is_some()).then_some(meeting.signed),
            convicted: if condition.contract.is_some() { found(0).zip(found(1)).map(|(a, b)| [a, b]) } else { None },
        });
    }
    Ok(outcome)
}

/// Traces one match.
fn trace_match(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    (meeting, repetition): (&Meeting, u64),
    full: &mut dyn FnMut(&TraceBlock),
) -> Result<(), RunError> {
    let names = names(plan, meeting);
    let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, &plan.place(meeting), repetition);
    if plan.condition.is_rescued() {
        let mut tracer = Tracer::new(mapping, full);
        wired(plan, cx, (meeting, repetition), &names, &mut tracer)?;
        tracer.finish();
    } else {
        let mut tracer = Tracer::new(mapping, full);
        replay(plan, cx.key, meeting, repetition, &mut tracer)?;
        tracer.finish();
    }
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
        let meetings = meetings(plan, cx.key, repetition)?;
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
