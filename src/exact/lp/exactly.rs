//! The exact end of the simplex method: a basis is solved in whole numbers, checked, and improved until it is optimal or
//! shows why it cannot be.
//!
//! A basis has as many basic variables as there are rows; the others are zero. Only its kernel (the basic structural
//! variables against the rows whose slack is not basic) takes a linear system to solve. Where a basis is not feasible, the
//! least infeasible variable leaves for the least that can take its place (the dual simplex method with a zero objective);
//! where it is not optimal, the least variable that improves enters (Bland 1977: with these choices no basis comes
//! twice). Signs of whole numbers decide, never tolerances.

use super::canonical::{Canonical, Finding, Kind};
use super::guess::Guess;
use crate::exact::linear::{Scaled, System};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// The exact answer, starting from a guess of the optimal basis.
pub(super) fn finish(lp: &Canonical, guess: Guess) -> Finding {
    let mut basic = guess.basic;
    // A hint names a basic variable that is thought to prove infeasibility, or a non-basic one along which there is no
    // bound: it is looked at first, once.
    let mut hint = guess.hint;
    loop {
        let basis = Basis::of(lp, &mut basic);
        let primal = basis.primal();
        let infeasible = hint.filter(|v| basis.basic[*v] && primal.is_infeasible(lp, *v));
        if let Some(variable) = infeasible.or_else(|| primal.first_infeasible(lp, basis.basic)) {
            hint = hint.filter(|_| infeasible.is_none());
            match basis.replacement(variable, primal.is_negative(variable)) {
                Ok(entering) => exchange(&mut basic, variable, entering),
                Err(multipliers) => return Finding::Infeasible { multipliers },
            }
            continue;
        }
        let dual = basis.dual();
        let improving = hint.take().filter(|v| dual.improves(lp, *v, basis.basic));
        let Some(entering) = improving.or_else(|| dual.first_improving(lp, basis.basic)) else {
            let Primal { mut values, denominator: x_denominator } = primal;
            values.truncate(lp.variables);
            return Finding::Optimal { x: values, x_denominator, y: dual.y, y_denominator: dual.denominator };
        };
        let rates = basis.rates(entering, dual.upward(entering));
        match basis.blocking(&primal, &rates) {
            Some(leaving) => exchange(&mut basic, leaving, entering),
            None => {
                let Primal { values: mut x, denominator: x_denominator } = primal;
                x.truncate(lp.variables);
                let direction = rates[..lp.variables].to_vec();
                return Finding::Unbounded { x, x_denominator, direction };
            }
        }
    }
}

fn exchange(basic: &mut [bool], leaving: usize, entering: usize) {
    basic[leaving] = false;
    basic[entering] = true;
}

/// A basis with its kernel.
struct Basis<'a> {
    lp: &'a Canonical,
    basic: &'a [bool],
    /// The basic structural variables, ascending.
    columns: Vec<usize>,
    /// The rows whose slack is not basic, ascending.
    rows: Vec<usize>,
    kernel: System,
}

impl<'a> Basis<'a> {
    /// The basis; where the guess was singular, some of its structural variables have given way to slacks.
    fn of(lp: &'a Canonical, basic: &'a mut [bool]) -> Self {
        loop {
            let columns: Vec<usize> = (0..lp.variables).filter(|j| basic[*j]).collect();
            let rows: Vec<usize> = (0..lp.rows.len()).filter(|i| !basic[lp.variables + i]).collect();
            debug_assert_eq!(columns.len(), rows.len());
            let mut place = vec![None; lp.variables];
            for (k, column) in columns.iter().enumerate() {
                place[*column] = Some(k);
            }
            let cells = |row: &usize| {
                lp.rows[*row].iter().filter_map(|(j, a)| place[*j].map(|k| (k, a.clone()))).collect::<Vec<_>>()
            };
            match System::new(rows.iter().map(cells).collect()) {
                Ok(kernel) => return Self { lp, basic, columns, rows, kernel },
                Err(deficit) => {
                    deficit.columns.iter().for_each(|k| basic[columns[*k]] = false);
                    deficit.rows.iter().for_each(|k| basic[lp.variables + rows[*k]] = true);
                }
            }
        }
    }

    /// The values of all variables.
    fn primal(&self) -> Primal {
        let lp = self.lp;
        let bounds: Vec<BigInt> = self.rows.iter().map(|i| lp.bounds[*i].clone()).collect();
        let Scaled { numerators, denominator } = self.kernel.solve(&bounds);
        let mut values = vec![BigInt::zero(); lp.kinds.len()];
        for (j, x) in self.columns.iter().zip(numerators) {
            values[*j] = x;
        }
        for i in (0..lp.rows.len()).filter(|i| self.basic[lp.variables + i]) {
            values[lp.variables + i] = &lp.bounds[i] * &denominator - lp.row_times(i, &values);
        }
        Primal { values, denominator }
    }

    /// The prices of the rows, and what each structural variable would add to the objective.
    fn dual(&self) -> Dual {
        let lp = self.lp;
        let cost: Vec<BigInt> = self.columns.iter().map(|j| lp.cost[*j].clone()).collect();
        let Scaled { numerators, denominator } = self.kernel.solve_transposed(&cost);
        let y = self.on_rows(numerators);
        let reduced = |j: usize| {
            if self.basic[j] { BigInt::zero() } else { &lp.cost[j] * &denominator - lp.column_times(j, &y) }
        };
        Dual { reduced: (0..lp.variables).map(reduced).collect(), y, denominator, variables: lp.variables }
    }

    /// Multipliers of the kernel's rows among those of all rows.
    fn on_rows(&self, of_kernel: Vec<BigInt>) -> Vec<BigInt> {
        let mut all = vec![BigInt::zero(); self.lp.rows.len()];
        for (i, value) in self.rows.iter().zip(of_kernel) {
            all[*i] = value;
        }
        all
    }

