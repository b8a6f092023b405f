//! Plays all meetings of a condition, in parallel, and counts.

use super::meetings::{Meeting, Plan};
use super::setting::{Condition, Matching};
use super::tally::{ConditionTally, DeliveryTally, RepetitionTally, Score, count};
use crate::contract::{Auditor, Finding, Payee};
use crate::error::Diagnostic;
use crate::exchange::{Fact, Report};
use crate::ids::RunKey;
use crate::models::RunError;
use crate::models::cast::Cast;
use crate::models::rescues::{Books, Pledges};
use crate::models::shown::Rounds;
use crate::play::{Contest, Course, Match, Move, Pace, Referee, ShortCuts, task_facts};
use crate::sim::{Draws, Observer, Purpose, Who, map_indexed};
use crate::strategy::Action;
use std::collections::BTreeMap;

/// How many meetings one job plays at the most: small enough to share work, large enough to be worth a job.
const MEETINGS_PER_JOB: usize = 512;
/// How many rounds one job is worth, where repetitions are put together.
const ROUNDS_PER_JOB: u64 = 1 << 16;
/// How many jobs are held in memory at once. Results do not depend on it, nor on the number of threads.
const JOBS_PER_BLOCK: usize = 64;

/// What a condition's matches came to.
pub(super) struct Campaign<'a> {
    pub(super) plan: Plan<'a>,
    pub(super) shown: Rounds,
    pub(super) tally: ConditionTally,
}

/// The course of a match, and what the audits found: by round, player and entry.
pub(super) struct Outcome {
    pub(super) course: Course,
    pub(super) findings: Vec<(u32, usize, Finding)>,
    /// What the network did, where there is one.
    pub(super) delivery: Option<DeliveryTally>,
    /// The deposits of both, where they have signed a contract.
    pub(super) pledges: Option<Pledges>,
}

impl<'a> Campaign<'a> {
    /// Plays `repetitions` of every meeting.
    pub(super) fn play(
        condition: &'a Condition,
        cast: &'a Cast,
        key: &RunKey,
        repetitions: u64,
        progress: &mut impl FnMut(u64),
    ) -> Result<Self, RunError> {
        let plan = Plan::of(condition, cast);
        let shown = Rounds::of(condition.fixed_rounds());
        let mut tally = ConditionTally::new(cast.agents.len(), cast.kinds.len(), shown.count());
        let penalties: Vec<f64> = (0..condition.schedule.audits.len()).map(|k| condition.penalty(k)).collect();
        let prepared = Prepared::of(&plan, key, repetitions)?;
        let worker = Worker { plan: &plan, key, shown: &shown, prepared: &prepared };

        let meetings = plan.meeting_count().max(1);
        // Where records are kept, a meeting hangs on all before it.
        let parts = match condition.records {
            None => usize::try_from(meetings).unwrap_or(usize::MAX).div_ceil(MEETINGS_PER_JOB),
            Some(_) => 1,
        };
        let rounds = u64::from(condition.fixed_rounds().unwrap_or(100).min(2000));
        let together = if parts > 1 { 1 } else { (ROUNDS_PER_JOB / (meetings * rounds).max(1)).clamp(1, 4096) };
        let groups = repetitions.div_ceil(together);
        let groups_per_block = (JOBS_PER_BLOCK / parts).max(1) as u64;

        let mut group = 0;
        while group < groups {
            let in_block = groups_per_block.min(groups - group);
            let jobs = usize::try_from(in_block).expect("a block is small") * parts;
            let results = map_indexed(jobs, |job| {
                let first = (group + (job / parts) as u64) * together;
                let last = (first + together).min(repetitions);
                (first..last).map(|repetition| worker.part(repetition, job % parts)).collect::<Result<Vec<_>, _>>()
            });
            let mut results = results.into_iter();
            for _ in 0..in_block {
                let mut wholes = results.next().expect("a job has a result")?;
                for _ in 1..parts {
                    for (whole, part) in wholes.iter_mut().zip(results.next().expect("a job has a result")?) {
                        whole.merge(&part);
                    }
                }
                for whole in &wholes {
                    let kind_of = |agent: usize| cast.agents[agent].kind;
                    let unscaled = |sum| condition.unscaled(sum);
                    tally.push(whole, kind_of, unscaled, (&penalties, condition.fees()), condition.discount < 1.0);
                }
            }
            group += in_block;
            progress((group * together).min(repetitions));
        }
        Ok(Self { plan, shown, tally })
    }
}

