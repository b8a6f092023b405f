//! Queries about discovery. `discovery`, with `agents` and `queries`, answers for each query who was `found` with which skills,
//! who was `filtered` and why, and what each agent's `certification` is worth. `routing`, with `needs` beside them, answers for
//! each query of a capability who can do each of the capabilities that it is made of.

use super::question::{self, Question};
use super::reading::fault;
use crate::catalogue::{Field, Kind, Params, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::ids::Tick;
use crate::registry::capability::CapabilityGraph;
use crate::registry::{AgentRecord, Certificate, Found, Policy, Query, Registry, Skill, Visibility};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

fn texts() -> Kind {
    Kind::list(Kind::Text)
}

fn none() -> Value {
    Value::from(Vec::new())
}

fn agent() -> Schema {
    let certificate = Schema::of(vec![
        Field::required("version", Kind::Text, "The version that was looked at."),
        Field::required("issued", Kind::COUNT, "From when on it counts."),
        Field::optional("expires", Kind::COUNT, "From when on it does not."),
        Field::optional("revoked", Kind::COUNT, "From when on it is taken back."),
    ]);
    let skill = Schema::of(vec![
        Field::required("id", Kind::Text, "Its name."),
        Field::with_default("tags", texts(), none(), "What it is about."),
        Field::optional("input_modes", texts(), "The media types that it takes; the agent's if left out."),
        Field::optional("output_modes", texts(), "The media types that it gives; the agent's if left out."),
        Field::with_default("permissions", texts(), none(), "What the user must be allowed."),
    ]);
    Schema::of(vec![
        Field::required("id", Kind::Text, "Its name."),
        Field::required("namespace", Kind::Text, "Where it belongs: segments joined by dots."),
        Field::with_default("visibility", Kind::Choice(&["public", "namespace", "private"]), "public", "Who sees it."),
        Field::optional("allowed_peers", texts(), "The only callers that it serves."),
        Field::with_default("version", Kind::Text, "1.0.0", "Its version."),
        Field::with_default("registered", Kind::COUNT, 0i64, "From when on it is listed."),
        Field::optional("retired", Kind::COUNT, "From when on it is not."),
        Field::optional("certification", Kind::Table(certificate), "Who vouches for it."),
        Field::with_default("input_modes", texts(), none(), "The media types that it takes."),
        Field::with_default("output_modes", texts(), none(), "The media types that it gives."),
        Field::with_default("skills", Kind::list(Kind::Table(skill)), none(), "What it can do."),
    ])
}

/// What a query asks, and the fields that are its kind's own.
fn query(own: Vec<Field>) -> Schema {
    let mut fields = own;
    fields.extend(vec![
        Field::with_default("tick", Kind::COUNT, 0i64, "When."),
        Field::with_default("caller", Kind::Text, "", "Who asks."),
        Field::with_default("caller_namespace", Kind::Text, "", "Where it belongs."),
        Field::optional("namespace", Kind::Text, "Agents of this namespace and below alone."),
        Field::with_default("require_certified", Kind::Bool, false, "Agents with a valid certificate alone."),
        Field::optional("input", Kind::Text, "The media type that it must take."),
        Field::with_default("output", texts(), none(), "The media types of which it must give one."),
        Field::with_default("user_permissions", texts(), none(), "What the user may."),
        Field::optional("expect", Kind::Any, "Is not read."),
    ]);
    Schema::of(fields)
}

/// Who is on record, and what is asked.
fn fields(queries: Schema) -> Vec<Field> {
    vec![
        Field::required("agents", Kind::list(Kind::Table(agent())), "Who is on record, in order."),
        Field::required("queries", Kind::list(Kind::Table(queries)), "What is asked."),
    ]
}

const QUESTIONS: [&[Question]; 1] = [&[
    Question {
        kind: "discovery",
        fields: || {
            let tags = Field::with_default("tags", texts(), none(), "What one skill must be about.");
            fields(query(vec![tags]))
        },
        answers: &[],
        answer: discovery,
    },
    Question {
        kind: "routing",
        fields: || {
            let edge = Schema::of(vec![
                Field::required("capability", Kind::Text, "A capability that is made of others."),
                Field::required("needs", texts(), "What it needs, itself by no way round."),
            ]);
            let capability = Field::required("capability", Kind::Text, "What is wanted.");
            let mut fields = fields(query(vec![capability]));
            fields.push(Field::with_default("needs", Kind::list(Kind::Table(edge)), none(), "The capability graph."));
            fields
        },
        answers: &[],
        answer: routing,
    },
]];

/// The kinds that are answered.
pub fn kinds() -> Vec<&'static str> {
    question::kinds(&QUESTIONS)
}

/// Answers queries of a registry. The answer has a list `queries`, each with its `expect`: `found`, `filtered` and
/// `certification`; or `steps`, and `nobody` where one of them cannot be had.
///
/// # Errors
/// What is wrong with the query.
pub fn answer(query: &Json) -> Result<Json, Faults> {
    question::answer(&QUESTIONS, query)
}

