//! Strategies that cooperate while enough of the others do.
//!
//! The condition is a share of the others: with all of them a single defector ends cooperation, with few it is not
//! noticed (Boyd & Richerson 1988: the more must cooperate, the fewer reciprocators can begin; the fewer must, the more
//! defectors they carry).

use super::{Share, Size, from_zero, like_actions, share_field};
use crate::catalogue::{Entry, Field, Kind, Schema};
use crate::error::Diagnostic;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// What follows a round in which too few of the others cooperated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Defection in the next round.
    Alike,
    /// Defection for so many rounds, and then cooperation whatever the others did meanwhile.
    Rounds(u32),
    /// Defection for ever.
    Always,
}

/// Cooperates first and while at least a share of the others did in the last round.
#[derive(Clone)]
struct Conditional {
    share: Share,
    answer: Answer,
    /// In so many last rounds it defects whatever happens.
    end: u32,
    told: Option<Told>,
    size: Size,
    need: u32,
    /// For how many rounds it still defects, the last one counted.
    left: u32,
}

impl Conditional {
    fn boxed(share: Share, answer: Answer, end: u32) -> Box<dyn Strategy> {
        Box::new(Self { share, answer, end, told: None, size: Size::default(), need: 0, left: 0 })
    }
}

impl Strategy for Conditional {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.need = self.share.of(self.size.others);
        self.left = 0;
        self.told = (self.end > 0).then(|| told.clone());
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let offended = !view.is_first() && view.seen.took(Action::C, 1) < self.need;
        let defects = match self.answer {
            Answer::Alike => offended,
            // While it punishes it does not look: the others' answers to its own defections are no new offence.
            Answer::Rounds(_) if self.left > 0 => {
                self.left -= 1;
                self.left > 0
            }
            Answer::Rounds(rounds) => {
                self.left = if offended { rounds } else { 0 };
                offended
            }
            Answer::Always => {
                self.left |= u32::from(offended);
                self.left > 0
            }
        };
        let left = self.told.as_ref().and_then(|told| told.rounds_left(view.round));
        let over = left.is_some_and(|left| left <= self.end);
        if defects || over { self.size.last() } else { Action::C }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

/// Keeps its action while it pays as much as it aspires to, else takes the other one.
#[derive(Clone)]
struct Pavlov {
    aspiration: Option<f64>,
    told: Option<Told>,
    size: Size,
    level: f64,
}

impl Strategy for Pavlov {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.told = Some(told.clone());
        let alike = |action: Action| {
            let mut others = vec![0; self.size.actions];
            others[action.index()] = self.size.others;
            told.game.payoff(told.player, action.index(), &others).unwrap_or_default()
        };
        self.level = self.aspiration.unwrap_or_else(|| f64::midpoint(alike(Action::C), alike(self.size.last())));
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let (Some(own), Some(told)) = (view.own.last(), &self.told) else { return Action::C };
        let others = view.seen.counts(self.size.actions, 1);
        let paid = told.game.payoff(told.player, own.index(), &others).unwrap_or_default();
        if paid >= self.level {
            own
        } else if own == Action::C {
            self.size.last()
        } else {
            Action::C
        }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

/// Takes the first action when it is its turn, the last one otherwise: players take turns by their places.
#[derive(Clone)]
struct TurnTaker {
    width: u32,
    size: Size,
    place: u32,
}

impl Strategy for TurnTaker {
    fn begin(&mut self, told: &Told) {
        self.size = Size::of(told);
        self.place = told.player.0;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let players = u64::from(self.size.others) + 1;
        // Each round the window of those whose turn it is moves on by its width.
        let start = (u64::from(view.round) - 1) * u64::from(self.width) % players;
        let behind = (u64::from(self.place) + players - start) % players;
        if behind < u64::from(self.width) { Action::C } else { self.size.last() }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        like_actions(told)
    }
}

const ENOUGH: &str = "What share of the others must have cooperated.";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "group_tit_for_tat",
        title: "Group Tit For Tat",
        aliases: &["n_player_tit_for_tat", "reciprocator"],
        about: "Cooperates first, and then if at least a share of the others did in the last round.",
        source: "Boyd & Richerson 1988, J. Theoretical Biology 132:337-356; Taylor 1976, Anarchy and Cooperation",
        facets: Facets::memory(1).group(),
        params: || Schema::of(vec![share_field(0.5, ENOUGH)]),
        build: |params, _| Ok(Conditional::boxed(Share::read(params, "share")?, Answer::Alike, 0)),
    },
    Entry {
        key: "group_grim",
        title: "Group Grim",
        aliases: &["group_trigger"],
        about: "Cooperates until fewer than a share of the others do, and then never again.",
        source: "Friedman 1971, Review of Economic Studies 38:1-12; in groups Taylor 1976, Anarchy and Cooperation",
        facets: Facets::unbounded().group(),
        params: || Schema::of(vec![share_field(1.0, ENOUGH)]),
        build: |params, _| Ok(Conditional::boxed(Share::read(params, "share")?, Answer::Always, 0)),
    },
    Entry {
        key: "group_punisher",
        title: "Group Punisher",
        aliases: &["green_porter"],
        about: "After a round in which fewer than a share of the others cooperated it defects for some rounds, then \
                cooperates again.",
        source: "Green & Porter 1984, Econometrica 52:87-100",
        facets: Facets::unbounded().group(),
        params: || {
            Schema::of(vec![super::super::count("rounds", 1, 3, "For how long it defects."), share_field(1.0, ENOUGH)])
        },
        build: |params, _| {
            let rounds = super::super::small(params, "rounds");
            Ok(Conditional::boxed(Share::read(params, "share")?, Answer::Rounds(rounds), 0))
        },
    },
    Entry {
        key: "group_end_game",
        title: "Group End Game",
        aliases: &[],
        about: "Cooperates as a group tit-for-tat and defects in the last rounds, if it knows which these are.",
        source: "Selten & Stoecker 1986, J. Economic Behavior & Organization 7:47-70, for a group",
        facets: Facets::unbounded().uses_length().group(),
        params: || {
            Schema::of(vec![
                from_zero("k", 1_000_000, 1, "In how many last rounds it defects."),
                share_field(0.5, ENOUGH),
            ])
        },
        build: |params, _| {
            let end = super::super::small(params, "k");
            Ok(Conditional::boxed(Share::read(params, "share")?, Answer::Alike, end))
        },
    },
    Entry {
        key: "group_pavlov",
        title: "Group Pavlov",
        aliases: &["group_win_stay_lose_shift"],
        about: "Keeps its action if it paid at least what it aspires to, by default half-way between all cooperating and \
                all defecting; else it changes.",
        source: "Nowak & Sigmund 1993, Nature 364:56-58; in groups Hauert & Schuster 1997, Proceedings of the Royal \
                 Society B 264:513-519",
        facets: Facets::memory(1).uses_game().group(),
        params: || Schema::of(vec![Field::optional("aspiration", Kind::NUMBER, "What it aspires to.").unit("utility")]),
        build: |params, _| {
            let aspiration = params.get("aspiration").and_then(crate::catalogue::Value::number);
            Ok(Box::new(Pavlov { aspiration, told: None, size: Size::default(), level: 0.0 }))
        },
    },
    Entry {
        key: "turn_taker",
        title: "Turn Taker",
        aliases: &["rotation"],
        about: "Takes the first action when it is its turn and the last one otherwise; turns go round by the players' \
                places, some at a time.",
        source: "Leo 2017, Taking Turns, Games and Economic Behavior 102",
        facets: Facets::unbounded().group(),
        params: || {
            let width = Kind::Integer { min: 0, max: 100_000 };
            Schema::of(vec![
                Field::with_default("width", width, 1i64, "How many have their turn at once.").unit("players"),
            ])
        },
        build: |params, _| {
            Ok(Box::new(TurnTaker { width: super::super::small(params, "width"), size: Size::default(), place: 0 }))
        },
    },
];
