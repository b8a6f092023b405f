//! Two strategies on a small graph, exactly: the chain over all sets of vertices that hold the first strategy.
//!
//! The probability that the first takes over, and the mean number of steps until one is left, solve linear systems over the
//! `2^N` states (Lieberman, Hauert & Nowak 2005, supplement). They are solved by sweeps in both directions until
//! nothing changes by more than 1e-15 of the greatest value. Graphs of at most [`MOST_EXACT`] vertices.

use super::graph::Graph;
use super::matrix::{Fitness, Matrix, Pooling};
use super::rules::Replaced;

/// The greatest number of vertices.
pub const MOST_EXACT: usize = 12;
/// So many sweeps at the most: a chain that needs more is nearly stuck.
const SWEEPS: usize = 200_000;

/// Where a birth-death or death-birth process ends, by the set of vertices that hold the first strategy (bit k: vertex k).
#[derive(Clone, Debug, PartialEq)]
pub struct Absorption {
    /// The probability that the first strategy takes over.
    pub fixation: Vec<f64>,
    /// The mean number of steps until one strategy is left.
    pub steps: Vec<f64>,
}

/// Solves the process of two strategies without mutation on a graph; with `birth_first`, as
/// [`Placed::birth_death`](super::Placed::birth_death), else as [`Placed::death_birth`](super::Placed::death_birth).
///
/// `None` if the graph is too large, or the sweeps do not settle.
pub fn absorption(
    matrix: &Matrix,
    pooling: Pooling,
    [interaction, reproduction]: [&Graph; 2],
    fitness: Fitness,
    replaced: Replaced,
    birth_first: bool,
) -> Option<Absorption> {
    let vertices = interaction.vertices();
    if vertices > MOST_EXACT || matrix.strategies() != 2 {
        return None;
    }
    let whole = (1usize << vertices) - 1;
    let chain: Vec<Vec<(usize, f64)>> = (0..=whole)
        .map(|state| {
            let holds = |vertex: usize| usize::from(state >> vertex & 1 == 0);
            let weights: Vec<f64> = (0..vertices)
                .map(|vertex| {
                    let near = interaction.neighbours(vertex);
                    let met: f64 = near.iter().map(|other| matrix.at(holds(vertex), holds(*other as usize))).sum();
                    #[expect(clippy::cast_precision_loss, reason = "a small graph")]
                    let count = near.len().max(1) as f64;
                    fitness.of(if pooling == Pooling::Mean { met / count } else { met })
                })
                .collect();
            moves(&weights, reproduction, replaced, birth_first)
                .into_iter()
                .filter(|(parent, dead, p)| *p > 0.0 && holds(*parent) != holds(*dead))
                .map(|(parent, dead, p)| (if holds(parent) == 0 { state | 1 << dead } else { state & !(1 << dead) }, p))
                .collect()
        })
        .collect();
    let mut fixation = vec![0.0; whole + 1];
    fixation[whole] = 1.0;
    let mut steps = vec![0.0; whole + 1];
    settle(&chain, &mut fixation, 0.0).then_some(())?;
    settle(&chain, &mut steps, 1.0).then_some(())?;
    Some(Absorption { fixation, steps })
}

/// Who replaces whom, with what probability.
fn moves(weights: &[f64], graph: &Graph, replaced: Replaced, birth_first: bool) -> Vec<(usize, usize, f64)> {
    let anyone = replaced == Replaced::Anyone;
    #[expect(clippy::cast_precision_loss, reason = "a small graph")]
    let float = |n: usize| n as f64;
    let mut moves = Vec::new();
    for focal in 0..weights.len() {
        let near: Vec<usize> =
            graph.neighbours(focal).iter().map(|v| *v as usize).chain(anyone.then_some(focal)).collect();
        let rivals: Vec<usize> = if birth_first { (0..weights.len()).collect() } else { near.clone() };
        let total: f64 = rivals.iter().map(|vertex| weights[*vertex]).sum();
        let share = |vertex: usize| if total > 0.0 { weights[vertex] / total } else { 1.0 / float(rivals.len()) };
        if birth_first {
            moves.extend(near.iter().map(|dead| (focal, *dead, share(focal) / float(near.len()))));
        } else {
            moves.extend(near.iter().map(|parent| (*parent, focal, share(*parent) / float(weights.len()))));
        }
    }
    moves
}

/// Gauss-Seidel sweeps, upwards and downwards in turn, on `x = (cost + sum p x') / sum p` between the two ends.
fn settle(chain: &[Vec<(usize, f64)>], values: &mut [f64], cost: f64) -> bool {
    let last = chain.len() - 1;
    for _ in 0..SWEEPS {
        let (mut change, mut most) = (0.0f64, 1.0f64);
        for state in (1..last).chain((1..last).rev()) {
            let (mut sum, mut rate) = (cost, 0.0);
            for (next, p) in &chain[state] {
                sum += p * values[*next];
                rate += p;
            }
            if rate <= 0.0 {
                return false;
            }
            let value = sum / rate;
            change = change.max((value - values[state]).abs());
            most = most.max(value.abs());
            values[state] = value;
        }
        if change <= 1e-15 * most {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::population::Walk;

    #[test]
    fn the_complete_graph_is_a_walk() {
        let matrix = Matrix::new(&[vec![3.0, 0.9], vec![1.4, 1.0]]).expect("a table");
        let graph = Graph::complete(6);
        let fitness = Fitness::Linear { weight: 1.0 };
        for pooling in [Pooling::Mean, Pooling::Sum] {
            for replaced in [Replaced::Other, Replaced::Anyone] {
                let walk = Walk::moran(&matrix, 6, pooling, fitness, replaced).expect("it moves");
                let found = absorption(&matrix, pooling, [&graph, &graph], fitness, replaced, true).expect("small");
                for (state, k) in [(0b1, 1), (0b10110, 3), (0b11111, 5)] {
                    assert!((found.fixation[state] - walk.fixation(k)).abs() < 1e-13);
                    assert!((found.steps[state] / walk.mean_steps(k) - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn death_birth_on_a_ring_under_neutrality_takes_over_in_proportion() {
        let matrix = Matrix::new(&[vec![1.0, 1.0], vec![1.0, 1.0]]).expect("a table");
        let ring = Graph::ring(8, 1);
        let fitness = Fitness::Exponential { intensity: 1.0 };
        let found = absorption(&matrix, Pooling::Mean, [&ring, &ring], fitness, Replaced::Other, false).expect("small");
        assert!((found.fixation[0b1011_0001] - 0.5).abs() < 1e-13);
    }
}
