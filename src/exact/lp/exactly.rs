//! The exact end of the simplex method: a basis is solved in whole numbers, checked, and improved until it is optimal or
//! shows why it cannot be.
//!
//! A basis has as many basic variables as there are rows; the others are zero. Only its kernel (the basic structural
//! variables against the rows whose slack is not basic) takes a linear system to solve. While a basis is not feasible, the
//! dual simplex method goes on from it, with costs lowered where it is not dual feasible either; then the primal method
//! goes on with the true costs. Near an optimum, where a guess should be, a few pivots do. If many do not, choices are left
//! to Bland's (1977) rule, under which no basis comes twice. Signs of whole numbers decide, never tolerances.

use super::canonical::{Canonical, Finding, Kind};
use super::guess::Guess;
use crate::exact::linear::{Scaled, System};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// The exact answer, starting from a guess of the optimal basis.
pub(super) fn finish(lp: &Canonical, guess: Guess) -> Finding {
    let mut search = Search::new(lp, guess);
    loop {
        if let Some(finding) = search.step() {
            return finding;
        }
    }
}

/// The state of the search.
struct Search<'a> {
    lp: &'a Canonical,
    basic: Vec<bool>,
    /// The variable at which the guess ended without an optimum: looked at first, once.
    hint: Option<usize>,
    /// The pivots made.
    pivots: usize,
    /// The costs of all variables while no feasible basis is known.
    lowered: Vec<BigInt>,
}

/// Costs are multiplied by this before they are lowered, so that whole steps are small ones.
const FINE: u32 = 1 << 20;

impl<'a> Search<'a> {
    fn new(lp: &'a Canonical, guess: Guess) -> Self {
        let mut lowered: Vec<BigInt> = lp.cost.iter().map(|cost| cost * FINE).collect();
        lowered.resize(lp.kinds.len(), BigInt::zero());
        Self { lp, basic: guess.basic, hint: guess.hint, pivots: 0, lowered }
    }

    /// Whether choices are left to Bland's rule by now.
    fn bland(&self) -> bool {
        self.pivots > 2 * self.lp.kinds.len()
    }

    /// One pivot, or the answer.
    fn step(&mut self) -> Option<Finding> {
        let (lp, bland) = (self.lp, self.bland());
        let basis = Basis::of(lp, &mut self.basic);
        let primal = basis.primal();
        let hinted = self.hint.take();
        let (leaving, entering) = if let Some(leaving) = primal.leaving(&basis, hinted, bland) {
            match basis.replacement(leaving, primal.values[leaving].is_negative(), &mut self.lowered) {
                Ok(entering) => (leaving, entering),
                Err(multipliers) => return Some(Finding::Infeasible { multipliers }),
            }
        } else {
            let dual = basis.dual(&lp.cost);
            let Primal { values: mut x, denominator: x_denominator } = primal;
            let Some(entering) = dual.entering(&basis, hinted, bland) else {
                x.truncate(lp.variables);
                return Some(Finding::Optimal { x, x_denominator, y: dual.y, y_denominator: dual.denominator });
            };
            let rates = basis.rates(entering, dual.reduced[entering].is_positive());
            match basis.blocking(&x, &rates) {
                Some(leaving) => (leaving, entering),
                None => {
                    x.truncate(lp.variables);
                    let direction = rates[..lp.variables].to_vec();
                    return Some(Finding::Unbounded { x, x_denominator, direction });
                }
            }
        };
        self.basic[leaving] = false;
        self.basic[entering] = true;
        self.pivots += 1;
        None
    }
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

    /// The prices of the rows, and what each non-basic variable would add to the objective, for the costs of the
    /// structural variables or of all (slacks cost nothing otherwise).
    fn dual(&self, cost: &[BigInt]) -> Dual {
        let lp = self.lp;
        // Where a basic slack has a cost, that is its row's price.
        let mut given = vec![BigInt::zero(); lp.rows.len()];
        for (i, cost) in cost.iter().skip(lp.variables).enumerate().filter(|(i, _)| self.basic[lp.variables + i]) {
            given[i] = cost.clone();
        }
        let target: Vec<BigInt> = self.columns.iter().map(|j| &cost[*j] - lp.column_times(*j, &given)).collect();
        let Scaled { numerators, denominator } = self.kernel.solve_transposed(&target);
        let mut y = self.on_rows(numerators);
        for (y, given) in y.iter_mut().zip(given).filter(|(_, given)| !given.is_zero()) {
            *y = given * &denominator;
        }
        let reduced = |variable: usize| {
            if self.basic[variable] {
                return BigInt::zero();
            }
            let own = cost.get(variable).map_or_else(BigInt::zero, |cost| cost * &denominator);
            match variable.checked_sub(lp.variables) {
                None => own - lp.column_times(variable, &y),
                Some(row) => own - &y[row],
            }
        };
        Dual { reduced: (0..lp.kinds.len()).map(reduced).collect(), y, denominator }
    }

    /// Multipliers of the kernel's rows among those of all rows.
    fn on_rows(&self, of_kernel: Vec<BigInt>) -> Vec<BigInt> {
        let mut all = vec![BigInt::zero(); self.lp.rows.len()];
        for (i, value) in self.rows.iter().zip(of_kernel) {
            all[*i] = value;
        }
        all
    }

