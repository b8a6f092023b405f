//! Names: under what agents are known. An agent's address never changes; under what name it deals, it can choose anew where
//! nobody sees to it that it does not (Friedman & Resnick 2001).
//!
//! A name is a number, as models of trust want them: buyers first, then bidders, then the fresh names of bidders, each
//! bidder having its own row of them, so that no two agents ever take the same.

use super::errands::Errands;
use super::words::Word;
use crate::contract::Credits;
use crate::exchange::{ContextId, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::reputation::attacks::Look;

/// A name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name(pub u32);

impl Name {
    /// The number by which a model of trust knows it.
    pub(super) fn id(self) -> AgentId {
        AgentId(self.0)
    }
}

/// Whether who is called rates who calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutual {
    /// It does not.
    OneWay,
    /// It does when it hears how it was rated.
    Open,
    /// It does before it hears that.
    DoubleBlind,
}

/// The tag of a contractor's timer for what it has asked.
pub(super) fn errand_tag(task: TaskId) -> u64 {
    u64::from(task.0) * 8 + 5
}

/// How names are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) buyers: u32,
    pub(super) bidders: u32,
}

impl Names {
    /// An agent's first name: of bidders, who are the first agents, or of buyers, who come next.
    pub(super) fn of(self, agent: AgentId) -> Name {
        if agent.0 < self.bidders { Name(self.buyers + agent.0) } else { Name(agent.0 - self.bidders) }
    }

    /// A bidder's fresh name of a number, from 0.
    pub(super) fn fresh(self, bidder: AgentId, number: u32) -> Name {
        Name(self.buyers + self.bidders * (number + 1) + bidder.0)
    }

    /// How many names there are at first.
    pub(super) fn first(self) -> u32 {
        self.buyers + self.bidders
    }
}

/// How a bidder is known, and where it is on record.
pub(super) struct Identity {
    pub(super) names: Names,
    pub(super) me: AgentId,
    /// The present name.
    pub(super) name: Name,
    /// Names of its own that deal with nobody.
    pub(super) helpers: Vec<Name>,
    /// How many fresh names it took.
    taken: u32,
    /// What a fresh name costs; nothing can be had if nothing.
    pub(super) price: Option<Credits>,
    /// What fresh names have cost.
    pub(super) fees: Credits,
    /// Deals under the present name, and how many went well.
    pub(super) deals: u64,
    pub(super) well: u64,
    /// The registry and the relationship with it, if there is one.
    pub(super) registry: Option<(AgentId, ContextId)>,
    /// Whether it hears there how it stands.
    pub(super) public: bool,
    /// When it rates who called it.
    pub(super) mutual: Mutual,
    /// What the registry takes of it for each rated deal.
    pub(super) rating_fee: Credits,
    /// What it has asked there.
    pub(super) errands: Errands,
    /// How long a period is, and when there are no more of them.
    pub(super) period_us: u64,
    pub(super) ends: Tick,
}

impl Identity {
    /// An agent under its first name, in a market without registry.
    pub(super) fn new(names: Names, me: AgentId) -> Self {
        Self {
            names,
            me,
            name: names.of(me),
            helpers: Vec::new(),
            taken: 0,
            price: Some(Credits::ZERO),
            fees: Credits::ZERO,
            deals: 0,
            well: 0,
            registry: None,
            public: false,
            mutual: Mutual::OneWay,
            rating_fee: Credits::ZERO,
            errands: Errands::default(),
            period_us: 1,
            ends: Tick(0),
        }
    }

    /// A fresh name, if it can be had.
    pub(super) fn fresh(&mut self) -> Option<Name> {
        self.fees += self.price?;
        Some(self.next())
    }

    /// A number that is its own and was never used.
    pub(super) fn next(&mut self) -> Name {
        self.taken += 1;
        self.names.fresh(self.me, self.taken - 1)
    }

    /// The name that its bids bear: none where whom one asks is known from a registry, or it is the first.
    pub(super) fn alias(&self) -> Option<Name> {
        (self.registry.is_none() && self.name != self.names.of(self.me)).then_some(self.name)
    }

    /// Notes a deal.
    pub(super) fn dealt(&mut self, well: bool) {
        self.deals += 1;
        self.well += u64::from(well);
    }

    /// How it believes to stand where nobody tells: by the rule of succession (Laplace 1774) over its deals.
    #[expect(clippy::cast_precision_loss, reason = "counts of deals")]
    pub(super) fn look(&self, now: Tick) -> Look {
        let score = (self.well as f64 + 1.0) / (self.deals as f64 + 2.0);
        Look { tick: now.0 / self.period_us, score, newcomer: 0.5, deals: self.deals }
    }

    /// Leaves its name for another.
    pub(super) fn rename(&mut self, name: Name) -> Name {
        (self.deals, self.well) = (0, 0);
        std::mem::replace(&mut self.name, name)
    }

    /// Says something to the registry, if there is one.
    pub(super) fn tell(&mut self, word: Word, out: &mut Outbox<Word>) {
        if let Some(registry) = self.registry {
            self.errands.ask(registry, word, Vec::new(), errand_tag, out);
        }
    }

    /// Says that an agent has called it: a deal that may be rated, for a fee.
    pub(super) fn called_by(&mut self, caller: AgentId, out: &mut Outbox<Word>) {
        if self.registry.is_some() {
            self.fees += self.rating_fee;
        }
        self.tell(Word::Called(caller, self.name), out);
    }
}
