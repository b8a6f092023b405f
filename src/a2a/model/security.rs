//! Ways to authenticate with an agent, after the Security Scheme Object of OpenAPI 3.2.

use super::{Text, is_false};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Scopes and what they allow.
type Scopes = BTreeMap<String, Text>;

/// Schemes that are needed together (A2A 1.0, `SecurityRequirement`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SecurityRequirement {
    /// The scopes that each scheme needs, by the scheme's name in the card.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub schemes: BTreeMap<String, StringList>,
}

/// A list of texts (A2A 1.0, `StringList`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StringList {
    /// The texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub list: Vec<Text>,
}

/// A way to authenticate (A2A 1.0, `SecurityScheme`): exactly one of five.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SecurityScheme {
    /// A key in a header, a query parameter or a cookie.
    #[serde(rename = "apiKeySecurityScheme")]
    ApiKey(ApiKeySecurityScheme),
    /// HTTP authentication.
    #[serde(rename = "httpAuthSecurityScheme")]
    HttpAuth(HttpAuthSecurityScheme),
    /// OAuth 2.0.
    #[serde(rename = "oauth2SecurityScheme")]
    OAuth2(OAuth2SecurityScheme),
    /// OpenID Connect.
    #[serde(rename = "openIdConnectSecurityScheme")]
    OpenIdConnect(OpenIdConnectSecurityScheme),
    /// Mutual TLS.
    #[serde(rename = "mtlsSecurityScheme")]
    MutualTls(MutualTlsSecurityScheme),
}

/// A key (A2A 1.0, `APIKeySecurityScheme`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ApiKeySecurityScheme {
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
    /// Where the key goes: `query`, `header` or `cookie`. Required.
    pub location: Text,
    /// The name of the parameter, header or cookie. Required.
    pub name: Text,
}

/// HTTP authentication (A2A 1.0, `HTTPAuthSecurityScheme`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HttpAuthSecurityScheme {
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
    /// The scheme, such as `Bearer`. Required.
    pub scheme: Text,
    /// The form of a bearer's token, such as `JWT`.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub bearer_format: Text,
}

/// OAuth 2.0 (A2A 1.0, `OAuth2SecurityScheme`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OAuth2SecurityScheme {
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty", default)]
    pub description: Text,
    /// The flow. Required.
    pub flows: OAuthFlows,
    /// Where the authorisation server's metadata is (RFC 8414).
    #[serde(skip_serializing_if = "str::is_empty", default)]
    pub oauth2_metadata_url: Text,
}

/// OpenID Connect (A2A 1.0, `OpenIdConnectSecurityScheme`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OpenIdConnectSecurityScheme {
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
    /// The discovery URL. Required.
    pub open_id_connect_url: Text,
}

/// Mutual TLS (A2A 1.0, `MutualTlsSecurityScheme`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct MutualTlsSecurityScheme {
    /// What it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: Text,
}

/// A flow of OAuth 2.0 (A2A 1.0, `OAuthFlows`): exactly one of five.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum OAuthFlows {
    /// Authorisation code.
    AuthorizationCode(AuthorizationCodeOAuthFlow),
    /// Client credentials.
    ClientCredentials(ClientCredentialsOAuthFlow),
    /// Implicit. Deprecated by A2A.
    Implicit(ImplicitOAuthFlow),
    /// Password. Deprecated by A2A.
    Password(PasswordOAuthFlow),
    /// Device code (RFC 8628).
    DeviceCode(DeviceCodeOAuthFlow),
}

/// The authorisation code flow (A2A 1.0, `AuthorizationCodeOAuthFlow`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AuthorizationCodeOAuthFlow {
    /// Where to authorise. Required.
    pub authorization_url: Text,
    /// Where to get a token. Required.
    pub token_url: Text,
    /// Where to refresh a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub refresh_url: Text,
    /// The scopes and what they allow: at least one. Required.
    pub scopes: Scopes,
    /// Whether PKCE is needed (RFC 7636).
    #[serde(skip_serializing_if = "is_false")]
    pub pkce_required: bool,
}

/// The client credentials flow (A2A 1.0, `ClientCredentialsOAuthFlow`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ClientCredentialsOAuthFlow {
    /// Where to get a token. Required.
    pub token_url: Text,
    /// Where to refresh a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub refresh_url: Text,
    /// The scopes and what they allow: at least one. Required.
    pub scopes: Scopes,
}

/// The device code flow (A2A 1.0, `DeviceCodeOAuthFlow`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct DeviceCodeOAuthFlow {
    /// Where a device asks for a code. Required.
    pub device_authorization_url: Text,
    /// Where to get a token. Required.
    pub token_url: Text,
    /// Where to refresh a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub refresh_url: Text,
    /// The scopes and what they allow: at least one. Required.
    pub scopes: Scopes,
}

/// The implicit flow (A2A 1.0, `ImplicitOAuthFlow`). Deprecated by A2A; nothing of it is required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImplicitOAuthFlow {
    /// Where to authorise.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub authorization_url: Text,
    /// Where to refresh a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub refresh_url: Text,
    /// The scopes and what they allow.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scopes: Scopes,
}

/// The password flow (A2A 1.0, `PasswordOAuthFlow`). Deprecated by A2A; nothing of it is required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PasswordOAuthFlow {
    /// Where to get a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub token_url: Text,
    /// Where to refresh a token.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub refresh_url: Text,
    /// The scopes and what they allow.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub scopes: Scopes,
}
