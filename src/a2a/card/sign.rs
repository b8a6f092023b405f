//! Signing a card.

use super::super::canonical::{canonical_value, card_payload};
use super::super::model::{AgentCard, AgentCardSignature};
use super::super::validate::Violation;
use super::keys::SigningKey;
use super::lint::lint;
use crate::error::Diagnostic;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

/// Why a card was not signed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the card is not signed, since verifiers would not agree on it: {}", list(.0))]
pub struct SignError(pub Vec<Violation>);

fn list(violations: &[Violation]) -> String {
    violations.iter().map(Violation::to_string).collect::<Vec<_>>().join(" ")
}

impl From<SignError> for Diagnostic {
    fn from(error: SignError) -> Self {
        Diagnostic::new("card-not-signed", error.to_string(), "a card without empty, unknown or default members")
    }
}

/// What a signature signs: the protected header and the payload, both in base64url.
pub(super) fn signing_input(protected: &str, payload: &str) -> String {
    format!("{protected}.{}", URL_SAFE_NO_PAD.encode(payload))
}

/// Adds a signature to a card: a detached JWS over its canonical presence form. Sign last; whatever
/// changes in the card afterwards, its signatures aside, breaks the signature.
///
/// # Errors
/// If the card fails the [`lint`].
pub fn sign(card: &mut AgentCard, key: &SigningKey) -> Result<(), SignError> {
    let unsigned = AgentCard { signatures: Vec::new(), ..card.clone() };
    let text = serde_json::to_string(&unsigned).expect("a card is JSON");
    let violations = lint(&text);
    if !violations.is_empty() {
        return Err(SignError(violations));
    }
    let payload = card_payload(&text).map_err(|invalid| SignError(invalid.0))?;
    let header = json!({ "alg": key.algorithm().name(), "kid": key.kid(), "typ": "JOSE" });
    let protected = URL_SAFE_NO_PAD.encode(canonical_value(&header));
    let signature = URL_SAFE_NO_PAD.encode(key.sign(signing_input(&protected, &payload).as_bytes()));
    card.signatures.push(AgentCardSignature { protected: protected.into(), signature: signature.into(), header: None });
    Ok(())
}
