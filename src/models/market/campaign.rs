//! Runs the repetitions of a condition, and counts what came of them.

use super::Party;
use super::arbiter::Arbiter;
use super::bank::Bank;
use super::bidder::Briefing;
use super::book::{Book, Ratings};
use super::buyer::Job;
use super::cast::{Cast, own_names};
use super::checker::{Both, Broken, Checker};
use super::contractor::{Contractor, Others};
use super::manager::{Agenda, Banking, Counts, Directory, FalseClaims, Manager, Patience, Recourse};
use super::name::{Identity, Mutual, Names};
use super::record::Sale;
use super::records::{Permissions, RegistryRules};
use super::registrar::Registrar;
use super::setting::{self, Condition, Payment, Trade, job};
use super::words::{Listing, Word};
use crate::contract::{Account, Credits, Ledger, Why};
use crate::exchange::{Crash, Fact, Kernel, Report};
use crate::ids::{AgentId, RunKey, Tick};
use crate::registry::agent::RegistryAgent;
use crate::registry::{Policy, Registry};
use crate::reputation::Meaning;
use crate::sim::{Chance, Draws, Observer, Purpose, Who};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The announcements of one manager, drawn from its own streams.
struct Orders {
    trade: Trade,
    bonds: Arc<[Credits]>,
    next: u32,
    start_us: u64,
    jobs: Draws,
    choices: Draws,
    contacts: usize,
    bidders: u32,
    names: Names,
    registry: Option<RegistryRules>,
}

impl Agenda for Orders {
    fn next(&mut self) -> Option<(Tick, Job)> {
        let of = self.trade.announcements;
        if self.next >= of {
            return None;
        }
        let k = self.next;
        self.next += 1;
        let [low, high] = self.trade.value;
        let value = if low == high { low } else { low + self.drawn(u64::try_from(high - low).expect("in order") + 1) };
        let skill = if self.trade.skills == 1 { 0 } else { self.drawn(self.trade.skills as u64) };
        let mut job = job(&self.trade, Credits(value));
        job.skill = u16::try_from(skill).expect("the schema bounds it");
        job.bond = self.bonds.get(k as usize).copied().unwrap_or_default();
        job.rounds_left = self.trade.end_known.then(|| of - 1 - k);
        Some((Tick(self.start_us + u64::from(k) * self.trade.interval_us), job))
    }

    fn contacts(&mut self, _: &Job, book: &Book, found: Option<&[Listing]>) -> Vec<Listing> {
        match found {
            Some(found) => self.choose(found, book),
            None => self.any(book),
        }
    }
}

impl Orders {
    fn drawn(&mut self, below: u64) -> i64 {
        i64::try_from(self.jobs.below(below)).expect("below a number that an i64 holds")
    }

    /// Of those that the registry found, any or the best.
    fn choose(&mut self, found: &[Listing], book: &Book) -> Vec<Listing> {
        let mut left: Vec<Listing> =
            found.iter().filter(|listing| !book.banned.contains(&listing.name)).copied().collect();
        if self.contacts > 0 && self.contacts < left.len() {
            let rules = self.registry.expect("only a registry finds");
            if rules.best {
                // Equals in an order of this announcement's own.
                let key = self.choices.word();
                let tie = |listing: &Listing| super::manager::mixed(key, listing.name.id());
                left.sort_by(|a, b| {
                    let scores = b.score.partial_cmp(&a.score).unwrap_or(Ordering::Equal);
                    scores.then_with(|| tie(a).cmp(&tie(b)))
                });
            }
            for place in 0..self.contacts {
                if !rules.best || self.choices.chance(rules.exploration) {
                    let other = place + self.choices.index(left.len() - place);
                    left.swap(place, other);
                }
            }
            left.truncate(self.contacts);
        }
        left.sort_unstable_by_key(|listing| listing.address);
        left
    }

    /// Any of all bidders: without a registry, everybody has the same old list.
    fn any(&mut self, book: &Book) -> Vec<Listing> {
        let names = self.names;
        let listing = |address| Listing { address, name: names.of(address), version: 1, score: None, retorts: false };
        let found = self.addresses().into_iter().map(listing);
        found.filter(|listing| !book.banned.contains(&listing.name)).collect()
    }

