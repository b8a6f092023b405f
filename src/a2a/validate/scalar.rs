//! Scalars of ProtoJSON: integers, enumerations, bytes and timestamps, each with what readers must
//! take beside the form that writers use.

use super::{Level, Note};
use crate::a2a::json::{Json, parse};
use crate::a2a::schema::EnumType;
use crate::a2a::time::Timestamp;
use crate::catalogue::{fold, nearest};
use base64::Engine;
use base64::alphabet;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Why a value is refused.
#[derive(Debug)]
pub(super) struct Refused {
    pub level: Level,
    pub reason: String,
}

/// A value in normal form, and what is remarkable in how it was written.
pub(super) type Read<T> = Result<(T, Option<Note>), Refused>;

fn refused<T>(level: Level, reason: String) -> Result<T, Refused> {
    Err(Refused { level, reason })
}

/// A sentence on a value of the wrong kind.
pub(super) fn wrong_kind<T>(json: &Json<'_>, wanted: &str) -> Result<T, Refused> {
    let found = match json {
        Json::Number(text) => format!("the number {text}"),
        Json::Bool(value) => format!("the boolean {value}"),
        other => other.kind().to_string(),
    };
    refused(Level::ProtoJson, format!("The value is {found}; {wanted} is expected."))
}

/// Base64 of the standard alphabet that need not be padded, as readers take it.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bytes, returned as padded base64.
pub(super) fn bytes(json: &Json<'_>) -> Read<String> {
    let Json::Text(text) = json else { return wrong_kind(json, "a string of base64") };
    let standard: String =
        text.chars().map(|c| if c == '-' { '+' } else { c }).map(|c| if c == '_' { '/' } else { c }).collect();
    match LENIENT.decode(&standard) {
        Ok(bytes) => {
            let normal = STANDARD.encode(bytes);
            let note = (normal != **text).then_some(Note::Base64Form);
            Ok((normal, note))
        }
        Err(error) => {
            refused(Level::ProtoJson, format!("The string is not base64 ({error}); bytes are written in it."))
        }
    }
}

/// A timestamp, returned in UTC.
pub(super) fn time(json: &Json<'_>) -> Read<String> {
    const WANTED: &str = "an RFC 3339 timestamp such as 2026-01-02T03:04:05.678Z";
    let Json::Text(text) = json else { return wrong_kind(json, WANTED) };
    match text.parse::<Timestamp>() {
        Ok(timestamp) => {
            let digits = text.split_once('.').map_or(0, |(_, fraction)| fraction.len() - 1);
            let plain = text.ends_with('Z') && matches!(digits, 0 | 3 | 6 | 9);
            Ok((timestamp.to_string(), (!plain).then_some(Note::TimestampForm)))
        }
        Err(error) => refused(Level::ProtoJson, format!("{text:?} is no timestamp: {error}; {WANTED} is expected.")),
    }
}

/// A 32-bit integer.
pub(super) fn int32(json: &Json<'_>) -> Read<i32> {
    let (number, quoted) = match json {
        Json::Number(text) => (*text, false),
        Json::Text(text) => match parse(text).map(|parsed| parsed.root) {
            Ok(Json::Number(number)) if number.len() == text.len() => (number, true),
            _ => return refused(Level::ProtoJson, format!("{text:?} is no integer; a whole number is expected.")),
        },
        other => return wrong_kind(other, "a whole number"),
    };
    match whole(number) {
        Whole::No => {
            refused(Level::ProtoJson, format!("{number} is not a whole number; an integer of 32 bits is expected."))
        }
        Whole::Beyond => refused(
            Level::ProtoJson,
            format!("{number} does not fit 32 bits; an integer from {} to {} is expected.", i32::MIN, i32::MAX),
        ),
        Whole::Is(value) => {
            let floating = number.contains(['.', 'e', 'E']);
            let note = if quoted { Some(Note::QuotedInteger) } else { floating.then_some(Note::FloatInteger) };
            Ok((value, note))
        }
    }
}