    /// The variable to take the place of an infeasible basic one such that the basis stays dual feasible for the costs
    /// (which are lowered first where it is not), or multipliers of the rows that prove that none can (Farkas).
    fn replacement(&self, leaving: usize, negative: bool, costs: &mut [BigInt]) -> Result<usize, Vec<BigInt>> {
        let lp = self.lp;
        let multipliers = self.tableau_row(leaving, negative);
        // The sum of the rows so multiplied is negative, so that a variable with a negative coefficient must rise.
        let pull = |variable: usize| {
            let coefficient = match variable.checked_sub(lp.variables) {
                None => lp.column_times(variable, &multipliers),
                Some(row) => multipliers[row].clone(),
            };
            match lp.kinds[variable] {
                Kind::NonNegative => -coefficient,
                Kind::Free => coefficient.abs(),
                Kind::Zero => BigInt::zero(),
            }
        };
        let nonbasic = (0..lp.kinds.len()).filter(|variable| !self.basic[*variable]);
        let able: Vec<(usize, BigInt)> =
            nonbasic.map(|variable| (variable, pull(variable))).filter(|(_, pull)| pull.is_positive()).collect();
        // A free variable never comes back, so that it need not care for costs.
        if let Some((free, _)) = able.iter().find(|(variable, _)| lp.kinds[*variable] == Kind::Free) {
            return Ok(*free);
        }
        let mut dual = self.dual(costs);
        if self.lower(&dual, costs) {
            dual = self.dual(costs);
        }
        // The least ratio of reduced cost to pull; the first of several.
        let mut best: Option<(usize, &BigInt, &BigInt)> = None;
        for (variable, pull) in &able {
            let loss = &dual.reduced[*variable];
            if best.is_none_or(|(_, least, its_pull)| loss * its_pull > least * pull) {
                best = Some((*variable, loss, pull));
            }
        }
        best.map(|(variable, ..)| variable).ok_or(multipliers)
    }

    /// Lowers the costs of variables that would improve the objective until they do not; whether there were any.
    fn lower(&self, dual: &Dual, costs: &mut [BigInt]) -> bool {
        let mut any = false;
        for (variable, reduced) in dual.reduced.iter().enumerate() {
            if self.lp.kinds[variable] == Kind::NonNegative && reduced.is_positive() {
                costs[variable] -= reduced.div_ceil(&dual.denominator);
                any = true;
            }
        }
        any
    }

    /// Multipliers that add the rows up to a basic variable plus non-basic ones, with a negative sum: its row of the
    /// simplex tableau, turned round unless its value is negative.
    fn tableau_row(&self, variable: usize, negative: bool) -> Vec<BigInt> {
        let lp = self.lp;
        let target: Vec<BigInt> = match variable.checked_sub(lp.variables) {
            None => self.columns.iter().map(|j| BigInt::from(i32::from(*j == variable))).collect(),
            Some(row) => {
                let entry = |j: &usize| lp.rows[row].binary_search_by_key(j, |(column, _)| *column);
                let value = |j: &usize| entry(j).map_or_else(|_| BigInt::zero(), |at| -&lp.rows[row][at].1);
                self.columns.iter().map(value).collect()
            }
        };
        let Scaled { numerators, denominator } = self.kernel.solve_transposed(&target);
        let mut multipliers = self.on_rows(numerators);
        if let Some(row) = variable.checked_sub(lp.variables) {
            multipliers[row] = denominator;
        }
        if !negative {
            multipliers.iter_mut().for_each(|y| *y = -std::mem::take(y));
        }
        multipliers
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
    fn blocking(&self, values: &[BigInt], rates: &[BigInt]) -> Option<usize> {
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
            let (value, speed) = (&values[variable], rate.abs());
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
    /// A basic variable that is not feasible: the hinted one, the most infeasible one, or the least one.
    fn leaving(&self, basis: &Basis<'_>, hinted: Option<usize>, bland: bool) -> Option<usize> {
        let violation = |variable: usize| match basis.lp.kinds[variable] {
            Kind::NonNegative => -&self.values[variable],
            Kind::Zero => self.values[variable].abs(),
            Kind::Free => BigInt::zero(),
        };
        let basic = |variable: &usize| basis.basic[*variable];
        choose((0..self.values.len()).filter(basic), violation, hinted.filter(basic), bland)
    }
}

/// Prices and reduced costs: numerators over one positive denominator.
struct Dual {
    y: Vec<BigInt>,
    reduced: Vec<BigInt>,
    denominator: BigInt,
}

impl Dual {
    /// A non-basic variable that improves the objective: the hinted one, the one that improves it most, or the least one.
    fn entering(&self, basis: &Basis<'_>, hinted: Option<usize>, bland: bool) -> Option<usize> {
        let gain = |variable: usize| match basis.lp.kinds[variable] {
            Kind::NonNegative => self.reduced[variable].clone(),
            Kind::Free => self.reduced[variable].abs(),
            Kind::Zero => BigInt::zero(),
        };
        let nonbasic = |variable: &usize| !basis.basic[*variable];
        choose((0..self.reduced.len()).filter(nonbasic), gain, hinted.filter(nonbasic), bland)
    }
}

/// Of the candidates with a positive worth: the hinted one, the first (`bland`), or the first of the greatest.
fn choose(
    candidates: impl Iterator<Item = usize>,
    worth: impl Fn(usize) -> BigInt,
    hinted: Option<usize>,
    bland: bool,
) -> Option<usize> {
    if let Some(hinted) = hinted.filter(|variable| worth(*variable).is_positive()) {
        return Some(hinted);
    }
    let mut best: Option<(usize, BigInt)> = None;
    for variable in candidates {
        let worth = worth(variable);
        if worth.is_positive() && best.as_ref().is_none_or(|(_, greatest)| worth > *greatest) {
            if bland {
                return Some(variable);
            }
            best = Some((variable, worth));
        }
    }
    best.map(|(variable, _)| variable)
}
