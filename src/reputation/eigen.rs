//! EigenTrust: global trust as the stationary distribution of local trust.
//!
//! Each agent spreads its trust over those who served it well, in proportion; following trust with probability `1 - a`
//! and starting again from the trusted with probability `a` gives the global trust
//! `t = (1 - a) C^T t + a p` (Kamvar, Schlosser & Garcia-Molina 2003, The EigenTrust Algorithm, WWW, alg. 2). Its
//! iteration shrinks errors by `1 - a` a step. Trust is from 0 to 1 and sums to one over all agents; sums are made in
//! the order of agents, so that the result does not depend on the order in which local trust was learned.

use super::number::Number;

/// Normalised local trust of `n` agents: a sparse matrix with rows that sum to one, or are empty.
#[derive(Clone, Debug, Default)]
pub struct LocalTrust {
    agents: usize,
    /// The agents that trust anybody, each with its entries' range.
    rows: Vec<(u32, u32, u32)>,
    /// Whom, and how much of the row.
    entries: Vec<(u32, f64)>,
}

/// Where an iteration stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Converged {
    /// Global trust, an entry an agent.
    pub trust: Vec<f64>,
    /// The steps taken.
    pub iterations: u32,
    /// Whether the last step changed little enough; else the steps ran out.
    pub settled: bool,
}

impl LocalTrust {
    /// Normalises local trust `s_ij`: `c_ij = max(s_ij, 0) / sum_j max(s_ij, 0)` (eq. 1). Trust in oneself does not count.
    ///
    /// - `agents`: how many there are; entries of others are left out.
    /// - `sums`: `(i, j, s_ij)`, each pair at most once, in any order; it is sorted.
    pub fn of(agents: usize, sums: &mut Vec<(u32, u32, f64)>) -> Self {
        sums.retain(|(i, j, s)| i != j && *s > 0.0 && (*i as usize) < agents && (*j as usize) < agents);
        sums.sort_unstable_by_key(|(i, j, _)| (*i, *j));
        let mut local = Self { agents, rows: Vec::new(), entries: Vec::with_capacity(sums.len()) };
        for row in sums.chunk_by(|a, b| a.0 == b.0) {
            let total: f64 = row.iter().map(|(_, _, s)| s).sum();
            let start = narrow(local.entries.len());
            local.entries.extend(row.iter().map(|(_, j, s)| (*j, s / total)));
            local.rows.push((row[0].0, start, narrow(local.entries.len())));
        }
        local
    }

    /// The starting distribution: uniform on the pre-trusted, on all if there are none.
    pub fn start(&self, pretrusted: &[u32]) -> Vec<f64> {
        let known: Vec<usize> = pretrusted.iter().map(|agent| *agent as usize).filter(|k| *k < self.agents).collect();
        if known.is_empty() {
            return vec![1.0 / float(self.agents.max(1)); self.agents];
        }
        let mut start = vec![0.0; self.agents];
        for agent in &known {
            start[*agent] = 1.0 / float(known.len());
        }
        start
    }

    /// One step: `(1 - a) C^T t + a p`, where who trusts nobody trusts as `start` does.
    pub fn step(&self, trust: &[f64], start: &[f64], restart: f64, next: &mut Vec<f64>) {
        next.clear();
        next.resize(self.agents, 0.0);
        for (agent, from, to) in &self.rows {
            let own = trust[*agent as usize];
            for (ratee, share) in &self.entries[*from as usize..*to as usize] {
                next[*ratee as usize] += share * own;
            }
        }
        let idle = self.idle(trust);
        for (cell, p) in next.iter_mut().zip(start) {
            *cell = (1.0 - restart) * (*cell + idle * p) + restart * p;
        }
    }

    /// The trust of those who trust nobody.
    pub fn idle(&self, trust: &[f64]) -> f64 {
        let spread: f64 = self.rows.iter().map(|(agent, _, _)| trust[*agent as usize]).sum();
        (trust.iter().sum::<f64>() - spread).max(0.0)
    }

    /// Iterates from `start` until a step changes the trust by less than `epsilon` in all, or `most` steps are done.
    pub fn converge(&self, start: &[f64], restart: f64, epsilon: f64, most: u32) -> Converged {
        let mut trust = start.to_vec();
        let mut next = Vec::with_capacity(self.agents);
        let (mut iterations, mut settled) = (0, false);
        while iterations < most && !settled {
            self.step(&trust, start, restart, &mut next);
            std::mem::swap(&mut trust, &mut next);
            iterations += 1;
            let change: f64 = trust.iter().zip(&next).map(|(new, old)| (new - old).abs()).sum();
            settled = change < epsilon;
        }
        Converged { trust, iterations, settled }
    }
}

