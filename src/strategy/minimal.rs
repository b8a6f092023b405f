//! The smallest automaton that plays alike.
//!
//! States that cannot be reached are left out, and states that play alike and go on alike are put together: partition
//! refinement (Moore 1956, "Gedanken-experiments on sequential machines"). Of deterministic and stochastic machines whose
//! transitions are sure, the result is the least one with the same behaviour; where the automaton has switches, the least
//! one whose switches are those.

use super::{Action, Automaton};
use std::collections::BTreeMap;

impl Automaton {
    /// The smallest automaton that plays like this one.
    ///
    /// With `slips` its own action may come out as another, so that what follows such a slip counts; without, what follows an
    /// action that a state never plays does not, and more states are alike.
    #[must_use]
    pub fn minimal(&self, slips: bool) -> Automaton {
        let reached = self.reached(slips);
        let mut class = vec![usize::MAX; self.states()];
        let mut classes = 0;
        loop {
            let mut numbers = BTreeMap::new();
            let mut refined = class.clone();
            for state in &reached {
                let signature = (
                    self.act_key(*state),
                    self.followers(*state, slips).map(|next| class[next as usize]).collect::<Vec<_>>(),
                );
                let fresh = numbers.len();
                refined[*state as usize] = *numbers.entry(signature).or_insert(fresh);
            }
            let grown = numbers.len() > classes;
            (class, classes) = (refined, numbers.len());
            if !grown {
                break;
            }
        }
        self.quotient(&reached, &class, classes)
    }

    /// The states that can be reached, the first one first, in order of discovery.
    fn reached(&self, slips: bool) -> Vec<u32> {
        let mut seen = vec![false; self.states()];
        let mut found = vec![self.start()];
        seen[self.start() as usize] = true;
        let mut done = 0;
        while let Some(state) = found.get(done).copied() {
            done += 1;
            let next: Vec<u32> = self.followers(state, slips).collect();
            for next in next {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// What a state plays, as something that can be ordered.
    fn act_key(&self, state: u32) -> (Option<Action>, u64) {
        (self.sure_action(state), self.chance(state).probability().to_bits())
    }

    /// The states that can follow a state, in a fixed order: by own and other's action, then by each switch.
    fn followers(&self, state: u32, slips: bool) -> impl Iterator<Item = u32> {
        let action = |k: usize| Action(u8::try_from(k).expect("a player has at most 256 actions"));
        let plays = move |own: &Action| slips || self.probability(state, *own) > 0.0;
        let rounds = (0..self.own_actions())
            .map(action)
            .filter(plays)
            .flat_map(move |own| (0..self.seen_actions()).map(move |seen| self.next(state, own, action(seen))));
        rounds.chain(self.switches().iter().map(move |switch| switch.to[state as usize]))
    }

    /// The automaton of classes; each behaves as its first state does.
    fn quotient(&self, reached: &[u32], class: &[usize], classes: usize) -> Automaton {
        let mut first = vec![None; classes];
        for state in reached.iter().rev() {
            first[class[*state as usize]] = Some(*state);
        }
        let first: Vec<u32> = first.into_iter().map(|state| state.expect("a class has a state")).collect();
        let to = |state: u32| {
            // What is not reached follows only actions that are never played.
            let class = class[state as usize];
            u32::try_from(if class == usize::MAX { 0 } else { class }).expect("fewer than 2^32 states")
        };
        let mut builder = Automaton::builder(self.own_actions(), self.seen_actions());
        for state in &first {
            let mut next = Vec::new();
            for own in 0..self.own_actions() {
                for seen in 0..self.seen_actions() {
                    let [own, seen] = [own, seen].map(|k| Action(u8::try_from(k).expect("at most 256 actions")));
                    next.push(to(self.next(*state, own, seen)));
                }
            }
            match self.sure_action(*state) {
                Some(action) => builder.sure(action, &next),
                None => builder.chance(self.chance(*state), &next),
            };
        }
        builder.start(to(self.start()));
        for switch in self.switches() {
            builder.switch(switch.round, first.iter().map(|state| to(switch.to[*state as usize])).collect());
        }
        builder.build()
    }

    /// The first action's probability at first, and after CC, CD, DC and DD (own action first), if what the player does hangs
    /// on the last round alone. For two actions, without switches.
    pub fn memory_one(&self) -> Option<(f64, [f64; 4])> {
        if self.own_actions() != 2 || self.seen_actions() != 2 || !self.switches().is_empty() {
            return None;
        }
        let mut vector: [Option<f64>; 4] = [None; 4];
        for state in self.reached(true) {
            for (slot, next) in vector.iter_mut().zip(self.followers(state, true)) {
                let p = self.probability(next, Action::C);
                if slot.replace(p).is_some_and(|before| before != p) {
                    return None;
                }
            }
        }
        let [cc, cd, dc, dd] = vector;
        Some((self.probability(self.start(), Action::C), [cc?, cd?, dc?, dd?]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(call: &str, slips: bool) -> usize {
        let catalogue = crate::strategy::catalogue();
        let spec = catalogue
            .resolve(&crate::catalogue::Value::from(call), &crate::catalogue::Place::root())
            .expect("a strategy");
        let q = |n: i64| crate::exact::Rational::from(n);
        let game = crate::game::NormalForm::symmetric("pd", ["C", "D"], &[vec![q(3), q(0)], vec![q(5), q(1)]]);
        let told = crate::strategy::Told::new(
            std::sync::Arc::new(game.expect("a game")),
            crate::ids::PlayerId(0),
            crate::strategy::Horizon::Unknown,
        );
        let strategy = catalogue.build(&spec, &catalogue).expect("it builds");
        strategy.automaton(&told).expect("a finite machine").minimal(slips).states()
    }

    /// Abreu & Rubinstein 1988: the machines of the folk theorem have two states; a constant has one.
    #[test]
    fn well_known_machines_have_their_sizes() {
        for (call, states) in [
            ("cooperator", 1),
            ("tit_for_tat", 2),
            ("grudger", 2),
            ("win_stay_lose_shift", 2),
            ("tit_for_2_tats", 3),
            ("alternator", 2),
        ] {
            assert_eq!(count(call, false), states, "{call}");
        }
    }

    /// Two machines that differ only after a slip of their own: one state without slips, two with.
    #[test]
    fn slips_tell_states_apart() {
        let mut builder = Automaton::builder(2, 2);
        builder.sure(Action::C, &[0, 0, 1, 1]);
        builder.sure(Action::D, &[1; 4]);
        let machine = builder.build();
        assert_eq!((machine.minimal(false).states(), machine.minimal(true).states()), (1, 2));
    }
}
