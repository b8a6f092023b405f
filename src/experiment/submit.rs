//! Lists of shards as schedulers write them, and the scripts that run shards elsewhere.
//!
//! A scheduler may start a shard twice, or kill it: publishing sees to it that nothing comes of that. So the scripts ask for
//! no more than that each shard is started until it is there.

use super::Plan;
use crate::error::Diagnostic;
use std::fmt::{self, Write};

/// Who runs the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// A Slurm job array.
    Slurm,
    /// GNU parallel.
    Parallel,
    /// A plain shell on this machine.
    Local,
}

/// Shard numbers in ascending order, written as `3,17,40-42`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ranges(pub Vec<u64>);

impl Ranges {
    /// Reads numbers and ranges, such as `3,17,40-42`, of shards below `shards`.
    ///
    /// # Errors
    /// If a part is no number or range, or there is no such shard.
    pub fn parse(text: &str, shards: u64) -> Result<Self, Diagnostic> {
        let fault = |part: &str| {
            let expected = format!("shards from 0 to {}, such as 3,17,40-42", shards.saturating_sub(1));
            Diagnostic::new("bad-shards", format!("the shards {part:?}"), expected)
        };
        let mut numbers = Vec::new();
        for part in text.split(',').map(str::trim) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let parse = |number: &str| number.trim().parse::<u64>().ok().filter(|number| *number < shards);
            match (parse(first), parse(last)) {
                (Some(first), Some(last)) if first <= last => numbers.extend(first..=last),
                _ => return Err(fault(part)),
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        Ok(Self(numbers))
    }

    /// The ranges: first and last.
    fn ranges(&self) -> Vec<(u64, u64)> {
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for number in &self.0 {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == *number => *last = *number,
                _ => ranges.push((*number, *number)),
            }
        }
        ranges
    }

    /// Pieces whose numbers lie in one window of `most`: a site bounds the index of an array's task, not only how many there
    /// are, and an index is a shard's number less that of its window's first.
    pub fn chunks(&self, most: u64) -> Vec<Ranges> {
        let most = most.max(1);
        let mut chunks: Vec<Ranges> = Vec::new();
        for number in &self.0 {
            match chunks.last_mut() {
                Some(chunk) if chunk.0[0] / most == number / most => chunk.0.push(*number),
                _ => chunks.push(Ranges(vec![*number])),
            }
        }
        chunks
    }

    /// The numbers less `offset`.
    fn from(&self, offset: u64) -> Self {
        Self(self.0.iter().map(|number| number - offset).collect())
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self
            .ranges()
            .into_iter()
            .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
        f.write_str(&words.collect::<Vec<_>>().join(","))
    }
}

/// How and where the shards of a script are run.
#[derive(Clone, Debug)]
pub struct Site<'a> {
    /// Who runs them.
    pub engine: Engine,
    /// The sweep's directory.
    pub directory: &'a str,
    /// The command to call.
    pub program: &'a str,
    /// How many shards run at a time outside of Slurm.
    pub jobs: usize,
    /// The window of an array's indices: they are below it.
    pub window: u64,
}

/// The script that runs some shards of a plan, which are those of one window.
pub fn submission(plan: &Plan, shards: &Ranges, site: &Site<'_>) -> String {
    let Site { engine, directory, program, jobs, window } = *site;
    let first = shards.0.first().map_or(0, |shard| shard / window.max(1) * window.max(1));
    let (directory, program) = (quoted(directory), quoted(program));
    let mut out = String::from("#!/bin/sh\n");
    let title: String = plan.study.title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if engine == Engine::Slurm {
        // Slurm reads its lines before anything else that is no comment.
        let _ = write!(
            out,
            "#SBATCH --job-name=comity-{}\n#SBATCH --array={}\n#SBATCH --cpus-per-task=1\n#SBATCH --requeue\n\
             #SBATCH --open-mode=append\n#SBATCH --output=/dev/null\n#SBATCH --signal=B:TERM@30\n",
            &plan.digest[..8],
            shards.from(first)
        );
    }
    let _ = writeln!(out, "# {title}\n# Shards {shards} of {} of plan {}.", plan.shards, &plan.digest[..16]);
    match engine {
        Engine::Slurm => {
            // The index of a task is the shard's number, but beyond the first window.
            let which = if first == 0 { "--from-env".into() } else { format!("$(({first} + SLURM_ARRAY_TASK_ID))") };
            let _ = writeln!(out, "exec {program} --threads 1 sweep shard {directory} {which}");
        }
        Engine::Parallel => {
            let ranges: Vec<String> = shards
                .ranges()
                .into_iter()
                .map(|(a, b)| if a == b { a.to_string() } else { format!("$(seq {a} {b})") })
                .collect();
            let _ = writeln!(
                out,
                "exec parallel --jobs {jobs} --retries 3 {program} --threads 1 sweep shard {directory} {{}} ::: {}",
                ranges.join(" ")
            );
        }
        Engine::Local => {
            let _ = writeln!(out, "exec {program} sweep shard {directory} {shards}");
        }
    }
    out
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_written_as_ranges() {
        let ranges = Ranges::parse("40-42, 3,17,41", 50).expect("shards");
        assert_eq!(ranges.to_string(), "3,17,40-42");
        assert_eq!(ranges.chunks(10).iter().map(ToString::to_string).collect::<Vec<_>>(), ["3", "17", "40-42"]);
        assert_eq!(ranges.chunks(42).iter().map(ToString::to_string).collect::<Vec<_>>(), ["3,17,40-41", "42"]);
        assert_eq!(ranges.from(3).to_string(), "0,14,37-39");
        for wrong in ["", "x", "5-3", "50", "1-50", "-1", "1,,2"] {
            let fault = Ranges::parse(wrong, 50).expect_err(wrong).to_string();
            assert!(fault.contains("from 0 to 49"), "{fault}");
        }
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        assert_eq!(quoted("/a/b-c_1.2"), "/a/b-c_1.2");
        assert_eq!(quoted("a b'c"), "'a b'\\''c'");
    }
}
