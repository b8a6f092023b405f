//! Memory-one strategies whose first action is drawn.

use super::memory_one::{MemoryOne, four_vector};
use super::plain;
use crate::catalogue::Entry;
use crate::sim::Chance;
use crate::strategy::{Facets, Strategy, machine};

/// Opens with either action alike, then answers the last round by four probabilities.
fn random_start(after: [f64; 4]) -> Box<dyn Strategy> {
    machine(MemoryOne { first: Chance::of(0.5), after: four_vector(after) })
}

const BERG: &str = "van den Berg & Weissing 2015, Proc. R. Soc. B 282:20151382";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "desperate",
        "Desperate",
        "Opens at random, then cooperates after mutual defection only.",
        BERG,
        Facets::memory(1).stochastic().axelrod("Desperate"),
        |_, _| Ok(random_start([0.0, 0.0, 0.0, 1.0])),
    ),
    plain(
        "hopeless",
        "Hopeless",
        "Opens at random, then defects after mutual cooperation only.",
        BERG,
        Facets::memory(1).stochastic().axelrod("Hopeless"),
        |_, _| Ok(random_start([0.0, 1.0, 1.0, 1.0])),
    ),
    plain(
        "willing",
        "Willing",
        "Opens at random, then defects after mutual defection only.",
        BERG,
        Facets::memory(1).stochastic().axelrod("Willing"),
        |_, _| Ok(random_start([1.0, 1.0, 1.0, 0.0])),
    ),
    plain(
        "negation",
        "Negation",
        "Opens at random, then does the opposite of what the other did last.",
        "prisoners-dilemma.com competition 2017, via Axelrod-Python",
        Facets::memory(1).stochastic().axelrod("Negation"),
        |_, _| Ok(random_start([0.0, 1.0, 0.0, 1.0])),
    ),
];
