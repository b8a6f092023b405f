//! What can be known of a condition without simulating it: who takes over with what probability, and how long it takes.

use super::evolve::walk;
use super::meetings::Meetings;
use super::place::{self, Graphs};
use super::setting::{Arrangement, Condition, Dynamics, Structure};
use crate::ids::RunKey;
use crate::population::absorption;

/// Larger populations of mixed structure are not worked out: the products take as long as the population is large.
const MOST_MIXED: usize = 1_000_000;

/// The exact end of a population of two strategies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Exactly {
    /// The probability that the first strategy takes over.
    pub(super) first: f64,
    /// The mean number of steps until one is left.
    pub(super) steps: f64,
}

/// The exact end, where there is a way to it: two strategies with expected payoffs and without mutation, well mixed, or on
/// a small graph that is not drawn.
pub(super) fn exactly(condition: &Condition, meetings: &Meetings, key: &RunKey) -> Option<Exactly> {
    let matrix = &meetings.matrix;
    let n = condition.cast.population;
    if matrix.strategies() != 2 || condition.sampled || condition.dynamics.mutates() || meetings.exact.contains(&false)
    {
        return None;
    }
    if let Some(walk) = walk(condition, matrix).filter(|_| n <= MOST_MIXED) {
        let k = u32::try_from(condition.cast.kinds[0].count).ok()?;
        let steps = walk.mean_steps(k);
        return steps.is_finite().then(|| Exactly { first: walk.fixation(k), steps });
    }
    let Dynamics::Moran { birth_first, fitness, replaced, .. } = condition.dynamics else { return None };
    let drawn =
        [Some(&condition.structure), condition.reproduction.as_ref()].into_iter().flatten().any(Structure::is_random);
    if drawn || condition.selfish {
        return None;
    }
    if n > crate::population::MOST_EXACT {
        return None;
    }
    let graphs = Graphs::of(condition, key, 0);
    let solved = absorption(matrix, condition.pooling, graphs.both(), fitness, replaced, birth_first)?;
    let states: Vec<usize> = if condition.arrangement == Arrangement::Random {
        let k = u32::try_from(condition.cast.kinds[0].count).ok()?;
        (0..1usize << n).filter(|state| state.count_ones() == k).collect()
    } else {
        let first = place::first(condition, key, 0);
        vec![first.iter().enumerate().map(|(vertex, strategy)| usize::from(*strategy == 0) << vertex).sum()]
    };
    #[expect(clippy::cast_precision_loss, reason = "at most a few thousand states")]
    let count = states.len() as f64;
    let mean = |values: &[f64]| states.iter().map(|state| values[*state]).sum::<f64>() / count;
    Some(Exactly { first: mean(&solved.fixation), steps: mean(&solved.steps) })
}
