//! The set of all equilibria of a two-player game, from the extreme ones.
//!
//! Strategies `X` of the row player and `Y` of the column player are exchangeable if each of `X` is an equilibrium with
//! each of `Y`. The equilibria are the union of `conv X * conv Y` over the maximal exchangeable sets of extreme
//! strategies, the *maximal Nash subsets* (Winkels 1979; Jansen 1981): the maximal complete bipartite subgraphs of the graph
//! whose edges are the extreme equilibria (Avis, Rosenberg, Savani & von Stengel 2010). Two subsets meet exactly if they
//! share an extreme equilibrium, so that the connected *components* of the set of equilibria are those of the graph.
//! Complete subgraphs are listed once each by closing sets one by one (Kuznetsov 1993).

use super::bimatrix::ExtremeEquilibria;
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::exact::linear::rank;

/// A maximal Nash subset: every mixture of its rows with every mixture of its columns is an equilibrium.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NashSubset {
    /// The row player's extreme strategies, as places in [`ExtremeEquilibria::rows`], ascending.
    pub rows: Vec<usize>,
    /// The column player's, as places in [`ExtremeEquilibria::columns`], ascending.
    pub columns: Vec<usize>,
    /// The dimension of `conv(rows) * conv(columns)`; 0 for a single equilibrium.
    pub dimension: usize,
}

/// A connected component of the set of equilibria.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its maximal Nash subsets, by rows, then columns.
    pub subsets: Vec<NashSubset>,
    /// The greatest dimension of a subset; 0 for an isolated equilibrium.
    pub dimension: usize,
}

impl ExtremeEquilibria {
    /// The greatest number of maximal Nash subsets that [`components`](Self::components) lists.
    pub const MAX_SUBSETS: usize = 100_000;

    /// The components of the set of all equilibria with their maximal Nash subsets, by their first rows.
    ///
    /// # Errors
    /// If there are more than [`MAX_SUBSETS`](Self::MAX_SUBSETS) subsets: a highly degenerate game.
    pub fn components(&self) -> Result<Vec<Component>, Diagnostic> {
        let mut partners = vec![Set::empty(self.columns.len()); self.rows.len()];
        for (row, column) in &self.pairs {
            partners[*row].insert(*column);
        }
        let mut left = Self::MAX_SUBSETS;
        let mut components = Vec::new();
        for rows in self.connected(&partners) {
            let Some(found) = complete_subgraphs(&rows, &partners, &mut left) else {
                let found = format!("a game with more than {} maximal Nash subsets", Self::MAX_SUBSETS);
                return Err(Diagnostic::new("too-degenerate", found, "a less degenerate game")
                    .help("the extreme equilibria are listed all the same"));
            };
            let mut subsets: Vec<NashSubset> =
                found.into_iter().map(|(rows, columns)| self.subset(rows, columns)).collect();
            subsets.sort();
            let dimension = subsets.iter().map(|subset| subset.dimension).max().unwrap_or(0);
            components.push(Component { subsets, dimension });
        }
        Ok(components)
    }

    fn subset(&self, rows: Vec<usize>, columns: Vec<usize>) -> NashSubset {
        let of_rows: Vec<&[Rational]> = rows.iter().map(|row| self.rows[*row].probabilities()).collect();
        let of_columns: Vec<&[Rational]> = columns.iter().map(|column| self.columns[*column].probabilities()).collect();
        let dimension = affine_dimension(&of_rows) + affine_dimension(&of_columns);
        NashSubset { rows, columns, dimension }
    }