    /// The least variable that can take the place of an infeasible basic one, or multipliers of the rows that prove
    /// that none can (Farkas).
    fn replacement(&self, leaving: usize, negative: bool) -> Result<usize, Vec<BigInt>> {
        let lp = self.lp;
        // Multipliers that add the rows up to `leaving` plus non-basic variables: its row of the simplex tableau.
        let target: Vec<BigInt> = match leaving.checked_sub(lp.variables) {
            None => self.columns.iter().map(|j| BigInt::from(i32::from(*j == leaving))).collect(),
            Some(row) => {
                let entry = |j: &usize| lp.rows[row].binary_search_by_key(j, |(column, _)| *column);
                let value = |j: &usize| entry(j).map_or_else(|_| BigInt::zero(), |at| -&lp.rows[row][at].1);
                self.columns.iter().map(value).collect()
            }
        };
        let Scaled { numerators, denominator } = self.kernel.solve_transposed(&target);
        let mut multipliers = self.on_rows(numerators);
        if let Some(row) = leaving.checked_sub(lp.variables) {
            multipliers[row] = denominator;
        }
        if !negative {
            multipliers.iter_mut().for_each(|y| *y = -std::mem::take(y));
        }
        // The sum of the rows so multiplied is negative, so that a variable with a negative coefficient must rise.
        let helps = |variable: &usize| {
            let coefficient = match variable.checked_sub(lp.variables) {
                None => lp.column_times(*variable, &multipliers),
                Some(row) => multipliers[row].clone(),
            };
            match lp.kinds[*variable] {
                Kind::NonNegative => coefficient.is_negative(),
                Kind::Free => !coefficient.is_zero(),
                Kind::Zero => false,
            }
        };
        (0..lp.kinds.len()).filter(|variable| !self.basic[*variable]).find(helps).ok_or(multipliers)
    }

    /// How fast each variable moves, up to one positive factor, as a non-basic one rises (or falls).
    fn rates(&self, entering: usize, upward: bool) -> Vec<BigInt> {
        let lp = self.lp;
        let mut column = vec![BigInt::zero(); lp.rows.len()];
        match entering.checked_sub(lp.variables) {
            None => lp.column(entering).for_each(|(row, a)| column[row] = a.clone()),
            Some(row) => column[row] = BigInt::one(),
        }
        let target: Vec<BigInt> = self.rows.iter().map(|i| column[*i].clone()).collect();
        let Scaled { numerators, denominator } = self.kernel.solve(&target);
        let mut rates = vec![BigInt::zero(); lp.kinds.len()];
        for (j, w) in self.columns.iter().zip(numerators) {
            rates[*j] = -w;
        }
        rates[entering] = denominator;
        for i in (0..lp.rows.len()).filter(|i| self.basic[lp.variables + i]) {
            rates[lp.variables + i] = -lp.row_times(i, &rates);
        }
        if !upward {
            rates.iter_mut().for_each(|rate| *rate = -std::mem::take(rate));
        }
        rates
    }

    /// The basic variable that is the first to reach its limit, the least one of several.
    fn blocking(&self, primal: &Primal, rates: &[BigInt]) -> Option<usize> {
        let mut first: Option<(usize, &BigInt, BigInt)> = None;
        for variable in (0..self.lp.kinds.len()).filter(|variable| self.basic[*variable]) {
            let rate = &rates[variable];
            let limits = match self.lp.kinds[variable] {
                Kind::NonNegative => rate.is_negative(),
                Kind::Zero => !rate.is_zero(),
                Kind::Free => false,
            };
            if !limits {
                continue;
            }
            let (value, speed) = (&primal.values[variable], rate.abs());
            if first.as_ref().is_none_or(|(_, best, best_speed)| value * best_speed < *best * &speed) {
                first = Some((variable, value, speed));
            }
        }
        first.map(|(variable, ..)| variable)
    }
}

/// The values of all variables: numerators over one positive denominator.
struct Primal {
    values: Vec<BigInt>,
    denominator: BigInt,
}

impl Primal {
    fn is_negative(&self, variable: usize) -> bool {
        self.values[variable].is_negative()
    }

    fn is_infeasible(&self, lp: &Canonical, variable: usize) -> bool {
        match lp.kinds[variable] {
            Kind::NonNegative => self.values[variable].is_negative(),
            Kind::Zero => !self.values[variable].is_zero(),
            Kind::Free => false,
        }
    }

    fn first_infeasible(&self, lp: &Canonical, basic: &[bool]) -> Option<usize> {
        (0..basic.len()).find(|variable| basic[*variable] && self.is_infeasible(lp, *variable))
    }
}

/// Prices and reduced costs: numerators over one positive denominator.
struct Dual {
    y: Vec<BigInt>,
    reduced: Vec<BigInt>,
    denominator: BigInt,
    variables: usize,
}

impl Dual {
    /// Whether the objective grows as the variable does.
    fn upward(&self, variable: usize) -> bool {
        match variable.checked_sub(self.variables) {
            None => self.reduced[variable].is_positive(),
            Some(row) => self.y[row].is_negative(),
        }
    }

    fn improves(&self, lp: &Canonical, variable: usize, basic: &[bool]) -> bool {
        !basic[variable]
            && match lp.kinds[variable] {
                Kind::NonNegative => self.upward(variable),
                Kind::Free => !self.reduced[variable].is_zero(),
                Kind::Zero => false,
            }
    }

    fn first_improving(&self, lp: &Canonical, basic: &[bool]) -> Option<usize> {
        (0..basic.len()).find(|variable| self.improves(lp, *variable, basic))
    }
}
