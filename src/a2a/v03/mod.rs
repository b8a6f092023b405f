//! A reader for objects of A2A 0.3, which it turns into objects of 1.0.
//!
//! Version 0.3 marks its unions with `kind`, writes states and roles in lower case, wraps files, and
//! nests push configurations. Each of its types is a table of moves from old members to new ones; the
//! result is checked by the validator of 1.0, which tolerates here that required members are empty, as
//! 0.3 allowed. What 1.0 has no place for is dropped (`kind`, `final`, `stateTransitionHistory`).
//!
//! The state `unknown` of 0.3 becomes [`TaskState::Unspecified`], which 1.0 does not
//! write: indeterminate, never terminal. A history length of 0 meant no limit in 0.3 and becomes
//! unset. Of several OAuth flows, of which 1.0 holds one, the last stays, in the order authorization
//! code, client credentials, implicit, password. Data that was not an object is recognised by the
//! SDK's mark `data_part_compat`.

mod card;

use super::json::parse;
use super::model::{Object, TaskState};
use super::schema;
use super::validate::{Invalid, Level, UnknownType, Violation, examine, from_normal};
use card::CARD_TYPES;
use serde_json::{Map, Value, json};

type Members = Map<String, Value>;

/// A type of A2A 0.3 and the type of 1.0 that it becomes.
struct OldType {
    /// Its name in 0.3.
    name: &'static str,
    /// The name of what it becomes.
    becomes: &'static str,
    /// How.
    how: How,
}

