//! Doubt: how long rational players cooperate in a dilemma of known length if one of them may be a tit-for-tat player.
//!
//! *Conditions* differ in the game and in how likely row plays tit-for-tat whatever comes. For each horizon the sequential equilibrium
//! (Kreps, Milgrom, Roberts & Wilson 1982) is worked out exactly, [`equilibrium::doubt`](crate::equilibrium::doubt), and beside it
//! matches are drawn in which both play by it. Nobody learns, and there is no noise: with noise tit-for-tat would not be told apart.

mod record;
mod setting;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting};
use crate::catalogue::{Entry, Params};
use crate::equilibrium::doubt::{Course, Doubt};
use crate::error::{Diagnostic, Faults};
use crate::exact::Rational;
use crate::sim::{Draws, Purpose, Who, map_indexed};
use crate::stats::Running;
use crate::table::TableSchema;
use setting::Condition;

struct Doubts {
    conditions: Vec<Condition>,
    repetitions: u64,
}

impl Doubts {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let conditions = setting::conditions(params, setting, &mut faults);
        let repetitions = u64::try_from(params.integer("repetitions")).expect("the schema bounds it");
        faults.into_result(Box::new(Self { conditions, repetitions }) as Box<dyn Model>)
    }
}

/// In how many rounds at least one defects, in a match that is drawn.
fn drawn(course: &Course, prior: &Rational, draws: &mut Draws) -> usize {
    let tit_for_tat = draws.chance(prior.to_f64());
    let mut defections = 0;
    let mut at = 0;
    loop {
        let node = &course.nodes[at];
        let acts = tit_for_tat || draws.chance(node.row.to_f64());
        let cooperates = draws.chance(node.column.to_f64());
        if !acts {
            return defections + node.left;
        }
        defections += usize::from(!(node.kept && cooperates));
        match node.next[usize::from(!cooperates)] {
            Some(next) => at = next,
            None => return defections,
        }
    }
}

impl Model for Doubts {
    /// All that does not go together is found when the model is built.
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        vec![tables::horizons(), tables::end_games()]
    }

    fn traces(&self) -> bool {
        false
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let total = self.conditions.len() as u64;
        for (k, condition) in self.conditions.iter().enumerate() {
            let refused = |fault: Diagnostic| {
                let found = format!("in condition {:?} {}", condition.name, fault.found);
                RunError::Other(Diagnostic { found, ..fault })
            };
            let longest = condition.horizons.iter().copied().max().expect("the schema asks for one");
            let doubt = Doubt::solve(&condition.payoffs, &condition.prior, longest).map_err(refused)?;
            for rounds in &condition.horizons {
                let course = doubt.course(*rounds).map_err(refused)?;
                let place = format!("{}/{rounds}", condition.name);
                let jobs = usize::try_from(self.repetitions).expect("the schema bounds it");
                let counts = map_indexed(jobs, |job| {
                    let mut draws = cx.key.draws(Who::place(&place, job as u64), Purpose::Choice);
                    drawn(&course, &condition.prior, &mut draws)
                });
                let mut found = Running::default();
                for count in counts {
                    #[expect(clippy::cast_precision_loss, reason = "a few thousand rounds")]
                    found.push(count as f64);
                }
                record::horizon(condition, (&doubt, &course), &found, recorder);
                if *rounds == longest {
                    record::end_game(condition, &course, recorder);
                }
            }
            recorder.progress(k as u64 + 1, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "doubt",
    title: "Doubt about a tit-for-tat player",
    aliases: &["gang of four", "reputation in the finitely repeated dilemma"],
    about: "The sequential equilibrium of a dilemma of known length in which one player may be a tit-for-tat player: exact, for \
            any horizon, with matches drawn beside it.",
    source: "Kreps, Milgrom, Roberts & Wilson 1982, J. Economic Theory 27:245",
    facets: (),
    params: setting::schema,
    build: Doubts::build,
}];
