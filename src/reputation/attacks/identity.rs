//! Attacks that live on cheap names: a bad name is left behind, or many names praise one.

use super::{Attack, Deal, Facets, Lever, Look, Said, Scene, cheat_field, ratings_field};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::reputation::Grade;
use crate::sim::{Chance, Draws};

/// Cheats, and comes back under a new name when that is thought better of than the old one.
#[derive(Clone, Debug)]
struct Whitewashing {
    cheat: Chance,
    margin: f64,
}

impl Attack for Whitewashing {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn leaves(&self, look: &Look) -> bool {
        look.deals > 0 && look.score < look.newcomer - self.margin
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

/// Cheats under one name that its others praise.
#[derive(Clone, Debug)]
struct Sybil {
    cheat: Chance,
    names: u32,
    ratings: usize,
}

impl Attack for Sybil {
    fn serves(&mut self, _: &Deal, draws: &mut Draws) -> bool {
        !draws.happens(self.cheat)
    }

    fn spreads(&mut self, scene: &Scene<'_>, _: &mut Draws, said: &mut Vec<Said>) {
        for helper in scene.helpers {
            let praise = Said { rater: *helper, ratee: scene.own, grade: Grade::GOOD, trade: None };
            said.extend(std::iter::repeat_n(praise, self.ratings));
        }
    }

    fn helpers(&self) -> u32 {
        self.names
    }

    fn boxed_clone(&self) -> Box<dyn Attack> {
        Box::new(self.clone())
    }
}

pub(super) const ENTRIES: &[Entry<dyn Attack>] = &[
    Entry {
        key: "whitewashing",
        title: "Whitewashing",
        aliases: &["re-entry"],
        about: "Cheats, and comes back under a new name as soon as its score is below a newcomer's.",
        source: "Friedman & Resnick 2001, J. Economics & Management Strategy 10:173",
        facets: Facets { lever: Lever::Names, cure: "names with a price, newcomers who pay their dues" },
        params: || {
            let margin = Kind::Number { min: 0.0, max: f64::MAX };
            let doc = "How far below a newcomer's its score may fall.";
            Schema::of(vec![cheat_field(1.0), Field::with_default("margin", margin, 0.0, doc)])
        },
        build: |params, ()| {
            let cheat = Chance::of(params.number("cheat"));
            Ok(Box::new(Whitewashing { cheat, margin: params.number("margin") }))
        },
    },
    Entry {
        key: "sybil",
        title: "Sybil",
        aliases: &["fake identities"],
        about: "Cheats under one name, while names of its own that deal with nobody praise it in every period.",
        source: "Douceur 2002, IPTPS; Cheng & Friedman 2005, P2PECON",
        facets: Facets { lever: Lever::Names, cure: "trust that flows from known agents, names with a price" },
        params: || {
            let names = Kind::Integer { min: 0, max: 10_000 };
            let doc = "How many names praise it.";
            let each = "How often each name praises it.";
            let ratings = Field { doc: each, ..ratings_field(1) };
            Schema::of(vec![cheat_field(1.0), Field::with_default("names", names, 5i64, doc), ratings])
        },
        build: |params, ()| {
            let names = u32::try_from(params.integer("names")).expect("the schema bounds it");
            let cheat = Chance::of(params.number("cheat"));
            Ok(Box::new(Sybil { cheat, names, ratings: params.count("ratings") }))
        },
    },
];
