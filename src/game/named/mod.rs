//! The catalogue of named games, by kind, a file each.
//!
//! An entry says a game's story, source and parameters, and builds its normal form; its defaults are the payoffs of the
//! source, or the ones that the field writes most often. Where a game has a cooperative, risky or peaceful
//! action, that is action 0: dilemmas have `cooperate` first, stag hunts `stag`, chicken `swerve`, hawk-dove `dove`.
//!
//! Facets hold under the default parameters; law tests over all entries check them against the analysis. Adding a game
//! is one entry in one of these files; a user's crate registers its own with
//! [`Catalogue::register`](crate::catalogue::Catalogue::register).

mod conflict;
mod coordination;
mod dilemmas;
mod groups;
mod sequential;
mod zero_sum;

use crate::catalogue::{Catalogue, Family, Field, Kind, Params, Schema};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::{Analysis, MoveMapping, NormalForm, Player};

impl Family for NormalForm {
    const FAMILY: &'static str = "games";
    const ONE: &'static str = "game";
    const UNKNOWN: &'static str = "unknown-game";
    type Facets = Facets;
    /// A game needs nothing but its parameters.
    type Tools = ();
}

/// What is true of a game under its default parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facets {
    /// How its moves are shown as tasks.
    pub mapping: MoveMapping,
    /// How the players' payoffs relate.
    pub utility: Utility,
    /// Whether the players can change places.
    pub symmetric: bool,
    /// Whether the number of players is a parameter, called `players`.
    pub any_players: bool,
}

/// How the payoffs of the players of a game relate; the first that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Utility {
    /// They sum to zero in every profile.
    ZeroSum,
    /// They sum to the same in every profile.
    ConstantSum,
    /// All are the same in every profile.
    Identical,
    /// None of these.
    GeneralSum,
}

impl Utility {
    /// The facet's name in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Self::ZeroSum => "zero-sum",
            Self::ConstantSum => "constant-sum",
            Self::Identical => "common interest",
            Self::GeneralSum => "general-sum",
        }
    }

    /// What holds of a game.
    pub fn of(game: &NormalForm) -> Self {
        let analysis = Analysis::of(game);
        match analysis.constant_sum() {
            Some(sum) if sum.is_zero() => Self::ZeroSum,
            Some(_) => Self::ConstantSum,
            None if analysis.is_common_interest() => Self::Identical,
            None => Self::GeneralSum,
        }
    }
}

impl Facets {
    /// A symmetric general-sum game of two players.
    const fn symmetric(mapping: MoveMapping) -> Self {
        Self { mapping, utility: Utility::GeneralSum, symmetric: true, any_players: false }
    }

    /// A general-sum game of players in different roles.
    const fn roles(mapping: MoveMapping) -> Self {
        Self { symmetric: false, ..Self::symmetric(mapping) }
    }

    /// The same, with other utility.
    const fn utility(mut self, utility: Utility) -> Self {
        self.utility = utility;
        self
    }

    /// The same, for any number of players.
    const fn any_players(mut self) -> Self {
        self.any_players = true;
        self
    }
}

/// The built-in games, kind by kind.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// use comity::exact::Rational;
/// use comity::ids::PlayerId;
///
/// let games = comity::game::catalogue();
/// let spec = games.resolve(&Value::from("Hawk-Dove(v=2, c=4)"), &Place::root()).unwrap();
/// let game = games.build(&spec, &()).unwrap();
/// // Two hawks share the value and the cost of the fight.
/// assert_eq!(game.payoff(&[1, 1], PlayerId(0)), &Rational::from(-1i64));
/// ```
pub fn catalogue() -> Catalogue<NormalForm> {
    Catalogue::new(vec![
        dilemmas::ENTRIES,
        coordination::ENTRIES,
        conflict::ENTRIES,
        zero_sum::ENTRIES,
        groups::ENTRIES,
        sequential::ENTRIES,
    ])
}

/// What building gives.
type Built = Result<Box<NormalForm>, Faults>;

/// The schema of a game without parameters.
fn none() -> Schema {
    Schema::default()
}

/// An exact parameter with a default; any finite value is allowed, so that the builder checks ranges.
fn exact(key: &'static str, default: impl Into<crate::catalogue::Value>, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Rational, default, doc).unit("utility")
}

/// A whole parameter of a closed range with a default.
fn whole(key: &'static str, (min, max): (i64, i64), default: i64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Integer { min, max }, default, doc)
}

/// The number of players of a game of two actions each; the limit keeps its profiles below 2^14.
fn players_field(min: i64, default: i64) -> Field {
    whole("players", (min, 14), default, "How many players there are.")
}

fn q(n: i64) -> Rational {
    Rational::from(n)
}

