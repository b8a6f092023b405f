//! What is counted in one repetition.
//!
//! Frequencies are those of the rounds since the last point of the grid; regrets are means over all rounds so far: the
//! greatest over agents of what one action throughout would have gained (external, the distance of empirical play to the
//! coarse correlated equilibria), and of what one action in place of another would have (internal, the distance to the
//! correlated equilibria). Committed agents count for payoffs alone. Sums run in the order of rounds and agents.

use super::arena::{Arena, Matching, Results};
use super::cycle::{Cycle, Stretch, Stretches};
use super::grid::grid;
use super::pacts::Pacts;
use super::play::seat_of;
use super::setting::Condition;

/// The points of the grid of a long run, a factor of ten.
const PER_DECADE: u32 = 10;
/// The points of a path, a factor of ten.
const PATH_PER_DECADE: u32 = 60;
/// The bins of a share: 0, 0.1, .., 1.
pub(super) const BINS: usize = 11;
/// How many times a board is shown.
const BOARDS: usize = 6;
/// How many tasks the openings may come to.
const OPENING_TASKS: usize = 400;
/// How many rounds of them there are at the most.
const OPENING_ROUNDS: u64 = 20;

/// How closely a repetition is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    /// Whether its path is kept.
    pub(super) path: bool,
    /// Whether its first rounds, boards, links and stretches are kept.
    pub(super) rounds: bool,
}

/// How a repetition ended.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outcome {
    /// In a profile; in a population, one action for all.
    Settled(Vec<usize>),
    /// In a cycle.
    Cycle(Cycle),
    /// In neither.
    Mixed,
}

/// One of the first meetings of a repetition.
pub(super) struct Opening {
    pub(super) round: u64,
    pub(super) agents: Vec<usize>,
    pub(super) actions: Vec<usize>,
    /// Whether a contract was signed, where one was offered, and who was convicted.
    pub(super) signed: Option<bool>,
    pub(super) convicted: Vec<bool>,
}

/// What one repetition came to.
pub(super) struct Record {
    /// `play[(point * groups + group) * width + action]`: nothing where the group has no free agent.
    pub(super) play: Vec<Option<f64>>,
    pub(super) external: Vec<f64>,
    pub(super) internal: Vec<f64>,
    /// The mean payoff of an agent since the last point.
    pub(super) welfare: Vec<f64>,
    /// The mean payoff of an agent of each group in the last quarter of rounds.
    pub(super) group_payoff: Vec<f64>,
    /// The same over all agents.
    pub(super) late_welfare: f64,
    pub(super) outcome: Outcome,
    /// Whether it ended where the target is.
    pub(super) reached: bool,
    /// The share of the target in the last quarter of rounds.
    pub(super) late_target: Option<f64>,
    /// The share of agents under a contract in the last quarter of rounds, where there is one, and of well known partners
    /// among those known, where there are records.
    pub(super) late_signed: Option<f64>,
    pub(super) late_well: Option<f64>,
    /// The share of the target in the first round.
    pub(super) first_target: Option<f64>,
    /// By bins of the target's share: the sum of changes to the next round, and how many there were.
    pub(super) drift: [(f64, u64); BINS],
    pub(super) stretches: Vec<Stretch>,
    /// Round and what the path shows.
    pub(super) path: Vec<(u64, Vec<f64>)>,
    pub(super) openings: Vec<Opening>,
    pub(super) links: Option<Vec<f64>>,
    pub(super) boards: Vec<(u64, Vec<usize>)>,
}

/// Counts a repetition.
pub(super) struct Tally<'a> {
    condition: &'a Condition,
    watch: Watch,
    width: usize,
    grid: Vec<u64>,
    point: usize,
    path_grid: Vec<u64>,
    board_rounds: Vec<u64>,
    opening_rounds: u64,
    window: Vec<f64>,
    window_payoff: (f64, f64),
    /// `regrets[(agent * width + own) * width + other]`.
    regrets: Vec<f64>,
    played: Vec<f64>,
    late_from: u64,
    /// `late[agent * width + action]`.
    late: Vec<f64>,
    group_payoff: Vec<(f64, f64)>,
    /// `so_far[agent * width + action]`, for paths.
    so_far: Vec<f64>,
    stretches: Stretches,
    counts: Vec<f64>,
    last_share: Option<f64>,
    /// Agents under a contract and all, known partners and well known ones, in late rounds.
    signed: [u64; 2],
    looks: [u64; 2],
    record: Record,
}

