//! What is counted while groups play.
//!
//! Within a match all counts are whole numbers (actions, payoffs over their common denominator). Across matches means and
//! spreads are streamed in the order of repetitions and groups, so that no result depends on threads.

use super::campaign::Conviction;
use super::setting::Condition;
use crate::contract::Payee;
use crate::stats::{Running, gini};

/// What one player did in one match.
#[derive(Clone, Debug)]
pub(super) struct PlayerTally {
    /// How often it took each action.
    pub(super) actions: Vec<u64>,
    /// The sum of its payoffs, scaled.
    pub(super) payoff: i128,
    /// The discounted sum of its payoffs, where there is a discount.
    pub(super) discounted: f64,
    /// What it was fined.
    pub(super) penalty: f64,
    /// What it got of the others' fines.
    pub(super) compensation: f64,
    /// Compensation less penalties, discounted where there is a discount.
    pub(super) fined: f64,
}

/// What players of one strategy did in one shown round of one match.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTally {
    pub(super) players: u64,
    pub(super) cooperations: u64,
    pub(super) level: f64,
    pub(super) payoff: i128,
}

/// One match of one group.
#[derive(Clone, Debug)]
pub(super) struct MatchTally {
    /// The members, by their places in the cast, in order of players.
    pub(super) members: Vec<usize>,
    pub(super) players: Vec<PlayerTally>,
    pub(super) rounds: u64,
    /// The sum of the rounds' weights, where there is a discount.
    pub(super) weight: f64,
    /// `[kind * shown + slot]`
    pub(super) shown: Vec<RoundTally>,
    /// In how many rounds so many took the first action, once the crowd has settled.
    pub(super) firsts: Vec<u64>,
    /// Rounds after the crowd has settled, and the sums of how many took the second action and of its square.
    pub(super) settled: u64,
    pub(super) seconds: u64,
    pub(super) seconds_squared: u128,
    /// How many took the first action in the first round and in the last.
    pub(super) ends: [u64; 2],
}

impl MatchTally {
    pub(super) fn new(members: Vec<usize>, actions: usize, kinds: usize, shown: usize) -> Self {
        let player = PlayerTally {
            actions: vec![0; actions],
            payoff: 0,
            discounted: 0.0,
            penalty: 0.0,
            compensation: 0.0,
            fined: 0.0,
        };
        Self {
            players: vec![player; members.len()],
            firsts: vec![0; members.len() + 1],
            members,
            rounds: 0,
            weight: 0.0,
            shown: vec![RoundTally::default(); kinds * shown],
            settled: 0,
            seconds: 0,
            seconds_squared: 0,
            ends: [0, 0],
        }
    }

    /// Books the penalties of those convicted.
    pub(super) fn fine(&mut self, condition: &Condition, convictions: &[Conviction]) {
        let players = self.players.len();
        // Integer counts first, so that sums do not depend on the order of rounds.
        let entries = condition.schedule.audits.len();
        let mut counts = vec![0u64; players * entries];
        for Conviction { player, entry, .. } in convictions {
            counts[player * entries + entry] += 1;
        }
        for (entry, audit) in condition.schedule.audits.iter().enumerate() {
            let penalty = audit.penalty.to_f64();
            let of = |player: usize| counts[player * entries + entry];
            let all: u64 = (0..players).map(of).sum();
            for (k, player) in self.players.iter_mut().enumerate() {
                player.penalty += count(of(k)) * penalty;
                if condition.schedule.payee == Payee::Victim {
                    player.compensation += count(all - of(k)) * penalty / count(players as u64 - 1);
                }
            }
        }
        if condition.discount < 1.0 {
            self.fine_discounted(condition, convictions);
        } else {
            self.players.iter_mut().for_each(|player| player.fined = player.compensation - player.penalty);
        }
    }

    /// A fine is worth what the payoffs of its round are: folded in the order of rounds.
    fn fine_discounted(&mut self, condition: &Condition, convictions: &[Conviction]) {
        let others = count(self.players.len() as u64 - 1);
        for Conviction { round, player: convicted, entry } in convictions {
            let worth = libm::pow(condition.discount, f64::from(round - 1));
            let penalty = condition.schedule.audits[*entry].penalty.to_f64() * worth;
            for (k, player) in self.players.iter_mut().enumerate() {
                if k == *convicted {
                    player.fined -= penalty;
                } else if condition.schedule.payee == Payee::Victim {
                    player.fined += penalty / others;
                }
            }
        }
    }
}

/// Means and spreads over matches of one agent.
#[derive(Clone, Debug, Default)]
pub(super) struct AgentSummary {
    pub(super) rounds: Running,
    pub(super) score: Running,
    pub(super) per_round: Running,
    pub(super) penalty: Running,
    pub(super) cooperation: Running,
    pub(super) level: Running,
}

/// Means and spreads over repetitions of the agents of one strategy.
#[derive(Clone, Debug, Default)]
pub(super) struct KindSummary {
    pub(super) per_round: Running,
    pub(super) penalty: Running,
    pub(super) cooperation: Running,
    pub(super) level: Running,
}

/// What the agents of one strategy did in one repetition.
#[derive(Clone, Copy, Debug, Default)]
struct KindSum {
    payoff: i128,
    discounted: f64,
    weight: f64,
    penalty: f64,
    /// Compensation less penalties, discounted where there is a discount.
    fined: f64,
    rounds: u64,
    cooperations: u64,
    level: f64,
}

