//! Attacks by what is said: praise among friends, slander of rivals, threats to whoever complains.

use super::{Attack, Deal, Facets, Lever, Said, Scene, cheat_field, ratings_field};
use crate::catalogue::{Entry, Schema};
use crate::reputation::Grade;
use crate::sim::{Chance, Draws};

/// Cheats outsiders and praises its like.
#[derive(Clone, Debug)]
struct Collusion {
    cheat: Chance,
    ratings: usize,
}

impl Attack for Collusion {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn spreads(&mut self, scene: &Scene<'_>, draws: &mut Draws, said: &mut Vec<Said>) {
        if scene.allies.is_empty() {
            return;
        }
        for _ in 0..self.ratings {
            let ratee = scene.allies[draws.index(scene.allies.len())];
            said.push(Said { rater: scene.own, ratee, grade: Grade::GOOD });
        }
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Serves as it does, and slanders those who offer the same.
#[derive(Clone, Debug)]
struct BadMouthing {
    cheat: Chance,
    ratings: usize,
}

impl Attack for BadMouthing {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn spreads(&mut self, scene: &Scene<'_>, draws: &mut Draws, said: &mut Vec<Said>) {
        if scene.rivals.is_empty() {
            return;
        }
        for _ in 0..self.ratings {
            let ratee = scene.rivals[draws.index(scene.rivals.len())];
            said.push(Said { rater: scene.own, ratee, grade: Grade::BAD });
        }
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Cheats, and rates as it is rated: who complains is complained of.
#[derive(Clone, Debug)]
struct Retaliation {
    cheat: Chance,
}

impl Attack for Retaliation {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn answers(&self, received: Grade) -> Option<Grade> {
        Some(received)
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Attack>] = &[
    Entry {
        key: "collusion",
        title: "Collusion",
        aliases: &["ballot stuffing", "clique"],
        about: "Cheats outsiders, while all of the clique praise each other.",
        source: "Dellarocas 2000, ACM Conference on Electronic Commerce; Kamvar et al. 2003, WWW (threat model B)",
        facets: Facets { lever: Lever::Ratings, cure: "credible raters, a price for each rating" },
        params: || Schema::of(vec![cheat_field(1.0), ratings_field(5)]),
        build: |params, ()| {
            let cheat = Chance::of(params.number("cheat"));
            Ok(Box::new(Collusion { cheat, ratings: params.count("ratings") }))
        },
    },
    Entry {
        key: "bad_mouthing",
        title: "Bad-mouthing",
        aliases: &["slander"],
        about: "Serves well, and says of its rivals that they cheat.",
        source: "Dellarocas 2000, ACM Conference on Electronic Commerce",
        facets: Facets { lever: Lever::Ratings, cure: "advice weighed by its accuracy so far" },
        params: || Schema::of(vec![cheat_field(0.0), ratings_field(5)]),
        build: |params, ()| {
            let cheat = Chance::of(params.number("cheat"));
            Ok(Box::new(BadMouthing { cheat, ratings: params.count("ratings") }))
        },
    },
    Entry {
        key: "retaliation",
        title: "Retaliation",
        aliases: &["reciprocal rating"],
        about: "Cheats, and rates its partners as they rate it, so that the cheated keep silent.",
        source: "Bolton, Greiner & Ockenfels 2013, Management Science 59:265",
        facets: Facets { lever: Lever::Ratings, cure: "ratings that are shown when both are in" },
        params: || Schema::of(vec![cheat_field(0.5)]),
        build: |params, ()| Ok(Box::new(Retaliation { cheat: Chance::of(params.number("cheat")) })),
    },
];
