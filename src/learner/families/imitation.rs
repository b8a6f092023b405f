//! Imitation of the best that one meets: for populations of players in one role.

use super::{Mistake, mistake_field};
use crate::catalogue::{Entry, Schema};
use crate::error::Diagnostic;
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Takes the action of whoever earned most in the last round among itself and those that it met; stays if that is nobody
/// else.
#[derive(Clone)]
struct ImitateBest {
    mistake: Mistake,
    actions: usize,
    next: Option<usize>,
}

impl Learner for ImitateBest {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
        self.next = None;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        match self.next {
            Some(next) => self.mistake.act(next, self.actions, draws),
            None => draws.index(self.actions),
        }
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        let (mut best, mut most) = (action, seen.payoff);
        for meeting in seen.seen {
            if meeting.peer > most {
                (best, most) = (meeting.context as usize, meeting.peer);
            }
        }
        self.next = Some(best);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        match self.next {
            Some(next) => {
                mix::pure(next, out);
                self.mistake.blur(out);
            }
            None => mix::even(out),
        }
        true
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        if seat.is_two_person() && seat.contexts() == seat.actions() {
            return Ok(());
        }
        let found = "imitation in a game whose players do not have the same actions, or are more than two";
        Err(Diagnostic::new("wrong-game", found, "a game of two players with equally many actions"))
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "imitate_best",
    title: "Imitate the Best",
    aliases: &["imitation", "copy_the_best"],
    about: "Takes the action of whoever earned most in the last round among itself and those that it met. Starts with \
            any action.",
    source: "Alexander & Skyrms 1999, Bargaining with Neighbors: Is Justice Contagious?, Journal of Philosophy \
             96:588-598; Skyrms 2004, The Stag Hunt and the Evolution of Social Structure, ch. 3",
    facets: Facets::needs(Needs::Peers),
    params: || Schema::of(vec![mistake_field(0.0)]),
    build: |params, ()| {
        Ok(Box::new(ImitateBest { mistake: Mistake::of(params.number("mistake")), actions: 1, next: None }))
    },
}];
