//! The registry of a market: an agent at which bidders put themselves on record and managers find whom to ask.
//!
//! What may be asked, found and said is the [`RegistryAgent`]'s to decide: who speaks for whom, who is seen by whom, whose
//! feedback counts. This agent keeps beside it what a market adds: numbers and addresses of names, the public ratings, and
//! the examination of what agents claim. An examination is a number of probes, tasks at the agent, each of which it works on
//! as well as it can; a share of them must succeed. It shows ability and says nothing of honesty.

use super::book::Ratings;
use super::errands::Errands;
use super::name::{Mutual, Name, Names};
use super::records::Permissions;
use super::words::{Entry, Feedback, Listing, Word};
use crate::a2a::TaskState;
use crate::contract::Credits;
use crate::error::Diagnostic;
use crate::exchange::{ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::registry::agent::{RegistryAgent, Word as Request};
use crate::registry::drift::Authority;
use crate::registry::feedback;
use crate::registry::tools::{Tool, Tools};
use crate::registry::{AgentRecord, Query, Skill, Visibility};
use crate::reputation::Grade;
use std::collections::{BTreeMap, BTreeSet};

/// What certification asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Certification {
    /// How many probes an agent is given.
    pub(super) probes: u32,
    /// The share of them that must succeed.
    pub(super) least: f64,
    /// How much work a probe is, as a share of a contract.
    pub(super) size: f64,
    /// After how long a certificate runs out, in microseconds, and the agent is examined again; never if nothing.
    pub(super) valid_us: Option<u64>,
}

/// Who is behind a name.
struct Known {
    name: Name,
    address: AgentId,
    version: u32,
    skills: Vec<u16>,
    /// Probes that are out, and probes passed.
    probing: (u32, u32),
}

/// The registry.
pub(super) struct Registrar {
    inner: RegistryAgent,
    agents: u32,
    me: AgentId,
    names: Names,
    /// The public ratings, if there are any.
    pub(super) ratings: Option<Ratings>,
    pub(super) certification: Option<Certification>,
    /// Whether a new version is another entry: certified again, and without the record of the old one.
    pub(super) versions: bool,
    /// Which of the entry and the card of a new version says what an agent is.
    pub(super) authority: Authority,
    /// The tools that work needs, if who is found must be able to use one.
    pub(super) tools: Option<Tools>,
    /// Who has a lower score is not shown.
    pub(super) delist_below: Option<f64>,
    /// Who has pledged less is not shown; and who says what is pledged.
    pub(super) least_pledge: Option<(Credits, AgentId)>,
    pledged: BTreeMap<AgentId, Credits>,
    /// Whether agents are found by skill; what their users may do and what they need.
    pub(super) by_skill: bool,
    pub(super) permissions: Permissions,
    /// Whether who is called rates who calls it, and may hear first how it was rated.
    pub(super) mutual: Mutual,
    /// Managers and the names that they called; those of them that have complained and were not answered; names that have
    /// answered a complaint with a complaint.
    met: BTreeSet<(Name, Name)>,
    complained: BTreeSet<(Name, Name)>,
    retorts: BTreeSet<Name>,
    /// The tasks it has heard of, where messages may be lost or come twice.
    pub(super) heard: Option<BTreeSet<TaskId>>,
    /// What it has asked.
    pub(super) errands: Errands,
    /// Into how many namespaces bidders and managers are dealt out; agents see their own.
    namespaces: u32,
    known: BTreeMap<String, Known>,
    titles: BTreeMap<Name, String>,
    probes: BTreeMap<TaskId, String>,
    /// Feedback that was refused.
    pub(super) refused: u64,
}

/// The tag of a timer for what it has asked; others are twice a name.
fn errand_tag(task: TaskId) -> u64 {
    u64::from(task.0) * 2 + 1
}

/// What restricted work needs.
fn restricted() -> BTreeSet<String> {
    BTreeSet::from(["restricted-work".to_string()])
}

