//! The errors that an A2A 1.0.1 agent answers with, and their form in the two JSON bindings.
//!
//! One row an error: JSON-RPC code, gRPC status, HTTP status and the reason of its
//! `google.rpc.ErrorInfo`. Version 1.0.0 had other gRPC and HTTP statuses for six of them; a client
//! takes both. JSON-RPC errors travel with HTTP 200.

use serde_json::{Value, json};
use std::fmt;

/// An error of A2A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProtocolError {
    /// There is no such task, or the client may not see it.
    TaskNotFound,
    /// The task can no longer be canceled.
    TaskNotCancelable,
    /// The agent does not push updates.
    PushNotificationNotSupported,
    /// The operation is not possible here: the task has ended, or the agent cannot do it.
    UnsupportedOperation,
    /// A media type is not taken.
    ContentTypeNotSupported,
    /// The agent answered what it may not answer.
    InvalidAgentResponse,
    /// The extended card is declared and missing.
    ExtendedAgentCardNotConfigured,
    /// The client did not declare an extension that the agent requires.
    ExtensionSupportRequired,
    /// The version of the protocol is not spoken here.
    VersionNotSupported,
}

/// A row of the error table.
struct Row {
    name: &'static str,
    grpc: &'static str,
    http: u16,
    reason: &'static str,
}

const fn row(name: &'static str, grpc: &'static str, http: u16, reason: &'static str) -> Row {
    Row { name, grpc, http, reason }
}

/// By JSON-RPC code, from -32001 down.
static TABLE: [Row; 9] = [
    row("TaskNotFoundError", "NOT_FOUND", 404, "TASK_NOT_FOUND"),
    row("TaskNotCancelableError", "FAILED_PRECONDITION", 400, "TASK_NOT_CANCELABLE"),
    row("PushNotificationNotSupportedError", "FAILED_PRECONDITION", 400, "PUSH_NOTIFICATION_NOT_SUPPORTED"),
    row("UnsupportedOperationError", "FAILED_PRECONDITION", 400, "UNSUPPORTED_OPERATION"),
    row("ContentTypeNotSupportedError", "INVALID_ARGUMENT", 400, "CONTENT_TYPE_NOT_SUPPORTED"),
    row("InvalidAgentResponseError", "INTERNAL", 500, "INVALID_AGENT_RESPONSE"),
    row("ExtendedAgentCardNotConfiguredError", "FAILED_PRECONDITION", 400, "EXTENDED_AGENT_CARD_NOT_CONFIGURED"),
    row("ExtensionSupportRequiredError", "FAILED_PRECONDITION", 400, "EXTENSION_SUPPORT_REQUIRED"),
    row("VersionNotSupportedError", "FAILED_PRECONDITION", 400, "VERSION_NOT_SUPPORTED"),
];

impl ProtocolError {
    /// All errors, by JSON-RPC code from -32001 down.
    pub const ALL: [ProtocolError; 9] = [
        Self::TaskNotFound,
        Self::TaskNotCancelable,
        Self::PushNotificationNotSupported,
        Self::UnsupportedOperation,
        Self::ContentTypeNotSupported,
        Self::InvalidAgentResponse,
        Self::ExtendedAgentCardNotConfigured,
        Self::ExtensionSupportRequired,
        Self::VersionNotSupported,
    ];

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its name, such as `TaskNotFoundError`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Its JSON-RPC code, from -32001 to -32009.
    pub fn jsonrpc(self) -> i32 {
        -32001 - self as i32
    }

    /// The name of its gRPC status.
    pub fn grpc(self) -> &'static str {
        self.row().grpc
    }

    /// Its HTTP status.
    pub fn http(self) -> u16 {
        self.row().http
    }

    /// The reason of its `ErrorInfo`.
    pub fn reason(self) -> &'static str {
        self.row().reason
    }

    fn info(self) -> Value {
        json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": self.reason(),
            "domain": "a2a-protocol.org",
            "metadata": {},
        })
    }

    /// The `error` member of a JSON-RPC response.
    pub fn to_jsonrpc(self, message: &str) -> Value {
        json!({ "code": self.jsonrpc(), "message": message, "data": [self.info()] })
    }

    /// The body of an HTTP+JSON response (AIP-193).
    pub fn to_http(self, message: &str) -> Value {
        json!({
            "error": {
                "code": self.http(),
                "status": self.grpc(),
                "message": message,
                "details": [self.info()],
            }
        })
    }
}

impl fmt::Display for ProtocolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::error::Error for ProtocolError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_forms_of_both_bindings() {
        let error = ProtocolError::TaskNotFound;
        let rpc = error.to_jsonrpc("no task t-1");
        assert_eq!(rpc["code"], -32001);
        assert_eq!(rpc["data"][0]["reason"], "TASK_NOT_FOUND");
        let http = error.to_http("no task t-1");
        assert_eq!(http["error"]["code"], 404);
        assert_eq!(http["error"]["details"], rpc["data"]);
    }
}
