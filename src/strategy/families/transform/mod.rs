//! Transformers: rules that change what another strategy, the body, proposes.
//!
//! Any strategy can be a body, a transformed one too: `flip(body=nice(body=alternator))`. The player's own history holds
//! what was really played, after all changes, and that is what the body sees. A [`Rule`] is a small machine that turns a
//! proposal into a chance of C; over a body that is a deterministic automaton it gives an automaton. The sixteen rules are
//! those of Axelrod-Python 4.14 (Harper, Knight, Campbell et al. 2016), after Ashlock & Kim 2008 and Mathieu & Delahaye 2015.

mod entries;
mod mixing;
mod rules;

pub(super) use entries::ENTRIES;

use crate::error::Diagnostic;
use crate::sim::{Chance, Draws};
use crate::strategy::machine::{ROUNDS, two_actions};
use crate::strategy::{Action, Automaton, MAX_STATES, Strategy, Told, View};
use std::collections::BTreeMap;

/// What becomes of a proposal.
trait Rule: Clone + Send + Sync + 'static {
    /// What the rule remembers of the match.
    type State: Clone + Ord + Send + Sync;

    /// Before the first round.
    fn begin(&self) -> Self::State;

    /// The chance of C where the body proposes an action.
    fn cooperates(&self, state: &Self::State, proposal: Action) -> Chance;

    /// After a round.
    fn next(&self, state: &Self::State, own: Action, seen: Action) -> Self::State;

    /// Whether it has few states, so that an automaton is worth making.
    fn is_small(&self) -> bool {
        true
    }
}

/// A strategy whose proposals a rule changes.
#[derive(Clone)]
struct Transformed<R: Rule> {
    rule: R,
    body: Box<dyn Strategy>,
    state: R::State,
}

/// A body under a rule.
fn transformed<R: Rule>(rule: R, body: Box<dyn Strategy>) -> Box<dyn Strategy> {
    let state = rule.begin();
    Box::new(Transformed { rule, body, state })
}

impl<R: Rule> Strategy for Transformed<R> {
    fn begin(&mut self, told: &Told) {
        self.state = self.rule.begin();
        self.body.begin(told);
    }

    fn act(&mut self, view: &View<'_>, draws: &mut Draws) -> Action {
        if let (Some(own), Some(seen)) = (view.own.last(), view.opponent().last()) {
            self.state = self.rule.next(&self.state, own, seen);
        }
        let proposal = self.body.act(view, draws);
        Action::cooperate_if(draws.happens(self.rule.cooperates(&self.state, proposal)))
    }

    fn automaton(&self, told: &Told) -> Option<Automaton> {
        if !self.rule.is_small() {
            return None;
        }
        compose(&self.rule, &self.body.automaton(told)?)
    }

    fn fits(&self, told: &Told) -> Result<(), Diagnostic> {
        two_actions(told)?;
        self.body.fits(told)
    }

    fn parts(&self) -> Vec<&dyn Strategy> {
        vec![&*self.body]
    }

    fn parts_mut(&mut self) -> Vec<&mut dyn Strategy> {
        vec![&mut *self.body]
    }
}

/// The automaton of a body under a rule; nothing if the body draws, changes its state at fixed rounds, or the product has
/// too many states.
fn compose<R: Rule>(rule: &R, body: &Automaton) -> Option<Automaton> {
    if !body.is_deterministic() || !body.switches().is_empty() {
        return None;
    }
    let start = (rule.begin(), body.start());
    let mut numbers = BTreeMap::from([(start.clone(), 0u32)]);
    let mut states = vec![start];
    let mut builder = Automaton::builder(2, 2);
    let mut done = 0;
    while done < states.len() {
        let (state, place) = states[done].clone();
        done += 1;
        let mut row = [0; 4];
        for (slot, (own, seen)) in row.iter_mut().zip(ROUNDS) {
            let next = (rule.next(&state, own, seen), body.next(place, own, seen));
            *slot = match numbers.get(&next) {
                Some(number) => *number,
                None if states.len() == MAX_STATES => return None,
                None => {
                    let number = u32::try_from(states.len()).expect("at most 4096 states");
                    numbers.insert(next.clone(), number);
                    states.push(next);
                    number
                }
            };
        }
        let proposal = body.sure_action(place)?;
        builder.chance(rule.cooperates(&state, proposal), &row);
    }
    Some(builder.build())
}
