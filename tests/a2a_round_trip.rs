//! Objects of every message type, made at random from the tables: the model, the validator and the
//! official crate `a2a-lf` must agree on them.

mod common;

use comity::a2a::schema::{Empty, Field, Kind, MESSAGE_TYPES, MessageType, Presence, Rule, Shape};
use comity::a2a::{self, Object, examine};
use common::same;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Map, Value, json};

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config { cases, failure_persistence: None, rng_seed: RngSeed::Fixed(0x0a2a), ..Config::default() })
}

/// Any JSON value.
fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
        ".{0,8}".prop_map(Value::String),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            btree_map(".{0,6}", inner, 0..4).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn any_object() -> BoxedStrategy<Value> {
    btree_map(".{1,6}", any_json(), 0..3).prop_map(|members| Value::Object(members.into_iter().collect())).boxed()
}

/// A timestamp in normal form.
fn timestamp() -> BoxedStrategy<Value> {
    let fraction = prop_oneof![
        Just(String::new()),
        (1..1000u32).prop_map(|n| format!(".{n:03}")),
        (0..1000u32, 1..1000u32).prop_map(|(m, n)| format!(".{m:03}{n:03}")),
        (0..1_000_000u32, 1..1000u32).prop_map(|(m, n)| format!(".{m:06}{n:03}")),
    ];
    ((1..=9999u32, 1..=12u32, 1..=28u32), (0..24u32, 0..60u32, 0..60u32), fraction)
        .prop_map(|((y, m, d), (h, min, s), f)| json!(format!("{y:04}-{m:02}-{d:02}T{h:02}:{min:02}:{s:02}{f}Z")))
        .boxed()
}

/// One value of a field; the default value of its kind only where `empty`.
fn single(field: &'static Field, empty: bool) -> BoxedStrategy<Value> {
    let first = usize::from(!empty);
    match field.kind {
        Kind::Text => match field.rule {
            Rule::Among(texts) => select(texts).prop_map(|text| json!(text)).boxed(),
            _ if empty => ".{0,8}".prop_map(Value::String).boxed(),
            _ => ".{1,8}".prop_map(Value::String).boxed(),
        },
        Kind::Bytes => vec(any::<u8>(), 0..6)
            .prop_map(|bytes| {
                use base64::Engine;
                json!(base64::engine::general_purpose::STANDARD.encode(bytes))
            })
            .boxed(),
        Kind::Bool => (if empty { any::<bool>().boxed() } else { Just(true).boxed() }).prop_map(Value::Bool).boxed(),
        Kind::Int32 => {
            let (least, most) = match field.rule {
                Rule::Between(least, most) => (least, most),
                _ => (i32::MIN, i32::MAX),
            };
            (least.max(first as i32)..=most).prop_map(Value::from).boxed()
        }
        Kind::Enum(of) => select(&of.values[1..]).prop_map(|name| json!(name)).boxed(),
        Kind::Time => timestamp(),
        Kind::Struct => any_object(),
        Kind::Value => any_json(),
        Kind::Message(message) => object(message),
    }
}

/// A field's value in normal form, or its absence.
fn field_value(field: &'static Field) -> BoxedStrategy<Option<Value>> {
    let (always, empty) = match field.presence {
        Presence::Required(empty) => (true, empty == Empty::Allowed),
        Presence::Explicit => (false, true),
        Presence::OneOf => (true, true),
        Presence::Implicit => (false, false),
    };
    let value = match field.shape {
        Shape::One => single(field, empty),
        Shape::List => vec(single(field, true), 1..3).prop_map(Value::Array).boxed(),
        Shape::Map => btree_map(".{0,6}", single(field, true), 1..3)
            .prop_map(|members| Value::Object(members.into_iter().collect()))
            .boxed(),
    };
    if always { value.prop_map(Some).boxed() } else { proptest::option::of(value).boxed() }
}

