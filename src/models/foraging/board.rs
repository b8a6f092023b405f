//! One board, to look at: where agents and foods are, and which actions are valid.
//!
//! A [`Board`] is a view into a [`Field`](super::Field). Cells are kept by number in a frame of wall one cell wide, so
//! that each cell has four neighbours; views speak of rows and columns. Nothing here changes anything.

use super::action::{Action, Mask};
use super::field::{End, State};
use super::rules::Rules;
use crate::error::{Diagnostic, Faults, Location};

/// What a cell of the frame holds in place of a food's number.
pub(super) const WALL: u8 = u8::MAX;

/// A cell, by its row and column from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The row; it grows southward.
    pub row: u16,
    /// The column; it grows eastward.
    pub col: u16,
}

impl Cell {
    /// How many steps lie between two cells of an empty field (Manhattan distance).
    #[inline]
    pub fn steps_to(self, other: Cell) -> u16 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }
}

impl From<(usize, usize)> for Cell {
    fn from((row, col): (usize, usize)) -> Self {
        let narrow = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        Self { row: narrow(row), col: narrow(col) }
    }
}

/// An agent and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Forager {
    /// Where it is.
    pub cell: Cell,
    /// Its level.
    pub level: u16,
}

/// A food and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Food {
    /// Where it is.
    pub cell: Cell,
    /// Its level: what those who lift it need together.
    pub level: u16,
}

/// All that is on a board at the start of an episode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The agents, in order.
    pub agents: Vec<Forager>,
    /// The foods, in any order.
    pub foods: Vec<Food>,
    /// The levels of all foods of the episode together, by which rewards are divided; of `foods`, if nothing.
    pub spawned: Option<u32>,
}

impl Layout {
    /// Looks for what cannot be on a board under these rules: the place of a fault is `agents[1]`, `food[0]` or the like.
    pub(super) fn check(&self, rules: &Rules, faults: &mut Faults) {
        let config = rules.config();
        let mut fault = |path: String, found: String, wanted: String| {
            faults.push(Diagnostic::new("wrong-board", found, wanted).at(Location::path(path)));
        };
        if self.agents.len() != config.agents {
            let found = format!("{} agents", self.agents.len());
            fault("agents".into(), found, format!("{}, as the field has", config.agents));
        }
        if self.foods.is_empty() || self.foods.len() > config.foods {
            let found = format!("{} foods", self.foods.len());
            fault("food".into(), found, format!("1 to {}, as the field has", config.foods));
        }
        let on_board = |cell: Cell| usize::from(cell.row) < config.rows && usize::from(cell.col) < config.cols;
        let show = |cell: Cell| format!("[{}, {}]", cell.row, cell.col);
        let inside = format!("a cell of a field of {} by {}", config.rows, config.cols);
        for (k, food) in self.foods.iter().enumerate() {
            let path = || format!("food[{k}]");
            if !on_board(food.cell) {
                fault(path(), format!("a food at {}", show(food.cell)), inside.clone());
            }
            if food.level == 0 {
                fault(path(), "a food of level 0".into(), "a level from 1".into());
            }
            if self.foods[..k].iter().any(|other| other.cell == food.cell) {
                fault(path(), format!("a second food at {}", show(food.cell)), "one food a cell".into());
            }
        }
        for (k, agent) in self.agents.iter().enumerate() {
            let path = || format!("agents[{k}]");
            if !on_board(agent.cell) {
                fault(path(), format!("an agent at {}", show(agent.cell)), inside.clone());
            }
            if agent.level == 0 {
                fault(path(), "an agent of level 0".into(), "a level from 1".into());
            }
            if self.foods.iter().any(|food| food.cell == agent.cell) {
                fault(path(), format!("an agent on the food at {}", show(agent.cell)), "a cell without food".into());
            }
            if rules.strict() && self.agents[..k].iter().any(|other| other.cell == agent.cell) {
                let found = format!("a second agent at {}", show(agent.cell));
                fault(path(), found, "one agent a cell in strict mode".into());
            }
        }
        let sum: u32 = self.foods.iter().map(|food| u32::from(food.level)).sum();
        if let Some(spawned) = self.spawned.filter(|spawned| *spawned < sum) {
            let found = format!("food of {spawned} levels at the start and of {sum} now");
            fault("food_spawned".into(), found, format!("{sum} or more"));
        }
    }
}

/// A view of one board.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a> {
    pub(super) rules: &'a Rules,
    /// By cell of the frame: 0, the number of a food from 1, or [`WALL`].
    pub(super) grid: &'a [u8],
    /// The cell of each agent.
    pub(super) cells: &'a [u16],
    /// The level of each agent.
    pub(super) levels: &'a [u16],
    /// The cell of each food, in reading order.
    pub(super) food_cells: &'a [u16],
    /// The level of each food, 0 once it is gone.
    pub(super) food_levels: &'a [u16],
    pub(super) state: &'a State,
}

impl<'a> Board<'a> {
    /// The rules of its field.
    pub fn rules(&self) -> &'a Rules {
        self.rules
    }

    /// How many agents there are.
    #[inline]
    pub fn agent_count(&self) -> usize {
        self.cells.len()
    }

    /// An agent by its number from 0.
    ///
    /// # Panics
    /// If there is no such agent.
    #[inline]
    pub fn agent(&self, agent: usize) -> Forager {
        Forager { cell: self.rules.cell(self.cells[agent]), level: self.levels[agent] }
    }

    /// All agents, in order.
    pub fn agents(&self) -> impl Iterator<Item = Forager> + use<'a> {
        let board = *self;
        (0..board.agent_count()).map(move |agent| board.agent(agent))
    }

    /// The foods that are left, in reading order.
    #[inline]
    pub fn foods(&self) -> impl Iterator<Item = Food> + use<'a> {
        let rules = self.rules;
        let all = self.food_cells.iter().zip(self.food_levels);
        all.filter(|(_, level)| **level > 0).map(move |(cell, level)| Food { cell: rules.cell(*cell), level: *level })
    }

    /// The level of the food in a cell of the field, 0 if there is none or the cell is outside.
    pub fn food_at(&self, cell: Cell) -> u16 {
        let config = self.rules.config();
        if usize::from(cell.row) >= config.rows || usize::from(cell.col) >= config.cols {
            return 0;
        }
        match self.grid[usize::from(self.rules.number(cell))] {
            0 | WALL => 0,
            food => self.food_levels[usize::from(food) - 1],
        }
    }

    /// What an agent may do: stay; move where the board goes on and no food lies (other agents are no obstacle here, though
    /// they may turn out to be one); load if a food lies beside it.
    pub fn valid(&self, agent: usize) -> Mask {
        let at = usize::from(self.cells[agent]);
        let mut bits = 1;
        for action in Action::MOVES {
            match self.grid[at.wrapping_add_signed(self.rules.offset(action))] {
                0 => bits |= 1 << action.index(),
                WALL => {}
                _ => bits |= 1 << Action::Load.index(),
            }
        }
        Mask(bits)
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u32 {
        self.state.steps
    }

    /// The levels of all foods of the episode together.
    pub fn spawned(&self) -> u32 {
        self.state.spawned
    }

    /// How many foods are left.
    pub fn foods_left(&self) -> usize {
        usize::from(self.state.left)
    }

    /// Whether and how the episode has ended.
    pub fn end(&self) -> End {
        self.state.end
    }

    /// What is on the board.
    pub fn layout(&self) -> Layout {
        Layout { agents: self.agents().collect(), foods: self.foods().collect(), spawned: Some(self.spawned()) }
    }
}
