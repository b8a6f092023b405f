//! Second tournament: rules that count how the other answers.
//!
//! Counts without bound: no finite automata.

use super::entry;
use crate::catalogue::Entry;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Defects on who answers C and D alike; else does again what the other did, the surer the oftener it did so.
#[derive(Clone, Default)]
struct Kluepfel {
    /// The other's answers C and D to own D, and to own C.
    to_d: [u32; 2],
    to_c: [u32; 2],
}

impl Strategy for Kluepfel {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        if let (Some(own), Some(answer)) = (view.own.back(2), other.last()) {
            let counts = if own == Action::D { &mut self.to_d } else { &mut self.to_c };
            counts[answer.index()] += 1;
        }
        if view.own.len() > 26 {
            let at_least_half = |part: u32, [c, d]: [u32; 2]| {
                let all = f64::from(c + d);
                f64::from(part) >= all / 2.0 - 0.75 * libm::sqrt(all)
            };
            if at_least_half(self.to_d[0], self.to_d) && at_least_half(self.to_c[1], self.to_c) {
                return Action::D;
            }
        }
        let [one, two, three] = [1, 2, 3].map(|back| other.back(back).unwrap_or(Action::C));
        let again = if one == two && two == three {
            1.0
        } else if one == two {
            0.9
        } else if one == Action::C {
            0.7
        } else {
            0.6
        };
        if draws.chance(again) { one } else { one.flip() }
    }
}

/// Cooperates where cooperation has followed the like of the last two actions at least as often as defection, and defects
/// from round 41 on while the other is near one half.
#[derive(Clone, Default)]
struct Yamachi {
    /// By the other's action, own next and the other's next: how often.
    counts: [u32; 8],
    /// What it last meant to play, and the round before.
    meant: [Option<Action>; 2],
}

impl Strategy for Yamachi {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let turn = other.len() + 1;
        let seen = |back| other.back(back).unwrap_or(Action::C);
        let [last, before] = self.meant.map(|action| action.unwrap_or(Action::C));
        let place = |them: Action, us: Action| 4 * them.index() + 2 * us.index();
        if turn >= 3 {
            self.counts[place(seen(3), before) + seen(2).index()] += 1;
        }
        let here = place(seen(2), last);
        let action = Action::cooperate_if(self.counts[here] >= self.counts[here + 1]);
        self.meant = [Some(action), self.meant[0]];
        let share = (f64::from(other.defections()) + 0.5) / turn as f64;
        if turn > 40 && 0.45 < share && share < 0.55 { Action::D } else { action }
    }
}

/// Counts how often the other's action agreed with its own before: cooperates, copies or defects by that, but probes
/// with one D after a run of C.
#[derive(Clone)]
struct Hufford {
    agreements: u32,
    last_four: [bool; 4],
    place: usize,
    needed: u32,
    run: u32,
    /// The round of a probe that has not been judged yet.
    probe: Option<usize>,
    /// The other's answers C and D to probes, from 2 each.
    answers: [u32; 2],
}

impl Default for Hufford {
    fn default() -> Self {
        Self { agreements: 2, last_four: [true; 4], place: 0, needed: 21, run: 2, probe: None, answers: [2, 2] }
    }
}

impl Strategy for Hufford {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let turn = view.own.len() + 1;
        let Some(last) = view.opponent().last() else { return Action::C };
        self.place = (self.place + 1) % 4;
        let agrees = view.own.back(2).unwrap_or(Action::C) == last;
        self.agreements += u32::from(agrees);
        self.last_four[self.place] = agrees;
        match self.probe {
            None => {
                self.run = if last == Action::C { self.run + 1 } else { 0 };
                if self.run >= self.needed {
                    self.probe = Some(turn);
                    if self.run == self.needed {
                        return Action::D;
                    }
                }
            }
            Some(probe) if turn == probe + 2 => {
                self.probe = None;
                self.answers[last.index()] += 1;
                self.needed = 20 * self.answers[1] / self.answers[0] + 1;
                self.run = 0;
                return Action::C;
            }
            Some(_) => {}
        }
        let share = f64::from(self.agreements) / turn as f64;
        let recent = self.last_four.iter().filter(|agreed| **agreed).count();
        if share > 0.9 && recent >= 4 {
            Action::C
        } else if share >= 0.625 && recent >= 2 {
            last
        } else {
            Action::D
        }
    }
}

/// Keeps a credit that each C raises by one and each D lowers by two; without credit it defects, early on always, later
/// on who has defected in 15 per cent of the rounds.
#[derive(Clone)]
struct Mikkelson {
    credit: i32,
}

