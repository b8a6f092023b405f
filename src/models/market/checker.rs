//! The laws of a market, watched in every run.
//!
//! The checker sees the facts of an exchange and keeps little: a window of the tasks that are not over, how many contracts
//! each bidder has, and which contracts are done. What breaks a law is reported by the law's name with the time and the task.
//!
//! | law | says |
//! |---|---|
//! | `one_end_a_task` | every task ends in exactly one terminal state |
//! | `capacity` | nobody works on more contracts than it has capacity for |
//! | `award_in_time` | nothing is awarded after the bid has run out |
//! | `price_for_delivery` | no price held is released but for a task that is COMPLETED |
//! | `conserved` | no credit comes or goes |
//! | `escrow_empty` | nothing is held at the end |
//! | `message_law` | where nothing goes wrong, the acts of `n` contacted and `j` bids are `2n + j`, and one more an award |

use super::acts::Acts;
use super::contractor::Profile;
use super::words::{Lock, Purpose, Word};
use crate::a2a::TaskState;
use crate::contract::Told;
use crate::exchange::{Fact, TaskId};
use crate::ids::{AgentId, Tick};
use crate::sim::Observer;
use std::collections::{BTreeMap, VecDeque};

/// The laws.
pub(super) const LAWS: [&str; 7] =
    ["one_end_a_task", "capacity", "award_in_time", "price_for_delivery", "conserved", "escrow_empty", "message_law"];

/// A law that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) law: &'static str,
    pub(super) times: u64,
    /// Where it was broken first.
    pub(super) first: String,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    open: bool,
    /// What it was opened with.
    kind: &'static str,
    /// Whether it is a contract that was awarded, and whether work on it has begun.
    awarded: bool,
    working: bool,
    server: u32,
    valid_until: u64,
    /// The contract of a payment, or the bid of an award.
    about: Option<u32>,
}

/// Watches the laws.
pub(super) struct Checker {
    capacity: Vec<u32>,
    running: Vec<u32>,
    tasks: VecDeque<Slot>,
    /// The number of the first task of the window.
    first: u32,
    /// Whether each contract that was awarded and not yet settled is done, by the task of its bid.
    done: BTreeMap<u32, bool>,
    pub(super) acts: Acts,
    pub(super) broken: Vec<Broken>,
}

impl Checker {
    /// `capacity` of the bidders, who are the first agents.
    pub(super) fn new(capacity: Vec<u32>) -> Self {
        Self {
            running: vec![0; capacity.len()],
            capacity,
            tasks: VecDeque::new(),
            first: 0,
            done: BTreeMap::new(),
            acts: Acts::default(),
            broken: Vec::new(),
        }
    }

    pub(super) fn breaks(&mut self, law: &'static str, place: impl FnOnce() -> String) {
        match self.broken.iter_mut().find(|broken| broken.law == law) {
            Some(broken) => broken.times += 1,
            None => self.broken.push(Broken { law, times: 1, first: place() }),
        }
    }

    fn slot(&mut self, task: TaskId) -> Option<&mut Slot> {
        let place = task.0.checked_sub(self.first)?;
        self.tasks.get_mut(place as usize).filter(|slot| slot.open)
    }

    fn opened(&mut self, task: TaskId, server: AgentId, word: &Word) {
        if self.tasks.is_empty() {
            self.first = task.0;
        }
        let place = (task.0 - self.first) as usize;
        // A task that was refused leaves a gap.
        self.tasks.resize(place + 1, Slot::default());
        let mut slot = Slot { open: true, server: server.0, valid_until: u64::MAX, ..Slot::default() };
        match word {
            Word::Award(award) => {
                slot.awarded = true;
                slot.about = Some(award.bid.0);
                if award.escrow.is_some() {
                    self.done.insert(award.bid.0, false);
                }
            }
            Word::Lock(lock) => {
                let Lock { contract, purpose, .. } = **lock;
                slot.about = matches!(purpose, Purpose::Price { .. }).then_some(contract.0);
            }
            _ => {}
        }
        slot.kind = word.kind();
        self.tasks[place] = slot;
    }

