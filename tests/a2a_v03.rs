//! The reader of A2A 0.3 against the compatibility layer of the official Python SDK 1.3.0: the rows of
//! `compat03.json`, and further ones that the SDK was asked for (`compat03_sdk.json`).

mod common;

use comity::a2a::v03::{V03Error, convert, read};
use comity::a2a::{AgentCard, Level, SendMessageConfiguration, StreamResponse, Task, TaskState, examine, schema};
use comity::error::Diagnostic;
use common::{oracle, same};
use serde_json::{Value, json};

/// The type of 1.0 that a type of the rows becomes.
fn becomes(name: &str) -> &str {
    match name {
        "MessageSendConfiguration" => "SendMessageConfiguration",
        "MessageSendParams" => "SendMessageRequest",
        "TaskQueryParams" => "GetTaskRequest",
        "TaskIdParams" => "CancelTaskRequest",
        "DeleteTaskPushNotificationConfigParams" => "DeleteTaskPushNotificationConfigRequest",
        "ListTaskPushNotificationConfigParams" => "ListTaskPushNotificationConfigsRequest",
        name => name,
    }
}

/// The rows' 1.0 objects come from a protobuf printer, which leaves out defaults even where they are
/// required; the normal form puts them back.
fn normal(type_name: &str, value: &Value) -> Value {
    examine(schema::find(becomes(type_name)).unwrap(), &value.to_string()).normal.unwrap()
}

#[test]
fn objects_become_what_the_official_sdk_makes_of_them() {
    for file in ["a2a/compat03.json", "a2a/compat03_sdk.json"] {
        for row in serde_json::from_str::<Value>(&oracle(file)).unwrap().as_array().unwrap() {
            let type_name = row["type"].as_str().unwrap();
            let new = convert(type_name, &row["v03"].to_string()).unwrap_or_else(|e| panic!("{}: {e}", row["id"]));
            let agree = same(&normal(type_name, &new), &normal(type_name, &row["v10"]));
            assert!(agree, "{}: {new}\nexpected {}", row["id"], row["v10"]);
            if file == "a2a/compat03.json" {
                assert!(same(&new, &row["v10"]), "{}: {new}", row["id"]);
            }
        }
    }
}

#[test]
fn objects_are_read_into_the_model() {
    let task: Task = read(r#"{"kind":"task","id":"t","contextId":"c","status":{"state":"unknown"}}"#).unwrap();
    assert_eq!(task.status.state, TaskState::Unspecified);
    assert!(!task.status.state.is_terminal());
    let configuration: SendMessageConfiguration = read(r#"{"blocking":false}"#).unwrap();
    assert!(configuration.return_immediately);
    let event: StreamResponse =
        read(r#"{"kind":"message","messageId":"m","role":"agent","parts":[{"kind":"text","text":"x"}]}"#).unwrap();
    assert!(matches!(event, StreamResponse::Message(_)));
}

#[test]
fn what_is_not_of_0_3_is_refused_with_its_path() {
    let refused = |type_name: &str, text: &str| match convert(type_name, text).unwrap_err() {
        V03Error::Invalid(invalid) => (invalid.0[0].path.clone(), invalid.0[0].level),
        V03Error::Type(unknown) => panic!("{unknown}"),
    };
    assert_eq!(refused("TaskStatus", r#"{"state":"TASK_STATE_WORKING"}"#), ("state".into(), Level::Enum));
    assert_eq!(refused("TaskStatus", "{}"), ("state".into(), Level::Required));
    assert_eq!(refused("TaskStatus", r#"{"state":"done"}"#), ("state".into(), Level::Enum));
    assert_eq!(refused("TaskStatus", r#"{"state":3.5}"#), ("state".into(), Level::ProtoJson));
    assert_eq!(refused("TaskStatus", r#"{"state":"working","state":"working"}"#), ("state".into(), Level::ProtoJson));
    assert_eq!(refused("Part", r#"{"text":"no kind"}"#), (String::new(), Level::Semantic));
    assert_eq!(
        refused("Part", r#"{"kind":"file","file":{"bytes":"AA","uri":"u"}}"#),
        (String::new(), Level::ProtoJson)
    );
    assert_eq!(refused("Part", r#"{"kind":"file"}"#), (String::new(), Level::Semantic));
    assert_eq!(refused("Part", "[]"), (String::new(), Level::ProtoJson));
    assert_eq!(refused("Part", "{"), (String::new(), Level::ProtoJson));
    assert_eq!(refused("StreamResponse", r#"{"kind":"other"}"#), (String::new(), Level::Semantic));
    assert_eq!(
        refused("Message", r#"{"kind":"message","role":"user","parts":[]}"#),
        ("messageId".into(), Level::Required)
    );
    assert_eq!(
        refused("Message", r#"{"kind":"message","messageId":"m","role":"system","parts":[]}"#),
        ("role".into(), Level::Enum)
    );
    let unknown = Diagnostic::from(convert("Tsak", "{}").unwrap_err());
    assert_eq!(unknown.help.as_deref(), Some("did you mean \"Task\"?"));
    let invalid = Diagnostic::from(convert("Message", "{}").unwrap_err());
    assert_eq!(invalid.at.path, "messageId");
    assert!(read::<comity::a2a::ListTasksResponse>("{}").is_err(), "0.3 lists no tasks");
}

#[test]
fn a_card_of_0_3_keeps_its_url_and_version() {
    let row = serde_json::from_str::<Value>(&oracle("a2a/compat03_sdk.json")).unwrap();
    let full = row.as_array().unwrap().iter().find(|row| row["id"] == "card-full").unwrap();
    let card: AgentCard = read(&full["v03"].to_string()).unwrap();
    assert_eq!(card.supported_interfaces[0].protocol_version, "0.3.0");
    assert_eq!(card.capabilities.extended_agent_card, Some(true));
    assert_eq!(serde_json::to_value(&card).unwrap()["securitySchemes"]["m"], json!({ "mtlsSecurityScheme": {} }));
}
