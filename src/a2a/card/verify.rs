//! Verifying a card: at least one signature is good, by a key that its protected header names.
//!
//! The verdict is the specification's (8.4.1, RFC 7515): the algorithm comes from an allow-list and
//! is that of the key; the key is chosen by the protected `kid` and by nothing else; a `crit` header
//! is refused, since no extension of it is known here; base64url is strict, without padding; headers
//! are used as they were sent. `typ`, `jku` and the unprotected header have no say.

use super::super::canonical::{canonical_value, presence_form};
use super::super::json::{Json, parse};
use super::super::model::AgentCardSignature;
use super::keys::{Algorithm, Jwk, JwkSet};
use super::sign::signing_input;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Whether a card is signed well, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether at least one signature is good.
    pub valid: bool,
    /// A sentence.
    pub reason: String,
}

/// Why a signature is not good.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// The protected header is not base64url of a JSON object.
    #[error("its protected header is not a JSON object in base64url without padding")]
    Header,
    /// The protected header names no algorithm that is allowed.
    #[error("its algorithm is {0}; EdDSA, ES256, ES384 and RS256 are allowed")]
    Algorithm(String),
    /// The protected header has a member `crit`.
    #[error("its protected header has critical extensions, and none is known here")]
    Critical,
    /// The protected header names no key.
    #[error("its protected header names no key (`kid`)")]
    NoKid,
    /// No key of that name can be used.
    #[error("no usable key is named {0:?}")]
    UnknownKey(String),
    /// The key is for another algorithm.
    #[error("the key {kid:?} is for {of}, the header says {said}")]
    OtherAlgorithm {
        /// The key.
        kid: String,
        /// Its algorithm.
        of: &'static str,
        /// The header's.
        said: &'static str,
    },
    /// The signature is not base64url without padding.
    #[error("it is not base64url without padding")]
    Encoding,
    /// The signature has the wrong length.
    #[error("it has {found} bytes; {expected} are expected")]
    Length {
        /// What it has.
        found: usize,
        /// What it should have.
        expected: usize,
    },
    /// The signature is another text's.
    #[error("it does not fit the card and the key {0:?}")]
    Mismatch(String),
}

/// Says whether a card's text carries a good signature by one of the keys.
///
/// # Examples
/// ```
/// use comity::a2a::card::{self, JwkSet, Profile, SigningKey};
/// let skill = card::skill("pd", "Prisoner's dilemma", "Plays it", &["game"]);
/// let mut card = card::build(Profile {
///     name: "Grim".into(), description: "Never forgives".into(), version: "1".into(),
///     url: "https://arena.example/a2a".into(), tenant: "".into(), skills: vec![skill],
/// });
/// let key = SigningKey::ed25519("grim-1", &[7; 32]);
/// card::sign(&mut card, &key).unwrap();
/// let keys = JwkSet::new(vec![key.public()]);
/// assert!(card::verify(&serde_json::to_string(&card).unwrap(), &keys).valid);
/// card.name = "Grin".into();
/// assert!(!card::verify(&serde_json::to_string(&card).unwrap(), &keys).valid);
/// ```
pub fn verify(card: &str, keys: &JwkSet) -> Verdict {
    let refuse = |reason| Verdict { valid: false, reason };
    let (form, signatures) = match presence_form(card) {
        Ok(read) => read,
        Err(invalid) => return refuse(format!("The card cannot be read: {}", invalid.summary())),
    };
    let signatures: Vec<AgentCardSignature> =
        signatures.and_then(|list| serde_json::from_value(list).ok()).unwrap_or_default();
    if signatures.is_empty() {
        return refuse("The card has no signatures.".to_string());
    }
    let payload = canonical_value(&form);
    let mut faults = Vec::new();
    for (place, signature) in signatures.iter().enumerate() {
        match check(signature, &payload, keys) {
            Ok((kid, algorithm)) => {
                let reason = format!("Signature {place} is good: the key {kid:?} made it with {}.", algorithm.name());
                return Verdict { valid: true, reason };
            }
            Err(fault) => faults.push(format!("signature {place}: {fault}")),
        }
    }
    refuse(format!("No signature is good; {}.", faults.join("; ")))
}

/// Checks one signature; returns the key and the algorithm that made it.
fn check(signature: &AgentCardSignature, payload: &str, keys: &JwkSet) -> Result<(String, Algorithm), SignatureFault> {
    let (kid, algorithm) = header(&signature.protected)?;
    let named: Vec<&Jwk> = keys.keys.iter().filter(|jwk| jwk.kid.as_ref() == Some(&kid)).collect();
    let Some(first) = named.first() else { return Err(SignatureFault::UnknownKey(kid)) };
    let fitting: Vec<&&Jwk> = named.iter().filter(|jwk| jwk.key.algorithm() == algorithm).collect();
    if fitting.is_empty() {
        let of = first.key.algorithm().name();
        return Err(SignatureFault::OtherAlgorithm { kid, of, said: algorithm.name() });
    }
    let bytes = URL_SAFE_NO_PAD.decode(&*signature.signature).map_err(|_| SignatureFault::Encoding)?;
    let expected = fitting[0].key.signature_bytes();
    if !fitting.iter().any(|jwk| jwk.key.signature_bytes() == bytes.len()) {
        return Err(SignatureFault::Length { found: bytes.len(), expected });
    }
    let input = signing_input(&signature.protected, payload);
    if fitting.iter().any(|jwk| jwk.key.verifies(input.as_bytes(), &bytes)) {
        Ok((kid, algorithm))
    } else {
        Err(SignatureFault::Mismatch(kid))
    }
}

/// The key and the algorithm that a protected header names.
fn header(protected: &str) -> Result<(String, Algorithm), SignatureFault> {
    let bytes = URL_SAFE_NO_PAD.decode(protected).map_err(|_| SignatureFault::Header)?;
    let text = String::from_utf8(bytes).map_err(|_| SignatureFault::Header)?;
    let parsed = parse(&text).map_err(|_| SignatureFault::Header)?;
    // RFC 7515, 4: member names in a header are unique.
    if !matches!(parsed.root, Json::Object(_)) || !parsed.faults.is_empty() {
        return Err(SignatureFault::Header);
    }
    let member = |name| parsed.root.member(name);
    let algorithm = match member("alg") {
        Some(Json::Text(name)) => {
            Algorithm::from_name(name).ok_or_else(|| SignatureFault::Algorithm(format!("{name:?}")))?
        }
        _ => return Err(SignatureFault::Algorithm("missing".to_string())),
    };
    if member("crit").is_some() {
        return Err(SignatureFault::Critical);
    }
    match member("kid").and_then(Json::as_text) {
        Some(kid) if !kid.is_empty() => Ok((kid.to_string(), algorithm)),
        _ => Err(SignatureFault::NoKid),
    }
}
