//! Names with arguments: `Random(p=0.7)`, `end_game(2, body=gtft(p=0.3))`.
//!
//! ```text
//! call  = name [ "(" [ arg { "," arg } ] ")" ]
//! arg   = [ key "=" ] value
//! value = "[" [ value { "," value } ] "]" | '"' text '"' | number | true | false | call
//! ```
//! A value that is none of the others is a text, so that actions (`CCD`) and calls need no
//! quotes. Arguments without a key come first and follow the order of the entry's schema.

use super::value::{Data, Key, Value};
use crate::error::{Diagnostic, Origin};

/// A name with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name as written, without surrounding space.
    pub name: String,
    /// Arguments: keys where they were given.
    pub args: Vec<(Option<Key>, Value)>,
}

impl Call {
    /// How many brackets may stand within each other.
    pub const MAX_DEPTH: usize = 32;

    /// Reads a name with arguments. All of its parts get the place `origin`.
    ///
    /// # Errors
    /// If a bracket or a quote is not closed, a value or the name is missing, text follows the call, or brackets are nested
    /// deeper than [`Call::MAX_DEPTH`].
    pub fn parse(text: &str, origin: &Origin) -> Result<Self, Diagnostic> {
        let mut reader = Reader { text, at: 0, depth: 0, origin };
        let call = reader.call()?;
        reader.end()?;
        Ok(call)
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many brackets are open.
    depth: usize,
    origin: &'a Origin,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_space();
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn fault(&self, expected: &str) -> Diagnostic {
        let before: String =
            self.text[..self.at].chars().rev().take(24).collect::<Vec<_>>().into_iter().rev().collect();
        let found = match self.rest().chars().next() {
            None => format!("{:?} ends", self.text),
            Some(c) => format!("{c:?} after {before:?}"),
        };
        Diagnostic::new("call-syntax", found, expected)
    }

    fn deeper(&mut self) -> Result<(), Diagnostic> {
        self.depth += 1;
        if self.depth <= Call::MAX_DEPTH {
            return Ok(());
        }
        let expected = format!("at most {} brackets within each other", Call::MAX_DEPTH);
        Err(Diagnostic::new("call-syntax", format!("{} open brackets", self.depth), expected))
    }

    fn expect(&mut self, wanted: char, expected: &str) -> Result<(), Diagnostic> {
        if self.take(wanted) { Ok(()) } else { Err(self.fault(expected)) }
    }

    fn end(&mut self) -> Result<(), Diagnostic> {
        if self.peek().is_none() { Ok(()) } else { Err(self.fault("nothing after the closing bracket")) }
    }

    /// The text up to the next structural character, trimmed.
    fn word(&mut self) -> String {
        self.skip_space();
        let rest = self.rest();
        let length = rest.find(['(', ')', '[', ']', ',', '=', '"']).unwrap_or(rest.len());
        let word = rest[..length].trim().to_string();
        self.at += length;
        word
    }

    fn call(&mut self) -> Result<Call, Diagnostic> {
        let name = self.word();
        if name.is_empty() {
            return Err(self.fault("a name"));
        }
        let mut args = Vec::new();
        if self.take('(') && !self.take(')') {
            self.deeper()?;
            loop {
                args.push(self.argument()?);
                if self.take(')') {
                    break;
                }
                self.expect(',', "`,` or `)`")?;
            }
            self.depth -= 1;
        }
        Ok(Call { name, args })
    }

    fn argument(&mut self) -> Result<(Option<Key>, Value), Diagnostic> {
        let start = self.at;
        let key = self.word();
        if !key.is_empty() && self.take('=') {
            return Ok((Some(Key { name: key, origin: self.origin.clone() }), self.value()?));
        }
        self.at = start;
        Ok((None, self.value()?))
    }

    fn value(&mut self) -> Result<Value, Diagnostic> {
        let data = match self.peek() {
            Some('[') => {
                self.take('[');
                let mut items = Vec::new();
                if !self.take(']') {
                    self.deeper()?;
                    loop {
                        items.push(self.value()?);
                        if self.take(']') {
                            break;
                        }
                        self.expect(',', "`,` or `]`")?;
                    }
                    self.depth -= 1;
                }
                Data::List(items)
            }
            Some('"') => {
                self.take('"');
                let close = self.rest().find('"').ok_or_else(|| {
                    Diagnostic::new(
                        "call-syntax",
                        format!("the quote of {:?} is not closed", self.text),
                        "a closing `\"`",
                    )
                })?;
                let text = self.rest()[..close].to_string();
                self.at += close + 1;
                Data::Text(text)
            }
            _ => {
                let start = self.at;
                let word = self.word();
                if self.peek() == Some('(') {
                    // A nested call stays a text: only its own family can read it.
                    self.at = start;
                    self.call()?;
                    Data::Text(self.text[start..self.at].trim().to_string())
                } else if word.is_empty() {
                    return Err(self.fault("a value"));
                } else {
                    scalar(word)
                }
            }
        };
        Ok(Value { data, origin: self.origin.clone() })
    }
}

/// A bare word: a truth value, a number, or a text.
fn scalar(word: String) -> Data {
    match word.as_str() {
        "true" => Data::Bool(true),
        "false" => Data::Bool(false),
        _ => match word.parse::<i64>() {
            Ok(whole) => Data::Integer(whole),
            Err(_)
                if word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
                    && word.parse::<f64>().is_ok() =>
            {
                Data::Number(word)
            }
            Err(_) => Data::Text(word),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Call, Diagnostic> {
        Call::parse(text, &Origin::Unknown)
    }

    #[test]
    fn reads_names_arguments_lists_and_nested_calls() {
        let call =
            parse("End Game(2, body = GTFT(p=0.3), weights=[1, -2.5], on=true, s=\"a,b\", w=CCD)").expect("valid");
        assert_eq!(call.name, "End Game");
        let shown: Vec<String> = call
            .args
            .iter()
            .map(|(key, value)| format!("{}={}", key.as_ref().map_or("", |k| k.name.as_str()), value.to_json()))
            .collect();
        assert_eq!(shown, ["=2", "body=\"GTFT(p=0.3)\"", "weights=[1,-2.5]", "on=true", "s=\"a,b\"", "w=\"CCD\""]);
        assert_eq!(parse("Win-Stay Lose-Shift").expect("valid").name, "Win-Stay Lose-Shift");
        assert_eq!(parse("Random()").expect("valid").args, []);
    }

    #[test]
    fn broken_calls_say_what_is_missing() {
        for (text, expected) in [
            ("Random(p=0.7", "`,` or `)`"),
            ("Random(p=)", "a value"),
            ("(p=1)", "a name"),
            ("", "a name"),
            ("Random(p=0.7) x", "nothing after the closing bracket"),
            ("Random(p=[1)", "`,` or `]`"),
            ("Random(s=\"x)", "a closing `\"`"),
        ] {
            assert_eq!(parse(text).expect_err(text).expected, expected, "{text}");
        }
    }
}
