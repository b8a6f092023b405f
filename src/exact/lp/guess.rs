//! A guess of the optimal basis by the simplex method in floats, on a dense condensed tableau.
//!
//! Equations and free variables are pivoted away first. Then the dual simplex method (Lemke 1954) finds a feasible basis:
//! it minimises a surrogate of the objective for which the start is dual feasible, the true one where that can be, with
//! small differences added that keep ties from stalling it (Charnes 1952). Then the primal method (Dantzig 1963) goes on
//! with the true objective, under Bland's rule while it stalls. Effort is bounded, and whatever comes out is only a guess:
//! errors of rounding cost time, never truth. Only `+ - * /` are used, in one order, so that the guess is the same on
//! every machine.

use super::canonical::{Canonical, Kind};
use num_traits::ToPrimitive;

/// Entries below this, in a tableau whose rows are scaled to one, are taken for zero.
const ZERO: f64 = 1e-9;

/// A basis that may be optimal.
pub(super) struct Guess {
    /// Which variables are basic: as many as there are rows.
    pub basic: Vec<bool>,
    /// The basic variable thought to prove infeasibility, or the non-basic one thought to be unbounded.
    pub hint: Option<usize>,
}

impl Guess {
    /// The basis of all slacks.
    pub(super) fn slacks(lp: &Canonical) -> Self {
        Self { basic: (0..lp.kinds.len()).map(|variable| variable >= lp.variables).collect(), hint: None }
    }
}

/// The guess for a programme; the slacks' basis where its numbers are beyond floats.
pub(super) fn basis(lp: &Canonical) -> Guess {
    let Some(mut tableau) = Tableau::of(lp) else { return Guess::slacks(lp) };
    let hint = tableau.search();
    let mut basic = vec![false; lp.kinds.len()];
    tableau.basic.iter().for_each(|variable| basic[*variable] = true);
    Guess { basic, hint }
}

/// The rows `x_basic + T x_nonbasic = values`, with the reduced costs of two objectives, to be maximised.
struct Tableau {
    kinds: Vec<Kind>,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    /// The number of columns.
    width: usize,
    /// `T`, row by row.
    cells: Vec<f64>,
    values: Vec<f64>,
    cost: Vec<f64>,
    surrogate: Vec<f64>,
    /// The pivots that may still be made.
    budget: usize,
    /// The pivot row, kept to save allocations.
    row: Vec<f64>,
}

impl Tableau {
    fn of(lp: &Canonical) -> Option<Self> {
        let (height, width) = (lp.rows.len(), lp.variables);
        let (mut cells, mut values) = (vec![0.0; height * width], vec![0.0; height]);
        for (i, row) in lp.rows.iter().enumerate() {
            let mut largest = 0.0f64;
            for (j, value) in row {
                let value = value.to_f64().filter(|x| x.is_finite())?;
                largest = largest.max(value.abs());
                cells[i * width + j] = value;
            }
            values[i] = lp.bounds[i].to_f64().filter(|x| x.is_finite())?;
            if largest > 0.0 {
                cells[i * width..(i + 1) * width].iter_mut().for_each(|cell| *cell /= largest);
                values[i] /= largest;
            }
        }
        let cost: Vec<f64> =
            lp.cost.iter().map(|c| c.to_f64().filter(|x| x.is_finite())).collect::<Option<Vec<f64>>>()?;
        let largest = cost.iter().fold(0.0f64, |largest, c| largest.max(c.abs()));
        let cost = if largest > 0.0 { cost.iter().map(|c| c / largest).collect() } else { cost };
        Some(Self {
            kinds: lp.kinds.clone(),
            basic: (width..width + height).collect(),
            nonbasic: (0..width).collect(),
            width,
            cells,
            values,
            cost,
            surrogate: Vec::new(),
            budget: 1000 + 20 * (height + width),
            row: vec![0.0; width],
        })
    }

    /// Pivots towards an optimal basis; gives the variable at which the search ended without one.
    fn search(&mut self) -> Option<usize> {
        self.drop_free_and_zero();
        self.surrogate = self.surrogate();
        match self.dual() {
            End::Done => {}
            End::Stuck(variable) => return Some(variable),
            End::Spent => return None,
        }
        self.surrogate.clear();
        match self.primal() {
            End::Stuck(variable) => Some(variable),
            End::Done | End::Spent => None,
        }
    }

