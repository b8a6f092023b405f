//! The gallery: published results, each with its source, what is expected, and how far off it may be.
//!
//! A result is one TOML file. Its checks ask a batch query or run a scenario, and compare one value of the answer or of a
//! table. The label says how much the result proves: `reproduced` (a printed number that is met), `ordinal` (an
//! order or a sign that is met), `closed form`, `regression` (our own earlier value) or `calibrated` (parameters were fitted). A value that nobody printed is reported, never asserted:
//! its check has no expectation.

mod read;
mod run;

pub use crate::experiment::{Expectation, Verdict};
pub use read::{Ask, Check, Result, Tier, read, row, schema};
pub use run::{Outcome, answered, cell, run, tables_of};
