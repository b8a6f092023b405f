//! Standing and the leading eight as models of trust: see [`Norm`].
//!
//! A rating is a deed: the ratee was the donor, the rater the recipient, and a grade of at least neutral says that it gave.
//! How it is judged depends on how both are thought of, so that cheating a cheat may be no misdeed.

use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::ids::AgentId;
use crate::reputation::donation::{Deed, Norm, NormName, Standing};
use crate::reputation::{Facets, Information, Meaning, Range, Rating, Reputation, Sharing, Views};
use crate::sim::Draws;

#[derive(Clone, Debug)]
struct Binary {
    norm: Norm,
    views: Views<Standing>,
}

impl Binary {
    fn score_of(standing: Standing) -> f64 {
        if standing == Standing::Good { 1.0 } else { 0.0 }
    }
}

impl Reputation for Binary {
    fn join(&mut self, agent: AgentId) {
        self.views.join(agent);
    }

    fn observe(&mut self, rating: &Rating, draws: &mut Draws) {
        let deed = Deed::give_if(rating.grade.is_good());
        let (norm, error) = (self.norm, self.views.information().error);
        self.views.see(rating.ratee, rating.rater, draws, |donor, recipient, draws| {
            let judged = norm.judge(donor, recipient, deed);
            if draws.happens(error) { judged.flip() } else { judged }
        });
    }

    fn observe_both(&mut self, ratings: [&Rating; 2], draws: &mut Draws) {
        let deeds = ratings.map(|rating| Deed::give_if(rating.grade.is_good()));
        let (norm, error) = (self.norm, self.views.information().error);
        self.views.see_both(ratings.map(|rating| rating.ratee), draws, |k, donor, recipient, draws| {
            let judged = norm.judge(donor, recipient, deeds[k]);
            if draws.happens(error) { judged.flip() } else { judged }
        });
    }

    fn settle(&mut self, _: u64) {}

    fn score(&self, asker: AgentId, ratee: AgentId) -> f64 {
        Self::score_of(self.views.of(asker, ratee))
    }

    fn newcomer(&self) -> f64 {
        Self::score_of(self.views.initial())
    }

    fn records(&self) -> usize {
        self.views.records()
    }

    fn range(&self) -> Range {
        Range::UNIT
    }
}

fn build(params: &Params, name: NormName) -> Box<dyn Reputation> {
    Box::new(Binary { norm: Norm::named(name), views: Views::new(Information::of(params), Standing::Good) })
}

const FACETS: Facets = Facets { meaning: Meaning::Order, sharing: Sharing::Either, batch: false, commutes: false };

pub(super) const ENTRIES: &[Entry<dyn Reputation>] = &[
    Entry {
        key: "standing",
        title: "Standing",
        aliases: &["simple standing"],
        about: "Refusing somebody of good standing is bad, refusing somebody of bad standing is not; 1 is good, 0 bad, a \
                newcomer good.",
        source: "Sugden 1986, The Economics of Rights, Co-operation and Welfare; Leimar & Hammerstein 2001, Proc. R. Soc. \
                 B 268:745",
        facets: FACETS,
        params: || {
            let mut fields = vec![Field::with_default(
                "variant",
                Kind::Choice(&["simple", "unchanged"]),
                "simple",
                "Whether refusing the bad makes good, or leaves the donor's standing as it was.",
            )];
            fields.extend(Information::fields(1.0));
            Schema::of(fields)
        },
        build: |params, ()| {
            let simple = params.text("variant") == "simple";
            Ok(build(params, if simple { NormName::Leading(3) } else { NormName::Unchanged }))
        },
    },
    Entry {
        key: "leading_eight",
        title: "Leading eight",
        aliases: &["stern judging", "social norm"],
        about: "One of the eight norms that keep cooperation stable in public information; 1 is good, 0 bad, a newcomer \
                good.",
        source: "Ohtsuki & Iwasa 2004, J. Theoretical Biology 231:107; 2006, 239:435",
        facets: FACETS,
        params: || {
            let words = Kind::Choice(&NormName::WORDS);
            let mut fields = vec![Field::with_default("norm", words, "L6", "Which of the eight; L6 is stern judging.")];
            fields.extend(Information::fields(1.0));
            Schema::of(fields)
        },
        build: |params, ()| {
            let name = NormName::leading(params.text("norm")).expect("the schema lists the norms");
            Ok(build(params, name))
        },
    },
];
