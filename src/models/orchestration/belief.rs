//! What an agent believes of the others when it has been told something.
//!
//! Everybody knows the device, and the probability `eta` with which each signal flips on its way, independently, to each
//! other action of its receiver alike. A believer takes it that the others do what they hear. So, having heard `r`, it
//! expects of an own action `a` the value `sum over drawn s of w(s) f(r | s_i) sum over heard a_-i of prod f(a_j | s_j)
//! u_i(a, a_-i)`, up to the probability of hearing `r`; `f(x | y)` is `1 - eta` if `x = y`, else `eta / (m - 1)`. An agent
//! that knows what some of the others heard weighs by that too. All of it is exact.

use super::device::Device;
use crate::exact::Rational;
use crate::game::NormalForm;
use std::sync::Arc;

/// What everybody knows.
#[derive(Clone, Debug)]
pub(super) struct Beliefs {
    pub(super) game: Arc<NormalForm>,
    pub(super) device: Device,
    /// `flips[i]` is `[f(x | x), f(x | y)]` for a signal of player `i`.
    flips: Vec<[Rational; 2]>,
}

impl Beliefs {
    pub(super) fn new(game: Arc<NormalForm>, device: Device, eta: &Rational) -> Self {
        let flips = game
            .dimensions()
            .iter()
            .map(|actions| {
                if *actions == 1 {
                    return [Rational::one(), Rational::zero()];
                }
                let others = Rational::from(i64::try_from(actions - 1).expect("few actions"));
                [Rational::one() - eta.clone(), eta.checked_div(&others).expect("it is not zero")]
            })
            .collect();
        Self { game, device, flips }
    }

    fn flip(&self, player: usize, heard: usize, drawn: usize) -> &Rational {
        &self.flips[player][usize::from(heard != drawn)]
    }

    /// The probability of each profile of heard signals, given what is known of it (`known[i]` for player `i`), times the
    /// probability of what is known.
    fn heard(&self, known: &[Option<usize>]) -> Vec<(usize, Rational)> {
        let mut found = Vec::new();
        for profile in 0..self.game.profile_count() {
            let heard = self.game.profile(profile);
            if known.iter().zip(&heard).any(|(known, heard)| known.is_some_and(|known| known != *heard)) {
                continue;
            }
            let probability: Rational = self
                .device
                .lottery()
                .iter()
                .map(|(_, drawn, weight)| {
                    heard.iter().zip(drawn).enumerate().fold(weight.clone(), |product, (player, (heard, drawn))| {
                        product * self.flip(player, *heard, *drawn).clone()
                    })
                })
                .sum();
            if probability.is_positive() {
                found.push((profile, probability));
            }
        }
        found
    }

    /// What a player expects of each own action when it knows this, up to one positive factor: all zero if what it
    /// knows cannot be.
    pub(super) fn values(&self, player: usize, known: &[Option<usize>]) -> Vec<Rational> {
        self.joint_values(&[player], player, known)
    }

    /// What `whose` expects of each joint action of `movers`, who may do something else than what they hear, while the
    /// others do what they hear. Joint actions are in lexicographic order, the last mover's fastest.
    pub(super) fn joint_values(&self, movers: &[usize], whose: usize, known: &[Option<usize>]) -> Vec<Rational> {
        let dimensions = self.game.dimensions();
        let count: usize = movers.iter().map(|mover| dimensions[*mover]).product();
        let payee = crate::ids::PlayerId::at(whose);
        let mut values = vec![Rational::zero(); count];
        for (profile, probability) in self.heard(known) {
            let mut actions = self.game.profile(profile);
            for (joint, value) in values.iter_mut().enumerate() {
                place(&mut actions, movers, &dimensions, joint);
                let reached = self.game.profile_index(&actions);
                *value += &(self.game.payoff_at(reached, payee).clone() * probability.clone());
            }
        }
        values
    }
}

/// Puts a joint action of some players into a profile.
fn place(actions: &mut [usize], movers: &[usize], dimensions: &[usize], joint: usize) {
    let mut rest = joint;
    for mover in movers.iter().rev() {
        actions[*mover] = rest % dimensions[*mover];
        rest /= dimensions[*mover];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::correlated::{Deviation, Mediator};

    fn chicken(eta: &str) -> Beliefs {
        let q = |n: i64| Rational::from(n);
        let table = [vec![q(6), q(2)], vec![q(7), q(0)]];
        let game = Arc::new(NormalForm::symmetric("chicken", ["dare not", "dare"], &table).expect("a game"));
        let third: Rational = "1/3".parse().expect("a number");
        let device = Device::of(&game, &[third.clone(), third.clone(), third, Rational::zero()]);
        Beliefs::new(game, device, &eta.parse().expect("a number"))
    }

    /// What a believer gains by obeying is what the mediator's theory says, by another way of computing it; at the noise of
    /// gallery D5b, (5 - sqrt 13)/6, it ends.
    #[test]
    fn beliefs_agree_with_the_mediators_theory() {
        let signals = 0..2;
        for eta in ["0", "1/10", "0.2324", "0.2325", "3/7", "1"] {
            let beliefs = chicken(eta);
            let mediator = Mediator::new(&beliefs.game, beliefs.device.distribution(&beliefs.game)).expect("a device");
            let noise: Rational = eta.parse().expect("a number");
            for (player, told) in signals.clone().flat_map(|player| [(player, 0), (player, 1)]) {
                let mut known = vec![None; 2];
                known[player] = Some(told);
                let values = beliefs.values(player, &known);
                let deviation = Deviation { player: crate::ids::PlayerId::at(player), told: Some(told), to: 1 - told };
                let slack = values[told].clone() - values[1 - told].clone();
                assert_eq!(slack, mediator.slack_by_noise(deviation).at(&noise), "{eta} {player} {told}");
                let ends = eta.starts_with("0.2325") || eta == "3/7" || eta == "1";
                assert_eq!(slack.is_negative(), ends && told == 1, "{eta} {player} {told}");
            }
        }
    }
}
