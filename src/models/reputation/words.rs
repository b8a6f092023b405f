//! What clients, providers and the registry say to each other, as data parts of A2A messages and artifacts.

use crate::exchange::Payload;
use crate::models::events::Shown;
use serde_json::{Value, json};

/// A message or a result.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// Serve me, for so much.
    Order { period: u32, stake: f64 },
    /// This is what was served: as agreed, or less.
    Service { period: u32, stake: f64, well: bool },
    /// I say of this agent that it served well, or not.
    Rate { period: u32, ratee: String, grade: f64 },
    /// It is in the books.
    Entered { period: u32 },
}

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Order { period, stake } => json!({"period": period, "agreed": stake}),
            Word::Service { period, stake, well } => {
                json!({"period": period, "agreed": stake, "delivered": if *well { *stake } else { 0.0 }})
            }
            Word::Rate { period, ratee, grade } => json!({"period": period, "ratee": ratee, "grade": grade}),
            Word::Entered { period } => json!({"period": period, "entered": true}),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Order { .. } | Word::Service { .. } => "service",
            Word::Rate { .. } | Word::Entered { .. } => "rating",
        }
    }
}

impl Shown for Word {
    fn round(&self) -> u32 {
        let (Word::Order { period, .. }
        | Word::Service { period, .. }
        | Word::Rate { period, .. }
        | Word::Entered { period }) = self;
        *period
    }

    fn label(&self) -> String {
        match self {
            Word::Order { stake, .. } => format!("order for {stake}"),
            Word::Service { well: true, .. } => "served".into(),
            Word::Service { .. } => "cheated or failed".into(),
            Word::Rate { ratee, grade, .. } => format!("{ratee}: {grade}"),
            Word::Entered { .. } => "entered".into(),
        }
    }
}
