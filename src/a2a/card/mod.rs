//! Agent cards: building, linting, signing and verifying them (A2A 1.0, 8).
//!
//! Signing is a detached JWS (RFC 7515) over the canonical form of the card's presence form. The
//! official SDK drops more from a card before it signs than the specification says, so that cards
//! with empty members verify in one of the two ways alone; our [`lint`] allows only cards on which
//! both forms agree, and [`sign`] refuses others. EdDSA and ES256 signatures are deterministic
//! (RFC 8032, RFC 6979). Keys are made from 32 given bytes; nothing is drawn here, no URL is fetched.

mod keys;
mod lint;
mod sign;
mod verify;

pub use keys::{Algorithm, Jwk, JwkError, JwkSet, PublicKey, SigningKey};
pub use lint::lint;
pub use sign::{SignError, sign};
pub use verify::{SignatureFault, Verdict, verify};

use super::model::{AgentCapabilities, AgentCard, AgentExtension, AgentInterface, AgentSkill, Text};
use super::{EXTENSION_URI, JSON_MEDIA_TYPE, PROTOCOL_VERSION};

/// What a card says of an agent of ours.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its name for people.
    pub name: Text,
    /// What it does.
    pub description: Text,
    /// Its own version.
    pub version: Text,
    /// Where it is reached: an absolute HTTPS URL.
    pub url: Text,
    /// The tenant that requests name, where many agents share the URL; may be empty.
    pub tenant: Text,
    /// What it can do for a client: at least one.
    pub skills: Vec<AgentSkill>,
}

/// The card of an agent: one JSON-RPC interface, JSON in and out, streaming, and our extension declared.
///
/// It is valid and passes the [`lint`] if no text of the profile but the tenant is empty, and there
/// is a skill.
///
/// # Examples
/// ```
/// use comity::a2a::card::{self, Profile};
/// let skill = card::skill("pd", "Prisoner's dilemma", "Plays it, repeatedly", &["game"]);
/// let card = card::build(Profile {
///     name: "Tit For Tat".into(),
///     description: "Does as was done".into(),
///     version: "1.0.0".into(),
///     url: "https://arena.example/a2a".into(),
///     tenant: "tit-for-tat".into(),
///     skills: vec![skill],
/// });
/// assert!(card::lint(&serde_json::to_string(&card).unwrap()).is_empty());
/// ```
pub fn build(profile: Profile) -> AgentCard {
    let extension = AgentExtension {
        uri: EXTENSION_URI.into(),
        description: "Moves, bids, prices and reputations as data parts".into(),
        ..AgentExtension::default()
    };
    AgentCard {
        name: profile.name,
        description: profile.description,
        supported_interfaces: vec![AgentInterface {
            url: profile.url,
            protocol_binding: "JSONRPC".into(),
            tenant: profile.tenant,
            protocol_version: PROTOCOL_VERSION.into(),
        }],
        version: profile.version,
        capabilities: AgentCapabilities {
            streaming: Some(true),
            extensions: vec![extension],
            ..AgentCapabilities::default()
        },
        default_input_modes: vec![JSON_MEDIA_TYPE.into()],
        default_output_modes: vec![JSON_MEDIA_TYPE.into()],
        skills: profile.skills,
        ..AgentCard::default()
    }
}

/// A skill of an agent: what is required, and nothing else.
pub fn skill(
    id: impl Into<Text>,
    name: impl Into<Text>,
    description: impl Into<Text>,
    tags: &[&'static str],
) -> AgentSkill {
    AgentSkill {
        id: id.into(),
        name: name.into(),
        description: description.into(),
        tags: tags.iter().map(|tag| Text::Borrowed(tag)).collect(),
        ..AgentSkill::default()
    }
}
