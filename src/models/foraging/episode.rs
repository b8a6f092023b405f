//! An episode on record: how it began and what was done, from which everything else follows.
//!
//! A record keeps the first board and, of each step, what agents did and what came of it. Drawings and A2A tasks are made
//! from the record, so that nothing that is shown can change it.

use super::action::Action;
use super::board::{Cell, Food, Layout};
use super::config::Reward;
use super::field::{End, Field, Load};
use super::policies::Policy;
use super::rules::Rules;
use crate::error::Faults;
use crate::sim::Draws;
use std::sync::Arc;

/// A step on record.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What agents did, valid or not.
    pub actions: Vec<Action>,
    /// Where they are after it.
    pub cells: Vec<Cell>,
    /// What each was rewarded with.
    pub rewards: Vec<f64>,
    /// Who tried to lift what.
    pub loads: Vec<Load>,
    /// The foods that are left after it, in reading order.
    pub foods: Vec<Food>,
}

/// An episode on record.
#[derive(Clone, Debug)]
pub struct Episode {
    /// The rules.
    pub rules: Arc<Rules>,
    /// What was on the board at first.
    pub start: Layout,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How it ended; [`End::Running`] if the actions gave out before.
    pub end: End,
}

impl Episode {
    /// Plays an episode: a board from `spawn`, and actions of a policy from `choice`. Of two policies with equal `spawn`
    /// the boards are equal.
    pub fn play(rules: &Arc<Rules>, policy: Policy, spawn: &mut Draws, choice: &mut Draws) -> Self {
        let mut field = Field::new(Arc::clone(rules), 1);
        field.spawn(0, spawn);
        let mut actions = vec![Action::None; rules.config().agents];
        Self::record(field, |field| {
            policy.act_all(&field.board(0), choice, &mut actions);
            Some(actions.clone())
        })
    }

    /// Replays actions from a layout, until the episode ends or actions give out.
    ///
    /// # Errors
    /// What is wrong with the layout.
    ///
    /// # Panics
    /// If a step has not one action an agent.
    pub fn replay(rules: &Arc<Rules>, start: &Layout, actions: &[Vec<Action>]) -> Result<Self, Faults> {
        let mut field = Field::new(Arc::clone(rules), 1);
        field.place(0, start)?;
        let mut actions = actions.iter();
        Ok(Self::record(field, |_| actions.next().cloned()))
    }

    fn record(mut field: Field, mut next: impl FnMut(&Field) -> Option<Vec<Action>>) -> Self {
        let start = field.board(0).layout();
        let mut steps = Vec::new();
        while field.board(0).end() == End::Running {
            let Some(actions) = next(&field) else { break };
            let (mut rewards, mut loads) = (vec![0.0; actions.len()], Vec::new());
            field.step(0, &actions, &mut rewards, &mut loads);
            let board = field.board(0);
            let (cells, foods) = (board.agents().map(|agent| agent.cell).collect(), board.foods().collect());
            steps.push(Step { actions, cells, rewards, loads, foods });
        }
        Self { rules: Arc::clone(field.rules()), start, steps, end: field.board(0).end() }
    }

    /// The sum of each agent's rewards, in the order of steps.
    pub fn returns(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.rules.config().agents];
        for step in &self.steps {
            for (sum, reward) in sums.iter_mut().zip(&step.rewards) {
                *sum += reward;
            }
        }
        sums
    }
    /// What all agents gained together: the sum over agents of their shares, however rewards are handed out.
    pub fn team_return(&self) -> f64 {
        let returns = self.returns();
        match self.rules.config().reward {
            Reward::Individual => returns.iter().sum(),
            Reward::Common => returns[0],
        }
    }
}
