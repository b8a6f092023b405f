//! What the agents of an orchestration say to each other, as data parts of A2A messages and artifacts.

use crate::exchange::Payload;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What messages say of the game: its name, and the names of players and their actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) game: String,
    pub(super) players: Vec<String>,
    pub(super) actions: Vec<Vec<String>>,
}

/// A message or a result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// Play this action; perhaps with what others are to play.
    Recommend { subject: Arc<Subject>, round: u32, player: usize, action: usize, others: Vec<(usize, usize)> },
    /// This is what I was told: between agents that collude.
    Share { subject: Arc<Subject>, round: u32, player: usize, action: usize },
    /// Play this round with me.
    Ask { subject: Arc<Subject>, round: u32 },
    /// This is what I did.
    Answer { subject: Arc<Subject>, round: u32, player: usize, action: usize },
}

impl Payload for Word {
    fn data(&self) -> Value {
        let named = |subject: &Subject, player: usize, action: usize| subject.actions[player][action].clone();
        match self {
            Word::Recommend { subject, round, player, action, others } => {
                let action = named(subject, *player, *action);
                let mut data = json!({"game": subject.game, "round": round, "recommended": action});
                if !others.is_empty() {
                    let others: Map<String, Value> = others
                        .iter()
                        .map(|(other, action)| {
                            (subject.players[*other].clone(), named(subject, *other, *action).into())
                        })
                        .collect();
                    data["others"] = Value::Object(others);
                }
                data
            }
            Word::Share { subject, round, player, action } => {
                json!({"game": subject.game, "round": round, "told": named(subject, *player, *action)})
            }
            Word::Ask { subject, round } => json!({"game": subject.game, "round": round}),
            Word::Answer { subject, round, player, action } => {
                json!({"game": subject.game, "round": round, "action": named(subject, *player, *action)})
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Recommend { .. } => "recommendation",
            Word::Share { .. } => "signal",
            Word::Ask { .. } => "round",
            Word::Answer { .. } => "move",
        }
    }
}
