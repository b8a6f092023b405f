//! The strategic game file, `.nfg`, in both of its forms (Gambit's documentation, "The strategic game (.nfg) file
//! format").
//!
//! ```text
//! file       = "NFG" "1" ( "R" | "D" ) title players strategies [ comment ] ( payoffs | outcomes indices )
//! players    = "{" name { name } "}"
//! strategies = "{" count { count } "}" | "{" list { list } "}"      one for each player
//! list       = "{" label { label } "}"
//! payoffs    = number { number }                                    all players' payoffs, profile by profile
//! outcomes   = "{" { outcome } "}"
//! outcome    = "{" name number [ "," ] { number [ "," ] } "}"       one payoff for each player
//! indices    = index { index }                                      one for each profile; 0 is the null outcome
//! ```
//! In the payoff form the body lists payoffs, in the outcome form it lists outcomes by number; with either, strategies
//! are given as counts (their labels are then `1`, `2`, ...) or as lists of labels. **Profiles run with the first
//! player's strategy fastest**, unlike those of [`NormalForm`]. The null outcome pays nothing to anyone.
//!
//! Names, title, comment and labels are quoted; any white space may stand between tokens. Numbers are exact: integers,
//! decimals (`.5` and exponents too) and fractions. `R` and the older `D` mean the same. In a quoted text `\"` is a
//! quote and a backslash elsewhere stands for itself; so that a text may also end in one, a run of backslashes just
//! before a quote counts in pairs (`\\"` is a backslash and the closing quote).
//!
//! A fault is reported at the first token at which no continuation could make the text valid; where something is
//! missing at the end, behind the last token; for a quote that is never closed, at the quote.

mod reader;
mod writer;

use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::{GameError, NormalForm, Player};

/// A game as an `.nfg` file holds it: in the outcome form profiles share named outcomes, which a [`NormalForm`] does
/// not keep.
///
/// `Display` writes the file: in the outcome form if an outcome has a name, else in the payoff form. Reading it back
/// gives an equal game.
///
/// # Examples
/// ```
/// use comity::game::Nfg;
///
/// let text = r#"NFG 1 R "Stag hunt" { "row" "column" } { 2 2 } 4/3 4/3 1 0 0 1 .5 .5"#;
/// let file = Nfg::read(text).unwrap();
/// // The first player's strategy moves fastest: 1 and 0 belong to (second, first).
/// assert_eq!(file.game().payoff(&[1, 0], comity::ids::PlayerId(0)), &comity::exact::Rational::one());
/// assert_eq!(Nfg::read(&file.to_string()).unwrap(), file);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nfg {
    game: NormalForm,
    table: Option<OutcomeTable>,
}

/// An outcome that several profiles may share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Its name, possibly empty.
    pub name: String,
    /// What it is worth to each player.
    pub payoffs: Vec<Rational>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct OutcomeTable {
    outcomes: Vec<Outcome>,
    /// By number of profile, in the order of [`NormalForm`]: 0 for the null outcome, else one more than the place.
    cells: Vec<usize>,
}

