//! A linear system in a basis: `D x_basic + T x_nonbasic = r` with whole numbers `T`, `r` and one common denominator
//! `D > 0` (Edmonds 1967; Avis & Fukuda 1992 call it a dictionary).
//!
//! Variables are named by labels. All start non-basic but for one slack a row. The right-hand side of row `k` stands
//! for `1 + e^(k+1)` with an infinitely small `e`: no two ratios tie then, so that every pivot has one leaving variable
//! and the perturbed system is nondegenerate (Charnes 1952; Dantzig, Orden & Wolfe 1955, the lexicographic rule). The
//! perturbation is never stored: its coefficients are the columns of the first slacks. Nothing here knows of games.

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::equilibrium::entry::Entry;

/// Where a variable stands.
#[derive(Clone, Copy, Debug)]
enum Place {
    Row(usize),
    Column(usize),
}

/// The system in the present basis.
pub(super) struct Tableau<E: Entry> {
    /// The labels of the basic variables by row.
    basic: Vec<usize>,
    /// The labels of the non-basic variables by column.
    nonbasic: Vec<usize>,
    /// By label.
    places: Vec<Place>,
    /// The first slacks, in the order of their perturbations.
    slacks: Vec<usize>,
    /// `[row][column]`, the right-hand side last.
    cells: Vec<E>,
    width: usize,
    denominator: E,
    /// The pivot row, copied: spared allocations.
    scratch: Vec<E>,
    zero: E,
}

impl<E: Entry> Tableau<E> {
    /// The system `T x + s = 1` with `T = coefficients[row][column]`, all `x` non-basic. Labels number all variables
    /// from 0. Nothing if an entry does not fit.
    pub(super) fn new(coefficients: &[Vec<BigInt>], columns: Vec<usize>, rows: Vec<usize>) -> Option<Self> {
        let one = E::from_big(&BigInt::from(1))?;
        let mut cells = Vec::with_capacity(rows.len() * (columns.len() + 1));
        for row in coefficients {
            for value in row {
                cells.push(E::from_big(value)?);
            }
            cells.push(one.clone());
        }
        let mut places = vec![Place::Row(0); rows.len() + columns.len()];
        for (row, label) in rows.iter().enumerate() {
            places[*label] = Place::Row(row);
        }
        for (column, label) in columns.iter().enumerate() {
            places[*label] = Place::Column(column);
        }
        Some(Self {
            width: columns.len() + 1,
            basic: rows.clone(),
            nonbasic: columns,
            places,
            slacks: rows,
            cells,
            denominator: one,
            scratch: Vec::new(),
            zero: E::from_big(&BigInt::ZERO)?,
        })
    }

    /// The labels of the basic variables by row.
    pub(super) fn basic(&self) -> &[usize] {
        &self.basic
    }

    /// The labels of the non-basic variables by column.
    pub(super) fn nonbasic(&self) -> &[usize] {
        &self.nonbasic
    }

    /// The column of a non-basic variable.
    ///
    /// # Panics
    /// If the variable is basic: callers let in what is out.
    pub(super) fn column_of(&self, label: usize) -> usize {
        match self.places[label] {
            Place::Column(column) => column,
            Place::Row(_) => panic!("a variable that enters the basis is not in it"),
        }
    }

    /// The basic variable of a row, unperturbed, times the denominator.
    pub(super) fn value(&self, row: usize) -> &E {
        &self.cells[row * self.width + self.width - 1]
    }

    /// A variable, unperturbed, times the denominator.
    pub(super) fn value_of(&self, label: usize) -> &E {
        match self.places[label] {
            Place::Row(row) => self.value(row),
            Place::Column(_) => &self.zero,
        }
    }

    fn cell(&self, row: usize, column: usize) -> &E {
        &self.cells[row * self.width + column]
    }