/// How an object of 0.3 is turned into one of 1.0.
#[derive(Clone, Copy)]
enum How {
    /// Member by member.
    Moves(&'static [Move]),
    /// By a function, where the shape changes.
    By(fn(&Members) -> Option<Value>),
}

/// A member of 0.3, the member of 1.0 that it becomes, and how its value changes.
type Move = (&'static str, &'static str, Change);

/// How a value changes.
#[derive(Clone, Copy)]
enum Change {
    /// Not at all.
    Same,
    /// Not at all, but an empty one is dropped.
    Any,
    /// It is an object of that type.
    One(&'static str),
    /// It is a list of objects of that type.
    Each(&'static str),
    /// It is a map to objects of that type.
    Every(&'static str),
    /// By a function of the value; `None` drops it.
    Value(fn(&Value) -> Option<Value>),
}

use Change::{Any, Each, Every, One, Same};
use How::{By, Moves};

const fn old(name: &'static str, how: How) -> OldType {
    OldType { name, becomes: name, how }
}

const fn renamed(name: &'static str, becomes: &'static str, how: How) -> OldType {
    OldType { name, becomes, how }
}

/// A push configuration of a task, as requests name it.
const PUSH_PARAMS: &[Move] = &[("id", "taskId", Same), ("pushNotificationConfigId", "id", Same)];

/// The types of 0.3, those of the card aside.
static TYPES: &[OldType] = &[
    old(
        "Task",
        Moves(&[
            ("id", "id", Same),
            ("contextId", "contextId", Same),
            ("status", "status", One("TaskStatus")),
            ("artifacts", "artifacts", Each("Artifact")),
            ("history", "history", Each("Message")),
            ("metadata", "metadata", Any),
        ]),
    ),
    old(
        "TaskStatus",
        Moves(&[
            ("state", "state", Change::Value(state)),
            ("message", "message", One("Message")),
            ("timestamp", "timestamp", Same),
        ]),
    ),
    old(
        "Message",
        Moves(&[
            ("messageId", "messageId", Same),
            ("contextId", "contextId", Same),
            ("taskId", "taskId", Same),
            ("role", "role", Change::Value(role)),
            ("parts", "parts", Each("Part")),
            ("metadata", "metadata", Any),
            ("extensions", "extensions", Same),
            ("referenceTaskIds", "referenceTaskIds", Same),
        ]),
    ),
    old("Part", By(part)),
    old(
        "Artifact",
        Moves(&[
            ("artifactId", "artifactId", Same),
            ("name", "name", Same),
            ("description", "description", Same),
            ("parts", "parts", Each("Part")),
            ("metadata", "metadata", Any),
            ("extensions", "extensions", Same),
        ]),
    ),
    old(
        "TaskStatusUpdateEvent",
        Moves(&[
            ("taskId", "taskId", Same),
            ("contextId", "contextId", Same),
            ("status", "status", One("TaskStatus")),
            ("metadata", "metadata", Any),
        ]),
    ),
    old(
        "TaskArtifactUpdateEvent",
        Moves(&[
            ("taskId", "taskId", Same),
            ("contextId", "contextId", Same),
            ("artifact", "artifact", One("Artifact")),
            ("append", "append", Same),
            ("lastChunk", "lastChunk", Same),
            ("metadata", "metadata", Any),
        ]),
    ),
    renamed(
        "MessageSendParams",
        "SendMessageRequest",
        Moves(&[
            ("message", "message", One("Message")),
            ("configuration", "configuration", One("MessageSendConfiguration")),
            ("metadata", "metadata", Any),
        ]),
    ),
    renamed(
        "MessageSendConfiguration",
        "SendMessageConfiguration",
        Moves(&[
            ("acceptedOutputModes", "acceptedOutputModes", Same),
            ("pushNotificationConfig", "taskPushNotificationConfig", One("PushNotificationConfig")),
            ("historyLength", "historyLength", Change::Value(limit)),
            ("blocking", "returnImmediately", Change::Value(not)),
        ]),
    ),
    renamed(
        "PushNotificationConfig",
        "TaskPushNotificationConfig",
        Moves(&[
            ("id", "id", Same),
            ("url", "url", Same),
            ("token", "token", Same),
            ("authentication", "authentication", One("PushNotificationAuthenticationInfo")),
        ]),
    ),
    renamed(
        "PushNotificationAuthenticationInfo",
        "AuthenticationInfo",
        Moves(&[("schemes", "scheme", Change::Value(first)), ("credentials", "credentials", Same)]),
    ),
    old("TaskPushNotificationConfig", By(task_push_config)),
    renamed(
        "TaskQueryParams",
        "GetTaskRequest",
        Moves(&[("id", "id", Same), ("historyLength", "historyLength", Change::Value(limit))]),
    ),
    renamed("TaskIdParams", "CancelTaskRequest", Moves(&[("id", "id", Same), ("metadata", "metadata", Any)])),
    // `tasks/resubscribe` takes the parameters of `tasks/cancel`; it is found by its name in 1.0.
    renamed("TaskIdParams", "SubscribeToTaskRequest", Moves(&[("id", "id", Same)])),
    renamed("GetTaskPushNotificationConfigParams", "GetTaskPushNotificationConfigRequest", Moves(PUSH_PARAMS)),
    renamed("DeleteTaskPushNotificationConfigParams", "DeleteTaskPushNotificationConfigRequest", Moves(PUSH_PARAMS)),
    renamed(
        "ListTaskPushNotificationConfigParams",
        "ListTaskPushNotificationConfigsRequest",
        Moves(&[("id", "taskId", Same)]),
    ),
    old("SendMessageResponse", By(union)),
    old("StreamResponse", By(union)),
];

/// Turns a text of A2A 0.3 into the JSON of 1.0; the type may have its name of either version.
///
/// # Errors
/// If no type of 0.3 has that name, or the text is none of its objects. The paths of the violations
/// are those of the 1.0 object.
///
/// # Examples
/// ```
/// let new = comity::a2a::v03::convert("Part", r#"{"kind":"file","file":{"uri":"https://e/x","name":"x"}}"#);
/// assert_eq!(new.unwrap(), serde_json::json!({"url": "https://e/x", "filename": "x"}));
/// ```
pub fn convert(type_name: &str, text: &str) -> Result<Value, V03Error> {
    let of = named(type_name).ok_or_else(|| UnknownType(type_name.to_string()))?;
    let mut new = converted(of, text)?;
    drop_unspecified(&mut new);
    Ok(new)
}

/// Reads a text of A2A 0.3 as an object of the model of 1.0.
///
/// # Errors
/// If 0.3 has nothing that becomes this type, or the text is none of its objects.
pub fn read<T: Object>(text: &str) -> Result<T, V03Error> {
    let of = named(T::TYPE).ok_or_else(|| UnknownType(T::TYPE.to_string()))?;
    Ok(from_normal(converted(of, text)?)?)
}

/// Why a text of A2A 0.3 was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum V03Error {
    /// There is no such type.
    #[error(transparent)]
    Type(#[from] UnknownType),
    /// It is not of its type.
    #[error("{0}")]
    Invalid(#[from] Invalid),
}

impl From<V03Error> for crate::error::Diagnostic {
    fn from(error: V03Error) -> Self {
        match error {
            V03Error::Type(unknown) => unknown.into(),
            V03Error::Invalid(invalid) => invalid
                .0
                .first()
                .map_or_else(|| Self::new("a2a-invalid", "an object of A2A 0.3 that cannot be read", ""), Self::from),
        }
    }
}

fn named(name: &str) -> Option<&'static OldType> {
    let all = || TYPES.iter().chain(CARD_TYPES);
    all().find(|of| of.name == name).or_else(|| all().find(|of| of.becomes == name))
}

/// The normal form of 1.0 of a text of 0.3.
fn converted(of: &'static OldType, text: &str) -> Result<Value, V03Error> {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(located) => return Err(Invalid(vec![Violation::json(located.path, &located.fault)]).into()),
    };
    if !parsed.faults.is_empty() {
        let violations = parsed.faults.into_iter().map(|located| Violation::json(located.path, &located.fault));
        return Err(Invalid(violations.collect()).into());
    }
    let new = object(of, &parsed.root.to_value());
    let message = schema::find(of.becomes).expect("each type of 0.3 becomes one of 1.0");
    let report = examine(message, &new.to_string());
    Ok(report.tolerating(&[Level::RequiredEmpty])?)
}

/// Removes the states that 1.0 does not write.
fn drop_unspecified(value: &mut Value) {
    match value {
        Value::Object(members) => {
            if members.get("state") == Some(&json!(TaskState::Unspecified)) {
                members.remove("state");
            }
            for (name, member) in members.iter_mut() {
                if !matches!(name.as_str(), "metadata" | "data" | "params" | "header") {
                    drop_unspecified(member);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(drop_unspecified),
        _ => {}
    }
}

/// Turns an object; a value of another kind is left for the validator to refuse.
fn object(of: &'static OldType, value: &Value) -> Value {
    let Value::Object(members) = value else { return value.clone() };
    match of.how {
        Moves(moves) => Value::Object(moved(moves, members)),
        By(change) => change(members).unwrap_or_else(|| json!({})),
    }
}

/// Moves the members that are not null.
fn moved(moves: &[Move], members: &Members) -> Members {
    let mut new = Members::new();
    for (from, to, change) in moves {
        let Some(value) = members.get(*from).filter(|value| !value.is_null()) else { continue };
        if let Some(value) = changed(*change, value) {
            new.insert(to.to_string(), value);
        }
    }
    new
}

/// Whether 0.3 means nothing by a value.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}

fn typed(name: &'static str, value: &Value) -> Value {
    object(named(name).expect("the tables name their own types"), value)
}

fn changed(change: Change, value: &Value) -> Option<Value> {
    match (change, value) {
        (Same, value) => Some(value.clone()),
        (Any, value) => (!is_empty(value)).then(|| value.clone()),
        (One(name), value) => Some(typed(name, value)),
        (Each(name), Value::Array(items)) => Some(items.iter().map(|item| typed(name, item)).collect()),
        (Every(name), Value::Object(members)) => {
            Some(members.iter().map(|(key, member)| (key.clone(), typed(name, member))).collect())
        }
        (Each(_) | Every(_), value) => Some(value.clone()),
        (Change::Value(function), value) => function(value),
    }
}

/// `input-required` becomes `TASK_STATE_INPUT_REQUIRED`, `unknown` the state that stands for none.
fn state(value: &Value) -> Option<Value> {
    let Some(old) = value.as_str() else { return Some(value.clone()) };
    let known =
        ["submitted", "working", "completed", "failed", "canceled", "input-required", "rejected", "auth-required"];
    match old {
        "unknown" => Some(json!(TaskState::Unspecified)),
        old if known.contains(&old) => {
            Some(Value::String(format!("TASK_STATE_{}", old.to_uppercase().replace('-', "_"))))
        }
        // Another text is no state of 0.3; as it stands it is none of 1.0 either.
        old => Some(Value::String(format!("0.3 state {old}"))),
    }
}

fn role(value: &Value) -> Option<Value> {
    Some(match value.as_str() {
        Some("user") => json!("ROLE_USER"),
        Some("agent") => json!("ROLE_AGENT"),
        Some(other) => json!(format!("0.3 role {other}")),
        None => value.clone(),
    })
}

/// A history length: 0 means no limit.
fn limit(value: &Value) -> Option<Value> {
    (value.as_f64() != Some(0.0)).then(|| value.clone())
}

fn not(value: &Value) -> Option<Value> {
    Some(value.as_bool().map_or_else(|| value.clone(), |blocking| json!(!blocking)))
}

/// The first of a list.
fn first(value: &Value) -> Option<Value> {
    match value {
        Value::Array(items) => items.first().cloned(),
        other => Some(other.clone()),
    }
}

/// A part: the kind says which member holds its content.
fn part(members: &Members) -> Option<Value> {
    /// The SDK's mark on data that was no object, and so was wrapped as `{"value": ..}`.
    const WRAPPED: &str = "data_part_compat";
    let mut new = moved(&[("metadata", "metadata", Any)], members);
    match members.get("kind").and_then(Value::as_str) {
        Some("text") => new.extend(members.get("text").map(|text| ("text".to_string(), text.clone()))),
        Some("data") => {
            let metadata = new.get_mut("metadata").and_then(Value::as_object_mut);
            let wrapped = metadata.and_then(|metadata| metadata.remove(WRAPPED)) == Some(json!(true));
            if new.get("metadata").is_some_and(is_empty) {
                new.remove("metadata");
            }
            let data = members.get("data").filter(|data| wrapped || data.is_object() || data.is_null());
            let data = if wrapped { data.and_then(|data| data.get("value")) } else { data };
            new.extend(data.map(|data| ("data".to_string(), data.clone())));
        }
        Some("file") => {
            let file = members.get("file").and_then(Value::as_object)?;
            let moves: &[Move] = &[
                ("bytes", "raw", Same),
                ("uri", "url", Same),
                ("name", "filename", Same),
                ("mimeType", "mediaType", Same),
            ];
            new.extend(moved(moves, file));
        }
        _ => {}
    }
    Some(Value::Object(new))
}

/// A push configuration of a task: the nested one is unfolded.
fn task_push_config(members: &Members) -> Option<Value> {
    let mut new = members.get("pushNotificationConfig").map(|config| typed("PushNotificationConfig", config))?;
    let task = members.get("taskId").cloned().unwrap_or_default();
    new.as_object_mut()?.insert("taskId".to_string(), task);
    Some(new)
}

/// A result or an event: its kind becomes the member that wraps it.
fn union(members: &Members) -> Option<Value> {
    let (member, of) = match members.get("kind").and_then(Value::as_str)? {
        "task" => ("task", "Task"),
        "message" => ("message", "Message"),
        "status-update" => ("statusUpdate", "TaskStatusUpdateEvent"),
        "artifact-update" => ("artifactUpdate", "TaskArtifactUpdateEvent"),
        _ => return None,
    };
    Some(json!({ member: typed(of, &Value::Object(members.clone())) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_types_that_exist() {
        for of in TYPES.iter().chain(CARD_TYPES) {
            assert!(schema::find(of.becomes).is_some(), "{}", of.becomes);
            let Moves(moves) = of.how else { continue };
            for (from, _, change) in moves {
                if let One(name) | Each(name) | Every(name) = change {
                    assert!(named(name).is_some(), "{name} of {}.{from}", of.name);
                }
            }
        }
    }
}
