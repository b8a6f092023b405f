//! Contractors: the bidders' side of the contract net, one task a call.
//!
//! | heard | in state | said |
//! |---|---|---|
//! | call | none, or INPUT_REQUIRED in a later round | WORKING while thinking; then REJECTED, or INPUT_REQUIRED with the bid (`cnp/1`), or COMPLETED with the bid as artifact (`cnp/2`) |
//! | award | INPUT_REQUIRED (`cnp/1`), none (`cnp/2`) | REJECTED if the bid is out of date or no capacity is free; else the stake is locked and the state is WORKING |
//! | the work's end | WORKING | COMPLETED with the deliverable, or FAILED |
//! | cancellation | any that is not terminal | CANCELED |
//!
//! A message that comes twice is answered once. How to answer and how well to work is the [`Bidder`]'s to decide; a
//! contractor knows no other agent.

mod standing;

pub(super) use standing::Others;

use super::bidder::{Answer, Bidder, News, Own, Skills, Work};
use super::name::{Identity, Mutual, errand_tag};
use super::words::{Award, Call, Offer, Reason, Word};
use crate::a2a::TaskState;
use crate::contract::{Credits, Deposits};
use crate::exchange::{ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::reputation::Grade;
use crate::sim::{Chance, Draws};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How an announcement is laid out in tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// `cnp/1`: one task a bidder, from the call to the result.
    OneTask,
    /// `cnp/2`: the bid is a task's result; an award opens a task of its own.
    TwoTasks,
}

/// What a contractor has in its hands.
enum Matter {
    /// A call that it thinks about.
    Thinking { call: Arc<Call> },
    /// A call that it will not answer.
    Silent,
    /// A bid.
    Bid { offer: Offer, round: u32 },
    /// A contract whose stake is being locked at the escrow agent.
    Staking { award: Box<Award> },
    /// Work on a contract.
    Running {
        until: Option<Tick>,
        profit: Credits,
        result: Result<u8, Reason>,
        /// What it will sign when it has delivered: the contract, and what it then gives the buyer.
        signs: Option<(TaskId, Credits)>,
        manager: AgentId,
    },
}

/// A contractor.
pub(super) struct Contractor {
    pub(super) skills: Skills,
    pub(super) bidder: Box<dyn Bidder>,
    pub(super) draws: Draws,
    pub(super) profile: Profile,
    /// The escrow agent, and the relationship with it.
    pub(super) bank: Option<(AgentId, ContextId)>,
    /// How long after the due time the escrow agent holds a stake at most, in microseconds.
    pub(super) hold_us: u64,
    /// Whether it works only for users who may have it done.
    pub(super) restricted: bool,
    /// Whether it may use the tool that work needs.
    pub(super) equipped: bool,
    /// Deposits of both sides, if there are any.
    pub(super) deposits: Option<Deposits>,
    /// What it pledges behind all its contracts, and until when.
    pub(super) pledge: Option<(Credits, Tick)>,
    pledges: BTreeSet<TaskId>,
    /// How often it reports progress on a contract.
    pub(super) progress_reports: u32,
    matters: BTreeMap<TaskId, Matter>,
    /// Bids that are out as results of their own tasks, by task (`cnp/2`).
    bids: BTreeMap<TaskId, Offer>,
    /// The tasks at the escrow agent, and the contract that each is for.
    stakes: BTreeMap<TaskId, Stake>,
    /// Whether it keeps records of what it delivered, for an arbiter.
    pub(super) keeps_records: bool,
    delivered: BTreeMap<TaskId, u8>,
    /// The tasks that are over, where messages may be lost or come twice.
    pub(super) ended: Option<BTreeSet<TaskId>>,
    /// How often what it delivers is garbage, whatever it did, and the draws for that.
    pub(super) garbles: (Chance, Option<Draws>),
    /// What its work has cost it.
    pub(super) spent: Credits,
    /// How it is known.
    pub(super) identity: Identity,
    /// Whether it does something from period to period.
    pub(super) schemes: bool,
    pub(super) others: Arc<Others>,
    /// When another version of it comes, and what that can do.
    pub(super) next: Option<(Tick, Skills)>,
    own_draws: Draws,
    probes: standing::Probes,
}

