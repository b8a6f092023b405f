//! What each of the eleven operations of A2A 1.0 does to a task in each state, as one table.
//!
//! An [`Outcome`] is what our agents answer, and what else a conformant peer may answer. Two points
//! are open in the specification and decided here. A message to a task that is SUBMITTED or WORKING
//! is accepted (issues 1027 and 1022 of the A2A project want opposite answers, 1992 collects them). A
//! second cancel is `TaskNotCancelableError`, although 3.3.1 calls cancelling idempotent. Outcomes
//! hold for an agent that declares the capability which an operation needs.

use super::errors::ProtocolError;
use super::model::TaskState;
use std::fmt;

/// An operation of A2A: the name is its JSON-RPC method and its gRPC call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Sends a message and waits.
    SendMessage,
    /// Sends a message and streams what follows.
    SendStreamingMessage,
    /// Reads a task.
    GetTask,
    /// Lists tasks.
    ListTasks,
    /// Cancels a task.
    CancelTask,
    /// Streams what happens to a task.
    SubscribeToTask,
    /// Adds a push notification configuration.
    CreateTaskPushNotificationConfig,
    /// Reads one.
    GetTaskPushNotificationConfig,
    /// Lists those of a task.
    ListTaskPushNotificationConfigs,
    /// Removes one.
    DeleteTaskPushNotificationConfig,
    /// Reads the card for authenticated clients.
    GetExtendedAgentCard,
}

use Operation as Op;

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 11] = [
        Op::SendMessage,
        Op::SendStreamingMessage,
        Op::GetTask,
        Op::ListTasks,
        Op::CancelTask,
        Op::SubscribeToTask,
        Op::CreateTaskPushNotificationConfig,
        Op::GetTaskPushNotificationConfig,
        Op::ListTaskPushNotificationConfigs,
        Op::DeleteTaskPushNotificationConfig,
        Op::GetExtendedAgentCard,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Op::SendMessage => "SendMessage",
            Op::SendStreamingMessage => "SendStreamingMessage",
            Op::GetTask => "GetTask",
            Op::ListTasks => "ListTasks",
            Op::CancelTask => "CancelTask",
            Op::SubscribeToTask => "SubscribeToTask",
            Op::CreateTaskPushNotificationConfig => "CreateTaskPushNotificationConfig",
            Op::GetTaskPushNotificationConfig => "GetTaskPushNotificationConfig",
            Op::ListTaskPushNotificationConfigs => "ListTaskPushNotificationConfigs",
            Op::DeleteTaskPushNotificationConfig => "DeleteTaskPushNotificationConfig",
            Op::GetExtendedAgentCard => "GetExtendedAgentCard",
        }
    }

    /// The operation of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operation| operation.name() == name)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an operation is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A task in this state.
    Task(TaskState),
    /// An identifier that no task has.
    Unknown,
}

/// What an operation is expected to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// Success, in a word or two: `Task`, `accepted`, `stream: Task first`.
    Success(&'static str),
    /// An error.
    Error(ProtocolError),
}

impl Expect {
    /// The answer's name: that of the success, or that of the error.
    pub fn name(self) -> &'static str {
        match self {
            Expect::Success(name) => name,
            Expect::Error(error) => error.name(),
        }
    }

    /// The JSON-RPC code, if it is an error.
    pub fn jsonrpc(self) -> Option<i32> {
        match self {
            Expect::Success(_) => None,
            Expect::Error(error) => Some(error.jsonrpc()),
        }
    }
}

/// The outcome of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What our agents answer.
    pub expect: Expect,
    /// The HTTP status, where it is told: reading a task has none of its own.
    pub http: Option<u16>,
    /// A sentence.
    pub why: &'static str,
    /// What else a conformant peer may answer.
    pub also_conformant: &'static [&'static str],
}

const fn success(name: &'static str, why: &'static str) -> Outcome {
    Outcome { expect: Expect::Success(name), http: Some(200), why, also_conformant: &[] }
}

fn error(error: ProtocolError, why: &'static str) -> Outcome {
    Outcome { expect: Expect::Error(error), http: Some(error.http()), why, also_conformant: &[] }
}

impl Outcome {
    const fn or(mut self, others: &'static [&'static str]) -> Self {
        self.also_conformant = others;
        self
    }
}

