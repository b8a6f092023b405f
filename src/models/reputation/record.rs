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

/// The area under a curve over its range, as a mean height: trapezoids, divided by the range.
fn area(shares: &[f64], rates: &[f64]) -> Option<f64> {
    let range = shares.last()? - shares.first()?;
    let slices = shares.windows(2).zip(rates.windows(2));
    let sum: f64 = slices.map(|(x, y)| (x[1] - x[0]) * 0.5 * (y[0] + y[1])).sum();
    (range > 0.0).then(|| sum / range)
}

/// Records how success falls with the share of attackers: `rates` by model, attack, share and repetition.
pub(super) fn curves(model: &Attacks, condition: &Condition, rates: &[f64], recorder: &mut dyn Recorder) {
    let shares = &condition.shares;
    let mut cells = rates.chunks_exact((shares.len() * model.repetitions).max(1));
    for trust in &model.trusts {
        for attacker in &model.attackers {
            let Some(cell) = cells.next() else { return };
            let by_share: Vec<Running> = cell
                .chunks_exact(model.repetitions)
                .map(|rates| stream(rates.iter().map(|rate| Some(*rate))))
                .collect();
            let means: Vec<f64> =
                by_share.iter().map(|rates| rates.summary().map_or(0.0, |summary| summary.mean)).collect();
            for (share, rates) in shares.iter().zip(&by_share) {
                let [rate, low, high] = estimate(rates);
                recorder.row(
                    "attacker_shares",
                    &[
                        condition.name.as_str().into(),
                        trust.name.as_str().into(),
                        attacker.name.as_str().into(),
                        (*share).into(),
                        rate,
                        low,
                        high,
                        area(shares, &means).into(),
                    ],
                );
            }
        }
    }
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
            #[expect(clippy::cast_precision_loss, reason = "a count of records")]
            let records = |outcome: &Outcome| Some(outcome.records as f64);
            let known = |value: &dyn Fn(&Outcome) -> Option<f64>| mean(&stream(outcomes.iter().map(value)));
            recorder.row(
                "insight",
                &[
                    condition.name.as_str().into(),
                    trust.name.as_str().into(),
                    attacker.name.as_str().into(),
                    known(&|outcome| Some(outcome.utility_per_deal())),
                    known(&|outcome| outcome.insight.score_error),
                    known(&|outcome| outcome.insight.rank_agreement),
                    known(&|outcome| outcome.insight.detection_periods),
                    known(&|outcome| outcome.insight.undetected_share),
                    known(&|outcome| Some(outcome.insight.false_exclusion)),
                    known(&|outcome| Some(outcome.messages_per_deal())),
                    known(&records),
                ],
            );
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
