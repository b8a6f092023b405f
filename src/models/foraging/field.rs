//! The environment: boards under the same rules side by side, and what a step does to one of them.
//!
//! All boards' cells, levels and counters lie in one vector each, so that thousands of boards are stepped without
//! allocating and none depends on another. A step is a pure function of a board and its agents' actions (rules
//! of `lbforaging` 2.0.0, `ForagingEnv.step`; Papoudakis et al. 2021, appendix on level-based foraging):
//!
//! 1. What is not valid before the step counts as [`Action::None`].
//! 2. All move at once, as `movement` decides; who loads stays.
//! 3. Each food with loading agents beside it is lifted if their levels together reach its own; each of them is
//!    rewarded by [`Rules::share`], and so is each that failed. Agents in order take the first food to their north,
//!    south, west or east (spawned boards have no cell beside two foods, so that no order matters there).
//! 4. The episode ends when no food is left or time is up. A board that has ended does not change.

use super::action::Action;
use super::board::{Board, Cell, Layout, WALL};
use super::config::Reward;
use super::movement::{MAX_AGENTS, settle};
use super::rules::Rules;
use crate::error::Faults;
use std::sync::Arc;

/// Whether and how an episode has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// It goes on.
    #[default]
    Running,
    /// All food is gone.
    Collected,
    /// Time is up, and food is left.
    OutOfTime,
}

/// A set of agents of a board: bit `k` is set if agent `k` is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Foragers(pub u64);

impl Foragers {
    /// Whether an agent is in it.
    pub fn contains(self, agent: usize) -> bool {
        agent < MAX_AGENTS && self.0 >> agent & 1 == 1
    }

    /// How many agents are in it.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its agents, ascending.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let agent = left.trailing_zeros() as usize;
                left &= left - 1;
                agent
            })
        })
    }
}

/// What happened at one food in a step: who tried to lift it, and whether they did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The board.
    pub board: u32,
    /// Where the food was.
    pub cell: Cell,
    /// The food's level.
    pub level: u16,
    /// Who tried.
    pub loaders: Foragers,
    /// Their levels together.
    pub strength: u32,
    /// The levels of all foods of the episode together.
    pub spawned: u32,
}

impl Load {
    /// Whether they lifted it.
    #[inline]
    pub fn lifted(&self) -> bool {
        self.strength >= u32::from(self.level)
    }
}

/// What a step of all boards came to. Made once and filled anew at each step.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The reward of each agent of each board, board by board.
    pub rewards: Vec<f64>,
    /// All loads, board by board; within a board by the first agent that loads.
    pub loads: Vec<Load>,
    /// Whether and how each board's episode has ended.
    pub ends: Vec<End>,
}

/// The counters of a board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) steps: u32,
    pub(super) spawned: u32,
    /// How many foods the episode began with.
    pub(super) foods: u8,
    /// How many are left.
    pub(super) left: u8,
    pub(super) end: End,
}

/// Boards under the same rules, side by side. New boards are empty and have ended: [`spawn`](Field::spawn) or
/// [`place`](Field::place) begins an episode.
///
/// # Examples
/// Two agents lift a food that is too heavy for either; the reward is shared by level:
/// ```
/// use comity::models::foraging::{Action, Cell, Config, End, Field, Food, Forager, Layout};
/// let rules = Config::from_id("Foraging-5x5-2p-1f-v3").unwrap().check().unwrap();
/// let mut field = Field::new(rules.into(), 1);
/// let agent = |row, col, level| Forager { cell: Cell { row, col }, level };
/// let food = Food { cell: Cell { row: 2, col: 2 }, level: 3 };
/// let layout = Layout { agents: vec![agent(2, 1, 1), agent(1, 2, 2)], foods: vec![food], spawned: None };
/// field.place(0, &layout).unwrap();
/// let (mut rewards, mut loads) = ([0.0; 2], Vec::new());
/// let end = field.step(0, &[Action::Load, Action::Load], &mut rewards, &mut loads);
/// assert_eq!((end, rewards), (End::Collected, [1.0 / 3.0, 2.0 / 3.0]));
/// assert_eq!(loads[0].loaders.iter().collect::<Vec<_>>(), [0, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Field {
    rules: Arc<Rules>,
    grid: Vec<u8>,
    cells: Vec<u16>,
    levels: Vec<u16>,
    food_cells: Vec<u16>,
    food_levels: Vec<u16>,
    states: Vec<State>,
}

