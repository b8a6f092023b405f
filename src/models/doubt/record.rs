//! Turns equilibrium matches into rows.

use super::setting::Condition;
use crate::equilibrium::doubt::{Course, Doubt, Node};
use crate::exact::Rational;
use crate::models::Recorder;
use crate::models::estimates::estimate;
use crate::stats::Running;
use std::collections::BTreeMap;

/// So many rounds before the end are shown.
const SHOWN: usize = 30;

/// The row of a horizon.
pub(super) fn horizon(
    condition: &Condition,
    (doubt, course): (&Doubt, &Course),
    drawn: &Running,
    recorder: &mut dyn Recorder,
) {
    let (column, row) = doubt.values(course.rounds);
    let rounds = Rational::from(i64::try_from(course.rounds).expect("the schema bounds it"));
    let cooperation = &Rational::one() - &(&course.defection_rounds / &rounds);
    let cells = [
        &[
            condition.name.as_str().into(),
            course.rounds.into(),
            course.defection_rounds.to_f64().into(),
            course.defection_rounds_rational.to_f64().into(),
            cooperation.to_f64().into(),
            course.unsure_left.into(),
            row.to_f64().into(),
            column.to_f64().into(),
        ][..],
        &estimate(drawn),
        &[drawn.summary().map_or(0, |summary| summary.n).into()],
    ];
    recorder.row("doubt_horizons", &cells.concat());
}

/// The rows of a match's last rounds.
pub(super) fn end_game(condition: &Condition, course: &Course, recorder: &mut dyn Recorder) {
    let mut by_round: BTreeMap<usize, Vec<&Node>> = BTreeMap::new();
    for node in course.nodes.iter().filter(|node| node.left <= SHOWN) {
        by_round.entry(node.left).or_default().push(node);
    }
    for (left, nodes) in by_round.into_iter().rev() {
        let weight = |node: &Node| -> Rational {
            &(&condition.prior * &node.by_type) + &(&(&Rational::one() - &condition.prior) * &node.by_reason)
        };
        let total: Rational = nodes.iter().map(|node| weight(node)).sum();
        let reason: Rational = nodes.iter().map(|node| &node.by_reason).sum();
        let mean = |of: fn(&Node) -> &Rational| -> Option<f64> {
            let sum: Rational = nodes.iter().map(|node| &weight(node) * of(node)).sum();
            Some(sum.checked_div(&total)?.to_f64())
        };
        let mimics: Rational = nodes.iter().map(|node| &node.by_reason * &node.row).sum();
        recorder.row(
            "end_games",
            &[
                condition.name.as_str().into(),
                left.into(),
                mean(|node| &node.belief).into(),
                mimics.checked_div(&reason).map(|often| often.to_f64()).into(),
                mean(|node| &node.column).into(),
                reason.to_f64().into(),
            ],
        );
    }
}
