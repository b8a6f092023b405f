//! Words on the wire: each a data part of an A2A message or artifact under the lab's extension.

use super::words::{Listing, Word};
use crate::contract::Told;
use crate::exchange::Payload;
use serde_json::{Value, json};

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Call(call) => {
                let mut cfp = json!({
                "kind": "cnp.cfp",
                "announcement": call.announcement,
                "round": call.round,
                "skill": call.skill,
                "bid_deadline_us": call.bid_deadline.0,
                "due_us": call.due_us,
                "max_price": call.max_price.0,
                "rounds_left": call.rounds_left,
                "deposit": call.terms.fixed.0,
                "deposit_per_claim": call.terms.per_claim.0,
                "score_scale": call.terms.score_scale.0,
                "decommitment": call.terms.decommitment.0,
                "pricing": call.terms.pricing.name(),
                });
                if !call.permitted {
                    cfp["permitted"] = json!(false);
                }
                cfp
            }
            Word::Refuse(reason) => json!({ "kind": "cnp.refuse", "reason": reason.name() }),
            Word::Bid(offer) => {
                let mut bid = json!({
                    "kind": "cnp.bid",
                    "price": offer.price.0,
                    "eta_us": offer.eta_us,
                    "confidence": offer.confidence,
                    "valid_until_us": offer.valid_until.0,
                });
                if let Some(alias) = offer.alias {
                    bid["name"] = json!(alias.0);
                }
                bid
            }
            Word::Award(award) => json!({
                "kind": "cnp.award",
                "announcement": award.announcement,
                "price": award.price.0,
                "deposit": award.deposit.0,
                "due_us": award.due.0,
            }),
            Word::Progress(percent) => json!({ "kind": "cnp.progress", "percent": percent }),
            Word::Delivery(percent) => json!({ "kind": "cnp.result", "agreed": 100, "delivered": percent }),
            Word::Failure(reason) => json!({ "kind": "cnp.failure", "reason": reason.name() }),
            Word::Cancel(reason) => json!({ "kind": "cnp.cancel", "reason": reason.name() }),
            Word::Lock(lock) => json!({ "kind": "escrow.lock", "amount": lock.amount.0, "until_us": lock.until.0 }),
            Word::Pledge { amount, until } => {
                json!({ "kind": "escrow.pledge", "amount": amount.0, "until_us": until.0 })
            }
            Word::Slashed(amount) => json!({ "kind": "escrow.slashed", "amount": amount.0 }),
            Word::Backed(agent, amount) => json!({ "kind": "registry.backed", "agent": agent.0, "amount": amount.0 }),
            Word::Sign { settled, .. } => json!({ "kind": "escrow.sign", "settled": settled.0 }),
            Word::Authorize => json!({ "kind": "escrow.authorize" }),
            Word::Due(amount) => json!({ "kind": "escrow.due", "amount": amount.0 }),
            Word::Settle(told) => json!({ "kind": "escrow.settle", "ended": ended(*told) }),
            Word::Receipt(amount) => json!({ "kind": "escrow.receipt", "amount": amount.0 }),
            Word::Dispute(dispute) => json!({ "kind": "cnp.dispute", "agreed": 100, "delivered": dispute.delivered }),
            Word::Freeze(_) => json!({ "kind": "escrow.freeze" }),
            Word::Ruling { guilty, fee } => json!({ "kind": "ruling", "guilty": guilty, "fee": fee.0 }),
            Word::AskRecord(_) => json!({ "kind": "cnp.ask_record" }),
            Word::Record(percent) => json!({ "kind": "cnp.record", "agreed": 100, "delivered": percent }),
            Word::Register(entry) => json!({
                "kind": "registry.register",
                "name": entry.name.0,
                "skills": entry.skills,
                "instead_of": entry.instead_of.map(|name| name.0),
            }),
            Word::Card(old, _) => json!({ "kind": "registry.card", "name": old.0 }),
            Word::Find(skill) => json!({ "kind": "registry.discover", "skill": skill }),
            Word::Listed(listed) => {
                let entry = |listing: &Listing| {
                    let Listing { address, name, version, score, retorts } = listing;
                    let mut entry = json!({ "agent": address.0, "name": name.0, "version": version, "score": score });
                    if *retorts {
                        entry["answers_complaints"] = json!(true);
                    }
                    entry
                };
                json!({ "kind": "registry.found", "agents": listed.iter().map(entry).collect::<Vec<_>>() })
            }
            Word::Called(caller, name) => json!({ "kind": "registry.called", "caller": caller.0, "name": name.0 }),
            Word::Rate(feedback) => json!({
                "kind": "registry.feedback",
                "rater": feedback.rater.0,
                "name": feedback.ratee.0,
                "version": feedback.version,
                "rating": feedback.grade.value(),
                "size": feedback.size,
            }),
            Word::Rated { rater, grade } => {
                json!({ "kind": "registry.rated", "rater": rater.0, "rating": grade.value() })
            }
            Word::AskStanding(name) => json!({ "kind": "registry.standing", "name": name.0 }),
            Word::Standing { score, newcomer } => {
                json!({ "kind": "registry.standing", "score": score, "newcomer": newcomer })
            }
            Word::Probe { skill, size } => json!({ "kind": "registry.probe", "skill": skill, "size": size }),
            Word::Shown => json!({ "kind": "registry.shown" }),
            Word::Done => json!({ "kind": "registry.done" }),
            Word::NotDone(code) => json!({ "kind": "registry.refusal", "reason": code }),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Bid(_) => "bid",
            Word::Receipt(_) => "receipt",
            Word::Record(_) => "record",
            Word::Ruling { .. } => "ruling",
            Word::Listed(_) => "agents",
            Word::Done | Word::Standing { .. } => "answer",
            Word::Shown => "proof",
            _ => "deliverable",
        }
    }
}

/// What came of a contract, in a word.
fn ended(told: Told) -> &'static str {
    match told {
        Told::State(state) => state.name(),
        Told::Left => "left",
        Told::WindowOver | Told::Dispute | Told::Ruling(_) | Told::Expired | Told::Signed(_) => "",
    }
}
