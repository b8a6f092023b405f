//! Shows the first meetings of the first repetition as A2A tasks: a recipient asks a donor; a gift is a completed task with
//! an artifact, a refusal a rejected one.

use super::setting::Condition;
use super::{Reciprocity, draws};
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, Payload, TaskId, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::Tick;
use crate::models::events::{self, Shown, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::reputation::donation::{Deed, Donated, Donations, watched_play};
use crate::sim::Observer;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How many meetings are shown.
const MEETINGS: u64 = 20;
/// From one meeting to the next, and how long a message travels, in microseconds.
const MEETING_US: u64 = 10_000;
const DELAY_US: u64 = 1_000;

/// What donors and recipients say.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Word {
    /// Give.
    Ask { meeting: u32 },
    /// Here it is.
    Gift { meeting: u32 },
}

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Ask { meeting } => json!({"meeting": meeting}),
            Word::Gift { meeting } => json!({"meeting": meeting, "gift": true}),
        }
    }

    fn name(&self) -> &'static str {
        "gift"
    }
}

impl Shown for Word {
    fn round(&self) -> u32 {
        let (Word::Ask { meeting } | Word::Gift { meeting }) = self;
        *meeting
    }

    fn label(&self) -> String {
        match self {
            Word::Ask { .. } => "ask".into(),
            Word::Gift { .. } => "give".into(),
        }
    }
}

/// Makes the facts of the first meetings.
struct Meetings<'a, O> {
    observer: &'a mut O,
    contexts: BTreeMap<[u32; 2], ContextId>,
}

impl<O: Observer<Fact<Word>>> Observer<Donated> for Meetings<'_, O> {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, donated: &Donated) {
        let Some(number) = u32::try_from(at.0).ok().filter(|_| at.0 < MEETINGS) else { return };
        let (task, meeting) = (TaskId(number), number + 1);
        let pair = [donated.donor.0.min(donated.recipient.0), donated.donor.0.max(donated.recipient.0)];
        let next = ContextId(u32::try_from(self.contexts.len()).expect("few meetings"));
        let context = *self.contexts.entry(pair).or_insert(next);
        let (client, server) = (donated.recipient, donated.donor);
        let asked = Tick(at.0 * MEETING_US);
        let payload = Word::Ask { meeting };
        self.observer.see(asked, &Fact::Opened { task, context, client, server, payload, references: Vec::new() });
        let answered = asked.after(DELAY_US);
        let update = |state| Fact::Updated { task, state, payload: None };
        if donated.deed == Deed::Give {
            self.observer.see(answered, &update(TaskState::Working));
            self.observer.see(answered, &Fact::Artifact { task, payload: Word::Gift { meeting } });
            self.observer.see(answered, &update(TaskState::Completed));
        } else {
            self.observer.see(answered, &update(TaskState::Rejected));
        }
    }
}

fn names(agents: u32) -> Vec<String> {
    (1..=agents).map(|k| format!("agent-{k}")).collect()
}

/// Publishes the cards of all agents.
pub(super) fn cards(agents: u32, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let agents: Vec<(String, String)> = names(agents).into_iter().map(|name| (name, "donor".to_string())).collect();
    events::cards(&agents, cx, recorder)
}

/// Records the first meetings of the first norm, and traces those of all.
pub(super) fn first_meetings(model: &Reciprocity, condition: &Condition, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let names = names(condition.agents);
    for (k, norm) in model.norms.iter().enumerate() {
        let whole = condition.population(norm.norm);
        // No more is played than is shown: later meetings change nothing of the first.
        let shown = Donations { warm_up: 0, meetings: MEETINGS.min(whole.warm_up + whole.meetings), ..whole };
        if k == 0 {
            let mut events = TaskEvents::default();
            let mut meetings = Meetings { observer: &mut events, contexts: BTreeMap::new() };
            watched_play(&shown, &mut draws(cx.key, 0), &mut meetings);
            events.record(&condition.name, &names, recorder);
        }
        if cx.trace == TraceLevel::Off {
            return;
        }
        let place = format!("{}/{}", condition.name, norm.name);
        let mut hand_on = |block: &TraceBlock| recorder.trace(block);
        let mut tracer = Tracer::new(TaskMapping::new(names.clone(), cx.trace, cx.key, &place, 0), &mut hand_on);
        let mut meetings = Meetings { observer: &mut tracer, contexts: BTreeMap::new() };
        watched_play(&shown, &mut draws(cx.key, 0), &mut meetings);
        tracer.finish();
    }
}
