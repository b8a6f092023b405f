//! Managers: the announcing side of the contract net, FIPA SC00029H and its iterated form SC00030H.
//!
//! An announcement opens a task at every agent contacted. At the bid deadline (a bid on it is in time) the buyer chooses;
//! winners are awarded, the other bids cancelled as lost. Who has not answered is given a while longer: a late bid is
//! cancelled as late, and silence as timed out. An award that is not delivered in time is cancelled too. There is no second
//! award: a decline or a failure ends the announcement. Any number of announcements run at a time.
//!
//! A manager knows of its contractors what they said, and what its book of standings holds.

use super::book::Book;
use super::buyer::{Buyer, Choice, Considered, Job, Winner};
use super::contractor::Profile;
use super::record::{End, Sale};
use super::words::{Award, Call, Dispute, Lock, Offer, Purpose, Reason, Terms, Word};
use crate::a2a::TaskState;
use crate::contract::{Credits, Told};
use crate::exchange::{ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a manager will announce, in the order of time.
pub(super) trait Agenda: Send {
    /// When the next announcement is due, and what it is.
    fn next(&mut self) -> Option<(Tick, Job)>;

    /// Who is contacted for a job, in the order of agents.
    fn contacts(&mut self, job: &Job, book: &Book) -> Vec<AgentId>;
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
}

/// What a bidder was asked, and how far that is.
struct Lot {
    bidder: AgentId,
    task: TaskId,
    offer: Option<Offer>,
    phase: Phase,
    /// The award, while its price is being paid or held.
    award: Option<Box<Award>>,
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
    coming: Option<(Tick, Job)>,
    next: u32,
    open: BTreeMap<u32, Open>,
    /// The announcement and the lot of each task that is not over.
    tasks: BTreeMap<TaskId, (u32, u32)>,
    /// The announcement and the lot of each task at the escrow agent whose money is not locked yet.
    payments: BTreeMap<TaskId, (u32, u32)>,
    /// Whom each dispute is with, and about which announcement.
    disputes: BTreeMap<TaskId, (AgentId, u32)>,
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
}

impl Counts {
    pub(super) fn add(&mut self, other: &Counts) {
        self.announcements += other.announcements;
        self.contacted += other.contacted;
        self.bids += other.bids;
        self.late_bids += other.late_bids;
        self.refusals += other.refusals;
        self.silent += other.silent;
    }
}

/// Timer tags.
const ANNOUNCE: u64 = 0;
const DEADLINE: u64 = 1;
const CLOSE: u64 = 2;
const GRACE: u64 = 3;
const OVERDUE: u64 = 4;
const RESEND: u64 = 5;
/// How often a cancellation is sent before the task is given up.
const TRIES: u32 = 8;

fn tag(announcement: u32, round: u32, what: u64) -> u64 {
    (u64::from(announcement) << 16 | u64::from(round & 0x1fff) << 3) | what
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

            fn contacts(&mut self, _: &Job, _: &Book) -> Vec<AgentId> {
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
            coming: None,
            next: 0,
            open: BTreeMap::new(),
            tasks: BTreeMap::new(),
            payments: BTreeMap::new(),
            disputes: BTreeMap::new(),
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
                    _ => self.resend(now, announcement, round, out),
                }
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
        let contacts = self.agenda.contacts(&job, &self.book);
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
        });
        let mut lots = Vec::with_capacity(contacts.len());
        for bidder in contacts {
            let task = out.open(bidder, context(self.agents, self.me, bidder), Word::Call(Arc::clone(&call)));
            self.tasks.insert(task, (announcement, u32::try_from(lots.len()).expect("few bidders")));
            lots.push(Lot { bidder, task, offer: None, phase: Phase::Asked, award: None });
        }
        out.timer(job.window_us, tag(announcement, 1, DEADLINE));
        if let Some(after_us) = self.patience.resend_us {
            let all = job.window_us + self.patience.grace_us + job.due_us + self.patience.overdue_us;
            out.timer(all.saturating_add(after_us), tag(announcement, 0, RESEND));
        }
        self.open.insert(announcement, Open { job, call, lots, closed: false });
        self.plan(now, out);
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
            lot.offer = Some(offer);
            lot.phase = Phase::Offered;
        }
    }

    /// A result has come: a bid (`cnp/2`) or a deliverable.
    fn result(&mut self, _: Tick, task: TaskId, word: &Word, _: &mut Outbox<Word>) {
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
                lot.offer = Some(*offer);
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

    fn close(&mut self, now: Tick, announcement: u32, round: u64, out: &mut Outbox<Word>) {
        let Some(open) = self.open.get_mut(&announcement) else { return };
        if open.closed || u64::from(open.call.round) != round {
            return;
        }
        let mut places = Vec::new();
        let mut bids = Vec::new();
        for (place, lot) in open.lots.iter().enumerate() {
            // A bid that has run out is no bid.
            if let (Phase::Offered, Some(offer)) = (lot.phase, lot.offer)
                && offer.valid_until >= now
            {
                places.push(place);
                let reputation = self.book.trust.score(self.me, lot.bidder);
                bids.push(Considered { bidder: lot.bidder, offer, reputation });
            }
        }
        let key = self.tie_key;
        match self.buyer.choose(&open.job, &open.call, &bids, &|agent| mixed(key, agent)) {
            Choice::Award(winners) => {
                open.closed = true;
                let winners: Vec<(usize, Winner)> =
                    winners.into_iter().map(|winner| (places[winner.place], winner)).collect();
                self.conclude(now, announcement, &winners, out);
            }
            Choice::Again { keep, max_price } => {
                let keep: Vec<usize> = keep.into_iter().map(|place| places[place]).collect();
                self.call_again(now, announcement, &keep, max_price, out);
            }
        }
    }

    /// Awards to the winners and rejects the others.
    fn conclude(&mut self, now: Tick, announcement: u32, winners: &[(usize, Winner)], out: &mut Outbox<Word>) {
        let open = self.open.get_mut(&announcement).expect("it is being closed");
        let mut asked = false;
        for (place, lot) in open.lots.iter_mut().enumerate() {
            match lot.phase {
                Phase::Asked => asked = true,
                Phase::Offered if winners.iter().all(|(winner, _)| *winner != place) => {
                    if self.profile == Profile::OneTask {
                        lot.phase = Phase::Cancelling(Reason::Lost);
                        out.cancel_because(lot.task, Word::Cancel(Reason::Lost));
                    } else {
                        // The bid's task is over: nothing can be said to it.
                        lot.phase = Phase::Over;
                    }
                }
                _ => {}
            }
        }
        let (due_us, rounds_left, skill) = (open.call.due_us, open.call.rounds_left, open.call.skill);
        let terms = open.call.terms;
        let bids = u16::try_from(open.lots.iter().filter(|lot| lot.offer.is_some()).count()).unwrap_or(u16::MAX);
        let mut awarded = Vec::new();
        for (place, winner) in winners {
            let lot = &mut open.lots[*place];
            let offer = lot.offer.expect("a winner has bid");
            let award = Award {
                announcement,
                price: winner.price,
                deposit: winner.deposit,
                due: now.after(due_us),
                bid: lot.task,
                confidence: offer.confidence,
                terms,
                lost_on_success: winner.lost_on_success,
                lost_on_failure: winner.lost_on_failure,
                rounds_left,
                skill,
                escrow: None,
            };
            self.sales.push(Sale {
                announcement,
                awarded: now,
                ended: now,
                value: open.job.value,
                skill,
                bidder: Some(lot.bidder),
                price: winner.price,
                deposit: winner.deposit,
                confidence: offer.confidence,
                eta_us: offer.eta_us,
                due: award.due,
                rounds_left,
                bids,
                delivered: 0,
                end: End::Open,
            });
            lot.award = Some(Box::new(award));
            lot.phase = Phase::Paying;
            let at = (announcement, u32::try_from(*place).expect("few bidders"));
            match self.bank {
                None => awarded.push(at),
                Some(banking) => {
                    let last = award.due.after(self.patience.overdue_us);
                    let lock = Lock {
                        contract: lot.task,
                        other: lot.bidder,
                        amount: award.price,
                        purpose: if banking.escrow { Purpose::Price } else { Purpose::Advance },
                        until: last.after(banking.hold_us),
                    };
                    let context = context(self.agents, self.me, banking.bank);
                    let payment = out.open_about(banking.bank, context, Word::Lock(Box::new(lock)), vec![lot.task]);
                    self.payments.insert(payment, at);
                }
            }
        }
        for at in awarded {
            self.award(at, out);
        }
        let open = self.open.get_mut(&announcement).expect("it is being closed");
        if asked {
            let round = open.call.round;
            out.timer(self.patience.grace_us, tag(announcement, round, GRACE));
        }
        if winners.is_empty() {
            let open = self.open.get(&announcement).expect("it is being closed");
            self.sales.push(Sale::nobody(announcement, now, open.job.value, open.job.skill));
        } else {
            out.timer(due_us.saturating_add(self.patience.overdue_us), tag(announcement, 0, OVERDUE));
        }
        self.sweep(announcement);
    }

    /// Tells a winner.
    fn award(&mut self, (announcement, place): (u32, u32), out: &mut Outbox<Word>) {
        let open = self.open.get_mut(&announcement).expect("it is open");
        let lot = &mut open.lots[place as usize];
        let award = lot.award.clone().expect("a winner has an award");
        lot.phase = Phase::Awarded;
        let escrow: Vec<TaskId> = award.escrow.into_iter().collect();
        match self.profile {
            Profile::OneTask => out.send_about(lot.task, Word::Award(award), escrow),
            Profile::TwoTasks => {
                let context = context(self.agents, self.me, lot.bidder);
                let about = [lot.task].into_iter().chain(escrow).collect();
                self.tasks.remove(&lot.task);
                lot.task = out.open_about(lot.bidder, context, Word::Award(award), about);
                self.tasks.insert(lot.task, (announcement, place));
            }
        }
    }

    /// The escrow agent has spoken about a payment.
    fn paid(&mut self, now: Tick, payment: TaskId, state: TaskState, out: &mut Outbox<Word>) {
        let Some(at @ (announcement, place)) = self.payments.get(&payment).copied() else {
            if state.is_terminal() {
                self.disputes.remove(&payment);
            }
            return;
        };
        let paying = |open: &Open| open.lots[place as usize].phase == Phase::Paying;
        let waits = self.open.get(&announcement).is_some_and(paying);
        match state {
            TaskState::AuthRequired if waits => out.send(payment, Word::Authorize),
            TaskState::Working if waits => {
                self.payments.remove(&payment);
                let open = self.open.get_mut(&announcement).expect("it waits");
                let award = open.lots[place as usize].award.as_mut().expect("it waits for an award");
                award.escrow = Some(payment);
                self.award(at, out);
            }
            TaskState::Rejected if waits => {
                self.payments.remove(&payment);
                let lot = &mut self.open.get_mut(&announcement).expect("it waits").lots[place as usize];
                if self.profile == Profile::OneTask {
                    lot.phase = Phase::Cancelling(Reason::Withdrawn);
                    out.cancel_because(lot.task, Word::Cancel(Reason::Withdrawn));
                } else {
                    lot.phase = Phase::Over;
                }
                self.ended(now, at, End::Unfunded, out);
                self.sweep(announcement);
            }
            state if state.is_terminal() => {
                self.payments.remove(&payment);
            }
            _ => {}
        }
    }

    /// Calls some of the bidders again and rejects the others (SC00030H).
    fn call_again(&mut self, now: Tick, announcement: u32, keep: &[usize], max_price: Credits, out: &mut Outbox<Word>) {
        let open = self.open.get_mut(&announcement).expect("it is being closed");
        open.job.max_price = max_price;
        let mut call = (*open.call).clone();
        call.round += 1;
        call.max_price = max_price;
        call.bid_deadline = now.after(open.job.window_us);
        open.call = Arc::new(call);
        for (place, lot) in open.lots.iter_mut().enumerate() {
            match (lot.phase, keep.contains(&place)) {
                (Phase::Offered, true) => {
                    lot.phase = Phase::Asked;
                    lot.offer = None;
                    let word = Word::Call(Arc::clone(&open.call));
                    match self.profile {
                        Profile::OneTask => out.send(lot.task, word),
                        Profile::TwoTasks => {
                            let context = context(self.agents, self.me, lot.bidder);
                            self.tasks.remove(&lot.task);
                            lot.task = out.open_about(lot.bidder, context, word, vec![lot.task]);
                            self.tasks.insert(lot.task, (announcement, u32::try_from(place).expect("few bidders")));
                        }
                    }
                }
                (Phase::Offered, false) if self.profile == Profile::OneTask => {
                    lot.phase = Phase::Cancelling(Reason::Lost);
                    out.cancel_because(lot.task, Word::Cancel(Reason::Lost));
                }
                (Phase::Offered, false) => lot.phase = Phase::Over,
                // Who has not answered the first call is not called again.
                (Phase::Asked, _) => {
                    lot.phase = Phase::Cancelling(Reason::BidTimeout);
                    self.counts.silent += 1;
                    out.cancel_because(lot.task, Word::Cancel(Reason::BidTimeout));
                }
                _ => {}
            }
        }
        out.timer(open.job.window_us, tag(announcement, open.call.round, DEADLINE));
    }

    fn end_grace(&mut self, announcement: u32, round: u64, out: &mut Outbox<Word>) {
        let Some(open) = self.open.get_mut(&announcement) else { return };
        if u64::from(open.call.round) != round {
            return;
        }
        for lot in open.lots.iter_mut().filter(|lot| lot.phase == Phase::Asked) {
            lot.phase = Phase::Cancelling(Reason::BidTimeout);
            self.counts.silent += 1;
            out.cancel_because(lot.task, Word::Cancel(Reason::BidTimeout));
        }
    }

    /// What should be over and is not: cancels again what may have been lost, and gives up in the end.
    fn resend(&mut self, now: Tick, announcement: u32, tries: u64, out: &mut Outbox<Word>) {
        let last = tries >= u64::from(TRIES);
        let payments = self.payments.iter().filter(|(_, (about, _))| *about == announcement).map(|(task, _)| *task);
        let disputes = self.disputes.iter().filter(|(_, (_, about))| *about == announcement).map(|(task, _)| *task);
        let asked: Vec<TaskId> = payments.chain(disputes).collect();
        for task in &asked {
            out.cancel(*task);
            if last {
                self.payments.remove(task);
                self.disputes.remove(task);
            }
        }
        if !last
            && let Some(after_us) = self.patience.resend_us
            && (self.open.contains_key(&announcement) || !asked.is_empty())
        {
            let next = u32::try_from(tries + 1).expect("few tries");
            out.timer(after_us, tag(announcement, next, RESEND));
        }
        let Some(open) = self.open.get_mut(&announcement) else { return };
        let mut given_up = Vec::new();
        for (place, lot) in open.lots.iter_mut().enumerate().filter(|(_, lot)| lot.phase != Phase::Over) {
            let reason = match lot.phase {
                Phase::Cancelling(reason) => reason,
                Phase::Awarded => Reason::LateDelivery,
                _ => Reason::Withdrawn,
            };
            let awarded = lot.award.is_some();
            out.cancel_because(lot.task, Word::Cancel(reason));
            lot.phase = Phase::Cancelling(if awarded { Reason::LateDelivery } else { reason });
            if last {
                lot.phase = Phase::Over;
                if awarded {
                    given_up.push(u32::try_from(place).expect("few bidders"));
                }
            }
        }
        open.closed = true;
        for place in given_up {
            self.ended(now, (announcement, place), End::Overdue, out);
        }
        self.sweep(announcement);
    }

    fn overdue(&mut self, announcement: u32, out: &mut Outbox<Word>) {
        let Some(open) = self.open.get_mut(&announcement) else { return };
        for lot in open.lots.iter_mut().filter(|lot| lot.phase == Phase::Awarded) {
            lot.phase = Phase::Cancelling(Reason::LateDelivery);
            out.cancel_because(lot.task, Word::Cancel(Reason::LateDelivery));
        }
    }

    /// A contract has ended: the escrow agent hears of it, and perhaps the arbiter; the book remembers.
    fn ended(&mut self, now: Tick, (announcement, place): (u32, u32), end: End, out: &mut Outbox<Word>) {
        let lot = &mut self.open.get_mut(&announcement).expect("it is open").lots[place as usize];
        let (bidder, task, award) = (lot.bidder, lot.task, lot.award.take());
        let Some(sale) = self.sale(announcement, bidder) else { return };
        sale.ended = now;
        sale.end = end;
        let (delivered, good) = (sale.delivered, end == End::Delivered && sale.delivered == 100);
        if end == End::Unfunded {
            return;
        }
        self.book.trust.observe(bidder, self.me, good);
        let cheated = end == End::Delivered && !good;
        if self.book.boycott && self.arbiter.is_none() && cheated {
            self.book.banned.insert(bidder);
        }
        let Some(award) = award else { return };
        let Some(payment) = award.escrow else { return };
        let told = match end {
            End::Delivered => Told::State(TaskState::Completed),
            End::Left => Told::Left,
            End::Failed | End::Crashed => Told::State(TaskState::Failed),
            End::Declined => Told::State(TaskState::Rejected),
            _ => Told::State(TaskState::Canceled),
        };
        out.send(payment, Word::Settle(told));
        // What a conviction brings: the stake, and the price if it is held.
        let held = if self.bank.is_some_and(|banking| banking.escrow) { award.price } else { Credits::ZERO };
        let prize = award.deposit + held;
        let disputes = |recourse: &Recourse| cheated || recourse.false_claims.claims(prize);
        if let Some(recourse) = self.arbiter.filter(|recourse| end == End::Delivered && disputes(recourse)) {
            let dispute = Dispute { contract: award.bid, task, seller: bidder, delivered };
            let context = context(self.agents, self.me, recourse.arbiter);
            let about = vec![task, payment];
            let case = out.open_about(recourse.arbiter, context, Word::Dispute(Box::new(dispute)), about);
            self.disputes.insert(case, (bidder, announcement));
        }
    }

    /// It was down: what its timers were for has passed by. It cancels all that is open and goes on with its agenda.
    fn recovered(&mut self, now: Tick, out: &mut Outbox<Word>) {
        for open in self.open.values_mut() {
            open.closed = true;
            for lot in &mut open.lots {
                let reason = match lot.phase {
                    Phase::Asked | Phase::Offered => Reason::Withdrawn,
                    Phase::Paying => {
                        lot.phase = Phase::Over;
                        continue;
                    }
                    Phase::Awarded => Reason::LateDelivery,
                    Phase::Cancelling(reason) => reason,
                    Phase::Over => continue,
                };
                lot.phase = Phase::Cancelling(reason);
                out.cancel_because(lot.task, Word::Cancel(reason));
            }
        }
        match &self.coming {
            Some((at, _)) => out.timer(at.0.saturating_sub(now.0), tag(self.next, 0, ANNOUNCE)),
            None => self.plan(now, out),
        }
    }
}
