//! Stage games of groups: symmetric games in which it matters how many play each action, not who.
//!
//! Such a game is called anonymous (Blonski 1999; Daskalakis & Papadimitriou 2007). A payoff is a function of the own
//! action and of how many players chose each action, so that a game of a thousand players is a formula where a table of
//! profiles would have 2^1000 rows. Invariants: at least two players, at least one action, payoffs are whole numbers over
//! one denominator, [`GroupGame::unit`]. Games that are small enough have a [normal form](GroupGame::normal_form), and
//! where both exist they agree; the named games of [`catalogue`](crate::game::catalogue) whose payoffs are of this kind
//! are made from the formulas here. Nothing here knows who plays, or how often.

mod benchmarks;
mod claims;
mod commons;
mod crowds;
mod goods;
mod stage;

use crate::catalogue::{Catalogue, Family, Field, Kind, Params, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::{Rational, common_denominator};
use crate::game::named;
use crate::game::{GameError, NormalForm, Player};
use std::fmt;
use std::sync::Arc;

pub use benchmarks::{Benchmarks, GroupOutcome};
pub use stage::{Stage, StageGame};

pub(super) use claims::travelers_dilemma;
pub(super) use commons::{cache_fields, pool_fields, shared_budget, shared_cache, shared_pool};
pub(super) use crowds::{el_farol, minority};
pub(super) use goods::{public_goods, threshold_public_goods, volunteers_dilemma};

/// Refuses parameters that do not go together, or not with the number of players, which is said beside them.
fn require(holds: bool, (params, players): (&Params, usize), needs: &str) -> Result<(), Diagnostic> {
    named::require(holds, params, needs).map_err(|fault| {
        let given = [format!("{players} players"), fault.found.clone()];
        let given: Vec<String> = given.into_iter().filter(|part| !part.is_empty()).collect();
        Diagnostic { found: given.join(", "), ..fault }
    })
}

/// A payoff: of an action, given how many players chose each action, the one who is paid counted.
type Payoff = Arc<dyn Fn(usize, &[u32]) -> i128 + Send + Sync>;

/// An anonymous symmetric game of any number of players.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// use comity::exact::Rational;
///
/// let games = comity::game::group_games();
/// let spec = games.resolve(&Value::from("minority"), &Place::root()).unwrap();
/// let game = games.build(&spec, &1001).unwrap();
/// // 500 on the one side, 501 on the other: the smaller side wins.
/// assert_eq!(game.payoff(0, &[500, 501]), Rational::one());
/// assert_eq!(game.payoff(1, &[500, 501]), Rational::zero());
/// ```
#[derive(Clone)]
pub struct GroupGame {
    /// The game's title.
    pub title: String,
    players: usize,
    actions: Vec<String>,
    levels: Vec<f64>,
    unit: i64,
    payoff: Payoff,
}

impl GroupGame {
    /// The greatest number of players.
    pub const MAX_PLAYERS: usize = 100_000;

    /// A game of so many players with the same actions, from `payoff(own action, counts)` in units of `1 / unit`, where
    /// `counts[action]` is how many chose it, the one who is paid among them.
    ///
    /// # Errors
    /// If there are fewer than two players, no action, or more than [`GroupGame::MAX_PLAYERS`] or 256 of them.
    ///
    /// # Panics
    /// If `unit` is not positive.
    pub fn new<S: Into<String>>(
        title: impl Into<String>,
        players: usize,
        actions: impl IntoIterator<Item = S>,
        unit: i64,
        payoff: impl Fn(usize, &[u32]) -> i128 + Send + Sync + 'static,
    ) -> Result<Self, Diagnostic> {
        assert!(unit > 0, "a denominator is positive");
        let actions: Vec<String> = actions.into_iter().map(Into::into).collect();
        if !(2..=Self::MAX_PLAYERS).contains(&players) || !(1..=256).contains(&actions.len()) {
            return Err(Diagnostic::new(
                "group-size",
                format!("{players} players with {} actions", actions.len()),
                format!("2 to {} players with 1 to 256 actions", Self::MAX_PLAYERS),
            ));
        }
        let levels = (0..actions.len()).map(|action| if action == 0 { 1.0 } else { 0.0 }).collect();
        Ok(Self { title: title.into(), players, actions, levels, unit, payoff: Arc::new(payoff) })
    }

    /// The same game with what its actions stand for on a scale: a contribution, a claim, a request.
    ///
    /// # Panics
    /// If there is not one level an action.
    #[must_use]
    pub fn with_levels(mut self, levels: Vec<f64>) -> Self {
        assert_eq!(levels.len(), self.actions.len(), "one level an action");
        self.levels = levels;
        self
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The names of the actions.
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// What each action stands for on the game's scale; unless the game says otherwise 1 for the first and 0 for others, so
    /// that the mean level is the share of the first.
    pub fn levels(&self) -> &[f64] {
        &self.levels
    }

    /// Over how much the payoffs are whole numbers.
    pub fn unit(&self) -> i64 {
        self.unit
    }

    /// The payoff of an action where `counts` players chose each, in units of `1 / unit()`.
    #[inline]
    pub fn scaled_payoff(&self, own: usize, counts: &[u32]) -> i128 {
        (self.payoff)(own, counts)
    }

    /// The payoff of an action where `counts` players chose each.
    pub fn payoff(&self, own: usize, counts: &[u32]) -> Rational {
        Rational::fraction(self.scaled_payoff(own, counts).into(), self.unit.into())
    }

    /// What a sum of scaled payoffs is in utility.
    #[expect(clippy::cast_precision_loss, reason = "a score leaves for a table here")]
    pub fn unscaled(&self, sum: i128) -> f64 {
        sum as f64 / self.unit as f64
    }

    /// What all players together get where `counts` chose each action, in units of `1 / unit()`.
    pub fn welfare(&self, counts: &[u32]) -> i128 {
        (0..counts.len())
            .filter(|action| counts[*action] > 0)
            .map(|action| i128::from(counts[action]) * self.scaled_payoff(action, counts))
            .sum()
    }

    /// The normal form.
    ///
    /// # Errors
    /// If the game has too many profiles for one.
    pub fn normal_form(&self) -> Result<NormalForm, GameError> {
        let players =
            (1..=self.players).map(|k| Player::new(format!("player {k}"), self.actions.iter().cloned())).collect();
        NormalForm::from_rule(self.title.clone(), players, |profile| {
            let mut counts = vec![0; self.actions.len()];
            for action in profile {
                counts[*action] += 1;
            }
            profile.iter().map(|own| self.payoff(*own, &counts)).collect()
        })
    }
}

impl fmt::Debug for GroupGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GroupGame")
            .field("title", &self.title)
            .field("players", &self.players)
            .field("actions", &self.actions)
            .finish_non_exhaustive()
    }
}

