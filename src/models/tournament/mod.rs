//! Tournaments: every player meets every other one, or those that a graph or its role names, again and again.
//!
//! The field's own subject since Axelrod 1980, with its statistics: scores, wins, ranks, cooperation, states and answers,
//! partners and eigenvector ratings; and beside them intervals, welfare and inequality, the empirical game and its
//! equilibria, and how stable ranks are. Matches are played, until a wanted precision where one is asked for, or computed as
//! Markov chains. Penalties, networks and traces are the repeated model's.

mod analysis;
mod bout;
mod campaign;
mod foreknowledge;
mod interactions;
mod record;
mod results;
mod setting;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::table::TableSchema;
use campaign::Automata;
use setting::{Exact, Tournament};

pub use analysis::{Equilibrium, Incumbent, RankSpread, equilibria, incumbents, rank_spreads};
pub use bout::{Bout, Stage};
pub use interactions::{Interaction, Interactions, read as read_interactions, write as write_interactions};
pub use record::{Subject, record};
pub use results::{Matrix, Meeting, Results};
pub use setting::{Roster, strategies_of};

/// The tables of a tournament.
pub fn schemas() -> Vec<TableSchema> {
    tables::all(false)
}

fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
    let mut faults = Faults::new();
    match setting::field(params, setting, &mut faults) {
        Some(tournament) if faults.is_empty() => Ok(Box::new(tournament)),
        _ => Err(faults),
    }
}

impl Tournament {
    /// What all meetings come to: computed or played.
    fn results(&self, cx: &RunCx<'_>, automata: &Automata, recorder: &mut dyn Recorder) -> Result<Results, RunError> {
        if self.exact == Exact::No {
            self.play(cx.key, automata, &mut |done, total| recorder.progress(done, total))
        } else {
            self.compute(cx.key, automata)
        }
    }
}

impl Model for Tournament {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = tables::all(self.actions);
        if self.foreknowledge {
            schemas.extend(foreknowledge::schemas());
        }
        schemas
    }

    fn traces(&self) -> bool {
        false
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let expected = self.exact != Exact::No;
        let automata = self.automata();
        let results = self.results(cx, &automata, recorder)?;
        let subject = Subject {
            names: self.players.iter().map(|player| player.name.as_str()).collect(),
            strategies: self.players.iter().map(|player| player.strategy.as_str()).collect(),
            game: Some(&self.rules.game),
            expected,
            resamplings: self.resamplings,
        };
        record(&results, &subject, cx.key, recorder);
        if let Some(untold) = self.untold().filter(|_| self.foreknowledge) {
            let blind = untold.results(cx, &untold.automata(), recorder)?;
            foreknowledge::record(self, [&results, &blind], recorder);
        }
        if self.actions {
            self.record_actions(cx.key, &automata, results.repetitions(), recorder)?;
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "tournament",
    title: "Tournament",
    aliases: &["round robin"],
    about: "Strategies meet in pairs, all of them or along a graph, and are ranked, with the statistics of the field: played \
            until a wanted precision, or computed exactly.",
    source: "Axelrod 1980, J. Conflict Resolution 24:3 and 24:379; Knight et al. 2016, J. Open Research Software 4:e35",
    facets: (),
    params: setting::schema,
    build,
}];
