//! Correlating devices: lotteries over profiles that everybody knows.

use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;
use crate::sim::Draws;

/// A lottery over profiles (Aumann 1974). Probabilities are positive and sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Device {
    /// Profile, its actions, its probability.
    lottery: Vec<(usize, Vec<usize>, Rational)>,
    floats: Vec<f64>,
}

impl Device {
    /// The device of a distribution over all profiles of a game, in their order.
    pub(super) fn of(game: &NormalForm, distribution: &[Rational]) -> Self {
        let lottery: Vec<(usize, Vec<usize>, Rational)> = distribution
            .iter()
            .enumerate()
            .filter(|(_, probability)| probability.is_positive())
            .map(|(profile, probability)| (profile, game.profile(profile), probability.clone()))
            .collect();
        let floats = lottery.iter().map(|(_, _, probability)| probability.to_f64()).collect();
        Self { lottery, floats }
    }

    /// The device that always draws the same profile.
    pub(super) fn sure(game: &NormalForm, profile: usize) -> Self {
        Self { lottery: vec![(profile, game.profile(profile), Rational::one())], floats: vec![1.0] }
    }

    /// Profiles with their actions and probabilities.
    pub(super) fn lottery(&self) -> &[(usize, Vec<usize>, Rational)] {
        &self.lottery
    }

    /// The distribution over all profiles of its game.
    pub(super) fn distribution(&self, game: &NormalForm) -> Vec<Rational> {
        let mut all = vec![Rational::zero(); game.profile_count()];
        for (profile, _, probability) in &self.lottery {
            all[*profile] = probability.clone();
        }
        all
    }

    /// Draws the actions of a profile.
    pub(super) fn draw(&self, draws: &mut Draws) -> &[usize] {
        let place = if self.floats.len() == 1 { 0 } else { draws.categorical(&self.floats) };
        &self.lottery[place].1
    }
}

/// The best pure equilibrium for a player that decides for all: most for itself, then for all, then the first.
pub(super) fn favourite(game: &NormalForm, equilibria: &[usize], player: PlayerId) -> Option<usize> {
    let welfare =
        |profile: usize| -> Rational { game.player_ids().map(|player| game.payoff_at(profile, player).clone()).sum() };
    let value = |profile: usize| (game.payoff_at(profile, player).clone(), welfare(profile));
    let mut best: Option<usize> = None;
    for profile in equilibria {
        if best.is_none_or(|best| value(*profile) > value(best)) {
            best = Some(*profile);
        }
    }
    best
}
