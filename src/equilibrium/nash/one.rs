//! One equilibrium of a game, with its proof.
//!
//! Two players: the end of the Lemke-Howson path of the row player's first action, exact. More players: the limit of the
//! logit branch (a homotopy from uniform play), made precise on its support. Floats find it; what is given out is checked
//! in exact numbers, and proven to lie at a true equilibrium where that can be.

use super::few_mixing::{Few, few_mixing};
use super::found::Equilibrium;
use super::lemke_howson::lemke_howson;
use super::supports::{SupportOptions, by_supports};
use super::system::{Standing, System};
use crate::equilibrium::float_game::FloatGame;
use crate::equilibrium::logit::{LogitOptions, check_size, follow};
use crate::equilibrium::profile::Profile;
use crate::error::Diagnostic;
use crate::game::{Analysis, NormalForm};

/// A regret that counts as an equilibrium's if nothing better is found, in the greatest range of payoffs.
const GOOD: f64 = 1e-9;

/// One equilibrium.
///
/// There is always an answer, and its regret is exact: 0 for two players; for more, 0 or an error of rounding in all but
/// degenerate games.
///
/// # Errors
/// If the game is too large.
///
/// # Examples
/// ```
/// use comity::equilibrium::nash::one;
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let pennies = NormalForm::bimatrix(
///     "matching pennies",
///     ["heads", "tails"],
///     &[vec![q(1), q(-1)], vec![q(-1), q(1)]],
///     &[vec![q(-1), q(1)], vec![q(1), q(-1)]],
/// )
/// .unwrap();
/// let found = one(&pennies).unwrap();
/// assert!(found.is_exact());
/// assert_eq!(found.profile.strategies()[0].probabilities(), [Rational::new(1, 2), Rational::new(1, 2)]);
/// ```
pub fn one(game: &NormalForm) -> Result<Equilibrium, Diagnostic> {
    if game.player_count() == 2 {
        return Ok(Equilibrium::of(game, lemke_howson(game, 0)?.profile));
    }
    check_size(game)?;
    let floats = FloatGame::of(game);
    let mut last = floats.uniform();
    follow(&floats, &LogitOptions::default(), |_, p| last = p.to_vec());
    let limit = polished(game, &floats, &last);
    let bound = |found: &Equilibrium| found.regret.to_f64() / floats.unit;
    if limit.as_ref().is_some_and(|limit| limit.radius.is_some() || bound(limit) <= GOOD) {
        return Ok(limit.expect("just seen"));
    }
    // The branch got stuck, or ended where the equations are singular.
    if let Some(pure) = Analysis::of(game).pure_equilibria().first() {
        return Ok(Equilibrium::pure(game, *pure));
    }
    let few = SupportOptions { max_supports: 10_000, max_boxes: 100_000, ..SupportOptions::default() };
    let found = by_supports(game, &few).equilibria.into_iter().chain(limit);
    let best = found.min_by(|a, b| a.regret.cmp(&b.regret));
    Ok(best.unwrap_or_else(|| Equilibrium::of(game, Profile::uniform(game))))
}

/// The equilibrium near a profile of floats, on the support that its probabilities suggest. Which of them are on their
/// way to zero is not certain, so that all cuts are tried: the first that gives a proven equilibrium wins, else that of
/// least regret.
pub(super) fn polished(game: &NormalForm, floats: &FloatGame, flat: &[f64]) -> Option<Equilibrium> {
    let mut tried: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut best = Equilibrium::near(game, floats, flat);
    for digits in 2..=12 {
        let cut = (0..digits).fold(1.0, |cut, _| cut * 0.1);
        let by_player = floats.split(flat);
        let played = |p: &Vec<f64>| (0..p.len()).filter(|action| p[*action] > cut).collect::<Vec<usize>>();
        let support: Vec<Vec<usize>> = by_player.iter().map(played).collect();
        if tried.contains(&support) || support.iter().any(Vec::is_empty) {
            continue;
        }
        if let Some(found) = on_support(game, floats, &support, flat) {
            if found.radius.is_some() {
                return Some(found);
            }
            if best.as_ref().is_none_or(|best| found.regret < best.regret) {
                best = Some(found);
            }
        }
        tried.push(support);
    }
    best
}

/// The equilibrium of a support to which Newton's method leads from a profile.
fn on_support(game: &NormalForm, floats: &FloatGame, support: &[Vec<usize>], flat: &[f64]) -> Option<Equilibrium> {
    let mixing: Vec<usize> = (0..support.len()).filter(|player| support[*player].len() > 1).collect();
    if mixing.is_empty() {
        let actions: Vec<usize> = support.iter().map(|actions| actions[0]).collect();
        return Some(Equilibrium::of(game, Profile::pure(game, game.profile_index(&actions))));
    }
    if mixing.len() <= 2 {
        match few_mixing(game, support, &mixing) {
            Few::One(profile) | Few::Edge([profile, _]) => return Some(Equilibrium::of(game, profile)),
            Few::None | Few::Many => {}
        }
    }
    let system = System::new(floats, support.to_vec());
    let actions = support.iter().zip(&floats.offsets).flat_map(|(actions, from)| actions.iter().map(move |a| from + a));
    let actions: Vec<usize> = actions.collect();
    let start: Vec<f64> = actions.iter().map(|action| flat[*action]).collect();
    let mut point = system.newton(&start)?;
    let proof = system.prove(&point).filter(|root| root.standing == Standing::Strict);
    if proof.is_none() {
        // A singular system: the point may have left the simplex by an error of rounding.
        point.iter_mut().for_each(|p| *p = p.max(0.0));
    }
    let mut whole = vec![0.0; floats.len()];
    for (action, p) in actions.iter().zip(&point) {
        whole[*action] = *p;
    }
    let mut found = Equilibrium::near(game, floats, &whole)?;
    if !found.is_exact() {
        found.radius = proof.map(|root| root.radius);
    }
    Some(found)
}
