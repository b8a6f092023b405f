//! Second tournament: rules that change their mode by scores and checkpoints.
//!
//! They keep scores or counts without bound: no finite automata.

use super::entry;
use crate::catalogue::Entry;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, History, Payoffs, Strategy, Told, View};

/// Copies, breaks up mutual defection and echoes of three rounds, and judges each 25 rounds whether to defect for the
/// next 25.
#[derive(Clone, Default)]
struct Borufsen {
    /// The other's cooperations upon own C and own D since the last judgement.
    kept: [u32; 2],
    mutual: u32,
    echoes: u32,
    /// The next D comes out as C.
    pardons: bool,
    defects: bool,
}

impl Borufsen {
    fn judge(&mut self) {
        let [upon_c, upon_d] = std::mem::take(&mut self.kept);
        let kept = upon_c + upon_d;
        let random = (8..=17).contains(&kept) && f64::from(upon_c) / f64::from(kept) < 0.7;
        self.defects = kept < 3 || random;
        if self.defects {
            (self.mutual, self.echoes, self.pardons) = (0, 0, false);
        }
    }
}

impl Strategy for Borufsen {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let (Some(own), Some(seen)) = (view.own.last(), other.last()) else { return Action::C };
        let turn = view.own.len() + 1;
        if let Some(tried) = view.own.back(2) {
            self.kept[tried.index()] += u32::from(seen == Action::C);
        }
        if turn > 2 && turn % 25 == 2 {
            let defected = self.defects;
            self.judge();
            if defected && !self.defects {
                return Action::D;
            }
        }
        if self.defects {
            return Action::D;
        }
        self.mutual = if (own, seen) == (Action::D, Action::D) { self.mutual + 1 } else { 0 };
        if self.mutual >= 3 {
            (self.mutual, self.echoes) = (0, 0);
            return Action::C;
        }
        let before = |history: History<'_>| history.back(2).unwrap_or(Action::C);
        let echo = own != seen && own == before(other) && seen == before(view.own);
        self.echoes = if echo { self.echoes + 1 } else { 0 };
        if self.echoes >= 3 {
            (self.mutual, self.echoes) = (0, 0);
            self.pardons = true;
        }
        if seen == Action::D && std::mem::take(&mut self.pardons) { Action::C } else { seen }
    }
}

/// Copies, and defects for ever once its score is behind at a checkpoint.
#[derive(Clone, Default)]
struct GraaskampKatzen {
    payoffs: Payoffs,
    score: i64,
    defects: bool,
}

impl GraaskampKatzen {
    /// Rounds and the scores that it wants to have by them, in utility.
    const CHECKPOINTS: [(usize, i64); 6] = [(11, 23), (21, 53), (31, 83), (41, 113), (51, 143), (101, 293)];
}

impl Strategy for GraaskampKatzen {
    fn begin(&mut self, told: &Told) {
        *self = Self { payoffs: Payoffs::of(told), ..Self::default() };
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) else { return Action::C };
        self.score += self.payoffs.own(own, seen);
        let turn = view.own.len() + 1;
        let behind = |(round, score): &(usize, i64)| *round == turn && self.score < score * self.payoffs.unit();
        self.defects = self.defects || Self::CHECKPOINTS.iter().any(behind);
        if self.defects { Action::D } else { seen }
    }
}

/// Cooperates; looks every six rounds at its score, and the worse it is the more it distrusts, with D, C, D each time and
/// with D for ever at last.
#[derive(Clone, Default)]
struct Rowsam {
    payoffs: Payoffs,
    score: i64,
    distrust: u32,
    /// Rounds of the answer that are left: a C and a D.
    left: u8,
    defects: bool,
}

impl Rowsam {
    /// How much distrust a score gives, by halves of a unit a round.
    fn distrusts(&self, turn: usize) -> u32 {
        let turn = i64::try_from(turn).unwrap_or(i64::MAX);
        let below = |halves: i64| 2 * self.score < halves.saturating_mul(turn).saturating_mul(self.payoffs.unit());
        [(2, 5), (3, 3), (4, 2), (5, 1)].into_iter().find(|(halves, _)| below(*halves)).map_or(0, |(_, points)| points)
    }
}

impl Strategy for Rowsam {
    fn begin(&mut self, told: &Told) {
        *self = Self { payoffs: Payoffs::of(told), ..Self::default() };
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let turn = view.own.len() + 1;
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            self.score += self.payoffs.own(own, seen);
        }
        if self.defects {
            return Action::D;
        }
        if self.left > 0 {
            self.left -= 1;
            return Action::cooperate_if(self.left == 1);
        }
        if turn.is_multiple_of(18) && self.distrust >= 3 {
            self.distrust -= 1;
        }
        let points = if turn.is_multiple_of(6) { self.distrusts(turn) } else { 0 };
        if points == 0 {
            return Action::C;
        }
        self.distrust += points;
        self.defects = self.distrust >= 7;
        self.left = if self.defects { 0 } else { 2 };
        Action::D
    }
}

/// Cooperates while its lead is as large as it demands. It demands more with each defection upon a cooperation; an other
/// that does not look random is given a fresh start now and then.
#[derive(Clone, Default)]
struct TidemanAndChieruzzi {
    payoffs: Payoffs,
    /// Own minus other's score, the lead demanded, and what the next defection adds to it.
    lead: i64,
    demanded: i64,
    step: i64,
    /// The round of the last fresh start, and whether its second cooperation is due.
    fresh: usize,
    second: bool,
}

