//! Exercises of the course: a question, a scenario to start from, and checks that grade what a student hands in.
//!
//! An exercise is a folder of data files (`notebooks-data/exercises/<key>`): `exercise.toml` has the question, what may be
//! changed and what is checked, in English and Chinese; `start.toml` is the scenario to start from. What is handed in is
//! a scenario file, with numbers or words that are asked for in a table `[answers]`, or the directory of a finished run.
//! Its figures are never believed: the scenario is run again, and the checks look at what comes out. A scenario that
//! differs from the start in more than the exercise allows is told so, another seed included, and so is a run directory
//! that does not hold what its scenario gives. Nothing here prints.

mod embedded;
mod grade;
mod hand_in;
mod read;

pub use embedded::{built_in, find};
pub use grade::{Finding, Grade, grade};
pub use hand_in::HandIn;
pub use read::{Check, Exercise, Source, Words, read, schema};
