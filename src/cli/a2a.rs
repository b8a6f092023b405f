//! `comity a2a ...`

use super::args::{A2aArgs, A2aCommand, BatchArg, ValidateArgs};
use super::{Failure, Outcome, Status, batch, show};
use crate::error::Faults;
use crate::query;
use serde_json::{Value, json};
use std::path::Path;

/// Answers one question about A2A, or a batch.
pub(super) fn run(args: &A2aArgs) -> Outcome {
    match &args.command {
        A2aCommand::Validate(ValidateArgs { trace: Some(trace), .. }) => {
            let (text, name) = batch::text(trace)?;
            Ok(verdict(&query::a2a::validate_trace(&text, &name)?))
        }
        A2aCommand::Validate(args) => with("validate", &args.batch, || match (&args.r#type, &args.file) {
            (Some(ty), Some(file)) => Ok(Some(json!({ "type": ty, "input": text(file)? }))),
            _ => Ok(None),
        }),
        A2aCommand::Canonicalize(args) => with("canonicalize", &args.batch, || {
            args.file.as_deref().map(|file| Ok(json!({ "input": text(file)? }))).transpose()
        }),
        A2aCommand::Verify(args) => with("verify", &args.batch, || match (&args.card, &args.jwks) {
            (Some(card), Some(jwks)) => Ok(Some(json!({ "card": text(card)?, "jwks": text(jwks)? }))),
            _ => Ok(None),
        }),
        A2aCommand::Transition(args) => {
            with("transition", &args.batch, || Ok(Some(json!({ "from": args.from, "to": args.to }))))
        }
        A2aCommand::Operation(args) => {
            with("operation", &args.batch, || Ok(Some(json!({ "operation": args.operation, "state": args.state }))))
        }
        A2aCommand::Stream(args) => with("stream", &args.batch, || args.file.as_deref().map(batch::parsed).transpose()),
    }
}

fn text(path: &Path) -> Result<String, Failure> {
    Ok(batch::text(path)?.0)
}

/// Answers a batch if one is given, else the one query.
fn with(command: &'static str, batch: &BatchArg, query: impl FnOnce() -> Result<Option<Value>, Failure>) -> Outcome {
    let ask = move |query: &Value| query::a2a::answer(command, query).map_err(Faults::from);
    if let Some(path) = &batch.batch {
        return batch::answer(path, ask);
    }
    let query = query()?.unwrap_or(Value::Null);
    let answer = ask(&query)?;
    if command == "canonicalize" {
        show::print(&format!("{}\n", answer["canonical"].as_str().unwrap_or_default()));
        return Ok(Status::Done);
    }
    Ok(verdict(&answer))
}

/// Prints an answer; a verdict of no is the exit status too.
fn verdict(answer: &Value) -> Status {
    show::print(&format!("{answer}\n"));
    let verdict = answer.get("valid").or_else(|| answer.get("legal"));
    if verdict == Some(&Value::Bool(false)) { Status::No } else { Status::Done }
}
