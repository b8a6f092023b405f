//! The logit quantal response correspondence and its principal branch (McKelvey & Palfrey 1995).
//!
//! In a logit equilibrium of precision `lambda >= 0` every player plays each action with a probability in proportion to
//! `exp(lambda * payoff)`, payoffs being those against the others' same strategies. At `lambda = 0` all actions are alike;
//! the branch of solutions that begins there leads, in almost every game, to one Nash equilibrium as `lambda` grows:
//! the *limiting logit equilibrium*, a selection. The branch is followed by predictor and corrector in the logarithms of the
//! probabilities and `lambda` together (Turocy 2005; Allgower & Georg 1990, ch. 6), so that it may turn back in `lambda`.
//! Numbers here are floats: each point solves the equations to about 1e-11 of the greatest range of payoffs.

use crate::equilibrium::dense::solve_dense;
use crate::equilibrium::float_game::FloatGame;
use crate::error::Diagnostic;
use crate::game::NormalForm;

/// A point of the branch.
#[derive(Clone, Debug, PartialEq)]
pub struct LogitPoint {
    /// The precision, in units of one over payoff.
    pub lambda: f64,
    /// The probabilities by player and action; each player's sum to 1 within 1e-10.
    pub profile: Vec<Vec<f64>>,
}

/// The principal branch, from uniform play on.
#[derive(Clone, Debug, PartialEq)]
pub struct LogitBranch {
    /// Its points in order; the first has `lambda` 0.
    pub points: Vec<LogitPoint>,
    /// Whether it was followed to the greatest `lambda` that was asked for.
    pub complete: bool,
}

/// How far to follow the branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogitOptions {
    /// The greatest `lambda`, times the greatest range of payoffs of a player: 1e6 by default.
    pub max_precision: f64,
    /// The greatest number of points: 20,000 by default.
    pub max_points: usize,
    /// The greatest step, in the norm of log-probabilities and scaled `lambda`, at the start: it grows with `lambda`. Smaller
    /// steps give a smoother curve. 0.5 by default.
    pub max_step: f64,
}

impl Default for LogitOptions {
    fn default() -> Self {
        Self { max_precision: 1e6, max_points: 20_000, max_step: 0.5 }
    }
}

/// The most profiles that a game may have here, and the most actions of all players.
const MAX_PROFILES: usize = 1 << 17;
const MAX_ACTIONS: usize = 256;

/// That a game is small enough for the numerical methods.
pub(super) fn check_size(game: &NormalForm) -> Result<(), Diagnostic> {
    let (profiles, actions) = (game.profile_count(), game.dimensions().iter().sum::<usize>());
    if profiles > MAX_PROFILES || actions > MAX_ACTIONS {
        let found = format!("a game of {profiles} profiles and {actions} actions");
        let expected = format!("at most {MAX_PROFILES} profiles and {MAX_ACTIONS} actions in all");
        return Err(Diagnostic::new("game-too-large", found, expected)
            .help("pure equilibria are found in games of any size (method `pure`)"));
    }
    Ok(())
}

/// The principal branch of a game.
///
/// # Errors
/// If the game is too large, or an option is not a positive number.
///
/// # Examples
/// ```
/// use comity::equilibrium::logit::{LogitOptions, branch};
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// // Goeree & Holt 2001: at any precision matching pennies with one payoff of 9 is not played half and half ...
/// let a = [vec![q(9), q(0)], vec![q(0), q(1)]];
/// let b = [vec![q(0), q(1)], vec![q(1), q(0)]];
/// let game = NormalForm::bimatrix("pennies", ["h", "t"], &a, &b).unwrap();
/// let found = branch(&game, &LogitOptions::default()).unwrap();
/// assert!(found.points.iter().skip(1).all(|point| point.profile[0][0] > 0.5));
/// // ... but in the limit the row player must keep the column player indifferent.
/// assert!((found.points.last().unwrap().profile[0][0] - 0.5).abs() < 1e-5);
/// ```
pub fn branch(game: &NormalForm, options: &LogitOptions) -> Result<LogitBranch, Diagnostic> {
    check_size(game)?;
    let positive = |x: f64| x > 0.0 && x.is_finite();
    if !(positive(options.max_precision) && positive(options.max_step) && options.max_points > 0) {
        let found = format!("{options:?}");
        return Err(Diagnostic::new("bad-options", found, "positive numbers"));
    }
    let floats = FloatGame::of(game);
    let mut points = Vec::new();
    let complete = follow(&floats, options, |lambda, p| {
        points.push(LogitPoint { lambda: lambda / floats.unit, profile: floats.split(p) });
    });
    Ok(LogitBranch { points, complete })
}

