//! Transformers that need more than a rule: the dual, and the mix of several strategies.

use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::machine::two_actions;
use crate::strategy::{Action, Automaton, Record, Strategy, Told, View};

/// The dual (Ashlock & Kim 2008): shows the body its own history turned round, and turns round what it proposes.
#[derive(Clone)]
pub(super) struct Dual {
    body: Box<dyn Strategy>,
    own: Record,
}

impl Dual {
    pub(super) fn new(body: Box<dyn Strategy>) -> Self {
        Self { body, own: Record::new(2) }
    }
}

impl Strategy for Dual {
    fn begin(&mut self, told: &Told) {
        self.own.clear();
        self.body.begin(told);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        for action in view.own.actions().get(self.own.history().len()..).unwrap_or_default() {
            self.own.push(action.flip());
        }
        let view = View { own: self.own.history(), ..*view };
        self.body.act(&view, draws).flip()
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        let body = self.body.automaton(told)?;
        if !body.is_deterministic() || !body.switches().is_empty() {
            return None;
        }
        let mut builder = Automaton::builder(2, 2);
        for state in 0..u32::try_from(body.states()).expect("fewer than 2^32 states") {
            let next = |own: Action, seen: Action| body.next(state, own.flip(), seen);
            let row = super::ROUNDS.map(|(own, seen)| next(own, seen));
            builder.sure(body.sure_action(state)?.flip(), &row);
        }
        builder.start(body.start());
        Some(builder.build())
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        self.body.fits(told)
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        vec![&*self.body]
    }

    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        vec![&mut *self.body]
    }
}

/// Plays as one of several others with a probability each, and else as its body. All watch the match all along.
#[derive(Clone)]
pub(super) struct Mixed {
    body: Box<dyn Strategy>,
    others: Vec<Box<dyn Strategy>>,
    /// The probability of each other, then that of the body.
    probabilities: Vec<f64>,
}

impl Mixed {
    /// A mix. Probabilities that sum to more than 1 are scaled to 1.
    pub(super) fn new(body: Box<dyn Strategy>, others: Vec<Box<dyn Strategy>>, mut probabilities: Vec<f64>) -> Self {
        let sum: f64 = probabilities.iter().sum();
        if sum > 1.0 {
            probabilities.iter_mut().for_each(|p| *p /= sum);
        }
        probabilities.push((1.0 - sum).max(0.0));
        Self { body, others, probabilities }
    }

    fn all(&self) -> impl Iterator<Item = &dyn Strategy> {
        self.others.iter().chain([&self.body]).map(|strategy| &**strategy)
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Strategy>> {
        self.others.iter_mut().chain([&mut self.body])
    }
}

impl Strategy for Mixed {
    fn begin(&mut self, told: &Told) {
        self.all_mut().for_each(|strategy| strategy.begin(told));
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let chosen = draws.categorical(&self.probabilities);
        let mut action = Action::C;
        for (k, strategy) in self.all_mut().enumerate() {
            let proposal = strategy.act(view, draws);
            if k == chosen {
                action = proposal;
            }
        }
        action
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        let sure = self.probabilities.iter().position(|p| *p >= 1.0)?;
        let deterministic = |strategy: &dyn Strategy| strategy.automaton(told).is_some_and(|a| a.is_deterministic());
        // All take their draws, so that only where none draws is the chosen one all there is.
        if !self.all().all(deterministic) {
            return None;
        }
        self.all().nth(sure)?.automaton(told)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        self.all().try_for_each(|strategy| strategy.fits(told))
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        self.all().collect()
    }

    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        self.all_mut().map(|strategy| &mut **strategy as &mut dyn Strategy).collect()
    }
}
