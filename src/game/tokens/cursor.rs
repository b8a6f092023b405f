//! A cursor over tokens with one token of look-ahead, for parsers that stop at the first fault.
//!
//! A fault is reported at the token ahead, or behind the last token if the text ends; for a quote that is never closed,
//! at the quote. Each names what was found and what was expected.

use super::lexer::{Lexer, OpenQuote, Spanned, Token};
use crate::catalogue::Lines;
use crate::error::{Diagnostic, Location, Origin};
use crate::exact::{ParseRationalError, Rational};

pub(in crate::game) struct Cursor<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The code of the fault for a quote that is never closed.
    quote_code: &'static str,
    /// The token ahead, if it was looked at: outer `None` if not, inner `None` at the end.
    ahead: Option<Option<Spanned<'a>>>,
    /// The place of the last token taken.
    last: std::ops::Range<usize>,
}

impl<'a> Cursor<'a> {
    pub(in crate::game) fn new(text: &'a str, quote_code: &'static str) -> Self {
        Self { text, lexer: Lexer::new(text), quote_code, ahead: None, last: 0..0 }
    }

    /// One of some words, by its place among them.
    pub(in crate::game) fn word(
        &mut self,
        wanted: &[&str],
        code: &'static str,
        expected: &str,
    ) -> Result<usize, Diagnostic> {
        if let Some(Token::Word(word)) = self.peek()?
            && let Some(place) = wanted.iter().position(|wanted| wanted == word)
        {
            self.next()?;
            return Ok(place);
        }
        Err(self.fault(code, expected))
    }

    /// A quoted text.
    pub(in crate::game) fn text(&mut self, code: &'static str, expected: &str) -> Result<String, Diagnostic> {
        self.text_that(code, || expected.to_string(), |_| true)
    }

    /// A quoted text that is allowed.
    pub(in crate::game) fn text_that(
        &mut self,
        code: &'static str,
        expected: impl FnOnce() -> String,
        allowed: impl FnOnce(&str) -> bool,
    ) -> Result<String, Diagnostic> {
        match self.peek()? {
            Some(Token::Text(text)) if allowed(text) => {
                let text = text.to_string();
                self.next()?;
                Ok(text)
            }
            _ => Err(self.fault(code, &expected())),
        }
    }

    /// Whether a quoted text is ahead.
    pub(in crate::game) fn at_text(&mut self) -> Result<bool, Diagnostic> {
        Ok(matches!(self.peek()?, Some(Token::Text(_))))
    }

    /// `{ text .. }`, at least one.
    pub(in crate::game) fn texts(
        &mut self,
        code: &'static str,
        list: &str,
        item: &str,
    ) -> Result<Vec<String>, Diagnostic> {
        self.take(&Token::Open, code, &format!("`{{`, with which {list} begins"))?;
        let mut texts = vec![self.text(code, item)?];
        while !self.at(&Token::Close)? {
            texts.push(self.text(code, &format!("{item}, or `}}`"))?);
        }
        self.take(&Token::Close, code, "`}`")?;
        Ok(texts)
    }

    /// A count or index, written in digits alone.
    pub(in crate::game) fn whole(
        &mut self,
        code: &'static str,
        expected: impl FnOnce() -> String,
        allowed: impl FnOnce(usize) -> bool,
    ) -> Result<usize, Diagnostic> {
        if let Some(digits) = self.digits()? {
            // What does not fit is larger than anything that is allowed, or than any game.
            let value = digits.parse().unwrap_or(usize::MAX);
            if allowed(value) {
                self.next()?;
                return Ok(value);
            }
        }
        Err(self.fault(code, &expected()))
    }

