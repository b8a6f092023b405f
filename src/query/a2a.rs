//! Queries about A2A: validate, canonicalize, verify, transition, operation and stream.
//!
//! | command | query | answer |
//! |---|---|---|
//! | `validate` | `type`, `input` (JSON text) | `valid`, `errors[]` with `path` and `reason` |
//! | `canonicalize` | `input` (JSON text) | `canonical` (text) |
//! | `verify` | `card`, `jwks`, each as JSON or as its text | `valid`, `reason` |
//! | `transition` | `from` (a state or `NONE`), `to` | `legal`, `basis`, `why` |
//! | `operation` | `operation`, `state` (a state or `unknown id`) | `expect`, `jsonrpc`, `http`, `why`, `also_conformant` |
//! | `stream` | `operation`, `events[]` | `legal`, `why` |

use crate::a2a::card::{self, JwkSet};
use crate::a2a::lifecycle::transition;
use crate::a2a::operation::{Operation, Subject, outcome};
use crate::a2a::stream::{StreamCheck, StreamKind};
use crate::a2a::{self, StreamResponse, TaskState, canonical};
use crate::catalogue::suggestion;
use crate::error::{Diagnostic, Location};
use serde_json::{Value, json};
use std::borrow::Cow;

/// The commands that are answered.
pub const COMMANDS: [&str; 6] = ["validate", "canonicalize", "verify", "transition", "operation", "stream"];

/// The name of a task that does not exist yet, in a transition.
const NONE: &str = "NONE";
/// The name of an identifier that no task has, in an operation.
const UNKNOWN: &str = "unknown id";

/// Answers a query of one of the [`COMMANDS`].
///
/// # Errors
/// If there is no such command, a member of the query is missing or wrong, or, of `canonicalize`, the
/// text has no canonical form.
///
/// # Examples
/// ```
/// use comity::query::a2a::answer;
/// use serde_json::json;
/// let query = json!({ "from": "TASK_STATE_COMPLETED", "to": "TASK_STATE_WORKING" });
/// assert_eq!(answer("transition", &query).unwrap()["legal"], false);
/// ```
pub fn answer(command: &str, query: &Value) -> Result<Value, Diagnostic> {
    if !query.is_object() {
        return Err(Diagnostic::new("bad-query", "a query that is no object", "a JSON object"));
    }
    match command {
        "validate" => validate(query),
        "canonicalize" => canonicalize(query),
        "verify" => verify(query),
        "transition" => transit(query),
        "operation" => operate(query),
        "stream" => stream(query),
        other => {
            let diagnostic = Diagnostic::new("unknown-command", format!("unknown command {other:?}"), "");
            Err(match suggestion(other, COMMANDS) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            })
        }
    }
}

fn member<'q>(query: &'q Value, name: &'static str, wanted: &str) -> Result<&'q Value, Diagnostic> {
    query.get(name).ok_or_else(|| {
        Diagnostic::new("missing-member", format!("the query has no `{name}`"), wanted).at(Location::path(name))
    })
}

fn wrong(name: &'static str, found: String, wanted: impl Into<String>) -> Diagnostic {
    Diagnostic::new("wrong-member", found, wanted).at(Location::path(name))
}

fn text<'q>(query: &'q Value, name: &'static str, wanted: &str) -> Result<&'q str, Diagnostic> {
    let value = member(query, name, wanted)?;
    value.as_str().ok_or_else(|| wrong(name, format!("`{name}` is {value}"), wanted))
}

/// A member that is JSON, or the text of it.
fn json_text<'q>(query: &'q Value, name: &'static str, wanted: &str) -> Result<Cow<'q, str>, Diagnostic> {
    Ok(match member(query, name, wanted)? {
        Value::String(text) => Cow::Borrowed(text.as_str()),
        value => Cow::Owned(value.to_string()),
    })
}

fn state(name: &'static str, found: &str, wanted: &str) -> Result<TaskState, Diagnostic> {
    TaskState::from_name(found).ok_or_else(|| {
        let fault = wrong(name, format!("unknown task state {found:?}"), wanted);
        match suggestion(found, TaskState::ALL.map(TaskState::name)) {
            Some(help) => fault.help(help),
            None => fault,
        }
    })
}

/// A state, or nothing where the member says `besides`.
fn state_or(query: &Value, name: &'static str, besides: &str) -> Result<Option<TaskState>, Diagnostic> {
    let wanted = format!("the name of a task state, such as TASK_STATE_WORKING, or {besides:?}");
    match text(query, name, &wanted)? {
        found if found == besides => Ok(None),
        found => state(name, found, &wanted).map(Some),
    }
}

fn operation(query: &Value) -> Result<Operation, Diagnostic> {
    let found = text(query, "operation", "the name of an A2A operation, such as SendMessage")?;
    Operation::from_name(found).ok_or_else(|| {
        let fault = wrong("operation", format!("unknown operation {found:?}"), "the name of an A2A operation");
        match suggestion(found, Operation::ALL.map(Operation::name)) {
            Some(help) => fault.help(help),
            None => fault,
        }
    })
}

