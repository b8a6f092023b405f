//! What an A2A message is made of: the descriptors from which everything reads.
//!
//! A [`MessageType`] lists its fields with JSON name, kind, shape, presence and rule, as the protobuf
//! definition `lf.a2a.v1` (A2A 1.0) declares them. The validator, the normal form and the card's
//! signing form are walks over these tables, so that a rule is written once. The tables
//! know neither our Rust types nor any JSON text.

mod tables;

pub use tables::{MESSAGE_TYPES, PART, ROLE, TASK_STATE};

/// A protobuf message type and its JSON form.
#[derive(Debug)]
pub struct MessageType {
    /// Its name, such as `TaskStatus`.
    pub name: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// What the members of its one-of group hold, such as `content`, where it has one. Exactly one
    /// of them is present.
    pub one_of: Option<&'static str>,
}

/// A protobuf enumeration: names and numbers.
#[derive(Debug)]
pub struct EnumType {
    /// Its name, such as `TaskState`.
    pub name: &'static str,
    /// The names by number: the first is the value that stands for none.
    pub values: &'static [&'static str],
}

/// A field of a message type.
#[derive(Debug)]
pub struct Field {
    /// Its JSON name, in camel case.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// How many of them.
    pub shape: Shape,
    /// When it is present.
    pub presence: Presence,
    /// What its value must satisfy beyond its kind.
    pub rule: Rule,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A string.
    Text,
    /// Bytes, as base64.
    Bytes,
    /// A boolean.
    Bool,
    /// A 32-bit integer.
    Int32,
    /// A value of an enumeration.
    Enum(&'static EnumType),
    /// A timestamp.
    Time,
    /// A JSON object of any members (`google.protobuf.Struct`).
    Struct,
    /// Any JSON value, null included (`google.protobuf.Value`).
    Value,
    /// Another message.
    Message(&'static MessageType),
}

/// How many values a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One.
    One,
    /// A list.
    List,
    /// A map from strings.
    Map,
}

/// When a field counts as present, and what an absent or empty one means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It must be there; it is always written.
    Required(Empty),
    /// It is there if it was set, its default value included; written if set.
    Explicit,
    /// Its default value is the same as its absence; not written then.
    Implicit,
    /// It belongs to the message's one-of group.
    OneOf,
}

/// Whether a required member may hold the default value of its kind, which protobuf cannot tell from
/// its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empty {
    /// No.
    Refused,
    /// Yes: the default value means something.
    Allowed,
    /// Only while the member of this name is empty too.
    With(&'static str),
}

/// A constraint on a value beyond its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// None.
    Free,
    /// A number from the first to the second, both included.
    Between(i32, i32),
    /// One of these texts.
    Among(&'static [&'static str]),
}

impl Field {
    const fn new(name: &'static str, kind: Kind) -> Self {
        // A message, and so a Struct or a timestamp, knows whether it was set.
        let presence = match kind {
            Kind::Message(_) | Kind::Struct | Kind::Time | Kind::Value => Presence::Explicit,
            _ => Presence::Implicit,
        };
        Self { name, kind, shape: Shape::One, presence, rule: Rule::Free }
    }

    const fn required(mut self) -> Self {
        self.presence = Presence::Required(Empty::Refused);
        self
    }

    const fn required_maybe_empty(mut self, empty: Empty) -> Self {
        self.presence = Presence::Required(empty);
        self
    }

    const fn explicit(mut self) -> Self {
        self.presence = Presence::Explicit;
        self
    }

    const fn one_of(mut self) -> Self {
        self.presence = Presence::OneOf;
        self
    }

    const fn list(mut self) -> Self {
        self.shape = Shape::List;
        self.presence = Presence::Implicit;
        self
    }

    const fn map(mut self) -> Self {
        self.shape = Shape::Map;
        self.presence = Presence::Implicit;
        self
    }

    const fn rule(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// Whether a member's name means this field: its JSON name, or its name in the protobuf
    /// definition, which readers must take too.
    pub fn is_named(&self, member: &str) -> bool {
        member == self.name || is_snake_of(member, self.name)
    }
}

/// Whether `snake` is the snake-case spelling of `camel`.
fn is_snake_of(snake: &str, camel: &str) -> bool {
    let mut rest = snake.bytes();
    let same = camel.bytes().all(|letter| {
        if letter.is_ascii_uppercase() {
            rest.next() == Some(b'_') && rest.next() == Some(letter.to_ascii_lowercase())
        } else {
            rest.next() == Some(letter)
        }
    });
    same && rest.next().is_none()
}

impl EnumType {
    /// The number of a name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|value| *value == name)
    }
}

/// The message type of a name.
pub fn find(name: &str) -> Option<&'static MessageType> {
    MESSAGE_TYPES.iter().copied().find(|message| message.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_answer_to_their_json_name_and_their_protobuf_name() {
        let field = Field::new("oauth2MetadataUrl", Kind::Text);
        assert!(field.is_named("oauth2MetadataUrl"));
        assert!(field.is_named("oauth2_metadata_url"));
        for other in ["oauth2_metadataUrl", "Oauth2MetadataUrl", "oauth2_metadata_url_", "oauth2_metadata_ur", ""] {
            assert!(!field.is_named(other), "{other}");
        }
    }

    #[test]
    fn tables_are_consistent() {
        for message in MESSAGE_TYPES {
            assert!(std::ptr::eq(find(message.name).unwrap(), *message), "{} is listed twice", message.name);
            let grouped = message.fields.iter().any(|f| f.presence == Presence::OneOf);
            assert_eq!(grouped, message.one_of.is_some(), "{}", message.name);
            for (k, field) in message.fields.iter().enumerate() {
                assert!(!message.fields[..k].iter().any(|f| f.is_named(field.name)), "{}", field.name);
                if let Kind::Message(inner) = field.kind {
                    assert!(find(inner.name).is_some(), "{} is not listed", inner.name);
                }
                if let Presence::Required(Empty::With(other)) = field.presence {
                    assert!(message.fields.iter().any(|f| f.name == other), "{other}");
                }
            }
        }
    }
}
