//! A2A 1.0: the protocol in which the lab's agents talk, from its data model to its signatures.
//!
//! The source is the Agent2Agent protocol, version 1.0 (`lf.a2a.v1`, with the error table of 1.0.1),
//! whose JSON is ProtoJSON of its protobuf definition. [`model`] holds the objects as our own types
//! and writes them; [`validate`] says whether a text is an object, by the tables of [`schema`];
//! [`lifecycle`], [`operation`] and [`stream`] say what may happen to a task; [`card`] signs and
//! verifies agent cards over their [`canonical`] form; [`v03`] reads objects of A2A 0.3.
//!
//! Time is a tick and an identifier 16 given bytes: no clock is read and nothing is drawn. Nothing
//! here knows of simulations, games or strategies; the payloads of a game travel in data parts under
//! the extension [`EXTENSION_URI`].

pub mod canonical;
pub mod card;
pub mod errors;
pub mod json;
pub mod lifecycle;
pub mod model;
pub mod operation;
pub mod schema;
pub mod stream;
mod time;
pub mod v03;
mod validate;

pub use model::*;
pub use time::{ParseTimestampError, Timestamp};
pub use validate::{Invalid, Level, Note, Remark, Report, UnknownType, Violation, examine, read, validate};

/// The version of the protocol on the wire. Patch versions do not appear there.
pub const PROTOCOL_VERSION: &str = "1.0";

/// The URI of our extension, under which data parts carry moves, bids, prices and reputations.
///
/// A2A 1.0 has no field for any of them. Each card declares the extension, each message and artifact
/// that carries such a part lists it in `extensions`, and metadata of ours is keyed by it. The host
/// is a name reserved for examples (RFC 2606), so the URI names and does not locate.
pub const EXTENSION_URI: &str = "https://comity.example/ext/games/v1";

/// The media type of data parts.
pub const JSON_MEDIA_TYPE: &str = "application/json";

/// Prints 16 bytes as the text of a UUID of version 8 (RFC 9562, 5.8), which leaves all bits but its
/// version and variant to the application. Equal bytes give equal identifiers.
///
/// # Examples
/// ```
/// assert_eq!(comity::a2a::uuid([0xff; 16]), "ffffffff-ffff-8fff-bfff-ffffffffffff");
/// ```
pub fn uuid(mut bytes: [u8; 16]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (k, byte) in bytes.into_iter().enumerate() {
        if matches!(k, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push(DIGITS[usize::from(byte >> 4)] as char);
        text.push(DIGITS[usize::from(byte & 15)] as char);
    }
    text
}
