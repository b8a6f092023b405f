//! The registry: discovery against the oracle, by index as by a look at everybody, and as an agent whose tasks are legal A2A.

mod common;

use comity::a2a::card::{Profile, build, skill};
use comity::a2a::{TaskState, validate};
use comity::catalogue::{Field, Kind, Schema};
use comity::exchange::{
    Agent, ContextId, Event, Fact, Kernel, Mapping, Network, Outbox, TaskId, TaskMapping, TraceBlock, TraceLevel,
};
use comity::ids::{AgentId, RunKey, Seed, Tick};
use comity::query::discover::answer;
use comity::registry::agent::{RegistryAgent, Word};
use comity::registry::capability::CapabilityGraph;
use comity::registry::drift::{Authority, Drift};
use comity::registry::feedback::{Feedback, Record};
use comity::registry::intent::{IntentType, Intents};
use comity::registry::tools::{Tool, Tools};
use comity::registry::{AgentRecord, Policy, Query, Registry, Skill, Status, Visibility};
use comity::sim::{Draws, Observer, Purpose, Who};
use serde_json::json;
use std::collections::BTreeSet;

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(ToString::to_string).collect()
}

fn record(id: &str, namespace: &str, tags: &[&str]) -> AgentRecord {
    AgentRecord {
        id: id.into(),
        namespace: namespace.into(),
        version: "1.0.0".into(),
        input_modes: vec!["application/json".into()],
        output_modes: vec!["application/json".into()],
        skills: vec![Skill { id: "s".into(), tags: set(tags), ..Skill::default() }],
        ..AgentRecord::default()
    }
}

#[test]
fn every_query_of_the_oracle_is_answered_as_recorded() {
    let rows = common::oracle_lines("market/registry.jsonl.gz");
    let mut asked = 0;
    for row in &rows {
        let got = answer(row).unwrap_or_else(|faults| panic!("{}: {faults}", row["id"]));
        let got = got["queries"].as_array().expect("a list");
        let queries = row["queries"].as_array().expect("a list");
        assert_eq!(got.len(), queries.len());
        for (got, query) in got.iter().zip(queries) {
            assert_eq!(got["expect"], query["expect"], "{}: {query}", row["id"]);
            asked += 1;
        }
    }
    assert_eq!((rows.len(), asked), (20, 100));
}

#[test]
fn wrong_queries_say_where_and_what_would_be_right() {
    let wrong = |agents: serde_json::Value| {
        let query = json!({"kind": "discovery", "agents": agents, "queries": []});
        answer(&query).expect_err("a wrong query").to_string()
    };
    assert!(wrong(json!([{"id": "a", "namespace": "x", "visibility": "secret"}])).contains("agents[0].visibility"));
    let twice = wrong(json!([{"id": "a", "namespace": "x"}, {"id": "a", "namespace": "x"}]));
    assert!(twice.contains("agents[1]") && twice.contains("no other agent"), "{twice}");
    assert!(wrong(json!([{"id": "a", "namespace": "x..y"}])).contains("segments"));
    assert!(wrong(json!([{"id": "a"}])).contains("namespace"));
}

fn pick<'a>(draws: &mut Draws, from: &[&'a str]) -> &'a str {
    from[draws.index(from.len())]
}

const NAMESPACES: [&str; 6] = ["acme", "acme.ops", "acme.ops.eu", "acmeville", "globex", "globex.lab"];

fn population(count: usize, tags: usize, draws: &mut Draws) -> Registry {
    let mut registry = Registry::new(Policy::default());
    for k in 0..count {
        let skills = (0..1 + draws.index(3)).map(|s| Skill {
            id: format!("s{s}"),
            tags: (0..1 + draws.index(3)).map(|_| format!("tag-{}", draws.index(tags))).collect(),
            permissions: if draws.index(4) == 0 { set(&["pay"]) } else { BTreeSet::new() },
            ..Skill::default()
        });
        let mut record = AgentRecord { skills: skills.collect(), ..record(&format!("a{k}"), "acme", &[]) };
        record.namespace = pick(draws, &NAMESPACES).into();
        record.visibility = [Visibility::Public, Visibility::Namespace, Visibility::Private][draws.index(3)];
        record.registered = Tick(draws.below(50));
        registry.register(record).expect("a new agent");
        if draws.index(2) == 0 {
            registry.certify(&format!("a{k}"), Tick(draws.below(60)), Some(Tick(80))).expect("it is there");
        }
    }
    registry
}

