//! The parameters of the learning model: what `[model.learning]` may say.

use crate::catalogue::{Field, Kind, Schema, Value};
use crate::models::rescues::{Contract, Records};
use crate::models::{conditions, fields};

/// Who meets whom.
fn matching() -> Kind {
    let reach =
        || Field::with_default("reach", Kind::whole(1, 100), 1i64, "How many neighbours there are on either side.");
    let edges = Kind::list(Kind::List { of: Box::new(Kind::whole(1, 100_000)), min: 2, max: 2 });
    let lattice = Schema::of(vec![
        Field::required("width", Kind::whole(3, 1000), "How many agents stand in a row; all rows are whole."),
        Field::with_default("neighbours", Kind::Choice(&["4", "8"]), "4", "How many neighbours each has."),
    ]);
    let small_world = Schema::of(vec![
        reach(),
        Field::with_default("rewire", Kind::Probability, 0.1, "How often an edge is moved to a random other end."),
    ]);
    let links = Schema::of(vec![
        Field::with_default(
            "initial",
            Kind::Number { min: 1e-6, max: 1e6 },
            1.0,
            "How strongly each seeks each other at first.",
        )
        .unit("utility"),
        Field::with_default(
            "discount",
            Kind::Number { min: 0.0, max: 1.0 },
            1.0,
            "What is left of all strengths after a round.",
        ),
    ]);
    Kind::OneOf(vec![
        Field::required("seats", Kind::empty(), "All agents sit at one table, each in a seat of its own, in order."),
        Field::required("uniform", Kind::empty(), "A population: random tables each round; who is left over sits out."),
        Field::required(
            "everyone",
            Kind::empty(),
            "A population: everybody meets everybody each round, with one action.",
        ),
        Field::required("ring", Kind::Table(Schema::of(vec![reach()])), "Neighbours on a ring meet each round."),
        Field::required("lattice", Kind::Table(lattice), "Neighbours on a torus meet each round."),
        Field::required(
            "graph",
            Kind::Table(Schema::of(vec![Field::required("edges", edges, "Pairs of agents, numbered from 1.")])),
            "Neighbours on a given graph meet each round.",
        ),
        Field::required(
            "small_world",
            Kind::Table(small_world),
            "Neighbours on a ring with some edges moved, drawn for each repetition, meet each round.",
        ),
        Field::required(
            "links",
            Kind::Table(links),
            "Each seeks out one other a round, the likelier the more meetings with it have paid.",
        ),
    ])
}

