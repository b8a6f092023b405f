//! The course model: the trainers of teams in games of several rounds, episode after episode.
//!
//! An episode is a match of so many rounds of a stage game. All seats learn, or the first learns against a fixed strategy. What a
//! learner perceives is the round, the actions of the round before, both, or neither: with the round it can learn that the last one is the
//! last, without it cannot. *Conditions* differ in all of this. With one round and no memory this is learning in a matrix
//! game. The team's return is what a learner
//! gains in the mean. Beside curves the model records what is done in each round in the end, and what each action is worth by then.

mod record;
mod setting;
mod tables;
mod world;

use super::courses::{self, Kept, Plan};
use super::{Checkpoints, Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Faults;
use crate::models::{conditions, fields};
use crate::play::Subject;
use crate::sim::map_indexed;
use crate::table::TableSchema;
use record::Trained;
use setting::Condition;

struct Courses {
    conditions: Vec<Condition>,
    plan: Plan,
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    vec![
        fields::game("prisoners_dilemma", fields::ANY_GAME),
        Field::with_default("rounds", Kind::whole(1, 1000), 5i64, "How many rounds an episode has.").unit("rounds"),
        Field::with_default("see_round", Kind::Bool, true, "Whether learners perceive which round it is."),
        Field::with_default("see_last", Kind::Bool, true, "Whether they perceive what all did in the round before."),
        Field::optional(
            "opponent",
            Kind::named("strategies"),
            "The strategy of the second player; by default all players learn.",
        ),
        Field::with_default("learner", Kind::named("trainers"), "independent_q", "How agents learn."),
        Field::with_default("episodes", Kind::whole(1, 1_000_000_000), 2000i64, "How many episodes are trained.")
            .unit("episodes"),
    ]
}

fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.extend([
        Field::with_default(
            "repetitions",
            Kind::whole(1, 1_000_000),
            10i64,
            "How many times each condition is trained anew.",
        ),
        Field::with_default("evaluations", Kind::whole(1, 10_000), 10i64, "How often policies are evaluated, evenly."),
        Field::with_default(
            "evaluation_episodes",
            Kind::whole(1, 1_000_000),
            20i64,
            "How many episodes an evaluation has.",
        )
        .unit("episodes"),
        conditions::field(rule_fields()),
    ]);
    Schema::of(fields)
}

impl Courses {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::read(params, setting, &mut faults);
        let whole = |key: &str| u64::try_from(params.integer(key)).expect("the schema bounds it");
        let plan = Plan {
            repetitions: whole("repetitions"),
            evaluations: whole("evaluations"),
            episodes: whole("evaluation_episodes"),
        };
        faults.into_result(Box::new(Self { conditions, plan }) as Box<dyn Model>)
    }

    fn two_players(&self) -> impl Iterator<Item = (&str, &crate::game::NormalForm)> {
        let two = self.conditions.iter().filter(|condition| condition.terms.game.player_count() == 2);
        two.map(|condition| (condition.name.as_str(), &*condition.terms.game))
    }

    fn train(
        &self,
        cx: &RunCx<'_>,
        checkpoints: Option<&dyn Checkpoints>,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        let mut agents: Vec<(String, String)> = Vec::new();
        for condition in &self.conditions {
            for (name, about) in condition.agents() {
                if agents.iter().all(|(known, _)| *known != name) {
                    agents.push((name, about));
                }
            }
        }
        events::cards(&agents, cx, recorder)?;
        stage::record(self.two_players(), recorder);
        let (total, mut all) = (self.conditions.len() as u64, true);
        let repetitions = usize::try_from(self.plan.repetitions).expect("the schema bounds it");
        for (k, condition) in self.conditions.iter().enumerate() {
            let trained = map_indexed(repetitions, |repetition| {
                let kept = Kept { checkpoints, condition: k, repetition: repetition as u64 };
                Trained::new(condition, cx.key, self.plan, kept)
            });
            let trained: Result<Option<Vec<Trained>>, _> = trained.into_iter().collect();
            let Some(trained) = trained.map_err(RunError::Other)? else {
                all = false;
                continue;
            };
            let runs: Vec<&courses::Run> = trained.iter().map(|trained| &trained.run).collect();
            courses::record(&condition.name, condition.episodes, &runs, recorder);
            record::rounds(condition, &trained, recorder);
            record::values(condition, &trained, recorder);
            let names: Vec<String> = condition.agents().into_iter().map(|(name, _)| name).collect();
            let subject = Subject::of(&condition.terms.game, condition.mapping);
            events::rounds(&condition.name, &names, &subject, &trained[0].shown, cx, recorder);
            recorder.progress(k as u64 + 1, total);
        }
        Ok(all)
    }
}

impl Model for Courses {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = courses::tables().to_vec();
        schemas.extend([tables::rounds(), tables::values()]);
        if self.two_players().next().is_some() {
            schemas.push(stage::schema(stage::differ(self.two_players().map(|(_, game)| game))));
        }
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        self.train(cx, None, recorder).map(|_| ())
    }

    fn keeps_checkpoints(&self) -> bool {
        true
    }

    fn run_kept(
        &self,
        cx: &RunCx<'_>,
        checkpoints: &dyn Checkpoints,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        self.train(cx, Some(checkpoints), recorder)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "course",
    title: "Training in repeated games",
    aliases: &["training", "repeated game training", "last round"],
    about: "Teams of learners train in a game of several rounds, with or without the round in what they perceive, against each \
            other or against a fixed strategy.",
    source: "Albrecht, Christianos & Schaefer 2024, Multi-Agent Reinforcement Learning, ch. 5 and 6; Sandholm & Crites 1996, \
             Multiagent reinforcement learning in the Iterated Prisoner's Dilemma",
    facets: (),
    params: schema,
    build: Courses::build,
}];