#[expect(clippy::cast_precision_loss, reason = "numbers of rounds are far below 2^53")]
fn float(n: u64) -> f64 {
    n as f64
}

/// The points of a condition's grid.
pub(super) fn points(condition: &Condition) -> Vec<u64> {
    grid(condition.rounds, PER_DECADE)
}

/// Whether a condition's paths can be drawn: two players in seats with two actions each, or three.
pub(super) fn path_actions(condition: &Condition) -> Option<usize> {
    let actions: Vec<usize> = (0..condition.stage.players).map(|k| condition.stage.seat(k).actions()).collect();
    match actions[..] {
        _ if !condition.matching.is_seats() => None,
        [2, 2] => Some(2),
        [3, 3] => Some(3),
        _ => None,
    }
}

impl<'a> Tally<'a> {
    pub(super) fn new(condition: &'a Condition, watch: Watch) -> Self {
        let (agents, width) = (condition.cast.agents.len(), condition.stage.most_actions());
        let groups = condition.cast.groups.len();
        let rounds = condition.rounds;
        let grid = points(condition);
        let board_rounds = (0..BOARDS).map(|k| grid[k * (grid.len() - 1) / (BOARDS - 1)]).collect();
        let tables = if condition.matching.is_seats() { 1 } else { 16 };
        let tasks = tables * condition.stage.players * (condition.stage.players - 1).max(1);
        Self {
            watch: Watch { path: watch.path && path_actions(condition).is_some(), ..watch },
            width,
            point: 0,
            path_grid: self::grid(rounds, PATH_PER_DECADE),
            board_rounds,
            opening_rounds: ((OPENING_TASKS / tasks) as u64).clamp(1, OPENING_ROUNDS),
            window: vec![0.0; groups * width],
            window_payoff: (0.0, 0.0),
            regrets: vec![0.0; agents * width * width],
            played: vec![0.0; agents],
            late_from: rounds - (rounds / 4).max(1),
            late: vec![0.0; agents * width],
            group_payoff: vec![(0.0, 0.0); groups],
            so_far: vec![0.0; agents * width],
            stretches: Stretches::default(),
            counts: vec![0.0; width],
            last_share: None,
            signed: [0; 2],
            looks: [0; 2],
            record: Record {
                play: Vec::with_capacity(grid.len() * groups * width),
                external: Vec::with_capacity(grid.len()),
                internal: Vec::with_capacity(grid.len()),
                welfare: Vec::with_capacity(grid.len()),
                group_payoff: Vec::new(),
                late_welfare: 0.0,
                outcome: Outcome::Mixed,
                reached: false,
                late_target: None,
                late_signed: None,
                late_well: None,
                first_target: None,
                drift: [(0.0, 0); BINS],
                stretches: Vec::new(),
                path: Vec::new(),
                openings: Vec::new(),
                links: None,
                boards: Vec::new(),
            },
            grid,
            condition,
        }
    }

    /// Takes in a round in which actions were drawn.
    pub(super) fn round(
        &mut self,
        round: u64,
        actions: &[usize],
        seated: &[bool],
        results: &Results,
        arena: &Arena<'_>,
        pacts: &Pacts<'_>,
    ) {
        let width = self.width;
        let late = round > self.late_from;
        self.counts.fill(0.0);
        for (k, agent) in self.condition.cast.agents.iter().enumerate().filter(|(k, _)| seated[*k]) {
            let (action, payoff) = (actions[k], results.payoff[k]);
            self.pay(agent.group, payoff, late);
            if agent.committed {
                continue;
            }
            self.window[agent.group * width + action] += 1.0;
            self.counts[action] += 1.0;
            self.played[k] += 1.0;
            if late {
                self.late[k * width + action] += 1.0;
            }
            if self.watch.path {
                self.so_far[k * width + action] += 1.0;
            }
            // A seat may have fewer actions than the widest.
            let own = self.condition.stage.seat(seat_of(self.condition, k)).actions();
            let row = &results.payoffs[k * width..][..own];
            let regrets = &mut self.regrets[(k * width + action) * width..][..own];
            for (regret, other) in regrets.iter_mut().zip(row) {
                *regret += other - payoff;
            }
        }
        if late {
            let seated = || seated.iter().zip(&pacts.signed).filter(|(seated, _)| **seated);
            self.signed[0] += seated().filter(|(_, signed)| **signed).count() as u64;
            self.signed[1] += seated().count() as u64;
            self.looks = [0, 1].map(|k| self.looks[k] + pacts.looks[k]);
        }
        self.stretches.push(self.profile(actions));
        self.share(round);
        if self.watch.rounds {
            self.show(round, actions, arena, pacts);
        }
        if self.watch.path {
            self.path(round, true);
        }
        self.at_point(round);
    }

