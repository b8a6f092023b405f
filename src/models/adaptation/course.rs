//! What is kept of a population that adapts: snapshots by generation, kinds of strategies, and who is there at the end.

use super::setting::Condition;
use crate::population::MemoryOne;
use crate::stats::Running;
use crate::strategy::Automaton;

/// The kinds of strategies that have names, and all others.
pub(super) const KINDS: [&str; 7] =
    ["defector", "cooperator", "tit for tat", "generous tit for tat", "win-stay lose-shift", "grim", "other"];

/// The kind of a strategy. Chances of at least 2/3 count as high and of at most 1/3 as low (for a reactive strategy that forgives,
/// from 0.15 on and up to 0.6, as generous).
pub(super) fn kind(strategy: MemoryOne, reactive: bool) -> usize {
    let [a, b, c, d] = strategy.0;
    if reactive {
        return match (a, b) {
            (p, q) if p <= 1.0 / 3.0 && q <= 1.0 / 3.0 => 0,
            (p, q) if p >= 2.0 / 3.0 && q > 0.6 => 1,
            (p, q) if p >= 2.0 / 3.0 && q < 0.15 => 2,
            (p, _) if p >= 2.0 / 3.0 => 3,
            _ => 6,
        };
    }
    let level = |p: f64| {
        if p >= 2.0 / 3.0 {
            'h'
        } else if p <= 1.0 / 3.0 {
            'l'
        } else {
            'm'
        }
    };
    match [a, b, c, d].map(level) {
        ['l', 'l', 'l', 'l'] => 0,
        ['h', 'h', 'h', 'h'] => 1,
        ['h', 'l', 'h', 'l'] => 2,
        ['h', 'm', 'h', 'm' | 'l'] | ['h', 'l', 'h', 'm'] => 3,
        ['h', 'l', 'l', 'h'] => 4,
        ['h', 'l', 'l', 'l'] => 5,
        _ => 6,
    }
}

/// A population at one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Snapshot {
    pub(super) payoff: f64,
    pub(super) cooperation: f64,
    /// The best member's payoff.
    pub(super) best: f64,
    /// How many different strategies there are.
    pub(super) strategies: usize,
    /// Mean chances, if strategies have them.
    pub(super) chances: Option<[f64; 4]>,
    /// The shares of kinds.
    pub(super) kinds: [f64; KINDS.len()],
    /// Where one strategy is there at a time: whether it is extortionate, and whether it is generous.
    pub(super) stance: Option<[f64; 2]>,
}

impl Snapshot {
    /// A snapshot of strategies with shares.
    pub(super) fn of(members: &[(MemoryOne, f64)], reactive: bool, (payoff, cooperation): (f64, f64)) -> Self {
        let mut snapshot = Self { payoff, cooperation, best: payoff, strategies: members.len(), ..Self::default() };
        let mut chances = [0.0; 4];
        for (strategy, share) in members {
            snapshot.kinds[kind(*strategy, reactive)] += share;
            for (mean, p) in chances.iter_mut().zip(strategy.0) {
                *mean += share * p;
            }
        }
        snapshot.chances = Some(chances);
        snapshot
    }
}

/// A strategy that is there at the end.
#[derive(Clone, Debug)]
pub(super) struct Champion {
    pub(super) genes: String,
    pub(super) share: f64,
    /// Its payoff a round, where it was counted.
    pub(super) payoff: Option<f64>,
    pub(super) automaton: Automaton,
}

/// One repetition.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    pub(super) points: Vec<(u64, Snapshot)>,
    /// Means over generations that are not left out.
    pub(super) mean: Snapshot,
    pub(super) end: Snapshot,
    pub(super) champions: Vec<Champion>,
    counted: u64,
}

impl Course {
    /// Whether a generation is one that is looked at: recorded, or counted in means.
    pub(super) fn wants(condition: &Condition, generation: u64) -> bool {
        Self::records(condition, generation) || generation > condition.discard
    }

    fn records(condition: &Condition, generation: u64) -> bool {
        generation.is_multiple_of(condition.every) || generation == condition.generations
    }