/// Plays one meeting of one repetition again, to be shown round by round: `observer` sees the facts of its tasks, as they
/// happened on the network, or as the course says.
pub(super) fn replay<O: Observer<Fact<Move>>>(
    plan: &Plan<'_>,
    key: &RunKey,
    meeting: &Meeting,
    repetition: u64,
    observer: &mut O,
) -> Result<Outcome, RunError> {
    let id = id(plan, meeting);
    let mut contest = contest(plan, id.0, id.1);
    let outcome = outcome(plan, key, meeting, repetition, &mut contest, observer)?;
    if O::NEEDS_FACTS && plan.condition.network.is_none() {
        let game = plan.condition.game();
        let actions = |profile: u16| {
            game.profile(usize::from(profile)).into_iter().map(|a| Action(u8::try_from(a).unwrap_or(u8::MAX))).collect()
        };
        let rounds = (meeting.offset + 1..).zip(outcome.course.iter().map(actions));
        task_facts(&plan.subject, Pace::default(), rounds, |at, fact| observer.see(at, &fact));
    }
    Ok(outcome)
}

/// Which contest a meeting is: its rules, and the strategies of its two agents.
type ContestId = (usize, [usize; 2]);

/// The contests of a plan, made once; matches that draw nothing are played here already.
struct Prepared {
    contests: BTreeMap<ContestId, Contest>,
}

impl Prepared {
    fn of(plan: &Plan<'_>, key: &RunKey, repetitions: u64) -> Result<Self, RunError> {
        if plan.condition.records.is_some() {
            return Ok(Self { contests: BTreeMap::new() });
        }
        let first = plan.meetings(key, 0);
        let mut ids: Vec<(ContestId, &Meeting)> = first.iter().map(|meeting| (id(plan, meeting), meeting)).collect();
        ids.sort_by_key(|(id, _)| *id);
        ids.dedup_by_key(|(id, _)| *id);
        // A match that is played once gains nothing from being played before.
        let again = repetitions > 1 || ids.len() < first.len();
        let contests = map_indexed(ids.len(), |k| {
            let (id, meeting) = &ids[k];
            let mut contest = contest(plan, id.0, id.1);
            // Who plays from outside plays nothing twice.
            let guest = id.1.iter().any(|kind| plan.cast.kinds[*kind].strategy.is_guest());
            if again && !guest && !plan.condition.schedule.public && plan.condition.network.is_none() {
                outcome(plan, key, meeting, 0, &mut contest, &mut ())?;
            }
            Ok((*id, contest))
        });
        Ok(Self { contests: contests.into_iter().collect::<Result<_, RunError>>()? })
    }
}

fn id(plan: &Plan<'_>, meeting: &Meeting) -> ContestId {
    (meeting.rules, meeting.agents.map(|agent| plan.cast.agents[agent].kind))
}

fn contest(plan: &Plan<'_>, rules: usize, kinds: [usize; 2]) -> Contest {
    Contest::new(&plan.rules[rules], kinds.map(|kind| plan.cast.kinds[kind].strategy.clone()), ShortCuts::All)
}

struct Worker<'a> {
    plan: &'a Plan<'a>,
    key: &'a RunKey,
    shown: &'a Rounds,
    prepared: &'a Prepared,
}

