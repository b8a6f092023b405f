//! Adaptive play: a best reply to a sample of what is remembered (Young 1993).

use super::{Mistake, mistake_field};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::{Diagnostic, Faults};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Remembers the last `m` meetings, samples `s` of them without replacement, and replies best to the sample.
#[derive(Clone)]
struct AdaptivePlay {
    sample: usize,
    mistake: Mistake,
    seat: Seat,
    /// Contexts; a ring once it is full.
    memory: Vec<u32>,
    filled: usize,
    next: usize,
    /// Places in memory, in an order of which the first `s` are drawn anew each round.
    order: Vec<usize>,
    values: Vec<f64>,
}

impl AdaptivePlay {
    fn remember(&mut self, context: u32) {
        self.memory[self.next] = context;
        self.next = (self.next + 1) % self.memory.len();
        self.filled = (self.filled + 1).min(self.memory.len());
    }
}

impl Learner for AdaptivePlay {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.seat.clone_from(seat);
        (self.filled, self.next) = (0, 0);
        for (k, place) in self.order.iter_mut().enumerate() {
            *place = k;
        }
        self.values.clear();
        self.values.resize(seat.actions(), 0.0);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let actions = self.seat.actions();
        // Too little to sample from: any action.
        if self.filled < self.sample {
            return draws.index(actions);
        }
        // While memory fills, its places are in order, so that the first ones are those that are filled.
        if self.filled < self.memory.len() {
            for (k, place) in self.order.iter_mut().take(self.filled).enumerate() {
                *place = k;
            }
        }
        self.values.fill(0.0);
        for k in 0..self.sample {
            let other = k + draws.index(self.filled - k);
            self.order.swap(k, other);
            let row = self.seat.row(self.memory[self.order[k]] as usize);
            for (value, payoff) in self.values.iter_mut().zip(row) {
                *value += payoff;
            }
        }
        let greatest = self.values[mix::best(&self.values)];
        let ties = self.values.iter().filter(|value| **value == greatest).count();
        let chosen = draws.index(ties);
        let mut best = self.values.iter().enumerate().filter(|(_, value)| **value == greatest).map(|(k, _)| k);
        let intended = best.nth(chosen).expect("one of the ties");
        self.mistake.act(intended, actions, draws)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        for meeting in seen.seen {
            for _ in 0..(meeting.times as usize).min(self.memory.len()) {
                self.remember(meeting.context);
            }
        }
    }

    fn mixture(&self, _: &mut [f64]) -> bool {
        false
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "adaptive_play",
    title: "Adaptive Play",
    aliases: &["young_adaptive_play"],
    about: "Samples some of the last meetings that it remembers, replies best to the sample (any of equally good \
            replies), and takes any action by mistake. Starts with any action until it remembers a sample.",
    source: "Young 1993, The Evolution of Conventions, Econometrica 61:57-84",
    facets: Facets::needs(Needs::Others),
    params: || {
        Schema::of(vec![
            Field::with_default("memory", Kind::Integer { min: 1, max: 100_000 }, 10i64, "How many it remembers.")
                .unit("meetings"),
            Field::with_default("sample", Kind::Integer { min: 1, max: 100_000 }, 5i64, "How many it samples.")
                .unit("meetings"),
            mistake_field(0.0),
        ])
    },
    build: |params, ()| {
        let (memory, sample) = (params.count("memory"), params.count("sample"));
        if sample > memory {
            let found = format!("a sample of {sample} from a memory of {memory}");
            return Err(Faults::from(Diagnostic::new("learner-parameters", found, "sample <= memory")));
        }
        Ok(Box::new(AdaptivePlay {
            sample,
            mistake: Mistake::of(params.number("mistake")),
            seat: Seat::bandit(1, 0.0, 0.0),
            memory: vec![0; memory],
            filled: 0,
            next: 0,
            order: (0..memory).collect(),
            values: Vec::new(),
        }))
    },
}];
