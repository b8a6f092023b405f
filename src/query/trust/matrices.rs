//! Trust that is computed of all agents at once: EigenTrust and PeerTrust.

use super::reading::{Scale, events, exacts, fault, positive, unit};
use crate::catalogue::{Field, Kind, Params, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::ids::AgentId;
use crate::query::question::Question;
use crate::reputation::peertrust::{Credibility, Ledger, Rule};
use crate::reputation::{LocalTrust, Number, fixed_point};
use serde_json::{Map, Value as Json, json};

/// Up to how many agents the fixed point is exact: elimination lengthens rationals by the number of agents.
const EXACT_AGENTS: usize = 24;
/// After how many steps an iteration that does not settle is given up.
const MOST_STEPS: u32 = 10_000;
/// The steps whose trust is shown.
const SHOWN_STEPS: [u32; 5] = [1, 2, 3, 5, 10];

/// Rows of local trust are long, and sums of ratings are kept dense.
const AGENTS: Kind = Kind::Integer { min: 1, max: 500 };

fn optional_events() -> Field {
    Field::optional("events", Kind::list(Kind::list(Kind::Any)), "Ratings: t, rater, ratee, value, weight, source.")
}

pub(super) const QUESTIONS: &[Question] = &[
    Question {
        kind: "eigentrust",
        fields: || {
            vec![
                Field::required("n", AGENTS, "The number of agents."),
                optional_events(),
                Field::optional(
                    "local_trust",
                    Kind::list(Kind::Any),
                    "A row a truster; the sums of events if left out.",
                ),
                Field::with_default(
                    "pretrusted",
                    Kind::list(Kind::COUNT),
                    Vec::<Value>::new(),
                    "The pre-trusted agents.",
                ),
                Field::with_default("a", Kind::Rational, "3/20", "How often trust starts again, from 0 to 1."),
                Field::with_default("epsilon", Kind::Rational, "1e-9", "The change at which the iteration stops."),
            ]
        },
        answers: &["iterates", "iterations", "t_at_epsilon", "fixed", "fixed_exact"],
        answer: eigentrust,
    },
    Question {
        kind: "peertrust",
        fields: || {
            vec![
                Field::required("n", AGENTS, "The number of agents."),
                super::reading::events_field(),
                Field::with_default("credibility", Kind::Choice(&["TVM", "PSM"]), "TVM", "By trust, or by similarity."),
                Field::with_default("alpha", Kind::Rational, 1i64, "The weight of satisfaction."),
                Field::with_default("beta", Kind::Rational, 0i64, "The weight of taking part."),
                Field::with_default("initial", Kind::Rational, "1/2", "The trust in who was never rated."),
                Field::with_default("iterations", Kind::Integer { min: 0, max: 10_000 }, 10i64, "Of TVM."),
                Field::with_default("asker", Kind::COUNT, 0i64, "Whose ratings are compared, of PSM."),
                Field::with_default("no_common", Kind::Rational, "1/2", "Of PSM: of who has no ratee in common."),
            ]
        },
        answers: &["score", "final"],
        answer: peertrust,
    },
];

/// Local trust as given, or else the sums of events' values.
fn local_trust(params: &Params, n: usize) -> Result<Vec<Vec<Rational>>, Faults> {
    if let Some(rows) = params.get("local_trust").and_then(Value::as_list) {
        if rows.len() != n {
            let found = format!("`local_trust` has {} rows", rows.len());
            return Err(fault("local_trust", found, format!("{n} rows of {n} numbers")));
        }
        let row = |(k, row)| exacts(row, &format!("local_trust[{k}]"), n, &format!("{n} numbers"));
        return rows.iter().enumerate().map(row).collect();
    }
    if !params.has("events") {
        return Err(fault("local_trust", "neither `local_trust` nor `events`", "one of them"));
    }
    let mut sums = vec![vec![Rational::zero(); n]; n];
    for event in events(params, Scale::Signed, Some(n))? {
        sums[event.rater as usize][event.ratee as usize] += &event.value;
    }
    Ok(sums)
}

fn eigentrust(params: &Params) -> Result<Json, Faults> {
    let n = params.count("n");
    let sums = local_trust(params, n)?;
    let (a, epsilon) = (unit(params, "a")?, positive(params, "epsilon")?);
    let mut pretrusted = Vec::new();
    for (k, value) in params.list("pretrusted").iter().enumerate() {
        let agent = value.integer().and_then(|id| u32::try_from(id).ok()).filter(|id| (*id as usize) < n);
        pretrusted.push(agent.ok_or_else(|| {
            let key = format!("pretrusted[{k}]");
            fault(&key, format!("`{key}` is {}", value.describe()), format!("an agent's number below {n}"))
        })?);
    }
    pretrusted.sort_unstable();
    pretrusted.dedup();
    let entry = |(k, sum): (usize, &Rational)| {
        let narrow = |k: usize| u32::try_from(k).expect("at most 500 agents");
        (narrow(k / n), narrow(k % n), sum.to_f64())
    };
    let mut entries: Vec<(u32, u32, f64)> = sums.iter().flatten().enumerate().map(entry).collect();
    let local = LocalTrust::of(n, &mut entries);
    let (start, restart) = (local.start(&pretrusted), a.to_f64());
    let mut iterates = Map::new();
    let (mut trust, mut next) = (start.clone(), Vec::new());
    for step in 1..=10 {
        local.step(&trust, &start, restart, &mut next);
        std::mem::swap(&mut trust, &mut next);
        if SHOWN_STEPS.contains(&step) {
            iterates.insert(step.to_string(), json!(trust));
        }
    }
    let found = local.converge(&start, restart, epsilon.to_f64(), MOST_STEPS);
    let shown =
        |sum: &Rational| sum.numerator_i64().filter(|_| sum.is_integer()).map_or(json!(sum.to_string()), Json::from);
    let mut answer = json!({
        "local_trust": sums.iter().map(|row| row.iter().map(shown).collect()).collect::<Vec<Vec<Json>>>(),
        "iterates": iterates,
        "iterations": found.settled.then_some(found.iterations),
        "t_at_epsilon": found.settled.then_some(found.trust),
    });
    let exact = if n <= EXACT_AGENTS { fixed_point(&sums, &exact_start(n, &pretrusted), &a) } else { None };
    let floats = match &exact {
        Some(exact) => Some(exact.iter().map(Rational::to_f64).collect()),
        None => {
            let sums: Vec<Vec<f64>> = sums.iter().map(|row| row.iter().map(Number::float).collect()).collect();
            fixed_point(&sums, &start, &restart)
        }
    };
    answer["fixed"] = json!(floats);
    answer["fixed_exact"] = json!(exact.map(|exact| exact.iter().map(ToString::to_string).collect::<Vec<_>>()));
    Ok(answer)
}

/// The starting distribution, exactly; `pretrusted` has no agent twice.
fn exact_start(n: usize, pretrusted: &[u32]) -> Vec<Rational> {
    let known = if pretrusted.is_empty() { n } else { pretrusted.len() };
    let share = Rational::new(1, i64::try_from(known).expect("at most 500 agents"));
    let trusts = |k: usize| pretrusted.is_empty() || pretrusted.iter().any(|agent| *agent as usize == k);
    (0..n).map(|k| if trusts(k) { share.clone() } else { Rational::zero() }).collect()
}

fn peertrust(params: &Params) -> Result<Json, Faults> {
    let n = params.count("n");
    let narrow = AgentId::at;
    let iterations = u32::try_from(params.integer("iterations")).expect("the schema bounds it");
    let asker = params.count("asker");
    if asker >= n {
        return Err(fault("asker", format!("`asker` is {asker}"), format!("an agent's number below {n}")));
    }
    let (asker, no_common) = (narrow(asker), unit(params, "no_common")?.to_f64());
    let by_trust = params.text("credibility") == "TVM";
    let rule = Rule {
        alpha: unit(params, "alpha")?.to_f64(),
        beta: unit(params, "beta")?.to_f64(),
        initial: unit(params, "initial")?.to_f64(),
        credibility: if by_trust { Credibility::Trust { iterations } } else { Credibility::Similarity { no_common } },
    };
    let mut ledger = Ledger::default();
    ledger.join(narrow(n - 1));
    let trust = |ledger: &Ledger, agent: usize| {
        if by_trust {
            ledger.trust_of_all(&rule, iterations)[agent]
        } else {
            ledger.trust_by_similarity(&rule, no_common, asker, narrow(agent))
        }
    };
    let mut scores = Vec::new();
    for event in events(params, Scale::Unit, Some(n))? {
        ledger.add(AgentId(event.rater), AgentId(event.ratee), event.value.to_f64(), event.weight.to_f64());
        scores.push(trust(&ledger, event.ratee as usize));
    }
    let all: Vec<f64> = if by_trust {
        ledger.trust_of_all(&rule, iterations)
    } else {
        (0..n).map(|agent| trust(&ledger, agent)).collect()
    };
    Ok(json!({ "score": scores, "final": all }))
}
