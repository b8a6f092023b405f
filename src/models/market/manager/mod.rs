//! Managers: the announcing side of the contract net, FIPA SC00029H and its iterated form SC00030H.
//!
//! An announcement opens a task at every agent contacted. At the bid deadline (a bid on it is in time) the buyer chooses;
//! winners are awarded, the other bids cancelled as lost. Who has not answered is given a while longer: a late bid is
//! cancelled as late, and silence as timed out. An award that is not delivered in time is cancelled too. There is no second
//! award: a decline or a failure ends the announcement. Any number of announcements run at a time.
//!
//! A manager knows of its contractors what they said, and what its book of standings holds.

mod awarding;
mod patience;

use super::book::Book;
use super::buyer::{Buyer, Job};
use super::contractor::Profile;
use super::errands::Errands;
use super::name::{Name, Names};
use super::record::{End, Sale};
use super::words::{Award, Call, Listing, Offer, Reason, Terms, Word};
use crate::a2a::TaskState;
use crate::contract::{Credits, Deposits};
use crate::exchange::{ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::sim::{Chance, Draws};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a manager will announce, in the order of time.
pub(super) trait Agenda: Send {
    /// When the next announcement is due, and what it is.
    fn next(&mut self) -> Option<(Tick, Job)>;

    /// Who is contacted for a job, in the order of agents; of those that a registry found, if there is one.
    fn contacts(&mut self, job: &Job, book: &Book, found: Option<&[Listing]>) -> Vec<Listing>;
}

/// Where a manager asks whom to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Directory {
    pub(super) registry: AgentId,
    /// Whether it keeps ratings there.
    pub(super) rates: bool,
}

/// When a manager loses patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patience {
    /// How long after the bid deadline it still waits for an answer before it cancels, in microseconds.
    pub(super) grace_us: u64,
    /// How long after the due time it still waits for a delivery, in microseconds.
    pub(super) overdue_us: u64,
    /// After how long it repeats what may have been lost, in microseconds; never if nothing.
    pub(super) resend_us: Option<u64>,
}

/// How a manager pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Banking {
    pub(super) bank: AgentId,
    /// Whether the price is held until delivery, or paid with the award.
    pub(super) escrow: bool,
    /// How long after the last moment of a delivery money is held at most, in microseconds.
    pub(super) hold_us: u64,
    /// Deposits of both sides, if there are any.
    pub(super) deposits: Option<Deposits>,
}

/// When a manager disputes a delivery that is good.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FalseClaims {
    Never,
    /// If that is worth more than it costs: `f` times what it would win more than `1 - f` times the fee, where `f` is the
    /// probability with which an innocent seller is convicted.
    IfItPays {
        wronged: f64,
        fee: Credits,
    },
    Always,
}

impl FalseClaims {
    fn claims(self, prize: Credits) -> bool {
        match self {
            FalseClaims::Never => false,
            FalseClaims::Always => true,
            FalseClaims::IfItPays { wronged, fee } => wronged * prize.to_f64() > (1.0 - wronged) * fee.to_f64(),
        }
    }
}

/// To whom a manager turns with deliveries that are short, and perhaps with others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Recourse {
    pub(super) arbiter: AgentId,
    pub(super) false_claims: FalseClaims,
    /// How often a delivery is looked at, good or short; if nothing, the manager decides.
    pub(super) audits: Option<Chance>,
}

/// What a bidder was asked, and how far that is.
struct Lot {
    bidder: AgentId,
    /// Under which name, and in which version, it is dealt with; and how it was seen when it was found.
    name: Name,
    version: u32,
    score: Option<f64>,
    /// Whether it is known to answer complaints with complaints.
    retorts: bool,
    task: TaskId,
    offer: Option<Offer>,
    phase: Phase,
    /// The award, while its price is being paid or held.
    award: Option<Box<Award>>,
}