/// An object of a type, in normal form.
fn object(message: &'static MessageType) -> BoxedStrategy<Value> {
    let grouped = message.fields.iter().filter(|field| field.presence == Presence::OneOf).count();
    let fields: Vec<_> = message.fields.iter().map(field_value).collect();
    (fields, 0..grouped.max(1))
        .prop_map(move |(values, chosen)| {
            let mut members = Map::new();
            let mut place = 0;
            for (field, value) in message.fields.iter().zip(values) {
                let in_group = field.presence == Presence::OneOf;
                if let Some(value) = value.filter(|_| !in_group || place == chosen) {
                    members.insert(field.name.to_string(), value);
                }
                place += usize::from(in_group);
            }
            Value::Object(members)
        })
        .boxed()
}

/// The same object as a reader has to take it: protobuf names, numbers of enumerations, quoted
/// integers, members that are null or unknown.
fn lenient(message: &'static MessageType, value: &Value) -> Value {
    let each = |field: &'static Field, value: &Value| match field.kind {
        Kind::Message(inner) => lenient(inner, value),
        Kind::Enum(of) => json!(of.number(value.as_str().unwrap()).unwrap()),
        Kind::Int32 => json!(format!("{value}e0")),
        Kind::Bytes => json!(value.as_str().unwrap().trim_end_matches('=').replace('+', "-").replace('/', "_")),
        _ => value.clone(),
    };
    let mut members = Map::new();
    for field in message.fields {
        let snake: String = field
            .name
            .chars()
            .flat_map(|c| if c.is_uppercase() { vec!['_', c.to_ascii_lowercase()] } else { vec![c] })
            .collect();
        let spelled = match (value.get(field.name), field.shape) {
            (None, _) if matches!(field.kind, Kind::Value) => continue,
            (None, _) => Value::Null,
            (Some(value), Shape::One) => each(field, value),
            (Some(Value::Array(items)), _) => items.iter().map(|item| each(field, item)).collect(),
            (Some(Value::Object(map)), _) => {
                Value::Object(map.iter().map(|(name, value)| (name.clone(), each(field, value))).collect())
            }
            (Some(other), _) => panic!("{other} of {}", field.name),
        };
        members.insert(snake, spelled);
    }
    members.insert("xUnknown".to_string(), json!({ "a": [1] }));
    Value::Object(members)
}

/// Reads and writes a text as the object of a type's name; checks that reading twice gives the same.
fn through<T: Object + PartialEq + std::fmt::Debug>(input: &str) -> Value {
    let object: T = a2a::read(input).unwrap_or_else(|invalid| panic!("{} {input}: {invalid}", T::TYPE));
    let written = serde_json::to_string(&object).unwrap();
    assert_eq!(a2a::read::<T>(&written).unwrap(), object);
    serde_json::from_str(&written).unwrap()
}

macro_rules! with_types {
    ($name:expr, $each:ident, $($type:ident)*) => {
        match $name {
            $(name if name == a2a::$type::TYPE => $each!($type),)*
            other => panic!("no type {other} in the model"),
        }
    };
}

fn model(type_name: &str, input: &str) -> Value {
    macro_rules! each {
        ($type:ident) => {
            through::<a2a::$type>(input)
        };
    }
    with_types! {
        type_name, each,
        Task TaskStatus Message Part Artifact TaskStatusUpdateEvent TaskArtifactUpdateEvent SendMessageRequest
        SendMessageConfiguration SendMessageResponse StreamResponse GetTaskRequest ListTasksRequest
        ListTasksResponse CancelTaskRequest SubscribeToTaskRequest GetExtendedAgentCardRequest
        TaskPushNotificationConfig AuthenticationInfo GetTaskPushNotificationConfigRequest
        DeleteTaskPushNotificationConfigRequest ListTaskPushNotificationConfigsRequest
        ListTaskPushNotificationConfigsResponse AgentCard AgentInterface AgentProvider AgentCapabilities
        AgentExtension AgentSkill AgentCardSignature SecurityRequirement StringList SecurityScheme
        ApiKeySecurityScheme HttpAuthSecurityScheme OAuth2SecurityScheme OpenIdConnectSecurityScheme
        MutualTlsSecurityScheme OAuthFlows AuthorizationCodeOAuthFlow ClientCredentialsOAuthFlow
        DeviceCodeOAuthFlow ImplicitOAuthFlow PasswordOAuthFlow
    }
}