/// What is true of a group game under its default parameters, with five players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupFacets {
    /// Whether the first action serves the group: all are better off if all take it than if all take the last.
    pub social: bool,
    /// Whether there are actions between the first and the last.
    pub graded: bool,
}

impl Family for GroupGame {
    const FAMILY: &'static str = "group_games";
    const ONE: &'static str = "group game";
    const UNKNOWN: &'static str = "unknown-group-game";
    type Facets = GroupFacets;
    /// The number of players.
    type Tools = usize;
}

/// The built-in group games, kind by kind.
pub fn catalogue() -> Catalogue<GroupGame> {
    Catalogue::new(vec![goods::ENTRIES, commons::ENTRIES, crowds::ENTRIES, claims::ENTRIES])
}

/// What building gives.
type Built = Result<GroupGame, Diagnostic>;

fn boxed(built: Built) -> Result<Box<GroupGame>, Faults> {
    Ok(Box::new(built?))
}

/// The greatest scaled payoff parameter, so that sums over players and rounds stay far within 128 bits.
const MAX_SCALED: i64 = 1 << 40;

/// Numbers over one denominator: the denominator, then the numerators.
fn over_one<const N: usize>(values: [&Rational; N]) -> Result<(i64, [i128; N]), Diagnostic> {
    let scaled = common_denominator(&values.map(Clone::clone)).filter(|(unit, numerators)| {
        *unit <= MAX_SCALED && numerators.iter().all(|numerator| numerator.unsigned_abs() <= MAX_SCALED.unsigned_abs())
    });
    let Some((unit, numerators)) = scaled else {
        return Err(Diagnostic::new(
            "payoffs-too-fine",
            "the payoffs have no common denominator below 2^40",
            "payoffs with smaller numerators and denominators",
        ));
    };
    Ok((unit, std::array::from_fn(|k| i128::from(numerators[k]))))
}

fn exact(key: &'static str, default: impl Into<Value>, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Rational, default, doc).unit("utility")
}

fn whole(key: &'static str, (min, max): (i64, i64), default: i64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Integer { min, max }, default, doc)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Place;

    #[test]
    fn the_normal_form_has_the_payoffs_of_the_formula_for_every_entry() {
        let games = catalogue();
        for entry in games.entries() {
            let spec = games.resolve(&Value::from(entry.key), &Place::root()).unwrap_or_else(|f| panic!("{f}"));
            for players in [3, 5] {
                let game = games.build(&spec, &players).unwrap_or_else(|f| panic!("{}: {f}", entry.key));
                if game.actions().len().pow(u32::try_from(players).expect("few")) > 20_000 {
                    continue;
                }
                let form = game.normal_form().expect("a small game");
                assert!(form.is_symmetric(), "{}", entry.key);
                for profile in form.profiles() {
                    let mut counts = vec![0; game.actions().len()];
                    profile.iter().for_each(|action| counts[*action] += 1);
                    let sum: Rational = form
                        .player_ids()
                        .map(|id| form.payoff(&profile, id).clone())
                        .fold(Rational::zero(), |sum, payoff| sum + payoff);
                    assert_eq!(sum, Rational::fraction(game.welfare(&counts).into(), game.unit().into()));
                }
            }
        }
    }

    #[test]
    fn facets_and_words_are_true_for_every_entry() {
        let games = catalogue();
        for entry in games.entries() {
            let spec = games.resolve(&Value::from(entry.key), &Place::root()).unwrap_or_else(|f| panic!("{f}"));
            let game = games.build(&spec, &5).unwrap_or_else(|f| panic!("{}: {f}", entry.key));
            assert_eq!(game.title, entry.title);
            let last = game.actions().len() - 1;
            let all = |action: usize| {
                let mut counts = vec![0; last + 1];
                counts[action] = 5;
                game.welfare(&counts)
            };
            assert_eq!(all(0) > all(last), entry.facets.social, "{}", entry.key);
            assert_eq!(last > 1, entry.facets.graded, "{}", entry.key);
            assert!(entry.about.ends_with('.') && entry.source.contains(|c: char| c.is_ascii_digit()), "{}", entry.key);
        }
    }

    #[test]
    fn sizes_and_numbers_beyond_reach_are_said() {
        let none = GroupGame::new("g", 1, ["a"], 1, |_, _| 0).map(|_| ());
        assert_eq!(none.expect_err("one player").code, "group-size");
        let fine: Rational = "1/3000000000000".parse().expect("a number");
        assert_eq!(over_one([&fine]).expect_err("too fine").code, "payoffs-too-fine");
    }
}
