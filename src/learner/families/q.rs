//! Independent Q-learning without states: a value an action from one's own payoff alone, and exploration by logit choice
//! or by chance.
//!
//! `Q_a += rate (payoff - Q_a)` for the action played (Watkins 1989, without a successor state). With a smaller rate for
//! disappointments the learner is hysteretic (Matignon, Laurent & Le Fort-Piat 2007): it forgives the others' exploring;
//! with none it keeps the best that it has seen (Lauer & Riedmiller 2000). A lenient learner ignores a disappointment with
//! probability `1 - exp(-moderation T_a)`, where the temperature `T_a` of the action falls each time that it is taken (Panait,
//! Sullivan & Luke 2006). In mean dynamics all values move towards expected payoffs at once.

use super::probability;
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Diagnostic;
use crate::learner::{Decay, Facets, Feedback, Learner, Needs, Seat, mix};
use crate::sim::Draws;

/// Values of actions.
#[derive(Clone)]
struct Values {
    rate: f64,
    rate_down: f64,
    initial: f64,
    /// The value of each action at the start, where they differ.
    given: Option<Vec<f64>>,
    values: Vec<f64>,
}

impl Values {
    fn fields() -> Vec<Field> {
        vec![
            probability("rate", 0.1, "How far a value moves towards a payoff."),
            Field::optional(
                "rate_down",
                Kind::Probability,
                "How far a value moves towards a payoff below it; by default as far as towards one above.",
            ),
            Field::with_default("initial", Kind::NUMBER, 0.0, "The value of every action at the start.")
                .unit("utility"),
            Field::optional(
                "initials",
                Kind::list(Kind::NUMBER),
                "The value of each action at the start, in place of one for all.",
            )
            .unit("utility"),
        ]
    }

    fn read(params: &Params) -> Self {
        let rate = params.number("rate");
        let rate_down = if params.has("rate_down") { params.number("rate_down") } else { rate };
        let given = params.has("initials").then(|| params.numbers("initials"));
        Self { rate, rate_down, initial: params.number("initial"), given, values: Vec::new() }
    }

