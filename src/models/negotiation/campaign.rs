//! Lets pairs negotiate over an exchange, again and again.

use super::agents::{Ending, Negotiator};
use super::setting::{Cast, Condition, Pair};
use super::tactics::Stance;
use super::words::Word;
use crate::contract::negotiation::Side;
use crate::exchange::{Fact, Kernel, Network};
use crate::ids::{AgentId, RunKey, Tick};
use crate::sim::{Observer, Purpose, Who, map_indexed};
use std::sync::Arc;

/// One negotiation, as it went over the wire. Of two, the buyer's comes first.
#[derive(Clone, Debug)]
pub(super) struct Talk {
    pub(super) stances: [Stance; 2],
    pub(super) offers: [Vec<f64>; 2],
    pub(super) end: TalkEnd,
    /// The turn at which it ended, from 0.
    pub(super) turn: u32,
    pub(super) messages: u64,
}

/// How a negotiation ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TalkEnd {
    Agreed(f64),
    Withdrawn(Side),
    GivenUp,
}

/// The reservation of an agent in a repetition: the same under all conditions of one spread.
fn drawn(condition: &Condition, name: &str, stance: Stance, key: &RunKey, repetition: u64) -> Stance {
    let mut stance = Stance { deadline: condition.deadline.unwrap_or(stance.deadline), ..stance };
    if condition.spread > 0.0 {
        let mut draws = key.draws(Who { place: "", repetition, name }, Purpose::Choice);
        let drawn = stance.reservation + condition.spread * (2.0 * draws.uniform() - 1.0);
        stance.reservation = match stance.side {
            Side::Buyer => drawn.max(stance.best),
            Side::Seller => drawn.min(stance.best),
        };
    }
    stance
}

/// Lets a pair negotiate once.
pub(super) fn play<O: Observer<Fact<Word>>>(
    condition: &Condition,
    cast: &Cast,
    pair: &Pair,
    key: &RunKey,
    repetition: u64,
    observer: &mut O,
) -> Talk {
    let agents = [&cast.agents[pair.buyer], &cast.agents[pair.seller]];
    let stances = agents.map(|agent| drawn(condition, &agent.name, agent.stance, key, repetition));
    let negotiators = [0, 1].map(|k: usize| {
        let mut stance = stances[k];
        if !condition.fall_back {
            stance.reservation = stances[1 - k].best;
        }
        Negotiator {
            tactic: Arc::clone(&agents[k].tactic),
            stance,
            ends: condition.ends,
            last_turn: condition.last_turn,
            opens: condition.first == stance.side,
            other: AgentId(u32::from(k == 0)),
            own: Vec::new(),
            others: Vec::new(),
            ending: None,
        }
    });
    let network = Network::constant(condition.latency_us);
    let kernel = Kernel::new(negotiators.into(), &cast.names(pair), network, key, &pair.place, repetition);
    let (agents, report) = kernel.run(Tick(u64::MAX), observer);
    let mut end = TalkEnd::GivenUp;
    let mut turn = condition.last_turn;
    for agent in &agents {
        match agent.ending {
            Some(Ending::Agreed { turn: at, price }) => (end, turn) = (TalkEnd::Agreed(price), at),
            Some(Ending::Withdrew { turn: at }) => (end, turn) = (TalkEnd::Withdrawn(agent.stance.side), at),
            None => {}
        }
    }
    let mut offers = agents.into_iter().map(|agent| agent.own);
    let offers = [offers.next().unwrap_or_default(), offers.next().unwrap_or_default()];
    Talk { stances, offers, end, turn, messages: report.messages }
}

/// Lets a pair negotiate in each repetition.
pub(super) fn talks(condition: &Condition, cast: &Cast, pair: &Pair, key: &RunKey, repetitions: u64) -> Vec<Talk> {
    let count = usize::try_from(repetitions).expect("as many as memory holds");
    map_indexed(count, |repetition| play(condition, cast, pair, key, repetition as u64, &mut ()))
}
