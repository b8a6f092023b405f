//! The registry itself: entries by name, and indices by which queries look at few of them.

use super::certificate::Certificate;
use super::discovery::{Discovery, Found, Policy, Query, examine};
use super::entry::{AgentRecord, Skill, is_at_or_below};
use crate::error::Diagnostic;
use crate::ids::Tick;
use std::collections::BTreeMap;

/// Agents on record, in the order of registration.
#[derive(Clone, Debug, Default)]
pub struct Registry {
    /// Which filters are applied.
    pub policy: Policy,
    agents: Vec<AgentRecord>,
    by_id: BTreeMap<String, usize>,
    /// Agents with a skill that has the tag, ascending.
    by_tag: BTreeMap<String, Vec<usize>>,
    by_namespace: BTreeMap<String, Vec<usize>>,
}

impl Registry {
    /// An empty registry.
    pub fn new(policy: Policy) -> Self {
        Self { policy, ..Self::default() }
    }

    /// Puts an agent on record.
    ///
    /// # Errors
    /// If it has no name, its name is taken, or a segment of its namespace is empty.
    pub fn register(&mut self, record: AgentRecord) -> Result<(), Diagnostic> {
        if record.id.is_empty() || self.by_id.contains_key(&record.id) {
            let found = format!("an agent named {:?}", record.id);
            return Err(Diagnostic::new("name-taken", found, "a name that no other agent of the registry has"));
        }
        if record.namespace.split('.').any(str::is_empty) {
            let found = format!("the namespace {:?} of {:?}", record.namespace, record.id);
            return Err(Diagnostic::new("bad-namespace", found, "segments joined by dots, such as acme.ops"));
        }
        let place = self.agents.len();
        self.by_id.insert(record.id.clone(), place);
        self.by_namespace.entry(record.namespace.clone()).or_default().push(place);
        self.index_tags(place, &record);
        self.agents.push(record);
        Ok(())
    }

    fn index_tags(&mut self, place: usize, record: &AgentRecord) {
        for tag in record.skills.iter().flat_map(|skill| &skill.tags) {
            let agents = self.by_tag.entry(tag.clone()).or_default();
            if let Err(at) = agents.binary_search(&place) {
                agents.insert(at, place);
            }
        }
    }

    /// All entries, in the order of registration.
    pub fn agents(&self) -> &[AgentRecord] {
        &self.agents
    }

    /// The entry of a name.
    pub fn agent(&self, id: &str) -> Option<&AgentRecord> {
        self.by_id.get(id).map(|place| &self.agents[*place])
    }

    fn place(&self, id: &str) -> Result<usize, Diagnostic> {
        self.by_id
            .get(id)
            .copied()
            .ok_or_else(|| Diagnostic::new("unknown-agent", format!("no agent named {id:?}"), "a registered agent"))
    }

    /// Gives an agent's entry a new version with the skills that it has now. Its certificate is of the old version: stale
    /// until it is certified again.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn upgrade(&mut self, id: &str, version: impl Into<String>, skills: Vec<Skill>) -> Result<(), Diagnostic> {
        let place = self.place(id)?;
        for tag in self.agents[place].skills.iter().flat_map(|skill| &skill.tags) {
            if let Some(agents) = self.by_tag.get_mut(tag) {
                agents.retain(|agent| *agent != place);
            }
        }
        self.agents[place].version = version.into();
        self.agents[place].skills = skills;
        let record = self.agents[place].clone();
        self.index_tags(place, &record);
        Ok(())
    }

    /// Certifies the present version of an agent.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn certify(&mut self, id: &str, issued: Tick, expires: Option<Tick>) -> Result<(), Diagnostic> {
        let place = self.place(id)?;
        let version = self.agents[place].version.clone();
        self.agents[place].certificate = Some(Certificate { version, issued, expires, revoked: None });
        self.agents[place].drifted = None;
        Ok(())
    }

    /// Takes an agent's certificate back from a tick on.
    ///
    /// # Errors
    /// If there is no such agent, or it has no certificate.
    pub fn revoke(&mut self, id: &str, at: Tick) -> Result<(), Diagnostic> {
        let place = self.place(id)?;
        let Some(certificate) = &mut self.agents[place].certificate else {
            let found = format!("{id:?} has no certificate");
            return Err(Diagnostic::new("no-certificate", found, "a certified agent"));
        };
        certificate.revoked = Some(certificate.revoked.map_or(at, |before| before.min(at)));
        Ok(())
    }

    /// Takes an agent off the list from a tick on, the earliest if it is said more than once; its entry stays on record.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn retire(&mut self, id: &str, at: Tick) -> Result<(), Diagnostic> {
        let place = self.place(id)?;
        let entry = &mut self.agents[place];
        entry.retired = Some(entry.retired.map_or(at, |before| before.min(at)));
        Ok(())
    }

    pub(super) fn entry_mut(&mut self, id: &str) -> Result<&mut AgentRecord, Diagnostic> {
        let place = self.place(id)?;
        Ok(&mut self.agents[place])
    }

    /// Looks at every agent and says of each whether it was found, or why not.
    pub fn explain(&self, query: &Query) -> Discovery {
        self.over(0..self.agents.len(), query, true)
    }

    /// The same agents as [`explain`](Self::explain) finds, looking only at those that have the query's rarest tag, or are of
    /// its namespace; `filtered` stays empty.
    pub fn discover(&self, query: &Query) -> Discovery {
        static NOBODY: Vec<usize> = Vec::new();
        let rarest =
            query.tags.iter().map(|tag| self.by_tag.get(tag).unwrap_or(&NOBODY)).min_by_key(|agents| agents.len());
        if let Some(agents) = rarest {
            return self.over(agents.iter().copied(), query, false);
        }
        match &query.namespace {
            Some(namespace) => {
                let mut agents: Vec<usize> = self
                    .by_namespace
                    .range(namespace.clone()..)
                    .take_while(|(key, _)| key.starts_with(namespace.as_str()))
                    .filter(|(key, _)| is_at_or_below(key, namespace))
                    .flat_map(|(_, agents)| agents.iter().copied())
                    .collect();
                agents.sort_unstable();
                self.over(agents.into_iter(), query, false)
            }
            None => self.over(0..self.agents.len(), query, false),
        }
    }

    fn over(&self, places: impl Iterator<Item = usize>, query: &Query, explains: bool) -> Discovery {
        let mut discovery = Discovery::default();
        for place in places {
            let agent = &self.agents[place];
            discovery.examined += 1;
            match examine(agent, query, &self.policy) {
                Ok(skills) => discovery.found.push(Found { agent: agent.id.clone(), skills }),
                Err(reason) if explains => discovery.filtered.push((agent.id.clone(), reason)),
                Err(_) => {}
            }
        }
        discovery
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_retires_twice_is_not_listed_in_between() {
        let mut registry = Registry::default();
        let entry = AgentRecord { id: "a".into(), namespace: "acme".into(), ..AgentRecord::default() };
        registry.register(entry).expect("a new name");
        for at in [10, 20] {
            registry.retire("a", Tick(at)).expect("on record");
        }
        let listed = [9, 10, 15, 20].map(|at| registry.agent("a").is_some_and(|entry| entry.is_listed(Tick(at))));
        assert_eq!(listed, [true, false, false, false]);
    }
}
