//! Audits: after a round, some actions are looked at, and who is found to have defected pays.

use crate::exact::Rational;
use crate::sim::{Chance, Draws};
use crate::strategy::Action;

/// Which rounds a schedule's entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// Every round.
    All,
    /// From one round to another, both counted, from 1.
    Rounds {
        /// The first.
        first: u32,
        /// The last.
        last: u32,
    },
    /// The last so many rounds of the match.
    Last(u32),
}

impl Window {
    /// Its first and its last round in a match of so many rounds; the last is before the first if it has none.
    pub fn range(self, rounds: u32) -> (u32, u32) {
        match self {
            Window::All => (1, rounds),
            Window::Rounds { first, last } => (first, last.min(rounds)),
            Window::Last(count) => (rounds - count.min(rounds) + 1, rounds),
        }
    }

    /// Whether it covers a round of a match of so many rounds.
    pub fn covers(self, round: u32, rounds: u32) -> bool {
        let (first, last) = self.range(rounds);
        (first..=last).contains(&round)
    }
}

/// One entry of a schedule: how a round in its window is audited.
///
/// After the round each player's realised action is audited with probability `alpha`, independently; an audit
/// detects a defection with probability `detect` and convicts a co-operator with probability `false_alarm`.
/// A conviction costs `penalty`. What it deters with is `(detect - false_alarm) * alpha * penalty`.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// The rounds that it is for.
    pub window: Window,
    /// The probability with which an action is audited.
    pub alpha: Rational,
    /// The probability with which an audited defection is found.
    pub detect: Rational,
    /// The probability with which an audited cooperation is taken for a defection.
    pub false_alarm: Rational,
    /// What a conviction costs, in utility units.
    pub penalty: Rational,
}

impl Audit {
    /// What a defection costs in expectation more than a cooperation.
    pub fn deterrent(&self) -> Rational {
        &(&(&self.detect - &self.false_alarm) * &self.alpha) * &self.penalty
    }
}

/// Who gets a penalty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Payee {
    /// Nobody: it leaves the game.
    #[default]
    Sink,
    /// The other players, in equal parts.
    Victim,
}

/// The audits of a match. A round is audited by the first entry whose window covers it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schedule {
    /// The entries, in order of precedence.
    pub audits: Vec<Audit>,
    /// Who gets the penalties.
    pub payee: Payee,
    /// Whether convictions are public: all others then perceive the convicted player's action of that round as a
    /// defection, whatever they had perceived.
    pub public: bool,
}

impl Schedule {
    /// The entry for a round, by its place.
    pub fn entry(&self, round: u32, rounds: u32) -> Option<usize> {
        self.audits.iter().position(|audit| audit.window.covers(round, rounds))
    }

    /// The rounds that some entry is for, in order.
    pub fn covered(&self, rounds: u32) -> impl Iterator<Item = u32> + use<> {
        let mut ranges: Vec<(u32, u32)> = self.audits.iter().map(|audit| audit.window.range(rounds)).collect();
        ranges.sort_unstable();
        let mut next = 1;
        ranges.into_iter().flat_map(move |(first, last)| {
            let from = first.max(next);
            next = next.max(last.saturating_add(1));
            from..=last
        })
    }

    /// What a defection costs in expectation, by round, in a match of so many rounds.
    pub fn expected_penalties(&self, rounds: u32) -> Vec<Rational> {
        (1..=rounds)
            .map(|round| self.entry(round, rounds).map_or_else(Rational::zero, |k| self.audits[k].deterrent()))
            .collect()
    }

    /// Whether there is nothing to audit.
    pub fn is_empty(&self) -> bool {
        self.audits.is_empty()
    }
}

/// What an audit of one action found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The schedule's entry.
    pub entry: usize,
    /// Whether the player was convicted; an audit that acquits is a finding too.
    pub convicted: bool,
}

/// A schedule ready to draw.
#[derive(Clone, Debug)]
pub struct Auditor<'a> {
    schedule: &'a Schedule,
    /// By entry: the chance of an audit, of finding a defection, of a false alarm.
    chances: Vec<[Chance; 3]>,
}

