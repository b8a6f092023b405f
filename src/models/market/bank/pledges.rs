//! Pledges: one stake of an agent behind all its contracts at a time.
//!
//! The agent is the client of a task here, as for the money of a contract; it stays WORKING for a term and ends COMPLETED,
//! when what is left goes back. Who is convicted loses the pledge, whole or by the share of one contract, to the buyer, and
//! may pledge as much anew once none of its contracts is open, so that all those that it has at a time stand on one pledge.
//! The registry hears how much each agent has pledged.

use super::{Bank, TERM, UNAUTHORIZED, errand_tag, tag};
use crate::a2a::TaskState;
use crate::contract::{Account, Credits, Posting, Why};
use crate::exchange::{ContextId, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::models::market::errands::Errands;
use crate::models::market::words::Word;
use std::collections::BTreeMap;

/// What an agent pledges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pledging {
    /// How much.
    pub credits: Credits,
    /// How many contracts at a time it is meant for.
    pub jobs: u32,
    /// Whether a conviction costs all of it, and not the share of one contract.
    pub whole: bool,
}

impl Pledging {
    /// What a conviction costs.
    pub fn at_stake(&self) -> Credits {
        if self.whole { self.credits } else { Credits(self.credits.0 / i64::from(self.jobs)) }
    }
}

struct Pledge {
    amount: Credits,
    tasks: Vec<TaskId>,
    /// Since when it is as much as it is.
    since: Tick,
    /// When it goes back.
    until: Tick,
}

/// All pledges.
#[derive(Default)]
pub(in super::super) struct Pledges {
    pub(in super::super) rules: Option<Pledging>,
    /// The registry, and the relationship with it.
    pub(in super::super) registry: Option<(AgentId, ContextId)>,
    of: BTreeMap<AgentId, Pledge>,
    /// What is asked for and not yet authorized: whose, how much, and until when.
    asked: BTreeMap<TaskId, (AgentId, Credits, Tick)>,
    /// What the registry was told.
    pub(in super::super) errands: Errands,
    /// Those that are not answered before the agent's contracts are over.
    waiting: BTreeMap<TaskId, AgentId>,
}

impl Pledges {
    pub(super) fn knows(&self, task: TaskId) -> bool {
        self.asked.contains_key(&task) || self.of.values().any(|pledge| pledge.tasks.contains(&task))
    }

    /// Forgets a pledge that was never authorized; whether it was one.
    pub(super) fn withdraw(&mut self, task: TaskId) -> bool {
        self.waiting.remove(&task);
        self.asked.remove(&task).is_some()
    }

    fn tell_registry(&mut self, agent: AgentId, out: &mut Outbox<Word>) {
        if let Some(registry) = self.registry {
            let amount = self.of.get(&agent).map_or(Credits::ZERO, |pledge| pledge.amount);
            self.errands.ask(registry, Word::Backed(agent, amount), Vec::new(), errand_tag, out);
        }
    }
}

impl Bank {
    pub(super) fn pledge_asked(
        &mut self,
        now: Tick,
        (task, from): (TaskId, AgentId),
        (amount, until): (Credits, Tick),
        out: &mut Outbox<Word>,
    ) {
        self.pledges.asked.insert(task, (from, amount, until));
        out.timer(until.0.saturating_sub(now.0), tag(task.0, UNAUTHORIZED));
        if self.files.values().any(|file| file.escrow.seller == from) {
            self.pledges.waiting.insert(task, from);
            out.update(task, TaskState::Submitted);
        } else {
            out.update_saying(task, TaskState::AuthRequired, Word::Due(amount));
        }
    }

    /// A contract of a seller is over: what it wants to pledge anew may be taken if that was the last.
    pub(super) fn contract_over(&mut self, seller: AgentId, out: &mut Outbox<Word>) {
        let mine = self.pledges.waiting.iter().find(|(_, agent)| **agent == seller);
        let Some(task) = mine.map(|(task, _)| *task) else { return };
        if self.files.values().all(|file| file.escrow.seller != seller) {
            self.pledges.waiting.remove(&task);
            let amount = self.pledges.asked.get(&task).map_or(Credits::ZERO, |(_, amount, _)| *amount);
            out.update_saying(task, TaskState::AuthRequired, Word::Due(amount));
        }
    }

