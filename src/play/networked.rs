//! A match played over an exchange: the same strategies, but their moves travel.
//!
//! In each round every player asks the other for the round and answers the other's asking with its own move. What has not
//! arrived when the round is over counts as the *missing* action: for the payoffs and for what the other perceives; the
//! sender's own history holds what it did. So a network that loses messages is a world in which word was kept and did not
//! arrive. Without faults and with messages that arrive in time it is [`play`](super::play), fact for fact.

use super::course::Course;
use super::engine::{PlayError, Streams, exists, failed, fits, slip};
use super::moves::{Move, Pace, Subject, ending, reply};
use super::rules::{Match, Seat};
use crate::a2a::TaskState;
use crate::exchange::{Agent, ContextId, Event, Fact, Kernel, Network, Outbox, Report, TaskId};
use crate::ids::{AgentId, PlayerId, Tick};
use crate::sim::{Chance, Observer};
use crate::strategy::{Action, Record, Seen, Strategy, View};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A network, and how the players deal with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// The network.
    pub network: Network,
    /// How long a round is, in microseconds.
    pub round_us: u64,
    /// How often a player asks again in a round if it has no answer; the askings divide the round alike.
    pub retries: u32,
    /// What counts as played by a player of whom nothing has arrived.
    pub missing: Action,
}

/// A match over a network.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivered {
    /// The course, of what arrived.
    pub course: Course,
    /// How many moves did not arrive in time.
    pub missing: u64,
    /// What the exchange came to.
    pub report: Report,
}

