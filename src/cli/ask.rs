//! Questions of a kind, asked in a line: `comity mechanism jury jurors=3 ...`; or a batch of them.

use super::args::{AskArgs, Format};
use super::{Failure, Outcome, Status, batch, show};
use crate::error::{Diagnostic, Faults};
use serde_json::{Map, Value, json};

/// Answers one question, or a batch.
pub(super) fn ask(args: &AskArgs, answer: impl Fn(&Value) -> Result<Value, Faults> + Sync + Send) -> Outcome {
    if let Some(path) = &args.batch.batch {
        return batch::answer(path, answer);
    }
    let mut query = Map::new();
    query.insert("kind".into(), json!(args.kind));
    for member in &args.members {
        let (name, value) = member.split_once('=').ok_or_else(|| {
            let found = format!("`{member}` is no member of a query");
            Failure::from(Diagnostic::new("bad-argument", found, "name=value, such as price=1"))
        })?;
        // What is no JSON is a text: 9/10, buyer.
        query.insert(name.to_string(), serde_json::from_str(value).unwrap_or_else(|_| json!(value)));
    }
    let answer = answer(&Value::Object(query))?;
    let nothing = Map::new();
    let members = answer.as_object().unwrap_or(&nothing);
    show::print(&match args.format.format {
        Format::Json => format!("{answer}\n"),
        Format::Csv => {
            let cells = members.values().map(|value| show::quoted(&show::plain(value))).collect::<Vec<_>>();
            let names = members.keys().map(String::as_str).collect::<Vec<_>>();
            format!("{}\n{}\n", names.join(","), cells.join(","))
        }
        Format::Table => {
            let width = members.keys().map(String::len).max().unwrap_or(0);
            members.iter().map(|(name, value)| format!("{name:width$}  {}\n", show::plain(value))).collect()
        }
    });
    Ok(Status::Done)
}
