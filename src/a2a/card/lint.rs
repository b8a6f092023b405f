//! The lint of a card before it is signed: would every verifier compute the same signed form?
//!
//! The specification's presence form, the official SDK's, which also drops whatever is empty, and the
//! card as received agree only on a card without empty or null members, without members that A2A does
//! not know, and without defaults written out. Integers beyond 2^53 have no form that all agree on.

use super::super::json::{Json, Path, parse};
use super::super::schema;
use super::super::validate::{Level, Note, Violation, examine};

/// 2^53: beyond it not every integer is a double.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// What keeps a card's text from being signed; empty if it may be.
///
/// Breaches of the card's own rules come first, then what verifiers would not agree on. The member
/// `signatures` is not signed and not looked at by the second part.
pub fn lint(card: &str) -> Vec<Violation> {
    let message = schema::find("AgentCard").expect("the tables hold the card");
    let report = examine(message, card);
    let mut found = Lint { path: Path::default(), violations: report.violations };
    for remark in report.remarks {
        let reason = match remark.note {
            Note::UnknownMember => "A2A does not know the member; some verifiers drop it and some keep it.",
            Note::ProtobufName => "The member has its protobuf name; its JSON name in camel case is signed.",
            Note::DefaultWritten => "The member holds its default value, which is not signed; leave it out.",
            Note::Null => continue, // The walk below finds every null.
            _ => "The value is not in the form that is signed; write it as a conformant writer does.",
        };
        found.add(remark.path, reason);
    }
    if let Ok(parsed) = parse(card)
        && let Json::Object(members) = &parsed.root
    {
        for (name, member) in members.iter().filter(|(name, _)| name != "signatures") {
            let mark = found.path.enter(name);
            found.walk(member);
            found.path.leave(mark);
        }
    }
    found.violations
}

struct Lint {
    path: Path,
    violations: Vec<Violation>,
}

impl Lint {
    /// Adds what is not said of the same place yet.
    fn add(&mut self, path: String, reason: &str) {
        if !self.violations.iter().any(|violation| violation.path == path) {
            self.violations.push(Violation { path, reason: reason.to_string(), level: Level::Semantic });
        }
    }

    fn walk(&mut self, json: &Json<'_>) {
        let reason = match json {
            Json::Null => Some("The value is null, which some verifiers drop; leave the member out."),
            Json::Text(text) if text.is_empty() => Some("The string is empty, and some verifiers drop it."),
            Json::List(items) if items.is_empty() => Some("The list is empty, and some verifiers drop it."),
            Json::Object(members) if members.is_empty() => Some("The object is empty, and some verifiers drop it."),
            Json::Number(text) if is_large_integer(text) => {
                Some("The integer is beyond 2^53, where verifiers round or refuse; write it as a string.")
            }
            _ => None,
        };
        if let Some(reason) = reason {
            self.add(self.path.text(), reason);
        }
        match json {
            Json::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    let mark = self.path.item(index);
                    self.walk(item);
                    self.path.leave(mark);
                }
            }
            Json::Object(members) => {
                for (name, member) in members {
                    let mark = self.path.enter(name);
                    self.walk(member);
                    self.path.leave(mark);
                }
            }
            _ => {}
        }
    }
}

fn is_large_integer(text: &str) -> bool {
    !text.contains(['.', 'e', 'E'])
        && text.parse::<f64>().is_ok_and(|number| {
            // 2^53 + 1 reads as 2^53.
            number.abs() > LARGEST || (number.abs() == LARGEST && text.trim_start_matches('-') != "9007199254740992")
        })
}
