//! Shows the exchange: the first repetition of a condition task by task, and all of them on the trace.

use super::campaign::{names, play};
use super::cast::Cast;
use super::setting::{Condition, Trade};
use super::words::Word;
use crate::contract::Credits;
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::models::events::{self, Shown, TaskEvents, Tracer};
use crate::models::{Recorder, RunCx, RunError};
use crate::sim::map_indexed;

/// How many repetitions are traced before their lines are handed on.
const REPETITIONS_PER_BLOCK: u64 = 16;

impl Shown for Word {
    fn round(&self) -> u32 {
        match self {
            Word::Call(call) => call.announcement + 1,
            Word::Award(award) => award.announcement + 1,
            _ => 1,
        }
    }

    fn label(&self) -> String {
        match self {
            Word::Call(call) if call.round > 1 => format!("call again, at most {}", call.max_price.0),
            Word::Call(call) => format!("call, at most {}", call.max_price.0),
            Word::Refuse(reason) => format!("refuse: {}", reason.name()),
            Word::Bid(offer) => format!("bid {}", offer.price.0),
            Word::Award(award) => format!("award at {}", award.price.0),
            Word::Progress(percent) => format!("{percent} % done"),
            Word::Delivery(percent) => format!("deliver {percent} %"),
            Word::Failure(reason) => format!("fail: {}", reason.name()),
            Word::Cancel(reason) => format!("cancel: {}", reason.name()),
            Word::Lock(lock) => format!("lock {}", lock.amount.0),
            Word::Pledge { amount, .. } => format!("pledge {}", amount.0),
            Word::Slashed(amount) => format!("{} of the pledge lost", amount.0),
            Word::Backed(_, amount) => format!("pledged: {}", amount.0),
            Word::Sign { settled, .. } if *settled == Credits::ZERO => "sign".into(),
            Word::Sign { settled, .. } => format!("sign, {} to the buyer", settled.0),
            Word::Authorize => "authorize".into(),
            Word::Due(amount) => format!("due {}", amount.0),
            Word::Settle(_) => "settle".into(),
            Word::Receipt(amount) => format!("paid {}", amount.0),
            Word::Dispute(_) => "dispute".into(),
            Word::Freeze(_) => "freeze".into(),
            Word::Ruling { guilty, .. } => if *guilty { "guilty" } else { "not guilty" }.into(),
            Word::AskRecord(_) => "show the record".into(),
            Word::Record(percent) => format!("record: {percent} %"),
            Word::Register(entry) if entry.instead_of.is_some() => "register under a new name".into(),
            Word::Register(_) => "register".into(),
            Word::Card(..) => "new version".into(),
            Word::Find(skill) => format!("who has skill {skill}?"),
            Word::Listed(listed) => format!("{} found", listed.len()),
            Word::Called(..) => "was called".into(),
            Word::Rate(feedback) => format!("rate {}", feedback.grade.value()),
            Word::Rated { grade, .. } => format!("was rated {}", grade.value()),
            Word::AskStanding(_) => "how do I stand?".into(),
            Word::Standing { score, .. } => format!("score {score:.2}"),
            Word::Probe { skill, .. } => format!("probe of skill {skill}"),
            Word::Shown => "shown".into(),
            Word::Done => "done".into(),
            Word::NotDone(code) => format!("refused: {code}"),
        }
    }
}

/// Publishes the cards of all agents of a run.
pub(super) fn cards(cast: &Cast, trade: &Trade, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
    let bidders = cast.members.iter().map(|member| (member.name.clone(), cast.groups[member.group].strategy.clone()));
    let own = names(cast, trade).split_off(cast.members.len());
    let agents: Vec<(String, String)> = bidders.chain(own.into_iter().map(|name| (name.clone(), name))).collect();
    events::cards(&agents, cx, recorder)
}

/// Records the tasks of the first repetition of a condition, under a label.
pub(super) fn first_repetition(
    (condition, trade, cast): (&Condition, &Trade, &Cast),
    label: &str,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) {
    // The first announcements show it all.
    let few = Trade { announcements: trade.announcements.min(3), ..trade.clone() };
    let mut events = TaskEvents::default();
    play((condition, &few, cast), cx.key, 0, &mut events);
    events.record(label, &names(cast, trade), recorder);
}

/// Traces all repetitions of a condition, in their order.
pub(super) fn trace(
    (condition, trade, cast): (&Condition, &Trade, &Cast),
    label: &str,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) {
    if cx.trace == TraceLevel::Off {
        return;
    }
    let names = names(cast, trade);
    for first in (0..trade.repetitions).step_by(REPETITIONS_PER_BLOCK as usize) {
        let count = REPETITIONS_PER_BLOCK.min(trade.repetitions - first);
        let blocks = map_indexed(usize::try_from(count).expect("few"), |k| {
            let repetition = first + k as u64;
            let mut whole = TraceBlock::default();
            let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, label, repetition);
            let mut full = |block: &TraceBlock| whole.append(block);
            let mut tracer = Tracer::new(mapping, &mut full);
            play((condition, trade, cast), cx.key, repetition, &mut tracer);
            tracer.finish();
            whole
        });
        for block in &blocks {
            recorder.trace(block);
        }
    }
}
