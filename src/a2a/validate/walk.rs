//! The walk of a JSON tree along the table of its message type.

use super::scalar::{self, Refused, wrong_kind};
use super::{Level, Note, Remark, Violation};
use crate::a2a::json::{Json, Path};
use crate::a2a::schema::{Empty, Field, Kind, MessageType, Presence, Rule, Shape};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The state of a walk: where it is, and what it found.
#[derive(Default)]
pub(super) struct Walk {
    path: Path,
    pub violations: Vec<Violation>,
    pub remarks: Vec<Remark>,
}

/// How a field stands in one object.
#[derive(Default)]
enum Standing<'j> {
    /// No member names it.
    #[default]
    Absent,
    /// It is null, which means absent.
    Null,
    /// A member of that name holds it: its normal form, if it has one.
    Present(&'j str, Option<Value>),
}

impl Walk {
    fn violation(&mut self, level: Level, reason: String) {
        self.violations.push(Violation { path: self.path.text(), reason, level });
    }

    fn remark(&mut self, note: Note) {
        self.remarks.push(Remark { path: self.path.text(), note });
    }

    fn within<T>(&mut self, name: &str, walk: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.path.enter(name);
        let result = walk(self);
        self.path.leave(mark);
        result
    }

    /// Checks an object against its type and builds its normal form; `None` if it is no object.
    pub(super) fn message(&mut self, message: &'static MessageType, json: &Json<'_>) -> Option<Map<String, Value>> {
        let Json::Object(members) = json else {
            return self.keep(wrong_kind(json, &format!("an object of type {}", message.name)));
        };
        let mut standings: Vec<Standing<'_>> = Vec::new();
        standings.resize_with(message.fields.len(), Standing::default);
        for (name, value) in members {
            let place = message.fields.iter().position(|field| field.is_named(name));
            self.within(name, |walk| match place {
                None => walk.remark(Note::UnknownMember),
                Some(place) => walk.member(&message.fields[place], name, value, &mut standings[place]),
            });
        }
        self.one_of(message, &standings);
        let mut normal = Map::new();
        let empties: Vec<&str> = message
            .fields
            .iter()
            .zip(&standings)
            .filter(|(field, standing)| match standing {
                Standing::Present(_, Some(value)) => is_default(field, value),
                Standing::Present(_, None) => false,
                Standing::Absent | Standing::Null => true,
            })
            .map(|(field, _)| field.name)
            .collect();
        for (field, standing) in message.fields.iter().zip(standings) {
            let value = self.within(field.name, |walk| walk.settle(message, field, standing, &empties));
            if let Some(value) = value {
                normal.insert(field.name.to_string(), value);
            }
        }
        Some(normal)
    }

