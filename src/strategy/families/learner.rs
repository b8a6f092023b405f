//! Strategies that learn by reinforcement within a match.

use super::{LIBRARY, plain};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Payoffs, Strategy, Told, View};

/// Q-learning (Watkins 1989) on states that are the other's last twelve actions and how often it has cooperated.
///
/// Greedy but for one round in ten, in which it draws. Since the other's cooperations never decrease, a state can recur
/// only until the next one: states of an earlier count are dropped.
#[derive(Clone)]
struct QLearner {
    rate: f64,
    discount: f64,
    payoffs: Payoffs,
    /// The other's cooperations that the values below are for.
    cooperations: u32,
    /// The states of that count: the other's last actions with a leading 1, the values of C and D.
    values: Vec<(u16, [f64; 2])>,
    /// Where the last action was chosen, if that state can recur, and what was chosen.
    last: Option<(usize, Action)>,
}

impl QLearner {
    const MEMORY: usize = 12;

    fn player(rate: f64, discount: f64) -> Box<dyn Strategy> {
        let (payoffs, values) = (Payoffs::default(), Vec::new());
        Box::new(Self { rate, discount, payoffs, cooperations: 0, values, last: None })
    }

    /// The place of a state, which is added with values 0 if it is new.
    fn state(&mut self, word: u16) -> usize {
        let found = self.values.iter().position(|(known, _)| *known == word);
        found.unwrap_or_else(|| {
            self.values.push((word, [0.0, 0.0]));
            self.values.len() - 1
        })
    }
}

impl Strategy for QLearner {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.cooperations = 0;
        self.values.clear();
        self.last = None;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        if other.cooperations() != self.cooperations {
            self.cooperations = other.cooperations();
            self.values.clear();
            self.last = None;
        }
        let word = other.tail(Self::MEMORY).iter().fold(1, |word, action| word << 1 | u16::from(action.0));
        let state = self.state(word);
        if let (Some((before, action)), Some(seen)) = (self.last, other.last()) {
            let [c, d] = self.values[state].1;
            let reward = self.payoffs.utility(action, seen);
            let value = &mut self.values[before].1[action.index()];
            *value = (1.0 - self.rate) * *value + self.rate * (reward + self.discount * c.max(d));
        }
        let [c, d] = self.values[state].1;
        let greedy = draws.chance(0.9);
        let action = Action::cooperate_if(if greedy { c >= d } else { draws.chance(0.5) });
        self.last = Some((state, action));
        action
    }
}

/// Bush and Mosteller's learning: an action that paid above the aspiration is reinforced, one that paid below is
/// inhibited, in proportion to how far.
#[derive(Clone)]
struct BushMosteller {
    initial: [f64; 2],
    divider: f64,
    rate: f64,
    payoffs: Payoffs,
    /// Propensities of C and D.
    propensities: [f64; 2],
}

impl BushMosteller {
    /// How pleasant a payoff is, from -1 to 1.
    fn stimulus(&self, payoff: f64) -> f64 {
        let best = self.payoffs.best();
        let aspiration = (best / self.divider).abs();
        let span = (best - aspiration).abs();
        if span <= 0.0 {
            // What is aspired to is the best there is: all else is wholly unpleasant.
            return if payoff < aspiration { -1.0 } else { 0.0 };
        }
        ((payoff - aspiration) / span).max(-1.0)
    }
}

impl Strategy for BushMosteller {
    fn begin(&mut self, told: &Told) {
        self.payoffs = Payoffs::of(told);
        self.propensities = self.initial;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            let stimulus = self.stimulus(self.payoffs.utility(own, seen));
            let p = &mut self.propensities[own.index()];
            *p += self.rate * stimulus * if stimulus >= 0.0 { 1.0 - *p } else { *p };
        }
        let [c, d] = self.propensities;
        // Both propensities can be learnt away: then neither action is preferred.
        let chance = if c + d > 0.0 { c / (c + d) } else { 0.5 };
        Action::cooperate_if(draws.happens(Chance::of(chance)))
    }
}

const fn q_learner(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    class: &'static str,
    build: crate::catalogue::Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    plain(key, title, about, LIBRARY, Facets::unbounded().stochastic().uses_game().axelrod(class), build)
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    q_learner(
        "risky_q_learner",
        "Risky QLearner",
        "Q-learning with rate 0.9 and discount 0.9.",
        "RiskyQLearner",
        |_, _| Ok(QLearner::player(0.9, 0.9)),
    ),
    q_learner(
        "arrogant_q_learner",
        "Arrogant QLearner",
        "Q-learning with rate 0.9 and discount 0.1.",
        "ArrogantQLearner",
        |_, _| Ok(QLearner::player(0.9, 0.1)),
    ),
    q_learner(
        "hesitant_q_learner",
        "Hesitant QLearner",
        "Q-learning with rate 0.1 and discount 0.9.",
        "HesitantQLearner",
        |_, _| Ok(QLearner::player(0.1, 0.9)),
    ),
    q_learner(
        "cautious_q_learner",
        "Cautious QLearner",
        "Q-learning with rate 0.1 and discount 0.1.",
        "CautiousQLearner",
        |_, _| Ok(QLearner::player(0.1, 0.1)),
    ),
    Entry {
        key: "bush_mosteller",
        title: "Bush Mosteller",
        aliases: &[],
        about: "Reinforces an action that paid more than it aspired to, and inhibits one that paid less.",
        source: "Izquierdo & Izquierdo 2008, in Reinforcement Learning (InTech), after Bush & Mosteller 1955",
        facets: Facets::unbounded().stochastic().uses_game().axelrod("BushMosteller"),
        params: || {
            let divider = Kind::Number { min: 1e-9, max: f64::INFINITY };
            Schema::of(vec![
                super::probability("c_prob", 0.5, "The propensity to cooperate at the start."),
                super::probability("d_prob", 0.5, "The propensity to defect at the start."),
                Field::with_default(
                    "aspiration_level_divider",
                    divider,
                    3.0,
                    "The aspiration is the game's best payoff divided by this.",
                ),
                super::probability("learning_rate", 0.5, "How far a stimulus moves a propensity."),
            ])
        },
        build: |params, _| {
            let initial = [params.number("c_prob"), params.number("d_prob")];
            let (divider, rate) = (params.number("aspiration_level_divider"), params.number("learning_rate"));
            let payoffs = Payoffs::default();
            Ok(Box::new(BushMosteller { initial, divider, rate, payoffs, propensities: initial }))
        },
    },
];
