//! An agent that negotiates: it hears an offer, and accepts, offers or withdraws.

use super::tactics::{Stance, Tactic};
use super::words::Word;
use crate::a2a::TaskState;
use crate::contract::negotiation::Side;
use crate::contract::negotiation::concession::not_below;
use crate::exchange::{Agent, ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use std::sync::Arc;

/// How a negotiation ended, as an agent knows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ending {
    /// On a price.
    Agreed { turn: u32, price: f64 },
    /// It withdrew itself.
    Withdrew { turn: u32 },
}

/// What an agent does with a standing offer.
enum Answer {
    Accept,
    Offer(f64),
    Withdraw,
}

/// An agent that negotiates with one other.
pub(super) struct Negotiator {
    pub(super) tactic: Arc<dyn Tactic>,
    pub(super) stance: Stance,
    /// Whether it withdraws when its deadline has passed.
    pub(super) ends: bool,
    /// The turn after which nobody bargains any more, whatever the agents want.
    pub(super) last_turn: u32,
    /// Whether it makes the first offer.
    pub(super) opens: bool,
    pub(super) other: AgentId,
    pub(super) own: Vec<f64>,
    pub(super) others: Vec<f64>,
    pub(super) ending: Option<Ending>,
}

impl Negotiator {
    /// Hears an offer, and says what to do at the next turn.
    fn answer(&mut self, turn: u32, price: f64) -> Option<Answer> {
        self.others.push(price);
        if turn > self.last_turn {
            return None;
        }
        if self.ends && turn > self.stance.deadline {
            self.ending = Some(Ending::Withdrew { turn });
            return Some(Answer::Withdraw);
        }
        let own = self.tactic.offer(&self.stance, turn, &self.own, &self.others);
        let good = match self.stance.side {
            Side::Buyer => not_below(own, price),
            Side::Seller => not_below(price, own),
        };
        if good {
            self.ending = Some(Ending::Agreed { turn, price });
            return Some(Answer::Accept);
        }
        self.own.push(own);
        Some(Answer::Offer(own))
    }

    fn serve(&mut self, task: TaskId, word: Word, out: &mut Outbox<Word>) {
        let agree = |turn, price, out: &mut Outbox<Word>| {
            out.update(task, TaskState::Working);
            out.artifact(task, Word::Agreement { turn, price });
            out.update(task, TaskState::Completed);
        };
        match word {
            Word::Offer { turn, price } => match self.answer(turn + 1, price) {
                Some(Answer::Accept) => agree(turn + 1, price, out),
                Some(Answer::Offer(own)) => {
                    out.update_saying(task, TaskState::InputRequired, Word::Offer { turn: turn + 1, price: own });
                }
                Some(Answer::Withdraw) => {
                    out.update_saying(task, TaskState::Rejected, Word::Withdraw { turn: turn + 1 });
                }
                None => out.update(task, TaskState::Canceled),
            },
            Word::Accept { turn, price } => agree(turn, price, out),
            Word::Withdraw { .. } | Word::Agreement { .. } => {}
        }
    }
}

impl Agent<Word> for Negotiator {
    fn on(&mut self, _: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start if self.opens => {
                let price = self.tactic.offer(&self.stance, 0, &[], &[]);
                self.own.push(price);
                out.open(self.other, ContextId(0), Word::Offer { turn: 0, price });
            }
            Event::Message { task, payload, .. } => self.serve(*task, *payload, out),
            Event::Update { task, state: TaskState::InputRequired, payload: Some(Word::Offer { turn, price }) } => {
                match self.answer(turn + 1, *price) {
                    Some(Answer::Accept) => out.send(*task, Word::Accept { turn: turn + 1, price: *price }),
                    Some(Answer::Offer(own)) => out.send(*task, Word::Offer { turn: turn + 1, price: own }),
                    Some(Answer::Withdraw) | None => out.cancel(*task),
                }
            }
            Event::Cancel { task } => out.update(*task, TaskState::Canceled),
            // The rest says nothing new: the task ends with what was said before.
            Event::Start | Event::Update { .. } | Event::Artifact { .. } | Event::Recovered | Event::Timer { .. } => {}
        }
    }
}
