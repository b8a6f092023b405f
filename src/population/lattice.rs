//! Two strategies on a torus where the best takes over, all at once: Nowak & May 1992, a byte a cell.
//!
//! A cell's payoff depends on its strategy and on how many of its neighbours have the first one, so that there are at most
//! twenty payoffs. Their *order* is all that counts: each cell gets the place of its payoff among all, the best first-strategy
//! and second-strategy places around it are found by rows and then by columns, and the greater takes the cell. Equals
//! [`Placed::imitate_all`](super::Placed::imitate_all) on the same torus exactly, at a fraction of its cost.

use super::graph::Neighbourhood;
use super::matrix::Matrix;
use super::placed::Tie;

/// A torus of cells with two strategies.
#[derive(Clone, Debug)]
pub struct Torus {
    width: usize,
    height: usize,
    neighbourhood: Neighbourhood,
    tie: Tie,
    /// The place of each payoff among all, from 1, by the own strategy (16 apart) and the number of first-strategy
    /// neighbours, itself counted.
    places: [u8; 32],
    /// 1 where a cell has the first strategy; a border of one cell on each side repeats the opposite side.
    first: Vec<u8>,
    /// Sums, and then places of the two strategies, with the same border.
    work: [Vec<u8>; 4],
}

impl Torus {
    /// A torus of `width * height` cells, row by row, 0 for the first strategy and 1 for the second; with `selfish`, a cell
    /// also meets itself.
    ///
    /// `None` if there are not two strategies, a side is shorter than 3 (cells would be neighbours twice), or ties are
    /// drawn or fall to the first member.
    pub fn new(
        matrix: &Matrix,
        (width, height): (usize, usize),
        neighbourhood: Neighbourhood,
        selfish: bool,
        tie: Tie,
        cells: &[u8],
    ) -> Option<Self> {
        let strategies_decide = !matches!(tie, Tie::Random | Tie::Scanned);
        if matrix.strategies() != 2 || width < 3 || height < 3 || !strategies_decide || cells.len() != width * height {
            return None;
        }
        let around: u8 = if neighbourhood == Neighbourhood::Moore { 8 } else { 4 };
        // `sum` counts the cell itself if it has the first strategy.
        let payoff = |own: usize, sum: u8| {
            let others = sum.saturating_sub(u8::from(own == 0));
            let met =
                f64::from(others) * matrix.at(own, 0) + f64::from(around - others.min(around)) * matrix.at(own, 1);
            if selfish { met + matrix.at(own, own) } else { met }
        };
        let mut ascending: Vec<f64> =
            (0..2).flat_map(|own| (0..=around + 1).map(move |sum| payoff(own, sum))).collect();
        ascending.sort_by(f64::total_cmp);
        ascending.dedup();
        let mut places = [0; 32];
        for own in 0..2 {
            for sum in 0..=around + 1 {
                let place = ascending.partition_point(|other| *other < payoff(own, sum));
                places[16 * own + usize::from(sum)] = u8::try_from(place + 1).expect("at most twenty payoffs");
            }
        }
        let size = (width + 2) * (height + 2);
        let work = [vec![0; size], vec![0; size], vec![0; size], vec![0; size]];
        let mut torus = Self { width, height, neighbourhood, tie, places, first: vec![0; size], work };
        for (k, cell) in cells.iter().enumerate() {
            torus.first[(k / width + 1) * (width + 2) + k % width + 1] = u8::from(*cell == 0);
        }
        Some(torus)
    }

    /// How many cells have the first strategy.
    pub fn count_first(&self) -> u64 {
        self.rows().map(|row| row.iter().map(|cell| u64::from(*cell)).sum::<u64>()).sum()
    }

    /// The cells, row by row: 0 for the first strategy, 1 for the second.
    pub fn cells(&self) -> Vec<u8> {
        self.rows().flat_map(|row| row.iter().map(|cell| 1 - cell)).collect()
    }

    fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.first.chunks(self.width + 2).skip(1).take(self.height).map(|row| &row[1..=self.width])
    }

    /// The next generation.
    pub fn step(&mut self) {
        let line = self.width + 2;
        let moore = self.neighbourhood == Neighbourhood::Moore;
        let [across, sums, ours, theirs] = &mut self.work;
        wrap(&mut self.first, line, self.height);
        // How many around each cell have the first strategy, itself counted.
        horizontally(&self.first, across, |a, b, c| a + b + c);
        if moore {
            vertically(across, None, sums, line, |a, b, c| a + b + c);
        } else {
            vertically(&self.first, Some(across), sums, line, |a, b, c| a + b + c);
        }
        for k in line..sums.len() - line {
            let place = self.places[usize::from(16 * (1 - self.first[k]) + sums[k]) & 31];
            let mask = 0u8.wrapping_sub(self.first[k]);
            ours[k] = place & mask;
            theirs[k] = place & !mask;
        }
        let most = |a: u8, b: u8, c: u8| a.max(b).max(c);
        // `sums` is free again: the best of each strategy goes back to where its places were.
        for places in [&mut *ours, &mut *theirs] {
            wrap(places, line, self.height);
            horizontally(places, across, most);
            if moore {
                vertically(across, None, sums, line, most);
            } else {
                vertically(places, Some(across), sums, line, most);
            }
            std::mem::swap(places, sums);
        }
        let rows = self.first.len() - line;
        let (first, ours, theirs) = (&mut self.first[line..rows], &ours[line..rows], &theirs[line..rows]);
        for ((cell, ours), theirs) in first.iter_mut().zip(ours).zip(theirs) {
            let equal = match self.tie {
                Tie::First => 1,
                Tie::Last => 0,
                Tie::Keep | Tie::Random | Tie::Scanned => *cell,
            };
            *cell = u8::from(ours > theirs) | (u8::from(ours == theirs) & equal);
        }
    }
}

