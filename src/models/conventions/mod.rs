//! The conventions model: pairs that train together and play with each other, and with strangers who trained the same way.
//!
//! Each *condition* trains many pairs from scratch, each with draws of its own, in a game of common interest. *Self-play* is what a pair
//! gains; *cross-play* what agents gain who trained apart, the first of one pair with the second of another (Hu et al. 2020). A gap between the two
//! is a convention: something that means nothing by itself, agreed on in training. By *other-play* agents train
//! under labels of their own. Of the lever game the model says beside what is learned what is possible.

mod games;
mod hanabi;
mod play;
mod setting;
mod tables;
mod trial;

use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Field, Kind, Params, Schema, Table, Value};
use crate::error::Faults;
use crate::game::MoveMapping;
use crate::models::conditions;
use crate::play::Subject;
use crate::table::TableSchema;
use setting::Condition;
use std::sync::Arc;
use trial::Plan;

struct Conventions {
    conditions: Vec<Condition>,
    plan: Plan,
}

fn numbers(of: Kind, max: usize) -> Kind {
    Kind::List { of: Box::new(of), min: 1, max }
}

fn game() -> Kind {
    let number = |min| Kind::Number { min, max: 1e6 };
    let levers = Schema::of(vec![
        Field::with_default(
            "payoffs",
            numbers(number(0.0), 32),
            Value::from([&[1.0; 9][..], &[0.9]].concat().into_iter().map(Value::from).collect::<Vec<_>>()),
            "What each lever pays both if both pull it.",
        )
        .unit("reward"),
    ]);
    let signalling = Schema::of(vec![
        Field::with_default(
            "states",
            numbers(number(0.0), 16),
            Value::from(vec![Value::from(0.5), Value::from(0.5)]),
            "How likely each state is.",
        ),
        Field::with_default(
            "costs",
            numbers(number(0.0), 16),
            Value::from(vec![Value::from(0.0), Value::from(0.0)]),
            "What each message costs.",
        )
        .unit("reward"),
    ]);
    let hanabi = Schema::of(vec![
        Field::with_default("colours", Kind::whole(1, 5), 2i64, "How many colours there are."),
        Field::with_default(
            "ranks",
            Kind::whole(1, 5),
            2i64,
            "How many ranks; there is one card of each colour and rank.",
        ),
        Field::with_default("hand", Kind::whole(1, 5), 2i64, "How many cards each holds."),
        Field::with_default("hints", Kind::whole(0, 20), 2i64, "How many hints there are in all."),
        Field::with_default("turns", Kind::whole(1, 100), 8i64, "After how many turns the game ends."),
    ]);
    Kind::OneOf(vec![
        Field::required("levers", Kind::Table(levers), "Both pull a lever at once."),
        Field::required("signalling", Kind::Table(signalling), "A sender signals a state to a receiver that acts."),
        Field::required(
            "hanabi",
            Kind::Table(hanabi),
            "Both build up colours in turns, knowing only the other's cards.",
        ),
    ])
}

fn levers() -> Value {
    let mut table = Table::default();
    table.insert("levers", Table::default());
    table.into()
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    vec![
        Field::with_default("game", game(), levers(), "The game."),
        Field::with_default(
            "labels",
            Kind::Choice(&["shared", "own"]),
            "shared",
            "Whether agents that train together call things alike, or each has labels of its own in every episode: other-play.",
        ),
        Field::with_default("learner", Kind::named("trainers"), "independent_q", "How agents learn."),
        Field::with_default(
            "episodes",
            Kind::whole(1, 1_000_000_000),
            2000i64,
            "How many episodes each pair is trained.",
        )
        .unit("episodes"),
    ]
}

fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.extend([
        Field::with_default(
            "repetitions",
            Kind::whole(2, 1000),
            20i64,
            "How many pairs are trained apart from each other.",
        ),
        Field::with_default(
            "evaluation_episodes",
            Kind::whole(1, 1_000_000),
            20i64,
            "How many episodes each pair plays, of its own and of strangers.",
        )
        .unit("episodes"),
        conditions::field(rule_fields()),
    ]);
    Schema::of(fields)
}

impl Conventions {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::read(params, setting, &mut faults);
        let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
        let plan = Plan { pairs: whole("repetitions"), episodes: whole("evaluation_episodes") };
        faults.into_result(Box::new(Self { conditions, plan }) as Box<dyn Model>)
    }
}

const NAMES: [&str; 2] = ["first", "second"];

impl Model for Conventions {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        vec![tables::conventions(), tables::cross_play(), events::task_events()]
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let names = NAMES.map(String::from);
        events::cards(
            &names.each_ref().map(|name| (name.clone(), "partner of a trained pair".to_string())),
            cx,
            recorder,
        )?;
        let total = self.conditions.len() as u64;
        for (done, condition) in (1..).zip(&self.conditions) {
            let trial = trial::run(condition, cx.key, self.plan);
            trial.record(condition, self.plan, recorder);
            let actions = |agent: usize| -> Vec<String> {
                (0..condition.play.actions()).map(|action| condition.play.name(agent, action)).collect()
            };
            let mapping = if condition.levers.is_some() { MoveMapping::Coordination } else { MoveMapping::Plain };
            let subject = Subject { game: condition.name.clone(), actions: vec![actions(0), actions(1)], mapping };
            events::rounds(&condition.name, &names, &Arc::new(subject), &trial.shown, cx, recorder);
            recorder.progress(done, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "conventions",
    title: "Conventions",
    aliases: &["zero-shot coordination", "cross-play", "other-play"],
    about: "Pairs that train together in a game of common interest, and what they gain with strangers: levers, signals \
            without meaning, and a small game in the manner of Hanabi, by self-play and by other-play.",
    source: "Hu et al. 2020, \"Other-Play\" for Zero-Shot Coordination; Lewis 1969, Convention; Bard et al. 2020, The Hanabi \
             Challenge",
    facets: (),
    params: schema,
    build: Conventions::build,
}];
