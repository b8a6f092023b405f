//! The reader: recursive descent over RFC 8259, one function a production.

use super::{Json, JsonFault, Located, MAX_DEPTH, Parsed, Path};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Reads a JSON text.
///
/// # Errors
/// If the grammar is broken, a number is not one, or the nesting is too deep.
pub fn parse(text: &str) -> Result<Parsed<'_>, Located> {
    let mut reader = Reader { text, at: 0, path: Path::default(), faults: Vec::new() };
    reader.skip_space();
    let root = reader.value(0)?;
    reader.skip_space();
    if reader.at < text.len() {
        return Err(reader.unexpected("the end of the text"));
    }
    Ok(Parsed { root, faults: reader.faults })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    path: Path,
    faults: Vec<Located>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn fatal(&self, fault: JsonFault) -> Located {
        Located { path: self.path.text(), fault }
    }

    fn note(&mut self, fault: JsonFault) {
        let located = self.fatal(fault);
        self.faults.push(located);
    }

    fn unexpected(&self, expected: &'static str) -> Located {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        let found = match self.text[self.at..].chars().next() {
            None => "the text ends".to_string(),
            Some(c) => format!("there is {c:?}"),
        };
        self.fatal(JsonFault::Syntax { found, expected, line, column })
    }

    fn value(&mut self, depth: usize) -> Result<Json<'a>, Located> {
        match self.peek() {
            Some(b'{' | b'[') if depth == MAX_DEPTH => Err(self.fatal(JsonFault::TooDeep)),
            Some(b'{') => self.object(depth + 1),
            Some(b'[') => self.list(depth + 1),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Json<'a>, Located> {
        let rest = &self.text[self.at..];
        for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(value);
            }
        }
        for word in ["NaN", "Infinity", "+Infinity"] {
            if rest.starts_with(word) {
                return Err(self.fatal(JsonFault::NotANumber(word.to_string())));
            }
        }
        Err(self.unexpected("a JSON value"))
    }

    fn digits(&mut self) -> Result<(), Located> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a digit"));
        }
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Json<'a>, Located> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
            if self.text[self.at..].starts_with("Infinity") {
                return Err(self.fatal(JsonFault::NotANumber("-Infinity".to_string())));
            }
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err(self.unexpected("a number without leading zeros"));
            }
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(Json::Number(&self.text[start..self.at]))
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Located> {
        self.at += 1;
        let start = self.at;
        let mut owned: Option<String> = None;
        let mut copied = start;
        loop {
            match self.peek() {
                None => return Err(self.unexpected("the end of the string, a quotation mark,")),
                Some(b'"') => {
                    let rest = &self.text[copied..self.at];
                    self.at += 1;
                    return Ok(match owned {
                        None => Cow::Borrowed(rest),
                        Some(mut text) => {
                            text.push_str(rest);
                            Cow::Owned(text)
                        }
                    });
                }
                Some(b'\\') => {
                    let text = owned.get_or_insert_with(String::new);
                    text.push_str(&self.text[copied..self.at]);
                    let c = self.escape()?;
                    owned.get_or_insert_with(String::new).push(c);
                    copied = self.at;
                }
                Some(0..=0x1f) => return Err(self.unexpected("an escape such as \\n for a control character")),
                Some(_) => self.at += 1,
            }
        }
    }

    /// Reads an escape, from its backslash on.
    fn escape(&mut self) -> Result<char, Located> {
        self.at += 1;
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            _ => return Err(self.unexpected("one of the escapes of JSON")),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode_escape(&mut self) -> Result<char, Located> {
        let first = self.hex4()?;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            let mark = self.at;
            self.at += 1;
            let second = self.hex4()?;
            if (0xdc00..0xe000).contains(&second)
                && let Some(c) = char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))
            {
                return Ok(c);
            }
            self.at = mark;
        }
        self.note(JsonFault::LoneSurrogate);
        Ok(char::REPLACEMENT_CHARACTER)
    }

    /// Reads `u` and four hexadecimal digits.
    fn hex4(&mut self) -> Result<u32, Located> {
        self.at += 1;
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|b| (b as char).to_digit(16));
            match digit {
                Some(digit) => code = code * 16 + digit,
                None => return Err(self.unexpected("four hexadecimal digits after \\u")),
            }
            self.at += 1;
        }
        Ok(code)
    }

    fn list(&mut self, depth: usize) -> Result<Json<'a>, Located> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            self.skip_space();
            let mark = self.path.item(items.len());
            items.push(self.value(depth)?);
            self.path.leave(mark);
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.unexpected("a comma or a closing bracket")),
            }
        }
        self.at += 1;
        Ok(Json::List(items))
    }

    fn object(&mut self, depth: usize) -> Result<Json<'a>, Located> {
        self.at += 1;
        let mut members: Vec<(Cow<'a, str>, Json<'a>)> = Vec::new();
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a member's name in quotation marks"));
            }
            let name = self.string()?;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.unexpected("a colon"));
            }
            self.at += 1;
            self.skip_space();
            let mark = self.path.enter(&name);
            let value = self.value(depth)?;
            self.path.leave(mark);
            members.push((name, value));
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.unexpected("a comma or a closing brace")),
            }
        }
        self.at += 1;
        self.note_repeated(&members);
        Ok(Json::Object(members))
    }

    fn note_repeated(&mut self, members: &[(Cow<'a, str>, Json<'a>)]) {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for (name, _) in members {
            if !seen.insert(name) {
                let mark = self.path.enter(name);
                self.note(JsonFault::Duplicate(name.to_string()));
                self.path.leave(mark);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Located {
        match parse(text) {
            Err(fault) => fault,
            Ok(mut parsed) => parsed.faults.remove(0),
        }
    }

    #[test]
    fn numbers_keep_their_text_and_members_their_order() {
        let parsed = parse(" {\"b\":4.0,\"a\":[-0,1e2]} ").unwrap();
        let Json::Object(members) = &parsed.root else { panic!("not an object") };
        assert_eq!(members[0], (Cow::Borrowed("b"), Json::Number("4.0")));
        assert_eq!(members[1].1, Json::List(vec![Json::Number("-0"), Json::Number("1e2")]));
        assert!(parsed.faults.is_empty());
    }

    #[test]
    fn escapes_are_resolved_and_pairs_joined() {
        let parsed = parse(r#""a\n\"\u00e9\ud83d\ude00\/b""#).unwrap();
        assert_eq!(parsed.root, Json::Text("a\n\"é😀/b".into()));
    }

    #[test]
    fn lone_surrogates_and_repeated_members_are_noted_with_their_path() {
        let found = fault(r#"{"a":["x","\ud800y"]}"#);
        assert_eq!(found, Located { path: "a[1]".into(), fault: JsonFault::LoneSurrogate });
        assert_eq!(fault(r#""\udc00\ud800""#).fault, JsonFault::LoneSurrogate);
        let found = fault(r#"{"a":{"https://e/x":1,"https://e/x":2}}"#);
        assert_eq!(found.path, r#"a["https://e/x"]"#);
        assert_eq!(found.fault, JsonFault::Duplicate("https://e/x".into()));
    }

    #[test]
    fn broken_grammar_is_refused_with_line_and_column() {
        let found = fault("{\n \"a\": 01}");
        assert_eq!(
            found.fault.to_string(),
            "The text is not JSON: there is '1' at line 2, column 8; a number without leading zeros is expected there."
        );
        for text in
            ["", "{", "[1,]", "{\"a\":1,}", "{a:1}", "+1", ".5", "1.", "1e", "'a'", "\"\\x\"", "\"\t\"", "nul", "1 2"]
        {
            assert!(matches!(fault(text).fault, JsonFault::Syntax { .. }), "{text}");
        }
        for text in ["NaN", "Infinity", "-Infinity", "[NaN]"] {
            assert!(matches!(fault(text).fault, JsonFault::NotANumber(_)), "{text}");
        }
    }

    #[test]
    fn nesting_ends_at_its_limit() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(fault(&nested(MAX_DEPTH + 1)).fault, JsonFault::TooDeep);
        assert_eq!(fault(&"[".repeat(1_000_000)).fault, JsonFault::TooDeep);
    }

    #[test]
    fn values_keep_whole_numbers_whole() {
        let value = parse("[1,18446744073709551615,1.5,-0,1e400,4.0]").unwrap().root.to_value();
        assert_eq!(value, serde_json::json!([1, u64::MAX, 1.5, -0.0, null, 4.0]));
    }
}
