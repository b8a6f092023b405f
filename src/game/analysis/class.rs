//! The classes of games that later methods ask for: constant sum, common interest, symmetric, exact potential.

use std::ops::{Add, Sub};

use super::Analysis;
use crate::exact::Rational;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// Four deviations around a square, two by each of two players, whose gains do not cancel: why a game has no exact
/// potential.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourCycle {
    /// The corner at which both players play the lower of their two actions, by number of profile. The higher actions
    /// are the next ones.
    pub profile: usize,
    /// The two players that move in turn.
    pub players: [PlayerId; 2],
}

impl Analysis<'_> {
    /// The sum of payoffs, if it is the same in every profile. Zero-sum games are those with the sum 0.
    pub fn constant_sum(&self) -> Option<Rational> {
        fn common<T: PartialEq>(mut sums: impl Iterator<Item = T>) -> Option<T> {
            let first = sums.next()?;
            sums.all(|sum| sum == first).then_some(first)
        }
        let players = self.game.player_count();
        match self.denominator {
            Some(denominator) => {
                let sums = self.order.chunks_exact(players).map(|cell| cell.iter().map(|x| i128::from(*x)).sum());
                common::<i128>(sums).map(|sum| &Rational::from(sum) / &Rational::from(denominator))
            }
            None => common(self.game.payoffs().chunks_exact(players).map(|cell| cell.iter().sum::<Rational>())),
        }
    }

    /// Whether all players always get the same (a team game, or game of identical interest).
    pub fn is_common_interest(&self) -> bool {
        self.order.chunks_exact(self.game.player_count()).all(|cell| cell.iter().all(|x| *x == cell[0]))
    }

    /// Whether the players can change places: equal numbers of actions, and for every exchange of players each gets
    /// what the one in its place got (Dasgupta & Maskin 1986; von Neumann & Morgenstern 1944, sec. 28). For two
    /// players: `B` is the transpose of `A`. Actions correspond by number.
    ///
    /// Exchanges of the first player with each other one generate all others, so that `n - 1` are tried.
    pub fn is_symmetric(&self) -> bool {
        let players = self.game.player_count();
        let first = PlayerId(0);
        if self.game.player_ids().any(|player| self.game.action_count(player) != self.game.action_count(first)) {
            return false;
        }
        self.game.player_ids().skip(1).all(|other| {
            let (here, there) = (self.game.stride(first), self.game.stride(other));
            (0..self.game.profile_count()).all(|profile| {
                let (a, b) = (self.game.action_in(profile, first), self.game.action_in(profile, other));
                let exchanged = profile - a * here - b * there + b * here + a * there;
                let (cell, moved) = (&self.order[profile * players..], &self.order[exchanged * players..]);
                (0..players).all(|k| {
                    let seat = if k == 0 {
                        other.index()
                    } else if k == other.index() {
                        0
                    } else {
                        k
                    };
                    cell[k] == moved[seat]
                })
            })
        })
    }

    /// An exact potential of the game, by number of profile and 0 in the first: a function whose difference along each
    /// player's deviation is that player's gain (Monderer & Shapley 1996).
    ///
    /// One exists exactly if the gains around every square of two players' deviations cancel (their corollary 2.9).
    /// Squares of neighbouring actions suffice, since larger ones are sums of them.
    ///
    /// # Errors
    /// The first square whose gains do not cancel.
    pub fn exact_potential(&self) -> Result<Vec<Rational>, FourCycle> {
        match self.denominator {
            Some(denominator) => {
                let denominator = Rational::from(denominator);
                let potential = potential(self.game, |at| i128::from(self.order[at]))?;
                Ok(potential.into_iter().map(|value| &Rational::from(value) / &denominator).collect())
            }
            None => potential(self.game, |at| self.game.payoffs()[at].clone()),
        }
    }
}

impl NormalForm {
    /// Whether the players can change places; see [`Analysis::is_symmetric`].
    pub fn is_symmetric(&self) -> bool {
        Analysis::of(self).is_symmetric()
    }
}