    /// An agent says that its pledge may be taken; whether the task is one of a pledge.
    pub(super) fn pledged(&mut self, now: Tick, task: TaskId, out: &mut Outbox<Word>) -> bool {
        let Some((agent, amount, until)) = self.pledges.asked.remove(&task) else { return false };
        let posting = Posting { from: Account::Wallet(agent), to: Account::Pledge(agent), amount, why: Why::Lock };
        if now >= until || self.ledger.post(posting).is_err() {
            out.update(task, TaskState::Rejected);
            return true;
        }
        self.changed(now, agent, amount, until);
        let pledge = self.pledges.of.get_mut(&agent).expect("it was just changed");
        pledge.tasks.push(task);
        if pledge.tasks.len() == 1 {
            out.timer(until.0 - now.0, tag(agent.0, TERM));
        }
        out.update(task, TaskState::Working);
        self.pledges.tell_registry(agent, out);
        true
    }

    /// A pledge grows or shrinks: what it was until now counts as locked.
    fn changed(&mut self, now: Tick, agent: AgentId, by: Credits, until: Tick) {
        let fresh = Pledge { amount: Credits::ZERO, tasks: Vec::new(), since: now, until };
        let pledge = self.pledges.of.entry(agent).or_insert(fresh);
        self.locked += u128::from(pledge.amount.0.unsigned_abs()) * u128::from(now.0 - pledge.since.0);
        (pledge.amount, pledge.since) = (pledge.amount + by, now);
    }

    /// A seller is convicted: the buyer has of its pledge what the rules say, and the seller hears of it.
    pub(super) fn slash(&mut self, now: Tick, (seller, buyer): (AgentId, AgentId), out: &mut Outbox<Word>) {
        let Some(rules) = self.pledges.rules else { return };
        let Some(pledge) = self.pledges.of.get(&seller) else { return };
        let lost = rules.at_stake().min(pledge.amount);
        let Some(task) = pledge.tasks.last().copied().filter(|_| lost.is_positive()) else { return };
        let (from, to) = (Account::Pledge(seller), Account::Wallet(buyer));
        self.post(Posting { from, to, amount: lost, why: Why::Slash });
        self.changed(now, seller, -lost, now);
        out.update_saying(task, TaskState::Working, Word::Slashed(lost));
        self.pledges.tell_registry(seller, out);
    }

    /// A term is over: the pledge goes back, unless a contract is still open.
    pub(super) fn term_ends(&mut self, now: Tick, agent: AgentId, out: &mut Outbox<Word>) {
        let Some(until) = self.pledges.of.get(&agent).map(|pledge| pledge.until) else { return };
        if now < until {
            return;
        }
        if self.files.values().any(|file| file.escrow.seller == agent) {
            out.timer(self.ruling_us.max(1), tag(agent.0, TERM));
            return;
        }
        self.changed(now, agent, Credits::ZERO, until);
        let Some(pledge) = self.pledges.of.remove(&agent) else { return };
        let (from, to) = (Account::Pledge(agent), Account::Wallet(agent));
        if pledge.amount.is_positive() {
            self.post(Posting { from, to, amount: pledge.amount, why: Why::Return });
        }
        for (place, task) in pledge.tasks.into_iter().enumerate() {
            let receipt = if place == 0 { pledge.amount } else { Credits::ZERO };
            out.artifact(task, Word::Receipt(receipt));
            out.update(task, TaskState::Completed);
        }
        self.pledges.tell_registry(agent, out);
    }

    /// It was down: terms may have passed by.
    pub(super) fn resume(&mut self, now: Tick, out: &mut Outbox<Word>) {
        self.pledges.errands.resume(errand_tag, out);
        for (agent, pledge) in &self.pledges.of {
            out.timer(pledge.until.0.saturating_sub(now.0).max(1), tag(agent.0, TERM));
        }
    }
}
