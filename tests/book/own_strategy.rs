//! The example of the page on strategies of one's own, as it stands there.

use comity::catalogue::{Entry, Schema};
use comity::models::Lab;
use comity::sim::Draws;
use comity::strategy::{Action, Facets, Strategy, Told, View};
use std::sync::Arc;

/// Keeps its word every third round.
#[derive(Clone)]
struct EveryThird;

impl Strategy for EveryThird {
    fn begin(&mut self, _told: &Told) {}

    fn act(&mut self, view: &View<'_>, _draws: &mut Draws) -> Action {
        if view.round.is_multiple_of(3) { Action::C } else { Action::D }
    }
}

/// The lab with this strategy in it.
pub fn lab() -> Lab {
    let mut lab = Lab::new();
    let kit = Arc::get_mut(&mut lab.kit).expect("nobody else has the kit yet");
    let entry: Entry<dyn Strategy> = Entry {
        key: "every_third",
        title: "Every Third",
        aliases: &[],
        about: "Keeps its word every third round.",
        source: "an example",
        facets: Facets::memory(0),
        params: || Schema::of(vec![]),
        build: |_, _| Ok(Box::new(EveryThird)),
    };
    kit.strategies.register(entry).expect("a new name");
    lab
}
