//! What several test binaries share: reading oracle files.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::io::Read;
use std::path::PathBuf;

/// The text of a file under `tests/oracles`, unpacked if its name ends in `.gz`.
pub fn oracle(path: &str) -> String {
    let full = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(path);
    let bytes = std::fs::read(&full).unwrap_or_else(|error| panic!("{}: {error}", full.display()));
    let mut text = String::new();
    if path.ends_with(".gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("a gzip file of UTF-8 text");
    } else {
        text = String::from_utf8(bytes).expect("UTF-8 text");
    }
    text
}

/// The JSON values of a file of one JSON value a line.
pub fn oracle_lines(path: &str) -> Vec<serde_json::Value> {
    oracle(path).lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
}

/// The trees of the extensive-form oracle: file, game and facts.
pub fn trees() -> Vec<(String, comity::game::ExtensiveForm, serde_json::Value)> {
    let facts: Vec<serde_json::Value> = serde_json::from_str(&oracle("extensive/solutions.json.gz")).expect("JSON");
    let read = |facts: serde_json::Value| {
        let name = facts["file"].as_str().expect("a name").to_string();
        let text = oracle(&format!("extensive/efg/{name}"));
        let tree = comity::game::ExtensiveForm::read_efg(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        (name, tree, facts)
    };
    facts.into_iter().map(read).collect()
}

/// Whether two JSON values are the same, numbers compared as doubles.
pub fn same(a: &serde_json::Value, b: &serde_json::Value) -> bool {
    use serde_json::Value;
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// The shipped scenarios: name and text, in the order of their names.
pub fn scenarios() -> Vec<(String, String)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut found: Vec<(String, String)> = std::fs::read_dir(dir)
        .expect("scenarios")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect();
    found.sort();
    found
}

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Checks that a committed file, named from the root, is what its source gives; writes it where `COMITY_UPDATE` is set.
pub fn current(file: &str, bytes: &[u8]) {
    let path = root().join(file);
    if std::env::var_os("COMITY_UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        std::fs::write(&path, bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let found = std::fs::read(&path).unwrap_or_default();
    assert!(found == bytes, "{file} is not what its source gives; COMITY_UPDATE=1 with this test writes it again");
}
