//! Projected replicator dynamics of a matrix game: the meta-solver of Lanctot et al. 2017, sec. 3.1.
//!
//! Each share grows by how much it gains over the mean, and none falls below a bound, so that every strategy of the
//! population stays in sight. In zero-sum games shares circle around equilibria and their means over time approach them; the means
//! are what is played against. Floats in one fixed order.

use super::matrix::MatrixGame;

/// How shares move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replicator {
    /// The least share of any strategy is this over how many there are.
    pub exploration: f64,
    /// How far a step goes, for payoffs from -1 to 1.
    pub step: f64,
    /// How many steps there are.
    pub steps: usize,
}

impl Default for Replicator {
    /// Steps that settle populations of a few dozen strategies.
    fn default() -> Self {
        Self { exploration: 1e-4, step: 0.1, steps: 1000 }
    }
}

impl Replicator {
    /// The mean shares of the given rows and columns, from even ones.
    pub fn shares(self, game: &MatrixGame, rows: &[usize], columns: &[usize]) -> [Vec<f64>; 2] {
        let payoffs: Vec<f64> =
            rows.iter().flat_map(|row| columns.iter().map(|column| game.payoff(*row, *column).to_f64())).collect();
        let scale = payoffs.iter().fold(0.0f64, |most, payoff| most.max(payoff.abs())).max(f64::MIN_POSITIVE);
        let [mut x, mut y] = [even(rows.len()), even(columns.len())];
        let mut means = [vec![0.0; rows.len()], vec![0.0; columns.len()]];
        let (mut gains, mut losses) = (vec![0.0; rows.len()], vec![0.0; columns.len()]);
        for _ in 0..self.steps {
            losses.fill(0.0);
            for ((gain, share), row) in gains.iter_mut().zip(&x).zip(payoffs.chunks_exact(columns.len())) {
                *gain = row.iter().zip(&y).map(|(payoff, share)| payoff * share).sum::<f64>() / scale;
                losses.iter_mut().zip(row).for_each(|(loss, payoff)| *loss -= share * payoff / scale);
            }
            self.advance(&mut x, &gains);
            self.advance(&mut y, &losses);
            for (mean, shares) in means.iter_mut().zip([&x, &y]) {
                mean.iter_mut().zip(shares).for_each(|(mean, share)| *mean += share);
            }
        }
        means.map(|mut mean| {
            let total: f64 = mean.iter().sum();
            mean.iter_mut().for_each(|share| *share /= total);
            mean
        })
    }

    fn advance(self, shares: &mut [f64], gains: &[f64]) {
        let mean: f64 = shares.iter().zip(gains).map(|(share, gain)| share * gain).sum();
        let least = self.exploration / float(shares.len());
        for (share, gain) in shares.iter_mut().zip(gains) {
            *share = (*share * (1.0 + self.step * (gain - mean))).max(least);
        }
        let total: f64 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= total);
    }
}

#[expect(clippy::cast_precision_loss, reason = "strategies are far fewer than 2^53")]
fn float(count: usize) -> f64 {
    count as f64
}

fn even(count: usize) -> Vec<f64> {
    vec![1.0 / float(count); count]
}
