//! Rest points of the replicator dynamics, found and classified exactly.
//!
//! `x_i' = x_i ((A x)_i - x . A x)` rests where all strategies that are present get the same (Taylor & Jonker 1978). Each
//! face's interior holds no rest point, one, or a continuum. A rest point is a symmetric Nash equilibrium if nobody
//! absent would get more; evolutionary stability is decided by exact copositivity. Eigenvalues are those of the Jacobian
//! on the simplex (Hofbauer & Sigmund 1998, ch. 7), the only floats here.

use super::ess::is_stable;
use super::faces::{Face, face, supports};
use super::payoffs::{EvolutionError, Payoffs};
use super::spectrum::eigenvalues;
use crate::exact::Rational;

/// The rest points of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct RestPoints {
    /// The faces' lone rest points: by size of the support, then in lexicographic order. One at the end of another face's
    /// continuum is among them.
    pub isolated: Vec<RestPoint>,
    /// The supports whose interior holds a continuum, in the same order.
    pub continua: Vec<Vec<usize>>,
}

/// A rest point that is alone in the interior of its face.
#[derive(Clone, Debug, PartialEq)]
pub struct RestPoint {
    /// The share of each strategy.
    pub shares: Vec<Rational>,
    /// What everyone gets there.
    pub payoff: Rational,
    /// Whether it is a symmetric Nash equilibrium.
    pub is_nash: bool,
    /// Whether it is evolutionarily stable.
    pub is_stable: bool,
    /// The eigenvalues of the Jacobian on the tangent space, one fewer than strategies: real parts and magnitudes of
    /// imaginary parts, ascending.
    pub eigenvalues: Vec<(f64, f64)>,
}

/// The greatest number of strategies: there are `2^n` faces.
const LIMIT: usize = 12;

/// All rest points of the replicator dynamics.
///
/// # Errors
/// If there are more than 12 strategies.
///
/// # Examples
/// ```
/// use comity::equilibrium::evolution::{Payoffs, rest_points};
/// use comity::exact::Rational;
/// let q = |n: i64, d: i64| Rational::new(n, d);
/// // Hawk-dove with V = 2, C = 4: half are hawks, and that is evolutionarily stable (Maynard Smith & Price 1973).
/// let hawk_dove = Payoffs::new(&[vec![q(-1, 1), q(2, 1)], vec![q(0, 1), q(1, 1)]]).unwrap();
/// let mixed = &rest_points(&hawk_dove).unwrap().isolated[2];
/// assert_eq!(mixed.shares, [q(1, 2), q(1, 2)]);
/// assert!(mixed.is_stable);
/// ```
pub fn rest_points(payoffs: &Payoffs) -> Result<RestPoints, EvolutionError> {
    payoffs.at_most(LIMIT)?;
    let (mut isolated, mut continua) = (Vec::new(), Vec::new());
    for support in supports(payoffs.strategies()) {
        match face(&support, |own, other| payoffs.exact(own, other).clone()) {
            Face::Empty => {}
            Face::Continuum => continua.push(support),
            Face::Point { shares, value } => isolated.push(classify(payoffs, &support, &shares, value)),
        }
    }
    Ok(RestPoints { isolated, continua })
}

