//! Strategies that strike back while they have been cheated more often than they cheated.

use super::{LIBRARY, count, small};
use crate::catalogue::{Entry, Field, Kind, Params, Schema};
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Defects while it was cheated more often than `threshold` times as often as it cheated; if limited, for so many
/// rounds at most before it cooperates once.
#[derive(Clone)]
struct Retaliate {
    threshold: f64,
    limit: Option<u32>,
    cheated: u32,
    cheats: u32,
    struck: u32,
}

impl Retaliate {
    fn of(params: &Params, limited: bool) -> Box<dyn Strategy> {
        let limit = limited.then(|| small(params, "retaliation_limit"));
        let threshold = params.number("retaliation_threshold");
        Box::new(Self { threshold, limit, cheated: 0, cheats: 0, struck: 0 })
    }
}

impl Strategy for Retaliate {
    fn begin(&mut self, _: &Told) {
        (self.cheated, self.cheats, self.struck) = (0, 0, 0);
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        match (view.own.last(), view.opponent().last()) {
            (Some(Action::C), Some(Action::D)) => self.cheated += 1,
            (Some(Action::D), Some(Action::C)) => self.cheats += 1,
            _ => {}
        }
        let provoked = f64::from(self.cheated) > f64::from(self.cheats) * self.threshold;
        if provoked && self.limit.is_none_or(|limit| self.struck < limit) {
            self.struck += 1;
            return Action::D;
        }
        self.struck = 0;
        Action::C
    }
}

fn threshold(default: f64) -> Field {
    let kind = Kind::Number { min: 0.0, max: f64::INFINITY };
    Field::with_default("retaliation_threshold", kind, default, "How often it bears to be cheated, by its own cheats.")
}

fn limited(default: f64, limit: i64) -> Schema {
    let limit = count("retaliation_limit", 0, limit, "How many rounds it strikes at most.").unit("rounds");
    Schema::of(vec![threshold(default), limit])
}

const fn entry(
    key: &'static str,
    title: &'static str,
    class: &'static str,
    params: fn() -> Schema,
    build: crate::catalogue::Build<dyn Strategy>,
) -> Entry<dyn Strategy> {
    let about = "Defects while it was cheated more often than a fraction of its own cheats.";
    let facets = Facets::unbounded().axelrod(class);
    Entry { key, title, aliases: &[], about, source: LIBRARY, facets, params, build }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry(
        "retaliate",
        "Retaliate",
        "Retaliate",
        || Schema::of(vec![threshold(0.1)]),
        |params, _| Ok(Retaliate::of(params, false)),
    ),
    entry(
        "retaliate_2",
        "Retaliate 2",
        "Retaliate2",
        || Schema::of(vec![threshold(0.08)]),
        |params, _| Ok(Retaliate::of(params, false)),
    ),
    entry(
        "retaliate_3",
        "Retaliate 3",
        "Retaliate3",
        || Schema::of(vec![threshold(0.05)]),
        |params, _| Ok(Retaliate::of(params, false)),
    ),
    entry(
        "limited_retaliate",
        "Limited Retaliate",
        "LimitedRetaliate",
        || limited(0.1, 20),
        |params, _| Ok(Retaliate::of(params, true)),
    ),
    entry(
        "limited_retaliate_2",
        "Limited Retaliate 2",
        "LimitedRetaliate2",
        || limited(0.08, 15),
        |params, _| Ok(Retaliate::of(params, true)),
    ),
    entry(
        "limited_retaliate_3",
        "Limited Retaliate 3",
        "LimitedRetaliate3",
        || limited(0.05, 20),
        |params, _| Ok(Retaliate::of(params, true)),
    ),
];
