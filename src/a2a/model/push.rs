//! Push notification configurations and the requests about them.

use super::{Text, is_zero};
use serde::{Deserialize, Serialize};

/// Where a task's updates are pushed (A2A 1.0, `TaskPushNotificationConfig`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TaskPushNotificationConfig {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The configuration's identifier.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub id: Text,
    /// The task.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub task_id: Text,
    /// Where to send updates. Required.
    pub url: Text,
    /// A token for the receiver to recognise.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub token: Text,
    /// How to authenticate with the receiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authentication: Option<AuthenticationInfo>,
}

/// How to authenticate with a receiver of updates (A2A 1.0, `AuthenticationInfo`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AuthenticationInfo {
    /// The HTTP authentication scheme, such as `Bearer`. Required.
    pub scheme: Text,
    /// The credentials, in the scheme's form.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub credentials: Text,
}

macro_rules! config_request {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub struct $name {
            /// The tenant that the agent's interface names.
            #[serde(skip_serializing_if = "str::is_empty")]
            pub tenant: Text,
            /// The task. Required.
            pub task_id: Text,
            /// The configuration. Required.
            pub id: Text,
        }
    };
}

config_request! {
    /// The request of `GetTaskPushNotificationConfig` (A2A 1.0).
    GetTaskPushNotificationConfigRequest
}
config_request! {
    /// The request of `DeleteTaskPushNotificationConfig` (A2A 1.0).
    DeleteTaskPushNotificationConfigRequest
}

/// The request of `ListTaskPushNotificationConfigs` (A2A 1.0).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTaskPushNotificationConfigsRequest {
    /// The tenant that the agent's interface names.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The task. Required.
    pub task_id: Text,
    /// The most configurations of a page; 0 leaves it to the server.
    #[serde(skip_serializing_if = "is_zero")]
    pub page_size: i32,
    /// The token of the page, from the answer before.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub page_token: Text,
}

/// The answer of `ListTaskPushNotificationConfigs` (A2A 1.0).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ListTaskPushNotificationConfigsResponse {
    /// The configurations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub configs: Vec<TaskPushNotificationConfig>,
    /// The token of the next page; empty on the last.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub next_page_token: Text,
}
