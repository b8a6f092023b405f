//! The message types of A2A 1.0, package `lf.a2a.v1`, field by field.
//!
//! Presence follows the `REQUIRED` and `optional` marks of the protobuf definition; the fields of the
//! two deprecated OAuth flows carry none. Two required members of `ListTasksResponse` may be empty,
//! as the specification's 3.1.4 wants them on the last page. Ranges are those that the definition's
//! comments give.

use super::{Empty, EnumType, Field, Kind, MessageType, Rule};

/// `TaskState`.
pub static TASK_STATE: EnumType = EnumType {
    name: "TaskState",
    values: &[
        "TASK_STATE_UNSPECIFIED",
        "TASK_STATE_SUBMITTED",
        "TASK_STATE_WORKING",
        "TASK_STATE_COMPLETED",
        "TASK_STATE_FAILED",
        "TASK_STATE_CANCELED",
        "TASK_STATE_INPUT_REQUIRED",
        "TASK_STATE_REJECTED",
        "TASK_STATE_AUTH_REQUIRED",
    ],
};

/// `Role`.
pub static ROLE: EnumType = EnumType { name: "Role", values: &["ROLE_UNSPECIFIED", "ROLE_USER", "ROLE_AGENT"] };

/// A count, which is never negative.
const COUNT: Rule = Rule::Between(0, i32::MAX);
/// The page size of `ListTasks`.
const PAGE: Rule = Rule::Between(1, 100);
const LOCATIONS: Rule = Rule::Among(&["query", "header", "cookie"]);

const fn text(name: &'static str) -> Field {
    Field::new(name, Kind::Text)
}

const fn flag(name: &'static str) -> Field {
    Field::new(name, Kind::Bool)
}

const fn count(name: &'static str) -> Field {
    Field::new(name, Kind::Int32).rule(COUNT)
}

const fn free(name: &'static str) -> Field {
    Field::new(name, Kind::Struct)
}

const fn time(name: &'static str) -> Field {
    Field::new(name, Kind::Time)
}

const fn message(name: &'static str, of: &'static MessageType) -> Field {
    Field::new(name, Kind::Message(of))
}

const fn of(name: &'static str, fields: &'static [Field]) -> MessageType {
    MessageType { name, fields, one_of: None }
}

const fn one_of(name: &'static str, group: &'static str, fields: &'static [Field]) -> MessageType {
    MessageType { name, fields, one_of: Some(group) }
}

/// `Part`.
pub static PART: MessageType = one_of(
    "Part",
    "content",
    &[
        text("text").one_of(),
        Field::new("raw", Kind::Bytes).one_of(),
        text("url").one_of(),
        Field::new("data", Kind::Value).one_of(),
        free("metadata"),
        text("filename"),
        text("mediaType"),
    ],
);

static MESSAGE: MessageType = of(
    "Message",
    &[
        text("messageId").required(),
        text("contextId"),
        text("taskId"),
        Field::new("role", Kind::Enum(&ROLE)).required(),
        message("parts", &PART).list().required(),
        free("metadata"),
        text("extensions").list(),
        text("referenceTaskIds").list(),
    ],
);

static ARTIFACT: MessageType = of(
    "Artifact",
    &[
        text("artifactId").required(),
        text("name"),
        text("description"),
        message("parts", &PART).list().required(),
        free("metadata"),
        text("extensions").list(),
    ],
);

static STATUS: MessageType = of(
    "TaskStatus",
    &[Field::new("state", Kind::Enum(&TASK_STATE)).required(), message("message", &MESSAGE), time("timestamp")],
);

static TASK: MessageType = of(
    "Task",
    &[
        text("id").required(),
        text("contextId"),
        message("status", &STATUS).required(),
        message("artifacts", &ARTIFACT).list(),
        message("history", &MESSAGE).list(),
        free("metadata"),
    ],
);

static STATUS_UPDATE: MessageType = of(
    "TaskStatusUpdateEvent",
    &[text("taskId").required(), text("contextId").required(), message("status", &STATUS).required(), free("metadata")],
);

static ARTIFACT_UPDATE: MessageType = of(
    "TaskArtifactUpdateEvent",
    &[
        text("taskId").required(),
        text("contextId").required(),
        message("artifact", &ARTIFACT).required(),
        flag("append"),
        flag("lastChunk"),
        free("metadata"),
    ],
);

static AUTHENTICATION: MessageType = of("AuthenticationInfo", &[text("scheme").required(), text("credentials")]);

static PUSH_CONFIG: MessageType = of(
    "TaskPushNotificationConfig",
    &[
        text("tenant"),
        text("id"),
        text("taskId"),
        text("url").required(),
        text("token"),
        message("authentication", &AUTHENTICATION),
    ],
);

