//! A JSON reader that keeps what a protocol check must see.
//!
//! RFC 8259 text becomes a [`Json`] tree in which numbers keep their text (`4`, `4.0` and `4e0`
//! differ), members keep their order, and members of one name are all kept. What the grammar allows
//! but I-JSON (RFC 7493) and ProtoJSON forbid, a repeated member or a lone surrogate, is noted with
//! its place and reading goes on; a breach of the grammar ends it. Nesting is at most
//! [`MAX_DEPTH`] deep, so that no input exhausts the stack. It knows nothing of A2A.

mod reader;

pub use reader::parse;

use std::borrow::Cow;
use std::fmt;

/// The deepest nesting of arrays and objects that is read.
pub const MAX_DEPTH: usize = 128;

/// A JSON value as it was written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its text.
    Number(&'a str),
    /// A string, its escapes resolved; a lone surrogate becomes U+FFFD and a fault.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<Json<'a>>),
    /// An object: its members in order, repeated names included.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// What kind of value this is, for a sentence: `a string`, `an array`.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::Text(_) => "a string",
            Json::List(_) => "an array",
            Json::Object(_) => "an object",
        }
    }

    /// The first member of that name, if this is an object.
    pub fn member(&self, name: &str) -> Option<&Json<'a>> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The string's text, if this is a string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value as `serde_json` holds it: whole numbers that fit 64 bits stay whole, others become
    /// the nearest double; of members with one name the last stays.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Json::Null => Value::Null,
            Json::Bool(b) => Value::Bool(*b),
            Json::Number(text) => number(text).map_or(Value::Null, Value::Number),
            Json::Text(text) => Value::String(text.to_string()),
            Json::List(items) => items.iter().map(Json::to_value).collect(),
            Json::Object(members) => {
                Value::Object(members.iter().map(|(key, value)| (key.to_string(), value.to_value())).collect())
            }
        }
    }
}

/// A number's text as `serde_json` holds it; `None` beyond the range of doubles.
fn number(text: &str) -> Option<serde_json::Number> {
    if let Ok(whole) = text.parse::<i64>()
        && text != "-0"
    {
        return Some(whole.into());
    }
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole.into());
    }
    text.parse().ok().and_then(serde_json::Number::from_f64)
}

/// What is wrong with a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsonFault {
    /// The grammar is broken.
    Syntax {
        /// What was found.
        found: String,
        /// What the grammar wants there.
        expected: &'static str,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
    },
    /// Arrays and objects are nested too deeply.
    TooDeep,
    /// `NaN` or an infinity, which JSON does not have.
    NotANumber(String),
    /// A member's name is repeated in its object.
    Duplicate(String),
    /// Half of a surrogate pair stands alone, so that the text has no UTF-8 form.
    LoneSurrogate,
}

impl fmt::Display for JsonFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonFault::Syntax { found, expected, line, column } => {
                write!(
                    f,
                    "The text is not JSON: {found} at line {line}, column {column}; {expected} is expected there."
                )
            }
            JsonFault::TooDeep => {
                write!(
                    f,
                    "Arrays and objects are nested more than {MAX_DEPTH} deep; at most {MAX_DEPTH} levels are read."
                )
            }
            JsonFault::NotANumber(found) => {
                write!(f, "{found} is not a JSON number; a finite number or null is expected.")
            }
            JsonFault::Duplicate(name) => {
                write!(f, "The member {name:?} is given twice; an object names each member once.")
            }
            JsonFault::LoneSurrogate => {
                f.write_str("The string holds a lone surrogate, which has no UTF-8 form; surrogates come in pairs.")
            }
        }
    }
}

/// A fault and the path of the value that has it, such as `parts[0].text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The path; empty for the whole text.
    pub path: String,
    /// The fault.
    pub fault: JsonFault,
}

/// A text that was read, and what is forbidden in it although the grammar allows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<'a> {
    /// The value.
    pub root: Json<'a>,
    /// Repeated members and lone surrogates, in the order of the text.
    pub faults: Vec<Located>,
}

/// The path to a value, grown and cut as a walk goes down and up.
#[derive(Clone, Debug, Default)]
pub(in crate::a2a) struct Path(String);

impl Path {
    /// Enters a member; the mark leads back.
    pub(in crate::a2a) fn enter(&mut self, name: &str) -> usize {
        let mark = self.0.len();
        let plain =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-' || b == b'@');
        if plain {
            if mark > 0 {
                self.0.push('.');
            }
            self.0.push_str(name);
        } else {
            self.0.push_str(&format!("[{name:?}]"));
        }
        mark
    }

    /// Enters an item of an array; the mark leads back.
    pub(in crate::a2a) fn item(&mut self, index: usize) -> usize {
        let mark = self.0.len();
        self.0.push_str(&format!("[{index}]"));
        mark
    }

    /// Goes back to where a mark was made.
    pub(in crate::a2a) fn leave(&mut self, mark: usize) {
        self.0.truncate(mark);
    }

    /// The path as text.
    pub(in crate::a2a) fn text(&self) -> String {
        self.0.clone()
    }
}
