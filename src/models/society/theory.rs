//! What keepers earn beyond breakers, measured at several shares of keepers, and what closed forms say.

use super::Society;
use super::life::{At, live};
use super::setting::Condition;
use crate::contract::strangers::Strangers;
use crate::exact::Rational;
use crate::ids::RunKey;
use crate::sim::map_indexed;
use crate::stats::Line;
use crate::strategy::Strategy;

/// Where advantages are measured: away from the societies' own draws.
const PLACE: &str = "grid";

/// The closed forms of a condition; nothing where slips make them approximate.
pub(super) fn closed(condition: &Condition) -> Option<Strangers> {
    (condition.noise <= 0.0).then(|| Strangers {
        game: condition.payoffs.clone(),
        known: match &condition.records {
            _ if condition.partners => Rational::one(),
            Some(records) => records.known.clone(),
            None => Rational::zero(),
        },
        deterrents: match &condition.contract {
            Some(contract) => contract.schedule.expected_penalties(condition.rounds),
            None => vec![Rational::zero(); condition.rounds as usize],
        },
    })
}

/// The advantage of keepers over breakers a round, by repetition and share of keepers.
pub(super) fn advantages(model: &Society, condition: &Condition, key: &RunKey) -> Vec<Vec<f64>> {
    let width = model.grid.len();
    let found = map_indexed(width * model.repetitions, |job| {
        let keepers = keepers(model.grid[job % width], model.grid_agents);
        let who = |agent: usize| -> &dyn Strategy { &*model.ideal[usize::from(agent >= keepers)] };
        let strategies: Vec<&dyn Strategy> = (0..model.grid_agents).map(who).collect();
        let at = At { key, place: PLACE, repetition: (job / width) as u64, generation: 0 };
        let life = live(condition, &strategies, at, &mut ());
        let mean = |agents: &[f64]| agents.iter().sum::<f64>() / super::life::share(agents.len(), 1);
        mean(&life.payoffs[..keepers]) - mean(&life.payoffs[keepers..])
    });
    found.chunks(width).map(<[f64]>::to_vec).collect()
}

/// How many agents a share is: at least one, and not all.
fn keepers(share: f64, agents: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a share of a count"
    )]
    let count = (share * agents as f64).round() as usize;
    count.clamp(1, agents - 1)
}

/// From which share on an advantage that is linear in the share is positive, between 0 (always) and 1; nothing if it
/// never is.
pub(super) fn crossing(shares: &[f64], advantages: &[f64]) -> Option<f64> {
    let line = Line::through(shares, advantages)?;
    match line.crossing() {
        Some(at) => (at < 1.0).then_some(at.max(0.0)),
        None => (line.intercept + line.slope > 0.0).then_some(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_is_between_two_shares_or_at_the_start_or_nowhere() {
        let shares = [0.2, 0.4, 0.6];
        assert!((crossing(&shares, &[-0.6, -0.2, 0.2]).expect("it crosses") - 0.5).abs() < 1e-12);
        assert_eq!(crossing(&shares, &[0.3, 0.5, 0.7]), Some(0.0));
        assert_eq!(crossing(&shares, &[0.3, 0.2, 0.1]), None);
        assert_eq!(crossing(&shares, &[0.9, 0.8, 0.7]), Some(0.0));
        assert_eq!(crossing(&shares, &[-0.1, -0.5, -0.7]), None);
    }
}
