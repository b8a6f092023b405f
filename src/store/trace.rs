//! The trace of a run: a line of JSON for each A2A object, numbered in order, with a digest of its own.

use crate::exchange::TraceBlock;
use std::io::{self, Write};

/// What a trace came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceDigest {
    /// The number of lines.
    pub lines: u64,
    /// BLAKE3 over the bytes, in hexadecimal.
    pub digest: String,
}

/// Numbers the lines of blocks that come in order, hashes them and passes them on.
pub struct TraceWriter<W> {
    out: W,
    lines: u64,
    hasher: blake3::Hasher,
    buffer: Vec<u8>,
}

impl<W: Write> TraceWriter<W> {
    /// A writer that passes lines on to `out`.
    pub fn new(out: W) -> Self {
        Self { out, lines: 0, hasher: blake3::Hasher::new(), buffer: Vec::new() }
    }

    /// Writes a block's lines.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn write(&mut self, block: &TraceBlock) -> io::Result<()> {
        self.buffer.clear();
        for line in block.lines() {
            // A line comes without its number and its opening brace.
            write!(self.buffer, "{{\"seq\":{},", self.lines)?;
            self.buffer.extend_from_slice(line);
            self.buffer.push(b'\n');
            self.lines += 1;
        }
        self.hasher.update(&self.buffer);
        self.out.write_all(&self.buffer)
    }

    /// Flushes and gives the digest.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn finish(mut self) -> io::Result<TraceDigest> {
        self.out.flush()?;
        Ok(TraceDigest { lines: self.lines, digest: self.hasher.finalize().to_hex().to_string() })
    }
}
