//! Shows matches: the first one of a condition move by move and task by task, and all of them on the trace.

use super::campaign::Plan;
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::ids::PlayerId;
use crate::models::events::{Shown, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::play::{GroupMove, GroupSubject, Pace, group_facts};
use crate::sim::Observer;

/// How many rounds of the first match are shown move by move.
const MOVES: usize = 200;
/// How many of its players.
const PLAYERS: usize = 12;
/// How many rounds are shown task by task: few in large groups, so that the table stays readable.
const TASKS: usize = 400;

/// The name of the host, of whom all players ask.
pub(super) const HOST: &str = "host";

/// The names of a group's players and, after them, of its host.
fn names(plan: &Plan<'_>, members: &[usize]) -> Vec<String> {
    members.iter().map(|agent| plan.cast.agents[*agent].name.clone()).chain([HOST.to_string()]).collect()
}

/// Records the first match of a condition.
pub(super) fn first_match(plan: &Plan<'_>, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let groups = plan.members(cx.key, 0);
    let Some(members) = groups.first() else { return Ok(()) };
    let rounds = plan.rounds(cx.key, 0, members, MOVES)?;
    let names = names(plan, members);
    let stage = plan.condition.stage();
    for (player, name) in names.iter().take(members.len().min(PLAYERS)).enumerate() {
        let mut total = 0.0;
        for round in &rounds {
            total += round.payoffs[player];
            let action = &stage.actions(PlayerId::at(player))[round.actions[player].index()];
            let condition = plan.condition.name.as_str();
            let (payoff, total) = (round.payoffs[player].into(), total.into());
            recorder.row("moves", &[condition.into(), name.into(), round.round.into(), action.into(), payoff, total]);
        }
    }
    let mut events = TaskEvents::default();
    let few = (TASKS / members.len()).max(1);
    group_facts(&GroupSubject::of(stage), Pace::default(), rounds.into_iter().take(few), |at, fact| {
        events.see(at, &fact);
    });
    events.record(&plan.condition.name, &names, recorder);
    Ok(())
}

/// Traces all matches of a condition, repetition by repetition, group by group.
pub(super) fn trace(
    plan: &Plan<'_>,
    cx: &RunCx<'_>,
    repetitions: u64,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    if cx.trace == TraceLevel::Off {
        return Ok(());
    }
    let subject = GroupSubject::of(plan.condition.stage());
    for repetition in 0..repetitions {
        for members in plan.members(cx.key, repetition) {
            let rounds = plan.rounds(cx.key, repetition, &members, usize::MAX)?;
            let names = names(plan, &members);
            let mapping = TaskMapping::new(names, cx.trace, cx.key, &plan.place(&members), repetition);
            let mut full = |block: &TraceBlock| recorder.trace(block);
            let mut tracer = Tracer::new(mapping, &mut full);
            group_facts(&subject, Pace::default(), rounds.into_iter(), |at, fact| tracer.see(at, &fact));
            tracer.finish();
        }
    }
    Ok(())
}

impl Shown for GroupMove {
    fn round(&self) -> u32 {
        match self {
            Self::Take { round, .. } | Self::Result { round, .. } => *round,
        }
    }

    fn label(&self) -> String {
        match self {
            Self::Take { subject, player, action, .. } => subject.name(*player, *action).to_string(),
            Self::Result { payoff, .. } => format!("paid {payoff}"),
        }
    }
}
