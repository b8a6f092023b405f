//! Strategies whose answer grows with the other's record.

use super::{PRISON, none};
use crate::catalogue::Entry;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Strategy, View};
use crate::strategy::{Machine, Told, machine};

/// Answers the n-th defection with n defections, then two cooperations, counting defections that came meanwhile.
#[derive(Clone, Default)]
struct Gradual {
    punishments: u32,
    calm: u32,
}

impl Strategy for Gradual {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if self.punishments > 0 {
            self.punishments -= 1;
            return Action::D;
        }
        if self.calm > 0 {
            self.calm -= 1;
            return Action::C;
        }
        if view.opponent().just_defected() {
            self.punishments = view.opponent().defections() - 1;
            self.calm = 2;
            return Action::D;
        }
        Action::C
    }
}

/// Answers its n-th provocation with n defections and two cooperations; what comes meanwhile is not counted.
#[derive(Clone, Default)]
struct OriginalGradual {
    provocations: u32,
    punishments: u32,
    calm: u32,
}

impl Strategy for OriginalGradual {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if self.punishments == 0 && self.calm == 0 && view.opponent().just_defected() {
            self.provocations += 1;
            self.punishments = self.provocations;
            self.calm = 2;
        }
        if self.punishments > 0 {
            self.punishments -= 1;
            return Action::D;
        }
        self.calm = self.calm.saturating_sub(1);
        Action::C
    }
}

/// Opens with five defections and two cooperations; then defects for ever against who defected in rounds
/// 6 and 7, else cooperates for ever.
#[derive(Clone)]
struct GradualKiller;

impl GradualKiller {
    const OPENING: [Action; 7] = [Action::D, Action::D, Action::D, Action::D, Action::D, Action::C, Action::C];
}

impl Machine for GradualKiller {
    /// The rounds played, at most seven, and how many of the last two of the opening the other defected in.
    type State = (usize, u8);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, 0)
    }

    fn cooperates(&self, (place, defections): &Self::State) -> Chance {
        let action = Self::OPENING.get(*place).copied().unwrap_or(Action::cooperate_if(*defections < 2));
        Chance::sure(action == Action::C)
    }

    fn next(&self, (place, defections): &Self::State, _: Action, seen: Action) -> Self::State {
        let counted = (5..7).contains(place) && seen == Action::D;
        ((place + 1).min(Self::OPENING.len()), defections + u8::from(counted))
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "gradual",
        title: "Gradual",
        aliases: &[],
        about: "Answers the other's n-th defection with n defections and two cooperations.",
        source: "Beaufils, Delahaye & Mathieu 1997, Artificial Life V; CRISTAL-SMAC 2018",
        facets: Facets::unbounded().axelrod("Gradual"),
        params: none,
        build: |_, _| Ok(Box::new(Gradual::default())),
    },
    Entry {
        key: "original_gradual",
        title: "Original Gradual",
        aliases: &[],
        about: "Answers its n-th provocation with n defections and two cooperations.",
        source: "Beaufils, Delahaye & Mathieu 1997, Artificial Life V",
        facets: Facets::unbounded().axelrod("OriginalGradual"),
        params: none,
        build: |_, _| Ok(Box::new(OriginalGradual::default())),
    },
    Entry {
        key: "gradual_killer",
        title: "Gradual Killer",
        aliases: &[],
        about: "Opens with five defections and two cooperations, then defects on who defected in rounds 6 and 7.",
        source: PRISON,
        facets: Facets::unbounded().axelrod("GradualKiller"),
        params: none,
        build: |_, _| Ok(machine(GradualKiller)),
    },
];