/// The limit `a (I - (1 - a) C^T)^-1 p` of the iteration, by elimination; nothing without a restart, where there may be
/// several.
///
/// The matrix is strictly dominated by the diagonal of its columns for `0 < a <= 1`, so that no pivots are sought.
///
/// - `sums`: local trust `s_ij`, row by row, square. The diagonal does not count.
/// - `start`: p, non-negative, summing to one.
/// - `restart`: a, from 0 to 1.
pub fn fixed_point<N: Number>(sums: &[Vec<N>], start: &[N], restart: &N) -> Option<Vec<N>> {
    if restart.is_zero() {
        return None;
    }
    let n = start.len();
    let follow = N::one() - restart.clone();
    // rows[j] is the equation of t_j; its last entry is the right-hand side.
    let mut rows: Vec<Vec<N>> = (0..n)
        .map(|j| {
            let mut row = vec![N::zero(); n + 1];
            row[j] = N::one();
            row[n] = restart.clone() * start[j].clone();
            row
        })
        .collect();
    for i in 0..n {
        let counted = |j: usize| j != i && sums[i][j] > N::zero();
        let total: N = (0..n).filter(|j| counted(*j)).map(|j| &sums[i][j]).sum();
        for j in 0..n {
            let share = if total.is_zero() {
                start[j].clone()
            } else if counted(j) {
                sums[i][j].clone() / total.clone()
            } else {
                continue;
            };
            rows[j][i] = rows[j][i].clone() - follow.clone() * share;
        }
    }
    for pivot in 0..n {
        let (above, below) = rows.split_at_mut(pivot + 1);
        let top = &above[pivot];
        for row in below.iter_mut().filter(|row| !row[pivot].is_zero()) {
            let factor = row[pivot].clone() / top[pivot].clone();
            for k in pivot..=n {
                row[k] = row[k].clone() - factor.clone() * top[k].clone();
            }
        }
    }
    let mut trust = vec![N::zero(); n];
    for j in (0..n).rev() {
        let mut value = rows[j][n].clone();
        for k in j + 1..n {
            value = value - rows[j][k].clone() * trust[k].clone();
        }
        trust[j] = value / rows[j][j].clone();
    }
    Some(trust)
}

fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("fewer than 2^32 entries fit in memory")
}

#[expect(clippy::cast_precision_loss, reason = "numbers of agents are far below 2^53")]
fn float(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Rational;

    /// Two agents that trust each other and a third that trusts the first: without pre-trusted, a = 1/2. By hand,
    /// t_2 = 1/6; t_0 = (t_1 + t_2)/2 + 1/6 and t_1 = t_0/2 + 1/6 give t_0 = 4/9, t_1 = 7/18.
    #[test]
    fn the_fixed_point_by_hand() {
        let sums = [[0, 4, 0], [1, 9, 0], [2, 0, 0]].map(|row| row.map(Rational::whole).to_vec());
        let third = Rational::new(1, 3);
        let start = vec![third.clone(), third.clone(), third];
        let fixed = fixed_point(&sums, &start, &Rational::new(1, 2)).expect("a restart");
        assert_eq!(fixed, [Rational::new(4, 9), Rational::new(7, 18), Rational::new(1, 6)]);
        assert_eq!(fixed_point(&sums, &start, &Rational::zero()), None);

        let mut entries = vec![(2, 0, 2.0), (1, 0, 1.0), (1, 1, 9.0), (0, 1, 4.0), (0, 2, -3.0)];
        let local = LocalTrust::of(3, &mut entries);
        let found = local.converge(&local.start(&[]), 0.5, 1e-15, 1000);
        for (got, want) in found.trust.iter().zip([4.0 / 9.0, 7.0 / 18.0, 1.0 / 6.0]) {
            assert!((got - want).abs() < 1e-14, "{found:?}");
        }
    }

    #[test]
    fn who_trusts_nobody_trusts_the_pretrusted() {
        let local = LocalTrust::of(3, &mut vec![(0, 1, -1.0)]);
        let start = local.start(&[2, 7]);
        assert_eq!(start, [0.0, 0.0, 1.0]);
        assert_eq!(local.converge(&start, 0.1, 1e-12, 10), Converged { trust: start, iterations: 1, settled: true });
    }
}
