//! Image scoring as a model of trust: see [`ImageRule`].
//!
//! A rating is a deed: the ratee was the donor, the rater the recipient, and a grade of at least neutral says that it gave.

use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::ids::AgentId;
use crate::reputation::donation::{Deed, ImageRule};
use crate::reputation::{Facets, Information, Meaning, Range, Rating, Reputation, Sharing, Views};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct Image {
    rule: ImageRule,
    /// Scores fit a byte: the schema bounds the range.
    views: Views<i8>,
}

impl Reputation for Image {
    fn join(&mut self, agent: AgentId) {
        self.views.join(agent);
    }

    fn observe(&mut self, rating: &Rating, draws: &mut Draws) {
        let deed = Deed::give_if(rating.grade.is_good());
        let (rule, error) = (self.rule, self.views.information().error);
        self.views.see(rating.ratee, rating.rater, draws, |score, _, draws| {
            let read = if draws.happens(error) { deed.flip() } else { deed };
            i8::try_from(rule.judge(i32::from(score), read)).expect("the schema bounds scores to a byte")
        });
    }

    fn settle(&mut self, _: u64) {}

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        f64::from(self.views.of(asker, ratee))
    }

    fn newcomer(&self) -> f64 {
        0.0
    }

    fn records(&self) -> usize {
        self.views.records()
    }

    fn range(&self) -> Range {
        Range { low: f64::from(self.rule.low), high: f64::from(self.rule.high) }
    }
}

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[Entry {
    key: "image_scoring",
    title: "Image scoring",
    aliases: &["image"],
    about: "One up for each good deed, one down for each bad one, within a range; a newcomer has 0.",
    source: "Nowak & Sigmund 1998, Nature 393:573",
    // A score at the end of its range depends on the order of what led there.
    facets: Facets { meaning: Meaning::Order, sharing: Sharing::Either, batch: false, commutes: false },
    params: || {
        let mut fields = vec![
            Field::with_default("low", Kind::Integer { min: -127, max: 0 }, -5i64, "The least score."),
            Field::with_default("high", Kind::Integer { min: 0, max: 127 }, 5i64, "The greatest score."),
        ];
        fields.extend(Information::fields(1.0));
        Schema::of(fields)
    },
    build: |params, ()| {
        let bound = |key| i32::try_from(params.integer(key)).expect("the schema bounds it");
        Ok(Box::new(Image {
            rule: ImageRule { low: bound("low"), high: bound("high") },
            views: Views::new(Information::of(params), 0),
        }))
    },
}];
