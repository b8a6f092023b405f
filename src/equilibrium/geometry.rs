//! What two players can get, as polygons in the plane of payoffs, exactly, and the Nash equilibria among the correlated
//! ones of a 2 x 2 game.
//!
//! A point is `[u1, u2]`; a polygon is the list of its vertices counter-clockwise from the least one (lexicographically),
//! of no three on a line: a point or a segment where the set is one. The payoffs of correlated equilibria are the
//! projection of their polytope; its vertices are found by linear programmes, one in the outward direction of each edge
//! found so far, which either finds a vertex beyond the edge or proves that there is none. All coordinates are exact.

use crate::equilibrium::correlated::{Concept, CorrelatedError, Objective, Problem, expected_payoffs};
use crate::equilibrium::nash::ExtremeEquilibria;
use crate::equilibrium::security::Security;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::exact::lp::Sense;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// A pair of payoffs.
pub type Point = [Rational; 2];

/// The vertices of a convex set, counter-clockwise from the least one.
pub type Polygon = Vec<Point>;

/// Whether `c` is to the left (positive) or to the right (negative) of the line from `a` to `b`.
fn turn(a: &Point, b: &Point, c: &Point) -> Rational {
    let along = [&b[0] - &a[0], &b[1] - &a[1]];
    let to = [&c[0] - &a[0], &c[1] - &a[1]];
    &(&along[0] * &to[1]) - &(&along[1] * &to[0])
}

/// The convex hull of some points (Andrew 1979).
///
/// # Examples
/// ```
/// use comity::equilibrium::geometry::hull;
/// use comity::exact::Rational;
/// let p = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// assert_eq!(hull(&[p(1, 1), p(0, 0), p(2, 0), p(1, 0), p(0, 2)]), [p(0, 0), p(2, 0), p(0, 2)]);
/// ```
pub fn hull(points: &[Point]) -> Polygon {
    let mut sorted = points.to_vec();
    sorted.sort();
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Polygon = Vec::new();
        for point in points {
            while let [.., a, b] = &chain[..] {
                if turn(a, b, point).is_positive() {
                    break;
                }
                chain.pop();
            }
            chain.push(point.clone());
        }
        chain.pop();
        chain
    };
    let mut around = chain(&mut sorted.iter());
    around.extend(chain(&mut sorted.iter().rev()));
    around
}

fn two_players(game: &NormalForm) -> Result<(), Diagnostic> {
    if game.player_count() == 2 {
        return Ok(());
    }
    let found = format!("a game of {} players", game.player_count());
    Err(Diagnostic::new("not-two-players", found, "a game of two players"))
}

/// The payoffs that are feasible with a device or over time: the hull of the profiles' payoffs.
///
/// # Errors
/// If there are not two players.
pub fn feasible(game: &NormalForm) -> Result<Polygon, Diagnostic> {
    two_players(game)?;
    let points: Vec<Point> = game.payoffs().chunks_exact(2).map(|cell| [cell[0].clone(), cell[1].clone()]).collect();
    Ok(hull(&points))
}

/// The part of a polygon in which each payoff is at least a level; nothing where there is none.
pub fn at_least(polygon: &[Point], levels: &Point) -> Polygon {
    let mut part = polygon.to_vec();
    for (k, level) in levels.iter().enumerate() {
        let mut kept = Vec::new();
        for (i, point) in part.iter().enumerate() {
            let next = &part[(i + 1) % part.len()];
            let (here, there) = (&point[k] - level, &next[k] - level);
            if !here.is_negative() {
                kept.push(point.clone());
            }
            // Where the edge crosses the level.
            if here.is_positive() && there.is_negative() || here.is_negative() && there.is_positive() {
                let share = &here / &(&here - &there);
                let between = |k: usize| &point[k] + &(&(&next[k] - &point[k]) * &share);
                kept.push([between(0), between(1)]);
            }
        }
        part = hull(&kept);
    }
    part
}

/// The feasible payoffs of which no player gets less than what it can be held to: those of the folk theorem (Fudenberg &
/// Maskin 1986), with the strict ones inside, and the levels.
///
/// # Errors
/// If there are not two players, or the game is too large.
pub fn individually_rational(game: &NormalForm) -> Result<(Polygon, Point), Diagnostic> {
    let all = feasible(game)?;
    let levels = [Security::of(game, PlayerId(0))?.value, Security::of(game, PlayerId(1))?.value];
    Ok((at_least(&all, &levels), levels))
}