/// A task at the escrow agent.
struct Stake {
    /// The contract that it is for.
    contract: TaskId,
    /// How often it was cancelled.
    tries: u32,
}

/// How often what may have been lost is said again, and after how long in microseconds.
const TRIES: u32 = 8;
const AGAIN_US: u64 = 5_000_000;

/// Timer tags: the end of thinking, the end of work, a report of progress, a look at a stake.
const ANSWER: u64 = 0;
const FINISH: u64 = 1;
const REPORT: u64 = 2;
const CHASE: u64 = 3;
/// The end of a probe.
const PROBED: u64 = 4;
/// An answer that was waited for in vain: see [`errand_tag`].
const ERRAND: u64 = 5;
/// Tags that are about no task: the end of a period, and another version.
const PERIOD: u64 = u64::MAX;
const VERSION: u64 = u64::MAX - 1;

fn tag(task: TaskId, what: u64) -> u64 {
    u64::from(task.0) * 8 + what
}

impl Contractor {
    pub(super) fn new(
        skills: Skills,
        bidder: Box<dyn Bidder>,
        draws: Draws,
        (profile, identity): (Profile, Identity),
    ) -> Self {
        Self {
            identity,
            schemes: false,
            others: Arc::default(),
            next: None,
            own_draws: draws.clone(),
            probes: BTreeMap::new(),
            skills,
            bidder,
            draws,
            profile,
            bank: None,
            hold_us: 0,
            restricted: false,
            equipped: true,
            deposits: None,
            pledge: None,
            pledges: BTreeSet::new(),
            progress_reports: 0,
            matters: BTreeMap::new(),
            bids: BTreeMap::new(),
            stakes: BTreeMap::new(),
            keeps_records: false,
            delivered: BTreeMap::new(),
            ended: None,
            garbles: (Chance::Never, None),
            spent: Credits::ZERO,
        }
    }

