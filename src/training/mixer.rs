//! Monotone mixing of agents' values into the team's: the class of QMIX (Rashid et al. 2018).
//!
//! `total = sum over j of |v_j| elu(sum over i of |w_ij| q_i + b_j) + c`: it grows in each agent's value, so that each agent may
//! maximise its own. Weights depend on the world's *context* (in foraging, how many foods are left), each context having
//! its own; QMIX makes them by a network of the state. `exp` is `libm`'s.

use super::bytes::{Reader, Writer};
use crate::error::Diagnostic;

/// How many hidden units mix.
const HIDDEN: usize = 4;

/// Weights of the mixing, by context.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mixer {
    agents: usize,
    /// By context: `w` by unit and agent, then `b`, `v`, `c`.
    weights: Vec<f64>,
}

impl Mixer {
    /// Mixing that starts near the plain sum.
    pub(super) fn new(agents: usize, contexts: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "few units")]
        let even = 1.0 / (HIDDEN as f64).sqrt();
        let mut one = vec![even; HIDDEN * agents];
        one.extend([0.0; HIDDEN]);
        one.extend([even; HIDDEN]);
        one.push(0.0);
        Self { agents, weights: one.repeat(contexts) }
    }

    fn len(&self) -> usize {
        HIDDEN * (self.agents + 2) + 1
    }

    /// The sum that goes into a hidden unit.
    fn unit_input(&self, weights: &[f64], unit: usize, values: &[f64]) -> f64 {
        let own = &weights[unit * self.agents..(unit + 1) * self.agents];
        let mut sum = weights[HIDDEN * self.agents + unit];
        for (weight, value) in own.iter().zip(values) {
            sum += weight.abs() * value;
        }
        sum
    }

    /// The team's value.
    pub(super) fn total(&self, context: usize, values: &[f64]) -> f64 {
        let weights = &self.weights[context * self.len()..(context + 1) * self.len()];
        let out = &weights[HIDDEN * (self.agents + 1)..];
        let mut total = out[HIDDEN];
        for (unit, weight) in out[..HIDDEN].iter().enumerate() {
            total += weight.abs() * elu(self.unit_input(weights, unit, values));
        }
        total
    }

    /// Moves the weights along the gradient of the team's value, `by` times (cut at 1 to either side), and writes its slope in each agent's
    /// value.
    pub(super) fn step(&mut self, context: usize, values: &[f64], by: f64, slopes: &mut [f64]) {
        let (len, agents) = (self.len(), self.agents);
        let by = by.clamp(-1.0, 1.0);
        let mut weights = std::mem::take(&mut self.weights);
        let own = &mut weights[context * len..(context + 1) * len];
        slopes.fill(0.0);
        for unit in 0..HIDDEN {
            let sum = self.unit_input(own, unit, values);
            let out = own[HIDDEN * (agents + 1) + unit];
            let back = out.abs() * if sum > 0.0 { 1.0 } else { libm::exp(sum) };
            own[HIDDEN * (agents + 1) + unit] += by * sign(out) * elu(sum);
            own[HIDDEN * agents + unit] += by * back;
            for (agent, slope) in slopes.iter_mut().enumerate() {
                let weight = &mut own[unit * agents + agent];
                *slope += back * weight.abs();
                *weight += by * back * sign(*weight) * values[agent];
            }
        }
        own[len - 1] += by;
        self.weights = weights;
    }

    pub(super) fn save(&self, out: &mut Writer) {
        out.numbers(&self.weights);
    }

    pub(super) fn load(&mut self, from: &mut Reader<'_>) -> Result<(), Diagnostic> {
        let weights = from.numbers()?;
        if weights.len() != self.weights.len() {
            return Err(from.fault("the weights of this mixing"));
        }
        self.weights = weights;
        Ok(())
    }
}

fn elu(x: f64) -> f64 {
    if x > 0.0 { x } else { libm::expm1(x) }
}

fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_grows_in_each_value_with_the_slopes_that_a_step_says() {
        let mut mixer = Mixer::new(3, 2);
        // Away from the even start, some weights below zero.
        for (k, weight) in mixer.weights.iter_mut().enumerate() {
            *weight += 0.3 * ((k * 7 % 11) as f64 - 6.0) / 5.0;
        }
        let values = [0.4, -0.9, 0.1];
        let mut slopes = [0.0; 3];
        mixer.clone().step(1, &values, 0.0, &mut slopes);
        for (agent, slope) in slopes.iter().enumerate() {
            let at = |shift: f64| {
                let mut moved = values;
                moved[agent] += shift;
                mixer.total(1, &moved)
            };
            let measured = (at(1e-6) - at(-1e-6)) / 2e-6;
            assert!(*slope >= 0.0 && (measured - slope).abs() < 1e-7, "{slope} instead of {measured}");
        }
        let mut stepped = mixer.clone();
        stepped.step(1, &values, 1.0, &mut slopes);
        for k in mixer.len()..2 * mixer.len() {
            let at = |shift: f64| {
                let mut moved = mixer.clone();
                moved.weights[k] += shift;
                moved.total(1, &values)
            };
            let slope = (at(1e-6) - at(-1e-6)) / 2e-6;
            assert!((stepped.weights[k] - mixer.weights[k] - slope).abs() < 1e-7, "weight {k}");
        }
    }
}
