//! The agents of an orchestration: players, the orchestrator, and an impostor.
//!
//! A round begins for all at the same tick. The orchestrator draws a profile and opens a task at each player with its
//! recommendation, in a context of the two alone. A player acts as soon as it has heard, or at its deadline; it then
//! asks every other player for the round (a task each), and answers those who ask it only once it has acted, so that
//! nobody acts on what another did. The recommendation's task ends with what the player did: obedience can be seen.

use super::device::Device;
use super::follower::{Follower, Heard, Outcome};
use super::words::{Subject, Word};
use crate::a2a::TaskState;
use crate::exchange::{Agent, ContextId, Event, Outbox, TaskId};
use crate::ids::{AgentId, Tick};
use crate::sim::{Chance, Draws};
use std::sync::Arc;

/// When things happen in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// From the start of one round to that of the next, in microseconds.
    pub(super) round_us: u64,
    /// How long a player waits for a recommendation, in microseconds.
    pub(super) deadline_us: u64,
    pub(super) rounds: u32,
}

impl Clock {
    /// When a round begins, from round 0.
    fn start(self, round: u32) -> u64 {
        u64::from(round) * self.round_us
    }

    /// When all is over.
    pub(super) fn end(self) -> Tick {
        Tick(self.start(self.rounds))
    }
}

/// A round as a player saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The action that it was told.
    pub(super) told: Option<usize>,
    /// Whether the impostor told it.
    pub(super) forged: bool,
    /// What it did.
    pub(super) action: usize,
    /// How long after the start of the round it acted, in microseconds.
    pub(super) after_us: u64,
}

/// The agents by number: players first, then the impostor, then the orchestrator, so that of two recommendations of one
/// tick the forged one comes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbering {
    pub(super) players: usize,
}

impl Numbering {
    pub(super) fn player(self, k: usize) -> AgentId {
        AgentId::at(k)
    }

    pub(super) fn impostor(self) -> AgentId {
        self.player(self.players)
    }

    pub(super) fn orchestrator(self) -> AgentId {
        self.player(self.players + 1)
    }

    /// The relationship of two agents.
    fn context(self, a: AgentId, b: AgentId) -> ContextId {
        let all = u32::try_from(self.players + 2).expect("few agents");
        ContextId(a.0.min(b.0) * all + a.0.max(b.0))
    }
}

/// One of the agents.
pub(super) enum Party {
    Player(Box<Player>),
    Orchestrator(Box<Orchestrator>),
    Impostor(Box<Impostor>),
}

impl Agent<Word> for Party {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match self {
            Party::Player(player) => player.on(now, event, out),
            Party::Orchestrator(orchestrator) => orchestrator.on(now, event, out),
            Party::Impostor(impostor) => impostor.on(now, event, out),
        }
    }
}

/// Timer tags: the start and the deadline of a round.
const fn starts(round: u32) -> u64 {
    2 * round as u64
}

const fn closes(round: u32) -> u64 {
    2 * round as u64 + 1
}

/// What a player waits for in a round before it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Waits {
    /// For nothing.
    Never,
    /// For a recommendation.
    ForSignal,
    /// It decides for all, and tells them.
    Decides,
}

/// A player.
pub(super) struct Player {
    pub(super) me: usize,
    pub(super) numbering: Numbering,
    pub(super) clock: Clock,
    pub(super) subject: Arc<Subject>,
    pub(super) follower: Box<dyn Follower>,
    pub(super) draws: Draws,
    pub(super) waits: Waits,
    /// What it tells the others if it decides.
    pub(super) decision: Vec<usize>,
    /// From whom it takes recommendations, if it looks.
    pub(super) trusts: Option<AgentId>,
    /// With whom it shares what it was told.
    pub(super) accomplices: Vec<usize>,
    /// How it went, round by round.
    pub(super) turns: Vec<Turn>,
    pub(super) round: Round,
}

/// What a player has in its hands in a round.
#[derive(Default)]
pub(super) struct Round {
    number: u32,
    acted: bool,
    told: Option<usize>,
    forged: bool,
    known: Vec<Option<usize>>,
    recommendation: Option<TaskId>,
    asked_by: Vec<TaskId>,
    /// What the others did.
    seen: Vec<Option<usize>>,
}

