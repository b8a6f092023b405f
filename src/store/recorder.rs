//! Takes what a run records into tables and a trace.

use super::tables::Tables;
use super::trace::{TraceDigest, TraceWriter};
use crate::a2a::card::JwkSet;
use crate::exchange::TraceBlock;
use crate::models::{Model, Recorder};
use crate::table::Cell;
use std::io::{self, Write};

/// Collects tables in memory and passes the trace on to a writer.
pub struct RunRecorder<'p, W> {
    tables: Tables,
    trace: TraceWriter<W>,
    failed: Option<io::Error>,
    keys: Option<JwkSet>,
    progress: &'p mut dyn FnMut(u64, u64),
    /// The tables whose rows are kept, if not all are.
    only: Option<Vec<String>>,
}

/// What a run recorded.
pub struct Recorded {
    /// The tables.
    pub tables: Tables,
    /// What the trace came to.
    pub trace: TraceDigest,
    /// The keys that verify the cards on the trace.
    pub keys: Option<JwkSet>,
}

impl<'p, W: Write> RunRecorder<'p, W> {
    /// A recorder of a model's tables; `progress` hears how far the run is.
    pub fn new(model: &dyn Model, trace: W, progress: &'p mut dyn FnMut(u64, u64)) -> Self {
        let tables = Tables::new(model.tables());
        Self { tables, trace: TraceWriter::new(trace), failed: None, keys: None, progress, only: None }
    }

    /// The same recorder keeping the rows of these tables alone; the others stay empty.
    #[must_use]
    pub fn only(mut self, tables: &[&str]) -> Self {
        self.only = Some(tables.iter().map(ToString::to_string).collect());
        self
    }

    /// What was recorded.
    ///
    /// # Errors
    /// If the trace could not be written.
    pub fn finish(self) -> io::Result<Recorded> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(Recorded { tables: self.tables, trace: self.trace.finish()?, keys: self.keys }),
        }
    }
}

impl<W: Write> Recorder for RunRecorder<'_, W> {
    fn row(&mut self, table: &str, row: &[Cell<'_>]) {
        if self.wants(table) {
            self.tables.push(table, row);
        }
    }

    fn wants(&self, table: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|kept| kept == table))
    }

    fn trace(&mut self, block: &TraceBlock) {
        if self.failed.is_none() {
            self.failed = self.trace.write(block).err();
        }
    }

    fn keys(&mut self, keys: &JwkSet) {
        self.keys = Some(keys.clone());
    }

    fn progress(&mut self, done: u64, total: u64) {
        (self.progress)(done, total);
    }
}

/// Tables alone take rows and nothing else: for what is recorded without a run.
impl Recorder for Tables {
    fn row(&mut self, table: &str, row: &[Cell<'_>]) {
        self.push(table, row);
    }

    fn trace(&mut self, _: &TraceBlock) {}

    fn keys(&mut self, _: &JwkSet) {}

    fn progress(&mut self, _: u64, _: u64) {}
}
