//! Plays the groups of a condition: all repetitions, in parallel, with results put together in order.

use super::setting::Condition;
use super::tally::{MatchTally, Tally};
use crate::contract::Auditor;
use crate::ids::RunKey;
use crate::models::RunError;
use crate::models::cast::{Agent, Cast};
use crate::models::shown::Rounds;
use crate::play::{GroupRound, Match, Referee, Seat, play_actions};
use crate::sim::{Draws, Purpose, Who, map_indexed};
use crate::strategy::{Action, Strategy};

/// How many matches are held in memory at once. Results do not depend on it, nor on the number of threads.
const MATCHES_PER_BLOCK: usize = 64;

/// A condition and its agents.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) condition: &'a Condition,
    pub(super) cast: &'a Cast,
}

/// What a condition's matches came to.
pub(super) struct Campaign<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) shown: Rounds,
    pub(super) tally: Tally,
}

impl Plan<'_> {
    /// How many groups play at once.
    pub(super) fn groups(&self) -> usize {
        self.cast.agents.len() / self.condition.size
    }

    /// The groups of a repetition: all agents, or agents drawn together; each in the order in which they are declared.
    pub(super) fn members(&self, key: &RunKey, repetition: u64) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.cast.agents.len()).collect();
        if self.groups() > 1 {
            key.draws_at(Who::place("", repetition), Purpose::Pairing, 0).shuffle(&mut order);
        }
        let mut groups: Vec<Vec<usize>> = order.chunks_exact(self.condition.size).map(<[usize]>::to_vec).collect();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups
    }

    /// The name of a group's match: whose draws it takes. No two groups of a repetition share a member.
    pub(super) fn place(&self, members: &[usize]) -> String {
        format!("{}+{}", self.cast.agents[members[0]].name, members.len() - 1)
    }

    /// Plays a match; `see` gets each round, the realised actions, how many took each, and the scaled payoffs. Returns who
    /// was convicted, round by round.
    pub(super) fn play(
        &self,
        key: &RunKey,
        repetition: u64,
        members: &[usize],
        mut see: impl FnMut(u32, &[Action], &[u32], &[i128]),
    ) -> Result<Vec<Conviction>, RunError> {
        let place = self.place(members);
        let spec = Match { rules: &self.condition.rules, key, place: &place, repetition };
        let agents = || members.iter().map(|agent| &self.cast.agents[*agent]);
        let mut strategies: Vec<Box<dyn Strategy>> =
            agents().map(|agent| self.cast.kinds[agent.kind].strategy.clone()).collect();
        let mut seats: Vec<Seat<'_>> = agents()
            .zip(&mut strategies)
            .map(|(agent, strategy)| Seat { name: &agent.name, strategy: &mut **strategy })
            .collect();
        let mut counts = vec![0; self.condition.actions()];
        let mut paid = Vec::with_capacity(members.len());
        let mut round = 0;
        let sink = |actions: &[Action]| {
            round += 1;
            counts.fill(0);
            for action in actions {
                counts[action.index()] += 1;
            }
            self.condition.payer.pay(actions, &counts, &mut paid);
            see(round, actions, &counts, &paid);
        };
        let schedule = &self.condition.schedule;
        if schedule.is_empty() {
            play_actions(&spec, &mut seats, &mut (), sink)?;
            return Ok(Vec::new());
        }
        let stream = |agent: &Agent| key.draws(Who { place: &place, repetition, name: &agent.name }, Purpose::Audit);
        let mut inspector = Inspector {
            auditor: Auditor::new(schedule),
            draws: agents().map(stream).collect(),
            rounds: 0,
            convictions: Vec::new(),
        };
        if schedule.public {
            play_actions(&spec, &mut seats, &mut Public(&mut inspector), sink)?;
        } else {
            play_actions(&spec, &mut seats, &mut inspector, sink)?;
        }
        Ok(inspector.convictions)
    }

    /// Plays a match and keeps its first rounds.
    pub(super) fn rounds(
        &self,
        key: &RunKey,
        repetition: u64,
        members: &[usize],
        most: usize,
    ) -> Result<Vec<GroupRound>, RunError> {
        let mut rounds = Vec::new();
        self.play(key, repetition, members, |round, actions, _, paid| {
            if rounds.len() < most {
                let payoffs = paid.iter().map(|payoff| self.condition.unscaled(*payoff)).collect();
                rounds.push(GroupRound { round, actions: actions.to_vec(), payoffs });
            }
        })?;
        Ok(rounds)
    }

    /// Plays a match and counts.
    fn count(&self, key: &RunKey, repetition: u64, members: &[usize], shown: &Rounds) -> Result<MatchTally, RunError> {
        let (condition, cast) = (self.condition, self.cast);
        let mut tally = MatchTally::new(members.to_vec(), condition.actions(), cast.kinds.len(), shown.count());
        let levels: Vec<f64> = (0..condition.actions()).map(|action| condition.level(action)).collect();
        let kinds: Vec<usize> = members.iter().map(|agent| cast.agents[*agent].kind).collect();
        let mut slots = shown.shown_from(1).peekable();
        // What a payoff is worth now; what is left of an endless sum cannot be seen.
        let mut weight = 1.0;
        let convictions = self.play(key, repetition, members, |round, actions, counts, paid| {
            tally.rounds += 1;
            for ((player, action), payoff) in tally.players.iter_mut().zip(actions).zip(paid) {
                player.actions[action.index()] += 1;
                player.payoff += payoff;
            }
            if condition.discount < 1.0 && weight > 1e-18 {
                tally.weight += weight;
                for (player, payoff) in tally.players.iter_mut().zip(paid) {
                    player.discounted += weight * condition.unscaled(*payoff);
                }
                weight *= condition.discount;
            }
            let first = u64::from(counts[0]);
            if round == 1 {
                tally.ends[0] = first;
            }
            tally.ends[1] = first;
            if round > condition.settle {
                let second = u64::from(counts.get(1).copied().unwrap_or(0));
                tally.firsts[counts[0] as usize] += 1;
                tally.settled += 1;
                tally.seconds += second;
                tally.seconds_squared += u128::from(second) * u128::from(second);
            }
            if let Some((slot, _)) = slots.next_if(|(_, shown)| *shown == round) {
                for ((kind, action), payoff) in kinds.iter().zip(actions).zip(paid) {
                    let entry = &mut tally.shown[kind * shown.count() + slot];
                    entry.players += 1;
                    entry.cooperations += u64::from(action.index() == 0);
                    entry.level += levels[action.index()];
                    entry.payoff += payoff;
                }
            }
        })?;
        tally.fine(condition, &convictions);
        Ok(tally)
    }
}

