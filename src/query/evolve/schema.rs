//! What a query about evolution may say, and what is asked when it says only a game.

use crate::catalogue::{Field, Kind, Schema};
use serde_json::{Value as Json, json};

/// The parts of an answer, in the order in which they are listed: what a query may `want`.
pub(super) const PARTS: [&str; 17] = [
    "rest_points",
    "rest_continua",
    "replicator",
    "pairs",
    "fixation",
    "log_rho_ratio",
    "stationary_sml",
    "stationary_mu",
    "alpharank_single",
    "alpharank_local",
    "alpharank_local_inf",
    "alpharank_multi",
    "states",
    "one_third",
    "risk_dominant",
    "adaptive_play",
    "best_reply",
];

/// The parts that need no parameters: they are answered unasked.
pub(super) const UNASKED: [&str; 7] =
    ["rest_points", "rest_continua", "pairs", "log_rho_ratio", "states", "one_third", "risk_dominant"];

/// The parts about two strategies.
pub(super) const OF_TWO: [&str; 5] = ["log_rho_ratio", "stationary_mu", "one_third", "risk_dominant", "best_reply"];

/// The parts about any game, a population a player; all others are about one population and a symmetric game.
pub(super) const OF_PLAYERS: [&str; 2] = ["alpharank_multi", "states"];

/// What a row of results holds beside the parameters of an item.
const ANSWERS: [&str; 8] = ["x", "rk4_dt0_01_n2000", "rho", "ln_rho", "rho_exact", "pi", "ln_pi", "mean_share_0"];

/// The query without the answers of its items, so that a row of results is a query too.
pub(super) fn without_answers(query: &Json) -> Json {
    let strip = |item: &Json| match item {
        Json::Object(members) => {
            let kept = members.iter().filter(|(key, _)| !ANSWERS.contains(&key.as_str()));
            kept.map(|(key, value)| (key.clone(), value.clone())).collect()
        }
        other => other.clone(),
    };
    let Json::Object(members) = query else { return query.clone() };
    let part = |(key, value): (&String, &Json)| {
        let value = match value {
            Json::Array(items) if PARTS.contains(&key.as_str()) => items.iter().map(strip).collect(),
            Json::Object(_) if PARTS.contains(&key.as_str()) => strip(value),
            other => other.clone(),
        };
        (key.clone(), value)
    };
    members.iter().map(part).collect()
}

