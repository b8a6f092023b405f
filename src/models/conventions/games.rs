//! Games of conventions that take a step or two: levers, and signals without meaning.
//!
//! Levers (Hu et al. 2020): both pull one at once, and get what it pays if it is the same. Signalling (Lewis 1969): a sender sees a state
//! and sends a message, a receiver sees the message alone and acts; both gain 1 if the act is the state's, less what the message costs.

use super::play::Play;
use crate::sim::Draws;

/// The place of the first equal number.
fn class(of: f64, all: &[f64]) -> usize {
    all.iter().position(|other| other.to_bits() == of.to_bits()).unwrap_or(0)
}

/// Levers by what they pay.
#[derive(Clone)]
pub(super) struct LeverGame(pub(super) Vec<f64>);

impl Play for LeverGame {
    fn actions(&self) -> usize {
        self.0.len()
    }

    fn name(&self, _: usize, action: usize) -> String {
        format!("lever {} ({})", action + 1, self.0[action])
    }

    fn labels(&self) -> Vec<usize> {
        self.0.iter().map(|payoff| class(*payoff, &self.0)).collect()
    }

    fn label(&self, _: usize, action: usize) -> Option<usize> {
        Some(action)
    }

    fn naming(&self, _: usize, label: usize) -> usize {
        label
    }

    fn begin(&mut self, _: &mut Draws) {}

    fn valid(&self, _: usize) -> u64 {
        (1 << self.0.len()) - 1
    }

    fn see(&self, _: usize, _: &[usize], _: &mut dyn FnMut(usize)) {}

    fn step(&mut self, joint: &[usize]) -> (f64, bool) {
        (if joint[0] == joint[1] { self.0[joint[0]] } else { 0.0 }, true)
    }

    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}

/// A sender's messages and a receiver's acts. Action 0 is to wait; message or act `k` is action `k + 1`.
#[derive(Clone)]
pub(super) struct Signalling {
    /// How likely each state is.
    pub(super) states: Vec<f64>,
    /// What each message costs.
    pub(super) costs: Vec<f64>,
    state: usize,
    sent: Option<usize>,
}

impl Signalling {
    pub(super) fn new(states: Vec<f64>, costs: Vec<f64>) -> Self {
        Self { states, costs, state: 0, sent: None }
    }
}

impl Play for Signalling {
    fn actions(&self) -> usize {
        1 + self.states.len().max(self.costs.len())
    }

    fn name(&self, agent: usize, action: usize) -> String {
        match action {
            0 => "wait".into(),
            _ if agent == 0 => format!("message {action}"),
            _ => format!("act {action}"),
        }
    }

    fn labels(&self) -> Vec<usize> {
        self.costs.iter().map(|cost| class(*cost, &self.costs)).collect()
    }

    fn label(&self, agent: usize, action: usize) -> Option<usize> {
        (agent == 0 && action > 0 && action <= self.costs.len()).then(|| action - 1)
    }

    fn naming(&self, _: usize, label: usize) -> usize {
        label + 1
    }

    fn begin(&mut self, draws: &mut Draws) {
        self.state = draws.categorical(&self.states);
        self.sent = None;
    }

    fn valid(&self, agent: usize) -> u64 {
        let all = |count: usize| ((1 << count) - 1) << 1;
        match (agent, self.sent) {
            (0, None) => all(self.costs.len()),
            (1, Some(_)) => all(self.states.len()),
            _ => 1,
        }
    }

    fn see(&self, agent: usize, called: &[usize], out: &mut dyn FnMut(usize)) {
        match (agent, self.sent) {
            (0, None) => out(1 + self.state),
            // What was said to what end is what a sender learns by.
            (0, Some(message)) => {
                out(1 + self.state);
                out(1 + called[message]);
            }
            (_, Some(message)) => out(1 + called[message]),
            _ => out(0),
        }
    }

    fn step(&mut self, joint: &[usize]) -> (f64, bool) {
        match self.sent {
            None => {
                let message = joint[0] - 1;
                self.sent = Some(message);
                (-self.costs[message], false)
            }
            Some(_) => (f64::from(u8::from(joint[1] == self.state + 1)), true),
        }
    }

    fn boxed_clone(&self) -> Box<dyn Play> {
        Box::new(self.clone())
    }
}
