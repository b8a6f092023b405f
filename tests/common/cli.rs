//! Running the binary as a user does.
#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the binary said and how it ended.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Said {
    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }

    /// Checks the exit status, and gives itself.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "standard output: {}\nstandard error: {}", self.out, self.err);
        self
    }

    /// Checks that it was refused as bad input, that nothing was printed as if it were a result, and that the message
    /// has these parts.
    #[track_caller]
    pub fn refused(self, parts: &[&str]) -> Self {
        let said = self.ends(2);
        assert!(said.out.is_empty(), "standard output: {}", said.out);
        for part in parts {
            assert!(said.err.contains(part), "no {part:?} in {:?}", said.err);
        }
        assert!(!said.err.contains("panicked"), "{}", said.err);
        said
    }
}

/// Runs the binary in a directory, with a text on standard input.
pub fn comity_with<S: AsRef<OsStr>>(dir: &Path, args: &[S], input: &str) -> Said {
    let mut child = Command::new(env!("CARGO_BIN_EXE_comity"))
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // The binary may end without reading its input.
    _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs the binary in a directory.
pub fn comity<S: AsRef<OsStr>>(dir: &Path, args: &[S]) -> Said {
    comity_with(dir, args, "")
}

/// The path of a shipped scenario.
pub fn scenario(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(name);
    path.to_str().expect("UTF-8").to_string()
}

/// The names in a directory, in order.
pub fn names(dir: &Path) -> Vec<String> {
    let mut found: Vec<String> = std::fs::read_dir(dir)
        .unwrap_or_else(|error| panic!("{}: {error}", dir.display()))
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    found.sort();
    found
}
