//! The exercises that come with the lab, built into the binary.

use super::{Exercise, read};
use crate::catalogue::{fold, suggestion};
use crate::error::{Diagnostic, Faults};

macro_rules! exercises {
    ($($key:literal),* $(,)?) => {
        /// Key, file and start of each exercise, in the order of the course.
        const FILES: &[(&str, &str, &str)] = &[$((
            $key,
            include_str!(concat!("../../notebooks-data/exercises/", $key, "/exercise.toml")),
            include_str!(concat!("../../notebooks-data/exercises/", $key, "/start.toml")),
        )),*];
    };
}

exercises![
    "own-indicator",
    "best-responses",
    "two-protocols",
    "recommendation",
    "stag-rescue",
    "shadow-of-the-future",
    "forgiveness",
    "last-round",
    "audit-schedule",
    "acquaintances",
    "binding-word",
    "model-of-the-other",
    "concessions",
    "overclaiming",
    "bonds-at-the-end",
    "local-views",
    "which-moment",
    "useless-load",
    "without-it",
    "sum-of-values",
    "frozen-opponent",
];

/// The exercises that come with the lab, in the order of the course.
pub fn built_in() -> Vec<Exercise> {
    let one = |(key, text, start): &(&str, &str, &str)| {
        read(text, &format!("{key}/exercise.toml"), start)
            .unwrap_or_else(|faults| panic!("exercises that come with the lab are right: {faults}"))
    };
    FILES.iter().map(one).collect()
}

/// The exercise of a key, however it is written.
///
/// # Errors
/// If there is none; the fault names the nearest.
pub fn find(key: &str) -> Result<Exercise, Faults> {
    let keys = || FILES.iter().map(|(key, ..)| *key);
    match FILES.iter().find(|(known, ..)| fold(known) == fold(key)) {
        Some((key, text, start)) => read(text, &format!("{key}/exercise.toml"), start),
        None => {
            let fault = Diagnostic::new("unknown-exercise", format!("unknown exercise {key:?}"), "");
            let help = suggestion(key, keys()).unwrap_or_else(|| "`comity exercise list` shows them".into());
            Err(fault.help(help).into())
        }
    }
}
