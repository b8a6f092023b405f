//! Memory decay: plays as another strategy at first, then by a memory of the other's actions that errs and forgets.

use super::{Chooser, Team};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, View};

/// Follows the team's one member for some rounds; then cooperates unless what it remembers weighs less than nothing.
///
/// In each round after the start one remembered action, any alike, may turn into its opposite, and one may be forgotten.
/// The order of what is remembered does not matter, so that counts are kept.
#[derive(Clone)]
pub(super) struct Decay {
    pub(super) forgets: Chance,
    pub(super) alters: Chance,
    /// The weight of a remembered C and D.
    pub(super) weights: [f64; 2],
    /// Remembered actions C and D before the first round.
    pub(super) initial: [u64; 2],
    /// How many rounds it follows.
    pub(super) duration: usize,
    pub(super) remembered: [u64; 2],
}

impl Decay {
    /// The kind of a remembered action, each alike; nothing if nothing is remembered.
    fn pick(&self, draws: &mut Draws) -> Option<usize> {
        let [c, d] = self.remembered;
        (c + d > 0).then(|| usize::from(draws.below(c + d) >= c))
    }
}

impl Chooser for Decay {
    fn begin(&mut self) {
        self.remembered = self.initial;
    }

    fn choose(&mut self, team: &Team, view: &View<'_>, draws: &mut Draws) -> Action {
        let other = view.opponent();
        if let Some(last) = other.last() {
            self.remembered[last.index()] += 1;
        }
        if other.len() < self.duration {
            return team.proposals[0];
        }
        if draws.happens(self.alters)
            && let Some(kind) = self.pick(draws)
        {
            self.remembered[kind] -= 1;
            self.remembered[1 - kind] += 1;
        }
        if draws.happens(self.forgets)
            && let Some(kind) = self.pick(draws)
        {
            self.remembered[kind] -= 1;
        }
        let weight: f64 = self.weights.iter().zip(self.remembered).map(|(weight, n)| weight * n as f64).sum();
        Action::cooperate_if(weight >= 0.0)
    }
}