fn classify(payoffs: &Payoffs, support: &[usize], present: &[Rational], value: Rational) -> RestPoint {
    let n = payoffs.strategies();
    let mut shares = vec![Rational::zero(); n];
    for (strategy, share) in support.iter().zip(present) {
        shares[*strategy] = share.clone();
    }
    let gains: Vec<Rational> = (0..n)
        .map(|own| {
            let terms = support.iter().map(|other| payoffs.exact(own, *other) * &shares[*other]);
            terms.sum::<Rational>() - value.clone()
        })
        .collect();
    let is_nash = gains.iter().all(|gain| !gain.is_positive());
    let best: Vec<usize> = (0..n).filter(|own| gains[*own].is_zero()).collect();
    let is_stable = is_nash && is_stable(payoffs, support, &best);
    // Towards an absent strategy the flow grows at its gain; within the face it is x_i (a_ij - (x A)_j), taken on
    // vectors that sum to zero by leaving out the last coordinate.
    let outward = (0..n).filter(|own| !support.contains(own)).map(|own| (gains[own].to_f64(), 0.0));
    let (last, others) = support.split_last().expect("a support is not empty");
    let column = |j: usize| -> Rational { support.iter().map(|i| &shares[*i] * payoffs.exact(*i, j)).sum() };
    let columns: Vec<Rational> = support.iter().map(|j| column(*j)).collect();
    let by_last = columns.last().expect("as many as the support");
    let jacobian: Vec<Vec<Rational>> = others
        .iter()
        .map(|i| {
            let cell = |(k, j): (usize, &usize)| {
                let towards = payoffs.exact(*i, *j) - &columns[k];
                &shares[*i] * &(towards - (payoffs.exact(*i, *last) - by_last))
            };
            others.iter().enumerate().map(cell).collect()
        })
        .collect();
    let inward = eigenvalues(&jacobian).into_iter().map(|(re, im)| (re, im.abs()));
    let mut all: Vec<(f64, f64)> = inward.chain(outward).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.total_cmp(&b.1)));
    RestPoint { shares, payoff: value, is_nash, is_stable, eigenvalues: all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::evolution::payoffs::game;

    #[test]
    fn zeemans_game_has_an_attractor_that_is_not_stable_in_maynard_smiths_sense() {
        // Zeeman 1980: the interior point attracts (eigenvalues in the left half-plane) but is no ESS; the vertex is one.
        let found = rest_points(&game(&[&[0, 6, -4], &[-3, 0, 5], &[-1, 3, 0]])).expect("small");
        let interior = found.isolated.last().expect("rest points");
        assert_eq!(interior.shares, vec![Rational::new(1, 3); 3]);
        assert!(interior.is_nash && !interior.is_stable);
        assert!(interior.eigenvalues.iter().all(|(re, _)| *re < 0.0), "{:?}", interior.eigenvalues);
        assert!(found.isolated[0].is_stable, "the first vertex");
    }

    #[test]
    fn a_game_without_differences_is_one_continuum() {
        let found = rest_points(&game(&[&[1, 1, 1], &[1, 1, 1], &[1, 1, 1]])).expect("small");
        assert_eq!(found.isolated.len(), 3);
        assert!(found.isolated.iter().all(|point| point.is_nash && !point.is_stable));
        assert_eq!(found.continua, [vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]);
    }

    #[test]
    fn the_cycle_of_five_rests_in_its_middle() {
        // Rock-paper-scissors-lizard-Spock: a zero-sum cycle, so that the middle is a centre, exactly.
        let beats = [[1, 3], [2, 4], [3, 0], [4, 1], [0, 2]];
        let cell = |i: usize, j: usize| i64::from(beats[i].contains(&j)) - i64::from(beats[j].contains(&i));
        let table: Vec<Vec<Rational>> = (0..5).map(|i| (0..5).map(|j| Rational::from(cell(i, j))).collect()).collect();
        let found = rest_points(&Payoffs::new(&table).expect("a table")).expect("small");
        let middle = found.isolated.last().expect("rest points");
        assert_eq!(middle.shares, vec![Rational::new(1, 5); 5]);
        assert!(middle.is_nash && !middle.is_stable);
        assert!(middle.eigenvalues.iter().all(|(re, _)| re.abs() < 1e-12), "{:?}", middle.eigenvalues);
    }

    #[test]
    fn thirteen_strategies_are_too_many() {
        let zeros = vec![vec![Rational::zero(); 13]; 13];
        let error = rest_points(&Payoffs::new(&zeros).expect("a table")).expect_err("too many");
        assert_eq!(crate::error::Diagnostic::from(error).to_string(), "13 strategies; expected at most 12");
    }
}
