//! The Shapley value of many players, estimated from random orders.
//!
//! In a random order each player adds to those before it; the mean of what it adds over orders estimates its value
//! without bias (Castro, Gomez & Tejada 2009), with an error that falls with the root of the number of orders. In each order the
//! additions sum to the worth of all, so that the estimates do too, to within rounding. Draws come from the stream
//! that is handed in.

use super::coalition::Coalition;
use crate::sim::Draws;
use crate::stats::Running;

/// An estimate from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// Its standard error; nothing of one order.
    pub standard_error: Option<f64>,
}

/// Estimates of the Shapley values of `players` (at most 64) from so many random orders; `worth` is what a coalition is worth.
///
/// # Panics
/// If there are more than 64 players or no orders: callers check both.
pub fn sampled_shapley(
    players: usize,
    orders: usize,
    draws: &mut Draws,
    mut worth: impl FnMut(Coalition) -> f64,
) -> Vec<Estimate> {
    assert!(players <= 64 && orders > 0, "a coalition has 64 bits, a sample some order");
    let nobody = worth(Coalition::default());
    let mut added = vec![Running::default(); players];
    let mut order: Vec<usize> = (0..players).collect();
    for _ in 0..orders {
        draws.shuffle(&mut order);
        let (mut so_far, mut before) = (Coalition::default(), nobody);
        for player in &order {
            so_far = so_far.with(*player);
            let after = worth(so_far);
            added[*player].push(after - before);
            before = after;
        }
    }
    let estimate = |added: &Running| {
        let summary = added.summary().expect("there is an order");
        Estimate { value: summary.mean, standard_error: summary.standard_error() }
    };
    added.iter().map(estimate).collect()
}
