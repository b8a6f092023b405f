//! The finite game in normal form (von Neumann & Morgenstern 1944): players, their actions, and what each profile
//! of actions is worth to each.
//!
//! Invariants: at least one player, at least one action a player, one exact payoff for each profile and player, and
//! no more of them than [`NormalForm::MAX_PAYOFFS`]. Names are for people and need not differ. Nothing here judges a
//! game ([`Analysis`](super::Analysis) does) or knows where it was written.

use crate::error::{Diagnostic, Faults};
use crate::exact::{Rational, common_denominator};
use crate::ids::PlayerId;

/// A finite game in normal form with named players and actions and exact payoffs.
///
/// A profile is one action a player. Profiles are numbered in lexicographic order, the last player's
/// action moving fastest: profile `(a0, a1, a2)` of a game with `d1` and `d2` actions is number
/// `(a0 * d1 + a1) * d2 + a2`.
///
/// # Examples
/// ```
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// use comity::ids::PlayerId;
///
/// let q = |n: i64| Rational::from(n);
/// let dilemma = NormalForm::bimatrix(
///     "Prisoner's Dilemma",
///     ["C", "D"],
///     &[vec![q(-1), q(-5)], vec![q(0), q(-3)]],
///     &[vec![q(-1), q(0)], vec![q(-5), q(-3)]],
/// )
/// .unwrap();
/// assert_eq!(dilemma.payoff(&[1, 0], PlayerId(1)), &q(-5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormalForm {
    /// The game's title.
    pub title: String,
    /// A comment on it.
    pub comment: String,
    players: Vec<Player>,
    /// `payoffs[profile * players + player]`.
    payoffs: Vec<Rational>,
    /// How far a player's next action is, in profiles.
    strides: Vec<usize>,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The names of its actions.
    pub actions: Vec<String>,
}

impl Player {
    /// A player of this name with these actions.
    pub fn new<S: Into<String>>(name: impl Into<String>, actions: impl IntoIterator<Item = S>) -> Self {
        Self { name: name.into(), actions: actions.into_iter().map(Into::into).collect() }
    }
}

/// Why something is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// There is no player.
    #[error("a game without players")]
    NoPlayers,
    /// A player has no action.
    #[error("player {player:?} has no actions")]
    NoActions {
        /// The player's name.
        player: String,
    },
    /// The number of payoffs is not what players and actions ask for.
    #[error("{found} payoffs where {dimensions} for {players} players make {expected}")]
    PayoffCount {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
        /// The numbers of actions, as `2 x 3`.
        dimensions: String,
        /// The number of players.
        players: usize,
    },
    /// A table of payoffs has rows of different lengths, or another shape than its twin.
    #[error("row {row} of the payoffs has {found} entries, not {expected}")]
    Ragged {
        /// The row, from 0.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// An outcome, which profiles share, has not one payoff for each player.
    #[error("the outcome {name:?} has {found} payoffs for {players} players")]
    OutcomePayoffs {
        /// The outcome's name.
        name: String,
        /// How many payoffs it has.
        found: usize,
        /// The number of players.
        players: usize,
    },
    /// A profile has an outcome that is not in the list.
    #[error("a profile has outcome {found} of {outcomes}")]
    NoSuchOutcome {
        /// The outcome's number; 0 is the null outcome.
        found: usize,
        /// How many outcomes there are.
        outcomes: usize,
    },
    /// A player of a game in extensive form has more strategies than are listed.
    #[error("player {player:?} has more than {limit} strategies")]
    TooManyStrategies {
        /// The player's name.
        player: String,
        /// The limit.
        limit: usize,
    },
    /// The game has more profiles than can be stored.
    #[error("{dimensions} actions make more profiles than the limit of {limit}")]
    TooLarge {
        /// The numbers of actions, as `2 x 3`.
        dimensions: String,
        /// The limit.
        limit: usize,
    },
}

