//! Errands: what an agent asks of others, on a network that may lose the question or the answer.
//!
//! Who waits too long for an answer cancels the task. A server that never heard of the task answers CANCELED, and only then
//! it is asked again, as a new task: what was heard is never done twice. What is done is not cancelled, and its answer may
//! be lost: after some tries, each after twice the time, the errand is given up. On a perfect network nothing is kept.

use super::words::Word;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Outbox, TaskId};
use crate::ids::AgentId;
use std::collections::BTreeMap;

/// How often something is asked again, and how often a task is cancelled, at most.
const TRIES: u32 = 8;
/// How much longer it waits for who has begun.
const BEGUN: u64 = 40;

struct Errand {
    to: AgentId,
    context: ContextId,
    word: Word,
    references: Vec<TaskId>,
    asked: u32,
    cancelled: u32,
    begun: bool,
}

/// What is asked and not yet answered.
#[derive(Default)]
pub(super) struct Errands {
    /// How long an answer is waited for, in microseconds; nothing on a perfect network.
    pub(super) patience_us: Option<u64>,
    open: BTreeMap<TaskId, Errand>,
    /// How often something was asked again.
    pub(super) again: u64,
}

impl Errands {
    /// Asks. `tag` makes the tag of a timer at which to [`remind`](Errands::remind) of a task.
    pub(super) fn ask(
        &mut self,
        (to, context): (AgentId, ContextId),
        word: Word,
        references: Vec<TaskId>,
        tag: fn(TaskId) -> u64,
        out: &mut Outbox<Word>,
    ) -> TaskId {
        let Some(patience_us) = self.patience_us else { return out.open_about(to, context, word, references) };
        let task = out.open_about(to, context, word.clone(), references.clone());
        self.open.insert(task, Errand { to, context, word, references, asked: 1, cancelled: 0, begun: false });
        out.timer(patience_us, tag(task));
        task
    }

    /// Whether a task is one of these.
    pub(super) fn knows(&self, task: TaskId) -> bool {
        self.open.contains_key(&task)
    }

    /// Forgets a task that has an owner now.
    pub(super) fn forget(&mut self, task: TaskId) {
        self.open.remove(&task);
    }

    /// A task has a new state. If it was never heard of, it is asked again: the task in its place.
    pub(super) fn updated(
        &mut self,
        task: TaskId,
        state: TaskState,
        tag: fn(TaskId) -> u64,
        out: &mut Outbox<Word>,
    ) -> Option<TaskId> {
        if !state.is_terminal() {
            if let Some(errand) = self.open.get_mut(&task) {
                errand.begun = matches!(state, TaskState::Working | TaskState::Submitted);
            }
            return None;
        }
        let errand = self.open.remove(&task).filter(|errand| errand.asked < TRIES)?;
        if state != TaskState::Canceled {
            return None;
        }
        let Errand { to, context, word, references, asked, .. } = errand;
        self.again += 1;
        let new = self.ask((to, context), word, references, tag, out);
        if let Some(errand) = self.open.get_mut(&new) {
            errand.asked = asked + 1;
        }
        Some(new)
    }

    /// An answer was waited for in vain. Whether the errand is given up.
    pub(super) fn remind(&mut self, task: TaskId, tag: fn(TaskId) -> u64, out: &mut Outbox<Word>) -> bool {
        let (Some(errand), Some(patience_us)) = (self.open.get_mut(&task), self.patience_us) else { return false };
        if std::mem::take(&mut errand.begun) {
            out.timer(patience_us.saturating_mul(BEGUN), tag(task));
            return false;
        }
        out.cancel(task);
        errand.cancelled += 1;
        if errand.cancelled >= TRIES {
            self.open.remove(&task);
            return true;
        }
        // Each time twice as long: who is down comes back some time.
        out.timer(patience_us.saturating_mul(1 << errand.cancelled), tag(task));
        false
    }

    /// It was down: timers have passed by.
    pub(super) fn resume(&self, tag: fn(TaskId) -> u64, out: &mut Outbox<Word>) {
        for task in self.open.keys() {
            out.timer(self.patience_us.unwrap_or(1), tag(*task));
        }
    }
}
