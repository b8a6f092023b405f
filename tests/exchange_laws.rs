//! The exchange: what is traced is legal A2A, a perfect network changes nothing, and faults do what they say.

use comity::a2a::lifecycle::transition;
use comity::a2a::stream::{StreamKind, check_stream};
use comity::a2a::{StreamResponse, TaskState, validate};
use comity::catalogue::{Catalogue, Place, Value};
use comity::exchange::{
    Agent, ContextId, Crash, Event, Fact, Kernel, Latency, Mapping, Network, Outbox, Payload, TaskId, TaskMapping,
    TraceBlock, TraceLevel,
};
use comity::game::{self, MoveMapping};
use comity::ids::{AgentId, RunKey, Seed, Tick};
use comity::play::{Contest, Delivered, Delivery, Length, Match, Move, Pace, Rules, ShortCuts, Subject, task_facts};
use comity::sim::Observer;
use comity::strategy::{self, Action, Strategy};
use std::collections::BTreeMap;
use std::sync::Arc;

fn strategy(call: &str) -> Box<dyn Strategy> {
    let catalogue: Catalogue<dyn Strategy> = strategy::catalogue();
    let spec = catalogue.resolve(&Value::from(call), &Place::root()).expect("a strategy");
    catalogue.build(&spec, &catalogue).expect("built")
}

fn rules(game: &str, rounds: u32) -> (Rules, MoveMapping) {
    let resolved = game::from_value(&Value::from(game), &Place::root(), &game::catalogue()).expect("a game");
    (Rules::new(Arc::new(resolved.game), Length::Known(rounds)), resolved.mapping)
}

fn key() -> RunKey {
    RunKey::derive(Seed(11), 0, "")
}

const NAMES: [&str; 2] = ["ann", "bob"];

/// Traces facts as they come.
struct Trace {
    mapping: TaskMapping,
    block: TraceBlock,
    facts: Vec<(Tick, Fact<Move>)>,
}

impl Trace {
    fn new(level: TraceLevel) -> Self {
        let names = NAMES.map(str::to_string).to_vec();
        let mapping = TaskMapping::new(names, level, &key(), "ann|bob", 0);
        Self { mapping, block: TraceBlock::default(), facts: Vec::new() }
    }

    fn lines(&self) -> Vec<serde_json::Value> {
        self.block.lines().map(|line| serde_json::from_slice(&[b"{", line].concat()).expect("a JSON line")).collect()
    }
}

impl Observer<Fact<Move>> for Trace {
    const NEEDS_FACTS: bool = true;

    fn see(&mut self, at: Tick, fact: &Fact<Move>) {
        self.mapping.emit(at, fact, &mut self.block);
        self.facts.push((at, fact.clone()));
    }
}

fn over(
    rules: &Rules,
    mapping: MoveMapping,
    strategies: [&str; 2],
    delivery: &Delivery,
    observer: &mut impl Observer<Fact<Move>>,
) -> Delivered {
    let key = key();
    let spec = Match { rules, key: &key, place: "ann|bob", repetition: 0 };
    let subject = Subject::of(&rules.game, mapping);
    let mut contest = Contest::new(rules, strategies.map(strategy), ShortCuts::None);
    contest.over(&spec, NAMES, delivery, &subject, observer).expect("a match")
}

/// Games of every mapping, with strategies that make every end of a task occur.
const CASES: [(&str, [&str; 2]); 6] = [
    ("prisoners_dilemma", ["tit_for_tat", "end_game"]),
    ("prisoners_dilemma", ["random", "gtft"]),
    ("stag_hunt", ["random", "random(p=0.3)"]),
    ("coordination", ["random", "random"]),
    ("matching_pennies", ["random", "win_stay_lose_shift"]),
    ("rock_paper_scissors", ["random(p=0.3)", "random(p=0.3)"]),
];