/// The payoffs of the extreme Nash equilibria, ascending, each once. Every equilibrium of a nondegenerate game is one;
/// those of a degenerate one pay what lies between.
///
/// # Errors
/// As for [`ExtremeEquilibria::of`].
pub fn nash_payoffs(game: &NormalForm) -> Result<Vec<Point>, Diagnostic> {
    let found = ExtremeEquilibria::of(game, ExtremeEquilibria::DEFAULT_LIMIT)?;
    let mut points: Vec<Point> = found
        .profiles()
        .map(|profile| {
            let [first, second] = <[Rational; 2]>::try_from(profile.payoffs(game)).expect("two players");
            [first, second]
        })
        .collect();
    points.sort();
    points.dedup();
    Ok(points)
}

/// The payoffs of all correlated or coarse correlated equilibria.
///
/// One linear programme a vertex and an edge.
///
/// # Errors
/// If there are not two players, or the game is too large.
pub fn equilibrium_payoffs(game: &NormalForm, concept: Concept) -> Result<Polygon, Diagnostic> {
    two_players(game)?;
    // The extreme point in a direction; the second number decides ties.
    let extreme = |direction: &Point| -> Result<Point, CorrelatedError> {
        let weights = game.payoffs().chunks_exact(2);
        let weights = weights.map(|cell| &(&cell[0] * &direction[0]) + &(&cell[1] * &direction[1])).collect();
        let objective = Objective::Linear { sense: Sense::Maximise, weights };
        let best = Problem::new(game, concept, objective).solve()?;
        let payoffs = expected_payoffs(game, &best.distribution);
        Ok(<[Rational; 2]>::try_from(payoffs).expect("two players"))
    };
    let unit = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
    let mut known = Vec::new();
    for direction in [unit(-1, 0), unit(0, -1), unit(1, 0), unit(0, 1)] {
        known.push(extreme(&direction)?);
    }
    let mut polygon = hull(&known);
    let mut proven: Vec<(Point, Point)> = Vec::new();
    loop {
        // A segment has two edges, one a side; a point has none, and the four directions above prove it.
        let edges = if polygon.len() < 2 { 0 } else { polygon.len() };
        let edge = |k: usize| (polygon[k].clone(), polygon[(k + 1) % polygon.len()].clone());
        let Some((a, b)) = (0..edges).map(edge).find(|edge| !proven.contains(edge)) else { break };
        let outward = [&b[1] - &a[1], &a[0] - &b[0]];
        let beyond = extreme(&outward)?;
        if turn(&a, &b, &beyond).is_negative() {
            polygon.push(beyond);
            polygon = hull(&polygon);
        } else {
            proven.push((a, b));
        }
    }
    Ok(polygon)
}

/// Independent play of a 2 x 2 game among all distributions of play, as barycentric coordinates in the tetrahedron of its
/// four profiles, in their order (Nau, Gomez Canovas & Hansen 2004, fig. 1): a saddle.
#[derive(Clone, Debug, PartialEq)]
pub struct Saddle {
    /// `points[i][j]`: the first player plays its first action with probability `i / steps`, the second with `j / steps`.
    pub points: Vec<Vec<[f64; 4]>>,
    /// The extreme Nash equilibria: where the saddle meets the polytope of correlated equilibria.
    pub meeting: Vec<[Rational; 4]>,
}

