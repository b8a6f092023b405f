//! What queries of several kinds have in common: how their numbers are read, and how they come back.

use crate::catalogue::{Field, Kind, Params, Place, Value};
use crate::error::{Diagnostic, Faults, Origin};
use crate::exact::Rational;
use serde_json::Value as Json;

pub(super) fn fault(key: &str, found: impl Into<String>, expected: impl Into<String>) -> Faults {
    Diagnostic::new("wrong-value", found, expected).at(Place::root().key(key).at(&Origin::Unknown)).into()
}

pub(super) fn number(key: &'static str, doc: &'static str) -> Field {
    Field::required(key, Kind::Rational, doc)
}

pub(super) fn number_or(key: &'static str, default: i64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Rational, default, doc)
}

/// A number that is not negative.
pub(super) fn amount(params: &Params, key: &str) -> Result<Rational, Faults> {
    let value = params.rational(key);
    if value.is_negative() {
        return Err(fault(key, format!("`{key}` is {value}"), "a number of 0 or more"));
    }
    Ok(value)
}

/// A number from 0 to 1.
pub(super) fn share(params: &Params, key: &str) -> Result<Rational, Faults> {
    let value = params.rational(key);
    if value.is_negative() || value > Rational::one() {
        return Err(fault(key, format!("`{key}` is {value}"), "a number from 0 to 1"));
    }
    Ok(value)
}

/// A list of pairs of exact numbers, each of which `good` accepts.
pub(super) fn pairs(
    params: &Params,
    key: &str,
    expected: &str,
    good: impl Fn(&Rational, &Rational) -> bool,
) -> Result<Vec<(Rational, Rational)>, Faults> {
    let pair = |value: &Value| -> Option<(Rational, Rational)> {
        let [first, second] = value.as_list()? else { return None };
        Some((first.rational()?, second.rational()?)).filter(|(first, second)| good(first, second))
    };
    let items = params.list(key).iter().enumerate();
    items
        .map(|(k, value)| {
            let here = format!("{key}[{k}]");
            pair(value).ok_or_else(|| fault(&here, format!("`{here}` is {}", value.to_json()), expected))
        })
        .collect()
}

pub(super) fn text(value: &Rational) -> Json {
    value.to_string().into()
}

/// A text, or null for what does not exist.
pub(super) fn maybe(value: Option<&Rational>) -> Json {
    value.map_or(Json::Null, text)
}

pub(super) fn floats<'r>(values: impl IntoIterator<Item = &'r Rational>) -> Json {
    values.into_iter().map(|value| Json::from(value.to_f64())).collect()
}
