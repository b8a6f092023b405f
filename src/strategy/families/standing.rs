//! Strategies for agents who are told something before they play: how the other stands, or what breaking one's word costs.
//!
//! A discriminator (Nowak & Sigmund 1998) helps those in good standing and refuses those in bad. One that reckons plays what
//! pays best in the round against a partner who cooperates with some probability, expected penalties counted.

use crate::catalogue::{Entry, Field, Kind, Place, Schema};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::sim::Draws;
use crate::strategy::machine::two_actions;
use crate::strategy::{Action, Automaton, Facets, Minds, Strategy, Told, View};

/// Plays one strategy with those in good or unknown standing and another with those in bad.
#[derive(Clone)]
struct Discriminator {
    good: Box<dyn Strategy>,
    bad: Box<dyn Strategy>,
    stands_well: bool,
}

impl Discriminator {
    fn of(&self, told: &Told) -> &dyn Strategy {
        if told.standing.unwrap_or(true) { &*self.good } else { &*self.bad }
    }

    fn present(&mut self) -> &mut dyn Strategy {
        if self.stands_well { &mut *self.good } else { &mut *self.bad }
    }
}

impl Strategy for Discriminator {
    fn begin(&mut self, told: &Told) {
        self.stands_well = told.standing.unwrap_or(true);
        self.present().begin(told);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        self.present().act(view, draws)
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        self.of(told).automaton(told)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        self.good.fits(told)?;
        self.bad.fits(told)
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        vec![&*self.good, &*self.bad]
    }

    // The other one sits this match out.
    fn look(&mut self, minds: &mut Minds<'_>) {
        self.present().look(minds);
    }
}

/// Plays the best reply of the round to a partner who cooperates with a probability; a tie cooperates.
#[derive(Clone)]
struct Reckoner {
    share: Rational,
    /// What defecting gains in the round without penalties.
    gain: Rational,
    told: Option<Told>,
}

impl Strategy for Reckoner {
    fn begin(&mut self, told: &Told) {
        if let Some(game) = told.two_by_two() {
            let (upon_c, upon_d) = (&game.temptation - &game.reward, &game.punishment - &game.sucker);
            self.gain = &(&self.share * &upon_c) + &(&(&Rational::one() - &self.share) * &upon_d);
        }
        self.told = Some(told.clone());
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let penalty = self.told.as_ref().map_or_else(Rational::zero, |told| told.expected_penalty(view.round));
        Action::cooperate_if(penalty >= self.gain)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)
    }
}

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "discriminator",
        title: "Discriminator",
        aliases: &["discriminating"],
        about: "Plays one strategy with partners in good or unknown standing, another with those whom records show in bad.",
        source: "Nowak & Sigmund 1998, Nature 393:573",
        facets: Facets::memory(1),
        params: || {
            let named = || Kind::named("strategies");
            Schema::of(vec![
                Field::with_default("body", named(), "tit_for_tat", "What it plays with those in good standing."),
                Field::with_default("against", named(), "defector", "What it plays with those in bad standing."),
            ])
        },
        build: |params, catalogue| {
            let built = |key: &str| {
                let spec = catalogue.resolve(params.value(key), &Place::root().key(key))?;
                catalogue.build(&spec, catalogue)
            };
            Ok(Box::new(Discriminator { good: built("body")?, bad: built("against")?, stands_well: true }))
        },
    },
    Entry {
        key: "reckoner",
        title: "Reckoner",
        aliases: &["best reply to a share"],
        about: "Plays what pays best in the round, expected penalties counted, against a partner who cooperates with a given \
                probability: 1 reckons with a partner who keeps its word, 1/2 by risk, 0 with the worst.",
        source: "Harsanyi & Selten 1988, A General Theory of Equilibrium Selection in Games, sec. 3.9; Becker 1968, J. Political \
                 Economy 76:169",
        facets: Facets::memory(0).uses_game(),
        params: || {
            let doc = "With what probability it expects the other to cooperate.";
            Schema::of(vec![Field::with_default("share", Kind::Rational, "1/2", doc)])
        },
        build: |params, _| {
            let share = params.rational("share");
            if share.is_negative() || share > Rational::one() {
                let at = Place::root().key("share").at(&params.value("share").origin);
                let found = format!("`share` is {share}");
                return Err(Diagnostic::new("out-of-range", found, "a probability from 0 to 1").at(at).into());
            }
            Ok(Box::new(Reckoner { share, gain: Rational::zero(), told: None }))
        },
    },
];