impl<'a> Auditor<'a> {
    /// An auditor of a schedule.
    pub fn new(schedule: &'a Schedule) -> Self {
        let chance = |p: &Rational| Chance::of(p.to_f64());
        let chances = schedule
            .audits
            .iter()
            .map(|audit| [chance(&audit.alpha), chance(&audit.detect), chance(&audit.false_alarm)])
            .collect();
        Self { schedule, chances }
    }

    /// The rounds that may be audited in a match of so many, in order.
    pub fn covered(&self, rounds: u32) -> impl Iterator<Item = u32> + use<> {
        self.schedule.covered(rounds)
    }

    /// Audits a player's realised action of a round, or not. `draws` is the player's own stream for audits, so that
    /// players are audited independently: one word for whether, one for what is found.
    pub fn audit(&self, round: u32, rounds: u32, action: Action, draws: &mut Draws) -> Option<Finding> {
        let entry = self.schedule.entry(round, rounds)?;
        let [audited, detects, errs] = self.chances[entry];
        if !draws.happens(audited) {
            return None;
        }
        let convicted = draws.happens(if action == Action::C { errs } else { detects });
        Some(Finding { entry, convicted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    fn q(text: &str) -> Rational {
        text.parse().expect("a number")
    }

    fn audit(window: Window, alpha: &str, detect: &str, false_alarm: &str, penalty: &str) -> Audit {
        Audit { window, alpha: q(alpha), detect: q(detect), false_alarm: q(false_alarm), penalty: q(penalty) }
    }

    #[test]
    fn windows_cover_what_they_say() {
        let covered = |window: Window| (1..=10).filter(|round| window.covers(*round, 10)).collect::<Vec<u32>>();
        assert_eq!(covered(Window::Last(3)), [8, 9, 10]);
        assert_eq!(covered(Window::Last(0)), [0u32; 0]);
        assert_eq!(covered(Window::Last(99)).len(), 10);
        assert_eq!(covered(Window::Rounds { first: 2, last: 3 }), [2, 3]);
        assert_eq!(covered(Window::All).len(), 10);
    }

    #[test]
    fn covered_rounds_come_once_and_in_order() {
        let windows = [Window::Last(2), Window::Rounds { first: 2, last: 4 }, Window::Rounds { first: 3, last: 9 }];
        let audits = windows.map(|window| audit(window, "1", "1", "0", "1")).to_vec();
        let schedule = Schedule { audits, ..Schedule::default() };
        assert_eq!(schedule.covered(10).collect::<Vec<u32>>(), [2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(schedule.covered(3).collect::<Vec<u32>>(), [2, 3]);
    }

    #[test]
    fn the_first_entry_that_covers_a_round_counts() {
        let schedule = Schedule {
            audits: vec![audit(Window::Last(1), "1", "1", "0", "3/2"), audit(Window::All, "1/2", "0.9", "0.1", "1")],
            ..Schedule::default()
        };
        let shown: Vec<String> = schedule.expected_penalties(3).iter().map(ToString::to_string).collect();
        // (0.9 - 0.1) * 1/2 * 1 = 2/5, and 3/2 in the last round.
        assert_eq!(shown, ["2/5", "2/5", "3/2"]);
    }

    #[test]
    fn convictions_come_as_often_as_they_should() {
        let schedule = Schedule { audits: vec![audit(Window::All, "1/2", "0.8", "0.1", "1")], ..Schedule::default() };
        let auditor = Auditor::new(&schedule);
        let mut draws = RunKey::derive(Seed(7), 0, "").draws(Who::agent("a"), Purpose::Audit);
        let mut count = |action| {
            let findings = (0..20_000).filter_map(|_| auditor.audit(1, 1, action, &mut draws));
            findings.filter(|finding| finding.convicted).count() as f64 / 20_000.0
        };
        // Standard errors are 0.0035 and 0.0015.
        assert!((count(Action::D) - 0.4).abs() < 0.014);
        assert!((count(Action::C) - 0.05).abs() < 0.006);
    }
}
