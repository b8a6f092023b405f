//! Shows the first meetings of each condition: as rows task by task, and on the trace.
//!
//! What is shown is a part: the first rounds of the first repetition, at the most sixteen meetings each, a few hundred
//! tasks in all. Learning takes thousands of rounds, and all of them look like these.

use super::setting::Condition;
use super::summary::Summary;
use super::tally::Opening;
use crate::exchange::{Fact, TaskMapping, TraceLevel};
use crate::game::NormalForm;
use crate::models::events::{TaskEvents, Tracer};
use crate::models::rescues::{Met, Wire, Word, staff};
use crate::models::{Recorder, RunCx};
use crate::play::{Pace, task_facts};
use crate::sim::Observer;
use crate::strategy::Action;
use std::collections::BTreeMap;

/// The games of conditions that are games of two players.
pub(super) fn games(conditions: &[Condition]) -> impl Iterator<Item = (&str, &NormalForm)> {
    let game = |condition: &'_ Condition| condition.stage.normal_form().is_some_and(|game| game.player_count() == 2);
    conditions
        .iter()
        .filter(move |condition| game(condition))
        .filter_map(|condition| Some((condition.name.as_str(), condition.stage.normal_form()?)))
}

/// All agents of all conditions, each once, and what each does.
pub(super) fn agents(conditions: &[Condition]) -> Vec<(String, String)> {
    let mut found = BTreeMap::new();
    for condition in conditions {
        for agent in &condition.cast.agents {
            found.entry(agent.name.clone()).or_insert_with(|| condition.cast.groups[agent.group].strategy.clone());
        }
    }
    found.into_iter().collect()
}

/// The rounds in which the same agents met, and what they did.
type Together<'a> = (&'a [usize], Vec<(u32, Vec<Action>)>);

/// An action as messages name it; nothing beyond what they hold.
fn action_of(action: usize) -> Option<Action> {
    u8::try_from(action).map(Action).ok()
}

/// The meetings by who met, in the order of their first ones; nothing if a game has more actions than a message holds.
fn together(openings: &[Opening]) -> Option<Vec<Together<'_>>> {
    let mut found: Vec<Together<'_>> = Vec::new();
    for Opening { round, agents, actions, .. } in openings {
        let round = u32::try_from(*round).ok()?;
        let actions = actions.iter().map(|action| action_of(*action)).collect::<Option<Vec<_>>>()?;
        match found.iter_mut().find(|(known, _)| *known == agents.as_slice()) {
            Some((_, rounds)) => rounds.push((round, actions)),
            None => found.push((agents, vec![(round, actions)])),
        }
    }
    Some(found)
}

/// Records the first meetings of a condition, and traces them.
pub(super) fn first_rounds(condition: &Condition, summary: &Summary, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let openings = summary.first.as_ref().map_or(&[][..], |first| &first.openings);
    if condition.is_rescued() {
        return rescued(condition, openings, cx, recorder);
    }
    let Some(meetings) = together(openings) else { return };
    let name = |agent: &usize| condition.cast.agents[*agent].name.clone();
    if let Some((agents, rounds)) = meetings.first() {
        let names: Vec<String> = agents.iter().map(name).collect();
        let mut events = TaskEvents::default();
        task_facts(&condition.stage.subject, Pace::default(), rounds.iter().cloned(), |at, fact| events.see(at, &fact));
        events.record(&condition.name, &names, recorder);
    }
    if cx.trace == TraceLevel::Off {
        return;
    }
    for (agents, rounds) in meetings {
        let names: Vec<String> = agents.iter().map(name).collect();
        let place = format!("{}/{}", condition.name, names.join("/"));
        let mapping = TaskMapping::new(names, cx.trace, cx.key, &place, 0);
        let mut hand_on = |block: &crate::exchange::TraceBlock| recorder.trace(block);
        let mut tracer = Tracer::new(mapping, &mut hand_on);
        task_facts(&condition.stage.subject, Pace::default(), rounds.into_iter(), |at, fact| tracer.see(at, &fact));
        tracer.finish();
    }
}

/// How many meetings are shown task by task where there are contracts or records.
const SHOWN: usize = 8;

/// The same with contracts, bonds and ratings: one exchange of all agents with the escrow agent and the registry.
fn rescued(condition: &Condition, openings: &[Opening], cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let names = staff(condition.cast.agents.iter().map(|agent| agent.name.clone()));
    let mut events = TaskEvents::default();
    wire(condition, &openings[..openings.len().min(SHOWN)], &names, &mut events);
    events.record(&condition.name, &names, recorder);
    if cx.trace == TraceLevel::Off {
        return;
    }
    let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, &condition.name, 0);
    let mut hand_on = |block: &crate::exchange::TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    wire(condition, openings, &names, &mut tracer);
    tracer.finish();
}

fn wire<O: Observer<Fact<Word>>>(condition: &Condition, openings: &[Opening], names: &[String], observer: &mut O) {
    let bond = condition.contract.as_ref().map(|terms| terms.contract.bond());
    let mut wire = Wire::new(observer, &condition.stage.subject, bond, condition.records.is_some(), names);
    for opening in openings {
        let (&[a, b], &[x, y]) = (&opening.agents[..], &opening.actions[..]) else { continue };
        let (Ok(round), Some(x), Some(y)) = (u32::try_from(opening.round), action_of(x), action_of(y)) else {
            continue;
        };
        let convicted = opening.signed.filter(|signed| *signed).map(|_| [opening.convicted[0], opening.convicted[1]]);
        let kept = [0, 1].map(|k| Some(opening.actions[k]) == condition.agreed);
        wire.meeting(&Met { round, pair: [a, b], actions: [x, y], kept, offer: opening.signed, convicted });
    }
}
