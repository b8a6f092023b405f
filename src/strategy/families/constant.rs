//! Strategies that look at nothing: always the same action, or a drawn one.
//!
//! They play games of any number of players and actions: C is the first action, D the last.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::game::StageGame;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Automaton, Facets, Strategy, Told, View};

/// Always the first action (`last: false`) or the last one.
#[derive(Clone)]
struct Constant {
    last: bool,
    action: Action,
}

impl Constant {
    fn new(last: bool) -> Self {
        Self { last, action: Action::cooperate_if(!last) }
    }

    fn of(&self, told: &Told) -> Action {
        let place = if self.last { told.actions() - 1 } else { 0 };
        Action(u8::try_from(place).unwrap_or(u8::MAX))
    }
}

impl Strategy for Constant {
    fn begin(&mut self, told: &Told) {
        self.action = self.of(told);
    }

    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Action {
        self.action
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        one_state(told, |builder, next| builder.sure(self.of(told), next))
    }

    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// The automaton of one state, for games of two players.
fn one_state(
    told: &Told,
    state: impl FnOnce(&mut crate::strategy::AutomatonBuilder, &[u32]) -> u32,
) -> Option<Automaton> {
    if told.game.player_count() != 2 {
        return None;
    }
    let dimensions = told.game.dimensions();
    let (own, seen) = (dimensions[told.player.index()], dimensions[1 - told.player.index()]);
    let mut builder = Automaton::builder(own, seen);
    state(&mut builder, &vec![0; own * seen]);
    Some(builder.build())
}

/// C with probability `p`; with more than two actions the rest is shared by the others alike.
#[derive(Clone)]
struct Random {
    p: f64,
    actions: usize,
}

impl Strategy for Random {
    fn begin(&mut self, told: &Told) {
        self.actions = told.actions();
    }

    fn act(&mut self, _: &View<'_>, draws: &mut Draws) -> Action {
        let first = draws.happens(Chance::of(self.p));
        if first || self.actions <= 2 {
            return Action::cooperate_if(first || self.actions < 2);
        }
        let other = 1 + draws.index(self.actions - 1);
        Action(u8::try_from(other).unwrap_or(u8::MAX))
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        if told.actions() != 2 {
            return None;
        }
        one_state(told, |builder, next| builder.mixed(self.p, next))
    }

    fn fits(&self, _: &Told) -> Result<(), Diagnostic> {
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "cooperator",
        title: "Cooperator",
        aliases: &["ALLC", "always cooperate"],
        about: "Always cooperates.",
        source: "Axelrod 1984, The Evolution of Cooperation",
        facets: Facets::memory(0).axelrod("Cooperator"),
        params: none,
        build: |_, _| Ok(Box::new(Constant::new(false))),
    },
    Entry {
        key: "defector",
        title: "Defector",
        aliases: &["ALLD", "always defect"],
        about: "Always defects.",
        source: "Axelrod 1984, The Evolution of Cooperation",
        facets: Facets::memory(0).axelrod("Defector"),
        params: none,
        build: |_, _| Ok(Box::new(Constant::new(true))),
    },
    Entry {
        key: "random",
        title: "Random",
        aliases: &[],
        about: "Cooperates with probability p, whatever has happened.",
        source: "Axelrod 1980, J. Conflict Resolution 24:3 (entered with p = 1/2)",
        facets: Facets::memory(0).stochastic().axelrod("Random"),
        params: || Schema::of(vec![Field::with_default("p", Kind::Probability, 0.5, "The probability of C.")]),
        build: |params, _| Ok(Box::new(Random { p: params.number("p"), actions: 2 })),
    },
];