/// A value of an enumeration, returned as its name.
pub(super) fn enumeration(json: &Json<'_>, of: &EnumType) -> Read<&'static str> {
    let names = of.values;
    match json {
        Json::Text(text) => match of.number(text) {
            Some(number) => Ok((names[number], None)),
            None => {
                let list = names[1..].join(", ");
                let help = meant(text, &names[1..]).map(|near| format!(" (did you mean {near}?)")).unwrap_or_default();
                refused(Level::Enum, format!("{text:?} is not the name of a {}; it is one of {list}{help}.", of.name))
            }
        },
        Json::Number(text) => match whole(text) {
            Whole::No | Whole::Beyond => wrong_kind(json, &format!("the name or number of a {}", of.name)),
            Whole::Is(number) if number >= 0 && (number as usize) < names.len() => {
                Ok((names[number as usize], Some(Note::EnumNumber)))
            }
            _ => refused(
                Level::Semantic,
                format!("{text} is not the number of a {}; they run from 0 to {}.", of.name, names.len() - 1),
            ),
        },
        other => wrong_kind(other, &format!("the name of a {}", of.name)),
    }
}

/// The name that a wrong one may stand for: one that ends like it, as the names of A2A 0.3 do, or the
/// nearest.
fn meant(text: &str, names: &[&'static str]) -> Option<&'static str> {
    let folded = fold(text);
    let ending = names.iter().copied().find(|name| !folded.is_empty() && fold(name).ends_with(&folded));
    ending.or_else(|| nearest(text, names.iter().copied()))
}

/// What the text of a JSON number is as a 32-bit integer.
enum Whole {
    Is(i32),
    Beyond,
    No,
}

/// Reads a JSON number's text exactly: `1.5e1` is 15, `1.5` is no whole number.
fn whole(text: &str) -> Whole {
    let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return Whole::Is(0);
    }
    // An exponent too long for 64 bits is far out of range either way.
    let exponent =
        exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 });
    let places = exponent - fraction.len() as i64;
    let cut = if places < 0 {
        let keep = significant.len() as i64 + places;
        if keep <= 0 || significant[keep as usize..].bytes().any(|b| b != b'0') {
            return Whole::No;
        }
        significant[..keep as usize].to_string()
    } else if places > 10 {
        return Whole::Beyond;
    } else {
        format!("{significant}{}", "0".repeat(places as usize))
    };
    let Ok(magnitude) = cut.parse::<i64>() else { return Whole::Beyond };
    i32::try_from(if negative { -magnitude } else { magnitude }).map_or(Whole::Beyond, Whole::Is)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::a2a::schema::TASK_STATE;

    fn int(text: &str) -> Result<i32, Level> {
        int32(&parse(text).unwrap().root).map(|(value, _)| value).map_err(|refused| refused.level)
    }

    /// Verdicts of protobuf 7.36 for Python on the same texts.
    #[test]
    fn integers_are_read_exactly() {
        for (text, value) in [
            ("4", 4),
            ("4.0", 4),
            ("1e2", 100),
            ("1.5e1", 15),
            ("-0", 0),
            ("0e99999999999999999999", 0),
            ("\"4\"", 4),
            ("\"4.0\"", 4),
            ("\"1e2\"", 100),
            ("\"-1\"", -1),
            ("2147483647", i32::MAX),
            ("-2147483648", i32::MIN),
            ("214748364700e-2", i32::MAX),
        ] {
            assert_eq!(int(text), Ok(value), "{text}");
        }
        for text in [
            "1.5",
            "1e-1",
            "2147483647.0000000000000001",
            "2147483648",
            "1e10",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "true",
            "\"\"",
            "\" 4\"",
            "\"4 \"",
            "\"x\"",
            "[]",
        ] {
            assert_eq!(int(text), Err(Level::ProtoJson), "{text}");
        }
    }

    #[test]
    fn bytes_are_base64_of_either_alphabet_with_or_without_padding() {
        for (text, normal) in [("AA==", "AA=="), ("AA", "AA=="), ("_-8=", "/+8="), ("_-8", "/+8="), ("", "")] {
            let (value, note) = bytes(&Json::Text(text.into())).unwrap();
            assert_eq!(value, normal);
            assert_eq!(note.is_some(), text != normal, "{text}");
        }
        for text in ["***", "A", "AA==A", "A A="] {
            assert!(bytes(&Json::Text(text.into())).is_err(), "{text}");
        }
    }

    #[test]
    fn enumerations_are_named_and_the_nearest_name_is_offered() {
        let level = |json: &Json<'_>| enumeration(json, &TASK_STATE).map_err(|refused| refused.level).map(|(v, _)| v);
        assert_eq!(level(&Json::Number("3")), Ok("TASK_STATE_COMPLETED"));
        assert_eq!(level(&Json::Number("99")), Err(Level::Semantic));
        assert_eq!(level(&Json::Number("-1")), Err(Level::Semantic));
        assert_eq!(level(&Json::Number("1.5")), Err(Level::ProtoJson));
        assert_eq!(level(&Json::Bool(true)), Err(Level::ProtoJson));
        let wrong = enumeration(&Json::Text("TASK_STATE_CANCELLED".into()), &TASK_STATE).unwrap_err();
        assert_eq!(wrong.level, Level::Enum);
        assert!(wrong.reason.contains("TASK_STATE_CANCELED"), "{}", wrong.reason);
    }
}
