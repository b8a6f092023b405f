//! The agents of a condition: how many of each kind, by which names, with which rules.

use super::setting::Condition;
use crate::catalogue::{Catalogue, Place, Value};
use crate::error::{Diagnostic, Faults, Location};
use crate::learner::{Learner, Needs};
use crate::models::names::Roll;
use crate::models::{AgentGroup, Setting};

/// A rule as it was named: its key with the parameters that are not defaults, built, what it must see, and whether it can
/// learn from expectations.
pub(super) type Rule = (String, Box<dyn Learner>, Needs, bool);

/// A group of agents as the scenario declares it.
pub(super) struct Declared {
    pub(super) count: usize,
    group: AgentGroup,
    rule: Rule,
}

/// A group of agents of a condition.
pub(super) struct Group {
    pub(super) name: String,
    /// The rule, with the parameters that are not its defaults.
    pub(super) strategy: String,
    pub(super) rule: Box<dyn Learner>,
    pub(super) needs: Needs,
    expected: bool,
    /// How many agents it has.
    pub(super) count: usize,
    place: Place,
}

/// One agent.
pub(super) struct Agent {
    pub(super) name: String,
    pub(super) group: usize,
    /// Whether it is committed to one action.
    pub(super) committed: bool,
}

/// The agents of a condition in order, and their groups.
pub(super) struct Cast {
    pub(super) groups: Vec<Group>,
    pub(super) agents: Vec<Agent>,
}

/// Reads the groups: names are checked, rules built.
pub(super) fn declared(setting: &Setting, faults: &mut Faults) -> Vec<Declared> {
    let mut roll = Roll::new(&[]);
    let mut found = Vec::new();
    for group in &setting.agents {
        roll.call(group, faults);
        let learners = &setting.kit.learners;
        if let Some(rule) = faults.keep(group.read(learners, |spec| build(learners, spec))) {
            found.push(Declared { count: group.count as usize, group: group.clone(), rule });
        }
    }
    if found.is_empty() && faults.is_empty() {
        faults.push(
            Diagnostic::new("too-few-agents", "no agents", "at least one group of agents")
                .help("add [[agents]] with name and strategy (comity list learners)")
                .at(setting.document.key("agents").at(&crate::error::Origin::Unknown)),
        );
    }
    found
}

/// The rule that a value names.
pub(super) fn resolve(learners: &Catalogue<dyn Learner>, value: &Value, place: &Place) -> Result<Rule, Faults> {
    build(learners, &learners.resolve(value, place)?)
}

fn build(learners: &Catalogue<dyn Learner>, spec: &crate::catalogue::Spec) -> Result<Rule, Faults> {
    let facets = learners.entry(&spec.key)?.facets;
    Ok((learners.display(spec), learners.build(spec, &())?, facets.needs, facets.expected))
}

/// The rule by which agents learn what to say.
pub(super) fn talker(
    learners: &Catalogue<dyn Learner>,
    value: &Value,
    place: &Place,
) -> Result<Box<dyn Learner>, Faults> {
    let (name, rule, needs, _) = resolve(learners, value, place)?;
    if needs > Needs::Payoff {
        let found = format!("{name} learns what to say from {}", needs.name());
        let fault = Diagnostic::new("wrong-learner", found, "a rule that learns from its own payoff alone");
        return Err(fault.at(place.at(&value.origin)).into());
    }
    Ok(rule)
}

impl Cast {
    /// The agents of the declared groups, or `size` of them in the same proportions; `given` is the rule of all, if there
    /// is one. In each group the first agents are committed, so many that the share is met to the nearest.
    pub(super) fn of(
        declared: &[Declared],
        size: Option<usize>,
        given: Option<Rule>,
        committed: f64,
        faults: &mut Faults,
    ) -> Self {
        let mut roll = Roll::new(&[]);
        let counts: Vec<usize> = declared.iter().map(|group| group.count).collect();
        let counts = size.map_or(counts.clone(), |size| apportioned(&counts, size));
        let mut cast = Self { groups: Vec::new(), agents: Vec::new() };
        for (group, count) in declared.iter().zip(counts).filter(|(_, count)| *count > 0) {
            let (strategy, rule, needs, expected) = given.as_ref().unwrap_or(&group.rule).clone();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of the agents")]
            let bound = (committed * f64::from(u32::try_from(count).unwrap_or(u32::MAX))).round() as usize;
            let own = AgentGroup { count: u32::try_from(count).unwrap_or(u32::MAX), ..group.group.clone() };
            for (k, name) in roll.call(&own, faults).into_iter().enumerate() {
                cast.agents.push(Agent { name, group: cast.groups.len(), committed: k < bound });
            }
            cast.groups.push(Group { name: own.name, strategy, rule, needs, expected, count, place: own.place });
        }
        cast
    }

    /// Checks that every rule can learn in its seats, and that agents of a group have the same actions.
    pub(super) fn fits(&self, condition: &Condition, at: &Location, faults: &mut Faults) {
        let stage = &condition.stage;
        for (k, group) in self.groups.iter().enumerate() {
            let own = self.agents.iter().enumerate().filter(|(_, agent)| agent.group == k);
            let seats: Vec<usize> =
                own.map(|(place, _)| if condition.matching.is_seats() { place } else { 0 }).collect();
            let mut refuse = |mut fault: Diagnostic| {
                fault.found = format!("strategy {:?} of {}: {}", group.strategy, group.place.path(), fault.found);
                faults.push(fault.at(at.clone()));
            };
            if let Some(fault) = seats.iter().find_map(|seat| group.rule.fits(stage.seat(*seat)).err()) {
                refuse(fault);
            }
            if seats.iter().any(|seat| stage.actions(*seat) != stage.actions(seats[0])) {
                refuse(Diagnostic::new("wrong-game", "its agents have different actions", "a group for each seat"));
            }
            if condition.expected && !group.expected {
                let found = format!("it learns from {}, not from expectations", group.needs.name());
                refuse(Diagnostic::new("wrong-feedback", found, "feedback = \"realised\""));
            }
        }
    }
}

/// Parts of a whole in proportion to some counts, by largest remainders; equals go to the first.
fn apportioned(counts: &[usize], whole: usize) -> Vec<usize> {
    let total: usize = counts.iter().sum::<usize>().max(1);
    let mut parts: Vec<usize> = counts.iter().map(|count| count * whole / total).collect();
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|k| std::cmp::Reverse(counts[*k] * whole % total));
    let left = whole - parts.iter().sum::<usize>();
    for k in order.into_iter().take(left) {
        parts[k] += 1;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_proportions_and_sum() {
        assert_eq!(apportioned(&[10, 10], 7), [4, 3]);
        assert_eq!(apportioned(&[1, 2, 7], 20), [2, 4, 14]);
        assert_eq!(apportioned(&[1, 1, 1], 2), [1, 1, 0]);
        assert_eq!(apportioned(&[2], 16), [16]);
    }
}
