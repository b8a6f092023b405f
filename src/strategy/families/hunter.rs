//! Strategies that hunt one kind of player: they cooperate until they think that they have found it.

use super::cycles::Cycles;
use super::{LIBRARY, plain};
use crate::catalogue::Entry;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// Defects from the fifth round on while the other has played one action alone.
#[derive(Clone)]
struct ConstantHunter {
    prey: Action,
}

impl Machine for ConstantHunter {
    /// The rounds played, at most four, and whether all of the other's actions were the prey's.
    type State = (u8, bool);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, true)
    }

    fn cooperates(&self, (rounds, always): &Self::State) -> Chance {
        Chance::sure(*rounds < 4 || !always)
    }

    fn next(&self, (rounds, always): &Self::State, _: Action, seen: Action) -> Self::State {
        ((rounds + 1).min(4), *always && seen == self.prey)
    }
}

/// Defects from the seventh round on if the other's first six actions alternated.
#[derive(Clone)]
struct AlternatorHunter;

impl Machine for AlternatorHunter {
    /// The rounds played, at most six; whether the other has alternated; its last action of the six.
    type State = (u8, bool, Option<Action>);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, true, None)
    }

    fn cooperates(&self, (rounds, alternates, _): &Self::State) -> Chance {
        Chance::sure(*rounds < 6 || !alternates)
    }

    fn next(&self, state: &Self::State, _: Action, seen: Action) -> Self::State {
        match state {
            (6, ..) => *state,
            (rounds, alternates, last) => (rounds + 1, *alternates && *last != Some(seen), Some(seen)),
        }
    }
}

/// Defects for ever once all that the other played is a cycle of 3 to 12 rounds that holds both actions.
#[derive(Clone, Default)]
struct CycleHunter {
    cycles: Cycles,
    found: bool,
}

impl Strategy for CycleHunter {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if self.found {
            return Action::D;
        }
        let other = view.opponent();
        self.cycles.watch(other.actions());
        let both = other.cooperations() > 0 && other.defections() > 0;
        self.found = both && self.cycles.period(3, 12).is_some();
        Action::cooperate_if(!self.found)
    }
}

/// Looks every ten rounds whether the other has played a cycle of 3 to 12 rounds since the tenth, and defects until the
/// next look if so; never on a cooperator.
#[derive(Clone, Default)]
struct EventualCycleHunter {
    cycles: Cycles,
    found: bool,
}

impl Strategy for EventualCycleHunter {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let Some(tail) = other.actions().get(10..) else { return Action::C };
        self.cycles.watch(tail);
        if other.defections() == 0 {
            return Action::C;
        }
        if other.len().is_multiple_of(10) {
            self.found = self.cycles.period(3, 12).is_some();
        }
        Action::cooperate_if(!self.found)
    }
}

/// Defects if both players together cooperated about as often in the first half, the middle half and the last half.
#[derive(Clone, Default)]
struct MathConstantHunter {
    /// `kept[n]`: both players' cooperations in the first `n` rounds.
    kept: Vec<u32>,
}

impl Strategy for MathConstantHunter {
    fn begin(&mut self, _: &Told) {
        self.kept.clear();
        self.kept.push(0);
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let n = other.len();
        for k in self.kept.len()..=n {
            let kept = |actions: &[Action]| u32::from(actions.get(k - 1) == Some(&Action::C));
            self.kept.push(self.kept[k - 1] + kept(view.own.actions()) + kept(other.actions()));
        }
        if n < 8 || other.cooperations() == 0 || other.defections() == 0 {
            return Action::C;
        }
        let rate = |from: usize, to: usize| 0.5 * f64::from(self.kept[to] - self.kept[from]) / (to - from) as f64;
        let (first, middle, last) = (rate(0, n / 2), rate(n / 4, 3 * n / 4), rate(n / 2, n));
        Action::cooperate_if((first - middle).abs() >= 0.2 || (first - last).abs() >= 0.2)
    }
}

/// Defects if the other's answers to its C and to its D both look like tosses of a coin.
#[derive(Clone, Default)]
struct RandomHunter {
    /// C upon own C, and D upon own D.
    kept: u32,
    returned: u32,
}

impl Strategy for RandomHunter {
    fn begin(&mut self, _: &Told) {
        *self = Self::default();
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        match (view.own.back(2), view.opponent().last()) {
            (Some(Action::C), Some(Action::C)) => self.kept += 1,
            (Some(Action::D), Some(Action::D)) => self.returned += 1,
            _ => {}
        }
        if view.own.len() <= 10 {
            return Action::C;
        }
        let counts = [(self.kept, view.own.cooperations()), (self.returned, view.own.defections())];
        let mut known = counts.iter().filter(|(_, all)| *all > 5).peekable();
        let looks_drawn = |(some, all): &(u32, u32)| (f64::from(*some) / f64::from(*all) - 0.5).abs() < 0.25;
        Action::cooperate_if(known.peek().is_none() || !known.all(looks_drawn))
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "defector_hunter",
        "Defector Hunter",
        "Defects on who has never cooperated in four rounds or more.",
        LIBRARY,
        Facets::unbounded().axelrod("DefectorHunter"),
        |_, _| Ok(machine(ConstantHunter { prey: Action::D })),
    ),
    plain(
        "cooperator_hunter",
        "Cooperator Hunter",
        "Defects on who has never defected in four rounds or more.",
        LIBRARY,
        Facets::unbounded().axelrod("CooperatorHunter"),
        |_, _| Ok(machine(ConstantHunter { prey: Action::C })),
    ),
    plain(
        "alternator_hunter",
        "Alternator Hunter",
        "Defects on whose first six actions alternated.",
        LIBRARY,
        Facets::unbounded().axelrod("AlternatorHunter"),
        |_, _| Ok(machine(AlternatorHunter)),
    ),
    plain(
        "cycle_hunter",
        "Cycle Hunter",
        "Defects for ever once all of the other's actions are a cycle of both actions.",
        LIBRARY,
        Facets::unbounded().axelrod("CycleHunter"),
        |_, _| Ok(Box::new(CycleHunter::default())),
    ),
    plain(
        "eventual_cycle_hunter",
        "Eventual Cycle Hunter",
        "Looks every ten rounds for a cycle in the other's actions since the tenth, and defects if there is one.",
        LIBRARY,
        Facets::unbounded().axelrod("EventualCycleHunter"),
        |_, _| Ok(Box::new(EventualCycleHunter::default())),
    ),
    plain(
        "math_constant_hunter",
        "Math Constant Hunter",
        "Defects while cooperation is as frequent early, in the middle and late.",
        LIBRARY,
        Facets::unbounded().axelrod("MathConstantHunter"),
        |_, _| Ok(Box::new(MathConstantHunter::default())),
    ),
    plain(
        "random_hunter",
        "Random Hunter",
        "Defects while the other's answers to both of its actions look random.",
        LIBRARY,
        Facets::unbounded().axelrod("RandomHunter"),
        |_, _| Ok(Box::new(RandomHunter::default())),
    ),
];
