//! Strategies that can be bred: machines, tables and chances, with mutation and crossing.
//!
//! A machine is a finite automaton that sees the other's actions (Miller 1996); a table answers to the last rounds
//! (Axelrod 1987); chances are a memory-one strategy. Each becomes an [`Automaton`], by which it is played. Games have two actions.

use super::memory_one::MemoryOne;
use crate::sim::Draws;
use crate::strategy::{Action, Automaton};

/// A strategy that can be bred.
#[derive(Clone, Debug, PartialEq)]
pub enum Genome {
    /// A machine: each state's action, and its next states after the other's first and second action. It starts in state 0.
    Machine(Vec<(Action, [u32; 2])>),
    /// A table over the last rounds: the rounds imagined before the first one, and the action after each past. A past is a number in
    /// base four, the latest round last: 0 for CC, 1 for CD, 2 for DC, 3 for DD, own action first.
    Table {
        /// The past that is imagined at the start.
        opening: u32,
        /// One action a past: a power of four of them.
        actions: Vec<Action>,
    },
    /// Probabilities of the first action, after the first one was played at the start.
    Chances(MemoryOne),
}

/// What kind of strategies are bred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Species {
    /// Machines of so many states.
    Machines {
        /// The number of states.
        states: u32,
    },
    /// Tables over so many rounds.
    Tables {
        /// The number of rounds, from 1.
        memory: u32,
    },
    /// Chances.
    Chances,
}

fn any_action(draws: &mut Draws) -> Action {
    Action::cooperate_if(draws.chance(0.5))
}

fn state(states: usize, draws: &mut Draws) -> u32 {
    u32::try_from(draws.index(states)).expect("machines are small")
}

impl Species {
    /// A random strategy, each alike.
    pub fn random(self, draws: &mut Draws) -> Genome {
        match self {
            Self::Machines { states } => {
                let states = states.max(1) as usize;
                let gene = |draws: &mut Draws| (any_action(draws), [state(states, draws), state(states, draws)]);
                Genome::Machine((0..states).map(|_| gene(draws)).collect())
            }
            Self::Tables { memory } => {
                let pasts = 1usize << (2 * memory);
                Genome::Table { opening: state(pasts, draws), actions: (0..pasts).map(|_| any_action(draws)).collect() }
            }
            Self::Chances => Genome::Chances(MemoryOne([0; 4].map(|_| draws.uniform()))),
        }
    }
}

impl Genome {
    /// Changes each gene with probability `rate`: an action flips, a state or a chance becomes any other.
    pub fn mutate(&mut self, rate: f64, draws: &mut Draws) {
        let flip = |action: &mut Action, draws: &mut Draws| {
            if draws.chance(rate) {
                *action = action.flip();
            }
        };
        match self {
            Self::Machine(states) => {
                let count = states.len();
                for (action, next) in states {
                    flip(action, draws);
                    for to in next {
                        if draws.chance(rate) {
                            *to = state(count, draws);
                        }
                    }
                }
            }
            Self::Table { opening, actions } => {
                if draws.chance(rate) {
                    *opening = state(actions.len(), draws);
                }
                actions.iter_mut().for_each(|action| flip(action, draws));
            }
            Self::Chances(MemoryOne(chances)) => {
                for chance in chances {
                    if draws.chance(rate) {
                        *chance = draws.uniform();
                    }
                }
            }
        }
    }

    /// A child of two of the same species: the genes of the first up to a random place, and the second's from there on.
    pub fn cross(&self, other: &Self, draws: &mut Draws) -> Self {
        match (self, other) {
            (Self::Machine(a), Self::Machine(b)) if a.len() == b.len() => {
                let cut = draws.index(a.len() + 1);
                Self::Machine(a[..cut].iter().chain(&b[cut..]).copied().collect())
            }
            (Self::Table { opening, actions: a }, Self::Table { actions: b, .. }) if a.len() == b.len() => {
                let cut = draws.index(a.len() + 1);
                Self::Table { opening: *opening, actions: a[..cut].iter().chain(&b[cut..]).copied().collect() }
            }
            (Self::Chances(MemoryOne(a)), Self::Chances(MemoryOne(b))) => {
                let cut = draws.index(5);
                let mut child = *a;
                child[cut.min(4)..].copy_from_slice(&b[cut.min(4)..]);
                Self::Chances(MemoryOne(child))
            }
            _ => self.clone(),
        }
    }