#[test]
fn the_index_finds_whom_a_look_at_everybody_finds() {
    let mut draws = RunKey::derive(Seed(5), 0, "").draws(Who::agent("registry"), Purpose::Choice);
    let mut registry = population(300, 12, &mut draws);
    let mut found = 0;
    for k in 0..400 {
        if k == 200 {
            let skills = vec![Skill { id: "new".into(), tags: set(&["tag-1", "tag-2"]), ..Skill::default() }];
            registry.upgrade("a7", "2.0.0", skills).expect("it is there");
            registry.retire("a8", Tick(10)).expect("it is there");
        }
        let query = Query {
            at: Tick(draws.below(100)),
            caller: format!("a{}", draws.index(300)),
            caller_namespace: pick(&mut draws, &NAMESPACES).into(),
            namespace: (draws.index(2) == 0).then(|| pick(&mut draws, &NAMESPACES).to_string()),
            require_certified: draws.index(2) == 0,
            tags: (0..draws.index(3)).map(|_| format!("tag-{}", draws.index(13))).collect(),
            user_permissions: if draws.index(2) == 0 { set(&["pay"]) } else { BTreeSet::new() },
            ..Query::default()
        };
        let (fast, slow) = (registry.discover(&query), registry.explain(&query));
        assert_eq!(fast.found, slow.found, "{query:?}");
        assert_eq!(slow.found.len() + slow.filtered.len(), 300);
        found += fast.found.len();
    }
    assert!(found > 400, "{found}");
}

/// Each filter is a switch: without it more are found and none is lost, and what it keeps out is counted; the others stay as
/// they are.
#[test]
fn each_switch_of_the_policy_has_an_effect_that_can_be_measured() {
    let found = |policy: Policy| -> Vec<BTreeSet<String>> {
        let mut draws = RunKey::derive(Seed(8), 0, "").draws(Who::agent("registry"), Purpose::Choice);
        let mut registry = population(200, 6, &mut draws);
        registry.policy = policy;
        (0..60)
            .map(|k| {
                let query = Query {
                    at: Tick(70),
                    caller: format!("a{}", draws.index(200)),
                    caller_namespace: pick(&mut draws, &NAMESPACES).into(),
                    require_certified: k % 2 == 0,
                    tags: set(&[&format!("tag-{}", k % 6)]),
                    ..Query::default()
                };
                registry.discover(&query).found.into_iter().map(|found| found.agent).collect()
            })
            .collect()
    };
    let all = Policy::default();
    let strict = found(all);
    let count = |found: &[BTreeSet<String>]| found.iter().map(BTreeSet::len).sum::<usize>();
    for (name, policy) in [
        ("visibility", Policy { visibility: false, ..all }),
        ("certification", Policy { certification: false, ..all }),
        ("permissions", Policy { permissions: false, ..all }),
    ] {
        let loose = found(policy);
        assert!(strict.iter().zip(&loose).all(|(strict, loose)| strict.is_subset(loose)), "{name}");
        assert!(count(&loose) > count(&strict), "{name}: {} and {}", count(&loose), count(&strict));
    }
    // Feedback and drift are no filters of their own.
    for policy in [Policy { verified_feedback: false, ..all }, Policy { drift: false, ..all }] {
        assert_eq!(found(policy), strict);
    }
    // Who serves some callers alone.
    let mut registry = Registry::new(all);
    let peers = Some(set(&["ann"]));
    registry.register(AgentRecord { allowed_peers: peers, ..record("a", "acme", &["pay"]) }).expect("a new agent");
    let asks = |registry: &Registry, caller: &str| {
        registry.discover(&Query { caller: caller.into(), ..Query::default() }).found.len()
    };
    assert_eq!(["ann", "bob"].map(|caller| asks(&registry, caller)), [1, 0]);
    registry.policy.peers = false;
    assert_eq!(asks(&registry, "bob"), 1);
}

#[test]
fn a_query_by_tag_looks_at_few_of_ten_thousand() {
    let mut draws = RunKey::derive(Seed(6), 0, "").draws(Who::agent("registry"), Purpose::Choice);
    let registry = population(10_000, 1_000, &mut draws);
    let mut most = 0;
    for tag in 0..1_000 {
        let query = Query { at: Tick(70), tags: set(&[&format!("tag-{tag}")]), ..Query::default() };
        most = most.max(registry.discover(&query).examined);
    }
    // Each agent has about four tags of a thousand: forty agents a tag.
    assert!((1..=100).contains(&most), "{most}");
}