/// Follows the branch and shows each point with its scaled precision; whether it came to the end.
pub(super) fn follow(game: &FloatGame, options: &LogitOptions, mut see: impl FnMut(f64, &[f64])) -> bool {
    let n = game.len();
    let mut at = Point { logs: game.uniform().iter().map(|p| libm::log(*p)).collect(), lambda: 0.0 };
    let mut ahead = vec![0.0; n + 1];
    ahead[n] = 1.0;
    let Some(mut tangent) = at.tangent(game, &ahead) else { return false };
    see(0.0, &at.probabilities());
    let mut step = 0.01f64.min(options.max_step);
    for _ in 1..options.max_points {
        let most = options.max_step * (1.0 + at.lambda.max(0.0));
        loop {
            if step < 1e-9 {
                return false;
            }
            let found = at.corrected(game, &tangent, step).and_then(|(next, rounds)| {
                let turned = next.tangent(game, &tangent)?;
                let cosine: f64 = turned.iter().zip(&tangent).map(|(a, b)| a * b).sum();
                (cosine > 0.8).then_some((next, turned, rounds))
            });
            if let Some((next, turned, rounds)) = found {
                at = next;
                tangent = turned;
                if rounds <= 2 {
                    step *= 2.0;
                }
                step = step.min(most);
                break;
            }
            step *= 0.5;
        }
        see(at.lambda, &at.probabilities());
        if at.lambda >= options.max_precision {
            return true;
        }
    }
    false
}

/// Logarithms of probabilities, and the scaled precision.
struct Point {
    logs: Vec<f64>,
    lambda: f64,
}

impl Point {
    fn probabilities(&self) -> Vec<f64> {
        self.logs.iter().map(|log| libm::exp(*log)).collect()
    }

    /// The equations' values: for each player, that probabilities sum to one, then for each further action that its
    /// logarithm differs from the first one's by `lambda` times the difference of payoffs, both divided by
    /// `1 + lambda` to stay in units of payoff.
    fn residuals(&self, game: &FloatGame, p: &[f64]) -> Vec<f64> {
        let values = game.values(p);
        let weight = 1.0 / (1.0 + self.lambda.abs());
        let mut residuals = Vec::with_capacity(p.len());
        for (from, d) in game.offsets.iter().zip(&game.dims) {
            residuals.push(p[*from..from + d].iter().sum::<f64>() - 1.0);
            for k in from + 1..from + d {
                let gap = self.logs[k] - self.logs[*from] - self.lambda * (values[k] - values[*from]);
                residuals.push(gap * weight);
            }
        }
        residuals
    }

    /// The equations' derivatives by logarithms and `lambda`, with one more row to fill: `n + 1` columns.
    fn derivatives(&self, game: &FloatGame, p: &[f64], last: &[f64]) -> Vec<f64> {
        let n = p.len();
        let (values, slopes) = (game.values(p), game.slopes(p));
        let weight = 1.0 / (1.0 + self.lambda.abs());
        let mut rows = vec![0.0; (n + 1) * (n + 1)];
        for (from, d) in game.offsets.iter().zip(&game.dims) {
            let first = from * (n + 1);
            rows[first + from..first + from + d].copy_from_slice(&p[*from..from + d]);
            for k in from + 1..from + d {
                let row = &mut rows[k * (n + 1)..(k + 1) * (n + 1)];
                for j in 0..n {
                    row[j] = -self.lambda * weight * (slopes[k * n + j] - slopes[from * n + j]) * p[j];
                }
                row[k] += weight;
                row[*from] -= weight;
                row[n] = -weight * (values[k] - values[*from]);
            }
        }
        rows[n * (n + 1)..].copy_from_slice(last);
        rows
    }

    /// The direction of the branch, of length one, on the side of another direction.
    fn tangent(&self, game: &FloatGame, along: &[f64]) -> Option<Vec<f64>> {
        let p = self.probabilities();
        let mut right = vec![0.0; along.len()];
        right[along.len() - 1] = 1.0;
        let direction = solve_dense(self.derivatives(game, &p, along), right)?;
        let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        Some(direction.into_iter().map(|x| x / length).collect())
    }

