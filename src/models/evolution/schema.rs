//! The parameters of the evolution model: what `[model.evolution]` may say.

use crate::catalogue::{Field, Kind, Schema, Value};
use crate::models::{conditions, fields};

/// Who is next to whom.
fn structure() -> Kind {
    let reach =
        || Field::with_default("reach", Kind::whole(1, 1000), 1i64, "How many neighbours there are on either side.");
    let edges = Kind::list(Kind::List { of: Box::new(Kind::whole(1, 1_000_000)), min: 2, max: 2 });
    let lattice = Schema::of(vec![
        Field::optional(
            "width",
            Kind::whole(1, 10_000),
            "How many members stand in a row; by default the lattice is square.",
        ),
        Field::with_default("neighbours", Kind::Choice(&["4", "8"]), "8", "How many neighbours each has."),
        Field::with_default("torus", Kind::Bool, true, "Whether opposite sides meet."),
    ]);
    let small_world = Schema::of(vec![
        reach(),
        Field::with_default("rewire", Kind::Probability, 0.1, "How often an edge is moved to a random other end."),
    ]);
    let degree = Field::with_default("degree", Kind::whole(2, 1000), 4i64, "How many neighbours each member has.");
    let links = Field::with_default("links", Kind::whole(1, 1000), 2i64, "To how many before it each member is tied.");
    let edges = Field::required("edges", edges, "Pairs of members, numbered from 1.");
    Kind::OneOf(vec![
        Field::required("well_mixed", Kind::empty(), "Everybody meets everybody."),
        Field::required("ring", Kind::Table(Schema::of(vec![reach()])), "Members stand on a ring."),
        Field::required("lattice", Kind::Table(lattice), "Members stand on a lattice, row by row."),
        Field::required("regular", Kind::Table(Schema::of(vec![degree])), "A random graph, all of one degree."),
        Field::required(
            "scale_free",
            Kind::Table(Schema::of(vec![links])),
            "A graph that grew by ties to those who have many (Barabasi & Albert 1999).",
        ),
        Field::required("small_world", Kind::Table(small_world), "A ring with some edges moved."),
        Field::required("graph", Kind::Table(Schema::of(vec![edges])), "A given graph."),
    ])
}

/// How the population changes.
fn dynamics() -> Kind {
    let mutation = || {
        Field::with_default("mutation", Kind::Probability, 0.0, "How often a member gets any other strategy instead.")
    };
    let intensity = |doc| Field::with_default("intensity", Kind::Number { min: 0.0, max: 1e6 }, 1.0, doc);
    let moran = Schema::of(vec![
        Field::with_default(
            "order",
            Kind::Choice(&["birth_death", "death_birth"]),
            "birth_death",
            "Whether a parent is drawn first, or who dies.",
        ),
        Field::with_default(
            "fitness",
            Kind::Choice(&["linear", "exponential"]),
            "linear",
            "Fitness from payoff: 1 - w + w payoff, or exp(w payoff).",
        ),
        intensity("The intensity of selection w; of linear fitness at most 1."),
        Field::with_default(
            "replaced",
            Kind::Choice(&["neighbour", "anyone"]),
            "neighbour",
            "Whom an offspring replaces: a neighbour of its parent, or a neighbour or the parent itself.",
        ),
        mutation(),
    ]);
    let imitation = Schema::of(vec![
        Field::with_default(
            "rule",
            Kind::Choice(&["best", "fermi", "proportional"]),
            "best",
            "Whom a member imitates: the best around it; or a random other, by the Fermi rule, or in proportion to how \
             much better it does.",
        ),
        intensity("The intensity of selection of the Fermi rule.").unit("per utility"),
        Field::with_default(
            "update",
            Kind::Choice(&["synchronous", "sequential"]),
            "synchronous",
            "Whether all change at once, or one random member after another.",
        ),
        Field::with_default(
            "tie",
            Kind::Choice(&["keep", "first", "last", "random", "scanned"]),
            "keep",
            "Which of the best strategies is taken: the own one, the first or last declared, any, or that of the first of the \
             best members (itself, then neighbours by number).",
        ),
        mutation(),
    ]);
    let replicator = Schema::of(vec![
        Field::with_default("step", Kind::Number { min: 1e-6, max: 1e3 }, 0.1, "How much time a generation is.")
            .unit("per utility"),
        Field::with_default("mutation", Kind::Rational, 0i64, "How often an offspring has any other strategy."),
    ]);
    Kind::OneOf(vec![
        Field::required(
            "moran",
            Kind::Table(moran),
            "One is born in proportion to fitness, one is replaced (Moran 1958). A generation is as many steps as members.",
        ),
        Field::required(
            "imitation",
            Kind::Table(imitation),
            "Members imitate each other (Nowak & May 1992; Traulsen, Nowak & Pacheco 2006; Santos & Pacheco 2005).",
        ),
        Field::required(
            "replicator",
            Kind::Table(replicator),
            "Shares of an infinite population in continuous time (Taylor & Jonker 1978; with mutation Hadeler 1981).",
        ),
        Field::required(
            "ecology",
            Kind::empty(),
            "Shares of an infinite population by generations: each grows in proportion to its payoff (Axelrod 1980).",
        ),
    ])
}