/// A count as an exact number.
fn count(n: usize) -> Rational {
    Rational::from(i64::try_from(n).expect("counts in games are small"))
}

fn table<const N: usize, const M: usize>(cells: [[i64; M]; N]) -> Vec<Vec<Rational>> {
    cells.iter().map(|row| row.iter().map(|x| q(*x)).collect()).collect()
}

/// A symmetric game of two players: `payoffs[own][other]`.
fn symmetric<S: AsRef<str>>(title: &str, actions: impl IntoIterator<Item = S>, payoffs: &[Vec<Rational>]) -> Built {
    Ok(Box::new(NormalForm::symmetric(title, actions, payoffs)?))
}

/// A game of two players in roles: each a name and its actions; `cells[row][column]` holds both payoffs.
fn roles<const N: usize, const M: usize>(
    title: &str,
    row: (&str, [&str; N]),
    column: (&str, [&str; M]),
    cells: [[[Rational; 2]; M]; N],
) -> Built {
    let players = vec![Player::new(row.0, row.1), Player::new(column.0, column.1)];
    let payoffs = cells.into_iter().flatten().flatten().collect();
    Ok(Box::new(NormalForm::new(title, players, payoffs)?))
}

/// The same with whole payoffs.
fn roles_of<const N: usize, const M: usize>(
    title: &str,
    row: (&str, [&str; N]),
    column: (&str, [&str; M]),
    cells: [[[i64; 2]; M]; N],
) -> Built {
    roles(title, row, column, cells.map(|cells| cells.map(|cell| cell.map(q))))
}

/// A game of so many players with the same actions, called `player 1` and so on, from the payoffs of a profile.
fn group<S: Into<String> + Clone>(
    title: &str,
    players: usize,
    actions: &[S],
    payoffs: impl FnMut(&[usize]) -> Vec<Rational>,
) -> Built {
    let players = (1..=players).map(|k| Player::new(format!("player {k}"), actions.iter().cloned())).collect();
    Ok(Box::new(NormalForm::from_rule(title, players, payoffs)?))
}

/// Nothing if the parameters are as the game needs them; else what was found, and what the game needs.
pub(super) fn require(holds: bool, params: &Params, needs: &str) -> Result<(), Diagnostic> {
    if holds {
        return Ok(());
    }
    let given: Vec<String> = params
        .table()
        .iter()
        .map(|(key, value)| {
            let text = value.digits().or_else(|| value.as_text().map(str::to_string));
            format!("{} = {}", key.name, text.unwrap_or_else(|| value.describe()))
        })
        .collect();
    Err(Diagnostic::new("game-parameters", given.join(", "), needs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::{Entry, Place, Spec, Value};

    fn default(games: &Catalogue<NormalForm>, entry: &Entry<NormalForm>) -> (Spec, NormalForm) {
        let spec = games.resolve(&Value::from(entry.key), &Place::root()).unwrap_or_else(|f| panic!("{f}"));
        let game = games.build(&spec, &()).unwrap_or_else(|f| panic!("{}: {f}", entry.key));
        (spec, *game)
    }

    #[test]
    fn every_entry_builds_what_it_says() {
        let games = catalogue();
        assert!(games.entries().count() >= 50);
        for entry in games.entries() {
            let (spec, game) = default(&games, entry);
            assert_eq!(spec.key, entry.key);
            assert_eq!(game.title, entry.title, "{}", entry.key);
            assert_eq!(Utility::of(&game), entry.facets.utility, "{}", entry.key);
            assert_eq!(game.is_symmetric(), entry.facets.symmetric, "{}", entry.key);
            assert!(entry.facets.mapping.fits(&game), "{}", entry.key);
            assert_eq!((entry.params)().field("players").is_some(), entry.facets.any_players, "{}", entry.key);
            for text in [entry.about, entry.source] {
                assert!(text.len() > 10 && text.trim() == text, "{}: {text:?}", entry.key);
            }
            assert!(entry.about.ends_with('.') && entry.source.contains(|c: char| c.is_ascii_digit()), "{}", entry.key);
            for player in game.players() {
                let mut names: Vec<&String> = player.actions.iter().collect();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), player.actions.len(), "{}: actions have names of their own", entry.key);
            }
        }
    }

    #[test]
    fn every_name_finds_its_own_entry() {
        let games = catalogue();
        for entry in games.entries() {
            for name in entry.aliases.iter().copied().chain([entry.key, entry.title]) {
                assert_eq!(games.find(name).map(|found| found.key), Some(entry.key), "{name}");
            }
            let snake = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            assert!(entry.key.chars().all(snake), "{}", entry.key);
        }
    }
}
