//! What is counted while the agents meet.
//!
//! Within a repetition all counts are whole numbers (payoffs over their common denominator), so that their sums do
//! not depend on the order of meetings; discounted scores, which are floats, are added in the order of meetings.
//! Across repetitions means and spreads are streamed in the order of repetitions.

use crate::exchange::Report;
use crate::stats::Running;
use std::collections::BTreeMap;

/// What one agent did in one repetition.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentTally {
    pub(super) matches: u64,
    pub(super) rounds: u64,
    pub(super) cooperations: u64,
    /// The sum of payoffs over the common denominator; where there is a discount what they come to in `discounted`, fees, fines
    /// and compensation included.
    pub(super) payoff: i128,
    pub(super) discounted: f64,
    /// The sum of the weights of the rounds: their number, or the sum of discount factors.
    pub(super) weight: f64,
    /// Convictions by entry of the schedule.
    pub(super) convicted: Vec<u64>,
    /// Convictions of the other by entry, where the victim gets the penalty.
    pub(super) compensated: Vec<u64>,
    /// Rounds under a contract that both have signed.
    pub(super) bound_rounds: u64,
    /// Bonds locked, and what its wallet gained of them, in bonds.
    pub(super) locked: u64,
    pub(super) bonds: i64,
}

/// What agents of one strategy did in one round of one repetition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTally {
    pub(super) cooperations: u64,
    pub(super) observations: u64,
    pub(super) payoff: i128,
}

/// What agents of one strategy did against those of another in one repetition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairTally {
    pub(super) matches: u64,
    pub(super) rounds: u64,
    pub(super) cooperations: u64,
    pub(super) payoff: i128,
    pub(super) discounted: f64,
    pub(super) weight: f64,
}

/// What a network did in one repetition.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeliveryTally {
    pub(super) messages: u64,
    pub(super) lost: u64,
    pub(super) duplicated: u64,
    pub(super) late: u64,
    pub(super) unheard: u64,
    pub(super) missing_moves: u64,
    pub(super) moves: u64,
}

impl DeliveryTally {
    /// What the network did in one match of so many rounds.
    pub(super) fn of(report: &Report, missing_moves: u64, rounds: u32) -> Self {
        Self {
            messages: report.messages,
            lost: report.lost,
            duplicated: report.duplicated,
            late: report.late,
            unheard: report.unheard,
            missing_moves,
            moves: 2 * u64::from(rounds),
        }
    }

    pub(super) fn add(&mut self, more: &Self) {
        self.messages += more.messages;
        self.lost += more.lost;
        self.duplicated += more.duplicated;
        self.late += more.late;
        self.unheard += more.unheard;
        self.missing_moves += more.missing_moves;
        self.moves += more.moves;
    }
}

/// One repetition, or a part of its meetings.
#[derive(Clone, Debug)]
pub(super) struct RepetitionTally {
    pub(super) agents: Vec<AgentTally>,
    /// `rounds[kind * shown + slot]`.
    pub(super) rounds: Vec<RoundTally>,
    /// `pairs[kind * kinds + other kind]`.
    pub(super) pairs: Vec<PairTally>,
    /// By kind: how many matches ended with each score a round.
    pub(super) scores: Vec<BTreeMap<Score, u64>>,
    pub(super) delivery: DeliveryTally,
    /// How many partners' standing was known, and how many of them stood well.
    pub(super) looks: [u64; 2],
}

/// A finite float as a key, in the order of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Score(pub(super) f64);

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl RepetitionTally {
    pub(super) fn new(agents: usize, kinds: usize, shown: usize, entries: usize) -> Self {
        let agent = AgentTally { convicted: vec![0; entries], compensated: vec![0; entries], ..AgentTally::default() };
        Self {
            agents: vec![agent; agents],
            rounds: vec![RoundTally::default(); kinds * shown],
            pairs: vec![PairTally::default(); kinds * kinds],
            scores: vec![BTreeMap::new(); kinds],
            delivery: DeliveryTally::default(),
            looks: [0; 2],
        }
    }

    /// Adds the next part of the same repetition.
    pub(super) fn merge(&mut self, other: &Self) {
        self.delivery.add(&other.delivery);
        for (own, more) in self.agents.iter_mut().zip(&other.agents) {
            own.matches += more.matches;
            own.rounds += more.rounds;
            own.cooperations += more.cooperations;
            own.payoff += more.payoff;
            own.discounted += more.discounted;
            own.weight += more.weight;
            own.bound_rounds += more.bound_rounds;
            own.locked += more.locked;
            own.bonds += more.bonds;
            for (sum, count) in own.convicted.iter_mut().zip(&more.convicted) {
                *sum += count;
            }
            for (sum, count) in own.compensated.iter_mut().zip(&more.compensated) {
                *sum += count;
            }
        }
        for (own, more) in self.rounds.iter_mut().zip(&other.rounds) {
            own.cooperations += more.cooperations;
            own.observations += more.observations;
            own.payoff += more.payoff;
        }
        for (own, more) in self.pairs.iter_mut().zip(&other.pairs) {
            own.matches += more.matches;
            own.rounds += more.rounds;
            own.cooperations += more.cooperations;
            own.payoff += more.payoff;
            own.discounted += more.discounted;
            own.weight += more.weight;
        }
        for (own, more) in self.scores.iter_mut().zip(&other.scores) {
            for (score, count) in more {
                *own.entry(*score).or_default() += count;
            }
        }
    }
}

/// The means and spreads over repetitions of one agent.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentSummary {
    pub(super) matches: u64,
    pub(super) rounds: Running,
    pub(super) score: Running,
    pub(super) per_round: Running,
    pub(super) cooperation: Running,
    pub(super) penalty: Running,
    /// Bonds locked a repetition, and what its wallet gained of them.
    pub(super) locked: Running,
    pub(super) bonds: Running,
}