impl From<GameError> for Diagnostic {
    fn from(error: GameError) -> Self {
        let (code, expected) = match &error {
            GameError::NoPlayers => ("no-players", "at least one player"),
            GameError::NoActions { .. } => ("no-actions", "at least one action a player"),
            GameError::PayoffCount { .. } => ("payoff-count", "one payoff for each player and profile"),
            GameError::Ragged { .. } => ("ragged-payoffs", "rows of one length"),
            GameError::OutcomePayoffs { .. } => ("payoff-count", "one payoff for each player"),
            GameError::NoSuchOutcome { .. } => ("no-such-outcome", "0 (no payoffs) or the number of an outcome"),
            GameError::TooManyStrategies { .. } | GameError::TooLarge { .. } => ("game-too-large", "a smaller game"),
        };
        Diagnostic::new(code, error.to_string(), expected)
    }
}

impl From<GameError> for Faults {
    fn from(error: GameError) -> Self {
        Diagnostic::from(error).into()
    }
}

impl NormalForm {
    /// The greatest number of payoffs (profiles times players) that is stored.
    pub const MAX_PAYOFFS: usize = 1 << 24;

    /// A game from its players and `payoffs[profile * players + player]`.
    ///
    /// # Errors
    /// If there is no player, a player has no action, or the number of payoffs is wrong.
    pub fn new(title: impl Into<String>, players: Vec<Player>, payoffs: Vec<Rational>) -> Result<Self, GameError> {
        let strides = Self::strides(&players)?;
        let profiles = strides.first().map_or(0, |s| s * players[0].actions.len());
        let expected = profiles * players.len();
        if payoffs.len() != expected {
            return Err(GameError::PayoffCount {
                found: payoffs.len(),
                expected,
                dimensions: dimensions(&players),
                players: players.len(),
            });
        }
        Ok(Self { title: title.into(), comment: String::new(), players, payoffs, strides })
    }

    /// A two-player game from the row player's and the column player's payoff tables, both indexed
    /// by row action, then column action. Both players have the named actions of their side of the table.
    ///
    /// # Errors
    /// If a table is empty or ragged, or the two have different shapes.
    pub fn bimatrix<S: AsRef<str>>(
        title: impl Into<String>,
        actions: impl IntoIterator<Item = S>,
        row: &[Vec<Rational>],
        column: &[Vec<Rational>],
    ) -> Result<Self, GameError> {
        let names: Vec<String> = actions.into_iter().map(|name| name.as_ref().to_string()).collect();
        let width = row.first().map_or(0, Vec::len);
        for table in [row, column] {
            if let Some((k, bad)) = table.iter().enumerate().find(|(_, cells)| cells.len() != width) {
                return Err(GameError::Ragged { row: k, found: bad.len(), expected: width });
            }
        }
        if column.len() != row.len() {
            return Err(GameError::Ragged { row: column.len().min(row.len()), found: 0, expected: width });
        }
        let name = |k: usize| names.get(k).cloned().unwrap_or_else(|| (k + 1).to_string());
        let players = vec![
            Player { name: "row".into(), actions: (0..row.len()).map(name).collect() },
            Player { name: "column".into(), actions: (0..width).map(name).collect() },
        ];
        let payoffs = row
            .iter()
            .zip(column)
            .flat_map(|(r, c)| r.iter().zip(c).flat_map(|(a, b)| [a.clone(), b.clone()]))
            .collect();
        Self::new(title, players, payoffs)
    }

    /// A symmetric two-player game: `payoffs[own][other]` is what a player gets.
    ///
    /// # Errors
    /// If the table is empty or not square.
    pub fn symmetric<S: AsRef<str>>(
        title: impl Into<String>,
        actions: impl IntoIterator<Item = S>,
        payoffs: &[Vec<Rational>],
    ) -> Result<Self, GameError> {
        let n = payoffs.len();
        if let Some((k, bad)) = payoffs.iter().enumerate().find(|(_, cells)| cells.len() != n) {
            return Err(GameError::Ragged { row: k, found: bad.len(), expected: n });
        }
        let transposed: Vec<Vec<Rational>> = (0..n).map(|i| (0..n).map(|j| payoffs[j][i].clone()).collect()).collect();
        Self::bimatrix(title, actions, payoffs, &transposed)
    }

