//! Meetings under contracts and records as A2A tasks, made from what happened.
//!
//! A contract is offered by one of two as a task at the other, who signs (COMPLETED) or refuses (REJECTED). Each of two who
//! are bound pledges its bond at the escrow agent (AUTH_REQUIRED until it is locked); moves are tasks at each other that
//! refer to the bonds; ratings are tasks at the registry that refer to the moves; last the escrow agent returns the bonds, or
//! says that they are forfeited.

use super::words::Word;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, TaskId};
use crate::ids::{AgentId, Tick};
use crate::models::events::Shown;
use crate::play::{Move, Pace, Subject, task_facts};
use crate::sim::Observer;
use crate::strategy::Action;
use std::collections::BTreeMap;
use std::sync::Arc;

/// From one meeting to the next, in microseconds.
const MEETING_US: u64 = 2_000_000;
const ESCROW: &str = "escrow";
const REGISTRY: &str = "registry";

/// What happened when two agents met.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Met {
    pub(in super::super) round: u32,
    pub(in super::super) pair: [usize; 2],
    pub(in super::super) actions: [Action; 2],
    /// Whether each kept its word.
    pub(in super::super) kept: [bool; 2],
    /// Whether a contract was offered before this round, and signed.
    pub(in super::super) offer: Option<bool>,
    /// Whether each was convicted; nothing where no bond covers the round.
    pub(in super::super) convicted: Option<[bool; 2]>,
}

/// The names of some agents, and then of the escrow agent and the registry.
pub(in super::super) fn staff(agents: impl Iterator<Item = String>) -> Vec<String> {
    agents.chain([ESCROW.to_string(), REGISTRY.to_string()]).collect()
}

/// The escrow agent and the registry with what they do, where there are contracts and records.
pub(in super::super) fn hired(contracts: bool, records: bool) -> impl Iterator<Item = (String, String)> {
    let escrow = contracts.then(|| (ESCROW.into(), "escrow agent".into()));
    escrow.into_iter().chain(records.then(|| (REGISTRY.into(), "registry".into())))
}

/// Makes the facts of meetings.
pub(in super::super) struct Wire<'a, O> {
    observer: &'a mut O,
    subject: &'a Arc<Subject>,
    /// The bond of a contract, where there is one.
    bond: Option<f64>,
    /// Whether there are records.
    rated: bool,
    names: &'a [String],
    opened: u32,
    meetings: u64,
    contexts: BTreeMap<[usize; 2], ContextId>,
}

impl<'a, O: Observer<Fact<Word>>> Wire<'a, O> {
    /// The facts of meetings of agents with these names, made by [`staff`].
    pub(in super::super) fn new(
        observer: &'a mut O,
        subject: &'a Arc<Subject>,
        bond: Option<f64>,
        rated: bool,
        names: &'a [String],
    ) -> Self {
        Self { observer, subject, bond, rated, names, opened: 0, meetings: 0, contexts: BTreeMap::new() }
    }

    fn open(&mut self, at: Tick, [client, server]: [usize; 2], payload: Word, references: Vec<TaskId>) -> TaskId {
        let task = TaskId(self.opened);
        self.opened += 1;
        let next = ContextId(u32::try_from(self.contexts.len()).expect("few meetings"));
        let context = *self.contexts.entry([client.min(server), client.max(server)]).or_insert(next);
        let (client, server) = (AgentId::at(client), AgentId::at(server));
        self.observer.see(at, &Fact::Opened { task, context, client, server, payload, references });
        task
    }

    fn update(&mut self, at: Tick, task: TaskId, state: TaskState) {
        self.observer.see(at, &Fact::Updated { task, state, payload: None });
    }

    fn complete(&mut self, at: Tick, task: TaskId, payload: Word) {
        self.observer.see(at, &Fact::Artifact { task, payload });
        self.update(at, task, TaskState::Completed);
    }

