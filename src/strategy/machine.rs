//! Strategies written as machines: one definition from which both play and the automaton follow.

use super::{Action, Automaton, BoxedClone, Strategy, Told, View};
use crate::error::Diagnostic;
use crate::game::Stage;
use crate::sim::{Chance, Draws};
use std::collections::BTreeMap;

/// A strategy for two actions whose memory is a state.
///
/// What a state plays, and which state follows, are pure functions. A machine whose reachable states are
/// few is turned into an [`Automaton`] by exploring them.
pub trait Machine: Clone + Send + Sync + 'static {
    /// What it remembers between rounds.
    type State: Clone + Ord + Send + Sync;

    /// Whether the reachable states are finite in number (and at most [`MAX_STATES`]).
    const FINITE: bool = true;

    /// Takes in what is told and returns the state before the first round.
    fn begin(&mut self, told: &Told) -> Self::State;

    /// The chance with which a state plays C.
    fn cooperates(&self, state: &Self::State) -> Chance;

    /// The state after a round.
    fn next(&self, state: &Self::State, own: Action, seen: Action) -> Self::State;

    /// Whether the machine can play the game that it would be told.
    ///
    /// # Errors
    /// If it cannot, and why.
    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)
    }
}

/// The greatest number of states of an automaton made by exploring.
pub const MAX_STATES: usize = 4096;

/// A machine at play.
#[derive(Clone)]
struct AtPlay<M: Machine> {
    machine: M,
    state: Option<M::State>,
}

/// A machine as a strategy.
pub fn machine<M: Machine>(machine: M) -> Box<dyn Strategy> {
    Box::new(AtPlay { machine, state: None })
}

impl<M: Machine> Strategy for AtPlay<M> {
    fn begin(&mut self, told: &Told) {
        self.state = Some(self.machine.begin(told));
    }

    #[inline]
    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        let state = self.state.as_mut().expect("a strategy begins before it acts");
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            *state = self.machine.next(state, own, seen);
        }
        Action::cooperate_if(draws.happens(self.machine.cooperates(state)))
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        if M::FINITE { explore(self.machine.clone(), told) } else { None }
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        self.machine.fits(told)
    }
}

/// The automaton of a machine's reachable states, in order of discovery.
fn explore<M: Machine>(mut machine: M, told: &Told) -> Option<Automaton> {
    let start = machine.begin(told);
    let mut numbers = BTreeMap::from([(start.clone(), 0u32)]);
    let mut states = vec![start];
    let mut rows: Vec<[u32; 4]> = Vec::new();
    while rows.len() < states.len() {
        let state = states[rows.len()].clone();
        let nexts = ROUNDS.map(|(own, seen)| machine.next(&state, own, seen));
        let mut row = [0; 4];
        for (k, next) in nexts.iter().enumerate() {
            // Many machines do not look at one of the actions, and are in the same state whatever it was.
            let same = nexts[..k].iter().position(|other| other == next).map(|other| row[other]);
            row[k] = match same.or_else(|| numbers.get(next).copied()) {
                Some(number) => number,
                None => {
                    if states.len() == MAX_STATES {
                        return None;
                    }
                    let number = u32::try_from(states.len()).expect("at most 4096 states");
                    numbers.insert(next.clone(), number);
                    states.push(next.clone());
                    number
                }
            };
        }
        rows.push(row);
    }
    let mut builder = Automaton::builder(2, 2);
    for (state, row) in states.iter().zip(&rows) {
        builder.chance(machine.cooperates(state), row);
    }
    Some(builder.build())
}

/// The four ways in which a round of two actions can go, as own and seen action.
pub const ROUNDS: [(Action, Action); 4] =
    [(Action::C, Action::C), (Action::C, Action::D), (Action::D, Action::C), (Action::D, Action::D)];

/// The place of a round in [`ROUNDS`].
#[inline]
pub fn round_index(own: Action, seen: Action) -> usize {
    2 * own.index() + seen.index()
}

/// Whether a game is one of two players with two actions each, which most strategies are for.
///
/// # Errors
/// If it is not.
pub fn two_actions(told: &Told) -> Result<(), Diagnostic> {
    if told.game.is_two_by_two() {
        return Ok(());
    }
    let found = match &told.game {
        Stage::Table(game) => {
            let dimensions: Vec<String> = game.dimensions().iter().map(ToString::to_string).collect();
            format!("{} actions", dimensions.join(" x "))
        }
        Stage::Group(game) => format!("{} players with {} actions each", game.players(), game.actions().len()),
    };
    Err(Diagnostic::new(
        "wrong-game",
        format!("a strategy for two actions in a game of {found}"),
        "a game of two players with two actions each, or a strategy for any game (cooperator, defector, random, cycler)",
    ))
}

impl<T: Strategy + Clone + 'static> BoxedClone for T {
    fn boxed_clone(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}
