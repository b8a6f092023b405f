//! The tool registry beside that of agents: which tools there are, and which agents may use them.

use super::entry::{AgentRecord, is_at_or_below};
use crate::error::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// A tool's entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    /// Its name, unique in the registry.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The namespace whose agents may use it, and those below.
    pub namespace: String,
    /// The agents that may use it; all of the namespace if nothing.
    pub users: Option<BTreeSet<String>>,
    /// What it is about.
    pub tags: BTreeSet<String>,
    /// What the user for whom it is used must be allowed.
    pub permissions: BTreeSet<String>,
}

/// Tools on record, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tools {
    tools: BTreeMap<String, Tool>,
}

impl Tools {
    /// Puts a tool on record.
    ///
    /// # Errors
    /// If it has no name or its name is taken.
    pub fn register(&mut self, tool: Tool) -> Result<(), Diagnostic> {
        if tool.id.is_empty() || self.tools.contains_key(&tool.id) {
            let found = format!("a tool named {:?}", tool.id);
            return Err(Diagnostic::new("name-taken", found, "a name that no other tool has"));
        }
        self.tools.insert(tool.id.clone(), tool);
        Ok(())
    }

    /// The tools with a tag that an agent may use for a user who may so much, by name.
    pub fn usable<'a>(
        &'a self,
        tag: &'a str,
        agent: &'a AgentRecord,
        user_permissions: &'a BTreeSet<String>,
    ) -> impl Iterator<Item = &'a Tool> {
        self.tools.values().filter(move |tool| {
            tool.tags.contains(tag)
                && is_at_or_below(&agent.namespace, &tool.namespace)
                && tool.users.as_ref().is_none_or(|users| users.contains(&agent.id))
                && tool.permissions.is_subset(user_permissions)
        })
    }
}
