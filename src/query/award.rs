//! Queries about the contract net: what comes of an announcement, or of a series of them.
//!
//! | `kind` | query | answer |
//! |---|---|---|
//! | `announcement` | `manager` (its rules), `agents` | `expect`: `contacted`, `considered`, `scores`, `winners`, `state_after_answer`, `final_state`, `reason`, `messages`, `acts`, `acts_with_cancel_answers`, `law_applies`, `tasks_one_per_bidder`, `tasks_two_per_winner` |
//! | `series` | `announcements`, `bidders` | `winners`, `states`, `messages` |
//!
//! Each query is run by the market's own agents over an exchange. Numbers are exact: `"17/20"`.

use crate::a2a::TaskState;
use crate::catalogue::{Field, Kind, Params, Place, Schema, Value};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::models::market::trial::{self, Came, Fate, Given, Outcome, Regular, Rules};
use crate::models::market::{Acts, Profile, Reason, Weights};
use serde_json::{Map, Value as Json, json};

/// The members of answers.
const ANSWERS: [&str; 4] = ["expect", "winners", "states", "messages"];

/// The most ticks of a query.
const TICKS: i64 = 1_000_000;

fn whole(min: i64) -> Kind {
    Kind::Integer { min, max: TICKS }
}

fn manager_schema() -> Schema {
    Schema::of(vec![
        Field::with_default(
            "score",
            Kind::Choice(&["naive", "discounted"]),
            "naive",
            "Whether the manager goes by claims alone, or by reputation too.",
        ),
        Field::with_default("w_value", Kind::Rational, 1i64, "The weight of what success is worth."),
        Field::required("value", Kind::Rational, "What success is worth."),
        Field::with_default("w_time", Kind::Rational, 0i64, "The price of a unit of time after the due time."),
        Field::with_default("w_risk", Kind::Rational, 0i64, "The price of doubt."),
        Field::required("due", Kind::Rational, "When the work is due."),
        Field::required("max_price", Kind::Rational, "The most that is paid."),
        Field::with_default(
            "min_reputation",
            Kind::Rational,
            0i64,
            "The reputation from which on agents are contacted.",
        ),
        Field::required("bid_deadline", whole(0), "The last tick at which a bid is in time."),
        Field::with_default("awards", whole(0), 1i64, "How many are awarded at most."),
        Field::optional("min_score", Kind::Rational, "The least score of a winner."),
        Field::optional("lambda", Kind::Rational, "The weight of reputation, where the score is discounted."),
    ])
}

fn agent_schema() -> Schema {
    Schema::of(vec![
        Field::required("id", whole(0), "Its number: agents are numbered from 0 in order."),
        Field::with_default("skill", Kind::Bool, true, "Whether it can do the work."),
        Field::required("reputation", Kind::Rational, "What is thought of it, from 0 to 1."),
        Field::required("capacity", whole(0), "How many contracts it can have."),
        Field::with_default("load", whole(0), 0i64, "How many it has."),
        Field::with_default("answer", Kind::Choice(&["bid", "silent"]), "bid", "Whether it answers."),
        Field::required("arrival", whole(0), "When its bid arrives."),
        Field::required("price", Kind::Rational, "What it asks."),
        Field::required("eta", Kind::Rational, "When it would deliver."),
        Field::required("confidence", Kind::Rational, "The probability of success that it claims."),
        Field::with_default(
            "outcome",
            Kind::Choice(&["delivered", "failed", "decline", "overdue"]),
            "delivered",
            "What comes of an award.",
        ),
    ])
}

/// The members of a query about one announcement.
pub fn schema() -> Schema {
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required("kind", Kind::Choice(&["announcement"]), "An announcement."),
        Field::required("manager", Kind::Table(manager_schema()), "The manager's rules."),
        Field::required("agents", Kind::list(Kind::Table(agent_schema())), "The agents."),
    ])
}

