//! Cooperative games with transferable utility: worth by coalition, and the values of its players.
//!
//! Shapley 1953 gives each player the mean of what it adds to those before it over all orders; Banzhaf 1965 the mean of what it adds
//! to a coalition of others, all alike. Both need only how much the coalitions of each size are worth in sum, with and
//! without a player, so that a game of 20 players takes twenty million additions of whole numbers over one common
//! denominator. Nothing here draws or rounds.

use crate::error::Diagnostic;
use crate::exact::{Rational, over_common_denominator};
use num_bigint::BigInt;

/// The most players of a game whose coalitions are all listed.
pub const MOST_PLAYERS: usize = 20;

/// A set of players: bit `k` is set if player `k` is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coalition(pub u64);

impl Coalition {
    /// All of so many players (at most 64).
    pub fn all(players: usize) -> Self {
        Self(if players >= 64 { u64::MAX } else { (1 << players) - 1 })
    }

    /// Whether a player is in it.
    pub fn contains(self, player: usize) -> bool {
        player < 64 && self.0 >> player & 1 == 1
    }

    /// The same with a player.
    #[must_use]
    pub fn with(self, player: usize) -> Self {
        Self(self.0 | 1 << player)
    }

    /// The same without a player.
    #[must_use]
    pub fn without(self, player: usize) -> Self {
        Self(self.0 & !(1 << player))
    }

    /// How many players are in it.
    pub fn size(self) -> usize {
        self.0.count_ones() as usize
    }
}

/// A game has more players than coalitions can be listed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} players; all coalitions can be listed of at most {MOST_PLAYERS}")]
pub struct TooManyPlayers(pub usize);

impl From<TooManyPlayers> for Diagnostic {
    fn from(error: TooManyPlayers) -> Self {
        Diagnostic::new("too-many-players", format!("{} players", error.0), format!("at most {MOST_PLAYERS}"))
            .help("a sample of orders estimates the Shapley value of more")
    }
}

/// A characteristic function: what each coalition is worth, in any unit.
///
/// # Examples
/// The glove game: players 0 and 1 have a left glove, player 2 a right one, and a pair is worth 1.
/// ```
/// use comity::credit::CoalitionGame;
/// use comity::exact::Rational;
/// let pair = |s: comity::credit::Coalition| {
///     Rational::from(i64::from(s.contains(2) && (s.contains(0) || s.contains(1))))
/// };
/// let game = CoalitionGame::of(3, pair).unwrap();
/// let values: Vec<String> = game.shapley().iter().map(ToString::to_string).collect();
/// assert_eq!(values, ["1/6", "1/6", "2/3"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoalitionGame {
    players: usize,
    /// By the coalition's bits.
    worths: Vec<Rational>,
}

impl CoalitionGame {
    /// The game of so many players in which each coalition is worth what `worth` says.
    ///
    /// # Errors
    /// If there are more than [`MOST_PLAYERS`].
    pub fn of(players: usize, worth: impl FnMut(Coalition) -> Rational) -> Result<Self, TooManyPlayers> {
        if players > MOST_PLAYERS {
            return Err(TooManyPlayers(players));
        }
        Ok(Self { players, worths: (0..1u64 << players).map(Coalition).map(worth).collect() })
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// What a coalition is worth.
    ///
    /// # Panics
    /// If it has a player that the game does not have.
    pub fn worth(&self, coalition: Coalition) -> &Rational {
        let place = usize::try_from(coalition.0).expect("a coalition of few players");
        &self.worths[place]
    }

    /// What all players together are worth over nobody.
    pub fn total(&self) -> Rational {
        self.worth(Coalition::all(self.players)).clone() - self.worths[0].clone()
    }

    /// The Shapley value of each player (Shapley 1953, eq. 1.9): `sum over S without i of |S|! (n - |S| - 1)! / n! (v(S + i) - v(S))`.
    /// The values sum to [`total`](Self::total).
    pub fn shapley(&self) -> Vec<Rational> {
        let n = self.players as u64;
        self.values(|size| {
            // |S|! (n - |S| - 1)! / n! is 1 over n times the number of coalitions of that size of the others.
            let ways = (0..size).fold(BigInt::from(1), |ways, k| ways * (n - 1 - k) / (k + 1));
            ways * n
        })
    }

    /// The Banzhaf value of each player (Banzhaf 1965; Dubey & Shapley 1979): `1 / 2^(n - 1)` times the sum over S without i of
    /// `v(S + i) - v(S)`.
    pub fn banzhaf(&self) -> Vec<Rational> {
        let ways = BigInt::from(1) << self.players.saturating_sub(1);
        self.values(|_| ways.clone())
    }

    /// What each player adds to all others: `v(N) - v(N - i)`.
    pub fn differences(&self) -> Vec<Rational> {
        let all = Coalition::all(self.players);
        let without = |player| self.worth(all).clone() - self.worth(all.without(player)).clone();
        (0..self.players).map(without).collect()
    }

    /// What each player is worth alone: `v(i) - v(nobody)`.
    pub fn alone(&self) -> Vec<Rational> {
        let alone = |player| self.worth(Coalition(1u64 << player)).clone() - self.worths[0].clone();
        (0..self.players).map(alone).collect()
    }

    /// For each player, what it adds to the coalitions without it, those of each size divided by `ways(size)`.
    fn values(&self, ways: impl Fn(u64) -> BigInt) -> Vec<Rational> {
        let n = self.players;
        let (denominator, worths) = over_common_denominator(&self.worths);
        // Sums by size: of all coalitions, and of those with each player.
        let mut all = vec![BigInt::default(); n + 1];
        let mut with = vec![BigInt::default(); n * (n + 1)];
        for (coalition, worth) in (0..).map(Coalition).zip(&worths) {
            let size = coalition.size();
            all[size] += worth;
            let mut left = coalition.0;
            while left != 0 {
                with[left.trailing_zeros() as usize * (n + 1) + size] += worth;
                left &= left - 1;
            }
        }
        let value = |player: usize| {
            let with = &with[player * (n + 1)..(player + 1) * (n + 1)];
            let mut sum = Rational::zero();
            for size in 0..n {
                let added = &with[size + 1] - (&all[size] - &with[size]);
                sum += &Rational::fraction(added, ways(size as u64) * &denominator);
            }
            sum
        };
        (0..n).map(value).collect()
    }
}
