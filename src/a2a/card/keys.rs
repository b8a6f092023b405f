//! Keys and JSON Web Keys (RFC 7517, 7518, 8037): Ed25519 and P-256 to sign and verify, P-384 and RSA
//! to verify.

use super::super::json::{JsonFault, parse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::ecdsa::signature::{Signer, Verifier};
use serde_json::{Value, json};

/// A signature algorithm of JWS that is allowed here. Neither `none` nor any shared-key algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// EdDSA with Ed25519 (RFC 8037).
    EdDsa,
    /// ECDSA with P-256 and SHA-256.
    Es256,
    /// ECDSA with P-384 and SHA-384. Verified only.
    Es384,
    /// RSASSA-PKCS1-v1_5 with SHA-256. Verified only.
    Rs256,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 4] = [Algorithm::EdDsa, Algorithm::Es256, Algorithm::Es384, Algorithm::Rs256];

    /// Its name in a header.
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::EdDsa => "EdDSA",
            Algorithm::Es256 => "ES256",
            Algorithm::Es384 => "ES384",
            Algorithm::Rs256 => "RS256",
        }
    }

    /// The algorithm of a name in a header.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}

/// A private key and its name.
#[derive(Clone)]
pub struct SigningKey {
    kid: String,
    secret: Secret,
}

#[derive(Clone)]
enum Secret {
    Ed25519(Box<ed25519_dalek::SigningKey>),
    P256(p256::ecdsa::SigningKey),
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SigningKey({:?}, {})", self.kid, self.algorithm().name())
    }
}

impl SigningKey {
    /// An Ed25519 key from any 32 bytes.
    pub fn ed25519(kid: impl Into<String>, bytes: &[u8; 32]) -> Self {
        Self { kid: kid.into(), secret: Secret::Ed25519(Box::new(ed25519_dalek::SigningKey::from_bytes(bytes))) }
    }

    /// A P-256 key from 32 bytes, its private scalar.
    ///
    /// # Errors
    /// If the bytes are zero or not below the order of the group, which happens to one in 2^32.
    pub fn es256(kid: impl Into<String>, bytes: &[u8; 32]) -> Result<Self, JwkError> {
        let key = p256::ecdsa::SigningKey::from_slice(bytes).map_err(|_| JwkError::NotAScalar)?;
        Ok(Self { kid: kid.into(), secret: Secret::P256(key) })
    }

    /// Its name.
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// Its algorithm.
    pub fn algorithm(&self) -> Algorithm {
        match self.secret {
            Secret::Ed25519(_) => Algorithm::EdDsa,
            Secret::P256(_) => Algorithm::Es256,
        }
    }

    /// Its public half.
    pub fn public(&self) -> Jwk {
        let key = match &self.secret {
            Secret::Ed25519(key) => PublicKey::Ed25519(key.verifying_key()),
            Secret::P256(key) => PublicKey::P256(*key.verifying_key()),
        };
        Jwk { kid: Some(self.kid.clone()), alg: Some(self.algorithm()), key }
    }

    /// The signature of a message: 64 bytes.
    pub(super) fn sign(&self, message: &[u8]) -> Vec<u8> {
        match &self.secret {
            Secret::Ed25519(key) => key.sign(message).to_bytes().to_vec(),
            Secret::P256(key) => {
                let signature: p256::ecdsa::Signature = key.sign(message);
                signature.to_bytes().to_vec()
            }
        }
    }
}

/// A public key.
#[derive(Clone, Debug, PartialEq)]
pub enum PublicKey {
    /// Ed25519.
    Ed25519(ed25519_dalek::VerifyingKey),
    /// P-256.
    P256(p256::ecdsa::VerifyingKey),
    /// P-384.
    P384(p384::ecdsa::VerifyingKey),
    /// RSA, of 2048 bits or more.
    Rsa(Box<rsa::PublicKey>, RsaParts),
}

/// The modulus and exponent of an RSA key as they were given, big-endian.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RsaParts {
    modulus: Vec<u8>,
    exponent: Vec<u8>,
}

