//! Feedback and trust signals: what is known of an agent when one is to be chosen.
//!
//! Feedback is bound to a caller that really called, and to the version that it called; calls and audits are recorded by the
//! registry itself. Counts are of one version: a new version begins without a record.

use super::certificate::Status;
use super::store::Registry;
use crate::error::Diagnostic;
use crate::ids::Tick;
use std::collections::BTreeMap;

/// What a caller says of a version of an agent that it called.
#[derive(Clone, Debug, PartialEq)]
pub struct Feedback {
    /// Who says it.
    pub caller: String,
    /// Of whom.
    pub agent: String,
    /// Of which version.
    pub version: String,
    /// From 0 (bad) to 1 (good).
    pub rating: f64,
}

/// What is known of the present version of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Signals {
    /// Who publishes it.
    pub publisher: Option<String>,
    /// What its certificate is worth.
    pub certificate: Status,
    /// How many calls were recorded.
    pub calls: u64,
    /// The share of them that succeeded; none without calls.
    pub success_rate: Option<f64>,
    /// How many ratings were taken.
    pub ratings: u64,
    /// Their mean; none without ratings.
    pub mean_rating: Option<f64>,
    /// Audits passed.
    pub audits_passed: u64,
    /// Audits failed.
    pub audits_failed: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Counts {
    calls: u64,
    successes: u64,
    ratings: u64,
    rated: f64,
    audits: [u64; 2],
}

/// What happened with agents, by agent and version.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    counts: BTreeMap<(String, String), Counts>,
    /// Calls that their callers have not rated yet, by caller, agent and version.
    unrated: BTreeMap<(String, String, String), u64>,
}

impl Record {
    fn counts(&mut self, agent: &str, version: &str) -> &mut Counts {
        self.counts.entry((agent.to_string(), version.to_string())).or_default()
    }

    /// Records a call that ended.
    pub fn called(&mut self, caller: &str, agent: &str, version: &str, succeeded: bool) {
        let counts = self.counts(agent, version);
        counts.calls += 1;
        counts.successes += u64::from(succeeded);
        *self.unrated.entry((caller.to_string(), agent.to_string(), version.to_string())).or_default() += 1;
    }

    /// Records an audit.
    pub fn audited(&mut self, agent: &str, version: &str, passed: bool) {
        self.counts(agent, version).audits[usize::from(!passed)] += 1;
    }

    /// Takes feedback: one for each call, if the registry's policy asks for verified callers.
    ///
    /// # Errors
    /// If the rating is not from 0 to 1, or the caller has no unrated call of that version.
    pub fn take(&mut self, feedback: &Feedback, registry: &Registry) -> Result<(), Diagnostic> {
        let Feedback { caller, agent, version, rating } = feedback;
        if !(0.0..=1.0).contains(rating) {
            return Err(Diagnostic::new("bad-rating", format!("a rating of {rating}"), "a number from 0 to 1"));
        }
        if registry.policy.verified_feedback {
            let key = (caller.clone(), agent.clone(), version.clone());
            match self.unrated.get_mut(&key) {
                Some(calls) if *calls > 0 => *calls -= 1,
                _ => {
                    let found = format!("feedback by {caller:?}, who has no unrated call of {agent:?} {version}");
                    return Err(Diagnostic::new("unverified-caller", found, "feedback of callers, one for each call"));
                }
            }
        }
        let counts = self.counts(agent, version);
        counts.ratings += 1;
        counts.rated += rating;
        Ok(())
    }

    /// What is known at a tick of the present version of an agent; none of an agent that is not on record.
    #[expect(clippy::cast_precision_loss, reason = "counts of calls")]
    pub fn signals(&self, registry: &Registry, agent: &str, at: Tick) -> Option<Signals> {
        let entry = registry.agent(agent)?;
        let counts = self.counts.get(&(entry.id.clone(), entry.version.clone())).cloned().unwrap_or_default();
        Some(Signals {
            publisher: entry.publisher.clone(),
            certificate: entry.status(at),
            calls: counts.calls,
            success_rate: (counts.calls > 0).then(|| counts.successes as f64 / counts.calls as f64),
            ratings: counts.ratings,
            mean_rating: (counts.ratings > 0).then(|| counts.rated / counts.ratings as f64),
            audits_passed: counts.audits[0],
            audits_failed: counts.audits[1],
        })
    }
}