impl Strategy for TidemanAndChieruzzi {
    fn begin(&mut self, told: &Told) {
        *self = Self { payoffs: Payoffs::of(told), ..Self::default() };
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let (Some(own), Some(seen)) = (view.own.last(), other.last()) else { return Action::C };
        let turn = view.own.len() + 1;
        self.lead += self.payoffs.own(own, seen) - self.payoffs.other(own, seen);
        if std::mem::take(&mut self.second) {
            (self.lead, self.demanded, self.step) = (0, 0, 0);
            self.fresh = turn;
            return Action::C;
        }
        let cheated = other.back(2).unwrap_or(Action::C) == Action::C && seen == Action::D;
        if cheated {
            self.demanded += self.step;
            self.step += 5 * self.payoffs.unit();
        }
        if self.lead >= self.demanded {
            return Action::C;
        }
        if !cheated && turn - self.fresh >= 10 {
            let n = other.len() as f64;
            let spread = 3.0 * libm::sqrt(n) / 2.0;
            let defections = f64::from(other.defections());
            if defections <= n / 2.0 - spread || defections >= n / 2.0 + spread {
                self.second = true;
                return Action::C;
            }
        }
        Action::D
    }
}

/// Cooperates, defects now and then while its score is good, the more as the other bears it, never twice running; weighs
/// chances while it is fair; copies when it is bad. Scores by the payoffs 3, 0, 5 and 1.
#[derive(Clone)]
struct Tranquilizer {
    scores: [i64; 2],
    /// The other's run of defections.
    run: u32,
    /// Rounds since a defection of its own that is being watched: 0 if none is.
    watched: u8,
    /// What the first and the second round after such a defection brought on average, and how many were counted.
    first: (f64, f64),
    second: (f64, f64),
}

impl Tranquilizer {
    const FRESH: Tranquilizer =
        Tranquilizer { scores: [0, 0], run: 0, watched: 0, first: (5.0, 1.0), second: (0.0, 1.0) };

    /// Adds an observation to an average: 3 less 3 for the other's D, 2 more for its own, 1 less for both.
    fn average((mean, n): (f64, f64), own: f64, seen: f64) -> (f64, f64) {
        ((mean * n + (3.0 - 3.0 * seen) + 2.0 * own - seen * own) / (n + 1.0), n + 1.0)
    }
}

impl Strategy for Tranquilizer {
    fn begin(&mut self, _: &Told) {
        *self = Self::FRESH;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        let (Some(own), Some(seen)) = (view.own.last(), other.last()) else { return Action::C };
        let payoffs = Payoffs::AXELROD;
        self.scores[0] += payoffs.own(own, seen);
        self.scores[1] += payoffs.other(own, seen);
        self.run = if seen == Action::D { self.run + 1 } else { 0 };
        let (d_own, d_seen) = (f64::from(own.0), f64::from(seen.0));
        match self.watched {
            2 => {
                self.watched = 0;
                self.second = Self::average(self.second, d_own, d_seen);
            }
            1 => {
                self.watched = 2;
                self.first = Self::average(self.first, d_own, d_seen);
            }
            _ => {}
        }
        if self.watched > 0 {
            return Action::C;
        }
        let turn = (view.own.len() + 1) as f64;
        let [score, others] = self.scores.map(|score| score as f64);
        if score / turn >= 2.25 {
            let p = 0.95 - (self.first.0 + self.second.0 - 5.0) / 15.0 + 1.0 / (turn * turn) - d_seen / 4.0;
            let keeps = draws.chance(p);
            self.watched = u8::from(!keeps);
            return Action::cooperate_if(keeps);
        }
        if score / turn >= 1.75 {
            let trust = 0.25 + f64::from(other.cooperations() + 1) / turn;
            let p = trust - f64::from(self.run) * 0.25 + (score - others) / 100.0 + 4.0 / turn;
            return Action::cooperate_if(draws.chance(p));
        }
        seen
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    entry(
        "second_by_borufsen",
        "Second by Borufsen",
        "Copies, breaks up mutual defection and echoes, and defects for 25 rounds on the random and the defective.",
        Facets::unbounded().axelrod("SecondByBorufsen"),
        |_, _| Ok(Box::new(Borufsen::default())),
    ),
    entry(
        "second_by_graaskamp_katzen",
        "Second by GraaskampKatzen",
        "Copies, and defects for ever once its score is behind at a checkpoint.",
        Facets::unbounded().uses_game().axelrod("SecondByGraaskampKatzen"),
        |_, _| Ok(Box::new(GraaskampKatzen::default())),
    ),
    entry(
        "second_by_rowsam",
        "Second by Rowsam",
        "Cooperates, looks every six rounds at its score, and distrusts the more the worse it is.",
        Facets::unbounded().uses_game().axelrod("SecondByRowsam"),
        |_, _| Ok(Box::new(Rowsam::default())),
    ),
    entry(
        "second_by_tideman_and_chieruzzi",
        "Second by Tideman and Chieruzzi",
        "Cooperates while its lead is as large as it demands, which cheats raise; gives fresh starts.",
        Facets::unbounded().uses_game().axelrod("SecondByTidemanAndChieruzzi"),
        |_, _| Ok(Box::new(TidemanAndChieruzzi::default())),
    ),
    entry(
        "second_by_tranquilizer",
        "Second by Tranquilizer",
        "Cooperates, and defects now and then, never twice running, while its score is good.",
        Facets::unbounded().stochastic().axelrod("SecondByTranquilizer"),
        |_, _| Ok(Box::new(Tranquilizer::FRESH)),
    ),
];
