//! The polytope of all equilibria: its vertices and its dimension (Nau, Gomez Canovas & Hansen 2004).
//!
//! Without the condition that probabilities sum to one the equilibria are a pointed cone: the non-negative orthant cut by
//! one half-space a deviation. The double description method (Motzkin et al. 1953; Fukuda & Prodon 1996) keeps the extreme
//! rays while it cuts one after another; scaled to sum to one, they are the vertices. The dimension takes one linear
//! programme instead of all vertices (Freund, Roundy & Todd 1985): a point of the cone that meets strictly every condition
//! that can be met strictly shows the conditions that never are, and these are equations.

use super::{Concept, CorrelatedError, Deviation};
use crate::exact::lp::{Answer, Program, Relation, Sense};
use crate::exact::{Rational, linear, over_common_denominator};
use crate::game::NormalForm;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// More rays on the way than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} vertices on the way to those of the polytope")]
pub struct TooManyVertices {
    /// The limit that was passed.
    pub limit: usize,
}

impl From<TooManyVertices> for crate::error::Diagnostic {
    fn from(error: TooManyVertices) -> Self {
        Self::new("too-many-vertices", error.to_string(), "a smaller game, or a higher limit")
    }
}

/// An extreme ray of the cone so far.
struct Ray {
    /// Whole numbers without a common divisor.
    numbers: Vec<BigInt>,
    /// The conditions that hold with equality: the numbers that are zero, then the half-spaces, as bits.
    tight: Vec<u64>,
}

impl Ray {
    fn set(&mut self, condition: usize) {
        self.tight[condition / 64] |= 1 << (condition % 64);
    }
}

/// All vertices of the polytope of equilibria, each a distribution over profiles, in falling lexicographic order.
///
/// Meant for small games: the number of vertices grows fast with that of profiles.
///
/// # Errors
/// If more than `limit` rays have to be kept at once.
///
/// # Examples
/// ```
/// use comity::equilibrium::correlated::{Concept, vertices};
/// use comity::exact::Rational;
/// use comity::game::NormalForm;
/// let q = |n: i64| Rational::from(n);
/// let chicken = NormalForm::symmetric("chicken", ["C", "D"], &[vec![q(6), q(2)], vec![q(7), q(0)]]).unwrap();
/// assert_eq!(vertices(&chicken, Concept::Correlated, 1000).unwrap().len(), 5);
/// ```
pub fn vertices(game: &NormalForm, concept: Concept, limit: usize) -> Result<Vec<Vec<Rational>>, TooManyVertices> {
    let profiles = game.profile_count();
    let deviations = Deviation::all(game, concept);
    let words = (profiles + deviations.len()).div_ceil(64);
    let unit = |profile: usize| {
        let mut ray = Ray { numbers: vec![BigInt::zero(); profiles], tight: vec![0; words] };
        ray.numbers[profile] = BigInt::one();
        (0..profiles).filter(|other| *other != profile).for_each(|other| ray.set(other));
        ray
    };
    let mut rays: Vec<Ray> = (0..profiles).map(unit).collect();
    for (k, deviation) in deviations.iter().enumerate() {
        let gains: Vec<(usize, Rational)> = deviation.gains(game).collect();
        let (_, whole) = over_common_denominator(gains.iter().map(|(_, gain)| gain));
        let gain_of = |ray: &Ray| -> BigInt {
            gains.iter().zip(&whole).map(|((profile, _), gain)| gain * &ray.numbers[*profile]).sum()
        };
        let measured: Vec<BigInt> = rays.iter().map(gain_of).collect();
        let mut new = Vec::new();
        for (above, _) in measured.iter().enumerate().filter(|(_, gain)| gain.is_positive()) {
            for (below, _) in measured.iter().enumerate().filter(|(_, gain)| gain.is_negative()) {
                if adjacent(&rays, above, below) {
                    new.push(between(&rays[above], &measured[above], &rays[below], &measured[below], profiles + k));
                }
            }
            if new.len() > limit {
                return Err(TooManyVertices { limit });
            }
        }
        let mut kept = Vec::with_capacity(rays.len() + new.len());
        for (mut ray, gain) in rays.into_iter().zip(&measured) {
            if gain.is_zero() {
                ray.set(profiles + k);
            }
            if !gain.is_positive() {
                kept.push(ray);
            }
        }
        kept.append(&mut new);
        rays = kept;
        if rays.len() > limit {
            return Err(TooManyVertices { limit });
        }
    }
    let scaled = |ray: Ray| -> Vec<Rational> {
        let sum: BigInt = ray.numbers.iter().sum();
        ray.numbers.into_iter().map(|x| Rational::fraction(x, sum.clone())).collect()
    };
    let mut found: Vec<Vec<Rational>> = rays.into_iter().map(scaled).collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    Ok(found)
}

