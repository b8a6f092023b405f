//! The bytes of a checkpoint: little-endian words, and floats by their bits.
//!
//! A checkpoint is read by the course that it was taken from, which knows what comes next; a reader tells only that there are too
//! few bytes, or too many. Nothing here reads or writes files.

use crate::error::Diagnostic;

/// Collects bytes.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn word(&mut self, word: u64) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    pub(super) fn count(&mut self, count: usize) {
        self.word(count as u64);
    }

    pub(super) fn number(&mut self, number: f64) {
        self.word(number.to_bits());
    }

    pub(super) fn numbers(&mut self, numbers: &[f64]) {
        self.count(numbers.len());
        numbers.iter().for_each(|number| self.number(*number));
    }
}

/// Reads bytes.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// What is said of bytes that are not what was to come.
    pub(super) fn fault(&self, wanted: &str) -> Diagnostic {
        let found = format!("a checkpoint without {wanted}, {} bytes before its end", self.bytes.len());
        Diagnostic::new("wrong-checkpoint", found, "a checkpoint of this very course")
    }

    pub(super) fn word(&mut self) -> Result<u64, Diagnostic> {
        let Some((word, rest)) = self.bytes.split_first_chunk() else { return Err(self.fault("a further number")) };
        self.bytes = rest;
        Ok(u64::from_le_bytes(*word))
    }

    /// A count of things that take bytes: at most as many as bytes are left, or a table's size.
    pub(super) fn count(&mut self) -> Result<usize, Diagnostic> {
        usize::try_from(self.word()?).map_err(|_| self.fault("a sensible count"))
    }

    pub(super) fn number(&mut self) -> Result<f64, Diagnostic> {
        self.word().map(f64::from_bits)
    }

    pub(super) fn numbers(&mut self) -> Result<Vec<f64>, Diagnostic> {
        let count = self.count()?;
        if count > self.bytes.len() / 8 {
            return Err(self.fault("as many numbers as it says"));
        }
        (0..count).map(|_| self.number()).collect()
    }

    /// Sees to it that nothing is left.
    pub(super) fn end(self) -> Result<(), Diagnostic> {
        if self.bytes.is_empty() { Ok(()) } else { Err(self.fault("an end where it should be")) }
    }
}
