//! The second half of an announcement: the bids are in, one is chosen, paid for, and comes to an end.
//!
//! The winner hears of its award once its price is paid or held, where an escrow agent is there. When the contract ends, the
//! escrow agent is told in which state, the arbiter is asked if the delivery is disputed, and the book remembers.

use super::super::book::UNKNOWN;
use super::super::buyer::{Choice, Considered, Winner};
use super::super::contractor::Profile;
use super::super::record::{End, Sale};
use super::super::words::{Award, Dispute, Feedback, Lock, Purpose, Reason, Word};
use super::{Banking, DEADLINE, Directory, GRACE, Manager, OVERDUE, Open, Phase, context, errand_tag, mixed, tag};
use crate::a2a::TaskState;
use crate::contract::{Credits, Told};
use crate::exchange::{Outbox, TaskId};
use crate::ids::Tick;
use crate::reputation::Grade;
use std::sync::Arc;

impl Manager {
    pub(super) fn close(&mut self, now: Tick, announcement: u32, round: u64, out: &mut Outbox<Word>) {
        let Some(open) = self.open.get_mut(&announcement) else { return };
        if open.closed || u64::from(open.call.round) != round {
            return;
        }
        let mut places = Vec::new();
        let (mut bids, mut scores) = (Vec::new(), Vec::new());
        for (place, lot) in open.lots.iter().enumerate() {
            // A bid that has run out is no bid.
            if let (Phase::Offered, Some(offer)) = (lot.phase, lot.offer)
                && offer.valid_until >= now
            {
                places.push(place);
                let known = match (lot.score, &mut self.book.ratings) {
                    (Some(score), _) => score,
                    (None, Some(ratings)) => ratings.score(now, self.names.of(self.me), lot.name),
                    (None, None) => UNKNOWN,
                };
                scores.push(known);
                bids.push(Considered { bidder: lot.bidder, offer, reputation: UNKNOWN });
            }
        }
        self.book.compared(&mut scores);
        for (bid, score) in bids.iter_mut().zip(&scores) {
            bid.reputation = *score;
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
                manager: self.me,
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
                    let deposit = banking.deposits.map(|deposits| deposits.buyer);
                    let lock = Lock {
                        contract: lot.task,
                        other: lot.bidder,
                        amount: award.price + deposit.unwrap_or_default(),
                        purpose: if banking.escrow { Purpose::Price { deposit } } else { Purpose::Advance },
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
    pub(super) fn paid(&mut self, now: Tick, payment: TaskId, state: TaskState, out: &mut Outbox<Word>) {
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

    /// A contract has ended: the escrow agent hears of it, and perhaps the arbiter; the book remembers.
    pub(super) fn ended(&mut self, now: Tick, (announcement, place): (u32, u32), end: End, out: &mut Outbox<Word>) {
        let lot = &mut self.open.get_mut(&announcement).expect("it is open").lots[place as usize];
        let (bidder, task, award) = (lot.bidder, lot.task, lot.award.take());
        let (name, version, retorts) = (lot.name, lot.version, lot.retorts);
        let Some(sale) = self.sale(announcement, bidder) else { return };
        sale.ended = now;
        sale.end = end;
        let (delivered, good) = (sale.delivered, end == End::Delivered && sale.delivered == 100);
        let size = sale.price.to_f64() / self.unit.to_f64().max(1.0);
        if end == End::Unfunded {
            return;
        }
        let (rater, grade) = (self.names.of(self.me), Grade::of(good));
        if let Some(ratings) = &mut self.book.ratings {
            ratings.rate(now, rater, name, grade, size);
        }
        let cheated = end == End::Delivered && !good;
        let unsaid = match &mut self.fear {
            (fear, Some(draws)) if cheated && retorts => draws.happens(*fear),
            _ => false,
        };
        self.counts.unsaid += u64::from(unsaid);
        if let Some(Directory { registry, rates: true }) = self.directory.filter(|_| !unsaid) {
            let word = Word::Rate(Box::new(Feedback { rater, ratee: name, version, grade, size }));
            let context = context(self.agents, self.me, registry);
            self.errands.ask((registry, context), word, vec![task], errand_tag, out);
        }
        if self.book.boycott && self.arbiter.is_none() && cheated {
            self.book.banned.insert(name);
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
        if let Some(Banking { bank, deposits: Some(deposits), .. }) = self.bank
            && end == End::Delivered
            && deposits.buyer_signs(good)
        {
            let context = context(self.agents, self.me, bank);
            let word = Word::Sign { contract: award.bid, settled: deposits.settled(award.price) };
            let sign = out.open_about(bank, context, word, vec![task, payment]);
            self.disputes.insert(sign, (name, announcement));
        }
        // What a conviction brings: the stake, and the price if it is held.
        let held = if self.bank.is_some_and(|banking| banking.escrow) { award.price } else { Credits::ZERO };
        let prize = award.deposit + held;
        let Some(recourse) = self.arbiter.filter(|_| end == End::Delivered) else { return };
        let goes = match (recourse.audits, &mut self.audit_draws) {
            (Some(rate), Some(draws)) => draws.happens(rate),
            _ => cheated || recourse.false_claims.claims(prize),
        };
        self.audits += u64::from(goes && recourse.audits.is_some());
        if goes {
            let dispute = Dispute { contract: award.bid, task, seller: bidder, delivered };
            let context = context(self.agents, self.me, recourse.arbiter);
            let about = vec![task, payment];
            let case = out.open_about(recourse.arbiter, context, Word::Dispute(Box::new(dispute)), about);
            self.disputes.insert(case, (name, announcement));
        }
    }
}
