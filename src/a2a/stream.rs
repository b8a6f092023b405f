//! Which sequences of events a stream may carry (A2A 1.0, 3.1.2, 3.1.6, 7.6.1, 11.7).
//!
//! A stream of `SendStreamingMessage` is one Message and its close, or a task's: the Task first, then
//! updates of its status and artifacts in the order in which they happened, and the close. A
//! subscription is a task's stream. It closes at a terminal state, and when the task comes to require
//! input; where credentials are required it may stay open, since they come another way. A stream that
//! ends elsewhere is a broken connection. A Task may come once more, as the last event.
//!
//! Rules of ours: status updates follow the [life cycle](super::lifecycle); a chunk appends only to an
//! artifact that the stream has shown, and not after its last chunk; a whole artifact replaces the one
//! of its identifier. A Task that already requires input when the stream opens may go on, since the
//! message that gives it may have opened the stream.

use super::lifecycle::{IllegalTransition, transition};
use super::model::{StreamResponse, Task, TaskArtifactUpdateEvent, TaskState, TaskStatusUpdateEvent, Text};
use crate::error::Diagnostic;
use std::collections::BTreeMap;

/// Which operation opened a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// `SendStreamingMessage`.
    Send,
    /// `SubscribeToTask`.
    Subscribe,
}

/// How a legal stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnd {
    /// After its one message.
    Message,
    /// With its task in this state, terminal or interrupted.
    Task(TaskState),
}

impl StreamEnd {
    /// A sentence on the stream.
    pub fn why(self) -> String {
        match self {
            StreamEnd::Message => "The stream carries exactly one Message and closes.".to_string(),
            StreamEnd::Task(state) => format!("The stream begins with its Task and closes with it in {state}."),
        }
    }
}

