//! Prioritised fictitious self-play: whom to train against next, by how often one beats each (Vinyals et al. 2019, AlphaStar).

use crate::exact::Rational;

/// How a win rate `x` from 0 to 1 becomes a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// `x (1 - x)`: those of about the same strength.
    Variance,
    /// `1 - x`: those that are hard to beat.
    Linear,
    /// `min(1/2, 1 - x)`.
    LinearCapped,
    /// `(1 - x)^2`: the hardest most of all.
    Squared,
}

impl Priority {
    /// All, in the order of their names.
    pub const ALL: [Self; 4] = [Self::Variance, Self::Linear, Self::LinearCapped, Self::Squared];

    /// Its name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Variance => "variance",
            Self::Linear => "linear",
            Self::LinearCapped => "linear_capped",
            Self::Squared => "squared",
        }
    }

    fn weight(self, rate: &Rational) -> Rational {
        let loss = Rational::one() - rate.clone();
        match self {
            Self::Variance => rate * &loss,
            Self::Linear => loss,
            Self::LinearCapped => loss.min(Rational::new(1, 2)),
            Self::Squared => &loss * &loss,
        }
    }

    /// How often each opponent is met: in proportion to weights, all alike if all weights are 0; nothing of no opponents.
    pub fn shares(self, win_rates: &[Rational]) -> Vec<Rational> {
        let weights: Vec<Rational> = win_rates.iter().map(|rate| self.weight(rate)).collect();
        let total: Rational = weights.iter().sum();
        if total.is_zero() {
            let even = || Rational::one() / Rational::from(win_rates.len() as i128);
            return weights.iter().map(|_| even()).collect();
        }
        weights.iter().map(|weight| weight / &total).collect()
    }
}
