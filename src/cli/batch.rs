//! Batches on the command line.

use super::{Failure, Outcome, Status, show};
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::query::answer_lines;
use crate::store::read_text;
use serde_json::Value;
use std::io::Read;
use std::path::Path;

/// The text of a file, or of standard input for `-`, and what to call it.
pub(super) fn text(path: &Path) -> Result<(String, String), Failure> {
    if path.as_os_str() != "-" {
        return Ok((read_text(path)?, path.display().to_string()));
    }
    let mut text = String::new();
    let name = "standard input";
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| Diagnostic::new("io", error.to_string(), "UTF-8 text").at(Location::document(name)))?;
    Ok((text, name.to_string()))
}

/// A text without the byte order mark that some editors set before it.
pub(super) fn unmarked(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The JSON of a file.
pub(super) fn parsed(path: &Path) -> Result<Value, Failure> {
    let (written, name) = text(path)?;
    serde_json::from_str(unmarked(&written)).map_err(|error| {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let at = Location {
            document: Some(name.into()),
            origin: Origin::Text { line: narrow(error.line()), column: narrow(error.column()) },
            path: String::new(),
        };
        Failure::from(Diagnostic::new("not-json", error.to_string(), "a JSON object").at(at))
    })
}

/// Answers a query a line, prints an answer a line, and fails at the end if a line could not be answered.
pub(super) fn answer(path: &Path, answer: impl Fn(&Value) -> Result<Value, Faults> + Sync + Send) -> Outcome {
    let (text, name) = text(path)?;
    let batch = answer_lines(unmarked(&text), &name, answer);
    show::print(&batch.answers);
    if batch.failed > 0 {
        let lines = if batch.failed == 1 { "1 line".to_string() } else { format!("{} lines", batch.failed) };
        let found = format!("{lines} could not be answered");
        return Err(Diagnostic::new("bad-batch", found, "")
            .help("see `error` in the answers")
            .at(Location::document(name))
            .into());
    }
    Ok(Status::Done)
}
