//! Strategies that know when the match ends.
//!
//! The last round casts no shadow: nothing that is done in it can be returned. `end_game` keeps its word until
//! the last `k` rounds, with any strategy as its body; [`plan`] is what an agent does that reasons `d` steps
//! back. If the length is not known, no rule about the end fires.

use super::none;
use crate::catalogue::{Entry, Field, Kind, Place, Schema};
use crate::error::Diagnostic;
use crate::exact::Rational;
use crate::game::TwoByTwo;
use crate::sim::{Chance, Draws};
use crate::strategy::{Action, Automaton, Facets, Horizon, MAX_STATES, Machine, Strategy, Told, View, machine};

/// Plays as its body, but a fixed word in the last rounds of a match of known length, from the word's end. Should the match
/// go on beyond its known length, so does the body.
#[derive(Clone)]
struct Ending {
    /// The word, as runs of one action.
    runs: Vec<(Action, u32)>,
    body: Box<dyn Strategy>,
    /// The last round, if it is known.
    last: Option<u32>,
}

/// Defects in the last `k` rounds.
pub(super) fn end_game(k: u32, body: Box<dyn Strategy>) -> Box<dyn Strategy> {
    ending(vec![(Action::D, k)], body)
}

/// Plays a word, given as runs of one action, in the last rounds.
pub(super) fn ending(runs: Vec<(Action, u32)>, body: Box<dyn Strategy>) -> Box<dyn Strategy> {
    Box::new(Ending { runs, body, last: None })
}

impl Ending {
    /// The most runs with which an automaton is made: each doubles its states.
    const MOST_RUNS: usize = 4;

    fn last(told: &Told) -> Option<u32> {
        match told.horizon {
            Horizon::Rounds(rounds) => Some(rounds),
            Horizon::Unknown => None,
        }
    }

    /// What the word says for a round of a match that ends with round `last`.
    #[inline]
    fn action(&self, round: u32, last: u32) -> Option<Action> {
        // How many rounds are left behind this one.
        let mut left = last.checked_sub(round)?;
        for (action, length) in self.runs.iter().rev() {
            if left < *length {
                return Some(*action);
            }
            left -= length;
        }
        None
    }
}

impl Strategy for Ending {
    fn begin(&mut self, told: &Told) {
        self.last = Self::last(told);
        self.body.begin(told);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if let Some(action) = self.last.and_then(|last| self.action(view.round, last)) {
            // The body watches on, but what it would draw is not drawn.
            self.body.act(view, &mut draws.clone());
            return action;
        }
        self.body.act(view, draws)
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        let mut automaton = self.body.automaton(told)?;
        let Some(mut last) = Self::last(told) else { return Some(automaton) };
        if self.runs.len() > Self::MOST_RUNS {
            return None;
        }
        for (action, length) in self.runs.iter().rev().filter(|(_, length)| *length > 0) {
            if last == 0 {
                break;
            }
            // An interlude doubles the states.
            if automaton.states() > MAX_STATES / 2 {
                return None;
            }
            let first = last.saturating_add(1).saturating_sub(*length).max(1);
            automaton = automaton.with_interlude(first, last, *action);
            last = first - 1;
        }
        Some(automaton)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        super::super::machine::two_actions(told)?;
        self.body.fits(told)
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        vec![&*self.body]
    }

    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        vec![&mut *self.body]
    }
}

/// The rounds in which an agent that reasons `depth` steps back defects, in ascending order.
///
/// `S_0` plans none and plays tit-for-tat. The plan of `S_d` is the rounds with a defection on its best-reply
/// path to `S_{d-1}`, over all sequences of actions, found by dynamic programming on (round, own last action,
/// which `S_{d-1}` copies in the rounds that it does not plan); a tie cooperates. A defection in round `t` costs
/// `penalties[t - 1]` in expectation.
///
/// Cost: `depth * rounds` steps of exact arithmetic.
pub fn plan(game: &TwoByTwo, penalties: &[Rational], rounds: u32, depth: u32) -> Vec<u32> {
    let mut planned = Vec::new();
    for _ in 0..depth {
        let reply = best_reply(game, penalties, rounds, &planned);
        if reply == planned {
            // A fixed point: deeper reasoning changes nothing.
            break;
        }
        planned = reply;
    }
    planned
}

