//! A network with one hidden layer, written out: every sum is in a fixed order.
//!
//! `out = W2 tanh(W1 x + b1) + b2` in 64-bit floats, trained by steps along a gradient that is handed in. Weights of a layer with
//! `n` inputs start uniform within `1 / sqrt n` (LeCun et al. 1998, up to a constant). `tanh` is `libm`'s.

use super::bytes::{Reader, Writer};
use crate::error::Diagnostic;
use crate::sim::Draws;

/// Weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Network {
    inputs: usize,
    hidden: usize,
    outputs: usize,
    /// By hidden unit: a weight an input, then the bias.
    first: Vec<f64>,
    /// By output: a weight a hidden unit, then the bias.
    second: Vec<f64>,
    active: Vec<f64>,
}

impl Network {
    /// A network with drawn weights whose outputs are near `initial`.
    pub(super) fn new(inputs: usize, hidden: usize, outputs: usize, initial: f64, draws: &mut Draws) -> Self {
        let mut layer = |inputs: usize, units: usize, bias: f64| -> Vec<f64> {
            #[expect(clippy::cast_precision_loss, reason = "a layer is small")]
            let reach = 1.0 / (inputs.max(1) as f64).sqrt();
            let mut weights = Vec::with_capacity(units * (inputs + 1));
            for _ in 0..units {
                weights.extend((0..inputs).map(|_| reach * (2.0 * draws.uniform() - 1.0)));
                weights.push(bias);
            }
            weights
        };
        let first = layer(inputs, hidden, 0.0);
        let second = layer(hidden, outputs, initial);
        Self { inputs, hidden, outputs, first, second, active: vec![0.0; hidden] }
    }

    /// Writes the outputs.
    pub(super) fn outputs(&self, input: &[f64], out: &mut [f64]) {
        let mut active = vec![0.0; self.hidden];
        self.forward(input, &mut active);
        for (out, weights) in out.iter_mut().zip(self.second.chunks_exact(self.hidden + 1)) {
            *out = dot(weights, &active);
        }
    }

    fn forward(&self, input: &[f64], active: &mut [f64]) {
        assert_eq!(input.len(), self.inputs, "as many numbers as the network has inputs");
        for (unit, weights) in active.iter_mut().zip(self.first.chunks_exact(self.inputs + 1)) {
            *unit = libm::tanh(dot(weights, input));
        }
    }

    /// A step of all weights along the gradient of `sum over outputs of by * output`, each `by` cut at 1 to either side: else a value
    /// that diverges would feed on its own surprise.
    pub(super) fn step(&mut self, input: &[f64], by: &[f64]) {
        assert_eq!(by.len(), self.outputs, "a number an output");
        let by: Vec<f64> = by.iter().map(|by| by.clamp(-1.0, 1.0)).collect();
        let mut active = std::mem::take(&mut self.active);
        self.forward(input, &mut active);
        for (k, unit) in active.iter().enumerate() {
            let mut back = 0.0;
            for (by, weights) in by.iter().zip(self.second.chunks_exact(self.hidden + 1)) {
                back += by * weights[k];
            }
            let back = back * (1.0 - unit * unit);
            let weights = &mut self.first[k * (self.inputs + 1)..(k + 1) * (self.inputs + 1)];
            add(weights, back, input);
        }
        for (by, weights) in by.iter().zip(self.second.chunks_exact_mut(self.hidden + 1)) {
            add(weights, *by, &active);
        }
        self.active = active;
    }

    pub(super) fn save(&self, out: &mut Writer) {
        out.numbers(&self.first);
        out.numbers(&self.second);
    }

    pub(super) fn load(&mut self, from: &mut Reader<'_>) -> Result<(), Diagnostic> {
        let (first, second) = (from.numbers()?, from.numbers()?);
        if first.len() != self.first.len() || second.len() != self.second.len() {
            return Err(from.fault("the weights of a network of this size"));
        }
        (self.first, self.second) = (first, second);
        Ok(())
    }
}

/// The weighted sum of inputs, plus the last weight.
fn dot(weights: &[f64], input: &[f64]) -> f64 {
    let mut sum = weights[input.len()];
    for (weight, x) in weights.iter().zip(input) {
        sum += weight * x;
    }
    sum
}

/// Adds `by` times the inputs, and `by` to the last weight.
fn add(weights: &mut [f64], by: f64, input: &[f64]) {
    for (weight, x) in weights.iter_mut().zip(input) {
        *weight += by * x;
    }
    weights[input.len()] += by;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    /// The step against differences of the outputs in each weight.
    #[test]
    fn a_step_goes_along_the_gradient() {
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::agent("net"), Purpose::Choice);
        let network = Network::new(3, 4, 2, 0.5, &mut draws);
        let (input, by) = ([0.3, -1.2, 0.7], [0.8, -0.4]);
        let value = |network: &Network| {
            let mut out = [0.0; 2];
            network.outputs(&input, &mut out);
            out[0] * by[0] + out[1] * by[1]
        };
        let mut stepped = network.clone();
        stepped.step(&input, &by);
        let h = 1e-6;
        for layer in [0, 1] {
            let weights = |network: &Network| [network.first.clone(), network.second.clone()][layer].clone();
            for k in 0..weights(&network).len() {
                let at = |shift: f64| {
                    let mut moved = network.clone();
                    [&mut moved.first, &mut moved.second][layer][k] += shift;
                    value(&moved)
                };
                let slope = (at(h) - at(-h)) / (2.0 * h);
                let moved = weights(&stepped)[k] - weights(&network)[k];
                assert!((slope - moved).abs() < 1e-8, "layer {layer}, weight {k}: {moved} instead of {slope}");
            }
        }
    }
}