/// The members of a query. Answers that need no parameters may stand in it and are not read.
pub fn schema() -> Schema {
    let items = |fields: Vec<Field>| Kind::list(Kind::Table(Schema::of(fields)));
    let population = |key: &'static str| {
        Field::required(key, Kind::Integer { min: 2, max: 10_000_000 }, "The size of the population.")
    };
    let beta = || Field::optional("beta", Kind::Rational, "The intensity of selection of the Fermi rule.");
    let w = || Field::optional("w", Kind::Rational, "The weight of payoffs in the fitness of the Moran process.");
    let answered = |key: &'static str| Field::optional(key, Kind::Any, "An answer; not read.");
    let ranked = || {
        let alpha = Field::required("alpha", Kind::Rational, "The intensity of selection.");
        items(vec![population("m"), alpha])
    };
    let matrix = || Kind::list(Kind::list(Kind::Rational));
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        answered("name"),
        answered("n"),
        Field::optional("A", matrix(), "Payoffs [own strategy][other's strategy]; the row player's, if `B` is given."),
        Field::optional("B", matrix(), "The column player's payoffs [row action][column action]."),
        Field::optional("game", Kind::Any, "A game's name, or payoffs written out, in place of `A`."),
        Field::optional("want", Kind::list(Kind::Choice(&PARTS)), "The parts of the answer; all others are left out."),
        answered("rest_points"),
        answered("rest_continua"),
        Field::optional(
            "replicator",
            items(vec![
                Field::required("x0", Kind::list(Kind::Rational), "The shares at time 0."),
                Field::required("t", Kind::list(Kind::Number { min: 0.0, max: 1e9 }), "Times, ascending."),
                Field::optional("mutation", Kind::Rational, "The probability of an offspring of another strategy."),
            ]),
            "Paths of the replicator dynamics.",
        ),
        Field::optional(
            "pairs",
            Kind::list(Kind::List { of: Box::new(Kind::COUNT), min: 2, max: 2 }),
            "Invader and resident of each fixation probability; all pairs, if not given.",
        ),
        Field::optional(
            "fixation",
            items(vec![
                Field::required("rule", Kind::Choice(&["fermi", "moran_linear"]), "How strategies spread."),
                population("N"),
                beta(),
                w(),
            ]),
            "Fixation probabilities of a single mutant: `beta` for fermi, `w` for moran_linear.",
        ),
        Field::optional("log_rho_ratio", Kind::Any, "Populations: a list, or a table with a key for each."),
        Field::optional(
            "stationary_sml",
            items(vec![population("N"), beta(), w()]),
            "Shares of time for rare mutants: `beta` for the Fermi rule, `w` for the Moran process.",
        ),
        Field::optional(
            "stationary_mu",
            items(vec![
                population("N"),
                Field::required("beta", Kind::Rational, "The intensity of selection of the Fermi rule."),
                Field::required("mu", Kind::Rational, "The mutation probability of a step."),
            ]),
            "Distributions over states of a population of two strategies.",
        ),
        Field::optional("alpharank_single", ranked(), "Alpha-rank of one population, payoffs from the whole of it."),
        Field::optional("alpharank_local", ranked(), "Alpha-rank of one population, mutant against resident."),
        Field::optional(
            "alpharank_local_inf",
            Kind::Table(Schema::of(vec![Field::required(
                "eps",
                Kind::Rational,
                "The chance of a mutant that gets less.",
            )])),
            "The limit of alpharank_local for infinite intensity.",
        ),
        Field::optional("alpharank_multi", ranked(), "Alpha-rank of profiles, one population a player."),
        answered("states"),
        Field::optional("one_third", Kind::Any, "`finite`: populations, a list or a table with a key for each."),
        answered("risk_dominant"),
        answered("adaptive_play"),
        Field::optional(
            "best_reply",
            items(vec![
                population("N"),
                Field::required("epsilon", Kind::Rational, "The error probability."),
                Field::with_default(
                    "revision",
                    Kind::Choice(&["simultaneous", "sequential"]),
                    "simultaneous",
                    "Whether all members revise in each period, or one.",
                ),
                Field::optional("periods", Kind::Integer { min: 1, max: 1 << 53 }, "The length of a simulation."),
                Field::optional("start", Kind::COUNT, "Members with strategy 0 in its first period [N]."),
            ]),
            "Best reply with mistakes.",
        ),
    ])
}

/// What is asked of a part that is wanted and not given, for a game of so many strategies.
pub(super) fn default(part: &str, strategies: usize) -> Option<Json> {
    Some(match part {
        "replicator" => {
            let share = format!("1/{strategies}");
            json!([{ "x0": vec![share; strategies], "t": [1, 5, 20, 50] }])
        }
        "fixation" => json!([
            { "rule": "fermi", "N": 10, "beta": "1/10" },
            { "rule": "fermi", "N": 100, "beta": "1/10" },
            { "rule": "fermi", "N": 100, "beta": 1 },
            { "rule": "moran_linear", "N": 10, "w": "1/10" },
            { "rule": "moran_linear", "N": 100, "w": "1/10" },
        ]),
        "stationary_sml" => json!([{ "N": 10, "beta": 1 }, { "N": 100, "beta": "1/10" }, { "N": 100, "beta": 1 }]),
        "stationary_mu" => json!([{ "N": 20, "beta": 1, "mu": "1/100" }]),
        "alpharank_single" | "alpharank_local" | "alpharank_multi" => json!([{ "m": 50, "alpha": 1 }]),
        "alpharank_local_inf" => json!({ "eps": "1/100" }),
        "best_reply" => json!([{ "N": 10, "epsilon": "1/10" }, { "N": 10, "epsilon": "1/20" }]),
        _ => return None,
    })
}
