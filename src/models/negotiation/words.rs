//! What negotiating agents say to each other, as data parts of A2A messages and artifacts.

use crate::exchange::Payload;
use crate::models::events::Shown;
use serde_json::{Value, json};

/// A message or a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word {
    /// I offer this price.
    Offer { turn: u32, price: f64 },
    /// I accept your price.
    Accept { turn: u32, price: f64 },
    /// My deadline has passed; I fall back on my reservation.
    Withdraw { turn: u32 },
    /// We agreed on this price.
    Agreement { turn: u32, price: f64 },
}

impl Payload for Word {
    fn data(&self) -> Value {
        match self {
            Word::Offer { turn, price } => json!({"turn": turn, "offer": price}),
            Word::Accept { turn, price } => json!({"turn": turn, "accept": price}),
            Word::Withdraw { turn } => json!({"turn": turn, "withdraw": true}),
            Word::Agreement { turn, price } => json!({"turn": turn, "price": price}),
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Word::Agreement { .. } => "agreement",
            _ => "offer",
        }
    }
}

impl Shown for Word {
    fn round(&self) -> u32 {
        let (Word::Offer { turn, .. }
        | Word::Accept { turn, .. }
        | Word::Withdraw { turn }
        | Word::Agreement { turn, .. }) = self;
        turn + 1
    }

    fn label(&self) -> String {
        match self {
            Word::Offer { price, .. } => format!("offer {price:.2}"),
            Word::Accept { price, .. } => format!("accept {price:.2}"),
            Word::Withdraw { .. } => "withdraw".into(),
            Word::Agreement { price, .. } => format!("agreed {price:.2}"),
        }
    }
}
