//! Training pairs apart from each other, and who gains what with whom.

use super::play::Meeting;
use super::setting::Condition;
use crate::ids::RunKey;
use crate::models::Recorder;
use crate::models::estimates::estimate;
use crate::sim::{Purpose, Who, map_indexed};
use crate::stats::Running;
use crate::strategy::Action;
use crate::table::Cell;
use crate::training::{Course, Form, Policy, play_episode};

/// How much is trained and played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) pairs: u64,
    pub(super) episodes: u64,
}

/// So many pairs at most are shown against each other.
const SHOWN: usize = 12;

/// What training apart came to.
pub(super) struct Trial {
    /// `scores[k][l]`: what the first agent of pair `k` and the second of pair `l` gain.
    scores: Vec<Vec<f64>>,
    /// An episode of the first pair.
    pub(super) shown: Vec<(u32, Vec<Action>)>,
}

/// Trains all pairs of a condition and lets them meet.
pub(super) fn run(condition: &Condition, key: &RunKey, plan: Plan) -> Trial {
    let place = format!("conventions/{}", condition.name);
    let pairs = usize::try_from(plan.pairs).expect("the schema bounds it");
    let world = |relabels| Meeting::new(condition.play.boxed_clone(), relabels);
    let trained: Vec<[Policy; 2]> = map_indexed(pairs, |pair| {
        let world = world(condition.relabels);
        let trainer = condition.trainer.clone();
        let mut course = Course::new(world, trainer, (Form::Features, false), key, (&place, pair as u64))
            .expect("that the trainer fits was checked when it was read");
        while course.episode() < condition.episodes {
            course.train();
        }
        [0, 1].map(|agent| course.trainer().policy(agent))
    });
    let meet = |first: usize, second: usize, watch: &mut dyn FnMut(&[usize])| {
        let policies = [trained[first][0].clone(), trained[second][1].clone()];
        let mut world = world(false);
        let repetition = (first * pairs + second) as u64;
        let mut score = Running::default();
        for episode in 0..plan.episodes {
            let draws = |name| key.draws_at(Who { place: &place, repetition, name }, Purpose::Pairing, episode);
            let (mut field, mut choice) = (draws("meeting"), draws("policy"));
            score.push(play_episode(&mut world, &policies, (&mut field, &mut choice), watch).team);
        }
        score.summary().map_or(0.0, |summary| summary.mean)
    };
    let scores = map_indexed(pairs * pairs, |k| meet(k / pairs, k % pairs, &mut |_| {}));
    let mut shown = Vec::new();
    let plan_of_one = |watch: &mut dyn FnMut(&[usize])| {
        let mut world = world(false);
        let draws = |name| key.draws_at(Who { place: &place, repetition: 0, name }, Purpose::Pairing, 0);
        play_episode(&mut world, &trained[0], (&mut draws("meeting"), &mut draws("policy")), watch)
    };
    plan_of_one(&mut |joint| {
        let action = |action: &usize| Action(u8::try_from(*action).expect("there are few actions"));
        let round = u32::try_from(shown.len() + 1).expect("an episode is short");
        shown.push((round, joint.iter().map(action).collect()));
    });
    Trial { scores: scores.chunks(pairs).map(<[f64]>::to_vec).collect(), shown }
}

impl Trial {
    /// The rows of a condition.
    pub(super) fn record(&self, condition: &Condition, plan: Plan, recorder: &mut dyn Recorder) {
        let name = condition.name.as_str();
        let (mut own, mut others, mut gap) = (Running::default(), Running::default(), Running::default());
        for pair in 0..self.scores.len() {
            let mut strangers = Running::default();
            for other in (0..self.scores.len()).filter(|other| *other != pair) {
                strangers.push(self.scores[pair][other]);
                strangers.push(self.scores[other][pair]);
            }
            let strangers = strangers.summary().map_or(0.0, |summary| summary.mean);
            own.push(self.scores[pair][pair]);
            others.push(strangers);
            gap.push(self.scores[pair][pair] - strangers);
        }
        let mut row: Vec<Cell<'_>> = vec![name.into()];
        for running in [own, others, gap] {
            row.extend(estimate(&running));
        }
        let exact = condition.levers.as_ref().map(|levers| {
            if condition.relabels {
                let value = levers.other_play().0;
                [value.clone(), value]
            } else {
                [levers.self_play(), levers.cross_play()]
            }
        });
        let [own, others] = match exact {
            Some(values) => values.map(|value| Cell::Float(value.to_f64())),
            None => [Cell::Null; 2],
        };
        row.extend([own, others, condition.episodes.into(), plan.pairs.into()]);
        recorder.row("conventions", &row);
        for (first, scores) in self.scores.iter().enumerate().take(SHOWN) {
            for (second, score) in scores.iter().enumerate().take(SHOWN) {
                let names = [first, second].map(|pair| format!("pair {}", pair + 1));
                recorder.row("cross_play", &[name.into(), (&names[0]).into(), (&names[1]).into(), (*score).into()]);
            }
        }
    }
}
