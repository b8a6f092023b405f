//! What fits values and policies: weights of features, or a network.

use super::bytes::{Reader, Writer};
use super::features::Rows;
use super::network::Network;
use super::percept::Percept;
use crate::error::Diagnostic;
use crate::sim::Draws;

/// What values and policies are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Weights of the active features: a table if one is active at a time.
    Features,
    /// A network with so many hidden units, of so many numbers an agent.
    Network {
        /// How many numbers an agent perceives.
        inputs: usize,
        /// How many hidden units there are.
        hidden: usize,
    },
}

/// One fitted function from percepts to numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Approximator {
    Features(Rows),
    Network(Network),
}

impl Approximator {
    /// A function to so many numbers, at first `initial` (a network's, nearly); of what `agents` perceive together.
    pub(super) fn new(form: Form, agents: usize, outputs: usize, initial: f64, draws: &mut Draws) -> Self {
        match form {
            Form::Features => Self::Features(Rows::new(outputs, initial)),
            Form::Network { inputs, hidden } => {
                Self::Network(Network::new(inputs * agents, hidden, outputs, initial, draws))
            }
        }
    }

    #[inline]
    pub(super) fn evaluate(&self, percept: &Percept, out: &mut [f64]) {
        match self {
            Self::Features(rows) => rows.sums(&percept.keys, out),
            Self::Network(network) => network.outputs(&percept.numbers, out),
        }
    }

    /// Moves one output; `scratch` is a number an output.
    #[inline]
    pub(super) fn move_one(&mut self, percept: &Percept, output: usize, by: f64, scratch: &mut [f64]) {
        match self {
            Self::Features(rows) => rows.move_one(&percept.keys, output, by),
            Self::Network(network) => {
                scratch.fill(0.0);
                scratch[output] = by;
                network.step(&percept.numbers, scratch);
            }
        }
    }

    /// Moves all outputs.
    pub(super) fn move_all(&mut self, percept: &Percept, by: &[f64]) {
        match self {
            Self::Features(rows) => rows.move_all(&percept.keys, by),
            Self::Network(network) => network.step(&percept.numbers, by),
        }
    }

    /// How many features were learned of; of a network none.
    pub(super) fn features(&self) -> usize {
        match self {
            Self::Features(rows) => rows.len(),
            Self::Network(_) => 0,
        }
    }

    pub(super) fn save(&self, out: &mut Writer) {
        match self {
            Self::Features(rows) => rows.save(out),
            Self::Network(network) => network.save(out),
        }
    }

    pub(super) fn load(&mut self, from: &mut Reader<'_>) -> Result<(), Diagnostic> {
        match self {
            Self::Features(rows) => rows.load(from),
            Self::Network(network) => network.load(from),
        }
    }
}