/// The members of a query about a series of announcements.
pub fn series_schema() -> Schema {
    let announcement = Schema::of(vec![
        Field::required("id", whole(0), "Its number: announcements are numbered from 0 in order."),
        Field::required("tick", whole(0), "When it is made; never before the one above it."),
        Field::required("window", whole(0), "How long bids are taken."),
    ]);
    let bidder = Schema::of(vec![
        Field::required("id", whole(0), "Its number: bidders are numbered from 0 in order."),
        Field::required("price", Kind::Integer { min: 0, max: i64::MAX }, "What it asks."),
        Field::required("delay", whole(0), "How long it thinks."),
        Field::required("duration", whole(0), "How long a contract takes it."),
        Field::required("capacity", whole(1), "How many contracts it can have."),
    ]);
    Schema::of(vec![
        Field::optional("id", Kind::Any, "Comes back in the answer."),
        Field::required("kind", Kind::Choice(&["series"]), "A series of announcements."),
        Field::required("announcements", Kind::list(Kind::Table(announcement)), "The announcements, in order of time."),
        Field::required("bidders", Kind::list(Kind::Table(bidder)), "The bidders, who are all asked each time."),
    ])
}

/// Answers a query about the contract net.
///
/// # Errors
/// What is wrong with the query, each fault at its member.
///
/// # Examples
/// ```
/// use serde_json::json;
/// let query = json!({
///     "kind": "series",
///     "announcements": [{ "id": 0, "tick": 0, "window": 3 }],
///     "bidders": [
///         { "id": 0, "price": 9, "delay": 1, "duration": 8, "capacity": 1 },
///         { "id": 1, "price": 3, "delay": 2, "duration": 9, "capacity": 1 },
///     ],
/// });
/// let answer = comity::query::answer_award(&query).unwrap();
/// assert_eq!(answer["winners"], json!([[0, 1, true]]));
/// assert_eq!(answer["states"], json!([["CANCELED:lost", "COMPLETED:delivered"]]));
/// ```
pub fn answer(query: &Json) -> Result<Json, Faults> {
    // A row may come with its answers, in which null is a value.
    let mut query = query.clone();
    if let Some(members) = query.as_object_mut() {
        members.retain(|key, _| !ANSWERS.contains(&key.as_str()));
    }
    let value = Value::from_json(&query)?;
    let table = value.as_table().ok_or_else(|| Diagnostic::new("wrong-type", value.describe(), "a JSON object"))?;
    let place = Place::root();
    let kind = table.get("kind").and_then(Value::as_text);
    let (schema, in_series) = match kind {
        Some("series") => (series_schema(), true),
        Some("announcement") => (schema(), false),
        _ => {
            let found = kind.map_or_else(|| "no kind".to_string(), |kind| format!("unknown kind {kind:?}"));
            let fault = Diagnostic::new("unknown-kind", found, "\"announcement\" or \"series\"");
            let at = table.get("kind").map_or(&value.origin, |kind| &kind.origin);
            return Err(fault.at(place.key("kind").at(at)).into());
        }
    };
    let mut faults = Faults::new();
    let Some(params) = schema.check(table, &value.origin, &place, &mut faults) else {
        return Err(faults);
    };
    if in_series { series(&params, &place) } else { announcement(&params, &place) }
}

/// Checks that things are numbered from 0 in order.
fn numbered(items: &[Value], place: &Place, faults: &mut Faults) -> Vec<Params> {
    let mut sections = Vec::with_capacity(items.len());
    for (k, item) in items.iter().enumerate() {
        let section = item.section().expect("the schema asks for tables");
        if section.count("id") != k {
            let found = format!("number {} at place {k}", section.count("id"));
            let at = place.item(k).key("id").at(&section.value("id").origin);
            faults.push(Diagnostic::new("wrong-number", found, "numbers from 0 in order").at(at));
        }
        sections.push(section);
    }
    sections
}

