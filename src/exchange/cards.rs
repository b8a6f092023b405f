//! The agents' cards: made and signed when a trace, a registry or a user asks for them.

use super::trace::TraceSink;
use crate::a2a::AgentCard;
use crate::a2a::card::{self, JwkSet, Profile, SigningKey};
use crate::error::Diagnostic;
use crate::ids::{RunKey, Tick};
use crate::sim::{Purpose, Who};

/// Signed cards, and the keys that verify them.
#[derive(Clone, Debug)]
pub struct CardBook {
    /// The cards, in the order of the agents.
    pub cards: Vec<AgentCard>,
    /// The public keys.
    pub keys: JwkSet,
}

/// Makes and signs the cards of agents, each by an Ed25519 key that follows from the run's key and the agent's name.
///
/// `agents` are names and, for each, what it does. All share one endpoint and are told apart by tenant. The endpoint is a
/// host reserved for examples: simulated agents are reached by nobody else.
///
/// # Errors
/// If a card would not pass the lint: an empty name or description.
pub fn card_book(agents: &[(String, String)], key: &RunKey) -> Result<CardBook, Diagnostic> {
    let mut keys = Vec::with_capacity(agents.len());
    let mut cards = Vec::with_capacity(agents.len());
    for (name, does) in agents {
        let mut draws = key.draws(Who::agent(name), Purpose::SigningKey);
        let mut secret = [0; 32];
        for word in secret.chunks_exact_mut(8) {
            word.copy_from_slice(&draws.word().to_le_bytes());
        }
        let signer = SigningKey::ed25519(name.clone(), &secret);
        let mut card = card::build(Profile {
            name: name.clone().into(),
            description: format!("Plays {does}").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            url: "https://lab.comity.example/a2a/v1".into(),
            tenant: name.clone().into(),
            skills: vec![card::skill("play", "Play", "Plays the stage game, round by round", &["game"])],
        });
        card::sign(&mut card, &signer)
            .map_err(|error| Diagnostic::new("card", error.to_string(), "a card that can be signed"))?;
        keys.push(signer.public());
        cards.push(card);
    }
    Ok(CardBook { cards, keys: JwkSet::new(keys) })
}

impl CardBook {
    /// Publishes the cards on a trace, each from its agent to everybody.
    pub fn publish(&self, out: &mut impl TraceSink) {
        for card in &self.cards {
            out.object(Tick(0), &card.name, "*", card);
        }
    }
}
