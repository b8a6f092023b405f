//! The points of a face of the simplex at which all its strategies get the same: `x` on the support with
//! `(A x)_i = v` for every `i` in it, and shares that sum to 1.
//!
//! These are the rest points of the replicator dynamics (Taylor & Jonker 1978), the candidates of Nash equilibrium, and,
//! for a symmetric table, the stationary points of the quadratic form `x . A x`.

use super::covering::{Constraint, cheapest};
use crate::exact::Rational;
use crate::exact::linear::{Solutions, solutions};

/// What a face's interior holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Face {
    /// No such point.
    Empty,
    /// One, with positive shares (in the support's order), and what everyone gets there.
    Point {
        /// The shares.
        shares: Vec<Rational>,
        /// The common payoff.
        value: Rational,
    },
    /// A continuum.
    Continuum,
}

/// The face of `support`, which is not empty, under the table `payoff(own, other)`.
pub(super) fn face(support: &[usize], payoff: impl Fn(usize, usize) -> Rational) -> Face {
    let size = support.len();
    // Unknowns: the shares, then the common payoff.
    let mut rows: Vec<Vec<Rational>> = support
        .iter()
        .map(|own| {
            let shares = support.iter().map(|other| payoff(*own, *other));
            shares.chain([Rational::from(-1i64), Rational::zero()]).collect()
        })
        .collect();
    let sum = (0..size + 2).map(|k| if k == size { Rational::zero() } else { Rational::one() });
    rows.push(sum.collect());
    match solutions(&rows) {
        Solutions::None => Face::Empty,
        Solutions::One(mut shares) => {
            let value = shares.pop().expect("the payoff is the last unknown");
            if shares.iter().all(Rational::is_positive) { Face::Point { shares, value } } else { Face::Empty }
        }
        Solutions::Many if has_interior(support, payoff) => Face::Continuum,
        Solutions::Many => Face::Empty,
    }
}

/// Whether some vector with positive entries equalises the payoffs of the support. Scaled up, its entries are at least 1:
/// it is `1 + z` with `z >= 0`.
fn has_interior(support: &[usize], payoff: impl Fn(usize, usize) -> Rational) -> bool {
    let first = support[0];
    let mut constraints = Vec::new();
    for own in &support[1..] {
        let difference: Vec<Rational> =
            support.iter().map(|other| payoff(*own, *other) - payoff(first, *other)).collect();
        let at_ones: Rational = difference.iter().sum();
        let opposite = difference.iter().map(|x| -x.clone()).collect();
        constraints.push(Constraint { coefficients: opposite, bound: at_ones.clone() });
        constraints.push(Constraint { coefficients: difference, bound: -at_ones });
    }
    cheapest(&vec![Rational::one(); support.len()], constraints).is_some()
}

/// The non-empty subsets of `0 .. n`: by size, then in lexicographic order.
pub(super) fn supports(n: usize) -> Vec<Vec<usize>> {
    let members = |set: &u32| (0..n).filter(|k| set >> k & 1 == 1).collect::<Vec<usize>>();
    let mut all: Vec<Vec<usize>> = (1u32..1 << n).map(|set| members(&set)).collect();
    all.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_told_apart() {
        let table = |cells: [[i64; 3]; 3]| move |i: usize, j: usize| Rational::from(cells[i][j]);
        let q = |n: i64, d: i64| Rational::new(n, d);
        let cycle = table([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]);
        assert_eq!(face(&[0, 1, 2], cycle), Face::Point { shares: vec![q(1, 3); 3], value: q(0, 1) });
        assert_eq!(face(&[0, 1], cycle), Face::Empty);
        // Two strategies that get the same wherever they meet.
        let same = table([[2, 2, 0], [2, 2, 5], [1, 1, 1]]);
        assert_eq!(face(&[0, 1], same), Face::Continuum);
        // The equations leave a line, all of it outside: strategies 0 and 1 need equal payoffs against 2 alone.
        assert_eq!(face(&[0, 1, 2], same), Face::Empty);
        assert_eq!(face(&[0, 1, 2], table([[1; 3]; 3])), Face::Continuum);
    }

    #[test]
    fn supports_come_by_size() {
        assert_eq!(supports(3), [vec![0], vec![1], vec![2], vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]]);
    }
}
