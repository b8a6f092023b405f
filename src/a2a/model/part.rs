//! A part: one piece of content of a message or an artifact.

use super::{Struct, Text};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

/// A piece of content (A2A 1.0, `Part`).
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it holds.
    pub content: Content,
    /// What else is said of it.
    pub metadata: Option<Struct>,
    /// A file's name, or nothing.
    pub filename: Text,
    /// The content's media type, or nothing.
    pub media_type: Text,
}

/// The content of a part: exactly one of four kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Text, which may be empty.
    Text(Text),
    /// The bytes of a file; base64 on the wire.
    Raw(Vec<u8>),
    /// The URL of a file.
    Url(Text),
    /// Any JSON value, null included.
    Data(Value),
}

impl Part {
    fn of(content: Content, media_type: Text) -> Self {
        Self { content, metadata: None, filename: Text::Borrowed(""), media_type }
    }

    /// A part of text.
    pub fn text(text: impl Into<Text>) -> Self {
        Self::of(Content::Text(text.into()), Text::Borrowed(""))
    }

    /// A part of bytes.
    pub fn raw(bytes: Vec<u8>) -> Self {
        Self::of(Content::Raw(bytes), Text::Borrowed(""))
    }

    /// A part that points to a file.
    pub fn url(url: impl Into<Text>) -> Self {
        Self::of(Content::Url(url.into()), Text::Borrowed(""))
    }

    /// A part of structured data, of media type `application/json`.
    pub fn data(value: Value) -> Self {
        Self::of(Content::Data(value), Text::Borrowed(crate::a2a::JSON_MEDIA_TYPE))
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.content {
            Content::Text(text) => map.serialize_entry("text", text)?,
            Content::Raw(bytes) => map.serialize_entry("raw", &STANDARD.encode(bytes))?,
            Content::Url(url) => map.serialize_entry("url", url)?,
            Content::Data(value) => map.serialize_entry("data", value)?,
        }
        if let Some(metadata) = &self.metadata {
            map.serialize_entry("metadata", metadata)?;
        }
        if !self.filename.is_empty() {
            map.serialize_entry("filename", &self.filename)?;
        }
        if !self.media_type.is_empty() {
            map.serialize_entry("mediaType", &self.media_type)?;
        }
        map.end()
    }
}

/// A part as its members stand on the wire.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Members {
    text: Option<Text>,
    raw: Option<String>,
    url: Option<Text>,
    #[serde(deserialize_with = "present")]
    data: Option<Value>,
    metadata: Option<Struct>,
    filename: Text,
    media_type: Text,
}

/// Reads a value that is present even when it is null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let members = Members::deserialize(deserializer)?;
        let content = match (members.text, members.raw, members.url, members.data) {
            (Some(text), None, None, None) => Content::Text(text),
            (None, Some(raw), None, None) => Content::Raw(STANDARD.decode(raw).map_err(de::Error::custom)?),
            (None, None, Some(url), None) => Content::Url(url),
            (None, None, None, Some(value)) => Content::Data(value),
            _ => return Err(de::Error::custom("a part has exactly one of text, raw, url and data")),
        };
        Ok(Self { content, metadata: members.metadata, filename: members.filename, media_type: members.media_type })
    }
}
