//! The arbiter: an agent that is asked about a contract, reads the record of its task where it was served, and rules.
//!
//! A dispute is a task here, and its artifact the ruling. The arbiter has the escrow agent freeze the money first, and asks
//! the seller for the task's record: what was agreed and what was delivered. Each of an odd number of jurors reads it right
//! with some probability; more than half of the votes convict (Condorcet). Who loses pays a fee. A seller that does not
//! answer is judged by what the buyer says.

use super::words::{Dispute, Freeze, Word};
use crate::a2a::TaskState;
use crate::contract::Credits;
use crate::exchange::{Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::sim::{Chance, Draws};
use std::collections::{BTreeMap, BTreeSet};

/// How well disputes are judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Court {
    /// The probability with which a juror finds a guilty seller guilty.
    pub detect: f64,
    /// The probability with which a juror finds an innocent seller guilty.
    pub false_alarm: f64,
    /// How many jurors vote.
    pub jurors: u32,
    /// What the loser pays.
    pub fee: Credits,
    /// The share of deliveries that it looks at of its own accord; if nothing, it is asked.
    pub audit_rate: Option<f64>,
    /// What such a look costs the manager.
    pub audit_cost: Credits,
}

impl Court {
    /// A court that sees nothing.
    pub const BLIND: Court = Court {
        detect: 0.0,
        false_alarm: 0.0,
        jurors: 1,
        fee: Credits::ZERO,
        audit_rate: None,
        audit_cost: Credits::ZERO,
    };

    /// The probabilities with which a cheat and an honest seller are looked at and convicted.
    pub fn finds(&self) -> [f64; 2] {
        [self.detect, self.false_alarm].map(|juror| self.audit_rate.unwrap_or(1.0) * self.convicts(juror))
    }

    /// The probability with which a majority convicts if each juror does with this one: `P(Bin(n, p) > n/2)`.
    pub fn convicts(&self, juror: f64) -> f64 {
        let n = self.jurors;
        // Terms by recursion, from the least number of votes that convicts.
        let mut total = 0.0;
        for votes in n / 2 + 1..=n {
            let mut term = 1.0;
            for k in 0..votes {
                term *= f64::from(n - k) / f64::from(votes - k) * juror;
            }
            for _ in votes..n {
                term *= 1.0 - juror;
            }
            total += term;
        }
        total
    }
}

/// The arbiter.
pub(super) struct Arbiter {
    pub(super) court: Court,
    pub(super) bank: AgentId,
    pub(super) agents: u32,
    pub(super) me: AgentId,
    pub(super) draws: Draws,
    /// How long it waits for a record, in microseconds.
    pub(super) patience_us: u64,
    /// The disputes it has heard of, where messages may be lost or come twice.
    pub(super) heard: Option<BTreeSet<TaskId>>,
    cases: BTreeMap<TaskId, Case>,
    /// The case for which each task of its own was opened.
    own: BTreeMap<TaskId, TaskId>,
    /// Rulings: of innocent sellers acquitted and convicted, of guilty ones acquitted and convicted.
    pub(super) rulings: [[u64; 2]; 2],
}

struct Case {
    dispute: Dispute,
    freeze: TaskId,
    frozen: Option<bool>,
    /// What was delivered, in percent.
    record: Option<u8>,
}

impl Arbiter {
    pub(super) fn new(court: Court, (me, bank, agents): (AgentId, AgentId, u32), draws: Draws) -> Self {
        let (cases, own) = (BTreeMap::new(), BTreeMap::new());
        Self { court, bank, agents, me, draws, patience_us: 0, heard: None, cases, own, rulings: [[0; 2]; 2] }
    }

