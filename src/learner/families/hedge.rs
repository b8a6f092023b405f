//! Hedge: weights that grow exponentially with what each action would have paid.

use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Multiplicative weights (Freund & Schapire 1997): `p_a` in proportion to `exp(eta * U_a)`, where `U_a` is what `a` would
/// have paid in all rounds so far.
#[derive(Clone)]
struct Hedge {
    given: Option<f64>,
    sums: Vec<f64>,
    span: f64,
    rounds: f64,
    chances: Vec<f64>,
}

impl Hedge {
    /// The learning rate of the next round: the given one, or `sqrt(8 ln n / t) / span` for the `t`-th (Cesa-Bianchi &
    /// Lugosi 2006, th. 2.3, for payoffs of any span).
    fn eta(&self) -> f64 {
        self.given.unwrap_or_else(|| {
            let actions = mix::count(self.sums.len());
            (8.0 * libm::log(actions) / (self.rounds + 1.0)).sqrt() / if self.span > 0.0 { self.span } else { 1.0 }
        })
    }

    fn write(&self, out: &mut [f64]) {
        let eta = self.eta();
        if eta > 0.0 {
            mix::softmax(&self.sums, 1.0 / eta, out);
        } else {
            mix::even(out);
        }
    }
}

impl Learner for Hedge {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.sums.clear();
        self.sums.resize(seat.actions(), 0.0);
        self.chances.resize(seat.actions(), 0.0);
        self.span = seat.span();
        self.rounds = 0.0;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let mut chances = std::mem::take(&mut self.chances);
        self.write(&mut chances);
        let action = draws.categorical(&chances);
        self.chances = chances;
        action
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        for (sum, payoff) in self.sums.iter_mut().zip(seen.payoffs) {
            *sum += payoff;
        }
        self.rounds += 1.0;
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        self.write(out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.sums
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[Entry {
    key: "hedge",
    title: "Hedge",
    aliases: &["multiplicative_weights", "exponential_weights"],
    about: "Plays actions with weights that grow exponentially with what each would have paid so far. Its regret grows \
            with the square root of the rounds at the most.",
    source: "Littlestone & Warmuth 1994, Information and Computation 108:212-261; Freund & Schapire 1997, Journal of \
             Computer and System Sciences 55:119-139",
    facets: Facets::needs(Needs::Payoffs).expected(),
    params: || {
        Schema::of(vec![
            Field::optional(
                "eta",
                Kind::Number { min: 0.0, max: f64::MAX },
                "The learning rate; by default it falls with the rounds, sqrt(8 ln n / t) by the span of payoffs.",
            )
            .unit("per utility"),
        ])
    },
    build: |params, ()| {
        Ok(Box::new(Hedge {
            given: params.has("eta").then(|| params.number("eta")),
            sums: Vec::new(),
            span: 0.0,
            rounds: 0.0,
            chances: Vec::new(),
        }))
    },
}];
