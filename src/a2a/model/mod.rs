//! The objects of A2A 1.0 as types of our own.
//!
//! One type a message of `lf.a2a.v1`, one field a field. What has a default value that means the same
//! as absence (proto3's implicit presence) is held as that value: `""`, an empty list, `false`. What
//! knows whether it was set is an `Option`. A one-of group is an enum, so that it has exactly one
//! member. Maps are ordered; texts are [`Text`], which costs nothing for a constant.
//!
//! `Serialize` writes the form that a conformant writer emits: JSON names, required members always,
//! set options, no other defaults. `Deserialize` takes that same form and no more; texts of others go
//! through [`read`](super::read), which knows what ProtoJSON readers must take. The two are tested
//! against each other. Nothing here checks a value: a `Task` without an id can be built and is
//! written as such, and the validator will say so.

mod card;
mod part;
mod push;
mod requests;
mod security;
mod state;
mod task;

pub use card::{
    AgentCapabilities, AgentCard, AgentCardSignature, AgentExtension, AgentInterface, AgentProvider, AgentSkill,
};
pub use part::{Content, Part};
pub use push::{
    AuthenticationInfo, DeleteTaskPushNotificationConfigRequest, GetTaskPushNotificationConfigRequest,
    ListTaskPushNotificationConfigsRequest, ListTaskPushNotificationConfigsResponse, TaskPushNotificationConfig,
};
pub use requests::{
    CancelTaskRequest, GetExtendedAgentCardRequest, GetTaskRequest, ListTasksRequest, ListTasksResponse,
    SendMessageConfiguration, SendMessageRequest, SendMessageResponse, StreamResponse, SubscribeToTaskRequest,
};
pub use security::{
    ApiKeySecurityScheme, AuthorizationCodeOAuthFlow, ClientCredentialsOAuthFlow, DeviceCodeOAuthFlow,
    HttpAuthSecurityScheme, ImplicitOAuthFlow, MutualTlsSecurityScheme, OAuth2SecurityScheme, OAuthFlows,
    OpenIdConnectSecurityScheme, PasswordOAuthFlow, SecurityRequirement, SecurityScheme, StringList,
};
pub use state::{Role, TaskState};
pub use task::{Artifact, Message, Task, TaskArtifactUpdateEvent, TaskStatus, TaskStatusUpdateEvent};

use super::schema::{self, MessageType};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A text, borrowed if it is a constant of the program.
pub type Text = Cow<'static, str>;

/// A JSON object of any members (`google.protobuf.Struct`), in the order of their names.
pub type Struct = BTreeMap<String, serde_json::Value>;

/// A message type of A2A.
pub trait Object: Serialize + DeserializeOwned {
    /// Its name in the protobuf definition.
    const TYPE: &'static str;

    /// Its table.
    fn message_type() -> &'static MessageType {
        schema::find(Self::TYPE).expect("each type of the model has a table")
    }
}

macro_rules! objects {
    ($($name:ident)*) => { $(impl Object for $name { const TYPE: &'static str = stringify!($name); })* };
    ($($name:ident as $text:literal),* $(,)?) => { $(impl Object for $name { const TYPE: &'static str = $text; })* };
}

objects! {
    Task TaskStatus Message Part Artifact TaskStatusUpdateEvent TaskArtifactUpdateEvent
    SendMessageRequest SendMessageConfiguration SendMessageResponse StreamResponse
    GetTaskRequest ListTasksRequest ListTasksResponse CancelTaskRequest SubscribeToTaskRequest
    GetExtendedAgentCardRequest
    TaskPushNotificationConfig AuthenticationInfo GetTaskPushNotificationConfigRequest
    DeleteTaskPushNotificationConfigRequest ListTaskPushNotificationConfigsRequest
    ListTaskPushNotificationConfigsResponse
    AgentCard AgentInterface AgentProvider AgentCapabilities AgentExtension AgentSkill AgentCardSignature
    SecurityRequirement StringList SecurityScheme OAuth2SecurityScheme OpenIdConnectSecurityScheme
    MutualTlsSecurityScheme OAuthFlows AuthorizationCodeOAuthFlow ClientCredentialsOAuthFlow
    DeviceCodeOAuthFlow ImplicitOAuthFlow PasswordOAuthFlow
}
objects! { ApiKeySecurityScheme as "APIKeySecurityScheme", HttpAuthSecurityScheme as "HTTPAuthSecurityScheme" }

/// Whether an implicit boolean is not written.
fn is_false(value: &bool) -> bool {
    !value
}

/// Whether an implicit integer is not written.
fn is_zero(value: &i32) -> bool {
    *value == 0
}
