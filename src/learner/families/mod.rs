//! The families of learning rules, a file each: the rules, then their catalogue entries.

mod adaptive_play;
mod aspiration;
mod best_reply;
mod exp3;
mod fictitious;
mod fixed;
mod gradient;
mod hedge;
mod imitation;
mod joint_action;
mod q;
mod regret;
mod reinforcement;
mod wolf_phc;

use super::Learner;
use crate::catalogue::{Catalogue, Field, Kind, Schema};
use crate::sim::{Chance, Draws};

/// The built-in learning rules, family by family.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// let learners = comity::learner::catalogue();
/// let spec = learners.resolve(&Value::from("fictitious play"), &Place::root()).unwrap();
/// assert_eq!(spec.key, "fictitious_play");
/// ```
pub fn catalogue() -> Catalogue<dyn Learner> {
    Catalogue::new(vec![
        fixed::ENTRIES,
        fictitious::ENTRIES,
        best_reply::ENTRIES,
        adaptive_play::ENTRIES,
        regret::ENTRIES,
        hedge::ENTRIES,
        exp3::ENTRIES,
        gradient::ENTRIES,
        wolf_phc::ENTRIES,
        q::ENTRIES,
        joint_action::ENTRIES,
        reinforcement::ENTRIES,
        aspiration::ENTRIES,
        imitation::ENTRIES,
    ])
}

/// The schema of a rule without parameters.
fn none() -> Schema {
    Schema::default()
}

/// A number of at least zero with a default.
fn non_negative(key: &'static str, default: f64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Number { min: 0.0, max: f64::MAX }, default, doc)
}

/// A probability with a default.
fn probability(key: &'static str, default: f64, doc: &'static str) -> Field {
    Field::with_default(key, Kind::Probability, default, doc)
}

/// The field of [`Mistake`].
fn mistake_field(default: f64) -> Field {
    probability("mistake", default, "How often it takes any action instead, each alike.")
}

/// With some probability any action is taken, each alike.
#[derive(Clone, Copy, Debug)]
struct Mistake(Chance);

impl Mistake {
    fn of(probability: f64) -> Self {
        Self(Chance::of(probability))
    }

    /// The intended action, or any.
    fn act(self, intended: usize, actions: usize, draws: &mut Draws) -> usize {
        if draws.happens(self.0) { draws.index(actions) } else { intended }
    }

    /// Turns the mixture of intentions into that of actions.
    fn blur(self, out: &mut [f64]) {
        let p = self.0.probability();
        let share = p / super::mix::count(out.len());
        for x in out.iter_mut() {
            *x = (1.0 - p) * *x + share;
        }
    }
}
