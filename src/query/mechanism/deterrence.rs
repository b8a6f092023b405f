//! Penalties by round in a finitely repeated dilemma.

use crate::catalogue::{Field, Kind, Params, Schema, Value};
use crate::contract::{Deterrence, Reasoning, reasoners};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::game::TwoByTwo;
use crate::query::question::Question;
use crate::query::reading::{fault, number, text};
use serde_json::{Value as Json, json};

pub(in crate::query) const QUESTIONS: &[Question] = &[Question {
    kind: "deterrence",
    fields: || {
        let payoffs = Schema::of(vec![
            number("R", "Both cooperate."),
            number("S", "Cooperating alone."),
            number("T", "Defecting alone."),
            number("P", "Both defect."),
        ]);
        vec![
            Field::required("payoffs", Kind::Table(payoffs), "The stage game."),
            Field::required("expected_penalty", Kind::list(Kind::Rational), "What a defection costs, by round."),
            Field::optional("rounds", Kind::COUNT, "The number of rounds, if said."),
            Field::with_default("deepest", Kind::Integer { min: 0, max: 64 }, 5i64, "How deep reasoners think."),
        ]
    },
    answers: &[
        "stage_class",
        "cooperation_in_some",
        "cooperation_in_all",
        "always_cooperate_is_outcome",
        "always_defect_is_outcome",
        "max_cooperative_rounds",
        "best_payoff",
        "worst_payoff",
        "best_sum",
        "worst_sum",
        "reasoners",
    ],
    answer: deterrence,
}];

fn rounds_where(flags: &[bool]) -> Json {
    flags.iter().enumerate().filter(|(_, flag)| **flag).map(|(k, _)| Json::from(k + 1)).collect()
}

fn word(defections: &[bool]) -> String {
    defections.iter().map(|defects| if *defects { 'D' } else { 'C' }).collect()
}

fn reasoner(reasoning: &Reasoning) -> Json {
    let mut entry = json!({
        "depth": reasoning.depth,
        "planned_defections": reasoning.planned,
        "self_play": word(&reasoning.self_play),
        "self_score": text(&reasoning.self_score),
    });
    if let Some(meeting) = &reasoning.against_previous {
        entry["against_previous"] = json!(meeting.actions.each_ref().map(|actions| word(actions)));
        entry["scores"] = json!(meeting.scores.each_ref().map(text));
        let raw = |score: &Rational| {
            score.numerator_i64().filter(|_| score.is_integer()).map_or_else(|| text(score), Json::from)
        };
        entry["raw_scores"] = json!(meeting.raw_scores.each_ref().map(raw));
    }
    entry
}

fn deterrence(params: &Params) -> Result<Json, Faults> {
    let payoffs = params.section("payoffs");
    let game = TwoByTwo {
        reward: payoffs.rational("R"),
        sucker: payoffs.rational("S"),
        temptation: payoffs.rational("T"),
        punishment: payoffs.rational("P"),
    };
    let penalties: Vec<Rational> = params.list("expected_penalty").iter().filter_map(Value::rational).collect();
    if params.has("rounds") && params.count("rounds") != penalties.len() {
        let found = format!("{} penalties for {} rounds", penalties.len(), params.count("rounds"));
        return Err(fault("expected_penalty", found, "one a round"));
    }
    let found = Deterrence::of([&game, &game], &penalties)
        .map_err(|error| Diagnostic::new("too-many-payoffs", error.to_string(), "fewer rounds or simpler penalties"))?;
    let maybe = |value: &Option<Rational>| value.as_ref().map(text);
    let deepest = u32::try_from(params.integer("deepest")).expect("the schema bounds it");
    Ok(json!({
        "stage_class": found.stages.iter().map(|class| class.letter()).collect::<String>(),
        "cooperation_in_some": rounds_where(&found.cooperation_in_some),
        "cooperation_in_all": rounds_where(&found.cooperation_in_all),
        "always_cooperate_is_outcome": found.always_cooperate_is_outcome,
        "always_defect_is_outcome": found.always_defect_is_outcome,
        "max_cooperative_rounds": found.max_cooperative_rounds,
        "best_payoff": maybe(&found.best_payoff),
        "worst_payoff": maybe(&found.worst_payoff),
        "best_sum": maybe(&found.best_sum),
        "worst_sum": maybe(&found.worst_sum),
        "reasoners": reasoners(&game, &penalties, deepest).iter().map(reasoner).collect::<Json>(),
    }))
}