impl PublicKey {
    /// The algorithm that the key is for.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            PublicKey::Ed25519(_) => Algorithm::EdDsa,
            PublicKey::P256(_) => Algorithm::Es256,
            PublicKey::P384(_) => Algorithm::Es384,
            PublicKey::Rsa(..) => Algorithm::Rs256,
        }
    }

    /// How many bytes a signature has.
    pub(super) fn signature_bytes(&self) -> usize {
        match self {
            PublicKey::Ed25519(_) | PublicKey::P256(_) => 64,
            PublicKey::P384(_) => 96,
            PublicKey::Rsa(_, parts) => parts.modulus.len(),
        }
    }

    /// Whether a signature is that of a message.
    pub(super) fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        match self {
            PublicKey::Ed25519(key) => ed25519_dalek::Signature::from_slice(signature)
                .is_ok_and(|signature| key.verify_strict(message, &signature).is_ok()),
            PublicKey::P256(key) => p256::ecdsa::Signature::from_slice(signature)
                .is_ok_and(|signature| key.verify(message, &signature).is_ok()),
            PublicKey::P384(key) => p384::ecdsa::Signature::from_slice(signature)
                .is_ok_and(|signature| key.verify(message, &signature).is_ok()),
            PublicKey::Rsa(key, _) => {
                let key = rsa::pkcs1v15::VerifyingKey::<rsa::sha2::Sha256>::new((**key).clone());
                rsa::pkcs1v15::Signature::try_from(signature)
                    .is_ok_and(|signature| key.verify(message, &signature).is_ok())
            }
        }
    }
}

/// A JSON Web Key: a public key, its name, and the algorithm to which it is bound, if to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Jwk {
    /// Its name.
    pub kid: Option<String>,
    /// The algorithm for which alone it may be used.
    pub alg: Option<Algorithm>,
    /// The key.
    pub key: PublicKey,
}

