//! `comity compare DIR DIR`.

use super::args::CompareArgs;
use super::{Outcome, Status, show, sweep};
use crate::error::Diagnostic;
use crate::experiment::{Side, compare as compared};
use crate::store::open;

/// `comity compare DIR DIR`
pub(super) fn compare(args: &CompareArgs) -> Outcome {
    let first = open(&sweep::results_of(&args.first))?;
    let second = open(&sweep::results_of(&args.second))?;
    if args.tolerance.is_some_and(|tolerance| tolerance < 0.0) {
        return Err(Diagnostic::new("out-of-range", "a negative tolerance", "a number of 0 or more").into());
    }
    let side = |tables, seed| Side { tables, seed };
    let found = compared(
        side(first.tables.as_slice(), first.manifest.seed),
        side(second.tables.as_slice(), second.manifest.seed),
        args.level,
        args.tolerance,
        args.table.as_deref(),
    )?;
    show::print(&show::tables(&[&found.table], args.format.format));
    Ok(if found.not_within == 0 { Status::Done } else { Status::No })
}
