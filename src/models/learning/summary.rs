//! All repetitions of a condition put together, in their order.

use super::setting::Condition;
use super::tally::{BINS, Outcome, Record, bin, points};
use crate::stats::Running;
use crate::table::Cell;
use std::collections::BTreeMap;

/// Where repetitions ended, in the order in which ends are listed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// In a profile.
    Settled(Vec<usize>),
    /// In a cycle.
    Cycle,
    /// In neither.
    Mixed,
}

/// A path of one repetition: rounds, and shares at each.
pub(super) type Path = Vec<(u64, Vec<f64>)>;

/// The repetitions of a condition.
pub(super) struct Summary {
    pub(super) points: Vec<u64>,
    /// `play[(point * groups + group) * width + action]`.
    pub(super) play: Vec<Running>,
    pub(super) external: Vec<Running>,
    pub(super) internal: Vec<Running>,
    pub(super) welfare: Vec<Running>,
    pub(super) group_payoff: Vec<Running>,
    pub(super) late_welfare: Running,
    pub(super) late_target: Running,
    pub(super) late_signed: Running,
    pub(super) late_well: Running,
    pub(super) ends: BTreeMap<End, u64>,
    /// By what factor cycles grow.
    pub(super) growth: Running,
    /// Whether each repetition ended at the target.
    pub(super) reached: Vec<bool>,
    /// By bins of the target's first share: how many repetitions reached it, and how many there were.
    pub(super) basins: [(u64, u64); BINS],
    /// By bins of the target's share: its mean change to the next round in each repetition, and how many rounds.
    pub(super) drift: [(Running, u64); BINS],
    pub(super) paths: Vec<Path>,
    /// The first repetition, as it was watched.
    pub(super) first: Option<Record>,
}

impl Summary {
    pub(super) fn new(condition: &Condition) -> Self {
        let points = points(condition);
        let groups = condition.cast.groups.len();
        let by_point = vec![Running::default(); points.len()];
        Self {
            play: vec![Running::default(); points.len() * groups * condition.stage.most_actions()],
            external: by_point.clone(),
            internal: by_point.clone(),
            welfare: by_point,
            group_payoff: vec![Running::default(); groups],
            late_welfare: Running::default(),
            late_target: Running::default(),
            late_signed: Running::default(),
            late_well: Running::default(),
            ends: BTreeMap::new(),
            growth: Running::default(),
            reached: Vec::new(),
            basins: [(0, 0); BINS],
            drift: [(Running::default(), 0); BINS],
            paths: Vec::new(),
            first: None,
            points,
        }
    }

    /// Takes in the next repetition.
    pub(super) fn push(&mut self, mut record: Record) {
        let each = |all: &mut [Running], values: &[f64]| {
            all.iter_mut().zip(values).for_each(|(running, value)| running.push(*value));
        };
        for (running, share) in self.play.iter_mut().zip(&record.play) {
            share.iter().for_each(|share| running.push(*share));
        }
        each(&mut self.external, &record.external);
        each(&mut self.internal, &record.internal);
        each(&mut self.welfare, &record.welfare);
        each(&mut self.group_payoff, &record.group_payoff);
        self.late_welfare.push(record.late_welfare);
        record.late_target.into_iter().for_each(|share| self.late_target.push(share));
        record.late_signed.into_iter().for_each(|share| self.late_signed.push(share));
        record.late_well.into_iter().for_each(|share| self.late_well.push(share));
        let end = match &record.outcome {
            Outcome::Settled(profile) => End::Settled(profile.clone()),
            Outcome::Cycle(cycle) => {
                self.growth.push(cycle.growth);
                End::Cycle
            }
            Outcome::Mixed => End::Mixed,
        };
        *self.ends.entry(end).or_default() += 1;
        self.reached.push(record.reached);
        if let Some(share) = record.first_target {
            let (reached, all) = &mut self.basins[bin(share)];
            *reached += u64::from(record.reached);
            *all += 1;
        }
        for ((running, rounds), (sum, seen)) in self.drift.iter_mut().zip(record.drift) {
            if seen > 0 {
                #[expect(clippy::cast_precision_loss, reason = "numbers of rounds are far below 2^53")]
                running.push(sum / seen as f64);
                *rounds += seen;
            }
        }
        if !record.path.is_empty() {
            self.paths.push(std::mem::take(&mut record.path));
        }
        self.first.get_or_insert(record);
    }

    /// How many repetitions reached the target.
    pub(super) fn successes(&self) -> u64 {
        self.reached.iter().map(|reached| u64::from(*reached)).sum()
    }

    /// How many repetitions reached the target here and in another condition, here alone, there alone, in neither.
    pub(super) fn paired(&self, other: &Self) -> [u64; 4] {
        let mut counts = [0; 4];
        for pair in self.reached.iter().zip(&other.reached) {
            counts[match pair {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => 3,
            }] += 1;
        }
        counts
    }

    /// The last value of a quantity by time.
    pub(super) fn last(by_point: &[Running]) -> Cell<'static> {
        by_point.last().map_or(Cell::Null, crate::models::estimates::mean)
    }
}
