//! Strategies for groups of any size, a kind a file: those that cooperate on condition, those that reply to what the
//! others did, those of crowds and of claims, and two-player strategies that take the group for one opponent.
//!
//! They look at how many of the others took each action, never at who did. The first action is the one that serves the
//! group, the last one that does not; actions between are degrees. With one other player a rule is its two-player
//! ancestor, which a law test checks against that ancestor's own definition.

mod as_one;
mod claims;
mod conditional;
mod crowds;
mod degrees;
mod forecast;
mod replies;

use crate::catalogue::{Entry, Field, Kind, Params};
use crate::error::Diagnostic;
use crate::game::StageGame;
use crate::strategy::{Action, Strategy, Told};

/// The entries, kind by kind.
pub(super) const GROUPS: [&[Entry<dyn Strategy>]; 7] = [
    conditional::ENTRIES,
    degrees::ENTRIES,
    replies::ENTRIES,
    crowds::ENTRIES,
    forecast::ENTRIES,
    claims::ENTRIES,
    as_one::ENTRIES,
];

/// An action by its place.
fn action(place: usize) -> Action {
    Action(u8::try_from(place).expect("a player has at most 256 actions"))
}

/// The size of a group as one of its players sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Size {
    others: u32,
    actions: usize,
}

impl Size {
    fn of(told: &Told) -> Self {
        let others = told.game.player_count().saturating_sub(1);
        Self { others: u32::try_from(others).unwrap_or(u32::MAX), actions: told.actions() }
    }

    /// The last action, which serves the group least.
    fn last(self) -> Action {
        action(self.actions.saturating_sub(1))
    }
}

/// A share of the others, exactly.
#[derive(Clone, Copy, Debug)]
struct Share {
    numerator: i64,
    denominator: i64,
}

impl Share {
    /// The share of a parameter.
    fn read(params: &Params, key: &str) -> Result<Self, Diagnostic> {
        let given = params.rational(key);
        let parts = given.numerator_i64().zip(given.denominator_i64());
        let fits = |(n, d): &(i64, i64)| *n >= 0 && n <= d && *d <= 1_000_000_000;
        match parts.filter(fits) {
            Some((numerator, denominator)) => Ok(Self { numerator, denominator }),
            None => {
                let found = format!("`{key}` is {given}");
                Err(Diagnostic::new("out-of-range", found, "a share from 0 to 1 of small numbers"))
            }
        }
    }

    /// How many of the others are at least this share of them.
    fn of(self, others: u32) -> u32 {
        let product = i128::from(self.numerator) * i128::from(others);
        let (whole, rest) = (product / i128::from(self.denominator), product % i128::from(self.denominator));
        u32::try_from(whole + i128::from(rest > 0)).expect("not more than all")
    }
}

/// The parameter `share`.
fn share_field(default: impl Into<crate::catalogue::Value>, doc: &'static str) -> Field {
    Field::with_default("share", Kind::Rational, default, doc)
}

/// A whole parameter from 0.
fn from_zero(key: &'static str, max: i64, default: i64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Integer { min: 0, max }, default, doc)
}

/// A number from `min` to `max`.
fn number(key: &'static str, (min, max): (f64, f64), default: f64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Number { min, max }, default, doc)
}

/// Whether all have the same actions, so that counts mean something.
///
/// # Errors
/// If not.
fn like_actions(told: &Told) -> Result<(), Diagnostic> {
    if told.game.is_even() {
        return Ok(());
    }
    Err(Diagnostic::new(
        "wrong-game",
        "a strategy for groups in a game in which players have different numbers of actions",
        "a game in which all have the same actions",
    ))
}

/// Whether all have two actions.
///
/// # Errors
/// If not.
fn two_actions_each(told: &Told) -> Result<(), Diagnostic> {
    like_actions(told)?;
    if told.actions() == 2 {
        return Ok(());
    }
    Err(Diagnostic::new(
        "wrong-game",
        format!("a strategy for two actions in a game of {} actions", told.actions()),
        "a game of two actions a player",
    ))
}

/// A rational with this text.
#[cfg(test)]
fn q(text: &str) -> crate::exact::Rational {
    text.parse().expect("a number")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Place, Value};

    #[test]
    fn a_share_of_the_others_is_rounded_up() {
        let of = |text: &str, others: u32| {
            let value = q(text);
            let share = Share {
                numerator: value.numerator_i64().expect("small"),
                denominator: value.denominator_i64().expect("small"),
            };
            share.of(others)
        };
        assert_eq!(
            [of("1/2", 1), of("1/2", 4), of("1/2", 5), of("1/3", 3), of("1", 7), of("0", 7)],
            [1, 2, 3, 1, 7, 0]
        );
    }

    #[test]
    fn a_share_beyond_one_is_refused() {
        let strategies = crate::strategy::catalogue();
        let spec = strategies.resolve(&Value::from("group_tit_for_tat(share=1.5)"), &Place::root()).expect("a number");
        let fault = strategies.build(&spec, &strategies).map(|_| ()).expect_err("beyond one");
        assert_eq!(fault.diagnostics()[0].code, "out-of-range");
    }
}
