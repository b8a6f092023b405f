//! Attacks by what is said: praise among friends, slander of rivals, threats to whoever complains.

use super::{Attack, Deal, Facets, Lever, Said, Scene, cheat_field, ratings_field};
use crate::catalogue::{Entry, Field, Kind, Schema};
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
            said.push(Said { rater: scene.own, ratee, grade: Grade::GOOD, trade: None });
        }
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Cheats outsiders, and trades with its like for nothing but the ratings.
#[derive(Clone, Debug)]
struct WashTrading {
    cheat: Chance,
    trades: usize,
    size: f64,
}

impl Attack for WashTrading {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn spreads(&mut self, scene: &Scene<'_>, draws: &mut Draws, said: &mut Vec<Said>) {
        if scene.allies.is_empty() {
            return;
        }
        // The mate pays back when it is its turn: the money goes round, and the ratings stay.
        for _ in 0..self.trades {
            let ratee = scene.allies[draws.index(scene.allies.len())];
            said.push(Said { rater: scene.own, ratee, grade: Grade::GOOD, trade: Some(self.size) });
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
            said.push(Said { rater: scene.own, ratee, grade: Grade::BAD, trade: None });
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
        key: "wash_trading",
        title: "Wash trading",
        aliases: &["fake trades", "mutual trades"],
        about: "Cheats outsiders, while its like trade with each other and rate each other well: deals that are rated like \
                any other, at the market's fee and no other cost.",
        source: "Dellarocas 2000, ACM Conference on Electronic Commerce; Cong, Li, Tang & Yang 2023, Management Science 69:6427",
        facets: Facets { lever: Lever::Ratings, cure: "a fee for each rated deal, trust that flows from known agents" },
        params: || {
            let size = Kind::Number { min: f64::MIN_POSITIVE, max: 1e9 };
            let doc = "How many fake deals it buys from its like.";
            let trades = Field::with_default("trades", Kind::Integer { min: 0, max: 10_000 }, 5i64, doc);
            Schema::of(vec![
                cheat_field(1.0),
                trades.unit("deals per period"),
                Field::with_default("size", size, 1.0, "The size of each of them."),
            ])
        },
        build: |params, ()| {
            let (cheat, trades) = (Chance::of(params.number("cheat")), params.count("trades"));
            Ok(Box::new(WashTrading { cheat, trades, size: params.number("size") }))
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
