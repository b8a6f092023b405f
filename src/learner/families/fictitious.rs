//! Fictitious play: a best reply, or a logit reply, to how often the others did what so far.
//!
//! Beliefs are weights over contexts (with several others: over what they did together, Fudenberg & Levine 1998, sec.
//! 2.2), one more for each meeting. The value of an action is its payoff summed over the weights: what matters is only
//! its order, or the mean.

use super::non_negative;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Diagnostic;
use crate::learner::{Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Beliefs by counts, and what each action is worth under them.
#[derive(Clone)]
struct Beliefs {
    /// The weights of contexts before the first round, if they are given.
    given: Option<Vec<f64>>,
    /// The weight that the contexts share before the first round.
    prior: f64,
    /// Whether the prior's shares are drawn, or even.
    random: bool,
    /// The prior's weight of each context.
    weights: Vec<f64>,
    /// The payoff of each action summed over the weights.
    values: Vec<f64>,
    total: f64,
    seat: Seat,
}

impl Beliefs {
    fn read(params: &Params) -> Self {
        Self {
            given: params.has("counts").then(|| params.numbers("counts")),
            prior: params.number("prior"),
            random: params.flag("random_prior"),
            weights: Vec::new(),
            values: Vec::new(),
            total: 0.0,
            seat: Seat::bandit(1, 0.0, 0.0),
        }
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        match &self.given {
            Some(given) if given.len() != seat.contexts() => {
                let found = format!("{} counts of what the others do in {} ways", given.len(), seat.contexts());
                Err(Diagnostic::new("wrong-game", found, "one for each way"))
            }
            _ => Ok(()),
        }
    }

    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.seat.clone_from(seat);
        self.weights.resize(seat.contexts(), 0.0);
        match &self.given {
            Some(given) if given.len() == seat.contexts() => self.weights.copy_from_slice(given),
            _ => {
                if self.random && self.prior > 0.0 {
                    mix::random_mixture(&mut self.weights, draws);
                } else {
                    mix::even(&mut self.weights);
                }
                self.weights.iter_mut().for_each(|weight| *weight *= self.prior);
            }
        }
        self.values.clear();
        self.values.resize(seat.actions(), 0.0);
        self.total = 0.0;
        for context in 0..seat.contexts() {
            self.add(context, self.weights[context]);
        }
    }

    #[inline]
    fn add(&mut self, context: usize, weight: f64) {
        self.total += weight;
        for (value, payoff) in self.values.iter_mut().zip(self.seat.row(context)) {
            *value += weight * payoff;
        }
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        for meeting in seen.seen {
            self.add(meeting.context as usize, f64::from(meeting.times));
        }
    }
}

/// Fictitious play (Brown 1951).
#[derive(Clone)]
struct FictitiousPlay(Beliefs);

impl Learner for FictitiousPlay {
    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.0.begin(seat, draws);
    }

    fn choose(&mut self, _: &mut Draws) -> usize {
        mix::best(&self.0.values)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.0.learn(seen);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::pure(mix::best(&self.0.values), out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.0.values
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.0.fits(seat)
    }
}

/// Stochastic fictitious play with logit choice (Fudenberg & Kreps 1993; Fudenberg & Levine 1998, ch. 4).
#[derive(Clone)]
struct StochasticFictitiousPlay {
    beliefs: Beliefs,
    temperature: f64,
    chances: Vec<f64>,
}

impl StochasticFictitiousPlay {
    fn write(&self, out: &mut [f64]) {
        // Sums over the weights are means times their total.
        let scale = if self.beliefs.total > 0.0 { self.beliefs.total } else { 1.0 };
        mix::softmax(&self.beliefs.values, self.temperature * scale, out);
    }
}

impl Learner for StochasticFictitiousPlay {
    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.beliefs.begin(seat, draws);
        self.chances.resize(seat.actions(), 0.0);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let mut chances = std::mem::take(&mut self.chances);
        self.write(&mut chances);
        let action = draws.categorical(&chances);
        self.chances = chances;
        action
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.beliefs.learn(seen);
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        self.write(out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.beliefs.values
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.beliefs.fits(seat)
    }
}

fn prior_fields() -> Vec<Field> {
    vec![
        non_negative("prior", 1.0, "The weight of the beliefs with which it starts; a round weighs 1."),
        Field::with_default(
            "random_prior",
            Kind::Bool,
            true,
            "Whether these beliefs are drawn, any alike; else all that the others can do is equally likely.",
        ),
        Field::optional(
            "counts",
            Kind::list(Kind::Number { min: 0.0, max: f64::MAX }),
            "How often the others are taken to have done what before the first round, in place of a prior.",
        ),
    ]
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "fictitious_play",
        title: "Fictitious Play",
        aliases: &["fp", "brown_robinson"],
        about: "Plays a best reply to how often the others did what so far, as if they would do so for ever.",
        source: "Brown 1951, Iterative Solution of Games by Fictitious Play, in Activity Analysis of Production and \
                 Allocation, 374-376; Robinson 1951, Annals of Mathematics 54:296-301",
        facets: Facets::needs(Needs::Others),
        params: || Schema::of(prior_fields()),
        build: |params, ()| Ok(Box::new(FictitiousPlay(Beliefs::read(params)))),
    },
    Entry {
        key: "stochastic_fictitious_play",
        title: "Stochastic Fictitious Play",
        aliases: &["smooth_fictitious_play", "sfp"],
        about: "Plays a logit reply to how often the others did what so far: better actions more often, all at times.",
        source: "Fudenberg & Kreps 1993, Learning Mixed Equilibria, Games and Economic Behavior 5:320-367; Fudenberg & \
                 Levine 1998, The Theory of Learning in Games, ch. 4",
        facets: Facets::needs(Needs::Others),
        params: || {
            let mut fields =
                vec![non_negative("temperature", 0.1, "How far from a best reply it strays.").unit("utility")];
            fields.extend(prior_fields());
            Schema::of(fields)
        },
        build: |params, ()| {
            Ok(Box::new(StochasticFictitiousPlay {
                beliefs: Beliefs::read(params),
                temperature: params.number("temperature"),
                chances: Vec::new(),
            }))
        },
    },
];
