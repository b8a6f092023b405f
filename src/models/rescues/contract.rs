//! Contracts: a bond of each side, forfeited where a broken word is found out.
//!
//! The bond is a deposit at an escrow agent for every round that the contract covers: locked before it, returned after it,
//! or lost to whom the contract names. Its money is that of [`Escrow`] on a [`Ledger`] of whole credits, so that credits are
//! conserved by construction.

use crate::a2a::TaskState;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::contract::{Account, Audit, Credits, Escrow, Ledger, Payee, Posting, Schedule, Stake, Told, Why, Window};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::ids::AgentId;

/// What holds agents to their word.
#[derive(Clone, Debug)]
pub(in super::super) struct Contract {
    pub(in super::super) schedule: Schedule,
    /// What it costs each side a round.
    pub(in super::super) fee: f64,
}

/// The terms as the engine of rounds needs them, in floats.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Offer {
    pub(in super::super) bond: f64,
    pub(in super::super) detect: f64,
    pub(in super::super) false_alarm: f64,
    pub(in super::super) to_victim: bool,
    pub(in super::super) fee: f64,
}

/// An exact member of a section: a probability, or a number of 0 or more.
pub(super) fn bounded(own: &Params, key: &str, probability: bool, place: &Place, faults: &mut Faults) -> Rational {
    let value = own.rational(key);
    if value.is_negative() || (probability && value > Rational::one()) {
        let expected = if probability { "a number from 0 to 1" } else { "a number of 0 or more" };
        let fault = Diagnostic::new("out-of-range", format!("`{key}` is {value}"), expected);
        faults.push(fault.at(place.key(key).at(&own.value(key).origin)));
    }
    value
}

/// A fee a round.
pub(super) fn fee() -> Field {
    Field::with_default("fee", Kind::Number { min: 0.0, max: 1e9 }, 0.0, "What it costs each agent a round.")
        .unit("utility")
}

impl Contract {
    /// The field `contract` of a model; `more` is what else the section may say there.
    pub(in super::super) fn field(more: Vec<Field>) -> Field {
        let mut fields = vec![
            Field::required("bond", Kind::Rational, "What each pledges each round, and loses if it is convicted.")
                .unit("utility"),
            Field::with_default("payee", Kind::Choice(&["sink", "victim"]), "sink", "Who gets a forfeited bond."),
            Field::with_default(
                "detect",
                Kind::Rational,
                1i64,
                "The probability with which a broken word is found out.",
            ),
            Field::with_default(
                "false_alarm",
                Kind::Rational,
                0i64,
                "The probability with which a kept one is taken for it.",
            ),
            fee(),
        ];
        fields.extend(more);
        let doc = "A bond that is forfeited when a broken word is found out.";
        Field::optional("contract", Kind::Table(Schema::of(fields)), doc)
    }

    /// The field `last` of a contract between agents who know how many rounds there are.
    pub(in super::super) fn last() -> Field {
        let rounds = Kind::Integer { min: 1, max: 10_000 };
        Field::optional("last", rounds, "Only the last so many rounds are covered; all if left out.").unit("rounds")
    }

    /// Reads the section.
    pub(in super::super) fn read(value: &Value, place: &Place, faults: &mut Faults) -> Self {
        let own = value.section().expect("the schema declares a table");
        let last = own.get("last").and_then(Value::integer).and_then(|last| u32::try_from(last).ok());
        let audit = Audit {
            window: last.map_or(Window::All, Window::Last),
            alpha: Rational::one(),
            detect: bounded(&own, "detect", true, place, faults),
            false_alarm: bounded(&own, "false_alarm", true, place, faults),
            penalty: bounded(&own, "bond", false, place, faults),
        };
        let payee = if own.text("payee") == "victim" { Payee::Victim } else { Payee::Sink };
        Self { schedule: Schedule { audits: vec![audit], payee, public: false }, fee: own.number("fee") }
    }

    /// The bond, in utility.
    pub(in super::super) fn bond(&self) -> f64 {
        self.schedule.audits[0].penalty.to_f64()
    }

    /// The terms in floats.
    pub(in super::super) fn offer(&self) -> Offer {
        let audit = &self.schedule.audits[0];
        Offer {
            bond: self.bond(),
            detect: audit.detect.to_f64(),
            false_alarm: audit.false_alarm.to_f64(),
            to_victim: self.schedule.payee == Payee::Victim,
            fee: self.fee,
        }
    }
}

/// The money of pledges among some agents: of each what it has locked, lost and been paid, in bonds.
#[derive(Clone, Debug)]
pub(in super::super) struct Pledges {
    ledger: Ledger,
    /// Where forfeits go that nobody gets: an agent of its own, after all others.
    sink: AgentId,
    payee: Payee,
    opened: u32,
    /// By agent: bonds locked, and forfeited.
    pub(in super::super) locked: Vec<u64>,
    pub(in super::super) forfeited: Vec<u64>,
}

/// What an agent's wallet holds at first: more bonds than a run can lose.
const PURSE: Credits = Credits(1 << 40);

impl Pledges {
    /// The pledges of so many agents.
    pub(in super::super) fn new(agents: usize, payee: Payee) -> Self {
        let ledger = Ledger::new(agents + 1, PURSE);
        let counts = vec![0; agents];
        Self { ledger, sink: AgentId::at(agents), payee, opened: 0, locked: counts.clone(), forfeited: counts }
    }

    /// A bond of an agent in a meeting with another: locked, and returned or, upon a conviction, forfeited.
    pub(in super::super) fn settle(&mut self, own: usize, other: usize, convicted: bool) {
        let victim = if self.payee == Payee::Victim { AgentId::at(other) } else { self.sink };
        let mut escrow = Escrow::new(self.opened, victim, AgentId::at(own));
        self.opened = self.opened.wrapping_add(1);
        escrow.stake = Stake { amount: Credits(1), ..Stake::default() };
        let (from, to) = (Account::Wallet(AgentId::at(own)), Account::Stake(escrow.contract));
        let mut postings = vec![Posting { from, to, amount: Credits(1), why: Why::Lock }];
        let told = if convicted {
            [Told::Dispute, Told::Ruling(true)]
        } else {
            [Told::State(TaskState::Completed), Told::WindowOver]
        };
        postings.extend(told.into_iter().flat_map(|told| escrow.hear(told)));
        for posting in postings {
            self.ledger.post(posting).expect("a purse holds more bonds than a run can lose");
        }
        self.locked[own] += 1;
        self.forfeited[own] += u64::from(convicted);
    }

    /// What an agent has gained or lost, in bonds.
    pub(in super::super) fn balance(&self, agent: usize) -> i64 {
        self.ledger.balance(Account::Wallet(AgentId::at(agent))).0 - PURSE.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeited_bond_goes_to_the_victim_or_leaves_the_game() {
        for (payee, gained) in [(Payee::Sink, 0), (Payee::Victim, 2)] {
            let mut pledges = Pledges::new(3, payee);
            for (own, other, convicted) in [(0, 1, true), (1, 0, false), (0, 1, true), (2, 1, false)] {
                pledges.settle(own, other, convicted);
            }
            assert_eq!([0, 1, 2].map(|agent| pledges.balance(agent)), [-2, gained, 0]);
            assert_eq!((pledges.locked, pledges.forfeited), (vec![2, 1, 1], vec![2, 0, 0]));
            assert_eq!((pledges.ledger.total(), pledges.ledger.held()), (Credits(4 << 40), Credits::ZERO));
        }
    }
}
