//! What an anonymous game would come to: the best for all, pure equilibria, and symmetric mixed ones of two actions.
//!
//! A pure profile is its counts. Where these are few all are looked at; of a larger game only such in which the players
//! share one action or two neighbouring ones, among which are the symmetric optimum and equilibrium of games with concave
//! payoffs, and [`Benchmarks::complete`] is false.

use super::GroupGame;

/// How much is looked at: profiles of counts, times actions to leave, times actions to take.
const MAX_LOOKS: f64 = 3e7;
/// The most players for which mixed equilibria are sought.
const MAX_MIXING: usize = 2_000;
/// In how many steps the probabilities from 0 to 1 are searched for a change of sign.
const STEPS: usize = 400;

/// A pure profile by its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOutcome {
    /// How many take each action.
    pub counts: Vec<u32>,
    /// What all together get, in units of the game.
    pub welfare: i128,
    /// What the one who gets least gets.
    pub lowest: i128,
    /// What the one who gets most gets.
    pub highest: i128,
}

/// What a game would come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Benchmarks {
    /// An outcome with the greatest welfare: the first one, if there are several.
    pub optimum: GroupOutcome,
    /// Pure Nash equilibria: nobody gains by another action.
    pub equilibria: Vec<GroupOutcome>,
    /// Symmetric mixed equilibria of games of two actions: with what probability each takes the first, strictly between 0
    /// and 1, to 1e-12.
    pub mixed: Vec<f64>,
    /// Whether all profiles were looked at.
    pub complete: bool,
}

impl GroupGame {
    /// What the game would come to.
    pub fn benchmarks(&self) -> Benchmarks {
        let (outcomes, complete) = self.outcomes();
        let mut optimum: Option<GroupOutcome> = None;
        let mut equilibria = Vec::new();
        for counts in outcomes {
            let outcome = self.outcome(counts);
            if self.is_equilibrium(&outcome.counts) {
                equilibria.push(outcome.clone());
            }
            if optimum.as_ref().is_none_or(|best| outcome.welfare > best.welfare) {
                optimum = Some(outcome);
            }
        }
        let optimum = optimum.expect("a game has an outcome");
        Benchmarks { optimum, equilibria, mixed: self.mixed(), complete }
    }

    fn outcome(&self, counts: Vec<u32>) -> GroupOutcome {
        let taken = || (0..counts.len()).filter(|action| counts[*action] > 0);
        let payoffs = || taken().map(|action| self.scaled_payoff(action, &counts));
        let lowest = payoffs().min().expect("there are players");
        let highest = payoffs().max().expect("there are players");
        GroupOutcome { welfare: self.welfare(&counts), lowest, highest, counts }
    }

    /// Whether nobody gains by another action.
    pub fn is_equilibrium(&self, counts: &[u32]) -> bool {
        let mut moved = counts.to_vec();
        (0..counts.len()).filter(|action| counts[*action] > 0).all(|from| {
            let now = self.scaled_payoff(from, counts);
            moved[from] -= 1;
            let stays = (0..counts.len()).filter(|to| *to != from).all(|to| {
                moved[to] += 1;
                let then = self.scaled_payoff(to, &moved);
                moved[to] -= 1;
                then <= now
            });
            moved[from] += 1;
            stays
        })
    }

    /// The profiles by counts that are looked at, and whether these are all.
    fn outcomes(&self) -> (Vec<Vec<u32>>, bool) {
        let n = u32::try_from(self.players()).expect("at most 100 000 players");
        let m = self.actions().len();
        // C(n + m - 1, m - 1), as far as it matters.
        let mut size = 1f64;
        for k in 1..m {
            size = size * (f64::from(n) + k as f64) / k as f64;
        }
        if size * (m * m) as f64 <= MAX_LOOKS || m <= 2 {
            let mut all = Vec::new();
            compositions(n, m, &mut Vec::new(), &mut all);
            return (all, true);
        }
        let mut some = Vec::new();
        let most = (MAX_LOOKS / (m * m * m) as f64).max(1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most the number of players")]
        let step = (f64::from(n) / most).ceil() as usize;
        for action in 0..m {
            let lower = if action + 1 < m { 1 } else { n };
            for upper in (lower..=n).rev().step_by(step) {
                let mut counts = vec![0; m];
                counts[action] = upper;
                if let Some(next) = counts.get_mut(action + 1) {
                    *next = n - upper;
                }
                some.push(counts);
            }
        }
        (some, false)
    }

    /// What a player expects where each takes the first of two actions with probability `first`, strictly between 0 and 1.
    pub fn mixed_payoff(&self, first: f64) -> f64 {
        let weights = Weights::of(self.players() - 1);
        let others = self.players() - 1;
        let worth = |own: usize, k: usize| {
            let mut counts = [count(k), count(others - k)];
            counts[own] += 1;
            self.unscaled(self.scaled_payoff(own, &counts))
        };
        (0..=others).map(|k| weights.at(k, first) * (first * worth(0, k) + (1.0 - first) * worth(1, k))).sum()
    }

    fn mixed(&self) -> Vec<f64> {
        let others = self.players() - 1;
        if self.actions().len() != 2 || self.players() > MAX_MIXING {
            return Vec::new();
        }
        // What the first action gains over the second where k of the others take the first.
        let gains: Vec<f64> = (0..=others)
            .map(|k| {
                let (k, rest) = (count(k), count(others - k));
                self.unscaled(self.scaled_payoff(0, &[k + 1, rest]) - self.scaled_payoff(1, &[k, rest + 1]))
            })
            .collect();
        let weights = Weights::of(others);
        let gain = |p: f64| -> f64 { gains.iter().enumerate().map(|(k, gain)| weights.at(k, p) * gain).sum() };
        let mut found = Vec::new();
        let at = |k: usize| (k as f64 + 0.5) / (STEPS as f64 + 1.0);
        for k in 0..STEPS {
            let (mut low, mut high) = (at(k), at(k + 1));
            let (before, after) = (gain(low), gain(high));
            if after == 0.0 {
                found.push(high);
            }
            if before * after >= 0.0 {
                continue;
            }
            for _ in 0..60 {
                let middle = f64::midpoint(low, high);
                if gain(middle) * before > 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            found.push(f64::midpoint(low, high));
        }
        found
    }
}

/// Binomial weights of so many others.
struct Weights {
    /// `ln k!`
    logs: Vec<f64>,
}

impl Weights {
    fn of(others: usize) -> Self {
        Self { logs: (0..=others).map(|k| libm::lgamma(k as f64 + 1.0)).collect() }
    }

    /// The chance that `k` of them do what each does with probability `p`, strictly between 0 and 1.
    fn at(&self, k: usize, p: f64) -> f64 {
        let others = self.logs.len() - 1;
        let ways = self.logs[others] - self.logs[k] - self.logs[others - k];
        libm::exp(ways + k as f64 * libm::log(p) + (others - k) as f64 * libm::log1p(-p))
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).expect("at most 100 000 players")
}

/// All ways to put `n` players on `m` actions, most on the first actions first.
fn compositions(n: u32, m: usize, head: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if head.len() + 1 == m {
        found.push(head.iter().copied().chain([n]).collect());
        return;
    }
    for here in (0..=n).rev() {
        head.push(here);
        compositions(n - here, m, head, found);
        head.pop();
    }
}
