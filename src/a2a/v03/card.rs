//! The card of A2A 0.3, whose first interface stands at the top and whose security is that of OpenAPI.

use super::Change::{Any, Each, Every, One, Same};
use super::How::{By, Moves};
use super::{Change, Members, Move, OldType, is_empty, moved, old, typed};
use serde_json::{Value, json};

/// The version of the interfaces beside the first, which do not say theirs.
const VERSION: &str = "0.3";
/// The version of a card that does not say its own.
const FIRST_VERSION: &str = "0.3.0";

/// The types of the card.
pub(super) static CARD_TYPES: &[OldType] = &[
    old("AgentCard", By(card)),
    old("AgentInterface", By(interface)),
    old("AgentProvider", Moves(&[("url", "url", Same), ("organization", "organization", Same)])),
    old(
        "AgentCapabilities",
        Moves(&[
            ("streaming", "streaming", Same),
            ("pushNotifications", "pushNotifications", Same),
            ("extensions", "extensions", Each("AgentExtension")),
        ]),
    ),
    old(
        "AgentExtension",
        Moves(&[
            ("uri", "uri", Same),
            ("description", "description", Same),
            ("required", "required", Same),
            ("params", "params", Any),
        ]),
    ),
    old(
        "AgentSkill",
        Moves(&[
            ("id", "id", Same),
            ("name", "name", Same),
            ("description", "description", Same),
            ("tags", "tags", Same),
            ("examples", "examples", Same),
            ("inputModes", "inputModes", Same),
            ("outputModes", "outputModes", Same),
            ("security", "securityRequirements", Each("SecurityRequirement")),
        ]),
    ),
    old(
        "AgentCardSignature",
        Moves(&[("protected", "protected", Same), ("signature", "signature", Same), ("header", "header", Any)]),
    ),
    old("SecurityRequirement", By(requirement)),
    old("SecurityScheme", By(scheme)),
    old("OAuthFlows", By(flows)),
];

/// The members of a card that move as they are.
const CARD_MOVES: &[Move] = &[
    ("name", "name", Same),
    ("description", "description", Same),
    ("version", "version", Same),
    ("provider", "provider", One("AgentProvider")),
    ("documentationUrl", "documentationUrl", Any),
    ("iconUrl", "iconUrl", Any),
    ("securitySchemes", "securitySchemes", Every("SecurityScheme")),
    ("security", "securityRequirements", Each("SecurityRequirement")),
    ("defaultInputModes", "defaultInputModes", Same),
    ("defaultOutputModes", "defaultOutputModes", Same),
    ("skills", "skills", Each("AgentSkill")),
    ("signatures", "signatures", Each("AgentCardSignature")),
];

fn text(members: &Members, name: &str) -> Option<Value> {
    members.get(name).filter(|value| !is_empty(value)).cloned()
}

fn card(members: &Members) -> Option<Value> {
    let mut new = moved(CARD_MOVES, members);
    let mut interfaces = Vec::new();
    if let Some(url) = text(members, "url") {
        interfaces.push(json!({
            "url": url,
            "protocolBinding": text(members, "preferredTransport").unwrap_or_else(|| json!("JSONRPC")),
            "protocolVersion": text(members, "protocolVersion").unwrap_or_else(|| json!(FIRST_VERSION)),
        }));
    }
    if let Some(Value::Array(others)) = members.get("additionalInterfaces") {
        interfaces.extend(others.iter().map(|other| typed("AgentInterface", other)));
    }
    if !interfaces.is_empty() {
        new.insert("supportedInterfaces".to_string(), Value::Array(interfaces));
    }
    if let Some(capabilities) = members.get("capabilities") {
        let mut capabilities = typed("AgentCapabilities", capabilities);
        if let Some(extended) = text(members, "supportsAuthenticatedExtendedCard")
            && let Value::Object(capabilities) = &mut capabilities
        {
            capabilities.insert("extendedAgentCard".to_string(), extended);
        }
        new.insert("capabilities".to_string(), capabilities);
    }
    Some(Value::Object(new))
}

fn interface(members: &Members) -> Option<Value> {
    let mut new = moved(&[("url", "url", Same), ("transport", "protocolBinding", Same)], members);
    new.insert("protocolVersion".to_string(), json!(VERSION));
    Some(Value::Object(new))
}

/// `{"oauth": ["scope"]}` becomes `{"schemes": {"oauth": {"list": ["scope"]}}}`.
fn requirement(members: &Members) -> Option<Value> {
    let schemes: Members = members.iter().map(|(name, scopes)| (name.clone(), json!({ "list": scopes }))).collect();
    Some(json!({ "schemes": schemes }))
}

/// The type of a scheme becomes the member that wraps it.
fn scheme(members: &Members) -> Option<Value> {
    const DESCRIPTION: Move = ("description", "description", Same);
    let (member, moves): (&str, &[Move]) = match members.get("type").and_then(Value::as_str)? {
        "apiKey" => ("apiKeySecurityScheme", &[DESCRIPTION, ("in", "location", Same), ("name", "name", Same)]),
        "http" => (
            "httpAuthSecurityScheme",
            &[DESCRIPTION, ("scheme", "scheme", Same), ("bearerFormat", "bearerFormat", Same)],
        ),
        "oauth2" => (
            "oauth2SecurityScheme",
            &[DESCRIPTION, ("flows", "flows", One("OAuthFlows")), ("oauth2MetadataUrl", "oauth2MetadataUrl", Same)],
        ),
        "openIdConnect" => {
            ("openIdConnectSecurityScheme", &[DESCRIPTION, ("openIdConnectUrl", "openIdConnectUrl", Same)])
        }
        "mutualTLS" => ("mtlsSecurityScheme", &[DESCRIPTION]),
        _ => return None,
    };
    Some(json!({ member: moved(moves, members) }))
}

/// 0.3 allows several flows at once, 1.0 one: the last one stays.
fn flows(members: &Members) -> Option<Value> {
    const FLOW: Change = Change::Value(flow);
    let (name, value) = ["authorizationCode", "clientCredentials", "implicit", "password"]
        .into_iter()
        .filter_map(|name| members.get(name).map(|value| (name, value)))
        .next_back()?;
    Some(Value::Object(moved(&[(name, name, FLOW)], &[(name.to_string(), value.clone())].into_iter().collect())))
}

fn flow(value: &Value) -> Option<Value> {
    let Value::Object(members) = value else { return Some(value.clone()) };
    let moves: &[Move] = &[
        ("authorizationUrl", "authorizationUrl", Same),
        ("tokenUrl", "tokenUrl", Same),
        ("refreshUrl", "refreshUrl", Same),
    ];
    let mut new = moved(moves, members);
    // An empty map of scopes is a map, and 1.0 requires one in most flows.
    new.extend(members.get("scopes").map(|scopes| ("scopes".to_string(), scopes.clone())));
    Some(Value::Object(new))
}