impl Worker<'_> {
    /// Plays one part of a repetition's meetings.
    fn part(&self, repetition: u64, part: usize) -> Result<RepetitionTally, RunError> {
        let (plan, cast) = (self.plan, self.plan.cast);
        let entries = plan.condition.schedule.audits.len();
        let mut tally = RepetitionTally::new(cast.agents.len(), cast.kinds.len(), self.shown.count(), entries);
        if plan.condition.records.is_some() {
            in_order(plan, self.key, repetition, &mut |meeting, outcome, looks| {
                tally.looks[0] += looks[0];
                tally.looks[1] += looks[1];
                self.count(&mut tally, meeting, outcome);
            })?;
            return Ok(tally);
        }
        let mut contests: BTreeMap<ContestId, Contest> = BTreeMap::new();
        let meetings = plan.meetings(self.key, repetition);
        for meeting in meetings.iter().skip(part * MEETINGS_PER_JOB).take(MEETINGS_PER_JOB) {
            let id = id(plan, meeting);
            let contest = contests.entry(id).or_insert_with(|| match self.prepared.contests.get(&id) {
                Some(contest) => contest.clone(),
                None => contest(plan, id.0, id.1),
            });
            let outcome = outcome(plan, self.key, meeting, repetition, contest, &mut ())?;
            if let Some(delivery) = &outcome.delivery {
                tally.delivery.add(delivery);
            }
            self.count(&mut tally, meeting, &outcome);
        }
        Ok(tally)
    }

    fn count(&self, tally: &mut RepetitionTally, meeting: &Meeting, outcome: &Outcome) {
        let condition = self.plan.condition;
        let cast = self.plan.cast;
        let game = condition.game();
        let profiles = game.profile_count();
        let counts = outcome.course.counts(profiles);
        let rounds: u64 = counts.iter().sum();
        let width = game.dimensions()[1];
        let kinds = meeting.agents.map(|agent| cast.agents[agent].kind);
        let scaled = |profile: usize, player: usize| i128::from(condition.scaled[2 * profile + player]);
        let cooperates = |profile: usize, player: usize| {
            let action = if player == 0 { profile / width } else { profile % width };
            action == 0
        };
        let discounting = condition.discount < 1.0;
        let discounted = discounting.then(|| self.discounted(&outcome.course, meeting.offset));
        // A twin is a copy of the agent: the agent's own seat alone is counted.
        let seats = if meeting.agents[0] == meeting.agents[1] { 1 } else { 2 };
        for player in 0..seats {
            let payoff: i128 = (0..profiles).map(|k| i128::from(counts[k]) * scaled(k, player)).sum();
            let cooperations: u64 = (0..profiles).filter(|k| cooperates(*k, player)).map(|k| counts[k]).sum();
            let (weighted, weight) = discounted.map_or((0.0, count(rounds)), |sums| (sums[player], sums[2]));
            let agent = &mut tally.agents[meeting.agents[player]];
            agent.matches += 1;
            agent.rounds += rounds;
            agent.cooperations += cooperations;
            agent.payoff += payoff;
            agent.discounted += weighted;
            agent.weight += weight;
            let fees = condition.fees();
            let bound = if meeting.signed { rounds } else { 0 };
            agent.bound_rounds += bound;
            // Fees and fines are worth what the payoffs of their rounds are.
            let fee_rounds = [if meeting.signed { weight } else { 0.0 }, weight];
            let mut fines = -(fees[0] * fee_rounds[0] + fees[1] * fee_rounds[1]);
            if let Some(pledges) = &outcome.pledges {
                agent.locked += pledges.locked[player];
                agent.bonds += pledges.balance(player);
            }
            for (round, who, finding) in outcome.findings.iter().filter(|(_, _, finding)| finding.convicted) {
                let penalty = condition.penalty(finding.entry) * condition.worth(*round);
                if *who == player {
                    agent.convicted[finding.entry] += 1;
                    fines -= penalty;
                } else if condition.schedule.payee == Payee::Victim {
                    agent.compensated[finding.entry] += 1;
                    fines += penalty;
                }
            }
            if discounting {
                agent.discounted += fines;
            }
            let pair = &mut tally.pairs[kinds[player] * cast.kinds.len() + kinds[1 - player]];
            pair.matches += 1;
            pair.rounds += rounds;
            pair.cooperations += cooperations;
            pair.payoff += payoff;
            pair.discounted += weighted;
            pair.weight += weight;
            let gross = if discounting { weighted } else { condition.unscaled(payoff) };
            *tally.scores[kinds[player]].entry(Score((gross + fines) / weight)).or_default() += 1;
            let row = kinds[player] * self.shown.count();
            for (slot, round) in self.shown.shown_from(meeting.offset + 1) {
                let Some(profile) = outcome.course.at(round - meeting.offset - 1) else { break };
                let profile = usize::from(profile);
                let entry = &mut tally.rounds[row + slot];
                entry.observations += 1;
                entry.cooperations += u64::from(cooperates(profile, player));
                entry.payoff += scaled(profile, player);
            }
        }
    }

    /// The discounted payoff of each player and the sum of the weights of a match that begins after `offset` rounds, folded in
    /// the order of rounds until what is left weighs less than 1e-18.
    fn discounted(&self, course: &Course, offset: u32) -> [f64; 3] {
        let condition = self.plan.condition;
        let mut sums = [0.0; 3];
        let mut weight = condition.worth(offset + 1);
        for profile in course.iter() {
            for (player, sum) in sums.iter_mut().take(2).enumerate() {
                *sum += weight * condition.unscaled(i128::from(condition.scaled[2 * usize::from(profile) + player]));
            }
            sums[2] += weight;
            weight *= condition.discount;
            if weight < 1e-18 {
                break;
            }
        }
        sums
    }
}