/// What the tools are about that work needs.
const TOOL: &str = "work";

/// The tool registry of a market: one tool, which some agents may use.
pub(super) fn tool(users: impl Iterator<Item = String>) -> Tools {
    let tags = BTreeSet::from([TOOL.to_string()]);
    let (id, version, namespace) = ("workbench".into(), "1".into(), "market".into());
    let tool = Tool { id, version, namespace, tags, permissions: BTreeSet::new(), users: Some(users.collect()) };
    let mut tools = Tools::default();
    tools.register(tool).expect("its name is free");
    tools
}

fn tag(skill: u16) -> String {
    format!("skill-{skill}")
}

impl Registrar {
    /// An empty registry that knows managers. `titles` are the names of all agents, `inner` has the policy.
    pub(super) fn new(
        mut inner: RegistryAgent,
        (me, names, titles): (AgentId, Names, &[String]),
        namespaces: u32,
    ) -> Result<Self, Diagnostic> {
        inner.names = titles.to_vec();
        let mut registrar = Self {
            inner,
            agents: u32::try_from(titles.len()).expect("few agents"),
            me,
            names,
            ratings: None,
            certification: None,
            versions: true,
            authority: Authority::Card,
            tools: None,
            delist_below: None,
            least_pledge: None,
            pledged: BTreeMap::new(),
            by_skill: true,
            permissions: Permissions::NONE,
            mutual: Mutual::OneWay,
            met: BTreeSet::new(),
            complained: BTreeSet::new(),
            retorts: BTreeSet::new(),
            heard: None,
            errands: Errands::default(),
            namespaces,
            known: BTreeMap::new(),
            titles: BTreeMap::new(),
            probes: BTreeMap::new(),
            refused: 0,
        };
        for (place, title) in titles.iter().enumerate().take(names.first() as usize) {
            let agent = AgentId::at(place);
            registrar.titles.insert(names.of(agent), title.clone());
            if agent.0 >= names.bidders {
                let record = AgentRecord {
                    id: title.clone(),
                    namespace: registrar.namespace(agent),
                    version: "1".into(),
                    ..AgentRecord::default()
                };
                registrar.inner.registry.register(record)?;
            }
        }
        Ok(registrar)
    }

    fn namespace(&self, agent: AgentId) -> String {
        let place = if agent.0 < self.names.bidders { agent.0 } else { agent.0 - self.names.bidders };
        format!("market.n{}", place % self.namespaces.max(1))
    }

