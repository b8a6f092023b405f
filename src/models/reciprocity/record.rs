//! Turns what populations did into rows.

use super::Reciprocity;
use super::setting::Condition;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::reputation::donation::Tally;
use crate::stats::Running;
use crate::table::Cell;

fn stream(values: impl Iterator<Item = f64>) -> Running {
    let mut running = Running::default();
    values.for_each(|value| running.push(value));
    running
}

/// Records what the norms came to under a condition: `tallies` by norm and repetition, `first` those of the condition that
/// it is compared with.
pub(super) fn norms(
    model: &Reciprocity,
    condition: &Condition,
    tallies: &[Tally],
    first: Option<&[Tally]>,
    recorder: &mut dyn Recorder,
) {
    for (k, norm) in model.norms.iter().enumerate() {
        let own = k * model.repetitions..(k + 1) * model.repetitions;
        let tallies = &tallies[own.clone()];
        let change = first.map(|first| {
            let pairs = tallies.iter().zip(&first[own]);
            stream(pairs.map(|(now, before)| now.cooperation_rate() - before.cooperation_rate()))
        });
        let row = [
            &[condition.name.as_str().into(), norm.name.as_str().into()][..],
            &estimate(&stream(tallies.iter().map(Tally::cooperation_rate))),
            &change.as_ref().map_or([Cell::Null; 3], estimate),
            &[mean(&stream(tallies.iter().map(Tally::good_rate)))],
        ];
        recorder.row("norms", &row.concat());
    }
}