    fn cell(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.width + column]
    }

    /// Whether the variable of a column may enter the basis.
    fn may_enter(&self, column: usize) -> bool {
        self.kinds[self.nonbasic[column]] != Kind::Zero
    }

    /// Brings free variables into the basis and slacks of equations out of it, where there is a pivot.
    fn drop_free_and_zero(&mut self) {
        for column in 0..self.width {
            if self.kinds[self.nonbasic[column]] != Kind::Free {
                continue;
            }
            let rank = |row: &usize| match self.kinds[self.basic[*row]] {
                Kind::Zero => 2.0 * self.cell(*row, column).abs(),
                Kind::NonNegative => self.cell(*row, column).abs(),
                Kind::Free => 0.0,
            };
            let best = first_greatest((0..self.basic.len()).map(|row| rank(&row)));
            if let Some(row) = best.filter(|row| rank(row) > ZERO) {
                self.pivot(row, column);
            }
        }
        for row in 0..self.basic.len() {
            if self.kinds[self.basic[row]] != Kind::Zero {
                continue;
            }
            let size = |column: usize| if self.may_enter(column) { self.cell(row, column).abs() } else { 0.0 };
            let largest = (0..self.width).fold(0.0f64, |largest, column| largest.max(size(column)));
            if largest <= ZERO {
                continue;
            }
            // Of the safe pivots, the one that leaves most others without a positive reduced cost: where the row says
            // that shares sum to one, this makes the start dual feasible.
            let worth = |column: usize| {
                if size(column) >= 0.1 * largest { self.cost[column] / size(column) } else { f64::NEG_INFINITY }
            };
            if let Some(column) = first_greatest((0..self.width).map(worth)) {
                self.pivot(row, column);
            }
        }
    }

    /// Reduced costs that are dual feasible and near the true ones where these are.
    fn surrogate(&self) -> Vec<f64> {
        let largest = self.cost.iter().fold(0.0f64, |largest, d| largest.max(d.abs()));
        let scale = if largest > 0.0 { largest } else { 1.0 };
        // Differences by a fixed sequence of numbers from 1 to 2 (a linear congruence).
        let mut state = 1u32;
        self.cost
            .iter()
            .map(|d| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let jitter = 1.0 + f64::from(state >> 8) / 16_777_216.0;
                d.min(0.0) - 1e-6 * scale * jitter
            })
            .collect()
    }

    /// The dual simplex method on the surrogate, until no basic variable is infeasible.
    fn dual(&mut self) -> End {
        loop {
            let short = |row: usize| match self.kinds[self.basic[row]] {
                Kind::NonNegative => -self.values[row],
                Kind::Zero => self.values[row].abs(),
                Kind::Free => 0.0,
            };
            let Some(row) = first_greatest((0..self.basic.len()).map(short)).filter(|row| short(*row) > ZERO) else {
                return End::Done;
            };
            let sign = if self.values[row] < 0.0 { -1.0 } else { 1.0 };
            let Some(column) = self.dual_ratio(row, sign) else { return End::Stuck(self.basic[row]) };
            if self.budget == 0 {
                return End::Spent;
            }
            self.pivot(row, column);
        }
    }

    /// The column that keeps the surrogate dual feasible: among those within a tolerance of the least ratio, the one
    /// with the largest pivot (Harris 1973).
    fn dual_ratio(&self, row: usize, sign: f64) -> Option<usize> {
        let cells = &self.cells[row * self.width..(row + 1) * self.width];
        let pivot = |column: usize| {
            let cell = sign * cells[column];
            match self.kinds[self.nonbasic[column]] {
                Kind::NonNegative => cell,
                Kind::Free => cell.abs(),
                Kind::Zero => 0.0,
            }
        };
        let mut limit = f64::INFINITY;
        for column in 0..self.width {
            let size = pivot(column);
            if size > ZERO {
                limit = limit.min((ZERO - self.surrogate[column].min(0.0)) / size);
            }
        }
        let allowed = |column: usize| {
            let size = pivot(column);
            if size > ZERO && -self.surrogate[column] <= limit * size { size } else { 0.0 }
        };
        first_greatest((0..self.width).map(allowed)).filter(|column| allowed(*column) > 0.0)
    }

    /// The primal simplex method on the true objective.
    fn primal(&mut self) -> End {
        let (mut stalled, patience) = (0, 2 * (self.width + self.basic.len()));
        loop {
            let gain = |column: usize| match self.kinds[self.nonbasic[column]] {
                Kind::NonNegative => self.cost[column],
                Kind::Free => self.cost[column].abs(),
                Kind::Zero => 0.0,
            };
            let entering = if stalled < patience {
                first_greatest((0..self.width).map(gain)).filter(|column| gain(*column) > ZERO)
            } else {
                (0..self.width).filter(|column| gain(*column) > ZERO).min_by_key(|column| self.nonbasic[*column])
            };
            let Some(column) = entering else { return End::Done };
            let sign = if self.cost[column] < 0.0 { -1.0 } else { 1.0 };
            let Some((row, step)) = self.primal_ratio(column, sign, stalled >= patience) else {
                return End::Stuck(self.nonbasic[column]);
            };
            if self.budget == 0 {
                return End::Spent;
            }
            stalled = if step > ZERO { 0 } else { stalled + 1 };
            self.pivot(row, column);
        }
    }

    /// The row that keeps the values feasible, and the step to there.
    fn primal_ratio(&self, column: usize, sign: f64, bland: bool) -> Option<(usize, f64)> {
        let pivot = |row: usize| {
            let cell = sign * self.cell(row, column);
            match self.kinds[self.basic[row]] {
                Kind::NonNegative => cell,
                Kind::Zero => cell.abs(),
                Kind::Free => 0.0,
            }
        };
        let mut limit = f64::INFINITY;
        for row in 0..self.basic.len() {
            let size = pivot(row);
            if size > ZERO {
                limit = limit.min((ZERO + self.values[row].max(0.0)) / size);
            }
        }
        let allowed = |row: usize| {
            let size = pivot(row);
            if size > ZERO && self.values[row] <= limit * size { size } else { 0.0 }
        };
        let rows = 0..self.basic.len();
        let chosen = if bland {
            rows.filter(|row| allowed(*row) > 0.0).min_by_key(|row| self.basic[*row])
        } else {
            first_greatest(rows.map(allowed)).filter(|row| allowed(*row) > 0.0)
        };
        chosen.map(|row| (row, self.values[row].max(0.0) / pivot(row)))
    }

    /// Exchanges the basic variable of a row for the non-basic one of a column.
    fn pivot(&mut self, row: usize, column: usize) {
        self.budget = self.budget.saturating_sub(1);
        let width = self.width;
        let inverse = 1.0 / self.cells[row * width + column];
        let mut pivot_row = std::mem::take(&mut self.row);
        let own = &mut self.cells[row * width..(row + 1) * width];
        own[column] = 1.0;
        own.iter_mut().for_each(|cell| *cell *= inverse);
        pivot_row.copy_from_slice(own);
        self.values[row] *= inverse;
        let value = self.values[row];
        let clear = |cells: &mut [f64]| -> f64 {
            let factor = cells[column];
            if factor != 0.0 {
                cells[column] = 0.0;
                cells.iter_mut().zip(&pivot_row).for_each(|(cell, by)| *cell -= factor * by);
            }
            factor
        };
        for (i, (cells, own)) in self.cells.chunks_exact_mut(width).zip(&mut self.values).enumerate() {
            if i != row {
                *own -= clear(cells) * value;
            }
        }
        clear(&mut self.cost);
        if !self.surrogate.is_empty() {
            clear(&mut self.surrogate);
        }
        self.row = pivot_row;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
    }
}

/// How a phase ended.
enum End {
    /// With what it was for.
    Done,
    /// At a variable that shows that there is no such thing.
    Stuck(usize),
    /// Without pivots left.
    Spent,
}

/// The first place of the greatest number; nothing of nothing.
fn first_greatest(values: impl Iterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (k, value) in values.enumerate() {
        if best.is_none_or(|(_, greatest)| value > greatest) {
            best = Some((k, value));
        }
    }
    best.map(|(k, _)| k)
}