    /// Takes in a generation.
    pub(super) fn see(&mut self, condition: &Condition, generation: u64, snapshot: Snapshot) {
        if generation > condition.discard {
            self.counted += 1;
            #[expect(clippy::cast_precision_loss, reason = "numbers of generations are far below 2^53")]
            let weight = 1.0 / self.counted as f64;
            let mean = &mut self.mean;
            mean.payoff += (snapshot.payoff - mean.payoff) * weight;
            mean.cooperation += (snapshot.cooperation - mean.cooperation) * weight;
            for (mean, share) in mean.kinds.iter_mut().zip(snapshot.kinds) {
                *mean += (share - *mean) * weight;
            }
            if let Some(stance) = snapshot.stance {
                let means = mean.stance.get_or_insert_default();
                means.iter_mut().zip(stance).for_each(|(mean, is)| *mean += (is - *mean) * weight);
            }
        }
        if generation == condition.generations {
            self.end = snapshot.clone();
        }
        if Self::records(condition, generation) {
            self.points.push((generation, snapshot));
        }
    }
}

/// All repetitions of a condition.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) repetitions: u64,
    pub(super) payoff: Running,
    pub(super) cooperation: Running,
    pub(super) end_payoff: Running,
    pub(super) end_cooperation: Running,
    pub(super) kinds: [Running; KINDS.len()],
    /// Extortionate and generous strategies.
    pub(super) stance: [Running; 2],
    pub(super) end_kinds: [Running; KINDS.len()],
    /// How often each kind was the largest at the end.
    pub(super) leads: [u64; KINDS.len()],
    /// By recorded generation: payoff, best payoff, cooperation, number of strategies, four chances, shares of kinds.
    pub(super) points: Vec<(u64, Vec<Running>)>,
    /// The paths of mean chances of the first repetitions.
    pub(super) paths: Vec<Vec<(u64, [f64; 4])>>,
    pub(super) champions: Vec<Champion>,
}

/// So many repetitions show their paths.
const PATHS: usize = 12;
/// Where in the numbers of a point the chances and the kinds begin.
pub(super) const CHANCES: usize = 4;
pub(super) const SHARES: usize = 8;

impl Summary {
    /// Takes in the next repetition.
    pub(super) fn push(&mut self, course: Course) {
        self.payoff.push(course.mean.payoff);
        self.cooperation.push(course.mean.cooperation);
        self.end_payoff.push(course.end.payoff);
        self.end_cooperation.push(course.end.cooperation);
        if let Some(stance) = course.mean.stance {
            self.stance.iter_mut().zip(stance).for_each(|(running, is)| running.push(is));
        }
        for k in 0..KINDS.len() {
            self.kinds[k].push(course.mean.kinds[k]);
            self.end_kinds[k].push(course.end.kinds[k]);
        }
        let leader = (0..KINDS.len()).rev().max_by(|a, b| course.end.kinds[*a].total_cmp(&course.end.kinds[*b]));
        leader.into_iter().for_each(|kind| self.leads[kind] += 1);
        for (k, (generation, snapshot)) in course.points.iter().enumerate() {
            if self.points.len() == k {
                self.points.push((*generation, vec![Running::default(); SHARES + KINDS.len()]));
            }
            #[expect(clippy::cast_precision_loss, reason = "a few strategies")]
            let strategies = snapshot.strategies as f64;
            let numbers = [snapshot.payoff, snapshot.best, snapshot.cooperation, strategies].into_iter();
            let numbers = numbers.map(Some).chain(snapshot.chances.map_or([None; 4], |chances| chances.map(Some)));
            for (running, number) in self.points[k].1.iter_mut().zip(numbers.chain(snapshot.kinds.map(Some))) {
                number.into_iter().for_each(|number| running.push(number));
            }
        }
        if self.paths.len() < PATHS {
            let chances = |(generation, snapshot): &(u64, Snapshot)| Some((*generation, snapshot.chances?));
            self.paths.push(course.points.iter().filter_map(chances).collect());
        }
        if self.repetitions == 0 {
            self.champions = course.champions;
        }
        self.repetitions += 1;
    }
}
