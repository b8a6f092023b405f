//! `comity compare DIR DIR`.

use super::args::CompareArgs;
use super::{Failure, Outcome, Status, show, sweep};
use crate::error::Diagnostic;
use crate::experiment::{Side, Study, compare as compared};
use crate::store::{Opened, open, read_text};
use std::path::Path;

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
