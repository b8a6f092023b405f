//! Players that see into the other player instead of judging it by what it did.
//!
//! They cheat, and are here to be compared with those that do not. The engine shows them a copy of the other player
//! ([`Minds`]); what that would draw they imagine. Nobody can change another player: the mind controllers, warpers and
//! benders of Axelrod-Python's older versions have no counterpart. Where there is nothing to see (over a network, or when
//! they are themselves looked into) they play a fixed answer, as Axelrod-Python's did when inspected.

use super::plain;
use crate::catalogue::Entry;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Minds, Payoffs, Strategy, Told, View};

/// Does what the other is about to do.
#[derive(Clone)]
struct Geller {
    /// The chance of C where there is nothing to see.
    blind: Chance,
    foreseen: Option<Action>,
}

impl Strategy for Geller {
    fn begin(&mut self, _: &Told) {
        self.foreseen = None;
    }

    fn act(&mut self, _: &View<'_>, draws: &mut Draws) -> Action {
        self.foreseen.take().unwrap_or_else(|| Action::cooperate_if(draws.happens(self.blind)))
    }

    fn reads_minds(&self) -> bool {
        true
    }

    fn look(&mut self, minds: &mut Minds<'_>) {
        self.foreseen = Some(minds.next_action());
    }
}

/// Lets the other play ten rounds against always C and always D, and plays what brought more.
#[derive(Clone)]
struct MindReader {
    payoffs: Payoffs,
    better: Option<Action>,
}

impl MindReader {
    const AHEAD: u32 = 10;
}

impl Strategy for MindReader {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.better = None;
    }

    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Action {
        self.better.take().unwrap_or(Action::D)
    }

    fn reads_minds(&self) -> bool {
        true
    }

    fn look(&mut self, minds: &mut Minds<'_>) {
        let [cooperating, defecting] = [Action::C, Action::D].map(|action| {
            let course = minds.play_on(Self::AHEAD, |_| action);
            course.iter().map(|(own, seen)| self.payoffs.own(*own, *seen)).sum::<i64>()
        });
        self.better = Some(Action::cooperate_if(cooperating > defecting));
    }
}

const SOURCE: &str = "Axelrod-Python 3 (removed in version 4)";

fn geller(blind: Chance) -> Box<dyn Strategy> {
    Box::new(Geller { blind, foreseen: None })
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "geller",
        "Geller",
        "Does what the other is about to do; at random where it cannot see that.",
        SOURCE,
        Facets::unbounded().stochastic().reads_minds(),
        |_, _| Ok(geller(Chance::of(0.5))),
    ),
    plain(
        "geller_cooperator",
        "Geller Cooperator",
        "Does what the other is about to do; cooperates where it cannot see that.",
        SOURCE,
        Facets::unbounded().reads_minds(),
        |_, _| Ok(geller(Chance::Always)),
    ),
    plain(
        "geller_defector",
        "Geller Defector",
        "Does what the other is about to do; defects where it cannot see that.",
        SOURCE,
        Facets::unbounded().reads_minds(),
        |_, _| Ok(geller(Chance::Never)),
    ),
    plain(
        "mind_reader",
        "Mind Reader",
        "Plays C or D, whichever would bring more over ten rounds against the other; defects where it cannot see that.",
        SOURCE,
        Facets::unbounded().uses_game().reads_minds(),
        |_, _| Ok(Box::new(MindReader { payoffs: Payoffs::default(), better: None })),
    ),
];
