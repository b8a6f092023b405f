//! Records: what a registry, or each agent by itself, keeps of past deeds, and shows before agents meet.

use super::contract::{bounded, fee};
use crate::catalogue::{Field, Kind, Place, Schema, Value};
use crate::error::Faults;
use crate::exact::Rational;
use crate::ids::AgentId;
use crate::models::Setting;
use crate::reputation::{Grade, OwnBooks, Rating, Reputation};
use crate::sim::{Chance, Draws};

/// What agents can know of each other.
pub(in super::super) struct Records {
    model: Box<dyn Reputation>,
    pub(in super::super) name: String,
    pub(in super::super) known: Rational,
    /// The least score of good standing; a newcomer's if it is not given.
    threshold: Option<f64>,
    /// How often each hears of the dealings of others, where each keeps books of its own.
    hears: Option<f64>,
    pub(in super::super) fee: f64,
}

impl Records {
    /// The field `records` of a model.
    pub(in super::super) fn field() -> Field {
        let records = Schema::of(vec![
            Field::with_default(
                "model",
                Kind::named("reputations"),
                "standing(variant='unchanged')",
                "The model of trust by which the books are kept.",
            ),
            Field::with_default("known", Kind::Rational, 1i64, "How often a partner's standing is known."),
            Field::optional("threshold", Kind::NUMBER, "The least score of good standing; a newcomer's if left out."),
            Field::optional(
                "hears",
                Kind::Probability,
                "Private information: each agent keeps books of its own and hears of others' dealings so often. One registry for \
                 all if left out.",
            ),
            fee(),
        ]);
        Field::optional("records", Kind::Table(records), "Books of past deeds that show agents how a partner stands.")
    }

    /// Reads the section.
    pub(in super::super) fn read(value: &Value, place: &Place, setting: &Setting, faults: &mut Faults) -> Option<Self> {
        let own = value.section().expect("the schema declares a table");
        let known = bounded(&own, "known", true, place, faults);
        let models = &setting.kit.reputations;
        let here = place.key("model");
        let built = models
            .resolve(own.value("model"), &here)
            .and_then(|spec| Ok((models.display(&spec), models.build(&spec, &())?)));
        match built {
            Ok((name, model)) => {
                let number = |key: &str| own.get(key).and_then(Value::number);
                let (threshold, hears) = (number("threshold"), number("hears"));
                Some(Self { model, name, known, threshold, hears, fee: own.number("fee") })
            }
            Err(found) => {
                faults.extend(found.or_at(&here.at(&own.value("model").origin)));
                None
            }
        }
    }
}

/// The books of one run, and who is in good standing by them.
pub(in super::super) struct Books {
    model: Box<dyn Reputation>,
    known: Chance,
    threshold: f64,
}

impl Books {
    /// New books of so many agents.
    pub(in super::super) fn of(records: &Records, agents: usize) -> Self {
        let mut model = match records.hears {
            None => records.model.boxed_clone(),
            Some(hears) => {
                let askers = u32::try_from(agents).expect("agents are numbered by 32 bits");
                Box::new(OwnBooks::new(&*records.model, askers, hears))
            }
        };
        model.join(AgentId::at(agents - 1));
        model.settle(0);
        let threshold = records.threshold.unwrap_or_else(|| model.newcomer());
        Self { model, known: Chance::of(records.known.to_f64()), threshold }
    }

    /// Whether an agent finds its partner in good standing; nothing where it does not know.
    pub(in super::super) fn shows(&self, asker: usize, partner: usize, draws: &mut Draws) -> Option<bool> {
        draws.happens(self.known).then(|| self.stands_well(asker, partner))
    }

    /// Whether a partner is in good standing by what an asker may see.
    pub(in super::super) fn stands_well(&self, asker: usize, partner: usize) -> bool {
        // Sums of many ratings may miss a newcomer's score by rounding.
        self.model.score(AgentId::at(asker), AgentId::at(partner)) >= self.threshold - 1e-9
    }

    /// Each of two partners says whether the other kept its word in a round.
    pub(in super::super) fn rate(&mut self, round: u64, pair: [usize; 2], kept: [bool; 2], draws: &mut Draws) {
        let rating = |ratee: usize, rater: usize, kept: bool| {
            Rating::new(round, AgentId::at(rater), AgentId::at(ratee), Grade::of(kept))
        };
        let ratings = [rating(pair[0], pair[1], kept[0]), rating(pair[1], pair[0], kept[1])];
        self.model.observe_both([&ratings[0], &ratings[1]], draws);
    }

    /// A round is over.
    pub(in super::super) fn settle(&mut self, round: u64) {
        self.model.settle(round);
    }
}
