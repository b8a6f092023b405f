//! Replicator dynamics of two populations that meet each other alone (Taylor 1979; Hofbauer & Sigmund 1998, ch. 10).
//!
//! `x_i' = x_i ((A y)_i - x A y)`, `y_j' = y_j ((x B)_j - x B y)`: each strategy grows by what it gets over its own population's mean. In
//! floats, by a fixed-step Runge-Kutta method; shares stay where they are summed to one by the flow itself.

use super::payoffs::EvolutionError;

/// Two populations, and what each strategy gets against each of the other's.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoPopulations {
    /// `row[i][j]`: what a row of kind i gets against a column of kind j.
    row: Vec<Vec<f64>>,
    /// `column[i][j]`: what a column of kind j gets against a row of kind i.
    column: Vec<Vec<f64>>,
}

impl TwoPopulations {
    /// The populations of a game by its two tables.
    ///
    /// # Errors
    /// If the tables are not of the same size, one row and column or more.
    pub fn new(row: Vec<Vec<f64>>, column: Vec<Vec<f64>>) -> Result<Self, EvolutionError> {
        let width = row.first().map_or(0, Vec::len);
        let sound = row.len() == column.len() && row.iter().chain(&column).all(|cells| cells.len() == width);
        if !sound || width == 0 {
            let found = format!("tables of {} and {} rows that differ, or are empty", row.len(), column.len());
            return Err(EvolutionError::NotAState { found });
        }
        Ok(Self { row, column })
    }

    /// The state after so many steps of length `dt` of the classical Runge-Kutta method (Kutta 1901), the rows' shares and then the
    /// columns'.
    ///
    /// # Errors
    /// If there are not as many shares as strategies.
    pub fn runge_kutta(
        &self,
        (rows, columns): (&[f64], &[f64]),
        dt: f64,
        steps: usize,
    ) -> Result<(Vec<f64>, Vec<f64>), EvolutionError> {
        if rows.len() != self.row.len() || columns.len() != self.row[0].len() {
            let found = format!("{} and {} shares", rows.len(), columns.len());
            return Err(EvolutionError::NotAState { found });
        }
        let mut state = [rows, columns].concat();
        let ahead = |state: &[f64], slope: &[f64], by: f64| -> Vec<f64> {
            state.iter().zip(slope).map(|(x, v)| x + by * v).collect()
        };
        for _ in 0..steps {
            let first = self.velocity(&state);
            let second = self.velocity(&ahead(&state, &first, 0.5 * dt));
            let third = self.velocity(&ahead(&state, &second, 0.5 * dt));
            let fourth = self.velocity(&ahead(&state, &third, dt));
            for (k, x) in state.iter_mut().enumerate() {
                *x += dt / 6.0 * (first[k] + 2.0 * second[k] + 2.0 * third[k] + fourth[k]);
            }
        }
        let columns = state.split_off(rows.len());
        Ok((state, columns))
    }

    fn velocity(&self, state: &[f64]) -> Vec<f64> {
        let (x, y) = state.split_at(self.row.len());
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let row_gets: Vec<f64> = self.row.iter().map(|row| dot(row, y)).collect();
        let column_gets: Vec<f64> =
            (0..y.len()).map(|j| self.column.iter().zip(x).map(|(row, p)| row[j] * p).sum()).collect();
        let grows = |shares: &[f64], gets: &[f64]| -> Vec<f64> {
            let mean = dot(shares, gets);
            shares.iter().zip(gets).map(|(share, get)| share * (get - mean)).collect()
        };
        [grows(x, &row_gets), grows(y, &column_gets)].concat()
    }
}