#[test]
fn a_perfect_network_is_play_fact_for_fact() {
    for (game, strategies) in CASES {
        for noise in [0.0, 0.2] {
            let (mut rules, mapping) = rules(game, 30);
            rules.noise = noise;
            rules.misperception = noise;
            let mut travelled = Trace::new(TraceLevel::Wire);
            let delivered = over(&rules, mapping, strategies, &Delivery::from(Pace::default()), &mut travelled);

            let key = key();
            let spec = Match { rules: &rules, key: &key, place: "ann|bob", repetition: 0 };
            let mut contest = Contest::new(&rules, strategies.map(strategy), ShortCuts::None);
            let course = contest.course(&spec, NAMES).expect("a match");
            assert!(course.iter().eq(delivered.course.iter()), "{game} {strategies:?}");
            assert_eq!((delivered.missing, delivered.report.lost), (0, 0));
            assert_eq!(delivered.report.breaches, []);

            let mut derived = Trace::new(TraceLevel::Wire);
            let actions = |profile: u16| -> Vec<Action> {
                rules.game.profile(usize::from(profile)).into_iter().map(|a| Action(a as u8)).collect()
            };
            let rounds = (1u32..).zip(course.iter().map(actions));
            task_facts(&Subject::of(&rules.game, mapping), Pace::default(), rounds, |at, fact| derived.see(at, &fact));
            for (k, (a, b)) in travelled.facts.iter().zip(&derived.facts).enumerate() {
                assert_eq!(a, b, "{game} {strategies:?}: fact {k}");
            }
            assert_eq!(travelled.block, derived.block, "{game} {strategies:?}");
        }
    }
}

/// All lines of a trace: valid objects, legal streams, one terminal state a task.
fn assert_legal(trace: &Trace, what: &str) -> BTreeMap<String, Vec<String>> {
    let mut streams: BTreeMap<String, Vec<StreamResponse>> = BTreeMap::new();
    let mut states: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in trace.lines() {
        let ty = line["type"].as_str().expect("a type");
        let object = line["object"].to_string();
        let violations = validate(ty, &object).expect("a known type");
        assert!(violations.is_empty(), "{what}: {object}: {violations:?}");
        if ty == "StreamResponse" {
            let event: StreamResponse = serde_json::from_str(&object).expect("it is valid");
            let (task, state) = match &event {
                StreamResponse::Task(task) => (task.id.to_string(), Some(task.status.state)),
                StreamResponse::StatusUpdate(update) => (update.task_id.to_string(), Some(update.status.state)),
                StreamResponse::ArtifactUpdate(update) => (update.task_id.to_string(), None),
                StreamResponse::Message(_) => panic!("{what}: no messages here"),
            };
            states.entry(task.clone()).or_default().extend(state.map(|state| state.name().to_string()));
            streams.entry(task).or_default().push(event);
        }
    }
    for (task, events) in &streams {
        check_stream(StreamKind::Send, events).unwrap_or_else(|(k, fault)| panic!("{what}: {task}: {k}: {fault:?}"));
    }
    for (task, states) in &states {
        let states: Vec<TaskState> = states.iter().filter_map(|name| TaskState::from_name(name)).collect();
        let mut before = None;
        for state in &states {
            transition(before, *state).unwrap_or_else(|illegal| panic!("{what}: {task}: {illegal}"));
            before = Some(*state);
        }
        assert_eq!(states.iter().filter(|state| state.is_terminal()).count(), 1, "{what}: {task}: {states:?}");
    }
    states
}

#[test]
fn what_is_traced_is_legal_and_ends_as_the_game_says() {
    for (game, strategies) in CASES {
        let (rules, mapping) = rules(game, 30);
        let mut trace = Trace::new(TraceLevel::Wire);
        let delivered = over(&rules, mapping, strategies, &Delivery::from(Pace::default()), &mut trace);
        let states = assert_legal(&trace, game);
        assert_eq!(states.len(), 60, "two tasks a round");
        let count = |name: &str| {
            states.values().filter(|states| states.last().is_some_and(|last| last.ends_with(name))).count() as u64
        };
        let counts = delivered.course.counts(rules.game.profile_count());
        match mapping {
            MoveMapping::Bargain | MoveMapping::Plain => assert_eq!(count("COMPLETED"), 60, "{game}"),
            MoveMapping::Coordination => {
                assert_eq!(
                    (count("COMPLETED"), count("FAILED")),
                    (2 * (counts[0] + counts[3]), 2 * (counts[1] + counts[2]))
                );
            }
            MoveMapping::StagHunt => {
                let lone = counts[1] + counts[2];
                assert_eq!(
                    (count("COMPLETED"), count("FAILED"), count("REJECTED")),
                    (2 * counts[0], lone, lone + 2 * counts[3])
                );
                assert!(counts.iter().all(|n| *n > 0), "every outcome occurs: {counts:?}");
            }
        }
    }
}

