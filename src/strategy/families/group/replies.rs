//! Strategies that reply to what the others did last, by the game's payoffs: best for oneself, best for all, or likelier
//! the better it would have been.

use super::{Size, action, from_zero, like_actions, number};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// What a reply goes by.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// The best for itself.
    Own,
    /// The best for all.
    All,
    /// Each action with a weight of `exp(precision payoff)`.
    Logit { precision: f64 },
}

/// Replies to the others' last actions as if they would be taken again.
#[derive(Clone)]
struct Reply {
    aim: Aim,
    /// With this probability it keeps to its last action.
    inertia: f64,
    /// The action of the first round.
    opening: u8,
    told: Option<Told>,
    size: Size,
}

impl Reply {
    fn boxed(aim: Aim, inertia: f64, opening: i64) -> Box<dyn Strategy> {
        let opening = u8::try_from(opening).expect("the schema bounds it");
        Box::new(Self { aim, inertia, opening, told: None, size: Size::default() })
    }
}

impl Strategy for Reply {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.told = Some(told.clone());
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let (Some(own), Some(told)) = (view.own.last(), &self.told) else {
            return Action(self.opening).min(self.size.last());
        };
        if draws.chance(self.inertia) {
            return own;
        }
        let others = view.seen.counts(self.size.actions, 1);
        let worth: Vec<f64> = (0..self.size.actions)
            .map(|place| {
                let worth = match self.aim {
                    Aim::All => told.game.welfare(told.player, place, &others),
                    _ => told.game.payoff(told.player, place, &others),
                };
                worth.unwrap_or(0.0)
            })
            .collect();
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self.aim {
            Aim::Logit { precision } => {
                let weights: Vec<f64> = worth.iter().map(|worth| libm::exp(precision * (worth - best))).collect();
                let sum: f64 = weights.iter().sum();
                let chances: Vec<f64> = weights.iter().map(|weight| weight / sum).collect();
                action(draws.categorical(&chances))
            }
            // Of equals its own last action, else the first.
            _ if worth.get(own.index()) == Some(&best) => own,
            _ => action(worth.iter().position(|worth| *worth == best).unwrap_or(0)),
        }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

fn opening() -> Field {
    from_zero("opening", 255, 0, "The place of its first action; the last one if there are not so many.")
}

fn inertia() -> Field {
    Field::with_default("inertia", Kind::Probability, 0.0, "With what probability it keeps to its last action.")
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "group_best_reply",
        title: "Group Best Reply",
        aliases: &[],
        about: "Plays what would have been best for itself against the others' last actions.",
        source: "Cournot 1838, Recherches sur les principes mathématiques de la théorie des richesses, ch. 7",
        facets: Facets::memory(1).uses_game().group(),
        params: || Schema::of(vec![inertia(), opening()]),
        build: |params, _| Ok(Reply::boxed(Aim::Own, params.number("inertia"), params.integer("opening"))),
    },
    Entry {
        key: "group_welfare_reply",
        title: "Group Welfare Reply",
        aliases: &["utilitarian_reply"],
        about: "Plays what would have been best for all together, given the others' last actions.",
        source: "Laffont 1975, Economica 42:430-437 (Kantian and utilitarian conduct)",
        facets: Facets::memory(1).uses_game().group(),
        params: || Schema::of(vec![inertia(), opening()]),
        build: |params, _| Ok(Reply::boxed(Aim::All, params.number("inertia"), params.integer("opening"))),
    },
    Entry {
        key: "group_logit_reply",
        title: "Group Logit Reply",
        aliases: &["quantal_reply"],
        about: "Replies to the others' last actions by chance: an action is the likelier the better it would have been.",
        source: "McKelvey & Palfrey 1995, Games and Economic Behavior 10:6-38; as a process Blume 1993, Games and \
                 Economic Behavior 5:387-424",
        facets: Facets::memory(1).stochastic().uses_game().group(),
        params: || {
            let precision = number("precision", (0.0, 1e6), 0.2, "How much one more unit of utility weighs.");
            Schema::of(vec![precision.unit("per utility"), inertia(), opening()])
        },
        build: |params, _| {
            let aim = Aim::Logit { precision: params.number("precision") };
            Ok(Reply::boxed(aim, params.number("inertia"), params.integer("opening")))
        },
    },
];
