//! The best-response polytopes of a two-player game (von Stengel 2002, sec. 2.3) and their vertices.
//!
//! `P = {x >= 0, B'x <= 1}` holds the row player's strategies, divided by the payoff that the column player's best reply
//! gets; `Q = {y >= 0, Ay <= 1}` the column player's. Labels name the actions of both: rows `0..m`, columns `m..m+n`. A
//! point of `P` has label `i` if `x_i = 0`, and label `m + j` if column `j` is a best reply to it; of `Q` likewise with
//! the roles exchanged. A pair of points other than `(0, 0)` is an equilibrium exactly if together they have all labels.
//!
//! Adding to a player's payoffs what its own action does not change leaves the labels of every strategy alone. So
//! payoffs become whole numbers of which the least against each action is zero, or one if all are equal: `P` and `Q` are
//! bounded then and their numbers small. Vertices are found by walking the edges of the perturbed polytopes, which are
//! simple: at most as many bases as the upper bound theorem (McMullen 1970) allows, however degenerate the game.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::tableau::Tableau;
use crate::equilibrium::entry::Entry;
use crate::exact::over_common_denominator;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// A set of labels. Games have at most [`MAX_LABELS`] actions in all.
pub(super) type Labels = u128;

/// The greatest number of both players' actions together.
pub(super) const MAX_LABELS: usize = 128;

/// A best-response polytope as the inequalities `coefficients * z <= 1`, `z >= 0`.
pub(super) struct Polytope {
    /// The labels of the player's own actions, one a dimension.
    pub(super) own: Vec<usize>,
    /// The labels of the opponent's actions, one an inequality.
    pub(super) replies: Vec<usize>,
    /// `[reply][own action]`: what the opponent gets, as a whole number of at least zero.
    coefficients: Vec<Vec<BigInt>>,
}

impl Polytope {
    /// The polytope of a player's strategies in a two-player game.
    pub(super) fn of(game: &NormalForm, player: PlayerId) -> Self {
        let opponent = PlayerId(1 - player.0);
        let (size, replies) = (game.action_count(player), game.action_count(opponent));
        let rows = game.action_count(PlayerId(0));
        let payoffs: Vec<&crate::exact::Rational> =
            (0..game.profile_count()).map(|profile| game.payoff_at(profile, opponent)).collect();
        let (_, whole) = over_common_denominator(payoffs.iter().copied());
        let mut coefficients = vec![Vec::with_capacity(size); replies];
        let mut common = BigInt::zero();
        for action in 0..size {
            let at = |reply: usize| &whole[action * game.stride(player) + reply * game.stride(opponent)];
            let least = (0..replies).map(at).min().expect("a player has an action");
            let constant = (0..replies).all(|reply| at(reply) == least);
            for (reply, row) in coefficients.iter_mut().enumerate() {
                let value = if constant { BigInt::one() } else { at(reply) - least };
                if !constant && !value.is_zero() {
                    common = common.gcd(&value);
                }
                row.push(value);
            }
        }
        if common > BigInt::one() {
            // The ones of an action that leaves the opponent indifferent stay: any positive number does there.
            for value in coefficients.iter_mut().flatten().filter(|value| (&**value % &common).is_zero()) {
                *value = &*value / &common;
            }
        }
        let (mine, theirs) = if player.index() == 0 { (0, rows) } else { (rows, 0) };
        Self { own: (mine..mine + size).collect(), replies: (theirs..theirs + replies).collect(), coefficients }
    }

    /// The inequalities at the origin.
    pub(super) fn tableau<E: Entry>(&self) -> Option<Tableau<E>> {
        Tableau::new(&self.coefficients, self.own.clone(), self.replies.clone())
    }
}

/// The vertices of a polytope but the origin, each once, ascending by labels.
pub(super) struct Vertices {
    pub(super) labels: Vec<Labels>,
    /// For each vertex where its coordinates begin.
    starts: Vec<usize>,
    coordinates: Box<dyn Coordinates>,
    dimension: usize,
}

/// Whole numbers by place, of whatever type.
trait Coordinates {
    fn get(&self, place: usize) -> BigInt;
}

impl<E: Entry> Coordinates for Vec<E> {
    fn get(&self, place: usize) -> BigInt {
        self[place].to_big()
    }
}

/// The walk met more bases than it may.
pub(super) struct TooMany;

impl Vertices {
    /// The number of vertices.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The dimension of the polytope.
    pub(super) fn dimension(&self) -> usize {
        self.dimension
    }

    /// A vertex as weights of the player's actions, not all zero.
    pub(super) fn weights(&self, vertex: usize) -> Vec<BigInt> {
        (0..self.dimension).map(|k| self.coordinates.get(self.starts[vertex] + k)).collect()
    }

    /// Whether every vertex has exactly one label a dimension. The origin always does.
    pub(super) fn are_simple(&self) -> bool {
        self.labels.iter().all(|labels| labels.count_ones() as usize == self.dimension)
    }
}

/// All vertices but the origin, by a walk along the edges of the perturbed polytope from the origin. Nothing if an
/// entry does not fit; [`TooMany`] if the walk meets more than `limit` bases.
pub(super) fn vertices<E: Entry + 'static>(polytope: &Polytope, limit: usize) -> Option<Result<Vertices, TooMany>> {
    let mut tableau = polytope.tableau::<E>()?;
    let dimension = polytope.own.len();
    let mut coordinates: Vec<E> = Vec::new();
    let mut found: Vec<(Labels, usize)> = Vec::new();
    // A basis is named by its non-basic variables. The origin has only one: no inequality is tight there.
    let mut basis: Labels = polytope.own.iter().fold(0, |basis, label| basis | (1 << label));
    let mut seen: BTreeSet<Labels> = BTreeSet::from([basis]);
    let mut path: Vec<(usize, usize)> = Vec::new();
    let mut column = 0;
    loop {
        if column == dimension {
            let Some((row, back)) = path.pop() else { break };
            basis ^= (1 << tableau.basic()[row]) | (1 << tableau.nonbasic()[back]);
            tableau.pivot(row, back)?;
            column = back + 1;
            continue;
        }
        let row = tableau.leaving(column).expect("a best-response polytope is bounded");
        let next = basis ^ (1 << tableau.basic()[row]) ^ (1 << tableau.nonbasic()[column]);
        if !seen.insert(next) {
            column += 1;
            continue;
        }
        if seen.len() > limit {
            return Some(Err(TooMany));
        }
        tableau.pivot(row, column)?;
        basis = next;
        path.push((row, column));
        column = 0;
        let at_zero = |row: &usize| tableau.value(*row).sign() == Ordering::Equal;
        let tied = (0..tableau.basic().len()).filter(at_zero);
        let labels = tied.fold(basis, |labels, row| labels | (1 << tableau.basic()[row]));
        found.push((labels, coordinates.len()));
        coordinates.extend(polytope.own.iter().map(|label| tableau.value_of(*label).clone()));
    }
    found.sort_unstable();
    found.dedup_by_key(|(labels, _)| *labels);
    let (labels, starts) = found.into_iter().unzip();
    Some(Ok(Vertices { labels, starts, coordinates: Box::new(coordinates), dimension }))
}
