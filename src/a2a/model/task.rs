//! Tasks and what they are made of: status, messages, artifacts, and the events that change them.

use super::{Part, Role, Struct, TaskState, Text, is_false};
use crate::a2a::Timestamp;
use serde::{Deserialize, Serialize};

/// A unit of work (A2A 1.0, `Task`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Task {
    /// Its identifier, which the server chooses. Required.
    pub id: Text,
    /// The context to which it belongs; always given by an agent that makes one (3.4.1).
    #[serde(skip_serializing_if = "str::is_empty")]
    pub context_id: Text,
    /// Its status. Required.
    pub status: TaskStatus,
    /// Its results.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub artifacts: Vec<Artifact>,
    /// Its messages so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Message>,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
}

/// The status of a task (A2A 1.0, `TaskStatus`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskStatus {
    /// Its state. Required.
    pub state: TaskState,
    /// What the agent says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
    /// When it came about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<Timestamp>,
}

/// A message (A2A 1.0, `Message`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Message {
    /// Its identifier, which its author chooses. Required.
    pub message_id: Text,
    /// The context to which it belongs; always given by an agent.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub context_id: Text,
    /// The task to which it belongs.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub task_id: Text,
    /// Who wrote it. Required.
    pub role: Role,
    /// What it says: at least one part. Required.
    pub parts: Vec<Part>,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
    /// The URIs of the extensions that it uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Text>,
    /// Other tasks that it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reference_task_ids: Vec<Text>,
}

/// A result of a task (A2A 1.0, `Artifact`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Artifact {
    /// Its identifier, unique in its task. Required.
    pub artifact_id: Text,
    /// Its name.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: Text,
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
    /// What it holds: at least one part. Required.
    pub parts: Vec<Part>,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
    /// The URIs of the extensions that it uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Text>,
}

/// A change of a task's status (A2A 1.0, `TaskStatusUpdateEvent`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskStatusUpdateEvent {
    /// The task. Required.
    pub task_id: Text,
    /// The task's context. Required.
    pub context_id: Text,
    /// The new status. Required.
    pub status: TaskStatus,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
}

/// A new or extended result of a task (A2A 1.0, `TaskArtifactUpdateEvent`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskArtifactUpdateEvent {
    /// The task. Required.
    pub task_id: Text,
    /// The task's context. Required.
    pub context_id: Text,
    /// The artifact, or a chunk of it. Required.
    pub artifact: Artifact,
    /// Whether it extends the artifact of its identifier, instead of replacing it.
    #[serde(skip_serializing_if = "is_false")]
    pub append: bool,
    /// Whether the artifact is complete with it.
    #[serde(skip_serializing_if = "is_false")]
    pub last_chunk: bool,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
}
