//! Reads the families that are data: tables, machines, models and networks under `assets/strategies`.
//!
//! A file is records. A record begins with its key at the start of a line; lines that are indented belong to it; lines
//! that begin with `#` are comments. The files are part of the program, so that a fault in one is a broken invariant.

use crate::exact::Rational;

/// The words of a record after its key.
///
/// # Panics
/// If the file has no such record.
pub(super) fn record<'a>(file: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    let mut lines = file.lines().filter(|line| !line.starts_with('#'));
    let first = lines
        .by_ref()
        .find_map(|line| line.strip_prefix(key).filter(|rest| rest.is_empty() || rest.starts_with(' ')))
        .unwrap_or_else(|| panic!("the data file has a record `{key}`"));
    let rest = lines.take_while(|line| line.starts_with(' '));
    first.split_whitespace().chain(rest.flat_map(str::split_whitespace))
}

/// A number: a decimal or a fraction.
///
/// # Panics
/// If it is none.
pub(super) fn number(word: &str) -> f64 {
    let exact = || word.parse::<Rational>().ok().map(|exact| exact.to_f64());
    word.parse().ok().or_else(exact).unwrap_or_else(|| panic!("the data file has a number, not `{word}`"))
}

/// A whole number.
///
/// # Panics
/// If it is none.
pub(super) fn whole(word: &str) -> usize {
    word.parse().unwrap_or_else(|_| panic!("the data file has a whole number, not `{word}`"))
}
