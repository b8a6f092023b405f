//! The families of trust models, a file each: the model, then its catalogue entries.

mod beta;
mod crowd;
mod ebay;
mod eigentrust;
mod fire;
mod image;
mod norms;
mod peertrust;
mod subjective;
mod travos;

pub use ebay::{Ebay, EbayRule};

use super::Reputation;
use crate::catalogue::{Catalogue, Field, Kind};
use crate::ids::AgentId;

/// The built-in trust models, family by family.
///
/// # Examples
/// ```
/// use comity::catalogue::{Place, Value};
/// let models = comity::reputation::catalogue();
/// let spec = models.resolve(&Value::from("beta(forgetting=0.9)"), &Place::root()).unwrap();
/// let model = models.build(&spec, &()).unwrap();
/// assert_eq!(model.newcomer(), 0.5);
/// ```
pub fn catalogue() -> Catalogue<dyn Reputation> {
    Catalogue::new(vec![
        ebay::ENTRIES,
        beta::ENTRIES,
        subjective::ENTRIES,
        eigentrust::ENTRIES,
        peertrust::ENTRIES,
        fire::ENTRIES,
        travos::ENTRIES,
        image::ENTRIES,
        norms::ENTRIES,
    ])
}

/// Makes room for an agent in a list with a cell each.
fn grow<T: Clone + Default>(cells: &mut Vec<T>, agent: AgentId) {
    if agent.index() >= cells.len() {
        cells.resize(agent.index() + 1, T::default());
    }
}

/// The kind of a number above zero.
const POSITIVE: Kind = Kind::Number { min: f64::MIN_POSITIVE, max: f64::MAX };
/// The kind of a number from zero.
const FROM_ZERO: Kind = Kind::Number { min: 0.0, max: f64::MAX };

/// The parameters of a prior: W and a.
fn prior_fields() -> [Field; 2] {
    [
        Field::with_default("prior_weight", POSITIVE, 2.0, "How much evidence the prior is worth: W.").unit("ratings"),
        Field::with_default("base_rate", Kind::Probability, 0.5, "The chance that is assumed of the unknown: a."),
    ]
}