fn narrow(params: &Params, key: &str) -> u32 {
    u32::try_from(params.integer(key)).expect("the schema bounds it")
}

/// A number from 0 to 1.
fn share(params: &Params, key: &str, place: &Place, faults: &mut Faults) -> Rational {
    let value = params.rational(key);
    if value.is_negative() || value > Rational::one() {
        let at = place.key(key).at(&params.value(key).origin);
        faults.push(Diagnostic::new("out-of-range", format!("`{key}` is {value}"), "a number from 0 to 1").at(at));
    }
    value
}

/// A number that is not negative.
fn amount(params: &Params, key: &str, place: &Place, faults: &mut Faults) -> Rational {
    let value = params.rational(key);
    if value.is_negative() {
        let at = place.key(key).at(&params.value(key).origin);
        faults.push(
            Diagnostic::new("out-of-range", format!("`{key}` is {value}"), "a number that is not negative").at(at),
        );
    }
    value
}

fn announcement(params: &Params, place: &Place) -> Result<Json, Faults> {
    let mut faults = Faults::new();
    let manager = params.section("manager");
    let here = place.key("manager");
    let discounted = manager.text("score") == "discounted";
    let lambda = match (discounted, manager.has("lambda")) {
        (false, _) => Rational::zero(),
        (true, true) => share(&manager, "lambda", &here, &mut faults),
        (true, false) => {
            let at = here.at(&params.value("manager").origin);
            faults.push(
                Diagnostic::new("missing-key", "a discounted score without `lambda`", "a number from 0 to 1").at(at),
            );
            Rational::zero()
        }
    };
    let rules = Rules {
        weights: Weights {
            value: manager.rational("w_value"),
            time: amount(&manager, "w_time", &here, &mut faults),
            risk: amount(&manager, "w_risk", &here, &mut faults),
            lambda,
        },
        value: manager.rational("value"),
        due: manager.rational("due"),
        max_price: amount(&manager, "max_price", &here, &mut faults),
        min_reputation: manager.rational("min_reputation"),
        bid_deadline: narrow(&manager, "bid_deadline"),
        awards: narrow(&manager, "awards"),
        min_score: manager.has("min_score").then(|| manager.rational("min_score")),
    };
    let here = place.key("agents");
    let sections = numbered(params.list("agents"), &here, &mut faults);
    let mut given = Vec::with_capacity(sections.len());
    for (k, agent) in sections.iter().enumerate() {
        let here = here.item(k);
        given.push(Given {
            skill: agent.flag("skill"),
            reputation: share(agent, "reputation", &here, &mut faults),
            capacity: narrow(agent, "capacity"),
            load: narrow(agent, "load"),
            answers: agent.text("answer") == "bid",
            arrival: narrow(agent, "arrival"),
            price: amount(agent, "price", &here, &mut faults),
            eta: amount(agent, "eta", &here, &mut faults),
            confidence: share(agent, "confidence", &here, &mut faults),
            fate: match agent.text("outcome") {
                "failed" => Fate::Failed,
                "decline" => Fate::Declines,
                "overdue" => Fate::Overdue,
                _ => Fate::Delivered,
            },
        });
    }
    faults.into_result(())?;
    let one = trial::announcement(&rules, &given, Profile::OneTask);
    let two = trial::announcement(&rules, &given, Profile::TwoTasks);
    Ok(json!({ "expect": report(&one, two.acts.tasks) }))
}