/// The rounds with D on the best-reply path to tit-for-tat that also defects in the `planned` rounds.
fn best_reply(game: &TwoByTwo, penalties: &[Rational], rounds: u32, planned: &[u32]) -> Vec<u32> {
    // `best[last]`: the value of the rounds to come after own last action C or D.
    let mut best = [Rational::zero(), Rational::zero()];
    let mut choices: Vec<[Action; 2]> = Vec::with_capacity(rounds as usize);
    for round in (1..=rounds).rev() {
        let penalty = penalties.get(round as usize - 1).cloned().unwrap_or_default();
        let mut values = [Rational::zero(), Rational::zero()];
        let mut choice = [Action::C; 2];
        for last in [Action::C, Action::D] {
            let other = if planned.binary_search(&round).is_ok() { Action::D } else { last };
            let (cooperate, defect) = match other {
                Action::C => (&game.reward, &game.temptation),
                _ => (&game.sucker, &game.punishment),
            };
            let cooperate = cooperate + &best[0];
            let defect = &(defect - &penalty) + &best[1];
            choice[last.index()] = Action::cooperate_if(cooperate >= defect);
            values[last.index()] = cooperate.max(defect);
        }
        best = values;
        choices.push(choice);
    }
    let mut last = Action::C;
    let mut defections = Vec::new();
    for (round, choice) in (1..=rounds).zip(choices.iter().rev()) {
        last = choice[last.index()];
        if last == Action::D {
            defections.push(round);
        }
    }
    defections
}

/// Defects in its planned rounds, else plays tit-for-tat.
#[derive(Clone)]
struct Reasoner {
    depth: u32,
    planned: Vec<u32>,
}

impl Reasoner {
    fn plan(&self, told: &Told) -> Vec<u32> {
        match (told.horizon, told.two_by_two()) {
            (Horizon::Rounds(rounds), Some(game)) => plan(&game, &told.expected_penalties, rounds, self.depth),
            _ => Vec::new(),
        }
    }
}

impl Strategy for Reasoner {
    fn begin(&mut self, told: &Told) {
        self.planned = self.plan(told);
    }

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        if self.planned.binary_search(&view.round).is_ok() {
            return Action::D;
        }
        view.opponent().last().unwrap_or(Action::C)
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        // State 0 plays C and state 1 plays D; both copy. A planned round starts in state 1.
        let mut builder = Automaton::builder(2, 2);
        builder.sure(Action::C, &[0, 1, 0, 1]);
        builder.sure(Action::D, &[0, 1, 0, 1]);
        for round in self.plan(told) {
            builder.switch(round, vec![1, 1]);
        }
        Some(builder.build())
    }
}

/// Cooperates until the other has defected more than three times, then defects for ever.
#[derive(Clone)]
struct ThreeStrikes;

impl Machine for ThreeStrikes {
    /// The other's defections, as far as they matter.
    type State = u8;

    fn begin(&mut self, _: &Told) -> u8 {
        0
    }

    fn cooperates(&self, defections: &u8) -> Chance {
        Chance::sure(*defections <= 3)
    }

    fn next(&self, defections: &u8, _: Action, seen: Action) -> u8 {
        (defections + u8::from(seen == Action::D)).min(4)
    }
}

/// As [`ThreeStrikes`], but in rounds 8 to 180 it forgives single defections if the other kept its word in the first
/// seven rounds.
#[derive(Clone)]
struct Lulled;

impl Strategy for Lulled {
    fn begin(&mut self, _: &Told) {}

    fn act(&mut self, view: &View<'_>, _: &mut Draws) -> Action {
        let other = view.opponent();
        let kept_word = other.actions().iter().take(7).all(|action| *action == Action::C);
        if kept_word && (7..180).contains(&other.len()) {
            return Action::cooperate_if(other.tail(2) != [Action::D, Action::D]);
        }
        Action::cooperate_if(other.defections() <= 3)
    }
}

/// Tit-for-tat that defects for ever once the other has defected five times.
#[derive(Clone)]
struct FiveStrikes;

impl Machine for FiveStrikes {
    /// The other's defections, as far as they matter, and its last action.
    type State = (u8, Action);

