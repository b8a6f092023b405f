//! `comity a2a ...`, with its arguments.

use super::args::{BatchArg, FileArgs};
use super::{Failure, Outcome, Status, batch, show};
use crate::error::Faults;
use crate::query;
use clap::Subcommand;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
pub(super) struct A2aArgs {
    #[command(subcommand)]
    pub(super) command: A2aCommand,
}

/// Questions about A2A. Each reads one query as JSON from a file or standard input, or a batch of them.
#[derive(Debug, Subcommand)]
pub(super) enum A2aCommand {
    /// Whether a JSON text is an A2A object of a type, and if not, what is wrong where
    Validate(ValidateArgs),
    /// The canonical form of a JSON text (RFC 8785)
    Canonicalize(FileArgs),
    /// Whether an agent card has a good signature
    Verify(VerifyArgs),
    /// Whether a task may go from one state to another
    Transition(TransitionArgs),
    /// What an operation on a task in a state answers
    Operation(OperationArgs),
    /// Whether a stream's events are legal, and if not, why
    Stream(FileArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct ValidateArgs {
    /// The type, such as Task or AgentCard
    #[arg(required_unless_present_any = ["batch", "trace"])]
    pub(super) r#type: Option<String>,
    /// The file; - is standard input
    #[arg(required_unless_present_any = ["batch", "trace"])]
    pub(super) file: Option<PathBuf>,
    /// Check every object of a run's trace instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["type", "file", "batch"])]
    pub(super) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct VerifyArgs {
    /// The agent card; - is standard input
    #[arg(required_unless_present = "batch")]
    pub(super) card: Option<PathBuf>,
    /// The trusted keys, a JSON Web Key Set
    #[arg(required_unless_present = "batch")]
    pub(super) jwks: Option<PathBuf>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct TransitionArgs {
    /// The state before, or NONE for a new task
    #[arg(required_unless_present = "batch")]
    pub(super) from: Option<String>,
    /// The state after
    #[arg(required_unless_present = "batch")]
    pub(super) to: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
}

#[derive(Debug, clap::Args)]
pub(super) struct OperationArgs {
    /// The operation, such as SendMessage
    #[arg(required_unless_present = "batch")]
    pub(super) operation: Option<String>,
    /// The task's state, or "unknown id"
    #[arg(required_unless_present = "batch")]
    pub(super) state: Option<String>,
    #[command(flatten)]
    pub(super) batch: BatchArg,
}

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