impl Lot {
    /// A bid has come, perhaps under another name than the one by which the bidder was known.
    fn bids(&mut self, offer: Offer) {
        self.offer = Some(offer);
        if let Some(alias) = offer.alias {
            (self.name, self.score) = (alias, None);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Asked,
    Offered,
    /// Cancelled, and waiting for the answer.
    Cancelling(Reason),
    /// Chosen, while the price is being paid or held.
    Paying,
    Awarded,
    Over,
}

/// An announcement that is not over.
struct Open {
    job: Job,
    call: Arc<Call>,
    lots: Vec<Lot>,
    closed: bool,
}

/// A manager.
pub(super) struct Manager {
    pub(super) me: AgentId,
    pub(super) agents: u32,
    pub(super) profile: Profile,
    pub(super) patience: Patience,
    pub(super) agenda: Box<dyn Agenda>,
    pub(super) buyer: Box<dyn Buyer>,
    /// What breaks ties: a key of the run.
    pub(super) tie_key: u64,
    pub(super) book: Book,
    /// Where money is kept, and how the price is paid; nothing if money is no matter of the exchange.
    pub(super) bank: Option<Banking>,
    /// Who judges disputes, and when this manager turns to it.
    pub(super) arbiter: Option<Recourse>,
    /// Draws for audits, and how many there were.
    pub(super) audit_draws: Option<Draws>,
    pub(super) audits: u64,
    /// Whom it asks whom to ask; nobody if nothing.
    pub(super) directory: Option<Directory>,
    pub(super) names: Names,
    /// The price of a small deal.
    pub(super) unit: Credits,
    coming: Option<(Tick, Job)>,
    next: u32,
    open: BTreeMap<u32, Open>,
    /// The announcement and the lot of each task that is not over.
    tasks: BTreeMap<TaskId, (u32, u32)>,
    /// The announcement and the lot of each task at the escrow agent whose money is not locked yet.
    payments: BTreeMap<TaskId, (u32, u32)>,
    /// Whom each dispute is with, and about which announcement; signatures too, which wait for an answer alike.
    disputes: BTreeMap<TaskId, (Name, u32)>,
    /// The job for which each question at the registry was asked, and the task in which it was asked first.
    finds: BTreeMap<TaskId, (TaskId, Job)>,
    /// What it has asked and said there.
    pub(super) errands: Errands,
    /// How long it waits for the registry's advice, in microseconds, where that may be lost.
    pub(super) advice_us: Option<u64>,
    /// How often it keeps silent before who answers complaints with complaints, and the draws for that.
    pub(super) fear: (Chance, Option<Draws>),
    /// Whether its user may have restricted work done.
    pub(super) permitted: bool,
    /// What came of its announcements.
    pub(super) sales: Vec<Sale>,
    pub(super) counts: Counts,
}

/// What a manager counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) announcements: u64,
    pub(super) contacted: u64,
    pub(super) bids: u64,
    pub(super) late_bids: u64,
    pub(super) refusals: u64,
    pub(super) silent: u64,
    /// Calls without the registry's advice, for want of an answer.
    pub(super) unadvised: u64,
    /// Complaints that were not made, for fear of the answer.
    pub(super) unsaid: u64,
}

impl Counts {
    pub(super) fn add(&mut self, other: &Counts) {
        self.announcements += other.announcements;
        self.contacted += other.contacted;
        self.bids += other.bids;
        self.late_bids += other.late_bids;
        self.refusals += other.refusals;
        self.silent += other.silent;
        self.unadvised += other.unadvised;
        self.unsaid += other.unsaid;
    }
}

/// Timer tags.
const ANNOUNCE: u64 = 0;
const DEADLINE: u64 = 1;
const CLOSE: u64 = 2;
const GRACE: u64 = 3;
const OVERDUE: u64 = 4;
const RESEND: u64 = 5;
/// These tags are made of tasks: advice that did not come, and an answer that was waited for in vain.
const ADVICE: u64 = 6;
const ERRAND: u64 = 7;
/// How often a cancellation is sent before the task is given up.
const TRIES: u32 = 8;

fn tag(announcement: u32, round: u32, what: u64) -> u64 {
    (u64::from(announcement) << 16 | u64::from(round & 0x1fff) << 3) | what
}

/// The tag of a timer for what it has asked.
pub(super) fn errand_tag(task: TaskId) -> u64 {
    u64::from(task.0) << 16 | ERRAND
}

/// A well-mixed number of two (the finalizer of `SplitMix64`): ties are broken by it.
pub(super) fn mixed(key: u64, agent: AgentId) -> u64 {
    let mut x = key ^ (u64::from(agent.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The relationship of two agents of so many.
pub(super) fn context(agents: u32, a: AgentId, b: AgentId) -> ContextId {
    ContextId(a.0.min(b.0) * agents + a.0.max(b.0))
}

impl Manager {
    pub(super) fn new(me: AgentId, agents: u32, profile: Profile, patience: Patience, buyer: Box<dyn Buyer>) -> Self {
        struct Nothing;
        impl Agenda for Nothing {
            fn next(&mut self) -> Option<(Tick, Job)> {
                None
            }

            fn contacts(&mut self, _: &Job, _: &Book, _: Option<&[Listing]>) -> Vec<Listing> {
                Vec::new()
            }
        }
        Self {
            me,
            agents,
            profile,
            patience,
            agenda: Box::new(Nothing),
            buyer,
            tie_key: 0,
            book: Book::default(),
            bank: None,
            arbiter: None,
            audit_draws: None,
            audits: 0,
            directory: None,
            names: Names { buyers: 1, bidders: agents.saturating_sub(1) },
            unit: Credits(1),
            coming: None,
            next: 0,
            open: BTreeMap::new(),
            tasks: BTreeMap::new(),
            payments: BTreeMap::new(),
            disputes: BTreeMap::new(),
            finds: BTreeMap::new(),
            errands: Errands::default(),
            advice_us: None,
            fear: (Chance::Never, None),
            permitted: true,
            sales: Vec::new(),
            counts: Counts::default(),
        }
    }

    pub(super) fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => self.plan(now, out),
            Event::Timer { tag } => {
                let (announcement, round) = (tag >> 16, (tag >> 3) & 0x1fff);
                let announcement = u32::try_from(announcement).expect("tags are made of announcements");
                match tag & 7 {
                    ANNOUNCE => self.announce(now, out),
                    // Bids that arrive on the deadline are in time, whatever order this tick has.
                    DEADLINE => out.timer(0, tag & !7 | CLOSE),
                    CLOSE => self.close(now, announcement, round, out),
                    GRACE => self.end_grace(announcement, round, out),
                    OVERDUE => self.overdue(announcement, out),
                    ADVICE => self.unadvised(now, TaskId(announcement), out),
                    ERRAND => {
                        self.errands.remind(TaskId(announcement), errand_tag, out);
                    }
                    _ => self.resend(now, announcement, round, out),
                }
            }
            Event::Update { task, state, .. } if self.errands.knows(*task) => {
                let again = self.errands.updated(*task, *state, errand_tag, out);
                self.asked_again(*task, again);
            }
            Event::Update { task, state, payload } => self.updated(now, *task, *state, payload.as_ref(), out),
            Event::Artifact { task, payload } => self.result(now, *task, payload, out),
            Event::Recovered => self.recovered(now, out),
            Event::Message { .. } | Event::Cancel { .. } => {}
        }
    }

    fn plan(&mut self, now: Tick, out: &mut Outbox<Word>) {
        self.coming = self.agenda.next();
        if let Some((at, _)) = &self.coming {
            out.timer(at.0.saturating_sub(now.0), tag(self.next, 0, ANNOUNCE));
        }
    }

    fn announce(&mut self, now: Tick, out: &mut Outbox<Word>) {
        let Some((_, job)) = self.coming.take() else { return };
        match self.directory {
            Some(Directory { registry, .. }) => {
                let context = context(self.agents, self.me, registry);
                let word = Word::Find(job.skill);
                let question = self.errands.ask((registry, context), word, Vec::new(), errand_tag, out);
                self.finds.insert(question, (question, job));
                if let Some(advice_us) = self.advice_us {
                    out.timer(advice_us, tag(question.0, 0, ADVICE));
                }
            }
            None => self.call(now, job, None, out),
        }
        self.plan(now, out);
    }

    /// Calls for proposals.
    fn call(&mut self, now: Tick, job: Job, found: Option<&[Listing]>, out: &mut Outbox<Word>) {
        let contacts = self.agenda.contacts(&job, &self.book, found);
        let announcement = self.next;
        self.next += 1;
        self.counts.announcements += 1;
        self.counts.contacted += contacts.len() as u64;
        let call = Arc::new(Call {
            announcement,
            round: 1,
            skill: job.skill,
            bid_deadline: now.after(job.window_us),
            due_us: job.due_us,
            max_price: job.max_price,
            rounds_left: job.rounds_left,
            terms: {
                let terms = self.buyer.terms(&job);
                Terms { fixed: terms.fixed + job.bond, ..terms }
            },
            permitted: self.permitted,
        });
        let mut lots = Vec::with_capacity(contacts.len());
        for Listing { address: bidder, name, version, score, retorts } in contacts {
            let task = out.open(bidder, context(self.agents, self.me, bidder), Word::Call(Arc::clone(&call)));
            self.tasks.insert(task, (announcement, u32::try_from(lots.len()).expect("few bidders")));
            let (offer, phase, award) = (None, Phase::Asked, None);
            lots.push(Lot { bidder, name, version, score, retorts, task, offer, phase, award });
        }
        out.timer(job.window_us, tag(announcement, 1, DEADLINE));
        if let Some(after_us) = self.patience.resend_us {
            let all = job.window_us + self.patience.grace_us + job.due_us + self.patience.overdue_us;
            out.timer(all.saturating_add(after_us), tag(announcement, 0, RESEND));
        }
        self.open.insert(announcement, Open { job, call, lots, closed: false });
    }

    /// Forgets an announcement that is over.
    fn sweep(&mut self, announcement: u32) {
        let over = |open: &Open| open.closed && open.lots.iter().all(|lot| lot.phase == Phase::Over);
        if self.open.get(&announcement).is_some_and(over) {
            let open = self.open.remove(&announcement).expect("it was just there");
            for lot in &open.lots {
                self.tasks.remove(&lot.task);
            }
        }
    }

    fn updated(&mut self, now: Tick, task: TaskId, state: TaskState, word: Option<&Word>, out: &mut Outbox<Word>) {
        let Some((announcement, place)) = self.tasks.get(&task).copied() else {
            return self.paid(now, task, state, out);
        };
        let open = self.open.get_mut(&announcement).expect("a task's announcement is open");
        let lot = &mut open.lots[place as usize];
        match (lot.phase, state) {
            (Phase::Over, _) => return,
            (Phase::Asked, TaskState::InputRequired) => {
                if let Some(Word::Bid(offer)) = word {
                    self.bid(task, (announcement, place), *offer, out);
                }
                return;
            }
            // The bid came as a result before.
            (Phase::Asked, TaskState::Completed) => {
                let in_time = !open.closed;
                lot.phase = if in_time && lot.offer.is_some() { Phase::Offered } else { Phase::Over };
            }
            (Phase::Asked, TaskState::Rejected | TaskState::Failed | TaskState::Canceled) => {
                lot.phase = Phase::Over;
                self.counts.refusals += 1;
            }
            (Phase::Offered, state) if state.is_terminal() => {
                // Withdrawn: the bidder was down.
                lot.offer = None;
                lot.phase = Phase::Over;
            }
            (Phase::Cancelling(reason), state) if state.is_terminal() => {
                lot.phase = Phase::Over;
                if reason == Reason::LateDelivery {
                    let end = if state == TaskState::Completed { End::Delivered } else { End::Overdue };
                    self.ended(now, (announcement, place), end, out);
                }
            }
            (Phase::Awarded, state) if state.is_terminal() => {
                lot.phase = Phase::Over;
                let end = match (state, word) {
                    (TaskState::Completed, _) => End::Delivered,
                    (TaskState::Rejected, _) => End::Declined,
                    (_, Some(Word::Failure(Reason::Decommitted))) => End::Left,
                    (_, Some(Word::Failure(Reason::Crash))) => End::Crashed,
                    _ => End::Failed,
                };
                self.ended(now, (announcement, place), end, out);
            }
            _ => return,
        }
        self.sweep(announcement);
    }

    /// A bid has come.
    fn bid(&mut self, task: TaskId, (announcement, place): (u32, u32), offer: Offer, out: &mut Outbox<Word>) {
        let open = self.open.get_mut(&announcement).expect("a task's announcement is open");
        let lot = &mut open.lots[place as usize];
        if open.closed {
            self.counts.late_bids += 1;
            lot.phase = Phase::Cancelling(Reason::Late);
            out.cancel_because(task, Word::Cancel(Reason::Late));
        } else {
            self.counts.bids += 1;
            lot.bids(offer);
            lot.phase = Phase::Offered;
        }
    }

    /// A result has come: a bid (`cnp/2`) or a deliverable.
    fn result(&mut self, now: Tick, task: TaskId, word: &Word, out: &mut Outbox<Word>) {
        if let (Word::Listed(found), Some((_, job))) = (word, self.finds.remove(&task)) {
            return self.call(now, job, Some(found), out);
        }
        if let (Word::Ruling { guilty, .. }, Some((seller, _))) = (word, self.disputes.remove(&task)) {
            if *guilty && self.book.boycott {
                self.book.banned.insert(seller);
            }
            return;
        }
        let Some((announcement, place)) = self.tasks.get(&task).copied() else { return };
        let open = self.open.get_mut(&announcement).expect("a task's announcement is open");
        let lot = &mut open.lots[place as usize];
        match (lot.phase, word) {
            (Phase::Asked, Word::Bid(offer)) if open.closed => {
                let _ = offer;
                self.counts.late_bids += 1;
            }
            (Phase::Asked, Word::Bid(offer)) if lot.offer.is_none() => {
                self.counts.bids += 1;
                lot.bids(*offer);
            }
            (Phase::Awarded | Phase::Cancelling(Reason::LateDelivery), Word::Delivery(percent)) => {
                let bidder = lot.bidder;
                if let Some(sale) = self.sale(announcement, bidder) {
                    sale.delivered = *percent;
                }
            }
            _ => {}
        }
    }

    /// The sale of an announcement to a bidder. The latest sales are near the end.
    fn sale(&mut self, announcement: u32, bidder: AgentId) -> Option<&mut Sale> {
        self.sales.iter_mut().rev().find(|sale| sale.announcement == announcement && sale.bidder == Some(bidder))
    }
}
