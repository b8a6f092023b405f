//! One population: who meets whom, what comes of it, and what is learned.

use super::setting::{Condition, Rule, count};
use crate::ids::RunKey;
use crate::sim::{Draws, Purpose, Who};
use std::cmp::Ordering;

/// What a supergame showed, over all matches.
#[derive(Clone, Debug, Default)]
pub(super) struct Supergame {
    /// How many members have each round in mind, never last.
    pub(super) intended: Vec<u32>,
    /// By round: how often members cooperated.
    pub(super) cooperated: Vec<u32>,
    /// Of the matches that began with mutual cooperation and in which somebody defected: how many, and the sum of rounds of the first
    /// defection.
    pub(super) broken: u32,
    pub(super) first_rounds: u64,
    /// What members got, in all.
    pub(super) payoff: f64,
}

/// What a member has in mind, and what it goes by.
struct Member {
    intention: usize,
    /// Under beliefs: experience by round that another had in mind.
    weights: Vec<f64>,
}

/// The supergames of a repetition.
pub(super) fn course(condition: &Condition, key: &RunKey, repetition: u64) -> Vec<Supergame> {
    let place = Who::place(&condition.name, repetition);
    let mut pairing = key.draws(place, Purpose::Pairing);
    let mut choice = key.draws(place, Purpose::Choice);
    let options = condition.rounds + 1;
    let mut members: Vec<Member> = (0..condition.members).map(|_| born(condition, &mut choice)).collect();
    let mut order: Vec<usize> = (0..condition.members).collect();
    let mut course = Vec::with_capacity(condition.supergames);
    for _ in 0..condition.supergames {
        if let Rule::Beliefs { precision, .. } = condition.rule {
            for member in &mut members {
                member.intention = chosen(condition, &member.weights, precision, &mut choice);
            }
        }
        let mut seen =
            Supergame { intended: vec![0; options], cooperated: vec![0; condition.rounds], ..Supergame::default() };
        members.iter().for_each(|member| seen.intended[member.intention - 1] += 1);
        pairing.shuffle(&mut order);
        for pair in order.chunks_exact(2) {
            let [a, b] = [pair[0], pair[1]].map(|at| members[at].intention);
            seen.see(condition, a, b);
            for (at, own, other) in [(pair[0], a, b), (pair[1], b, a)] {
                members[at].learn(condition, own, other, &mut choice);
            }
        }
        course.push(seen);
    }
    course
}

fn born(condition: &Condition, draws: &mut Draws) -> Member {
    let options = condition.rounds + 1;
    match condition.rule {
        Rule::Shifts { .. } => {
            let total: f64 = condition.start.iter().sum();
            let shares: Vec<f64> = condition.start.iter().map(|weight| weight / total).collect();
            Member { intention: draws.categorical(&shares) + 1, weights: Vec::new() }
        }
        Rule::Beliefs { strength, trust, .. } => {
            let mut weights = vec![strength * (1.0 - trust) / count(condition.rounds); condition.rounds];
            weights.push(strength * trust);
            Member { intention: options, weights }
        }
    }
}

/// An intention by how much each is worth against what others are believed to have in mind: a logit choice.
fn chosen(condition: &Condition, weights: &[f64], precision: f64, draws: &mut Draws) -> usize {
    let total: f64 = weights.iter().sum();
    let worth = |row: &Vec<f64>| row.iter().zip(weights).map(|(pays, weight)| pays * weight).sum::<f64>() / total;
    let values: Vec<f64> = condition.worth.iter().map(worth).collect();
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = values.iter().map(|value| libm::exp(precision * (value - best))).collect();
    let sum: f64 = odds.iter().sum();
    let chances: Vec<f64> = odds.iter().map(|odds| odds / sum).collect();
    draws.categorical(&chances) + 1
}

impl Member {
    fn learn(&mut self, condition: &Condition, own: usize, other: usize, draws: &mut Draws) {
        match condition.rule {
            Rule::Shifts { preempted, tied, first } => {
                let (chance, moved) = match other.cmp(&own) {
                    Ordering::Less => (preempted, own - 1),
                    Ordering::Equal => (tied, own - 1),
                    Ordering::Greater => (first, own + 1),
                };
                if draws.chance(chance) {
                    self.intention = moved.max(1);
                }
            }
            Rule::Beliefs { memory, .. } => {
                // Who defects first does not see when the other would have.
                let seen = if other <= own { other - 1..other } else { own..condition.rounds + 1 };
                let consistent: f64 = self.weights[seen.clone()].iter().sum();
                let spread = count(seen.len());
                for (at, weight) in self.weights.iter_mut().enumerate() {
                    let share = match seen.contains(&at) {
                        false => 0.0,
                        true if consistent > 0.0 => *weight / consistent,
                        true => 1.0 / spread,
                    };
                    *weight = memory * *weight + share;
                }
            }
        }
    }
}

impl Supergame {
    /// Takes in a match.
    fn see(&mut self, condition: &Condition, a: usize, b: usize) {
        let rounds = condition.rounds;
        let first = a.min(b);
        for (round, cooperated) in (1..=rounds).zip(&mut self.cooperated) {
            if round < first {
                *cooperated += 2;
            } else if round == first {
                *cooperated += u32::from(a > first) + u32::from(b > first);
            }
        }
        if (2..=rounds).contains(&first) {
            self.broken += 1;
            self.first_rounds += first as u64;
        }
        self.payoff += condition.worth[a - 1][b - 1] + condition.worth[b - 1][a - 1];
    }
}