/// Plays a repetition in which records are kept, meeting by meeting: strangers who meet in one round know what was known
/// before it; whole matches come one after the other in an order of their own for each repetition. `visit` gets each
/// meeting as it was played, and how many partners were known, and well known of.
fn in_order(
    plan: &Plan<'_>,
    key: &RunKey,
    repetition: u64,
    visit: &mut dyn FnMut(&Meeting, &Outcome, [u64; 2]),
) -> Result<(), RunError> {
    let records = plan.condition.records.as_ref().expect("the caller has seen that there are records");
    let mut books = Books::of(records, plan.cast.agents.len());
    let mut sight = key.draws(Who::place("records", repetition), Purpose::Perception);
    let mut meetings = plan.meetings(key, repetition);
    let strangers = plan.condition.matching == Matching::Strangers;
    if !strangers {
        key.draws(Who::place("records", repetition), Purpose::Pairing).shuffle(&mut meetings);
    }
    let width = plan.condition.game().dimensions()[1];
    let mut contests: BTreeMap<ContestId, Contest> = BTreeMap::new();
    let together = meetings.chunk_by(|a, b| strangers && a.offset == b.offset);
    for (tick, meetings) in (1u64..).zip(together) {
        let mut played = Vec::with_capacity(meetings.len());
        for meeting in meetings {
            let [a, b] = meeting.agents;
            let standings = [books.shows(a, b, &mut sight), books.shows(b, a, &mut sight)];
            let meeting = plan.knowing(meeting, standings);
            let id = id(plan, &meeting);
            let contest = contests.entry(id).or_insert_with(|| contest(plan, id.0, id.1));
            let outcome = outcome(plan, key, &meeting, repetition, contest, &mut ())?;
            let looks = [standings.iter().flatten().count(), standings.iter().flatten().filter(|well| **well).count()];
            played.push((meeting, outcome, looks.map(|looks| looks as u64)));
        }
        for (meeting, outcome, looks) in &played {
            for profile in outcome.course.iter() {
                let profile = usize::from(profile);
                let kept = [profile / width == 0, profile % width == 0];
                books.rate(tick, meeting.agents, kept, &mut sight);
            }
            visit(meeting, outcome, *looks);
        }
        books.settle(tick);
    }
    Ok(())
}

/// The meetings of a repetition as they are played.
pub(super) fn meetings(plan: &Plan<'_>, key: &RunKey, repetition: u64) -> Result<Vec<Meeting>, RunError> {
    if plan.condition.records.is_none() {
        return Ok(plan.meetings(key, repetition));
    }
    let mut found = Vec::new();
    in_order(plan, key, repetition, &mut |meeting, _, _| found.push(meeting.clone()))?;
    Ok(found)
}