impl Nfg {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong first, with line, column and token; or that the game is too large.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        reader::read(text)
    }

    /// A game by outcomes: `cells[profile]` is 0 for the null outcome, else one more than the place of an outcome.
    ///
    /// # Errors
    /// If these are no game, an outcome has a wrong number of payoffs, or a cell names an outcome that is not there.
    pub fn with_outcomes(
        title: impl Into<String>,
        comment: impl Into<String>,
        players: Vec<Player>,
        outcomes: Vec<Outcome>,
        cells: Vec<usize>,
    ) -> Result<Self, GameError> {
        if let Some(bad) = outcomes.iter().find(|outcome| outcome.payoffs.len() != players.len()) {
            let (name, found) = (bad.name.clone(), bad.payoffs.len());
            return Err(GameError::OutcomePayoffs { name, found, players: players.len() });
        }
        if let Some(found) = cells.iter().copied().find(|cell| *cell > outcomes.len()) {
            return Err(GameError::NoSuchOutcome { found, outcomes: outcomes.len() });
        }
        let nothing = vec![Rational::zero(); players.len()];
        let payoffs = cells.iter().flat_map(|cell| match cell.checked_sub(1) {
            None => nothing.clone(),
            Some(place) => outcomes[place].payoffs.clone(),
        });
        let mut game = NormalForm::new(title, players, payoffs.collect())?;
        game.comment = comment.into();
        Ok(Self { game, table: Some(OutcomeTable { outcomes, cells }) })
    }

    /// The game.
    pub fn game(&self) -> &NormalForm {
        &self.game
    }

    /// The game alone.
    pub fn into_game(self) -> NormalForm {
        self.game
    }

    /// The outcomes in order; none in the payoff form.
    pub fn outcomes(&self) -> &[Outcome] {
        self.table.as_ref().map_or(&[], |table| &table.outcomes)
    }

    /// The outcome of a profile given by number; nothing for the null outcome and in the payoff form.
    pub fn outcome_at(&self, profile: usize) -> Option<&Outcome> {
        let table = self.table.as_ref()?;
        table.outcomes.get(table.cells[profile].checked_sub(1)?)
    }
}

impl From<NormalForm> for Nfg {
    fn from(game: NormalForm) -> Self {
        Self { game, table: None }
    }
}

/// The numbers of profiles, in the order of [`NormalForm`], as a body lists them: the first player's strategy fastest.
fn body_order(game_dimensions: &[usize]) -> impl Iterator<Item = usize> + use<> {
    let dimensions = game_dimensions.to_vec();
    let mut strides = vec![1; dimensions.len()];
    for k in (1..dimensions.len()).rev() {
        strides[k - 1] = strides[k] * dimensions[k];
    }
    let count = dimensions.iter().product();
    let mut profile = vec![0; dimensions.len()];
    (0..count).map(move |_| {
        let number = profile.iter().zip(&strides).map(|(action, stride)| action * stride).sum();
        for (action, size) in profile.iter_mut().zip(&dimensions) {
            *action += 1;
            if *action < *size {
                break;
            }
            *action = 0;
        }
        number
    })
}

/// The label of a strategy where only the number of them is given.
fn default_label(place: usize) -> String {
    (place + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_moves_the_first_player_fastest() {
        assert_eq!(body_order(&[3, 2]).collect::<Vec<_>>(), [0, 2, 4, 1, 3, 5]);
        assert_eq!(body_order(&[2, 2, 2]).collect::<Vec<_>>(), [0, 4, 2, 6, 1, 5, 3, 7]);
        assert_eq!(body_order(&[1]).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn outcomes_are_shared_and_the_null_outcome_pays_nothing() {
        let q = |n: i64| Rational::from(n);
        let players = vec![Player::new("a", ["x", "y"]), Player::new("b", ["x", "y"])];
        let both = Outcome { name: "both".into(), payoffs: vec![q(2), q(1)] };
        let file = Nfg::with_outcomes("t", "c", players.clone(), vec![both.clone()], vec![1, 0, 0, 1]).expect("a game");
        assert_eq!(file.outcome_at(3), Some(&both));
        assert_eq!(file.outcome_at(1), None);
        let all: Vec<Rational> = [2, 1, 0, 0, 0, 0, 2, 1].map(q).to_vec();
        assert_eq!(file.game().payoffs(), all);
        let fault =
            |outcomes, cells| Nfg::with_outcomes("", "", players.clone(), outcomes, cells).expect_err("a fault");
        assert_eq!(fault(vec![both.clone()], vec![1, 0, 0, 2]), GameError::NoSuchOutcome { found: 2, outcomes: 1 });
        assert!(matches!(fault(vec![both.clone()], vec![1, 0, 0]), GameError::PayoffCount { found: 6, .. }));
        let short = Outcome { payoffs: vec![q(1)], ..both.clone() };
        assert!(matches!(fault(vec![both, short], vec![1, 0, 0, 2]), GameError::OutcomePayoffs { found: 1, .. }));
    }
}