    /// The point of the branch a step ahead in the plane across the tangent, by Newton's method, and how many rounds it
    /// took. Nothing if it does not converge quickly or moves far from the prediction: another branch may be there.
    fn corrected(&self, game: &FloatGame, tangent: &[f64], step: f64) -> Option<(Point, usize)> {
        const ROUNDS: usize = 5;
        const TOLERANCE: f64 = 1e-11;
        let n = self.logs.len();
        let old = self.probabilities();
        let mut next = Point {
            logs: self.logs.iter().zip(tangent).map(|(log, slope)| log + step * slope).collect(),
            lambda: self.lambda + step * tangent[n],
        };
        let mut p = next.probabilities();
        for round in 0..=ROUNDS {
            let mut residuals = next.residuals(game, &p);
            let worst = residuals.iter().fold(0.0f64, |worst, x| worst.max(x.abs()));
            if !worst.is_finite() {
                return None;
            }
            let moved = p.iter().zip(&old).fold(0.0f64, |most, (a, b)| most.max((a - b).abs()));
            if moved > 0.1 {
                return None;
            }
            if worst <= TOLERANCE {
                return Some((next, round));
            }
            residuals.push(0.0);
            let change = solve_dense(next.derivatives(game, &p, tangent), residuals)?;
            let size = change.iter().map(|x| x * x).sum::<f64>().sqrt();
            if size > 0.5 * step {
                return None;
            }
            for (log, change) in next.logs.iter_mut().zip(&change) {
                *log -= change;
            }
            next.lambda -= change[n];
            p = next.probabilities();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;
    use crate::game::Player;

    fn q(n: i64) -> Rational {
        Rational::from(n)
    }

    fn symmetric(rows: &[&[i64]]) -> NormalForm {
        let rows: Vec<Vec<Rational>> = rows.iter().map(|row| row.iter().map(|x| q(*x)).collect()).collect();
        NormalForm::symmetric("g", [""; 0], &rows).expect("a game")
    }

    /// The symmetric logit equilibrium of a symmetric two-by-two game nearest to uniform play, by bisection of
    /// `ln(p / (1 - p)) = lambda * (gain of the first action)`.
    fn by_bisection(game: &[&[i64]], lambda: f64) -> f64 {
        let [r, s, t, u] = [game[0][0], game[0][1], game[1][0], game[1][1]].map(|x| x as f64);
        let excess = |p: f64| libm::log(p / (1.0 - p)) - lambda * (p * (r - t) + (1.0 - p) * (s - u));
        let (mut low, mut high) = if excess(0.5) < 0.0 { (0.5, 1.0 - 1e-16) } else { (1e-300, 0.5) };
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if excess(middle) < 0.0 { low = middle } else { high = middle }
        }
        low
    }

    #[test]
    fn points_solve_the_logit_equation() {
        // One where the first action dominates, and one where the risk-dominant action wins.
        for game in [&[&[5i64, 1][..], &[3, 0]][..], &[&[4, 0], &[3, 2]]] {
            let found = branch(&symmetric(game), &LogitOptions::default()).expect("small");
            assert!(found.complete);
            assert!(found.points.len() < 500, "{}", found.points.len());
            assert_eq!(found.points[0].lambda, 0.0);
            for point in found.points.iter().filter(|point| point.lambda < 8.0) {
                let wanted = by_bisection(game, point.lambda);
                assert!((point.profile[0][0] - wanted).abs() < 1e-8, "{} {wanted} {point:?}", point.lambda);
                assert!((point.profile[1][0] - wanted).abs() < 1e-8);
            }
        }
    }

    #[test]
    fn the_limit_of_a_stag_hunt_is_risk_dominant() {
        let last = |rows: &[&[i64]]| branch(&symmetric(rows), &LogitOptions::default()).expect("small").points.pop();
        assert!(last(&[&[4, 0], &[3, 2]]).expect("a point").profile[0][1] > 1.0 - 1e-9);
        assert!(last(&[&[4, 0], &[2, 1]]).expect("a point").profile[0][0] > 1.0 - 1e-9);
    }

    #[test]
    fn payoffs_and_precision_have_one_unit() {
        let small = branch(&symmetric(&[&[4, 0], &[3, 2]]), &LogitOptions::default()).expect("small");
        let large = branch(&symmetric(&[&[400, 0], &[300, 200]]), &LogitOptions::default()).expect("small");
        for (a, b) in small.points.iter().zip(&large.points) {
            assert_eq!(a.profile, b.profile);
            assert!((a.lambda - 100.0 * b.lambda).abs() <= 1e-9 * a.lambda);
        }
    }

    #[test]
    fn a_game_in_which_nothing_matters_stays_uniform() {
        let found = branch(&symmetric(&[&[1, 1], &[1, 1]]), &LogitOptions::default()).expect("small");
        assert!(found.complete);
        assert!(found.points.iter().all(|point| point.profile[0] == [0.5, 0.5]));
    }

    #[test]
    fn bad_options_and_large_games_are_refused() {
        let game = symmetric(&[&[1, 1], &[1, 1]]);
        let options = LogitOptions { max_step: f64::NAN, ..LogitOptions::default() };
        assert_eq!(branch(&game, &options).expect_err("refused").code, "bad-options");
        let players = (0..2).map(|_| Player::new("p", (0..200).map(|k| k.to_string()))).collect();
        let game = NormalForm::from_rule("g", players, |_| vec![q(0), q(0)]).expect("a game");
        let fault = branch(&game, &LogitOptions::default()).expect_err("refused");
        assert!(fault.to_string().starts_with("a game of 40000 profiles and 400 actions"), "{fault}");
    }
}