    /// The rows of each connected component, ascending.
    fn connected(&self, partners: &[Set]) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.rows.len()];
        let mut components = Vec::new();
        for first in 0..self.rows.len() {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut rows = vec![first];
            let mut next = 0;
            while next < rows.len() {
                for (row, seen) in seen.iter_mut().enumerate() {
                    if !*seen && partners[row].meets(&partners[rows[next]]) {
                        *seen = true;
                        rows.push(row);
                    }
                }
                next += 1;
            }
            rows.sort_unstable();
            components.push(rows);
        }
        components
    }
}

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn empty(size: usize) -> Self {
        Self(vec![0; size.div_ceil(64)])
    }

    fn insert(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn intersection(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn members(&self) -> Vec<usize> {
        (0..self.0.len() * 64).filter(|k| self.0[k / 64] >> (k % 64) & 1 == 1).collect()
    }
}

/// The maximal complete subgraphs among some rows and their partners, as rows and columns. Nothing if there are more
/// than `left`, which is counted down.
fn complete_subgraphs(rows: &[usize], partners: &[Set], left: &mut usize) -> Option<Vec<(Vec<usize>, Vec<usize>)>> {
    let everyone =
        |columns: &Set| -> Vec<usize> { (0..rows.len()).filter(|k| columns.is_within(&partners[rows[*k]])).collect() };
    let mut found = Vec::new();
    // Each state is a closed set of rows (all partners of all its columns) and the first row that may still be added.
    // No rows are closed: imagine a column that none of them has.
    let all = Set(vec![u64::MAX; partners[rows[0]].0.len()]);
    let mut open: Vec<(Vec<usize>, Set, usize)> = vec![(Vec::new(), all, 0)];
    while let Some((closed, columns, first)) = open.pop() {
        for k in (first..rows.len()).filter(|k| !closed.contains(k)) {
            let shared = columns.intersection(&partners[rows[k]]);
            if shared.0.iter().all(|word| *word == 0) {
                continue;
            }
            let next = everyone(&shared);
            // Listed when its rows are added in ascending order, and only then.
            let earlier = |set: &[usize]| set.iter().take_while(|row| **row < k).count();
            if earlier(&next) == earlier(&closed) {
                *left = left.checked_sub(1)?;
                found.push((next.iter().map(|k| rows[*k]).collect(), shared.members()));
                open.push((next, shared, k + 1));
            }
        }
    }
    Some(found)
}

/// The dimension of the affine hull of some points, of which there is one at least.
fn affine_dimension(points: &[&[Rational]]) -> usize {
    let Some((first, others)) = points.split_first() else { return 0 };
    let difference = |point: &&[Rational]| -> Vec<Rational> { point.iter().zip(*first).map(|(a, b)| a - b).collect() };
    rank(&others.iter().map(difference).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dimensions_are_of_the_affine_hull() {
        let q = |text: &str| -> Vec<Rational> { text.split(' ').map(|word| word.parse().expect("a number")).collect() };
        let points = [q("1 0 0"), q("0 1 0"), q("1/2 1/2 0"), q("0 0 1")];
        let points: Vec<&[Rational]> = points.iter().map(Vec::as_slice).collect();
        assert_eq!([1, 2, 3, 4].map(|count| affine_dimension(&points[..count])), [0, 1, 1, 2]);
    }
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn complete_subgraphs_are_those_of_the_definition(edges in prop::collection::vec(0u64..64, 1..7)) {
            let rows: Vec<usize> = (0..edges.len()).filter(|row| edges[*row] != 0).collect();
            prop_assume!(!rows.is_empty());
            let partners: Vec<Set> = edges.iter().map(|columns| Set(vec![*columns])).collect();
            let mut found = complete_subgraphs(&rows, &partners, &mut 1000).expect("few");
            found.sort();
            // Every set of rows with a common column, closed from both sides.
            let mut slow: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
            for set in 1..1u64 << edges.len() {
                let columns = (0..edges.len()).filter(|k| set >> k & 1 == 1).fold(63, |c, k| c & edges[k]);
                if columns != 0 {
                    let closed = (0..edges.len()).filter(|k| columns & !edges[*k] == 0).collect();
                    slow.push((closed, (0..6).filter(|k| columns >> k & 1 == 1).collect()));
                }
            }
            slow.sort();
            slow.dedup();
            prop_assert_eq!(found, slow);
        }
    }

    #[test]
    fn too_many_subsets_are_refused() {
        let partners: Vec<Set> = (0..20).map(|k| Set(vec![0xfffff ^ (1 << k)])).collect();
        assert!(complete_subgraphs(&(0..20).collect::<Vec<_>>(), &partners, &mut 1000).is_none());
    }
}