    /// Shows the next meeting.
    pub(in super::super) fn meeting(&mut self, met: &Met) {
        let pace = Pace::default();
        let start = Tick(self.meetings * MEETING_US);
        self.meetings += 1;
        let round = met.round;
        let [escrow, registry] = [self.names.len() - 2, self.names.len() - 1];
        let bond = self.bond.unwrap_or(0.0);
        let step = |k: u64| start.after(k * pace.delay_us / 10);
        let offer = met.offer.map(|signed| self.offer(start, met.pair, Word::Offer { round, bond }, signed));
        let mut bonds = Vec::new();
        if met.convicted.is_some() {
            let pledge = |own| {
                self.open(start.after(2), [own, escrow], Word::Pledge { round, bond }, offer.into_iter().collect())
            };
            bonds = met.pair.map(pledge).to_vec();
            bonds.iter().for_each(|task| self.update(step(1), *task, TaskState::AuthRequired));
            for task in &bonds {
                let locked = Fact::Sent { task: *task, payload: Word::Locked { round }, references: Vec::new() };
                self.observer.see(step(2), &locked);
            }
            bonds.iter().for_each(|task| self.update(step(3), *task, TaskState::Working));
        }
        let moves = self.moves(step(4), met, &bonds);
        let after = step(4).after(3 * pace.delay_us);
        if self.rated {
            // The first task is served by the second agent, and the other way round.
            for (k, task) in moves.iter().enumerate() {
                let (rater, ratee) = (met.pair[k], met.pair[1 - k]);
                let rate = Word::Rate { round, ratee: self.names[ratee].clone(), kept: met.kept[1 - k] };
                let rating = self.open(after, [rater, registry], rate, vec![*task]);
                self.update(after.after(1), rating, TaskState::Working);
                self.complete(after.after(2), rating, Word::Entered { round });
            }
        }
        for (task, forfeited) in bonds.into_iter().zip(met.convicted.into_iter().flatten()) {
            self.complete(after.after(3), task, Word::Released { round, forfeited });
        }
    }

    /// One of two offers the other a contract.
    fn offer(&mut self, at: Tick, pair: [usize; 2], offer: Word, signed: bool) -> TaskId {
        let round = offer.round();
        let task = self.open(at, pair, offer, Vec::new());
        if signed {
            self.update(at.after(1), task, TaskState::Working);
            self.complete(at.after(1), task, Word::Signed { round });
        } else {
            self.update(at.after(1), task, TaskState::Rejected);
        }
        task
    }

    /// The tasks of the moves themselves, with numbers and agents of this exchange.
    fn moves(&mut self, start: Tick, met: &Met, bonds: &[TaskId]) -> Vec<TaskId> {
        let round = met.round;
        let mut facts: Vec<(Tick, Fact<Move>)> = Vec::new();
        let played = std::iter::once((1, met.actions.to_vec()));
        task_facts(self.subject, Pace::default(), played, |at, fact| facts.push((at, fact)));
        let mut own: Vec<TaskId> = Vec::new();
        for (at, fact) in facts {
            let at = Tick(start.0 + at.0);
            let word = |play: Move| Word::Play(in_round(play, round));
            match fact {
                Fact::Opened { client, server, payload, .. } => {
                    let pair = [met.pair[client.index()], met.pair[server.index()]];
                    own.push(self.open(at, pair, word(payload), bonds.to_vec()));
                }
                Fact::Updated { task, state, .. } => self.update(at, own[task.0 as usize], state),
                Fact::Artifact { task, payload } => {
                    self.observer.see(at, &Fact::Artifact { task: own[task.0 as usize], payload: word(payload) });
                }
                _ => {}
            }
        }
        own
    }
}

/// A move of the first round as one of another.
fn in_round(play: Move, round: u32) -> Move {
    match play {
        Move::Ask { subject, .. } => Move::Ask { subject, round },
        Move::Answer { subject, player, action, .. } => Move::Answer { subject, round, player, action },
    }
}
