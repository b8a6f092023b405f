//! What happens in an exchange, for observers.

use super::agent::{ContextId, TaskId};
use crate::a2a::TaskState;
use crate::ids::AgentId;

/// What a protocol says in its messages and artifacts: data parts under our extension.
pub trait Payload: Clone {
    /// The JSON of the data part.
    fn data(&self) -> serde_json::Value;

    /// The artifact's name, where the payload is a result.
    fn name(&self) -> &'static str;
}

/// A fact of an exchange. Facts come in the order in which they happen: what is sent is a fact at its sending, whether
/// or not it arrives.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact<P> {
    /// A client opened a task.
    Opened {
        /// The task.
        task: TaskId,
        /// The relationship to which it belongs.
        context: ContextId,
        /// Who opened it.
        client: AgentId,
        /// At whom.
        server: AgentId,
        /// What it is about.
        payload: P,
        /// Other tasks that it refers to.
        references: Vec<TaskId>,
    },
    /// A client sent a further message to a task.
    Sent {
        /// The task.
        task: TaskId,
        /// What it says.
        payload: P,
        /// Other tasks that it refers to.
        references: Vec<TaskId>,
    },
    /// A server reported a state of a task.
    Updated {
        /// The task.
        task: TaskId,
        /// The state.
        state: TaskState,
        /// What it says about it.
        payload: Option<P>,
    },
    /// A server added a result to a task.
    Artifact {
        /// The task.
        task: TaskId,
        /// The result.
        payload: P,
    },
    /// A client asked that a task be cancelled.
    CancelAsked {
        /// The task.
        task: TaskId,
        /// Why.
        because: Option<P>,
    },
    /// The network lost what was sent last.
    Lost,
    /// The network will deliver what was sent last twice.
    Duplicated,
    /// The network delays what was sent last.
    Late,
    /// An agent stopped hearing.
    Crashed {
        /// The agent.
        agent: AgentId,
    },
    /// An agent hears again.
    Recovered {
        /// The agent.
        agent: AgentId,
    },
}
