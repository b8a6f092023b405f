//! Requests of the eleven operations and their answers, push notifications aside.

use super::{
    Message, Struct, Task, TaskArtifactUpdateEvent, TaskPushNotificationConfig, TaskState, TaskStatusUpdateEvent, Text,
    is_false,
};
use crate::a2a::Timestamp;
use serde::{Deserialize, Serialize};

/// The request of `SendMessage` and `SendStreamingMessage` (A2A 1.0, `SendMessageRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SendMessageRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The message. Required.
    pub message: Message,
    /// How to send it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configuration: Option<SendMessageConfiguration>,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
}

/// How a message is sent (A2A 1.0, `SendMessageConfiguration`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SendMessageConfiguration {
    /// The media types that the client takes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accepted_output_modes: Vec<Text>,
    /// Where to push updates of the task; its task id is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_push_notification_config: Option<TaskPushNotificationConfig>,
    /// How many messages of the history to return: unset leaves it to the server, 0 means none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_length: Option<i32>,
    /// Whether to return the task as it stands, instead of waiting for a terminal or interrupted state.
    #[serde(skip_serializing_if = "is_false")]
    pub return_immediately: bool,
}

/// The answer of `SendMessage` (A2A 1.0, `SendMessageResponse`): exactly one of two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SendMessageResponse {
    /// A task that processes the message.
    Task(Task),
    /// A direct reply.
    Message(Message),
}

/// One event of a stream (A2A 1.0, `StreamResponse`): exactly one of four.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StreamResponse {
    /// A task as it stands.
    Task(Task),
    /// A direct reply.
    Message(Message),
    /// A change of status.
    StatusUpdate(TaskStatusUpdateEvent),
    /// A new or extended artifact.
    ArtifactUpdate(TaskArtifactUpdateEvent),
}

/// The request of `GetTask` (A2A 1.0, `GetTaskRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GetTaskRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The task. Required.
    pub id: Text,
    /// How many messages of the history to return, as in [`SendMessageConfiguration`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_length: Option<i32>,
}

/// The request of `ListTasks` (A2A 1.0, `ListTasksRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTasksRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// Tasks of this context alone.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub context_id: Text,
    /// Tasks in this state alone; unspecified for all.
    #[serde(skip_serializing_if = "is_unspecified")]
    pub status: TaskState,
    /// The most tasks of a page, from 1 to 100; 50 if unset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_size: Option<i32>,
    /// The token of the page, from the answer before.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub page_token: Text,
    /// How many messages of each history to return, as in [`SendMessageConfiguration`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_length: Option<i32>,
    /// Tasks whose status is not older than this alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_timestamp_after: Option<Timestamp>,
    /// Whether to return artifacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_artifacts: Option<bool>,
}

fn is_unspecified(state: &TaskState) -> bool {
    *state == TaskState::Unspecified
}

/// The answer of `ListTasks` (A2A 1.0, `ListTasksResponse`). All members are required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTasksResponse {
    /// The tasks, latest status first.
    pub tasks: Vec<Task>,
    /// The token of the next page; empty on the last.
    pub next_page_token: Text,
    /// The most tasks of a page.
    pub page_size: i32,
    /// How many tasks there are on all pages.
    pub total_size: i32,
}

/// The request of `CancelTask` (A2A 1.0, `CancelTaskRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CancelTaskRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The task. Required.
    pub id: Text,
    /// What else is said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Struct>,
}

/// The request of `SubscribeToTask` (A2A 1.0, `SubscribeToTaskRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SubscribeToTaskRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The task. Required.
    pub id: Text,
}

/// The request of `GetExtendedAgentCard` (A2A 1.0, `GetExtendedAgentCardRequest`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct GetExtendedAgentCardRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
}