#[test]
fn every_type_is_valid_normal_and_written_as_it_was_read() {
    for message in MESSAGE_TYPES {
        runner(40)
            .run(&object(message), |value| {
                let report = examine(message, &value.to_string());
                prop_assert!(report.is_conformant(), "{:?} {:?}", report.violations, report.remarks);
                prop_assert_eq!(report.normal.as_ref(), Some(&value));
                prop_assert_eq!(&model(message.name, &value.to_string()), &value);
                let lenient = examine(message, &lenient(message, &value).to_string());
                prop_assert!(lenient.is_valid() && !lenient.is_conformant(), "{:?}", lenient.violations);
                prop_assert_eq!(lenient.normal, Some(value));
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{}: {error}", message.name));
    }
}

#[test]
fn no_text_makes_the_validator_panic() {
    let broken = (select(MESSAGE_TYPES), any::<prop::sample::Index>(), any::<char>())
        .prop_flat_map(|(message, place, letter)| (Just(message), object(message), Just(place), Just(letter)));
    runner(400)
        .run(&broken, |(message, value, place, letter)| {
            let letters: Vec<char> = value.to_string().chars().collect();
            let place = place.index(letters.len());
            let replaced: String =
                letters.iter().enumerate().map(|(k, c)| if k == place { letter } else { *c }).collect();
            let cut: String = letters[..place].iter().collect();
            for text in [replaced, cut] {
                let _ = examine(message, &text);
                let _ = a2a::canonical::canonicalize(&text);
                let _ = a2a::card::lint(&text);
                let _ = a2a::v03::convert(message.name, &text);
            }
            Ok(())
        })
        .unwrap();
}

/// The official crate reads what we write, and what it writes back we read as the same object.
mod peer {
    use super::*;
    use serde::Serialize;
    use serde::de::DeserializeOwned;

    /// Where the official crate departs from the protobuf definition, so that we do not ask it.
    const DEPARTURES: [(&str, &str, &str); 7] = [
        ("Task", "contextId", "is required there"),
        ("AgentExtension", "uri", "is required there"),
        ("ImplicitOAuthFlow", "authorizationUrl", "is required there"),
        ("ImplicitOAuthFlow", "scopes", "is required there"),
        ("PasswordOAuthFlow", "tokenUrl", "is required there"),
        ("PasswordOAuthFlow", "scopes", "is required there"),
        ("Part", "metadata", "is dropped there when it is an empty object"),
    ];

    /// Mends an object so that no departure shows.
    fn mended(message: &'static MessageType, value: &Value) -> Value {
        let Value::Object(members) = value else { panic!("{value}") };
        let mut members = members.clone();
        for field in message.fields {
            if let (Kind::Message(inner), Some(value)) = (field.kind, members.get_mut(field.name)) {
                *value = match (&*value, field.shape) {
                    (Value::Array(items), Shape::List) => items.iter().map(|item| mended(inner, item)).collect(),
                    (Value::Object(map), Shape::Map) => {
                        Value::Object(map.iter().map(|(name, value)| (name.clone(), mended(inner, value))).collect())
                    }
                    (value, _) => mended(inner, value),
                };
            }
        }
        for (of, member, why) in DEPARTURES {
            if of != message.name {
                continue;
            }
            if why.starts_with("is dropped") {
                if members.get(member) == Some(&json!({})) {
                    members.remove(member);
                }
            } else if !members.contains_key(member) {
                members.insert(member.to_string(), if member == "scopes" { json!({ "s": "" }) } else { json!("x") });
            }
        }
        Value::Object(members)
    }

    fn theirs<T: Serialize + DeserializeOwned>(text: &str) -> String {
        let object: T = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        serde_json::to_string(&object).unwrap()
    }

    /// What the official crate makes of a text; `None` of the types that it does not have.
    fn rewritten(type_name: &str, text: &str) -> Option<String> {
        macro_rules! by_name {
            ($($type:ident)*) => {
                match type_name {
                    $(name if name.eq_ignore_ascii_case(stringify!($type)) => Some(theirs::<::a2a::$type>(text)),)*
                    _ => None,
                }
            };
        }
        by_name! {
            Task TaskStatus Message Part Artifact TaskStatusUpdateEvent TaskArtifactUpdateEvent SendMessageRequest
            SendMessageConfiguration SendMessageResponse StreamResponse GetTaskRequest ListTasksRequest
            ListTasksResponse CancelTaskRequest SubscribeToTaskRequest GetExtendedAgentCardRequest
            TaskPushNotificationConfig AuthenticationInfo GetTaskPushNotificationConfigRequest
            DeleteTaskPushNotificationConfigRequest ListTaskPushNotificationConfigsRequest
            ListTaskPushNotificationConfigsResponse AgentCard AgentInterface AgentProvider AgentCapabilities
            AgentExtension AgentSkill AgentCardSignature SecurityScheme
            ApiKeySecurityScheme HttpAuthSecurityScheme OAuth2SecurityScheme OpenIdConnectSecurityScheme
            MutualTlsSecurityScheme OAuthFlows AuthorizationCodeOAuthFlow ClientCredentialsOAuthFlow
            DeviceCodeOAuthFlow ImplicitOAuthFlow PasswordOAuthFlow
        }
    }

    /// Each departure is real; two more concern what is refused, and a map's empty list.
    #[test]
    fn the_official_crate_departs_where_we_say() {
        let refuses = |type_name: &str, text: &str| {
            assert_eq!(a2a::validate(type_name, text).unwrap(), [], "{type_name} {text}");
            std::panic::catch_unwind(|| rewritten(type_name, text)).is_err()
        };
        assert!(refuses("Task", r#"{"id":"t","status":{"state":"TASK_STATE_WORKING"}}"#));
        assert!(refuses("AgentExtension", r#"{"description":"d"}"#));
        assert!(refuses("ImplicitOAuthFlow", r#"{"scopes":{"s":"S"}}"#));
        assert!(refuses("ImplicitOAuthFlow", r#"{"authorizationUrl":"u"}"#));
        assert!(refuses("PasswordOAuthFlow", r#"{"scopes":{"s":"S"}}"#));
        assert!(refuses("PasswordOAuthFlow", r#"{"tokenUrl":"u"}"#));
        assert_eq!(rewritten("Part", r#"{"text":"","metadata":{}}"#).unwrap(), r#"{"text":""}"#);
        let skill =
            r#"{"id":"i","name":"n","description":"d","tags":["t"],"securityRequirements":[{"schemes":{"k":{}}}]}"#;
        assert!(rewritten("AgentSkill", skill).unwrap().contains(r#"{"k":{"list":[]}}"#));
        for (type_name, text) in [
            ("Part", r#"{"text":"a","url":"b"}"#),
            ("TaskStatus", r#"{"state":"TASK_STATE_WORKING","timestamp":"2026-01-02t03:04:05z"}"#),
        ] {
            assert!(!a2a::validate(type_name, text).unwrap().is_empty());
            assert!(rewritten(type_name, text).is_some(), "taken there: {text}");
        }
    }

    /// Types that the official crate does not have: it holds a requirement as a bare map.
    const ABSENT: [&str; 2] = ["SecurityRequirement", "StringList"];

    #[test]
    fn the_official_crate_reads_and_writes_the_same_objects() {
        for message in MESSAGE_TYPES.iter().filter(|message| !ABSENT.contains(&message.name)) {
            runner(40)
                .run(&object(message), |value| {
                    let ours = model(message.name, &mended(message, &value).to_string());
                    let theirs = rewritten(message.name, &ours.to_string()).expect("a type of both");
                    let normal = examine(message, &theirs).normal;
                    let agree = normal.as_ref().is_some_and(|normal| same(normal, &ours));
                    prop_assert!(agree, "ours {}\ntheirs {}", ours, theirs);
                    Ok(())
                })
                .unwrap_or_else(|error| panic!("{}: {error}", message.name));
        }
    }
}