#[test]
fn certificates_lose_their_worth_by_revocation_time_and_version() {
    let mut registry = Registry::new(Policy::default());
    registry.register(record("a", "acme", &["pay"])).expect("a new agent");
    let status = |registry: &Registry, at| registry.agent("a").expect("it is there").status(Tick(at));
    assert_eq!(status(&registry, 0), Status::None);
    registry.certify("a", Tick(10), Some(Tick(20))).expect("it is there");
    assert_eq!(
        [9, 10, 19, 20].map(|at| status(&registry, at)),
        [Status::None, Status::Valid, Status::Valid, Status::Expired]
    );
    registry.upgrade("a", "1.1.0", Vec::new()).expect("it is there");
    assert_eq!(status(&registry, 15), Status::Stale);
    registry.certify("a", Tick(12), None).expect("it is there");
    assert_eq!(status(&registry, 15), Status::Valid);
    registry.revoke("a", Tick(14)).expect("certified");
    assert_eq!(status(&registry, 13), Status::Valid);
    assert_eq!(status(&registry, 15), Status::Revoked);
    assert!(registry.revoke("b", Tick(1)).expect_err("nobody").to_string().contains("no agent named \"b\""));
}

#[test]
fn a_card_that_changed_is_drift_and_asks_for_certification() {
    let card = |does: &str| {
        build(Profile {
            name: "a".into(),
            description: "Pays".into(),
            version: "1.0.0".into(),
            url: "https://a.example/a2a".into(),
            tenant: "".into(),
            skills: vec![skill("pay", "Pay", does.to_string(), &["pay"])],
        })
    };
    for (authority, watches) in [(Authority::Registry, true), (Authority::Card, true), (Authority::Registry, false)] {
        let mut registry = Registry::new(Policy { drift: watches, ..Policy::default() });
        registry.register(record("a", "acme", &["pay"])).expect("a new agent");
        registry.certify("a", Tick(0), None).expect("it is there");
        let mut look = |card: &_, at| registry.look_at_card("a", card, authority, Tick(at)).expect("it is there");
        assert_eq!(look(&card("Pays bills"), 1), Drift::First);
        assert_eq!(look(&card("Pays bills"), 2), Drift::Same);
        assert_eq!(look(&card("Pays anything"), 3), Drift::Drifted);
        // The card's word counts from now on, if it is the authority.
        let again = if authority == Authority::Card { Drift::Same } else { Drift::Drifted };
        assert_eq!(look(&card("Pays anything"), 4), again);
        let entry = registry.agent("a").expect("it is there");
        assert_eq!(entry.status(Tick(2)), Status::Valid);
        assert_eq!(entry.status(Tick(3)), if watches { Status::Stale } else { Status::Valid });
        registry.certify("a", Tick(5), None).expect("it is there");
        assert_eq!(registry.agent("a").expect("it is there").status(Tick(5)), Status::Valid);
    }
}

#[test]
fn intents_are_typed_and_routed_over_the_capability_graph() {
    let intents = Intents::of([IntentType {
        name: "book_trip".into(),
        capability: "trip".into(),
        schema: Schema::of(vec![
            Field::required("to", Kind::Text, "Where."),
            Field::with_default("nights", Kind::Integer { min: 1, max: 30 }, 1i64, "How long."),
        ]),
    }]);
    let fault = |request: serde_json::Value| intents.read(&request).expect_err("no intent").to_string();
    assert!(fault(json!({"to": "Rome"})).contains("intent"));
    assert!(fault(json!({"intent": "book_trap", "to": "Rome"})).contains("did you mean \"book_trip\"?"));
    assert!(fault(json!({"intent": "book_trip"})).contains("\"to\""));
    assert!(fault(json!({"intent": "book_trip", "to": "Rome", "nights": 0})).contains("nights"));
    assert!(fault(json!({"intent": "book_trip", "to": "Rome", "stars": 5})).contains("stars"));
    let intent = intents.read(&json!({"intent": "book_trip", "to": "Rome"})).expect("an intent");
    assert_eq!(intent.members.integer("nights"), 1);

    let graph = CapabilityGraph::of([("trip", "hotel"), ("trip", "pay")]).expect("no cycle");
    let mut registry = Registry::new(Policy::default());
    registry.register(record("inn", "acme", &["hotel"])).expect("a new agent");
    let mut bank = record("bank", "acme", &["pay"]);
    bank.skills[0].permissions = set(&["pay"]);
    registry.register(bank).expect("a new agent");
    let may = |permissions: &[&str]| Query { user_permissions: set(permissions), ..Query::default() };
    let route = registry.route(&intent, &graph, &may(&["pay"])).expect("both are there");
    let steps: Vec<(&str, &str)> =
        route.steps.iter().map(|(capability, found)| (capability.as_str(), found[0].agent.as_str())).collect();
    assert_eq!(steps, [("hotel", "inn"), ("pay", "bank")]);
    // Who may not pay gets nobody who would.
    let fault = registry.route(&intent, &graph, &may(&[])).expect_err("nobody for pay").to_string();
    assert!(fault.contains("\"pay\"") && fault.contains("1 for permissions"), "{fault}");
}