/// Plays a two-player match over a network. `observer` sees the facts of the exchange.
///
/// Draws are those of [`play`](super::play); the network takes its own.
///
/// # Errors
/// As [`play`](super::play).
pub fn play_over<O: Observer<Fact<Move>>>(
    spec: &Match<'_>,
    seats: &[Seat<'_>; 2],
    delivery: &Delivery,
    subject: &Arc<Subject>,
    observer: &mut O,
) -> Result<Delivered, PlayError> {
    fits(spec, 2)?;
    let rounds = spec.rounds();
    let names = [seats[0].name, seats[1].name];
    let players: Vec<Player> = (0..2)
        .map(|k| {
            let mut strategy = seats[k].strategy.boxed_clone();
            strategy.begin(&spec.rules.told(PlayerId::at(k)));
            Player {
                me: k,
                name: names[k].to_string(),
                strategy,
                streams: Streams::of(spec, names[k], true),
                noise: Chance::of(spec.rules.noise),
                misperception: Chance::of(spec.rules.misperception),
                records: spec.rules.game.dimensions().iter().map(|n| Record::new(*n)).collect(),
                actions: spec.rules.game.dimensions(),
                delivery: delivery.clone(),
                subject: Arc::clone(subject),
                rounds,
                round: 0,
                played: Vec::new(),
                arrived: Vec::new(),
                asked: BTreeMap::new(),
                waiting: Vec::new(),
                fault: None,
            }
        })
        .collect();
    let kernel = Kernel::new(players, &names, delivery.network.clone(), spec.key, spec.place, spec.repetition);
    // All that can still travel when the last round is over may be dropped: nobody hears it.
    let limit = Tick(u64::from(rounds) * delivery.round_us);
    let (players, report) = kernel.run(limit, observer);
    let failure = |player: &Player| player.fault.clone().or_else(|| failed(names[player.me], &*player.strategy));
    if let Some(fault) = players.iter().find_map(failure) {
        return Err(fault);
    }
    let width = spec.rules.game.dimensions()[1];
    let mut missing = 0;
    let word = (0..rounds as usize)
        .map(|k| {
            // What a player did is what the other got of it.
            let got = [1, 0].map(|other: usize| {
                let arrived: Option<Action> = players[other].arrived.get(k).copied().flatten();
                missing += u64::from(arrived.is_none());
                arrived.unwrap_or(delivery.missing)
            });
            u16::try_from(got[0].index() * width + got[1].index()).expect("the number of profiles was checked")
        })
        .collect();
    Ok(Delivered { course: Course::of(word), missing, report })
}

/// The pace of a network on which every message travels equally long.
impl From<Pace> for Delivery {
    fn from(pace: Pace) -> Self {
        let network = Network::constant(pace.delay_us);
        Self { network, round_us: pace.round_us, retries: 0, missing: Action::D }
    }
}

/// A strategy as an agent.
struct Player {
    me: usize,
    name: String,
    strategy: Box<dyn Strategy>,
    streams: Streams,
    noise: Chance,
    misperception: Chance,
    records: Vec<Record>,
    actions: Vec<usize>,
    delivery: Delivery,
    subject: Arc<Subject>,
    rounds: u32,
    /// The round that is being played, from 1.
    round: u32,
    /// Own realised actions.
    played: Vec<Action>,
    /// What has arrived of the other's actions in time, by round.
    arrived: Vec<Option<Action>>,
    /// The rounds of tasks opened at the other.
    asked: BTreeMap<TaskId, u32>,
    /// Tasks served in this round that wait for the other's move.
    waiting: Vec<TaskId>,
    fault: Option<PlayError>,
}

impl Player {
    fn other(&self) -> AgentId {
        AgentId::at(1 - self.me)
    }

    /// Ends the round that is being played: what has not arrived is missing.
    fn close(&mut self, out: &mut Outbox<Move>) {
        let Some(place) = (self.round as usize).checked_sub(1) else { return };
        let seen = self.arrived[place].unwrap_or(self.delivery.missing);
        let read = slip(seen, self.actions[1 - self.me], self.misperception, &mut self.streams.misreadings);
        self.records[self.me].push(self.played[place]);
        self.records[1 - self.me].push(read);
        // Who waited in vain for the other's move gives up.
        for task in std::mem::take(&mut self.waiting) {
            out.update(task, TaskState::Failed);
        }
    }

    /// Chooses the move of the next round.
    fn choose(&mut self) -> Option<Action> {
        self.round += 1;
        self.arrived.push(None);
        let own = self.records[self.me].history();
        let view = View { round: self.round, own, seen: Seen::new(&self.records, self.me) };
        let chosen = self.strategy.act(&view, &mut self.streams.choice);
        if let Err(fault) = exists(chosen, self.actions[self.me], &self.name, self.round) {
            self.fault.get_or_insert(fault);
            return None;
        }
        Some(slip(chosen, self.actions[self.me], self.noise, &mut self.streams.slips))
    }

    /// Ends the round before and begins the next.
    fn turn(&mut self, out: &mut Outbox<Move>) {
        self.close(out);
        if self.round >= self.rounds {
            return;
        }
        let Some(action) = self.choose() else { return };
        self.played.push(action);
        self.ask(out);
        out.timer(self.delivery.round_us, 0);
        let step = self.delivery.round_us / (u64::from(self.delivery.retries) + 1);
        for k in 1..=u64::from(self.delivery.retries) {
            out.timer(k * step, u64::from(self.round));
        }
    }

    /// Goes on after a crash with the first round that begins from now on. In those that it missed it did nothing,
    /// whatever it would have chosen.
    fn resume(&mut self, now: Tick, out: &mut Outbox<Move>) {
        let under_way = u32::try_from(now.0 / self.delivery.round_us + 1).unwrap_or(u32::MAX).min(self.rounds);
        while self.round < under_way {
            self.close(out);
            if self.choose().is_none() {
                return;
            }
            self.played.push(self.delivery.missing);
        }
        let end = u64::from(self.round) * self.delivery.round_us;
        out.timer(end.saturating_sub(now.0), 0);
    }

    fn ask(&mut self, out: &mut Outbox<Move>) {
        let payload = Move::Ask { subject: Arc::clone(&self.subject), round: self.round };
        let earlier = self.asked.iter().filter(|(_, round)| **round == self.round).map(|(task, _)| *task).collect();
        let task = out.open_about(self.other(), ContextId(0), payload, earlier);
        self.asked.retain(|_, round| *round == self.round);
        self.asked.insert(task, self.round);
    }

    /// Answers an asking for a round that was played or is being played.
    fn serve(&mut self, task: TaskId, round: u32, out: &mut Outbox<Move>) {
        let Some(action) = (round as usize).checked_sub(1).and_then(|k| self.played.get(k)).copied() else {
            out.update(task, TaskState::Rejected);
            return;
        };
        let reply = reply(self.subject.mapping, action);
        let first = reply.ends.filter(|_| !reply.shows_move).unwrap_or(TaskState::Working);
        out.update(task, first);
        if reply.shows_move {
            out.artifact(task, self.answer(round, action));
        }
        match reply.ends {
            Some(state) if state != first => out.update(task, state),
            Some(_) => {}
            None => match self.arrived[round as usize - 1] {
                Some(other) => self.finish(task, round, other, out),
                None if round == self.round => self.waiting.push(task),
                None => out.update(task, TaskState::Failed),
            },
        }
    }

    fn answer(&self, round: u32, action: Action) -> Move {
        Move::Answer { subject: Arc::clone(&self.subject), round, player: self.me, action }
    }

    fn finish(&self, task: TaskId, round: u32, other: Action, out: &mut Outbox<Move>) {
        let own = self.played[round as usize - 1];
        let (state, with_result) = ending(self.subject.mapping, own, std::iter::once(other));
        if with_result {
            out.artifact(task, self.answer(round, own));
        }
        out.update(task, state);
    }

    /// Learns the other's move of the present round; what comes too late is not learnt.
    fn learn(&mut self, task: TaskId, action: Action, out: &mut Outbox<Move>) {
        let Some(round) = self.asked.get(&task).copied().filter(|round| *round == self.round) else { return };
        let place = &mut self.arrived[round as usize - 1];
        if place.is_none() {
            *place = Some(action);
            for task in std::mem::take(&mut self.waiting) {
                self.finish(task, round, action, out);
            }
        }
    }
}

impl Agent<Move> for Player {
    fn on(&mut self, now: Tick, event: &Event<Move>, out: &mut Outbox<Move>) {
        match event {
            Event::Start => self.turn(out),
            Event::Recovered => self.resume(now, out),
            // Tag 0 ends a round; another asks again in the round that it names.
            Event::Timer { tag: 0 } => self.turn(out),
            Event::Timer { tag } if *tag == u64::from(self.round) && self.arrived.last() == Some(&None) => {
                self.ask(out);
            }
            Event::Timer { .. } => {}
            Event::Message { task, payload: Move::Ask { round, .. }, .. } => self.serve(*task, *round, out),
            Event::Artifact { task, payload: Move::Answer { action, .. } } => self.learn(*task, *action, out),
            // On a stag hunt the state itself is the move.
            Event::Update { task, state, .. } if self.subject.mapping == crate::game::MoveMapping::StagHunt => {
                match state {
                    TaskState::Working => self.learn(*task, Action::C, out),
                    TaskState::Rejected => self.learn(*task, Action::D, out),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