/// The means and spreads over repetitions of the agents of one strategy.
#[derive(Clone, Debug, Default)]
pub(super) struct KindSummary {
    pub(super) per_round: Running,
    pub(super) cooperation: Running,
    pub(super) penalty: Running,
}

/// The means and spreads over repetitions of one strategy in one round.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundSummary {
    pub(super) cooperation: Running,
    pub(super) payoff: Running,
    pub(super) observations: u64,
}

/// The means over repetitions of one strategy against another.
#[derive(Clone, Debug, Default)]
pub(super) struct PairSummary {
    pub(super) per_round: Running,
    pub(super) cooperation: Running,
    pub(super) matches: u64,
}

/// All repetitions of a condition so far.
#[derive(Clone, Debug)]
pub(super) struct ConditionTally {
    pub(super) agents: Vec<AgentSummary>,
    pub(super) kinds: Vec<KindSummary>,
    pub(super) rounds: Vec<RoundSummary>,
    pub(super) pairs: Vec<PairSummary>,
    pub(super) scores: Vec<BTreeMap<Score, u64>>,
    pub(super) delivery: DeliveryTally,
    /// The share of rounds under a contract that both have signed.
    pub(super) signed: Running,
    /// The share of well known partners among those known.
    pub(super) well: Running,
}

impl ConditionTally {
    pub(super) fn new(agents: usize, kinds: usize, shown: usize) -> Self {
        Self {
            agents: vec![AgentSummary::default(); agents],
            kinds: vec![KindSummary::default(); kinds],
            rounds: vec![RoundSummary::default(); kinds * shown],
            pairs: vec![PairSummary::default(); kinds * kinds],
            scores: vec![BTreeMap::new(); kinds],
            delivery: DeliveryTally::default(),
            signed: Running::default(),
            well: Running::default(),
        }
    }

    /// Takes in a whole repetition. `kind_of` says each agent's strategy, `unscaled` turns a payoff sum into utility,
    /// `penalty` is what each entry of the schedule costs, beside it the fees a round of contract and records; `discounting`
    /// says whether scores are discounted.
    pub(super) fn push(
        &mut self,
        repetition: &RepetitionTally,
        kind_of: impl Fn(usize) -> usize,
        unscaled: impl Fn(i128) -> f64,
        (penalty, fees): (&[f64], [f64; 2]),
        discounting: bool,
    ) {
        self.delivery.add(&repetition.delivery);
        let (bound, rounds) = repetition
            .agents
            .iter()
            .fold((0, 0), |(bound, rounds), agent| (bound + agent.bound_rounds, rounds + agent.rounds));
        self.signed.push(count(bound) / count(rounds.max(1)));
        if repetition.looks[0] > 0 {
            self.well.push(count(repetition.looks[1]) / count(repetition.looks[0]));
        }
        let fines = |counts: &[u64]| counts.iter().zip(penalty).map(|(n, cost)| count(*n) * cost).sum::<f64>();
        let mut kinds = vec![(0.0, 0.0, 0u64, 0u64, 0.0); self.kinds.len()];
        for (agent, (summary, tally)) in self.agents.iter_mut().zip(&repetition.agents).enumerate() {
            summary.matches += tally.matches;
            if tally.matches == 0 {
                continue;
            }
            let fined = fines(&tally.convicted);
            let fees = fees[0] * count(tally.bound_rounds) + fees[1] * count(tally.rounds);
            let score = if discounting {
                tally.discounted
            } else {
                unscaled(tally.payoff) - fined + fines(&tally.compensated) - fees
            };
            summary.rounds.push(count(tally.rounds));
            summary.score.push(score);
            summary.per_round.push(score / tally.weight);
            summary.cooperation.push(count(tally.cooperations) / count(tally.rounds));
            summary.penalty.push(fined);
            summary.locked.push(count(tally.locked));
            #[expect(clippy::cast_precision_loss, reason = "bonds are far fewer than 2^53")]
            summary.bonds.push(tally.bonds as f64);
            let sum = &mut kinds[kind_of(agent)];
            sum.0 += score;
            sum.1 += tally.weight;
            sum.2 += tally.cooperations;
            sum.3 += tally.rounds;
            sum.4 += fined;
        }
        for (summary, (score, weight, cooperations, rounds, fined)) in self.kinds.iter_mut().zip(kinds) {
            if rounds > 0 {
                summary.per_round.push(score / weight);
                summary.cooperation.push(count(cooperations) / count(rounds));
                summary.penalty.push(fined / count(rounds));
            }
        }
        for (summary, tally) in self.rounds.iter_mut().zip(&repetition.rounds).filter(|(_, t)| t.observations > 0) {
            let observations = count(tally.observations);
            summary.cooperation.push(count(tally.cooperations) / observations);
            summary.payoff.push(unscaled(tally.payoff) / observations);
            summary.observations += tally.observations;
        }
        for (summary, tally) in self.pairs.iter_mut().zip(&repetition.pairs).filter(|(_, t)| t.matches > 0) {
            let gross = if discounting { tally.discounted } else { unscaled(tally.payoff) };
            summary.per_round.push(gross / tally.weight);
            summary.cooperation.push(count(tally.cooperations) / count(tally.rounds));
            summary.matches += tally.matches;
        }
        for (sum, more) in self.scores.iter_mut().zip(&repetition.scores) {
            for (score, n) in more {
                *sum.entry(*score).or_default() += n;
            }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(super) fn count(n: u64) -> f64 {
    n as f64
}
