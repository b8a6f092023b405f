//! Replies to the last round: best reply with inertia and mistakes, and logit response.
//!
//! With everybody meeting everybody, best reply with mistakes is the process of Kandori, Mailath & Rob; on a ring it is
//! Ellison's.

use super::{Mistake, mistake_field, non_negative, probability};
use crate::catalogue::{Entry, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::{Chance, Draws};

/// What the last round would have paid each action, and what was played in it.
#[derive(Clone, Default)]
struct LastRound {
    actions: usize,
    payoffs: Vec<f64>,
    action: Option<usize>,
}

impl LastRound {
    fn begin(&mut self, seat: &Seat) {
        self.actions = seat.actions();
        self.payoffs.clear();
        self.payoffs.resize(self.actions, 0.0);
        self.action = None;
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.payoffs.copy_from_slice(seen.payoffs);
        self.action = seen.action;
    }
}

/// Best reply with inertia and mistakes.
#[derive(Clone)]
struct BestReply {
    inertia: Chance,
    mistake: Mistake,
    last: LastRound,
}

impl BestReply {
    /// A best reply to the last round: the action that was played if it is one, else the lowest.
    fn reply(&self, action: usize) -> usize {
        let best = mix::best(&self.last.payoffs);
        if self.last.payoffs[action] == self.last.payoffs[best] { action } else { best }
    }
}

impl Learner for BestReply {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.last.begin(seat);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let actions = self.last.actions;
        let Some(action) = self.last.action else { return draws.index(actions) };
        let intended = if draws.happens(self.inertia) { action } else { self.reply(action) };
        self.mistake.act(intended, actions, draws)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.last.learn(seen);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        match self.last.action {
            None => mix::even(out),
            Some(action) => {
                mix::pure(self.reply(action), out);
                let stay = self.inertia.probability();
                for p in out.iter_mut() {
                    *p *= 1.0 - stay;
                }
                out[action] += stay;
                self.mistake.blur(out);
            }
        }
        true
    }

    fn values(&self) -> &[f64] {
        &self.last.payoffs
    }
}

/// Logit response to the last round (Blume 1993), with inertia.
#[derive(Clone)]
struct LogitResponse {
    temperature: f64,
    inertia: Chance,
    last: LastRound,
    /// Whether a round has been seen.
    begun: bool,
    chances: Vec<f64>,
}

impl LogitResponse {
    fn write(&self, out: &mut [f64]) {
        if self.begun {
            mix::softmax(&self.last.payoffs, self.temperature, out);
        } else {
            mix::even(out);
        }
    }
}

impl Learner for LogitResponse {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.last.begin(seat);
        self.begun = false;
        self.chances.resize(seat.actions(), 0.0);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        if let Some(action) = self.last.action
            && draws.happens(self.inertia)
        {
            return action;
        }
        let mut chances = std::mem::take(&mut self.chances);
        self.write(&mut chances);
        let action = draws.categorical(&chances);
        self.chances = chances;
        action
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.last.learn(seen);
        self.begun = true;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        self.write(out);
        if let Some(action) = self.last.action {
            let stay = self.inertia.probability();
            for p in out.iter_mut() {
                *p *= 1.0 - stay;
            }
            out[action] += stay;
        }
        true
    }

    fn values(&self) -> &[f64] {
        &self.last.payoffs
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "best_reply",
        title: "Best Reply with Inertia",
        aliases: &["best_response", "cournot_adjustment", "myopic_best_reply"],
        about: "Replies best to what the others did in the last round, stays with its action at times, and takes any \
                action by mistake. Starts with any action.",
        source: "Cournot 1838; Kandori, Mailath & Rob 1993, Learning, Mutation, and Long Run Equilibria in Games, \
                 Econometrica 61:29-56; Ellison 1993, Econometrica 61:1047-1071 (on a ring)",
        facets: Facets::needs(Needs::Payoffs),
        params: || {
            Schema::of(vec![
                mistake_field(0.0),
                probability("inertia", 0.0, "How often it stays with its action unthinkingly."),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(BestReply {
                inertia: Chance::of(params.number("inertia")),
                mistake: Mistake::of(params.number("mistake")),
                last: LastRound::default(),
            }))
        },
    },
    Entry {
        key: "logit_response",
        title: "Logit Response",
        aliases: &["smoothed_best_reply", "log_linear_learning", "quantal_response"],
        about: "Replies to the last round by logit choice: better replies more often, all at times.",
        source: "Blume 1993, The Statistical Mechanics of Strategic Interaction, Games and Economic Behavior 5:387-424",
        facets: Facets::needs(Needs::Payoffs).expected(),
        params: || {
            Schema::of(vec![
                non_negative("temperature", 0.25, "How far from a best reply it strays.").unit("utility"),
                probability("inertia", 0.0, "How often it stays with its action unthinkingly."),
            ])
        },
        build: |params, ()| {
            Ok(Box::new(LogitResponse {
                temperature: params.number("temperature"),
                inertia: Chance::of(params.number("inertia")),
                last: LastRound::default(),
                begun: false,
                chances: Vec::new(),
            }))
        },
    },
];