    fn begin(&mut self, _: &Told) -> Self::State {
        (0, Action::C)
    }

    fn cooperates(&self, (defections, last): &Self::State) -> Chance {
        Chance::sure(*defections <= 4 && *last == Action::C)
    }

    fn next(&self, (defections, _): &Self::State, _: Action, seen: Action) -> Self::State {
        ((defections + u8::from(seen == Action::D)).min(5), seen)
    }
}

const LESSWRONG: &str = "LessWrong prisoner's dilemma tournament 2011, via Axelrod-Python";

pub(super) const ENTRIES: &[Entry<dyn Strategy>] = &[
    Entry {
        key: "end_game",
        title: "End Game",
        aliases: &["keeps word until last", "end game defector"],
        about: "Plays as its body, but defects in the last k rounds of a match whose length it knows.",
        source: "Selten & Stoecker 1986, J. Econ. Behavior & Organization 7:47 (end effect)",
        facets: Facets::unbounded().uses_length(),
        params: || {
            Schema::of(vec![
                Field::with_default(
                    "k",
                    Kind::Integer { min: 0, max: 1_000_000 },
                    1i64,
                    "How many rounds before the end it stops keeping its word.",
                )
                .unit("rounds"),
                Field::with_default("body", Kind::named("strategies"), "tit_for_tat", "How it plays until then."),
            ])
        },
        build: |params, catalogue| {
            let k = u32::try_from(params.integer("k")).expect("the schema bounds it");
            let body = catalogue.resolve(params.value("body"), &Place::root().key("body"))?;
            Ok(end_game(k, catalogue.build(&body, catalogue)?))
        },
    },
    Entry {
        key: "reasoner",
        title: "Reasoner",
        aliases: &["backward inductor", "level-k reasoner"],
        about: "Tit-for-tat that defects where its best reply to a reasoner of one depth less defects; depth 0 plans \
                nothing.",
        source: "Backward induction by steps; Selten & Stoecker 1986, J. Econ. Behavior & Organization 7:47",
        facets: Facets::unbounded().uses_length().uses_game(),
        params: || {
            let depth = Kind::Integer { min: 0, max: 1_000_000 };
            Schema::of(vec![Field::with_default("depth", depth, 1i64, "How many steps it reasons back.").unit("steps")])
        },
        build: |params, _| {
            let depth = u32::try_from(params.integer("depth")).expect("the schema bounds it");
            Ok(Box::new(Reasoner { depth, planned: Vec::new() }))
        },
    },
    Entry {
        key: "alexei",
        title: "Alexei",
        aliases: &[],
        about: "Tit-for-tat that defects in the last round.",
        source: LESSWRONG,
        facets: Facets::unbounded().uses_length().axelrod("Alexei"),
        params: none,
        build: |_, catalogue| {
            let body = catalogue.entry("tit_for_tat")?;
            Ok(end_game(1, (body.build)(&crate::catalogue::Params::default(), catalogue)?))
        },
    },
    Entry {
        key: "back_stabber",
        title: "BackStabber",
        aliases: &[],
        about: "Forgives three defections, then defects for ever; defects in the last two rounds.",
        source: "Axelrod-Python 4.14",
        facets: Facets::unbounded().uses_length().axelrod("BackStabber"),
        params: none,
        build: |_, _| Ok(end_game(2, machine(ThreeStrikes))),
    },
    Entry {
        key: "double_crosser",
        title: "DoubleCrosser",
        aliases: &[],
        about: "BackStabber that stays friendly until round 180 to whom kept its word in the first seven rounds.",
        source: "Axelrod-Python 4.14",
        facets: Facets::unbounded().uses_length().axelrod("DoubleCrosser"),
        params: none,
        build: |_, _| Ok(end_game(2, Box::new(Lulled))),
    },
    Entry {
        key: "eugine_nier",
        title: "EugineNier",
        aliases: &[],
        about: "Tit-for-tat that gives up after five defections and defects in the last round.",
        source: LESSWRONG,
        facets: Facets::unbounded().uses_length().axelrod("EugineNier"),
        params: none,
        build: |_, _| Ok(end_game(1, machine(FiveStrikes))),
    },
];
