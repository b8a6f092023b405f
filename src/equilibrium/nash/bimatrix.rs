//! All extreme Nash equilibria of a two-player game, exactly.
//!
//! An equilibrium is extreme if both strategies are vertices of their best-response polytopes (Mangasarian 1964). There
//! are finitely many, and every equilibrium is a mixture of some of them (`subsets` says of which). In a nondegenerate
//! game they are all equilibria there are, an odd number (Lemke & Howson 1964; Shapley 1974). Every vertex is computed
//! in whole numbers, so that none is lost to a tolerance and none is listed that is not one.

use super::polytope::{Labels, MAX_LABELS, Polytope, TooMany, Vertices, vertices};
use crate::equilibrium::entry::in_smallest_type;
use crate::equilibrium::profile::{MixedStrategy, Profile};
use crate::error::Diagnostic;
use crate::game::NormalForm;
use crate::ids::PlayerId;

/// The extreme equilibria of a two-player game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtremeEquilibria {
    /// The row player's strategies in them, each once, in falling lexicographic order.
    pub rows: Vec<MixedStrategy>,
    /// The column player's strategies in them, likewise.
    pub columns: Vec<MixedStrategy>,
    /// The equilibria as places in `rows` and `columns`: falling lexicographic order of profiles.
    pub pairs: Vec<(usize, usize)>,
    /// Whether the game is nondegenerate: every vertex of a best-response polytope, a strategy, has exactly as many
    /// labels as its player has actions; no mixture has more best replies than actions in it (von Stengel 2002, def.
    /// 2.6).
    pub nondegenerate: bool,
}

impl ExtremeEquilibria {
    /// The greatest number of bases that [`of`](Self::of) visits by default: seconds of work.
    pub const DEFAULT_LIMIT: usize = 1 << 20;

    /// All extreme equilibria of a two-player game.
    ///
    /// Random games of six by six actions take a fraction of a millisecond, twelve by twelve a fraction of a second. The
    /// number of vertices grows by about 2.6 for each action of both.
    ///
    /// - `limit`: how many bases of each polytope to visit at most.
    ///
    /// # Errors
    /// If the game has not two players, has more than 128 actions in all, or needs more bases than the limit.
    pub fn of(game: &NormalForm, limit: usize) -> Result<Self, Diagnostic> {
        check_shape(game, MAX_LABELS)?;
        let visit = |player: PlayerId| -> Result<Vertices, Diagnostic> {
            let polytope = Polytope::of(game, player);
            let found: Result<Vertices, TooMany> = in_smallest_type!(vertices(&polytope, limit));
            found.map_err(|TooMany| too_many(game, limit))
        };
        let (p, q) = (visit(PlayerId(0))?, visit(PlayerId(1))?);
        let all: Labels = all_labels(game);
        let pairs = complementary(&p, &q, all);
        let (rows, places_of_rows) = strategies(&p, pairs.iter().map(|(x, _)| *x));
        let (columns, places_of_columns) = strategies(&q, pairs.iter().map(|(_, y)| *y));
        let mut pairs: Vec<(usize, usize)> =
            pairs.into_iter().map(|(x, y)| (places_of_rows[x], places_of_columns[y])).collect();
        pairs.sort_unstable();
        Ok(Self { rows, columns, pairs, nondegenerate: p.are_simple() && q.are_simple() })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none. Never, in a game (Nash 1951).
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// An equilibrium by its place in [`pairs`](Self::pairs).
    pub fn profile(&self, place: usize) -> Profile {
        let (row, column) = self.pairs[place];
        Profile::from_solver(vec![self.rows[row].clone(), self.columns[column].clone()])
    }

    /// The equilibria in falling lexicographic order.
    pub fn profiles(&self) -> impl Iterator<Item = Profile> + '_ {
        (0..self.len()).map(|place| self.profile(place))
    }
}

/// That a game has two players and not too many actions.
pub(super) fn check_shape(game: &NormalForm, most: usize) -> Result<(), Diagnostic> {
    let dims = game.dimensions();
    if dims.len() != 2 {
        let found = format!("a game of {} players", dims.len());
        return Err(Diagnostic::new("not-two-players", found, "a game of two players")
            .help("the methods `one`, `all` and `logit` take any number of players"));
    }
    if dims[0] + dims[1] > most {
        let found = format!("a game of {} x {} actions", dims[0], dims[1]);
        return Err(Diagnostic::new("game-too-large", found, format!("at most {most} actions in all"))
            .help("pure equilibria are found in games of any size (method `pure`)"));
    }
    Ok(())
}

fn too_many(game: &NormalForm, limit: usize) -> Diagnostic {
    let dims = game.dimensions();
    let found = format!("a game of {} x {} actions with more than {limit} vertices of replies", dims[0], dims[1]);
    Diagnostic::new("game-too-large", found, "a smaller game, or a higher limit")
        .help("one equilibrium is quick to find (method `one`, or Lemke-Howson by label)")
}

fn all_labels(game: &NormalForm) -> Labels {
    let count: usize = game.dimensions().iter().sum();
    Labels::MAX >> (MAX_LABELS - count)
}

/// The pairs of vertices that have all labels together.
///
/// A vertex with one label a dimension leaves its partner's labels no freedom but to be more: partners that are simple,
/// too, are found by their labels in the sorted list; whatever has more labels is compared one by one.
fn complementary(p: &Vertices, q: &Vertices, all: Labels) -> Vec<(usize, usize)> {
    let simple = |labels: Labels, of: usize| labels.count_ones() as usize == of;
    let columns = q.dimension();
    let tied: Vec<usize> = (0..q.len()).filter(|y| !simple(q.labels[*y], columns)).collect();
    let mut pairs = Vec::new();
    for (x, labels) in p.labels.iter().enumerate() {
        let needed = all & !labels;
        if simple(*labels, p.dimension()) {
            pairs.extend(q.labels.binary_search(&needed).ok().map(|y| (x, y)));
            pairs.extend(tied.iter().filter(|y| q.labels[**y] & needed == needed).map(|y| (x, *y)));
        } else {
            pairs.extend((0..q.len()).filter(|y| q.labels[*y] & needed == needed).map(|y| (x, y)));
        }
    }
    pairs
}

/// The strategies of some vertices in falling order, and by vertex the place of its strategy.
fn strategies(vertices: &Vertices, used: impl Iterator<Item = usize>) -> (Vec<MixedStrategy>, Vec<usize>) {
    let mut used: Vec<usize> = used.collect();
    used.sort_unstable();
    used.dedup();
    let mut found: Vec<(MixedStrategy, usize)> =
        used.into_iter().map(|vertex| (MixedStrategy::in_proportion(&vertices.weights(vertex)), vertex)).collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    let mut places = vec![0; vertices.len()];
    for (place, (_, vertex)) in found.iter().enumerate() {
        places[*vertex] = place;
    }
    (found.into_iter().map(|(strategy, _)| strategy).collect(), places)
}