/// Means and spreads over matches of one strategy in one round.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundSummary {
    pub(super) cooperation: Running,
    pub(super) level: Running,
    pub(super) payoff: Running,
    pub(super) observations: u64,
}

/// Means and spreads over matches of whole groups.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupSummary {
    pub(super) matches: u64,
    pub(super) welfare: Running,
    pub(super) cooperation: Running,
    pub(super) level: Running,
    pub(super) gini: Running,
    pub(super) spread: Running,
    pub(super) first: Running,
    pub(super) last: Running,
    pub(super) seconds: Running,
    pub(super) volatility: Running,
}

/// All matches of a condition so far.
#[derive(Clone, Debug)]
pub(super) struct Tally {
    pub(super) agents: Vec<AgentSummary>,
    pub(super) kinds: Vec<KindSummary>,
    pub(super) rounds: Vec<RoundSummary>,
    pub(super) group: GroupSummary,
    pub(super) firsts: Vec<u64>,
}

impl Tally {
    pub(super) fn new(agents: usize, kinds: usize, shown: usize, size: usize) -> Self {
        Self {
            agents: vec![AgentSummary::default(); agents],
            kinds: vec![KindSummary::default(); kinds],
            rounds: vec![RoundSummary::default(); kinds * shown],
            group: GroupSummary::default(),
            firsts: vec![0; size + 1],
        }
    }

    /// Takes in the matches of one repetition, in order. `kind_of` says each agent's strategy.
    pub(super) fn push(&mut self, condition: &Condition, matches: &[MatchTally], kind_of: impl Fn(usize) -> usize) {
        let mut kinds = vec![KindSum::default(); self.kinds.len()];
        for played in matches {
            let rounds = count(played.rounds);
            let mut scores = Vec::with_capacity(played.players.len());
            let (mut welfare, mut cooperations, mut levels) = (0, 0, 0.0);
            for (agent, player) in played.members.iter().zip(&played.players) {
                let discounted = condition.discount < 1.0;
                let gross = if discounted { player.discounted } else { condition.unscaled(player.payoff) };
                let weight = if discounted { played.weight } else { rounds };
                let fined = player.fined;
                let score = gross + fined;
                let by_level = player.actions.iter().enumerate().filter(|(_, n)| **n > 0);
                let level: f64 = by_level.map(|(action, n)| condition.level(action) * count(*n)).sum();
                let summary = &mut self.agents[*agent];
                summary.rounds.push(rounds);
                summary.score.push(score);
                summary.per_round.push(score / weight);
                summary.penalty.push(player.penalty);
                summary.cooperation.push(count(player.actions[0]) / rounds);
                summary.level.push(level / rounds);
                let sum = &mut kinds[kind_of(*agent)];
                sum.payoff += player.payoff;
                sum.discounted += player.discounted;
                sum.weight += played.weight;
                sum.penalty += player.penalty;
                sum.fined += fined;
                sum.rounds += played.rounds;
                sum.cooperations += player.actions[0];
                sum.level += level;
                scores.push(score / weight);
                welfare += player.payoff;
                cooperations += player.actions[0];
                levels += level;
            }
            self.group(condition, played, (welfare, cooperations, levels), &mut scores);
            for (summary, round) in self.rounds.iter_mut().zip(&played.shown).filter(|(_, round)| round.players > 0) {
                let players = count(round.players);
                summary.cooperation.push(count(round.cooperations) / players);
                summary.level.push(round.level / players);
                summary.payoff.push(condition.unscaled(round.payoff) / players);
                summary.observations += round.players;
            }
            for (sum, more) in self.firsts.iter_mut().zip(&played.firsts) {
                *sum += more;
            }
        }
        for (summary, sum) in self.kinds.iter_mut().zip(kinds).filter(|(_, sum)| sum.rounds > 0) {
            let rounds = count(sum.rounds);
            let discounted = condition.discount < 1.0;
            let gross = if discounted { sum.discounted } else { condition.unscaled(sum.payoff) };
            summary.per_round.push((gross + sum.fined) / if discounted { sum.weight } else { rounds });
            summary.penalty.push(sum.penalty / rounds);
            summary.cooperation.push(count(sum.cooperations) / rounds);
            summary.level.push(sum.level / rounds);
        }
    }

    fn group(
        &mut self,
        condition: &Condition,
        played: &MatchTally,
        (welfare, cooperations, levels): (i128, u64, f64),
        scores: &mut [f64],
    ) {
        let players = played.players.len() as f64;
        let turns = players * count(played.rounds);
        let summary = &mut self.group;
        summary.matches += 1;
        summary.welfare.push(condition.unscaled(welfare) / turns);
        summary.cooperation.push(count(cooperations) / turns);
        summary.level.push(levels / turns);
        scores.sort_by(f64::total_cmp);
        if let (Some(lowest), Some(highest)) = (scores.first(), scores.last()) {
            summary.spread.push(highest - lowest);
        }
        if let Some(gini) = gini(scores) {
            summary.gini.push(gini);
        }
        summary.first.push(count(played.ends[0]) / players);
        summary.last.push(count(played.ends[1]) / players);
        if played.settled > 0 {
            let (n, sum) = (count(played.settled), count(played.seconds));
            #[expect(clippy::cast_precision_loss, reason = "a statistic leaves for a table here")]
            let squares = played.seconds_squared as f64;
            summary.seconds.push(sum / n);
            // Of sides counted as -1 and 1 the sum varies four times as much as the number on one side.
            summary.volatility.push(4.0 * (squares / n - (sum / n) * (sum / n)) / players);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(super) fn count(n: u64) -> f64 {
    n as f64
}
