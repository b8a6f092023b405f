//! Strategies as finite automata.
//!
//! A state says with what probability each action is played; what was realised and perceived picks the
//! next state. That holds every deterministic and stochastic finite machine whose transitions are sure: pure,
//! reactive, memory-n, finite-state and counting ones. Rules about the end of a match of known length
//! are [`Switch`]es: at a fixed round the state is replaced by another.

use super::Action;
use crate::sim::{Chance, Draws};

/// A finite automaton that plays a two-player game.
///
/// Before the first round it is in [`start`](Automaton::start). In each round it plays an action by the
/// probabilities of its state; after it, its own realised action `own` and the other's perceived action
/// `seen` lead to state `next(state, own, seen)`. A sure action draws nothing, a mixed one draws one word.
#[derive(Clone, Debug, PartialEq)]
pub struct Automaton {
    own_actions: usize,
    seen_actions: usize,
    start: u32,
    /// `acts[state]`.
    acts: Vec<Act>,
    /// `next[(state * own_actions + own) * seen_actions + seen]`.
    next: Vec<u32>,
    switches: Vec<Switch>,
    /// Whether no state draws.
    deterministic: bool,
}

/// What a state plays.
#[derive(Clone, Debug, PartialEq)]
enum Act {
    Sure(Action),
    /// Two actions, the first with this probability.
    Mixed(Chance),
}

/// A change of state that a round brings, whatever was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The round before which states change, from 1.
    pub round: u32,
    /// The new state of each state.
    pub to: Vec<u32>,
}

/// Builds an automaton state by state.
#[derive(Clone, Debug)]
pub struct AutomatonBuilder {
    automaton: Automaton,
}

impl Automaton {
    /// An automaton with these numbers of actions, to be given states.
    pub fn builder(own_actions: usize, seen_actions: usize) -> AutomatonBuilder {
        AutomatonBuilder {
            automaton: Automaton {
                own_actions,
                seen_actions,
                start: 0,
                acts: Vec::new(),
                next: Vec::new(),
                switches: Vec::new(),
                deterministic: true,
            },
        }
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.acts.len()
    }

    /// The number of its own actions.
    pub fn own_actions(&self) -> usize {
        self.own_actions
    }

    /// The number of the other's actions.
    pub fn seen_actions(&self) -> usize {
        self.seen_actions
    }

    /// The state before the first round.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The changes of state by round, in order of rounds.
    pub fn switches(&self) -> &[Switch] {
        &self.switches
    }

    /// The state after the change of state, if any, that comes before a round.
    #[inline]
    pub fn switched(&self, state: u32, round: u32) -> u32 {
        let found = self.switches.iter().find(|switch| switch.round == round);
        found.map_or(state, |switch| switch.to[state as usize])
    }

    /// The action that a state surely plays, if it is sure.
    #[inline]
    pub fn sure_action(&self, state: u32) -> Option<Action> {
        match self.acts[state as usize] {
            Act::Sure(action) => Some(action),
            Act::Mixed(_) => None,
        }
    }

    /// What a state plays, drawing one word where it is not sure.
    #[inline]
    pub fn act(&self, state: u32, draws: &mut Draws) -> Action {
        match self.acts[state as usize] {
            Act::Sure(action) => action,
            Act::Mixed(chance) => Action::cooperate_if(draws.happens(chance)),
        }
    }

    /// The probability with which a state plays an action.
    pub fn probability(&self, state: u32, action: Action) -> f64 {
        match (&self.acts[state as usize], action) {
            (Act::Sure(sure), action) => f64::from(u8::from(*sure == action)),
            (Act::Mixed(chance), Action::C) => chance.probability(),
            (Act::Mixed(chance), Action::D) => 1.0 - chance.probability(),
            (Act::Mixed(_), _) => 0.0,
        }
    }

    /// The chance with which a state plays its first action.
    pub fn chance(&self, state: u32) -> Chance {
        match &self.acts[state as usize] {
            Act::Sure(action) => Chance::sure(*action == Action::C),
            Act::Mixed(chance) => *chance,
        }
    }

    /// The state after a round.
    #[inline]
    pub fn next(&self, state: u32, own: Action, seen: Action) -> u32 {
        self.next[(state as usize * self.own_actions + own.index()) * self.seen_actions + seen.index()]
    }

