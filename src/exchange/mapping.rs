//! Facts as A2A objects.

use super::agent::{ContextId, TaskId};
use super::fact::{Fact, Payload};
use super::trace::{TraceLevel, TraceSink};
use crate::a2a::{
    Artifact, CancelTaskRequest, EXTENSION_URI, Message, Part, Role, SendMessageRequest, StreamResponse, Task,
    TaskArtifactUpdateEvent, TaskState, TaskStatus, TaskStatusUpdateEvent, Text, Timestamp, uuid,
};
use crate::ids::{RunKey, Tick};
use crate::sim::{Draws, Purpose, Who};

/// Turns facts into A2A objects. It never drives anything: what it does can only be read.
pub trait Mapping<F> {
    /// Gives the objects of a fact to a sink.
    fn emit<S: TraceSink>(&mut self, at: Tick, fact: &F, out: &mut S);
}

/// Tasks as A2A shows them.
///
/// A client's message is a `SendMessageRequest`. A server's first answer to it is a `StreamResponse` with the task as it
/// stands, and what follows on that stream are status and artifact updates; a stream ends in a terminal or interrupted
/// state, and the next message begins another. A cancellation is a `CancelTaskRequest`, answered by the `Task`. At level
/// [`Tasks`](TraceLevel::Tasks) only the final `Task` is given. Identifiers come from a stream of the place's own.
pub struct TaskMapping {
    names: Vec<String>,
    level: TraceLevel,
    identifiers: Draws,
    contexts: Vec<Option<Text>>,
    tasks: Vec<Option<TaskView>>,
    /// Every task's identifier, also after its end: later tasks may refer to it.
    known: Vec<Option<Text>>,
}

/// A task as its server shows it.
struct TaskView {
    client: usize,
    server: usize,
    task: Task,
    /// Whether a stream is open on which the task itself has been sent.
    streaming: bool,
    cancel_asked: bool,
}

impl TaskMapping {
    /// The mapping of an exchange between agents of these names, in a place and repetition of a run.
    pub fn new(names: Vec<String>, level: TraceLevel, key: &RunKey, place: &str, repetition: u64) -> Self {
        let identifiers = key.draws(Who::place(place, repetition), Purpose::Identifier);
        Self { names, level, identifiers, contexts: Vec::new(), tasks: Vec::new(), known: Vec::new() }
    }

