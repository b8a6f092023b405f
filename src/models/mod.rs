//! Models: what a scenario runs, and what it records.
//!
//! A [`Model`] is built from the parameters of its table in a scenario and from the agents declared there; it says
//! its tables before it runs, runs as a pure function of the run's key, and gives rows and trace to a
//! [`Recorder`], which has no draws and gives nothing back: recording never changes a run. Each model is one
//! folder. Nothing here reads or writes files.

pub mod adaptation;
mod audits;
mod cast;
mod conditions;
pub mod conventions;
pub mod course;
mod courses;
pub mod doubt;
mod estimates;
mod events;
pub mod evolution;
mod fields;
pub mod foraging;
pub mod groups;
pub mod intentions;
pub mod league;
pub mod learning;
mod length;
pub mod market;
mod names;
pub mod negotiation;
pub mod orchestration;
pub mod reciprocity;
pub mod repeated;
pub mod reputation;
mod rescues;
mod shown;
pub mod society;
pub(crate) mod stage;
pub mod tournament;

use crate::a2a::card::JwkSet;
use crate::catalogue::{About, Catalogue, Family, Place, Spec, Value};
use crate::credit;
use crate::error::{Diagnostic, Faults, Location, Origin};
use crate::exchange::{TraceBlock, TraceLevel};
use crate::game::{self, ExtensiveForm, GroupGame, NormalForm};
use crate::ids::RunKey;
use crate::learner::{self, Learner};
use crate::play::PlayError;
use crate::reputation::Reputation;
use crate::reputation::attacks::{self, Attack};
use crate::strategy::{self, Strategy};
use crate::table::{Cell, TableSchema};
use crate::training::{self, Trainer};
use std::sync::Arc;

/// A model with its parameters.
pub trait Model: Send + Sync {
    /// Looks for what each parameter by itself does not show: things that do not go together.
    fn check(&self, faults: &mut Faults);

    /// The tables that a run fills.
    fn tables(&self) -> Vec<TableSchema>;

    /// Whether a run can be traced: whether its agents exchange tasks.
    fn traces(&self) -> bool {
        true
    }

    /// Runs the model: a pure function of the key (and of the trace's level, for the trace alone).
    ///
    /// # Errors
    /// If a part fails in a way that no check can foresee.
    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError>;

    /// Whether its training can stop at a checkpoint and be taken up again.
    fn keeps_checkpoints(&self) -> bool {
        false
    }

    /// Runs the model, taking up the checkpoints that there are and keeping further ones; whether it came to its end. If it did, all that it
    /// recorded is what [`run`](Self::run) records; if it stopped before, that is nothing to be used.
    ///
    /// # Errors
    /// As for [`run`](Self::run), and if a checkpoint cannot be read or kept.
    fn run_kept(
        &self,
        cx: &RunCx<'_>,
        checkpoints: &dyn Checkpoints,
        recorder: &mut dyn Recorder,
    ) -> Result<bool, RunError> {
        let _ = checkpoints;
        self.run(cx, recorder).map(|()| true)
    }
}

/// Where training keeps what it came to so far.
pub trait Checkpoints: Sync {
    /// After how many episodes each training stops, if it is to stop.
    fn stop_after(&self) -> Option<u64>;

    /// What was kept under a name, if anything was.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, name: &str) -> Result<Option<Vec<u8>>, Diagnostic>;

    /// Keeps bytes under a name, in place of what was kept there.
    ///
    /// # Errors
    /// If they cannot be kept.
    fn save(&self, name: &str, bytes: &[u8]) -> Result<(), Diagnostic>;
}

/// What a run is given.
#[derive(Clone, Copy, Debug)]
pub struct RunCx<'a> {
    /// The run's key: all draws follow from it.
    pub key: &'a RunKey,
    /// How much of the protocol is traced.
    pub trace: TraceLevel,
}

/// Takes what a run records.
pub trait Recorder {
    /// Takes a row of one of the model's tables.
    fn row(&mut self, table: &str, row: &[Cell<'_>]);

    /// Whether rows of a table are taken. Where they are not, a model may leave out the work for them, if all else that it
    /// records stays as it is.
    fn wants(&self, _table: &str) -> bool {
        true
    }

    /// Takes a block of trace; blocks come in order.
    fn trace(&mut self, block: &TraceBlock);

    /// Takes the keys that verify the cards of the trace.
    fn keys(&mut self, keys: &JwkSet);

    /// Hears how far the run is: `done` of `total` units of work.
    fn progress(&mut self, done: u64, total: u64);
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A match could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Something else that the model names.
    #[error("{0}")]
    Other(Diagnostic),
}

impl From<RunError> for Diagnostic {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Play(error) => error.into(),
            RunError::Other(diagnostic) => diagnostic,
        }
    }
}

