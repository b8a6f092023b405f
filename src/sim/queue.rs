//! Events in virtual time, in a total order.

use crate::ids::Tick;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Events that will happen, ordered by tick, then rank, then the order in which they were scheduled.
///
/// The rank is what the process says that it is (an agent's place, say), so that events of one tick
/// come in an order that has a meaning; the last rule makes the order total, so no two events ever
/// tie. Time never runs backwards: what is scheduled in the past happens now.
///
/// # Examples
/// ```
/// use comity::ids::Tick;
/// use comity::sim::EventQueue;
/// let mut queue = EventQueue::new();
/// queue.schedule(Tick(5), 1, "second");
/// queue.schedule(Tick(5), 0, "first");
/// queue.schedule(Tick(5), 1, "third");
/// assert_eq!(queue.next(), Some((Tick(5), "first")));
/// assert_eq!(queue.next(), Some((Tick(5), "second")));
/// assert_eq!(queue.next(), Some((Tick(5), "third")));
/// assert_eq!(queue.next(), None);
/// ```
#[derive(Debug)]
pub struct EventQueue<E> {
    heap: BinaryHeap<Reverse<Slot<E>>>,
    scheduled: u64,
    now: Tick,
}

#[derive(Debug)]
struct Slot<E> {
    order: (Tick, u64, u64),
    event: E,
}

impl<E> PartialEq for Slot<E> {
    fn eq(&self, other: &Self) -> bool {
        self.order == other.order
    }
}

impl<E> Eq for Slot<E> {}

impl<E> PartialOrd for Slot<E> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Slot<E> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order.cmp(&other.order)
    }
}

impl<E> Default for EventQueue<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> EventQueue<E> {
    /// An empty queue at tick 0.
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), scheduled: 0, now: Tick(0) }
    }

    /// The tick of the last event taken.
    pub fn now(&self) -> Tick {
        self.now
    }

    /// Adds an event at `at` (now, if that is past) with a rank among the events of its tick.
    pub fn schedule(&mut self, at: Tick, rank: u64, event: E) {
        let order = (at.max(self.now), rank, self.scheduled);
        self.scheduled += 1;
        self.heap.push(Reverse(Slot { order, event }));
    }

    /// Takes the next event and moves time to it.
    #[expect(clippy::should_implement_trait, reason = "an iterator could not be scheduled into between two events")]
    pub fn next(&mut self) -> Option<(Tick, E)> {
        let Reverse(slot) = self.heap.pop()?;
        self.now = slot.order.0;
        Some((self.now, slot.event))
    }

    /// How many events wait.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether no event waits.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_happens_now() {
        let mut queue = EventQueue::new();
        queue.schedule(Tick(10), 0, 'a');
        assert_eq!(queue.next(), Some((Tick(10), 'a')));
        queue.schedule(Tick(3), 0, 'b');
        assert_eq!(queue.next(), Some((Tick(10), 'b')));
        assert_eq!(queue.now(), Tick(10));
    }
}
