//! The rules by which members replace or imitate each other.

use crate::sim::Draws;

/// Who may be replaced by an offspring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Any neighbour of the parent.
    Other,
    /// Any neighbour of the parent, or the parent itself, as in Moran 1958.
    Anyone,
}

/// With what probability a member takes over the strategy of another that it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compare {
    /// `1 / (1 + exp(-beta (model - focal)))` (Blume 1993; Szabo & Toke 1998; Traulsen, Nowak & Pacheco 2006).
    Fermi {
        /// The intensity of selection, from 0, per unit of payoff.
        intensity: f64,
    },
    /// `(model - focal) / scale`, at least 0 and at most 1 (proportional imitation; Schlag 1998; Santos & Pacheco 2005).
    Proportional {
        /// The greatest difference that there can be.
        scale: f64,
    },
}

impl Compare {
    /// The probability.
    #[inline]
    pub fn probability(self, focal: f64, model: f64) -> f64 {
        match self {
            Self::Fermi { intensity } => {
                let x = intensity * (model - focal);
                // From one exponential that cannot overflow.
                let e = libm::exp(-x.abs());
                if x >= 0.0 { 1.0 / (1.0 + e) } else { e / (1.0 + e) }
            }
            Self::Proportional { scale } if scale > 0.0 => ((model - focal) / scale).clamp(0.0, 1.0),
            Self::Proportional { .. } => 0.0,
        }
    }
}

/// The strategy of an offspring: the parent's, or, with the mutation probability, another one, each alike.
#[inline]
pub fn mutate(parent: usize, strategies: usize, mutation: f64, draws: &mut Draws) -> usize {
    if strategies < 2 || !draws.chance(mutation) {
        return parent;
    }
    let other = draws.index(strategies - 1);
    other + usize::from(other >= parent)
}
