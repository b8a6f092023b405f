//! Batches: a query a line, an answer a line, in order.

use crate::error::{Diagnostic, Faults, Location};
use crate::sim::map_indexed;
use serde_json::{Map, Value, json};

/// What a batch came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The answers, a line each.
    pub answers: String,
    /// How many lines could not be answered.
    pub failed: usize,
}

/// Answers each line of a text that is not blank, in order.
///
/// An answer is a JSON object; the query's `id` comes back in it. A line that is not JSON, or whose query is wrong, is
/// answered with `error`, a text that says what is wrong, and does not stop the others. `document` names the text.
pub fn answer_lines(
    text: &str,
    document: &str,
    answer: impl Fn(&Value) -> Result<Value, Faults> + Sync + Send,
) -> Batch {
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let answers = map_indexed(lines.len(), |k| {
        let (line, query) = lines[k];
        answer_line(query, line + 1, document, &answer)
    });
    let failed = answers.iter().filter(|answer| answer.get("error").is_some()).count();
    let mut text = String::new();
    for answer in answers {
        text.push_str(&Value::Object(answer).to_string());
        text.push('\n');
    }
    Batch { answers: text, failed }
}

fn answer_line(
    line: &str,
    number: usize,
    document: &str,
    answer: &impl Fn(&Value) -> Result<Value, Faults>,
) -> Map<String, Value> {
    let at = Location::line(number).in_document(document);
    let query: Result<Value, Faults> = serde_json::from_str(line).map_err(|error| {
        Faults::from(Diagnostic::new("not-json", format!("not JSON: {error}"), "one JSON object a line").at(at))
    });
    let id = query.as_ref().ok().and_then(|query| query.get("id").cloned());
    let mut members = match query.and_then(|query| answer(&query)) {
        Ok(Value::Object(members)) => members,
        Ok(other) => Map::from_iter([("answer".to_string(), other)]),
        Err(faults) => {
            let messages: Vec<String> = faults.diagnostics().iter().map(ToString::to_string).collect();
            Map::from_iter([("error".to_string(), json!(messages.join("; ")))])
        }
    };
    if let Some(id) = id {
        members.insert("id".into(), id);
    }
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_are_answered_and_stop_nothing() {
        let double = |query: &Value| match query["n"].as_i64() {
            Some(n) => Ok(json!({ "twice": 2 * n })),
            None => Err(Faults::from(Diagnostic::new("missing-key", "no n", "a whole number"))),
        };
        let batch = answer_lines("{\"n\":1,\"id\":7}\n\nnot json\n{\"id\":\"x\"}\n{\"n\":4}\n", "in", double);
        let lines: Vec<Value> = batch.answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines[0], json!({"twice": 2, "id": 7}));
        assert!(lines[1]["error"].as_str().expect("an error").starts_with("in:3:1: not JSON"), "{}", lines[1]);
        assert_eq!(lines[2], json!({"error": "no n; expected a whole number", "id": "x"}));
        assert_eq!(lines[3], json!({"twice": 8}));
        assert_eq!(batch.failed, 2);
    }
}
