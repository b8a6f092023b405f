//! Imitation of the best that one meets: for populations of players in one role.

use super::{Mistake, mistake_field, probability};
use crate::catalogue::{Entry, Schema};
use crate::error::Diagnostic;
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::{Chance, Draws};

/// Takes the action of whoever earned most in the last round among itself and those that it met; stays if that is nobody
/// else.
#[derive(Clone)]
struct ImitateBest {
    inertia: Chance,
    mistake: Mistake,
    actions: usize,
    /// Its last action, and that of the best.
    next: Option<(usize, usize)>,
}

impl Learner for ImitateBest {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
        self.next = None;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        match self.next {
            Some((last, best)) => {
                let intended = if last != best && draws.happens(self.inertia) { last } else { best };
                self.mistake.act(intended, self.actions, draws)
            }
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
        self.next = Some((action, best));
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        match self.next {
            Some((last, best)) => {
                out.fill(0.0);
                out[last] += self.inertia.probability();
                out[best] += 1.0 - self.inertia.probability();
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
    params: || {
        Schema::of(vec![
            mistake_field(0.0),
            probability("inertia", 0.0, "How often it stays with its action unthinkingly."),
        ])
    },
    build: |params, ()| {
        let (inertia, mistake) = (Chance::of(params.number("inertia")), Mistake::of(params.number("mistake")));
        Ok(Box::new(ImitateBest { inertia, mistake, actions: 1, next: None }))
    },
}];
