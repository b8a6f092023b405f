//! The validator: is this JSON text an A2A 1.0 object of that type?
//!
//! One walk over the tables of [`schema`](super::schema) checks a text by the rules of ProtoJSON and
//! of A2A 1.0 (5.7, required members) and builds its *normal form*, what a conformant writer would
//! emit for the same message: camel-case names, names of enumerations, padded base64, UTC
//! timestamps, required members always, set `optional` members, no other defaults, no unknown
//! members. A typed read is that walk, then a conversion of the normal form, so that there is one
//! set of rules. What a reader must take and a writer must not produce is a [`Remark`], no violation.
//!
//! Three readings of the specification are decided here. An empty required list or string counts as
//! absent, since protobuf cannot tell them apart, but for the last page of `ListTasksResponse`. A
//! number that no name of an enumeration has is refused, although proto3 would keep it. A repeated
//! member is refused, although RFC 8259 leaves it open.

mod scalar;
mod walk;

use super::json::{JsonFault, parse};
use super::model::Object;
use super::schema::{self, MESSAGE_TYPES, MessageType};
use crate::catalogue::suggestion;
use crate::error::{Diagnostic, Location};
use std::fmt;

/// How a text breaks the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not JSON, or not ProtoJSON of that type.
    ProtoJson,
    /// A required member is absent or null.
    Required,
    /// A required member holds the default value of its kind, which counts as absent.
    RequiredEmpty,
    /// A text is not a name of its enumeration.
    Enum,
    /// It is well formed and means nothing: an empty one-of group, a number out of its range.
    Semantic,
}

/// One breach of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The path of the value, such as `message.parts[0].text`; empty for the whole text.
    pub path: String,
    /// A sentence: what is wrong, and what would be right.
    pub reason: String,
    /// How it breaks the rules.
    pub level: Level,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() { f.write_str(&self.reason) } else { write!(f, "{}: {}", self.path, self.reason) }
    }
}

impl From<&Violation> for Diagnostic {
    fn from(violation: &Violation) -> Self {
        Diagnostic::new("a2a-invalid", violation.reason.clone(), "").at(Location::path(violation.path.clone()))
    }
}

/// What a reader takes although a conformant writer would not have written it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    /// The type has no such member; it is ignored.
    UnknownMember,
    /// The member has its protobuf name instead of its JSON name.
    ProtobufName,
    /// The member is null, which means absent.
    Null,
    /// The enumeration's value is given by its number.
    EnumNumber,
    /// The integer is in quotation marks.
    QuotedInteger,
    /// The integer has a point or an exponent.
    FloatInteger,
    /// The bytes are base64url, or lack their padding.
    Base64Form,
    /// The timestamp has an offset, or not 0, 3, 6 or 9 fractional digits.
    TimestampForm,
    /// A default value is written out. This is allowed, and vanishes in the normal form.
    DefaultWritten,
}

/// A [`Note`] and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The path of the value.
    pub path: String,
    /// What it is.
    pub note: Note,
}

/// All that the walk over a text found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The breaches, in the order of the walk.
    pub violations: Vec<Violation>,
    /// What is taken but not to be written.
    pub remarks: Vec<Remark>,
    /// The normal form, as far as the text could be read; `None` if it is no JSON object.
    pub normal: Option<serde_json::Value>,
}

impl Report {
    /// Whether the text is an object of its type.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }

    /// Whether a conformant writer may have produced it.
    pub fn is_conformant(&self) -> bool {
        self.is_valid() && self.remarks.iter().all(|remark| remark.note == Note::DefaultWritten)
    }

    /// The normal form, if each violation is of one of the levels given.
    ///
    /// # Errors
    /// The violations, if one is of another level.
    pub fn tolerating(self, levels: &[Level]) -> Result<serde_json::Value, Invalid> {
        match self.normal {
            Some(normal) if self.violations.iter().all(|v| levels.contains(&v.level)) => Ok(normal),
            _ => Err(Invalid(self.violations)),
        }
    }
}

/// What is wrong with a text that is not an object of its type: at least one violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid(pub Vec<Violation>);

impl Invalid {
    /// The first violation in one line, and how many more there are.
    pub fn summary(&self) -> String {
        match self.0.as_slice() {
            [] => String::new(),
            [only] => only.to_string(),
            [first, others @ ..] => format!("{first} (And {} more.)", others.len()),
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, violation) in self.0.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}

/// A name that no message type has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown A2A message type {0:?}")]
pub struct UnknownType(pub String);

impl From<UnknownType> for Diagnostic {
    fn from(unknown: UnknownType) -> Self {
        let names = MESSAGE_TYPES.iter().map(|message| message.name);
        let diagnostic = Diagnostic::new("unknown-type", unknown.to_string(), "the name of an A2A 1.0 message type");
        match suggestion(&unknown.0, names) {
            Some(help) => diagnostic.help(help),
            None => diagnostic.help("such as Task, Message, Part, AgentCard or SendMessageRequest"),
        }
    }
}

/// Checks a text against a message type.
pub fn examine(message: &'static MessageType, text: &str) -> Report {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(fault) => {
            let violation = Violation::json(fault.path, &fault.fault);
            return Report { violations: vec![violation], remarks: Vec::new(), normal: None };
        }
    };
    let mut walk = walk::Walk::default();
    for fault in parsed.faults {
        walk.violations.push(Violation::json(fault.path, &fault.fault));
    }
    let normal = walk.message(message, &parsed.root).map(serde_json::Value::Object);
    Report { violations: walk.violations, remarks: walk.remarks, normal }
}

/// Checks a text against the message type of that name, such as `Task`: no violations, and it is one.
///
/// # Errors
/// If there is no such type.
///
/// # Examples
/// ```
/// use comity::a2a::validate;
/// assert!(validate("Part", r#"{"text":""}"#).unwrap().is_empty());
/// let wrong = validate("Message", r#"{"messageId":"m","role":"ROLE_USER","parts":[{"text":5}]}"#).unwrap();
/// assert_eq!(wrong[0].path, "parts[0].text");
/// ```
pub fn validate(type_name: &str, text: &str) -> Result<Vec<Violation>, UnknownType> {
    let message = schema::find(type_name).ok_or_else(|| UnknownType(type_name.to_string()))?;
    Ok(examine(message, text).violations)
}

/// Reads a text as an object of our model.
///
/// # Errors
/// If it is not one: all that is wrong with it.
///
/// # Examples
/// ```
/// use comity::a2a::{GetTaskRequest, read};
/// let request: GetTaskRequest = read(r#"{"id":"t-1","history_length":"5"}"#).unwrap();
/// assert_eq!(request.history_length, Some(5));
/// ```
pub fn read<T: Object>(text: &str) -> Result<T, Invalid> {
    let normal = examine(T::message_type(), text).tolerating(&[])?;
    from_normal(normal)
}

/// An object of our model from a normal form of its type.
pub(super) fn from_normal<T: Object>(normal: serde_json::Value) -> Result<T, Invalid> {
    serde_json::from_value(normal).map_err(|error| {
        let reason = format!("The text cannot be held as {}: {error}.", T::TYPE);
        Invalid(vec![Violation { path: String::new(), reason, level: Level::ProtoJson }])
    })
}

impl Violation {
    pub(super) fn json(path: String, fault: &JsonFault) -> Self {
        Self { path, reason: fault.to_string(), level: Level::ProtoJson }
    }
}