fn validate(query: &Value) -> Result<Value, Diagnostic> {
    let type_name = text(query, "type", "the name of an A2A message type, such as Task")?;
    let input = text(query, "input", "the JSON text to check, as a string")?;
    let violations =
        a2a::validate(type_name, input).map_err(|unknown| Diagnostic::from(unknown).at(Location::path("type")))?;
    let errors: Vec<Value> = violations.iter().map(|v| json!({ "path": v.path, "reason": v.reason })).collect();
    Ok(json!({ "valid": errors.is_empty(), "errors": errors }))
}

/// Checks each object of a trace against the type that its line states.
///
/// A line is an object with `type` and `object`, as a run writes it. The answer has `valid`, `objects` (how many
/// were checked) and `errors[]` with `line` (from 1), `path` within the object and `reason`.
///
/// # Errors
/// If a line is not of this form, or states a type that there is not; `document` names the text in the message.
pub fn validate_trace(text: &str, document: &str) -> Result<Value, Diagnostic> {
    let (mut objects, mut errors) = (0_usize, Vec::new());
    for (row, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wanted = "a line of a trace: an object with `type` and `object`";
        let at = |fault: Diagnostic| fault.at(Location::line(row + 1).in_document(document));
        let line: TraceLine<'_> = serde_json::from_str(line).map_err(|fault| {
            at(Diagnostic::new("bad-trace", format!("a line that cannot be read: {fault}"), wanted))
        })?;
        let violations = a2a::validate(&line.r#type, line.object.get()).map_err(|unknown| at(unknown.into()))?;
        errors.extend(violations.iter().map(|v| json!({ "line": row + 1, "path": v.path, "reason": v.reason })));
        objects += 1;
    }
    Ok(json!({ "valid": errors.is_empty(), "objects": objects, "errors": errors }))
}

/// What a trace's line says, the object as it was written.
#[derive(serde::Deserialize)]
struct TraceLine<'t> {
    #[serde(borrow)]
    r#type: Cow<'t, str>,
    #[serde(borrow)]
    object: &'t serde_json::value::RawValue,
}

fn canonicalize(query: &Value) -> Result<Value, Diagnostic> {
    let input = text(query, "input", "the JSON text to canonicalize, as a string")?;
    Ok(json!({ "canonical": canonical::canonicalize(input)? }))
}

fn verify(query: &Value) -> Result<Value, Diagnostic> {
    let card = json_text(query, "card", "an agent card, or its text")?;
    let jwks = json_text(query, "jwks", "a JSON Web Key Set, or its text")?;
    let keys = JwkSet::from_text(&jwks).map_err(|error| Diagnostic::from(error).at(Location::path("jwks")))?;
    let verdict = card::verify(&card, &keys);
    Ok(json!({ "valid": verdict.valid, "reason": verdict.reason }))
}

fn transit(query: &Value) -> Result<Value, Diagnostic> {
    const WANTED: &str = "the name of a task state, such as TASK_STATE_WORKING";
    let from = state_or(query, "from", NONE)?;
    let to = state("to", text(query, "to", WANTED)?, WANTED)?;
    let (legal, basis, why) = match transition(from, to) {
        Ok(legal) => (true, legal.basis, legal.why),
        Err(illegal) => (false, illegal.basis, illegal.why),
    };
    Ok(json!({ "legal": legal, "basis": basis.name(), "why": why }))
}

fn operate(query: &Value) -> Result<Value, Diagnostic> {
    let operation = operation(query)?;
    let subject = state_or(query, "state", UNKNOWN)?.map_or(Subject::Unknown, Subject::Task);
    let outcome = outcome(operation, subject);
    let mut answer = json!({
        "expect": outcome.expect.name(),
        "jsonrpc": outcome.expect.jsonrpc(),
        "http": outcome.http,
        "why": outcome.why,
    });
    if !outcome.also_conformant.is_empty() {
        answer["also_conformant"] = json!(outcome.also_conformant);
    }
    Ok(answer)
}

fn stream(query: &Value) -> Result<Value, Diagnostic> {
    let kind = match operation(query)? {
        Operation::SendStreamingMessage => StreamKind::Send,
        Operation::SubscribeToTask => StreamKind::Subscribe,
        other => {
            let wanted = "SendStreamingMessage or SubscribeToTask";
            return Err(wrong("operation", format!("{other} does not stream"), wanted));
        }
    };
    let wanted = "a list of stream responses";
    let events = member(query, "events", wanted)?;
    let events = events.as_array().ok_or_else(|| wrong("events", format!("`events` is {events}"), wanted))?;
    let mut check = StreamCheck::new(kind);
    for (place, event) in events.iter().enumerate() {
        let event = match a2a::read::<StreamResponse>(&event.to_string()) {
            Ok(event) => event,
            Err(invalid) => return Ok(illegal(format!("Event {place} is no StreamResponse: {}", invalid.summary()))),
        };
        if let Err(fault) = check.push(&event) {
            return Ok(illegal(format!("Event {place}: {fault}")));
        }
    }
    Ok(match check.finish() {
        Ok(end) => json!({ "legal": true, "why": end.why() }),
        Err(fault) => illegal(fault.to_string()),
    })
}

fn illegal(why: String) -> Value {
    json!({ "legal": false, "why": why })
}
