//! The escrow agent: it holds prices and stakes, and pays out by what it is told of contracts.
//!
//! The payer is the client of a task here: AUTH_REQUIRED with what is due, WORKING once the money is locked (or REJECTED
//! for want of it), COMPLETED with a receipt when it is paid out. The buyer tells the state in which the contract's task
//! ended; the arbiter freezes and rules by tasks of its own; where both sides have deposits, both sign by such tasks. The
//! [`Escrow`] of a contract says what is posted, the [`Ledger`] posts it.

mod pledges;

pub use pledges::Pledging;

use super::words::{Freeze, Lock, Purpose, Word};
use crate::a2a::TaskState;
use crate::contract::{Account, Credits, Escrow, Ledger, Posting, Stake, Standing, Told, Why};
use crate::exchange::{Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use pledges::Pledges;
use std::collections::{BTreeMap, BTreeSet};

/// The escrow agent.
pub(super) struct Bank {
    pub(super) ledger: Ledger,
    /// How long a delivery may be disputed, in microseconds.
    pub(super) window_us: u64,
    /// How long a dispute may take, in microseconds.
    pub(super) ruling_us: u64,
    /// The only agent whose rulings count.
    pub(super) arbiter: Option<AgentId>,
    /// The tasks it has heard of, where messages may be lost or come twice.
    pub(super) heard: Option<BTreeSet<TaskId>>,
    files: BTreeMap<u32, File>,
    /// The contract of each task here, and who asked.
    tasks: BTreeMap<TaskId, Holding>,
    /// Money times time that was locked, in credits times microseconds.
    pub(super) locked: u128,
    /// What stands behind all contracts of an agent.
    pub(super) pledges: Pledges,
}

/// A contract's file.
struct File {
    escrow: Escrow,
    tasks: Vec<TaskId>,
    /// The arbiter's task.
    freeze: Option<TaskId>,
    /// What buyer and seller have signed.
    signed: [Option<Credits>; 2],
    since: Tick,
}

/// A task here.
struct Holding {
    client: AgentId,
    lock: Option<Lock>,
    contract: u32,
    locked: bool,
}

/// Timer tags.
const EXPIRE: u64 = 0;
const WINDOW: u64 = 1;
const RULING: u64 = 2;
/// This tag is made of a task, the next of an agent, the others of contracts.
const UNAUTHORIZED: u64 = 3;
const TERM: u64 = 4;
const ERRAND: u64 = 5;
const TAGS: u64 = 8;

fn tag(number: u32, what: u64) -> u64 {
    u64::from(number) * TAGS + what
}

/// The tag of a timer for what it has asked.
fn errand_tag(task: TaskId) -> u64 {
    tag(task.0, ERRAND)
}

impl Bank {
    pub(super) fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            window_us: 0,
            ruling_us: 0,
            arbiter: None,
            heard: None,
            files: BTreeMap::new(),
            tasks: BTreeMap::new(),
            locked: 0,
            pledges: Pledges::default(),
        }
    }

    pub(super) fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Message { task, from, payload } => self.message(now, *task, *from, payload, out),
            Event::Timer { tag } if tag % TAGS == UNAUTHORIZED => {
                let task = TaskId(u32::try_from(tag / TAGS).expect("tags are made of tasks"));
                if self.pledges.withdraw(task)
                    || self.tasks.get(&task).is_some_and(|holding| !holding.locked && holding.lock.is_some())
                {
                    self.tasks.remove(&task);
                    out.update(task, TaskState::Rejected);
                }
            }
            Event::Timer { tag } if tag % TAGS == ERRAND => {
                let task = TaskId(u32::try_from(tag / TAGS).expect("tags are made of tasks"));
                self.pledges.errands.remind(task, errand_tag, out);
            }
            Event::Timer { tag } if tag % TAGS == TERM => {
                self.term_ends(now, AgentId(u32::try_from(tag / TAGS).expect("tags are made of agents")), out);
            }
            Event::Timer { tag } => {
                let contract = u32::try_from(tag / TAGS).expect("tags are made of contracts");
                let told = if tag % TAGS == WINDOW { Told::WindowOver } else { Told::Expired };
                // What expires is what nobody has spoken about; a dispute has its own time.
                let disputed = self.files.get(&contract).is_some_and(|file| file.escrow.standing == Standing::Disputed);
                if tag % TAGS == WINDOW || disputed == (tag % TAGS == RULING) {
                    self.tell(now, contract, told, out);
                }
            }
            Event::Cancel { task } => self.cancelled(*task, out),
            // The ledger is kept in a safe place, but what timers were for has passed by.
            Event::Recovered => {
                for contract in self.files.keys().copied().collect::<Vec<_>>() {
                    out.timer(self.ruling_us, tag(contract, RULING));
                    out.timer(self.window_us, tag(contract, WINDOW));
                }
                self.resume(now, out);
            }
            Event::Update { task, state, .. } => {
                self.pledges.errands.updated(*task, *state, errand_tag, out);
            }
            Event::Start | Event::Artifact { .. } => {}
        }
    }

    fn message(&mut self, now: Tick, task: TaskId, from: AgentId, word: &Word, out: &mut Outbox<Word>) {
        match word {
            Word::Lock(lock) => {
                if self.tasks.contains_key(&task) || !self.hears(task) {
                    return;
                }
                let contract = lock.contract.0;
                self.tasks.insert(task, Holding { client: from, lock: Some(**lock), contract, locked: false });
                out.update_saying(task, TaskState::AuthRequired, Word::Due(lock.amount));
                out.timer(lock.until.0.saturating_sub(now.0), tag(task.0, UNAUTHORIZED));
            }
            Word::Authorize => self.authorized(now, task, out),
            Word::Pledge { amount, until } if !self.pledges.knows(task) && self.hears(task) => {
                self.pledge_asked(now, (task, from), (*amount, *until), out);
            }
            Word::Sign { contract, settled } if self.hears(task) => {
                self.signed(now, (task, from), (contract.0, *settled), out);
            }
            Word::Settle(told) => {
                let Some(holding) = self.tasks.get(&task) else { return };
                let buyer = self.files.get(&holding.contract).is_some_and(|file| file.escrow.buyer == from);
                if buyer && matches!(told, Told::State(_) | Told::Left) {
                    let contract = holding.contract;
                    self.tell(now, contract, *told, out);
                }
            }
            Word::Freeze(Freeze { contract }) => {
                if self.tasks.contains_key(&task) || self.arbiter != Some(from) || !self.hears(task) {
                    return;
                }
                let contract = contract.0;
                let open = |file: &File| matches!(file.escrow.standing, Standing::Open | Standing::Window);
                if self.files.get(&contract).is_some_and(open) {
                    self.tasks.insert(task, Holding { client: from, lock: None, contract, locked: false });
                    self.tell(now, contract, Told::Dispute, out);
                    if let Some(file) = self.files.get_mut(&contract) {
                        file.freeze = Some(task);
                    }
                    out.update(task, TaskState::Working);
                    out.timer(self.ruling_us, tag(contract, RULING));
                } else {
                    out.update(task, TaskState::Rejected);
                }
            }
            Word::Ruling { guilty, fee } => {
                let Some(holding) = self.tasks.get(&task) else { return };
                if holding.lock.is_some() || self.arbiter != Some(from) {
                    return;
                }
                let contract = holding.contract;
                if let Some(file) = self.files.get(&contract) {
                    let loser = if *guilty { file.escrow.seller } else { file.escrow.buyer };
                    let parties = (file.escrow.seller, file.escrow.buyer);
                    self.tell(now, contract, Told::Ruling(*guilty), out);
                    if *guilty {
                        self.slash(now, parties, out);
                    }
                    self.post(Posting {
                        from: Account::Wallet(loser),
                        to: Account::Wallet(from),
                        amount: *fee,
                        why: Why::Fee,
                    });
                }
                self.tasks.remove(&task);
                out.update(task, TaskState::Completed);
            }
            _ => {}
        }
    }

    /// A payer says that its money may be taken.
    fn authorized(&mut self, now: Tick, task: TaskId, out: &mut Outbox<Word>) {
        if self.pledged(now, task, out) {
            return;
        }
        let Some(holding) = self.tasks.get_mut(&task) else { return };
        let Some(lock) = holding.lock.filter(|_| !holding.locked) else { return };
        let (payer, contract) = (holding.client, holding.contract);
        let stakes = matches!(lock.purpose, Purpose::Stake { .. });
        let (buyer, seller) = if stakes { (lock.other, payer) } else { (payer, lock.other) };
        let escrow = Escrow::new(contract, buyer, seller);
        let fresh = || File { escrow, tasks: Vec::new(), freeze: None, signed: [None; 2], since: now };
        let known = self.files.get(&contract).map(|file| (file.escrow.standing, file.escrow.buyer, file.escrow.seller));
        // A stake for a contract that is over, or between others, is not taken.
        let fits = known.is_none_or(|(standing, b, s)| standing == Standing::Open && b == buyer && s == seller);
        let (to, why) = match lock.purpose {
            Purpose::Advance => (Account::Wallet(seller), Why::Advance),
            Purpose::Price { .. } => (Account::Price(contract), Why::Lock),
            Purpose::Stake { .. } => (Account::Stake(contract), Why::Lock),
        };
        let deposit = match lock.purpose {
            Purpose::Price { deposit } => deposit.unwrap_or_default(),
            _ => Credits::ZERO,
        };
        let wallet = Account::Wallet(payer);
        let posting = Posting { from: wallet, to, amount: lock.amount - deposit, why };
        if !fits || self.ledger.balance(wallet) < lock.amount || self.ledger.post(posting).is_err() {
            self.tasks.remove(&task);
            out.update(task, TaskState::Rejected);
            return;
        }
        holding.locked = true;
        if deposit.is_positive() {
            self.post(Posting { from: wallet, to: Account::Deposit(contract), amount: deposit, why });
        }
        let file = self.files.entry(contract).or_insert_with(fresh);
        match lock.purpose {
            Purpose::Advance => {}
            Purpose::Price { deposit: held } => {
                (file.escrow.price, file.escrow.deposit) = (lock.amount - deposit, held);
            }
            Purpose::Stake { on_success, on_failure, on_leaving } => {
                file.escrow.stake = Stake { amount: lock.amount, on_success, on_failure, on_leaving };
            }
        }
        file.tasks.push(task);
        out.update(task, TaskState::Working);
        if known.is_none() {
            out.timer(lock.until.0.saturating_sub(now.0), tag(contract, EXPIRE));
        }
    }

    /// Something is said of a contract: what follows is posted, and if all is paid out its tasks end.
    fn tell(&mut self, now: Tick, contract: u32, told: Told, out: &mut Outbox<Word>) {
        let Some(file) = self.files.get_mut(&contract) else { return };
        let before = file.escrow.standing;
        let held = file.escrow.held();
        let postings = file.escrow.hear(told);
        let after = file.escrow.standing;
        if before == Standing::Open && after == Standing::Window {
            out.timer(self.window_us, tag(contract, WINDOW));
        }
        if after != Standing::Closed || before == Standing::Closed {
            return;
        }
        let file = self.files.remove(&contract).expect("it was just there");
        self.locked += u128::from(held.0.unsigned_abs()) * u128::from(now.0 - file.since.0);
        let mut receipts: BTreeMap<AgentId, Credits> = BTreeMap::new();
        for posting in &postings {
            if let Account::Wallet(agent) = posting.to {
                *receipts.entry(agent).or_default() += posting.amount;
            }
            if let Account::Wallet(agent) = posting.from {
                *receipts.entry(agent).or_default() -= posting.amount;
            }
            self.post(*posting);
        }
        if let Some(freeze) = file.freeze.filter(|_| told == Told::Expired) {
            self.tasks.remove(&freeze);
            out.update(freeze, TaskState::Failed);
        }
        for task in &file.tasks {
            let holding = self.tasks.remove(task).expect("a file's tasks are known");
            let received = receipts.get(&holding.client).copied().unwrap_or_default();
            out.artifact(*task, Word::Receipt(received));
            out.update(*task, TaskState::Completed);
        }
        self.contract_over(file.escrow.seller, out);
    }

    /// One side signs that what is held for a contract is released. When both have signed the same, it is.
    fn signed(
        &mut self,
        now: Tick,
        (task, from): (TaskId, AgentId),
        (contract, settled): (u32, Credits),
        out: &mut Outbox<Word>,
    ) {
        let waits = |file: &&mut File| {
            let open = matches!(file.escrow.standing, Standing::Open | Standing::Window);
            open && file.escrow.deposit.is_some() && [file.escrow.buyer, file.escrow.seller].contains(&from)
        };
        let Some(file) = self.files.get_mut(&contract).filter(waits) else {
            return out.update(task, TaskState::Rejected);
        };
        file.signed[usize::from(from == file.escrow.seller)] = Some(settled);
        let both = file.signed == [Some(settled); 2];
        out.update(task, TaskState::Working);
        out.update(task, TaskState::Completed);
        if both {
            self.tell(now, contract, Told::Signed(settled), out);
        }
    }

    fn post(&mut self, posting: Posting) {
        self.ledger.post(posting).expect("an escrow pays out what it holds, to agents that have wallets");
    }

    /// Notes a task; whether it is heard of for the first time.
    fn hears(&mut self, task: TaskId) -> bool {
        self.heard.as_mut().is_none_or(|heard| heard.insert(task))
    }

    /// Only what is not locked yet can be cancelled.
    fn cancelled(&mut self, task: TaskId, out: &mut Outbox<Word>) {
        // The message that opened it was lost.
        if self.heard.is_some() && self.hears(task) {
            out.update(task, TaskState::Canceled);
            return;
        }
        if self.pledges.withdraw(task)
            || self.tasks.get(&task).is_some_and(|holding| !holding.locked && holding.lock.is_some())
        {
            self.tasks.remove(&task);
            out.update(task, TaskState::Canceled);
        }
    }
}
