//! Queries of several kinds: a query names its `kind` and holds that kind's members.
//!
//! Members that a kind answers may be in the query, and are not read, so that a record of question and answer is a query
//! too; a member that is null is one that is not there, and null in a list is the text "none".

use crate::catalogue::{Field, Kind, Params, Place, Schema, Value, suggestion};
use crate::error::{Diagnostic, Faults, Origin};
use serde_json::{Map, Value as Json};

/// One kind of query.
pub(super) struct Question {
    pub(super) kind: &'static str,
    /// What it needs, beside what all queries have.
    pub(super) fields: fn() -> Vec<Field>,
    /// The members of its answer that are no members of the query.
    pub(super) answers: &'static [&'static str],
    pub(super) answer: fn(&Params) -> Result<Json, Faults>,
}

impl Question {
    fn schema(&self) -> Schema {
        let mut fields = vec![
            Field::optional("id", Kind::Any, "Comes back in the answer."),
            Field::required("kind", Kind::Text, "The kind of question."),
            Field::optional("note", Kind::Any, "Is not read."),
        ];
        fields.extend((self.fields)());
        Schema::of(fields)
    }
}

/// The kinds that are answered, in order.
pub(super) fn kinds(groups: &[&'static [Question]]) -> Vec<&'static str> {
    groups.iter().flat_map(|group| group.iter().map(|question| question.kind)).collect()
}

/// The members of a query of a kind.
pub(super) fn schema(groups: &[&'static [Question]], kind: &str) -> Option<Schema> {
    groups.iter().flat_map(|group| group.iter()).find(|question| question.kind == kind).map(Question::schema)
}

/// Answers a query by the question of its kind.
///
/// # Errors
/// What is wrong with the query.
pub(super) fn answer(groups: &[&'static [Question]], query: &Json) -> Result<Json, Faults> {
    let Json::Object(members) = query else {
        return Err(Diagnostic::new("wrong-type", "a query that is no object", "a JSON object").into());
    };
    let place = Place::root();
    let at = |key: &str| place.key(key).at(&Origin::Unknown);
    let Some(kind) = members.get("kind").and_then(Json::as_str) else {
        let expected = format!("one of {}", kinds(groups).join(", "));
        return Err(Diagnostic::new("missing-key", "a query without `kind`", expected).at(at("kind")).into());
    };
    let Some(question) = groups.iter().flat_map(|group| group.iter()).find(|question| question.kind == kind) else {
        let help =
            suggestion(kind, kinds(groups)).unwrap_or_else(|| format!("it is one of {}", kinds(groups).join(", ")));
        let fault = Diagnostic::new("unknown-kind", format!("unknown kind {kind:?}"), "").help(help);
        return Err(fault.at(at("kind")).into());
    };
    let asked: Map<String, Json> = members
        .iter()
        .filter(|(key, value)| !value.is_null() && !question.answers.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), none_for_null(value)))
        .collect();
    let value = Value::from_json(&Json::Object(asked))?;
    let table = value.as_table().expect("made of an object");
    let mut faults = Faults::new();
    match question.schema().check(table, &value.origin, &place, &mut faults) {
        Some(params) if faults.is_empty() => (question.answer)(&params),
        _ => Err(faults),
    }
}

/// The value with the text "none" for each null of a list.
fn none_for_null(value: &Json) -> Json {
    match value {
        Json::Array(items) => {
            items.iter().map(|item| if item.is_null() { Json::from("none") } else { none_for_null(item) }).collect()
        }
        Json::Object(members) => members.iter().map(|(key, value)| (key.clone(), none_for_null(value))).collect(),
        other => other.clone(),
    }
}
