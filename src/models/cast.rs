//! The agents of a scenario and their distinct strategies, for models whose agents play by strategies.

use super::names::Roll;
use super::{AgentGroup, Setting};
use crate::catalogue::{Place, nearest};
use crate::error::{Diagnostic, Faults};
use crate::learner::Learner;
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

/// Makes a player of a learning rule, for models whose agents may be either.
pub(super) type Seated = fn(Box<dyn Learner>) -> Box<dyn Strategy>;

/// Reads the agents: names are made, strategies built, and equal strategies put together.
pub(super) fn cast(setting: &Setting, faults: &mut Faults) -> Cast {
    cast_with(setting, None, faults)
}

/// As [`cast`]; with `seated`, agents may also be named after learning rules.
pub(super) fn cast_with(setting: &Setting, seated: Option<Seated>, faults: &mut Faults) -> Cast {
    let mut cast = Cast { agents: Vec::new(), kinds: Vec::new() };
    let mut roll = Roll::new(&[]);
    for group in &setting.agents {
        let names = roll.call(group, faults);
        let Some(kind) = cast.kind_of(group, setting, seated, faults) else { continue };
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
    fn kind_of(
        &mut self,
        group: &AgentGroup,
        setting: &Setting,
        seated: Option<Seated>,
        faults: &mut Faults,
    ) -> Option<usize> {
        let (strategies, learners) = (&setting.kit.strategies, &setting.kit.learners);
        // The name without arguments decides; both families have names of their own.
        let head = group.strategy.as_text().and_then(|text| text.split('(').next()).unwrap_or_default().trim();
        let near = |names: &mut dyn Iterator<Item = &'static str>| nearest(head, names).is_some();
        // An unknown name that is nearly a learner's, and no strategy's, was meant for one.
        let meant = learners.find(head).is_some()
            || !near(&mut strategies.entries().map(|entry| entry.key))
                && near(&mut learners.entries().map(|entry| entry.key));
        let kinds = &mut self.kinds;
        let mut place = |name: String, build: &mut dyn FnMut() -> Result<Box<dyn Strategy>, Faults>| {
            if let Some(known) = kinds.iter().position(|kind| kind.name == name) {
                return Ok(known);
            }
            kinds.push(StrategyKind { name, strategy: build()?, agents: 0, place: group.place.clone() });
            Ok(kinds.len() - 1)
        };
        let found = match seated.filter(|_| strategies.find(head).is_none() && meant) {
            None => group
                .read(strategies, |spec| place(strategies.display(spec), &mut || strategies.build(spec, strategies))),
            Some(seated) => group
                .read(learners, |spec| place(learners.display(spec), &mut || Ok(seated(learners.build(spec, &())?)))),
        };
        faults.keep(found)
    }
}
