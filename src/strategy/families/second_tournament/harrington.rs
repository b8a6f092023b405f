//! Second tournament: Harrington's rule, which came eighth.
//!
//! In normal mode it copies, with cooperations that it owes and streaks that it breaks, and cheats now and then after
//! round 37 unless that was punished. Every fifteen rounds it tests whether the other is random; on a random player it
//! defects until that player has defected long enough. An other that cheats exactly when it does is met with fair weather.
//! It keeps counts without bound: no finite automaton.

use super::entry;
use crate::catalogue::Entry;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Normal,
    FairWeather,
    Defect,
}

#[derive(Clone)]
struct Harrington {
    mode: Mode,
    /// The other's defections after its first action.
    defections: u32,
    /// How far the other is on the way out of the mode of defection.
    exit: i32,
    /// Whether it was in that mode: it is entered once at most.
    was_in_defect: bool,
    /// The probability of a cheat after round 37.
    cheat: f64,
    /// How often C and D followed, by the round before: the other's D counts 1, the own 2.
    followed: [[u32; 2]; 4],
    /// Cooperations owed.
    owed: i32,
    /// Rounds since the last cheat; it counts only in rounds in which a cooperation is played.
    since_cheat: u32,
    burned: bool,
    streak: u32,
    parity_streaks: [u32; 2],
    parity: usize,
    parity_limit: u32,
    parity_hits: u32,
}

impl Harrington {
    const FRESH: Harrington = Harrington {
        mode: Mode::Normal,
        defections: 0,
        exit: 0,
        was_in_defect: false,
        cheat: 0.25,
        followed: [[0; 2]; 4],
        owed: 0,
        since_cheat: 3,
        burned: false,
        streak: 0,
        parity_streaks: [0; 2],
        parity: 0,
        parity_limit: 5,
        parity_hits: 0,
    };

    /// Plays C: one cooperation less is owed, and the last cheat is a round longer ago.
    fn cooperate(&mut self) -> Action {
        self.owed -= 1;
        self.since_cheat += 1;
        Action::C
    }

    /// Plays D in a streak that is counted.
    fn defect(&mut self) -> Action {
        self.parity_streaks[self.parity] += 1;
        Action::D
    }

    /// Cheats and owes two cooperations.
    fn cheats(&mut self) -> Action {
        self.owed = 2;
        self.since_cheat = 1;
        Action::D
    }

    /// Whether the other's answers do not depend on the round before: a chi-squared test without cells in which less than
    /// one is expected, unless it mostly cooperates, or defects rarely or mostly.
    fn looks_random(&self, turn: usize) -> bool {
        let n = (turn - 2) as f64;
        if f64::from(self.followed[0][0]) / n >= 0.8 || !(0.25..=0.75).contains(&(f64::from(self.defections) / n)) {
            return false;
        }
        let column = |j: usize| f64::from(self.followed.iter().map(|row| row[j]).sum::<u32>());
        let columns = [column(0), column(1)];
        let mut chi_squared = 0.0;
        for row in &self.followed {
            let total = f64::from(row[0] + row[1]);
            for (seen, column) in row.iter().zip(columns) {
                let expected = total * column / n;
                if expected > 1.0 {
                    let off = expected - f64::from(*seen);
                    chi_squared += off * off / expected;
                }
            }
        }
        chi_squared <= 3.0
    }

    /// Counts what the other did, and says whether it is time to defect on a random player.
    fn watch(&mut self, view: &View<'_>, turn: usize, seen: Action) -> bool {
        if self.was_in_defect {
            return false;
        }
        if let (Some(own), Some(before)) = (view.own.back(2), view.opponent().back(2)) {
            self.defections += u32::from(seen == Action::D);
            self.followed[before.index() + 2 * own.index()][seen.index()] += 1;
        }
        turn > 15 && turn.is_multiple_of(15) && self.looks_random(turn)
    }

    /// Whether a streak of every second defection has reached its limit, which eight such streaks lower.
    fn breaks_parity_streak(&mut self, seen: Action) -> bool {
        self.parity = 1 - self.parity;
        let streak = &mut self.parity_streaks[self.parity];
        *streak = if seen == Action::D { *streak + 1 } else { 0 };
        if *streak < self.parity_limit {
            return false;
        }
        *streak = 0;
        self.parity_hits += 1;
        if self.parity_hits >= 8 {
            self.parity_limit = 3;
        }
        true
    }

    fn normal(&mut self, turn: usize, seen: Action, draws: &mut Draws) -> Action {
        self.streak = if seen == Action::D { self.streak + 1 } else { 0 };
        if self.streak >= 20 {
            return self.defect();
        }
        if self.breaks_parity_streak(seen) || self.owed >= 1 {
            return self.cooperate();
        }
        if turn == 37 {
            return self.cheats();
        }
        if turn < 37 || self.burned || !draws.chance(self.cheat) {
            return if seen == Action::C { self.cooperate() } else { self.defect() };
        }
        self.cheat += 0.05;
        self.cheats()
    }
}

impl Strategy for Harrington {
    fn begin(&mut self, _: &Told) {
        *self = Self::FRESH;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        let Some(seen) = other.last() else { return Action::C };
        let turn = view.own.len() + 1;
        if self.mode == Mode::Defect {
            self.exit += if seen == Action::D { 1 } else { -3 };
            if self.exit < 11 {
                return Action::D;
            }
            self.mode = Mode::Normal;
            self.was_in_defect = true;
            self.owed = 2;
            return Action::C;
        }
        if self.watch(view, turn, seen) {
            self.mode = Mode::Defect;
            return Action::D;
        }
        self.burned = self.burned || (self.since_cheat == 2 && seen == Action::D);
        if turn == 38 && seen == Action::D && other.cooperations() == 36 {
            self.mode = Mode::FairWeather;
            return Action::C;
        }
        if self.mode == Mode::FairWeather {
            if seen == Action::C {
                return self.cooperate();
            }
            self.mode = Mode::Normal;
        }
        self.normal(turn, seen, draws)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[entry(
    "second_by_harrington",
    "Second by Harrington",
    "Copies, breaks streaks, cheats now and then after round 37, and defects on the random.",
    Facets::unbounded().stochastic().axelrod("SecondByHarrington"),
    |_, _| Ok(Box::new(Harrington::FRESH)),
)];
