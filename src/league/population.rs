//! Populations that grow by best responses: the double oracle, and leagues against other mixtures of what there is.

use super::matrix::{MatrixGame, Pair};
use super::priorities::Priority;
use super::replicator::Replicator;
use crate::error::Diagnostic;
use crate::exact::Rational;

/// One iteration of a growing population.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// The rows there are, in the order in which they came.
    pub rows: Vec<usize>,
    /// The columns there are.
    pub columns: Vec<usize>,
    /// What the population plays against, as mixtures of all rows and columns.
    pub pair: Pair,
    /// The first best responses to it, in the whole game.
    pub responses: (usize, usize),
    /// How much both responses gain together: 0 in equilibrium.
    pub exploitability: Rational,
}

/// What mixture of the population the next responses are to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Against {
    /// What came last: plain self-play.
    Latest,
    /// All that came, alike, as often as each came: fictitious play, one response a time.
    Uniform,
    /// An equilibrium of the game of what there is: policy-space response oracles.
    Equilibrium,
    /// All that came, each once: policy-space response oracles with an even meta-strategy.
    Even,
    /// All that came, by projected replicator dynamics in the game of what there is (Lanctot et al. 2017).
    Replicator(Replicator),
    /// All that came, by how hard each is for the other side's latest: prioritised fictitious self-play.
    Prioritised(Priority),
}

/// The double oracle (McMahan, Gordon & Blum 2003): best responses to the equilibrium of what there is, until neither gains. Starts
/// with one row and one column; adds the row player's response and then the column player's, each only if it gains.
///
/// # Errors
/// If the game is too large to be solved.
pub fn double_oracle(game: &MatrixGame, row: usize, column: usize) -> Result<Vec<Iteration>, Diagnostic> {
    let (mut rows, mut columns) = (vec![row], vec![column]);
    let mut found: Vec<Iteration> = Vec::new();
    loop {
        let (pair, value) = game.equilibrium(&rows, &columns)?;
        let responses = game.best_responses(&pair);
        let exploitability = game.exploitability(&pair);
        let gains = (
            game.rows_against(&pair.column)[responses.0] > value,
            game.columns_against(&pair.row)[responses.1] < value,
        );
        found.push(Iteration { rows: rows.clone(), columns: columns.clone(), pair, responses, exploitability });
        if gains == (false, false) {
            return Ok(found);
        }
        if gains.0 {
            rows.push(responses.0);
        }
        if gains.1 {
            columns.push(responses.1);
        }
    }
}

/// Grows a population for so many iterations: each adds both players' best responses, new or not, to a mixture of what there is.
/// Exploitability is that of the mixture.
///
/// # Errors
/// If the game is too large to be solved.
pub fn grow(
    game: &MatrixGame,
    (row, column): (usize, usize),
    against: Against,
    iterations: usize,
) -> Result<Vec<Iteration>, Diagnostic> {
    let (mut rows, mut columns) = (vec![row], vec![column]);
    let (height, width) = game.size();
    let mut found = Vec::new();
    for _ in 0..iterations {
        let pair = match against {
            Against::Equilibrium => game.equilibrium(&distinct(&rows), &distinct(&columns))?.0,
            Against::Latest => Pair {
                row: mixture(height, &rows[rows.len() - 1..], None),
                column: mixture(width, &columns[columns.len() - 1..], None),
            },
            Against::Uniform => Pair { row: mixture(height, &rows, None), column: mixture(width, &columns, None) },
            Against::Even => {
                Pair { row: mixture(height, &distinct(&rows), None), column: mixture(width, &distinct(&columns), None) }
            }
            Against::Replicator(replicator) => {
                let (own, other) = (distinct(&rows), distinct(&columns));
                let [x, y] = replicator.shares(game, &own, &other).map(|shares| exact_shares(&shares));
                Pair { row: mixture(height, &own, Some(&x)), column: mixture(width, &other, Some(&y)) }
            }
            Against::Prioritised(priority) => prioritised(game, &rows, &columns, priority),
        };
        let responses = game.best_responses(&pair);
        let exploitability = game.exploitability(&pair);
        found.push(Iteration { rows: rows.clone(), columns: columns.clone(), pair, responses, exploitability });
        rows.push(responses.0);
        columns.push(responses.1);
    }
    Ok(found)
}

fn distinct(strategies: &[usize]) -> Vec<usize> {
    let mut found = Vec::new();
    for strategy in strategies {
        if !found.contains(strategy) {
            found.push(*strategy);
        }
    }
    found
}

/// Floats as fractions that sum to 1.
fn exact_shares(shares: &[f64]) -> Vec<Rational> {
    let exact: Vec<Rational> =
        shares.iter().map(|share| Rational::from_f64_exact(*share).expect("a share is a number")).collect();
    let total: Rational = exact.iter().sum();
    exact.iter().map(|share| share / &total).collect()
}

/// A mixture of strategies, each as often as it is listed, or by shares.
fn mixture(size: usize, strategies: &[usize], shares: Option<&[Rational]>) -> Vec<Rational> {
    let mut mixture = vec![Rational::zero(); size];
    let even = Rational::one() / Rational::from(strategies.len().max(1) as i128);
    for (k, strategy) in strategies.iter().enumerate() {
        mixture[*strategy] += shares.map_or(&even, |shares| &shares[k]);
    }
    mixture
}

/// Each side's strategies by how often the other side's latest beats them: 1 for a win, 1/2 for a draw.
fn prioritised(game: &MatrixGame, rows: &[usize], columns: &[usize], priority: Priority) -> Pair {
    let (height, width) = game.size();
    let rate = |payoff: &Rational, sign: i64| {
        let payoff = payoff * &Rational::from(sign);
        Rational::new(i64::from(payoff.is_positive()) * 2 + i64::from(payoff.is_zero()), 2)
    };
    let (latest_row, latest_column) = (rows[rows.len() - 1], columns[columns.len() - 1]);
    let against_row = game.columns_against(&mixture(height, &[latest_row], None));
    let against_column = game.rows_against(&mixture(width, &[latest_column], None));
    let column_rates: Vec<Rational> = columns.iter().map(|column| rate(&against_row[*column], 1)).collect();
    let row_rates: Vec<Rational> = rows.iter().map(|row| rate(&against_column[*row], -1)).collect();
    Pair {
        row: mixture(height, rows, Some(&priority.shares(&row_rates))),
        column: mixture(width, columns, Some(&priority.shares(&column_rates))),
    }
}
