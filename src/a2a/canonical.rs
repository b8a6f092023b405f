//! Canonical JSON (RFC 8785, JCS), and the form of a card that is signed.
//!
//! JCS sorts members by UTF-16 code units, prints numbers as ECMAScript prints doubles, and escapes
//! as little as JSON allows. It is defined for I-JSON (RFC 7493) alone, so a repeated member, a lone
//! surrogate and a number that no double holds have no canonical form here; an integer beyond 2^53
//! is rounded to the nearest double.
//!
//! A card is signed over its *presence form* (A2A 1.0, 8.4.1): without `signatures`, required members
//! always, `optional` members if they were set, no other defaults, `params` as they are. That is the
//! validator's normal form. Members that A2A does not know are dropped, as verifiers that read a card
//! with protobuf drop them.

use super::json::{Json, Located, Path, parse};
use super::schema;
use super::validate::{Invalid, Level, examine};
use crate::error::{Diagnostic, Location};
use serde_json::Value;

/// Why a text has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CanonicalError {
    /// It is not I-JSON.
    Json(Located),
    /// A number is beyond the range of doubles.
    Range {
        /// The number's path.
        path: String,
        /// The number.
        number: String,
    },
}

impl std::fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CanonicalError::Json(located) => located.fault.fmt(f),
            CanonicalError::Range { number, .. } => {
                write!(f, "{number} is beyond the range of doubles, in which canonical JSON writes its numbers.")
            }
        }
    }
}

impl std::error::Error for CanonicalError {}

impl From<CanonicalError> for Diagnostic {
    fn from(error: CanonicalError) -> Self {
        let path = match &error {
            CanonicalError::Json(located) => located.path.clone(),
            CanonicalError::Range { path, .. } => path.clone(),
        };
        Diagnostic::new("no-canonical-form", error.to_string(), "").at(Location::path(path))
    }
}

/// The canonical form of a JSON text.
///
/// # Errors
/// If the text is not I-JSON, or has a number that no double holds.
///
/// # Examples
/// ```
/// use comity::a2a::canonical::canonicalize;
/// assert_eq!(canonicalize(r#"{"b": 1.0, "a": [1e21, -0]}"#).unwrap(), r#"{"a":[1e+21,0],"b":1}"#);
/// ```
pub fn canonicalize(text: &str) -> Result<String, CanonicalError> {
    let parsed = parse(text).map_err(CanonicalError::Json)?;
    if let Some(fault) = parsed.faults.into_iter().next() {
        return Err(CanonicalError::Json(fault));
    }
    finite(&parsed.root, &mut Path::default())?;
    Ok(canonical_value(&parsed.root.to_value()))
}

/// The canonical form of a value, whose numbers are finite.
pub fn canonical_value(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).expect("a JSON value has a canonical form")
}

fn finite(json: &Json<'_>, path: &mut Path) -> Result<(), CanonicalError> {
    match json {
        Json::Number(text) if !text.parse::<f64>().is_ok_and(f64::is_finite) => {
            Err(CanonicalError::Range { path: path.text(), number: text.to_string() })
        }
        Json::List(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            let mark = path.item(index);
            finite(item, path)?;
            path.leave(mark);
            Ok(())
        }),
        Json::Object(members) => members.iter().try_for_each(|(name, member)| {
            let mark = path.enter(name);
            finite(member, path)?;
            path.leave(mark);
            Ok(())
        }),
        _ => Ok(()),
    }
}

/// A card's presence form, and the signatures beside it, as far as they are readable.
///
/// What protobuf would read is read: a card that lacks a required member has a presence form too.
///
/// # Errors
/// If the text is no card that protobuf would read.
pub(super) fn presence_form(card: &str) -> Result<(Value, Option<Value>), Invalid> {
    let message = schema::find("AgentCard").expect("the tables hold the card");
    let mut normal = examine(message, card).tolerating(&[Level::Required, Level::RequiredEmpty, Level::Semantic])?;
    let signatures = normal.as_object_mut().and_then(|members| members.remove("signatures"));
    Ok((normal, signatures))
}

/// What a card's signature signs: the canonical form of its presence form.
///
/// # Errors
/// If the text is no card.
pub fn card_payload(card: &str) -> Result<String, Invalid> {
    presence_form(card).map(|(form, _)| canonical_value(&form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_i_json_has_no_canonical_form() {
        for (text, path) in [
            (r#"{"a":{"b":1,"b":2}}"#, "a.b"),
            (r#"["\ud800"]"#, "[0]"),
            (r#"{"a":[1,1e400]}"#, "a[1]"),
            ("[1,]", "[1]"),
            ("NaN", ""),
        ] {
            let diagnostic = Diagnostic::from(canonicalize(text).unwrap_err());
            assert_eq!(diagnostic.at.path, path, "{text}");
        }
    }

    #[test]
    fn integers_beyond_doubles_are_rounded_to_the_nearest() {
        assert_eq!(
            canonicalize("[9007199254740993,18446744073709551616]").unwrap(),
            "[9007199254740992,18446744073709552000]"
        );
    }
}
