//! Whether play runs in circles: the same profiles one after the other, each for a while.
//!
//! A *stretch* is a run of rounds with the same profile. Play cycles if its last stretches repeat with some period and
//! their lengths repeat too, or grow by one factor a period, as those of fictitious play in Shapley's game do. Short
//! lengths may be off by a round or two.

use std::collections::VecDeque;

/// A run of rounds with the same profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    /// The profile's number.
    pub(super) profile: u64,
    /// How many rounds it lasted.
    pub(super) rounds: u64,
}

/// The latest stretches of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretches {
    recent: VecDeque<Stretch>,
    current: Option<Stretch>,
}

/// A cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cycle {
    /// How many stretches it has.
    pub(super) period: usize,
    /// By what the time round grows from one to the next.
    pub(super) growth: f64,
}

/// How many stretches are remembered.
const REMEMBERED: usize = 256;
/// The fewest stretches that can show a cycle.
const LEAST: usize = 12;
/// The longest period looked for.
const LONGEST: usize = 64;

impl Stretches {
    /// Takes in a round.
    #[inline]
    pub(super) fn push(&mut self, profile: u64) {
        match &mut self.current {
            Some(stretch) if stretch.profile == profile => stretch.rounds += 1,
            current => {
                if let Some(complete) = current.replace(Stretch { profile, rounds: 1 }) {
                    if self.recent.len() == REMEMBERED {
                        self.recent.pop_front();
                    }
                    self.recent.push_back(complete);
                }
            }
        }
    }

    /// The stretches that are remembered, the last and unfinished one left out.
    pub(super) fn complete(&self) -> impl Iterator<Item = Stretch> {
        self.recent.iter().copied()
    }

    /// The cycle in which play runs, if it does.
    pub(super) fn cycle(&self) -> Option<Cycle> {
        let all: Vec<Stretch> = self.complete().collect();
        let tail = &all[all.len() - all.len().min((all.len() / 2).max(LEAST))..];
        if tail.len() < LEAST {
            return None;
        }
        let covered: u64 = tail.iter().map(|stretch| stretch.rounds).sum();
        // Play that ran in circles once and has settled does not cycle.
        if self.current.is_some_and(|stretch| stretch.rounds > covered) {
            return None;
        }
        let repeats = |period: &usize| tail[*period..].iter().zip(tail).all(|(now, then)| now.profile == then.profile);
        let period = (2..=LONGEST.min(tail.len() / 2)).find(repeats)?;
        let time = |stretches: &[Stretch]| count(stretches.iter().map(|stretch| stretch.rounds).sum());
        let last = tail.len() - period;
        let growth = time(&tail[last..]) / time(&tail[last - period..last]);
        let regular = |(now, then): (&Stretch, &Stretch)| {
            let (now, then) = (count(now.rounds), count(then.rounds));
            (now - growth * then).abs() <= 0.25 * now + 2.0 * growth
        };
        tail[period..].iter().zip(tail).all(regular).then_some(Cycle { period, growth })
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of rounds are far below 2^53")]
fn count(n: u64) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(stretches: impl IntoIterator<Item = (u64, u64)>) -> Option<Cycle> {
        let mut seen = Stretches::default();
        for (profile, rounds) in stretches {
            for _ in 0..rounds {
                seen.push(profile);
            }
        }
        seen.cycle()
    }

    #[test]
    fn circles_of_one_length_and_of_growing_lengths_are_seen() {
        let steady = (0..40).map(|k| (k % 4, 1));
        assert_eq!(cycle(steady), Some(Cycle { period: 4, growth: 1.0 }));
        let growing = (0..20u32).map(|k| (u64::from(k % 6), 3 * u64::from(libm::pow(1.4656, f64::from(k)) as u32) + 1));
        let found = cycle(growing).expect("a cycle");
        assert_eq!(found.period, 6);
        assert!((found.growth - libm::pow(1.4656, 6.0)).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn disorder_and_what_has_settled_are_no_cycles() {
        // Two profiles always alternate; what tells is that their lengths do not repeat.
        let lengths = [40, 3, 7, 90, 1, 22, 60, 5, 11, 2, 70, 8, 31, 9, 50, 4, 2, 77, 18, 6, 44, 1, 25, 95];
        assert_eq!(cycle(lengths.into_iter().enumerate().map(|(k, n)| (k as u64 % 2, n))), None);
        let settled = (0..40).map(|k| (k % 4, 1)).chain([(9, 1000)]);
        assert_eq!(cycle(settled), None);
        let mut state = 1u64;
        let random = (0..400).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 61, 1)
        });
        assert_eq!(cycle(random), None);
        assert_eq!(cycle([(0, 1000)]), None);
    }
}