#[test]
fn the_level_tasks_shows_the_final_task_alone() {
    let (rules, mapping) = rules("prisoners_dilemma", 5);
    let mut wire = Trace::new(TraceLevel::Wire);
    let mut tasks = Trace::new(TraceLevel::Tasks);
    for trace in [&mut wire, &mut tasks] {
        over(&rules, mapping, ["tit_for_tat", "end_game"], &Delivery::from(Pace::default()), trace);
    }
    let lines = tasks.lines();
    assert_eq!(lines.len(), 10);
    let ids = |lines: &[serde_json::Value]| -> Vec<String> {
        lines
            .iter()
            .filter_map(|line| line["object"]["id"].as_str().or(line["object"]["task"]["id"].as_str()))
            .map(str::to_string)
            .collect()
    };
    assert_eq!(ids(&lines), ids(&wire.lines()), "identifiers do not depend on the level");
    for line in &lines {
        assert_eq!(line["type"], "Task");
        assert_eq!(validate("Task", &line["object"].to_string()).expect("a type"), []);
        assert_eq!(line["object"]["status"]["state"], "TASK_STATE_COMPLETED");
        assert_eq!(line["object"]["history"].as_array().expect("a history").len(), 1);
    }
    let last = &lines[8]["object"]["artifacts"][0]["parts"][0]["data"];
    let data = serde_json::json!({"game": "Prisoner's Dilemma", "round": 5, "action": "cooperate", "agreed": 1, "delivered": 1});
    assert_eq!(last, &data);
    assert_eq!(lines[9]["object"]["artifacts"][0]["parts"][0]["data"]["delivered"], 0);
}

fn faulty(change: impl FnOnce(&mut Network)) -> Delivery {
    let mut delivery = Delivery::from(Pace::default());
    change(&mut delivery.network);
    delivery
}

#[test]
fn lost_messages_are_broken_words_and_asking_again_mends_most() {
    let (rules, mapping) = rules("prisoners_dilemma", 400);
    let pair = ["cooperator", "cooperator"];
    let mut trace = Trace::new(TraceLevel::Wire);
    let lossy = faulty(|network| network.loss = 0.1);
    let delivered = over(&rules, mapping, pair, &lossy, &mut trace);
    assert_eq!(delivered.report.breaches, []);
    // A move arrives if the asking and the answer's artifact do: 0.81 of 800, with a standard deviation of 11.
    let arrived = 800 - delivered.missing;
    assert!((600..=696).contains(&arrived), "{arrived}");
    let counts = delivered.course.counts(4);
    assert_eq!(2 * counts[0] + counts[1] + counts[2], arrived, "what did not arrive counts as defection");

    let mut again = faulty(|network| {
        network.loss = 0.1;
        network.latency = Latency::Constant { micros: 100_000 };
    });
    again.retries = 2;
    let mended = over(&rules, mapping, pair, &again, &mut ());
    // Three tries: 0.19 to the third of 800 moves stay missing, 5.5 with a standard deviation of 2.3.
    assert!(mended.missing <= 15, "{}", mended.missing);
}

#[test]
fn duplicates_change_nothing_where_receivers_know_them() {
    let (rules, mapping) = rules("prisoners_dilemma", 50);
    let pair = ["tit_for_tat", "cycler_ccd"];
    let plain = over(&rules, mapping, pair, &Delivery::from(Pace::default()), &mut ());
    for deduplicates in [true, false] {
        let twice = faulty(|network| {
            network.duplicate = 1.0;
            network.deduplicates = deduplicates;
        });
        let mut trace = Trace::new(TraceLevel::Wire);
        let delivered = over(&rules, mapping, pair, &twice, &mut trace);
        assert!(plain.course.iter().eq(delivered.course.iter()), "deduplicates: {deduplicates}");
        assert!(delivered.report.duplicated > 0);
        if deduplicates {
            assert_eq!(delivered.report.breaches, []);
        } else {
            // A server that does not know a duplicate answers twice, which the life cycle forbids.
            assert!(delivered.report.breaches[0].what.contains("terminal state"), "{:?}", delivered.report.breaches[0]);
        }
    }
}

