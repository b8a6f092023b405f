//! Turns what populations came to into rows.

use super::course::{CHANCES, KINDS, SHARES, Summary};
use super::setting::Condition;
use crate::models::Recorder;
use crate::models::estimates::{estimate, mean};
use crate::stats::Running;
use crate::table::Cell;

/// The mean of shares and its interval, as far as that lies from 0 to 1.
fn share(running: &Running) -> [Cell<'static>; 3] {
    estimate(running).map(|cell| match cell {
        Cell::Float(x) => Cell::Float(x.clamp(0.0, 1.0)),
        other => other,
    })
}

/// Records the rows of a condition.
pub(super) fn condition(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    let row = [
        &[name.into()][..],
        &share(&summary.cooperation),
        &estimate(&summary.payoff),
        &[
            mean(&summary.end_cooperation),
            mean(&summary.end_payoff),
            mean(&summary.stance[0]),
            mean(&summary.stance[1]),
            summary.repetitions.into(),
        ],
    ];
    recorder.row("adaptations", &row.concat());
    for (k, champion) in summary.champions.iter().enumerate() {
        let row =
            [name.into(), (k + 1).into(), (&champion.genes).into(), champion.share.into(), champion.payoff.into()];
        recorder.row("champions", &row);
    }
    for (generation, numbers) in &summary.points {
        let row = [
            &[name.into(), (*generation).into()][..],
            &share(&numbers[2]),
            &[mean(&numbers[0]), mean(&numbers[1]), mean(&numbers[3])],
            &numbers[CHANCES..SHARES].iter().map(mean).collect::<Vec<_>>(),
        ];
        recorder.row("traits", &row.concat());
    }
    if condition.has_traits() {
        by_kind(condition, summary, recorder);
    }
}

fn by_kind(condition: &Condition, summary: &Summary, recorder: &mut dyn Recorder) {
    let name = condition.name.as_str();
    for (k, kind) in KINDS.iter().enumerate() {
        #[expect(clippy::cast_precision_loss, reason = "counts of repetitions")]
        let leads = summary.leads[k] as f64 / summary.repetitions.max(1) as f64;
        let row = [
            &[name.into(), (*kind).into()][..],
            &share(&summary.kinds[k]),
            &[mean(&summary.end_kinds[k]), leads.into()],
        ];
        recorder.row("kinds", &row.concat());
    }
    for (generation, numbers) in &summary.points {
        for (kind, running) in KINDS.iter().zip(&numbers[SHARES..]) {
            recorder.row("kind_shares", &[name.into(), (*kind).into(), (*generation).into(), mean(running)]);
        }
    }
    for (path, points) in summary.paths.iter().enumerate() {
        let path = (path + 1).to_string();
        for (generation, [cc, cd, dc, dd]) in points {
            let (after_c, after_d) =
                if condition.is_reactive() { (*cc, *cd) } else { (f64::midpoint(*cc, *dc), f64::midpoint(*cd, *dd)) };
            recorder.row(
                "trait_paths",
                &[name.into(), path.as_str().into(), (*generation).into(), after_c.into(), after_d.into()],
            );
        }
    }
}