    fn begin(&mut self, seat: &Seat) {
        self.values.clear();
        self.values.extend(self.given.iter().flatten().take(seat.actions()));
        self.values.resize(seat.actions(), self.initial);
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        match &self.given {
            Some(given) if given.len() != seat.actions() => {
                let found = format!("{} initial values of a player with {} actions", given.len(), seat.actions());
                Err(Diagnostic::new("wrong-game", found, "one an action"))
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn move_to(&mut self, action: usize, payoff: f64) {
        let value = &mut self.values[action];
        let surprise = payoff - *value;
        *value += if surprise >= 0.0 { self.rate } else { self.rate_down } * surprise;
    }

    #[inline]
    fn learn(&mut self, seen: &Feedback<'_>) {
        match seen.action {
            Some(action) => self.move_to(action, seen.payoff),
            None => seen.payoffs.iter().enumerate().for_each(|(action, payoff)| self.move_to(action, *payoff)),
        }
    }
}

/// Q-learning with logit choice.
#[derive(Clone)]
struct BoltzmannQ {
    values: Values,
    temperature: Decay,
    chances: Vec<f64>,
}

impl Learner for BoltzmannQ {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.values.begin(seat);
        self.temperature.restart();
        self.chances.resize(seat.actions(), 0.0);
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        mix::softmax(&self.values.values, self.temperature.now(), &mut self.chances);
        draws.categorical(&self.chances)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.values.learn(seen);
        self.temperature.step();
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        mix::softmax(&self.values.values, self.temperature.now(), out);
        true
    }

    fn values(&self) -> &[f64] {
        &self.values.values
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.values.fits(seat)
    }
}

/// Q-learning with logit choice that ignores disappointments at first.
#[derive(Clone)]
struct LenientQ {
    q: BoltzmannQ,
    moderation: f64,
    first: f64,
    cooling: f64,
    /// The temperature of each action.
    temperatures: Vec<f64>,
    /// Decides whether the next disappointment is ignored: from 0 to 1, drawn with the choice.
    coin: f64,
}

impl Learner for LenientQ {
    fn begin(&mut self, seat: &Seat, draws: &mut Draws) {
        self.q.begin(seat, draws);
        self.temperatures.clear();
        self.temperatures.resize(seat.actions(), self.first);
        self.coin = 1.0;
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        let action = self.q.choose(draws);
        self.coin = draws.uniform();
        action
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        let Some(action) = seen.action else { return };
        let temperature = &mut self.temperatures[action];
        let lenience = 1.0 - libm::exp(-self.moderation * *temperature);
        *temperature *= self.cooling;
        if seen.payoff >= self.q.values.values[action] || self.coin >= lenience {
            self.q.values.move_to(action, seen.payoff);
        }
        self.q.temperature.step();
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        self.q.mixture(out)
    }

    fn values(&self) -> &[f64] {
        self.q.values()
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.q.fits(seat)
    }
}

/// The parameters of logit choice.
fn boltzmann_fields() -> Vec<Field> {
    let temperature = Kind::Number { min: 0.0, max: f64::MAX };
    let mut fields = Values::fields();
    fields.push(Field::with_default("temperature", temperature, 1.0, "How much it explores.").unit("utility"));
    fields.extend(Decay::fields(0.0, "utility"));
    fields
}

fn boltzmann(params: &Params) -> BoltzmannQ {
    BoltzmannQ { values: Values::read(params), temperature: Decay::read(params, "temperature"), chances: Vec::new() }
}

/// Q-learning that takes a best action, any of equals, and now and then any action.
#[derive(Clone)]
struct EpsilonGreedyQ {
    values: Values,
    epsilon: Decay,
}

impl EpsilonGreedyQ {
    /// The greatest value, and how many actions have it.
    fn best(&self) -> (f64, usize) {
        let values = &self.values.values;
        let greatest = values[mix::best(values)];
        (greatest, values.iter().filter(|value| **value == greatest).count())
    }
}

impl Learner for EpsilonGreedyQ {
    fn begin(&mut self, seat: &Seat, _: &mut Draws) {
        self.values.begin(seat);
        self.epsilon.restart();
    }

    fn choose(&mut self, draws: &mut Draws) -> usize {
        if draws.chance(self.epsilon.now()) {
            return draws.index(self.values.values.len());
        }
        let (greatest, ties) = self.best();
        let chosen = draws.index(ties);
        let mut best = self.values.values.iter().enumerate().filter(|(_, value)| **value == greatest);
        best.nth(chosen).map_or(0, |(action, _)| action)
    }

    fn learn(&mut self, seen: &Feedback<'_>) {
        self.values.learn(seen);
        self.epsilon.step();
    }

    fn mixture(&self, out: &mut [f64]) -> bool {
        let epsilon = self.epsilon.now().min(1.0);
        let (greatest, ties) = self.best();
        let share = epsilon / mix::count(out.len());
        for (p, value) in out.iter_mut().zip(&self.values.values) {
            *p = share + if *value == greatest { (1.0 - epsilon) / mix::count(ties) } else { 0.0 };
        }
        true
    }

    fn values(&self) -> &[f64] {
        &self.values.values
    }

    fn fits(&self, seat: &Seat) -> Result<(), Diagnostic> {
        self.values.fits(seat)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Learner>] = &[
    Entry {
        key: "boltzmann_q",
        title: "Boltzmann Q-Learning",
        aliases: &["independent_learner", "boltzmann_exploration"],
        about: "Learns the value of each action from its own payoff alone and plays by logit choice, at a temperature \
                that may fall.",
        source: "Watkins 1989, Learning from Delayed Rewards; Claus & Boutilier 1998, The Dynamics of Reinforcement \
                 Learning in Cooperative Multiagent Systems, AAAI (independent learner)",
        facets: Facets::needs(Needs::Payoff).expected(),
        params: || Schema::of(boltzmann_fields()),
        build: |params, ()| Ok(Box::new(boltzmann(params))),
    },
    Entry {
        key: "lenient_boltzmann_q",
        title: "Lenient Q-Learning by Logit Choice",
        aliases: &["lenient_learner"],
        about: "As Boltzmann Q-learning, but ignores a payoff below the value with a probability that falls as the action is \
                tried: the others were trying things out.",
        source: "Panait, Sullivan & Luke 2006, Lenient Learners in Cooperative Multiagent Systems, AAMAS; Wei & Luke 2016, J. \
                 Machine Learning Research 17(84)",
        facets: Facets::needs(Needs::Payoff),
        params: || {
            let mut fields = boltzmann_fields();
            let positive = || Kind::Number { min: 0.0, max: 1e6 };
            fields.extend([
                Field::with_default(
                    "moderation",
                    positive(),
                    1.0,
                    "A disappointment is ignored with probability 1 - exp(-moderation * lenience).",
                ),
                Field::with_default("lenience", positive(), 50.0, "The lenience of every action at the start."),
                probability("cooling", 0.995, "By what it is multiplied each time that the action is taken."),
            ]);
            Schema::of(fields)
        },
        build: |params, ()| {
            Ok(Box::new(LenientQ {
                q: boltzmann(params),
                moderation: params.number("moderation"),
                first: params.number("lenience"),
                cooling: params.number("cooling"),
                temperatures: Vec::new(),
                coin: 1.0,
            }))
        },
    },
    Entry {
        key: "epsilon_greedy_q",
        title: "Epsilon-Greedy Q-Learning",
        aliases: &["greedy_q", "q_learning"],
        about: "Learns the value of each action from its own payoff alone, takes the best (any of equals), and with \
                probability epsilon any action.",
        source: "Watkins 1989, Learning from Delayed Rewards; Sutton & Barto 2018, Reinforcement Learning, ch. 2",
        facets: Facets::needs(Needs::Payoff),
        params: || {
            let mut fields = Values::fields();
            fields.push(probability("epsilon", 0.1, "How often it explores."));
            fields.extend(Decay::fields(0.0, ""));
            Schema::of(fields)
        },
        build: |params, ()| {
            Ok(Box::new(EpsilonGreedyQ { values: Values::read(params), epsilon: Decay::read(params, "epsilon") }))
        },
    },
];
