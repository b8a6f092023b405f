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

mod fault;

pub use fault::StreamFault;

use super::lifecycle::transition;
use super::model::{StreamResponse, Task, TaskArtifactUpdateEvent, TaskState, TaskStatusUpdateEvent, Text};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::a2a::model::{Artifact, Message, TaskStatus};
    use crate::error::Diagnostic;
    use StreamKind::{Send, Subscribe};
    use TaskState::{AuthRequired, Completed, Failed, InputRequired, Submitted, Working};

    fn status(state: TaskState) -> TaskStatus {
        TaskStatus { state, ..TaskStatus::default() }
    }

    fn task(state: TaskState) -> StreamResponse {
        let artifacts = vec![Artifact { artifact_id: "old".into(), ..Artifact::default() }];
        StreamResponse::Task(Task {
            id: "t".into(),
            context_id: "c".into(),
            status: status(state),
            artifacts,
            ..Task::default()
        })
    }

    fn update(state: TaskState) -> StreamResponse {
        StreamResponse::StatusUpdate(TaskStatusUpdateEvent {
            task_id: "t".into(),
            context_id: "c".into(),
            status: status(state),
            metadata: None,
        })
    }

    fn update_of(task: &'static str, context: &'static str) -> StreamResponse {
        let (task_id, context_id) = (task.into(), context.into());
        StreamResponse::StatusUpdate(TaskStatusUpdateEvent {
            task_id,
            context_id,
            status: status(Completed),
            metadata: None,
        })
    }

    fn chunk(id: &'static str, append: bool, last_chunk: bool) -> StreamResponse {
        StreamResponse::ArtifactUpdate(TaskArtifactUpdateEvent {
            task_id: "t".into(),
            context_id: "c".into(),
            artifact: Artifact { artifact_id: id.into(), ..Artifact::default() },
            append,
            last_chunk,
            metadata: None,
        })
    }

    fn message() -> StreamResponse {
        StreamResponse::Message(Message::default())
    }

    #[test]
    fn legal_streams_end_where_they_may() {
        for (kind, events, end) in [
            (Send, vec![message()], StreamEnd::Message),
            (Send, vec![task(Completed)], StreamEnd::Task(Completed)),
            (Send, vec![task(Working), task(Completed)], StreamEnd::Task(Completed)),
            (Send, vec![task(Working), update(Completed), task(Completed)], StreamEnd::Task(Completed)),
            (Send, vec![task(Submitted), update(Working), update(InputRequired)], StreamEnd::Task(InputRequired)),
            (Send, vec![task(InputRequired), update(Working), update(Failed)], StreamEnd::Task(Failed)),
            (Send, vec![task(Working), update(AuthRequired)], StreamEnd::Task(AuthRequired)),
            (
                Send,
                vec![task(Working), update(AuthRequired), chunk("a", false, true), update(Completed)],
                StreamEnd::Task(Completed),
            ),
            (
                Send,
                vec![task(Working), chunk("a", false, false), chunk("a", true, true), update(Completed)],
                StreamEnd::Task(Completed),
            ),
            // A whole artifact replaces a complete one and may be extended again.
            (
                Send,
                vec![
                    task(Working),
                    chunk("a", false, true),
                    chunk("a", false, false),
                    chunk("a", true, true),
                    update(Completed),
                ],
                StreamEnd::Task(Completed),
            ),
            (Subscribe, vec![task(Working), chunk("old", true, true), update(Completed)], StreamEnd::Task(Completed)),
            (Subscribe, vec![task(InputRequired)], StreamEnd::Task(InputRequired)),
        ] {
            assert_eq!(check_stream(kind, &events), Ok(end), "{events:?}");
        }
    }

    #[test]
    fn each_fault_is_found_where_it_is() {
        let fault = |kind, events: &[StreamResponse]| check_stream(kind, events).unwrap_err();
        assert_eq!(fault(Send, &[]), (0, StreamFault::Empty));
        assert_eq!(fault(Send, &[update(Working)]), (0, StreamFault::NotTaskFirst("a status update")));
        assert_eq!(fault(Subscribe, &[chunk("a", false, true)]), (0, StreamFault::NotTaskFirst("an artifact update")));
        assert_eq!(fault(Subscribe, &[message()]), (0, StreamFault::MessageInSubscription));
        assert_eq!(fault(Send, &[message(), message()]), (1, StreamFault::AfterMessage("A Message")));
        assert_eq!(fault(Send, &[task(Working), message()]), (1, StreamFault::MessageInTask));
        assert_eq!(fault(Subscribe, &[task(Failed)]), (0, StreamFault::SubscribedToEnded(Failed)));
        assert_eq!(
            fault(Send, &[task(Working), update(InputRequired), update(Working)]),
            (2, StreamFault::AfterClose { event: "A status update", state: InputRequired })
        );
        assert_eq!(
            fault(Send, &[task(Completed), chunk("a", false, true)]),
            (1, StreamFault::AfterClose { event: "An artifact update", state: Completed })
        );
        assert_eq!(
            fault(Send, &[task(Working), task(Working), update(Completed)]),
            (2, StreamFault::AfterSnapshot("A status update"))
        );
        assert_eq!(
            fault(Send, &[task(Working), update_of("u", "c")]),
            (1, StreamFault::OtherTask { found: "u".into(), expected: "t".into() })
        );
        assert_eq!(
            fault(Send, &[task(Working), update_of("t", "d")]),
            (1, StreamFault::OtherContext { found: "d".into(), expected: "c".into() })
        );
        assert!(matches!(fault(Send, &[task(Working), update(Submitted)]), (1, StreamFault::Transition(_))));
        assert!(matches!(fault(Send, &[task(TaskState::Unspecified)]), (0, StreamFault::Transition(_))));
        assert_eq!(
            fault(Send, &[task(Working), chunk("a", true, false)]),
            (1, StreamFault::AppendToUnknown("a".into()))
        );
        assert_eq!(
            fault(Send, &[task(Working), chunk("a", false, true), chunk("a", true, true)]),
            (2, StreamFault::AppendAfterLast("a".into()))
        );
        assert_eq!(fault(Send, &[task(Submitted)]), (1, StreamFault::ClosedEarly(Submitted)));
    }

    #[test]
    fn a_stream_stays_illegal() {
        let mut check = StreamCheck::new(Send);
        let fault = check.push(&update(Working)).unwrap_err();
        assert_eq!(check.push(&task(Working)), Err(fault.clone()));
        assert_eq!(check.finish(), Err(fault.clone()));
        assert_eq!(Diagnostic::from(fault).code, "illegal-stream");
    }

    #[test]
    fn a_task_without_a_context_takes_that_of_its_first_event() {
        let mut first = task(Working);
        if let StreamResponse::Task(task) = &mut first {
            task.context_id = "".into();
        }
        assert!(check_stream(Send, &[first, update(Working), update(Completed)]).is_ok());
    }
}
