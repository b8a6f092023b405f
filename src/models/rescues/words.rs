//! What agents who meet, the escrow agent and the registry say to each other.

use crate::exchange::Payload;
use crate::models::events::Shown;
use crate::play::Move;
use serde_json::{Value, json};

/// A message or a result.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Word {
    /// A move of the game.
    Play(Move),
    /// Let us be bound: who breaks its word in a round pays so much.
    Offer { round: u32, bond: f64 },
    /// I sign.
    Signed { round: u32 },
    /// I pledge so much on my word.
    Pledge { round: u32, bond: f64 },
    /// It is locked.
    Locked { round: u32 },
    /// What became of it.
    Released { round: u32, forfeited: bool },
    /// I say of this agent that it kept its word, or broke it.
    Rate { round: u32, ratee: String, kept: bool },
    /// It is in the books.
    Entered { round: u32 },
}

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Play(play) => play.data(),
            Word::Offer { round, bond } => json!({"round": round, "contract": {"bond": bond}}),
            Word::Signed { round } => json!({"round": round, "signed": true}),
            Word::Pledge { round, bond } => json!({"round": round, "bond": bond}),
            Word::Locked { round } => json!({"round": round, "locked": true}),
            Word::Released { round, forfeited } => json!({"round": round, "forfeited": forfeited}),
            Word::Rate { round, ratee, kept } => json!({"round": round, "ratee": ratee, "kept": kept}),
            Word::Entered { round } => json!({"round": round, "entered": true}),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Play(play) => play.name(),
            Word::Offer { .. } | Word::Signed { .. } => "contract",
            Word::Pledge { .. } | Word::Locked { .. } | Word::Released { .. } => "bond",
            Word::Rate { .. } | Word::Entered { .. } => "rating",
        }
    }
}

impl Shown for Word {
    fn round(&self) -> u32 {
        match self {
            Word::Play(play) => play.round(),
            Word::Offer { round, .. }
            | Word::Signed { round }
            | Word::Pledge { round, .. }
            | Word::Locked { round }
            | Word::Released { round, .. }
            | Word::Rate { round, .. }
            | Word::Entered { round } => *round,
        }
    }

    fn label(&self) -> String {
        match self {
            Word::Play(play) => play.label(),
            Word::Offer { bond, .. } => format!("offer {bond}"),
            Word::Signed { .. } => "signed".into(),
            Word::Pledge { bond, .. } => format!("pledge {bond}"),
            Word::Locked { .. } => "locked".into(),
            Word::Released { forfeited: true, .. } => "forfeited".into(),
            Word::Released { .. } => "returned".into(),
            Word::Rate { ratee, kept: true, .. } => format!("{ratee} kept its word"),
            Word::Rate { ratee, .. } => format!("{ratee} broke its word"),
            Word::Entered { .. } => "entered".into(),
        }
    }
}
