//! Agents, what they hear and what they command.

use crate::a2a::TaskState;
use crate::ids::{AgentId, Tick};

/// A task of an exchange, by the order in which tasks were opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(pub u32);

/// A relationship of agents, to which tasks belong: what A2A calls a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextId(pub u32);

/// What an agent hears. `P` is the protocol's payload.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<P> {
    /// The exchange begins.
    Start,
    /// A client's message has arrived: it opens a task at this agent, or goes on with one.
    Message {
        /// The task.
        task: TaskId,
        /// The client.
        from: AgentId,
        /// What it says.
        payload: P,
    },
    /// A server's update of a task that this agent opened has arrived.
    Update {
        /// The task.
        task: TaskId,
        /// Its new state.
        state: TaskState,
        /// What the server says about it.
        payload: Option<P>,
    },
    /// A result of a task that this agent opened has arrived.
    Artifact {
        /// The task.
        task: TaskId,
        /// The result.
        payload: P,
    },
    /// A client asks that a task be cancelled.
    Cancel {
        /// The task.
        task: TaskId,
    },
    /// The agent had crashed and hears again; what it set timers for meanwhile has passed by.
    Recovered,
    /// A timer that the agent set goes off.
    Timer {
        /// What the agent called it.
        tag: u64,
    },
}

/// What an agent wants done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<P> {
    /// Opens a task at another agent.
    Open {
        /// The task, as [`Outbox::open`] named it.
        task: TaskId,
        /// The server.
        to: AgentId,
        /// The relationship to which it belongs.
        context: ContextId,
        /// What it is about.
        payload: P,
        /// Other tasks that it refers to.
        references: Vec<TaskId>,
    },
    /// Sends a further message to a task that the agent opened.
    Send {
        /// The task.
        task: TaskId,
        /// What it says.
        payload: P,
        /// Other tasks that it refers to.
        references: Vec<TaskId>,
    },
    /// Reports a new state of a task that the agent serves.
    Update {
        /// The task.
        task: TaskId,
        /// The state.
        state: TaskState,
        /// What is said about it.
        payload: Option<P>,
    },
    /// Adds a result to a task that the agent serves.
    Artifact {
        /// The task.
        task: TaskId,
        /// The result.
        payload: P,
    },
    /// Asks that a task that the agent opened be cancelled.
    Cancel {
        /// The task.
        task: TaskId,
        /// Why, for those who read the request; the life cycle does not depend on it.
        because: Option<P>,
    },
    /// Sets a timer.
    Timer {
        /// After how long.
        after_us: u64,
        /// What the agent calls it.
        tag: u64,
    },
}

/// An agent: it hears events and answers with commands. It has no clock and no draws but those it was made with, and
/// nothing that it does can reach another agent but through its commands.
pub trait Agent<P>: Send {
    /// Hears an event at a tick, and puts what it wants done into `out`.
    fn on(&mut self, now: Tick, event: &Event<P>, out: &mut Outbox<P>);
}

impl<P> Agent<P> for Box<dyn Agent<P>> {
    fn on(&mut self, now: Tick, event: &Event<P>, out: &mut Outbox<P>) {
        (**self).on(now, event, out);
    }
}

/// Collects the commands of an agent while it hears one event.
#[derive(Debug)]
pub struct Outbox<P> {
    commands: Vec<Command<P>>,
    next_task: u32,
}

impl<P> Outbox<P> {
    /// An empty outbox in this room, which is reused.
    pub(super) fn new(next_task: u32, commands: Vec<Command<P>>) -> Self {
        Self { commands, next_task }
    }

    pub(super) fn into_commands(self) -> Vec<Command<P>> {
        self.commands
    }

    /// Opens a task at another agent and says which it is.
    pub fn open(&mut self, to: AgentId, context: ContextId, payload: P) -> TaskId {
        self.open_about(to, context, payload, Vec::new())
    }

    /// As [`open`](Outbox::open), referring to other tasks.
    pub fn open_about(&mut self, to: AgentId, context: ContextId, payload: P, references: Vec<TaskId>) -> TaskId {
        let task = TaskId(self.next_task);
        self.next_task += 1;
        self.commands.push(Command::Open { task, to, context, payload, references });
        task
    }

    /// Sends a further message to a task that the agent opened.
    pub fn send(&mut self, task: TaskId, payload: P) {
        self.send_about(task, payload, Vec::new());
    }

    /// As [`send`](Outbox::send), referring to other tasks.
    pub fn send_about(&mut self, task: TaskId, payload: P, references: Vec<TaskId>) {
        self.commands.push(Command::Send { task, payload, references });
    }

    /// Reports a new state of a task that the agent serves.
    pub fn update(&mut self, task: TaskId, state: TaskState) {
        self.commands.push(Command::Update { task, state, payload: None });
    }

    /// As [`update`](Outbox::update), saying something about it.
    pub fn update_saying(&mut self, task: TaskId, state: TaskState, payload: P) {
        self.commands.push(Command::Update { task, state, payload: Some(payload) });
    }

    /// Adds a result to a task that the agent serves.
    pub fn artifact(&mut self, task: TaskId, payload: P) {
        self.commands.push(Command::Artifact { task, payload });
    }

    /// Asks that a task that the agent opened be cancelled.
    pub fn cancel(&mut self, task: TaskId) {
        self.commands.push(Command::Cancel { task, because: None });
    }

    /// As [`cancel`](Outbox::cancel), saying why.
    pub fn cancel_because(&mut self, task: TaskId, because: P) {
        self.commands.push(Command::Cancel { task, because: Some(because) });
    }

    /// Sets a timer.
    pub fn timer(&mut self, after_us: u64, tag: u64) {
        self.commands.push(Command::Timer { after_us, tag });
    }
}
