//! The parameters of the foraging model: what `[model.foraging]` may say.

use crate::catalogue::{Field, Kind, Schema, Value};
use crate::models::conditions;

fn board() -> Kind {
    let thing = || Kind::List { of: Box::new(Kind::whole(0, 30_000)), min: 3, max: 3 };
    Kind::Table(Schema::of(vec![
        Field::required("agents", Kind::list(thing()), "The agents, each as row, column and level."),
        Field::required("foods", Kind::list(thing()), "The foods, each as row, column and level."),
    ]))
}

fn weights() -> Kind {
    let network =
        Schema::of(vec![Field::with_default("hidden", Kind::whole(1, 1024), 32i64, "How many hidden units it has.")]);
    Kind::OneOf(vec![
        Field::required(
            "features",
            Kind::empty(),
            "Weights of the features that the view makes: a table if there is one.",
        ),
        Field::required("network", Kind::Table(network), "A network with one hidden layer, of the observation itself."),
    ])
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    vec![
        Field::with_default(
            "field",
            Kind::Any,
            "Foraging-5x5-2p-1f-coop-v3",
            "The field: an id, or a table of its parameters (those of lbforaging).",
        ),
        Field::optional("board", board(), "The board of every episode; by default each has one of its own by chance."),
        Field::with_default(
            "actions",
            Kind::Choice(&["all", "load"]),
            "all",
            "Whether agents have all actions, or stay and load alone.",
        ),
        Field::with_default(
            "worth",
            Kind::Choice(&["level", "item"]),
            "level",
            "Whether a lifted food is worth its level (over those of all foods, if the field normalises rewards), or 1.",
        ),
        Field::with_default("credit", Kind::named("credits"), "own_share", "How the team's reward is handed out."),
        Field::with_default(
            "effort",
            Kind::Number { min: 0.0, max: 1e6 },
            0.0,
            "What each load costs who loads, lifted or not. No part of the team's return.",
        )
        .unit("reward"),
        Field::with_default("learner", Kind::named("trainers"), "independent_q", "How agents learn."),
        Field::with_default(
            "view",
            Kind::Choice(&["whole", "focus", "tiles"]),
            "whole",
            "What an agent makes of its observation: all of it as one feature; offsets from the food to which all that are \
             seen are nearest; or several features, a few a food.",
        ),
        Field::with_default("weights", weights(), Value::variant("features"), "What values and policies are made of."),
        Field::with_default("shared", Kind::Bool, false, "Whether all agents share one set of weights."),
        Field::with_default("episodes", Kind::whole(1, 1_000_000_000), 10_000i64, "How many episodes are trained.")
            .unit("episodes"),
        Field::with_default(
            "timeout_ends",
            Kind::Bool,
            false,
            "Whether learners take time that is up for an end, after which there is nothing to gain.",
        ),
    ]
}

/// The parameters of the model.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.extend([
        Field::with_default("repetitions", Kind::whole(1, 1_000_000), 5i64, "How many times each condition is trained anew."),
        Field::with_default("evaluations", Kind::whole(1, 10_000), 10i64, "How often policies are evaluated, evenly."),
        Field::with_default(
            "evaluation_episodes",
            Kind::whole(1, 1_000_000),
            100i64,
            "How many episodes an evaluation has.",
        )
        .unit("episodes"),
        Field::optional(
            "shown",
            Kind::Choice(&["load", "uniform", "uniform_valid", "greedy", "team"]),
            "By what agents act in the episode that is shown and credited: all load, or a heuristic; by default all load on a \
             given board, else team.",
        ),
        Field::with_default(
            "baseline",
            Kind::Choice(&["stay", "uniform_valid", "greedy"]),
            "stay",
            "What replaces an agent when the episodes are run again without it.",
        ),
        Field::with_default("reruns", Kind::whole(1, 1_000_000), 100i64, "How many episodes are run with and without each.")
            .unit("episodes"),
        conditions::field(rule_fields()),
    ]);
    Schema::of(fields)
}