/// Why a stream is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StreamFault {
    /// It closed without an event.
    #[error("The stream is empty; it has to begin with a Task, or carry one Message.")]
    Empty,
    /// It is a task's and does not begin with it.
    #[error("The stream begins with {0}; the first event has to be the Task.")]
    NotTaskFirst(&'static str),
    /// A subscription carries a message.
    #[error("A subscription carries a Message; it carries a task's events alone.")]
    MessageInSubscription,
    /// Something follows the one message.
    #[error("{0} follows a Message; the stream closes after its one Message.")]
    AfterMessage(&'static str),
    /// A message stands among a task's events.
    #[error("A Message follows the Task; a task's stream carries updates, and messages within them.")]
    MessageInTask,
    /// A subscription begins with a task that has ended.
    #[error("The subscription begins with a Task in {0}; subscribing to a task that has ended is an error.")]
    SubscribedToEnded(TaskState),
    /// Something follows where the stream has to close.
    #[error("{event} follows {state}; the stream closes there.")]
    AfterClose {
        /// What follows.
        event: &'static str,
        /// The state that closed the stream.
        state: TaskState,
    },
    /// Something follows the second task.
    #[error("{0} follows the second Task; a Task comes first, and may come once more as the last event.")]
    AfterSnapshot(&'static str),
    /// An event is another task's.
    #[error("The event is of task {found:?}; all events of the stream are of task {expected:?}.")]
    OtherTask {
        /// The task of the event.
        found: Text,
        /// The task of the stream.
        expected: Text,
    },
    /// An event is of another context.
    #[error("The event is of context {found:?}; all events of the stream are of context {expected:?}.")]
    OtherContext {
        /// The context of the event.
        found: Text,
        /// The context of the stream.
        expected: Text,
    },
    /// A status update breaks the life cycle.
    #[error("The status is illegal: {0}")]
    Transition(#[from] IllegalTransition),
    /// A chunk extends an artifact that was not shown.
    #[error("A chunk appends to artifact {0:?}, which the stream has not shown; its first chunk does not append.")]
    AppendToUnknown(Text),
    /// A chunk follows the last one.
    #[error("A chunk appends to artifact {0:?} after its last chunk; the artifact is complete.")]
    AppendAfterLast(Text),
    /// It closed in the middle.
    #[error("The stream closes with its task in {0}; it closes in a terminal or interrupted state, or it broke.")]
    ClosedEarly(TaskState),
}

impl From<StreamFault> for Diagnostic {
    fn from(fault: StreamFault) -> Self {
        Diagnostic::new("illegal-stream", fault.to_string(), "")
    }
}

/// A stream's checker: push its events in order, then finish.
///
/// # Examples
/// ```
/// use comity::a2a::stream::{StreamCheck, StreamFault, StreamKind};
/// use comity::a2a::{StreamResponse, Task, TaskState, TaskStatus};
/// let mut check = StreamCheck::new(StreamKind::Send);
/// let status = TaskStatus { state: TaskState::Working, ..Default::default() };
/// check.push(&StreamResponse::Task(Task { id: "t".into(), status, ..Default::default() })).unwrap();
/// assert_eq!(check.finish(), Err(StreamFault::ClosedEarly(TaskState::Working)));
/// ```
#[derive(Clone, Debug)]
pub struct StreamCheck {
    kind: StreamKind,
    phase: Phase,
}

#[derive(Clone, Debug)]
enum Phase {
    /// Nothing has come.
    Open,
    /// The one message has come.
    Message,
    /// A task's events come.
    Task(Tracked),
    /// An illegal event has come.
    Faulty(StreamFault),
}

/// The task of a stream.
#[derive(Clone, Debug)]
struct Tracked {
    id: Text,
    context: Text,
    state: TaskState,
    /// Whether an update brought the state that closes the stream.
    closed: bool,
    /// Whether the task has come a second time.
    again: bool,
    /// The artifacts that were shown, and whether each is complete.
    artifacts: BTreeMap<Text, bool>,
}

/// An event's name for a sentence.
fn name(event: &StreamResponse) -> &'static str {
    match event {
        StreamResponse::Task(_) => "A Task",
        StreamResponse::Message(_) => "A Message",
        StreamResponse::StatusUpdate(_) => "A status update",
        StreamResponse::ArtifactUpdate(_) => "An artifact update",
    }
}

impl StreamCheck {
    /// The checker of a stream that has just been opened.
    pub fn new(kind: StreamKind) -> Self {
        Self { kind, phase: Phase::Open }
    }

    /// Takes the next event.
    ///
    /// # Errors
    /// If the event may not come here. The stream stays illegal then, whatever follows.
    pub fn push(&mut self, event: &StreamResponse) -> Result<(), StreamFault> {
        let result = self.step(event);
        if let Err(fault) = &result {
            self.phase = Phase::Faulty(fault.clone());
        }
        result
    }

    /// Says how the stream ended, if it may end here.
    ///
    /// # Errors
    /// If it may not, or if an event was illegal.
    pub fn finish(self) -> Result<StreamEnd, StreamFault> {
        match self.phase {
            Phase::Open => Err(StreamFault::Empty),
            Phase::Message => Ok(StreamEnd::Message),
            Phase::Faulty(fault) => Err(fault),
            Phase::Task(task) if task.state.is_terminal() || task.state.is_interrupted() => {
                Ok(StreamEnd::Task(task.state))
            }
            Phase::Task(task) => Err(StreamFault::ClosedEarly(task.state)),
        }
    }

    fn step(&mut self, event: &StreamResponse) -> Result<(), StreamFault> {
        match (&mut self.phase, event) {
            (Phase::Faulty(fault), _) => Err(fault.clone()),
            (Phase::Message, _) => Err(StreamFault::AfterMessage(name(event))),
            (Phase::Open, StreamResponse::Task(task)) => {
                let tracked = Tracked::begin(task)?;
                if self.kind == StreamKind::Subscribe && tracked.state.is_terminal() {
                    return Err(StreamFault::SubscribedToEnded(tracked.state));
                }
                self.phase = Phase::Task(tracked);
                Ok(())
            }
            (Phase::Open, StreamResponse::Message(_)) if self.kind == StreamKind::Send => {
                self.phase = Phase::Message;
                Ok(())
            }
            (Phase::Open, StreamResponse::Message(_)) => Err(StreamFault::MessageInSubscription),
            (Phase::Open, _) => Err(StreamFault::NotTaskFirst(match event {
                StreamResponse::StatusUpdate(_) => "a status update",
                _ => "an artifact update",
            })),
            (Phase::Task(_), StreamResponse::Message(_)) => Err(StreamFault::MessageInTask),
            (Phase::Task(tracked), _) => tracked.step(event),
        }
    }
}

impl Tracked {
    fn begin(task: &Task) -> Result<Self, StreamFault> {
        let state = task.status.state;
        transition(None, state)?;
        Ok(Self {
            id: task.id.clone(),
            context: task.context_id.clone(),
            state,
            closed: state.is_terminal(),
            again: false,
            // Whether an artifact of the first Task is complete is not told; it may be extended.
            artifacts: task.artifacts.iter().map(|artifact| (artifact.artifact_id.clone(), false)).collect(),
        })
    }

    fn step(&mut self, event: &StreamResponse) -> Result<(), StreamFault> {
        if self.again {
            return Err(StreamFault::AfterSnapshot(name(event)));
        }
        match event {
            StreamResponse::Task(task) => self.snapshot(task),
            _ if self.closed => Err(StreamFault::AfterClose { event: name(event), state: self.state }),
            StreamResponse::StatusUpdate(update) => self.status(update),
            StreamResponse::ArtifactUpdate(update) => self.artifact(update),
            StreamResponse::Message(_) => Err(StreamFault::MessageInTask),
        }
    }

    fn same(&mut self, task: &Text, context: &Text) -> Result<(), StreamFault> {
        if *task != self.id {
            return Err(StreamFault::OtherTask { found: task.clone(), expected: self.id.clone() });
        }
        // A Task need not name its context; the first event that does settles it.
        if self.context.is_empty() {
            self.context = context.clone();
        }
        if *context != self.context {
            return Err(StreamFault::OtherContext { found: context.clone(), expected: self.context.clone() });
        }
        Ok(())
    }

    fn snapshot(&mut self, task: &Task) -> Result<(), StreamFault> {
        self.same(&task.id, &task.context_id)?;
        let state = task.status.state;
        if state != self.state {
            transition(Some(self.state), state)?;
        }
        self.state = state;
        self.again = true;
        Ok(())
    }

    fn status(&mut self, update: &TaskStatusUpdateEvent) -> Result<(), StreamFault> {
        self.same(&update.task_id, &update.context_id)?;
        let state = update.status.state;
        transition(Some(self.state), state)?;
        self.state = state;
        self.closed = state.is_terminal() || state == TaskState::InputRequired;
        Ok(())
    }

    fn artifact(&mut self, update: &TaskArtifactUpdateEvent) -> Result<(), StreamFault> {
        self.same(&update.task_id, &update.context_id)?;
        let id = &update.artifact.artifact_id;
        if update.append {
            match self.artifacts.get(id) {
                None => return Err(StreamFault::AppendToUnknown(id.clone())),
                Some(true) => return Err(StreamFault::AppendAfterLast(id.clone())),
                Some(false) => {}
            }
        }
        self.artifacts.insert(id.clone(), update.last_chunk);
        Ok(())
    }
}

/// Whether a stream carries a legal sequence of events.
///
/// # Errors
/// The place of the illegal event, or the number of events if only the end is illegal, and the reason.
pub fn check_stream(kind: StreamKind, events: &[StreamResponse]) -> Result<StreamEnd, (usize, StreamFault)> {
    let mut check = StreamCheck::new(kind);
    for (place, event) in events.iter().enumerate() {
        check.push(event).map_err(|fault| (place, fault))?;
    }
    check.finish().map_err(|fault| (events.len(), fault))
}