    /// Takes in a round of mean dynamics.
    pub(super) fn expected_round(&mut self, round: u64, mixtures: &[Vec<f64>], results: &Results) {
        let width = self.width;
        let late = round > self.late_from;
        for (k, mixture) in mixtures.iter().enumerate() {
            let (group, payoff) = (self.condition.cast.agents[k].group, results.payoff[k]);
            self.pay(group, payoff, late);
            self.played[k] += 1.0;
            let row = &results.payoffs[k * width..][..mixture.len()];
            for (action, p) in mixture.iter().enumerate() {
                self.window[group * width + action] += p;
                self.so_far[k * width + action] = *p;
                if late {
                    self.late[k * width + action] += p;
                }
                let regrets = &mut self.regrets[(k * width + action) * width..][..mixture.len()];
                for (regret, other) in regrets.iter_mut().zip(row) {
                    *regret += p * (other - row[action]);
                }
            }
        }
        if self.watch.path {
            self.path(round, false);
        }
        self.at_point(round);
    }

    fn pay(&mut self, group: usize, payoff: f64, late: bool) {
        self.window_payoff.0 += payoff;
        self.window_payoff.1 += 1.0;
        if late {
            self.group_payoff[group].0 += payoff;
            self.group_payoff[group].1 += 1.0;
        }
    }

    /// The number of what was played: the profile in seats; in a population the action that nearly all took.
    fn profile(&self, actions: &[usize]) -> u64 {
        if self.condition.matching.is_seats() {
            return actions
                .iter()
                .fold(0, |number: u64, action| number.wrapping_mul(self.width as u64).wrapping_add(*action as u64));
        }
        let total: f64 = self.counts.iter().sum();
        let most = crate::learner::best(&self.counts);
        if self.counts[most] >= self.condition.settled * total { most as u64 } else { self.width as u64 }
    }

    /// The target's share of the round, and its drift.
    fn share(&mut self, round: u64) {
        let Some(target) = self.condition.target else { return };
        let total: f64 = self.counts.iter().sum();
        if total == 0.0 {
            return;
        }
        let share = self.counts[target] / total;
        if round == 1 {
            self.record.first_target = Some(share);
        }
        if let Some(before) = self.last_share {
            let bin = &mut self.record.drift[bin(before)];
            bin.0 += share - before;
            bin.1 += 1;
        }
        self.last_share = Some(share);
    }

    fn show(&mut self, round: u64, actions: &[usize], arena: &Arena<'_>, pacts: &Pacts<'_>) {
        if round <= self.opening_rounds {
            let offered = self.condition.contract.is_some();
            let mut meet = |agents: &[usize]| {
                self.record.openings.push(Opening {
                    round,
                    agents: agents.to_vec(),
                    actions: agents.iter().map(|agent| actions[*agent]).collect(),
                    signed: offered.then(|| pacts.signed[agents[0]]),
                    convicted: agents.iter().map(|agent| pacts.convicted[*agent]).collect(),
                });
            };
            if self.condition.matching.is_tables() {
                arena.tables().take(16).for_each(&mut meet);
            } else {
                arena.pairs().iter().take(16).for_each(|pair| meet(pair));
            }
        }
        if matches!(self.condition.matching, Matching::Lattice { .. }) && self.board_rounds.contains(&round) {
            self.record.boards.push((round, actions.to_vec()));
        }
    }

    /// A point of the path: with two actions the first action's frequency for each player, with three all of each player.
    fn path(&mut self, round: u64, so_far: bool) {
        if self.path_grid.get(self.record.path.len()) != Some(&round) {
            return;
        }
        let total = if so_far { float(round) } else { 1.0 };
        let shares = (0..2).flat_map(|k| {
            let kept = if self.width == 2 { 1 } else { 3 };
            self.so_far[k * self.width..][..kept].iter().map(move |count| count / total)
        });
        let shares = shares.collect();
        self.record.path.push((round, shares));
    }