    /// A game whose payoffs follow from a rule: `payoffs` gives those of all players in a profile, in order.
    /// It is asked once a profile, in order, and only after the size of the game has been checked.
    ///
    /// # Errors
    /// If there is no player, a player has no action, the game is too large, or the rule gives a wrong number
    /// of payoffs.
    pub fn from_rule(
        title: impl Into<String>,
        players: Vec<Player>,
        mut payoffs: impl FnMut(&[usize]) -> Vec<Rational>,
    ) -> Result<Self, GameError> {
        let strides = Self::strides(&players)?;
        let profiles = strides[0] * players[0].actions.len();
        let mut all = Vec::with_capacity(profiles * players.len());
        let mut profile = vec![0; players.len()];
        for _ in 0..profiles {
            all.extend(payoffs(&profile));
            for k in (0..players.len()).rev() {
                profile[k] += 1;
                if profile[k] < players[k].actions.len() {
                    break;
                }
                profile[k] = 0;
            }
        }
        Self::new(title, players, all)
    }

    /// How far apart profiles are that differ by one in each player's action, if the game is not too large.
    pub(in crate::game) fn strides(players: &[Player]) -> Result<Vec<usize>, GameError> {
        if players.is_empty() {
            return Err(GameError::NoPlayers);
        }
        if let Some(player) = players.iter().find(|player| player.actions.is_empty()) {
            return Err(GameError::NoActions { player: player.name.clone() });
        }
        let mut strides = vec![1; players.len()];
        let mut size = players.len();
        for k in (0..players.len()).rev() {
            strides[k] = size / players.len();
            size = size
                .checked_mul(players[k].actions.len())
                .filter(|size| *size <= Self::MAX_PAYOFFS)
                .ok_or_else(|| GameError::TooLarge { dimensions: dimensions(players), limit: Self::MAX_PAYOFFS })?;
        }
        Ok(strides)
    }

    /// The players.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The number of players.
    pub fn player_count(&self) -> usize {
        self.players.len()
    }

    /// The players' ids, in order.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len()).map(PlayerId::at)
    }

    /// The number of actions of a player.
    pub fn action_count(&self, player: PlayerId) -> usize {
        self.players[player.index()].actions.len()
    }

    /// The number of actions of each player.
    pub fn dimensions(&self) -> Vec<usize> {
        self.players.iter().map(|player| player.actions.len()).collect()
    }

    /// The number of profiles.
    pub fn profile_count(&self) -> usize {
        self.payoffs.len() / self.players.len()
    }

    /// How far apart in number two profiles are that differ by one in a player's action.
    pub fn stride(&self, player: PlayerId) -> usize {
        self.strides[player.index()]
    }

    /// The number of a profile.
    pub fn profile_index(&self, profile: &[usize]) -> usize {
        debug_assert_eq!(profile.len(), self.players.len());
        profile.iter().zip(&self.strides).map(|(action, stride)| action * stride).sum()
    }

    /// The action of a player in a profile given by number.
    pub fn action_in(&self, profile: usize, player: PlayerId) -> usize {
        profile / self.strides[player.index()] % self.players[player.index()].actions.len()
    }

    /// The profile of a number.
    pub fn profile(&self, index: usize) -> Vec<usize> {
        (0..self.players.len()).map(|k| index / self.strides[k] % self.players[k].actions.len()).collect()
    }

    /// All profiles in order.
    pub fn profiles(&self) -> Profiles<'_> {
        Profiles { game: self, next: 0 }
    }

    /// A player's payoff in a profile.
    pub fn payoff(&self, profile: &[usize], player: PlayerId) -> &Rational {
        self.payoff_at(self.profile_index(profile), player)
    }

    /// A player's payoff in a profile given by number.
    pub fn payoff_at(&self, profile: usize, player: PlayerId) -> &Rational {
        &self.payoffs[profile * self.players.len() + player.index()]
    }

    /// All payoffs: `[profile * players + player]`.
    pub fn payoffs(&self) -> &[Rational] {
        &self.payoffs
    }

    /// All payoffs as floats, in the order of [`payoffs`](Self::payoffs).
    pub fn payoffs_f64(&self) -> Vec<f64> {
        self.payoffs.iter().map(Rational::to_f64).collect()
    }

    /// All payoffs as whole numbers over one denominator, if these fit in 64 bits.
    pub fn scaled_payoffs(&self) -> Option<(i64, Vec<i64>)> {
        common_denominator(&self.payoffs)
    }
}