    pub(super) fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => self.join(now, out),
            Event::Message { task, payload: Word::Probe { skill, size }, .. } => {
                self.probe(*task, (*skill, *size), out)
            }
            Event::Message { task, payload: Word::Rated { rater, grade }, .. } => {
                self.rated(*task, (*rater, *grade), out);
            }
            Event::Artifact { payload: Word::Standing { score, newcomer }, .. } => {
                self.told(now, [*score, *newcomer], out);
            }
            Event::Message { task, payload: Word::Call(call), .. } => self.called(now, *task, call, out),
            Event::Message { task, from, payload: Word::Award(award) } => self.awarded(now, (*task, *from), award, out),
            Event::Timer { tag: PERIOD } => self.period(now, out),
            Event::Timer { tag: VERSION } => self.renew(out),
            Event::Timer { tag } => {
                let task = TaskId(u32::try_from(tag / 8).expect("tags are made of tasks"));
                match tag % 8 {
                    PROBED => self.probed(task, out),
                    ANSWER => self.answer(now, task, out),
                    FINISH => self.finish(now, task, out),
                    REPORT => self.report(task, out),
                    ERRAND => {
                        self.identity.errands.remind(task, errand_tag, out);
                    }
                    _ => self.chase(task, out),
                }
            }
            Event::Cancel { task } => self.cancelled(*task, out),
            Event::Update { task, state, .. } if self.told_of_errand(*task, *state, out) => {}
            Event::Update { task, state, payload } if self.pledges.contains(task) => {
                self.pledged(now, *task, *state, payload.as_ref(), out);
            }
            Event::Update { task, state, .. } => self.staked(now, *task, *state, out),
            Event::Recovered => self.recovered(now, out),
            Event::Message { task, payload: Word::AskRecord(about), .. } => {
                if self.is_over(*task) {
                    return;
                }
                self.end(*task);
                let percent = self.delivered.remove(about).unwrap_or(0);
                out.update(*task, TaskState::Working);
                out.artifact(*task, Word::Record(percent));
                out.update(*task, TaskState::Completed);
            }
            Event::Message { .. } | Event::Artifact { .. } => {}
        }
    }

    fn running(&self, now: Tick) -> u32 {
        let runs = |matter: &&Matter| match matter {
            Matter::Staking { .. } => true,
            // A contract ends at its tick, before anything else that happens then.
            Matter::Running { until, .. } => until.is_none_or(|until| until > now),
            _ => false,
        };
        u32::try_from(self.matters.values().filter(runs).count()).expect("few contracts")
    }

    fn open_bids(&self, now: Tick) -> u32 {
        let own = self.matters.values().filter(|matter| matches!(matter, Matter::Bid { .. })).count();
        let out = self.bids.values().filter(|offer| offer.valid_until >= now).count();
        u32::try_from(own + out).expect("few bids")
    }

    /// Contracts running, open bids, and the least profit of a contract.
    fn condition(&self, now: Tick) -> (u32, u32, Option<Credits>) {
        (self.running(now), self.open_bids(now), self.least_profitable(now).map(|(profit, _)| profit))
    }

    fn least_profitable(&self, now: Tick) -> Option<(Credits, TaskId)> {
        let profits = self.matters.iter().filter_map(|(task, matter)| match matter {
            Matter::Running { profit, until, .. } if until.is_none_or(|until| until > now) => Some((*profit, *task)),
            _ => None,
        });
        profits.min()
    }

    fn called(&mut self, now: Tick, task: TaskId, call: &Arc<Call>, out: &mut Outbox<Word>) {
        match self.matters.get(&task) {
            None if self.is_over(task) => return,
            None => {}
            Some(Matter::Bid { round, .. }) if call.round > *round => {}
            // It came twice.
            Some(_) => return,
        }
        let (running, open_bids, least_profit) = self.condition(now);
        let own = Own { skills: &self.skills, running, open_bids, least_profit, now };
        match self.bidder.think_us(call, &own) {
            None => {
                out.update(task, TaskState::Working);
                self.matters.insert(task, Matter::Silent);
            }
            Some(0) => {
                self.matters.insert(task, Matter::Thinking { call: Arc::clone(call) });
                self.answer(now, task, out);
            }
            Some(after_us) => {
                out.update(task, TaskState::Working);
                self.matters.insert(task, Matter::Thinking { call: Arc::clone(call) });
                out.timer(after_us, tag(task, ANSWER));
            }
        }
    }

    fn answer(&mut self, now: Tick, task: TaskId, out: &mut Outbox<Word>) {
        let Some(Matter::Thinking { call }) = self.matters.get(&task) else { return };
        let call = Arc::clone(call);
        let (running, open_bids, least_profit) = self.condition(now);
        let own = Own { skills: &self.skills, running, open_bids, least_profit, now };
        let answer = match self.bidder.answer(&call, &own, &mut self.draws) {
            // What it was not given by its user, a manager cannot give on.
            _ if self.restricted && !call.permitted => Answer::Refuse(Reason::Ineligible),
            Answer::Bid(offer) => Answer::Bid(Offer { alias: self.identity.alias(), ..offer }),
            refusal => refusal,
        };
        match answer {
            Answer::Refuse(reason) => {
                self.matters.remove(&task);
                self.end(task);
                out.update_saying(task, TaskState::Rejected, Word::Refuse(reason));
            }
            Answer::Bid(offer) if self.profile == Profile::OneTask => {
                self.matters.insert(task, Matter::Bid { offer, round: call.round });
                out.update_saying(task, TaskState::InputRequired, Word::Bid(offer));
            }
            Answer::Bid(offer) => {
                self.matters.remove(&task);
                self.end(task);
                self.bids.retain(|_, offer| offer.valid_until >= now);
                self.bids.insert(task, offer);
                // A result needs a task that has begun.
                out.update(task, TaskState::Working);
                out.artifact(task, Word::Bid(offer));
                out.update(task, TaskState::Completed);
            }
        }
    }

    fn awarded(&mut self, now: Tick, (task, from): (TaskId, AgentId), award: &Award, out: &mut Outbox<Word>) {
        let offer = match (self.profile, self.matters.get(&task)) {
            (Profile::OneTask, Some(Matter::Bid { offer, .. })) => Some(*offer),
            (Profile::TwoTasks, None) if !self.is_over(task) => self.bids.remove(&award.bid),
            // The bid is gone: it was withdrawn, or never made.
            (Profile::TwoTasks, _) | (Profile::OneTask, None) if self.ended.is_none() || self.is_over(task) => return,
            // It came twice.
            (_, Some(_)) => return,
            (_, None) => None,
        };
        self.matters.remove(&task);
        let running = self.running(now);
        let stands = offer.is_some_and(|offer| offer.valid_until >= now);
        let (_, open_bids, least_profit) = self.condition(now);
        let own = Own { skills: &self.skills, running, open_bids, least_profit, now };
        let free = running < self.skills.capacity;
        if !stands || !free || !self.bidder.takes(award, &own) {
            let left = stands && !free && self.leave_for(now, award, out);
            if !left {
                self.end(task);
                out.update_saying(task, TaskState::Rejected, Word::Failure(Reason::Overcommitted));
                return;
            }
        }
        self.bidder.learn(News::Won);
        match self.bank {
            Some((bank, context)) if award.deposit.is_positive() => {
                let stake =
                    out.open_about(bank, context, Word::stake(award, from, award.due.after(self.hold_us)), vec![task]);
                self.stakes.insert(stake, Stake { contract: task, tries: 0 });
                if self.ended.is_some() {
                    out.timer(AGAIN_US, tag(stake, CHASE));
                }
                self.matters.insert(task, Matter::Staking { award: Box::new(*award) });
            }
            _ => self.start(now, task, award, out),
        }
    }

    /// Levelled commitment: leaves the least profitable contract if the new one is worth more than that and the price of
    /// leaving (Sandholm & Lesser 2001).
    fn leave_for(&mut self, now: Tick, award: &Award, out: &mut Outbox<Word>) -> bool {
        let price_of_leaving = award.terms.decommitment;
        if !price_of_leaving.is_positive() {
            return false;
        }
        let worth = award.price - self.skills.cost;
        match self.least_profitable(now) {
            Some((profit, task)) if worth > profit + price_of_leaving => {
                self.matters.remove(&task);
                self.end(task);
                out.update_saying(task, TaskState::Failed, Word::Failure(Reason::Decommitted));
                true
            }
            _ => false,
        }
    }

    fn start(&mut self, now: Tick, task: TaskId, award: &Award, out: &mut Outbox<Word>) {
        let (running, open_bids, least_profit) = self.condition(now);
        let own = Own { skills: &self.skills, running, open_bids, least_profit, now };
        let Work { after_us, result, cost } = self.bidder.work(award, &own, &mut self.draws);
        let result = result.and_then(|quality| if self.equipped { Ok(quality) } else { Err(Reason::Failure) });
        self.spent += cost;
        self.identity.called_by(award.manager, out);
        out.update(task, TaskState::Working);
        if let Some(after_us) = after_us {
            out.timer(after_us, tag(task, FINISH));
            if self.progress_reports > 0 {
                out.timer(after_us / 2, tag(task, REPORT));
            }
        }
        let until = after_us.map(|after_us| now.after(after_us));
        let signs = self.deposits.map(|deposits| (award.bid, deposits.settled(award.price)));
        self.matters
            .insert(task, Matter::Running { until, profit: award.price - cost, result, signs, manager: award.manager });
    }

    fn report(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        if let Some(Matter::Running { .. }) = self.matters.get(&task) {
            out.update_saying(task, TaskState::Working, Word::Progress(50));
        }
    }

    fn finish(&mut self, now: Tick, task: TaskId, out: &mut Outbox<Word>) {
        let Some(Matter::Running { until: Some(until), result, signs, manager, .. }) = self.matters.get(&task) else {
            return;
        };
        if *until > now {
            return;
        }
        let (result, signs, manager) = (*result, *signs, *manager);
        self.identity.dealt(result == Ok(100));
        self.end(task);
        match self.garbled(result) {
            Ok(percent) => {
                if self.keeps_records {
                    self.delivered.insert(task, percent);
                }
                out.artifact(task, Word::Delivery(percent));
                out.update(task, TaskState::Completed);
                if let Some((contract, settled)) = signs {
                    self.sign(task, contract, settled, out);
                }
            }
            Err(reason) => out.update_saying(task, TaskState::Failed, Word::Failure(reason)),
        }
        self.matters.remove(&task);
        if self.identity.mutual == Mutual::DoubleBlind {
            // It cannot know what the other says, and wants to be thought well of.
            self.rates(self.identity.names.of(manager), Grade::GOOD, out);
        }
    }

    fn cancelled(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        if self.probes.remove(&task).is_some() {
            self.end(task);
            return out.update(task, TaskState::Canceled);
        }
        match self.matters.remove(&task) {
            // A task that it never heard of, its first message having been lost.
            None if self.ended.is_some() && !self.is_over(task) => {}
            None => return,
            Some(Matter::Bid { .. }) => self.bidder.learn(News::Lost),
            Some(Matter::Staking { .. }) => {
                let stake = self.stakes.iter().find(|(_, stake)| stake.contract == task).map(|(stake, _)| *stake);
                if let Some(stake) = stake {
                    out.cancel(stake);
                }
            }
            Some(_) => {}
        }
        self.end(task);
        out.update(task, TaskState::Canceled);
    }

    fn is_over(&self, task: TaskId) -> bool {
        self.ended.as_ref().is_some_and(|ended| ended.contains(&task))
    }

    fn end(&mut self, task: TaskId) {
        if let Some(ended) = &mut self.ended {
            ended.insert(task);
        }
    }

    /// Cancels a stake whose contract it does not work on: the escrow agent may never have heard of it.
    fn chase(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        let Some(stake) = self.stakes.get_mut(&task) else { return };
        if !matches!(self.matters.get(&stake.contract), Some(Matter::Staking { .. } | Matter::Running { .. })) {
            out.cancel(task);
        }
        stake.tries += 1;
        if stake.tries < TRIES {
            out.timer(AGAIN_US, tag(task, CHASE));
        } else {
            self.stakes.remove(&task);
        }
    }

    /// What it delivers: garbage at times, whatever it did.
    fn garbled(&mut self, result: Result<u8, Reason>) -> Result<u8, Reason> {
        if let (Ok(_), (chance, Some(draws))) = (result, &mut self.garbles)
            && draws.happens(*chance)
        {
            return Ok(u8::try_from(draws.below(100)).expect("below 100"));
        }
        result
    }

    /// The escrow agent has spoken about a stake.
    fn staked(&mut self, now: Tick, stake: TaskId, state: TaskState, out: &mut Outbox<Word>) {
        let Some(task) = self.stakes.get(&stake).map(|stake| stake.contract) else { return };
        let waits = matches!(self.matters.get(&task), Some(Matter::Staking { .. }));
        match state {
            TaskState::AuthRequired => out.send(stake, Word::Authorize),
            TaskState::Working if waits => {
                if let Some(Matter::Staking { award }) = self.matters.remove(&task) {
                    self.start(now, task, &award, out);
                }
            }
            TaskState::Rejected => {
                self.stakes.remove(&stake);
                if waits {
                    self.matters.remove(&task);
                    self.end(task);
                    out.update_saying(task, TaskState::Rejected, Word::Failure(Reason::NoFunds));
                }
            }
            state if state.is_terminal() => {
                self.stakes.remove(&stake);
            }
            _ => {}
        }
    }

    /// It was down: all that it had in its hands is lost.
    fn recovered(&mut self, now: Tick, out: &mut Outbox<Word>) {
        self.resume(now, out);
        for (task, matter) in std::mem::take(&mut self.matters) {
            self.end(task);
            match matter {
                // No state was said yet, or the stake is with the escrow agent: the work fails.
                Matter::Silent | Matter::Thinking { .. } | Matter::Bid { .. } => {
                    out.update_saying(task, TaskState::Rejected, Word::Failure(Reason::Crash));
                }
                Matter::Staking { .. } | Matter::Running { .. } => {
                    out.update_saying(task, TaskState::Failed, Word::Failure(Reason::Crash));
                }
            }
        }
    }
}
