//! All repetitions of a condition put together, in their order.

use super::evolve::Course;
use super::setting::Condition;
use crate::stats::Running;

/// The repetitions of a condition.
pub(super) struct Summary {
    pub(super) repetitions: u64,
    /// By strategy: its mean share.
    pub(super) mean: Vec<Running>,
    /// By strategy: its share at the end.
    pub(super) end: Vec<Running>,
    /// By strategy: how many populations it took over.
    pub(super) fixed: Vec<u64>,
    pub(super) steps: Running,
    pub(super) payoff: Running,
    pub(super) cooperation: Running,
    /// By recorded generation: the shares.
    pub(super) shares: Vec<(u64, Vec<Running>)>,
    /// The first repetition.
    pub(super) first: Course,
}

impl Summary {
    pub(super) fn new(condition: &Condition) -> Self {
        let n = condition.cast.kinds.len();
        Self {
            repetitions: 0,
            mean: vec![Running::default(); n],
            end: vec![Running::default(); n],
            fixed: vec![0; n],
            steps: Running::default(),
            payoff: Running::default(),
            cooperation: Running::default(),
            shares: Vec::new(),
            first: Course::default(),
        }
    }

    /// Takes in the next repetition.
    pub(super) fn push(&mut self, course: Course) {
        let each = |all: &mut [Running], values: &[f64]| {
            all.iter_mut().zip(values).for_each(|(running, value)| running.push(*value));
        };
        each(&mut self.mean, &course.mean);
        each(&mut self.end, &course.end);
        if let Some(fixed) = course.fixed {
            self.fixed[fixed] += 1;
        }
        course.steps.into_iter().for_each(|steps| self.steps.push(steps));
        self.payoff.push(course.payoff);
        self.cooperation.push(course.cooperation);
        for (k, (generation, shares)) in course.points.iter().enumerate() {
            if self.shares.len() == k {
                self.shares.push((*generation, vec![Running::default(); shares.len()]));
            }
            each(&mut self.shares[k].1, shares);
        }
        if self.repetitions == 0 {
            self.first = course;
        }
        self.repetitions += 1;
    }
}
