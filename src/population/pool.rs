//! An infinite population of memory-one strategies, some of which are new.
//!
//! Shares grow by generations in proportion to payoffs, `x_i' = x_i f_i / f` with f_i the long-run payoff against the
//! population; newcomers start with a small share, and whoever falls below a threshold is gone (Nowak & Sigmund 1992, 1993).
//! Invariant: shares sum to one to within rounding.

use super::memory_one::{MemoryOne, Outcomes};

/// Strategies and their shares.
#[derive(Clone, Debug)]
pub struct Pool {
    game: Outcomes,
    noise: f64,
    members: Vec<(MemoryOne, f64)>,
    /// `payoffs[own][other]` and `cooperation[own][other]`.
    payoffs: Vec<Vec<f64>>,
    cooperation: Vec<Vec<f64>>,
}

impl Pool {
    /// A pool without strategies. Payoffs should not be negative, and there should be noise, so that every game has one
    /// long run; a game without one counts as if it had no payoff.
    pub fn new(game: Outcomes, noise: f64) -> Self {
        Self { game, noise, members: Vec::new(), payoffs: Vec::new(), cooperation: Vec::new() }
    }

    /// The strategies and their shares.
    pub fn members(&self) -> &[(MemoryOne, f64)] {
        &self.members
    }

    /// Adds a strategy with a share, which the others give up in proportion.
    pub fn add(&mut self, strategy: MemoryOne, share: f64) {
        let share = if self.members.is_empty() { 1.0 } else { share };
        for member in &mut self.members {
            member.1 *= 1.0 - share;
        }
        self.members.push((strategy, share));
        let last = self.members.len() - 1;
        self.payoffs.push(Vec::new());
        self.cooperation.push(Vec::new());
        for k in 0..=last {
            let met = strategy.long_run(self.members[k].0, self.noise).unwrap_or_default();
            let [cc, cd, dc, dd] = met;
            let payoff = |shares: [f64; 4]| shares.iter().zip(self.game).map(|(share, payoff)| share * payoff).sum();
            self.payoffs[last].push(payoff(met));
            self.cooperation[last].push(cc + cd);
            if k < last {
                self.payoffs[k].push(payoff([cc, dc, cd, dd]));
                self.cooperation[k].push(cc + dc);
            }
        }
    }

    /// The next generation.
    pub fn grow(&mut self) {
        let fitness: Vec<f64> = self.payoffs.iter().map(|row| self.against(row)).collect();
        let mean: f64 = fitness.iter().zip(&self.members).map(|(fitness, member)| fitness * member.1).sum();
        if mean > 0.0 {
            for (member, fitness) in self.members.iter_mut().zip(fitness) {
                member.1 *= fitness / mean;
            }
        }
    }

    /// Drops all strategies with a share below `threshold`, but not the largest.
    pub fn prune(&mut self, threshold: f64) {
        let most = self.members.iter().map(|member| member.1).fold(0.0, f64::max);
        let stays: Vec<bool> = self.members.iter().map(|member| member.1 >= threshold || member.1 >= most).collect();
        if stays.iter().all(|stays| *stays) {
            return;
        }
        let keep = |row: &mut Vec<f64>| {
            let mut k = 0;
            row.retain(|_| {
                k += 1;
                stays[k - 1]
            });
        };
        for table in [&mut self.payoffs, &mut self.cooperation] {
            let mut k = 0;
            table.retain(|_| {
                k += 1;
                stays[k - 1]
            });
            table.iter_mut().for_each(keep);
        }
        let mut k = 0;
        self.members.retain(|_| {
            k += 1;
            stays[k - 1]
        });
        let total: f64 = self.members.iter().map(|member| member.1).sum();
        self.members.iter_mut().for_each(|member| member.1 /= total);
    }

    /// The population's mean payoff and how often it cooperates.
    pub fn means(&self) -> (f64, f64) {
        let mean = |table: &[Vec<f64>]| {
            table.iter().zip(&self.members).map(|(row, member)| member.1 * self.against(row)).sum::<f64>()
        };
        (mean(&self.payoffs), mean(&self.cooperation))
    }

    fn against(&self, row: &[f64]) -> f64 {
        row.iter().zip(&self.members).map(|(cell, member)| cell * member.1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newcomer_grows_by_its_lead_and_the_loser_goes() {
        let mut pool = Pool::new([3.0, 0.0, 5.0, 1.0], 1e-6);
        pool.add(MemoryOne([1.0; 4]), 1.0);
        pool.add(MemoryOne([0.0; 4]), 0.01);
        pool.grow();
        // Among co-operators a defector gets 5 for their 3: its odds grow by about 5/3.
        let odds = pool.members()[1].1 / pool.members()[0].1;
        assert!((odds / (0.01 / 0.99) - 5.0 / 3.0).abs() < 0.02, "{odds}");
        for _ in 0..40 {
            pool.grow();
        }
        pool.prune(1e-3);
        assert_eq!(pool.members().len(), 1);
        let (payoff, cooperation) = pool.means();
        assert!((payoff - 1.0).abs() < 1e-4 && cooperation < 1e-4);
        pool.prune(2.0);
        assert_eq!(pool.members().len(), 1);
    }
}
