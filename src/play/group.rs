//! A group's moves as A2A tasks: each player opens one task a round at the group's host.
//!
//! The host is an agent of its own: the pool, the cache, the fund. At the start of a round every player opens a task at it
//! that carries the player's action; one delay later the host answers all of them with what the group did and what the
//! player is paid, and completes them. So a round of n players is n tasks, where asking each other would take n (n - 1);
//! and as between two players, nobody learns anything of a round before all have moved. Facts follow from the actions
//! alone: nothing that a trace shows can drive play.

use super::moves::Pace;
use crate::a2a::TaskState;
use crate::exchange::{ContextId, Fact, Payload, TaskId};
use crate::game::{Stage, StageGame};
use crate::ids::{AgentId, PlayerId, Tick};
use crate::strategy::Action;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What the messages of a group say of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSubject {
    /// The game's name.
    pub game: String,
    /// The names of each player's actions; of all alike if there is one list only.
    actions: Vec<Vec<String>>,
}

impl GroupSubject {
    /// The subject of matches of a stage game.
    pub fn of(stage: &Stage) -> Arc<Self> {
        let names = |player: usize| stage.actions(PlayerId::at(player)).to_vec();
        let lists = if matches!(stage, Stage::Group(_)) { 1 } else { stage.player_count() };
        Arc::new(Self { game: stage.title().to_string(), actions: (0..lists).map(names).collect() })
    }

    /// The name of a player's action.
    pub fn name(&self, player: usize, action: Action) -> &str {
        let names = self.actions.get(player).or(self.actions.first());
        names.and_then(|names| names.get(action.index())).map_or("", String::as_str)
    }
}

/// What a player and the group's host say to each other.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupMove {
    /// This is what I do in this round.
    Take {
        /// The match's subject.
        subject: Arc<GroupSubject>,
        /// The round, from 1.
        round: u32,
        /// Who does it.
        player: usize,
        /// The action.
        action: Action,
    },
    /// This is what the group did, and what you are paid.
    Result {
        /// The match's subject.
        subject: Arc<GroupSubject>,
        /// The round, from 1.
        round: u32,
        /// Whom it tells.
        player: usize,
        /// What that player did.
        action: Action,
        /// How many took each action, by its name, in order of first appearance among the players.
        counts: Arc<Vec<(String, u32)>>,
        /// What that player is paid, in utility.
        payoff: f64,
    },
}

impl Payload for GroupMove {
    fn data(&self) -> Value {
        match self {
            Self::Take { subject, round, player, action } => {
                json!({"game": subject.game, "round": round, "action": subject.name(*player, *action)})
            }
            Self::Result { subject, round, player, action, counts, payoff } => {
                let counts: Map<String, Value> = counts.iter().map(|(name, n)| (name.clone(), json!(n))).collect();
                let action = subject.name(*player, *action);
                json!({"game": subject.game, "round": round, "action": action, "counts": counts, "payoff": payoff})
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Take { .. } => "move",
            Self::Result { .. } => "result",
        }
    }
}

/// A round of a group: what each player did, and what each is paid, in utility.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupRound {
    /// The round, from 1.
    pub round: u32,
    /// The realised actions, in order of players.
    pub actions: Vec<Action>,
    /// The payoffs, in order of players.
    pub payoffs: Vec<f64>,
}

/// The facts of the tasks of a match of a group, round by round in order.
///
/// Players are agents 0, 1, .. of the exchange and the host is the one after them, all in one context; tasks are numbered as
/// they are opened. `see` gets each fact with its tick.
pub fn group_facts(
    subject: &Arc<GroupSubject>,
    pace: Pace,
    rounds: impl Iterator<Item = GroupRound>,
    mut see: impl FnMut(Tick, Fact<GroupMove>),
) {
    let mut opened = 0;
    for GroupRound { round, actions, payoffs } in rounds {
        let start = Tick(u64::from(round - 1) * pace.round_us);
        let host = AgentId::at(actions.len());
        let task = |player: usize| TaskId(opened + u32::try_from(player).expect("a group is small"));
        let mut counts: Vec<(String, u32)> = Vec::new();
        for (player, action) in actions.iter().enumerate() {
            let name = subject.name(player, *action);
            match counts.iter_mut().find(|(known, _)| known == name) {
                Some((_, n)) => *n += 1,
                None => counts.push((name.to_string(), 1)),
            }
            let payload = GroupMove::Take { subject: Arc::clone(subject), round, player, action: *action };
            let (client, context, references) = (AgentId::at(player), ContextId(0), Vec::new());
            see(start, Fact::Opened { task: task(player), context, client, server: host, payload, references });
        }
        let counts = Arc::new(counts);
        let told = start.after(pace.delay_us);
        for (player, (action, payoff)) in actions.iter().zip(&payoffs).enumerate() {
            let (subject, counts) = (Arc::clone(subject), Arc::clone(&counts));
            let payload = GroupMove::Result { subject, round, player, action: *action, counts, payoff: *payoff };
            see(told, Fact::Updated { task: task(player), state: TaskState::Working, payload: None });
            see(told, Fact::Artifact { task: task(player), payload });
            see(told, Fact::Updated { task: task(player), state: TaskState::Completed, payload: None });
        }
        opened += u32::try_from(actions.len()).expect("a group is small");
    }
}