    fn addresses(&mut self) -> Vec<AgentId> {
        let all = self.bidders;
        if self.contacts == 0 || self.contacts >= all as usize {
            return (0..all).map(AgentId).collect();
        }
        // Few of many: drawn until they differ. Whom it will not deal with leaves no place for another.
        let mut found: Vec<AgentId> = Vec::with_capacity(self.contacts);
        while found.len() < self.contacts {
            let bidder = AgentId(u32::try_from(self.choices.below(u64::from(all))).expect("a bidder"));
            if !found.contains(&bidder) {
                found.push(bidder);
            }
        }
        found.sort_unstable();
        found
    }
}

/// What became of a bidder.
pub(super) struct Seller {
    pub(super) income: Credits,
    /// What its work cost it.
    pub(super) spent: Credits,
}

/// One repetition.
pub(super) struct Played {
    pub(super) sellers: Vec<Seller>,
    /// Each manager's gain and sales.
    pub(super) buyers: Vec<(Credits, Vec<Sale>)>,
    pub(super) counts: Counts,
    pub(super) report: Report,
    pub(super) broken: Vec<Broken>,
    /// Credits times microseconds that were locked.
    pub(super) locked: u128,
    /// What names, audits, disputes and burning have cost.
    pub(super) fees: Credits,
    /// How much money moved, by reason.
    pub(super) moved: [Credits; Why::ALL.len()],
    /// Feedback that the registry did not take.
    pub(super) refused_feedback: u64,
    /// Questions that were never heard, and asked again.
    pub(super) asked_again: u64,
    pub(super) rulings: [[u64; 2]; 2],
    pub(super) acts: u64,
}

/// The names of all agents, in order: bidders, buyers, the escrow agent, the arbiter.
pub(super) fn names(cast: &Cast, trade: &Trade) -> Vec<String> {
    cast.members.iter().map(|member| member.name.clone()).chain(own_names(trade)).collect()
}

