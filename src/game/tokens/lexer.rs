//! The tokens of Gambit's game files: braces, commas, quoted texts, and words (all else between white space).
//!
//! White space is space, tab, vertical tab, form feed, carriage return and line feed; a byte order mark at the start is
//! passed over. Braces, commas and quotes end a word, so that nothing needs space around it. Words get their meaning
//! from the grammar of a format; nothing here knows one.

use std::borrow::Cow;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum Token<'a> {
    /// `{`
    Open,
    /// `}`
    Close,
    /// `,`
    Comma,
    /// A quoted text, unescaped.
    Text(Cow<'a, str>),
    /// A word.
    Word(&'a str),
}

/// A token and its place, as offsets of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::game) struct Spanned<'a> {
    pub token: Token<'a>,
    pub start: usize,
    pub end: usize,
}

/// A quote that is never closed, by its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct OpenQuote(pub usize);

pub(in crate::game) struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl<'a> Lexer<'a> {
    pub(in crate::game) fn new(text: &'a str) -> Self {
        Self { text, at: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 } }
    }

    /// The next token; nothing at the end of the text.
    pub(in crate::game) fn next(&mut self) -> Result<Option<Spanned<'a>>, OpenQuote> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|byte| is_space(*byte)) {
            self.at += 1;
        }
        let start = self.at;
        let Some(first) = bytes.get(start) else { return Ok(None) };
        let token = match first {
            b'{' | b'}' | b',' => {
                self.at += 1;
                match first {
                    b'{' => Token::Open,
                    b'}' => Token::Close,
                    _ => Token::Comma,
                }
            }
            b'"' => Token::Text(self.quoted(start)?),
            _ => {
                let length = bytes[start..].iter().position(|b| is_space(*b) || b"{},\"".contains(b));
                self.at = length.map_or(self.text.len(), |length| start + length);
                Token::Word(&self.text[start..self.at])
            }
        };
        Ok(Some(Spanned { token, start, end: self.at }))
    }

    /// The text of the quote that opens at `start`; leaves `at` behind the closing one.
    fn quoted(&mut self, start: usize) -> Result<Cow<'a, str>, OpenQuote> {
        let mut text: Cow<'a, str> = Cow::Borrowed("");
        let mut from = start + 1;
        loop {
            let quote = from + self.text[from..].find('"').ok_or(OpenQuote(start))?;
            let before = &self.text[from..quote];
            let body = before.trim_end_matches('\\');
            let backslashes = before.len() - body.len();
            // A pair of backslashes before a quote is one; an odd one out escapes the quote.
            let part = &self.text[from..from + body.len() + backslashes / 2];
            if backslashes.is_multiple_of(2) {
                self.at = quote + 1;
                return Ok(if text.is_empty() { Cow::Borrowed(part) } else { text + part });
            }
            text.to_mut().push_str(part);
            text.to_mut().push('"');
            from = quote + 1;
        }
    }
}

/// The text in quotes, so that the lexer reads it back.
pub(in crate::game) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut backslashes = 0;
    for c in text.chars() {
        if c == '"' {
            quoted.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tokens(text: &str) -> Result<Vec<Token<'_>>, OpenQuote> {
        let mut lexer = Lexer::new(text);
        let mut all = Vec::new();
        while let Some(spanned) = lexer.next()? {
            assert!(spanned.start < spanned.end && spanned.end <= text.len());
            all.push(spanned.token);
        }
        Ok(all)
    }

    fn text(text: &str) -> Token<'_> {
        Token::Text(Cow::Borrowed(text))
    }

    #[test]
    fn nothing_needs_space_around_it() {
        use Token::*;
        let wanted = [Word("R"), text("t"), Open, text("A"), text("B"), Close, Word("1"), Comma, Word("-2/3")];
        assert_eq!(tokens("R\"t\"{\"A\"\"B\"}1,-2/3").expect("tokens"), wanted);
        assert_eq!(tokens(" R\r\n\"t\"\t{ \"A\"\x0b\"B\"\x0c}\n1 ,  -2/3 ").expect("tokens"), wanted);
        assert_eq!(tokens("\u{feff}NFG").expect("tokens"), [Word("NFG")]);
        assert_eq!(tokens("").expect("tokens"), []);
    }

    #[test]
    fn backslashes_are_letters_but_before_a_quote() {
        for (written, read) in [
            (r#""a \"b\" c""#, r#"a "b" c"#),
            (r#""\alpha\n""#, r"\alpha\n"),
            (r#""a\\b""#, r"a\\b"),
            (r#""a\\""#, r"a\"),
            (r#""a\\\"b""#, r#"a\"b"#),
            (r#""\"""#, r#"""#),
            (r#""""#, ""),
            ("\"two\nlines\"", "two\nlines"),
        ] {
            assert_eq!(tokens(written).expect("tokens"), [text(read)], "{written}");
            assert_eq!(quote(read), written);
        }
    }

    #[test]
    fn an_open_quote_is_told_by_its_place() {
        assert_eq!(tokens("a \"b"), Err(OpenQuote(2)));
        assert_eq!(tokens(r#""a\""#), Err(OpenQuote(0)));
        assert_eq!(tokens("\""), Err(OpenQuote(0)));
    }

    proptest! {
        #[test]
        fn a_quoted_text_is_read_back(words in prop::collection::vec(r#"[\\" a\nö}{,]{0,6}"#, 1..4)) {
            let written: String = words.iter().map(|word| quote(word)).collect();
            let wanted: Vec<Token> = words.iter().map(|word| text(word)).collect();
            prop_assert_eq!(tokens(&written), Ok(wanted));
        }
    }
}
