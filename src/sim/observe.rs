//! Watching a process without touching it.

use crate::ids::Tick;

/// Sees the facts of a process as they happen.
///
/// An observer has no draws and gives nothing back, so observing never changes a run. Where
/// [`NEEDS_FACTS`](Observer::NEEDS_FACTS) is false, facts need not be made, and short cuts that make none may stand
/// in for the process.
pub trait Observer<F: ?Sized> {
    /// Whether facts must be made at all.
    const NEEDS_FACTS: bool;

    /// Sees a fact that happened at a tick.
    fn see(&mut self, at: Tick, fact: &F);
}

/// Nobody watches.
impl<F: ?Sized> Observer<F> for () {
    const NEEDS_FACTS: bool = false;

    fn see(&mut self, _: Tick, _: &F) {}
}