#[test]
fn feedback_is_of_callers_and_of_versions() {
    let mut registry = Registry::new(Policy::default());
    registry.register(record("a", "acme", &["pay"])).expect("a new agent");
    let mut known = Record::default();
    let rate = |caller: &str, version: &str, rating| Feedback {
        caller: caller.into(),
        agent: "a".into(),
        version: version.into(),
        rating,
    };
    let fault = known.take(&rate("ann", "1.0.0", 1.0), &registry).expect_err("no call");
    assert!(fault.to_string().contains("no unrated call"), "{fault}");
    known.called("ann", "a", "1.0.0", true);
    known.called("bob", "a", "1.0.0", false);
    known.audited("a", "1.0.0", true);
    assert!(known.take(&rate("ann", "1.0.0", 1.5), &registry).is_err());
    assert!(known.take(&rate("ann", "0.9.0", 1.0), &registry).is_err());
    known.take(&rate("ann", "1.0.0", 1.0), &registry).expect("she called");
    assert!(known.take(&rate("ann", "1.0.0", 1.0), &registry).is_err(), "one rating a call");
    known.take(&rate("bob", "1.0.0", 0.0), &registry).expect("he called");
    let signals = known.signals(&registry, "a", Tick(0)).expect("it is there");
    assert_eq!((signals.calls, signals.success_rate, signals.mean_rating), (2, Some(0.5), Some(0.5)));
    assert_eq!((signals.audits_passed, signals.certificate), (1, Status::None));
    registry.upgrade("a", "2.0.0", Vec::new()).expect("it is there");
    let signals = known.signals(&registry, "a", Tick(0)).expect("it is there");
    assert_eq!((signals.calls, signals.success_rate), (0, None), "a new version begins without a record");
    // Where callers are not verified, anybody's word counts.
    let open = Registry::new(Policy { verified_feedback: false, ..Policy::default() });
    known.take(&rate("eve", "1.0.0", 0.0), &open).expect("nobody asks");
}

#[test]
fn tools_are_used_in_their_namespace_and_within_the_users_permissions() {
    let mut tools = Tools::default();
    let tool = |id: &str, namespace: &str, permissions: &[&str]| Tool {
        id: id.into(),
        version: "1".into(),
        namespace: namespace.into(),
        tags: set(&["ledger"]),
        permissions: set(permissions),
        users: None,
    };
    for tool in [tool("read", "acme", &[]), tool("write", "acme.ops", &["pay"]), tool("other", "globex", &[])] {
        tools.register(tool).expect("a new tool");
    }
    assert!(tools.register(tool("read", "acme", &[])).is_err());
    let usable = |namespace: &str, permissions: &[&str]| -> Vec<String> {
        let agent = record("a", namespace, &[]);
        tools.usable("ledger", &agent, &set(permissions)).map(|tool| tool.id.clone()).collect()
    };
    assert_eq!(usable("acme.ops", &["pay"]), ["read", "write"]);
    assert_eq!(usable("acme.ops", &[]), ["read"]);
    assert_eq!(usable("acme", &["pay"]), ["read"]);
    // One that is granted to some agents is theirs alone.
    tools.register(Tool { users: Some(set(&["b"])), ..tool("granted", "acme", &[]) }).expect("a new tool");
    let of = |id: &str| tools.usable("ledger", &record(id, "acme", &[]), &set(&[])).count();
    assert_eq!([of("a"), of("b")], [1, 2]);
}

/// Says its lines to agent 0 one after another, and keeps what comes of each.
struct Speaker {
    lines: Vec<Word>,
    ends: Vec<TaskState>,
    heard: Vec<Word>,
}

enum Party {
    Registry(Box<RegistryAgent>),
    Speaker(Speaker),
}

impl Agent<Word> for Party {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match self {
            Party::Registry(registry) => registry.on(now, event, out),
            Party::Speaker(speaker) => speaker.on(now, event, out),
        }
    }
}