fn report(outcome: &Outcome, two_tasks: u64) -> Json {
    let by_agent = |of: &dyn Fn(&Came) -> Json| -> Json {
        Json::Object(outcome.came.iter().map(|(agent, came)| (agent.to_string(), of(came))).collect())
    };
    let acts = &outcome.acts;
    let considered: Vec<usize> = outcome.scores.keys().copied().collect();
    let scores: Map<String, Json> =
        outcome.scores.iter().map(|(agent, score)| (agent.to_string(), json!(score.to_string()))).collect();
    let disturbed = acts.cancel_late + acts.cancel_timeout + acts.decline + acts.cancel_overdue;
    json!({
        "contacted": outcome.contacted,
        "considered": considered,
        "scores": scores,
        "winners": outcome.winners,
        "state_after_answer": by_agent(&|came| json!(short(came.after_answer))),
        "final_state": by_agent(&|came| json!(short(came.last))),
        "reason": by_agent(&|came| json!(reason(came))),
        "messages": messages(acts),
        "acts": acts.total(),
        "acts_with_cancel_answers": acts.total() + acts.cancels(),
        "law_applies": disturbed == 0 && outcome.winners.len() == 1,
        "tasks_one_per_bidder": acts.tasks,
        "tasks_two_per_winner": two_tasks,
    })
}

fn short(state: TaskState) -> &'static str {
    state.name().trim_start_matches("TASK_STATE_")
}

fn reason(came: &Came) -> &'static str {
    came.reason.map_or("delivered", Reason::name)
}

/// The acts that happened, by name.
fn messages(acts: &Acts) -> Json {
    let named = [
        ("cfp", acts.call),
        ("propose", acts.propose - acts.cancel_late),
        ("propose_late", acts.cancel_late),
        ("refuse", acts.refuse),
        ("accept", acts.accept),
        ("reject_lost", acts.reject_lost),
        ("cancel_late", acts.cancel_late),
        ("cancel_timeout", acts.cancel_timeout),
        ("decline", acts.decline),
        ("inform", acts.inform),
        ("failure", acts.failure),
        ("cancel_overdue", acts.cancel_overdue),
    ];
    Json::Object(named.iter().filter(|(_, n)| *n > 0).map(|(name, n)| ((*name).to_string(), json!(n))).collect())
}

fn series(params: &Params, place: &Place) -> Result<Json, Faults> {
    let mut faults = Faults::new();
    let here = place.key("announcements");
    let announcements: Vec<(u32, u32)> = numbered(params.list("announcements"), &here, &mut faults)
        .iter()
        .map(|announcement| (narrow(announcement, "tick"), narrow(announcement, "window")))
        .collect();
    if let Some(k) = announcements.windows(2).position(|pair| pair[0].0 > pair[1].0) {
        let found = format!("announcement {} before announcement {k}", k + 1);
        let at = here.item(k + 1).key("tick").at(&crate::error::Origin::Unknown);
        faults.push(Diagnostic::new("wrong-order", found, "announcements in the order of their ticks").at(at));
    }
    let bidders: Vec<Regular> = numbered(params.list("bidders"), &place.key("bidders"), &mut faults)
        .iter()
        .map(|bidder| Regular {
            price: bidder.integer("price"),
            delay: narrow(bidder, "delay"),
            duration: narrow(bidder, "duration"),
            capacity: narrow(bidder, "capacity"),
        })
        .collect();
    faults.into_result(())?;
    let outcome = trial::series(&announcements, &bidders);
    let mut winners = Vec::new();
    let mut states = Vec::new();
    for (announcement, came) in outcome.came.iter().enumerate() {
        let named: Vec<String> = came.iter().map(|came| format!("{}:{}", short(came.last), reason(came))).collect();
        states.push(named);
        let won = |came: &Came| came.last == TaskState::Completed || came.reason == Some(Reason::Overcommitted);
        let winner = came.iter().position(won);
        let delivered = winner.is_some_and(|winner| came[winner].last == TaskState::Completed);
        winners.push(json!([announcement, winner, delivered]));
    }
    let acts = &outcome.acts;
    Ok(json!({
        "winners": winners,
        "states": states,
        "messages": {
            "cfp": acts.call,
            "propose": acts.propose,
            "refuse": acts.refuse,
            "accept": acts.accept,
            "reject": acts.reject_lost,
            "decline": acts.decline,
            "inform": acts.inform,
        },
    }))
}