fn tick(params: &Params, key: &str) -> Option<Tick> {
    params.has(key).then(|| Tick(u64::try_from(params.integer(key)).expect("the schema bounds it")))
}

fn list<C: FromIterator<String>>(params: &Params, key: &str) -> C {
    params.list(key).iter().filter_map(Value::as_text).map(str::to_string).collect()
}

fn maybe_list<C: FromIterator<String>>(params: &Params, key: &str) -> Option<C> {
    params.has(key).then(|| list(params, key))
}

fn sections(params: &Params, key: &str) -> Vec<Params> {
    params.list(key).iter().filter_map(Value::section).collect()
}

fn record(params: &Params) -> AgentRecord {
    let visibility = Visibility::named(params.text("visibility")).expect("the schema lists them");
    let certificate = params.has("certification").then(|| params.section("certification"));
    let skill = |skill: Params| Skill {
        id: skill.text("id").to_string(),
        tags: list(&skill, "tags"),
        input_modes: maybe_list(&skill, "input_modes"),
        output_modes: maybe_list(&skill, "output_modes"),
        permissions: list(&skill, "permissions"),
    };
    AgentRecord {
        id: params.text("id").to_string(),
        namespace: params.text("namespace").to_string(),
        visibility,
        allowed_peers: maybe_list(params, "allowed_peers"),
        version: params.text("version").to_string(),
        registered: tick(params, "registered").expect("it has a default"),
        retired: tick(params, "retired"),
        certificate: certificate.map(|certificate| Certificate {
            version: certificate.text("version").to_string(),
            issued: tick(&certificate, "issued").expect("the schema asks for it"),
            expires: tick(&certificate, "expires"),
            revoked: tick(&certificate, "revoked"),
        }),
        input_modes: list(params, "input_modes"),
        output_modes: list(params, "output_modes"),
        skills: sections(params, "skills").into_iter().map(skill).collect(),
        ..AgentRecord::default()
    }
}

fn registry(params: &Params) -> Result<Registry, Faults> {
    let mut registry = Registry::new(Policy::default());
    for (k, agent) in sections(params, "agents").iter().enumerate() {
        let place = format!("agents[{k}]");
        registry.register(record(agent)).map_err(|error: Diagnostic| fault(&place, error.found, error.expected))?;
    }
    Ok(registry)
}

fn discovery(params: &Params) -> Result<Json, Faults> {
    let registry = registry(params)?;
    let answers: Vec<Json> = sections(params, "queries").iter().map(|query| asked(&registry, query)).collect();
    Ok(json!({ "queries": answers }))
}

fn routing(params: &Params) -> Result<Json, Faults> {
    let registry = registry(params)?;
    let mut graph = CapabilityGraph::default();
    for (k, edge) in sections(params, "needs").iter().enumerate() {
        for need in list::<Vec<String>>(edge, "needs") {
            let place = format!("needs[{k}]");
            graph.add(edge.text("capability"), &need).map_err(|error| fault(&place, error.found, error.expected))?;
        }
    }
    let routed = |params: &Params| {
        let step = |(capability, found): (String, Vec<Found>)| {
            let agents: Vec<String> = found.into_iter().map(|found| found.agent).collect();
            json!([capability, agents])
        };
        match registry.supply(params.text("capability"), &graph, &wanted(params, BTreeSet::new())) {
            Ok(route) => json!({"expect": {"steps": route.steps.into_iter().map(step).collect::<Vec<_>>()}}),
            Err(error) => json!({"expect": {"nobody": error.found}}),
        }
    };
    let answers: Vec<Json> = sections(params, "queries").iter().map(routed).collect();
    Ok(json!({ "queries": answers }))
}

/// A query, and the tags that it asks for.
fn wanted(params: &Params, tags: BTreeSet<String>) -> Query {
    let text = |key: &str| params.text(key).to_string();
    let maybe = |key: &str| params.has(key).then(|| text(key));
    Query {
        at: tick(params, "tick").expect("it has a default"),
        caller: text("caller"),
        caller_namespace: text("caller_namespace"),
        namespace: maybe("namespace"),
        require_certified: params.flag("require_certified"),
        tags,
        input: maybe("input"),
        output: list(params, "output"),
        user_permissions: list(params, "user_permissions"),
    }
}

fn asked(registry: &Registry, params: &Params) -> Json {
    let query = wanted(params, list(params, "tags"));
    let at = query.at;
    let discovery = registry.explain(&query);
    let found: Vec<Json> = discovery.found.iter().map(|found| json!([found.agent, found.skills])).collect();
    let filtered: Map<String, Json> =
        discovery.filtered.into_iter().map(|(agent, reason)| (agent, reason.name().into())).collect();
    let status: Map<String, Json> =
        registry.agents().iter().map(|agent| (agent.id.clone(), agent.status(at).name().into())).collect();
    json!({"expect": {"found": found, "filtered": filtered, "certification": status}})
}
