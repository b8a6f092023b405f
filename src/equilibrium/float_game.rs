//! A game in floats for the numerical methods: what each action pays against mixed strategies, and how that changes.
//!
//! Payoffs are shifted to start at zero for each player and divided by the greatest range of any player, so that all lie
//! from 0 to 1 and one unit is the same for all. Each is the float nearest to the exact number. A profile is one flat
//! slice, players after each other. The numbers found here are starting points and estimates; bounds are proven
//! elsewhere, from the exact game or with [`FloatGame::slack`].

use crate::exact::Rational;
use crate::game::NormalForm;

/// A game's shape and scaled payoffs.
pub(super) struct FloatGame {
    /// The number of actions of each player.
    pub(super) dims: Vec<usize>,
    /// Where each player's actions begin in a flat profile.
    pub(super) offsets: Vec<usize>,
    /// How far apart profiles are that differ by one in a player's action.
    pub(super) strides: Vec<usize>,
    /// `[player][profile]`, from 0 to 1.
    pub(super) payoffs: Vec<Vec<f64>>,
    /// What one unit here is in the game's own payoffs; 1 for a game in which nothing matters.
    pub(super) unit: f64,
}

impl FloatGame {
    pub(super) fn of(game: &NormalForm) -> Self {
        let dims = game.dimensions();
        let mut offsets = Vec::with_capacity(dims.len());
        let mut next = 0;
        for d in &dims {
            offsets.push(next);
            next += d;
        }
        let of = |player| (0..game.profile_count()).map(move |profile| game.payoff_at(profile, player));
        let least: Vec<&Rational> =
            game.player_ids().map(|player| of(player).min().expect("a game has a profile")).collect();
        let ranges = game.player_ids().map(|player| of(player).max().expect("a profile") - least[player.index()]);
        let unit = ranges.max().filter(Rational::is_positive).unwrap_or_else(Rational::one);
        let scaled = |player: crate::ids::PlayerId| {
            of(player).map(|payoff| (&(payoff - least[player.index()]) / &unit).to_f64()).collect()
        };
        Self {
            strides: game.player_ids().map(|player| game.stride(player)).collect(),
            payoffs: game.player_ids().map(scaled).collect(),
            unit: unit.to_f64(),
            dims,
            offsets,
        }
    }

    /// The number of actions of all players together.
    pub(super) fn len(&self) -> usize {
        self.dims.iter().sum()
    }

    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.dims.len()
    }

    /// A bound on the error of any sum over profiles of payoffs times probabilities that is computed here, its payoffs'
    /// rounding included: each of at most `N + players` operations on a term errs by 2^-53 of numbers that sum to no more
    /// than two.
    pub(super) fn slack(&self) -> f64 {
        4.0 * f64::EPSILON * (self.payoffs[0].len() + 8 * self.players()) as f64
    }

    /// The uniform profile.
    pub(super) fn uniform(&self) -> Vec<f64> {
        self.dims.iter().flat_map(|d| std::iter::repeat_n(1.0 / *d as f64, *d)).collect()
    }

    /// A flat profile by player.
    pub(super) fn split(&self, flat: &[f64]) -> Vec<Vec<f64>> {
        self.offsets.iter().zip(&self.dims).map(|(from, d)| flat[*from..from + d].to_vec()).collect()
    }

    /// Calls `see` with each profile's number and, flat, the action that each player has in it.
    fn each_profile(&self, mut see: impl FnMut(usize, &[usize])) {
        let mut at: Vec<usize> = self.offsets.clone();
        for profile in 0..self.payoffs[0].len() {
            see(profile, &at);
            for k in (0..at.len()).rev() {
                at[k] += 1;
                if at[k] < self.offsets[k] + self.dims[k] {
                    break;
                }
                at[k] = self.offsets[k];
            }
        }
    }

    /// What each action pays against the others' strategies, flat.
    pub(super) fn values(&self, p: &[f64]) -> Vec<f64> {
        let players = self.players();
        let mut values = vec![0.0; p.len()];
        let mut before = vec![1.0; players + 1];
        self.each_profile(|profile, at| {
            for k in 0..players {
                before[k + 1] = before[k] * p[at[k]];
            }
            let mut after = 1.0;
            for k in (0..players).rev() {
                values[at[k]] += before[k] * after * self.payoffs[k][profile];
                after *= p[at[k]];
            }
        });
        values
    }

    /// How what each action pays changes with each probability: `[action][probability]`, row by row.
    pub(super) fn slopes(&self, p: &[f64]) -> Vec<f64> {
        let (players, n) = (self.players(), p.len());
        let mut slopes = vec![0.0; n * n];
        self.each_profile(|profile, at| {
            for i in 0..players {
                for j in i + 1..players {
                    let others = (0..players).filter(|k| *k != i && *k != j);
                    let chance: f64 = others.map(|k| p[at[k]]).product();
                    slopes[at[i] * n + at[j]] += chance * self.payoffs[i][profile];
                    slopes[at[j] * n + at[i]] += chance * self.payoffs[j][profile];
                }
            }
        });
        slopes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    fn game() -> NormalForm {
        let players = [2, 3, 2].iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect();
        let mut x = 7i64;
        NormalForm::from_rule("g", players, |p| {
            p.iter()
                .map(|_| {
                    x = (x * 31 + 11) % 101;
                    Rational::from(x)
                })
                .collect()
        })
        .expect("a game")
    }

    #[test]
    fn values_are_expected_payoffs_and_slopes_their_derivatives() {
        use crate::equilibrium::verify::rounded;
        let game = game();
        let floats = FloatGame::of(&game);
        let p = [0.25, 0.75, 0.5, 0.125, 0.375, 0.5, 0.5];
        let values = floats.values(&p);
        let profile = rounded(&game, &floats.split(&p)).expect("a profile");
        let mut k = 0;
        for player in game.player_ids() {
            let least = (0..game.profile_count()).map(|at| game.payoff_at(at, player)).min().expect("a profile");
            for value in profile.action_payoffs(&game, player) {
                assert!((values[k] * floats.unit + least.to_f64() - value.to_f64()).abs() < 1e-12);
                k += 1;
            }
        }
        // Linear in each probability: a difference is the derivative.
        let slopes = floats.slopes(&p);
        for j in 0..7 {
            let mut moved = p;
            moved[j] += 1.0;
            let after = floats.values(&moved);
            for k in 0..7 {
                assert!((after[k] - values[k] - slopes[k * 7 + j]).abs() < 1e-12, "{k} {j}");
            }
        }
    }
}