/// Runs one repetition of a condition.
pub(super) fn play<O: Observer<Fact<Word>>>(
    (condition, trade, cast): (&Condition, &Trade, &Cast),
    key: &RunKey,
    repetition: u64,
    observer: &mut O,
) -> Played {
    let names = names(cast, trade);
    let bidders = cast.members.len();
    let id = AgentId::at;
    let [bank, arbiter, registry] = [0, 1, 2].map(|k| id(bidders + trade.buyers as usize + k));
    let numbers = Names { buyers: trade.buyers, bidders: u32::try_from(bidders).expect("few agents") };
    let warm_up_us = condition.records.registry.map_or(0, |rules| rules.warm_up_us);
    let others = Arc::new(others(cast, numbers));
    let ratings = |name: &str| {
        let (model, _) = condition.records.reputation.clone()?;
        let draws = key.draws(Who { place: "ratings", repetition, name }, Purpose::Perception);
        Some(Ratings::new(model, numbers, draws, trade.interval_us))
    };
    let agents = u32::try_from(names.len()).expect("few agents");
    let stream = |place, name: &str, why| key.draws(Who { place, repetition, name }, why);
    let briefing = condition.briefing(trade);
    let permissions = condition.records.registry.map_or(Permissions::NONE, |rules| rules.permissions);
    let banked = condition.payment != Payment::Outside;
    let faulty = condition.faulty();
    let patience_us = condition.records.registry.filter(|_| faulty).map(|rules| rules.patience_us);
    let hold_us = condition.dispute_us.saturating_mul(20).saturating_add(60_000_000);
    let mut parties: Vec<Party> = Vec::with_capacity(names.len());
    let mut capacity = Vec::with_capacity(bidders);
    for (place, member) in cast.members.iter().enumerate() {
        let mut identity = Identity::new(numbers, id(place));
        identity.price = condition.records.name_price;
        identity.period_us = trade.interval_us;
        identity.ends = Tick(warm_up_us + u64::from(trade.announcements) * trade.interval_us);
        identity.public = condition.records.public;
        if let Some(rules) = condition.records.registry {
            (identity.mutual, identity.rating_fee) = (rules.mutual, rules.rating_fee);
            identity.errands.patience_us = patience_us;
        }
        identity.registry =
            condition.records.registry.map(|_| (registry, super::manager::context(agents, id(place), registry)));
        let mut contractor = contractor(condition, member, (&briefing, identity), &stream);
        contractor.others = Arc::clone(&others);
        let nth = u32::try_from(place).expect("few agents");
        contractor.restricted = permissions.restricts(nth);
        let tools = condition.records.registry.and_then(|rules| rules.tools);
        contractor.equipped = tools.is_none_or(|tools| tools.equips(nth));
        capacity.push(contractor.skills.capacity);
        contractor.deposits = condition.deposits;
        if banked {
            let last = trade.due_us.saturating_add(condition.overdue_us).saturating_add(trade.window_us);
            let until = contractor.identity.ends.after(last);
            contractor.pledge =
                condition.records.registry.and_then(|rules| rules.stake).map(|stake| (stake.credits, until));
            contractor.bank = Some((bank, super::manager::context(agents, id(place), bank)));
            contractor.hold_us = hold_us + condition.overdue_us;
        }
        parties.push(Party::Contractor(Box::new(contractor)));
    }
    let bonds: Arc<[Credits]> = match condition.bonded() {
        false => Arc::new([]),
        true => (0..trade.announcements).map(|k| condition.bond(k, trade.announcements)).collect(),
    };
    let patience = Patience {
        grace_us: condition.grace_us,
        overdue_us: condition.overdue_us,
        resend_us: faulty.then_some(condition.grace_us.max(1_000_000)),
    };
    for (place, name) in names.iter().enumerate().skip(bidders).take(trade.buyers as usize) {
        let mut manager = Manager::new(id(place), agents, condition.profile, patience, condition.buyer.clone());
        let mut jobs = stream("jobs", name, Purpose::Choice);
        let start_us = warm_up_us + jobs.below(trade.interval_us);
        manager.tie_key = stream("ties", name, Purpose::Choice).word();
        manager.agenda = Box::new(Orders {
            trade: trade.clone(),
            bonds: Arc::clone(&bonds),
            next: 0,
            start_us,
            jobs,
            choices: stream("contacts", name, Purpose::Pairing),
            contacts: condition.contacts,
            bidders: u32::try_from(bidders).expect("few agents"),
            names: numbers,
            registry: condition.records.registry,
        });
        manager.book.boycott = condition.boycott;
        manager.book.orders = matches!(condition.records.reputation, Some((_, Meaning::Order)));
        manager.book.ratings = if condition.records.public { None } else { ratings(name) };
        manager.directory = condition.records.registry.map(|_| Directory { registry, rates: condition.records.public });
        (manager.names, manager.unit) = (numbers, Credits(trade.value[0]));
        manager.permitted = permissions.permits(u32::try_from(place - bidders).expect("few agents"));
        if let Some(rules) = condition.records.registry {
            manager.errands.patience_us = patience_us;
            manager.advice_us = patience_us.map(|patience_us| patience_us.saturating_mul(u64::from(rules.tries)));
            if rules.mutual == Mutual::Open {
                manager.fear = (Chance::of(rules.fear), Some(stream("fear", name, Purpose::Choice)));
            }
        }
        manager.audit_draws = Some(stream("audits", name, Purpose::Audit));
        let (escrow, deposits) = (condition.payment == Payment::Escrow, condition.deposits);
        manager.bank = banked.then_some(Banking { bank, escrow, hold_us, deposits });
        manager.arbiter = condition.court.map(|court| Recourse {
            arbiter,
            false_claims: match condition.false_claims {
                setting::FalseClaims::Never => FalseClaims::Never,
                setting::FalseClaims::Always => FalseClaims::Always,
                setting::FalseClaims::IfItPays => {
                    FalseClaims::IfItPays { wronged: court.convicts(court.false_alarm), fee: court.fee }
                }
            },
            audits: court.audit_rate.map(Chance::of),
        });
        parties.push(Party::Manager(Box::new(manager)));
    }
    let mut purse = Bank::new(Ledger::new(names.len(), trade.endowment));
    purse.window_us = condition.dispute_us;
    purse.ruling_us = hold_us;
    purse.arbiter = Some(arbiter);
    if let Some(rules) = condition.records.registry {
        purse.pledges.rules = rules.stake;
        purse.pledges.errands.patience_us = patience_us;
        purse.pledges.registry = rules.stake.map(|_| (registry, super::manager::context(agents, bank, registry)));
    }
    purse.heard = faulty.then(BTreeSet::new);
    parties.push(Party::Bank(Box::new(purse)));
    let court = condition.court.unwrap_or(super::arbiter::Court::BLIND);
    let mut judge = Arbiter::new(court, (arbiter, bank, agents), stream("", "arbiter", Purpose::Audit));
    judge.patience_us = hold_us / 4;
    judge.heard = faulty.then(BTreeSet::new);
    parties.push(Party::Arbiter(Box::new(judge)));
    let mut registrar = registrar(condition, (registry, numbers, &names), ratings);
    let stake = condition.records.registry.and_then(|rules| rules.stake);
    registrar.permissions = permissions;
    registrar.heard = faulty.then(BTreeSet::new);
    registrar.errands.patience_us = patience_us;
    registrar.least_pledge = stake.map(|stake| (stake.credits, bank));
    parties.push(Party::Registry(Box::new(registrar)));
    let mut network = condition.network.clone();
    for (name, at, until) in &condition.crashes {
        let place = names.iter().position(|known| known == name).expect("crashes are of agents that are there");
        network.crashes.push(Crash { agent: id(place), at: *at, until: *until });
    }
    let labels: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut checker = Checker::new(capacity);
    let kernel = Kernel::new(parties, &labels, network, key, "", repetition);
    let (parties, report) = kernel.run(Tick(u64::MAX), &mut Both(&mut checker, observer));
    checker.finish();
    if !faulty {
        checker.message_law(condition.profile);
    }
    total((parties, report), checker, (condition, trade))
}

