//! The agents of a scenario and their distinct strategies, for models whose agents play by strategies.

use super::names::Roll;
use super::{AgentGroup, Setting};
use crate::catalogue::Place;
use crate::error::{Diagnostic, Faults};
use crate::strategy::Strategy;

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

/// Reads the agents: names are made, strategies built, and equal strategies put together.
pub(super) fn cast(setting: &Setting, faults: &mut Faults) -> Cast {
    let mut cast = Cast { agents: Vec::new(), kinds: Vec::new() };
    let mut roll = Roll::new(&[]);
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let Some(kind) = cast.kind_of(group, setting, faults) else { continue };
        cast.kinds[kind].agents += names.len();
        cast.agents.extend(names.into_iter().map(|name| Agent { name, kind }));
    }
    if cast.agents.len() < 2 && faults.is_empty() {
        faults.push(
            Diagnostic::new(
                "too-few-agents",
                format!("{} agents", cast.agents.len()),
                "at least two: agents meet each other",
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
        let found = group.read(strategies, |spec| {
            let name = strategies.display(spec);
            if let Some(known) = self.kinds.iter().position(|kind| kind.name == name) {
                return Ok(known);
            }
            let strategy = strategies.build(spec, strategies)?;
            self.kinds.push(StrategyKind { name, strategy, agents: 0, place: group.place.clone() });
            Ok(self.kinds.len() - 1)
        });
        faults.keep(found)
    }
}
