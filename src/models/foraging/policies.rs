//! Heuristic policies: what agents do that do not learn, and what chance does.
//!
//! They see the whole board. `greedy` and `team` are the heuristics whose returns serve as references for learners:
//! both walk straight and know no way around food or around each other, so that they get stuck on some boards.

use super::action::Action;
use super::board::{Board, Cell, Food};
use crate::sim::Draws;

/// A policy that does not learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Each of the six actions alike, valid or not.
    Uniform,
    /// Each valid action alike.
    UniformValid,
    /// To the nearest food that the agent can lift alone (if there is none, to the nearest), and loads there.
    Greedy,
    /// All to the food to which all together have the fewest steps, and load there.
    Team,
}

impl Policy {
    /// All policies.
    pub const ALL: [Policy; 4] = [Policy::Uniform, Policy::UniformValid, Policy::Greedy, Policy::Team];

    /// Its name, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Policy::Uniform => "uniform",
            Policy::UniformValid => "uniform_valid",
            Policy::Greedy => "greedy",
            Policy::Team => "team",
        }
    }

    /// What an agent does. Draws where actions are equally good.
    ///
    /// An agent beside its food loads. Else it takes a valid move that brings it one step nearer, each alike; that the cell may
    /// be another agent's it does not see. Where food is in the way of all of these it takes any valid action. Of foods
    /// that are equally near the first in reading order counts.
    ///
    /// # Panics
    /// If there is no such agent.
    pub fn act(self, board: &Board<'_>, agent: usize, draws: &mut Draws) -> Action {
        let own = board.agent(agent);
        let target = match self {
            Policy::Uniform => return Action::ALL[draws.index(Action::ALL.len())],
            Policy::UniformValid => None,
            Policy::Greedy => {
                let near =
                    |foods: &mut dyn Iterator<Item = Food>| foods.min_by_key(|food| own.cell.steps_to(food.cell));
                near(&mut board.foods().filter(|food| food.level <= own.level)).or_else(|| near(&mut board.foods()))
            }
            Policy::Team => {
                let steps = |food: &Food| -> u32 {
                    board.agents().map(|agent| u32::from(agent.cell.steps_to(food.cell))).sum()
                };
                board.foods().min_by_key(steps)
            }
        };
        let valid = board.valid(agent);
        let Some(food) = target else { return pick(valid.actions(), valid.count(), draws) };
        if own.cell.steps_to(food.cell) == 1 {
            return Action::Load;
        }
        let nearer = |action: &Action| valid.allows(*action) && approaches(*action, own.cell, food.cell);
        let moves = || Action::MOVES.into_iter().filter(nearer);
        match moves().count() {
            0 => pick(valid.actions(), valid.count(), draws),
            count => pick(moves(), count, draws),
        }
    }

    /// What all agents of a board do, in order, from one stream.
    ///
    /// # Panics
    /// If `out` has not one place an agent.
    pub fn act_all(self, board: &Board<'_>, draws: &mut Draws, out: &mut [Action]) {
        assert_eq!(out.len(), board.agent_count(), "one action an agent");
        for (agent, action) in out.iter_mut().enumerate() {
            *action = self.act(board, agent, draws);
        }
    }
}

/// One of `count` actions, each alike.
fn pick(mut actions: impl Iterator<Item = Action>, count: usize, draws: &mut Draws) -> Action {
    actions.nth(draws.index(count)).unwrap_or_default()
}

/// Whether a move brings one nearer.
fn approaches(action: Action, from: Cell, to: Cell) -> bool {
    match action {
        Action::North => to.row < from.row,
        Action::South => to.row > from.row,
        Action::West => to.col < from.col,
        Action::East => to.col > from.col,
        Action::None | Action::Load => false,
    }
}
