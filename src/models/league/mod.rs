//! The league model: populations that train against themselves in a zero-sum game of two players, and how exploitable they are.
//!
//! *Conditions* differ in the game and in whom new responses are to: the last one (self-play), the mean of all (fictitious play),
//! those that are hard to beat, an equilibrium or another meta-strategy of the game of what there is (policy-space response
//! oracles), or a league of main agent and exploiters with frozen opponents. A game in extensive form is played by its reduced
//! strategies. In every iteration the exact exploitability is recorded of what the population would play: zero in equilibrium
//! alone. Nothing is drawn but resets of league exploiters, and the rounds that are shown.

mod record;
mod setting;
mod tables;
mod trial;

use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::error::Faults;
use crate::game::NormalForm;
use crate::models::{conditions, fields};
use crate::play::Subject;
use crate::sim::map_indexed;
use crate::strategy::Action;
use crate::table::TableSchema;
use setting::{Condition, Method};

/// How many rounds of the final population are shown.
const SHOWN: u32 = 10;

struct Leagues {
    conditions: Vec<Condition>,
    repetitions: usize,
}

/// The parameters that a condition may have of its own.
fn rule_fields() -> Vec<Field> {
    vec![
        fields::game("rock_paper_scissors", "The game: a name, or payoffs written out. Two players, constant sum."),
        Field::optional(
            "tree",
            Kind::named("trees"),
            "In place of a game: a game in extensive form, of whose reduced strategies the populations are made.",
        ),
        Field::with_default("method", Kind::Choice(&Method::KEYS), "league", "How the population grows."),
        Field::with_default(
            "priority",
            Kind::Choice(&["variance", "linear", "linear_capped", "squared"]),
            "squared",
            "How opponents are weighed by how hard they are to beat, in prioritised play and in a league's main agent.",
        ),
        Field::with_default("iterations", Kind::whole(1, 100_000), 60i64, "How many iterations there are.")
            .unit("iterations"),
        Field::with_default("main_exploiters", Kind::whole(0, 16), 1i64, "A league's exploiters of the main agent.")
            .unit("agents"),
        Field::with_default(
            "league_exploiters",
            Kind::whole(0, 16),
            1i64,
            "A league's exploiters of all that are frozen.",
        )
        .unit("agents"),
        Field::with_default(
            "beaten",
            Kind::Probability,
            0.7,
            "Above which win rate against each opponent a learner of a league is frozen.",
        ),
        Field::with_default(
            "patience",
            Kind::whole(1, 100_000),
            4i64,
            "After how many iterations it is frozen in any case.",
        )
        .unit("iterations"),
        Field::with_default(
            "reset",
            Kind::Probability,
            0.25,
            "How often a league exploiter begins anew when it is frozen.",
        ),
    ]
}

fn schema() -> Schema {
    let mut fields = rule_fields();
    fields.push(Field::with_default(
        "repetitions",
        Kind::whole(1, 100_000),
        1i64,
        "How many times each condition is run, each with other draws.",
    ));
    fields.push(conditions::field(rule_fields()));
    Schema::of(fields)
}

impl Leagues {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::read(params, setting, &mut faults);
        faults.into_result(Box::new(Self { conditions, repetitions: params.count("repetitions") }) as Box<dyn Model>)
    }

    fn games(&self) -> impl Iterator<Item = (&str, &NormalForm)> {
        self.conditions.iter().filter(|condition| !condition.tree).map(|c| (c.name.as_str(), &c.game))
    }
}

/// Shows some rounds of what both seats would play in the end.
fn show(
    condition: &Condition,
    trial: &trial::Trial,
    cx: &RunCx<'_>,
    recorder: &mut dyn Recorder,
) -> Result<(), RunError> {
    let names: Vec<String> = condition.game.players().iter().map(|player| player.name.clone()).collect();
    let (rows, columns) = condition.matrix.size();
    if rows.max(columns) > usize::from(u8::MAX) {
        return Ok(());
    }
    let pick = |mixture: &[f64], draws: &mut crate::sim::Draws| {
        Action(u8::try_from(draws.categorical(mixture)).expect("there are few actions"))
    };
    let mut draws = trial::draws(cx.key, condition, "shown", 0);
    let last = &trial.last;
    let mixtures =
        [&last.row, &last.column].map(|side| side.iter().map(crate::exact::Rational::to_f64).collect::<Vec<_>>());
    let rounds: Vec<(u32, Vec<Action>)> =
        (1..=SHOWN).map(|round| (round, mixtures.iter().map(|mixture| pick(mixture, &mut draws)).collect())).collect();
    events::rounds(&condition.name, &names, &Subject::of(&condition.game, condition.mapping), &rounds, cx, recorder);
    Ok(())
}

impl Model for Leagues {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::league(), tables::curve(), tables::policies()];
        if self.conditions.iter().any(|condition| condition.method == Method::League) {
            schemas.extend([tables::members(), tables::meetings()]);
        }
        if self.games().next().is_some() {
            schemas.push(stage::schema(stage::differ(self.games().map(|(_, game)| game))));
        }
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let mut agents: Vec<(String, String)> = Vec::new();
        for player in self.conditions.iter().flat_map(|condition| condition.game.players()) {
            if agents.iter().all(|(known, _)| *known != player.name) {
                agents.push((player.name.clone(), "seat of a trained population".into()));
            }
        }
        events::cards(&agents, cx, recorder)?;
        stage::record(self.games(), recorder);
        let total = self.conditions.len() as u64;
        for (done, condition) in (1..).zip(&self.conditions) {
            let repetitions = if condition.method == Method::League { self.repetitions } else { 1 };
            let trials = map_indexed(repetitions, |repetition| trial::run(condition, cx.key, repetition as u64));
            let trials = trials.into_iter().collect::<Result<Vec<_>, _>>().map_err(RunError::Other)?;
            record::condition(condition, &trials, recorder);
            show(condition, &trials[0], cx, recorder)?;
            recorder.progress(done, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "league",
    title: "League training",
    aliases: &["league training", "psro", "double oracle", "policy-space response oracles"],
    about: "Populations of strategies grow by best responses to themselves in a zero-sum game: self-play, fictitious play, \
            prioritised play, policy-space response oracles, and a league of main agent, exploiters and frozen opponents.",
    source: "Vinyals et al. 2019, Grandmaster level in StarCraft II; Lanctot et al. 2017, A Unified Game-Theoretic Approach to \
             Multiagent Reinforcement Learning; McMahan, Gordon & Blum 2003",
    facets: (),
    params: schema,
    build: Leagues::build,
}];