    fn updated(&mut self, at: Tick, task: TaskId, state: TaskState, word: Option<&Word>) {
        let Some(slot) = self.slot(task) else {
            return self.breaks("one_end_a_task", || format!("task {} at {at}: {state} after its end", task.0));
        };
        if let Some(Word::Bid(offer)) = word {
            slot.valid_until = offer.valid_until.0;
        }
        let now = *slot;
        if now.awarded && !now.working && state == TaskState::Working {
            slot.working = true;
            self.takes(at, task, now.server);
        }
        if !state.is_terminal() {
            return;
        }
        if let Some(slot) = self.slot(task) {
            slot.open = false;
        }
        if now.awarded {
            if now.working {
                self.running[now.server as usize] -= 1;
            }
            if state == TaskState::Completed
                && let Some(done) = self.done.get_mut(&now.about.unwrap_or(task.0))
            {
                *done = true;
            }
        }
        while self.tasks.front().is_some_and(|slot| !slot.open) {
            self.tasks.pop_front();
            self.first += 1;
        }
    }

    fn takes(&mut self, at: Tick, task: TaskId, server: u32) {
        let running = &mut self.running[server as usize];
        *running += 1;
        let (has, may) = (*running, self.capacity[server as usize]);
        if has > may {
            self.breaks("capacity", || {
                format!("task {} at {at}: contract {has} of agent {server}, who has capacity for {may}", task.0)
            });
        }
    }

    /// Looks at what is left when all is over.
    pub(super) fn finish(&mut self) {
        let left: Vec<(u32, Slot)> =
            (self.first..).zip(self.tasks.iter().copied()).filter(|(_, slot)| slot.open).collect();
        for (task, slot) in left {
            let (kind, server) = (slot.kind, slot.server);
            self.breaks("one_end_a_task", || {
                format!("task {task} ({kind} at agent {server}) had no end when all was over")
            });
        }
    }

    /// Compares the acts with the message law, which holds where nothing went wrong.
    pub(super) fn message_law(&mut self, profile: Profile) {
        let acts = self.acts;
        let wrong = acts.cancel_late + acts.cancel_timeout + acts.decline + acts.cancel_overdue + acts.cancel_withdrawn;
        let law = match profile {
            Profile::OneTask => 2 * acts.call + acts.propose + acts.accept,
            // A bid whose task is over is not rejected.
            Profile::TwoTasks => 2 * acts.call + 2 * acts.accept,
        };
        // A call to those who bid before is another round: the law is for one.
        let one_round = acts.call == acts.propose + acts.refuse;
        if wrong == 0 && one_round && acts.total() != law {
            self.breaks("message_law", || format!("{} acts instead of {law}", acts.total()));
        }
    }
}

impl Observer<Fact<Word>> for Checker {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Word>) {
        self.acts.count(fact);
        match fact {
            Fact::Opened { task, server, payload, .. } => self.opened(*task, *server, payload),
            Fact::Updated { task, state, payload } => self.updated(at, *task, *state, payload.as_ref()),
            Fact::Sent { task, payload: Word::Award(award), .. } => {
                let Some(slot) = self.slot(*task) else { return };
                slot.awarded = true;
                slot.working = false;
                let late = at.0 > slot.valid_until;
                if award.escrow.is_some() {
                    self.done.insert(task.0, false);
                }
                if late {
                    self.breaks("award_in_time", || format!("task {} at {at}", task.0));
                }
            }
            Fact::Sent { task, payload: Word::Settle(told), .. } => {
                let Some(contract) = self.slot(*task).and_then(|slot| slot.about) else { return };
                let done = self.done.remove(&contract).unwrap_or(false);
                if *told == Told::State(TaskState::Completed) && !done {
                    self.breaks("price_for_delivery", || format!("task {} at {at}", task.0));
                }
            }
            _ => {}
        }
    }
}

/// Lets two observers see the same facts.
pub(super) struct Both<'a, O>(pub(super) &'a mut Checker, pub(super) &'a mut O);

impl<O: Observer<Fact<Word>>> Observer<Fact<Word>> for Both<'_, O> {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Word>) {
        self.0.see(at, fact);
        if O::NEEDS_FACTS {
            self.1.see(at, fact);
        }
    }
}