impl Player {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => self.begin(0, now, out),
            Event::Timer { tag } if *tag == starts(self.round.number + 1) => {
                self.begin(self.round.number + 1, now, out)
            }
            Event::Timer { tag } if *tag == closes(self.round.number) && !self.round.acted => self.act(now, out),
            Event::Message { task, from, payload } => self.hear(now, (*task, *from), payload, out),
            Event::Artifact { payload: Word::Answer { round, player, action, .. }, .. } => {
                self.see(*round, *player, *action);
            }
            _ => {}
        }
    }

    fn begin(&mut self, round: u32, now: Tick, out: &mut Outbox<Word>) {
        if round >= self.clock.rounds {
            return;
        }
        let players = self.numbering.players;
        self.round = Round { number: round, known: vec![None; players], seen: vec![None; players], ..Round::default() };
        out.timer(self.clock.round_us, starts(round + 1));
        match self.waits {
            Waits::Never => self.act(now, out),
            Waits::ForSignal => out.timer(self.clock.deadline_us, closes(round)),
            Waits::Decides => {
                for other in (0..players).filter(|other| *other != self.me) {
                    let others = vec![(self.me, self.decision[self.me])];
                    self.recommend(other, self.decision[other], others, out);
                }
                // It keeps to what it tells the others.
                self.round.told = Some(self.decision[self.me]);
                self.round.known = self.decision.iter().map(|action| Some(*action)).collect();
                self.act(now, out);
            }
        }
    }

    fn recommend(&self, player: usize, action: usize, others: Vec<(usize, usize)>, out: &mut Outbox<Word>) {
        let (subject, round) = (Arc::clone(&self.subject), self.round.number + 1);
        let to = self.numbering.player(player);
        let context = self.numbering.context(self.numbering.player(self.me), to);
        out.open(to, context, Word::Recommend { subject, round, player, action, others });
    }

    fn hear(&mut self, now: Tick, (task, from): (TaskId, AgentId), word: &Word, out: &mut Outbox<Word>) {
        match word {
            Word::Recommend { round, action, others, .. } => {
                let stranger = self.trusts.is_some_and(|trusted| trusted != from);
                let late = *round != self.round.number + 1 || self.round.acted || self.round.told.is_some();
                if stranger || late {
                    out.update(task, TaskState::Rejected);
                    return;
                }
                self.round.recommendation = Some(task);
                self.round.told = Some(*action);
                self.round.forged = from == self.numbering.impostor();
                self.round.known[self.me] = Some(*action);
                for (other, action) in others {
                    self.round.known[*other] = Some(*action);
                }
                let (subject, player) = (Arc::clone(&self.subject), self.me);
                for other in self.accomplices.clone() {
                    let to = self.numbering.player(other);
                    let context = self.numbering.context(self.numbering.player(self.me), to);
                    let (subject, round, action) = (Arc::clone(&subject), *round, *action);
                    out.open(to, context, Word::Share { subject, round, player, action });
                }
                self.act_if_told(now, out);
            }
            Word::Share { round, player, action, .. } => {
                out.update(task, TaskState::Completed);
                if *round == self.round.number + 1 && !self.round.acted {
                    self.round.known[*player] = Some(*action);
                    self.act_if_told(now, out);
                }
            }
            Word::Ask { round, .. } => match self.turns.get(*round as usize - 1) {
                Some(turn) => self.answer(task, *round, turn.action, out),
                None => self.round.asked_by.push(task),
            },
            Word::Answer { .. } => {}
        }
    }

    /// Acts once it and all with whom it shares have been told.
    fn act_if_told(&mut self, now: Tick, out: &mut Outbox<Word>) {
        let all = self.accomplices.iter().all(|other| self.round.known[*other].is_some());
        if self.round.told.is_some() && all {
            self.act(now, out);
        }
    }

    fn act(&mut self, now: Tick, out: &mut Outbox<Word>) {
        let heard = Heard { own: self.round.told, known: self.round.known.clone() };
        let action = match self.waits {
            Waits::Decides => self.decision[self.me],
            _ => self.follower.act(&heard, &mut self.draws),
        };
        let after_us = now.0 - self.clock.start(self.round.number);
        self.turns.push(Turn { told: self.round.told, forged: self.round.forged, action, after_us });
        self.round.acted = true;
        self.round.seen[self.me] = Some(action);
        let round = self.round.number + 1;
        if let Some(task) = self.round.recommendation {
            self.answer(task, round, action, out);
        }
        for task in std::mem::take(&mut self.round.asked_by) {
            self.answer(task, round, action, out);
        }
        for other in (0..self.numbering.players).filter(|other| *other != self.me) {
            let to = self.numbering.player(other);
            let context = self.numbering.context(self.numbering.player(self.me), to);
            out.open(to, context, Word::Ask { subject: Arc::clone(&self.subject), round });
        }
        self.learn();
    }

    fn answer(&self, task: TaskId, round: u32, action: usize, out: &mut Outbox<Word>) {
        out.update(task, TaskState::Working);
        let (subject, player) = (Arc::clone(&self.subject), self.me);
        out.artifact(task, Word::Answer { subject, round, player, action });
        out.update(task, TaskState::Completed);
    }

    fn see(&mut self, round: u32, player: usize, action: usize) {
        if round == self.round.number + 1 && player != self.me {
            self.round.seen[player] = Some(action);
            self.learn();
        }
    }

    /// Learns from the round once it has seen all of it.
    fn learn(&mut self) {
        let profile: Option<Vec<usize>> = self.round.seen.iter().copied().collect();
        if let (Some(profile), true) = (profile, self.round.acted) {
            self.follower.learn(&Outcome { told: self.round.told, profile });
        }
    }
}