    /// Reads one member of an object into its field's standing.
    fn member<'j>(&mut self, field: &'static Field, name: &'j str, value: &Json<'_>, standing: &mut Standing<'j>) {
        if name != field.name {
            self.remark(Note::ProtobufName);
        }
        let null_is_absence = !matches!((field.kind, field.shape), (Kind::Value, Shape::One));
        if *value == Json::Null && null_is_absence {
            self.remark(Note::Null);
            if let Standing::Absent = standing {
                *standing = Standing::Null;
            }
            return;
        }
        // Two members of one spelling were noted when the text was read.
        if let Standing::Present(earlier, _) = standing
            && *earlier != name
        {
            let reason = format!("The member is given as {earlier:?} and as {name:?}; it may be given once.");
            self.violation(Level::ProtoJson, reason);
        }
        *standing = Standing::Present(name, self.shaped(field, value));
    }

    /// Checks that exactly one member of the group is present.
    fn one_of(&mut self, message: &'static MessageType, standings: &[Standing<'_>]) {
        let Some(group) = message.one_of else { return };
        let is_member = |field: &&Field| field.presence == Presence::OneOf;
        let present: Vec<&str> = message
            .fields
            .iter()
            .zip(standings)
            .filter(|(field, standing)| is_member(field) && matches!(standing, Standing::Present(..)))
            .map(|(field, _)| field.name)
            .collect();
        let names: Vec<&str> = message.fields.iter().filter(is_member).map(|field| field.name).collect();
        let all = names.join(", ");
        match present.len() {
            1 => {}
            0 => self.violation(
                Level::Semantic,
                format!("The {} has no {group}; exactly one of {all} is expected.", message.name),
            ),
            _ => self.violation(
                Level::ProtoJson,
                format!(
                    "The {} has more than one {group} ({}); exactly one of {all} is expected.",
                    message.name,
                    present.join(", ")
                ),
            ),
        }
    }

    /// Checks a field's presence and returns what the normal form holds for it.
    fn settle(
        &mut self,
        message: &'static MessageType,
        field: &'static Field,
        standing: Standing<'_>,
        empties: &[&str],
    ) -> Option<Value> {
        let required = matches!(field.presence, Presence::Required(_));
        match standing {
            Standing::Absent if required => {
                let reason = format!("The member is missing; {} requires {}.", message.name, wanted(field));
                self.violation(Level::Required, reason);
                default_of(field)
            }
            Standing::Null if required => {
                let reason = format!(
                    "The member is null, which means that it is absent; {} requires {}.",
                    message.name,
                    wanted(field)
                );
                self.violation(Level::Required, reason);
                default_of(field)
            }
            Standing::Absent | Standing::Null | Standing::Present(_, None) => None,
            Standing::Present(_, Some(value)) => {
                let is_default = is_default(field, &value);
                match field.presence {
                    Presence::Required(empty) if is_default => {
                        let tolerated = match empty {
                            Empty::Refused => false,
                            Empty::Allowed => true,
                            Empty::With(other) => empties.contains(&other),
                        };
                        if !tolerated {
                            self.empty(message, field, empty);
                        }
                    }
                    Presence::Implicit if is_default => {
                        self.remark(Note::DefaultWritten);
                        return None;
                    }
                    _ => {}
                }
                Some(value)
            }
        }
    }

    fn empty(&mut self, message: &'static MessageType, field: &'static Field, empty: Empty) {
        let found = match (field.shape, field.kind) {
            (Shape::List, _) => "an empty list",
            (Shape::Map, _) => "an empty map",
            (Shape::One, Kind::Text) => "the empty string",
            _ => "the value that stands for none",
        };
        let exception = match empty {
            Empty::With(other) => format!(", unless {other} is empty too"),
            _ => String::new(),
        };
        let reason = format!(
            "The member is {found}, which counts as absent; {} requires {}{exception}.",
            message.name,
            wanted(field)
        );
        self.violation(Level::RequiredEmpty, reason);
    }

    /// Reads a field's value in its shape.
    fn shaped(&mut self, field: &'static Field, json: &Json<'_>) -> Option<Value> {
        match field.shape {
            Shape::One => self.single(field, json),
            Shape::List => {
                let Json::List(items) = json else {
                    return self.keep(wrong_kind(json, &format!("an array, {},", wanted(field))));
                };
                let mut normal = Some(Vec::with_capacity(items.len()));
                for (index, item) in items.iter().enumerate() {
                    let mark = self.path.item(index);
                    normal = gather(normal, self.element(field, item));
                    self.path.leave(mark);
                }
                normal.map(Value::Array)
            }
            Shape::Map => {
                let Json::Object(members) = json else {
                    return self.keep(wrong_kind(json, &format!("an object, {},", wanted(field))));
                };
                let mut normal = Some(Vec::with_capacity(members.len()));
                for (name, member) in members {
                    let value = self.within(name, |walk| walk.element(field, member));
                    normal = gather(normal, value.map(|value| (name.to_string(), value)));
                }
                normal.map(|members| Value::Object(members.into_iter().collect()))
            }
        }
    }

    /// Reads an item of a list or a value of a map, which null is not.
    fn element(&mut self, field: &'static Field, json: &Json<'_>) -> Option<Value> {
        if *json == Json::Null && !matches!(field.kind, Kind::Value) {
            return self.keep(wrong_kind(json, one(field.kind).as_ref()));
        }
        self.single(field, json)
    }

    /// Reads one value of a field's kind.
    fn single(&mut self, field: &'static Field, json: &Json<'_>) -> Option<Value> {
        match field.kind {
            Kind::Message(message) => self.message(message, json).map(Value::Object),
            Kind::Value => self.any(json),
            Kind::Struct => match json {
                Json::Object(_) => self.any(json),
                other => self.keep(wrong_kind(other, "an object")),
            },
            Kind::Text => match json {
                Json::Text(text) => {
                    self.among(field.rule, text);
                    Some(Value::String(text.to_string()))
                }
                other => self.keep(wrong_kind(other, "a string")),
            },
            Kind::Bool => match json {
                Json::Bool(value) => Some(Value::Bool(*value)),
                other => self.keep(wrong_kind(other, "true or false")),
            },
            Kind::Bytes => self.noted(scalar::bytes(json)).map(Value::String),
            Kind::Time => self.noted(scalar::time(json)).map(Value::String),
            Kind::Enum(of) => self.noted(scalar::enumeration(json, of)).map(|name| Value::String(name.to_string())),
            Kind::Int32 => {
                let number = self.noted(scalar::int32(json))?;
                self.between(field.rule, number);
                Some(Value::from(number))
            }
        }
    }

    /// Takes any JSON value as it is; a number must be one that a double can hold.
    fn any(&mut self, json: &Json<'_>) -> Option<Value> {
        self.finite(json);
        Some(json.to_value())
    }

    fn finite(&mut self, json: &Json<'_>) {
        match json {
            Json::Number(text) if !text.parse::<f64>().is_ok_and(f64::is_finite) => {
                let reason = format!("{text} is beyond the range of a double; a finite number is expected.");
                self.violation(Level::ProtoJson, reason);
            }
            Json::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mark = self.path.item(index);
                    self.finite(item);
                    self.path.leave(mark);
                }
            }
            Json::Object(members) => {
                for (name, member) in members {
                    self.within(name, |walk| walk.finite(member));
                }
            }
            _ => {}
        }
    }

    fn between(&mut self, rule: Rule, number: i32) {
        if let Rule::Between(least, most) = rule
            && !(least..=most).contains(&number)
        {
            let range = if most == i32::MAX { format!("at least {least}") } else { format!("from {least} to {most}") };
            self.violation(Level::Semantic, format!("{number} is out of range; a number {range} is expected."));
        }
    }

    fn among(&mut self, rule: Rule, text: &str) {
        // An empty text is judged by its presence.
        if let Rule::Among(texts) = rule
            && !text.is_empty()
            && !texts.contains(&text)
        {
            self.violation(
                Level::Semantic,
                format!("{text:?} means nothing here; one of {} is expected.", texts.join(", ")),
            );
        }
    }

    fn keep<T>(&mut self, result: Result<T, Refused>) -> Option<T> {
        result.map_err(|refused| self.violation(refused.level, refused.reason)).ok()
    }

    fn noted<T>(&mut self, result: scalar::Read<T>) -> Option<T> {
        let (value, note) = self.keep(result)?;
        if let Some(note) = note {
            self.remark(note);
        }
        Some(value)
    }
}

