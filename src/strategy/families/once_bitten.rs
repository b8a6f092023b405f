//! Strategies that let one defection pass and remember the second.

use super::{LIBRARY, plain, probability};
use crate::catalogue::{Entry, Schema};
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Facets, Machine, Strategy, Told, View, machine};

/// Bears two defections running for eleven rounds in return: one strike and ten of a grudge.
#[derive(Clone)]
struct OnceBitten;

impl OnceBitten {
    const GRUDGE: u8 = 10;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Bite {
    /// The other's run of defections, at most two.
    run: u8,
    grudging: bool,
    /// Rounds of the grudge so far.
    borne: u8,
    play: Action,
}

impl Machine for OnceBitten {
    type State = Bite;

    fn begin(&mut self, _: &Told) -> Bite {
        Bite { run: 0, grudging: false, borne: 0, play: Action::C }
    }

    fn cooperates(&self, state: &Bite) -> Chance {
        Chance::sure(state.play == Action::C)
    }

    fn next(&self, state: &Bite, _: Action, seen: Action) -> Bite {
        let run = if seen == Action::D { (state.run + 1).min(2) } else { 0 };
        let over = state.borne >= Self::GRUDGE;
        let (grudging, borne) = if over { (false, 0) } else { (state.grudging, state.borne) };
        match (grudging, run) {
            (true, _) => Bite { run, grudging, borne: borne + 1, play: Action::D },
            (false, 2) => Bite { run, grudging: true, borne, play: Action::D },
            (false, _) => Bite { run, grudging, borne, play: Action::C },
        }
    }
}

/// Defects for ever after the second defection.
#[derive(Clone)]
struct FoolMeOnce;

impl Machine for FoolMeOnce {
    /// The other's defections, at most two.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        0
    }

    fn cooperates(&self, defections: &u8) -> Chance {
        Chance::sure(*defections < 2)
    }

    fn next(&self, defections: &u8, _: Action, seen: Action) -> u8 {
        (defections + u8::from(seen == Action::D)).min(2)
    }
}

/// As [`FoolMeOnce`], but forgets its count with a probability in each round. That a draw decides what is remembered
/// makes it no automaton.
#[derive(Clone)]
struct ForgetfulFoolMeOnce {
    forgets: Chance,
    defections: u32,
}

impl Strategy for ForgetfulFoolMeOnce {
    fn begin(&mut self, _: &Told) {
        self.defections = 0;
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if view.opponent().is_empty() {
            return Action::C;
        }
        self.defections += u32::from(view.opponent().just_defected());
        if draws.happens(self.forgets) {
            self.defections = 0;
        }
        Action::cooperate_if(self.defections <= 1)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    plain(
        "once_bitten",
        "Once Bitten",
        "Answers two defections running with eleven.",
        LIBRARY,
        Facets::unbounded().axelrod("OnceBitten"),
        |_, _| Ok(machine(OnceBitten)),
    ),
    plain(
        "fool_me_once",
        "Fool Me Once",
        "Forgives one defection, and defects for ever after the second.",
        LIBRARY,
        Facets::unbounded().axelrod("FoolMeOnce"),
        |_, _| Ok(machine(FoolMeOnce)),
    ),
    Entry {
        key: "forgetful_fool_me_once",
        title: "Forgetful Fool Me Once",
        aliases: &[],
        about: "Defects after the second defection, but forgets all defections with a small probability each round.",
        source: LIBRARY,
        facets: Facets::unbounded().stochastic().axelrod("ForgetfulFoolMeOnce"),
        params: || Schema::of(vec![probability("forget_probability", 0.05, "The probability of forgetting.")]),
        build: |params, _| {
            let forgets = Chance::of(params.number("forget_probability"));
            Ok(Box::new(ForgetfulFoolMeOnce { forgets, defections: 0 }))
        },
    },
];