/// The catalogues that models build from.
pub struct Kit {
    /// Games in normal form.
    pub games: Catalogue<NormalForm>,
    /// Games of groups.
    pub group_games: Catalogue<GroupGame>,
    /// Games in extensive form.
    pub trees: Catalogue<ExtensiveForm>,
    /// Strategies.
    pub strategies: Catalogue<dyn Strategy>,
    /// Followers: how agents take what they are told.
    pub followers: Catalogue<dyn orchestration::Follower>,
    /// Tactics of negotiation.
    pub tactics: Catalogue<dyn negotiation::Tactic>,
    /// Bidders of the market.
    pub bidders: Catalogue<dyn market::Bidder>,
    /// Managers of the market: how they buy.
    pub managers: Catalogue<dyn market::Buyer>,
    /// Learning rules.
    pub learners: Catalogue<dyn Learner>,
    /// Models of trust.
    pub reputations: Catalogue<dyn Reputation>,
    /// Attacks on them.
    pub attacks: Catalogue<dyn Attack>,
    /// Rules by which a team's reward is handed out.
    pub credits: Catalogue<dyn credit::Rule>,
    /// Ways to train a team.
    pub trainers: Catalogue<dyn Trainer>,
}

/// All catalogues of the lab. A user's own crate registers more entries before it runs anything.
pub struct Lab {
    /// What models build from.
    pub kit: Arc<Kit>,
    /// Models.
    pub models: Catalogue<dyn Model>,
}

impl Lab {
    /// The lab with its built-in entries.
    pub fn new() -> Self {
        Self::with(Kit {
            games: game::catalogue(),
            group_games: game::group_games(),
            trees: game::trees(),
            strategies: strategy::catalogue(),
            learners: learner::catalogue(),
            credits: credit::catalogue(),
            trainers: training::catalogue(),
            followers: orchestration::followers(),
            tactics: negotiation::tactics(),
            reputations: crate::reputation::catalogue(),
            attacks: attacks::catalogue(),
            bidders: market::bidders(),
            managers: market::managers(),
        })
    }

    /// The lab with other catalogues.
    pub fn with(kit: Kit) -> Self {
        let models = vec![
            repeated::ENTRIES,
            tournament::ENTRIES,
            learning::ENTRIES,
            orchestration::ENTRIES,
            negotiation::ENTRIES,
            foraging::ENTRIES,
            league::ENTRIES,
            conventions::ENTRIES,
            course::ENTRIES,
            market::ENTRIES,
            market::COMPARISON,
            groups::ENTRIES,
            reputation::ENTRIES,
            reciprocity::ENTRIES,
            society::ENTRIES,
            evolution::ENTRIES,
            adaptation::ENTRIES,
            intentions::ENTRIES,
            doubt::ENTRIES,
        ];
        Self { kit: Arc::new(kit), models: Catalogue::new(models) }
    }

    /// What the entry of a name says of itself. What an agent's strategy is a name of is its model's to say; as a member of
    /// `strategies` all that an agent can be is looked through.
    pub fn about(&self, family: &str, name: &str) -> Option<About> {
        let kit = &self.kit;
        match family {
            "games" => kit.games.about(name),
            "group_games" => kit.group_games.about(name),
            "trees" => kit.trees.about(name),
            "learners" => kit.learners.about(name),
            "followers" => kit.followers.about(name),
            "tactics" => kit.tactics.about(name),
            "bidders" => kit.bidders.about(name),
            "managers" => kit.managers.about(name),
            "reputations" => kit.reputations.about(name),
            "attacks" => kit.attacks.about(name),
            "credits" => kit.credits.about(name),
            "trainers" => kit.trainers.about(name),
            "models" => self.models.about(name),
            "strategies" => (kit.strategies.about(name))
                .or_else(|| kit.learners.about(name))
                .or_else(|| kit.followers.about(name))
                .or_else(|| kit.tactics.about(name))
                .or_else(|| kit.bidders.about(name)),
            _ => None,
        }
    }
}

impl Default for Lab {
    fn default() -> Self {
        Self::new()
    }
}

/// Agents as a scenario declares them; what the strategy means is the model's to say.
#[derive(Clone, Debug)]
pub struct AgentGroup {
    /// The name; with a count above one the agents are `name-1`, `name-2` and so on.
    pub name: String,
    /// Where the name was written.
    pub name_origin: Origin,
    /// How many there are.
    pub count: u32,
    /// The strategy, as written: a name, perhaps with arguments.
    pub strategy: Value,
    /// Its parameters, as written.
    pub params: crate::catalogue::Table,
    /// Where the group was written.
    pub place: Place,
}

impl AgentGroup {
    /// Where the strategy was written.
    fn written(&self) -> Location {
        self.place.key("strategy").at(&self.strategy.origin)
    }

    /// Finds the strategy in a catalogue and makes of it what the model needs; faults say where it was written.
    fn read<T: ?Sized + Family, U>(
        &self,
        catalogue: &Catalogue<T>,
        make: impl FnOnce(&Spec) -> Result<U, Faults>,
    ) -> Result<U, Faults> {
        let (name, params) = (self.place.key("strategy"), self.place.key("params"));
        let spec = catalogue.resolve_with((&self.strategy, &name), (&self.params, &params));
        spec.and_then(|spec| make(&spec)).map_err(|found| found.or_at(&self.written()))
    }
}

/// What building a model needs beside its parameters.
pub struct Setting {
    /// The catalogues.
    pub kit: Arc<Kit>,
    /// The agents.
    pub agents: Vec<AgentGroup>,
    /// Where the model's table was written.
    pub place: Place,
    /// Where the table of agents is (for messages about what is missing there).
    pub document: Place,
}

impl Family for dyn Model {
    const FAMILY: &'static str = "models";
    const ONE: &'static str = "model";
    const UNKNOWN: &'static str = "unknown-model";
    type Facets = ();
    type Tools = Setting;
}