/// Fills the border from the opposite sides.
fn wrap(cells: &mut [u8], line: usize, height: usize) {
    for row in cells.chunks_mut(line).skip(1).take(height) {
        row[0] = row[line - 2];
        row[line - 1] = row[1];
    }
    cells.copy_within(height * line..(height + 1) * line, 0);
    cells.copy_within(line..2 * line, (height + 1) * line);
}

/// Joins each cell with those on its left and right. Where rows meet, what is written is on the border.
fn horizontally(from: &[u8], to: &mut [u8], join: impl Fn(u8, u8, u8) -> u8) {
    let n = from.len();
    let (left, middle, right) = (&from[..n - 2], &from[1..n - 1], &from[2..]);
    for (((slot, a), b), c) in to[1..n - 1].iter_mut().zip(left).zip(middle).zip(right) {
        *slot = join(*a, *b, *c);
    }
}

/// Joins each cell of `middle` (or else of `from`) with those of `from` above and below.
fn vertically(from: &[u8], middle: Option<&[u8]>, to: &mut [u8], line: usize, join: impl Fn(u8, u8, u8) -> u8) {
    let n = from.len();
    let middle = &middle.unwrap_or(from)[line..n - line];
    let (above, below) = (&from[..n - 2 * line], &from[2 * line..]);
    for (((slot, a), b), c) in to[line..n - line].iter_mut().zip(above).zip(middle).zip(below) {
        *slot = join(*a, *b, *c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::population::{Graph, Placed, Pooling};
    use crate::sim::{Purpose, Who};
    use proptest::prelude::*;

    fn nowak_may(b: f64) -> Matrix {
        Matrix::new(&[vec![1.0, 0.0], vec![b, 0.0]]).expect("a table")
    }

    /// One defector grows into the kaleidoscope; numbers from an independent simulation.
    #[test]
    fn the_kaleidoscope_has_its_published_symmetry_and_counts() {
        let (side, centre) = (71, 35);
        let mut cells = vec![0; side * side];
        cells[centre * side + centre] = 1;
        let matrix = nowak_may(1.85);
        let mut torus =
            Torus::new(&matrix, (side, side), Neighbourhood::Moore, true, Tie::Keep, &cells).expect("a torus");
        let known = [9, 25, 41, 81, 81, 109, 185, 289];
        for generation in 1..=32usize {
            torus.step();
            let defectors = (side * side) as u64 - torus.count_first();
            let expected = match generation {
                1..=8 => known[generation - 1],
                15 => 817,
                16 => 1089,
                31 => 3489,
                32 => 4177,
                _ => continue,
            };
            assert_eq!(defectors, expected, "generation {generation}");
        }
        let cells = torus.cells();
        let at = |y: usize, x: usize| cells[y * side + x];
        assert!((0..side).all(|y| (0..side).all(|x| at(y, x) == at(x, y) && at(y, x) == at(side - 1 - y, x))));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn bytes_play_what_the_graph_plays(
            cells in prop::collection::vec(0i64..4, 4), width in 3usize..9, height in 3usize..9,
            moore in any::<bool>(), selfish in any::<bool>(), tie in 0usize..3, seed in any::<u64>(),
        ) {
            let payoff = |k: usize| cells[k] as f64;
            let matrix = Matrix::new(&[vec![payoff(0), payoff(1)], vec![payoff(2), payoff(3)]]).expect("a table");
            let neighbourhood = if moore { Neighbourhood::Moore } else { Neighbourhood::VonNeumann };
            let tie = [Tie::Keep, Tie::First, Tie::Last][tie];
            let mut draws = RunKey::derive(Seed(seed), 0, "").draws(Who::place("t", 0), Purpose::Structure);
            let start: Vec<u8> = (0..width * height).map(|_| u8::from(draws.chance(0.5))).collect();
            let graph = Graph::lattice(width, height, neighbourhood, true);
            let mut slow = Placed::new(&matrix, Pooling::Sum, selfish, [&graph, &graph], start.clone());
            let mut fast = Torus::new(&matrix, (width, height), neighbourhood, selfish, tie, &start).expect("a torus");
            for _ in 0..6 {
                slow.imitate_all(tie, 0.0, &mut draws);
                fast.step();
                prop_assert_eq!(slow.strategies(), &fast.cells()[..]);
                prop_assert_eq!(slow.counts()[0], fast.count_first());
            }
        }
    }
}
