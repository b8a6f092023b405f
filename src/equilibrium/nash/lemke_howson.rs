//! The algorithm of Lemke & Howson (1964): from the artificial equilibrium `(0, 0)` along the path of one missing label
//! to an equilibrium.
//!
//! Each step crosses an edge of one best-response polytope, of both in turn: the label that is picked up there is dropped
//! in the other. Ties are broken by the lexicographic rule (von Stengel 2002, sec. 2.6), so that the path ends in every game;
//! its end is an extreme equilibrium. Each label gives a path; different paths may end at different equilibria, and some
//! equilibria lie at the end of none.

use num_bigint::BigInt;

use super::bimatrix::check_shape;
use super::polytope::Polytope;
use crate::equilibrium::entry::{Entry, in_smallest_type};
use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::error::Diagnostic;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// The most actions of both players: beyond it, the numbers of a tableau have thousands of digits.
const MAX_ACTIONS: usize = 256;

/// Where a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathEnd {
    /// The equilibrium.
    pub profile: Profile,
    /// How many edges the path has.
    pub pivots: usize,
}

/// The end of the path that begins at the artificial equilibrium and drops `label`: the row player's action of that
/// number, or the column player's action `label - rows`.
///
/// Paths are short in practice, though there are games in which each is exponentially long (Savani & von Stengel 2006).
///
/// # Errors
/// If the game has not two players, has too many actions, or the label is not an action.
///
/// # Examples
/// ```
/// use comity::equilibrium::nash::lemke_howson;
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let dilemma = NormalForm::symmetric("PD", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]).unwrap();
/// let end = lemke_howson(&dilemma, 0).unwrap();
/// assert_eq!((end.profile.pure_profile(&dilemma), end.pivots), (Some(3), 3));
/// ```
pub fn lemke_howson(game: &NormalForm, label: usize) -> Result<PathEnd, Diagnostic> {
    check_shape(game, MAX_ACTIONS)?;
    let actions: usize = game.dimensions().iter().sum();
    if label >= actions {
        let expected = format!("a label from 0 to {}: an action of the row or of the column player", actions - 1);
        return Err(Diagnostic::new("no-such-label", format!("label {label}"), expected));
    }
    let polytopes = [PlayerId(0), PlayerId(1)].map(|player| Polytope::of(game, player));
    let (weights, pivots) = in_smallest_type!(path(&polytopes, label));
    let strategies = weights.iter().map(|weights| MixedStrategy::in_proportion(weights)).collect();
    Ok(PathEnd { profile: Profile::from_solver(strategies), pivots })
}

/// The end of the path as weights, and the number of edges. Nothing if an entry does not fit.
fn path<E: Entry>(polytopes: &[Polytope; 2], label: usize) -> Option<(Vec<Vec<BigInt>>, usize)> {
    let [p, q] = polytopes;
    let mut tableaux = [p.tableau::<E>()?, q.tableau::<E>()?];
    // In each polytope a label names the variable that is zero where the label holds: at the origin, the own actions.
    let mut here = usize::from(q.own.contains(&label));
    let mut entering = label;
    let mut pivots = 0;
    loop {
        let tableau = &mut tableaux[here];
        let column = tableau.column_of(entering);
        let row = tableau.leaving(column).expect("a best-response polytope is bounded");
        let leaving = tableau.basic()[row];
        tableau.pivot(row, column)?;
        pivots += 1;
        if leaving == label {
            break;
        }
        entering = leaving;
        here = 1 - here;
    }
    let weights = polytopes.iter().zip(&tableaux);
    let weights =
        weights.map(|(side, tableau)| side.own.iter().map(|label| tableau.value_of(*label).to_big()).collect());
    Some((weights.collect(), pivots))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    #[test]
    fn a_label_must_be_an_action() {
        let q = |n: i64| Rational::from(n);
        let game = NormalForm::symmetric("g", ["a", "b"], &[vec![q(1), q(0)], vec![q(0), q(1)]]).expect("a game");
        assert!(lemke_howson(&game, 3).is_ok());
        let fault = lemke_howson(&game, 4).expect_err("no label");
        assert!(fault.to_string().starts_with("label 4; expected a label from 0 to 3"), "{fault}");
    }
}