    fn at_point(&mut self, round: u64) {
        if self.grid.get(self.point) != Some(&round) {
            return;
        }
        self.point += 1;
        for row in self.window.chunks_exact(self.width) {
            let total: f64 = row.iter().sum();
            self.record.play.extend(row.iter().map(|count| (total > 0.0).then(|| count / total)));
        }
        self.window.fill(0.0);
        let (sum, seen) = self.window_payoff;
        self.record.welfare.push(if seen > 0.0 { sum / seen } else { 0.0 });
        self.window_payoff = (0.0, 0.0);
        let (external, internal) = self.distances();
        self.record.external.push(external);
        self.record.internal.push(internal);
    }

    /// The greatest external and internal regret of a free agent, by its rounds.
    fn distances(&self) -> (f64, f64) {
        let width = self.width;
        let (mut external, mut internal): (f64, f64) = (0.0, 0.0);
        for (regrets, played) in self.regrets.chunks_exact(width * width).zip(&self.played) {
            if *played == 0.0 {
                continue;
            }
            for other in 0..width {
                let mut sum = 0.0;
                for row in regrets.chunks_exact(width) {
                    sum += row[other];
                    internal = internal.max(row[other] / played);
                }
                external = external.max(sum / played);
            }
        }
        (external, internal)
    }

    /// Ends the repetition.
    pub(super) fn finish(mut self, links: Option<Vec<f64>>) -> Record {
        let mean = |(sum, seen): (f64, f64)| if seen > 0.0 { sum / seen } else { 0.0 };
        let all = self.group_payoff.iter().fold((0.0, 0.0), |all, group| (all.0 + group.0, all.1 + group.1));
        self.record.late_welfare = mean(all);
        self.record.group_payoff = self.group_payoff.iter().map(|group| mean(*group)).collect();
        self.record.outcome = self.outcome();
        self.record.reached = match (&self.record.outcome, self.condition.target) {
            (Outcome::Settled(profile), Some(target)) if self.condition.named_target => {
                profile.iter().all(|action| *action == target)
            }
            (Outcome::Settled(profile), _) => self.condition.stage.is_optimal(profile),
            _ => false,
        };
        let share = |[part, whole]: [u64; 2]| (whole > 0).then(|| float(part) / float(whole));
        self.record.late_signed = self.condition.contract.as_ref().and_then(|_| share(self.signed));
        self.record.late_well = share([self.looks[1], self.looks[0]]);
        let late: f64 = self.late.iter().sum();
        self.record.late_target = self
            .condition
            .target
            .filter(|_| late > 0.0)
            .map(|target| self.late.iter().skip(target).step_by(self.width).sum::<f64>() / late);
        if self.watch.rounds {
            self.record.stretches = self.stretches.complete().collect();
            self.record.links = links;
        }
        self.record
    }

    fn outcome(&self) -> Outcome {
        if let Some(cycle) = self.stretches.cycle() {
            return Outcome::Cycle(cycle);
        }
        // The action that takes up the late rounds of some agents, if one does.
        let settled = |rows: &[f64]| {
            let mut sums = vec![0.0; self.width];
            for row in rows.chunks_exact(self.width) {
                sums.iter_mut().zip(row).for_each(|(sum, count)| *sum += count);
            }
            let (most, total) = (crate::learner::best(&sums), sums.iter().sum::<f64>());
            (total > 0.0 && sums[most] >= self.condition.settled * total).then_some(most)
        };
        let profile: Option<Vec<usize>> = if self.condition.matching.is_seats() {
            let rows = self.late.chunks_exact(self.width).enumerate();
            rows.map(|(k, row)| match self.condition.committed {
                Some(committed) if self.condition.cast.agents[k].committed => Some(committed.action),
                _ => settled(row),
            })
            .collect()
        } else {
            settled(&self.late).map(|action| vec![action; self.condition.stage.players])
        };
        profile.map_or(Outcome::Mixed, Outcome::Settled)
    }
}

/// The bin of a share: the nearest tenth.
pub(super) fn bin(share: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
    let bin = (share * 10.0).round() as usize;
    bin.min(BINS - 1)
}