impl Saddle {
    /// Samples the saddle at `(steps + 1)^2` points.
    ///
    /// # Errors
    /// If the game is not of two players with two actions each, or there are no steps.
    pub fn of(game: &NormalForm, steps: u32) -> Result<Self, Diagnostic> {
        if game.dimensions() != [2, 2] {
            let found = format!("a game of {:?} actions", game.dimensions());
            return Err(Diagnostic::new("not-two-by-two", found, "two players with two actions each"));
        }
        if steps == 0 {
            return Err(Diagnostic::new("no-steps", "0 steps", "at least 1"));
        }
        let share = |k: u32| f64::from(k) / f64::from(steps);
        let point = |x: f64, y: f64| [x * y, x * (1.0 - y), (1.0 - x) * y, (1.0 - x) * (1.0 - y)];
        let points = (0..=steps).map(|i| (0..=steps).map(|j| point(share(i), share(j))).collect()).collect();
        let found = ExtremeEquilibria::of(game, ExtremeEquilibria::DEFAULT_LIMIT)?;
        let meeting = found.profiles().map(|profile| {
            let [x, y] = [0, 1].map(|player| profile.strategy(PlayerId(player)).probabilities().to_vec());
            [&x[0] * &y[0], &x[0] * &y[1], &x[1] * &y[0], &x[1] * &y[1]]
        });
        Ok(Self { points, meeting: meeting.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibrium::correlated::vertices;
    use proptest::prelude::*;

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn points(text: &str) -> Polygon {
        text.split(' ').map(|point| point.split_once(',').expect("a pair")).map(|(x, y)| [q(x), q(y)]).collect()
    }

    fn chicken() -> NormalForm {
        NormalForm::symmetric("chicken", ["C", "D"], &[vec![q("6"), q("2")], vec![q("7"), q("0")]]).expect("a game")
    }

    #[test]
    fn chicken_has_the_polygons_of_the_textbook() {
        let game = chicken();
        assert_eq!(feasible(&game).expect("two players"), points("0,0 7,2 6,6 2,7"));
        let (rational, levels) = individually_rational(&game).expect("two players");
        assert_eq!(levels, [q("2"), q("2")]);
        assert_eq!(rational, points("2,2 7,2 6,6 2,7"));
        assert_eq!(nash_payoffs(&game).expect("two players"), points("2,7 14/3,14/3 7,2"));
        // (36/5) / 2 each at the worst, 21/4 each at the best (Aumann 1987).
        let correlated = equilibrium_payoffs(&game, Concept::Correlated).expect("two players");
        assert_eq!(correlated, points("2,7 18/5,18/5 7,2 21/4,21/4"));
    }

    #[test]
    fn points_and_segments_are_polygons_too() {
        let dilemma =
            NormalForm::symmetric("PD", ["C", "D"], &[vec![q("3"), q("0")], vec![q("5"), q("1")]]).expect("a game");
        for concept in [Concept::Correlated, Concept::Coarse] {
            assert_eq!(equilibrium_payoffs(&dilemma, concept).expect("two players"), points("1,1"));
        }
        let (rational, _) = individually_rational(&dilemma).expect("two players");
        assert_eq!(rational, points("1,1 13/3,1 3,3 1,13/3"));
        // A common interest: all on the diagonal.
        let common =
            NormalForm::symmetric("g", ["a", "b"], &[vec![q("2"), q("0")], vec![q("0"), q("1")]]).expect("a game");
        assert_eq!(feasible(&common).expect("two players"), points("0,0 2,2"));
        assert_eq!(equilibrium_payoffs(&common, Concept::Correlated).expect("two players"), points("2/3,2/3 2,2"));
        assert_eq!(at_least(&points("0,0 2,2"), &[q("1"), q("3/2")]), points("3/2,3/2 2,2"));
        assert_eq!(at_least(&points("0,0 2,2"), &[q("3"), q("0")]), points("0,0")[..0]);
    }

    #[test]
    fn the_saddle_meets_the_polytope_at_nash_equilibria() {
        let saddle = Saddle::of(&chicken(), 3).expect("2 x 2");
        assert_eq!(saddle.points[3][0], [0.0, 1.0, 0.0, 0.0]);
        let expected = ["0 1 0 0", "4/9 2/9 2/9 1/9", "0 0 1 0"];
        let written = |p: &[Rational; 4]| p.each_ref().map(ToString::to_string).join(" ");
        let mut found: Vec<String> = saddle.meeting.iter().map(written).collect();
        found.sort();
        let mut expected = expected.map(str::to_string).to_vec();
        expected.sort();
        assert_eq!(found, expected);
        assert!(Saddle::of(&chicken(), 0).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: if cfg!(debug_assertions) { 40 } else { 1000 }, ..Default::default() })]

        #[test]
        fn payoffs_are_the_hull_of_those_of_all_vertices(
            dims in prop::sample::select(vec![(2usize, 2usize), (2, 3), (3, 3)]),
            seed in prop::collection::vec(-5i64..6, 18),
            coarse in any::<bool>(),
        ) {
            let concept = if coarse { Concept::Coarse } else { Concept::Correlated };
            let table = |offset: usize| -> Vec<Vec<Rational>> {
                (0..dims.0).map(|i| (0..dims.1).map(|j| Rational::from(seed[offset + 3 * i + j])).collect()).collect()
            };
            let game = NormalForm::bimatrix("g", [""; 0], &table(0), &table(9)).expect("a game");
            let all = vertices(&game, concept, 100_000).expect("small");
            let payoffs: Vec<Point> =
                all.iter().map(|p| <[Rational; 2]>::try_from(expected_payoffs(&game, p)).expect("two")).collect();
            let found = equilibrium_payoffs(&game, concept).expect("two players");
            prop_assert_eq!(&found, &hull(&payoffs));
            // Every Nash equilibrium is among them, and none pays less than the security level.
            let (rational, levels) = individually_rational(&game).expect("two players");
            for point in nash_payoffs(&game).expect("two players") {
                let mut with = found.clone();
                with.push(point.clone());
                prop_assert_eq!(&hull(&with), &found);
                let mut with = rational.clone();
                with.push(point);
                prop_assert_eq!(&hull(&with), &rational);
            }
            prop_assert_eq!(at_least(&found, &levels), found);
        }
    }
}
