//! Sums up repetitions and turns them into rows.

use super::learn::Supergame;
use super::setting::{Condition, count};
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::{Line, Running};
use crate::table::Cell;

/// What is kept of each supergame: the mean intention, the round of the first defection, cooperation in round 1 and in all, payoffs.
#[derive(Clone, Default)]
struct Point {
    intention: Running,
    first: Running,
    opening: Running,
    cooperation: Running,
    score: Running,
    shares: Vec<Running>,
}

/// All repetitions of a condition.
pub(super) struct Summary {
    repetitions: u64,
    points: Vec<Point>,
    drift: Running,
    first_drift: Running,
    /// By phase and round.
    rounds: Vec<Vec<Running>>,
}

const PHASES: [&str; 3] = ["first", "middle", "last"];

fn phases(condition: &Condition) -> [usize; 3] {
    [0, condition.supergames / 2, condition.supergames - 1]
}

/// The slope of values over supergames, where there are at least two.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    Some(Line::through(&x, &y)?.slope)
}

impl Summary {
    pub(super) fn new(condition: &Condition) -> Self {
        let point = Point { shares: vec![Running::default(); condition.rounds + 1], ..Point::default() };
        Self {
            repetitions: 0,
            points: vec![point; condition.supergames],
            drift: Running::default(),
            first_drift: Running::default(),
            rounds: vec![vec![Running::default(); condition.rounds]; PHASES.len()],
        }
    }

    /// Takes in the next repetition.
    pub(super) fn push(&mut self, condition: &Condition, course: &[Supergame]) {
        let members = count(condition.members);
        let (mut intentions, mut firsts) = (Vec::new(), Vec::new());
        for (k, (point, seen)) in self.points.iter_mut().zip(course).enumerate() {
            let shares: Vec<f64> = seen.intended.iter().map(|members_of| f64::from(*members_of) / members).collect();
            let intention = shares.iter().enumerate().map(|(at, share)| share * count(at + 1)).sum::<f64>();
            let rates: Vec<f64> = seen.cooperated.iter().map(|times| f64::from(*times) / members).collect();
            point.intention.push(intention);
            point.opening.push(rates[0]);
            point.cooperation.push(rates.iter().sum::<f64>() / count(condition.rounds));
            point.score.push(seen.payoff / members);
            point.shares.iter_mut().zip(&shares).for_each(|(running, share)| running.push(*share));
            #[expect(clippy::cast_precision_loss, reason = "sums of rounds are far below 2^53")]
            let first = (seen.broken > 0).then(|| seen.first_rounds as f64 / f64::from(seen.broken));
            first.into_iter().for_each(|first| point.first.push(first));
            if k + 1 >= condition.from {
                intentions.push((count(k + 1), intention));
                firsts.extend(first.map(|first| (count(k + 1), first)));
            }
            for (phase, rounds) in phases(condition).into_iter().zip(&mut self.rounds) {
                if phase == k {
                    rounds.iter_mut().zip(&rates).for_each(|(running, rate)| running.push(*rate));
                }
            }
        }
        slope(&intentions).into_iter().for_each(|slope| self.drift.push(slope));
        slope(&firsts).into_iter().for_each(|slope| self.first_drift.push(slope));
        self.repetitions += 1;
    }
}

/// Records the rows of a condition.
pub(super) fn condition(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let name = Cell::from(condition.name.as_str());
    let (start, end) = (&summary.points[0], &summary.points[condition.supergames - 1]);
    let row = [
        &[
            name,
            mean(&start.opening),
            mean(&end.opening),
            mean(&summary.points[condition.from - 1].intention),
            mean(&end.intention),
        ][..],
        &estimate(&summary.drift),
        &estimate(&summary.first_drift),
        &[mean(&end.cooperation), summary.repetitions.into()],
    ];
    recorder.row("intentions", &row.concat());
    for (k, point) in summary.points.iter().enumerate() {
        let row = [
            &[name, (k + 1).into()][..],
            &estimate(&point.intention),
            &[mean(&point.first), mean(&point.opening), mean(&point.cooperation), mean(&point.score)],
        ];
        recorder.row("supergames", &row.concat());
        for (at, share) in point.shares.iter().enumerate() {
            let round = if at == condition.rounds { "never".to_string() } else { (at + 1).to_string() };
            recorder.row("intended_rounds", &[name, round.as_str().into(), (k + 1).into(), mean(share)]);
        }
    }
    for (phase, rounds) in PHASES.iter().zip(&summary.rounds) {
        for (k, rate) in rounds.iter().enumerate() {
            recorder.row("cooperation_by_round", &[name, (*phase).into(), (k + 1).into(), mean(rate)]);
        }
    }
}
