//! Rules of Axelrod's second tournament (1980, J. Conflict Resolution 24:379; 1984, The Evolution of Cooperation).
//!
//! Their Fortran programs were kept; these follow what they do, as Axelrod-Python's project worked out and recorded
//! it. Round numbers and payoffs that the authors wrote into their programs stand here as they wrote them.

mod counting;
mod harrington;
mod modes;
mod recent;

use super::plain;
use crate::catalogue::{Build, Entry};
use crate::strategy::{Facets, Strategy};

/// The rules that look at few rounds, those that keep counts, and those that have modes.
pub(super) const GROUPS: [&[Entry<dyn Strategy>]; 4] =
    [recent::ENTRIES, counting::ENTRIES, modes::ENTRIES, harrington::ENTRIES];

const SOURCE: &str = "Axelrod 1980, J. Conflict Resolution 24:379";

/// An entry of the tournament.
const fn entry(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    facets: Facets,
    build: Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    plain(key, title, about, SOURCE, facets, build)
}