    /// The automaton that plays `action` in rounds `first` to `last`, and otherwise like this one, which watches on
    /// meanwhile.
    #[must_use]
    pub fn with_interlude(mut self, first: u32, last: u32, action: Action) -> Self {
        let own_states = u32::try_from(self.acts.len()).expect("fewer than 2^32 states");
        // State `s + own_states` is state `s` in the interlude.
        self.acts.extend(std::iter::repeat_n(Act::Sure(action), self.acts.len()));
        self.next.extend(self.next.clone().into_iter().map(|state| state + own_states));
        for switch in &mut self.switches {
            switch.to.extend(switch.to.clone().into_iter().map(|state| state + own_states));
        }
        self.add_switch(first, |state| state % own_states + own_states);
        self.add_switch(last.saturating_add(1), |state| state % own_states);
        self
    }

    /// Adds a change of state after those that the round has already.
    fn add_switch(&mut self, round: u32, to: impl Fn(u32) -> u32) {
        let states = u32::try_from(self.acts.len()).expect("fewer than 2^32 states");
        let place = self.switches.partition_point(|switch| switch.round < round);
        if self.switches.get(place).is_none_or(|switch| switch.round != round) {
            self.switches.insert(place, Switch { round, to: (0..states).collect() });
        }
        for state in &mut self.switches[place].to {
            *state = to(*state);
        }
    }

    /// Whether no state draws.
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }
}

impl AutomatonBuilder {
    /// Adds a state that surely plays `action`; its next states are `next[own][seen]`, flattened. Returns its number.
    ///
    /// # Panics
    /// If `next` does not have one state for each pair of actions.
    pub fn sure(&mut self, action: Action, next: &[u32]) -> u32 {
        self.push(Act::Sure(action), next)
    }

    /// Adds a state that plays its first action with probability `p` and its second otherwise.
    ///
    /// # Panics
    /// If `next` does not have one state for each pair of actions.
    pub fn mixed(&mut self, p: f64, next: &[u32]) -> u32 {
        self.chance(Chance::of(p), next)
    }

    /// Adds a state that plays its first action with this chance and its second otherwise.
    ///
    /// # Panics
    /// If `next` does not have one state for each pair of actions.
    pub fn chance(&mut self, chance: Chance, next: &[u32]) -> u32 {
        let act = match chance {
            Chance::Always => Act::Sure(Action::C),
            Chance::Never => Act::Sure(Action::D),
            Chance::Below(_) => Act::Mixed(chance),
        };
        self.push(act, next)
    }

    fn push(&mut self, act: Act, next: &[u32]) -> u32 {
        let automaton = &mut self.automaton;
        assert_eq!(next.len(), automaton.own_actions * automaton.seen_actions, "a state has one successor a pair");
        let state = u32::try_from(automaton.acts.len()).expect("fewer than 2^32 states");
        automaton.deterministic &= matches!(act, Act::Sure(_));
        automaton.acts.push(act);
        automaton.next.extend_from_slice(next);
        state
    }

    /// Sets the state before the first round (else the first one added).
    pub fn start(&mut self, state: u32) -> &mut Self {
        self.automaton.start = state;
        self
    }

    /// Adds a change of state before a round. Rounds must ascend.
    pub fn switch(&mut self, round: u32, to: Vec<u32>) -> &mut Self {
        self.automaton.switches.push(Switch { round, to });
        self
    }

    /// The automaton.
    ///
    /// # Panics
    /// If a state that does not exist is named, or switches do not ascend: a fault of the strategy.
    pub fn build(self) -> Automaton {
        let automaton = self.automaton;
        let exists = |state: &u32| (*state as usize) < automaton.acts.len();
        assert!(exists(&automaton.start) && automaton.next.iter().all(exists), "all states named exist");
        for switch in &automaton.switches {
            assert!(
                switch.to.len() == automaton.acts.len() && switch.to.iter().all(exists),
                "a switch maps all states"
            );
        }
        assert!(automaton.switches.windows(2).all(|w| w[0].round < w[1].round), "switches ascend");
        automaton
    }
}
