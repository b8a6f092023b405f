//! Strategies that punish by the rate of the other's defections.
//!
//! Rates are ratios of counts without bound: no finite automata.

use super::{LIBRARY, plain};
use crate::catalogue::Entry;
use crate::sim::Draws;
use crate::strategy::{Action, Facets, Strategy, Told, View};

/// Answers a defection with a grudge whose length is twenty times the rate of the other's defections (or, inverse, of
/// its cooperations), rounded down.
#[derive(Clone)]
struct Punisher {
    inverse: bool,
    grudge: Option<Grudge>,
}

/// Rounds of a grudge: how many there are to be, and how many were.
#[derive(Clone, Copy)]
struct Grudge {
    length: u32,
    borne: u32,
}

impl Strategy for Punisher {
    fn begin(&mut self, _: &Told) {
        self.grudge = None;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        if let Some(grudge) = self.grudge.as_mut().filter(|grudge| grudge.borne < grudge.length) {
            grudge.borne += 1;
            return Action::D;
        }
        self.grudge = None;
        if !other.just_defected() {
            return Action::C;
        }
        let counted = if self.inverse { other.cooperations() } else { other.defections() };
        let length = u64::from(counted) * 20 / other.len() as u64;
        let length = u32::try_from(length).expect("at most twenty");
        self.grudge = Some(Grudge { length: if self.inverse { length.max(1) } else { length }, borne: 0 });
        Action::D
    }
}

/// Defects while the rate of the other's defections is above a level. Levels hold in spans of rounds played.
#[derive(Clone)]
struct Levels {
    /// First number of rounds played, the number at which it ends, and the rate that is borne.
    spans: &'static [(usize, usize, f64)],
}

impl Strategy for Levels {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        if other.is_empty() {
            return Action::C;
        }
        let rate = f64::from(other.defections()) / other.len() as f64;
        let punished = |(from, to, level): &(usize, usize, f64)| (*from..*to).contains(&other.len()) && rate > *level;
        Action::cooperate_if(!self.spans.iter().any(punished))
    }
}

const COOPSIM: &str = "Arnold 2015, CoopSim 0.9.9";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "punisher",
        "Punisher",
        "Answers a defection with up to twenty more rounds of D, in proportion to the other's rate of defections.",
        LIBRARY,
        Facets::unbounded().axelrod("Punisher"),
        |_, _| Ok(Box::new(Punisher { inverse: false, grudge: None })),
    ),
    plain(
        "inverse_punisher",
        "Inverse Punisher",
        "Answers a defection with up to twenty more rounds of D, in proportion to the other's rate of cooperations.",
        LIBRARY,
        Facets::unbounded().axelrod("InversePunisher"),
        |_, _| Ok(Box::new(Punisher { inverse: true, grudge: None })),
    ),
    plain(
        "level_punisher",
        "Level Punisher",
        "Defects after ten rounds while more than a fifth of the other's actions were D.",
        COOPSIM,
        Facets::unbounded().axelrod("LevelPunisher"),
        |_, _| Ok(Box::new(Levels { spans: &[(10, usize::MAX, 0.2)] })),
    ),
    plain(
        "tricky_level_punisher",
        "Tricky Level Punisher",
        "Defects while more than 20, 10 or 5 per cent of the other's first 10, 50 or 100 actions were D.",
        COOPSIM,
        Facets::unbounded().axelrod("TrickyLevelPunisher"),
        |_, _| Ok(Box::new(Levels { spans: &[(1, 10, 0.2), (1, 50, 0.1), (1, 100, 0.05)] })),
    ),
];