/// The potential that starts at zero, with payoffs by place in [`NormalForm::payoffs`].
fn potential<T>(game: &NormalForm, payoff: impl Fn(usize) -> T) -> Result<Vec<T>, FourCycle>
where
    T: Clone + PartialEq + Add<Output = T> + Sub<Output = T>,
{
    let players = game.player_count();
    let ids: Vec<PlayerId> = game.player_ids().collect();
    let gain = |from: usize, to: usize, k: usize| payoff(to * players + k) - payoff(from * players + k);
    for (i, first) in ids.iter().enumerate() {
        for (j, second) in ids.iter().enumerate().skip(i + 1) {
            for profile in 0..game.profile_count() {
                let inner = |player: &PlayerId| game.action_in(profile, *player) + 1 < game.action_count(*player);
                if !(inner(first) && inner(second)) {
                    continue;
                }
                let (right, up) = (profile + game.stride(*first), profile + game.stride(*second));
                let across = right + game.stride(*second);
                if gain(profile, right, i) + gain(right, across, j) != gain(profile, up, j) + gain(up, across, i) {
                    return Err(FourCycle { profile, players: [*first, *second] });
                }
            }
        }
    }
    let mut values: Vec<T> = Vec::with_capacity(game.profile_count());
    values.push(payoff(0) - payoff(0));
    for profile in 1..game.profile_count() {
        // Any path gives the same value; this one steps back by one action of one player.
        let (k, player) = ids
            .iter()
            .enumerate()
            .find(|(_, player)| game.action_in(profile, **player) > 0)
            .expect("only the first profile has all first actions");
        let before = profile - game.stride(*player);
        values.push(values[before].clone() + gain(before, profile, k));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use proptest::prelude::*;

    fn players(dims: &[usize]) -> Vec<Player> {
        dims.iter().map(|d| Player::new("p", (0..*d).map(|k| k.to_string()))).collect()
    }

    fn integer(x: i64) -> Rational {
        Rational::from(x)
    }

    #[test]
    fn a_three_player_game_is_symmetric_only_if_all_seats_are() {
        // Each gets its own action's number, and the sum of all: every exchange leaves that alone.
        let fair = |bonus: i64| {
            NormalForm::from_rule("g", players(&[2, 2, 2]), |p| {
                let sum: usize = p.iter().sum();
                p.iter()
                    .enumerate()
                    .map(|(k, a)| integer((a + 2 * sum) as i64 + if k == 2 { bonus } else { 0 }))
                    .collect()
            })
            .expect("a game")
        };
        assert!(fair(0).is_symmetric());
        assert!(!fair(1).is_symmetric(), "the third seat is better");
        // Rotating the seats changes nothing, exchanging two does (everyone copies the next one).
        let rotating = NormalForm::from_rule("g", players(&[2, 2, 2]), |p| {
            (0..3).map(|k| integer(i64::from(p[k] == p[(k + 1) % 3]))).collect()
        })
        .expect("a game");
        assert!(!rotating.is_symmetric());
        assert!(
            !NormalForm::from_rule("g", players(&[2, 3]), |_| vec![integer(0), integer(0)])
                .expect("a game")
                .is_symmetric()
        );
    }

    #[test]
    fn a_congestion_game_has_rosenthals_potential() {
        // Three drivers, two roads with delays 1, 2, 4 by load; Rosenthal's potential sums the delays up to each load.
        let delay = [0i64, 1, 2, 4];
        let game = NormalForm::from_rule("g", players(&[2, 2, 2]), |p| {
            p.iter().map(|road| integer(-delay[p.iter().filter(|other| *other == road).count()])).collect()
        })
        .expect("a game");
        let potential = Analysis::of(&game).exact_potential().expect("a potential");
        let rosenthal = |profile: &[usize]| -> i64 {
            (0..2)
                .map(|road| -(1..=profile.iter().filter(|r| **r == road).count()).map(|l| delay[l]).sum::<i64>())
                .sum()
        };
        for (k, profile) in game.profiles().enumerate() {
            assert_eq!(potential[k], integer(rosenthal(&profile) - rosenthal(&[0, 0, 0])), "{profile:?}");
        }
    }

    proptest! {
        #[test]
        fn a_potential_exists_exactly_if_every_square_closes(
            dims in prop::collection::vec(1usize..4, 1..4),
            seed in prop::collection::vec(-1i64..2, 128),
            planted in any::<bool>(),
            huge in any::<bool>(),
        ) {
            // Planted: a common part plus, for each player, a part that its own action does not change.
            let scale: Rational = if huge { "1e30".parse().expect("a number") } else { Rational::one() };
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players(&dims), |p| {
                let common = *next.next().expect("endless");
                (0..p.len()).map(|k| {
                    let others = p.iter().enumerate().filter(|(j, _)| *j != k);
                    let others: usize = others.map(|(j, a)| (j + 2) * a * a).sum();
                    &integer(if planted { common + others as i64 } else { *next.next().expect("endless") }) * &scale
                }).collect()
            }).expect("a game");
            // All 4-cycles with any actions, word by word.
            let at = |p: &[usize], k: usize| game.payoff(p, PlayerId::at(k)).clone();
            let mut closes = true;
            for p in game.profiles() {
                for i in 0..dims.len() {
                    for j in i + 1..dims.len() {
                        for (x, y) in (0..dims[i]).flat_map(|x| (0..dims[j]).map(move |y| (x, y))) {
                            let (mut b, mut c, mut d) = (p.clone(), p.clone(), p.clone());
                            b[i] = x;
                            c[i] = x;
                            c[j] = y;
                            d[j] = y;
                            let there = at(&b, i) - at(&p, i) + (at(&c, j) - at(&b, j));
                            let back = at(&d, i) - at(&c, i) + (at(&p, j) - at(&d, j));
                            closes &= (there + back).is_zero();
                        }
                    }
                }
            }
            let found = Analysis::of(&game).exact_potential();
            prop_assert_eq!(found.is_ok(), closes);
            prop_assert!(!planted || closes);
            if let Ok(potential) = found {
                for p in game.profiles() {
                    for k in 0..dims.len() {
                        for a in 0..dims[k] {
                            let mut q = p.clone();
                            q[k] = a;
                            let difference = &potential[game.profile_index(&q)] - &potential[game.profile_index(&p)];
                            prop_assert_eq!(difference, at(&q, k) - at(&p, k));
                        }
                    }
                }
            }
        }
    }
}