/// What an operation does to a subject. A task of state `Unspecified`, as A2A 0.3 may report it, is
/// treated as one that has not ended.
///
/// # Examples
/// ```
/// use comity::a2a::operation::{Operation, Subject, outcome};
/// use comity::a2a::TaskState;
/// let outcome = outcome(Operation::CancelTask, Subject::Task(TaskState::Completed));
/// assert_eq!(outcome.expect.jsonrpc(), Some(-32002));
/// ```
pub fn outcome(operation: Operation, subject: Subject) -> Outcome {
    use ProtocolError::{TaskNotCancelable, TaskNotFound, UnsupportedOperation};
    match (operation, subject) {
        (Op::ListTasks, _) => success("tasks", "Listing names no task; those that the client may see are listed."),
        (Op::GetExtendedAgentCard, _) => {
            success("AgentCard", "The card is the agent's; it needs capabilities.extendedAgentCard.")
        }
        (_, Subject::Unknown) => error(TaskNotFound, "No task has this identifier, or the client may not see it."),
        (Op::GetTask, Subject::Task(_)) => {
            Outcome { http: None, ..success("Task", "A task can be read in any state.") }
        }
        (Op::SendMessage | Op::SendStreamingMessage, Subject::Task(state)) => match state {
            state if state.is_terminal() => {
                error(UnsupportedOperation, "A task in a terminal state takes no more messages (3.1.1, 3.1.2).")
            }
            TaskState::InputRequired => {
                success("accepted", "A task that requires input must take the message that gives it.")
            }
            TaskState::AuthRequired => success(
                "accepted",
                "A task that requires credentials should take a message; they may also come another way.",
            )
            .or(&["UnsupportedOperationError"]),
            _ => success(
                "accepted",
                "The specification leaves it open whether a task in progress takes messages; ours does.",
            )
            .or(&["UnsupportedOperationError"]),
        },
        (Op::CancelTask, Subject::Task(TaskState::Canceled)) => {
            error(TaskNotCancelable, "The task is canceled already, and a terminal state is final (3.1.5).")
                .or(&["Task(CANCELED)"])
        }
        (Op::CancelTask, Subject::Task(state)) if state.is_terminal() => {
            error(TaskNotCancelable, "The task has ended; a terminal state is final (3.1.5).")
        }
        (Op::CancelTask, Subject::Task(_)) => success(
            "Task(CANCELED)",
            "The task has not ended and is canceled; an agent that cannot stop it may refuse, or do it later.",
        )
        .or(&["TaskNotCancelableError", "Task(CANCELED later)"]),
        (Op::SubscribeToTask, Subject::Task(state)) if state.is_terminal() => {
            error(UnsupportedOperation, "Nothing more will happen to a task that has ended (3.1.6).")
        }
        (Op::SubscribeToTask, Subject::Task(_)) => {
            success("stream: Task first", "The stream begins with the task; it needs capabilities.streaming.")
        }
        (Op::CreateTaskPushNotificationConfig | Op::GetTaskPushNotificationConfig, Subject::Task(_)) => {
            success("config", "Configurations exist in any state; they need capabilities.pushNotifications.")
        }
        (Op::ListTaskPushNotificationConfigs, Subject::Task(_)) => {
            success("configs", "Configurations exist in any state; they need capabilities.pushNotifications.")
        }
        (Op::DeleteTaskPushNotificationConfig, Subject::Task(_)) => {
            success("empty", "Deleting answers with nothing, also a second time.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for operation in Operation::ALL {
            assert_eq!(Operation::from_name(operation.name()), Some(operation));
        }
    }

    #[test]
    fn no_task_is_found_under_an_unknown_identifier() {
        for operation in Operation::ALL {
            let found = outcome(operation, Subject::Unknown);
            let names_no_task = matches!(operation, Op::ListTasks | Op::GetExtendedAgentCard);
            assert_eq!(found.expect.jsonrpc(), (!names_no_task).then_some(-32001), "{operation}");
        }
    }

    #[test]
    fn an_error_has_the_codes_of_its_row() {
        for operation in Operation::ALL {
            for state in TaskState::ALL {
                let outcome = outcome(operation, Subject::Task(state));
                if let Expect::Error(error) = outcome.expect {
                    assert_eq!(outcome.http, Some(error.http()));
                    assert!(state.is_terminal(), "{operation} of a task in {state}");
                }
            }
        }
    }
}
