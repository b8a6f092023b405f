//! Attacks on reputation: every model of trust against every attack, and what it earns the attacker.
//!
//! Clients deal with providers whom they choose by score; some providers attack (`reputation::arena`). The measure is the
//! attacker's profit ratio, its income over an honest provider's: above 1 the attack pays (Kerr & Cohen 2009). *Conditions*
//! are rules that are compared on common random numbers: who keeps the books, what names and ratings cost, whether ratings
//! are open. Deals and ratings are shown as A2A tasks made from what happened; nothing that is shown drives play. Nothing
//! here knows how a model comes by its scores, or what an attack does.

mod record;
mod setting;
mod show;
mod tables;
mod words;

use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::ids::RunKey;
use crate::reputation::{Outcome, watched_arena};
use crate::sim::map_indexed;
use crate::table::TableSchema;
use setting::{Attacker, Condition, Trust};

/// The model with its parameters.
struct Attacks {
    conditions: Vec<Condition>,
    trusts: Vec<Trust>,
    attackers: Vec<Attacker>,
    repetitions: usize,
}

impl Attacks {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let trusts = setting::trusts(params, setting, &mut faults);
        let attackers = setting::attackers(params, setting, &mut faults);
        let conditions = setting::conditions(params, setting, &mut faults);
        let repetitions = params.count("repetitions");
        faults.into_result(Box::new(Self { conditions, trusts, attackers, repetitions }) as Box<dyn Model>)
    }

    /// What a condition came to: by model, attack and repetition.
    fn outcomes(&self, condition: &Condition, key: &RunKey) -> Result<Vec<Outcome>, RunError> {
        let cells = self.trusts.len() * self.attackers.len();
        let outcomes = map_indexed(cells * self.repetitions, |job| {
            let (cell, repetition) = (job / self.repetitions, (job % self.repetitions) as u64);
            let trust = &self.trusts[cell / self.attackers.len()];
            let attack = &*self.attackers[cell % self.attackers.len()].attack;
            watched_arena(&condition.arena, condition.books(&*trust.model), attack, (key, repetition), &mut ())
        });
        outcomes.into_iter().collect::<Result<_, _>>().map_err(RunError::Other)
    }

    /// Success rates by share of attackers: by model, attack, share and repetition.
    fn curves(&self, condition: &Condition, key: &RunKey) -> Result<Vec<f64>, RunError> {
        let (shares, attacks) = (condition.shares.len(), self.attackers.len());
        let jobs = self.trusts.len() * attacks * shares * self.repetitions;
        let rates = map_indexed(jobs, |job| {
            let (at, repetition) = (job / self.repetitions, (job % self.repetitions) as u64);
            let (cell, share) = (at / shares, condition.shares[at % shares]);
            let trust = &self.trusts[cell / attacks];
            let attack = &*self.attackers[cell % attacks].attack;
            let setting = condition.at_share(share);
            watched_arena(&setting, condition.books(&*trust.model), attack, (key, repetition), &mut ())
                .map(|outcome| outcome.success_rate())
        });
        rates.into_iter().collect::<Result<_, _>>().map_err(RunError::Other)
    }
}

impl Model for Attacks {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        vec![tables::robustness(), tables::attacks(), tables::insight(), tables::curves(), events::task_events()]
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        show::cards(&self.conditions, cx, recorder)?;
        let total = self.conditions.len() as u64;
        let mut first: Option<Vec<Outcome>> = None;
        for (k, condition) in self.conditions.iter().enumerate() {
            let outcomes = self.outcomes(condition, cx.key)?;
            record::condition(self, condition, &outcomes, first.as_deref(), recorder);
            record::curves(self, condition, &self.curves(condition, cx.key)?, recorder);
            show::first_period(self, condition, cx, recorder)?;
            first.get_or_insert(outcomes);
            recorder.progress(k as u64 + 1, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "reputation",
    title: "Attacks on reputation",
    aliases: &["reputation attacks", "attack matrix"],
    about: "Clients choose providers by a model of trust while some providers attack it: what each attack earns against each \
            model, with one set of books or one of each asker's own, names that cost or not, open or double-blind ratings.",
    source: "Kerr & Cohen 2009, AAMAS; Hoffman, Zage & Nita-Rotaru 2009, ACM Computing Surveys 42:1",
    facets: (),
    params: setting::schema,
    build: Attacks::build,
}];
