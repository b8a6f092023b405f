//! Cumulative reinforcement: what paid is done more often (Roth & Erev 1995).

use super::{non_negative, probability};
use crate::catalogue::{Entry, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Each action has a strength and is played in proportion to it; what it pays, over the game's least payoff, is added to
/// its strength, and all strengths are forgotten a little each round.
#[derive(Clone)]
struct Reinforcement {
    initial: f64,
    forgetting: f64,
    low: f64,
    strengths: Vec<f64>,
}

impl Learner for Reinforcement {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.low = seat.low();
        self.strengths.clear();
        self.strengths.resize(seat.actions(), self.initial);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        mix::draw_positive(&self.strengths, draws)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        if self.forgetting > 0.0 {
            for strength in &mut self.strengths {
                *strength *= 1.0 - self.forgetting;
            }
        }
        self.strengths[action] += seen.payoff - self.low;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::positive_parts(&self.strengths, out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.strengths
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "reinforcement",
    title: "Cumulative Reinforcement",
    aliases: &["roth_erev", "herrnstein"],
    about: "Plays actions in proportion to what each has paid in sum so far, over the least that the game pays. It sees \
            its own payoff alone and learns ever more slowly, unless it forgets.",
    source: "Roth & Erev 1995, Learning in Extensive-Form Games, Games and Economic Behavior 8:164-212",
    facets: Facets::needs(Needs::Payoff),
    params: || {
        Schema::of(vec![
            non_negative("initial", 1.0, "The strength of every action at the start.").unit("utility"),
            probability("forgetting", 0.0, "What share of all strengths is forgotten each round."),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(Reinforcement {
            initial: params.number("initial"),
            forgetting: params.number("forgetting"),
            low: 0.0,
            strengths: Vec::new(),
        }))
    },
}];