/// Plays a meeting and audits it.
fn outcome<O: Observer<Fact<Move>>>(
    plan: &Plan<'_>,
    key: &RunKey,
    meeting: &Meeting,
    repetition: u64,
    contest: &mut Contest,
    observer: &mut O,
) -> Result<Outcome, RunError> {
    let place = plan.place(meeting);
    let names = plan.names(meeting);
    let names = [names[0].as_str(), names[1].as_str()];
    let spec = Match { rules: &plan.rules[meeting.rules], key, place: &place, repetition };
    let schedule = &plan.condition.schedule;
    let total = plan.condition.fixed_rounds();
    let inspector = || Inspector {
        auditor: Auditor::new(schedule),
        draws: names.map(|name| key.draws(Who { place: &place, repetition, name }, Purpose::Audit)),
        offset: meeting.offset,
        total,
        findings: Vec::new(),
    };
    if schedule.public && !schedule.is_empty() {
        let mut inspector = inspector();
        let course = contest.refereed(&spec, names, &mut inspector)?;
        return Ok(Outcome { course, findings: inspector.findings, delivery: None, pledges: None });
    }
    let (course, delivery) = match &plan.condition.network {
        None => (contest.course(&spec, names)?, None),
        Some(network) => {
            let delivered = contest.over(&spec, names, &network.between(names), &plan.subject, observer)?;
            lawful(&delivered.report, &place)?;
            (delivered.course, Some(DeliveryTally::of(&delivered.report, delivered.missing, spec.rounds())))
        }
    };
    let bound = plan.condition.contract.is_none() || meeting.signed;
    let mut findings = Vec::new();
    if !schedule.is_empty() && bound {
        let mut inspector = inspector();
        inspector.inspect(&course, plan.condition.game().dimensions()[1]);
        findings = inspector.findings;
    }
    let pledges = meeting.signed.then(|| {
        // Of a contract every covered round is audited, so that each finding is a bond that was locked.
        let mut pledges = Pledges::new(2, schedule.payee);
        findings.iter().for_each(|(_, own, finding)| pledges.settle(*own, 1 - own, finding.convicted));
        pledges
    });
    Ok(Outcome { course, findings, delivery, pledges })
}

/// Whether the agents kept to the protocol.
fn lawful(report: &Report, place: &str) -> Result<(), RunError> {
    match report.breaches.first() {
        None => Ok(()),
        Some(breach) => Err(RunError::Other(Diagnostic::new(
            "protocol-breach",
            format!("in {place} at {} agent {} sent {}", breach.at, breach.agent.0, breach.what),
            "agents that keep to the task life cycle",
        ))),
    }
}

/// Audits a match round by round.
struct Inspector<'a> {
    auditor: Auditor<'a>,
    draws: [Draws; 2],
    offset: u32,
    /// The number of rounds that windows count from, where it is fixed; else the match's own.
    total: Option<u32>,
    findings: Vec<(u32, usize, Finding)>,
}

impl Inspector<'_> {
    /// Audits a match that is over, where audits cannot have changed it.
    fn inspect(&mut self, course: &Course, width: usize) {
        let rounds = u32::try_from(course.rounds()).unwrap_or(u32::MAX);
        self.begin(rounds);
        let (first, last) = (self.offset + 1, self.offset.saturating_add(rounds));
        for round in self.auditor.covered(self.total.unwrap_or(rounds)) {
            if !(first..=last).contains(&round) {
                continue;
            }
            let round = round - self.offset;
            let Some(profile) = course.at(round - 1) else { break };
            let actions = [usize::from(profile) / width, usize::from(profile) % width];
            let actions = actions.map(|action| Action(u8::try_from(action).expect("an action is a byte")));
            self.round(round, &actions, &mut [None, None]);
        }
    }
}

impl Referee for Inspector<'_> {
    const DISCLOSES: bool = true;

    fn begin(&mut self, rounds: u32) {
        self.total.get_or_insert(rounds);
    }

    fn round(&mut self, round: u32, realised: &[Action], disclosed: &mut [Option<Action>]) {
        let (round, total) = (round + self.offset, self.total.expect("a match begins before its first round"));
        for (player, action) in realised.iter().enumerate() {
            if let Some(finding) = self.auditor.audit(round, total, *action, &mut self.draws[player]) {
                self.findings.push((round, player, finding));
                if finding.convicted {
                    disclosed[player] = Some(Action::D);
                }
            }
        }
    }
}
