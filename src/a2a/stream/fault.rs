//! What may be wrong with a stream.

use crate::a2a::lifecycle::IllegalTransition;
use crate::a2a::model::{TaskState, Text};
use crate::error::Diagnostic;

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