/// Whether two extreme rays span a face: no third one has all the tight conditions that they share.
fn adjacent(rays: &[Ray], a: usize, b: usize) -> bool {
    let shared: Vec<u64> = rays[a].tight.iter().zip(&rays[b].tight).map(|(x, y)| x & y).collect();
    let dimension = rays[a].numbers.len();
    if (shared.iter().map(|word| word.count_ones() as usize).sum::<usize>()) + 2 < dimension {
        return false;
    }
    let contains = |ray: &Ray| ray.tight.iter().zip(&shared).all(|(word, shared)| word & shared == *shared);
    !rays.iter().enumerate().any(|(k, ray)| k != a && k != b && contains(ray))
}

/// The ray in which the plane of a condition meets the face of two rays on either side of it.
fn between(above: &Ray, gain: &BigInt, below: &Ray, loss: &BigInt, condition: usize) -> Ray {
    let mut numbers: Vec<BigInt> =
        above.numbers.iter().zip(&below.numbers).map(|(up, down)| up * -loss + down * gain).collect();
    let common = numbers.iter().fold(BigInt::zero(), |common, x| common.gcd(x));
    if !common.is_one() {
        numbers.iter_mut().for_each(|x| *x /= &common);
    }
    let tight = above.tight.iter().zip(&below.tight).map(|(x, y)| x & y).collect();
    let mut ray = Ray { numbers, tight };
    ray.set(condition);
    ray
}

/// The vertex with the fewest profiles of positive probability; the first of several.
pub fn simplest(vertices: &[Vec<Rational>]) -> Option<&Vec<Rational>> {
    vertices.iter().min_by_key(|vertex| vertex.iter().filter(|p| !p.is_zero()).count())
}

/// The dimension of the polytope of equilibria: 0 if there is one alone, at most the number of profiles less one.
///
/// # Errors
/// If the linear programme is too large.
pub fn dimension(game: &NormalForm, concept: Concept) -> Result<usize, CorrelatedError> {
    let profiles = game.profile_count();
    let deviations = Deviation::all(game, concept);
    let conditions = profiles + deviations.len();
    // Variables: a point of the cone, then for each condition how far it is from equality, counted up to one.
    let zeros = vec![Rational::zero(); profiles];
    let objective = zeros.iter().cloned().chain(vec![Rational::one(); conditions]).collect();
    let mut program = Program::new(Sense::Maximise, objective);
    let gains: Vec<Vec<(usize, Rational)>> = deviations.iter().map(|d| d.gains(game).collect()).collect();
    for condition in 0..conditions {
        let counted = (profiles + condition, Rational::one());
        let slack = match condition.checked_sub(profiles) {
            None => vec![(condition, Rational::from(-1i64))],
            Some(k) => gains[k].clone(),
        };
        program.row(slack.into_iter().chain([counted.clone()]), Relation::AtMost, Rational::zero());
        program.row([counted], Relation::AtMost, Rational::one());
    }
    let Answer::Optimal(optimum) = program.solve()? else {
        unreachable!("the origin is feasible, and the count bounded")
    };
    let mut equations = Vec::new();
    for (condition, _) in optimum.x[profiles..].iter().enumerate().filter(|(_, counted)| counted.is_zero()) {
        let mut row = zeros.clone();
        match condition.checked_sub(profiles) {
            None => row[condition] = Rational::one(),
            Some(k) => gains[k].iter().for_each(|(profile, gain)| row[*profile] = gain.clone()),
        }
        equations.push(row);
    }
    Ok(profiles - linear::rank(&equations) - 1)
}

