//! Shows the first rounds of the first match as A2A tasks, with bonds and ratings.

use super::Society;
use super::evolve::PLACE;
use super::life::{At, live};
use super::setting::Condition;
use crate::exchange::{Fact, TaskMapping, TraceBlock, TraceLevel};
use crate::ids::Tick;
use crate::models::cast::Cast;
use crate::models::events::{self, TaskEvents, Tracer};
use crate::models::rescues::{Contract, Met, Wire, Word, hired, staff};
use crate::models::{Recorder, RunCx, RunError};
use crate::sim::Observer;
use crate::strategy::Strategy;

/// How many rounds are shown, and how many meetings of each.
const ROUNDS: u64 = 3;
const MEETINGS: usize = 4;

/// The meetings of the first rounds.
#[derive(Default)]
struct Opening {
    met: Vec<Met>,
}

impl Observer<Met> for Opening {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, met: &Met) {
        if at.0 < ROUNDS && self.met.iter().filter(|known| known.round == met.round).count() < MEETINGS {
            self.met.push(*met);
        }
    }
}

fn names(cast: &Cast) -> Vec<String> {
    staff(cast.agents.iter().map(|agent| agent.name.clone()))
}

/// Publishes the cards of all agents.
pub(super) fn cards(
    conditions: &[Condition],
    cast: &Cast,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let does = |agent: &crate::models::cast::Agent| (agent.name.clone(), cast.kinds[agent.kind].name.clone());
    let mut agents: Vec<(String, String)> = cast.agents.iter().map(does).collect();
    agents.extend(hired(
        conditions.iter().any(|condition| condition.contract.is_some()),
        conditions.iter().any(|condition| condition.records.is_some()),
    ));
    events::cards(&agents, cx, recorder)
}

/// Records the first rounds of a condition's first match, and traces them.
pub(super) fn first_rounds(model: &Society, condition: &Condition, cx: &RunCx<'_>, recorder: &mut dyn Recorder) {
    let cast = &model.cast;
    let strategies: Vec<&dyn Strategy> = cast.agents.iter().map(|agent| &*cast.kinds[agent.kind].strategy).collect();
    let mut opening = Opening::default();
    live(condition, &strategies, At { key: cx.key, place: PLACE, repetition: 0, generation: 0 }, &mut opening);
    let names = names(cast);
    let mut events = TaskEvents::default();
    facts(&opening, condition, &names, &mut events);
    events.record(&condition.name, &names, recorder);
    if cx.trace == TraceLevel::Off {
        return;
    }
    let mapping = TaskMapping::new(names.clone(), cx.trace, cx.key, &condition.name, 0);
    let mut hand_on = |block: &TraceBlock| recorder.trace(block);
    let mut tracer = Tracer::new(mapping, &mut hand_on);
    facts(&opening, condition, &names, &mut tracer);
    tracer.finish();
}

fn facts(opening: &Opening, condition: &Condition, names: &[String], observer: &mut impl Observer<Fact<Word>>) {
    let bond = condition.contract.as_ref().map(Contract::bond);
    let mut wire = Wire::new(observer, &condition.subject, bond, condition.records.is_some(), names);
    opening.met.iter().for_each(|met| wire.meeting(met));
}