impl Agent<Word> for Speaker {
    fn on(&mut self, _: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        match event {
            Event::Start => {}
            Event::Artifact { payload, .. } => self.heard.push(payload.clone()),
            Event::Update { state, payload, .. } if state.is_terminal() => {
                self.heard.extend(payload.clone());
                self.ends.push(*state);
            }
            _ => return,
        }
        let next = self.ends.len();
        let is_due = matches!(event, Event::Start) || matches!(event, Event::Update { .. });
        if let Some(word) = self.lines.get(next).filter(|_| is_due) {
            out.open(AgentId(0), ContextId(0), word.clone());
        }
    }
}

struct Trace {
    mapping: TaskMapping,
    block: TraceBlock,
    tasks: BTreeSet<TaskId>,
}

impl Observer<Fact<Word>> for Trace {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Word>) {
        if let Fact::Opened { task, .. } = fact {
            self.tasks.insert(*task);
        }
        self.mapping.emit(at, fact, &mut self.block);
    }
}

#[test]
fn the_registry_is_an_agent_whose_tasks_are_legal() {
    let names = ["registry", "inn", "ann", "certifier"];
    let query = Query {
        caller: "ann".into(),
        caller_namespace: "acme".into(),
        require_certified: true,
        tags: set(&["hotel"]),
        ..Query::default()
    };
    let rating = Feedback { caller: "ann".into(), agent: "inn".into(), version: "1.0.0".into(), rating: 1.0 };
    let mut hidden = record("inn", "acme", &["hotel"]);
    hidden.visibility = Visibility::Private;
    let inn = vec![
        Word::Register(Box::new(hidden)),
        Word::Register(Box::new(record("ann", "acme", &["hotel"]))),
        Word::Certify { agent: "inn".into(), expires: None },
        Word::Called { caller: "ann".into(), agent: "inn".into(), version: "1.0.0".into(), succeeded: true },
    ];
    let mut ann = vec![Word::Discover(Box::new(query.clone()))];
    ann.push(Word::Register(Box::new(record("ann", "acme", &["travel"]))));
    // By then the inn is certified, and its call recorded.
    ann.extend([
        Word::Done,
        Word::Done,
        Word::Discover(Box::new(query)),
        Word::Rate(rating.clone()),
        Word::Rate(rating),
    ]);
    let certifier = vec![Word::Done, Word::Certify { agent: "inn".into(), expires: None }];
    let agents: Vec<Party> = std::iter::once(Party::Registry(Box::new(RegistryAgent {
        registry: Registry::new(Policy::default()),
        record: Record::default(),
        certifier: Some(AgentId(3)),
        names: names.map(str::to_string).to_vec(),
        ..RegistryAgent::default()
    })))
    .chain([inn, ann, certifier].map(|lines| Party::Speaker(Speaker { lines, ends: Vec::new(), heard: Vec::new() })))
    .collect();
    let key = RunKey::derive(Seed(1), 0, "");
    let mapping = TaskMapping::new(names.map(str::to_string).to_vec(), TraceLevel::Wire, &key, "registry", 0);
    let mut trace = Trace { mapping, block: TraceBlock::default(), tasks: BTreeSet::new() };
    let kernel = Kernel::new(agents, &names, Network::constant(1_000), &key, "registry", 0);
    let (agents, report) = kernel.run(Tick(u64::MAX), &mut trace);
    assert!(report.breaches.is_empty() && !report.cut_off, "{report:?}");
    let speaker = |k: usize| match &agents[k] {
        Party::Speaker(speaker) => speaker,
        Party::Registry(_) => panic!("not a speaker"),
    };
    use TaskState::{Completed, Rejected};
    // The inn may register itself, not another, and not certify itself.
    assert_eq!(speaker(1).ends, [Completed, Rejected, Rejected, Completed]);
    // Nobody sees the private inn from outside, whatever it says of itself; from inside, when certified, it is found.
    assert_eq!(speaker(2).ends, [Completed, Completed, Rejected, Rejected, Completed, Completed, Rejected]);
    assert_eq!(speaker(2).heard[0], Word::Found(Vec::new()));
    let Word::Found(found) = &speaker(2).heard[4] else { panic!("{:?}", speaker(2).heard) };
    assert_eq!(found[0].agent, "inn");
    assert_eq!(speaker(3).ends, [Rejected, Completed]);
    let lines: Vec<serde_json::Value> =
        trace.block.lines().map(|line| serde_json::from_slice(&[b"{", line].concat()).expect("a JSON line")).collect();
    assert!(lines.len() > 2 * trace.tasks.len());
    for line in &lines {
        let ty = line["type"].as_str().expect("a type");
        let checked = validate(ty, &line["object"].to_string()).expect("a known type");
        assert!(checked.is_empty(), "{ty}: {checked:?}");
    }
}
