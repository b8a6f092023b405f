//! Derived belief strategy: learns the other's rule, tells slips from changes of mind, and searches a tree for its answer.
//!
//! Au & Nau 2006 (AAMAS). The other is taken to answer the last outcome: by sure rules (`sure`, promoted after enough
//! answers alike), by rules from before (`default`, at first tit-for-tat), and else with the discounted frequency of its
//! answers. A sure rule that is violated often enough in a row means that the other has changed, and all sure rules become
//! defaults. The payoffs 3, 0, 5 and 1 are built in, as in the paper. No finite automaton: it keeps frequencies.

use super::count;
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Payoffs, Strategy, Told, View};

/// The settings of the strategy.
#[derive(Clone)]
struct Settings {
    /// What an observation is worth one round later.
    discount: f64,
    promotion: u32,
    violation: u32,
    rejection: u32,
    depth: u32,
}

/// What is known of the other's answers to one outcome.
#[derive(Clone, Copy)]
struct Answers {
    /// Discounted sums of C and of all answers as of `round`, when the last answer to this outcome came.
    kept: f64,
    all: f64,
    round: usize,
    /// The last answer and how often it came in a row; none was observed yet if it is 0.
    last: Action,
    run: u32,
    /// The sure rule, and how often in a row it was violated.
    sure: Option<Action>,
    violations: u32,
    /// The rule from before.
    default: Option<Action>,
}

impl Answers {
    /// At first the other is believed to have once answered as tit-for-tat would.
    fn of(outcome: usize) -> Self {
        let copied = if outcome < 2 { Action::C } else { Action::D };
        Self {
            kept: f64::from(u8::from(copied == Action::C)),
            all: 1.0,
            round: 0,
            last: copied,
            run: 0,
            sure: None,
            violations: 0,
            default: Some(copied),
        }
    }

    /// The probability of C: old rules stand before sure ones, these before frequencies.
    fn probability(&self) -> f64 {
        let sure = |action| f64::from(u8::from(action == Action::C));
        self.default.or(self.sure).map_or(self.kept / self.all, sure)
    }

    /// Takes in the `round`-th answer to any outcome; what was believed at first counts as the answer before the first.
    fn observe(&mut self, answer: Action, round: usize, discount: f64) {
        let gap = i32::try_from(round - self.round).unwrap_or(i32::MAX);
        let fade = libm::pow(discount, f64::from(gap));
        self.kept = self.kept * fade + f64::from(u8::from(answer == Action::C));
        self.all = self.all * fade + 1.0;
        self.round = round;
        self.run = if self.run > 0 && self.last == answer { self.run + 1 } else { 1 };
        self.last = answer;
    }
}

/// The strategy at play.
#[derive(Clone)]
struct DerivedBelief {
    settings: Settings,
    /// By own and other's action: CC, CD, DC, DD.
    answers: [Answers; 4],
    /// Violations of old rules.
    violations: u32,
    /// The probabilities of C that were last derived.
    policy: [f64; 4],
}

/// Tit-for-tat, by the outcome that is answered: the other copies own actions.
const TIT_FOR_TAT: [f64; 4] = [1.0, 1.0, 0.0, 0.0];

impl DerivedBelief {
    fn new(settings: Settings) -> Self {
        Self { settings, answers: [0, 1, 2, 3].map(Answers::of), violations: 0, policy: TIT_FOR_TAT }
    }

    /// Takes in the other's answer to the outcome of two rounds ago.
    fn learn(&mut self, outcome: usize, answer: Action, round: usize) {
        let settings = &self.settings;
        let entry = &mut self.answers[outcome];
        entry.observe(answer, round, settings.discount);
        if entry.sure.is_none() && entry.run >= settings.promotion {
            entry.sure = Some(answer);
            entry.violations = 0;
        }
        let mut changed = false;
        if let Some(rule) = entry.sure {
            entry.violations = if rule == answer { 0 } else { entry.violations + 1 };
            changed = rule != answer && entry.violations >= settings.violation;
        }
        if changed {
            for entry in &mut self.answers {
                entry.default = entry.sure.or(entry.default);
                entry.sure = None;
                entry.violations = 0;
            }
            self.violations = 0;
        }
        let entry = &self.answers[outcome];
        let confirmed = entry.sure == Some(answer);
        let violated = entry.default == Some(answer.flip());
        self.violations += u32::from(violated);
        if self.violations > settings.rejection || (confirmed && violated) {
            for entry in &mut self.answers {
                entry.default = None;
            }
            self.violations = 0;
        }
        self.policy = self.answers.map(|entry| entry.probability());
    }

    /// The values of C and D after an outcome, by backward induction over the depth of the tree.
    ///
    /// `v_depth(o) = u(o)` and `v_k(o) = u(o) + max over a of [p(o) v_(k+1)(a, C) + (1 - p(o)) v_(k+1)(a, D)]`.
    fn values(&self, outcome: usize) -> [f64; 2] {
        let payoff = |k: usize| Payoffs::AXELROD.utility(Action((k / 2) as u8), Action((k % 2) as u8));
        let utilities = [0, 1, 2, 3].map(payoff);
        let mut values = utilities;
        let choices = |values: &[f64; 4], outcome: usize| {
            let p = self.policy[outcome];
            [0, 2].map(|own| p * values[own] + (1.0 - p) * values[own + 1])
        };
        for _ in 1..self.settings.depth {
            values = [0, 1, 2, 3].map(|outcome| {
                let [c, d] = choices(&values, outcome);
                c.max(d) + utilities[outcome]
            });
        }
        choices(&values, outcome).map(|value| value + utilities[outcome])
    }
}

impl Strategy for DerivedBelief {
    fn begin(&mut self, _: &Told) {
        *self = Self::new(self.settings.clone());
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let outcome = |back| Some(2 * view.own.back(back)?.index() + other.back(back)?.index());
        let Some(now) = outcome(1) else { return Action::C };
        if let (Some(before), Some(answer)) = (outcome(2), other.last()) {
            self.learn(before, answer, other.len() - 1);
        }
        let [c, d] = self.values(now);
        Action::cooperate_if(c >= d)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[Entry {
    key: "dbs",
    title: "DBS",
    aliases: &["derived belief strategy"],
    about: "Learns which rule the other follows, tells slips from changes of mind, and searches five rounds ahead.",
    source: "Au & Nau 2006, AAMAS 561",
    facets: Facets::unbounded().slow().axelrod("DBS"),
    params: || {
        Schema::of(vec![
            super::probability("discount_factor", 0.75, "What an observation is worth one round later."),
            count("promotion_threshold", 0, 3, "How many answers alike make a sure rule."),
            count("violation_threshold", 0, 4, "How many violations in a row end the sure rules."),
            count("reject_threshold", 0, 3, "How many violations end the rules from before."),
            Field::with_default("tree_depth", Kind::Integer { min: 1, max: 64 }, 5i64, "How far it looks ahead.")
                .unit("rounds"),
        ])
    },
    build: |params, _| {
        let of = |key| super::small(params, key);
        let settings = Settings {
            discount: params.number("discount_factor"),
            promotion: of("promotion_threshold"),
            violation: of("violation_threshold"),
            rejection: of("reject_threshold"),
            depth: of("tree_depth"),
        };
        Ok(Box::new(DerivedBelief::new(settings)))
    },
}];
