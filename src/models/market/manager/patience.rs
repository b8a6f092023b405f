//! What a manager does about silence: deadlines that pass, work that does not come, messages that may have been lost, and its
//! own absence.

use super::super::record::End;
use super::super::words::{Reason, Word};
use super::{ANNOUNCE, Manager, Phase, RESEND, TRIES, errand_tag, tag};
use crate::exchange::{Outbox, TaskId};
use crate::ids::Tick;

impl Manager {
    /// A question was never heard and is asked again: its job waits for the new answer.
    pub(super) fn asked_again(&mut self, task: TaskId, again: Option<TaskId>) {
        if let Some(again) = again
            && let Some((first, job)) = self.finds.remove(&task)
        {
            self.finds.insert(again, (first, job));
        }
    }

    /// The registry's advice has not come: it calls any of all bidders.
    pub(super) fn unadvised(&mut self, now: Tick, question: TaskId, out: &mut Outbox<Word>) {
        let waiting = self.finds.iter().find(|(_, (first, _))| *first == question).map(|(task, _)| *task);
        if let Some((_, job)) = waiting.and_then(|task| self.finds.remove(&task)) {
            self.counts.unadvised += 1;
            self.call(now, job, None, out);
        }
    }

    pub(super) fn end_grace(&mut self, announcement: u32, round: u64, out: &mut Outbox<Word>) {
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
    pub(super) fn resend(&mut self, now: Tick, announcement: u32, tries: u64, out: &mut Outbox<Word>) {
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

    pub(super) fn overdue(&mut self, announcement: u32, out: &mut Outbox<Word>) {
        let Some(open) = self.open.get_mut(&announcement) else { return };
        for lot in open.lots.iter_mut().filter(|lot| lot.phase == Phase::Awarded) {
            lot.phase = Phase::Cancelling(Reason::LateDelivery);
            out.cancel_because(lot.task, Word::Cancel(Reason::LateDelivery));
        }
    }

    /// It was down: what its timers were for has passed by. It cancels all that is open and goes on with its agenda.
    pub(super) fn recovered(&mut self, now: Tick, out: &mut Outbox<Word>) {
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
        self.errands.resume(errand_tag, out);
        for (_, (_, job)) in std::mem::take(&mut self.finds) {
            self.counts.unadvised += 1;
            self.call(now, job, None, out);
        }
        match &self.coming {
            Some((at, _)) => out.timer(at.0.saturating_sub(now.0), tag(self.next, 0, ANNOUNCE)),
            None => self.plan(now, out),
        }
    }
}