static SEND_CONFIGURATION: MessageType = of(
    "SendMessageConfiguration",
    &[
        text("acceptedOutputModes").list(),
        message("taskPushNotificationConfig", &PUSH_CONFIG),
        count("historyLength").explicit(),
        flag("returnImmediately"),
    ],
);

static SEND_REQUEST: MessageType = of(
    "SendMessageRequest",
    &[
        text("tenant"),
        message("message", &MESSAGE).required(),
        message("configuration", &SEND_CONFIGURATION),
        free("metadata"),
    ],
);

static SEND_RESPONSE: MessageType =
    one_of("SendMessageResponse", "payload", &[message("task", &TASK).one_of(), message("message", &MESSAGE).one_of()]);

static STREAM_RESPONSE: MessageType = one_of(
    "StreamResponse",
    "payload",
    &[
        message("task", &TASK).one_of(),
        message("message", &MESSAGE).one_of(),
        message("statusUpdate", &STATUS_UPDATE).one_of(),
        message("artifactUpdate", &ARTIFACT_UPDATE).one_of(),
    ],
);

static GET_TASK: MessageType =
    of("GetTaskRequest", &[text("tenant"), text("id").required(), count("historyLength").explicit()]);

static LIST_TASKS: MessageType = of(
    "ListTasksRequest",
    &[
        text("tenant"),
        text("contextId"),
        Field::new("status", Kind::Enum(&TASK_STATE)),
        Field::new("pageSize", Kind::Int32).explicit().rule(PAGE),
        text("pageToken"),
        count("historyLength").explicit(),
        time("statusTimestampAfter"),
        flag("includeArtifacts").explicit(),
    ],
);

static LIST_TASKS_RESPONSE: MessageType = of(
    "ListTasksResponse",
    &[
        message("tasks", &TASK).list().required_maybe_empty(Empty::With("nextPageToken")),
        text("nextPageToken").required_maybe_empty(Empty::Allowed),
        count("pageSize").required_maybe_empty(Empty::Allowed),
        count("totalSize").required_maybe_empty(Empty::Allowed),
    ],
);

static CANCEL_TASK: MessageType = of("CancelTaskRequest", &[text("tenant"), text("id").required(), free("metadata")]);

static SUBSCRIBE: MessageType = of("SubscribeToTaskRequest", &[text("tenant"), text("id").required()]);

static GET_PUSH: MessageType =
    of("GetTaskPushNotificationConfigRequest", &[text("tenant"), text("taskId").required(), text("id").required()]);

static DELETE_PUSH: MessageType =
    of("DeleteTaskPushNotificationConfigRequest", &[text("tenant"), text("taskId").required(), text("id").required()]);

static LIST_PUSH: MessageType = of(
    "ListTaskPushNotificationConfigsRequest",
    &[text("tenant"), text("taskId").required(), count("pageSize"), text("pageToken")],
);

static LIST_PUSH_RESPONSE: MessageType =
    of("ListTaskPushNotificationConfigsResponse", &[message("configs", &PUSH_CONFIG).list(), text("nextPageToken")]);

static GET_EXTENDED_CARD: MessageType = of("GetExtendedAgentCardRequest", &[text("tenant")]);

static INTERFACE: MessageType = of(
    "AgentInterface",
    &[text("url").required(), text("protocolBinding").required(), text("tenant"), text("protocolVersion").required()],
);

static PROVIDER: MessageType = of("AgentProvider", &[text("url").required(), text("organization").required()]);

static EXTENSION: MessageType =
    of("AgentExtension", &[text("uri"), text("description"), flag("required"), free("params")]);

static CAPABILITIES: MessageType = of(
    "AgentCapabilities",
    &[
        flag("streaming").explicit(),
        flag("pushNotifications").explicit(),
        message("extensions", &EXTENSION).list(),
        flag("extendedAgentCard").explicit(),
    ],
);

static STRING_LIST: MessageType = of("StringList", &[text("list").list()]);

static SECURITY_REQUIREMENT: MessageType = of("SecurityRequirement", &[message("schemes", &STRING_LIST).map()]);

static SKILL: MessageType = of(
    "AgentSkill",
    &[
        text("id").required(),
        text("name").required(),
        text("description").required(),
        text("tags").list().required(),
        text("examples").list(),
        text("inputModes").list(),
        text("outputModes").list(),
        message("securityRequirements", &SECURITY_REQUIREMENT).list(),
    ],
);

static CARD_SIGNATURE: MessageType =
    of("AgentCardSignature", &[text("protected").required(), text("signature").required(), free("header")]);