impl Field {
    /// So many empty boards.
    pub fn new(rules: Arc<Rules>, boards: usize) -> Self {
        let config = rules.config();
        let (agents, foods) = (config.agents, config.foods);
        let width = config.cols + 2;
        let wall =
            |k: usize| k.is_multiple_of(width) || k % width == width - 1 || k < width || k >= (config.rows + 1) * width;
        let frame: Vec<u8> = (0..rules.frame_len()).map(|k| if wall(k) { WALL } else { 0 }).collect();
        let first = rules.number(Cell::default());
        let ended = State { end: End::Collected, ..State::default() };
        Self {
            grid: frame.repeat(boards),
            cells: vec![first; boards * agents],
            levels: vec![1; boards * agents],
            food_cells: vec![0; boards * foods],
            food_levels: vec![0; boards * foods],
            states: vec![ended; boards],
            rules,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many boards there are.
    pub fn boards(&self) -> usize {
        self.states.len()
    }

    /// A view of one board.
    ///
    /// # Panics
    /// If there is no such board.
    #[inline]
    pub fn board(&self, board: usize) -> Board<'_> {
        let config = self.rules.config();
        let (agents, frame) = (config.agents, self.rules.frame_len());
        let foods = board * config.foods..board * config.foods + usize::from(self.states[board].foods);
        Board {
            rules: &self.rules,
            grid: &self.grid[board * frame..(board + 1) * frame],
            cells: &self.cells[board * agents..(board + 1) * agents],
            levels: &self.levels[board * agents..(board + 1) * agents],
            food_cells: &self.food_cells[foods.clone()],
            food_levels: &self.food_levels[foods],
            state: &self.states[board],
        }
    }

    /// Begins an episode on a board with this layout.
    ///
    /// # Errors
    /// All that is wrong with the layout; the board then stays as it was.
    pub fn place(&mut self, board: usize, layout: &Layout) -> Result<(), Faults> {
        let mut faults = Faults::new();
        layout.check(&self.rules, &mut faults);
        faults.into_result(())?;
        self.clear(board);
        for (agent, forager) in layout.agents.iter().enumerate() {
            self.set_agent(board, agent, self.rules.number(forager.cell), forager.level);
        }
        let foods: Vec<(u16, u16)> =
            layout.foods.iter().map(|food| (self.rules.number(food.cell), food.level)).collect();
        self.set_foods(board, &foods);
        if let Some(spawned) = layout.spawned {
            self.states[board].spawned = spawned;
        }
        Ok(())
    }

    /// Takes all food off a board and begins anew.
    pub(super) fn clear(&mut self, board: usize) {
        let (frame, first) = (self.rules.frame_len() * board, self.rules.config().foods * board);
        for slot in first..first + usize::from(self.states[board].foods) {
            self.grid[frame + usize::from(self.food_cells[slot])] = 0;
        }
        self.states[board] = State::default();
    }

    pub(super) fn set_agent(&mut self, board: usize, agent: usize, cell: u16, level: u16) {
        let slot = board * self.rules.config().agents + agent;
        (self.cells[slot], self.levels[slot]) = (cell, level);
    }

    /// Puts foods on a board that has none: cells by number, and levels. They are kept in reading order.
    pub(super) fn set_foods(&mut self, board: usize, foods: &[(u16, u16)]) {
        let (frame, first) = (self.rules.frame_len() * board, self.rules.config().foods * board);
        for (k, (cell, level)) in foods.iter().enumerate() {
            // Insertion from the end: there are few, and nothing is allocated.
            let mut slot = first + k;
            while slot > first && self.food_cells[slot - 1] > *cell {
                self.food_cells[slot] = self.food_cells[slot - 1];
                self.food_levels[slot] = self.food_levels[slot - 1];
                slot -= 1;
            }
            (self.food_cells[slot], self.food_levels[slot]) = (*cell, *level);
        }
        for (number, slot) in (1..).zip(first..first + foods.len()) {
            self.grid[frame + usize::from(self.food_cells[slot])] = number;
        }
        let count = u8::try_from(foods.len()).expect("the rules bound the number of foods");
        let spawned = foods.iter().map(|(_, level)| u32::from(*level)).sum();
        self.states[board] = State { foods: count, left: count, spawned, ..State::default() };
    }

    /// A step of one board: its agents' `actions`, one an agent. Writes each agent's reward and adds the loads.
    ///
    /// A board that has ended stays as it is, with rewards of 0.
    ///
    /// # Panics
    /// If there is no such board, or not one action and one reward an agent.
    #[inline]
    pub fn step(&mut self, board: usize, actions: &[Action], rewards: &mut [f64], loads: &mut Vec<Load>) -> End {
        let rules = &*self.rules;
        let config = rules.config();
        let (agents, frame) = (config.agents, rules.frame_len());
        assert!(actions.len() == agents && rewards.len() == agents, "one action and one reward an agent");
        let state = &mut self.states[board];
        rewards.fill(0.0);
        if state.end != End::Running {
            return state.end;
        }
        let grid = &mut self.grid[board * frame..(board + 1) * frame];
        let cells = &mut self.cells[board * agents..(board + 1) * agents];
        let levels = &self.levels[board * agents..(board + 1) * agents];

        let mut wanted = [0; MAX_AGENTS];
        let mut loading = 0u64;
        for (k, (action, cell)) in actions.iter().zip(cells.iter()).enumerate() {
            wanted[k] = *cell;
            if *action == Action::Load {
                // Who has no food beside it drops out below.
                loading |= 1 << k;
            } else {
                let target = usize::from(*cell).wrapping_add_signed(rules.offset(*action));
                if grid[target] == 0 {
                    wanted[k] = u16::try_from(target).expect("a frame has few cells");
                }
            }
        }
        settle(config.mode, cells, &wanted[..agents]);

        while loading != 0 {
            let first = loading.trailing_zeros() as usize;
            let at = usize::from(cells[first]);
            let beside = Action::MOVES.map(|side| at.wrapping_add_signed(rules.offset(side)));
            let Some(place) = beside.into_iter().find(|place| !matches!(grid[*place], 0 | WALL)) else {
                loading &= loading - 1;
                continue;
            };
            let (mut group, mut strength) = (0u64, 0u32);
            for k in Foragers(loading).iter() {
                let apart = usize::from(cells[k]).abs_diff(place);
                if apart == 1 || apart == config.cols + 2 {
                    group |= 1 << k;
                    strength += u32::from(levels[k]);
                }
            }
            loading &= !group;
            let slot = board * config.foods + usize::from(grid[place]) - 1;
            let load = Load {
                board: u32::try_from(board).unwrap_or(u32::MAX),
                cell: rules.cell(self.food_cells[slot]),
                level: self.food_levels[slot],
                loaders: Foragers(group),
                strength,
                spawned: state.spawned,
            };
            for k in load.loaders.iter() {
                rewards[k] = rules.share(&load, levels[k]);
            }
            if load.lifted() {
                grid[place] = 0;
                self.food_levels[slot] = 0;
                state.left -= 1;
            }
            loads.push(load);
        }
        if config.reward == Reward::Common {
            let sum = rewards.iter().sum();
            rewards.fill(sum);
        }
        state.steps += 1;
        if state.left == 0 {
            state.end = End::Collected;
        } else if state.steps >= config.max_steps {
            state.end = End::OutOfTime;
        }
        state.end
    }

    /// A step of all boards: one action an agent, board by board.
    ///
    /// # Panics
    /// If there is not one action an agent.
    pub fn step_all(&mut self, actions: &[Action], report: &mut Report) {
        let agents = self.rules.config().agents;
        assert_eq!(actions.len(), self.boards() * agents, "one action an agent of each board");
        report.rewards.resize(actions.len(), 0.0);
        report.ends.resize(self.boards(), End::Running);
        report.loads.clear();
        let each = actions.chunks_exact(agents).zip(report.rewards.chunks_exact_mut(agents));
        for (board, (actions, rewards)) in each.enumerate() {
            report.ends[board] = self.step(board, actions, rewards, &mut report.loads);
        }
    }
}