/// The profiles of a game, in order.
pub struct Profiles<'a> {
    game: &'a NormalForm,
    next: usize,
}

impl Iterator for Profiles<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        (self.next < self.game.profile_count()).then(|| {
            self.next += 1;
            self.game.profile(self.next - 1)
        })
    }
}

/// The numbers of actions, as `2 x 3`.
fn dimensions(players: &[Player]) -> String {
    players.iter().map(|player| player.actions.len().to_string()).collect::<Vec<_>>().join(" x ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, actions: usize) -> Player {
        Player::new(name, (0..actions).map(|k| k.to_string()))
    }

    #[test]
    fn the_last_player_moves_fastest() {
        let payoffs = (0..12 * 3).map(|k: i64| Rational::from(k)).collect();
        let game = NormalForm::new("g", vec![named("a", 2), named("b", 3), named("c", 2)], payoffs).expect("a game");
        let profiles: Vec<Vec<usize>> = game.profiles().collect();
        assert_eq!(profiles[..4], [vec![0, 0, 0], vec![0, 0, 1], vec![0, 1, 0], vec![0, 1, 1]]);
        for (k, profile) in profiles.iter().enumerate() {
            assert_eq!(game.profile_index(profile), k);
            for (player, action) in profile.iter().enumerate() {
                assert_eq!(game.action_in(k, PlayerId::at(player)), *action);
            }
        }
        assert_eq!(game.payoff(&[1, 2, 1], PlayerId(2)), &Rational::from(35i64));
    }

    #[test]
    fn a_rule_is_asked_in_the_order_of_profiles() {
        let mut asked = Vec::new();
        let game = NormalForm::from_rule("g", vec![named("a", 2), named("b", 3)], |profile| {
            asked.push(profile.to_vec());
            vec![Rational::from(profile[0] as i64), Rational::from(profile[1] as i64)]
        })
        .expect("a game");
        assert_eq!(asked, game.profiles().collect::<Vec<_>>());
        assert!(game.profiles().all(|p| game.payoff(&p, PlayerId(1)) == &Rational::from(p[1] as i64)));
    }

    #[test]
    fn misshapen_games_are_refused() {
        let q = |n: i64| Rational::from(n);
        assert_eq!(NormalForm::new("g", vec![], vec![]), Err(GameError::NoPlayers));
        assert_eq!(NormalForm::new("g", vec![named("a", 0)], vec![]), Err(GameError::NoActions { player: "a".into() }));
        let count = NormalForm::new("g", vec![named("a", 2), named("b", 2)], vec![q(0); 7]).expect_err("7 payoffs");
        assert_eq!(count.to_string(), "7 payoffs where 2 x 2 for 2 players make 8");
        let ragged = NormalForm::symmetric("g", ["x"], &[vec![q(0), q(1)], vec![q(2)]]).expect_err("ragged");
        assert_eq!(ragged, GameError::Ragged { row: 1, found: 1, expected: 2 });
        let large = NormalForm::new("g", vec![named("a", 5000), named("b", 5000)], vec![]).expect_err("large");
        assert!(matches!(large, GameError::TooLarge { .. }));
    }
}