    /// A number that is only a name, of any length: its digits without leading zeros, empty for zero.
    pub(in crate::game) fn numeral(
        &mut self,
        code: &'static str,
        expected: &str,
        allowed: impl FnOnce(&str) -> bool,
    ) -> Result<&'a str, Diagnostic> {
        if let Some(digits) = self.digits()? {
            let digits = digits.trim_start_matches('0');
            if allowed(digits) {
                self.next()?;
                return Ok(digits);
            }
        }
        Err(self.fault(code, expected))
    }

    /// The word ahead, if it is one of digits alone.
    fn digits(&mut self) -> Result<Option<&'a str>, Diagnostic> {
        Ok(match self.peek()? {
            Some(Token::Word(word)) if word.bytes().all(|b| b.is_ascii_digit()) => Some(word),
            _ => None,
        })
    }

    /// An exact number that is allowed.
    pub(in crate::game) fn number(
        &mut self,
        code: &'static str,
        expected: impl FnOnce() -> String,
        allowed: impl FnOnce(&Rational) -> bool,
    ) -> Result<Rational, Diagnostic> {
        if let Some(Token::Word(word)) = self.peek()? {
            match word.parse() {
                Ok(number) if allowed(&number) => {
                    self.next()?;
                    return Ok(number);
                }
                Ok(_) | Err(ParseRationalError::NotANumber(_)) => {}
                Err(error) => return Err(self.fault(code, &expected()).help(error.to_string())),
            }
        }
        Err(self.fault(code, &expected()))
    }

    /// Takes a comma if one is ahead.
    pub(in crate::game) fn skip_comma(&mut self) -> Result<(), Diagnostic> {
        if self.at(&Token::Comma)? { self.next() } else { Ok(()) }
    }

    /// Whether this token is ahead.
    pub(in crate::game) fn at(&mut self, token: &Token<'_>) -> Result<bool, Diagnostic> {
        Ok(self.peek()?.is_some_and(|ahead| ahead == token))
    }

    /// Takes this token.
    pub(in crate::game) fn take(
        &mut self,
        token: &Token<'_>,
        code: &'static str,
        expected: &str,
    ) -> Result<(), Diagnostic> {
        if self.at(token)? { self.next() } else { Err(self.fault(code, expected)) }
    }

    /// Nothing more.
    pub(in crate::game) fn end(&mut self, code: &'static str, expected: &str) -> Result<(), Diagnostic> {
        match self.peek()? {
            None => Ok(()),
            Some(_) => Err(self.fault(code, expected)),
        }
    }

    fn peek(&mut self) -> Result<Option<&Token<'a>>, Diagnostic> {
        if self.ahead.is_none() {
            let ahead = self.lexer.next().map_err(|OpenQuote(at)| {
                let found = "a quoted text that is not closed";
                Diagnostic::new(self.quote_code, found, "a closing `\"`").at(self.place(at))
            })?;
            self.ahead = Some(ahead);
        }
        Ok(self.ahead.as_ref().and_then(Option::as_ref).map(|spanned| &spanned.token))
    }

    /// Takes the token ahead; nothing at the end.
    fn next(&mut self) -> Result<(), Diagnostic> {
        self.peek()?;
        if let Some(Some(taken)) = &self.ahead {
            self.last = taken.start..taken.end;
            self.ahead = None;
        }
        Ok(())
    }

    /// That the token ahead, or the end, is not what was expected.
    fn fault(&self, code: &'static str, expected: &str) -> Diagnostic {
        match &self.ahead {
            Some(Some(Spanned { start, end, .. })) => {
                let token = &self.text[*start..*end];
                let short: String = token.chars().take(40).collect();
                let more = if short.len() < token.len() { ".." } else { "" };
                Diagnostic::new(code, format!("`{short}{more}`"), expected).at(self.place(*start))
            }
            _ => Diagnostic::new(code, "the end of the file", expected).at(self.place(self.last.end)),
        }
    }

    /// The same, once the token ahead has been looked at.
    pub(in crate::game) fn fault_ahead(&mut self, code: &'static str, expected: &str) -> Diagnostic {
        self.peek().err().unwrap_or_else(|| self.fault(code, expected))
    }

    /// Where the last token taken begins.
    pub(in crate::game) fn last_place(&self) -> Location {
        self.place(self.last.start)
    }

    fn place(&self, offset: usize) -> Location {
        let origin: Origin = Lines::of(self.text).origin(offset);
        Location { document: None, origin, path: String::new() }
    }
}

/// `1 payoff`, `2 payoffs`.
pub(in crate::game) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}
