//! Strategies for claims of which the lowest counts: undercutters, matchers, and reasoners of some depth.
//!
//! An action's place is the claim above the lowest one. They play any game whose actions are so ordered.

use super::{Size, action, from_zero, like_actions};
use crate::catalogue::{Entry, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Begins so far below the highest claim, and then claims so much less than the lowest of the others' last claims.
#[derive(Clone)]
struct Undercutter {
    start: usize,
    step: usize,
    size: Size,
}

/// The lowest of the others' last claims.
fn lowest(view: &View<'_>, size: Size) -> Option<usize> {
    (0..size.actions).find(|place| view.seen.took(action(*place), 1) > 0)
}

impl Strategy for Undercutter {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        match lowest(view, self.size) {
            Some(lowest) => action(lowest.saturating_sub(self.step)),
            None => action(self.size.actions.saturating_sub(1).saturating_sub(self.start)),
        }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

/// Always the claim of one who thinks so many steps from the highest.
#[derive(Clone)]
struct LevelK {
    depth: usize,
    size: Size,
}

impl Strategy for LevelK {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
    }

    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Action {
        action(self.size.actions.saturating_sub(1).saturating_sub(self.depth))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "undercutter",
        title: "Undercutter",
        aliases: &[],
        about: "Claims the highest at first, then one step less than the lowest of the others' last claims.",
        source: "Basu 1994, American Economic Review 84:391-395 (the argument, step by step)",
        facets: Facets::memory(1).group(),
        params: || {
            Schema::of(vec![
                from_zero("step", 255, 1, "By how much it undercuts; with 0 it matches."),
                from_zero("start", 255, 0, "How far below the highest its first claim is."),
            ])
        },
        build: |params, _| {
            let (start, step) = (params.count("start"), params.count("step"));
            Ok(Box::new(Undercutter { start, step, size: Size::default() }))
        },
    },
    Entry {
        key: "level_k_claim",
        title: "Level-k Claim",
        aliases: &["depth_claim"],
        about: "Claims so many steps below the highest, as one does who thinks that the others think one step less.",
        source: "Stahl & Wilson 1995, Games and Economic Behavior 10:218-254; for claims Capra, Goeree, Gomez & Holt 1999, \
                 American Economic Review 89:678-690",
        facets: Facets::memory(0).group(),
        params: || Schema::of(vec![from_zero("depth", 255, 1, "How many steps it thinks.")]),
        build: |params, _| Ok(Box::new(LevelK { depth: params.count("depth"), size: Size::default() })),
    },
];
