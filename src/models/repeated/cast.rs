//! The agents of a scenario and their distinct strategies.

use crate::catalogue::Place;
use crate::error::{Diagnostic, Faults};
use crate::models::{AgentGroup, Setting};
use crate::strategy::Strategy;
use std::collections::BTreeSet;

/// One agent.
pub(super) struct Agent {
    pub(super) name: String,
    /// The strategy's place among the distinct ones.
    pub(super) kind: usize,
}

/// The agents of a scenario, by name, and their distinct strategies.
pub(super) struct Cast {
    pub(super) agents: Vec<Agent>,
    pub(super) kinds: Vec<StrategyKind>,
}

/// A strategy that agents of the scenario have.
pub(super) struct StrategyKind {
    /// Its key, with the parameters that are not defaults.
    pub(super) name: String,
    pub(super) strategy: Box<dyn Strategy>,
    pub(super) agents: usize,
    pub(super) place: Place,
}

/// The greatest number of agents.
const MAX_AGENTS: usize = 100_000;

/// The most characters of a name: it is a column of tables and a label of figures.
const MAX_NAME: usize = 80;

/// The group's name, which must be one that a table, a figure and an address can hold. `*` is the name of everyone, to
/// whom cards are announced.
fn name(group: &AgentGroup) -> Result<(), Diagnostic> {
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

/// Reads the agents: names are made, strategies built, and equal strategies put together.
pub(super) fn cast(setting: &Setting, faults: &mut Faults) -> Cast {
    let mut cast = Cast { agents: Vec::new(), kinds: Vec::new() };
    let mut names = BTreeSet::new();
    for group in &setting.agents {
        faults.keep(name(group));
        let Some(kind) = cast.kind_of(group, setting, faults) else { continue };
        if cast.agents.len() + group.count as usize > MAX_AGENTS {
            faults.push(
                Diagnostic::new("too-many-agents", format!("more than {MAX_AGENTS} agents"), "a smaller population")
                    .at(group.place.key("count").at(&group.name_origin)),
            );
            return cast;
        }
        for k in 1..=group.count {
            let name = if group.count == 1 { group.name.clone() } else { format!("{}-{k}", group.name) };
            if !names.insert(name.clone()) {
                faults.push(
                    Diagnostic::new("name-taken", format!("two agents named {name:?}"), "names of their own")
                        .at(group.place.key("name").at(&group.name_origin)),
                );
                break;
            }
            cast.agents.push(Agent { name, kind });
            cast.kinds[kind].agents += 1;
        }
    }
    if cast.agents.len() < 2 && faults.is_empty() {
        faults.push(
            Diagnostic::new(
                "too-few-agents",
                format!("{} agents", cast.agents.len()),
                "at least two: agents meet in pairs",
            )
            .help("add [[agents]] with name and strategy, or a count")
            .at(setting.document.key("agents").at(&crate::error::Origin::Unknown)),
        );
    }
    cast
}

impl Cast {
    fn kind_of(&mut self, group: &AgentGroup, setting: &Setting, faults: &mut Faults) -> Option<usize> {
        let strategies = &setting.kit.strategies;
        let here = group.place.key("strategy").at(&group.strategy.origin);
        let spec = strategies
            .resolve_with((&group.strategy, &group.place.key("strategy")), (&group.params, &group.place.key("params")));
        let spec = match spec {
            Ok(spec) => spec,
            Err(found) => {
                faults.extend(found.or_at(&here));
                return None;
            }
        };
        let name = strategies.display(&spec);
        if let Some(known) = self.kinds.iter().position(|kind| kind.name == name) {
            return Some(known);
        }
        match strategies.build(&spec, strategies) {
            Ok(strategy) => {
                self.kinds.push(StrategyKind { name, strategy, agents: 0, place: group.place.clone() });
                Some(self.kinds.len() - 1)
            }
            Err(found) => {
                faults.extend(found.or_at(&here));
                None
            }
        }
    }
}
