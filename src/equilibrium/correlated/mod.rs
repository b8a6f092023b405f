//! Correlated and coarse correlated equilibrium, exactly, for any number of players.
//!
//! A device draws a profile of actions by a known distribution and tells each player its own part. The distribution is a
//! *correlated equilibrium* (Aumann 1974, 1987) if no player gains by playing anything else whatever it is told, and a
//! *coarse* one (Moulin & Vial 1978; Hannan 1957) if no player gains by deciding beforehand not to listen and to play one
//! action. Both are linear conditions, one a [`Deviation`], so that the best equilibrium by a linear objective is a linear
//! programme; [`Problem`] solves it with a certificate, and [`Problem::check`] re-checks that from the definitions.
//! [`Mediator`] says how much noise and how many leaks a device withstands, [`vertices`] and [`dimension`] what the set of
//! equilibria looks like, [`Robust`] which one is obeyed by the
//! widest margin, [`violations`] and [`distance`] how far from it some play is.
//! Distributions are lists of probabilities by number of profile, as [`NormalForm`] numbers them.

mod check;
mod distance;
mod mediator;
mod polytope;
mod problem;
mod robust;

pub use check::Flaw;
pub use distance::{FloatGains, distance, distance_f64, violations};
pub use mediator::{Mediator, Temptation, Threshold};
pub use polytope::{TooManyVertices, dimension, simplest, vertices};
pub(super) use problem::check_distribution;
pub use problem::{Certificate, CorrelatedError, Objective, Problem, Solution};
pub use robust::{Robust, Stage, margin};

use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// Which deviations an equilibrium must withstand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concept {
    /// Another action in place of each recommendation, once it is known: correlated equilibrium (Aumann 1974).
    Correlated,
    /// One action whatever is recommended, decided before: coarse correlated equilibrium (Moulin & Vial 1978).
    Coarse,
}

/// A way to disobey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deviation {
    /// Who disobeys.
    pub player: PlayerId,
    /// The recommendation that is not followed; none if no recommendation is.
    pub told: Option<usize>,
    /// The action that is played instead.
    pub to: usize,
}

impl Deviation {
    /// The deviations of a concept, in order: by player, by what it is told, by what it plays.
    pub fn all(game: &NormalForm, concept: Concept) -> Vec<Self> {
        let mut all = Vec::new();
        for player in game.player_ids() {
            let actions = game.action_count(player);
            match concept {
                Concept::Correlated => {
                    for told in 0..actions {
                        let others = (0..actions).filter(|to| *to != told);
                        all.extend(others.map(|to| Self { player, told: Some(told), to }));
                    }
                }
                Concept::Coarse if actions > 1 => {
                    all.extend((0..actions).map(|to| Self { player, told: None, to }));
                }
                Concept::Coarse => {}
            }
        }
        all
    }

    /// The profiles in which it changes what the player plays, ascending.
    pub fn profiles(self, game: &NormalForm) -> impl Iterator<Item = usize> + use<> {
        let (stride, actions) = (game.stride(self.player), game.action_count(self.player));
        let blocks = (0..game.profile_count()).step_by(stride * actions);
        blocks.flat_map(move |block| {
            let told = (0..actions).filter(move |action| self.told.map_or(*action != self.to, |told| told == *action));
            told.flat_map(move |action| block + action * stride..block + (action + 1) * stride)
        })
    }

    /// What the player gains by it in a profile in which it changes something.
    pub fn gain(self, game: &NormalForm, profile: usize) -> Rational {
        let stride = game.stride(self.player);
        let instead = profile - game.action_in(profile, self.player) * stride + self.to * stride;
        game.payoff_at(instead, self.player) - game.payoff_at(profile, self.player)
    }

    /// Profiles and what the player gains in them, where that is not nothing.
    pub fn gains(self, game: &NormalForm) -> impl Iterator<Item = (usize, Rational)> + '_ {
        let gains = self.profiles(game).map(move |profile| (profile, self.gain(game, profile)));
        gains.filter(|(_, gain)| !gain.is_zero())
    }
}

/// Each player's expected payoff.
pub fn expected_payoffs(game: &NormalForm, distribution: &[Rational]) -> Vec<Rational> {
    debug_assert_eq!(distribution.len(), game.profile_count());
    let mut sums = vec![Rational::zero(); game.player_count()];
    for (payoffs, p) in game.payoffs().chunks_exact(game.player_count()).zip(distribution) {
        if !p.is_zero() {
            sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += &(payoff * p));
        }
    }
    sums
}