/// How the orchestrator works.
#[derive(Clone, Debug)]
pub(super) enum Office {
    /// Draws from a device and tells each player its part.
    Mediator {
        /// With which probability a signal flips on its way.
        flip: Chance,
        /// With which probability a player also hears what the others are told.
        leak: Chance,
    },
    /// Orders each player its part of one profile, one after the other: each when the one before has reported.
    Supervisor,
}

/// The orchestrator.
pub(super) struct Orchestrator {
    pub(super) numbering: Numbering,
    pub(super) clock: Clock,
    pub(super) subject: Arc<Subject>,
    pub(super) device: Device,
    pub(super) office: Office,
    pub(super) draws: Draws,
    /// For each player: whether its signal flips, and to what; and whether it leaks.
    pub(super) flips: Vec<Draws>,
    pub(super) leaks: Vec<Draws>,
    pub(super) round: u32,
    /// The player whose report it waits for.
    pub(super) at: usize,
}

impl Orchestrator {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => self.begin(0, out),
            Event::Timer { tag } if *tag == starts(self.round + 1) => self.begin(self.round + 1, out),
            Event::Recovered => {
                // It takes up its work with the first round that begins now or later.
                let next = u32::try_from(now.0.div_ceil(self.clock.round_us)).expect("rounds are counted so");
                let wait = self.clock.start(next) - now.0;
                if wait == 0 {
                    self.begin(next, out);
                } else {
                    self.round = next - 1;
                    out.timer(wait, starts(next));
                }
            }
            Event::Artifact { payload: Word::Answer { round, player, .. }, .. }
                if matches!(self.office, Office::Supervisor) && (*round, *player) == (self.round + 1, self.at) =>
            {
                self.at += 1;
                self.order(out);
            }
            _ => {}
        }
    }

    fn begin(&mut self, round: u32, out: &mut Outbox<Word>) {
        if round >= self.clock.rounds {
            return;
        }
        self.round = round;
        out.timer(self.clock.round_us, starts(round + 1));
        match &self.office {
            Office::Supervisor => {
                self.at = 0;
                self.order(out);
            }
            Office::Mediator { flip, leak } => {
                let (flip, leak) = (*flip, *leak);
                let drawn = self.device.draw(&mut self.draws).to_vec();
                let heard: Vec<usize> = drawn
                    .iter()
                    .enumerate()
                    .map(|(player, action)| {
                        let actions = self.subject.actions[player].len();
                        let draws = &mut self.flips[player];
                        if actions > 1 && draws.happens(flip) {
                            let other = draws.index(actions - 1);
                            other + usize::from(other >= *action)
                        } else {
                            *action
                        }
                    })
                    .collect();
                for player in 0..self.numbering.players {
                    let leaked = self.leaks[player].happens(leak);
                    let others = heard.iter().copied().enumerate().filter(|(other, _)| leaked && *other != player);
                    self.recommend(player, heard[player], others.collect(), out);
                }
            }
        }
    }

    /// Orders the next player its part, and says what all are ordered.
    fn order(&mut self, out: &mut Outbox<Word>) {
        if self.at < self.numbering.players {
            let profile = self.device.draw(&mut self.draws).to_vec();
            let player = self.at;
            let others = profile.iter().copied().enumerate().filter(|(other, _)| *other != player).collect();
            self.recommend(player, profile[player], others, out);
        }
    }

    fn recommend(&self, player: usize, action: usize, others: Vec<(usize, usize)>, out: &mut Outbox<Word>) {
        let (subject, round) = (Arc::clone(&self.subject), self.round + 1);
        let to = self.numbering.player(player);
        let context = self.numbering.context(self.numbering.orchestrator(), to);
        out.open(to, context, Word::Recommend { subject, round, player, action, others });
    }
}

/// Sends recommendations as if it were the orchestrator.
pub(super) struct Impostor {
    pub(super) numbering: Numbering,
    pub(super) clock: Clock,
    pub(super) subject: Arc<Subject>,
    pub(super) forges: Chance,
    /// For each player: whether it forges, and what.
    pub(super) draws: Vec<Draws>,
    /// What it tells each player; a random action if nothing.
    pub(super) lies: Option<Vec<usize>>,
    pub(super) round: u32,
}

impl Impostor {
    fn on(&mut self, _: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => self.begin(0, out),
            Event::Timer { tag } if *tag == starts(self.round + 1) => self.begin(self.round + 1, out),
            _ => {}
        }
    }

    fn begin(&mut self, round: u32, out: &mut Outbox<Word>) {
        if round >= self.clock.rounds || self.forges == Chance::Never {
            return;
        }
        self.round = round;
        out.timer(self.clock.round_us, starts(round + 1));
        for player in 0..self.numbering.players {
            if !self.draws[player].happens(self.forges) {
                continue;
            }
            let action = match &self.lies {
                Some(lies) => lies[player],
                None => self.draws[player].index(self.subject.actions[player].len()),
            };
            let to = self.numbering.player(player);
            let context = self.numbering.context(self.numbering.impostor(), to);
            let (subject, round) = (Arc::clone(&self.subject), round + 1);
            out.open(to, context, Word::Recommend { subject, round, player, action, others: Vec::new() });
        }
    }
}
