//! Drift: the card that an agent shows is not the one that was looked at when it was certified.
//!
//! One of card and registry is the authority. If it is the registry, a card that differs is drift and the entry stays; if it is
//! the card, the entry follows it. Either way the agent is to be certified again.

use super::store::Registry;
use crate::a2a::AgentCard;
use crate::a2a::canonical::canonical_value;
use crate::error::Diagnostic;
use crate::ids::Tick;

/// Which of card and registry says what an agent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Authority {
    /// The entry: a card that differs changes nothing but the worth of the certificate.
    #[default]
    Registry,
    /// The card: the entry's version and digest follow it.
    Card,
}

/// What a look at a card found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drift {
    /// No card had been looked at: this one is now on record.
    First,
    /// It is the card on record.
    Same,
    /// It differs; the agent is to be certified again.
    Drifted,
}

/// The digest of a card: BLAKE3 of its canonical form (RFC 8785) without its signatures, in hexadecimal.
pub fn digest(card: &AgentCard) -> String {
    let unsigned = AgentCard { signatures: Vec::new(), ..card.clone() };
    let value = serde_json::to_value(&unsigned).expect("a card is JSON");
    blake3::hash(canonical_value(&value).as_bytes()).to_hex().to_string()
}

impl Registry {
    /// Compares the card that an agent shows at a tick with the one on record.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn look_at_card(
        &mut self,
        id: &str,
        card: &AgentCard,
        authority: Authority,
        at: Tick,
    ) -> Result<Drift, Diagnostic> {
        let digest = digest(card);
        let entry = self.entry_mut(id)?;
        match &entry.card_digest {
            None => {
                entry.card_digest = Some(digest);
                return Ok(Drift::First);
            }
            Some(known) if *known == digest => return Ok(Drift::Same),
            Some(_) => {}
        }
        if authority == Authority::Card {
            entry.card_digest = Some(digest);
            entry.version = card.version.to_string();
        }
        self.note_drift(id, at)?;
        Ok(Drift::Drifted)
    }

    /// Notes, if the policy is to watch, that the card of an agent is not the one on record from a tick on.
    ///
    /// # Errors
    /// If there is no such agent.
    pub fn note_drift(&mut self, id: &str, at: Tick) -> Result<(), Diagnostic> {
        let watches = self.policy.drift;
        let entry = self.entry_mut(id)?;
        if watches {
            entry.drifted = Some(entry.drifted.map_or(at, |before| before.min(at)));
        }
        Ok(())
    }
}