#[test]
fn late_messages_miss_their_round() {
    let (rules, mapping) = rules("prisoners_dilemma", 200);
    let late = faulty(|network| {
        network.late = 0.2;
        network.late_micros = 5_000_000;
    });
    let delivered = over(&rules, mapping, ["cooperator", "cooperator"], &late, &mut ());
    assert!(delivered.report.late > 0 && delivered.report.lost == 0 && delivered.missing > 0);
    let slow = faulty(|network| network.latency = Latency::Uniform { min: 100_000, max: 400_000 });
    assert_eq!(over(&rules, mapping, ["cooperator", "cooperator"], &slow, &mut ()).missing, 0);
}

#[test]
fn a_crashed_agent_is_silent_until_it_recovers() {
    let (rules, mapping) = rules("prisoners_dilemma", 20);
    let crash = Crash { agent: AgentId(1), at: Tick(5_600_000), until: Some(Tick(10_500_000)) };
    let crashed = faulty(|network| network.crashes = vec![crash]);
    let delivered = over(&rules, mapping, ["cooperator", "cooperator"], &crashed, &mut ());
    // It crashed in round 6, after its moves had travelled; it missed the starts of rounds 7 to 11, heard nothing in
    // them, and went on with round 12.
    let counts = delivered.course.counts(4);
    assert_eq!(counts, [15, 0, 0, 5], "{:?}", delivered.report);
    let word: Vec<u16> = delivered.course.iter().collect();
    assert_eq!(word[5..12], [0, 3, 3, 3, 3, 3, 0]);
    assert_eq!(delivered.report.breaches, []);
    assert!(delivered.report.unheard > 0);
}

#[test]
fn the_same_seed_loses_the_same_messages() {
    let (rules, mapping) = rules("stag_hunt", 50);
    let lossy = faulty(|network| {
        network.loss = 0.2;
        network.duplicate = 0.1;
        network.latency = Latency::Exponential { mean: 100_000.0 };
    });
    let run = || {
        let mut trace = Trace::new(TraceLevel::Wire);
        let delivered = over(&rules, mapping, ["random", "gtft"], &lossy, &mut trace);
        (delivered, trace.block)
    };
    assert_eq!(run(), run());
}

// A protocol of its own, for the kernel's rules.

#[derive(Clone, Debug, PartialEq)]
struct Word(&'static str);

impl Payload for Word {
    fn data(&self) -> serde_json::Value {
        self.0.into()
    }

    fn name(&self) -> &'static str {
        "word"
    }
}

/// An agent that does what a function says.
struct Scripted<F>(F);

impl<F: FnMut(Tick, &Event<Word>, &mut Outbox<Word>) + Send> Agent<Word> for Scripted<F> {
    fn on(&mut self, now: Tick, event: &Event<Word>, out: &mut Outbox<Word>) {
        (self.0)(now, event, out);
    }
}

fn boxed(script: impl FnMut(Tick, &Event<Word>, &mut Outbox<Word>) + Send + 'static) -> Box<dyn Agent<Word>> {
    Box::new(Scripted(script))
}

#[test]
fn the_kernel_forbids_what_the_protocol_forbids() {
    let (me, you, nobody) = (AgentId(0), AgentId(1), AgentId(9));
    let client = boxed(move |_, event, out| match event {
        Event::Start => {
            let task = out.open(you, ContextId(0), Word("please"));
            out.update(task, TaskState::Working);
            out.open(nobody, ContextId(0), Word("anybody?"));
            out.send(TaskId(77), Word("hello"));
        }
        Event::Update { task, state: TaskState::Completed, .. } => {
            out.send(*task, Word("more"));
            out.cancel(*task);
        }
        _ => {}
    });
    let server = boxed(move |_, event, out| {
        if let Event::Message { task, from, .. } = event {
            assert_eq!(*from, me);
            out.artifact(*task, Word("too soon"));
            out.update(*task, TaskState::Working);
            out.update(*task, TaskState::Submitted);
            out.cancel(*task);
            out.update(*task, TaskState::Completed);
            out.artifact(*task, Word("too late"));
            out.update(*task, TaskState::Failed);
        }
    });
    let kernel = Kernel::new(vec![client, server], &NAMES, Network::constant(10), &key(), "", 0);
    let (_, report) = kernel.run(Tick(1_000), &mut ());
    let breaches: Vec<&str> = report.breaches.iter().map(|breach| breach.what.as_str()).collect();
    let expected = [
        "an update of a task that it does not serve",
        "a task at agent 9, which is not there",
        "a message to a task that is not there",
        "a result of a task before its first state",
        "a task may not go from TASK_STATE_WORKING to TASK_STATE_SUBMITTED",
        "a cancellation to a task that another agent opened",
        "a result of a task in a terminal state",
        "a task may not go from TASK_STATE_COMPLETED to TASK_STATE_FAILED",
        "a message to a task in a terminal state",
        "a cancellation to a task in a terminal state",
    ];
    assert_eq!(breaches.len(), expected.len(), "{breaches:#?}");
    for (found, expected) in breaches.iter().zip(expected) {
        assert!(found.starts_with(expected), "{found}");
    }
    assert_eq!((report.end, report.cut_off), (Tick(20), false));
}

