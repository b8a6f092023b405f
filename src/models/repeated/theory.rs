//! What theory says of a condition with audits, beside what the agents do.

use super::setting::Condition;
use crate::contract::{Deterrence, reasoners};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use crate::ids::PlayerId;
use crate::models::{Recorder, RunError};
use crate::play::Length;
use crate::table::Cell;

/// A condition to which the theory of deterrence applies: a match of known length of a symmetric two-action game.
pub(super) struct Theory {
    game: TwoByTwo,
    penalties: Vec<Rational>,
}

/// The longest match for which payoff sets are computed.
const MAX_ROUNDS: u32 = 60;

impl Theory {
    /// The theory of a condition, if it applies.
    pub(super) fn of(condition: &Condition) -> Option<Self> {
        let Length::Known(rounds) = condition.rules.length else { return None };
        let (game, other) = (condition.game().two_by_two(PlayerId(0))?, condition.game().two_by_two(PlayerId(1))?);
        let applies = rounds <= MAX_ROUNDS && game == other && !condition.schedule.is_empty();
        applies.then(|| Self { game, penalties: condition.schedule.expected_penalties(rounds) })
    }

    /// Records the condition's rows of `regimes`, `deterrence` and `reasoners`.
    pub(super) fn record(&self, condition: &str, depth: u32, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let outcome = Deterrence::of([&self.game, &self.game], &self.penalties)
            .map_err(|error| RunError::Other(Diagnostic::from(error)))?;
        let lower = &self.game.temptation - &self.game.reward;
        let upper = &self.game.punishment - &self.game.sucker;
        let last = self.penalties.last().cloned().unwrap_or_default();
        let number = |q: &Rational| Cell::Float(q.to_f64());
        let optional = |q: &Option<Rational>| q.as_ref().map_or(Cell::Null, number);
        recorder.row(
            "regimes",
            &[
                condition.into(),
                number(&lower),
                number(&upper),
                number(&last),
                regime(&last, &lower, &upper).into(),
                outcome.max_cooperative_rounds.into(),
                outcome.always_cooperate_is_outcome.into(),
                outcome.always_defect_is_outcome.into(),
                optional(&outcome.best_payoff),
                optional(&outcome.worst_payoff),
            ],
        );
        for (k, penalty) in self.penalties.iter().enumerate() {
            let class = outcome.stages[k].letter().to_string();
            recorder.row(
                "deterrence",
                &[
                    condition.into(),
                    (k + 1).into(),
                    number(penalty),
                    class.as_str().into(),
                    outcome.cooperation_in_some[k].into(),
                    outcome.cooperation_in_all[k].into(),
                ],
            );
        }
        for reasoning in reasoners(&self.game, &self.penalties, depth) {
            let planned: Vec<String> = reasoning.planned.iter().map(ToString::to_string).collect();
            let play: String = reasoning.self_play.iter().map(|defects| if *defects { 'D' } else { 'C' }).collect();
            let meeting = reasoning.against_previous.as_ref();
            recorder.row(
                "reasoners",
                &[
                    condition.into(),
                    reasoning.depth.into(),
                    planned.join(" ").as_str().into(),
                    play.as_str().into(),
                    number(&reasoning.self_score),
                    meeting.map_or(Cell::Null, |meeting| number(&meeting.scores[0])),
                    meeting.map_or(Cell::Null, |meeting| number(&meeting.scores[1])),
                ],
            );
        }
        Ok(())
    }
}

/// Where the last round's penalty lies between the thresholds, in words.
fn regime(last: &Rational, lower: &Rational, upper: &Rational) -> &'static str {
    match (last < lower, last > upper) {
        (true, false) => "too weak: defection in the last round",
        (false, false) => "both cooperation and defection hold in the last round",
        (false, true) => "too strong: nothing left to punish with",
        (true, true) => "neither cooperation nor defection holds in the last round",
    }
}