/// The length of matches, if there are matches.
fn length() -> Kind {
    let rounds = || Kind::whole(1, 1_000_000);
    let drawn = Schema::of(vec![
        Field::required(
            "continuation",
            Kind::Number { min: 0.0, max: 0.9999 },
            "The probability that another round follows.",
        ),
        Field::with_default("told", Kind::Bool, false, "Whether the players know that probability."),
    ]);
    Kind::OneOf(vec![
        Field::required("once", Kind::empty(), "Members play the stage game once; their strategies are its actions."),
        Field::required("known", rounds(), "So many rounds, and the players know it.").unit("rounds"),
        Field::required("unknown", rounds(), "So many rounds, and the players do not know it.").unit("rounds"),
        Field::required("drawn", Kind::Table(drawn), "A first round, then others by chance."),
    ])
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    vec![
        fields::game("axelrod", "The stage game, a symmetric one of two players: a name, or payoffs written out."),
        Field::with_default("length", length(), Value::variant("once"), "How long members play when they meet."),
        fields::noise(),
        fields::misperception(),
        Field::with_default(
            "meetings",
            Kind::Choice(&["expected", "sampled"]),
            "expected",
            "Whether payoffs are those expected between strategies, worked out once, or of matches played at every step.",
        ),
        Field::with_default("pooling", Kind::Choice(&["mean", "sum"]), "mean", "What counts of a member's meetings."),
        Field::with_default("self_interaction", Kind::Bool, false, "Whether a member on a graph also meets itself."),
        Field::with_default("structure", structure(), Value::variant("well_mixed"), "Who meets whom."),
        Field::optional("reproduction", structure(), "Who replaces or imitates whom, where it is not who meets whom."),
        Field::with_default(
            "arrangement",
            Kind::Choice(&["random", "order", "centre"]),
            "random",
            "Where members stand at first: anywhere; in the order declared; so, but the last declared from the middle on.",
        ),
        Field::with_default("dynamics", dynamics(), Value::variant("moran"), "How the population changes."),
        Field::optional(
            "population",
            Kind::whole(2, 10_000_000),
            "How many members there are, if not as many as agents are declared: then these say the proportions.",
        )
        .unit("members"),
        Field::optional(
            "counts",
            Kind::List { of: Box::new(Kind::whole(0, 10_000_000)), min: 1, max: 1 << 16 },
            "How many members have each strategy at first, in the order declared, instead of the agents' counts.",
        )
        .unit("members"),
        Field::with_default("generations", Kind::whole(1, 1_000_000_000), 100i64, "How long it goes on at the most.")
            .unit("generations"),
        fields::discard(),
        Field::with_default(
            "until",
            Kind::Choice(&["generations", "fixation"]),
            "generations",
            "Whether the course is recorded, or only which strategy takes over and when.",
        ),
    ]
}

/// The schema of `[model.evolution]`.
pub(super) fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::whole(1, 1_000_000_000),
        1i64,
        "How many populations evolve.",
    ));
    fields.push(Field::with_default(
        "samples",
        Kind::whole(1, 1_000_000),
        200i64,
        "How many matches stand for those of two strategies whose expected payoffs cannot be computed.",
    ));
    fields.push(
        Field::optional(
            "every",
            Kind::whole(1, 1_000_000_000),
            "At which generations shares are recorded; by default about 200.",
        )
        .unit("generations"),
    );
    fields.push(Field::with_default("frames", Kind::whole(0, 1000), 6i64, "How many times the lattice is shown."));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}