fn contractor(
    condition: &Condition,
    member: &super::cast::Member,
    (briefing, identity): (&Briefing, Identity),
    stream: &impl Fn(&'static str, &str, Purpose) -> Draws,
) -> Contractor {
    let mut bidder = member.bidder.clone();
    bidder.begin(briefing);
    let skills = bidder.skills(briefing, &mut stream("skills", &member.name, Purpose::Choice));
    let draws = stream("", &member.name, Purpose::Choice);
    let next = bidder.next_version(briefing, &mut stream("next skills", &member.name, Purpose::Choice));
    let schemes = bidder.attack().is_some() || bidder.may_leave();
    let own = stream("own", &member.name, Purpose::Choice);
    let mut contractor = Contractor::new(skills, bidder, draws, (condition.profile, identity)).with_own_draws(own);
    (contractor.next, contractor.schemes) = (next, schemes);
    contractor.keeps_records = condition.court.is_some();
    contractor.progress_reports = u32::from(condition.progress);
    contractor.ended = condition.faulty().then(BTreeSet::new);
    if condition.byzantine > 0.0 {
        contractor.garbles = (Chance::of(condition.byzantine), Some(stream("garbage", &member.name, Purpose::Fault)));
    }
    contractor
}

/// Whom attackers speak of.
fn others(cast: &Cast, numbers: Names) -> Others {
    let mut others = Others::default();
    for (place, member) in cast.members.iter().enumerate() {
        let name = numbers.of(AgentId::at(place)).id();
        if member.bidder.clone().attack().is_some() {
            others.attackers.push(name);
        } else if cast.groups[member.group].square {
            others.rivals.push(name);
        }
    }
    others
}

fn registrar(
    condition: &Condition,
    (me, numbers, titles): (AgentId, Names, &[String]),
    ratings: impl Fn(&str) -> Option<Ratings>,
) -> Registrar {
    let rules = condition.records.registry;
    let permissions = rules.map_or(Permissions::NONE, |rules| rules.permissions);
    let verified_feedback = rules.is_none_or(|rules| rules.verified);
    let policy = Policy { verified_feedback, permissions: permissions.heeded, ..Policy::default() };
    let inner = RegistryAgent {
        registry: Registry::new(policy),
        free_names: condition.records.name_price.is_some(),
        ..RegistryAgent::default()
    };
    let mut registrar = Registrar::new(inner, (me, numbers, titles), rules.map_or(1, |rules| rules.namespaces))
        .expect("agents have names of their own");
    if let Some(rules) = rules {
        registrar.certification = rules.certification;
        (registrar.versions, registrar.authority) = (rules.versions, rules.authority);
        if let Some(tools) = rules.tools.filter(|tools| tools.consulted) {
            let equipped = (0..numbers.bidders).filter(|place| tools.equips(*place));
            registrar.tools = Some(super::registrar::tool(equipped.map(|place| titles[place as usize].clone())));
        }
        registrar.delist_below = rules.delist_below;
        (registrar.mutual, registrar.by_skill) = (rules.mutual, rules.by_skill);
        registrar.ratings = if condition.records.public { ratings("registry") } else { None };
    }
    registrar
}

/// Adds up what the agents hold when all is over.
fn total(
    (parties, report): (Vec<Party>, Report),
    mut checker: Checker,
    (condition, trade): (&Condition, &Trade),
) -> Played {
    let agents = parties.len();
    let mut sellers = Vec::new();
    let mut buyers: Vec<(Credits, Vec<Sale>)> = Vec::new();
    let mut counts = Counts::default();
    let (mut ledger, mut locked, mut rulings) = (None, 0, [[0; 2]; 2]);
    let audit_cost = condition.court.map_or(Credits::ZERO, |court| court.audit_cost);
    let (mut fees, mut refused_feedback, mut asked_again) = (Credits::ZERO, 0, 0);
    for party in parties {
        match party {
            Party::Contractor(contractor) => {
                let (spent, names) = (contractor.spent, contractor.identity.fees);
                asked_again += contractor.identity.errands.again;
                fees += names;
                sellers.push(Seller { income: -(spent + names), spent });
            }
            Party::Manager(manager) => {
                counts.add(&manager.counts);
                asked_again += manager.errands.again;
                let audits = Credits(audit_cost.0 * i64::try_from(manager.audits).expect("few audits"));
                fees += audits;
                let gain: Credits = manager.sales.iter().filter(|sale| sale.succeeded()).map(|sale| sale.value).sum();
                buyers.push((gain - audits, manager.sales));
            }
            Party::Bank(bank) => {
                locked = bank.locked;
                asked_again += bank.pledges.errands.again;
                ledger = Some(bank.ledger);
            }
            Party::Arbiter(arbiter) => rulings = arbiter.rulings,
            Party::Registry(registrar) => {
                refused_feedback = registrar.refused;
                asked_again += registrar.errands.again;
            }
        }
    }
    let ledger = ledger.expect("every market has an escrow agent");
    let had = Credits(trade.endowment.0 * i64::try_from(agents).expect("few agents"));
    if ledger.total() != had {
        checker.breaks("conserved", || format!("{} at the end instead of {had}", ledger.total()));
    }
    if ledger.held() != Credits::ZERO {
        checker.breaks("escrow_empty", || format!("{} are still held at the end", ledger.held()));
    }
    let wallet = |place: usize| {
        let agent = AgentId::at(place);
        ledger.balance(Account::Wallet(agent)) - trade.endowment
    };
    for (place, seller) in sellers.iter_mut().enumerate() {
        seller.income += wallet(place);
    }
    let first = sellers.len();
    for (place, (gain, sales)) in buyers.iter_mut().enumerate() {
        *gain += wallet(first + place);
        if condition.payment == Payment::Outside {
            for sale in sales.iter().filter(|sale| sale.end == super::record::End::Delivered) {
                *gain -= sale.price;
                if let Some(seller) = sale.bidder {
                    sellers[seller.index()].income += sale.price;
                }
            }
        }
    }
    // What the arbiter has taken, and what nobody has any more.
    fees += wallet(agents - 2) + ledger.balance(Account::Burnt);
    let moved = Why::ALL.map(|why| ledger.moved(why));
    let acts = checker.acts.total();
    let broken = checker.broken;
    Played {
        sellers,
        buyers,
        counts,
        report,
        broken,
        locked,
        fees,
        moved,
        refused_feedback,
        asked_again,
        rulings,
        acts,
    }
}
