//! WoLF policy hill climbing: Q-values, a mixture that climbs them, and a step that is small while winning.

use super::{Mistake, mistake_field, non_negative, probability};
use crate::catalogue::{Entry, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// WoLF-PHC for one state (Bowling & Veloso 2002, table 4): after each round
/// 1. `Q_a += rate (payoff - Q_a)` for the action played,
/// 2. the mean mixture moves by `(mixture - mean) / C` in the `C`-th round,
/// 3. the step is `win` if the mixture's value by `Q` exceeds the mean mixture's, else `lose`,
/// 4. each action but the best by `Q` loses `min(p_a, step / (n - 1))` to the best.
#[derive(Clone)]
struct WolfPhc {
    rate: f64,
    win: f64,
    lose: f64,
    mistake: Mistake,
    values: Vec<f64>,
    mixture: Vec<f64>,
    mean: Vec<f64>,
    rounds: f64,
}

impl Learner for WolfPhc {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        let actions = seat.actions();
        self.values.clear();
        self.values.resize(actions, 0.0);
        for mixture in [&mut self.mixture, &mut self.mean] {
            mixture.resize(actions, 0.0);
            mix::even(mixture);
        }
        self.rounds = 0.0;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let actions = self.values.len();
        let intended = draws.categorical(&self.mixture);
        self.mistake.act(intended, actions, draws)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        self.values[action] += self.rate * (seen.payoff - self.values[action]);
        self.rounds += 1.0;
        let (mut own, mut average) = (0.0, 0.0);
        for ((mean, p), value) in self.mean.iter_mut().zip(&self.mixture).zip(&self.values) {
            *mean += (p - *mean) / self.rounds;
            own += p * value;
            average += *mean * value;
        }
        let step = if own > average { self.win } else { self.lose };
        let best = mix::best(&self.values);
        let share = step / mix::count((self.values.len() - 1).max(1));
        let mut moved = 0.0;
        for (k, p) in self.mixture.iter_mut().enumerate() {
            if k != best {
                let off = share.min(*p);
                *p -= off;
                moved += off;
            }
        }
        self.mixture[best] += moved;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        out.copy_from_slice(&self.mixture);
        self.mistake.blur(out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.values
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "wolf_phc",
    title: "WoLF Policy Hill Climbing",
    aliases: &["win_or_learn_fast", "wolf_policy_hill_climbing"],
    about: "Learns the value of each action from its own payoff alone and moves its mixture towards the best by a step \
            that is small while it does better than its own past on average, and large while it does worse.",
    source: "Bowling & Veloso 2002, Multiagent Learning Using a Variable Learning Rate, Artificial Intelligence \
             136:215-250",
    facets: Facets::needs(Needs::Payoff),
    params: || {
        Schema::of(vec![
            probability("rate", 0.1, "How far a value moves towards a payoff."),
            non_negative("win", 0.01, "How much probability moves a round when winning."),
            non_negative("lose", 0.04, "How much probability moves a round when losing."),
            mistake_field(0.05),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(WolfPhc {
            rate: params.number("rate"),
            win: params.number("win"),
            lose: params.number("lose"),
            mistake: Mistake::of(params.number("mistake")),
            values: Vec::new(),
            mixture: Vec::new(),
            mean: Vec::new(),
            rounds: 0.0,
        }))
    },
}];
