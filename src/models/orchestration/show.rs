//! Shows the exchange: the first repetition of a condition task by task, and all of them on the trace.

use super::campaign::{IMPOSTOR, ORCHESTRATOR, play};
use super::setting::{Cast, Condition};
use super::words::Word;
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::models::events::{self, Shown, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::sim::map_indexed;

/// How many repetitions are traced before their lines are handed on.
const REPETITIONS_PER_BLOCK: u64 = 16;

impl Shown for Word {
    fn round(&self) -> u32 {
        match self {
            Word::Recommend { round, .. }
            | Word::Share { round, .. }
            | Word::Ask { round, .. }
            | Word::Answer { round, .. } => *round,
        }
    }

    fn label(&self) -> String {
        match self {
            Word::Recommend { subject, player, action, .. } => {
                format!("recommend {}", subject.actions[*player][*action])
            }
            Word::Share { subject, player, action, .. } => format!("told {}", subject.actions[*player][*action]),
            Word::Ask { .. } => "play".into(),
            Word::Answer { subject, player, action, .. } => subject.actions[*player][*action].clone(),
        }
    }
}

/// The names of all agents, by number.
fn names(cast: &Cast) -> Vec<String> {
    let own = cast.agents.iter().map(|agent| agent.name.clone());
    own.chain([IMPOSTOR.to_string(), ORCHESTRATOR.to_string()]).collect()
}

/// Publishes the cards of all agents of a run. The impostor has none.
pub(super) fn cards<'a>(
    mut conditions: impl Iterator<Item = &'a Condition>,
    cast: &Cast,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let mut agents: Vec<(String, String)> =
        cast.agents.iter().map(|agent| (agent.name.clone(), agent.kind.clone())).collect();
    if conditions.any(Condition::has_orchestrator) {
        agents.push((ORCHESTRATOR.to_string(), "orchestrator".to_string()));
    }
    events::cards(&agents, cx, recorder)
}

/// Records the tasks of the first repetition of a condition.
pub(super) fn first_repetition(condition: &Condition, cast: &Cast, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let mut events = TaskEvents::default();
    play(condition, cast, cx.key, 0, &mut events);
    events.record(&condition.name, &names(cast), recorder);
}

/// Traces all repetitions of a condition, in their order.
pub(super) fn trace(condition: &Condition, cast: &Cast, cx: &RunCx<'_>, repetitions: u64, recorder: &mut dyn Recorder) {
    if cx.trace == TraceLevel::Off {
        return;
    }
    let names = names(cast);
    for first in (0..repetitions).step_by(REPETITIONS_PER_BLOCK as usize) {
        let count = REPETITIONS_PER_BLOCK.min(repetitions - first);
        let blocks = map_indexed(usize::try_from(count).expect("few"), |k| {
            let repetition = first + k as u64;
            let mut whole = TraceBlock::default();
            let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, "", repetition);
            let mut full = |block: &TraceBlock| whole.append(block);
            let mut tracer = Tracer::new(mapping, &mut full);
            play(condition, cast, cx.key, repetition, &mut tracer);
            tracer.finish();
            whole
        });
        for block in &blocks {
            recorder.trace(block);
        }
    }
}