/// How play starts.
fn start() -> Kind {
    Kind::OneOf(vec![
        Field::required("learners", Kind::empty(), "By the learning rules themselves."),
        Field::required("random", Kind::empty(), "The first action of each is any, all alike."),
        Field::required("action", Kind::Text, "The first action of everybody."),
        Field::required(
            "shares",
            Kind::List { of: Box::new(Kind::Probability), min: 2, max: 1 << 20 },
            "The probability of each first action.",
        ),
        Field::required(
            "spread",
            Kind::empty(),
            "The first action of each is the first one with a probability that is drawn for each repetition, any alike; \
             else any other.",
        ),
    ])
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    let effort = Schema::of(vec![
        Field::optional(
            "players",
            Kind::whole(2, 1000),
            "How many play together; by default all agents in seats, else 2.",
        ),
        Field::with_default("efforts", Kind::whole(2, 64), 7i64, "The highest effort; the lowest is 1.").unit("effort"),
        Field::with_default("benefit", Kind::NUMBER, 0.2, "What a unit of the least effort gives to each.")
            .unit("utility per effort"),
        Field::with_default("cost", Kind::NUMBER, 0.1, "What a unit of one's own effort costs.")
            .unit("utility per effort"),
        Field::with_default("base", Kind::NUMBER, 0.6, "What each gets besides.").unit("utility"),
    ]);
    let talker = || {
        Field::with_default(
            "learner",
            Kind::named("learners"),
            "epsilon_greedy_q(rate=0.1,epsilon=0.1)",
            "How agents learn what to say: a rule that sees its own payoff alone.",
        )
    };
    let signals = Schema::of(vec![
        Field::with_default("messages", Kind::whole(1, 100), 2i64, "How many messages there are; none means anything."),
        talker(),
    ]);
    let announcement = Schema::of(vec![
        Field::with_default("binds", Kind::Probability, 1.0, "How often the announced action is what is then done."),
        talker(),
    ]);
    let committed = Schema::of(vec![
        Field::required("share", Kind::Probability, "Which share of the agents is committed, the first of each kind."),
        Field::optional("action", Kind::Text, "To what; by default what is best for all if all do it."),
    ]);
    let recommendation = Schema::of(vec![
        Field::optional("action", Kind::Text, "What is recommended; by default what is best for all if all do it."),
        Field::with_default(
            "trust",
            Kind::List { of: Box::new(Kind::Probability), min: 2, max: 2 },
            Value::from(vec![Value::from(0.0), Value::from(1.0)]),
            "How often an agent expects others to obey at first, drawn from this range for each.",
        ),
        Field::with_default(
            "weight",
            Kind::Number { min: 1e-6, max: 1e9 },
            10.0,
            "How many observations that first trust weighs.",
        ),
        Field::optional("until", Kind::whole(1, 1_000_000_000), "The last round in which the device speaks.")
            .unit("round"),
    ]);
    vec![
        fields::game("stag_hunt", fields::ANY_GAME),
        Field::optional(
            "minimum_effort",
            Kind::Table(effort),
            "In place of a game: all gain by the least effort among them, and each pays for its own.",
        ),
        Field::with_default("matching", matching(), Value::variant("seats"), "Who meets whom."),
        Field::optional(
            "size",
            Kind::whole(1, 100_000),
            "How many agents there are, in the proportions of those declared.",
        )
        .unit("agents"),
        Field::optional("learner", Kind::named("learners"), "The rule of every agent, whatever its own."),
        Field::with_default("rounds", Kind::whole(1, 1_000_000_000), 1000i64, "How long they play.").unit("rounds"),
        Field::with_default("start", start(), Value::variant("learners"), "How play starts."),
        Field::with_default(
            "feedback",
            Kind::Choice(&["realised", "expected"]),
            "realised",
            "What is learnt from: the actions that were drawn, or expectations over everybody's mixtures (in seats).",
        ),
        fields::noise(),
        Field::optional(
            "spread",
            Kind::list(Kind::List { of: Box::new(Kind::Number { min: 0.0, max: 1e9 }), min: 1, max: 64 }),
            "In a game of two players, by row and column: what both get comes out by so much higher or lower, either with \
             probability 1/2.",
        )
        .unit("utility"),
        Field::optional("signals", Kind::Table(signals), "Each sends a message before it acts: cheap talk."),
        Field::optional(
            "announcement",
            Kind::Table(announcement),
            "One of each two, drawn each round, announces its action before both act, and may be bound to it.",
        ),
        Field::optional("committed", Kind::Table(committed), "A share of agents that take one action for ever."),
        Field::optional(
            "recommendation",
            Kind::Table(recommendation),
            "An orchestrator recommends an action to all; each obeys when that pays by what it expects of the others.",
        ),
        Contract::field(vec![
            Field::optional("action", Kind::Text, "The word that is bound; by default what is best for all if all do it."),
            Field::optional(
                "learner",
                Kind::named("learners"),
                "How agents learn whether to sign: a rule that sees its own payoff alone; all sign if left out.",
            ),
        ]),
        Records::field(),
    ]
}

/// The schema of `[model.learning]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::whole(1, 1_000_000_000),
        1i64,
        "How often play is repeated, each time with other draws.",
    ));
    fields.push(Field::with_default(
        "settled",
        Kind::Number { min: 0.5, max: 1.0 },
        0.8,
        "Play has settled if each player takes one action in this share of the last quarter of rounds; in a population, \
         if this share of actions is one.",
    ));
    fields.push(Field::optional(
        "target",
        Kind::Text,
        "The action whose spread is measured; by default what is best for all if all do it.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}
