//! The registry as an agent: entries, certification, discovery and feedback are tasks at it.
//!
//! A request that is granted ends its task COMPLETED with the answer as its artifact; one that is refused ends it REJECTED with
//! the reason. Only the registry's own certifier certifies.

use super::discovery::{Found, Query};
use super::entry::AgentRecord;
use super::feedback::{Feedback, Record};
use super::store::Registry;
use crate::a2a::TaskState;
use crate::error::Diagnostic;
use crate::exchange::{Agent, Event, Outbox, Payload};
use crate::ids::{AgentId, Tick};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What is said to a registry and by it.
#[derive(Clone, Debug, PartialEq)]
pub enum Word {
    /// Put this agent on record.
    Register(Box<AgentRecord>),
    /// Vouch for the present version of an agent until a tick.
    Certify {
        /// The agent.
        agent: String,
        /// Until when; for ever if nothing.
        expires: Option<Tick>,
    },
    /// Take its certificate back.
    Revoke {
        /// The agent.
        agent: String,
    },
    /// Take this entry of mine off the list.
    Retire {
        /// The agent.
        agent: String,
    },
    /// Find agents. The registry puts in the tick itself.
    Discover(Box<Query>),
    /// A call ended, as its server reports.
    Called {
        /// Who called.
        caller: String,
        /// Which version of the server.
        version: String,
        /// The server.
        agent: String,
        /// Whether it went well.
        succeeded: bool,
    },
    /// This is what I think of it.
    Rate(Feedback),
    /// It is done.
    Done,
    /// These were found.
    Found(Vec<Found>),
    /// It is not done, and why.
    Refused(String),
}

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Register(record) => json!({
                "register": {
                    "agent": record.id,
                    "namespace": record.namespace,
                    "visibility": record.visibility.name(),
                    "version": record.version,
                    "skills": record.skills.iter().map(|skill| json!({"id": skill.id, "tags": skill.tags})).collect::<Vec<_>>(),
                }
            }),
            Word::Certify { agent, expires } => json!({"certify": agent, "expires_us": expires.map(|tick| tick.0)}),
            Word::Revoke { agent } => json!({"revoke": agent}),
            Word::Retire { agent } => json!({"retire": agent}),
            Word::Discover(query) => json!({
                "discover": {"caller": query.caller, "tags": query.tags, "require_certified": query.require_certified}
            }),
            Word::Called { caller, agent, version, succeeded } => {
                json!({"called": agent, "version": version, "caller": caller, "succeeded": succeeded})
            }
            Word::Rate(feedback) => {
                json!({"rate": feedback.agent, "version": feedback.version, "rating": feedback.rating})
            }
            Word::Done => json!({"done": true}),
            Word::Found(found) => {
                let entry = |found: &Found| json!({"agent": found.agent, "skills": found.skills});
                json!({"found": found.iter().map(entry).collect::<Vec<_>>()})
            }
            Word::Refused(reason) => json!({"refused": reason}),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Found(_) => "agents",
            Word::Refused(_) => "refusal",
            _ => "receipt",
        }
    }
}

/// A registry that answers tasks.
#[derive(Clone, Debug, Default)]
pub struct RegistryAgent {
    /// What is on record.
    pub registry: Registry,
    /// What happened with whom.
    pub record: Record,
    /// Who may certify and revoke; nobody if nothing.
    pub certifier: Option<AgentId>,
    /// The names of agents, by number: who speaks is known by the exchange, not by what it says.
    pub names: Vec<String>,
    /// Whether an agent may put further names of its own on record; else each has the one by which the exchange knows it.
    pub free_names: bool,
    /// Who put each further name on record.
    pub owners: BTreeMap<String, AgentId>,
}

impl RegistryAgent {
    /// Does what is asked, or says why not: what a task at the registry comes to.
    ///
    /// # Errors
    /// If the speaker may not, or what it says does not fit what is on record.
    pub fn answer(&mut self, now: Tick, from: AgentId, word: &Word) -> Result<Word, Diagnostic> {
        let speaker = self.names.get(from.index()).cloned().unwrap_or_default();
        let be = |name: &str, expected: &'static str| {
            if name == speaker || self.owners.get(name) == Some(&from) {
                Ok(())
            } else {
                Err(Diagnostic::new("not-yours", format!("{speaker:?} speaks for {name:?}"), expected))
            }
        };
        let certifies = self.certifier == Some(from);
        let only_certifier =
            || Diagnostic::new("not-certifier", format!("{speaker:?} certifies"), "the registry's certifier");
        match word {
            Word::Register(record) => {
                let further = self.free_names && !self.names.contains(&record.id);
                if !further {
                    be(&record.id, "an agent that registers itself")?;
                }
                // What an agent claims is no certificate, and counts from now on.
                let record = AgentRecord { certificate: None, registered: now, ..(**record).clone() };
                let id = record.id.clone();
                self.registry.register(record)?;
                if further {
                    self.owners.insert(id, from);
                }
                Ok(Word::Done)
            }
            Word::Retire { agent } => {
                be(agent, "an agent that takes itself off the list")?;
                self.registry.retire(agent, now).map(|()| Word::Done)
            }
            Word::Certify { agent, expires } if certifies => {
                self.registry.certify(agent, now, *expires).map(|()| Word::Done)
            }
            Word::Revoke { agent } if certifies => self.registry.revoke(agent, now).map(|()| Word::Done),
            Word::Certify { .. } | Word::Revoke { .. } => Err(only_certifier()),
            Word::Discover(query) => {
                be(&query.caller, "a caller that asks for itself")?;
                let namespace = self.registry.agent(&speaker).map(|entry| entry.namespace.clone());
                // The caller's namespace is the registered one: a claim of another would widen what it sees.
                let caller_namespace = namespace.unwrap_or_default();
                let query = Query { at: now, caller_namespace, ..(**query).clone() };
                Ok(Word::Found(self.registry.discover(&query).found))
            }
            Word::Called { caller, agent, version, succeeded } => {
                be(agent, "the server of the call")?;
                self.record.called(caller, agent, version, *succeeded);
                Ok(Word::Done)
            }
            Word::Rate(feedback) => {
                be(&feedback.caller, "the caller itself")?;
                self.record.take(feedback, &self.registry).map(|()| Word::Done)
            }
            Word::Done | Word::Found(_) | Word::Refused(_) => {
                Err(Diagnostic::new("no-request", "an answer", "a request to the registry"))
            }
        }
    }
}

impl Agent<Word> for RegistryAgent {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Message { task, from, payload } => match self.answer(now, *from, payload) {
                Ok(answer) => {
                    out.update(*task, TaskState::Working);
                    out.artifact(*task, answer);
                    out.update(*task, TaskState::Completed);
                }
                Err(refusal) => {
                    out.update_saying(*task, TaskState::Rejected, Word::Refused(refusal.to_string()));
                }
            },
            // Every task ends when it is opened: there is nothing to cancel, to wait for or to take up again.
            Event::Start
            | Event::Update { .. }
            | Event::Artifact { .. }
            | Event::Cancel { .. }
            | Event::Recovered
            | Event::Timer { .. } => {}
        }
    }
}
