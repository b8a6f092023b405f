//! A society of strangers: a game is played with a new partner every round; contracts, records and staying together are
//! switches.
//!
//! Nobody meets the same partner again but by chance, so that what sustains cooperation between partners is not there. Two
//! things can take its place: a *contract*, which holds a bond and forfeits it when breaking one's word is found out, and a
//! *record*, which a registry keeps by a model of trust and shows to a stranger with some probability. To a strategy the
//! whole society is one opponent: what it sees of a round is how its new partner stands, so that tit-for-tat, which copies
//! what it sees, breaks its word with those in bad standing alone. Between matches agents imitate who earned more. Beside
//! the play stand closed forms (`contract::strangers`), with the share of keepers at which keeping begins to pay, measured
//! and predicted. Nothing here knows how a model of trust comes by its scores.

mod evolve;
mod life;
mod record;
mod setting;
mod show;
mod tables;
mod theory;

use super::cast::{self, Cast};
use super::{Model, Recorder, RunCx, RunError, Setting, events, stage};
use crate::catalogue::{Entry, Params, Place, Value};
use crate::error::Faults;
use crate::sim::map_indexed;
use crate::strategy::Strategy;
use crate::table::TableSchema;
use evolve::Course;
use setting::{Condition, Imitation};

/// The model with its parameters.
struct Society {
    conditions: Vec<Condition>,
    cast: Cast,
    imitation: Imitation,
    repetitions: usize,
    /// Who keeps its word with those in good standing, and who breaks it always.
    ideal: [Box<dyn Strategy>; 2],
    /// The shares of keepers at which their advantage is measured.
    grid: Vec<f64>,
    grid_agents: usize,
}

impl Society {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let cast = cast::cast(setting, &mut faults);
        setting::check(&conditions, &cast, setting, &mut faults);
        let strategies = &setting.kit.strategies;
        let built = |key: &str| {
            let spec = strategies.resolve(&Value::from(key), &Place::root())?;
            strategies.build(&spec, strategies)
        };
        let ideal = [built("tit_for_tat")?, built("defector")?];
        let model = Self {
            conditions,
            cast,
            imitation: Imitation::of(params),
            repetitions: params.count("repetitions"),
            ideal,
            grid: params.numbers("grid"),
            grid_agents: params.count("grid_agents"),
        };
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }
}

impl Model for Society {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let games = self.conditions.iter().map(|condition| &*condition.game);
        vec![
            tables::societies(),
            tables::rescues(),
            tables::advantages(),
            tables::society_shares(),
            tables::rounds(),
            stage::schema(stage::differ(games)),
            events::task_events(),
        ]
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        show::cards(&self.conditions, &self.cast, cx, recorder)?;
        stage::record(self.conditions.iter().map(|condition| (condition.name.as_str(), &*condition.game)), recorder);
        let total = self.conditions.len() as u64;
        for (k, condition) in self.conditions.iter().enumerate() {
            let courses: Vec<Course> =
                map_indexed(self.repetitions, |repetition| evolve::course(self, condition, cx.key, repetition as u64));
            let measured = theory::advantages(self, condition, cx.key);
            record::courses(self, condition, &courses, recorder);
            record::theory(self, condition, &measured, recorder);
            show::first_rounds(self, condition, cx, recorder);
            recorder.progress(k as u64 + 1, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "society",
    title: "A society of strangers",
    aliases: &["strangers with contracts and records", "community enforcement"],
    about: "Strangers play a game of two actions, with contracts that hold bonds and records that a registry shows as \
            switches; between matches they imitate who earned more.",
    source: "Kandori 1992, Review of Economic Studies 59:63; Nowak & Sigmund 1998, Nature 393:573; Becker & Stigler 1974, J. \
             Legal Studies 3:1",
    facets: (),
    params: setting::schema,
    build: Society::build,
}];
