//! Turns what attacks came to into rows.

use super::Attacks;
use super::setting::Condition;
use crate::models::Recorder;
use crate::models::estimates::{LEVEL, estimate, mean};
use crate::reputation::Outcome;
use crate::stats::{Running, mean_interval};
use crate::table::Cell;

/// The key of no attack, which is there to compare with.
const HONEST: &str = "honest";

fn stream(values: impl Iterator<Item = Option<f64>>) -> Running {
    let mut running = Running::default();
    values.flatten().for_each(|value| running.push(value));
    running
}

/// The paired differences of profit ratios.
fn change(outcomes: &[Outcome], first: &[Outcome]) -> Running {
    let pair = |(now, before): (&Outcome, &Outcome)| Some(now.profit_ratio()? - before.profit_ratio()?);
    stream(outcomes.iter().zip(first).map(pair))
}

/// Records what a condition came to: `outcomes` by model, attack and repetition; `first` are those of the condition that it
/// is compared with.
pub(super) fn condition(
    model: &Attacks,
    condition: &Condition,
    outcomes: &[Outcome],
    first: Option<&[Outcome]>,
    recorder: &mut dyn Recorder,
) {
    let cell = |trust: usize, attack: usize| {
        let from = (trust * model.attackers.len() + attack) * model.repetitions;
        from..from + model.repetitions
    };
    for (t, trust) in model.trusts.iter().enumerate() {
        let mut worst: Option<(Running, &str)> = None;
        let (mut paying, mut failing) = (0_u64, 0_u64);
        let mut least_success = f64::INFINITY;
        for (a, attacker) in model.attackers.iter().enumerate() {
            let outcomes = &outcomes[cell(t, a)];
            let ratio = stream(outcomes.iter().map(Outcome::profit_ratio));
            let change = first.map(|first| change(outcomes, &first[cell(t, a)]));
            let success = stream(outcomes.iter().map(|outcome| Some(outcome.success_rate())));
            #[expect(clippy::cast_precision_loss, reason = "a count of names")]
            let names = |side: &Outcome| {
                (side.attackers.agents > 0).then(|| side.attackers.names as f64 / f64::from(side.attackers.agents))
            };
            let row = [
                &[condition.name.as_str().into(), trust.name.as_str().into(), attacker.name.as_str().into()][..],
                &estimate(&ratio),
                &change.as_ref().map_or([Cell::Null; 3], estimate),
                &[
                    mean(&success),
                    mean(&stream(outcomes.iter().map(|outcome| Some(outcome.attacked_share())))),
                    mean(&stream(outcomes.iter().map(names))),
                ],
            ];
            recorder.row("attacks", &row.concat());
            let Some(summary) = ratio.summary().filter(|_| attacker.name != HONEST) else { continue };
            if let Some(interval) = mean_interval(&summary, LEVEL) {
                paying += u64::from(interval.low > 1.0);
                failing += u64::from(interval.high < 1.0);
            }
            least_success = success.summary().map_or(least_success, |summary| least_success.min(summary.mean));
            let most = worst.as_ref().and_then(|(worst, _)| worst.summary());
            if most.is_none_or(|most| summary.mean > most.mean) {
                worst = Some((ratio, &attacker.name));
            }
        }
        let Some((ratio, name)) = worst else { continue };
        let row = [
            &[condition.name.as_str().into(), trust.name.as_str().into()][..],
            &estimate(&ratio),
            &[paying.into(), failing.into(), least_success.into(), name.into()],
        ];
        recorder.row("robustness", &row.concat());
    }
}
