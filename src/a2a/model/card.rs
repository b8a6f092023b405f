//! The agent card: who an agent is, where it is reached, and what it can do.

use super::{SecurityRequirement, SecurityScheme, Struct, Text, is_false};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The card of an agent (A2A 1.0, `AgentCard`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentCard {
    /// Its name for people. Required.
    pub name: Text,
    /// What it does. Required.
    pub description: Text,
    /// Where it is reached, the preferred way first: at least one. Required.
    pub supported_interfaces: Vec<AgentInterface>,
    /// Who provides it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<AgentProvider>,
    /// Its own version. Required.
    pub version: Text,
    /// Where it is documented.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub documentation_url: Option<Text>,
    /// What it can do of the protocol. Required.
    pub capabilities: AgentCapabilities,
    /// Ways to authenticate, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub security_schemes: BTreeMap<String, SecurityScheme>,
    /// Which of them are needed: one of these requirements.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub security_requirements: Vec<SecurityRequirement>,
    /// The media types that it takes: at least one. Required.
    pub default_input_modes: Vec<Text>,
    /// The media types that it gives: at least one. Required.
    pub default_output_modes: Vec<Text>,
    /// What it can do for a client: at least one. Required.
    pub skills: Vec<AgentSkill>,
    /// Signatures of the card.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<AgentCardSignature>,
    /// Its icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub icon_url: Option<Text>,
}

/// A way to reach an agent (A2A 1.0, `AgentInterface`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentInterface {
    /// Where: an absolute HTTPS URL, or `host:port` for gRPC. Required.
    pub url: Text,
    /// How: `JSONRPC`, `GRPC`, `HTTP+JSON`, or a URI of another binding. Required.
    pub protocol_binding: Text,
    /// The tenant that each request has to name, where many agents share a URL.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub tenant: Text,
    /// The version of the protocol, such as `1.0`. Required.
    pub protocol_version: Text,
}

/// Who provides an agent (A2A 1.0, `AgentProvider`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentProvider {
    /// The provider's site. Required.
    pub url: Text,
    /// The provider's name. Required.
    pub organization: Text,
}

/// What an agent can do of the protocol (A2A 1.0, `AgentCapabilities`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentCapabilities {
    /// Whether it streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub streaming: Option<bool>,
    /// Whether it pushes updates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push_notifications: Option<bool>,
    /// The extensions that it knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<AgentExtension>,
    /// Whether it has another card for authenticated clients.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extended_agent_card: Option<bool>,
}

/// An extension of the protocol (A2A 1.0, `AgentExtension`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentExtension {
    /// Its name.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub uri: Text,
    /// How the agent uses it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
    /// Whether a client has to know it.
    #[serde(skip_serializing_if = "is_false")]
    pub required: bool,
    /// Its parameters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<Struct>,
}

/// Something that an agent can do for a client (A2A 1.0, `AgentSkill`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentSkill {
    /// Its identifier. Required.
    pub id: Text,
    /// Its name for people. Required.
    pub name: Text,
    /// What it is. Required.
    pub description: Text,
    /// Its keywords: at least one. Required.
    pub tags: Vec<Text>,
    /// What one may ask.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Text>,
    /// The media types that it takes, if not the agent's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub input_modes: Vec<Text>,
    /// The media types that it gives, if not the agent's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub output_modes: Vec<Text>,
    /// How to authenticate for it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub security_requirements: Vec<SecurityRequirement>,
}

/// A signature of a card (A2A 1.0, `AgentCardSignature`; RFC 7515).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AgentCardSignature {
    /// The protected header: base64url of its JSON. Required.
    pub protected: Text,
    /// The signature, in base64url. Required.
    pub signature: Text,
    /// The unprotected header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<Struct>,
}
