//! A simultaneous move as A2A tasks.
//!
//! At the start of a round each player opens a task at each other one; the task whose server is `i` carries `i`'s
//! action. All servers answer one delay later, and where a task's end depends on what the other does, it ends two delays
//! after the start. So the course of a match says all that happens on the wire, and [`task_facts`] makes those facts
//! from it: nothing that a trace shows can drive play.

use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, Payload, TaskId};
use crate::game::{MoveMapping, NormalForm};
use crate::ids::{AgentId, Tick};
use crate::strategy::Action;
use serde_json::{Value, json};
use std::sync::Arc;

/// When the messages of a round travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// From the start of one round to that of the next, in microseconds.
    pub round_us: u64,
    /// How long a message travels, in microseconds: at most a third of a round.
    pub delay_us: u64,
}

impl Default for Pace {
    /// A round a second, and a quarter of a second for a message.
    fn default() -> Self {
        Self { round_us: 1_000_000, delay_us: 250_000 }
    }
}

/// What the messages of a match say of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The game's name.
    pub game: String,
    /// The names of each player's actions.
    pub actions: Vec<Vec<String>>,
    /// How a move is shown.
    pub mapping: MoveMapping,
}

impl Subject {
    /// The subject of matches of a game.
    pub fn of(game: &NormalForm, mapping: MoveMapping) -> Arc<Self> {
        let actions = game.players().iter().map(|player| player.actions.clone()).collect();
        Arc::new(Self { game: game.title.clone(), actions, mapping })
    }
}

/// What players say to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// Play this round with me.
    Ask {
        /// The match's subject.
        subject: Arc<Subject>,
        /// The round, from 1.
        round: u32,
    },
    /// This is what I did.
    Answer {
        /// The match's subject.
        subject: Arc<Subject>,
        /// The round, from 1.
        round: u32,
        /// Whose action it is.
        player: usize,
        /// The action.
        action: Action,
    },
}

impl Payload for Move {
    fn data(&self) -> Value {
        match self {
            Move::Ask { subject, round } => match subject.mapping {
                MoveMapping::Bargain => json!({"game": subject.game, "round": round, "agreed": 1}),
                _ => json!({"game": subject.game, "round": round}),
            },
            Move::Answer { subject, round, player, action } => {
                let name = subject.actions[*player].get(action.index()).map_or("", String::as_str);
                match subject.mapping {
                    // A bargain has two actions: the first keeps it, the second delivers nothing.
                    MoveMapping::Bargain => {
                        let delivered = u8::from(*action == Action::C);
                        json!({"game": subject.game, "round": round, "action": name, "agreed": 1, "delivered": delivered})
                    }
                    MoveMapping::Coordination => {
                        json!({"game": subject.game, "round": round, "action": name, "convention": name})
                    }
                    _ => json!({"game": subject.game, "round": round, "action": name}),
                }
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Move::Ask { .. } => "round",
            Move::Answer { .. } => "move",
        }
    }
}

/// What a server says to a client that asked for a round, and when it ends the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// The states reported at once, in order; the move itself is a result after the first one.
    pub(super) shows_move: bool,
    /// The state in which the task ends at once, if it does.
    pub(super) ends: Option<TaskState>,
}

/// How a server with this action answers.
pub(super) fn reply(mapping: MoveMapping, action: Action) -> Reply {
    match mapping {
        MoveMapping::Bargain | MoveMapping::Plain => Reply { shows_move: true, ends: Some(TaskState::Completed) },
        MoveMapping::Coordination => Reply { shows_move: true, ends: None },
        MoveMapping::StagHunt if action == Action::C => Reply { shows_move: false, ends: None },
        MoveMapping::StagHunt => Reply { shows_move: false, ends: Some(TaskState::Rejected) },
    }
}

/// How a task that waited for the others ends, and whether its result comes with the end.
pub(super) fn ending(mapping: MoveMapping, own: Action, others: impl Iterator<Item = Action>) -> (TaskState, bool) {
    let mut others = others;
    let together = others.all(|other| other == own);
    match (mapping, together) {
        (MoveMapping::StagHunt, true) => (TaskState::Completed, true),
        (_, true) => (TaskState::Completed, false),
        (_, false) => (TaskState::Failed, false),
    }
}

/// The facts of the tasks of a match, round by round in order: `rounds` are the realised actions of each.
///
/// Players are agents 0, 1, .. of the exchange, all in one context; tasks are numbered as they are opened. `see` gets
/// each fact with its tick.
pub fn task_facts(
    subject: &Arc<Subject>,
    pace: Pace,
    rounds: impl Iterator<Item = (u32, Vec<Action>)>,
    mut see: impl FnMut(Tick, Fact<Move>),
) {
    let mut opened = 0;
    for (round, actions) in rounds {
        let start = Tick(u64::from(round - 1) * pace.round_us);
        let pairs: Vec<(usize, usize)> = (0..actions.len())
            .flat_map(|client| (0..actions.len()).filter(move |server| *server != client).map(move |s| (client, s)))
            .collect();
        let task = |pair: usize| TaskId(opened + u32::try_from(pair).expect("few players"));
        let agent = AgentId::at;
        for (k, (client, server)) in pairs.iter().enumerate() {
            let payload = Move::Ask { subject: Arc::clone(subject), round };
            let (client, server) = (agent(*client), agent(*server));
            let (task, context, references) = (task(k), ContextId(0), Vec::new());
            see(start, Fact::Opened { task, context, client, server, payload, references });
        }
        let answer =
            |player: usize| Move::Answer { subject: Arc::clone(subject), round, player, action: actions[player] };
        // Those that serve answer in the order of agents; each answers its clients in their order.
        let mut served: Vec<(usize, usize)> = pairs.iter().enumerate().map(|(k, (_, server))| (*server, k)).collect();
        served.sort_unstable();
        let shown = start.after(pace.delay_us);
        for (server, k) in &served {
            let reply = reply(subject.mapping, actions[*server]);
            let task = task(*k);
            let first = reply.ends.filter(|_| !reply.shows_move).unwrap_or(TaskState::Working);
            see(shown, Fact::Updated { task, state: first, payload: None });
            if reply.shows_move {
                see(shown, Fact::Artifact { task, payload: answer(*server) });
            }
            if let Some(state) = reply.ends.filter(|state| *state != first) {
                see(shown, Fact::Updated { task, state, payload: None });
            }
        }
        let ended = shown.after(pace.delay_us);
        for (server, k) in &served {
            if reply(subject.mapping, actions[*server]).ends.is_some() {
                continue;
            }
            let others = actions.iter().enumerate().filter(|(k, _)| k != server).map(|(_, action)| *action);
            let (state, with_result) = ending(subject.mapping, actions[*server], others);
            if with_result {
                see(ended, Fact::Artifact { task: task(*k), payload: answer(*server) });
            }
            see(ended, Fact::Updated { task: task(*k), state, payload: None });
        }
        opened += u32::try_from(pairs.len()).expect("few players");
    }
}
