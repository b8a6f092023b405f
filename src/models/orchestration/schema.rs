//! The parameters of the orchestration model: what `[model.orchestration]` may say.

use super::solve;
use crate::catalogue::{Field, Kind, Schema, Table, Value};
use crate::models::{conditions, fields};

fn micros() -> Kind {
    Kind::Integer { min: 0, max: 1_000_000_000 }
}

fn rule_fields() -> Vec<Field> {
    let entry = Schema::of(vec![
        Field::required("profile", Kind::list(Kind::Text), "An action of each player."),
        Field::required("p", Kind::Rational, "Its probability."),
    ]);
    let crash = Schema::of(vec![
        Field::required("from_round", Kind::Integer { min: 1, max: 1_000_000_000 }, "The first round without it."),
        Field::optional("until_round", Kind::Integer { min: 1, max: 1_000_000_000 }, "The last; for ever if left out."),
    ]);
    vec![
        fields::game("chicken", "The game of every round: a name, or payoffs written out."),
        Field::with_default(
            "by",
            Kind::Choice(&["mediator", "supervisor", "delegate", "nobody"]),
            "mediator",
            "Who tells whom what: a mediator draws from the device and tells each its part alone; a supervisor orders \
             the profile of the most welfare, one agent after the other; a player decides for all and says so; nobody.",
        ),
        Field::with_default(
            "device",
            Kind::OneOf(vec![
                Field::required(
                    "solve",
                    Kind::Choice(&solve::OBJECTIVES),
                    "A correlated equilibrium of the game, solved exactly.",
                ),
                Field::required(
                    "given",
                    Kind::list(Kind::Table(entry)),
                    "A lottery over profiles, equilibrium or not.",
                ),
            ]),
            {
                let mut table = Table::default();
                table.insert("solve", "max_welfare");
                table
            },
            "The mediator's device, which everybody knows.",
        ),
        Field::optional("delegate", Kind::Text, "The agent that decides for all; by default the first."),
        Field::with_default(
            "noise",
            Kind::Rational,
            0i64,
            "The probability with which each signal flips on its way, to each other action alike; everybody knows it.",
        ),
        Field::with_default(
            "leak",
            Kind::Probability,
            0.0,
            "The probability with which an agent also hears what the others are told.",
        ),
        Field::with_default(
            "forgery",
            Kind::Probability,
            0.0,
            "The probability with which an impostor is first to tell an agent what to do.",
        ),
        Field::optional("lies", Kind::list(Kind::Text), "What the impostor tells each player; by default anything."),
        Field::with_default("verify", Kind::Bool, true, "Whether agents look who sent a recommendation."),
        Field::with_default("latency_us", micros(), 50_000i64, "How long a message travels.").unit("us"),
        fields::loss(),
        fields::late(),
        Field::with_default("late_us", micros(), 500_000i64, "How much longer a late message travels.").unit("us"),
        Field::with_default("deadline_us", micros(), 400_000i64, "How long an agent waits for a recommendation.")
            .unit("us"),
        fields::round_us(),
        Field::optional("crash", Kind::Table(crash), "When the orchestrator is down."),
    ]
}

/// The schema of `[model.orchestration]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(
        Field::with_default("rounds", Kind::Integer { min: 1, max: 10_000_000 }, 200i64, "How many rounds are played.")
            .unit("rounds"),
    );
    fields.push(Field::with_default(
        "repetitions",
        Kind::Integer { min: 1, max: 1_000_000_000 },
        20i64,
        "How often that is repeated.",
    ));
    fields.push(Field::with_default(
        "noise_grid",
        Kind::list(Kind::Rational),
        Value::from(Vec::new()),
        "Amounts of noise at which it is measured, beside the closed form, whether obeying pays.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}