/// Adds an item if all so far have a normal form.
fn gather<T>(items: Option<Vec<T>>, item: Option<T>) -> Option<Vec<T>> {
    let (mut items, item) = (items?, item?);
    items.push(item);
    Some(items)
}

/// What one value of a kind is, for a sentence.
fn one(kind: Kind) -> Cow<'static, str> {
    match kind {
        Kind::Text => "a string".into(),
        Kind::Bytes => "a string of base64".into(),
        Kind::Bool => "true or false".into(),
        Kind::Int32 => "a whole number".into(),
        Kind::Enum(of) => format!("the name of a {}", of.name).into(),
        Kind::Time => "a timestamp".into(),
        Kind::Struct => "an object".into(),
        Kind::Value => "a JSON value".into(),
        Kind::Message(message) => format!("an object of type {}", message.name).into(),
    }
}

/// What a field requires, for a sentence.
fn wanted(field: &Field) -> String {
    let least = match field.presence {
        Presence::Required(Empty::Refused) => "at least one",
        _ => "any number",
    };
    match (field.shape, field.kind) {
        (Shape::One, Kind::Text) if field.presence == Presence::Required(Empty::Refused) => {
            "a string that is not empty".to_string()
        }
        (Shape::One, Kind::Enum(of)) => format!("the name of a {} other than {}", of.name, of.values[0]),
        (Shape::One, kind) => one(kind).into_owned(),
        (Shape::List, kind) => format!("a list of {least}, each {}", one(kind)),
        (Shape::Map, kind) => format!("a map of {least}, each {}", one(kind)),
    }
}

/// Whether a normal value is the default of its field's kind. A message, once present, is not.
fn is_default(field: &Field, value: &Value) -> bool {
    match (field.shape, field.kind) {
        (Shape::One, Kind::Message(_) | Kind::Struct | Kind::Value | Kind::Time) => false,
        _ => default_of(field).is_some_and(|default| default == *value),
    }
}

/// The default value of a field, where it has one.
fn default_of(field: &Field) -> Option<Value> {
    match (field.shape, field.kind) {
        (Shape::List, _) => Some(Value::Array(Vec::new())),
        (Shape::Map, _) => Some(Value::Object(Map::new())),
        (Shape::One, Kind::Text | Kind::Bytes) => Some(Value::String(String::new())),
        (Shape::One, Kind::Bool) => Some(Value::Bool(false)),
        (Shape::One, Kind::Int32) => Some(Value::from(0)),
        (Shape::One, Kind::Enum(of)) => Some(Value::String(of.values[0].to_string())),
        (Shape::One, Kind::Message(_) | Kind::Struct | Kind::Value | Kind::Time) => None,
    }
}
