//! The names of agents: each is a column of tables, a label of figures and an address, and each is one agent's.

use super::{AgentGroup, Setting};
use crate::error::{Diagnostic, Faults};
use std::collections::BTreeSet;

/// The most characters of a name.
const MAX_NAME: usize = 80;
/// The greatest number of agents.
const MAX_AGENTS: usize = 100_000;

/// Calls the roll: names agents and sees to it that no two share a name.
pub(super) struct Roll {
    called: BTreeSet<String>,
}

impl Roll {
    /// A roll on which these names, of agents that the model itself brings, are taken.
    pub(super) fn new(reserved: &[&str]) -> Self {
        Self { called: reserved.iter().map(|name| (*name).to_string()).collect() }
    }

    /// The names of a group's agents.
    pub(super) fn call(&mut self, group: &AgentGroup, faults: &mut Faults) -> Vec<String> {
        let at = || group.place.key("name").at(&group.name_origin);
        faults.keep(check(group));
        if self.called.len() + group.count as usize > MAX_AGENTS {
            faults.push(
                Diagnostic::new("too-many-agents", format!("more than {MAX_AGENTS} agents"), "a smaller population")
                    .at(group.place.key("count").at(&group.name_origin)),
            );
            return Vec::new();
        }
        let names = of(group);
        for name in &names {
            if !self.called.insert(name.clone()) {
                faults.push(
                    Diagnostic::new("name-taken", format!("two agents named {name:?}"), "names of their own").at(at()),
                );
                break;
            }
        }
        names
    }
}

/// The group's name, which must be one that a table, a figure and an address can hold. `*` is the name of everyone, to
/// whom cards are announced.
fn check(group: &AgentGroup) -> Result<(), Diagnostic> {
    let name = &group.name;
    let found = if name.trim().is_empty() {
        "an empty name".to_string()
    } else if name.trim() != name || name.chars().any(char::is_control) {
        format!("the name {name:?}, with a control character or space around it")
    } else if name == "*" {
        "the name \"*\", which means everyone".to_string()
    } else if name.chars().count() > MAX_NAME {
        format!("a name of {} characters", name.chars().count())
    } else {
        return Ok(());
    };
    let wanted = format!("a name of 1 to {MAX_NAME} characters");
    Err(Diagnostic::new("bad-name", found, wanted).at(group.place.key("name").at(&group.name_origin)))
}

fn of(group: &AgentGroup) -> Vec<String> {
    match group.count {
        1 => vec![group.name.clone()],
        count => (1..=count).map(|k| format!("{}-{k}", group.name)).collect(),
    }
}

/// The names of all agents of a scenario, in order.
pub(super) fn all(setting: &Setting) -> Vec<String> {
    setting.agents.iter().flat_map(of).collect()
}
