//! Shows how the strategies of the end play: a match between the two first ones of the first repetition, task by task and on
//! the trace.

use super::course::Summary;
use super::setting::Condition;
use crate::exchange::{TaskMapping, TraceBlock, TraceLevel};
use crate::models::events::{TaskEvents, Tracer};
use crate::models::{Recorder, RunCx};
use crate::play::{Length, Match, Pace, Rules, Subject, play_chain, task_facts};
use crate::sim::Observer;
use crate::strategy::Action;

/// So many rounds are shown.
const ROUNDS: u32 = 50;
const NAMES: [&str; 2] = ["champion", "challenger"];

/// The two players that are shown.
pub(super) fn members() -> Vec<(String, String)> {
    NAMES.iter().map(|name| ((*name).to_string(), "a strategy that was found".to_string())).collect()
}

/// Records and traces a match between the first two strategies of the end, or of the first with itself.
pub(super) fn champions(condition: &Condition, summary: &Summary, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let Some(first) = summary.champions.first() else { return };
    let second = summary.champions.get(1).unwrap_or(first);
    let mut rules = Rules::new(condition.game.clone(), Length::Unknown(ROUNDS));
    rules.noise = condition.noise;
    let place = format!("{}/{}", condition.name, NAMES.join("|"));
    let spec = Match { rules: &rules, key: cx.key, place: &place, repetition: 0 };
    let mut rounds: Vec<(u32, Vec<Action>)> = Vec::new();
    let actions = |profile: u16| -> Vec<Action> {
        let profile = condition.game.profile(usize::from(profile));
        profile.into_iter().map(|action| Action(u8::try_from(action).unwrap_or(u8::MAX))).collect()
    };
    play_chain(&spec, NAMES, &first.automaton, &second.automaton, |profile| {
        let round = u32::try_from(rounds.len() + 1).unwrap_or(u32::MAX);
        rounds.push((round, actions(profile)));
    });
    let subject = Subject::of(condition.game(), condition.mapping);
    let mut events = TaskEvents::default();
    task_facts(&subject, Pace::default(), rounds.iter().cloned(), |at, fact| events.see(at, &fact));
    events.record(&condition.name, &NAMES, recorder);
    if cx.trace == TraceLevel::Off {
        return;
    }
    let mapping = TaskMapping::new(NAMES.map(str::to_string).to_vec(), cx.trace, cx.key, &place, 0);
    let mut hand_on = |block: &TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    task_facts(&subject, Pace::default(), rounds.into_iter(), |at, fact| tracer.see(at, &fact));
    tracer.finish();
}