    /// The automaton that plays so.
    pub fn automaton(&self) -> Automaton {
        let mut builder = Automaton::builder(2, 2);
        match self {
            Self::Machine(states) => {
                for (action, [after_c, after_d]) in states {
                    builder.sure(*action, &[*after_c, *after_d, *after_c, *after_d]);
                }
            }
            Self::Table { opening, actions } => {
                let pasts = u32::try_from(actions.len()).expect("tables are small");
                for (past, action) in (0..pasts).zip(actions) {
                    let next = [0, 1, 2, 3].map(|round| (4 * past + round) % pasts);
                    builder.sure(*action, &next);
                }
                builder.start(*opening);
            }
            Self::Chances(chances) => return chances.automaton(),
        }
        builder.build()
    }

    /// The genes in a line: `C12 D01` for a machine's states, `CDDC @3` for a table, four decimals for chances.
    pub fn show(&self) -> String {
        match self {
            Self::Machine(states) => {
                let state = |(action, [c, d]): &(Action, [u32; 2])| format!("{}{c}/{d}", letter(*action));
                states.iter().map(state).collect::<Vec<_>>().join(" ")
            }
            Self::Table { opening, actions } => {
                format!("{} @{opening}", actions.iter().map(|action| letter(*action)).collect::<String>())
            }
            Self::Chances(MemoryOne(p)) => format!("{:.3} {:.3} {:.3} {:.3}", p[0], p[1], p[2], p[3]),
        }
    }
}

fn letter(action: Action) -> char {
    if action == Action::C { 'C' } else { 'D' }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{RunKey, Seed};
    use crate::sim::{Purpose, Who};

    #[test]
    fn tables_play_what_they_say() {
        // Tit-for-tat after a past of mutual cooperation; the other's last action is the last binary digit.
        let tit_for_tat = Genome::Table { opening: 0, actions: vec![Action::C, Action::D, Action::C, Action::D] };
        let automaton = tit_for_tat.automaton();
        let mut state = automaton.start();
        let mut played = Vec::new();
        for seen in [Action::C, Action::D, Action::D, Action::C] {
            let own = automaton.sure_action(state).expect("tables draw nothing");
            played.push(own);
            state = automaton.next(state, own, seen);
        }
        assert_eq!(played, [Action::C, Action::C, Action::D, Action::D]);
        assert_eq!(tit_for_tat.show(), "CDCD @0");
    }

    #[test]
    fn children_have_their_parents_genes_and_mutants_others() {
        let mut draws = RunKey::derive(Seed(1), 0, "").draws(Who::place("breed", 0), Purpose::Mutation);
        for species in [Species::Machines { states: 6 }, Species::Tables { memory: 2 }, Species::Chances] {
            for _ in 0..50 {
                let (a, b) = (species.random(&mut draws), species.random(&mut draws));
                let mut child = a.cross(&b, &mut draws);
                let genes = |genome: &Genome| -> Vec<String> {
                    match genome {
                        Genome::Machine(states) => states.iter().map(|state| format!("{state:?}")).collect(),
                        Genome::Table { actions, .. } => actions.iter().map(|action| format!("{action:?}")).collect(),
                        Genome::Chances(MemoryOne(p)) => p.iter().map(ToString::to_string).collect(),
                    }
                };
                let parents: Vec<(String, String)> = genes(&a).into_iter().zip(genes(&b)).collect();
                assert!(genes(&child).iter().zip(&parents).all(|(gene, (a, b))| gene == a || gene == b));
                let before = child.clone();
                child.mutate(0.0, &mut draws);
                assert_eq!(child, before);
                child.mutate(0.5, &mut draws);
                child.automaton();
            }
        }
    }
}
