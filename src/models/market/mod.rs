//! The market: agents that belong to different owners contract with each other.
//!
//! Managers announce work, bidders bid, the best is awarded, works, delivers or not: the contract net (Smith 1980; FIPA
//! SC00029H, SC00030H) in A2A tasks over an exchange. Where there is a registry, managers ask it whom to call, and say there
//! what they think of those that they called. The comparison of policies runs the market under many sets of rules.

mod acts;
mod arbiter;
mod bank;
mod bidder;
mod book;
mod buyer;
mod campaign;
mod cast;
mod checker;
mod comparison;
mod contractor;
mod errands;
mod manager;
mod name;
mod policies;
mod record;
mod records;
mod registrar;
mod report;
mod safeguards;
mod score;
mod setting;
mod show;
mod strategies;
mod tables;
mod tally;
pub mod trial;
mod wire;
mod words;

pub use acts::Acts;
pub use arbiter::Court;
pub use bank::Pledging;
pub use bidder::{Answer, Bidder, BidderClone, Briefing, News, Own, Skills, Work};
pub(super) use comparison::ENTRIES as COMPARISON;

pub use buyer::{Buyer, BuyerClone, Choice, Considered, Job, Winner};
pub use contractor::Profile;
pub use name::Name;
pub use policies::catalogue as managers;
pub use record::{End, Sale};
pub use score::{Number, Weighed, Weights, score};
pub use strategies::catalogue as bidders;
pub use words::{Award, Call, Entry as Registration, Feedback, Listing, Offer, Pricing, Reason, Terms};

use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::exchange::{Agent, Event, Outbox};
use crate::ids::Tick;
use crate::sim::map_indexed;
use crate::table::TableSchema;
use cast::Cast;
use setting::{Condition, Trade};
use words::Word;

/// One of the agents.
enum Party {
    Contractor(Box<contractor::Contractor>),
    Manager(Box<manager::Manager>),
    Bank(Box<bank::Bank>),
    Arbiter(Box<arbiter::Arbiter>),
    Registry(Box<registrar::Registrar>),
}

impl Agent<Word> for Party {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match self {
            Party::Contractor(contractor) => contractor.on(now, event, out),
            Party::Manager(manager) => manager.on(now, event, out),
            Party::Bank(bank) => bank.on(now, event, out),
            Party::Arbiter(arbiter) => arbiter.on(now, event, out),
            Party::Registry(registrar) => registrar.on(now, event, out),
        }
    }
}

/// The market model with its parameters.
struct Market {
    trade: Trade,
    conditions: Vec<Condition>,
    cast: Cast,
}

impl Market {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        Ok(Box::new(Self::read(params, setting)?))
    }

    fn read(params: &Params, setting: &Setting) -> Result<Self, Faults> {
        let mut faults = Faults::new();
        let trade = setting::trade(params, setting, &mut faults);
        let conditions = setting::conditions(params, setting, &trade, &mut faults);
        let cast = cast::read(setting, &trade, &conditions, &mut faults);
        faults.into_result(Self { trade, conditions, cast })
    }
}

impl Model for Market {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::market(), tables::bidders()];
        if self.trade.end_known {
            schemas.push(tables::breaches());
        }
        schemas.extend([
            tables::periods(),
            tables::postings(),
            tables::laws(),
            tables::troubles(),
            events::task_events(),
        ]);
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        show::cards(&self.cast, &self.trade, cx, recorder)?;
        let total = self.conditions.len() as u64;
        let repetitions = usize::try_from(self.trade.repetitions).expect("the schema bounds it");
        let mut first = None;
        for (done, condition) in (1u64..).zip(&self.conditions) {
            let market = (condition, &self.trade, &self.cast);
            let tallies = map_indexed(repetitions, |repetition| {
                let played = campaign::play(market, cx.key, repetition as u64, &mut ());
                tally::Tally::of(played, &self.cast, &self.trade)
            });
            let first = first.get_or_insert_with(|| report::welfares(&tallies));
            report::condition(market, &tallies, first, recorder);
            show::first_repetition(market, &condition.name, cx, recorder);
            show::trace(market, &condition.name, cx, recorder);
            recorder.progress(done, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "market",
    title: "Market of contracts",
    aliases: &["contract net", "contracts"],
    about: "Managers announce work and bidders of hidden ability and honesty bid for it, in a contract net of A2A tasks: \
            with prices held in escrow, bonds by contracts left, a court, boycott and reputation as switches.",
    source: "Smith 1980, IEEE Trans. Computers C-29:1104; FIPA 2002, SC00029H",
    facets: (),
    params: setting::schema,
    build: Market::build,
}];
