//! `comity compare DIR DIR`, with its arguments.

use super::args::{FormatArg, number};
use super::{Failure, Outcome, Status, show, sweep};
use crate::error::Diagnostic;
use crate::experiment::{Side, Study, compare as compared};
use crate::store::{Opened, open, read_text};
use std::path::{Path, PathBuf};

#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct CompareArgs {
    /// The directory of the first run or sweep
    pub(super) first: PathBuf,
    /// The directory of the second
    pub(super) second: PathBuf,
    /// Ask whether every difference is within this of 0; the exit status is 1 unless the intervals show it
    #[arg(long, value_parser = number, value_name = "NUMBER")]
    pub(super) tolerance: Option<f64>,
    /// The level of the intervals
    #[arg(long, value_parser = level, default_value_t = 0.95)]
    pub(super) level: f64,
    /// The table whose rows are compared [default: runs of sweeps; the headline tables of single runs]
    #[arg(long, value_name = "NAME")]
    pub(super) table: Option<String>,
    #[command(flatten)]
    pub(super) format: FormatArg,
}

/// A level of confidence.
fn level(text: &str) -> Result<f64, String> {
    let level = number(text)?;
    if level > 0.0 && level < 1.0 { Ok(level) } else { Err("expected a level between 0 and 1, such as 0.95".into()) }
}

/// `comity compare DIR DIR`
pub(super) fn compare(args: &CompareArgs) -> Outcome {
    let first = open(&sweep::results_of(&args.first))?;
    let second = open(&sweep::results_of(&args.second))?;
    if args.tolerance.is_some_and(|tolerance| tolerance < 0.0) {
        return Err(Diagnostic::new("out-of-range", "a negative tolerance", "a number of 0 or more").into());
    }
    let found = compared(
        side(&args.first, &first)?,
        side(&args.second, &second)?,
        args.level,
        args.tolerance,
        args.table.as_deref(),
    )?;
    show::print(&show::tables(&[&found.table], args.format.format));
    Ok(if found.not_within == 0 { Status::Done } else { Status::No })
}

fn side<'a>(dir: &Path, found: &'a Opened) -> Result<Side<'a>, Failure> {
    Ok(Side { tables: found.tables.as_slice(), seed: found.manifest.seed, independent: is_independent(dir)? })
}

/// Whether the points of a directory's sweep have random numbers of their own.
fn is_independent(dir: &Path) -> Result<bool, Failure> {
    let file = sweep::results_of(dir).join(sweep::EXPERIMENT);
    if !file.exists() {
        return Ok(false);
    }
    Ok(Study::read(&read_text(&file)?, &file.display().to_string())?.independent)
}