    fn identifier(&mut self) -> Text {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.identifiers.word().to_le_bytes());
        bytes[8..].copy_from_slice(&self.identifiers.word().to_le_bytes());
        uuid(bytes).into()
    }

    fn context(&mut self, context: ContextId) -> Text {
        let place = context.0 as usize;
        if self.contexts.len() <= place {
            self.contexts.resize(place + 1, None);
        }
        if self.contexts[place].is_none() {
            self.contexts[place] = Some(self.identifier());
        }
        self.contexts[place].clone().expect("it was just made")
    }

    fn message(&mut self, role: Role, context: &Text, task: Option<&Text>, payload: &impl Payload) -> Message {
        Message {
            message_id: self.identifier(),
            context_id: context.clone(),
            task_id: task.cloned().unwrap_or_default(),
            role,
            parts: vec![Part::data(payload.data())],
            extensions: vec![EXTENSION_URI.into()],
            ..Message::default()
        }
    }

    fn opened<P: Payload, S: TraceSink>(
        &mut self,
        at: Tick,
        (task, context): (TaskId, ContextId),
        (client, server): (usize, usize),
        (payload, references): (&P, &[TaskId]),
        out: &mut S,
    ) {
        let context = self.context(context);
        let id = self.identifier();
        // The first message of a task cannot name it: its server has yet to choose its identifier.
        let mut message = self.message(Role::User, &context, None, payload);
        message.reference_task_ids = self.identifiers_of(references);
        let request = SendMessageRequest { message, ..SendMessageRequest::default() };
        if self.level == TraceLevel::Wire {
            out.object(at, &self.names[client], &self.names[server], &request);
        }
        let mut message = request.message;
        message.task_id = id.clone();
        let place = task.0 as usize;
        if self.tasks.len() <= place {
            self.tasks.resize_with(place + 1, || None);
            self.known.resize(place + 1, None);
        }
        self.known[place] = Some(id.clone());
        let task_object = Task { id, context_id: context, history: vec![message], ..Task::default() };
        let view = TaskView { client, server, task: task_object, streaming: false, cancel_asked: false };
        self.tasks[place] = Some(view);
    }

    /// The identifiers of tasks.
    fn identifiers_of(&self, tasks: &[TaskId]) -> Vec<Text> {
        tasks.iter().filter_map(|task| self.known.get(task.0 as usize).cloned().flatten()).collect()
    }

    /// The task, taken out to be worked on; put it back.
    fn take(&mut self, task: TaskId) -> Option<TaskView> {
        self.tasks.get_mut(task.0 as usize).and_then(Option::take)
    }

    fn put(&mut self, task: TaskId, view: TaskView) {
        self.tasks[task.0 as usize] = Some(view);
    }

    fn sent<P: Payload, S: TraceSink>(
        &mut self,
        at: Tick,
        view: &mut TaskView,
        (payload, references): (&P, &[TaskId]),
        out: &mut S,
    ) {
        let mut message = self.message(Role::User, &view.task.context_id, Some(&view.task.id), payload);
        message.reference_task_ids = self.identifiers_of(references);
        view.task.history.push(message.clone());
        view.streaming = false;
        if self.level == TraceLevel::Wire {
            let request = SendMessageRequest { message, ..SendMessageRequest::default() };
            out.object(at, &self.names[view.client], &self.names[view.server], &request);
        }
    }

    fn updated<P: Payload, S: TraceSink>(
        &mut self,
        at: Tick,
        view: &mut TaskView,
        state: TaskState,
        payload: Option<&P>,
        out: &mut S,
    ) {
        let message =
            payload.map(|payload| self.message(Role::Agent, &view.task.context_id, Some(&view.task.id), payload));
        view.task.status = TaskStatus { state, message, timestamp: Some(Timestamp::at(at)) };
        let (client, server) = (&self.names[view.client], &self.names[view.server]);
        match self.level {
            TraceLevel::Off => {}
            TraceLevel::Tasks => {
                if state.is_terminal() {
                    out.object(at, server, client, &view.task);
                }
            }
            TraceLevel::Wire => {
                if view.streaming {
                    let event = TaskStatusUpdateEvent {
                        task_id: view.task.id.clone(),
                        context_id: view.task.context_id.clone(),
                        status: view.task.status.clone(),
                        metadata: None,
                    };
                    out.object(at, server, client, &StreamResponse::StatusUpdate(event));
                } else if !view.cancel_asked || !state.is_terminal() {
                    out.object(at, server, client, &StreamResponse::Task(view.task.clone()));
                }
                if view.cancel_asked && state.is_terminal() {
                    out.object(at, server, client, &view.task);
                }
            }
        }
        view.streaming = !state.is_terminal() && !state.is_interrupted();
    }

    fn artifact<P: Payload, S: TraceSink>(&mut self, at: Tick, view: &mut TaskView, payload: &P, out: &mut S) {
        let artifact = Artifact {
            artifact_id: self.identifier(),
            name: payload.name().into(),
            parts: vec![Part::data(payload.data())],
            extensions: vec![EXTENSION_URI.into()],
            ..Artifact::default()
        };
        if self.level == TraceLevel::Wire {
            let event = TaskArtifactUpdateEvent {
                task_id: view.task.id.clone(),
                context_id: view.task.context_id.clone(),
                artifact: artifact.clone(),
                last_chunk: true,
                ..TaskArtifactUpdateEvent::default()
            };
            let (client, server) = (&self.names[view.client], &self.names[view.server]);
            out.object(at, server, client, &StreamResponse::ArtifactUpdate(event));
        }
        view.task.artifacts.push(artifact);
    }
}

impl<P: Payload> Mapping<Fact<P>> for TaskMapping {
    fn emit<S: TraceSink>(&mut self, at: Tick, fact: &Fact<P>, out: &mut S) {
        if self.level == TraceLevel::Off {
            return;
        }
        match fact {
            Fact::Opened { task, context, client, server, payload, references } => {
                let parties = (client.index(), server.index());
                self.opened(at, (*task, *context), parties, (payload, references), out);
            }
            Fact::Sent { task, payload, references } => {
                if let Some(mut view) = self.take(*task) {
                    self.sent(at, &mut view, (payload, references), out);
                    self.put(*task, view);
                }
            }
            Fact::Updated { task, state, payload } => {
                if let Some(mut view) = self.take(*task) {
                    self.updated(at, &mut view, *state, payload.as_ref(), out);
                    // A task in a terminal state says nothing more.
                    if !state.is_terminal() {
                        self.put(*task, view);
                    }
                }
            }
            Fact::Artifact { task, payload } => {
                if let Some(mut view) = self.take(*task) {
                    self.artifact(at, &mut view, payload, out);
                    self.put(*task, view);
                }
            }
            Fact::CancelAsked { task, because } => {
                if let Some(mut view) = self.take(*task) {
                    view.cancel_asked = true;
                    if self.level == TraceLevel::Wire {
                        let metadata =
                            because.as_ref().map(|because| [(EXTENSION_URI.to_string(), because.data())].into());
                        let id = view.task.id.clone();
                        let request = CancelTaskRequest { id, metadata, ..CancelTaskRequest::default() };
                        out.object(at, &self.names[view.client], &self.names[view.server], &request);
                    }
                    self.put(*task, view);
                }
            }
            Fact::Lost | Fact::Duplicated | Fact::Late | Fact::Crashed { .. } | Fact::Recovered { .. } => {}
        }
    }
}