    /// The row whose variable leaves when the column's grows: the least ratio of the perturbed right-hand side.
    /// Nothing if the variable can grow without end.
    pub(super) fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for row in 0..self.basic.len() {
            if self.cell(row, column).sign() != Ordering::Greater {
                continue;
            }
            if best.is_none_or(|best| self.compare_ratios(row, best, column) == Ordering::Less) {
                best = Some(row);
            }
        }
        best
    }

    /// How the perturbed ratios of two rows compare in a column in which both are positive.
    fn compare_ratios(&self, row: usize, other: usize, column: usize) -> Ordering {
        let (here, there) = (self.cell(row, column), self.cell(other, column));
        let first = E::compare_products(self.value(row), there, self.value(other), here);
        if first != Ordering::Equal {
            return first;
        }
        let perturbations = self.slacks.iter().map(|slack| {
            let (a, b) = (self.coefficient(row, *slack), self.coefficient(other, *slack));
            E::compare_products(a, there, b, here)
        });
        perturbations.into_iter().find(|order| *order != Ordering::Equal).expect("no two rows of a basis are parallel")
    }

    fn coefficient(&self, row: usize, label: usize) -> &E {
        match self.places[label] {
            Place::Column(column) => self.cell(row, column),
            Place::Row(own) if own == row => &self.denominator,
            Place::Row(_) => &self.zero,
        }
    }

    /// Exchanges the variables of a row and a column whose cell is positive. The same exchange again undoes it.
    /// Nothing if an entry does not fit; the tableau is spoilt then.
    pub(super) fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let width = self.width;
        let pivot = self.cell(row, column).clone();
        let divisor = E::divisor(&self.denominator);
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.cells[row * width..(row + 1) * width]);
        for (k, cells) in self.cells.chunks_exact_mut(width).enumerate() {
            if k == row {
                continue;
            }
            let factor = cells[column].clone();
            for (cell, above) in cells.iter_mut().zip(&self.scratch) {
                *cell = E::step(cell, &pivot, &factor, above, &divisor)?;
            }
            cells[column] = factor.negative();
        }
        self.cells[row * width + column] = std::mem::replace(&mut self.denominator, pivot);
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        self.places[self.basic[row]] = Place::Row(row);
        self.places[self.nonbasic[column]] = Place::Column(column);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tableau(rows: &[&[i64]]) -> Tableau<i64> {
        let cells: Vec<Vec<BigInt>> = rows.iter().map(|row| row.iter().map(|x| BigInt::from(*x)).collect()).collect();
        let n = rows[0].len();
        Tableau::new(&cells, (0..n).collect(), (n..n + rows.len()).collect()).expect("small")
    }

    #[test]
    fn a_pivot_moves_to_the_neighbouring_vertex_and_back() {
        // 2x + 3y <= 1 and 4x + y <= 1: along x to (1/4, 0), then along y to (1/5, 1/5).
        let mut t = tableau(&[&[2, 3], &[4, 1]]);
        assert_eq!(t.leaving(0), Some(1));
        t.pivot(1, 0).expect("fits");
        assert_eq!((t.value_of(0), t.denominator), (&1, 4));
        let row = t.leaving(1).expect("bounded");
        assert_eq!(row, 0);
        t.pivot(row, 1).expect("fits");
        assert_eq!((*t.value_of(0), *t.value_of(1), t.denominator), (2, 2, 10));
        t.pivot(0, 1).expect("fits");
        t.pivot(1, 0).expect("fits");
        assert_eq!((t.cells, t.denominator, t.basic), (vec![2, 3, 1, 4, 1, 1], 1, vec![2, 3]));
    }

    #[test]
    fn ties_are_broken_by_the_perturbation() {
        // Three times the same row: the last has the least perturbation.
        let t = tableau(&[&[1, 1], &[1, 1], &[1, 1]]);
        assert_eq!(t.leaving(0), Some(2));
        // A cell that is not positive never leaves.
        assert_eq!(tableau(&[&[0, 1]]).leaving(0), None);
    }
}