/// A task that asks for more, is answered, and is cancelled: every kind of request and response.
#[test]
fn follow_ups_and_cancellations_are_legal_on_the_wire() {
    struct Wire(TaskMapping, TraceBlock);
    impl Observer<Fact<Word>> for Wire {
        const NEEDS_FACTS: bool = true;
        fn see(&mut self, at: Tick, fact: &Fact<Word>) {
            self.0.emit(at, fact, &mut self.1);
        }
    }
    let you = AgentId(1);
    let client = boxed(move |_, event, out| match event {
        Event::Start => {
            out.open(you, ContextId(0), Word("bid"));
        }
        Event::Update { task, state: TaskState::InputRequired, .. } => out.send(*task, Word("award")),
        Event::Update { task, state: TaskState::Working, .. } => {
            out.cancel(*task);
            out.open_about(you, ContextId(0), Word("dispute"), vec![*task]);
        }
        _ => {}
    });
    let mut asked = false;
    let server = boxed(move |_, event, out| match event {
        Event::Message { task, .. } if !asked => {
            asked = true;
            out.update_saying(*task, TaskState::InputRequired, Word("my bid"));
        }
        Event::Message { task, payload: Word("award"), .. } => out.update(*task, TaskState::Working),
        Event::Message { task, .. } => out.update_saying(*task, TaskState::Rejected, Word("no")),
        Event::Cancel { task } => out.update(*task, TaskState::Canceled),
        _ => {}
    });
    let names = NAMES.map(str::to_string).to_vec();
    let mut wire = Wire(TaskMapping::new(names, TraceLevel::Wire, &key(), "", 0), TraceBlock::default());
    let kernel = Kernel::new(vec![client, server], &NAMES, Network::constant(10), &key(), "", 0);
    let (_, report) = kernel.run(Tick(1_000), &mut wire);
    assert_eq!(report.breaches, []);
    let lines: Vec<serde_json::Value> =
        wire.1.lines().map(|line| serde_json::from_slice(&[b"{", line].concat()).expect("JSON")).collect();
    let types: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(
        types,
        [
            "SendMessageRequest", // bid
            "StreamResponse",     // the task, INPUT_REQUIRED: the stream ends
            "SendMessageRequest", // award
            "StreamResponse",     // the task again, WORKING
            "CancelTaskRequest",
            "SendMessageRequest", // dispute, about the first task
            "StreamResponse",     // CANCELED, on the stream
            "Task",               // CANCELED, in answer
            "StreamResponse",     // the dispute's task, REJECTED
        ]
    );
    for line in &lines {
        let violations = validate(line["type"].as_str().expect("a type"), &line["object"].to_string()).expect("known");
        assert!(violations.is_empty(), "{line}: {violations:?}");
    }
    let bid = &lines[1]["object"]["task"];
    assert_eq!(bid["status"]["message"]["parts"][0]["data"], "my bid");
    assert_eq!(lines[5]["object"]["message"]["referenceTaskIds"][0], bid["id"]);
    assert_eq!(lines[3]["object"]["task"]["history"].as_array().expect("a history").len(), 2);
    assert_eq!(lines[6]["object"]["statusUpdate"]["status"]["state"], "TASK_STATE_CANCELED");
}