impl Strategy for Mikkelson {
    fn begin(&mut self, _: &Told) {
        self.credit = 7;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let turn = other.len() + 1;
        let Some(last) = other.last() else { return Action::C };
        self.credit = (self.credit + if last == Action::C { 1 } else { -2 }).clamp(-7, 8);
        if turn == 2 || self.credit > 0 {
            return Action::C;
        }
        if turn <= 10 {
            self.credit = 4;
            return Action::D;
        }
        Action::cooperate_if(f64::from(other.defections()) / (turn as f64) < 0.15)
    }
}

/// Copies, forgives now and then after an odd number of defections, and defects on five defections of twelve.
#[derive(Clone, Default)]
struct Weiner {
    forgives: bool,
    grudge: usize,
    /// Defections since the last cooperation, modulo two.
    odd: bool,
}

impl Strategy for Weiner {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let Some(last) = other.last() else { return Action::C };
        let mut action = last;
        if self.forgives {
            self.forgives = false;
            self.odd = false;
            if self.grudge < other.len() + 1 && last == Action::D {
                self.grudge += 20;
                action = Action::C;
            }
        } else if last == Action::D {
            self.odd = !self.odd;
        } else {
            self.forgives = std::mem::take(&mut self.odd);
        }
        // The twelve rounds before the last one.
        let before = &other.actions()[..other.len() - 1];
        let twelve = &before[before.len().saturating_sub(12)..];
        let defections = twelve.iter().filter(|action| **action == Action::D).count();
        if defections >= 5 { Action::D } else { action }
    }
}

/// Cooperates four times and once more upon the first D after that; then as often as the other has answered the like of
/// its last action but one with C.
#[derive(Clone)]
struct Appold {
    /// By own action C and D: how often it was answered, and how often with C.
    tried: [u32; 2],
    kept: [u32; 2],
    crossed: bool,
}

impl Appold {
    const FRESH: Appold = Appold { tried: [0, 1], kept: [0, 1], crossed: false };
}

impl Strategy for Appold {
    fn begin(&mut self, _: &Told) {
        *self = Self::FRESH;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let Some(last) = view.opponent().last() else { return Action::C };
        let tried = view.own.back(2).unwrap_or(Action::C).index();
        self.tried[tried] += 1;
        self.kept[tried] += u32::from(last == Action::C);
        if view.own.len() < 4 {
            return Action::C;
        }
        if last == Action::D && !self.crossed {
            self.crossed = true;
            return Action::C;
        }
        Action::cooperate_if(draws.chance(f64::from(self.kept[tried]) / f64::from(self.tried[tried])))
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry(
        "second_by_kluepfel",
        "Second by Kluepfel",
        "Defects on who answers C and D alike, else does again what the other did, the surer the oftener it did so.",
        Facets::unbounded().stochastic().axelrod("SecondByKluepfel"),
        |_, _| Ok(Box::new(Kluepfel::default())),
    ),
    entry(
        "second_by_yamachi",
        "Second by Yamachi",
        "Predicts the other from the last two actions by counts, and defects on who is near one half.",
        Facets::unbounded().axelrod("SecondByYamachi"),
        |_, _| Ok(Box::new(Yamachi::default())),
    ),
    entry(
        "second_by_richard_hufford",
        "Second by RichardHufford",
        "Cooperates, copies or defects by how often the other agreed with it, and probes after runs of C.",
        Facets::unbounded().axelrod("SecondByRichardHufford"),
        |_, _| Ok(Box::new(Hufford::default())),
    ),
    entry(
        "second_by_mikkelson",
        "Second by Mikkelson",
        "Keeps a credit that C raises and D lowers faster, and defects without credit.",
        Facets::unbounded().axelrod("SecondByMikkelson"),
        |_, _| Ok(Box::new(Mikkelson { credit: 7 })),
    ),
    entry(
        "second_by_weiner",
        "Second by Weiner",
        "Copies, sometimes forgives, and defects on five defections of twelve.",
        Facets::unbounded().axelrod("SecondByWeiner"),
        |_, _| Ok(Box::new(Weiner::default())),
    ),
    entry(
        "second_by_appold",
        "Second by Appold",
        "Cooperates as often as the other has answered the like of its last action but one with C.",
        Facets::unbounded().stochastic().axelrod("SecondByAppold"),
        |_, _| Ok(Box::new(Appold::FRESH)),
    ),
];
