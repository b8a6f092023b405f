//! Joint-action learning: a value for each joint action, and beliefs about what the others do (Claus & Boutilier 1998).
//!
//! What the source leaves open is said by parameters: beliefs start with one imagined observation of everything that the
//! others can do (`prior`), and forget nothing.

use super::{non_negative, probability};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::learner::{Decay, Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// `Q(a, c) += rate (payoff - Q(a, c))` for the own action and the others' that came out, and the value of an action is its
/// expectation over how often the others did what: `EV(a) = sum_c P(c) Q(a, c)`. Play is logit choice by it.
#[derive(Clone)]
struct JointActionLearner {
    rate: f64,
    initial: f64,
    prior: f64,
    temperature: Decay,
    actions: usize,
    /// `joint[context * actions + action]`.
    joint: Vec<f64>,
    counts: Vec<f64>,
    total: f64,
    values: Vec<f64>,
    chances: Vec<f64>,
}

impl JointActionLearner {
    fn expect(&mut self) {
        self.values.fill(0.0);
        for (count, row) in self.counts.iter().zip(self.joint.chunks_exact(self.actions)) {
            if *count > 0.0 {
                for (value, q) in self.values.iter_mut().zip(row) {
                    *value += count / self.total * q;
                }
            }
        }
    }
}

impl Learner for JointActionLearner {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.actions = seat.actions();
        self.joint.clear();
        self.joint.resize(seat.actions() * seat.contexts(), self.initial);
        self.counts.clear();
        self.counts.resize(seat.contexts(), self.prior);
        self.total = self.prior * mix::count(seat.contexts());
        self.values.clear();
        self.values.resize(seat.actions(), self.initial);
        self.chances.resize(seat.actions(), 0.0);
        self.temperature.restart();
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        mix::softmax(&self.values, self.temperature.now(), &mut self.chances);
        draws.categorical(&self.chances)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        for meeting in seen.seen {
            let times = f64::from(meeting.times);
            self.counts[meeting.context as usize] += times;
            self.total += times;
            let q = &mut self.joint[meeting.context as usize * self.actions + action];
            for _ in 0..meeting.times {
                *q += self.rate * (meeting.payoff - *q);
            }
        }
        self.expect();
        self.temperature.step();
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::softmax(&self.values, self.temperature.now(), out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "joint_action_learner",
    title: "Joint-Action Learner",
    aliases: &["jal", "joint_action_q"],
    about: "Learns the value of each own action together with what the others did, weighs these by how often the others \
            did what, and plays by logit choice.",
    source: "Claus & Boutilier 1998, The Dynamics of Reinforcement Learning in Cooperative Multiagent Systems, AAAI",
    facets: Facets::needs(Needs::Others),
    params: || {
        let mut fields = vec![
            probability("rate", 0.1, "How far a value moves towards a payoff."),
            Field::with_default("initial", Kind::NUMBER, 0.0, "The value of everything at the start.").unit("utility"),
            non_negative(
                "prior",
                1.0,
                "How often everything that the others can do is taken to have been seen before.",
            ),
            Field::with_default("temperature", Kind::Number { min: 0.0, max: f64::MAX }, 1.0, "How much it explores.")
                .unit("utility"),
        ];
        fields.extend(Decay::fields(0.0, "utility"));
        Schema::of(fields)
    },
    build: |params, ()| {
        Ok(Box::new(JointActionLearner {
            rate: params.number("rate"),
            initial: params.number("initial"),
            prior: params.number("prior"),
            temperature: Decay::read(params, "temperature"),
            actions: 1,
            joint: Vec::new(),
            counts: Vec::new(),
            total: 0.0,
            values: Vec::new(),
            chances: Vec::new(),
        }))
    },
}];
