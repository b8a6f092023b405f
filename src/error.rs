//! Diagnostics: how every part of the lab says that an input is wrong.
//!
//! A [`Diagnostic`] says what was found, where, what was expected and how to
//! mend it; modules own their error enums and turn each variant into one. Wrong
//! input is reported by these values alone: a panic means a broken invariant of
//! our own code. Nothing here reads a file or prints.

use std::fmt;
use std::sync::Arc;

/// Where a value of the input came from.
///
/// Lines and columns count from 1, as editors do; a column counts characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// Nothing is known of the place (a value built by a program).
    #[default]
    Unknown,
    /// A place in a text: a scenario file, or a game file.
    Text {
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
    },
    /// A command-line flag, quoted as the user typed it.
    Flag(Arc<str>),
    /// The default that a schema declares.
    Default,
}

/// A place in an input: the document, the position in it, and the key path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The document: a file's path as the user gave it, `standard input`, or nothing.
    pub document: Option<Arc<str>>,
    /// The position in the document.
    pub origin: Origin,
    /// The key path, such as `agents[1].params.p`; empty where keys mean nothing.
    pub path: String,
}

impl Location {
    /// A place known by its document alone.
    pub fn document(name: impl Into<Arc<str>>) -> Self {
        Self { document: Some(name.into()), ..Self::default() }
    }

    /// A place known by its key path alone.
    pub fn path(path: impl Into<String>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    /// A line of a text, from 1.
    pub fn line(number: usize) -> Self {
        let line = u32::try_from(number).unwrap_or(u32::MAX);
        Self { origin: Origin::Text { line, column: 1 }, ..Self::default() }
    }

    /// The same place in the named document.
    #[must_use]
    pub fn in_document(mut self, name: impl Into<Arc<str>>) -> Self {
        self.document = Some(name.into());
        self
    }

    fn is_unknown(&self) -> bool {
        self.document.is_none() && self.path.is_empty() && !matches!(self.origin, Origin::Text { .. } | Origin::Flag(_))
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if let Origin::Flag(flag) = &self.origin {
            parts.push(format!("`{flag}`"));
        } else if let Some(document) = &self.document {
            parts.push(document.to_string());
        }
        if let Origin::Text { line, column } = self.origin {
            if self.document.is_some() {
                parts.push(format!("{line}:{column}"));
            } else {
                parts.push(format!("line {line}, column {column}"));
            }
        }
        if !self.path.is_empty() && !matches!(self.origin, Origin::Text { .. }) {
            parts.push(format!("`{}`", self.path));
        }
        f.write_str(&parts.join(":"))
    }
}

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// A stable kebab-case code, such as `unknown-strategy`.
    pub code: &'static str,
    /// What was found, such as `unknown strategy "tit_for_tatt"`.
    pub found: String,
    /// Where it was found.
    pub at: Location,
    /// What would have been right; empty where `found` says it all.
    pub expected: String,
    /// How to mend it, such as `did you mean "tit_for_tat"? (comity list strategies)`.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic of unknown place and without help.
    pub fn new(code: &'static str, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { code, found: found.into(), at: Location::default(), expected: expected.into(), help: None }
    }

    /// The same, with help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same, at a place.
    #[must_use]
    pub fn at(mut self, at: Location) -> Self {
        self.at = at;
        self
    }

    /// The same, at `at` unless its own place is known already.
    #[must_use]
    pub fn or_at(mut self, at: &Location) -> Self {
        if self.at.is_unknown() {
            self.at = at.clone();
        } else if self.at.document.is_none() {
            self.at.document.clone_from(&at.document);
        }
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.at.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.found)?;
        if !self.expected.is_empty() {
            write!(f, "; expected {}", self.expected)?;
        }
        if let Some(help) = &self.help {
            write!(f, "; {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// All that is wrong with an input: a check goes on after the first fault, so that a
/// user mends a file once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    found: Vec<Diagnostic>,
}

impl Faults {
    /// No faults yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic);
    }

    /// Keeps the value of a result, and its faults if it has some.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Faults>>) -> Option<T> {
        result.map_err(|found| self.extend(found.into())).ok()
    }

    /// Adds all faults of another collection.
    pub fn extend(&mut self, other: Faults) {
        self.found.extend(other.found);
    }

    /// The same faults, each at `at` unless its own place is known already.
    #[must_use]
    pub fn or_at(self, at: &Location) -> Self {
        Self { found: self.found.into_iter().map(|fault| fault.or_at(at)).collect() }
    }

    /// The faults, in the order in which they were found.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// `value` if nothing is wrong, else the faults.
    ///
    /// # Errors
    /// The collection itself, when it holds a fault.
    pub fn into_result<T>(self, value: T) -> Result<T, Faults> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl From<Diagnostic> for Faults {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { found: vec![diagnostic] }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, diagnostic) in self.found.iter().enumerate() {
            if k > 0 {
                writeln!(f)?;
            }
            write!(f, "{diagnostic}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_names_file_line_column_and_the_way_out() {
        let at = Location {
            document: Some("pd.toml".into()),
            origin: Origin::Text { line: 14, column: 12 },
            path: "agents[0].strategy".into(),
        };
        let text = Diagnostic::new("unknown-strategy", "unknown strategy \"tit_for_tatt\"", "")
            .help("did you mean \"tit_for_tat\"? (comity list strategies)")
            .at(at)
            .to_string();
        assert_eq!(
            text,
            "pd.toml:14:12: unknown strategy \"tit_for_tatt\"; did you mean \"tit_for_tat\"? (comity list strategies)"
        );
    }

    #[test]
    fn a_place_without_lines_is_named_by_its_key() {
        let fault =
            Diagnostic::new("out-of-range", "noise is 1.5", "a probability from 0 to 1").at(Location::path("noise"));
        assert_eq!(fault.to_string(), "`noise`: noise is 1.5; expected a probability from 0 to 1");
    }

    #[test]
    fn a_known_place_is_not_overwritten() {
        let fault = Diagnostic::new("x", "y", "").at(Location::path("a"));
        assert_eq!(fault.clone().or_at(&Location::path("b")), fault);
    }
}