static CARD: MessageType = of(
    "AgentCard",
    &[
        text("name").required(),
        text("description").required(),
        message("supportedInterfaces", &INTERFACE).list().required(),
        message("provider", &PROVIDER),
        text("version").required(),
        text("documentationUrl").explicit(),
        message("capabilities", &CAPABILITIES).required(),
        message("securitySchemes", &SECURITY_SCHEME).map(),
        message("securityRequirements", &SECURITY_REQUIREMENT).list(),
        text("defaultInputModes").list().required(),
        text("defaultOutputModes").list().required(),
        message("skills", &SKILL).list().required(),
        message("signatures", &CARD_SIGNATURE).list(),
        text("iconUrl").explicit(),
    ],
);

static API_KEY: MessageType = of(
    "APIKeySecurityScheme",
    &[text("description"), text("location").required().rule(LOCATIONS), text("name").required()],
);

static HTTP_AUTH: MessageType =
    of("HTTPAuthSecurityScheme", &[text("description"), text("scheme").required(), text("bearerFormat")]);

static OAUTH2: MessageType = of(
    "OAuth2SecurityScheme",
    &[text("description"), message("flows", &OAUTH_FLOWS).required(), text("oauth2MetadataUrl")],
);

static OPEN_ID: MessageType =
    of("OpenIdConnectSecurityScheme", &[text("description"), text("openIdConnectUrl").required()]);

static MUTUAL_TLS: MessageType = of("MutualTlsSecurityScheme", &[text("description")]);

static SECURITY_SCHEME: MessageType = one_of(
    "SecurityScheme",
    "scheme",
    &[
        message("apiKeySecurityScheme", &API_KEY).one_of(),
        message("httpAuthSecurityScheme", &HTTP_AUTH).one_of(),
        message("oauth2SecurityScheme", &OAUTH2).one_of(),
        message("openIdConnectSecurityScheme", &OPEN_ID).one_of(),
        message("mtlsSecurityScheme", &MUTUAL_TLS).one_of(),
    ],
);

static AUTHORIZATION_CODE: MessageType = of(
    "AuthorizationCodeOAuthFlow",
    &[
        text("authorizationUrl").required(),
        text("tokenUrl").required(),
        text("refreshUrl"),
        text("scopes").map().required(),
        flag("pkceRequired"),
    ],
);

static CLIENT_CREDENTIALS: MessageType = of(
    "ClientCredentialsOAuthFlow",
    &[text("tokenUrl").required(), text("refreshUrl"), text("scopes").map().required()],
);

static DEVICE_CODE: MessageType = of(
    "DeviceCodeOAuthFlow",
    &[
        text("deviceAuthorizationUrl").required(),
        text("tokenUrl").required(),
        text("refreshUrl"),
        text("scopes").map().required(),
    ],
);

static IMPLICIT: MessageType =
    of("ImplicitOAuthFlow", &[text("authorizationUrl"), text("refreshUrl"), text("scopes").map()]);

static PASSWORD: MessageType = of("PasswordOAuthFlow", &[text("tokenUrl"), text("refreshUrl"), text("scopes").map()]);

static OAUTH_FLOWS: MessageType = one_of(
    "OAuthFlows",
    "flow",
    &[
        message("authorizationCode", &AUTHORIZATION_CODE).one_of(),
        message("clientCredentials", &CLIENT_CREDENTIALS).one_of(),
        message("implicit", &IMPLICIT).one_of(),
        message("password", &PASSWORD).one_of(),
        message("deviceCode", &DEVICE_CODE).one_of(),
    ],
);

/// All message types.
pub static MESSAGE_TYPES: &[&MessageType] = &[
    &TASK,
    &STATUS,
    &MESSAGE,
    &PART,
    &ARTIFACT,
    &STATUS_UPDATE,
    &ARTIFACT_UPDATE,
    &SEND_REQUEST,
    &SEND_CONFIGURATION,
    &SEND_RESPONSE,
    &STREAM_RESPONSE,
    &GET_TASK,
    &LIST_TASKS,
    &LIST_TASKS_RESPONSE,
    &CANCEL_TASK,
    &SUBSCRIBE,
    &PUSH_CONFIG,
    &AUTHENTICATION,
    &GET_PUSH,
    &DELETE_PUSH,
    &LIST_PUSH,
    &LIST_PUSH_RESPONSE,
    &GET_EXTENDED_CARD,
    &CARD,
    &INTERFACE,
    &PROVIDER,
    &CAPABILITIES,
    &EXTENSION,
    &SKILL,
    &CARD_SIGNATURE,
    &SECURITY_REQUIREMENT,
    &STRING_LIST,
    &SECURITY_SCHEME,
    &API_KEY,
    &HTTP_AUTH,
    &OAUTH2,
    &OPEN_ID,
    &MUTUAL_TLS,
    &OAUTH_FLOWS,
    &AUTHORIZATION_CODE,
    &CLIENT_CREDENTIALS,
    &DEVICE_CODE,
    &IMPLICIT,
    &PASSWORD,
];
