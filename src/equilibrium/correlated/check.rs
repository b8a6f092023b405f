//! The independent check of a solution: equilibrium by its definition, optimality by its certificate.

use super::problem::Linear;
use super::{Concept, CorrelatedError, Deviation, Problem, Solution, expected_payoffs};
use crate::exact::Rational;
use crate::exact::lp::Relation;

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The question itself does not fit the game.
    #[error(transparent)]
    Question(#[from] CorrelatedError),
    /// A player gains by a deviation.
    #[error("a deviation gains")]
    Gains(Deviation),
    /// A constraint does not hold.
    #[error("constraint {0} does not hold")]
    Constraint(usize),
    /// A multiplier has the wrong sign, or is of no condition.
    #[error("a multiplier has the wrong sign")]
    Sign,
    /// The certificate does not bound a profile.
    #[error("the certificate does not bound profile {0}")]
    Profile(usize),
    /// Payoffs, value or bound are not what they should be.
    #[error("the numbers do not add up")]
    Sum,
}

impl Problem<'_> {
    /// Checks that a solution is an equilibrium that meets the constraints, and that none is better.
    ///
    /// The certificate bounds `w(a)`, the objective by profile (negated where it is to be small). For the egalitarian
    /// objective `w` is the payoff weighted by the shares: not less than the least payoff. For a distance from `r`, `w`
    /// is `-theta` for some `theta` from -1 to 1, since `theta (p - r)` is at most the distance; the best `theta` that the
    /// certificate allows is taken, and `theta r` added to its bound.
    ///
    /// # Errors
    /// The first flaw.
    pub fn check(&self, solution: &Solution) -> Result<(), Flaw> {
        let game = self.game;
        super::problem::check_distribution(game, &solution.distribution)?;
        let p = &solution.distribution;
        let gains = |deviation: &Deviation| super::problem::expected_gain(game, p, *deviation).is_positive();
        if let Some(deviation) = Deviation::all(game, self.concept).into_iter().find(gains) {
            return Err(Flaw::Gains(deviation));
        }
        if expected_payoffs(game, p) != solution.payoffs {
            return Err(Flaw::Sum);
        }
        for (k, row) in self.constraints.iter().enumerate() {
            let sum: Rational = row.terms.iter().map(|(profile, c)| c * &p[*profile]).sum();
            let holds = match row.relation {
                Relation::AtMost => sum <= row.bound,
                Relation::AtLeast => sum >= row.bound,
                Relation::Equal => sum == row.bound,
            };
            if !holds {
                return Err(Flaw::Constraint(k));
            }
        }
        let ceiling = self.ceiling(solution)?;
        let certificate = &solution.certificate;
        let priced = self.constraints.iter().zip(&certificate.constraints);
        let mut bound = priced.map(|(row, gamma)| &row.bound * gamma).sum::<Rational>() + certificate.level.clone();
        let reached = match self.linear()? {
            Linear::Weights(weights) => {
                if let Some(profile) = (0..p.len()).find(|profile| weights[*profile] > ceiling[*profile]) {
                    return Err(Flaw::Profile(profile));
                }
                weights.iter().zip(p).map(|(w, p)| w * p).sum()
            }
            Linear::LeastPayoff => {
                let shares = &certificate.shares;
                if shares.len() != game.player_count() || shares.iter().any(Rational::is_negative) {
                    return Err(Flaw::Sign);
                }
                if shares.iter().sum::<Rational>() != 1 {
                    return Err(Flaw::Sum);
                }
                for (profile, cell) in game.payoffs().chunks_exact(shares.len()).enumerate() {
                    if cell.iter().zip(shares).map(|(u, share)| u * share).sum::<Rational>() > ceiling[profile] {
                        return Err(Flaw::Profile(profile));
                    }
                }
                solution.payoffs.iter().min().cloned().ok_or(Flaw::Sum)?
            }
            Linear::Distance(target) => {
                let one = Rational::one();
                for (profile, ceiling) in ceiling.iter().enumerate() {
                    let theta = (-ceiling.clone()).max(-one.clone());
                    if theta > one {
                        return Err(Flaw::Profile(profile));
                    }
                    bound += &(&theta * &target[profile]);
                }
                -p.iter().zip(&target).map(|(p, r)| (p - r).abs()).sum::<Rational>()
            }
        };
        let value = if self.is_minimum() { -solution.value.clone() } else { solution.value.clone() };
        if reached == value && bound == value { Ok(()) } else { Err(Flaw::Sum) }
    }

    /// What the certificate allows the objective in each profile: the level, with the multiplied gains and constraints.
    fn ceiling(&self, solution: &Solution) -> Result<Vec<Rational>, Flaw> {
        let certificate = &solution.certificate;
        let mut ceiling = vec![certificate.level.clone(); self.game.profile_count()];
        for (deviation, alpha) in &certificate.deviations {
            let actions = if deviation.player.index() < self.game.player_count() {
                self.game.action_count(deviation.player)
            } else {
                0
            };
            let fits = deviation.to < actions && deviation.told.is_none_or(|told| told < actions);
            if !fits || deviation.told.is_some() != (self.concept == Concept::Correlated) || alpha.is_negative() {
                return Err(Flaw::Sign);
            }
            for profile in deviation.profiles(self.game) {
                ceiling[profile] += &(alpha * &deviation.gain(self.game, profile));
            }
        }
        if certificate.constraints.len() != self.constraints.len() {
            return Err(Flaw::Sum);
        }
        for (row, gamma) in self.constraints.iter().zip(&certificate.constraints) {
            let wrong = match row.relation {
                Relation::AtMost => gamma.is_negative(),
                Relation::AtLeast => gamma.is_positive(),
                Relation::Equal => false,
            };
            if wrong {
                return Err(Flaw::Sign);
            }
            row.terms.iter().for_each(|(profile, c)| ceiling[*profile] += &(gamma * c));
        }
        Ok(ceiling)
    }
}
