//! What agents observe of a board: a row of numbers, or three layers of cells around each.
//!
//! Both are those of `lbforaging` 2.0.0 (`ForagingEnv._make_gym_obs`). Coordinates of the row are relative to the corner
//! of the window of cells that the agent sees, and the window ends at the border: an agent's own place reads
//! `min(sight, row), min(sight, column)`, and with the whole field in sight places are absolute. In mode `v3` an agent is seen
//! if its coordinates are at most twice the sight, as the reference has it, which close to a border is farther than food is
//! seen; in strict mode it is seen as far as food is. Nothing here draws.

use super::board::{Board, Cell, WALL};
use super::config::Observation;

impl Board<'_> {
    /// Writes what an agent observes: whole numbers, [`observation_len`](super::Rules::observation_len) of them.
    ///
    /// - A row (`Observation::Vector`): `row, column, level` of each visible food in reading order, filled up to the number of foods of the
    ///   field with `-1, -1, 0`; then the same of the agent itself, of the other visible agents in order, and filling
    ///   up to the number of agents. If agents' levels are not observed, an agent is two numbers.
    /// - Layers (`Observation::Grid`): levels of agents (1 each, if levels are not observed; of several in a
    ///   cell the last), levels of foods, and 1 where one could go (on the board, no agent, no food), each of
    ///   `2 sight + 1` rows and columns around the agent, row by row.
    ///
    /// # Panics
    /// If there is no such agent, or `out` has another length.
    pub fn observe<T: From<i16> + Copy>(&self, agent: usize, out: &mut [T]) {
        assert_eq!(out.len(), self.rules.observation_len(), "as many numbers as an observation has");
        match self.rules.config().observation {
            Observation::Vector => self.observe_vector(agent, out),
            Observation::Grid => self.observe_grid(agent, out),
        }
    }

    fn observe_vector<T: From<i16> + Copy>(&self, agent: usize, out: &mut [T]) {
        let config = self.rules.config();
        let sight = i16::try_from(config.sight).expect("a sight is short");
        let (row, col) = place(self.rules.cell(self.cells[agent]));
        let (top, left) = ((row - sight).max(0), (col - sight).max(0));
        let (foods, agents) = out.split_at_mut(3 * config.foods);

        let mut slots = foods.chunks_exact_mut(3);
        for (cell, level) in self.food_cells.iter().zip(self.food_levels) {
            let (r, c) = place(self.rules.cell(*cell));
            if *level > 0 && (r - row).abs() <= sight && (c - col).abs() <= sight {
                let slot = slots.next().expect("no more foods than the field has");
                write(slot, [r - top, c - left, number(*level)]);
            }
        }
        slots.for_each(|slot| write(slot, NOTHING));

        let mut slots = agents.chunks_exact_mut(if config.observe_agent_levels { 3 } else { 2 });
        let mut show = |k: usize| {
            let (r, c) = place(self.rules.cell(self.cells[k]));
            let seen = if self.rules.strict() {
                (r - row).abs() <= sight && (c - col).abs() <= sight
            } else {
                [r - top, c - left].into_iter().all(|at| (0..=2 * sight).contains(&at))
            };
            if seen {
                let slot = slots.next().expect("no more agents than the field has");
                write(slot, [r - top, c - left, number(self.levels[k])]);
            }
        };
        show(agent);
        for k in (0..config.agents).filter(|k| *k != agent) {
            show(k);
        }
        slots.for_each(|slot| write(slot, NOTHING));
    }

    fn observe_grid<T: From<i16> + Copy>(&self, agent: usize, out: &mut [T]) {
        let config = self.rules.config();
        let sight = i16::try_from(config.sight).expect("a sight is short");
        let side = 2 * config.sight + 1;
        let (agents, rest) = out.split_at_mut(side * side);
        let (foods, open) = rest.split_at_mut(side * side);
        let (row, col) = place(self.rules.cell(self.cells[agent]));
        agents.fill(T::from(0));
        for r in -sight..=sight {
            for c in -sight..=sight {
                let at = slot((r, c), sight);
                let outside = |at: i16, side: usize| at < 0 || usize::from(at.unsigned_abs()) >= side;
                if outside(row + r, config.rows) || outside(col + c, config.cols) {
                    (foods[at], open[at]) = (T::from(0), T::from(0));
                    continue;
                }
                let cell = Cell { row: (row + r).unsigned_abs(), col: (col + c).unsigned_abs() };
                let food = self.grid[usize::from(self.rules.number(cell))];
                debug_assert_ne!(food, WALL, "a cell of the field");
                let level = if food == 0 { 0 } else { number(self.food_levels[usize::from(food) - 1]) };
                (foods[at], open[at]) = (T::from(level), T::from(i16::from(food == 0)));
            }
        }
        for (cell, level) in self.cells.iter().zip(self.levels) {
            let (r, c) = place(self.rules.cell(*cell));
            if (r - row).abs() <= sight && (c - col).abs() <= sight {
                let at = slot((r - row, c - col), sight);
                agents[at] = T::from(if config.observe_agent_levels { number(*level) } else { 1 });
                open[at] = T::from(0);
            }
        }
    }
}

/// What stands for a food or an agent that is not seen.
const NOTHING: [i16; 3] = [-1, -1, 0];

/// Row and column, signed.
fn place(cell: Cell) -> (i16, i16) {
    (number(cell.row), number(cell.col))
}

/// Rows, columns and levels are all far below 2^15.
fn number(number: u16) -> i16 {
    i16::try_from(number).unwrap_or(i16::MAX)
}

/// Where a cell at an offset from the agent is in a layer.
fn slot((r, c): (i16, i16), sight: i16) -> usize {
    usize::from((r + sight).unsigned_abs()) * usize::from((2 * sight + 1).unsigned_abs())
        + usize::from((c + sight).unsigned_abs())
}

/// Writes as many of the numbers as a slot has.
fn write<T: From<i16>>(slot: &mut [T], numbers: [i16; 3]) {
    for (out, number) in slot.iter_mut().zip(numbers) {
        *out = T::from(number);
    }
}
