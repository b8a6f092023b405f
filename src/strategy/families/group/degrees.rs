//! Strategies that cooperate by degrees: as much as the others did, more or less.
//!
//! The degree of an action is 1 for the first, 0 for the last, and even steps between. What is wanted is rounded to an
//! action: to the nearest one (half-way is rounded to the more cooperative), or by chance so that the mean is what is
//! wanted. A group of conditional cooperators that give a little less than the others' mean drifts to nothing without
//! anybody's ill will (Fischbacher & Gächter 2010).

use super::{Size, action, from_zero, like_actions, number};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// What is wanted, given what the others did on average; both are degrees from 0 to 1.
#[derive(Clone, Copy, Debug)]
enum Schedule {
    /// `intercept + slope x`.
    Line { intercept: f64, slope: f64 },
    /// Rises with the others up to a peak and falls behind it.
    Hump { peak: f64 },
}

impl Schedule {
    fn wants(self, x: f64) -> f64 {
        let wanted = match self {
            Self::Line { intercept, slope } => intercept + slope * x,
            Self::Hump { peak } if x <= peak => x,
            Self::Hump { peak } => peak * (1.0 - x) / (1.0 - peak).max(1e-12),
        };
        wanted.clamp(0.0, 1.0)
    }
}

/// Cooperates by a schedule of what the others did in the last round.
#[derive(Clone)]
struct ByDegrees {
    schedule: Schedule,
    opening: f64,
    by_chance: bool,
    size: Size,
}

/// The mean degree of the others in the last round.
fn mean_degree(view: &View<'_>, size: Size) -> f64 {
    let last = size.actions.saturating_sub(1).max(1);
    let counts = view.seen.counts(size.actions, 1);
    let sum: usize = counts.iter().enumerate().map(|(place, n)| (last - place.min(last)) * *n as usize).sum();
    sum as f64 / (last as f64 * f64::from(size.others.max(1)))
}

/// The action nearest to a degree, or one of its two neighbours by chance.
fn at_degree(degree: f64, size: Size, by_chance: bool, draws: &mut Draws) -> Action {
    let last = size.actions.saturating_sub(1);
    let steps = degree * last as f64;
    let floor = steps.floor();
    let rest = steps - floor;
    // Nothing is drawn for a whole number of steps.
    let up = if by_chance { rest > 1e-9 && draws.chance(rest) } else { rest >= 0.5 - 1e-9 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
    let given = floor as usize + usize::from(up);
    action(last - given.min(last))
}

impl Strategy for ByDegrees {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let degree = if view.is_first() { self.opening } else { self.schedule.wants(mean_degree(view, self.size)) };
        at_degree(degree, self.size, self.by_chance, draws)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

/// Always the same action.
#[derive(Clone)]
struct Fixed {
    place: u8,
    size: Size,
}

impl Strategy for Fixed {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
    }

    fn act(&mut self, _: &View<'_>, _: &mut Draws) -> Action {
        Action(self.place).min(self.size.last())
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        if usize::from(self.place) < told.actions() {
            return Ok(());
        }
        let found = format!("action {} of {}, counted from 0", self.place, told.actions());
        Err(Diagnostic::new("no-such-action", found, "an action of the game"))
    }
}

/// Moves its action by its part of what the group's total is off a quota.
#[derive(Clone)]
struct Proportional {
    quota: f64,
    size: Size,
}

impl Strategy for Proportional {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let last = self.size.actions.saturating_sub(1) as f64;
        let own = view.own.last().map_or(self.quota, |own| own.index() as f64);
        let counts = view.seen.counts(self.size.actions, 1);
        let others: f64 = counts.iter().enumerate().map(|(place, n)| place as f64 * f64::from(*n)).sum();
        let players = f64::from(self.size.others) + 1.0;
        let off = if view.is_first() { 0.0 } else { (self.quota * players - own - others) / players };
        // Half-way is rounded to the smaller use.
        let wanted = (own + off).clamp(0.0, last);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 255")]
        let place = (wanted - 0.5 + 1e-9).ceil().max(0.0) as usize;
        action(place.min(self.size.actions.saturating_sub(1)))
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

fn opening() -> Field {
    Field::with_default("opening", Kind::Probability, 1.0, "How much it cooperates in the first round.")
}

fn rounding() -> Field {
    Field::with_default(
        "rounding",
        Kind::Choice(&["nearest", "chance"]),
        "nearest",
        "How what is wanted becomes an action: the nearest one, or one of two by chance.",
    )
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "conditional_cooperator",
        title: "Conditional Cooperator",
        aliases: &["conditional_contributor"],
        about: "Cooperates as much as the others did on average in the last round, times a slope, plus an intercept.",
        source: "Fischbacher, Gächter & Fehr 2001, Economics Letters 71:397-404; Keser & van Winden 2000, Scandinavian J. \
                 Economics 102:23-39",
        facets: Facets::memory(1).group(),
        params: || {
            Schema::of(vec![
                number("slope", (-10.0, 10.0), 1.0, "How much of what the others gave it gives."),
                number("intercept", (-1.0, 1.0), 0.0, "What it gives whatever the others gave, as a share of all."),
                opening(),
                rounding(),
            ])
        },
        build: |params, _| {
            let schedule = Schedule::Line { intercept: params.number("intercept"), slope: params.number("slope") };
            let (opening, by_chance) = (params.number("opening"), params.text("rounding") == "chance");
            Ok(Box::new(ByDegrees { schedule, opening, by_chance, size: Size::default() }))
        },
    },
    Entry {
        key: "hump_contributor",
        title: "Hump-Shaped Contributor",
        aliases: &["triangle_cooperator"],
        about: "Cooperates as much as the others did up to a peak, and the less the more they did beyond it.",
        source: "Fischbacher, Gächter & Fehr 2001, Economics Letters 71:397-404",
        facets: Facets::memory(1).group(),
        params: || {
            Schema::of(vec![
                Field::with_default("peak", Kind::Probability, 0.5, "Where it cooperates most."),
                Field::with_default("opening", Kind::Probability, 0.5, "How much it cooperates in the first round."),
                rounding(),
            ])
        },
        build: |params, _| {
            let schedule = Schedule::Hump { peak: params.number("peak") };
            let (opening, by_chance) = (params.number("opening"), params.text("rounding") == "chance");
            Ok(Box::new(ByDegrees { schedule, opening, by_chance, size: Size::default() }))
        },
    },
    Entry {
        key: "fixed_action",
        title: "Fixed Action",
        aliases: &["quota_keeper"],
        about: "Always plays the action of this place: a quota that it keeps whatever the others do.",
        source: "Ostrom, Walker & Gardner 1992, American Political Science Review 86:404-417 (agreed uses)",
        facets: Facets::memory(0).group(),
        params: || Schema::of(vec![from_zero("action", 255, 0, "The action's place, from 0.")]),
        build: |params, _| {
            let place = u8::try_from(params.integer("action")).expect("the schema bounds it");
            Ok(Box::new(Fixed { place, size: Size::default() }))
        },
    },
    Entry {
        key: "proportional_keeper",
        title: "Proportional Keeper",
        aliases: &["proportional_quota"],
        about: "Changes its use by its equal part of what the group's total use is off the quotas.",
        source: "A proportional controller (Åström & Murray 2008, Feedback Systems, ch. 1) of a common total in equal parts",
        facets: Facets::memory(1).group(),
        params: || Schema::of(vec![number("quota", (0.0, 255.0), 0.0, "The quota of each, as an action's place.")]),
        build: |params, _| Ok(Box::new(Proportional { quota: params.number("quota"), size: Size::default() })),
    },
];
