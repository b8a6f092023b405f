//! Indirect reciprocity: strangers give or refuse, and a good name is what makes others give.
//!
//! A population lives by a norm of standing, under information that all share or that each has of its own (`conditions`):
//! how much it cooperates is what the norm is worth there (Ohtsuki & Iwasa 2006; Hilbe et al. 2018). Beside it a few
//! defectors live among image scorers who know a recipient's image with some probability: where the defectors' advantage
//! ends is compared with the closed form (Nowak & Sigmund 1998). Meetings are shown as A2A tasks: a gift is a task that is
//! completed, a refusal one that is rejected. Nothing here evolves: who has offspring is not known.

mod images;
mod record;
mod setting;
mod show;
mod tables;

use super::{Model, Recorder, RunCx, RunError, Setting, events};
use crate::catalogue::{Entry, Params};
use crate::error::Faults;
use crate::ids::RunKey;
use crate::reputation::donation::{Tally, play};
use crate::sim::{Draws, Purpose, Who, map_indexed};
use crate::table::TableSchema;
use images::Images;
use setting::{Condition, Named};

/// The model with its parameters.
struct Reciprocity {
    conditions: Vec<Condition>,
    norms: Vec<Named>,
    images: Option<Images>,
    repetitions: usize,
}

/// The draws of a repetition: the same for all norms and conditions.
fn draws(key: &RunKey, repetition: usize) -> Draws {
    key.draws(Who::place("donations", repetition as u64), Purpose::Choice)
}

impl Reciprocity {
    fn build(params: &Params, setting: &Setting) -> Result<Box<dyn Model>, Faults> {
        let mut faults = Faults::new();
        let model = Self {
            norms: setting::norms(params, setting, &mut faults),
            conditions: setting::conditions(params, setting, &mut faults),
            images: params
                .get("images")
                .and_then(|value| Images::read(value, &setting.place.key("images"), &mut faults)),
            repetitions: params.count("repetitions"),
        };
        faults.into_result(Box::new(model) as Box<dyn Model>)
    }

    /// What each norm came to under a condition, by repetition.
    fn tallies(&self, condition: &Condition, key: &RunKey) -> Vec<Tally> {
        map_indexed(self.norms.len() * self.repetitions, |job| {
            let population = condition.population(self.norms[job / self.repetitions].norm);
            play(&population, &mut draws(key, job % self.repetitions))
        })
    }
}

impl Model for Reciprocity {
    fn check(&self, _: &mut Faults) {}

    fn tables(&self) -> Vec<TableSchema> {
        let mut schemas = vec![tables::norms()];
        if self.images.is_some() {
            schemas.extend([tables::image_thresholds(), tables::images()]);
        }
        schemas.push(events::task_events());
        schemas
    }

    fn run(&self, cx: &RunCx<'_>, recorder: &mut dyn Recorder) -> Result<(), RunError> {
        let most = self.conditions.iter().map(|condition| condition.agents).max().unwrap_or(0);
        show::cards(most, cx, recorder)?;
        let total = self.conditions.len() as u64 + u64::from(self.images.is_some());
        let mut first: Option<Vec<Tally>> = None;
        for (k, condition) in self.conditions.iter().enumerate() {
            let tallies = self.tallies(condition, cx.key);
            record::norms(self, condition, &tallies, first.as_deref(), recorder);
            show::first_meetings(self, condition, cx, recorder);
            first.get_or_insert(tallies);
            recorder.progress(k as u64 + 1, total);
        }
        if let Some(images) = &self.images {
            images.record(cx.key, self.repetitions, recorder);
            recorder.progress(total, total);
        }
        Ok(())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Model>] = &[Entry {
    key: "reciprocity",
    title: "Indirect reciprocity",
    aliases: &["norms", "donation game"],
    about: "Strangers give to each other or refuse by a norm of standing, in shared or in private information; and how well \
            images must be known for giving to pay.",
    source: "Nowak & Sigmund 1998, Nature 393:573; Ohtsuki & Iwasa 2006, J. Theoretical Biology 239:435; Hilbe, Schmid, \
             Tkadlec, Chatterjee & Nowak 2018, PNAS 115:12241",
    facets: (),
    params: setting::schema,
    build: Reciprocity::build,
}];
