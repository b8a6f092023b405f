//! Canonical JSON and card signatures against their oracles: RFC 8785 as node computes it, cards
//! signed and judged by the specification and by the official SDK.

mod common;

use comity::a2a::canonical::{canonicalize, card_payload};
use comity::a2a::card::{self, Algorithm, Jwk, JwkError, JwkSet, Profile, SigningKey, lint, sign, verify};
use comity::a2a::{AgentCard, read};
use comity::query::a2a::answer;
use common::oracle;
use serde_json::{Value, json};

fn file(name: &str) -> Value {
    serde_json::from_str(&oracle(&format!("a2a/{name}"))).unwrap()
}

fn hex(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn numbers_have_the_canonical_form_of_ecmascript() {
    for row in file("jcs.json.gz")["numbers"].as_array().unwrap() {
        let input = row["json_input"].as_str().unwrap();
        assert_eq!(canonicalize(input).unwrap(), row["canonical"], "{}", row["id"]);
        let bits = u64::from_str_radix(row["ieee754"].as_str().unwrap(), 16).unwrap();
        let value = json!(f64::from_bits(bits));
        assert_eq!(canonicalize(&value.to_string()).unwrap(), row["canonical"], "{} from its bits", row["id"]);
    }
}

#[test]
fn documents_have_the_canonical_bytes_of_the_oracle() {
    for row in file("jcs.json.gz")["documents"].as_array().unwrap() {
        let query = json!({ "input": row["input"] });
        let answer = answer("canonicalize", &query).unwrap();
        let canonical = answer["canonical"].as_str().unwrap();
        assert_eq!(hex(canonical), row["canonical_utf8_hex"], "{}", row["id"]);
        assert_eq!(canonicalize(canonical).unwrap(), canonical, "{}", row["id"]);
    }
}

#[test]
fn signed_cards_are_judged_as_the_specification_says() {
    let oracle = file("signed_cards.json.gz");
    for row in oracle["cases"].as_array().unwrap() {
        let card = row["card"].to_string();
        assert_eq!(card_payload(&card).unwrap(), row["spec_canonical"], "{}", row["id"]);
        let query = json!({ "card": row["card"], "jwks": oracle["keys"] });
        let answer = answer("verify", &query).unwrap();
        assert_eq!(answer["valid"], row["spec_verdict"] == "valid", "{}: {}", row["id"], answer["reason"]);
        assert!(answer["reason"].as_str().unwrap().ends_with('.'), "{}", row["id"]);
    }
}

/// What the lint lets pass, both canonical forms agree on, so that the SDK's verdict is the specification's.
#[test]
fn cards_that_pass_the_lint_verify_alike_everywhere() {
    let mut passed = 0;
    for row in file("signed_cards.json.gz")["cases"].as_array().unwrap() {
        if lint(&row["card"].to_string()).is_empty() {
            assert_eq!(row["canonicalisations_agree"], true, "{}", row["id"]);
            passed += 1;
        } else if row["id"].as_str().unwrap().starts_with("min-") {
            panic!("{} is refused", row["id"]);
        }
    }
    assert!(passed >= 15, "{passed}");
}

fn example() -> AgentCard {
    card::build(Profile {
        name: "Tit For Tat".into(),
        description: "Does as was done".into(),
        version: "1.0.0".into(),
        url: "https://arena.example/a2a".into(),
        tenant: "tit-for-tat".into(),
        skills: vec![card::skill("pd", "Prisoner's dilemma", "Plays it, repeatedly", &["game", "囚徒困境"])],
    })
}

fn text(card: &AgentCard) -> String {
    serde_json::to_string(card).unwrap()
}

#[test]
fn own_signatures_verify_and_repeat_to_the_letter() {
    let keys = [SigningKey::ed25519("ed", &[1; 32]), SigningKey::es256("es", &[2; 32]).unwrap()];
    for key in &keys {
        let (mut once, mut twice) = (example(), example());
        sign(&mut once, key).unwrap();
        sign(&mut twice, key).unwrap();
        assert_eq!(once, twice);
        let set = JwkSet::from_value(&JwkSet::new(vec![key.public()]).to_value()).unwrap();
        assert!(verify(&text(&once), &set).valid, "{}", key.algorithm().name());
        // The card's members are signed, its signatures are not.
        sign(&mut once, &keys[0]).unwrap();
        assert!(verify(&text(&once), &set).valid);
        once.skills[0].tags.reverse();
        assert!(!verify(&text(&once), &set).valid);
    }
}

/// RFC 8037, A.1 and A.2: the key and its public half.
#[test]
fn the_key_of_rfc_8037_has_its_public_half() {
    let secret = [
        0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49,
        0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
    ];
    let jwk = SigningKey::ed25519("k", &secret).public().to_value();
    assert_eq!(jwk["x"], "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
    assert_eq!(jwk["crv"], "Ed25519");
}

/// Wycheproof-like malformed signatures and headers: none panics, each is refused with its reason.
#[test]
fn each_fault_of_a_signature_is_named() {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let key = SigningKey::ed25519("ed", &[1; 32]);
    let mut signed = example();
    sign(&mut signed, &key).unwrap();
    let oracle_keys = file("signed_cards.json.gz")["keys"].clone();
    let mut keys = JwkSet::from_value(&oracle_keys).unwrap();
    keys.keys.push(key.public());
    let header = |json: &str| URL_SAFE_NO_PAD.encode(json);
    let good = (signed.signatures[0].protected.to_string(), signed.signatures[0].signature.to_string());
    for (protected, signature, reason) in [
        ("***".to_string(), good.1.clone(), "not a JSON object in base64url"),
        (header("[]"), good.1.clone(), "not a JSON object"),
        (header(r#"{"alg":"EdDSA","kid":"ed","kid":"ed"}"#), good.1.clone(), "not a JSON object"),
        (header(r#"{"kid":"ed"}"#), good.1.clone(), "its algorithm is missing"),
        (header(r#"{"alg":"none","kid":"ed"}"#), good.1.clone(), r#"its algorithm is "none""#),
        (header(r#"{"alg":"HS256","kid":"ed"}"#), good.1.clone(), r#"its algorithm is "HS256""#),
        (header(r#"{"alg":"EdDSA","kid":"ed","crit":[]}"#), good.1.clone(), "critical extensions"),
        (header(r#"{"alg":"EdDSA"}"#), good.1.clone(), "names no key"),
        (header(r#"{"alg":"EdDSA","kid":"nobody"}"#), good.1.clone(), r#"no usable key is named "nobody""#),
        (header(r#"{"alg":"ES256","kid":"ed"}"#), good.1.clone(), r#"the key "ed" is for EdDSA"#),
        (good.0.clone(), format!("{}==", good.1), "base64url without padding"),
        (good.0.clone(), good.1.replace(['-', '_'], "+"), "base64url without padding"),
        (good.0.clone(), good.1[4..].to_string(), "61 bytes; 64 are expected"),
        (format!("{}=", good.0), good.1.clone(), "not a JSON object in base64url"),
        (good.0.clone(), URL_SAFE_NO_PAD.encode([0; 64]), "does not fit"),
        (header(r#"{"alg":"ES256","kid":"es-1"}"#), URL_SAFE_NO_PAD.encode([0; 64]), "does not fit"),
        (header(r#"{"alg":"ES384","kid":"es384-1"}"#), URL_SAFE_NO_PAD.encode([1; 96]), "does not fit"),
        (header(r#"{"alg":"RS256","kid":"rs-1"}"#), URL_SAFE_NO_PAD.encode([1; 256]), "does not fit"),
        (header(r#"{"alg":"RS256","kid":"rs-1"}"#), good.1.clone(), "64 bytes; 256 are expected"),
    ] {
        let mut card = signed.clone();
        card.signatures[0].protected = protected.into();
        card.signatures[0].signature = signature.into();
        let verdict = verify(&text(&card), &keys);
        assert!(!verdict.valid && verdict.reason.contains(reason), "{reason}: {}", verdict.reason);
    }
    assert!(verify(&text(&signed), &keys).valid);
    assert_eq!(verify(&text(&example()), &keys).reason, "The card has no signatures.");
    assert!(verify("{\"name\":7}", &keys).reason.contains("cannot be read"));
    assert!(verify("", &keys).reason.contains("cannot be read"));
}

#[test]
fn keys_are_read_and_written_and_others_passed_over() {
    let keys = file("signed_cards.json.gz")["keys"].clone();
    let set = JwkSet::from_value(&keys).unwrap();
    assert!(set.passed_over.is_empty(), "{:?}", set.passed_over);
    for (jwk, value) in set.keys.iter().zip(keys["keys"].as_array().unwrap()) {
        assert_eq!(jwk.to_value(), *value);
    }
    assert_eq!(set.keys.iter().map(|jwk| jwk.key.algorithm()).collect::<Vec<_>>().len(), 5);
    let with = |name: &str, value: Value| {
        let mut key = keys["keys"][0].clone();
        key[name] = value;
        Jwk::from_value(&key).unwrap_err()
    };
    assert_eq!(with("kty", json!(1)), JwkError::Member("kty"));
    assert_eq!(with("kty", json!("oct")), JwkError::Type("oct with P-256".into()));
    assert_eq!(with("crv", json!("P-521")), JwkError::Type("EC with P-521".into()));
    assert_eq!(with("x", json!("a+b/")), JwkError::Encoding("x"));
    assert_eq!(with("x", json!("AAAA")), JwkError::Invalid("P-256"));
    assert_eq!(with("alg", json!("ES384")), JwkError::Use("ES384".into(), "ES256"));
    assert_eq!(with("use", json!("enc")), JwkError::Use("use \"enc\"".into(), "ES256"));
    assert_eq!(with("key_ops", json!(["sign"])), JwkError::Use("other operations".into(), "ES256"));
    let mut rsa = keys["keys"][3].clone();
    rsa["n"] = json!(rsa["n"].as_str().unwrap()[..100]);
    assert_eq!(Jwk::from_value(&rsa).unwrap_err(), JwkError::Invalid("RSA"));
    assert!(matches!(JwkSet::from_text("7"), Err(JwkError::NotASet(_))));
    assert!(matches!(JwkSet::from_text("{"), Err(JwkError::NotASet(_))));
    assert_eq!(SigningKey::es256("k", &[0; 32]).unwrap_err(), JwkError::NotAScalar);
    assert_eq!(SigningKey::es256("k", &[255; 32]).unwrap_err(), JwkError::NotAScalar);
    let mixed = json!({ "keys": [{ "kty": "oct", "k": "AA", "kid": "shared" }, keys["keys"][2]] });
    let set = JwkSet::from_value(&mixed).unwrap();
    assert_eq!((set.keys.len(), set.passed_over[0].0.as_str()), (1, "shared"));
    assert_eq!(set.keys[0].alg, Some(Algorithm::EdDsa));
}

#[test]
fn the_lint_names_what_verifiers_would_not_agree_on() {
    let base: Value = serde_json::from_str(&text(&example())).unwrap();
    assert_eq!(lint(&base.to_string()), []);
    let params = "capabilities.extensions[0].params";
    for (pointer, value, path) in [
        ("/description", json!(""), "description"),
        ("/skills", json!([]), "skills"),
        ("/capabilities", json!({}), "capabilities"),
        ("/iconUrl", json!(""), "iconUrl"),
        ("/provider", json!(null), "provider"),
        ("/xVendor", json!(1), "xVendor"),
        ("/default_input_modes", json!(["a/b"]), "default_input_modes"),
        ("/securityRequirements", json!([{ "schemes": { "k": {} } }]), "securityRequirements[0].schemes.k"),
        (
            "/securityRequirements",
            json!([{ "schemes": { "k": { "list": [] } } }]),
            "securityRequirements[0].schemes.k.list",
        ),
        ("/supportedInterfaces/0/tenant", json!(""), "supportedInterfaces[0].tenant"),
        ("/capabilities/extensions/0/required", json!(false), "capabilities.extensions[0].required"),
        ("/capabilities/extensions/0/params", json!({ "a": { "b": [] } }), &format!("{params}.a.b")),
        ("/capabilities/extensions/0/params", json!({ "n": 9_007_199_254_740_993_u64 }), &format!("{params}.n")),
        ("/capabilities/extensions/0/params", json!({ "n": [null] }), &format!("{params}.n[0]")),
    ] {
        let mut card = base.clone();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        card.pointer_mut(parent).unwrap()[name] = value;
        let found = lint(&card.to_string());
        assert!(found.iter().any(|violation| violation.path == path), "{path}: {found:?}");
    }
    let mut card = base;
    card["capabilities"]["extensions"][0]["params"] = json!({ "n": 9_007_199_254_740_992_u64, "m": 1e21 });
    assert_eq!(lint(&card.to_string()), []);
    let mut empty = example();
    empty.description = "".into();
    let error = sign(&mut empty, &SigningKey::ed25519("k", &[1; 32])).unwrap_err();
    assert!(error.to_string().contains("description"), "{error}");
    assert!(empty.signatures.is_empty());
}

#[test]
fn a_built_card_is_valid_and_declares_our_extension() {
    let card: AgentCard = read(&text(&example())).unwrap();
    assert_eq!(card, example());
    assert_eq!(card.capabilities.extensions[0].uri, comity::a2a::EXTENSION_URI);
    assert_eq!(card.supported_interfaces[0].protocol_version, "1.0");
}

/// The official SDK's verifier (a2a-sdk 1.3.0 with PyJWT) accepts both signatures, and refuses both after
/// a letter is added to the card's name.
#[test]
fn signatures_that_the_official_sdk_accepted_are_made_again() {
    let mut card = example();
    sign(&mut card, &SigningKey::ed25519("ed", &[1; 32])).unwrap();
    sign(&mut card, &SigningKey::es256("es", &[2; 32]).unwrap()).unwrap();
    let signatures: Vec<(&str, &str)> = card.signatures.iter().map(|s| (&*s.protected, &*s.signature)).collect();
    assert_eq!(
        signatures,
        [
            (
                "eyJhbGciOiJFZERTQSIsImtpZCI6ImVkIiwidHlwIjoiSk9TRSJ9",
                "SSdNZafLD2ux8Yoe4P79sBdP-elRUFFj4e8yZp8xqGeVJLcfMZJg-cM5FZojbguNiytz6PKz5n3160-aj2ndCQ"
            ),
            (
                "eyJhbGciOiJFUzI1NiIsImtpZCI6ImVzIiwidHlwIjoiSk9TRSJ9",
                "L7IdtY1J4iQ6hPOq6KsZl3ywHXROSqPdkDQbXm9v2G0O3Jcbr6r1T3SkcrZElQOTZYwtrJ2q5oXWvS4v7t_ifw"
            ),
        ]
    );
}

#[test]
fn a_card_that_the_official_sdk_signed_with_es384_verifies() {
    let row = file("es384_card.json");
    let query = |card: &Value| answer("verify", &json!({ "card": card, "jwks": row["jwks"] })).unwrap();
    assert_eq!(query(&row["card"])["valid"], true);
    let mut changed = row["card"].clone();
    changed["version"] = json!("1.0.1");
    assert_eq!(query(&changed)["valid"], false);
}