    pub(super) fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Message { task, .. } if !self.hears(*task) => {}
            Event::Message { task, from, payload } => match self.answer(now, *from, payload, out) {
                Ok(answer) => {
                    out.update(*task, TaskState::Working);
                    out.artifact(*task, answer);
                    out.update(*task, TaskState::Completed);
                }
                Err(refusal) => {
                    self.refused += u64::from(matches!(payload, Word::Rate(_)));
                    out.update_saying(*task, TaskState::Rejected, Word::NotDone(refusal.code));
                }
            },
            Event::Update { task, state, .. } => {
                let again = self.errands.updated(*task, *state, errand_tag, out);
                if !state.is_terminal() {
                    return;
                }
                match (self.probes.remove(task), again) {
                    (Some(title), Some(again)) => {
                        self.probes.insert(again, title);
                    }
                    (Some(title), None) => self.probed(now, &title, *state == TaskState::Completed, out),
                    (None, _) => {}
                }
            }
            Event::Timer { tag } if tag % 2 == 1 => {
                let task = TaskId(u32::try_from(tag / 2).expect("tags are made of tasks"));
                let given_up = self.errands.remind(task, errand_tag, out);
                // Whether it succeeded is never heard: it has not shown it.
                if let Some(title) = given_up.then(|| self.probes.remove(&task)).flatten() {
                    self.probed(now, &title, false, out);
                }
            }
            Event::Timer { tag } => {
                let name = Name(u32::try_from(tag / 2).expect("tags are made of names"));
                if let Some(title) = self.titles.get(&name).cloned() {
                    self.examine(&title, out);
                }
            }
            // The message that opened it was lost.
            Event::Cancel { task } if self.heard.is_some() && self.hears(*task) => {
                out.update(*task, TaskState::Canceled);
            }
            // What is on record is safe; certificates that ran out meanwhile are looked at now.
            Event::Recovered => {
                self.errands.resume(errand_tag, out);
                let valid_us = self.certification.and_then(|certification| certification.valid_us);
                for known in self.known.values().filter(|_| valid_us.is_some()) {
                    out.timer(1, u64::from(known.name.0) * 2);
                }
            }
            _ => {}
        }
    }

    /// Notes a task; whether it is heard of for the first time.
    fn hears(&mut self, task: TaskId) -> bool {
        self.heard.as_mut().is_none_or(|heard| heard.insert(task))
    }

    /// What the user of a manager at a place may have done.
    fn may(&self, place: u32) -> BTreeSet<String> {
        if self.permissions.permits(place) { restricted() } else { BTreeSet::new() }
    }

    /// What an agent is called on record.
    fn title(&mut self, from: AgentId, name: Name) -> String {
        let own = &self.inner.names[from.index()];
        self.titles.entry(name).or_insert_with(|| format!("{own}~{}", name.0)).clone()
    }

    fn answer(&mut self, now: Tick, from: AgentId, word: &Word, out: &mut Outbox<Word>) -> Result<Word, Diagnostic> {
        match word {
            Word::Register(entry) => self.register(now, from, entry, out),
            Word::Card(old, new) => {
                let title = self.title(from, *old);
                if self.versions && self.known.get(&title).is_some_and(|known| known.address == from) {
                    match self.authority {
                        Authority::Card => self.upgrade(&title, *new, out)?,
                        Authority::Registry => self.drifted(now, &title, out)?,
                    }
                }
                Ok(Word::Done)
            }
            Word::Find(skill) => {
                let caller = self.inner.names[from.index()].clone();
                let query = Query {
                    caller,
                    require_certified: self.certification.is_some(),
                    tags: if self.by_skill { BTreeSet::from([tag(*skill)]) } else { BTreeSet::new() },
                    user_permissions: self.may(from.0.wrapping_sub(self.names.bidders)),
                    ..Query::default()
                };
                let answer = self.inner.answer(now, from, &Request::Discover(Box::new(query)))?;
                let Request::Found(found) = answer else { return Ok(Word::Done) };
                let asker = self.names.of(from);
                let mut listed = Vec::with_capacity(found.len());
                for found in &found {
                    let Some(known) = self.known.get(&found.agent) else { continue };
                    let (address, name, version) = (known.address, known.name, known.version);
                    let pledged = self.pledged.get(&address).copied().unwrap_or_default();
                    if self.least_pledge.is_some_and(|(least, _)| pledged < least) || !self.has_tool(&found.agent) {
                        continue;
                    }
                    let score = self.ratings.as_mut().map(|ratings| ratings.score(now, asker, name));
                    let low = |score: f64| self.delist_below.is_some_and(|least| score < least);
                    if !score.is_some_and(low) {
                        let retorts = self.retorts.contains(&name);
                        listed.push(Listing { address, name, version, score, retorts });
                    }
                }
                Ok(Word::Listed(listed.into()))
            }
            Word::Called(caller, name) => {
                let title = self.title(from, *name);
                if self.mutual != Mutual::OneWay {
                    self.met.insert((self.names.of(*caller), *name));
                }
                let caller = self.title(*caller, self.names.of(*caller));
                let version = self.known.get(&title).map_or(1, |known| known.version).to_string();
                let called = Request::Called { caller, version, agent: title, succeeded: true };
                self.inner.answer(now, from, &called).map(|_| Word::Done)
            }
            Word::Backed(agent, amount) => {
                if self.least_pledge.is_none_or(|(_, bank)| bank != from) {
                    return Err(Diagnostic::new(
                        "not-yours",
                        "word of a pledge",
                        "the escrow agent, who holds pledges",
                    ));
                }
                self.pledged.insert(*agent, *amount);
                Ok(Word::Done)
            }
            Word::Rate(feedback) if feedback.ratee.0 < self.names.buyers => self.rate_caller(now, from, feedback),
            Word::Rate(feedback) => self.rate(now, from, feedback, out),
            Word::AskStanding(name) => {
                let title = self.title(from, *name);
                let name = self.known.get(&title).map_or(*name, |known| known.name);
                let asker = self.names.of(from);
                let ratings = self.ratings.as_mut().ok_or_else(|| {
                    Diagnostic::new("no-ratings", "a question for a score", "a registry that keeps ratings")
                })?;
                Ok(Word::Standing { score: ratings.score(now, asker, name), newcomer: ratings.newcomer(now) })
            }
            _ => Err(Diagnostic::new("no-request", word.kind(), "a request to the registry")),
        }
    }

    fn register(
        &mut self,
        now: Tick,
        from: AgentId,
        entry: &Entry,
        out: &mut Outbox<Word>,
    ) -> Result<Word, Diagnostic> {
        let id = self.title(from, entry.name);
        let skills = vec![Skill {
            id: "work".into(),
            tags: entry.skills.iter().map(|skill| tag(*skill)).collect(),
            permissions: if self.permissions.restricts(from.0) { restricted() } else { BTreeSet::new() },
            ..Skill::default()
        }];
        let record = AgentRecord {
            id: id.clone(),
            namespace: self.namespace(from),
            visibility: if self.namespaces > 1 { Visibility::Namespace } else { Visibility::Public },
            version: "1".into(),
            skills: if entry.skills.is_empty() { Vec::new() } else { skills },
            ..AgentRecord::default()
        };
        self.inner.answer(now, from, &Request::Register(Box::new(record)))?;
        if let Some(old) = entry.instead_of {
            let old = self.title(from, old);
            self.inner.answer(now, from, &Request::Retire { agent: old })?;
        }
        if let Some(ratings) = &mut self.ratings {
            ratings.join(entry.name);
        }
        let known =
            Known { name: entry.name, address: from, version: 1, skills: entry.skills.clone(), probing: (0, 0) };
        self.known.insert(id.clone(), known);
        self.examine(&id, out);
        Ok(Word::Done)
    }

    /// Whether an agent may use a tool that work needs.
    fn has_tool(&self, title: &str) -> bool {
        self.tools.as_ref().is_none_or(|tools| {
            let entry = self.inner.registry.agent(title);
            entry.is_some_and(|entry| tools.usable(TOOL, entry, &BTreeSet::new()).next().is_some())
        })
    }

    /// An agent's card shows another version than the registered one, which stays: its certificate is worth nothing until
    /// it has been examined again.
    fn drifted(&mut self, now: Tick, title: &str, out: &mut Outbox<Word>) -> Result<(), Diagnostic> {
        self.inner.registry.note_drift(title, now)?;
        self.examine(title, out);
        Ok(())
    }

    /// An agent's card shows another version than the registered one, which follows it.
    fn upgrade(&mut self, title: &str, name: Name, out: &mut Outbox<Word>) -> Result<(), Diagnostic> {
        let known = self.known.get_mut(title).expect("it was just there");
        known.version += 1;
        known.name = name;
        let version = known.version.to_string();
        self.titles.insert(name, title.to_string());
        let skills = self.inner.registry.agent(title).map(|entry| entry.skills.clone()).unwrap_or_default();
        self.inner.registry.upgrade(title, version, skills)?;
        if let Some(ratings) = &mut self.ratings {
            ratings.join(name);
        }
        self.examine(title, out);
        Ok(())
    }

    /// Takes feedback: of whom, under which name and of which version is the registry's to check.
    fn rate(&mut self, now: Tick, from: AgentId, said: &Feedback, out: &mut Outbox<Word>) -> Result<Word, Diagnostic> {
        let caller = self.title(from, said.rater);
        let agent = self.titles.get(&said.ratee).cloned().unwrap_or_default();
        let version = said.version.to_string();
        let rating = said.grade.value();
        let feedback = feedback::Feedback { caller, agent, version, rating };
        self.inner.answer(now, from, &Request::Rate(feedback))?;
        if let Some(ratings) = &mut self.ratings {
            ratings.rate(now, said.rater, said.ratee, said.grade, said.size);
        }
        let by_caller = said.rater.0 < self.names.buyers;
        if let (Mutual::Open, true, Some(known)) = (self.mutual, by_caller, self.titles.get(&said.ratee)) {
            let Some(address) = self.known.get(known).map(|known| known.address) else { return Ok(Word::Done) };
            if said.grade != Grade::GOOD {
                self.complained.insert((said.rater, said.ratee));
            }
            let context = super::manager::context(self.agents, self.me, address);
            let word = Word::Rated { rater: said.rater, grade: said.grade };
            self.errands.ask((address, context), word, Vec::new(), errand_tag, out);
        }
        Ok(Word::Done)
    }

    /// Takes what somebody who was called says of who called it.
    fn rate_caller(&mut self, now: Tick, from: AgentId, said: &Feedback) -> Result<Word, Diagnostic> {
        let title = self.title(from, said.rater);
        let own = self.known.get(&title).is_some_and(|known| known.address == from);
        let met = self.met.contains(&(said.ratee, said.rater));
        if self.mutual == Mutual::OneWay || !own || !met {
            let found = format!("feedback of {title:?} on agent {}", said.ratee.0);
            return Err(Diagnostic::new("unverified-caller", found, "feedback on who called, where it is asked for"));
        }
        if self.complained.remove(&(said.ratee, said.rater)) && said.grade != Grade::GOOD {
            self.retorts.insert(said.rater);
        }
        if let Some(ratings) = &mut self.ratings {
            ratings.rate(now, said.rater, said.ratee, said.grade, said.size);
        }
        Ok(Word::Done)
    }

    /// Gives an agent probes, if there is certification and it claims a skill.
    fn examine(&mut self, title: &str, out: &mut Outbox<Word>) {
        let Some(certification) = self.certification else { return };
        let Some(known) = self.known.get_mut(title).filter(|known| !known.skills.is_empty()) else { return };
        known.probing = (certification.probes, 0);
        let context: ContextId = super::manager::context(self.agents, self.me, known.address);
        for k in 0..certification.probes as usize {
            let skill = known.skills[k % known.skills.len()];
            let word = Word::Probe { skill, size: certification.size };
            let task = self.errands.ask((known.address, context), word, Vec::new(), errand_tag, out);
            self.probes.insert(task, title.to_string());
        }
    }

    fn probed(&mut self, now: Tick, title: &str, passed: bool, out: &mut Outbox<Word>) {
        let Some(certification) = self.certification else { return };
        let Some(known) = self.known.get_mut(title) else { return };
        known.probing.0 = known.probing.0.saturating_sub(1);
        known.probing.1 += u32::from(passed);
        let (left, passed) = known.probing;
        if left == 0 && f64::from(passed) >= certification.least * f64::from(certification.probes) {
            let expires = certification.valid_us.map(|valid_us| now.after(valid_us));
            self.inner.registry.certify(title, now, expires).expect("who is examined is on record");
            if let Some(valid_us) = certification.valid_us {
                out.timer(valid_us, u64::from(known.name.0) * 2);
            }
        }
    }
}
