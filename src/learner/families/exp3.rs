//! EXP3: exponential weights for players that see their own payoff alone.

use super::probability;
use crate::catalogue::{Entry, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// EXP3 (Auer, Cesa-Bianchi, Freund & Schapire 2002, fig. 1): `p_a = (1 - gamma) w_a / sum w + gamma / n`; after action
/// `a` paid `x` (scaled to 0..1 by the game's least and greatest payoff), `w_a` is multiplied by
/// `exp(gamma x / (n p_a))`. Weights are kept as logarithms.
#[derive(Clone)]
struct Exp3 {
    gamma: f64,
    log_weights: Vec<f64>,
    low: f64,
    span: f64,
    chances: Vec<f64>,
}

impl Exp3 {
    fn write(&self, out: &mut [f64]) {
        mix::softmax(&self.log_weights, 1.0, out);
        let share = self.gamma / mix::count(out.len());
        for p in out.iter_mut() {
            *p = (1.0 - self.gamma) * *p + share;
        }
    }
}

impl Learner for Exp3 {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.log_weights.clear();
        self.log_weights.resize(seat.actions(), 0.0);
        self.chances.resize(seat.actions(), 0.0);
        self.low = seat.low();
        self.span = if seat.span() > 0.0 { seat.span() } else { 1.0 };
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let mut chances = std::mem::take(&mut self.chances);
        self.write(&mut chances);
        let action = draws.categorical(&chances);
        self.chances = chances;
        action
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        let mut chances = std::mem::take(&mut self.chances);
        self.write(&mut chances);
        let scaled = (seen.payoff - self.low) / self.span;
        self.log_weights[action] += self.gamma * scaled / (mix::count(chances.len()) * chances[action]);
        self.chances = chances;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        self.write(out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.log_weights
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "exp3",
    title: "EXP3",
    aliases: &["exponential_weights_for_bandits"],
    about: "Hedge for players that see their own payoff alone: what other actions would have paid is estimated from how \
            often they are tried.",
    source: "Auer, Cesa-Bianchi, Freund & Schapire 2002, The Nonstochastic Multiarmed Bandit Problem, SIAM Journal on \
             Computing 32:48-77",
    facets: Facets::needs(Needs::Payoff),
    params: || {
        let gamma = probability("gamma", 0.1, "How much it explores; also its learning rate. Above 0.");
        Schema::of(vec![gamma])
    },
    build: |params, ()| {
        let gamma = params.number("gamma");
        if gamma <= 0.0 {
            let found = crate::error::Diagnostic::new("learner-parameters", "gamma = 0", "gamma > 0: it must explore");
            return Err(found.into());
        }
        Ok(Box::new(Exp3 { gamma, log_weights: Vec::new(), low: 0.0, span: 1.0, chances: Vec::new() }))
    },
}];
