//! Players that learn nothing: the yardsticks, and those who are committed to an action.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Plays one action for ever.
#[derive(Clone)]
struct Fixed {
    action: usize,
}

impl Learner for Fixed {
    fn begin(&mut self, _: &Seat, _: &mut Draws) {}

    fn choose(&mut self, _: &mut Draws) -> usize {
        self.action
    }

    fn learn(&mut self, _: &Feedback<'_>) {}

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::pure(self.action, out);
        true
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        if self.action < seat.actions() {
            return Ok(());
        }
        let found = format!("action {} of a player with {}", self.action + 1, seat.actions());
        Err(Diagnostic::new("wrong-game", found, "an action that the player has"))
    }
}

/// Plays every action alike.
#[derive(Clone)]
struct Uniform {
    actions: usize,
}

impl Learner for Uniform {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        draws.index(self.actions)
    }

    fn learn(&mut self, _: &Feedback<'_>) {}

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::even(out);
        true
    }
}

const SOURCE: &str = "von Neumann & Morgenstern 1944, Theory of Games and Economic Behavior, ch. 3 (a pure strategy)";

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "committed",
        title: "Committed",
        aliases: &["stubborn"],
        about: "Plays the same action for ever, whatever happens.",
        source: SOURCE,
        facets: Facets::needs(Needs::Payoff).deterministic().expected(),
        params: || {
            Schema::of(vec![Field::with_default(
                "action",
                Kind::Integer { min: 1, max: 1 << 20 },
                1i64,
                "The number of its action, from 1.",
            )])
        },
        build: |params, ()| Ok(Box::new(Fixed { action: params.count("action") - 1 })),
    },
    Entry {
        key: "any_action",
        title: "Any Action Alike",
        aliases: &["uniform_play"],
        about: "Plays every action with the same probability, whatever happens.",
        source: SOURCE,
        facets: Facets::needs(Needs::Payoff).expected(),
        params: none,
        build: |_, ()| Ok(Box::new(Uniform { actions: 1 })),
    },
];