/// Who was convicted in a round, by which entry of the schedule.
pub(super) struct Conviction {
    pub(super) round: u32,
    pub(super) player: usize,
    pub(super) entry: usize,
}

/// Audits a match round by round, privately.
struct Inspector<'a> {
    auditor: Auditor<'a>,
    draws: Vec<Draws>,
    rounds: u32,
    convictions: Vec<Conviction>,
}

impl Inspector<'_> {
    /// Audits a round; `convict` hears who is convicted.
    fn audit(&mut self, round: u32, realised: &[Action], mut convict: impl FnMut(usize)) {
        for (player, action) in realised.iter().enumerate() {
            let finding = self.auditor.audit(round, self.rounds, *action, &mut self.draws[player]);
            if let Some(finding) = finding.filter(|finding| finding.convicted) {
                self.convictions.push(Conviction { round, player, entry: finding.entry });
                convict(player);
            }
        }
    }
}

impl Referee for Inspector<'_> {
    const DISCLOSES: bool = false;

    fn begin(&mut self, rounds: u32) {
        self.rounds = rounds;
    }

    fn round(&mut self, round: u32, realised: &[Action], _: &mut [Option<Action>]) {
        self.audit(round, realised, |_| ());
    }
}

/// Audits a match round by round, and makes convictions public: all others then take that action for the second.
struct Public<'a, 'b>(&'a mut Inspector<'b>);

impl Referee for Public<'_, '_> {
    const DISCLOSES: bool = true;

    fn begin(&mut self, rounds: u32) {
        self.0.begin(rounds);
    }

    fn round(&mut self, round: u32, realised: &[Action], disclosed: &mut [Option<Action>]) {
        self.0.audit(round, realised, |player| disclosed[player] = Some(Action(realised[player].0.max(1))));
    }
}

impl<'a> Campaign<'a> {
    /// Plays `repetitions` of every group's match.
    pub(super) fn play(
        plan: Plan<'a>,
        key: &RunKey,
        repetitions: u64,
        progress: &mut impl FnMut(u64),
    ) -> Result<Self, RunError> {
        let shown = Rounds::of(plan.condition.fixed_rounds());
        let (agents, kinds) = (plan.cast.agents.len(), plan.cast.kinds.len());
        let mut tally = Tally::new(agents, kinds, shown.count(), plan.condition.size);
        let groups = plan.groups();
        let together = (MATCHES_PER_BLOCK / groups).max(1) as u64;
        let mut done = 0;
        while done < repetitions {
            let block = together.min(repetitions - done);
            let jobs: Vec<(u64, Vec<usize>)> = (done..done + block)
                .flat_map(|repetition| {
                    plan.members(key, repetition).into_iter().map(move |members| (repetition, members))
                })
                .collect();
            let played = map_indexed(jobs.len(), |job| {
                let (repetition, members) = &jobs[job];
                plan.count(key, *repetition, members, &shown)
            });
            let played = played.into_iter().collect::<Result<Vec<_>, RunError>>()?;
            for repetition in played.chunks(groups) {
                tally.push(plan.condition, repetition, |agent| plan.cast.agents[agent].kind);
            }
            done += block;
            progress(done);
        }
        Ok(Self { plan, shown, tally })
    }
}
