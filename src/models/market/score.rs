//! How good a bid is to a manager.

use crate::exact::Rational;
use std::ops::{Add, Mul, Sub};

/// What a manager weighs.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights<N> {
    /// The weight of what success is worth.
    pub value: N,
    /// The price of a unit of time after the due time.
    pub time: N,
    /// The price of a unit of doubt in the bidder.
    pub risk: N,
    /// How far the manager goes by reputation instead of by what the bidder claims, from 0 to 1.
    pub lambda: N,
}

/// A bid as it is weighed.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed<N> {
    /// What success is worth.
    pub value: N,
    /// What is asked.
    pub price: N,
    /// The claimed probability of success.
    pub confidence: N,
    /// What the manager thinks of the bidder, from 0 to 1.
    pub reputation: N,
    /// How much later than due the work is promised; 0 if in time.
    pub lateness: N,
}

/// A kind of number with a one: floats for the market, exact numbers for questions.
pub trait Number: Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// 1.
    fn one() -> Self;
}

impl Number for f64 {
    fn one() -> Self {
        1.0
    }
}

impl Number for Rational {
    fn one() -> Self {
        Rational::one()
    }
}

/// The score of a bid: `U = w_v q v - b - w_t max(0, e - due) - w_r (1 - rho)`, where
/// `q = lambda rho + (1 - lambda) claim`: the claim itself with `lambda` 0 (a naive manager).
pub fn score<N: Number>(weights: &Weights<N>, bid: &Weighed<N>) -> N {
    let quality =
        weights.lambda.clone() * bid.reputation.clone() + (N::one() - weights.lambda.clone()) * bid.confidence.clone();
    weights.value.clone() * quality * bid.value.clone()
        - bid.price.clone()
        - weights.time.clone() * bid.lateness.clone()
        - weights.risk.clone() * (N::one() - bid.reputation.clone())
}