    pub(super) fn on(&mut self, _: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Message { task, payload: Word::Dispute(dispute), .. } => {
                if self.cases.contains_key(task) || !self.hears(*task) {
                    return;
                }
                out.update(*task, TaskState::Working);
                let context = |other| super::manager::context(self.agents, self.me, other);
                let contract = dispute.contract;
                let freeze = out.open_about(
                    self.bank,
                    context(self.bank),
                    Word::Freeze(Freeze { contract }),
                    vec![dispute.task],
                );
                let asked = out.open_about(
                    dispute.seller,
                    context(dispute.seller),
                    Word::AskRecord(dispute.task),
                    vec![dispute.task],
                );
                self.own.insert(freeze, *task);
                self.own.insert(asked, *task);
                self.cases.insert(*task, Case { dispute: *dispute.clone(), freeze, frozen: None, record: None });
                out.timer(self.patience_us, u64::from(task.0) << 4);
            }
            Event::Update { task, state, .. } => {
                let Some(case) = self.own.get(task).copied() else { return };
                let Some(file) = self.cases.get_mut(&case) else {
                    if state.is_terminal() {
                        self.own.remove(task);
                    }
                    return;
                };
                if *task != file.freeze && state.is_terminal() {
                    self.own.remove(task);
                    return;
                }
                if *task == file.freeze {
                    match state {
                        TaskState::Working => file.frozen = Some(true),
                        TaskState::Rejected => {
                            file.frozen = Some(false);
                            self.own.remove(task);
                        }
                        _ => return,
                    }
                    self.rule_if_ready(case, out);
                }
            }
            Event::Artifact { task, payload: Word::Record(percent) } => {
                let Some(case) = self.own.remove(task) else { return };
                if let Some(file) = self.cases.get_mut(&case) {
                    file.record = Some(*percent);
                    self.rule_if_ready(case, out);
                }
            }
            Event::Timer { tag } => {
                let (task, tries) = (TaskId(u32::try_from(*tag >> 4).expect("tags are made of tasks")), *tag & 15);
                if let Some(file) = self.cases.get_mut(&task) {
                    file.record.get_or_insert(file.dispute.delivered);
                    file.frozen.get_or_insert(false);
                    self.rule_if_ready(task, out);
                }
                self.chase(task, tries, out);
            }
            // The message that opened it was lost.
            Event::Cancel { task } if self.heard.is_some() && self.hears(*task) => {
                out.update(*task, TaskState::Canceled);
            }
            Event::Recovered => {
                for (task, _) in std::mem::take(&mut self.cases) {
                    out.update(task, TaskState::Failed);
                }
            }
            _ => {}
        }
    }

    /// Notes a dispute; whether it is heard of for the first time.
    fn hears(&mut self, task: TaskId) -> bool {
        self.heard.as_mut().is_none_or(|heard| heard.insert(task))
    }

    /// Cancels what it asked for a case and was never answered, a few times.
    fn chase(&mut self, case: TaskId, tries: u64, out: &mut Outbox<Word>) {
        let left: Vec<TaskId> = self.own.iter().filter(|(_, of)| **of == case).map(|(task, _)| *task).collect();
        for task in &left {
            out.cancel(*task);
            if tries >= 8 {
                self.own.remove(task);
            }
        }
        if !left.is_empty() && tries < 8 {
            out.timer(self.patience_us, u64::from(case.0) << 4 | (tries + 1));
        }
    }

    fn rule_if_ready(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        let ready = |case: &Case| case.frozen.is_some() && case.record.is_some();
        if !self.cases.get(&task).is_some_and(ready) {
            return;
        }
        let case = self.cases.remove(&task).expect("it was just there");
        if case.frozen == Some(false) {
            // Too late: there is nothing to rule over.
            out.update(task, TaskState::Rejected);
            return;
        }
        self.own.remove(&case.freeze);
        let cheated = case.record.is_some_and(|percent| percent < 100);
        let guilty = self.vote(cheated);
        self.rulings[usize::from(cheated)][usize::from(guilty)] += 1;
        out.send(case.freeze, Word::Ruling { guilty, fee: self.court.fee });
        out.artifact(task, Word::Ruling { guilty, fee: self.court.fee });
        out.update(task, TaskState::Completed);
    }

    /// More than half of the jurors convict.
    fn vote(&mut self, cheated: bool) -> bool {
        let chance = Chance::of(if cheated { self.court.detect } else { self.court.false_alarm });
        let votes = (0..self.court.jurors).filter(|_| self.draws.happens(chance)).count();
        2 * votes > self.court.jurors as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Condorcet's majorities of jurors who are right four times of five: 0.8, 0.896, 0.94208, 0.966656.
    #[test]
    fn more_jurors_err_less() {
        let court = |jurors| Court { detect: 0.8, false_alarm: 0.2, jurors, ..Court::BLIND };
        for (jurors, right) in [(1, 0.8), (3, 0.896), (5, 0.942_08), (7, 0.966_656)] {
            assert!((court(jurors).convicts(0.8) - right).abs() < 1e-12, "{jurors}");
            assert!((court(jurors).convicts(0.2) - (1.0 - right)).abs() < 1e-12, "{jurors}");
        }
        // An even jury that is split acquits: of two, both must vote for it.
        assert!((court(2).convicts(0.8) - 0.64).abs() < 1e-12);
        assert_eq!([0.0, 1.0].map(|juror| court(3).convicts(juror)), [0.0, 1.0]);
    }
}