/// Why a key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JwkError {
    /// The bytes are no private scalar of P-256.
    #[error("the bytes are no private key of P-256; a number from 1 to its order less one is expected")]
    NotAScalar,
    /// It is no JSON object, or no key set.
    #[error("{0} is given; a JSON Web Key Set is an object with an array `keys` of objects")]
    NotASet(String),
    /// A member is missing or no string.
    #[error("the member `{0}` is missing or no string")]
    Member(&'static str),
    /// A member is not base64url without padding.
    #[error("the member `{0}` is not base64url without padding")]
    Encoding(&'static str),
    /// The type and curve are not known here.
    #[error("keys of type {0} are not known; OKP with Ed25519, EC with P-256 or P-384, and RSA are")]
    Type(String),
    /// The members make no key of their type.
    #[error("the members make no {0} key")]
    Invalid(&'static str),
    /// It is not for verifying signatures, or not with an algorithm allowed here.
    #[error("the key is for {0}, not for verifying signatures with {1}")]
    Use(String, &'static str),
}

impl From<JwkError> for crate::error::Diagnostic {
    fn from(error: JwkError) -> Self {
        crate::error::Diagnostic::new("bad-key", error.to_string(), "a JSON Web Key (RFC 7517)")
    }
}

fn text<'v>(key: &'v Value, member: &'static str) -> Result<&'v str, JwkError> {
    key.get(member).and_then(Value::as_str).ok_or(JwkError::Member(member))
}

fn bytes(key: &Value, member: &'static str) -> Result<Vec<u8>, JwkError> {
    URL_SAFE_NO_PAD.decode(text(key, member)?).map_err(|_| JwkError::Encoding(member))
}

/// The uncompressed SEC 1 form of the point of an elliptic-curve key.
fn point(key: &Value) -> Result<Vec<u8>, JwkError> {
    let mut point = vec![4];
    point.extend(bytes(key, "x")?);
    point.extend(bytes(key, "y")?);
    Ok(point)
}

impl Jwk {
    /// Reads a public key. Private members are not looked at.
    ///
    /// # Errors
    /// If it is no public key of a type known here, or not for verifying signatures.
    pub fn from_value(value: &Value) -> Result<Self, JwkError> {
        let kty = text(value, "kty")?;
        let curve = value.get("crv").and_then(Value::as_str).unwrap_or_default();
        let key = match (kty, curve) {
            ("OKP", "Ed25519") => {
                let x = bytes(value, "x")?;
                let x: [u8; 32] = x.try_into().map_err(|_| JwkError::Invalid("Ed25519"))?;
                let key = ed25519_dalek::VerifyingKey::from_bytes(&x).map_err(|_| JwkError::Invalid("Ed25519"))?;
                PublicKey::Ed25519(key)
            }
            ("EC", "P-256") => {
                let key = p256::ecdsa::VerifyingKey::from_sec1_bytes(&point(value)?);
                PublicKey::P256(key.map_err(|_| JwkError::Invalid("P-256"))?)
            }
            ("EC", "P-384") => {
                let key = p384::ecdsa::VerifyingKey::from_sec1_bytes(&point(value)?);
                PublicKey::P384(key.map_err(|_| JwkError::Invalid("P-384"))?)
            }
            ("RSA", _) => rsa_key(value)?,
            (kty, "") => return Err(JwkError::Type(kty.to_string())),
            (kty, curve) => return Err(JwkError::Type(format!("{kty} with {curve}"))),
        };
        let wanted = key.algorithm();
        let alg = value.get("alg").and_then(Value::as_str);
        if let Some(alg) = alg.filter(|alg| *alg != wanted.name()) {
            return Err(JwkError::Use(alg.to_string(), wanted.name()));
        }
        if let Some(purpose) = value.get("use").and_then(Value::as_str).filter(|purpose| *purpose != "sig") {
            return Err(JwkError::Use(format!("use {purpose:?}"), wanted.name()));
        }
        if let Some(operations) = value.get("key_ops").and_then(Value::as_array)
            && !operations.iter().any(|operation| operation == "verify")
        {
            return Err(JwkError::Use("other operations".to_string(), wanted.name()));
        }
        let kid = value.get("kid").and_then(Value::as_str).map(str::to_string);
        Ok(Self { kid, alg: alg.map(|_| wanted), key })
    }

    /// The key as a JSON Web Key.
    pub fn to_value(&self) -> Value {
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let curve = |crv: &str, point: &[u8]| {
            let (x, y) = point[1..].split_at((point.len() - 1) / 2);
            json!({ "kty": "EC", "crv": crv, "x": encode(x), "y": encode(y) })
        };
        let mut value = match &self.key {
            PublicKey::Ed25519(key) => json!({ "kty": "OKP", "crv": "Ed25519", "x": encode(key.as_bytes()) }),
            PublicKey::P256(key) => curve("P-256", key.to_sec1_point(false).as_bytes()),
            PublicKey::P384(key) => curve("P-384", key.to_sec1_point(false).as_bytes()),
            PublicKey::Rsa(_, parts) => {
                json!({ "kty": "RSA", "n": encode(&parts.modulus), "e": encode(&parts.exponent) })
            }
        };
        if let Some(kid) = &self.kid {
            value["kid"] = json!(kid);
        }
        if let Some(alg) = self.alg {
            value["alg"] = json!(alg.name());
        }
        value["use"] = json!("sig");
        value
    }
}

fn rsa_key(value: &Value) -> Result<PublicKey, JwkError> {
    /// RFC 7518, 3.3: at least 2048 bits.
    const LEAST_BYTES: usize = 256;
    let significant = |member| {
        let bytes = bytes(value, member)?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        Ok(bytes[zeros..].to_vec())
    };
    let (modulus, exponent) = (significant("n")?, significant("e")?);
    if modulus.len() < LEAST_BYTES || exponent.is_empty() || exponent.len() > 8 {
        return Err(JwkError::Invalid("RSA"));
    }
    let number = |bytes: &[u8]| rsa::BoxedUint::from_be_slice_vartime(bytes);
    let key = rsa::PublicKey::new(number(&modulus), number(&exponent)).map_err(|_| JwkError::Invalid("RSA"))?;
    Ok(PublicKey::Rsa(Box::new(key), RsaParts { modulus, exponent }))
}

/// A JSON Web Key Set: the keys that can be used, and why others cannot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JwkSet {
    /// The keys.
    pub keys: Vec<Jwk>,
    /// Those that cannot be used, by name or place: RFC 7517, 5, has readers pass over them.
    pub passed_over: Vec<(String, JwkError)>,
}

impl JwkSet {
    /// The set of these keys.
    pub fn new(keys: Vec<Jwk>) -> Self {
        Self { keys, passed_over: Vec::new() }
    }

    /// Reads a set: an object with an array `keys`, or the array alone.
    ///
    /// # Errors
    /// If it is neither. A key that cannot be used is passed over.
    pub fn from_value(value: &Value) -> Result<Self, JwkError> {
        let list = value.get("keys").unwrap_or(value).as_array();
        let list = list.ok_or_else(|| JwkError::NotASet(describe(value).to_string()))?;
        let mut set = Self::default();
        for (place, key) in list.iter().enumerate() {
            match Jwk::from_value(key) {
                Ok(key) => set.keys.push(key),
                Err(error) => {
                    let name = key.get("kid").and_then(Value::as_str).map_or(format!("keys[{place}]"), str::to_string);
                    set.passed_over.push((name, error));
                }
            }
        }
        Ok(set)
    }

    /// Reads a set from its text.
    ///
    /// # Errors
    /// If it is not JSON or no set.
    pub fn from_text(text: &str) -> Result<Self, JwkError> {
        let parsed = parse(text).map_err(|located| JwkError::NotASet(located.fault.to_string()))?;
        if let Some(JsonFault::Duplicate(name)) = parsed.faults.first().map(|located| &located.fault) {
            return Err(JwkError::NotASet(format!("an object with two members {name:?}")));
        }
        Self::from_value(&parsed.root.to_value())
    }

    /// The set as JSON.
    pub fn to_value(&self) -> Value {
        json!({ "keys": self.keys.iter().map(Jwk::to_value).collect::<Vec<_>>() })
    }
}

fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object without an array `keys`",
    }
}