#[cfg(test)]
mod tests {
    use super::super::{Objective, Problem, expected_payoffs};
    use super::*;
    use crate::game::Player;
    use proptest::prelude::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn affine_rank(points: &[Vec<Rational>]) -> usize {
        let rows: Vec<Vec<Rational>> =
            points[1..].iter().map(|p| p.iter().zip(&points[0]).map(|(a, b)| a - b).collect()).collect();
        linear::rank(&rows)
    }

    #[test]
    fn chicken_has_the_five_vertices_of_the_literature() {
        // Calvo-Armengol 2006: a 2 x 2 game of this kind has five; three are Nash equilibria.
        let rows = [vec![q("6"), q("2")], vec![q("7"), q("0")]];
        let game = NormalForm::symmetric("chicken", ["C", "D"], &rows).expect("a game");
        let found = vertices(&game, Concept::Correlated, 100).expect("small");
        let expected = ["1/2 1/4 1/4 0", "4/9 2/9 2/9 1/9", "0 1 0 0", "0 2/5 2/5 1/5", "0 0 1 0"]
            .map(|text| -> Vec<Rational> { text.split(' ').map(q).collect() });
        assert_eq!(found, expected);
        assert_eq!(dimension(&game, Concept::Correlated).expect("small"), 3);
        assert_eq!(simplest(&found), Some(&expected[2]));
        assert_eq!(vertices(&game, Concept::Correlated, 2), Err(TooManyVertices { limit: 2 }));
    }

    #[test]
    fn a_dilemma_has_one_point() {
        let rows = [vec![q("3"), q("0")], vec![q("5"), q("1")]];
        let game = NormalForm::symmetric("PD", ["C", "D"], &rows).expect("a game");
        for concept in [Concept::Correlated, Concept::Coarse] {
            assert_eq!(vertices(&game, concept, 100).expect("small").len(), 1);
            assert_eq!(dimension(&game, concept).expect("small"), 0);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 60 } else { 1000 }, ..Default::default() })]

        #[test]
        fn vertices_are_equilibria_that_span_the_polytope(
            dims in prop::sample::select(vec![vec![2, 2], vec![2, 3], vec![3, 3], vec![2, 2, 2], vec![1, 3]]),
            seed in prop::collection::vec(-4i64..5, 27),
            coarse in any::<bool>(),
        ) {
            let concept = if coarse { Concept::Coarse } else { Concept::Correlated };
            let players = dims.iter().map(|d| Player::new("p", (0..*d).map(|k: usize| k.to_string()))).collect();
            let mut next = seed.iter().cycle();
            let game = NormalForm::from_rule("g", players, |profile| {
                profile.iter().map(|_| Rational::from(*next.next().expect("endless"))).collect()
            }).expect("a game");
            let found = vertices(&game, concept, 100_000).expect("small");
            for vertex in &found {
                for deviation in Deviation::all(&game, concept) {
                    prop_assert!(!super::super::problem::expected_gain(&game, vertex, deviation).is_positive());
                }
            }
            prop_assert!(found.windows(2).all(|pair| pair[0] > pair[1]));
            prop_assert_eq!(affine_rank(&found), dimension(&game, concept).expect("small"));
            // The best vertex by each objective is as good as the linear programme's optimum.
            let welfare = found.iter().map(|v| expected_payoffs(&game, v).iter().sum::<Rational>()).max();
            prop_assert_eq!(welfare, Some(Problem::new(&game, concept, Objective::MaxWelfare).solve().expect("one").value));
            let least = found.iter().map(|v| expected_payoffs(&game, v)[1].clone()).min();
            let objective = Objective::MinPayoff(crate::ids::PlayerId(1));
            prop_assert_eq!(least, Some(Problem::new(&game, concept, objective).solve().expect("one").value));
        }
    }
}
